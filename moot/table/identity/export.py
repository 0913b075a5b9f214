"""All that is kept of a person, for themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from moot.table.live.entries import Moved, Said, read
from moot.table.notices.channels import PUSH, Channel, channels_of
from moot.table.notices.push import read_subscription
from moot.table.notices.quiet import quiet_of
from moot.table.people import People, Person
from moot.table.persistence import schema
from moot.table.persistence.forgetting import logs_that_tell_of, tables_of
from moot.table.persistence.store import LogRow, Store


async def exported(store: Store, people: People, person: Person) -> dict[str, Any]:
    """Name, devices, settings, notices, tables, seats, drafts, moves and chat: what they did, and nothing of others."""
    row = await store.row(select(schema.people.c.at).where(schema.people.c.id == person.id))
    recovery = await store.row(select(schema.recovery.c.made).where(schema.recovery.c.person == person.id))
    keys = await people.keys_of(person)
    tables = await tables_of(store, person.id, await logs_that_tell_of(store, person.id))
    return {
        "name": person.name,
        "first_here": _time(row.at) if row else None,
        "devices": [{"device": key.label, "since": _time(key.made), "last_used": _time(key.used)[:10]} for key in keys],
        "words_since": _time(recovery.made) if recovery else None,
        "settings": await people.chosen_by(person.id),
        "lessons": sorted(await people.lessons_of(person.id)),
        "notices": await _notices(store, person.id),
        "hidden_tables": await _hidden(store, person.id),
        "tables": [await _table(store, table, person.id) for table in tables],
    }


async def _notices(store: Store, person: str) -> dict[str, Any]:
    """How they are told of their turns, when they are not, and of which they were told or will be."""
    outbox, hours = schema.outbox, await quiet_of(store, person)
    told = await store.rows(select(outbox).where(outbox.c.person == person).order_by(outbox.c.due, outbox.c.table_id))
    return {
        "ways": [
            {"kind": one.kind, "to": _where(one), "state": one.state, "error": one.error}
            for one in await channels_of(store, [person])
        ],
        "quiet_hours": {"zone": hours.zone, "from": hours.first, "to": hours.last},
        "turns": [
            {
                "table": one.table_id,
                "kind": one.kind,
                "due": _time(one.due),
                "sent": _time(one.sent) if one.sent else None,
            }
            for one in told
        ],
    }


def _where(channel: Channel) -> str:
    """Of a browser that is pushed to, its address alone: with the rest one could write to it."""
    return read_subscription(channel.target).endpoint if channel.kind == PUSH else channel.target


async def _hidden(store: Store, person: str) -> list[str]:
    hidden = schema.hidden
    found = select(hidden.c.table_id).where(hidden.c.person == person).order_by(hidden.c.table_id)
    return [row.table_id for row in await store.rows(found)]


async def _table(store: Store, table: str, person: str) -> dict[str, Any]:
    tables, seats, sitters = schema.tables, schema.seats, schema.sitters
    row = await store.row(select(tables).where(tables.c.id == table))
    assert row is not None
    here = seats.c.table_id == sitters.c.table_id, seats.c.seat == sitters.c.seat
    mine = select(seats.c.seat, seats.c.name).where(*here, seats.c.table_id == table, sitters.c.person == person)
    log = await store.log(table)
    return {
        "table": table,
        "game": row.game,
        "options": json.loads(row.options),
        "opened": _time(row.at),
        "opened_by_me": row.host == person,
        "state": row.state,
        "seats": [{"seat": one.seat, "name": one.name} for one in await store.rows(mine)],
        "drafts": await _drafts(store, table, person),
        "moves": list(_moves(log, person)),
        "chat": list(_chat(log, person)),
    }


async def _drafts(store: Store, table: str, person: str) -> list[dict[str, Any]]:
    drafts = schema.drafts
    found = await store.rows(select(drafts).where(drafts.c.table_id == table, drafts.c.person == person))
    return [{"seat": one.seat, "parts": json.loads(one.parts)} for one in found]


def _moves(log: list[LogRow], person: str) -> Iterator[dict[str, Any]]:
    for row in log:
        body = read(row)
        if isinstance(body, Moved) and person in (body.by, *body.votes):
            move = {"seat": body.seat, "choice": body.choice, "arguments": body.arguments, "text": body.text}
            yield {"number": row.number, "at": _time(row.at), **move}


def _chat(log: list[LogRow], person: str) -> Iterator[dict[str, Any]]:
    for row in log:
        body = read(row)
        if isinstance(body, Said) and body.by == person:
            yield {"at": _time(row.at), "seat": body.seat, "to": body.to, "text": body.text}


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
