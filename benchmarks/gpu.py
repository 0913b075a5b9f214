"""Random games on a GPU: decisions a second, and whether the records are those of the CPU, byte for byte.

python benchmarks/gpu.py
python benchmarks/gpu.py --set ages=6 treasury
"""

from __future__ import annotations

import argparse
import json
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from moot.engine import Game, OptionError
from moot.engine.binding import rule
from moot.engine.drive import Records
from moot.engine.fields import Row
from moot.engine.flow import Moves
from moot.games import GAMES, load
from moot.lab.games import random_game, seed_of_game
from moot.lab.gpu import Games, room_for, way_of


@rule
def play_all(records: Records, seed: int, games: int, decisions: Row, out: Moves, luck: Row) -> None:
    """The same games on one core of the CPU."""
    for i in range(games):
        decisions[i] = random_game(records[i], seed_of_game(seed, i), out, luck)


def on_cpu(
    game: Game, options: dict[str, str], games: int, seed: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], float]:
    """Final records, decisions, and decisions a second."""
    machine = game.simulated
    records, decisions = np.repeat(game.blank(game.choose(options)), games), np.zeros(games, np.int32)
    play = machine.entry(play_all)
    play(records[:0], seed, 0, decisions, machine.moves(), machine.luck())
    start = perf_counter()
    play(records, seed, games, decisions, machine.moves(), machine.luck())
    return records, decisions, float(decisions.sum()) / (perf_counter() - start)


def best_of(plays: Games, seed: int) -> float:
    """Decisions a second, the best of five runs."""
    best = float("inf")
    for _ in range(5):
        start = perf_counter()
        plays.play(seed)
        best = min(best, perf_counter() - start)
    return plays.decisions() / best


def measure(game: Game, options: dict[str, str], games: int, checked: int, seed: int) -> dict[str, Any]:
    """One game's figures."""
    begun = perf_counter()
    few = room_for(game, checked, options=options)
    few.play(seed)
    compiled, (records, decisions) = perf_counter() - begun, few.results()
    cpu_records, cpu_decisions, cpu_rate = on_cpu(game, options, checked, seed)
    gpu_rate = best_of(room_for(game, games, options=options), seed)
    return {
        "game": game.name,
        "options": game.choose(options),
        "games": games,
        "compile_seconds": round(compiled, 1),
        "decisions_per_second": round(gpu_rate),
        "cpu_decisions_per_second": round(cpu_rate),
        "ratio": round(gpu_rate / cpu_rate, 1),
        "records_compared": checked,
        "same_bytes": records.tobytes() == cpu_records.tobytes(),
        "same_decisions": bool((decisions == cpu_decisions).all()),
    }


def main() -> None:
    """Measure every game, print JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--games", type=int, help="random games on the GPU; by default as many as keep a large one busy"
    )
    parser.add_argument("--check", type=int, default=20_000, help="games compared with the CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option; repeatable")
    parser.add_argument("names", nargs="*", default=list(GAMES), help="games; all by default")
    arguments = parser.parse_args()
    if not cuda.is_available():
        parser.error("this needs an NVIDIA GPU and `pip install moot[gpu]`")
    options = {name: value for name, _, value in (text.partition("=") for text in arguments.set)}
    for name in arguments.names:
        game = load(name)
        games = arguments.games or way_of(game).many
        checked = min(arguments.check, games)
        try:
            print(json.dumps(measure(game, options, games, checked, arguments.seed)), flush=True)
        except OptionError as error:
            parser.error(str(error))


if __name__ == "__main__":
    main()
