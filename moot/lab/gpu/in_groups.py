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
from moot.lab.gpu.fetching import LINE, fetching
from moot.lab.gpu.grouping import GROUP
from moot.lab.gpu.records import bytes_of, played, whole
from moot.lab.gpu.rules import binder_of

THREADS = 1024  # to a block, and one block to a multiprocessor
WARPS = THREADS // GROUP
REGISTERS = 64  # to a thread: as many as there are
FETCHED = 2  # lines of a record that are asked for before its game goes on
BESIDES: dict[str, Any] = {"bots_luck": (np.uint32, (4,)), "taken": np.int32, "answers": np.int8}
HEAD = 24  # bytes for these
WAITING, FIRST, PLACE, TAKEN, GROUPS = range(5)  # lists of a block, see `plan`


class InGroups:
    """Room on the GPU for many games of one kind."""

    def __init__(self, game: Game, games: int, options: Mapping[str, object]) -> None:
        from numba import cuda

        self.game, blocks = game, cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._kernel, self._part = _kernel_of(game)[blocks, THREADS], -(-games // blocks)
        blank = np.zeros(1, room_of(game))
        bytes_of(blank)[:, _place_of(game)] = bytes_of(game.blank(game.choose(options)))[:, : played(game)]
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
        rooms = bytes_of(self._records.copy_to_host())
        return whole(self.game, rooms[:, _place_of(self.game)]), self._decisions.copy_to_host()


def room_of(game: Game) -> np.dtype[np.void]:
    """A game's record with what is needed besides before it: both are read together."""
    besides, size = np.dtype(list(BESIDES.items()), align=True), HEAD + played(game)
    fields = {name: (part[0], part[1]) for name, part in (besides.fields or {}).items()}
    fields |= {name: (part[0], part[1] + HEAD) for name, part in (game.dtype.fields or {}).items() if name != "news"}
    formats, offsets = zip(*fields.values(), strict=True)
    layout = {"names": [*fields], "formats": formats, "offsets": offsets, "itemsize": -(-size // LINE) * LINE}
    return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]


def _place_of(game: Game) -> slice:
    """Where the record is in its room."""
    return slice(HEAD, HEAD + played(game))


@cache
def _kernel_of(game: Game) -> Any:
    """The kernel that plays one part of the games in each block."""
    import numba
    from numba import cuda

    begin, go_on, line_up = _turns_of(game)
    begin_all, sort, play_groups = _begin_all(begin, line_up), _sort(), _play_groups(go_on, line_up)
    plan = cuda.jit(device=True)(grouping.plan)
    room, kinds = game.simulated.numbering.room, 1 + max(map(int, [*game.rules.steps, *game.rules.choices]))

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def kernel(blank: Any, records: Any, waits: Any, order: Any, decisions: Any, seed: int, part: int) -> None:
        moves = cuda.local.array(room, numba.int32)
        lists = cuda.shared.array((5, kinds), numba.int32)
        begun = cuda.shared.array(1, numba.int32)  # how many groups have been begun
        mine = cuda.shared.array(WARPS, numba.int32)  # which one each warp plays
        start = cuda.blockIdx.x * part
        end = min(start + part, len(records))
        begin_all(blank, records, waits, lists[WAITING], decisions, seed, start, end)
        while True:
            if cuda.threadIdx.x == 0:
                plan(lists[WAITING], lists[FIRST], lists[PLACE], lists[TAKEN], lists[GROUPS])
                begun[0] = 0
            cuda.syncthreads()
            if lists[GROUPS, kinds - 1] == 0:
                break
            sort(waits, order, lists[PLACE], start, end)
            play_groups(records, moves, waits, decisions, order[start:end], lists, begun, mine)

    return kernel


def _begin_all(begin: Any, line_up: Any) -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def begin_all(
        blank: Any, records: Any, waits: Any, waiting: Any, decisions: Any, seed: int, start: int, end: int
    ) -> None:
        """All threads of a block begin its games."""
        if cuda.threadIdx.x < len(waiting):
            waiting[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        for number in range(start + cuda.threadIdx.x, end, THREADS):
            records[number] = blank[0]
            begin(records[number], seed, number)
            line_up(records[number], number, waits, waiting, decisions)
        cuda.syncthreads()

    return begin_all


def _sort() -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def sort(waits: Any, order: Any, place: Any, start: int, end: int) -> None:
        """All threads of a block put its games into the order of what they wait for."""
        for number in range(start + cuda.threadIdx.x, end, THREADS):
            if waits[number] > 0:
                order[start + cuda.atomic.add(place, waits[number], 1)] = number
        cuda.syncthreads()

    return sort


def _play_groups(go_on: Any, line_up: Any) -> Any:
    from numba import cuda

    fetch, kind_of, next_group = fetching(FETCHED), cuda.jit(device=True)(grouping.kind_of), _next_group()

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def play_groups(
        records: Any, moves: Any, waits: Any, decisions: Any, order: Any, lists: Any, begun: Any, mine: Any
    ) -> None:
        """All threads of a block play the groups of a round, 32 threads one group."""
        groups = lists[GROUPS]
        group = next_group(begun, mine)
        while group < groups[len(groups) - 1]:
            kind = kind_of(group, groups)
            at = (group - groups[kind - 1]) * GROUP + cuda.threadIdx.x % GROUP
            if at < lists[TAKEN, kind]:
                number = order[lists[FIRST, kind] + at]
                fetch(records[number])
                go_on(records[number], moves)
                line_up(records[number], number, waits, lists[WAITING], decisions)
            group = next_group(begun, mine)
        cuda.syncthreads()

    return play_groups


def _next_group() -> Any:
    from numba import cuda

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def next_group(begun: Any, mine: Any) -> int:
        """The next group that no other warp plays. (From the last to the first was measured, and is slower.)"""
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

    twin = binder_of(game, {}).twin
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
