"""Copying everything from one store to another: entries are the same bytes in both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Table, exists, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from moot.table.persistence import schema
from moot.table.persistence.folder import StartError
from moot.table.persistence.stores import Place, must_be_stopped

AT_ONCE = 1_000  # rows
LEFT_BEHIND = (schema.servers,)  # of those that run on the old store
Progress = Callable[[str, int], None]  # the part that is copied, and how many rows of it


def move(source: Place, target: Place, on_progress: Progress = lambda part, rows: None) -> int:
    """Copy all that is in a store into an empty one; how many rows. The first stays as it is."""
    source.must_be_there()
    with source.held(), target.held():
        for place in (source, target):
            if place.url:
                asyncio.run(must_be_stopped(place))
        return asyncio.run(copy_all(source, target, on_progress))


async def copy_all(source: Place, target: Place, on_progress: Progress = lambda part, rows: None) -> int:
    """The same, for whoever holds both: as everything was at one moment, all or none."""
    async with _reading(source) as reading, _writing(target) as writing:
        if any([await writing.scalar(select(exists().select_from(part))) for part in _parts()]):
            raise StartError(f"{target.shown} holds tables already. Choose an empty one with --to.")
        return sum([await _copy(part, reading, writing, on_progress) for part in _parts()])


def _parts() -> list[Table]:
    """What others refer to comes first."""
    return [table for table in schema.metadata.sorted_tables if table not in LEFT_BEHIND]


async def _copy(part: Table, reading: AsyncConnection, writing: AsyncConnection, on_progress: Progress) -> int:
    copied = 0
    found = await reading.stream(select(part))
    async for rows in found.mappings().partitions(AT_ONCE):
        await writing.execute(insert(part), [_without_holder(part, dict(row)) for row in rows])
        copied += len(rows)
        on_progress(part.name, copied)
    return copied


def _without_holder(part: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A table that was looked after by a server of the old store is looked after by none of the new one."""
    return {**row, "server": None} if part is schema.leases else row


@asynccontextmanager
async def _reading(place: Place) -> AsyncIterator[AsyncConnection]:
    engine = place.store.engine
    async with engine.connect() as connection:
        level = "REPEATABLE READ" if place.url else "SERIALIZABLE"
        await connection.execution_options(isolation_level=level)
        if not place.url:
            await connection.exec_driver_sql("BEGIN")
        yield connection
    await engine.dispose()


@asynccontextmanager
async def _writing(place: Place) -> AsyncIterator[AsyncConnection]:
    engine = place.store.engine
    async with engine.begin() as connection:
        yield connection
    await engine.dispose()
