"""How a game went, move by move: what everyone had, and the moments at which that changed most. For when it is over: it is made
from whole positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from moot.engine.game import Game
from moot.engine.slots import points_of
from moot.engine.words import minus

MOST_MOMENTS = 3
MOST_NAMED = 3  # seats whose change is told of one moment


class Step(NamedTuple):
    """A position on the way."""

    move: int  # how many moves had been made
    length: int  # the turn or round
    counts: tuple[int, ...]  # what each seat had; of a game that all win or lose, how far they had come


class Course(NamedTuple):
    """A game from its first position to its last: these two, and every position in which something was other than before."""

    counted: str  # what the numbers are: "in crisis"; empty: points
    steps: tuple[Step, ...]

    @property
    def by_length(self) -> list[Step]:
        """How each turn or round ended."""
        return list({step.length: step for step in self.steps}.values())


class Swing(NamedTuple):
    """A moment at which something changed."""

    before: Step
    after: Step
    later: Step  # when the turn or round after it was over: what was undone by then was no turn of the game

    @property
    def changes(self) -> list[int]:
        """By how much, for each."""
        return _between(self.before, self.after)

    @property
    def size(self) -> float:
        """How far the seats were moved against each other, and stayed so: what all gain alike moves nobody."""
        lasted = zip(_apart(self.changes), _apart(_between(self.before, self.later)), strict=True)
        return sum(min(abs(now), abs(then)) for now, then in lasted if now * then > 0)


def _between(before: Step, after: Step) -> list[int]:
    return [new - old for old, new in zip(before.counts, after.counts, strict=True)]


def _apart(changes: list[int]) -> list[float]:
    """Changes as they move seats against each other."""
    usual = sum(changes) / len(changes) if len(changes) > 1 else 0
    return [change - usual for change in changes]


def course_of(game: Game, positions: Iterable[Any]) -> Course | None:
    """The course of a game from its positions after 0, 1, 2 ... moves; None if nothing is counted in it."""
    count = _counter(game)
    if count is None:
        return None
    every = [Step(move, int(getattr(s, game.length)), count(s)) for move, s in enumerate(positions)]
    steps = [step for step in every if step.length] or every  # before the first turn or round it is being set up
    told = [step for before, step in pairwise(steps) if _differ(before, step)]
    return Course(
        game.words.progress[0] if game.words.progress else "", tuple(dict.fromkeys([*steps[:1], *told, *steps[-1:]]))
    )


def _differ(before: Step, after: Step) -> bool:
    return before.counts != after.counts or before.length != after.length


def _counter(game: Game) -> Callable[[Any], tuple[int, ...]] | None:
    """What is counted in a position."""
    if not game.cooperative:
        points = game.interpreted.twin(points_of)
        return lambda s: tuple(int(points(s, seat)) for seat in range(s.seats))
    if game.words.progress is None:
        return None
    progress = game.words.progress[1]
    return lambda s: (progress(s),)


def moments(course: Course, most: int = MOST_MOMENTS) -> list[Swing]:
    """Where the game turned: the largest swings, in their order."""
    swings = [Swing(before, after, _later(course, after)) for before, after in pairwise(course.steps)]
    largest = sorted((one for one in swings if one.size), key=lambda one: one.size, reverse=True)[:most]
    return sorted(largest, key=lambda one: one.after.move)


def _later(course: Course, step: Step) -> Step:
    return next(one for one in reversed(course.steps) if one.length <= step.length + 1)


def in_words(course: Course, swing: Swing, names: Sequence[str]) -> str:
    """What changed at a moment, the most first: "Cedar 4 → 9, Birch 12 → 10"."""
    changes = swing.changes
    moved = sorted((n for n, change in enumerate(changes) if change), key=lambda n: -abs(changes[n]))
    return ", ".join(
        f"{course.counted or names[n]} {minus(swing.before.counts[n])} → {minus(swing.after.counts[n])}"
        for n in moved[:MOST_NAMED]
    )
