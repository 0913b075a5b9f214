"""From a table's log back to the table. A log is folded by the rules to which the table is pinned: from its snapshot, if these very
rules have made one, else from its first entry.

When the rules have changed since, a table goes on under the new ones if every entry leads to the same position as before; else
under its own, if they were kept; else from its last position, if the game can convert it; else it can no longer be played, but
everything that was told at it can be read.

While other servers are there, which may not have the new rules, nobody goes over to them: all play by those to which the table is
pinned, or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog
from sqlalchemy import or_, select

from moot.engine import NOBODY, Game, OptionError, SavedGameError
from moot.engine.converting import record_of
from moot.engine.saving import options_in
from moot.table.live.appending import entry_added
from moot.table.live.entries import Body, Ended, Moved, Opened, Rules, TookBack, read, written
from moot.table.live.releases import Shelf
from moot.table.live.snapshots import KeptSnapshot, find_snapshot, position_in, read_snapshot, restore_table
from moot.table.live.state import ENDED, KEPT, OVER, chair, info_of, mark_of
from moot.table.live.table import LiveTable
from moot.table.live.told import CHANGED, Told, hear_told, read_lines
from moot.table.persistence import schema
from moot.table.persistence.store import Change, LogRow, Store

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
    snapshot: KeptSnapshot | None = None

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

    @property
    def laid(self) -> int:
        """The place of the last entry that lays down a position; 0: the game is played from its beginning."""
        laid = [
            place for place, entry in enumerate(self.entries) if isinstance(entry.body, Rules) and entry.body.record
        ]
        return laid[-1] if laid else 0

    @property
    def laid_by(self) -> str:
        """The rules by which that position is read; in logs of earlier releases a later entry says it."""
        named = [entry.body.rules for entry in self.entries[self.laid :] if isinstance(entry.body, Rules)]
        return next(filter(None, named), self.opened.rules)

    @property
    def has_moved_on(self) -> bool:
        """Whether the game has gone on since its snapshot."""
        since = self.snapshot.number if self.snapshot else -1
        return any(entry.number > since and isinstance(entry.body, Moved | TookBack | Rules) for entry in self.entries)


Loaded = tuple[LiveTable | Kept, list[Change]]


async def find(store: Store, table: str) -> Found | None:
    """All that is written down of a table; None if there is none, or it is a workshop."""
    entries = [Entry(row.number, row.at, read(row)) for row in await store.log(table)]
    if not entries or not isinstance(entries[0].body, Opened):
        return None
    return Found(table, entries, await store.told(table), await store.state_of(table))


async def load(store: Store, shelf: Shelf, table: str, clock: Callable[[], float]) -> Loaded | None:
    """The table as it was left; and what has to be written down because the rules are no longer what they were."""
    snapshot, erased = await find_snapshot(store, table)
    live = snapshot and await _load_from(snapshot, store, shelf, table, clock)
    loaded: Loaded | None = (live, []) if live else None
    if loaded is None and (found := await find(store, table)) is not None:
        ours = await _is_ours(found, shelf, store)
        loaded = await asyncio.to_thread(bring_up, found._replace(snapshot=snapshot), shelf, store, clock, ours=ours)
    if loaded is not None and isinstance(loaded[0], LiveTable):
        loaded[0].scribe.erased = erased
    return loaded


async def _load_from(
    snapshot: KeptSnapshot, store: Store, shelf: Shelf, table: str, clock: Callable[[], float]
) -> LiveTable | None:
    """From a snapshot, with the entries that have come since. None if it does not fit, or cannot be read: it is a cache."""
    game, words = shelf.today(snapshot.rules), schema.told.c
    if game is None:
        return None
    rows = await store.rows(_first_and_after(table, snapshot.number))
    told = await store.rows(select(words.number).where(words.table_id == table, words.number > snapshot.number))
    try:
        first, *since = [Entry(row.number, row.at, read(LogRow._make(row))) for row in rows]
        live = await asyncio.to_thread(_restored, snapshot, game, table, first, store, clock)
        if live is None or any(isinstance(entry.body, Rules) for entry in since):
            return None
        await asyncio.to_thread(_fold_on, live, since, {row.number for row in told})
    except Exception as error:
        log.warning("a snapshot cannot be read", table=table, game=game.name, error=repr(error))
        return None
    return live


def _first_and_after(table: str, number: int) -> Any:
    """The entry that opened a table, and those after a number."""
    columns = [schema.log.c[name] for name in LogRow._fields]
    which = or_(schema.log.c.number == 0, schema.log.c.number > number)
    return select(*columns).where(schema.log.c.log_id == table, which).order_by(schema.log.c.number)


def _restored(
    kept: KeptSnapshot, game: Game, table: str, first: Entry, store: Store, clock: Callable[[], float]
) -> LiveTable | None:
    """The table that a snapshot holds; None if it was made by other rules."""
    snapshot = read_snapshot(kept.state, game)
    if snapshot is None:
        return None
    live = _opened(table, first, game, options_in(game, snapshot.record), store, clock)
    restore_table(live, snapshot)
    live.scribe.snapshot_at = live.number
    return live


async def _is_ours(found: Found, shelf: Shelf, store: Store) -> bool:
    """Whether a table may be played by the rules of today: they are its own, or no other server is there to play it by others."""
    return "+" not in found.rules or shelf.today(found.rules) is not None or await store.is_alone()


def bring_up(found: Found, shelf: Shelf, store: Store, clock: Callable[[], float], *, ours: bool = True) -> Loaded:
    """The table, folded from its first entry; if it is not ours, by no other rules than those to which it is pinned."""
    opened, game = found.opened, shelf.games.get(found.opened.game)
    if game is None:
        return _keep(found, f"Its game, {opened.game}, is no longer here."), []
    was, now = _version_in(found.rules), game.version
    why = f"It was played by version {was} of the rules of {game.title}; they are now at version {now}."
    if not ours:
        older = _older(found, shelf, store, clock)
        why = f"It is played by version {was} of the rules of {game.title}, which this server does not have."
        return older or _keep(found, why), []
    if _may_be_read_by(found, game, shelf.rules_of(game)):
        try:
            live = folded(found, game, store, clock)
        except OptionError as error:
            why = f"{game.title} can no longer be played with its options: {error}"
        except Exception as error:  # other rules may fail in any way on moves that were not made for them
            log.warning("the log no longer folds", table=found.id, rules=found.rules, error=repr(error))
        else:
            return live, _pinned(live, found, shelf.rules_of(game))
    older = _older(found, shelf, store, clock)
    return (older, []) if older else _converted(found, game, shelf, store, clock) or (_keep(found, why), [])


def _may_be_read_by(found: Found, game: Game, rules: str) -> bool:
    """Logs without marks, from before there were any, are read by rules of the same version only: nothing else vouches for it. And
    a position that was laid down is read only by rules to which its numbers mean the same.
    """
    if "+" not in found.rules:
        return found.rules == f"{game.name}@{game.version}"
    return not found.laid or _meaning_in(found.laid_by) == _meaning_in(rules)


def _older(found: Found, shelf: Shelf, store: Store, clock: Callable[[], float]) -> LiveTable | None:
    """Under its own rules, if they were kept."""
    game = shelf.release(found.rules)
    if game is None:
        return None
    try:
        return folded(found, game, store, clock)
    except Exception as error:
        log.warning("the log no longer folds by its own rules", table=found.id, game=game.name, error=repr(error))
        return None


def _converted(
    found: Found, game: Game, shelf: Shelf, store: Store, clock: Callable[[], float]
) -> tuple[LiveTable, list[Change]] | None:
    """From its last position, if that is known and the game can convert it."""
    convert, snapshot = game.converter_from(found.rules), found.snapshot
    if convert is None or snapshot is None or snapshot.rules != found.rules or found.has_moved_on or found.is_over:
        return None
    last = found.entries[-1]
    try:
        position = convert(position_in(snapshot.state))
        if position is None:
            return None
        body = Rules(shelf.rules_of(game), record_of(game, position))
        row = written(last.number + 1, max(last.at, clock()), body)
        live = folded(found._replace(entries=[*found.entries, Entry(row.number, row.at, body)]), game, store, clock)
    except Exception as error:  # a converter is code of the game: it may fail in any way
        log.warning("the table cannot be converted", table=found.id, game=game.name, error=repr(error))
        return None
    return live, entry_added(found.id, row, body)


def _pinned(live: LiveTable, found: Found, rules: str) -> list[Change]:
    """These rules lead to the same positions: from now on they are the table's."""
    if found.rules == rules:
        return []
    body = Rules(rules)
    row = written(live.number + 1, live.now(), body)
    live.fold(row.number, row.at, body)
    return entry_added(found.id, row, body)


