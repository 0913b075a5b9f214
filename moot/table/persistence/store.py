"""The store: what must survive. A change is acknowledged when it is safe, and changes of many tables share one write."""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import structlog
from sqlalchemy import Executable, Row, func, select, union_all, update
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine

from moot.table.persistence import schema
from moot.table.persistence.news import News

LONGEST_WAIT = 5.0  # seconds for a connection, when all are in use
TAKEN = "Something else has happened at the same moment, so this has not. Try again."
TOO_BUSY = "The server has too much to do just now, so this has not happened. Try again in a moment."
IN_DOUBT = "The store broke off: it is not known whether this was written down. Look again in a moment."
log = structlog.get_logger("moot.table")


class StoreError(RuntimeError):
    """Something could not be written; it has not happened."""


class ConflictError(StoreError):
    """The number of an entry is taken: another server was faster. Nothing was written."""


class DoubtError(StoreError):
    """The connection broke while something was written: it may have happened, or not."""


class UnreachableError(StoreError):
    """The database does not answer; it may in a while."""


class LogRow(NamedTuple):
    """One thing that happened, at a table or in a workshop."""

    number: int
    at: float
    kind: str
    seat: int
    body: bytes


class NewLog(NamedTuple):
    """A log that has no rows yet."""

    log: str


class NewRow(NamedTuple):
    """A row of a log; a second one of the same number is refused."""

    log: str
    row: LogRow


class Unchanged(NamedTuple):
    """Nothing is written if a log has another last entry than this, and nobody adds to it while it is written."""

    log: str
    number: int


class NewWords(NamedTuple):
    """What was told with an entry, in words."""

    table: str
    number: int
    lines: bytes


Statement = tuple[Executable, dict[str, Any]]  # and what to fill in
Change = Unchanged | NewLog | NewRow | NewWords | Statement


def table_changed(table: str, **values: Any) -> Change:
    """Something about a table is no longer as it was."""
    return update(schema.tables).where(schema.tables.c.id == table).values(**values), {}


class Writing(NamedTuple):
    """Changes that are to be made, all or none. What must be so comes first, then logs and their rows: so whoever comes second is
    stopped by the number that is taken, before anything that follows from it.
    """

    changes: Sequence[Change]
    done: asyncio.Future[None]

    @property
    def is_one_row(self) -> bool:
        """Whether it is a row of a log and nothing else, as most are."""
        return len(self.changes) == 1 and isinstance(self.changes[0], NewRow)

    @property
    def unchanged(self) -> dict[str, int]:
        """The last entries that logs must have."""
        return dict(change for change in self.changes if isinstance(change, Unchanged))

    @property
    def logs(self) -> list[NewLog]:
        """The logs that begin with them."""
        return [change for change in self.changes if isinstance(change, NewLog)]

    @property
    def rows(self) -> list[NewRow]:
        """The rows of logs among them."""
        return [change for change in self.changes if isinstance(change, NewRow)]

    @property
    def statements(self) -> list[Statement]:
        """What is neither about a log nor words, in its order."""
        return [one for one in self.changes if not isinstance(one, Unchanged | NewLog | NewRow | NewWords)]

    @property
    def words(self) -> list[NewWords]:
        """What was told."""
        return [change for change in self.changes if isinstance(change, NewWords)]


