"""The course of a game that is over as a picture: a line for each seat, or one for all, by turn or round. And what somebody
ended with, game after game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.engine import Game, minus
from moot.engine.course import Course, Step, in_words, moments
from moot.table.live.table import LiveTable

WIDE, HIGH = 340, 190  # of the picture
LEFT, RIGHT, TOP, BOTTOM = 26, 46, 20, 24  # of it around the lines
NEAREST = 14  # between two numbers below the lines
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)  # between two numbers of a scale
BESIDE = 11  # between two numbers of moments above the lines
FEWEST = 3  # results of which a curve is drawn
CLOSEST = 15  # between two numbers at the ends of lines


class Tick(NamedTuple):
    """A number beside the lines."""

    at: float
    says: str


class Drawn(NamedTuple):
    """A line."""

    seat: int  # -1: of all together
    name: str
    path: str
    end: float  # how high it ends
    says_at: float  # how high the number at its end stands: where no other does
    last: str  # the number


class Row(NamedTuple):
    """The same in numbers, when a turn or round was over."""

    length: int
    counts: tuple[str, ...]


class Turned(NamedTuple):
    """A moment at which much changed."""

    move: int
    when: str  # "Round 3"
    what: str  # "Cedar 4 → 9"
    x: float  # where it is in the picture
    says_at: float  # where its number stands: where no other does


class Curve(NamedTuple):
    """All of it."""

    counted: str
    along: str  # what is counted along it: "round"
    lines: tuple[Drawn, ...]
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]
    rows: tuple[Row, ...]
    moments: tuple[Turned, ...]
    size: tuple[int, int] = (WIDE, HIGH)
    frame: tuple[int, int, int, int] = (LEFT, WIDE - RIGHT, TOP, HIGH - BOTTOM)


class _Scale(NamedTuple):
    """Where numbers are in the picture."""

    moves: int
    low: int
    high: int

    def x(self, move: int) -> float:
        return round(LEFT + (WIDE - LEFT - RIGHT) * move / max(self.moves, 1), 1)

    def y(self, count: int) -> float:
        return round(TOP + (HIGH - TOP - BOTTOM) * (self.high - count) / max(self.high - self.low, 1), 1)


def curve_of(live: LiveTable, course: Course) -> Curve | None:
    """How a table's game went; None if there is nothing to be seen in it."""
    if len({step.counts for step in course.steps}) < 2:
        return None
    game, names = live.info.game, live.names
    turned = _turned(course, _scale(course.steps), game.counted, names)
    return _drawn(course, course.counted or _called(game), game.counted, names)._replace(moments=turned)


def curve_of_results(game: Game, results: Sequence[int]) -> Curve | None:
    """What somebody ended with in some games, the first of them first; None if there is nothing to be seen in it."""
    if len(results) < FEWEST or len({*results}) < 2:
        return None
    steps = tuple(Step(place, place + 1, (result,)) for place, result in enumerate(results))
    return _drawn(Course(_called(game), steps), _called(game), "game", ())


def _called(game: Game) -> str:
    """What a game's points are called: gold."""
    return game.words.points(2).removeprefix("2 ")


def _drawn(course: Course, counted: str, along: str, names: Sequence[str]) -> Curve:
    """Without the moments at which it turned."""
    scale = _scale(course.steps)
    rows = tuple(Row(step.length, tuple(map(minus, step.counts))) for step in course.by_length)
    lines, down = _lines(course, scale, names, counted), _down(scale)
    return Curve(counted, along, lines, _across(course, scale), down, rows, ())


def _scale(steps: Sequence[Step]) -> _Scale:
    counts = [count for step in steps for count in step.counts]
    return _Scale(steps[-1].move, min(0, *counts), max(counts))


def _lines(course: Course, scale: _Scale, names: Sequence[str], counted: str) -> tuple[Drawn, ...]:
    together = bool(course.counted)
    ends = [scale.y(count) for count in course.steps[-1].counts]
    return tuple(
        Drawn(
            -1 if together else place,
            counted if together else names[place],
            _path(course.steps, scale, place),
            end,
            at,
            minus(course.steps[-1].counts[place]),
        )
        for place, (end, at) in enumerate(zip(ends, _apart(ends), strict=True))
    )


def _path(steps: Sequence[Step], scale: _Scale, place: int) -> str:
    """A line that keeps its height until something changes."""
    first, *others = steps
    moved = "".join(f"H{scale.x(step.move)}V{scale.y(step.counts[place])}" for step in others)
    return f"M{scale.x(first.move)} {scale.y(first.counts[place])}{moved}"


def _apart(heights: Sequence[float]) -> list[float]:
    """Where numbers stand beside these heights, from the highest down, none on another; the lowest stay within the picture."""
    placed: dict[int, float] = {}
    lowest = HIGH - BOTTOM + 8 - CLOSEST * (len(heights) - 1)
    for place in sorted(range(len(heights)), key=lambda one: heights[one]):
        above = max(placed.values(), default=-CLOSEST)
        placed[place] = max(above + CLOSEST, min(heights[place], lowest + CLOSEST * len(placed)))
    return [placed[place] for place in range(len(heights))]


def _across(course: Course, scale: _Scale) -> tuple[Tick, ...]:
    """Where turns or rounds begin; of those that are short, some."""
    first: dict[int, int] = {}
    for step in course.steps:
        first.setdefault(step.length, step.move)
    ticks: list[Tick] = []
    for length, move in first.items():
        if not ticks or scale.x(move) - ticks[-1].at >= NEAREST:
            ticks.append(Tick(scale.x(move), str(length)))
    return tuple(ticks)


def _down(scale: _Scale) -> tuple[Tick, ...]:
    every = _step(scale.high - scale.low, 5)
    first = -(-scale.low // every) * every
    return tuple(Tick(scale.y(count), minus(count)) for count in range(first, scale.high + 1, every))


def _step(span: int, most: int) -> int:
    return next((step for step in STEPS if span <= step * most), STEPS[-1])


def _turned(course: Course, scale: _Scale, counted: str, names: Sequence[str]) -> tuple[Turned, ...]:
    turned = moments(course)
    places = [scale.x(one.after.move) for one in turned]
    return tuple(
        Turned(one.after.move, f"{counted.capitalize()} {one.before.length}", in_words(course, one, names), x, says_at)
        for one, x, says_at in zip(turned, places, _beside(places), strict=True)
    )


def _beside(places: Sequence[float]) -> list[float]:
    """Where numbers stand above these places, from the right to the left, none on another."""
    stand: list[float] = []
    for place in reversed(places):
        stand.append(min(place, stand[-1] - BESIDE) if stand else place)
    return stand[::-1]
