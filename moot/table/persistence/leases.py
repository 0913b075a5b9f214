"""Which server keeps a table: moves its bots, and watches its clocks. A table that has neither needs nobody.

A lease saves work, it does not make anything right: if two servers kept a table, both would append the same number, and one would
lose. A table is kept by the server where it was first needed. When that leaves, or dies, whoever sees it first goes on. Whatever
breaks off on the way: four times a second a server reads which tables are its own, and looks after those and no others.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

import asyncpg
import structlog
from sqlalchemy import delete, insert, select

from moot.table.chores import for_ever, say
from moot.table.persistence import schema
from moot.table.persistence.news import Freed
from moot.table.persistence.postgres import Line, PostgresStore
from moot.table.persistence.store import Store, StoreError

BEAT = 0.25  # seconds between looks at the neighbours
LIFE = 2.0  # seconds without a sign of life after which a server counts as lost
AT_ONCE = 50  # tables that are taken over in one go: the neighbours take their share
log = structlog.get_logger("moot.table")


async def _leave_them(tables: Sequence[str]) -> None:
    """Nobody has said yet what is to be done with tables that are taken over."""


class Leases:
    """For a server that has its store to itself: it keeps every table. What it kept when it stopped it goes on with."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._adopting: asyncio.Task[None] | None = None
        self.on_adopted: Callable[[Sequence[str]], Awaitable[None]] = _leave_them
        self.on_others: Callable[[Collection[str]], None] = lambda servers: None

    async def open(self) -> None:
        """Take over what was left."""
        left = await self._store.rows(select(schema.leases.c.table_id).order_by("table_id"))
        self._adopting = asyncio.ensure_future(self.on_adopted([row.table_id for row in left]))

    async def stop_adopting(self) -> None:
        """Whoever is about to leave takes nothing over any more, least of all what it has just freed."""
        await _ended(self._adopting)

    async def close(self) -> None:
        """Leave in order."""

    def holds(self, table: str) -> bool:
        """Whether this server keeps a table."""
        return True

    async def take(self, tables: Sequence[str]) -> None:
        """Keep these tables, unless another server does."""
        rows = [{"table_id": table, "server": None} for table in tables]
        self._store.note([(insert(schema.leases).prefix_with("OR IGNORE"), row) for row in rows])

    async def free(self, table: str, *, unfinished: bool) -> None:
        """Keep a table no longer; what is unfinished waits for the next who takes it over."""
        if not unfinished:
            self._store.note([(delete(schema.leases).where(schema.leases.c.table_id == table), {})])

    async def pass_on(self, table: str, seconds: float) -> None:
        """A table cannot be kept here, for so long at least: another server may know how. Alone there is none."""


TAKE = """INSERT INTO leases (table_id, server) SELECT one, $2 FROM unnest($1::text[]) AS one ORDER BY one
ON CONFLICT (table_id) DO UPDATE SET server = $2
WHERE leases.server IS NULL OR leases.server = $2 OR leases.server NOT IN (SELECT id FROM servers) RETURNING table_id"""
# Those who keep tables and are no more: one look into the index for each who keeps any, and none at the tables.
GONE = """WITH RECURSIVE holders (server) AS (SELECT min(server) FROM leases
UNION ALL SELECT (SELECT min(server) FROM leases WHERE leases.server > holders.server) FROM holders WHERE server IS NOT NULL)
SELECT server FROM holders WHERE server NOT IN (SELECT id FROM servers)"""
ADOPT = """UPDATE leases SET server = $1 WHERE table_id IN (SELECT table_id FROM leases
WHERE (server IS NULL OR server = ANY($3::text[])) AND table_id <> ALL($4::text[]) LIMIT $2 FOR UPDATE SKIP LOCKED)"""
MINE = "SELECT table_id FROM leases WHERE server = $1"
FREE = "UPDATE leases SET server = NULL WHERE table_id = ANY($1::text[]) AND server = $2"
DROP = "DELETE FROM leases WHERE table_id = ANY($1::text[]) AND server = $2"
FREE_ALL = "UPDATE leases SET server = NULL WHERE server = $1"
NOW = "extract(epoch FROM clock_timestamp())::float8"
# Whoever gets the lock that a server holds as long as it lives knows it dead; of a lost machine the lock may stay for minutes.
BURY = f"""DELETE FROM servers WHERE id <> $1 AND (pg_try_advisory_xact_lock(key) OR seen < {NOW} - $2::float8)
RETURNING id"""
SIGN = f"UPDATE servers SET seen = {NOW} WHERE id = $1 RETURNING seen"
ENTER = f"INSERT INTO servers (id, key, seen) VALUES ($1, $2, {NOW}) ON CONFLICT (id) DO NOTHING"


