"""Games that wait for the same step or the same choice go on together, 32 of them at a time.

Each block of threads plays its own games. It counts how many of them wait for what, sorts them by that, and takes the full groups
of 32, while there are any, in the order of what they wait for: so that all its threads go through the same part of the rules at
about the same time, which a GPU is then spared to read over and over. A record lies in the main memory in one piece, and with it
what its game needs besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.machine import Array
from moot.lab import games as lab
from moot.lab import pieces
from moot.lab.gpu import grouping
from moot.lab.gpu.grouping import GROUP
from moot.lab.gpu.rules import binder_of

THREADS = 1024  # to a block, and one block to a multiprocessor
WARPS = THREADS // GROUP
REGISTERS = 64  # to a thread: as many as there are
APART = 1000  # bytes of Python's code from which a function is called
LINE = 128  # bytes that the GPU reads at once
BESIDES: dict[str, Any] = {"bots_luck": (np.uint32, (4,)), "taken": np.int32, "answers": np.int8}
HEAD = 24  # bytes for these


class InGroups:
    """Room on the GPU for many games of one kind."""

    def __init__(self, game: Game, games: int, options: Mapping[str, object]) -> None:
        from numba import cuda

        self.game, blocks = game, cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._kernel, self._part = _kernel_of(game)[blocks, THREADS], -(-games // blocks)
        blank = np.zeros(1, room_of(game))
        _bytes_of(blank)[:, HEAD : HEAD + game.dtype.itemsize] = _bytes_of(game.blank(game.choose(options)))
        self._blank = cuda.to_device(blank)
        self._records = cuda.device_array(games, blank.dtype)
        self._waits = cuda.device_array(games, np.int8)
        self._order = cuda.device_array(games, np.int32)
        self._decisions = cuda.device_array(games, np.int32)

    def play(self, seed: int) -> None:
        """Play all games to their end."""
        from numba import cuda

        self._kernel(self._blank, self._records, self._waits, self._order, self._decisions, seed, self._part)
        cuda.synchronize()

    def decisions(self) -> int:
        """How many decisions all games took."""
        return int(self._decisions.copy_to_host().sum(dtype=np.int64))

    def results(self) -> tuple[Array, Array]:
        """The final records, and how many decisions each game took."""
        rooms = _bytes_of(self._records.copy_to_host())
        records = np.ascontiguousarray(rooms[:, HEAD : HEAD + self.game.dtype.itemsize])
        return records.view(self.game.dtype)[:, 0], self._decisions.copy_to_host()


def room_of(game: Game) -> np.dtype[np.void]:
    """A game's record with what is needed besides before it: both are read together."""
    besides, size = np.dtype(list(BESIDES.items()), align=True), HEAD + game.dtype.itemsize
    fields = {name: (part[0], part[1]) for name, part in (besides.fields or {}).items()}
    fields |= {name: (part[0], part[1] + HEAD) for name, part in (game.dtype.fields or {}).items()}
    formats, offsets = zip(*fields.values(), strict=True)
    whole = {"names": [*fields], "formats": formats, "offsets": offsets, "itemsize": -(-size // LINE) * LINE}
    return np.dtype(whole, align=True)  # type: ignore[call-overload, no-any-return]


def _bytes_of(array: Array) -> Array:
    return array.view(np.uint8).reshape(len(array), -1)


@cache
def _kernel_of(game: Game) -> Any:
    """The kernel that plays one part of the games in each block."""
    import numba
    from numba import cuda

    on_device = cuda.jit(device=True)
    plan, kind_of = on_device(grouping.plan), on_device(grouping.kind_of)
    next_group, (begin, go_on, line_up) = _next_group(), _turns_of(game)
    room, kinds = game.simulated.numbering.room, 1 + max(map(int, [*game.rules.steps, *game.rules.choices]))

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def kernel(blank: Any, records: Any, waits: Any, order: Any, decisions: Any, seed: int, part: int) -> None:
        moves = cuda.local.array(room, numba.int32)
        waiting = cuda.shared.array(kinds, numba.int32)  # these five: see `plan`
        first = cuda.shared.array(kinds, numba.int32)
        place = cuda.shared.array(kinds, numba.int32)
        taken = cuda.shared.array(kinds, numba.int32)
        groups = cuda.shared.array(kinds, numba.int32)
        begun = cuda.shared.array(1, numba.int32)  # how many groups have been begun
        mine = cuda.shared.array(WARPS, numba.int32)  # which of them, by warp
        thread, start = cuda.threadIdx.x, cuda.blockIdx.x * part
        end = min(start + part, len(records))
        if thread < kinds:
            waiting[thread] = 0
        cuda.syncthreads()
        for number in range(start + thread, end, THREADS):
            records[number] = blank[0]
            begin(records[number], seed, number)
            line_up(records[number], number, waits, waiting, decisions)
        cuda.syncthreads()
        while True:
            if thread == 0:
                plan(waiting, first, place, taken, groups)
                begun[0] = 0
            cuda.syncthreads()
            if groups[kinds - 1] == 0:
                break
            for number in range(start + thread, end, THREADS):
                if waits[number] > 0:
                    order[start + cuda.atomic.add(place, waits[number], 1)] = number
            cuda.syncthreads()
            group = next_group(begun, mine)
            while group < groups[kinds - 1]:
                kind = kind_of(group, groups)
                at = (group - groups[kind - 1]) * GROUP + thread % GROUP
                if at < taken[kind]:
                    number = order[start + first[kind] + at]
                    go_on(records[number], moves)
                    line_up(records[number], number, waits, waiting, decisions)
                group = next_group(begun, mine)
            cuda.syncthreads()

    return kernel


def _next_group() -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def next_group(begun: Any, mine: Any) -> int:
        """The next group that no other warp plays."""
        warp = cuda.threadIdx.x // GROUP
        if cuda.threadIdx.x % GROUP == 0:
            mine[warp] = cuda.atomic.add(begun, 0, 1)
        cuda.syncwarp()
        group = mine[warp]
        cuda.syncwarp()
        return group  # type: ignore[no-any-return]

    return next_group


def _turns_of(game: Game) -> tuple[Any, Any, Any]:
    """What one thread does with one game: begin it, go on with it, and have it wait for what comes next."""
    from numba import cuda

    twin = binder_of(game, {}, apart=APART, small=True).twin
    seed_of, begin_with_bots = twin(lab.seed_of_game), twin(pieces.begin_with_bots)
    play, who_answers, waits_for = twin(pieces.go_on), twin(pieces.who_answers), twin(pieces.waits_for)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def begin(s: Any, seed: int, number: int) -> None:
        begin_with_bots(s, seed_of(seed, number), s.bots_luck)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def go_on(s: Any, moves: Any) -> None:
        s.taken += play(s, s.answers, moves, s.bots_luck)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def line_up(s: Any, number: int, waits: Any, waiting: Any, decisions: Any) -> None:
        s.answers = who_answers(s, s.answers)
        kind = waits_for(s, s.answers)
        waits[number] = kind
        if kind > 0:
            cuda.atomic.add(waiting, kind, 1)
        else:
            decisions[number] = s.taken

    return begin, go_on, line_up
