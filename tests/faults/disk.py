"""What lies on disk, read without the server."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from moot.engine import Game, Sitting
from moot.engine.saving import read_row
from moot.games import GAMES, load
from moot.table.keeping import BACK, CHAT, MOVE
from moot.table.room import MoveBody, Said
from moot.table.store import LogRow

ALL_GAMES: dict[str, Game] = {name: load(name) for name in GAMES}
_body = msgspec.json.Decoder(MoveBody)
_said = msgspec.json.Decoder(Said)


@dataclass(frozen=True)
class Kept:
    """A table on disk."""

    game: Game
    options: dict[str, int]
    seed: int
    state: str
    names: list[str]
    log: list[LogRow]
    record: bytes
    at: int  # the row that led to the record

    def play_again(self) -> Iterator[tuple[LogRow, Sitting]]:
        """Every row of the log, and the game after it, by the rules alone."""
        sitting = Sitting(self.game, self.options, self.seed)
        sitting.names = self.names
        for row in self.log:
            if row.kind == MOVE:
                sitting.play(row.seat, self.move_in(row))
            elif row.kind == BACK:
                sitting.take_back(row.seat)
            yield row, sitting

    def move_in(self, row: LogRow) -> int:
        """The number of a move in its game's numbering."""
        body = _body.decode(row.body)
        return read_row(self.game, [row.seat, body.choice, *body.arguments])[1]

    def content_of(self, row: LogRow) -> int | str:
        """What a seat did: its move, or what it said."""
        if row.kind == MOVE:
            return self.move_in(row)
        return _said.decode(row.body).text if row.kind == CHAT else ""

    def chat_until(self, number: int, seat: int) -> list[str]:
        """What a seat had heard in chat by a row of the log."""
        said = [_said.decode(row.body) for row in self.log if row.kind == CHAT and row.number <= number]
        return [one.text for one in said if one.heard_by(seat, set(one.ears or ()))]


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
    game, key = ALL_GAMES[row["game"]], (row["id"],)
    names = [name for (name,) in file.execute("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", key)]
    columns = ", ".join(LogRow._fields)
    log = [
        LogRow(*found) for found in file.execute(f"SELECT {columns} FROM log WHERE table_id = ? ORDER BY number", key)
    ]
    at, record = file.execute("SELECT number, record FROM snapshots WHERE table_id = ?", key).fetchone()
    options = game.choose(json.loads(row["options"]))
    return Kept(game, options, int(row["seed"]), row["state"], names, log, zlib.decompress(record), at)
