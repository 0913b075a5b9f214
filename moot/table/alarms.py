"""Alarms: when a table that has left memory has to be back. A deadline may be days away, and nobody keeps a table for that long."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from math import inf
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import delete, insert, select

from moot.table.live.table import LiveTable
from moot.table.notices.turns import AWAY
from moot.table.persistence import schema
from moot.table.persistence.store import Change, StoreError

if TYPE_CHECKING:
    from moot.table.registry import Registry

LOOK = 15.0  # seconds between two looks
AHEAD = 60.0  # seconds by which a table is back before its time: then its own clock rings
AT_ONCE = 50  # tables that are brought back in one look
log = structlog.get_logger("moot.table")


class Alarms:
    """The alarms of all tables. Whoever keeps a table sets its alarm; whoever sees first that it is time brings it back."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._store = registry, registry.store

    async def part(self, table: str, due: float | None, awaited: Collection[str], *, unfinished: bool) -> None:
        """A table has left memory. Its alarm is set before nobody keeps it any more; what cannot be noted stays unfinished. It is
        back soon if somebody is awaited who is still to be told.
        """
        leases = self._registry.leases
        try:
            if not unfinished and leases.holds(table):
                if await self._registry.office.is_wanted_by(awaited):
                    due = min(due or inf, self._registry.settings.clock() + AWAY)
                if due is not None:  # an earlier alarm does no harm
                    await self._store.write(alarm_set(table, due))
        except StoreError:
            unfinished = True
        if table not in self._registry.live:  # it may be back already
            await leases.free(table, unfinished=unfinished)

    async def watch(self) -> None:
        """For ever: look now and then."""
        while True:
            try:
                await self.look()
            except Exception as error:
                log.error("alarms could not be looked at", error=repr(error))
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Bring back the tables whose time is near, but for those that another server keeps."""
        tables = await self._due_by(self._registry.settings.clock() + AHEAD)
        if tables:
            await self._registry.leases.take(tables)
        for table in filter(self._registry.leases.holds, tables):
            await self._bring_back(table)

    async def _due_by(self, then: float) -> Sequence[str]:
        alarms = schema.alarms
        due = select(alarms.c.table_id).where(alarms.c.due <= then).order_by(alarms.c.due).limit(AT_ONCE)
        return [row.table_id for row in await self._store.rows(due)]

    async def _bring_back(self, table: str) -> None:
        """Its own clock is set as it comes into memory. One that is gone, or is not played any more, needs no alarm."""
        if not isinstance(await self._registry.find(table), LiveTable):
            await self._registry.leases.free(table, unfinished=False)
        await self._store.write(alarm_set(table, None))


def alarm_set(table: str, due: float | None) -> list[Change]:
    """An alarm in place of an earlier one; None: there is none any more."""
    alarms = schema.alarms
    gone: list[Change] = [(delete(alarms).where(alarms.c.table_id == table), {})]
    return gone if due is None else [*gone, (insert(alarms), {"table_id": table, "due": due})]
