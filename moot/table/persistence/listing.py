"""What lists show of tables and workshops: rows that follow from their logs, so that none has to be folded to be found."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import delete, insert

from moot.table.live.entries import Body, Ended, Moved, Next, Opened, Rules, Sat, Seated
from moot.table.live.state import ENDED, OVER, PLAYING
from moot.table.persistence import schema
from moot.table.persistence.store import Change, NewLog, table_changed
from moot.table.workshops.entries import Convened, Guest, Placed


def listed(log: str, at: float, body: Body) -> list[Change]:
    """What an entry changes in the lists."""
    if isinstance(body, Convened | Placed):
        return _people_listed(log, at, body)
    return _table_listed(log, at, body)


def _people_listed(workshop: str, at: float, body: Convened | Placed) -> list[Change]:
    """What an entry of a workshop changes: who takes part, and where."""
    if isinstance(body, Placed):
        numbers = (*body.gone, *(guest.number for guest in body.guests))
        gone = [_guest_gone(workshop, number) for number in numbers]
        return gone + [_guest_added(workshop, guest) for guest in body.guests]
    row = insert(schema.workshops), {"id": workshop, "at": at}
    return [NewLog(workshop), row, *(_guest_added(workshop, guest) for guest in body.guests)]


def _guest_added(workshop: str, guest: Guest) -> Change:
    row = {"workshop": workshop, "number": guest.number, "name": guest.name, "secret": guest.secret}
    return insert(schema.guests), {**row, "person": guest.person, "table_id": guest.table, "seat": guest.seat}


def _guest_gone(workshop: str, number: int) -> Change:
    guests = schema.guests
    return delete(guests).where(guests.c.workshop == workshop, guests.c.number == number), {}


def _table_listed(table: str, at: float, body: Body) -> list[Change]:
    """What an entry of a table changes."""
    if isinstance(body, Opened):
        return [NewLog(table), _opened(table, at, body), *_seats_changed(table, enumerate(body.chairs))]
    if isinstance(body, Seated):
        left = [_drafts_left(table, seat, sat) for seat, sat in body.chairs.items()]
        return [*_seats_changed(table, body.chairs.items()), *left]
    if isinstance(body, Moved):
        return [table_changed(table, state=OVER), _drafts_gone(table)] if body.over else []
    if isinstance(body, Ended):
        return [table_changed(table, state=ENDED, why=body.why), _drafts_gone(table)]
    if isinstance(body, Next):
        return [table_changed(table, next=body.table)]
    return [table_changed(table, rules=body.rules)] if isinstance(body, Rules) else []


def _opened(table: str, at: float, body: Opened) -> Change:
    values = {
        "id": table,
        "game": body.game,
        "rules": body.rules,
        "options": json.dumps(body.options),
        "host": body.host,
        "public": body.public,
        "at": at,
        "state": PLAYING,
        "why": "",
        "workshop": body.workshop,
        "place": body.place,
    }
    return insert(schema.tables), values


def _seats_changed(table: str, chairs: Iterable[tuple[int, Sat]]) -> list[Change]:
    return [change for seat, sat in chairs for change in _seat_changed(table, seat, sat)]


def _seat_changed(table: str, seat: int, sat: Sat) -> list[Change]:
    key = {"table_id": table, "seat": seat}
    changes: list[Change] = [
        (delete(rows).where(rows.c.table_id == table, rows.c.seat == seat), {})
        for rows in (schema.seats, schema.sitters)
    ]
    changes.append((insert(schema.seats), {**key, "kind": sat.kind, "name": sat.name}))
    return changes + [(insert(schema.sitters), {**key, "person": person}) for person in sat.sitters]


def _drafts_left(table: str, seat: int, sat: Sat) -> Change:
    """Whoever has left a seat has chosen nothing there any more."""
    drafts = schema.drafts
    left = drafts.c.table_id == table, drafts.c.seat == seat, drafts.c.person.not_in(sat.sitters)
    return delete(drafts).where(*left), {}


def _drafts_gone(table: str) -> Change:
    """At the end of a game there is nothing to be chosen."""
    return delete(schema.drafts).where(schema.drafts.c.table_id == table), {}
