"""The folder of a server's data: held by one server at a time, readable by its owner alone, looked at before anything is opened.

Whatever is wrong with it is said in one line, with what to do.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

FILE, LOCK = "moot.sqlite", "moot.lock"
LEAST_ROOM = 16_000_000  # bytes that must be left on the disk
LONGEST_LOOK = 5.0  # seconds spent on looking for damage
OWNER_ONLY = 0o600


class StartError(RuntimeError):
    """A server cannot start, or a command cannot be done: why, and what to do, in one line."""


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Nobody else uses the folder meanwhile. The system lets go of it when the process ends, however it ends."""
    make(folder)
    with _opened(folder) as lock:
        if not _lock(lock.fileno()):
            lock.seek(0)
            who = lock.read().strip() or "another process"
            raise StartError(
                f"A server ({who}) is running on {folder}. Stop it first, or choose another folder with --data."
            )
        with _explained(folder):
            lock.truncate(0)
            lock.write(f"process {os.getpid()}")
            lock.flush()
        yield


def prepare(folder: Path) -> None:
    """Look at the database, or make a new one, and bring it to the present schema."""
    from alembic.util import CommandError
    from sqlalchemy.exc import DatabaseError

    from moot.table.persistence.migrations import upgrade

    file = folder / FILE
    with _explained(folder):
        if shutil.disk_usage(folder).free < LEAST_ROOM:
            raise StartError(f"The disk of {folder} is full. Make room for at least {LEAST_ROOM // 10**6} MB first.")
        file.touch(OWNER_ONLY)
        for one in (file, folder / f"{FILE}-wal", folder / f"{FILE}-shm"):
            with contextlib.suppress(OSError):  # not there, or another's who lets us write all the same
                one.chmod(OWNER_ONLY)
    try:
        look_at(file)
        upgrade(f"sqlite:///{file}")
    except CommandError as error:
        raise StartError(
            f"{file} was written by a newer Moot. Upgrade Moot, or choose another folder with --data."
        ) from error
    except (sqlite3.Error, DatabaseError) as error:
        raise StartError(f"{file} {_what_is_wrong(str(getattr(error, 'orig', error)))}") from error


def look_at(file: Path) -> None:
    """Refuse what is no database of Moot's, or is damaged as far as a look of a few seconds can tell."""
    if (head := _read(file, 16)) and head != b"SQLite format 3\0":
        raise StartError(f"{file} is not a database of Moot's. Move it away, or choose another folder with --data.")
    with contextlib.closing(sqlite3.connect(file)) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if names and "alembic_version" not in names:
            raise StartError(f"{file} is not a database of Moot's. Move it away, or choose another folder with --data.")
        if (wrong := _damage(database)) != "ok":
            raise sqlite3.DatabaseError(f"malformed: {wrong}")


def _damage(database: sqlite3.Connection) -> str:
    """What SQLite finds wrong. Of a large file it looks at as much as it can in the time."""
    until = time.monotonic() + LONGEST_LOOK
    database.set_progress_handler(lambda: time.monotonic() > until, 100_000)
    try:
        return str(database.execute("PRAGMA quick_check(1)").fetchone()[0]).splitlines()[-1]
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            return "ok"
        raise
    finally:
        database.set_progress_handler(None, 0)


def _what_is_wrong(said: str) -> str:
    """In our words, by what SQLite says."""
    if "full" in said:
        return "cannot be written: the disk is full. Make room, and start again."
    if "readonly" in said or "unable to open" in said:
        return "cannot be written. Give this user the right to write it, or choose another folder with --data."
    return f"is damaged ({said}). Put a backup in its place; docs/table.md says how."


def make(folder: Path) -> None:
    """The folder itself, if its place is there."""
    if folder.exists() and not folder.is_dir():
        raise StartError(f"{folder} is not a folder. Choose another with --data.")
    if not folder.absolute().parent.is_dir():
        raise StartError(
            f"There is no folder {folder.absolute().parent}. Make it first, or choose another with --data."
        )
    if not folder.exists():
        with _explained(folder):
            folder.mkdir(mode=0o700)


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """What the system says when it does not let us write, in one line."""
    try:
        yield
    except PermissionError as error:
        raise StartError(
            f"Nothing can be written in {folder}. Give this user the right to write there, or choose another with --data."
        ) from error
    except OSError as error:
        raise StartError(
            f"{folder} cannot be used: {error.strerror or error}. Choose another folder with --data."
        ) from error


def _read(file: Path, many: int) -> bytes:
    with _explained(file.parent), file.open("rb") as opened:
        return opened.read(many)


def _opened(folder: Path) -> IO[str]:
    with _explained(folder):
        return open(folder / LOCK, "a+", encoding="utf-8", opener=_private)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ONLY)


def _lock(file: int) -> bool:
    """Whether the lock is ours now."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
