"""Chapter 2: setting up; and the two-player variant."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.bots import play_out
from moot.games.turning_points import GAME
from moot.games.turning_points.components import ORIGINAL
from moot.games.turning_points.rules import Act, Event, Step, deck_for, turn_order
from moot.lab import seed_of_game, simulate
from tests.games.turning_points.table import BLUE, act, flexible, organize, stop, table, told, turn_of


def test_the_original_event() -> None:
    """§2.1 On the centre, without arcs and links, the neutral token on either side by lot; all pawns there."""
    sides: Counter[int] = Counter()
    for seed in range(60):
        s = GAME.start(seats=4, seed=seed).state
        sides[s.side[0]] += 1
        assert (s.event[0], s.organizer[0], s.yes_arc[0], s.no_arc[0], s.worth[0]) == (ORIGINAL + 1, 0, 0, 0, 0)
        assert list(s.pawn) == [0] * 6
        assert not any(s.forward)
        assert not any(s.back)
    assert min(sides.values()) > 15


def test_the_first_player_is_drawn_by_lot() -> None:
    """§2.3 Everyone as often."""
    first = Counter(GAME.start(seats=4, seed=seed).state.first for seed in range(200))
    assert set(first) == {0, 1, 2, 3}
    assert min(first.values()) > 30
    t = GAME.start(seats=4, seed=3)
    assert t.waiting == [t.state.first] == [t.state.active]
    assert told(t, Event.BEGAN) == [(t.state.first, t.state.side[0], 0, 0, 0)]
    assert {GAME.start(seats=2, seed=seed).state.first for seed in range(40)} == {0, 1}


@pytest.mark.parametrize("seats", [2, 4])
def test_the_turn_order_is_that_of_the_first_round(seats: int) -> None:
    """§2.3 §3.1 Whoever is first in later rounds."""
    for seed in range(8):
        t = GAME.start(seats=seats, rings=1, seed=seed)
        asked = []
        for _ in range(seats):
            asked.append(t.waiting[0])
            stop(t)
        assert [turn_order(t.state, seat) for seat in asked] == list(range(seats))
        play_out(t, ["passive"])
        assert [turn_order(t.state, seat) for seat in asked] == list(range(seats))


@pytest.mark.long
def test_simulations_count_by_the_turn_order_of_the_first_round() -> None:
    """§2.3 What `moot sim` says of the first in turn order is what came of those who began."""
    counted = simulate(GAME, 30, bots=["random"], seed=5, options={"seats": 3, "rings": 1}).by_turn_order
    points = [0, 0, 0]
    for number in range(30):
        t = GAME.start(seats=3, rings=1, seed=seed_of_game(5, number))
        began = t.waiting[0]
        play_out(t, ["random"])
        for place in range(3):
            points[place] += t.standing.points[(began + place) % 3]
    assert [figures.points.value * 30 for figures in counted] == pytest.approx(points)
    assert len(set(points)) == 3


@pytest.mark.parametrize(("seats", "hand"), [(2, 4), (3, 4), (6, 4), (4, 6), (4, 1)])
def test_hands(seats: int, hand: int) -> None:
    """§2.2 Three flexible cards and four from the deck, each of which is somewhere else."""
    t = GAME.start(seats=seats, hand=hand, seed=2)
    s = t.state
    cards = [s.hand_card[seat][i] - 1 for seat in range(seats) for i in range(hand)]
    cards += list(s.deck[: s.deck_size])
    assert sorted(cards) == list(range(deck_for(s)))
    assert list(s.flexible[:seats]) == [0b111] * seats
    assert list(s.hand_size[:seats]) == [hand] * seats
    assert len(told(t, Event.DREW_CARD, 0)) == hand
    assert not any(s.deck[s.deck_size :])


def test_decks_are_shuffled() -> None:
    """§2.2 Another order for every seed."""
    assert len({tuple(GAME.start(seats=4, seed=seed).state.deck) for seed in range(20)}) == 20


def test_two_players_have_a_neutral_colour() -> None:
    """§7.1 The deck is that of three colours; blue may be attacked, and its points are nobody's."""
    t = GAME.start(seats=2, seed=1)
    assert (t.state.colours, deck_for(t.state)) == (3, 48)
    t = table(
        r"""
               [2 ·]   ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        """,
        seats=2,
    )
    turn_of(t, 1, left=1)
    organize(t, flexible("Attacking"), 5, 1, arcs=(BLUE + 1, 1))
    assert told(t, Event.NEUTRAL_SCORES) == [(BLUE, 0, 0, 0, 0)]
    assert list(t.state.points) == [0] * 6


def test_two_players_name_the_neutral_colour() -> None:
    """§7.1 §4.1 §4.2 Attacking names both others, one of them neutral; Supporting may name either."""
    t = GAME.start(seats=2, rings=1, seed=1, opening=0)
    seat, other = t.state.active, 1 - t.state.active
    turn_of(t, seat, on=2)
    both = (other + 1, BLUE + 1)
    for kind, pairs in (
        ("Attacking", {both, both[::-1]}),
        ("Supporting", {(0, arc) for arc in both} | {(arc, 0) for arc in both}),
    ):
        again = t.copy()
        act(again, Act.ORGANIZE, flexible(kind))
        assert {move.arguments for move in again.moves(seat)} == pairs


def test_two_players_play_to_the_end() -> None:
    """§7.1 As with more players."""
    t = GAME.start(seats=2, rings=1, seed=1)
    while not t.over:
        seat = t.waiting[0]
        if t.state.asking[seat] == Step.ACT:
            stop(t)
        else:
            t.play(seat, t.moves(seat)[0])
    assert t.standing.points == (0, 0)
