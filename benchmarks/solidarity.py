"""How Solidarity's quick player fares: one among greedy ones and beside a rival with a script under Greed, and how many tables of
it end by §6.4 under Solidarity.

python benchmarks/solidarity.py --games 1000 --seed 17

The first kind takes every seat in turn, over the same seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the rival and the matches, which are the tests'

from moot.engine.machine import Array
from moot.games.solidarity.rules import Ending
from moot.lab.figures import Figure, mean
from tests.games.solidarity.match import GREEDY, POLICY, RIVAL, play_games
from tests.games.solidarity.match import WHOLE as WHOLE_WIN

NAMES = {GREEDY: "greedy", POLICY: "quick", RIVAL: "rival"}


def figure(numbers: Array) -> Figure:
    """The mean of some numbers."""
    return mean(float(numbers.sum()), float((numbers**2).sum()), len(numbers))


def show_wins(kinds: Sequence[int], arguments: argparse.Namespace) -> None:
    """How often the first of some kinds wins under Greed."""
    results = play_games("greed", kinds, arguments.games, arguments.seed)
    won = figure(results[:, 0] / WHOLE_WIN)
    others = ", ".join(NAMES[kind] for kind in kinds[1:])
    print(f"Greed, {NAMES[kinds[0]]} among {others}: wins {won.percent()} (fair {1 / len(kinds):.1%})", flush=True)


def show_broken(seats: int, arguments: argparse.Namespace) -> None:
    """How often everyone loses under Solidarity."""
    results = play_games("solidarity", [POLICY] * seats, arguments.games, arguments.seed)
    print(f"Solidarity, {seats} quick players: {figure(1.0 * (results[:, 1] == Ending.BROKEN)).percent()} end by §6.4")


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="for each figure")
    parser.add_argument("--seed", type=int, default=17)
    arguments = parser.parse_args()
    for seats in range(2, 7):
        show_wins([POLICY] + [GREEDY] * (seats - 1), arguments)
    show_wins([RIVAL] + [POLICY] * 3, arguments)
    show_wins([POLICY, RIVAL, GREEDY, GREEDY], arguments)
    show_wins([RIVAL, POLICY, GREEDY, GREEDY], arguments)
    for seats in range(2, 7):
        show_broken(seats, arguments)


if __name__ == "__main__":
    main()
