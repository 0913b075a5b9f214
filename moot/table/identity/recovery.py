"""Coming back by words: whoever has lost every browser is known by what they have written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import delete, insert, select

from moot.table.identity.words import drawn_words, slow_hash
from moot.table.people import Person
from moot.table.persistence import schema
from moot.table.persistence.store import Store


class Recovery:
    """Everyone's words, of which only slow hashes are kept."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._busy = asyncio.Lock()  # a hash takes much memory: one at a time

    async def renew(self, person: Person) -> tuple[str, ...]:
        """New words for somebody; the old ones are worth nothing any more."""
        words, recovery = drawn_words(), schema.recovery
        row = {"person": person.id, "hash": await self._hash(words), "made": self._clock()}
        await self._store.write([(delete(recovery).where(recovery.c.person == person.id), {}), (insert(recovery), row)])
        return words

    async def made(self, person: Person) -> float | None:
        """When somebody was given words; None if they have none."""
        recovery = schema.recovery
        row = await self._store.row(select(recovery.c.made).where(recovery.c.person == person.id))
        return float(row.made) if row is not None else None

    async def whose(self, words: tuple[str, ...]) -> Person | None:
        """Whose words they are."""
        people, recovery = schema.people, schema.recovery
        found = select(people.c.id, people.c.name).join(recovery, recovery.c.person == people.c.id)
        row = await self._store.row(found.where(recovery.c.hash == await self._hash(words)))
        return Person(row.id, row.name) if row is not None else None

    async def _hash(self, words: tuple[str, ...]) -> str:
        async with self._busy:
            return await asyncio.to_thread(slow_hash, words)
