"""The table's core under load, without sockets: moves that are decided, written down and folded, in one process.

python benchmarks/table_core.py --tables 100 --seconds 10 --rate 300

It measures the code of the folder in which it is run, today's or that of commit 4d05dfd: `table.py --against` runs it in both. What
is played was chosen before, so that the time goes into making moves and not into choosing them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, ".")  # before any Moot that is installed

from moot.engine import Sitting
from moot.games import load

try:
    from moot.table.live.opening import Wish
    from moot.table.registry import Registry
    from moot.table.settings import Settings
except ImportError:  # what they were called until 2026
    from moot.table.hall import Hall as Registry  # type: ignore[import-not-found, no-redef]
    from moot.table.hall import Settings  # type: ignore[no-redef]
    from moot.table.opening import Wish  # type: ignore[import-not-found, no-redef]

SEATS = 4
OPTIONS = {"seats": SEATS, "turns": 16, "chips_per_turn": 0, "start_crises": 0, "talk": "off"}
WARM = 2.0  # seconds until it counts
Move = tuple[int, int]  # its seat and its number


def games_played(game: Any, many: int, moves: int) -> Iterator[list[Move]]:
    """Random games from the seeds 0, 1, 2 and so on, as far as they are needed."""
    for seed in range(many):
        sitting, dice = Sitting(game, game.choose(OPTIONS), seed, compiled=True), random.Random(seed)
        while sitting.waiting and len(sitting.history) < moves:
            seat = dice.choice(sitting.waiting)
            sitting.play(seat, dice.choice(sitting.numbers(seat)))
        yield sitting.history


async def opened(registry: Any, game: Any, tables: int) -> list[Any]:
    """Tables at which a person holds every seat."""
    add = registry.people.add if hasattr(registry, "people") else registry.new_person
    person, _ = await add("Ada")
    opening = getattr(registry, "openings", registry)
    return [await opening.new_table(Wish(game, OPTIONS, None, ["me"]), person) for _ in range(tables)]


async def compiled(registry: Any, game: Any) -> None:
    """Wait until the rules are."""
    machines = registry.machines
    may_think = getattr(machines, "may_think", lambda game: True)  # earlier commits have no bots that think
    while not (machines.of(game).compiled and may_think(game)):
        await asyncio.sleep(0.05)


class Load:
    """Moves of all tables, one after the other, so many a second."""

    def __init__(self, tables: list[Any], played: list[list[Move]], rate: float) -> None:
        self._coming = [
            (table, *move) for turn in zip(*played, strict=False) for table, move in zip(tables, turn, strict=True)
        ]
        self._rate, self.made = rate, 0

    async def run(self, seconds: float) -> None:
        """Moves at their times, each in a task of its own, as they come from people. A table's next move waits for its last."""
        start, last = time.perf_counter(), dict[Any, asyncio.Task[None]]()
        for place in range(min(int(seconds * self._rate), len(self._coming) - self.made)):
            await asyncio.sleep(max(0.0, start + place / self._rate - time.perf_counter()))
            table, seat, move = self._coming[self.made]
            self.made += 1
            if table in last:
                await last[table]
            last[table] = asyncio.create_task(table.play(seat, move))
        await asyncio.gather(*last.values())


async def measure(chosen: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The load on tables of a new folder."""
    game, seeds = load("polycrisis"), count()
    where = {"store": chosen.store} if chosen.store else {}
    registry = Registry(
        Settings(folder, {game.name: game}, pace=0, limits=False, new_seed=lambda: next(seeds), **where)
    )
    await registry.open()
    await compiled(registry, game)
    tables = await opened(registry, game, chosen.tables)
    needed = int((WARM + chosen.seconds) * chosen.rate / chosen.tables) + 1
    load_ = Load(tables, list(games_played(game, chosen.tables, needed)), chosen.rate)
    await load_.run(WARM)
    before, begun, cpu = load_.made, time.perf_counter(), time.process_time()
    await load_.run(chosen.seconds)
    moves, took, used = load_.made - before, time.perf_counter() - begun, time.process_time() - cpu
    await registry.close()
    return {
        "tables": chosen.tables,
        "moves": moves,
        "moves_per_second": round(moves / took),
        "cpu_ms_per_move": {"server": round(1000 * used / moves, 3)},
    }


def main() -> None:
    """Run one load and print what was measured as JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--store", help="postgresql://…; by default a file in a new folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        print(json.dumps(uvloop.run(measure(chosen, Path(folder)))))


if __name__ == "__main__":
    main()