class Store(ABC):
    """A database. One task writes: it takes whatever has come in, and puts it down together."""

    engine: AsyncEngine  # for reading
    gather: float  # seconds in which more may come to share a write, if the last was as lately; nobody feels them

    def __init__(self) -> None:
        self._coming: asyncio.Queue[Writing] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self.on_write: Callable[[int, float], None] = lambda changes, seconds: None
        self.on_conflict: Callable[[], None] = lambda: None
        # What other servers say, if there are others; and when something they said may have been missed.
        self.on_news: Callable[[str, Iterable[News]], None] = lambda server, news: None
        self.on_gap: Callable[[], None] = lambda: None

    async def open(self) -> None:
        """Begin to write. The schema is the present one already."""
        self._writer = asyncio.create_task(self._write_all())

    async def close(self) -> None:
        """Write what has come in, and let go of the database."""
        if self._writer is not None:
            await self._coming.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        await self.engine.dispose()

    @property
    @abstractmethod
    def is_shared(self) -> bool:
        """Whether other servers may write to it, too."""

    async def is_alone(self) -> bool:
        """Whether no other server is there now."""
        return True

    def tell(self, *news: News) -> None:
        """Say something to the other servers; nobody waits for it, and it may be lost. Alone there is nobody to tell."""
        return

    @abstractmethod
    async def sweep(self) -> None:
        """Leave nothing on disk of what was deleted."""

    async def now(self) -> float:
        """The time by which all servers go."""
        return time.time()

    # Writing

    async def write(self, changes: Sequence[Change]) -> None:
        """Make changes, all or none; returns when they are safe."""
        await self.writing(changes)

    async def settled(self) -> None:
        """Wait until all that has come in so far is written."""
        await self.write([])

    def writing(self, changes: Sequence[Change]) -> asyncio.Future[None]:
        """Changes on their way to the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._coming.put_nowait(Writing(changes, done))
        return done

    def note(self, changes: Sequence[Change]) -> None:
        """Write changes that nobody waits for: if it fails, that is said in the log."""
        self.writing(changes).add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _write_all(self) -> None:
        """What comes alone is written at once; where much is written, what comes soon shares a write."""
        last = -self.gather
        while True:
            batch = [await self._coming.get()]
            begun = time.perf_counter()
            if begun - last < self.gather:
                await asyncio.sleep(self.gather)
            while not self._coming.empty():
                batch.append(self._coming.get_nowait())
            errors, last = await self._write_surely(batch), time.perf_counter()
            self.on_write(len(batch), time.perf_counter() - begun)
            for writing, error in zip(batch, errors, strict=True):
                _settle(writing.done, error)
                if isinstance(error, ConflictError):
                    self.on_conflict()
                self._coming.task_done()

    async def _write_surely(self, batch: list[Writing]) -> Sequence[Exception | None]:
        """Whatever goes wrong, whoever waits is told: if nobody knows better, that it is in doubt."""
        try:
            return await self._write_batch(batch)
        except Exception:
            log.exception("could not write")
            return [DoubtError(IN_DOUBT)] * len(batch)

    @abstractmethod
    async def _write_batch(self, batch: list[Writing]) -> Sequence[Exception | None]:
        """Put it down; what went wrong with each. One table's trouble is not another's."""

    # Reading

    async def rows(self, statement: Any) -> Sequence[Row[Any]]:
        """What a question to the store answers."""
        return await self._ask(self.engine, statement)

    async def _ask(self, engine: AsyncEngine, statement: Any) -> Sequence[Row[Any]]:
        try:
            async with engine.connect() as connection:
                return (await connection.execute(statement)).all()
        except PoolTimeoutError as error:  # every connection is in use, and was for a while
            raise UnreachableError(TOO_BUSY) from error

    async def long_rows(self, statement: Any) -> Sequence[Row[Any]]:
        """The same, where all logs have to be looked through."""
        return await self.rows(statement)

    async def row(self, statement: Any) -> Row[Any] | None:
        """The first row of it."""
        found = await self.rows(statement)
        return found[0] if found else None

    async def log(self, name: str, after: int = -1) -> list[LogRow]:
        """The log of a table or of a workshop from its beginning, or what came after an entry."""
        columns = [schema.log.c[name] for name in LogRow._fields]
        which = schema.log.c.log_id == name, schema.log.c.number > after
        return [LogRow._make(row) for row in await self.rows(select(*columns).where(*which).order_by("number"))]

    async def heads(self, logs: Sequence[str]) -> Mapping[str, int]:
        """The numbers of the last entries."""
        return {row.log_id: row.last for row in await self.rows(last_entries(logs))}

    async def erasures(self, logs: Sequence[str]) -> Mapping[str, int]:
        """How often something was deleted from each log; those that are no more are not named."""
        tables, workshops = schema.tables.c, schema.workshops.c
        kinds = [select(one.id, one.erased).where(one.id.in_(logs)) for one in (tables, workshops)]
        return {row.id: row.erased for row in await self.rows(union_all(*kinds))}

    async def state_of(self, table: str) -> str:
        """Whether a table is played or over, as lists show it."""
        found = await self.row(select(schema.tables.c.state).where(schema.tables.c.id == table))
        return str(found.state) if found else ""

    async def told(self, table: str) -> dict[int, bytes]:
        """What was told at a table, in words, by the numbers of entries."""
        words = schema.told
        return {row.number: row.lines for row in await self.rows(select(words).where(words.c.table_id == table))}

    async def newest(self) -> float:
        """When the last thing happened that is written down, in all logs: each is asked for its last row."""
        log, logs = schema.log, schema.logs
        last = select(log.c.at).where(log.c.log_id == logs.c.id).order_by(log.c.number.desc()).limit(1)
        each = last.correlate(logs).scalar_subquery()
        found = await self.long_rows(select(func.max(each)).select_from(logs))
        return max((float(at) for (at,) in found if at), default=0.0)

    async def person(self, key: str) -> Row[Any] | None:
        """Who holds a key, by its hash, and on which day it was last used."""
        people, keys = schema.people, schema.keys
        found = select(people.c.id, people.c.name, keys.c.used).join(keys, keys.c.person == people.c.id)
        return await self.row(found.where(keys.c.hash == key))

    async def guest(self, secret: str) -> Row[Any] | None:
        """Whose link holds a secret, by its hash."""
        return await self.row(select(schema.guests).where(schema.guests.c.secret == secret))

    async def count(self, table: Any) -> int:
        """How many rows there are."""
        found = await self.row(select(func.count()).select_from(table))
        return int(found[0]) if found else 0


def last_entries(logs: Sequence[str]) -> Any:
    """The question for the numbers of the last entries of logs."""
    log = schema.log
    return (
        select(log.c.log_id, func.max(log.c.number).label("last")).where(log.c.log_id.in_(logs)).group_by(log.c.log_id)
    )


def in_parts(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    """No database takes a statement with very many values."""
    return (ids[first : first + 500] for first in range(0, len(ids), 500))


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    elif isinstance(error, StoreError):
        done.set_exception(error)
    else:
        # Why is for the log alone: a database's words can hold what is hidden.
        log.error("could not write", error=type(error).__name__, why=str(getattr(error, "orig", error)))
        done.set_exception(StoreError("This could not be written down, so it has not happened. Try again."))
