"""The store as a PostgreSQL database, for several servers. What one writes the others are told of, after it is safe.

The number of an entry is taken once: whoever comes second with it is told so, reads what is there, and decides anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Any

import asyncpg
import msgspec
import structlog
from sqlalchemy import Row, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from moot.table.chores import for_ever, say
from moot.table.persistence import schema
from moot.table.persistence.migrations import upgrade
from moot.table.persistence.news import News, appended, packed, unpacked
from moot.table.persistence.store import (
    IN_DOUBT,
    LONGEST_WAIT,
    TAKEN,
    ConflictError,
    DoubtError,
    Store,
    StoreError,
    UnreachableError,
    Writing,
    in_parts,
    last_entries,
)

CHANNEL = "moot"
PATIENCE = 10.0  # seconds for a database that restarts
A_LONG_WHILE = 600  # seconds for a question to all logs
A_REST = 0.05  # seconds between tries
ASK = 2.0  # seconds after which a connection that is silent is asked, and has to answer
MOST_UNTOLD = 2_000  # notices that wait for a database that cannot be reached
ROWS = """INSERT INTO log (log_id, number, at, kind, seat, body)
SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[], $5::int[], $6::bytea[])
ON CONFLICT DO NOTHING RETURNING log_id"""
WORDS = text(
    "INSERT INTO told (table_id, number, lines) VALUES (:table, :number, :lines) "
    "ON CONFLICT (table_id, number) DO UPDATE SET lines = excluded.lines"
)
LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what breaks off at a bad moment leaves a connection that does not know where it is
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
UNREACHABLE = "The database cannot be reached, so this has not happened. Try again in a moment."
log = structlog.get_logger("moot.table")


class PostgresStore(Store):
    """A database that servers share."""

    gather = 0.01  # others may be faster meanwhile

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url, self.server = url, secrets.token_urlsafe(9)
        self.engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            pool_pre_ping=True,
            pool_timeout=LONGEST_WAIT,
            hide_parameters=True,
        )
        self._long = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=partial(self.connect, A_LONG_WHILE),
            poolclass=NullPool,
            hide_parameters=True,
        )
        self._pen = Line(self.connect)
        self._telling = Line(self.connect, synchronous_commit="off")
        self._news: list[News] = []
        self._notices = deque[str](maxlen=MOST_UNTOLD)  # news on their way: if it is too much, the oldest are lost
        self._untold = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def connect(self, seconds: int = 5, **settings: str) -> asyncpg.Connection[Any]:
        """A connection; what hangs in it for so long is given up."""
        limits = {"statement_timeout": f"{seconds}s", "idle_in_transaction_session_timeout": "5s"}
        fixed = {**limits, "application_name": "moot", **settings}
        return await asyncpg.connect(self._url, timeout=3, command_timeout=seconds + 3, server_settings=fixed)

    async def open(self) -> None:
        """Bring the database to the present schema and begin to write, to tell and to listen."""
        await asyncio.to_thread(upgrade, self._url)
        await super().open()
        chores = for_ever("others could not be told", self._tell_on), for_ever("others cannot be heard", self._listen)
        self._tasks = [asyncio.create_task(work) for work in chores]

    async def close(self) -> None:
        """Write what has come in, tell it, and let go."""
        await self._coming.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(StoreError):
            await self._tell()
        await super().close()
        for line in (self._pen, self._telling):
            await line.close()

    @property
    def is_shared(self) -> bool:
        """Other servers may be there."""
        return True

    async def is_alone(self) -> bool:
        """Whether no other server shows signs of life."""
        return await self.row(select(schema.servers.c.id).where(schema.servers.c.id != self.server)) is None

    async def now(self) -> float:
        """The database's time: clocks of machines never meet."""
        found = await self.row(text("SELECT extract(epoch FROM clock_timestamp())::float8"))
        assert found is not None
        return float(found[0])

    async def sweep(self) -> None:
        """Make room of what was deleted. What was written before is in the database's own log and backups for a while."""
        connection = await asyncpg.connect(self._url)
        await connection.execute("VACUUM")
        await connection.close()

    async def rows(self, statement: Any) -> Sequence[Row[Any]]:
        """What a question to the store answers; a database that restarts is no mistake of ours."""
        return await self._ask(self.engine, statement)

    async def long_rows(self, statement: Any) -> Sequence[Row[Any]]:
        """The same, where all logs have to be looked through: by a connection that has the time for it."""
        return await self._ask(self._long, statement)

    async def _ask(self, engine: AsyncEngine, statement: Any) -> Sequence[Row[Any]]:
        try:
            return await super()._ask(engine, statement)
        except (*LOST, TimeoutError) as error:
            raise UnreachableError(UNREACHABLE) from error
        except DBAPIError as error:
            if not _is_lost(error):
                raise
            raise UnreachableError(UNREACHABLE) from error

    # Writing

    async def _write_batch(self, batch: list[Writing]) -> Sequence[Exception | None]:
        """Rows that come alone share a statement; what has to be done together has a transaction of its own."""
        alone = [one for one in batch if one.is_one_row]
        said = dict(zip(map(id, alone), await self._append(alone), strict=True)) if alone else {}
        for one in batch:
            if id(one) not in said:
                said[id(one)] = await self._make(one)
        self.tell(*(appended(new.log, *new.row) for one in batch if said[id(one)] is None for new in one.rows))
        return [said[id(one)] for one in batch]

    async def _append(self, batch: list[Writing]) -> Sequence[Exception | None]:
        """In the order of their logs: two servers that take the same numbers in different orders would wait for each other."""
        rows = sorted(one.rows[0] for one in batch)
        columns = [list(column) for column in zip(*((name, *row) for name, row in rows), strict=True)]
        try:
            async with self._pen.connection() as connection:
                written = {name for (name,) in await connection.fetch(ROWS, *columns)}
        except (StoreError, TimeoutError) as error:
            return [error if isinstance(error, StoreError) else DoubtError(IN_DOUBT)] * len(batch)
        except asyncpg.PostgresError:  # a table that is no more: the others' rows are not to blame
            return [await self._make(one) for one in batch]
        return [None if one.rows[0].log in written else ConflictError(TAKEN) for one in batch]

    async def _make(self, writing: Writing) -> Exception | None:
        try:
            async with self.engine.begin() as connection:
                await _execute(connection, writing)
        except DBAPIError as error:
            return ConflictError(TAKEN) if _is_taken(error) else DoubtError(IN_DOUBT) if _is_lost(error) else error
        except LOST as error:
            log.warning("the database cannot be reached", error=repr(error))
            return DoubtError(IN_DOUBT)
        except Exception as error:
            return error
        return None

    # Telling, and listening

    def tell(self, *news: News) -> None:
        """After it is written, not with it: a notice inside a writing transaction would hold up all other servers' writes."""
        if news:
            self._news += news
            self._untold.set()

    async def _tell_on(self) -> None:
        """One notice is on its way, and what comes meanwhile goes with the next: one for each would fall behind."""
        if not self._notices:
            await self._untold.wait()
            self._untold.clear()
        await self._tell()

    async def _tell(self) -> None:
        """What breaks off on its way is told again: to hear it twice does no harm."""
        news, self._news = self._news, []
        self._notices.extend(packed(self.server, news))
        while self._notices:
            async with self._telling.connection() as connection:
                await self._notify(connection, self._notices[0])
            self._notices.popleft()

    async def _notify(self, connection: asyncpg.Connection[Any], notice: str) -> None:
        try:
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice)
        except asyncpg.PostgresError as error:
            if isinstance(error, LOST):
                raise
            say("a notice was refused", error)  # it would be again: the others find by themselves what they have missed

    async def _listen(self) -> None:
        """As long as a connection lasts. One that is half open says nothing for ever, so it is asked now and then."""
        try:
            connection, gone = await self.connect(), asyncio.Event()
        except (*LOST, TimeoutError, asyncpg.PostgresError) as error:
            raise UnreachableError(UNREACHABLE) from error
        try:
            connection.add_termination_listener(lambda _: gone.set())
            await connection.add_listener(CHANNEL, self._hear)
            self.on_gap()  # what was said while nobody listened
            while not gone.is_set():
                await _passed(gone, ASK)
                await connection.fetchval("SELECT 1", timeout=ASK)
        except (*LOST, TimeoutError) as error:
            raise UnreachableError(UNREACHABLE) from error
        finally:
            connection.terminate()

    def _hear(self, _: object, __: int, ___: str, notice: object) -> None:
        try:
            server, news = unpacked(str(notice))
        except msgspec.MsgspecError as error:
            say("a notice cannot be read", error)  # another release's, perhaps
            self.on_gap()
            return
        if server != self.server:
            self.on_news(server, news)


