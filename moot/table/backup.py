"""A copy of everything in one file, also while the server runs."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from moot.table.folder import FILE, OWNER_ONLY, StartError


def back_up(folder: Path, to: Path) -> int:
    """Copy the database as it is at this moment; its size in bytes. Nothing is overwritten, and half a copy is not left."""
    file = folder / FILE
    if not file.is_file():
        raise StartError(f"There is no {file}. Say with --data where the server keeps its games.")
    try:
        os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except FileExistsError as error:
        raise StartError(f"{to} is there already. Choose another name with --to.") from error
    except OSError as error:
        raise StartError(f"{to} cannot be written: {error.strerror}. Choose another with --to.") from error
    try:
        _copy(file, to)
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
    for path in (to, to.absolute().parent):  # a backup that a power cut can take is none
        opened = os.open(path, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)
