"""kill -9 at random moments under load: no acknowledged move lost, none doubled, all tables playable.

`make test` kills a few times, `make faults` fifty times; MOOT_KILLS says how often.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from pathlib import Path
from random import Random

from moot.engine import Sitting
from moot.table.feeds.sight import Sight
from moot.table.live.state import OVER, PLAYING
from moot.table.persistence.store import LogRow
from tests.faults.disk import ALL_GAMES, Kept, read_tables
from tests.faults.people import BACK, BROKEN, CHAT, MOVE, Notes, Party, Row, Shown, open_table
from tests.faults.server import PATIENCE, Server, compile_ahead

KILLS = int(os.environ.get("MOOT_KILLS", "3"))
COMPILED = 10  # every so many lives the rules are compiled while people play
OPEN = {"option.seats": 4, "seat.0": "open"}
SHORT = {**OPEN, "game": "polycrisis", "option.turns": 3}
PATH = {**OPEN, "game": "path_to_safety"}
WITH_BOTS = {**SHORT, "seat.1": "open", "seat.2": "greedy", "seat.3": "random"}
WISHES = [(SHORT, 4)] * 4 + [(PATH, 4)] * 4 + [(WITH_BOTS, 2)]
SIGHTS = {name: Sight(game) for name, game in ALL_GAMES.items()}


def test_whatever_was_acknowledged_survives(tmp_path: Path) -> None:
    if KILLS >= COMPILED:
        compile_ahead()
    start, tally = time.monotonic(), Counter[str]()
    asyncio.run(play_and_kill(Server(tmp_path / "data"), KILLS, tally))
    print(f"\n{KILLS} kills in {time.monotonic() - start:.0f} s:", dict(sorted(tally.items())))
    assert tally["done moved"] > 20 * KILLS, "there was hardly any load"


async def play_and_kill(server: Server, kills: int, tally: Counter[str]) -> None:
    """So many lives of a server, the last of which may come to its end."""
    dice, witness = Random(), Witness(server.folder)
    try:
        await server.start()
        parties = await asyncio.gather(*(open_table(server, *wish, dice, tally) for wish in WISHES))
        for life in range(1, kills + 1):
            await live(server, parties, dice.uniform(0.1, 2), compiled=is_compiled(life))
            witness.compare(parties)
            await server.start(compiled=is_compiled(life + 1))
        await finish(server, parties)
        witness.compare(parties)
        tally["tables"] = len(witness.tables)
        tally["rows on disk"] = sum(len(table.log) for table in witness.tables.values())
    finally:
        server.kill()


def is_compiled(life: int) -> bool:
    """In some of its lives the server goes over to compiled rules."""
    return life % COMPILED == 0


async def live(server: Server, parties: list[Party], seconds: float, *, compiled: bool) -> None:
    """Everyone comes and plays, until the server is killed. Nothing else disturbs them."""
    games = [asyncio.create_task(party.play_on(server)) for party in parties]
    if compiled:
        await server.compiled()
    await asyncio.wait(games, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    server.kill()
    for outcome in await asyncio.gather(*games, return_exceptions=True):
        if not isinstance(outcome, BROKEN):
            raise outcome


async def finish(server: Server, parties: list[Party]) -> None:
    """Every table can be played to its end."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(party.play(server) for party in parties))
    server.kill()
    tables = read_tables(server.folder)
    assert all(tables[party.tables[-1]].state == OVER for party in parties)


class Witness:
    """Compares what people know with what is on disk, and that with what was there before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables: dict[str, Kept] = {}

    def compare(self, parties: list[Party]) -> None:
        """Look at every table on disk, and play those again at which something may have happened."""
        before, self.tables = self.tables, read_tables(self.folder)
        assert before.keys() <= self.tables.keys(), "no table is lost"
        seats = {name: seats_at(party, name) for party in parties for name in party.tables}
        assert seats.keys() <= self.tables.keys(), "a table that was opened is there"
        for name, table in self.tables.items():
            then = before[name].log if name in before else []
            assert table.log[: len(then)] == then, "what is written stays written"
            for seat, notes in seats.get(name, []):
                check_deeds(table, seat, notes)
            if len(table.log) > len(then) or table.state == PLAYING:
                check_table(table, seats.get(name, []))


def seats_at(party: Party, table: str) -> list[tuple[int, Notes]]:
    """Who has sat at a table, and what they noted."""
    return [(seat.seat, seat.notes[table]) for seat in party.seats if table in seat.notes]


def rows_of(table: Kept, seat: int) -> list[Row]:
    """What a seat did, as it lies on disk."""
    mine = [row for row in table.log if row.seat == seat and row.kind in (MOVE, BACK, CHAT)]
    return [Row(row.kind, table.content_of(row)) for row in mine]


def check_deeds(table: Kept, seat: int, notes: Notes) -> None:
    """A seat's rows are those it knows of, each once and in their order; and perhaps the one whose answer it did not hear."""
    rows, known = rows_of(table, seat), len(notes.done)
    assert rows[:known] == notes.done, "what was acknowledged is on disk"
    if rows[known:]:
        assert notes.doubt is not None, f"nobody did {rows[known:]}"
        assert not notes.written, f"{rows[known:]} is there a second time"
        assert rows[known:] == [notes.doubt[:2]]
        notes.done += rows[known:]
        notes.written = True


def check_table(table: Kept, seats: list[tuple[int, Notes]]) -> None:
    """The log has no gaps and leads, by the rules, through everything that was shown to the position that was kept."""
    assert [row.number for row in table.log] == list(range(len(table.log)))
    assert [row.kind for row in table.log].count("opened") == 1
    unseen = {seat: notes.shown for seat, notes in seats if notes.shown.view}
    for row, sitting in table.play_again():
        unseen = {seat: shown for seat, shown in unseen.items() if not was_shown(table, row, sitting, seat, shown)}
    assert not unseen, f"seats {list(unseen)} were shown what is not on disk"
    assert table.state == (OVER if sitting.over else PLAYING)


def was_shown(table: Kept, row: LogRow, sitting: Sitting, seat: int, shown: Shown) -> bool:
    """Whether what a seat was shown is what the log says it was to see after this row."""
    return (
        shown.events == [line.text for line in sitting.lines(seat)]
        and shown.chat == table.chat_until(row.number, seat)
        and shown.view == SIGHTS[table.game.name].changes(b"", bytes(sitting.look(seat)))
        and ("over" in shown.state) == sitting.over
    )
