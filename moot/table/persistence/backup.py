"""A copy of everything in one file, also while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import tempfile
from pathlib import Path

from moot.table.persistence.folder import FILE, OWNER_ONLY, StartError
from moot.table.persistence.moving import copy_all
from moot.table.persistence.stores import Place, explained


def back_up(place: Place, to: Path) -> int:
    """Copy everything as it is at this moment; its size in bytes. Nothing is overwritten, and half a copy is not left."""
    file = place.data / FILE
    place.must_be_there()
    try:
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except FileExistsError as error:
        raise StartError(f"{to} is there already. Choose another name with --to.") from error
    except OSError as error:
        raise StartError(f"{to} cannot be written: {error.strerror}. Choose another with --to.") from error
    try:
        _copy_database(place, to) if place.url else _copy(file, to)
        _make_safe(to)
    except BaseException as error:
        to.unlink()
        if isinstance(error, sqlite3.Error):
            raise StartError(f"{file} could not be copied: {error}.") from error
        raise
    return to.stat().st_size


def _copy(file: Path, to: Path) -> None:
    """SQLite makes the copy from one moment, whatever is written meanwhile."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
        database.execute("VACUUM INTO ?", (str(to),))


def _copy_database(place: Place, to: Path) -> None:
    """A database becomes a file on which a server can be started, or which `moot migrate` copies into a database again."""
    place.look()
    with tempfile.TemporaryDirectory(dir=to.absolute().parent) as made, explained(place), Place(Path(made)).held():
        asyncio.run(copy_all(place, Place(Path(made))))
        _copy(Path(made) / FILE, to)


def _make_safe(to: Path) -> None:
    for path in (to, to.absolute().parent):  # a backup that a power cut can take is none
        opened = os.open(path, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)
