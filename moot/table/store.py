"""The store: what must survive. A change is acknowledged when it is on disk, and changes of many tables share one write."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Connection, Executable, Row, create_engine, event, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from moot.table import schema
from moot.table.migrations import upgrade

GATHER = 0.003  # seconds in which more may come to share a write; nobody feels them
Change = tuple[Executable, dict[str, Any]]  # a statement, and what to fill in
log = structlog.get_logger("moot.table")


class StoreError(RuntimeError):
    """Something could not be written; it has not happened."""


class LogRow(NamedTuple):
    """One thing that happened at a table."""

    number: int
    at: float
    kind: str
    seat: int
    body: bytes


_add_row = insert(schema.log)
_fresh = sqlite_insert(schema.told)
_keep_told = _fresh.on_conflict_do_update(index_elements=["table_id", "number"], set_={"lines": _fresh.excluded.lines})


def row_added(table: str, row: LogRow) -> Change:
    """A row of a table's log; a second row of the same number is refused."""
    return _add_row, {"table_id": table, **row._asdict()}


def told_kept(table: str, number: int, lines: bytes) -> Change:
    """What was told with an entry, in words."""
    return _keep_told, {"table_id": table, "number": number, "lines": lines}


class Writing(NamedTuple):
    """Changes that are to be made."""

    changes: Sequence[Change]
    done: asyncio.Future[None]


class Store:
    """A SQLite file. One thread writes: it takes whatever has come in, and puts it down in one transaction."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "moot.sqlite"
        self.engine: AsyncEngine = create_async_engine(f"sqlite+aiosqlite:///{self._file}")
        # A whole transaction is handed to the thread at once: to hand over its statements one by one would take
        # as many rounds of a busy event loop.
        self._writing = create_engine(f"sqlite:///{self._file}")
        self._thread = ThreadPoolExecutor(1, "store")
        for engine in (self.engine.sync_engine, self._writing):
            event.listen(engine, "connect", _be_durable)
        self._coming: asyncio.Queue[Writing] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.on_write: Callable[[int, float], None] = lambda changes, seconds: None

    async def open(self) -> None:
        """Bring the file to the present schema and begin to write."""
        await asyncio.to_thread(upgrade, f"sqlite:///{self._file}")
        self._writer = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Write what has come in, and let go of the file."""
        if self._writer is not None:
            await self._coming.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        self._thread.shutdown()
        self._writing.dispose()
        await self.engine.dispose()

    # Writing

    async def write(self, changes: Sequence[Change]) -> None:
        """Make changes, all or none; returns when they are on disk."""
        await self.writing(changes)

    def writing(self, changes: Sequence[Change]) -> asyncio.Future[None]:
        """Changes on their way to the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._coming.put_nowait(Writing(changes, done))
        return done

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._coming.get()]
            begun = time.perf_counter()
            await asyncio.sleep(GATHER)
            while not self._coming.empty():
                batch.append(self._coming.get_nowait())
            errors = await loop.run_in_executor(self._thread, self._write_batch, batch)
            self.on_write(len(batch), time.perf_counter() - begun)
            for writing, error in zip(batch, errors, strict=True):
                _settle(writing.done, error)
                self._coming.task_done()

    def _write_batch(self, batch: list[Writing]) -> list[Exception | None]:
        """All in one transaction; if that fails, each alone, so that one table's trouble is not another's. Says what failed."""
        error = self._write_together(batch)
        if error is None or len(batch) == 1:
            return [error] * len(batch)
        return [self._write_together([one]) for one in batch]

    def _write_together(self, batch: list[Writing]) -> Exception | None:
        try:
            with self._writing.begin() as connection:
                _execute(connection, [change for one in batch for change in one.changes])
        except Exception as error:
            return error
        return None

    # Reading

    async def rows(self, statement: Any) -> Sequence[Row[Any]]:
        """What a question to the store answers."""
        async with self.engine.connect() as connection:
            return (await connection.execute(statement)).all()

    async def row(self, statement: Any) -> Row[Any] | None:
        """The first row of it."""
        found = await self.rows(statement)
        return found[0] if found else None

    async def log(self, table: str) -> list[LogRow]:
        """A table's log from its beginning."""
        columns = [schema.log.c[name] for name in LogRow._fields]
        statement = select(*columns).where(schema.log.c.table_id == table).order_by(schema.log.c.number)
        return [LogRow._make(row) for row in await self.rows(statement)]

    async def state_of(self, table: str) -> str:
        """Whether a table is played or over, as lists show it."""
        found = await self.row(select(schema.tables.c.state).where(schema.tables.c.id == table))
        return str(found.state) if found else ""

    async def told(self, table: str) -> dict[int, bytes]:
        """What was told at a table, in words, by the numbers of entries."""
        words = schema.told
        return {row.number: row.lines for row in await self.rows(select(words).where(words.c.table_id == table))}

    async def newest(self) -> float:
        """When the last thing happened that is written down, of all tables: each is asked for its last row."""
        log, tables = schema.log, schema.tables
        last = select(log.c.at).where(log.c.table_id == tables.c.id).order_by(log.c.number.desc()).limit(1)
        found = await self.row(select(func.max(last.scalar_subquery())))
        return max((float(at) for at in found or () if at), default=0.0)

    async def person(self, secret: str) -> Row[Any] | None:
        """Who holds a secret, by its hash."""
        return await self.row(select(schema.people).where(schema.people.c.secret == secret))

    async def guest(self, secret: str) -> Row[Any] | None:
        """Whose link holds a secret, by its hash."""
        return await self.row(select(schema.guests).where(schema.guests.c.secret == secret))

    async def count(self, table: Any) -> int:
        """How many rows there are."""
        found = await self.row(select(func.count()).select_from(table))
        return int(found[0]) if found else 0


def table_changed(table: str, **values: Any) -> Change:
    """Something about a table is no longer as it was."""
    return update(schema.tables).where(schema.tables.c.id == table).values(**values), {}


def _be_durable(connection: Any, _: Any) -> None:
    """What SQLite has said to be written survives a crash of the machine; readers do not wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _execute(connection: Connection, changes: Sequence[Change]) -> None:
    """Changes in their order, but the logs and the words of all tables as one statement each, after what they refer to."""
    for statement, values in changes:
        if statement is not _add_row and statement is not _keep_told:
            connection.execute(statement, values)
    for common in (_add_row, _keep_told):
        if rows := [values for statement, values in changes if statement is common]:
            connection.execute(common, rows)


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        # Why is for the log alone: a database's words can hold what is hidden.
        log.error("could not write", error=type(error).__name__, why=str(getattr(error, "orig", error)))
        done.set_exception(StoreError("This could not be written down, so it has not happened. Try again."))
