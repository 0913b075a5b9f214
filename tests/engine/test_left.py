"""What a seat has left to spend, as it is drawn beside the question."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.battery import check
from moot.engine import Left
from moot.engine.left import left
from tests.battery.breaks import TALLY
from tests.battery.toll import WORDS, make_toll
from tests.battery.toll import Step as Toll


@pytest.mark.parametrize(
    ("rest", "drawn", "said"),
    [
        (Left(2, 3, "steps"), "●●○", "2 of 3 steps left"),
        (Left(0, 2, "actions"), "○○", "0 of 2 actions left"),
        (Left(8, 8, "robots"), "●●●●●●●●", "8 of 8 robots left"),
        (Left(7, 9, "robots"), "7/9", "7 of 9 robots left"),
    ],
)
def test_few_are_drawn_one_by_one_and_many_are_counted(rest: Left, drawn: str, said: str) -> None:
    assert (rest.drawn, rest.said) == (drawn, said)


def test_where_a_game_says_nothing_nothing_is_drawn() -> None:
    plain = LEDUC.start(seed=1)
    assert left(plain, plain.waiting[0]) is None
    assert left(plain, 1 - plain.waiting[0]) is None


def another_each_time(view: Any, seat: int) -> Left:
    TALLY[0] += 1
    return Left(TALLY[0] % 2, 1, "bids")


@pytest.mark.parametrize(
    ("choice", "made", "says"),
    [
        (Toll.BID, another_each_time, "guess"),
        (Toll.BID, lambda view, seat: Left(3, 2, "bids"), "what is left to seat"),
        (Toll.GATE, another_each_time, "no choice"),
    ],
)
def test_the_battery_notices(choice: Toll, made: Any, says: str) -> None:
    broken = make_toll(words={**WORDS, "left": {choice: made}})
    report = check(broken, games=60, only=["words", "speech", "lookalikes"], compiled=False)
    assert says in str(report.failures[0])
