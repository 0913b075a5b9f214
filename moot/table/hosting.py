"""The workshops of a server that are in memory, and their tables, which follow them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from moot.table.live.table import LiveTable
from moot.table.workshops.workshop import Workshop, find_workshop

if TYPE_CHECKING:
    from moot.table.registry import Registry

READ_ANEW = "The workshop had to be read anew. Try again."


class Workshops(dict[str, Workshop]):
    """By their names."""

    def __init__(self, registry: Registry) -> None:
        super().__init__()
        self._registry, self._reading = registry, asyncio.Lock()

    async def find(self, name: str | None) -> Workshop | None:
        """A workshop, from memory or from disk: there is only one of it in memory."""
        store, settings = self._registry.store, self._registry.settings
        async with self._reading:
            if name and name.isprintable() and name not in self:
                found = await find_workshop(store, name, settings.games, settings.clock)
                if found is None:
                    return None
                self.host(found)
            return self.get(name or "")

    def host(self, workshop: Workshop) -> None:
        """A workshop is in memory from now on."""
        workshop.on_run, workshop.on_change = self._look_again, self._dismiss_strangers
        workshop.on_trouble = self.abandon
        self[workshop.id] = workshop

    def _look_again(self, workshop: Workshop) -> None:
        for live in self._tables_of(workshop):
            live.look_again()

    def _dismiss_strangers(self, workshop: Workshop) -> None:
        for live in self._tables_of(workshop):
            live.dismiss_strangers()

    def _tables_of(self, workshop: Workshop) -> list[LiveTable]:
        known = self._registry.live
        return [known[table] for table in workshop.tables if table in known]

    def abandon(self, workshop: Workshop) -> None:
        """What is in memory of a workshop is not what is on disk: it and its tables are read anew."""
        workshop.left = READ_ANEW  # for whoever still waits for a turn in it
        self.pop(workshop.id, None)
        for live in self._tables_of(workshop):
            self._registry.abandon(live)
