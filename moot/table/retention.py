"""Deleting from the command line, while no server runs."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from moot.engine import Game
from moot.table.folder import FILE, StartError, held, prepare
from moot.table.forgetting import (
    Forgotten,
    forget_old,
    forget_person,
    forget_table,
    forget_workshop,
    people_called,
)
from moot.table.store import Store

Wish = Callable[[Store], Awaitable[Forgotten]]
DAY = 86400


def forget(data: Path, wish: Wish) -> Forgotten:
    """Do as wished, and leave nothing of it in the file."""
    if not (data / FILE).is_file():
        raise StartError(f"There is no {data / FILE}. Say with --data where the server keeps its games.")
    with held(data):
        prepare(data)
        forgotten = asyncio.run(_forget(data, wish))
        with contextlib.closing(sqlite3.connect(data / FILE)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return forgotten


async def _forget(data: Path, wish: Wish) -> Forgotten:
    store = Store(data)
    await store.open()
    try:
        forgotten = await wish(store)
        await store.write(forgotten.changes)
    finally:
        await store.close()
    return forgotten


def a_table(table: str) -> Wish:
    """One table."""

    async def wish(store: Store) -> Forgotten:
        return _found(
            await forget_table(store, table), f"There is no table {table}: its id ends the address of its page."
        )

    return wish


def a_workshop(workshop: str) -> Wish:
    """One workshop."""

    async def wish(store: Store) -> Forgotten:
        missing = f"There is no workshop {workshop}: its id is in the address of its pages, after /workshops/."
        return _found(await forget_workshop(store, workshop), missing)

    return wish


def a_person(games: Mapping[str, Game], name: str) -> Wish:
    """Whoever has an id or goes by a name; of several the ids are said."""

    async def wish(store: Store) -> Forgotten:
        people = await people_called(store, name)
        if len(people) > 1:
            known = ", ".join(
                f"{one.id} (first here {datetime.fromtimestamp(one.at, UTC):%Y-%m-%d %H:%M})" for one in people
            )
            raise StartError(f"Several people are called {name}. Say which with --person: {known}.")
        if not people:
            raise StartError(f"There is nobody called {name}.")
        return await forget_person(store, games, people[0].id)

    return wish


def older_than(days: float) -> Wish:
    """What has not been touched for so many days."""

    async def wish(store: Store) -> Forgotten:
        return await forget_old(store, time.time() - days * DAY)

    return wish


def _found(forgotten: Forgotten | None, missing: str) -> Forgotten:
    if forgotten is None:
        raise StartError(missing)
    return forgotten
