"""Which way a game's rules are run at the table: interpreted at once, compiled as soon as that is ready.

The first compilation takes half a minute. It happens in a process of its own, so that nobody waits for it; the table then reads
the result from the cache on disk.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

from moot.bots import GREEDY, choose_for, luck_of
from moot.engine import Game, Sitting
from moot.engine.ahead import look_ahead
from moot.engine.machine import Machine
from moot.games import load


class Machines:
    """The present machine of each game."""

    def __init__(self, on_ready: Callable[[Game], None]) -> None:
        self._ready: set[str] = set()
        self._on_ready = on_ready

    def of(self, game: Game) -> Machine:
        """How a game is run now."""
        return game.compiled if game.name in self._ready else game.interpreted

    async def prepare(self, game: Game) -> None:
        """Compile a game's rules and go over to them; a game that does not compile goes on interpreted."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "moot.table.live.machines", str(game.folder), stdout=asyncio.subprocess.DEVNULL
        )
        try:
            if await process.wait() == 0:
                await asyncio.to_thread(run_in, game)
                self._ready.add(game.name)
                self._on_ready(game)
        finally:
            if process.returncode is None:
                process.kill()


def run_in(game: Game) -> None:
    """Use everything a table uses, so that it is compiled, or read from the cache."""
    sitting = Sitting(game, game.choose({}), 0, compiled=True)
    luck = luck_of(sitting.machine, 0)
    for _ in range(3):
        if sitting.waiting:
            seat = sitting.waiting[0]
            move = sitting.moves(seat)[0]
            look_ahead(sitting, seat, [(move.number, "x" if move.writes else "")])
            sitting.play(seat, choose_for(sitting.machine, sitting.array, seat, GREEDY, luck))


if __name__ == "__main__":
    import os

    os.nice(10)  # people who are playing come first
    run_in(load(sys.argv[1]))
