"""Chapter 1: how the game is laid out."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.treasury import GAME
from moot.games.treasury.components import AGE, FIRST_AGE
from moot.games.treasury.piles import age_in_force, draw_age
from moot.games.treasury.round import tax_rate
from moot.games.treasury.rules import Do, Event
from moot.games.treasury.setup import turn_order
from tests.games.treasury.table import act, end_round, everything, hand, quiet, table, told


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_age_one_is_dealt(seats: int) -> None:
    """§1.1 §1.3 Five to each, as many events as players, three each for the deck; four players use all 36 cards."""
    s = GAME.start(seats=seats, seed=5).state
    assert list(s.hand_size[:seats]) == [5] * seats
    assert (s.population, s.currents, s.deck_size[0]) == (seats, seats, 3 * seats)
    assert s.box_size == FIRST_AGE - 9 * seats
    assert s.box_size == 0 or seats < 4


def test_the_first_player_is_drawn_by_lot() -> None:
    """§1.1 Each as often."""
    starters = Counter(GAME.start(seats=3, seed=seed).state.starter for seed in range(300))
    assert set(starters) == {0, 1, 2}
    assert all(abs(times - 100) < 30 for times in starters.values())


def test_gold_rises_in_turn_order() -> None:
    """§1.2 2 for the first player, 3 for the next; the treasury has 2 for each."""
    for seed in range(6):
        s = GAME.start(seats=4, seed=seed).state
        assert [s.gold[(s.starter + k) % 4] for k in range(4)] == [2, 3, 4, 5]
        assert s.treasury == 8


def test_later_ages_are_whole_decks() -> None:
    """§1.3 §7.1 Twelve cards each; ages that are not played are not there."""
    t = GAME.start(seats=2, seed=5, ages=5)
    assert list(t.state.deck_size) == [6, 12, 12, 12, 12, 0]
    assert sorted(everything(t)) == list(range(1, 85))
    assert {int(AGE[card]) for card in t.state.deck[3][:12]} == {3}


def test_the_lowest_age_is_drawn_from() -> None:
    """§1.3 §1.4 Until it is empty; the age in force is that of the deck, in the end the last one."""
    s = table("Farm 2", "Farm 3", ages=4).state
    for age, size in ((0, 1), (1, 1), (2, 1), (3, 1)):
        assert (draw_age(s), age_in_force(s), size) == (age, age, 1)
        s.deck_size[age] = 0
    assert (draw_age(s), age_in_force(s)) == (-1, 3)


def test_what_icons_are_for() -> None:
    """§1.6 Food lets the population grow, weapons start the round, science draws, demand for happiness lowers the tax."""
    for demanded, population in (("", 5), ("Archives", 4)):
        t = quiet("Guide 2", "Bakery", current="Judge, Farm 3", demand=demanded)
        act(t, Do.SEED, "Guide 2")
        assert t.state.population == population
    t = quiet("Guide 2", "", opened=["", "Tinkerer 1"], current="Council, Farm 3", deck="Bard, Castle")
    act(t, Do.SEED, "Guide 2")
    assert hand(t, 1) == ["Bard"]
    for demanded, tax in (("", 1), ("Guide 2", 0)):
        t = quiet("Farm 2", "", opened=["Farm 4", "Thug 1"], demand=demanded, gold=[9, 9])
        assert tax_rate(t.state) == tax
        end_round(t)
        assert t.state.starter == 1


def test_all_is_shuffled() -> None:
    """§1.3 Hands, the first event and every deck are other ones from game to game, and nothing else lies on the table."""
    games = [GAME.start(seats=2, seed=seed, ages=6).state for seed in range(6)]
    for first_card in (
        [s.hand[0, 0] for s in games],
        [s.event[0] for s in games],
        *([s.deck[age, 0] for s in games] for age in range(6)),
    ):
        assert len(set(first_card)) > 1
    for s in games:
        assert not any(s.event[2:])
        assert (s.curve[0], s.rounds) == (4, 1)


def test_the_order_of_the_first_round() -> None:
    """§1.1 §1.2 From the first player on, who has the least gold; it stays known when others begin later rounds."""
    s = GAME.start(seats=3, seed=2).state
    first = s.starter
    s.starter = (first + 1) % 3
    assert [turn_order(s, (first + k) % 3) for k in range(3)] == [0, 1, 2]


def test_everyone_is_told_how_it_begins() -> None:
    """§1.3 §3.7 The first event, the first player, and each their own cards."""
    t = GAME.start(seats=2, seed=5)
    s = t.state
    assert told(t, Event.FIRST_EVENT) == [(s.event[0], 0, 0)]
    assert told(t, Event.ROUND_BEGAN) == [(1, s.starter, 0)]
    for seat in range(2):
        assert [card for card, _, _ in told(t, Event.DEALT, seat)] == list(s.hand[seat][:5])