class Line:
    """One connection that is made anew when it breaks."""

    def __init__(self, connect: Any, **settings: str) -> None:
        self._connect, self._settings = connect, settings
        self._connection: asyncpg.Connection[Any] | None = None
        self._free = asyncio.Lock()  # one thing at a time is said over it

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[asyncpg.Connection[Any]]:
        """The connection. What cannot be sent is an error, and what broke off on its way is in doubt."""
        async with self._free:
            found = self._connection or await self._patiently()
            self._connection = found
            try:
                yield found
            except (*LOST, TimeoutError) as error:
                found.terminate()
                self._connection = None
                raise DoubtError(IN_DOUBT) from error

    async def _patiently(self) -> asyncpg.Connection[Any]:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                connection: asyncpg.Connection[Any] = await self._connect(**self._settings)
            except (*LOST, TimeoutError, asyncpg.PostgresError) as error:
                if time.monotonic() > until:
                    raise StoreError(UNREACHABLE) from error
                await asyncio.sleep(A_REST)
            else:
                return connection

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            with contextlib.suppress(*LOST, TimeoutError):
                await self._connection.close(timeout=1)


async def _passed(event: asyncio.Event, seconds: float) -> None:
    """Wait for something, but no longer than that."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _is_lost(error: DBAPIError) -> bool:
    """Whether the connection is to blame, and not what was asked."""
    return error.connection_invalidated or isinstance(_cause(error), LOST)


def _is_taken(error: DBAPIError) -> bool:
    """Whether somebody else has the number of an entry (or of a log, which nobody has but we ourselves, when we were in doubt), or
    was in the way: then it is decided anew.
    """
    cause, logs = _cause(error), (schema.log.name, schema.logs.name)
    is_number = isinstance(cause, asyncpg.UniqueViolationError) and cause.table_name in logs
    return is_number or isinstance(cause, asyncpg.TransactionRollbackError)


def _cause(error: DBAPIError) -> BaseException | None:
    return error.orig.__cause__ if error.orig is not None else None


async def _execute(connection: AsyncConnection, writing: Writing) -> None:
    """Rows in the order of their logs: as all servers take them so, nobody waits in a circle."""
    await _must_be_unchanged(connection, writing.unchanged)
    if logs := [{"id": name} for (name,) in writing.logs]:
        await connection.execute(insert(schema.logs), logs)
    if rows := [{"log_id": name, **row._asdict()} for name, row in sorted(writing.rows)]:
        await connection.execute(insert(schema.log), rows)
    for statement, values in writing.statements:
        await connection.execute(statement, values)
    if words := [one._asdict() for one in writing.words]:
        await connection.execute(WORDS, words)


async def _must_be_unchanged(connection: AsyncConnection, numbers: Mapping[str, int]) -> None:
    """Whoever adds to a log refers to its name: while that is locked, nobody does."""
    for names in in_parts(sorted(numbers)):
        logs = schema.logs.c.id
        await connection.execute(select(logs).where(logs.in_(names)).order_by(logs).with_for_update())
        last = {row.log_id: row.last for row in await connection.execute(last_entries(names))}
        if last != {name: numbers[name] for name in names}:
            raise ConflictError(TAKEN)
