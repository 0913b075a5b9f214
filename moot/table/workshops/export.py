"""A workshop as tables for a spreadsheet: all moves, all that was said, what the facilitator did, and how it went."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from moot.bots import LEVELS
from moot.engine import NOBODY, Sitting
from moot.table.live.entries import Moved, Said, TookBack, read
from moot.table.live.table import LiveTable
from moot.table.persistence.store import LogRow, Store
from moot.table.web.back_room import BackRoom
from moot.table.workshops.acts import SEATED, who_was
from moot.table.workshops.rounds import Played, play_through
from moot.table.workshops.workshop import FACILITATOR, Workshop

FORMULAS = ("=", "+", "-", "@")  # what makes a spreadsheet take a text for something to work out
BREAKS = ("\t", "\r", "\n")
_PARTS = re.compile(r"([;；\t]+)")  # what some settings take for the end of a cell
MOVES = ("table", "number", "time", "seat", "name", "by", "seconds", "choice", "arguments", "words", "text")
CHATS = ("table", "number", "time", "seat", "name", "by", "to", "text")
TABLE = ("table", "option", "value", "state", "ending", "ended_early", "rounds", "moves")
RESULTS = (*TABLE, "seat", "name", "people", "points", "rank", "won", "decided_by")
ACTS = ("number", "time", "by", "what", "table", "seat", "whom", "text")
ROUNDS = ("table", "option", "value", "seat", "name", "counted")
Cells = Iterable[object]


class Exported(NamedTuple):
    """One table with all that is known of it."""

    live: LiveTable
    sitting: Sitting  # as it was when the export was asked for: the game goes on meanwhile
    log: Sequence[LogRow]
    played: Played


async def exported(
    workshop: Workshop, live_tables: Sequence[LiveTable], store: Store, back_room: BackRoom, asker: str
) -> bytes:
    """All tables in one file, for somebody at an address."""
    logs = [(live, await store.log(live.info.id), live.sitting.copy()) for live in live_tables]
    return await back_room.do(asker, partial(_packed, workshop, logs))


def _packed(workshop: Workshop, logs: Sequence[tuple[LiveTable, list[LogRow], Sitting]]) -> bytes:
    told = [Exported(live, sitting, log, play_through(sitting, log)) for live, log, sitting in logs]
    files = {
        "moves.csv": [MOVES, *(row for one in told for row in moves(workshop, one))],
        "chat.csv": [CHATS, *(row for one in told for row in chat(workshop, one))],
        "results.csv": [RESULTS, *(row for one in told for row in results(workshop, one))],
        "rounds.csv": [*rounds(workshop, told)],
        "options.csv": [*options(workshop, [one.live for one in told])],
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
    """A text of which no part is worked out: where numbers have commas, spreadsheets take it for several at each semicolon."""
    if not isinstance(cell, str):
        return cell
    made = "".join(f"'{part}" if _is_formula(part) else part for part in _PARTS.split(cell))
    return f"'{cell}" if cell.startswith(BREAKS) else made


def _is_formula(text: str) -> bool:
    """Some spreadsheets also work out what begins with wide signs, or with something that cannot be seen."""
    seen = "".join(sign for sign in text[:8] if unicodedata.category(sign)[0] not in "CZ")
    return unicodedata.normalize("NFKC", seen).startswith(FORMULAS)


def moves(workshop: Workshop, told: Exported) -> Iterator[Cells]:
    """Every move, and every one that was taken back."""
    for row in told.log:
        body = read(row)
        if isinstance(body, TookBack):
            body = Moved(body.seat, "take back", (), by=body.by)
        if isinstance(body, Moved):
            people = [_named(workshop, told.live, row, person) for person in body.votes or (body.by,)]
            by = f"{body.by} bot" if body.by in LEVELS else ", ".join(filter(None, people))
            seconds = round(told.played.seconds.get(row.number, 0.0), 3) if row.number in told.played.seconds else ""
            said = (body.choice, " ".join(map(str, body.arguments)), told.played.words.get(row.number, ""), body.text)
            yield *_head(told.live, row), row.seat + 1, told.live.names[row.seat], by, seconds, *said


def _named(workshop: Workshop, live: LiveTable, row: LogRow, person: str) -> str:
    """Who somebody was, on that seat and at that time; of a workshop older than its acts, who they are now."""
    now = workshop.guest_of(person)
    return who_was(workshop.acts, person, live.info.id, row.seat, row.at) or (now.name if now else "")


def _head(live: LiveTable, row: LogRow) -> tuple[object, ...]:
    return live.info.place, row.number, _time(row.at)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def chat(workshop: Workshop, told: Exported) -> Iterator[Cells]:
    """All that was said, and by whom of those on the seat."""
    names = told.live.names
    for row in told.log:
        said = read(row)
        if isinstance(said, Said):
            by = said.sender or _named(workshop, told.live, row, said.by)
            to = names[said.to] if said.to >= 0 else "everyone"
            seat = ("", said.sender) if said.sender else (said.seat + 1, names[said.seat])
            yield *_head(told.live, row), *seat, by, to, said.text


def results(workshop: Workshop, told: Exported) -> Iterator[Cells]:
    """How it stands, seat by seat. A game without points has empty cells there, and one that is not over no winners."""
    live, sitting, place = told.live, told.sitting, told.live.info.place or 0
    stands = live.outcome or sitting.standing
    ending = stands.ending.name.lower() if stands.ending is not None else ""
    played = (live.state, ending, int(stands.ended_early), sitting.length, len(sitting.history))
    head = (place, workshop.varied, workshop.says(place), *played)
    for seat, name in enumerate(live.names):
        guests = ", ".join(guest.name for guest in workshop.at_seat(live.info.id, seat)) or live.chairs[seat].kind
        points = stands.points[seat] if stands.points else ""
        won = int(seat in stands.winners) if stands.ending is not None else ""
        yield *head, seat + 1, name, guests, points, stands.ranks[seat], won, stands.decided_by or ""


def rounds(workshop: Workshop, told: Sequence[Exported]) -> Iterator[Cells]:
    """What the game counts for each seat, as it was at the end of each round: the rounds side by side."""
    last = max((number for one in told for number in one.played.rounds), default=0)
    counted = workshop.game.counted
    yield *ROUNDS, *(f"{counted} {number}" for number in range(1, last + 1))
    for live, sitting, _, played in told:
        place = live.info.place or 0
        for name in played.rounds[sitting.length]:
            for seat, called in enumerate(live.names):
                found = (played.rounds.get(number, {}).get(name) for number in range(1, last + 1))
                cells = [values[seat] if values is not None else "" for values in found]
                yield place, workshop.varied, workshop.says(place), seat + 1, called, name, *cells


def options(workshop: Workshop, live_tables: Sequence[LiveTable]) -> Iterator[Cells]:
    """The rules of each table, option by option."""
    names = list(workshop.game.options)
    yield "table", *names
    for live in live_tables:
        said = workshop.game.says(live.info.options)
        yield live.info.place, *(said[name] for name in names)


def acts(workshop: Workshop) -> Iterator[Cells]:
    """What the facilitator did, and who sat down where, in the order of time."""
    places = {table: place for place, table in enumerate(workshop.tables, 1)}
    for act in workshop.acts:
        by = act.name if act.what == SEATED else FACILITATOR
        seat = act.seat + 1 if act.seat != NOBODY else ""
        where = places.get(act.table, ""), seat
        yield act.number, _time(act.at), by, act.what.replace("_", " "), *where, act.name, act.text
