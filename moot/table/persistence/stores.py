"""Which store a server has: a SQLite file in its folder, or a PostgreSQL database that several servers share.

Whatever is wrong with it is said in one line, with what to do, before anything is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from moot.engine import plural
from moot.table.persistence import folder
from moot.table.persistence.folder import StartError
from moot.table.persistence.migrations import present, upgrade
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.sqlite import SqliteStore
from moot.table.persistence.store import Store, StoreError, UnreachableError

SCHEMES = ("postgresql://", "postgres://")
LONGEST_WAIT = 5.0  # seconds for a database to answer
LONGEST_SILENCE = 5.0  # seconds since a server that runs has last shown a sign of life
ALIVE = "SELECT count(*) FROM servers WHERE seen > extract(epoch FROM clock_timestamp())::float8 - $1::float8"

TROUBLES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    (CommandError, "{shown} was written by a newer Moot. Upgrade Moot, or choose another database with --store."),
    (
        asyncpg.InvalidCatalogNameError,
        "There is no such database: {shown}. Make it with createdb, and start again.",
    ),
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "{shown} does not let this user in. Check user and password in --store.",
    ),
    (
        asyncpg.InsufficientPrivilegeError,
        "This user may not do what has to be done in {shown} ({why}). Make the user the owner of the database.",
    ),
    (
        (StoreError, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, SQLAlchemyError),
        "{shown} cannot be used: {why}. {check}",
    ),
)


class Place(NamedTuple):
    """Where tables are kept."""

    data: Path
    url: str = ""  # of a database; empty: a file in the folder

    @property
    def store(self) -> Store:
        """The store that is there."""
        return PostgresStore(self.url) if self.url else SqliteStore(self.data)

    @property
    def shown(self) -> str:
        """How it is called, without user and password, wherever in the URL they are."""
        if not self.url:
            return str(self.data)
        scheme, _, rest = self.url.partition("?")[0].partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}"

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """It is ours, or may be shared, and has the present schema. What goes wrong with it meanwhile is said in one line, too."""
        if self.url:
            folder.make(self.data)
            with explained(self):
                asyncio.run(_look_at(self))
                upgrade(self.url)
                yield
        else:
            with folder.held(self.data):
                folder.prepare(self.data)
                with explained(self):
                    yield

    def must_be_there(self) -> None:
        """Refuse a folder or a database in which no server has kept anything yet: it was named by mistake."""
        if not self.url and not (self.data / folder.FILE).is_file():
            raise StartError(
                f"There is no {self.data / folder.FILE}. Say with --data where the server keeps its games."
            )
        with explained(self):
            if self.url and not asyncio.run(_look_at(self)):
                raise StartError(f"{self.shown} is empty. Say with --store where the server keeps its games.")

    def look(self) -> None:
        """See that a database has the present schema, and change nothing."""
        with explained(self):
            if asyncio.run(_look_at(self)) != present():
                raise StartError(
                    f"{self.shown} was written by another release of Moot. Use that one's command, "
                    "or start a server of this release on it first."
                )


def place_of(data: Path, url: str | None = None) -> Place:
    """As the command line names it."""
    if url and not url.startswith(SCHEMES):
        raise StartError(
            f"{url.partition('://')[0][:40]!r} is no store. It is given as postgresql://USER@HOST/DATABASE."
        )
    return Place(data, url or "")


@contextlib.contextmanager
def explained(place: Place) -> Iterator[None]:
    """What a database says when something cannot be done, in one line with what to do."""
    try:
        yield
    except StartError:
        raise
    except UnreachableError as error:
        raise StartError(in_words(place, error)) from error
    except StoreError as error:  # it has said itself what to do
        raise StartError(str(error)) from error
    except Exception as error:
        words = in_words(place, error)
        if not words:
            raise
        raise StartError(words) from error


def in_words(place: Place, error: BaseException) -> str:
    """What is wrong with a store; empty if something else is wrong."""
    error = getattr(getattr(error, "orig", None), "__cause__", None) or error  # what the driver said
    why = _said_by(error).splitlines()[0].rstrip(".") if str(error) else "no answer"
    check = "Check --store, and whether PostgreSQL runs." if place.url else "Choose another folder with --data."
    words = next((words for kinds, words in TROUBLES if isinstance(error, kinds)), "")
    return words.format(shown=place.shown, why=why, check=check)


def _said_by(error: BaseException) -> str:
    """What the system says without the number that it has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror + (f": {error.filename}" if error.filename else "")
    return str(error)


@contextlib.asynccontextmanager
async def _connected(place: Place) -> AsyncIterator[asyncpg.Connection[Any]]:
    try:
        connection = await asyncpg.connect(place.url, timeout=LONGEST_WAIT)
    except ValueError as error:  # why is not said, for it may quote a password
        raise StartError(
            f"The address of {place.shown} cannot be read, or what it asks for. It is postgresql://USER@HOST/DATABASE."
        ) from error
    try:
        yield connection
    finally:
        await connection.close()


async def _look_at(place: Place) -> str:
    """Refuse a database that is something else's; the step of its schema, empty if it is new."""
    async with _connected(place) as connection:
        found = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = {name for (name,) in found}
        if names and "alembic_version" not in names:
            raise StartError(
                f"{place.shown} holds something else than Moot's tables. Choose another database with --store."
            )
        step = await connection.fetchval("SELECT version_num FROM alembic_version") if names else ""
    return str(step or "")


async def must_be_stopped(place: Place) -> None:
    """Refuse a database on which servers run: those that have just shown a sign of life."""
    async with _connected(place) as connection:
        alive = await connection.fetchval(ALIVE, LONGEST_SILENCE)
    if alive:
        run = plural("server runs", "servers run")(alive)
        raise StartError(f"{run} on {place.shown}. Stop all first, so that nothing is left behind.")
