"""How fast a game runs here: decisions, copies, views and guesses a second on one core, and how long it takes to start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.binding import rule
from moot.engine.drive import Records, advance, begin, guess_at, random_move, view_at
from moot.engine.fields import Row
from moot.engine.flow import Moves, first_owing, next_owing
from moot.engine.machine import Array
from moot.engine.slots import answer
from moot.lab import games as lab

POSITIONS = 256
LONG_ENOUGH = 0.4  # seconds for one measurement; the best of three counts


@rule
def spread(blank: Records, records: Records, number: int, out: Moves, luck: Row) -> None:
    """Fill records with positions from all over random games."""
    for i in range(number):
        records[i] = blank[0]
        s, seat, left = records[i], 0, 2 + 7 * i % 97
        begin(s, i)
        while s.over == 0 and left > 0:
            advance(s)
            if s.over == 0:
                seat = next_owing(s, seat)
                answer(s, seat, random_move(s, seat, out, luck))
                left -= 1
        advance(s)


@rule
def copy_often(records: Records, number: int, times: int) -> None:
    """Copies among the records."""
    for k in range(times):
        records[k % number] = records[(7 * k + 1) % number]


@rule
def view_often(records: Records, number: int, views: Records, times: int) -> None:
    """What the seat to move sees."""
    for k in range(times):
        i = k % number
        view_at(records, i, first_owing(records[i]), views, i)


@rule
def guess_often(records: Records, number: int, guesses: Records, times: int, out: Moves) -> None:
    """What the seat to move might guess."""
    for k in range(times):
        i = k % number
        guess_at(records, i, first_owing(records[i]), k, guesses, i, out)


def per_second(work: Callable[[int], int]) -> float:
    """How much is done in a second: `work(times)` returns how much it did. The best of three."""
    work(1)  # compiles, or reads what was compiled
    times = 1
    while _timed(work, times)[1] < LONG_ENOUGH / 4:
        times *= 4
    return max(done / seconds for done, seconds in (_timed(work, 4 * times) for _ in range(3)))


def _timed(work: Callable[[int], int], times: int) -> tuple[int, float]:
    start = perf_counter()
    done = work(times)
    return done, perf_counter() - start


def bench(game: Game, reference: str) -> dict[str, Any]:
    """All figures of a game. `reference` is what `moot` is told to find it."""
    return {"game": game.name, **speeds(game), **starts(reference)}


def speeds(game: Game) -> dict[str, int]:
    """Figures from inside compiled code, on one core."""
    machine = game.simulated
    blank, records = game.blank(game.choose({})), np.zeros(POSITIONS, game.dtype)
    machine.entry(spread)(blank, records, POSITIONS, machine.moves(), machine.luck())
    records = records[records["over"] == 0]
    copy, view, guess = machine.entry(copy_often), machine.entry(view_often), machine.entry(guess_often)
    number, scratch = len(records), records.copy()
    works: dict[str, Callable[[int], int]] = {
        "decisions": lambda times: random_decisions(game, blank, times),
        "copies": lambda times: copy(scratch, number, times) or times,
        "views": lambda times: view(records, number, scratch, times) or times,
        "guesses": lambda times: guess(records, number, scratch, times, machine.moves()) or times,
    }
    return {f"{name}_per_second": round(per_second(work)) for name, work in works.items()}


def random_decisions(game: Game, blank: Array, games: int) -> int:
    """Random games on one core; returns how many decisions they took."""
    machine, tally = game.simulated, np.zeros(lab.tally_size(len(game.rules.measures)), np.int64)
    part, records = np.array([0, games], np.int64), np.zeros(1, game.dtype)
    machine.entry(lab.play_random_games)(blank, records, machine.moves(), machine.luck(), 1, part, tally)
    return int(tally[lab.DECISIONS])


def starts(reference: str) -> dict[str, float]:
    """Seconds from the command to its result: the first time, when the game is compiled, and later."""
    with tempfile.TemporaryDirectory() as folder:
        first = _run_sim(reference, 1, Path(folder))
        later = _run_sim(reference, 100, Path(folder))
    return {"first_use_seconds": round(first, 2), "later_start_seconds": round(later, 2)}


def _run_sim(reference: str, games: int, cache: Path) -> float:
    command = [sys.executable, "-m", "moot", "sim", reference, "--games", str(games), "--json"]
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "MOOT_CACHE": str(cache)})
    return perf_counter() - start
