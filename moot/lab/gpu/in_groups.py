"""Games that wait for the same step or the same choice go on together, 32 of them at a time.

Each block of threads plays its own games. It counts how many of them wait for what, sorts them by that, and takes the full groups
of 32, while there are any, in the order of what they wait for: so that all its threads go through the same part of the rules at
about the same time, which a GPU is then spared to read over and over. A game lies in its room in the main memory; while it goes on,
its small fields are near.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from moot.engine import NOBODY, Game, drive
from moot.engine.inside_numba import WORD, allow_near_memory
from moot.engine.machine import Array
from moot.lab import games as lab
from moot.lab import pieces
from moot.lab.gpu import grouping
from moot.lab.gpu.grouping import GROUP
from moot.lab.gpu.near import Near, far_apart, near_of
from moot.lab.gpu.rooms import blank_room, near_words, records_in, room_of
from moot.lab.gpu.rules import binder_of

THREADS = 1024  # to a block at most, and one block to a multiprocessor
WARPS = THREADS // GROUP
REGISTERS = 64  # to a thread: as many as there are
LISTS = 8192  # bytes of the near memory that are left for the lists of a block
WAITING, FIRST, PLACE, TAKEN, GROUPS = range(5)  # lists of a block, see `plan`


class InGroups:
    """Room on the GPU for many games of one kind."""

    many = 4_000_000  # games that keep a large GPU busy

    def __init__(self, game: Game, games: int, options: Mapping[str, object]) -> None:
        from numba import cuda

        blocks, threads = cuda.get_current_device().MULTIPROCESSOR_COUNT, _threads(game)
        self.game, self._part = game, -(-games // blocks)
        self._kernel = _kernel_of(game)[blocks, threads, 0, threads * _near_bytes(game)]
        self._blank = cuda.to_device(blank_room(game, options))
        self._rooms = cuda.device_array(games, self._blank.dtype)
        self._waits = cuda.device_array(games, np.int16)
        self._order = cuda.device_array(games, np.int32)
        self._decisions = cuda.device_array(games, np.int32)

    def play(self, seed: int) -> None:
        """Play all games to their end."""
        from numba import cuda

        self._kernel(self._blank, self._rooms, self._waits, self._order, self._decisions, seed, self._part)
        cuda.synchronize()

    def decisions(self) -> int:
        """How many decisions all games took."""
        return int(self._decisions.copy_to_host().sum(dtype=np.int64))

    def results(self) -> tuple[Array, Array]:
        """The final records, and how many decisions each game took."""
        return records_in(self.game, self._rooms.copy_to_host()), self._decisions.copy_to_host()


def _near_bytes(game: Game) -> int:
    """How much of the near memory a thread needs."""
    return far_apart(near_words(game)) * WORD


def _threads(game: Game) -> int:
    """As many threads as the near memory of this GPU has room for."""
    from numba import cuda

    room: int = cuda.get_current_device().MAX_SHARED_MEMORY_PER_BLOCK_OPTIN - LISTS
    return min(THREADS, room // _near_bytes(game) // GROUP * GROUP)


@cache
def _kernel_of(game: Game) -> Any:
    """The kernel that plays one part of the games in each block."""
    import numba
    from numba import cuda

    begin, go_on, line_up = _turns_of(game)
    near, apart = near_of(room_of(game), near_words(game)), far_apart(near_words(game))
    begin_all, sort, play_groups = _begin_all(near, begin, line_up), _sort(), _play_groups(near, go_on, line_up)
    plan = cuda.jit(device=True)(grouping.plan)
    most_moves, kinds = game.simulated.numbering.room, game.rules.waits
    rooms, short, long, number = numba.from_dtype(room_of(game))[::1], numba.int16[::1], numba.int32[::1], numba.int64

    @cuda.jit((rooms, rooms, short, long, long, number, number), max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def kernel(blank: Any, rooms: Any, waits: Any, order: Any, decisions: Any, seed: int, part: int) -> None:
        moves = cuda.local.array(most_moves, numba.int32)
        mine = cuda.shared.array(0, numba.int32)[cuda.threadIdx.x * apart :]
        lists = cuda.shared.array((5, kinds), numba.int32)
        begun = cuda.shared.array(1, numba.int32)  # how many groups have been begun
        played = cuda.shared.array(WARPS, numba.int32)  # which one each warp plays
        start = cuda.blockIdx.x * part
        end = min(start + part, len(rooms))
        begin_all(blank, rooms, mine, waits, lists[WAITING], decisions, seed, start, end)
        while True:
            if cuda.threadIdx.x == 0:
                plan(lists[WAITING], lists[FIRST], lists[PLACE], lists[TAKEN], lists[GROUPS])
                begun[0] = 0
            cuda.syncthreads()
            if lists[GROUPS, kinds - 1] == 0:
                break
            sort(waits, order, lists[PLACE], start, end)
            play_groups(rooms, mine, moves, waits, decisions, order[start:end], lists, begun, played)

    allow_near_memory(kernel, _threads(game) * _near_bytes(game))
    return kernel


def _begin_all(near: Near, begin: Any, line_up: Any) -> Any:
    from numba import cuda

    take, put, both = near

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def begin_all(
        blank: Any, rooms: Any, mine: Any, waits: Any, waiting: Any, decisions: Any, seed: int, start: int, end: int
    ) -> None:
        """All threads of a block begin its games."""
        if cuda.threadIdx.x < len(waiting):
            waiting[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        for number in range(start + cuda.threadIdx.x, end, cuda.blockDim.x):
            rooms[number] = blank[0]
            take(mine, rooms[number])
            s = both(mine, rooms[number])
            begin(s, seed, number)
            line_up(s, number, waits, waiting, decisions)
            put(mine, rooms[number])
        cuda.syncthreads()

    return begin_all


def _sort() -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def sort(waits: Any, order: Any, place: Any, start: int, end: int) -> None:
        """All threads of a block put its games into the order of what they wait for."""
        for number in range(start + cuda.threadIdx.x, end, cuda.blockDim.x):
            if waits[number] > 0:
                order[start + cuda.atomic.add(place, waits[number], 1)] = number
        cuda.syncthreads()

    return sort


def _play_groups(near: Near, go_on: Any, line_up: Any) -> Any:
    from numba import cuda

    take, put, both = near
    kind_of, next_group = cuda.jit(device=True)(grouping.kind_of), _next_group()

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def play_groups(
        rooms: Any, mine: Any, moves: Any, waits: Any, decisions: Any, order: Any, lists: Any, begun: Any, played: Any
    ) -> None:
        """All threads of a block play the groups of a round, 32 threads one group."""
        groups = lists[GROUPS]
        group = next_group(begun, played)
        while group < groups[len(groups) - 1]:
            kind = kind_of(group, groups)
            at = (group - groups[kind - 1]) * GROUP + cuda.threadIdx.x % GROUP
            if at < lists[TAKEN, kind]:
                number = order[lists[FIRST, kind] + at]
                take(mine, rooms[number])
                s = both(mine, rooms[number])
                go_on(s, moves)
                line_up(s, number, waits, lists[WAITING], decisions)
                put(mine, rooms[number])
            group = next_group(begun, played)
        cuda.syncthreads()

    return play_groups


def _next_group() -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def next_group(begun: Any, played: Any) -> int:
        """The next group that no other warp plays. (From the last to the first was measured, and is slower.)"""
        warp = cuda.threadIdx.x // GROUP
        if cuda.threadIdx.x % GROUP == 0:
            played[warp] = cuda.atomic.add(begun, 0, 1)
        cuda.syncwarp()
        group = played[warp]
        cuda.syncwarp()
        return group  # type: ignore[no-any-return]

    return next_group


def _turns_of(game: Game) -> tuple[Any, Any, Any]:
    """What one thread does with one game: begin it, go on with it, and have it wait for what comes next."""
    from numba import cuda

    twin = binder_of(game, {}).twin
    seed_of, begin_with_bots = twin(lab.seed_of_game), twin(pieces.begin_with_bots)
    play, who_answers, waits_for = twin(pieces.go_on), twin(drive.who_answers), twin(pieces.waits_for)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def begin(s: Any, seed: int, number: int) -> None:
        begin_with_bots(s, seed_of(seed, number), s.bots_luck)
        s.answers = NOBODY

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def go_on(s: Any, moves: Any) -> None:
        s.taken += play(s, s.answers, moves, s.bots_luck)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def line_up(s: Any, number: int, waits: Any, waiting: Any, decisions: Any) -> None:
        s.answers = who_answers(s, s.answers, s.bots_luck)
        kind = waits_for(s, s.answers)
        waits[number] = kind
        if kind > 0:
            cuda.atomic.add(waiting, kind, 1)
        else:
            decisions[number] = s.taken

    return begin, go_on, line_up
