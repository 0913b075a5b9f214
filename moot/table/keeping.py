"""From a table's log back to the table. A log is folded from its first entry, by the rules to which the table is pinned.

When the rules have changed since, a table goes on under the new ones if every entry leads to the same position as before; else
under its own, if they were kept; else it can no longer be played, but everything that was told at it can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog

from moot.engine import NOBODY, Game, OptionError, SavedGameError
from moot.table.entries import Body, Ended, Moved, Opened, Rules, TookBack, read, written
from moot.table.releases import Shelf
from moot.table.room import Room, entry_added
from moot.table.state import ENDED, KEPT, OVER, chair, info_of, mark_of
from moot.table.store import Change, Store
from moot.table.told import CHANGED, Told, hear_told, read_lines

log = structlog.get_logger("moot.table")


@dataclass(frozen=True)
class Kept:
    """A table that can be read but no longer played."""

    id: str
    title: str
    why: str  # it cannot be played, or looked through
    past: list[Told | None]
    workshop: str | None = None  # to which it belongs

    @property
    def public(self) -> list[Told]:
        """What everyone was told."""
        return hear_told(self.past, NOBODY)


class Entry(NamedTuple):
    """Something that happened at a table."""

    number: int
    at: float
    body: Body


class Found(NamedTuple):
    """A table as it lies in the store."""

    id: str
    entries: list[Entry]
    told: dict[int, bytes]  # in words, by the numbers of entries
    state: str  # as lists show it

    @property
    def opened(self) -> Opened:
        """The first entry."""
        body = self.entries[0].body
        assert isinstance(body, Opened)
        return body

    @property
    def is_over(self) -> bool:
        """Whether the game came to its end, as far as the list of tables knew."""
        return self.state in (OVER, ENDED)

    @property
    def rules(self) -> str:
        """Those by which it was played last."""
        changes = [entry.body.rules for entry in self.entries if isinstance(entry.body, Rules)]
        return changes[-1] if changes and changes[-1] else self.opened.rules


async def find(store: Store, table: str) -> Found | None:
    """All that is written down of a table."""
    rows = await store.log(table)
    if not rows:
        return None
    entries = [Entry(row.number, row.at, read(row)) for row in rows]
    return Found(table, entries, await store.told(table), await store.state_of(table))


def bring_up(found: Found, shelf: Shelf, store: Store, clock: Callable[[], float]) -> tuple[Room | Kept, list[Change]]:
    """The table as it was left; and what has to be written down because the rules are no longer what they were."""
    opened, game = found.opened, shelf.games.get(found.opened.game)
    if game is None:
        return _keep(found, f"Its game, {opened.game}, is no longer here."), []
    try:
        game.choose(opened.options)
    except OptionError as error:
        return _older(found, shelf, store, clock, f"{game.title} can no longer be played with its options: {error}")
    if _may_be_read_by(found.rules, game):
        try:
            room = folded(found, game, store, clock)
        except Exception as error:  # other rules may fail in any way on moves that were not made for them
            log.warning("the log no longer folds", table=found.id, game=game.name, error=repr(error))
        else:
            return room, _pinned(room, found, shelf.rules_of(game))
    was, now = _version_in(found.rules), game.version
    other = f"It was played by version {was} of the rules of {game.title}; they are now at version {now}."
    return _older(found, shelf, store, clock, other)


def _may_be_read_by(rules: str, game: Game) -> bool:
    """Logs without marks, from before there were any, are read by rules of the same version only: nothing else vouches for it."""
    return "+" in rules or rules == f"{game.name}@{game.version}"


def _older(
    found: Found, shelf: Shelf, store: Store, clock: Callable[[], float], why: str
) -> tuple[Room | Kept, list[Change]]:
    """Under its own rules, if they were kept."""
    game = shelf.release(found.rules)
    if game is None:
        return _keep(found, why), []
    try:
        return folded(found, game, store, clock), []
    except Exception as error:
        log.warning("the log no longer folds by its own rules", table=found.id, game=game.name, error=repr(error))
        return _keep(found, why), []


def _pinned(room: Room, found: Found, rules: str) -> list[Change]:
    """These rules lead to the same positions: from now on they are the table's."""
    if found.rules == rules:
        return []
    body = Rules(rules)
    row = written(room.number + 1, room.now(), body)
    room.fold(row.number, row.at, body)
    return entry_added(found.id, row, body)


