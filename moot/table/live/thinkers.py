"""How bots at the tables come to a move: quick ones in a thread of the server, those that think ahead in processes of their own.

A process gives way to whoever answers people, and knows when a move is due: however many bots think, each has answered by then.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from time import monotonic

import numpy as np

from moot.bots import Bot, choose_as, luck_of, read_bot
from moot.bots.think import Budget, think
from moot.engine import Game
from moot.engine.machine import Array
from moot.games import load
from moot.table.live.machines import Machines

NICE = 10  # as nice as a process can be that is still to get on
SHORTEST = 0.05  # seconds to think, however late it is
INSTEAD = read_bot("fair")  # who answers where nobody can think ahead yet


class Thinkers:
    """The bots of a server, at work."""

    def __init__(self, machines: Machines) -> None:
        self._machines = machines
        self._pool: ProcessPoolExecutor | None = None

    async def move(self, game: Game, record: Array, seat: int, bot: Bot, seed: int, due: float) -> int:
        """What a bot does at a seat, by a time on the monotonic clock if it thinks ahead."""
        if bot.thinks and self._machines.may_think(game):
            task = str(game.folder), self._seen(game, record, seat), seat, bot.name, seed, due
            try:
                return await asyncio.get_running_loop().run_in_executor(self._processes(), thought_through, *task)
            except BrokenProcessPool:  # one of them was killed: the next move is thought about by others
                self.close()
        return await asyncio.to_thread(self.quickly, game, record, seat, INSTEAD if bot.thinks else bot, seed)

    def quickly(self, game: Game, record: Array, seat: int, bot: Bot, seed: int) -> int:
        """The move of a bot that does not think ahead."""
        machine = self._machines.for_bot(game, bot)
        return choose_as(machine, record, seat, bot, luck_of(machine, seed))

    def _seen(self, game: Game, record: Array, seat: int) -> bytes:
        """All that leaves the server: what the seat sees."""
        machine, views = self._machines.of(game), np.zeros(1, game.dtype)
        machine.view(machine.records(record), 0, seat, machine.records(views), 0)
        return views.tobytes()

    def close(self) -> None:
        """Nobody waits for what is still thought about."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), os.nice, (NICE,))
        return self._pool


def thought_through(folder: str, view: bytes, seat: int, name: str, seed: int, due: float) -> int:
    """In a process of its own: the move of a bot that thinks ahead."""
    game = _known(folder)
    budget = Budget(seconds=max(SHORTEST, due - monotonic()))
    position = np.frombuffer(bytearray(view), game.dtype)
    return think(game.compiled, position, seat, read_bot(name), seed, budget).move


@lru_cache
def _known(folder: str) -> Game:
    return load(folder)
