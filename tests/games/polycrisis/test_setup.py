"""Chapter 2: setting up."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import PROBLEMS, ROLES
from moot.games.polycrisis.rules import Event, Step
from tests.games.polycrisis.table import (
    NOTHING,
    asked,
    engaging,
    offered,
    play,
    research_stands,
    stand,
    table,
    told,
)


@pytest.mark.parametrize("seats", range(1, 7))
def test_classes_are_picked_in_seat_order(seats: int) -> None:
    """§2.1 One to six; each picks a class that nobody has, and all see it."""
    t = GAME.start(seats=seats, seed=3)
    free = set(range(ROLES))
    for seat in range(seats):
        assert asked(t) == [(seat, Step.CLASS)]
        assert offered(t, seat) == {(role,) for role in free}
        play(t, seat, Step.CLASS, 5 - seat)
        free.remove(5 - seat)
        assert told(t, Event.CLASS_PICKED)[-1][:2] == (seat, 5 - seat)
    assert list(t.state.role[:seats]) == [6 - seat for seat in range(seats)]
    assert {step for _, step in asked(t)} == {Step.PILE_DRAW}


@pytest.mark.parametrize("number", [0, 1, 6, 29])
def test_first_crises(number: int) -> None:
    """§2.2 So many different problems, told to all; the others are stable."""
    t = engaging(2, start_crises=number, seed=8)
    assert t.state.crisis.bit_count() == number
    assert sum(1 << arguments[0] for arguments in told(t, Event.FIRST_CRISIS)) == t.state.crisis
    assert t.state.protected == 0


def test_first_crises_are_random() -> None:
    """§2.2 Each problem as likely, those without a number too."""
    drawn = Counter[int]()
    for seed in range(300):
        crisis = engaging(1, start_crises=6, seed=seed).state.crisis
        drawn.update(number for number in range(PROBLEMS) if crisis >> number & 1)
    assert len(drawn) == PROBLEMS
    assert all(abs(times - 60) < 35 for times in drawn.values())


@pytest.mark.parametrize(("seats", "number"), [(1, 3), (3, 5), (4, 4), (6, 2), (2, 29)])
def test_first_crises_by_hand(seats: int, number: int) -> None:
    """§2.2 §5 One problem each in seat order, around the table, until there are enough; then the first turn."""
    t = engaging(seats, start_crises=number, first_crises="hand")
    chosen = set[int]()
    for turn in range(number):
        assert asked(t) == [(turn % seats, Step.FIRST_CRISIS)]
        assert offered(t, turn % seats) == {(problem,) for problem in set(range(PROBLEMS)) - chosen}
        chosen.add(pick := PROBLEMS - 1 - turn)
        play(t, turn % seats, Step.FIRST_CRISIS, pick)
        assert told(t, Event.FIRST_CRISIS_CHOSEN)[-1][:2] == (turn % seats, pick)
    assert t.state.crisis == sum(1 << problem for problem in chosen)
    assert (t.state.turn, {step for _, step in asked(t)}) == (1, {Step.PILE_DRAW})
    assert not told(t, Event.FIRST_CRISIS)


def test_no_first_crises_by_hand() -> None:
    """§2.2 Nothing to choose: nobody is asked."""
    assert {step for _, step in asked(engaging(2, first_crises="hand"))} == {Step.PILE_DRAW}


def test_nothing_at_the_start() -> None:
    """§2.2 No cards, no money, no chips (before the first class is picked)."""
    s = GAME.start(seats=6, seed=1).state
    assert [*s.cards, *s.money, s.chips, s.known, s.turn] == [0] * 15
    assert GAME.options["start_crises"].default == 6


def test_one_slot_each() -> None:
    """§2.3 Whoever has a project and a tech starts neither another project nor another tech."""
    t = table("7♣ 8♥", "7♦", money=3)
    stand(t, 0, 1, "FOO")
    research_stands(t, 0, "♣")
    steps = [Step(t.state.asking[0])]
    while t.state.asking[0]:
        play(t, 0, steps[-1], *NOTHING[steps[-1]])
        steps.append(Step(t.state.asking[0]) if t.state.asking[0] else steps[-1])
    assert list(dict.fromkeys(steps)) == [Step.PLAY_CARD, Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH]


def test_cards_and_money_are_kept() -> None:
    """§2.3 No limits: both grow from turn to turn if nobody uses them."""
    t = engaging(1, chips_per_turn=0, turns=16, talk=False)
    while not t.over:
        t.play(0, t.moves(0)[0])
        assert (t.state.cards[0] + t.state.draws[0] <= 32) or t.over
    assert t.state.cards[0] == 32
    assert t.state.money[0] == 16 * 5
