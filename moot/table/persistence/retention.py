"""Deleting from the command line: from a folder while no server runs on it, from a database at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import partial

from moot.engine import Game
from moot.table.persistence.folder import StartError
from moot.table.persistence.forgetting import (
    Forgotten,
    anew,
    carried_out,
    forget_old,
    forget_person,
    forget_table,
    forget_workshop,
    people_called,
)
from moot.table.persistence.store import Store
from moot.table.persistence.stores import Place

Wish = Callable[[Store], Awaitable[Forgotten]]
DAY = 86400
FAR = 366  # days without anything: rather the clock is wrong


def forget(place: Place, wish: Wish) -> Forgotten:
    """Do as wished, and leave nothing of it on disk. Servers that run on a database are told."""
    place.must_be_there()
    with place.held():
        return asyncio.run(_forget(place, wish))


async def _forget(place: Place, wish: Wish) -> Forgotten:
    store = place.store
    await store.open()
    try:
        forgotten = await carried_out(store, partial(wish, store))
        store.tell(*anew(forgotten))
        await store.sweep()
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
        now, newest = await store.now(), await store.newest()
        if newest and now - newest > max(days, FAR) * DAY:
            raise StartError(
                f"The last thing here happened on {_day(newest)}, and the clock says {_day(now)}: everything would be deleted. "
                "Set the clock, or delete by --workshop and --table."
            )
        return await forget_old(store, now - days * DAY)

    return wish


def _day(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"


def _found(forgotten: Forgotten | None, missing: str) -> Forgotten:
    if forgotten is None:
        raise StartError(missing)
    return forgotten
