"""Snapshots: what a table's log has come to, so that it need not be folded from its first entry. They are a cache: whoever deletes
them loses time and nothing else, but for one thing. A table whose rules are gone can be converted from its last position alone,
and that is known by its snapshot.

What is on disk is plain data: it cannot run. A snapshot is read by the very rules that made it, and only what a converter needs of
it, the position and what its numbers mean, by any.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, exists, insert, literal, select

from moot.engine import Game
from moot.engine.converting import Layout, by_name, layout_of
from moot.engine.fingerprint import code_of
from moot.engine.snapshots import SittingSnapshot, restore, snapshot_of
from moot.lessons import Standing
from moot.table.live.entries import Said, Sat
from moot.table.live.state import Glance, TableState, chair
from moot.table.live.told import Told
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

FORM = 3  # raised when a snapshot holds something else, or the table makes something else of the same entries


class Folded(msgspec.Struct, frozen=True):
    """What entries have come to, but for seats and game; everything is called as in `TableState`."""

    number: int
    at: float
    answers: list[int]
    seating: int
    epoch: int
    glances: list[Glance | None]
    past: list[Told | None]
    chat: list[Said]
    state: str
    why: str
    next: str | None
    paused: float
    times: dict[str, int]
    only_show: bool
    due: float
    time_is_up: bool
    phase_began: int
    _phase: tuple[str, str]
    lesson: Standing | None


class Named(msgspec.Struct, frozen=True):
    """A position with what its numbers mean: this part of a snapshot is read whatever its form."""

    record: bytes
    layout: Layout


class Snapshot(Named, frozen=True):
    """A table at one of its entries."""

    form: int
    code: str  # of the rules that made it
    table: Folded
    chairs: list[tuple[Sat, bool, float]]  # each with whether a bot stands in, and since when it is awaited
    sitting: SittingSnapshot


class _Maker(msgspec.Struct, frozen=True):
    """What a snapshot was made by."""

    form: int
    code: str


_encode = msgspec.msgpack.Encoder().encode
_read_maker = msgspec.msgpack.Decoder(_Maker).decode
_read_named = msgspec.msgpack.Decoder(Named).decode
_read_snapshot = msgspec.msgpack.Decoder(Snapshot).decode


def take_snapshot(table: TableState) -> bytes:
    """A table as it is now; the same tables give the same bytes."""
    game, sitting = table.info.game, snapshot_of(table.sitting)
    folded = Folded(*(getattr(table, name) for name in Folded.__struct_fields__))
    chairs = [(seat.as_sat(), seat.stand_in, seat.since) for seat in table.chairs]
    return zlib.compress(
        _encode(Snapshot(sitting.record, layout_of(game), FORM, code_of(game), folded, chairs, sitting)), 1
    )


def read_snapshot(state: bytes, game: Game) -> Snapshot | None:
    """A snapshot, if it was made by these very rules."""
    plain = zlib.decompress(state)
    return _read_snapshot(plain) if _read_maker(plain) == _Maker(FORM, code_of(game)) else None


def position_in(state: bytes) -> dict[str, Any]:
    """The position by names, whatever rules it was made by."""
    named = _read_named(zlib.decompress(state))
    return by_name(named.record, named.layout)


def restore_table(table: TableState, snapshot: Snapshot) -> None:
    """A table that has just been opened becomes what it was."""
    restore(table.sitting, snapshot.sitting)
    for name in Folded.__struct_fields__:
        setattr(table, name, getattr(snapshot.table, name))
    table.chairs = [replace(chair(sat), stand_in=bot, since=since) for sat, bot, since in snapshot.chairs]


# On disk


class KeptSnapshot(NamedTuple):
    """A table's snapshot as it lies in the store."""

    number: int  # of the entry up to which it goes
    rules: str  # the fingerprint of those by which the table was played
    state: bytes


async def find_snapshot(store: Store, table: str) -> tuple[KeptSnapshot | None, int]:
    """The last snapshot of a table, if there is one; and how often something of the table has been erased."""
    tables, snapshots = schema.tables, schema.snapshots
    columns = tables.c.erased, snapshots.c.number, snapshots.c.rules, snapshots.c.state
    row = await store.row(select(*columns).select_from(tables.outerjoin(snapshots)).where(tables.c.id == table))
    if row is None:
        return None, 0
    return (None if row.number is None else KeptSnapshot(row.number, row.rules, row.state)), row.erased


def snapshot_kept(table: str, erased: int, snapshot: KeptSnapshot) -> list[Change]:
    """A snapshot in place of an older one. It is not kept if something of the table has been erased since it was read: what
    is in memory still tells of it.
    """
    tables, snapshots = schema.tables, schema.snapshots
    here = snapshots.c.table_id == table
    as_read = exists().where(tables.c.id == table, tables.c.erased == erased)
    values = select(literal(table), *map(literal, snapshot)).where(as_read, ~exists().where(here))
    return [
        (delete(snapshots).where(here, snapshots.c.number <= snapshot.number), {}),
        (insert(snapshots).from_select(["table_id", *KeptSnapshot._fields], values), {}),
    ]
