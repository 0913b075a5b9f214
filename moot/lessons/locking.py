"""A lesson's lock: the position at each of its steps, as it was when somebody last looked at them all. When rules change, it says
which step is the first to be another.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from moot.engine import Game, Sitting
from moot.lessons.lesson import LOCK, Lesson
from moot.lessons.rehearsal import rehearsed

_STEP = re.compile(r"^== step (\d+), after (\d+) moves: ([0-9a-f]+)\n", re.MULTILINE)
TOLD = ("told", "news")  # fields that hold no position
_HEAD = "The positions of the lesson beside this file; made by `moot lesson {} --renew`.\n\n"


class Locked(NamedTuple):
    """A step's position."""

    step: int
    moves: int  # that have led to it
    mark: str  # of the record
    picture: str  # as the learner sees it


class Stale(NamedTuple):
    """The first step that is no longer what it was."""

    step: int
    was: Locked | None
    now: Locked | None


def positions(game: Game, lesson: Lesson) -> list[Locked]:
    """The position at the beginning of each step."""
    locked: dict[int, Locked] = {}
    for script, at, sitting in rehearsed(game, lesson):
        step = script.beats[at.beat].step.number
        if step not in locked:
            picture = sitting.picture(lesson.seat).strip()
            locked[step] = Locked(step, len(sitting.history), mark_of(sitting), picture)
    return list(locked.values())


def mark_of(sitting: Sitting) -> str:
    """A fingerprint of a position, but for what was told last."""
    position = sitting.array.copy()
    for name in TOLD:
        position[name] = 0
    return blake2b(position.tobytes(), digest_size=8).hexdigest()


def renew(game: Game, lesson: Lesson) -> Path:
    """Record the positions as they are now."""
    file, now = game.folder / LOCK, positions(game, lesson)
    parts = [f"== step {one.step}, after {one.moves} moves: {one.mark}\n{one.picture}\n" for one in now]
    file.write_text(_HEAD.format(game.name) + "\n".join(parts), encoding="utf-8")
    return file


def read_lock(game: Game) -> list[Locked]:
    """The positions as they were recorded; none if they never were."""
    file = game.folder / LOCK
    _, *parts = _STEP.split(file.read_text(encoding="utf-8")) if file.is_file() else [""]
    return [
        Locked(int(step), int(moves), mark, picture.strip())
        for step, moves, mark, picture in zip(*(parts[place::4] for place in range(4)), strict=True)
    ]


def first_stale(game: Game, lesson: Lesson) -> Stale | None:
    """The first step whose position is another than was recorded; None if all are the same."""
    was, now = ({one.step: one for one in locked} for locked in (read_lock(game), positions(game, lesson)))
    for step in sorted({*was, *now}):
        if was.get(step) != now.get(step):
            return Stale(step, was.get(step), now.get(step))
    return None