def folded(found: Found, game: Game, store: Store, clock: Callable[[], float]) -> Room:
    """The table, from its first entry to its last."""
    opened = found.opened
    info = info_of(found.id, found.entries[0].at, opened, game)
    room = Room(info, [chair(sat) for sat in opened.chairs], store, clock)
    if opened.mark and opened.mark != mark_of(bytes(room.sitting)):
        raise SavedGameError("The game begins otherwise than it did.")
    start = _last_record(found.entries)
    for entry in found.entries[1 : start + 1]:
        _fold_past(room, entry, found)
    for entry in found.entries[start + 1 :]:
        heard = len(room.sitting.log)
        room.fold(*entry)
        if entry.number not in found.told:
            room.scribe.note(entry.number, entry.body, heard)
    return room


def _last_record(entries: Sequence[Entry]) -> int:
    """The place of the last entry that lays down a position; 0: the game is played from its beginning."""
    laid = [place for place, entry in enumerate(entries) if isinstance(entry.body, Rules) and entry.body.record]
    return laid[-1] if laid else 0


def _fold_past(room: Room, entry: Entry, found: Found) -> None:
    """An entry from before the position that was laid down: its moves are not made again."""
    if isinstance(entry.body, Moved | TookBack):
        room.answers[entry.body.seat] += 1
    else:
        room.fold(*entry)
    if isinstance(entry.body, Rules) and entry.body.record:
        before = [one for one in found.entries if one.number < entry.number]
        past = [*_told_in(before, found.told), CHANGED]
        room.go_on_from(entry.body.record, past, _written_in(room.info.game, before))


def _keep(found: Found, why: str) -> Kept:
    """Its log stays as it is: when its rules are back, the table is what it was."""
    first = (
        "This game is over; it can no longer be looked through."
        if found.is_over
        else "This table can no longer be played."
    )
    text = f"{first} {why} What happened at it can still be read."
    past = _told_in(found.entries, found.told)
    return Kept(found.id, found.opened.game.replace("_", " ").title(), text, past, found.opened.workshop)


def _told_in(entries: Sequence[Entry], told: dict[int, bytes]) -> list[Told | None]:
    """What was told, without what was taken back."""
    return [line for entry in _standing(entries) for line in _lines(entry, told)]


def _lines(entry: Entry, told: dict[int, bytes]) -> Sequence[Told | None]:
    if isinstance(entry.body, Rules) and entry.body.record:
        return (CHANGED,)
    if entry.number in told:
        return read_lines(told[entry.number])
    return (Told(NOBODY, False, "", entry.body.why),) if isinstance(entry.body, Ended) else ()


def _standing(entries: Sequence[Entry]) -> list[Entry]:
    """What has been done to the game, without what was taken back."""
    standing: list[Entry] = []
    for entry in entries:
        if isinstance(entry.body, TookBack):
            own = [place for place, one in enumerate(standing) if getattr(one.body, "seat", NOBODY) == entry.body.seat]
            del standing[own[-1]]
        elif isinstance(entry.body, Opened | Moved | Rules | Ended):
            standing.append(entry)
    return standing


def _written_in(game: Game, entries: Sequence[Entry]) -> dict[int, str]:
    """The names that were written, as far as moves of other rules can be read by these."""
    written: dict[int, str] = {}
    for body in _moves(entries):
        if game.writing is not None and body.choice == game.writing.choice.name.lower():
            with suppress(Exception):
                written[game.writing.slot(body.arguments)] = body.text
    return {name: text for name, text in written.items() if text}


def _moves(entries: Sequence[Entry]) -> Iterator[Moved]:
    yield from (entry.body for entry in _standing(entries) if isinstance(entry.body, Moved))


def is_kept(row: Any, shelf: Shelf) -> bool:
    """Whether a table can only be read, as far as its row in the list says; else it is known when its log is folded."""
    same_version = _version_in(row.rules) == str(shelf.games[row.game].version)
    return row.state == KEPT or not (same_version or shelf.knows(row.rules))


def _version_in(rules: str) -> str:
    return rules.partition("@")[2].partition("+")[0]
