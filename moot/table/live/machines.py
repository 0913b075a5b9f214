"""Which way a game's rules are run at the table: interpreted at once, compiled as soon as that is ready.

The first compilation takes half a minute. It happens in a process of its own, so that nobody waits for it; the table then reads
the result from the cache on disk. What bots of the levels need is compiled after that, for it takes as long again.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from moot.bots import BOTS, GREEDY, Bot, choose_as, choose_for, luck_of, read_bot
from moot.bots.think import Budget, think
from moot.engine import Game, Sitting
from moot.engine.ahead import look_ahead
from moot.engine.machine import Machine
from moot.games import load


class Machines:
    """The present machine of each game."""

    def __init__(self, on_ready: Callable[[Game], None]) -> None:
        self._ready: set[str] = set()
        self._thinking: set[Path] = set()  # folders of games of which also what the levels need is compiled
        self._on_ready = on_ready

    def of(self, game: Game) -> Machine:
        """How a game is run now."""
        return game.compiled if game.name in self._ready else game.interpreted

    def for_bot(self, game: Game, bot: Bot) -> Machine:
        """How a game is run now when a bot chooses: what is not compiled yet would keep everyone waiting."""
        return self.of(game) if bot.kind < len(BOTS) or self.may_think(game) else game.interpreted

    def may_think(self, game: Game) -> bool:
        """Whether bots can think ahead in a game by now."""
        return game.folder in self._thinking

    async def prepare(self, game: Game) -> None:
        """Compile a game's rules and go over to them; a game that does not compile goes on interpreted."""
        if await _compiled(game, run_in):
            self._ready.add(game.name)
            self._on_ready(game)

    async def prepare_thinking(self, game: Game) -> None:
        """The same for what the levels of bots need."""
        if game.name in self._ready and await _compiled(game, think_in):
            self._thinking.add(game.folder)


async def _compiled(game: Game, what: Callable[[Game], None]) -> bool:
    """Have something compiled in a process of its own, and read it in; whether that worked."""
    command = sys.executable, "-m", "moot.table.live.machines", what.__name__, str(game.folder)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL)
    try:
        if await process.wait() == 0:
            await asyncio.to_thread(what, game)
        return process.returncode == 0
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


def think_in(game: Game) -> None:
    """Use everything the levels of bots use."""
    sitting = Sitting(game, game.choose({}), 0, compiled=True)
    if sitting.waiting:
        seat, machine = sitting.waiting[0], sitting.machine
        choose_as(machine, sitting.array, seat, read_bot("fair"), luck_of(machine, 0))
        think(machine, sitting.array, seat, read_bot("strong"), 0, Budget(iterations=2))


if __name__ == "__main__":
    import os

    os.nice(10)  # people who are playing come first
    {one.__name__: one for one in (run_in, think_in)}[sys.argv[1]](load(sys.argv[2]))
