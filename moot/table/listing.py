"""What lists show of tables: rows that follow from their logs, so that no table has to be folded to be listed."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import delete, insert

from moot.table import schema
from moot.table.entries import Body, Ended, Moved, Next, Opened, Rules, Sat, Seated
from moot.table.state import ENDED, OVER, PLAYING
from moot.table.store import Change, table_changed


def listed(table: str, at: float, body: Body) -> list[Change]:
    """What an entry changes in the lists."""
    if isinstance(body, Opened):
        return [_opened(table, at, body), *_seats_changed(table, enumerate(body.chairs))]
    if isinstance(body, Seated):
        return _seats_changed(table, body.chairs.items())
    if isinstance(body, Moved):
        return [table_changed(table, state=OVER)] if body.over else []
    if isinstance(body, Ended):
        return [table_changed(table, state=ENDED, why=body.why)]
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
