"""One game to a thread, from beginning to end; threads wait for each other at the places that `moot.engine.lockstep` names.

A game lives in its thread's own memory, which the GPU interleaves so that threads in step with each other share one access. It
is filled and read in words of eight bytes, each word of all games side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.binding import Binder
from moot.engine.inside_numba import as_record
from moot.engine.lockstep import any_of, in_step
from moot.engine.machine import Array
from moot.lab import games as lab
from moot.lab.gpu.records import bytes_of, optional, played, whole
from moot.lab.gpu.rules import binder_of

WORD = np.int64
THREADS = 128  # to a block
REGISTERS = 40  # to a thread: more would leave fewer games in flight
WARP = 0xFFFFFFFF  # all threads that go in step


class InStep:
    """Room on the GPU for many games of one kind."""

    many = 1_000_000  # games that keep a large GPU busy

    def __init__(self, game: Game, games: int, options: Mapping[str, object]) -> None:
        from numba import cuda

        self.game, self._kernel = game, _kernel_of(game)[-(-games // THREADS), THREADS]
        words = played(game) // WORD().itemsize
        self._blank = cuda.to_device(game.blank(game.choose(options)).view(WORD)[:words])
        self._records = cuda.device_array((words, games), WORD)
        self._decisions = cuda.device_array(games, np.int32)

    def play(self, seed: int) -> None:
        """Play all games to their end."""
        from numba import cuda

        self._kernel(self._blank, self._records, self._decisions, seed)
        cuda.synchronize()

    def decisions(self) -> int:
        """How many decisions all games took."""
        return int(self._decisions.copy_to_host().sum(dtype=np.int64))

    def results(self) -> tuple[Array, Array]:
        """The final records, and how many decisions each game took."""
        words = np.ascontiguousarray(self._records.copy_to_host().T)
        return whole(self.game, bytes_of(words)), self._decisions.copy_to_host()


@cache
def _kernel_of(game: Game) -> Any:
    """The kernel that plays game number i of a simulation in thread i.

    (To give a thread one game after the other, so that none waits for the longest game of its group, was measured and is slower by
    a third to two thirds: the groups fall out of step.)
    """
    import numba
    from numba import cuda

    binder, seen = _binder_of(game), as_record(game.dtype)
    play, seed_of = binder.twin(lab.random_game), binder.twin(lab.seed_of_game)
    room, size = game.simulated.numbering.room, WORD().itemsize
    words, filled = played(game) // size, optional(game) // size

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def kernel(blank: Any, records: Any, decisions: Any, seed: int) -> None:
        number = cuda.grid(1)  # those beyond the last play too, for their neighbours wait for them
        moves = cuda.local.array(room, numba.int32)
        luck = cuda.local.array(4, numba.uint32)
        mine = cuda.local.array(words, numba.int64, alignment=16)
        for word in range(filled):
            mine[word] = blank[word]
        for word in range(filled, words):
            mine[word] = 0
        taken = play(seen(mine), seed_of(seed, number), moves, luck)
        if number < decisions.shape[0]:
            decisions[number] = taken
            for word in range(words):
                records[word, number] = mine[word]

    return kernel


def _binder_of(game: Game) -> Binder:
    """The game's rules, which wait for each other by the GPU's own instructions."""
    from numba import cuda

    def any_in_warp(mine: bool) -> bool:
        return cuda.any_sync(WARP, mine)  # type: ignore[no-any-return]

    def meet_warp() -> None:
        cuda.syncwarp()

    return binder_of(game, {any_of: any_in_warp, in_step: meet_warp})