def folded(found: Found, game: Game, store: Store, clock: Callable[[], float]) -> LiveTable:
    """The table, from its first entry to its last."""
    opened, place = found.opened, found.laid
    laid = found.entries[place].body
    options = options_in(game, laid.record) if isinstance(laid, Rules) else game.choose(opened.options)
    if options["seats"] != len(opened.chairs):
        raise SavedGameError("There are not as many seats as there were.")
    live = _opened(found.id, found.entries[0], game, options, store, clock)
    if not place and opened.mark and opened.mark != mark_of(bytes(live.sitting)):
        raise SavedGameError("The game begins otherwise than it did.")
    if isinstance(laid, Rules):
        before, (number, at, _) = found.entries[:place], found.entries[place]
        for entry in before[1:]:
            _fold_past(live, entry)
        past = [*_told_in(before, found.told), CHANGED]
        live.go_on_from(number, at, laid.record, past, _written_in(game, before))
    _fold_on(live, found.entries[place + 1 :], found.told)
    return live


def _opened(
    table: str, first: Entry, game: Game, options: dict[str, int], store: Store, clock: Callable[[], float]
) -> LiveTable:
    """The table after its first entry."""
    assert isinstance(first.body, Opened)
    info = info_of(table, first.at, first.body, game, options)
    return LiveTable(info, [chair(sat) for sat in first.body.chairs], store, clock)


def _fold_on(live: LiveTable, entries: Sequence[Entry], told: Container[int]) -> None:
    """Further entries; what has not been put into words yet will be."""
    for entry in entries:
        heard = len(live.sitting.log)
        live.fold(*entry)
        if entry.number not in told:
            live.scribe.note(entry.number, entry.body, heard)


def _fold_past(live: LiveTable, entry: Entry) -> None:
    """An entry from before the position that was laid down: its moves are not made again."""
    if isinstance(entry.body, Moved | TookBack):
        live.answers[entry.body.seat] += 1
    elif not isinstance(entry.body, Rules):
        live.fold(*entry)


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
            del standing[own[-1] : len(standing) if entry.body.told else own[-1] + 1]
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
    game = shelf.games[row.game]
    same_version = _version_in(row.rules) == str(game.version)
    goes_on = same_version or shelf.knows(row.rules) or game.converter_from(row.rules) is not None
    return row.state == KEPT or not goes_on


def _version_in(rules: str) -> str:
    return rules.partition("@")[2].partition("+")[0]


def _meaning_in(rules: str) -> str:
    return rules.partition("+")[2]
