"""How fast bots think, on one core: positions played on a second, each from a guess, a copy of it, to the end or a limit.

python benchmarks/bots.py
python benchmarks/bots.py polycrisis --json bots.json
python benchmarks/bots.py --effort --games 16      how long the strong bot thinks, and how many iterations are 50 ms

Seconds are those of the processor, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

from moot.bots import Player, luck_of, read_bot, thinking
from moot.bots.scratch import ANSWERS, ROLLOUTS, make_scratch
from moot.engine import Sitting
from moot.games import load
from moot.lab.arena import Hall, Pairing, matches_of, standing_of

SEED = 3
ENOUGH = 1.0  # seconds of one measurement, of which the best of three counts
TIMES = 3


class Task(NamedTuple):
    """What is played on: a game from its middle, by whom, and how many rounds or turns ahead."""

    game: str
    by: str
    rounds: int = 0
    target: int = 0  # a second
    options: Mapping[str, Any] = {}


FOUR_CHIPS = {"seats": 4, "chips_per_turn": 4}
TASKS = (
    Task("polycrisis", "policy", 2, 60_000, FOUR_CHIPS),
    Task("polycrisis", "chance", 2, 100_000, FOUR_CHIPS),
    Task("path_to_safety", "policy"),
    Task("treasury", "policy", options={"sale": "opened"}),
    Task("solidarity", "policy", 0, 10_000, {"objective": "greed"}),
    Task("turning_points", "policy", 0, 10_000),
)


def middle_of(task: Task) -> Sitting:
    """A game of greedy bots, half played."""
    game = load(task.game)
    whole = game.start(seed=SEED, compiled=True, **task.options)
    player = Player(whole, ["greedy"])
    while not whole.over:
        player.play()
    half = game.start(seed=SEED, compiled=True, **task.options)
    again = Player(half, ["greedy"])
    for _ in range(len(whole.history) // 2):
        again.play()
    return half


def measure(task: Task) -> dict[str, Any]:
    """How many positions are played on in a second, and how many answers that takes."""
    table = middle_of(task)
    machine, seat = table.game.simulated, table.waiting[0]
    bot = read_bot(f"strong:by={task.by}:rounds={task.rounds}:iterations=1000")
    how, scratch, luck = machine.numbers(bot.row(machine.rules.effort)), make_scratch(machine), luck_of(machine, SEED)
    machine.entry(thinking.look)(scratch, machine.records(table.array), 0, seat)
    left = min(4, int(machine.entry(thinking.list_candidates)(scratch, seat, how, luck)))
    try_all, number = machine.entry(thinking.try_all), 0
    try_all(scratch, seat, how, SEED, 0, 1, left)
    best = 0.0
    for _ in range(TIMES):
        start, before = thread_time(), int(scratch.counts[ROLLOUTS])
        while thread_time() - start < ENOUGH:
            try_all(scratch, seat, how, SEED, number, number + 20, left)
            number += 20
        best = max(best, (int(scratch.counts[ROLLOUTS]) - before) / (thread_time() - start))
    answers = int(scratch.counts[ANSWERS]) / int(scratch.counts[ROLLOUTS])
    return {**task._asdict(), "rollouts_a_second": round(best), "answers_each": round(answers, 1)}


EFFORTS = (
    ("solidarity", {"seats": 4, "objective": "greed"}),
    ("treasury", {"seats": 3, "sale": "opened"}),
    ("turning_points", {"seats": 4}),
    ("polycrisis", {"seats": 4, "chips_per_turn": 4}),
    ("path_to_safety", {"seats": 4}),
)
MILLISECONDS = 50  # that a move of the strong bot may take in a simulation, on the average


def effort(name: str, options: Mapping[str, Any], games: int) -> str:
    """How long the strong bot thinks about a move among its own kind, and how many iterations 50 milliseconds are."""
    hall, pairing = Hall(load(name), seed=SEED, options=options), Pairing("strong", "strong")
    standing = standing_of(pairing, hall.play(matches_of([pairing], hall.seats, games)), hall.seats)
    now = hall.game.rules.effort.iterations
    right = now * MILLISECONDS / standing.milliseconds
    return f"{name}: {standing.milliseconds:.1f} ms a move with {now} iterations; {right:.0f} are {MILLISECONDS} ms"


def lines(found: list[dict[str, Any]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| game | by | rounds ahead | positions played on a second | answers each | target |"
    yield "|---|---|---|---|---|---|"
    for row in found:
        ahead, target = row["rounds"] or "to the end", f"{row['target']:,}" if row["target"] else ""
        yield f"| {row['game']} | {row['by']} | {ahead} | {row['rollouts_a_second']:,} | {row['answers_each']} | {target} |"


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", help="one game; all by default")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--effort", action="store_true", help="how long the strong bot thinks about a move")
    parser.add_argument("--games", type=int, default=4, help="that are played for --effort")
    asked = parser.parse_args()
    if asked.effort:
        for name, options in EFFORTS:
            if asked.game in (None, name):
                print(effort(name, options, asked.games), flush=True)
        return
    found = [measure(task) for task in TASKS if asked.game in (None, task.game)]
    print("\n".join(lines(found)))
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
