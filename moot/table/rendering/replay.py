"""A game that is over, at any of its moments, as any seat saw it or with everything open."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from moot.engine import NOBODY, Entry, Line, MoveError, Names, Sitting
from moot.engine.course import Course, course_of
from moot.engine.flow import EVERYONE
from moot.engine.hearing import heard_by
from moot.table.live.table import LiveTable
from moot.table.rendering.once import Once
from moot.table.web.back_room import BackRoom

ALL_OPEN = -2  # the seat from which everything is seen
MOST_KEPT = 8  # games whose moments are kept at hand


class Moment(NamedTuple):
    """A position in the past."""

    move: int  # how many moves had been made
    moves: int  # of the whole game
    view: Any
    lines: list[tuple[Line, str]]  # what was told by the last move, oldest first; and to whom alone, if not to all
    mover: int  # the seat that made it
    names: Names  # as they were then

    @property
    def is_last(self) -> bool:
        """Whether it is the end."""
        return self.move == self.moves


class Moments:
    """The moments of a few games."""

    def __init__(self, back_room: BackRoom) -> None:
        self._records: Once[list[bytes]] = Once(back_room, MOST_KEPT)
        self._courses: Once[Course | None] = Once(back_room, MOST_KEPT)

    async def of(self, live: LiveTable, move: int, seat: int, asker: str) -> Moment:
        """The position after a number of moves, as a seat saw it, for somebody at an address."""
        records = await self._played(live, asker)
        at = min(max(move, 0), len(records) - 1)
        view = seen(live.sitting, records[at], seat)
        mover = live.sitting.history[at - 1][0] if at else NOBODY
        names = live.sitting.names if at == len(records) - 1 else live.sitting.book.names(at)
        return Moment(at, len(records) - 1, view, _told(live.sitting, at, seat), mover, names)

    async def course(self, live: LiveTable, asker: str) -> Course | None:
        """How the game went, if something is counted in it."""
        records = await self._played(live, asker)
        positions = (seen(live.sitting, record, ALL_OPEN) for record in records)
        return await self._courses.of(live.info.id, asker, lambda: course_of(live.info.game, positions))

    async def _played(self, live: LiveTable, asker: str) -> list[bytes]:
        if not live.is_done:
            raise MoveError("A game can be looked through when it is over.")
        return await self._records.of(live.info.id, asker, partial(_play_through, live.sitting, bool(live.past)))


def _play_through(sitting: Sitting, torn: bool) -> list[bytes]:
    """The position after every move. Of a game that went on under other rules only the end is known."""
    if torn:
        return [bytes(sitting)]
    again = Sitting(sitting.game, sitting.options, sitting.seed, compiled=sitting.machine.compiled)
    records = [bytes(again)]
    for move in sitting.played:
        again.play(*move)
        records.append(bytes(again))
    return records


def seen(sitting: Sitting, record: bytes, seat: int) -> Any:
    """Another position of the same game, as a seat sees it."""
    machine = sitting.machine
    array = np.frombuffer(bytearray(record), sitting.game.dtype)
    if seat == ALL_OPEN:
        return machine.light(array)
    views = np.zeros(1, sitting.game.dtype)
    machine.view(machine.records(array), 0, seat, machine.records(views), 0)
    return machine.light(views)


def _told(sitting: Sitting, move: int, seat: int) -> list[tuple[Line, str]]:
    """What the last move led to; with everything open also what only some heard."""
    log = sitting.log
    places = range(len(log)) if seat == ALL_OPEN else heard_by(log, seat)
    told = [log[place] for place in places if log[place].event is not None and log[place].after == move]
    if seat == ALL_OPEN:
        return [(sitting.overheard(entry), _whom(sitting, entry)) for entry in told]
    return [(sitting.line(entry), "") for entry in told]


def _whom(sitting: Sitting, entry: Entry) -> str:
    return "" if entry.audience in (EVERYONE, NOBODY) else sitting.names[entry.audience]