class SharedLeases(Leases):
    """For servers that share a database."""

    def __init__(self, store: PostgresStore) -> None:
        super().__init__(store)
        self._shared, self._mine = store, set[str]()
        self._freeing: dict[str, bool] = {}  # tables that are about to be freed, and whether they are unfinished
        self._shunned: dict[str, float] = {}  # tables that cannot be kept here, and until when that is believed
        self._line = Line(store.connect, synchronous_commit="off")
        self._life = Line(store.connect, synchronous_commit="off")  # signs of life wait for nothing else
        self._session: object = None  # in which this server's lock is held
        self._beating: asyncio.Task[None] | None = None
        self._stirred = asyncio.Event()  # there may be something to take over
        self.on_time: Callable[[float], None] = lambda now: None
        self.on_entered: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Begin to show signs of life, and to take over what is left."""
        await self._beat()
        self._beating = asyncio.create_task(for_ever("no sign of life could be given", self._beat_on))
        self._adopting = asyncio.create_task(for_ever("tables could not be taken over", self._adopt_on))

    async def close(self) -> None:
        """Leave in order: the others are told what is unfinished, and go on with whatever could not be freed."""
        await self.stop_adopting()
        await _ended(self._beating)
        with contextlib.suppress(StoreError, asyncpg.PostgresError):
            async with self._life.connection() as connection:
                await connection.execute("DELETE FROM servers WHERE id = $1", self._shared.server)
                await connection.execute(FREE_ALL, self._shared.server)
        for line in (self._line, self._life):
            await line.close()

    def holds(self, table: str) -> bool:
        """Whether this server keeps a table."""
        return table in self._mine

    async def take(self, tables: Sequence[str]) -> None:
        """Keep these tables, unless another server does."""
        with contextlib.suppress(StoreError, asyncpg.PostgresError):  # it is tried again
            async with self._line.connection() as connection:
                for table in tables:
                    self._freeing.pop(table, None)
                taken = await connection.fetch(TAKE, list(tables), self._shared.server)
                self._mine |= {table for (table,) in taken}

    async def free(self, table: str, *, unfinished: bool) -> None:
        """Keep a table no longer; what is unfinished waits for the next who takes it over."""
        if table in self._mine:
            self._freeing[table] = unfinished
            try:
                async with self._line.connection() as connection:
                    await self._free_all(connection)
            except (StoreError, asyncpg.PostgresError) as error:
                say("tables could not be freed", error)

    async def _free_all(self, connection: asyncpg.Connection[Any]) -> None:
        """All that wait for it, together. What breaks off is this server's still, and is found so at the next look."""
        freeing, self._freeing = self._freeing, {}
        left = sorted(table for table, unfinished in freeing.items() if unfinished)
        try:
            if freeing:
                await connection.execute(FREE, left, self._shared.server)
                await connection.execute(DROP, sorted(freeing.keys() - set(left)), self._shared.server)
        finally:
            self._mine -= freeing.keys()
        if left:
            self._shared.tell(Freed(tuple(left)))

    async def pass_on(self, table: str, seconds: float) -> None:
        """A table cannot be kept here, for so long at least: another server may know how."""
        self._shunned[table] = time.monotonic() + seconds
        await self.free(table, unfinished=True)

    # Taking over

    async def _adopt_on(self) -> None:
        """While there is more than is taken in one go, nobody rests."""
        if not await self._adopt():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._stirred.wait()
        self._stirred.clear()

    async def _adopt(self) -> bool:
        """Take what nobody keeps, and see what is this server's own; whether there may be more."""
        me = self._shared.server
        async with self._line.connection() as connection:
            await self._free_all(connection)  # for which there was no connection
            gone = [name for (name,) in await connection.fetch(GONE)]
            said = await connection.execute(ADOPT, me, AT_ONCE, gone, self._unfit())
            mine = {table for (table,) in await connection.fetch(MINE, me)}
            new, self._mine = mine - self._mine, mine
        if new:
            await self.on_adopted(sorted(new))
        return bool(said == f"UPDATE {AT_ONCE}")

    def _unfit(self) -> list[str]:
        now = time.monotonic()
        self._shunned = {table: until for table, until in self._shunned.items() if until > now}
        return list(self._shunned)

    # Signs of life

    async def _beat_on(self) -> None:
        await asyncio.sleep(BEAT)
        await self._beat()

    async def _beat(self) -> None:
        async with self._life.connection() as connection:
            await self._be_here(connection)
            dead = [name for (name,) in await connection.fetch(BURY, self._shared.server, LIFE)]
            alive = {name for (name,) in await connection.fetch("SELECT id FROM servers")}
        for name in dead:
            log.warning("a server has gone", server=name)
            self._stirred.set()
        self.on_others(alive)

    async def _be_here(self, connection: asyncpg.Connection[Any]) -> None:
        """Hold the lock, and be on the list. Of whoever was taken for dead the others may have taken tables over, and do not know
        who looks on there.
        """
        if self._session is not connection and await connection.fetchval("SELECT pg_try_advisory_lock($1)", self._key):
            self._session = connection  # somebody who tries it holds it for a moment: it is tried again
        seen = await connection.fetchval(SIGN, self._shared.server, timeout=LIFE)
        if seen is None:
            await connection.execute(ENTER, self._shared.server, self._key)
            self._stirred.set()
            self.on_entered()
        else:
            self.on_time(seen)

    @property
    def _key(self) -> int:
        """The number of this server's lock."""
        return int.from_bytes(self._shared.server.encode()[:7], "big")


async def _ended(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def leases_of(store: Store) -> Leases:
    """As a store needs them."""
    return SharedLeases(store) if isinstance(store, PostgresStore) else Leases(store)
