"""Whole random games on a GPU: one game to a thread, by the very functions that the CPU runs. Needs `pip install moot[gpu]`.

A game lives in its thread's own memory, which the GPU interleaves so that threads in step with each other share one access. It
is filled and read in words of eight bytes, each word of all games side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.machine import Array
from moot.lab import games as lab

WORD = np.int64
THREADS = 128  # to a block
REGISTERS = 128  # to a thread: more would leave fewer games in flight


def words_of(array: Array) -> Array:
    """Records as rows of words."""
    return array.view(WORD).reshape(len(array), -1)


@cache
def kernel_of(game: Game, registers: int) -> Any:
    """The kernel: thread i of n plays the games number i, i + n, i + 2n, ... of a simulation.

    Where games differ much in length it pays to give a thread several, for the threads that go together wait for the longest.
    """
    import numba
    from numba import cuda
    from numba.cuda.extending import intrinsic

    record = numba.from_dtype(game.dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def as_record(_: Any, words: Any) -> Any:
        """Words seen as the record they make up."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(words), generate

    twin = game.compiled.twin
    start, go_on, seed_of = twin(lab.begin_random_game), twin(lab.go_on_at_random), twin(lab.seed_of_game)
    room, words = game.compiled.numbering.room, game.dtype.itemsize // 8

    @cuda.jit(max_registers=registers)  # type: ignore[untyped-decorator]
    def kernel(blank: Any, records: Any, decisions: Any, seed: int) -> None:
        moves = cuda.local.array(room, numba.int32)
        luck = cuda.local.array(4, numba.uint32)
        mine = cuda.local.array(words, numba.int64, alignment=16)
        number, made, idle = cuda.grid(1), 0, True
        while number < decisions.shape[0]:
            if idle:
                for word in range(words):
                    mine[word] = blank[0, word]
                start(as_record(mine), seed_of(seed, number), luck)
                made, idle = 0, False
            made += go_on(as_record(mine), moves, luck)
            if as_record(mine).over != 0:
                for word in range(words):
                    records[word, number] = mine[word]
                decisions[number] = made
                number += cuda.gridsize(1)
                idle = True

    return kernel


class Games:
    """Room on the GPU for many games of one kind."""

    def __init__(
        self, game: Game, games: int, *, options: Mapping[str, object] | None = None, per_thread: int = 1
    ) -> None:
        from numba import cuda

        blocks = -(-games // (THREADS * per_thread))
        self.game, self._kernel = game, kernel_of(game, REGISTERS)[blocks, THREADS]
        blank = words_of(game.blank(game.choose(options or {})))
        self._blank = cuda.to_device(blank)
        self._records = cuda.device_array((blank.shape[1], games), WORD)
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
        return words.view(self.game.dtype)[:, 0], self._decisions.copy_to_host()
