"""How a game went: what everyone had, move by move, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from examples.leduc import GAME as LEDUC
from moot.bots import Player
from moot.engine import Game, Sitting
from moot.engine.course import Course, Step, Swing, course_of, in_words, moments
from moot.games import GAMES, load


def positions(sitting: Sitting) -> Iterator[Any]:
    """A game of bots, from its first position to its last."""
    player = Player(sitting, ["greedy"])
    yield snapshot(sitting)
    while not sitting.over:
        player.play()
        yield snapshot(sitting)


def snapshot(sitting: Sitting) -> Any:
    return sitting.machine.light(np.frombuffer(bytearray(bytes(sitting)), sitting.game.dtype))


def steps(*counts: tuple[int, ...], every: int = 2) -> Course:
    """A course in which a round has so many moves."""
    return Course("", tuple(Step(move, 1 + move // every, one) for move, one in enumerate(counts)))


def test_what_all_gain_alike_is_no_turn_of_the_game() -> None:
    course = steps((0, 0), (5, 5), (5, 8), (5, 8))
    (swing,) = moments(course)
    assert (swing.after.move, swing.changes, swing.size) == (2, [0, 3], 3)
    assert in_words(course, swing, ["Ada", "Ben"]) == "Ben 5 → 8"


def test_what_is_undone_soon_is_none_either() -> None:
    course = steps((4, 4), (4, 0), (4, 4), (4, 4), (9, 4), (9, 4))
    assert [one.after.move for one in moments(course)] == [4]


def test_the_largest_come_in_their_order_and_the_most_changed_first() -> None:
    course = steps((0, 0, 0), (1, 0, 0), (1, 6, 0), (1, 6, 9), (4, 3, 9), every=9)
    assert [one.after.move for one in moments(course)] == [2, 3, 4]
    assert [one.after.move for one in moments(course, 1)] == [3]
    last = Swing(course.steps[3], course.steps[4], course.steps[4])
    assert in_words(course, last, ["Ada", "Ben", "Cleo"]) == "Ada 1 → 4, Ben 6 → 3"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_course_from_its_first_turn_to_its_end(name: str) -> None:
    game = load(name)
    sitting = game.start(seed=5, preset=game.people_preset or None)
    course = course_of(game, positions(sitting))
    assert course is not None
    assert course.steps[-1].move == len(sitting.history)
    assert [step.length for step in course.by_length] == sorted({step.length for step in course.steps})
    if not game.cooperative:
        assert course.steps[-1].counts == sitting.standing.points
    assert 0 < len(moments(course)) <= 3
    assert all(in_words(course, one, sitting.names) for one in moments(course))


def test_a_game_that_counts_nothing_has_none() -> None:
    silent = SimpleNamespace(cooperative=True, words=SimpleNamespace(progress=None))
    assert course_of(silent, []) is None  # type: ignore[arg-type]


def test_points_are_enough() -> None:
    game: Game = LEDUC
    course = course_of(game, positions(game.start(seed=3)))
    assert course is not None
    assert sum(course.steps[-1].counts) == 0
