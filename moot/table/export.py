"""A workshop as tables for a spreadsheet: all moves, all that was said, and how it ended."""

from __future__ import annotations

import asyncio
import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import msgspec

from moot.bots import BOTS
from moot.engine import Sitting
from moot.engine.saving import read_row
from moot.table.keeping import BACK, CHAT, MOVE, RULES
from moot.table.room import MoveBody, Room, Said
from moot.table.store import LogRow, Store
from moot.table.workshop import Workshop

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # what makes a spreadsheet take a text for something to work out
MOVES = ("table", "number", "time", "seat", "name", "by", "choice", "arguments", "words", "text")
CHATS = ("table", "number", "time", "seat", "name", "to", "text")
TABLE = ("table", "option", "value", "state", "ending", "rounds", "moves")
RESULTS = (*TABLE, "seat", "name", "people", "points", "rank", "won", "decided_by")
Cells = Iterable[object]


async def exported(workshop: Workshop, rooms: Sequence[Room], store: Store) -> bytes:
    """Three tables in one file."""
    logs = [(room, await store.log(room.info.id)) for room in rooms]
    return await asyncio.to_thread(_packed, workshop, logs)


def _packed(workshop: Workshop, logs: Sequence[tuple[Room, list[LogRow]]]) -> bytes:
    people = {guest.person: guest.name for guest in workshop.guests if guest.person}
    files = {
        "moves.csv": [MOVES, *(row for room, log in logs for row in moves(room, log, people))],
        "chat.csv": [CHATS, *(row for room, log in logs for row in chat(room, log))],
        "results.csv": [RESULTS, *(row for room, _ in logs for row in results(workshop, room))],
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as together:
        for name, rows in files.items():
            together.writestr(name, written(rows))
    return packed.getvalue()


def written(rows: Iterable[Cells]) -> str:
    """Rows as a spreadsheet reads them: a text that it would take for a formula begins with an apostrophe."""
    text = io.StringIO()
    csv.writer(text).writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def moves(room: Room, log: Sequence[LogRow], people: Mapping[str, str]) -> Iterator[Cells]:
    """Every move, and every one that was taken back."""
    words = _words(room, log)
    for row in log:
        if row.kind in (MOVE, BACK):
            body = msgspec.json.decode(row.body, type=MoveBody) if row.kind == MOVE else MoveBody("take back", ())
            by = (
                f"{body.by} bot"
                if body.by in BOTS
                else ", ".join(people.get(one, "") for one in body.votes or (body.by,))
            )
            arguments = " ".join(map(str, body.arguments))
            said = (body.choice, arguments, words.get(row.number, ""), body.text)
            yield *_head(room, row), row.seat + 1, room.names[row.seat], by, *said


def _head(room: Room, row: LogRow) -> tuple[object, ...]:
    return room.info.place, row.number, datetime.fromtimestamp(row.at, UTC).isoformat(timespec="milliseconds")


def _words(room: Room, log: Sequence[LogRow]) -> dict[int, str]:
    """What each move is in words, by its number in the log: the game is played again. Not of moves by rules that have changed."""
    words: dict[int, str] = {}
    if any(row.kind == RULES for row in log):
        return words
    again = Sitting(room.info.game, room.info.options, room.info.seed, compiled=room.sitting.machine.compiled)
    again.names = room.names
    with suppress(Exception):  # other rules may fail in any way on moves that were not made for them
        for row in log:
            if row.kind == BACK:
                again.take_back(row.seat)
            elif row.kind == MOVE:
                words[row.number] = _play(again, row)
    return words


def _play(again: Sitting, row: LogRow) -> str:
    body, game = msgspec.json.decode(row.body, type=MoveBody), again.game
    seat, number, _ = read_row(game, [row.seat, body.choice, *body.arguments])
    choice, arguments = again.machine.numbering.read(number)
    said, _ = game.words.move(again.look(seat), seat, choice.step, arguments, again.names)
    again.play(seat, number, body.text)
    return said


def chat(room: Room, log: Sequence[LogRow]) -> Iterator[Cells]:
    """All that was said."""
    for row in log:
        if row.kind == CHAT:
            said = msgspec.json.decode(row.body, type=Said)
            name = said.sender or room.names[said.seat]
            to = room.names[said.to] if said.to >= 0 else "everyone"
            yield *_head(room, row), "" if said.sender else said.seat + 1, name, to, said.text


def results(workshop: Workshop, room: Room) -> Iterator[Cells]:
    """How it stands, seat by seat. A game without points has empty cells there, and one that is not over no winners."""
    sitting, place, stands = room.sitting, room.info.place or 0, room.outcome or room.sitting.standing
    ending = stands.ending.name.lower() if stands.ending is not None else ""
    head = (place, workshop.varied, workshop.says(place), room.state, ending, sitting.length, len(sitting.history))
    for seat, name in enumerate(room.names):
        guests = ", ".join(guest.name for guest in workshop.at_seat(room.info.id, seat)) or room.chairs[seat].kind
        points = stands.points[seat] if stands.points else ""
        won = int(seat in stands.winners) if stands.ending is not None else ""
        yield *head, seat + 1, name, guests, points, stands.ranks[seat], won, stands.decided_by or ""
