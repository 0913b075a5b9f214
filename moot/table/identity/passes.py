"""Links by which one more browser becomes somebody's. Each is good once, and for ten minutes."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert, literal, or_, select, update

from moot.table.people import People, Person, hashed
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

LASTS = 600.0  # seconds


class Passes:
    """All of them. Only hashes are kept."""

    def __init__(self, store: Store, people: People, clock: Callable[[], float], new_secret: Callable[[], str]) -> None:
        self._store, self._people, self._clock, self._new_secret = store, people, clock, new_secret

    async def make(self, person: Person) -> str:
        """What a link holds; an earlier one of the same person is worth nothing any more."""
        secret, now, passes = self._new_secret(), self._clock(), schema.passes
        row = {"hash": hashed(secret), "person": person.id, "until": now + LASTS}
        old = delete(passes).where(or_(passes.c.person == person.id, passes.c.until < now))
        await self._store.write([(old, {}), (insert(passes), row)])
        return secret

    async def whose(self, secret: str) -> Person | None:
        """Who one becomes by a link, if it is still good."""
        people, passes = schema.people, schema.passes
        found = select(people.c.id, people.c.name).join(passes, passes.c.person == people.c.id)
        row = await self._store.row(found.where(passes.c.hash == hashed(secret), passes.c.until >= self._clock()))
        return Person(row.id, row.name) if row is not None else None

    async def use(self, secret: str, label: str) -> tuple[Person, str] | None:
        """Who one has become, and by which key; None if the link is no longer good."""
        key, row = self._people.new_key(label)
        await self._store.write(self._used(hashed(secret), row))
        person = await self._people.who(key)
        return (person, key) if person else None

    def _used(self, secret: str, key: dict[str, float | str]) -> list[Change]:
        """First the link becomes this key's own: of two who come at the same moment, the second finds nothing."""
        passes, mine = schema.passes, schema.passes.c.hash == key["hash"]
        good = passes.c.hash == secret, passes.c.until >= self._clock()
        values = [literal(key[name]) for name in ("made", "used", "label")]
        new = select(passes.c.hash, passes.c.person, *values).where(mine)
        return [
            (update(passes).where(*good).values(hash=key["hash"]), {}),
            (insert(schema.keys).from_select(["hash", "person", "made", "used", "label"], new), {}),
            (delete(passes).where(mine), {}),
        ]
