"""A workshop as tables for a spreadsheet: all moves, all that was said, what the facilitator did, and how it went."""

from __future__ import annotations

import asyncio
import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from moot.bots import BOTS
from moot.engine import NOBODY
from moot.table.acts import SEATED, who_was
from moot.table.keeping import BACK, CHAT, MOVE
from moot.table.room import MoveBody, Room, Said
from moot.table.rounds import Played, play_through
from moot.table.store import LogRow, Store
from moot.table.workshop import FACILITATOR, Workshop

FORMULAS = ("=", "+", "-", "@")  # what makes a spreadsheet take a text for something to work out
BREAKS = ("\t", "\r", "\n")
MOVES = ("table", "number", "time", "seat", "name", "by", "seconds", "choice", "arguments", "words", "text")
CHATS = ("table", "number", "time", "seat", "name", "by", "to", "text")
TABLE = ("table", "option", "value", "state", "ending", "ended_early", "rounds", "moves")
RESULTS = (*TABLE, "seat", "name", "people", "points", "rank", "won", "decided_by")
ACTS = ("number", "time", "by", "what", "table", "seat", "whom", "text")
ROUNDS = ("table", "option", "value", "seat", "name", "counted")
Cells = Iterable[object]


class Told(NamedTuple):
    """One table with all that is known of it."""

    room: Room
    log: Sequence[LogRow]
    played: Played


async def exported(workshop: Workshop, rooms: Sequence[Room], store: Store) -> bytes:
    """All tables in one file."""
    logs = [(room, await store.log(room.info.id)) for room in rooms]
    return await asyncio.to_thread(_packed, workshop, logs)


def _packed(workshop: Workshop, logs: Sequence[tuple[Room, list[LogRow]]]) -> bytes:
    told = [Told(room, log, play_through(room, log, workshop.acts)) for room, log in logs]
    files = {
        "moves.csv": [MOVES, *(row for one in told for row in moves(workshop, one))],
        "chat.csv": [CHATS, *(row for one in told for row in chat(workshop, one))],
        "results.csv": [RESULTS, *(row for one in told for row in results(workshop, one.room))],
        "rounds.csv": [*rounds(workshop, told)],
        "options.csv": [*options(workshop, [one.room for one in told])],
        "acts.csv": [ACTS, *acts(workshop)],
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as together:
        for name, rows in files.items():
            together.writestr(name, written(rows).encode("utf-8-sig"))  # by its first mark Excel knows what it reads
    return packed.getvalue()


def written(rows: Iterable[Cells]) -> str:
    """Rows as a spreadsheet reads them: a text that it would take for a formula begins with an apostrophe."""
    text = io.StringIO()
    csv.writer(text).writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _harmless(cell: object) -> object:
    """Some spreadsheets also work out what begins with wide signs, or with something that cannot be seen."""
    if not isinstance(cell, str):
        return cell
    seen = "".join(sign for sign in cell[:8] if unicodedata.category(sign)[0] not in "CZ")
    is_formula = unicodedata.normalize("NFKC", seen).startswith(FORMULAS)
    return f"'{cell}" if is_formula or cell.startswith(BREAKS) else cell


class _By(msgspec.Struct):
    by: str = ""


def moves(workshop: Workshop, told: Told) -> Iterator[Cells]:
    """Every move, and every one that was taken back."""
    for row in told.log:
        if row.kind in (MOVE, BACK):
            back = MoveBody("take back", (), by=msgspec.json.decode(row.body, type=_By).by)
            body = msgspec.json.decode(row.body, type=MoveBody) if row.kind == MOVE else back
            people = [_named(workshop, told.room, row, person) for person in body.votes or (body.by,)]
            by = f"{body.by} bot" if body.by in BOTS else ", ".join(filter(None, people))
            seconds = round(told.played.seconds.get(row.number, 0.0), 3) if row.number in told.played.seconds else ""
            said = (body.choice, " ".join(map(str, body.arguments)), told.played.words.get(row.number, ""), body.text)
            yield *_head(told.room, row), row.seat + 1, told.room.names[row.seat], by, seconds, *said


def _named(workshop: Workshop, room: Room, row: LogRow, person: str) -> str:
    """Who somebody was, on that seat and at that time; of a workshop older than its acts, who they are now."""
    now = workshop.guest_of(person)
    return who_was(workshop.acts, person, room.info.id, row.seat, row.at) or (now.name if now else "")


def _head(room: Room, row: LogRow) -> tuple[object, ...]:
    return room.info.place, row.number, _time(row.at)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def chat(workshop: Workshop, told: Told) -> Iterator[Cells]:
    """All that was said, and by whom of those on the seat."""
    names = told.room.names
    for row in told.log:
        if row.kind == CHAT:
            said = msgspec.json.decode(row.body, type=Said)
            by = said.sender or _named(workshop, told.room, row, said.by)
            to = names[said.to] if said.to >= 0 else "everyone"
            seat = ("", said.sender) if said.sender else (said.seat + 1, names[said.seat])
            yield *_head(told.room, row), *seat, by, to, said.text


def results(workshop: Workshop, room: Room) -> Iterator[Cells]:
    """How it stands, seat by seat. A game without points has empty cells there, and one that is not over no winners."""
    sitting, place, stands = room.sitting, room.info.place or 0, room.outcome or room.sitting.standing
    ending = stands.ending.name.lower() if stands.ending is not None else ""
    played = (room.state, ending, int(stands.ended_early), sitting.length, len(sitting.history))
    head = (place, workshop.varied, workshop.says(place), *played)
    for seat, name in enumerate(room.names):
        guests = ", ".join(guest.name for guest in workshop.at_seat(room.info.id, seat)) or room.chairs[seat].kind
        points = stands.points[seat] if stands.points else ""
        won = int(seat in stands.winners) if stands.ending is not None else ""
        yield *head, seat + 1, name, guests, points, stands.ranks[seat], won, stands.decided_by or ""


def rounds(workshop: Workshop, told: Sequence[Told]) -> Iterator[Cells]:
    """What the game counts for each seat, as it was at the end of each round: the rounds side by side."""
    last = max((number for one in told for number in one.played.rounds), default=0)
    counted = workshop.game.length.removesuffix("s").replace("_", " ")
    yield *ROUNDS, *(f"{counted} {number}" for number in range(1, last + 1))
    for room, _, played in told:
        place = room.info.place or 0
        for name in played.rounds[room.sitting.length]:
            for seat, called in enumerate(room.names):
                found = (played.rounds.get(number, {}).get(name) for number in range(1, last + 1))
                cells = [values[seat] if values is not None else "" for values in found]
                yield place, workshop.varied, workshop.says(place), seat + 1, called, name, *cells


def options(workshop: Workshop, rooms: Sequence[Room]) -> Iterator[Cells]:
    """The rules of each table, option by option."""
    names = list(workshop.game.options)
    yield "table", *names
    for room in rooms:
        said = workshop.game.says(room.info.options)
        yield room.info.place, *(said[name] for name in names)


def acts(workshop: Workshop) -> Iterator[Cells]:
    """What the facilitator did, and who sat down where, in the order of time."""
    places = {table: place for place, table in enumerate(workshop.tables, 1)}
    for act in sorted(workshop.acts, key=lambda act: act.number):
        by = act.name if act.what == SEATED else FACILITATOR
        seat = act.seat + 1 if act.seat != NOBODY else ""
        where = places.get(act.table_id, ""), seat
        yield act.number, _time(act.at), by, act.what.replace("_", " "), *where, act.name, act.text
