"""The scribe of a table: puts what was told into words and writes them down, after it has happened.

Words are for readers of a table whose rules are no longer here. They never hold up a move, and an error in them never loses one:
what has not been written down yet is told again from the log when the table is next read.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from moot.engine import Entry
from moot.table.entries import Body, Ended, Moved
from moot.table.store import Change, told_kept
from moot.table.told import told_of, told_to_all, write_lines

if TYPE_CHECKING:
    from moot.table.room import Room

AT_ONCE = 16  # moves whose words are written together
log = structlog.get_logger("moot.table")


class Scribe:
    """One table's."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._unwritten: dict[int, list[Entry]] = {}  # what was told with an entry

    def note(self, number: int, body: Body, heard: int) -> None:
        """An entry has been folded; `heard` is how long the game's log was before."""
        if isinstance(body, Moved | Ended):
            self._unwritten[number] = self._room.sitting.log[heard:]

    def beginning(self) -> list[Change]:
        """What was told when the game was laid out."""
        return [self._words(0, self._room.sitting.log)]

    def flush(self) -> None:
        """Write down what has not been; nobody waits for it."""
        try:
            changes = [self._words(number, entries) for number, entries in self._unwritten.items()]
        except Exception:
            log.exception("what was told could not be put into words", table=self._room.info.id)
            changes = []
        self._unwritten.clear()
        if changes:
            self._room.store.writing(changes).add_done_callback(_be_done)

    def flush_many(self) -> None:
        """The same when there is enough to be written together, or no more will come."""
        if len(self._unwritten) >= AT_ONCE or self._room.is_done:
            self.flush()

    def _words(self, number: int, entries: list[Entry]) -> Change:
        """With the last entry goes how it ended, as far as players may know it."""
        room = self._room
        lines = told_of(room.sitting, entries)
        if number == room.number and room.is_done and room.ending is not None and (room.result or room.why):
            lines += (told_to_all(room.ending),)
        return told_kept(room.info.id, number, write_lines(lines))


def _be_done(writing: asyncio.Future[None]) -> None:
    """The store has said already what went wrong."""
    if not writing.cancelled():
        writing.exception()
