"""The store as a SQLite file, for one server. One thread writes to it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

from moot.table.persistence.migrations import upgrade
from moot.table.persistence.store import LONGEST_WAIT, TAKEN, ConflictError, Store, Writing

LAST = "SELECT max(number) FROM log WHERE log_id = ?"
LOG = "INSERT INTO logs (id) VALUES (?)"
ROWS = "INSERT INTO log (log_id, number, at, kind, seat, body) VALUES {}"
WORDS = "INSERT INTO told (table_id, number, lines) VALUES {} ON CONFLICT DO UPDATE SET lines = excluded.lines"
AT_ONCE = 50  # rows in a statement
IS_TAKEN = "UNIQUE constraint failed: log.log_id, log.number"
# What SQLite has said to be written survives a crash of the machine; readers do not wait for the writer.
DURABLE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")


class SqliteStore(Store):
    """A file in a folder."""

    gather = 0.02

    def __init__(self, folder: Path) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "moot.sqlite"
        self.engine = create_async_engine(
            f"sqlite+aiosqlite:///{self._file}", pool_timeout=LONGEST_WAIT, hide_parameters=True
        )
        event.listen(self.engine.sync_engine, "connect", _be_durable)
        # A whole batch is handed to the thread at once: to hand over its statements one by one would take as many rounds of a
        # busy event loop.
        self._thread = ThreadPoolExecutor(1, "store")
        self._pen: Pen | None = None

    async def open(self) -> None:
        """Bring the file to the present schema and begin to write."""
        await asyncio.to_thread(upgrade, f"sqlite:///{self._file}")
        self._pen = await asyncio.get_running_loop().run_in_executor(self._thread, Pen, self._file)
        await super().open()

    async def close(self) -> None:
        """Write what has come in, and let go of the file."""
        await super().close()
        if self._pen is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._pen.close)
        self._thread.shutdown()

    @property
    def is_shared(self) -> bool:
        """A second server on its folder is refused."""
        return False

    async def sweep(self) -> None:
        """Write the file anew without what was deleted."""
        assert self._pen is not None
        await asyncio.get_running_loop().run_in_executor(self._thread, self._pen.sweep)

    async def _write_batch(self, batch: list[Writing]) -> Sequence[Exception | None]:
        assert self._pen is not None
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._pen.write_batch, batch)


class Pen:
    """The one connection that writes. Rows of logs go past SQLAlchemy, which would take ten times as long for them."""

    def __init__(self, file: Path) -> None:
        self._disk = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        _be_durable(self._disk, None)
        engine = create_engine(
            "sqlite://",
            creator=lambda: self._disk,
            poolclass=StaticPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
        )
        self._others: Connection = engine.connect()  # for statements, within transactions of the same connection

    def close(self) -> None:
        """Let go of the file."""
        self._others.close()
        self._disk.close()

    def sweep(self) -> None:
        """Write the file anew, and empty what lies beside it."""
        self._disk.execute("VACUUM")
        self._disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def write_batch(self, batch: list[Writing]) -> Sequence[Exception | None]:
        """All in one transaction; if that fails, each alone. Says what failed."""
        error = self._write_together(batch)
        if error is None or len(batch) == 1:
            return [error] * len(batch)
        return [self._write_together([one]) for one in batch]

    def _write_together(self, batch: list[Writing]) -> Exception | None:
        """Rows that come alone share a statement; if there is nothing else, that is a transaction by itself."""
        alone = [one.rows[0] for one in batch if one.is_one_row]
        others = [one for one in batch if not one.is_one_row]
        try:
            with self._transaction(bool(others) or len(alone) > AT_ONCE):
                self._insert(ROWS, [(log, *row) for log, row in alone])
                for one in others:
                    self._make(one)
        except Exception as error:
            return ConflictError(TAKEN) if IS_TAKEN in str(error) else error
        return None

    @contextmanager
    def _transaction(self, wanted: bool) -> Iterator[None]:
        if not wanted:
            yield
            return
        try:
            self._disk.execute("BEGIN IMMEDIATE")
            yield
            self._disk.execute("COMMIT")
        finally:
            if self._disk.in_transaction:
                self._disk.execute("ROLLBACK")

    def _make(self, writing: Writing) -> None:
        for name, number in writing.unchanged.items():
            if self._disk.execute(LAST, (name,)).fetchone() != (number,):
                raise ConflictError(TAKEN)
        self._disk.executemany(LOG, writing.logs)
        self._insert(ROWS, [(log, *row) for log, row in writing.rows])
        for statement, values in writing.statements:
            self._others.execute(statement, values)
        self._insert(WORDS, writing.words)

    def _insert(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Many rows at once: for each statement the interpreter's lock is given away, and has to be waited for."""
        for first in range(0, len(rows), AT_ONCE):
            part = rows[first : first + AT_ONCE]
            self._disk.execute(_for_many(statement, len(part), len(part[0])), tuple(chain.from_iterable(part)))


@cache
def _for_many(statement: str, rows: int, columns: int) -> str:
    """An INSERT of so many rows."""
    row = f"({', '.join('?' * columns)})"
    return statement.format(", ".join([row] * rows))


def _be_durable(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in DURABLE:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
