"""What lies on disk, read without the server."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from moot.engine import Game, Sitting
from moot.engine.saving import read_row
from moot.games import GAMES, load
from moot.table.live.entries import Moved, Opened, Said, TookBack, read
from moot.table.live.state import mark_of
from moot.table.persistence.store import LogRow

ALL_GAMES: dict[str, Game] = {name: load(name) for name in GAMES}


@dataclass(frozen=True)
class Kept:
    """A table on disk."""

    game: Game
    options: dict[str, int]
    seed: int
    state: str
    names: list[str]
    log: list[LogRow]

    def play_again(self) -> Iterator[tuple[LogRow, Sitting]]:
        """Every row of the log, and the game after it, by the rules alone."""
        sitting = Sitting(self.game, self.options, self.seed)
        sitting.names = self.names
        for row in self.log:
            body = read(row)
            if isinstance(body, Moved):
                sitting.play(row.seat, self.move_in(body))
                assert body.mark == mark_of(bytes(sitting)), "it leads where it led"
            elif isinstance(body, TookBack):
                sitting.take_back(row.seat)
            yield row, sitting

    def move_in(self, body: Moved) -> int:
        """The number of a move in its game's numbering."""
        return read_row(self.game, [body.seat, body.choice, *body.arguments])[1]

    def content_of(self, row: LogRow) -> int | str:
        """What a seat did: its move, or what it said."""
        body = read(row)
        if isinstance(body, Moved):
            return self.move_in(body)
        return body.text if isinstance(body, Said) else ""

    def chat_until(self, number: int, seat: int) -> list[str]:
        """What a seat had heard in chat by a row of the log."""
        bodies = [read(row) for row in self.log if row.number <= number]
        return [body.text for body in bodies if isinstance(body, Said) and body.heard_by(seat, set(body.ears or ()))]


def read_tables(folder: Path) -> dict[str, Kept]:
    """All tables. It reads a copy: to open the file would heal it, and that is for the server to do."""
    with tempfile.TemporaryDirectory() as copy:
        for name in ("moot.sqlite", "moot.sqlite-wal"):
            if (folder / name).exists():
                shutil.copy(folder / name, copy)
        with closing(sqlite3.connect(Path(copy) / "moot.sqlite")) as file:
            file.row_factory = sqlite3.Row
            assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert file.execute("PRAGMA foreign_key_check").fetchall() == []
            return {row["id"]: _read_table(file, row) for row in file.execute("SELECT * FROM tables")}


def _read_table(file: sqlite3.Connection, row: sqlite3.Row) -> Kept:
    key = (row["id"],)
    names = [name for (name,) in file.execute("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", key)]
    columns = ", ".join(LogRow._fields)
    log = [LogRow(*found) for found in file.execute(f"SELECT {columns} FROM log WHERE log_id = ? ORDER BY number", key)]
    return kept_of(row["id"], log, row["state"], names)


def kept_of(table: str, log: Sequence[LogRow], state: str = "", names: Sequence[str] = ()) -> Kept:
    """A table by its log."""
    opened = read(log[0])
    assert isinstance(opened, Opened), table
    game = ALL_GAMES[opened.game]
    called = list(names) or [sat.name for sat in opened.chairs]
    return Kept(game, game.choose(opened.options), opened.seed, state, called, list(log))
