"""Answers that go without saying: found from what a seat sees, and only among what is legal."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.battery import check
from moot.engine import Sitting, Usual
from moot.engine.obvious import obvious, usual
from moot.games import load
from moot.games.path_to_safety.rules import Call, Step
from tests.battery.breaks import TALLY
from tests.battery.toll import WORDS, make_toll
from tests.battery.toll import Step as Toll


def bidding(made: Any) -> Sitting:
    """A game whose first question is a bid, of which something is said."""
    return make_toll(words={**WORDS, "obvious": {Toll.BID: made}}).start(seats=2, seed=1)


def test_it_is_one_of_the_legal_answers() -> None:
    t = bidding(lambda view, seat: (1,))
    seat = t.waiting[0]
    number = obvious(t, seat)
    assert [move.arguments for move in t.moves(seat) if move.number == number] == [(1,)]
    assert obvious(bidding(lambda view, seat: (99,)), 0) is None


def test_where_there_is_something_to_decide_nothing_is() -> None:
    t = bidding(lambda view, seat: None)
    assert obvious(t, t.waiting[0]) is None
    plain = LEDUC.start(seed=1)
    assert obvious(plain, plain.waiting[0]) is None
    assert obvious(plain, 1 - plain.waiting[0]) is None


def remember(view: Any, seat: int) -> tuple[int] | None:
    """Another answer each time."""
    TALLY[0] += 1
    return (TALLY[0] % 2,)


@pytest.mark.parametrize(
    ("choice", "says"), [(Toll.BID, "is another thing in a guess of it"), (Toll.GATE, "no choice")]
)
def test_the_battery_notices(choice: Toll, says: str) -> None:
    broken = make_toll(words={**WORDS, "obvious": {choice: remember}})
    report = check(broken, games=60, only=["words", "labels"], compiled=False)
    assert says in str(report.failures[0])


@pytest.mark.parametrize(
    ("choice", "declared", "says"),
    [
        (Toll.BID, Usual(remember, "One or the other."), "is another in a guess of it"),
        (Toll.BID, Usual(remember, " "), "does not say which it is"),
        (Toll.BID, Usual(remember, "so " * 40), "room for 90"),
        (Toll.GATE, Usual(remember, "One or the other."), "no choice"),
    ],
)
def test_the_battery_notices_what_is_wrong_with_a_usual_answer(choice: Toll, declared: Usual, says: str) -> None:
    broken = make_toll(words={**WORDS, "usual": {choice: declared}})
    report = check(broken, games=60, only=["words", "labels"], compiled=False)
    assert says in str(report.failures[0])


def test_to_go_on_is_usual_while_it_is_likelier_to_lose() -> None:
    """§3.5 From one half on it is asked."""
    t = load("path_to_safety").start(seed=3, seats=2)
    seat = t.waiting[0]
    for progress, arguments in ((4, [(Call.GO_ON,)]), (12, [])):
        t.state.progress[0] = progress
        number = usual(t, seat)
        assert [move.arguments for move in t.moves(seat) if move.number == number] == arguments
    assert usual(t, 1 - seat) is None


def test_nobody_calls_for_an_end_that_is_certainly_lost() -> None:
    """§3.5 As soon as there is a chance, it is asked."""
    t = load("path_to_safety").start(seed=3, seats=2)
    seat = t.waiting[0]
    assert t.state.asking[seat] == Step.CALL
    number = obvious(t, seat)
    assert [move.arguments for move in t.moves(seat) if move.number == number] == [(Call.GO_ON,)]
    t.state.progress[0] = 10
    assert obvious(t, seat) is None
