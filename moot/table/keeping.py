"""From a table to what is written down of it, and back. A table is its options, its seed and its log.

When the rules have changed since, a table goes on from the position that was kept, if the record's layout is still the same; if
not, it can no longer be played, but everything that was told at it can be read.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import delete, insert, select

from moot.engine import NOBODY, Game, OptionError, RulesError, SavedGameError, Sitting, resume
from moot.engine.saving import read_row
from moot.table import schema
from moot.table.room import ENDED, KEPT, OVER, Chair, MoveBody, Room, Said, TableInfo, Told, hear_told
from moot.table.store import Change, LogRow, Store, row_added, table_changed

START, MOVE, BACK, CHAT, RULES, END = "start", "move", "back", "chat", "rules", "end"
CHANGED = Told(NOBODY, False, "", "— The rules have changed since: from here on it goes on by the new ones —")
_body = msgspec.json.Decoder(MoveBody)
_said = msgspec.json.Decoder(Said)
log = structlog.get_logger("moot.table")


def layout_of(game: Game) -> str:
    """A fingerprint of the record's layout."""
    return hashlib.sha256(repr(game.dtype.descr).encode()).hexdigest()[:16]


# Down


def opened(room: Room) -> list[Change]:
    """Everything about a table that has just been opened."""
    info = room.info
    values = {
        "id": info.id,
        "game": info.game.name,
        "rules": info.game.version,
        "layout": layout_of(info.game),
        "options": json.dumps(info.game.says(info.options)),
        "seed": info.seed,
        "host": info.host,
        "public": info.public,
        "idle": info.idle,
        "at": info.at,
        "state": room.state,
        "why": "",
        "workshop": info.workshop,
        "place": info.place,
        "votes": info.votes,
    }
    start = msgspec.json.encode(MoveBody(START, (), room.told(room.sitting.log)))
    seats = [change for seat in range(len(room.chairs)) for change in seat_changed(room, seat, room.chairs[seat])]
    first = row_added(info.id, LogRow(0, info.at, START, NOBODY, start))
    return [(insert(schema.tables), values), *seats, first, room.snapshot()]


def seat_changed(room: Room, seat: int, chair: Chair) -> list[Change]:
    """A seat as it is from now on."""
    key = {"table_id": room.info.id, "seat": seat}
    changes: list[Change] = [
        (delete(table).where(table.c.table_id == room.info.id, table.c.seat == seat), {})
        for table in (schema.seats, schema.sitters)
    ]
    changes.append((insert(schema.seats), {**key, "kind": chair.kind, "name": chair.name, "key": chair.key}))
    return changes + [(insert(schema.sitters), {**key, "person": person}) for person in sorted(chair.sitters)]


# Up


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


class Found(NamedTuple):
    """A table as it lies in the store."""

    table: Any
    seats: Sequence[Any]
    sitters: Sequence[Any]
    log: Sequence[LogRow]
    record: bytes
    at: int  # the row of the log that led to the record


async def find(store: Store, table: str) -> Found | None:
    """All that is written down of a table."""
    found = await store.row(select(schema.tables).where(schema.tables.c.id == table))
    if found is None:
        return None
    seats = await store.rows(select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.seat))
    sitters = await store.rows(select(schema.sitters).where(schema.sitters.c.table_id == table))
    kept = await store.row(select(schema.snapshots).where(schema.snapshots.c.table_id == table))
    record = (zlib.decompress(kept.record), kept.number) if kept else (b"", 0)
    return Found(found, seats, sitters, await store.log(table), *record)


def chairs_in(found: Found) -> list[Chair]:
    """The seats and who holds them."""
    return seated(found.seats, found.sitters)


def seated(seats: Sequence[Any], sitters: Sequence[Any]) -> list[Chair]:
    """Rows of seats and of who sits on them as chairs."""
    return [Chair(row.kind, row.name, {s.person for s in sitters if s.seat == row.seat}, row.key) for row in seats]


def bring_up(
    found: Found, games: Mapping[str, Game], store: Store, clock: Callable[[], float]
) -> tuple[Room | Kept, list[Change]]:
    """The table as it was left; and what has to be written down because the rules are no longer what they were."""
    table, game = found.table, games.get(found.table.game)
    if game is None:
        return _keep(found, f"Its game, {table.game}, is no longer here.")
    try:
        info = _info(table, game)
    except OptionError as error:
        return _keep(found, f"{game.title} can no longer be played with its options: {error}")
    try:
        sitting, past = _play_again(info, found)
    except Exception as error:  # other rules may fail in any way on moves that were not made for them
        log.warning("the log no longer replays", table=table.id, game=game.name, error=repr(error))
        return _go_on(found, info, store, clock)
    room = _furnish(Room(info, sitting, chairs_in(found), store, clock), found, past)
    now = {"rules": game.version, "layout": layout_of(game), "state": room.state, "why": room.why}
    changes = [table_changed(table.id, **now)] if any(getattr(table, name) != now[name] for name in now) else []
    return room, changes if table.layout == now["layout"] else [*changes, room.snapshot()]


def _info(table: Any, game: Game) -> TableInfo:
    options = game.choose(json.loads(table.options))
    fixed = table.seed, table.host, table.public, table.idle, table.at
    return TableInfo(table.id, game, options, *fixed, table.workshop, table.place, table.votes)


