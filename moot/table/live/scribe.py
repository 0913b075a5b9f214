"""The scribe of a table: puts what was told into words and writes them down, after it has happened; and when the table
leaves memory, what its log has come to.

Words are for readers of a table whose rules are no longer here. They never hold up a move, and an error in them never loses one:
what has not been written down yet is told again from the log when the table is next read.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from moot.engine import Entry
from moot.table.live.entries import Body, Ended, Moved
from moot.table.live.snapshots import KeptSnapshot, snapshot_kept, take_snapshot
from moot.table.live.told import told_of, told_to_all, write_lines
from moot.table.persistence.store import Change, NewWords

if TYPE_CHECKING:
    from moot.table.live.table import LiveTable

AT_ONCE = 16  # moves whose words are written together
WORTH_IT = 100  # entries of a game that is over: fewer are folded almost as soon as a snapshot is read
log = structlog.get_logger("moot.table")


class Scribe:
    """One table's."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._unwritten: dict[int, list[Entry]] = {}  # what was told with an entry
        self._all_told = True  # whether all words up to here are on disk, or on their way
        self.snapshot_at = -1  # the last entry of the table's snapshot; before the first: there is none that fits
        self.erased = 0  # how often something had been deleted from the log when it was read

    def note(self, number: int, body: Body, heard: int) -> None:
        """An entry has been folded; `heard` is how long the game's log was before."""
        if isinstance(body, Moved | Ended):
            self._unwritten[number] = self._live.sitting.log[heard:]

    def beginning(self) -> list[Change]:
        """What was told when the game was laid out."""
        return [self._words(0, self._live.sitting.log)]

    def flush(self) -> None:
        """Write down what has not been; nobody waits for it."""
        self._write(self._told())

    def drop(self) -> None:
        """What was told here may not be what is on disk: it is told again from the log when the table is next read."""
        self._unwritten, self._all_told = {}, False

    def put_by(self, rules: str) -> None:
        """The table leaves memory: with the rest of the words goes a snapshot, for rules of this fingerprint."""
        self._write([*self._told(), *self._snapshot(rules)])

    def _write(self, changes: list[Change]) -> None:
        if changes:
            self._live.store.writing(changes).add_done_callback(self._be_done)

    def _told(self) -> list[Change]:
        """What has not been written down yet, in words."""
        try:
            return [self._words(number, entries) for number, entries in self._unwritten.items()]
        except Exception:
            log.exception("what was told could not be put into words", table=self._live.info.id)
            self._all_told = False
            return []
        finally:
            self._unwritten = {}

    def _snapshot(self, rules: str) -> list[Change]:
        """Of a game that is played, always: it may have to be converted one day. Of none that is not what is on disk, or whose
        words have to be told once more from the beginning.
        """
        live, new = self._live, self._live.number - self.snapshot_at
        if live.left or not self._all_told or new < (WORTH_IT if live.is_done else 1):
            return []
        try:
            kept = KeptSnapshot(live.number, rules, take_snapshot(live))
        except Exception:
            log.exception("no snapshot could be made", table=live.info.id)
            return []
        return snapshot_kept(live.info.id, self.erased, kept)

    def flush_many(self) -> None:
        """The same when there is enough to be written together, or no more will come."""
        if len(self._unwritten) >= AT_ONCE or self._live.is_done:
            self.flush()

    def _words(self, number: int, entries: list[Entry]) -> Change:
        """With the last entry goes how it ended, as far as players may know it."""
        live = self._live
        lines = told_of(live.sitting, entries)
        if number == live.number and live.is_done and live.ending is not None and (live.result or live.why):
            lines += (told_to_all(live.ending),)
        return NewWords(live.info.id, number, write_lines(lines))

    def _be_done(self, writing: asyncio.Future[None]) -> None:
        """The store has said already what went wrong."""
        if writing.cancelled() or writing.exception() is not None:
            self._all_told = False
