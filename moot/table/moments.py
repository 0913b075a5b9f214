"""A game that is over, at any of its moments, as any seat saw it or with everything open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np

from moot.engine import NOBODY, Entry, Line, MoveError, Names, Sitting
from moot.engine.flow import EVERYONE
from moot.engine.sitting import heard_by
from moot.table.room import Room

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

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[bytes]] = OrderedDict()

    async def of(self, room: Room, move: int, seat: int) -> Moment:
        """The position after a number of moves, as a seat saw it."""
        if not room.is_done:
            raise MoveError("A game can be looked through when it is over.")
        records = await self._records(room)
        at = min(max(move, 0), len(records) - 1)
        view = seen(room.sitting, records[at], seat)
        mover = room.sitting.history[at - 1][0] if at else NOBODY
        names = room.sitting.names if at == len(records) - 1 else room.sitting.names_after(at)
        return Moment(at, len(records) - 1, view, _told(room.sitting, at, seat), mover, names)

    async def _records(self, room: Room) -> list[bytes]:
        """Played through in a thread: nobody waits for somebody else's replay."""
        name = room.info.id
        if name not in self._kept:
            self._kept[name] = await asyncio.to_thread(_play_through, room.sitting, bool(room.past))
        records = self._kept[name]
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return records


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
    return [(sitting.line(entry), _whom(sitting, entry) if seat == ALL_OPEN else "") for entry in told]


def _whom(sitting: Sitting, entry: Entry) -> str:
    return "" if entry.audience in (EVERYONE, NOBODY) else sitting.names[entry.audience]