def _play_again(info: TableInfo, found: Found) -> tuple[Sitting, list[Told | None]]:
    """The log played from its beginning, or from the last change of rules. It must lead to the very position that was kept."""
    sitting, past, start = Sitting(info.game, info.options, info.seed), [], 0
    if changes := [place for place, row in enumerate(found.log) if row.kind == RULES]:
        start = changes[-1] + 1
        past = _told_in(found.log[:start])
        record, written = zlib.decompress(found.log[start - 1].body), _written_in(info.game, found.log[:start])
        sitting = resume(info.game, info.options, info.seed, record, written=written)
    for row in found.log[start:]:
        if row.kind == MOVE:
            sitting.play(*_move_in(info.game, row))
        elif row.kind == BACK:
            sitting.take_back(row.seat)
    if not _leads_there(sitting, info.game, found):
        raise SavedGameError("The log leads to another position than the one that was kept.")
    return sitting, past


def _leads_there(sitting: Sitting, game: Game, found: Found) -> bool:
    """Positions that are laid out differently cannot be compared; then the same version of the rules vouches for it."""
    if found.table.layout != layout_of(game):
        return bool(found.table.rules == game.version)
    return bytes(sitting) == found.record


def _move_in(game: Game, row: LogRow) -> tuple[int, int, str]:
    """A move as a sitting takes it."""
    body = _body.decode(row.body)
    seat, number, _ = read_row(game, [row.seat, body.choice, *body.arguments])
    return seat, number, body.text


def _go_on(found: Found, info: TableInfo, store: Store, clock: Callable[[], float]) -> tuple[Room | Kept, list[Change]]:
    """The rules have changed: go on from the position that was kept, where its layout allows."""
    table, game = found.table, info.game
    was, now = table.rules, game.version
    other = f"It was played by version {was} of the rules of {game.title}; they are now at version {now}."
    if table.layout != layout_of(game):
        return _keep(found, other)
    try:
        written = _written_in(game, found.log)
        sitting = resume(game, info.options, info.seed, found.record, written=written)
    except (SavedGameError, RulesError):
        return _keep(found, other)
    room = _furnish(Room(info, sitting, chairs_in(found), store, clock), found, [*_told_in(found.log), CHANGED])
    room.number += 1
    row = LogRow(room.number, clock(), RULES, NOBODY, zlib.compress(found.record, 1))
    return room, [
        row_added(table.id, row),
        room.snapshot(),
        table_changed(table.id, rules=now, state=room.state, why=room.why),
    ]


def _keep(found: Found, why: str) -> tuple[Kept, list[Change]]:
    """Its row stays as it is: when its rules are back, the table is what it was."""
    table = found.table
    done = table.state in (OVER, ENDED)
    first = "This game is over; it can no longer be looked through." if done else "This table can no longer be played."
    past = _told_in(found.log)
    if table.state == ENDED and not any(row.kind == END for row in found.log):
        past.append(Told(NOBODY, False, "", table.why))  # it was ended before logs had a line for that
    text = f"{first} {why} What happened at it can still be read."
    return Kept(table.id, table.game.replace("_", " ").title(), text, past, table.workshop), []


def is_kept(table: Any, game: Game) -> bool:
    """Whether a table can only be read, as far as its row says; else it is known when its log is played again."""
    try:
        game.choose(json.loads(table.options))
    except OptionError:
        return True
    return bool(table.state == KEPT or (table.rules != game.version and table.layout != layout_of(game)))


def _told_in(log: Sequence[LogRow]) -> list[Told | None]:
    """What was told, without what was taken back."""
    told = ((CHANGED,) if row.kind == RULES else _body.decode(row.body).told for row in _standing(log))
    return [line for lines in told for line in lines]


def _standing(log: Sequence[LogRow]) -> list[LogRow]:
    """What has been done to the game, without what was taken back."""
    rows: list[LogRow] = []
    for row in log:
        if row.kind in (START, MOVE, RULES, END):
            rows.append(row)
        elif row.kind == BACK:
            del rows[max(place for place, other in enumerate(rows) if other.seat == row.seat)]
    return rows


def _written_in(game: Game, log: Sequence[LogRow]) -> dict[int, str]:
    """The names that were written, as far as moves of other rules can be read by these."""
    written: dict[int, str] = {}
    writing = game.writing
    for body in (_body.decode(row.body) for row in _standing(log) if row.kind == MOVE):
        if writing is not None and body.choice == writing.choice.name.lower():
            with suppress(Exception):
                written[writing.slot(body.arguments)] = body.text
    return {name: text for name, text in written.items() if text}


def _furnish(room: Room, found: Found, past: list[Told | None]) -> Room:
    """What a room holds besides its game."""
    room.past, room.number = past, found.log[-1].number
    room.chat = [_said.decode(row.body) for row in found.log if row.kind == CHAT]
    for row in found.log:
        if row.kind in (MOVE, BACK):
            room.answers[row.seat] += 1
    room.next, room.paused, room.due = found.table.next, found.table.paused, found.table.due
    if room.sitting.over:
        room.state = OVER
    elif found.table.state == ENDED:
        room.be_ended(found.table.why)
    return room
