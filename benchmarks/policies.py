"""Quick policies: how they fare against greedy players and themselves, and their weights, tuned by paired games.

python benchmarks/policies.py play treasury --report 2000 --seed 1 --options seats=3,sale=opened
python benchmarks/policies.py hopes treasury --report 4000 --options seats=3,sale=opened
python benchmarks/policies.py tune treasury --minutes 20 --options seats=3,sale=opened --options ages=6,sale=opened

A game that is tuned has a module `weights` with a table WEIGHTS, the NAMES of its numbers, and the rule `weight(seat, which)`, by
which alone its policy reads them. Here that rule is replaced by one that reads them from memory, each seat its own: so a change is
tried against the weights that were best so far, and nothing is compiled twice. With --write, what was found is written where the
module says `X.NAME: number`.

To tune is to change a few weights at random, to play the same games with and without the change, and to keep it if it wins more.
What others do at the table is another half of the question: in one half of the games they are greedy, in the other half they play
the policy as it was before the change. In a cooperative game all seats change.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import tempfile
from collections.abc import Sequence
from importlib import import_module
from math import exp, sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

os.environ["MOOT_CACHE"] = tempfile.mkdtemp(
    prefix="moot-policies-"
)  # what is compiled here reads memory of this process

import numpy as np

import moot
from moot.bots.choose import greedy_move
from moot.bots.thinking import most_liked
from moot.engine.binding import rule
from moot.engine.drive import Records, take_step, view_at, who_answers
from moot.engine.fields import MOST_SEATS, NOBODY, Row
from moot.engine.flow import Moves
from moot.engine.game import Game
from moot.engine.machine import Array, CompiledMachine
from moot.engine.quiet import QUIET
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, length_of, like_moves, list_moves, points_of
from moot.engine.worth import worth
from moot.lab.figures import Figure, mean
from moot.lab.games import seed_of_game
from moot.lab.pieces import begin_with_bots

MOST_WEIGHTS = 512
GREEDY, POLICY = range(2)
SIDES = ("greedy", "policy")

# Numba takes an array that lies in one piece as a constant, and reads any other from memory.
LIVE = np.zeros((MOST_SEATS, 2 * MOST_WEIGHTS), np.int64)[:, ::2]

# What is written down of each game.
WON, WORTH, LENGTH, ENDING, DECISIONS, POINTS, BEST, HOPED = range(8)
NOTES = 8
LONGEST_LOOK = 127  # the decisions after which it is looked what a position is worth, game by game


@rule
def live_weight(seat: int, which: int) -> int:
    """A weight of a seat, as it is now."""
    return int(LIVE[seat, which])


@rule
def liked_move(records: Records, seat: int, views: Records, out: Moves, likes: Row, luck: Row) -> int:
    """The move that the policy likes best."""
    view_at(records, 0, seat, views, 0)
    list_moves(views[0], seat, out)
    like_moves(views[0], seat, out, likes)
    return most_liked(out, likes, luck)


@rule
def match(
    records: Records, seed: int, sides: Row, views: Records, out: Moves, likes: Row, luck: Row, glance: int, note: Any
) -> int:
    """One game; how many decisions it took. After so many of them it is written down what the position is worth to a seat."""
    s = records[0]
    begin_with_bots(s, seed, luck)
    decisions, seat = 0, NOBODY
    while s.over == 0:
        while take_step(s):
            seat = NOBODY
        seat = who_answers(s, seat, luck)
        if seat != NOBODY:
            if sides[seat] == POLICY:
                answer(s, seat, liked_move(records, seat, views, out, likes, luck))
            else:
                answer(s, seat, greedy_move(records, 0, seat, views, 0, out, luck))
            decisions += 1
            if decisions == glance:
                note[HOPED] = worth(s, int(note[WON]))
    return decisions


@rule
def matches(
    blank: Records,
    records: Records,
    sides: Row,
    hero: int,
    views: Records,
    out: Moves,
    likes: Row,
    luck: Row,
    seed: int,
    part: Row,
    notes: Any,
) -> None:
    """Every part[2]-th of the games number part[0] to part[1] - 1, and what comes of them for one seat."""
    for number in range(part[0], part[1], part[2]):
        records[0] = blank[0]
        at = number - part[3]
        notes[at, WON], notes[at, HOPED] = hero, -1.0
        game, glance = seed_of_game(seed, number), 1 + number % LONGEST_LOOK
        decisions = match(records, game, sides, views, out, likes, luck, glance, notes[at])
        s = records[0]
        notes[at, WON] = 1.0 / winners_of(s) if has_won(s, hero) else 0.0
        notes[at, WORTH] = worth(s, hero)
        notes[at, LENGTH] = length_of(s)
        notes[at, ENDING] = s.over
        notes[at, DECISIONS] = decisions
        notes[at, POINTS] = points_of(s, hero)
        notes[at, BEST] = -1e9
        for other in range(s.seats):
            if other != hero:
                notes[at, BEST] = max(notes[at, BEST], points_of(s, other))


class Setting(NamedTuple):
    """A way to play."""

    name: str
    blank: Array
    seats: int
    others: int  # the side of all but one: GREEDY or POLICY


class Lab:
    """One game, its policy, and its weights in memory."""

    def __init__(self, name: str) -> None:
        self.game: Game = moot.load(name)
        self.weights = _weights_of(self.game)
        instead = {self.weights.weight: live_weight} if self.weights else {}
        m = self.game.interpreted_with(QUIET | instead, CompiledMachine)
        self._play, self._moves, self._likes, self._luck = m.entry(matches), m.moves(), m.likes(), m.luck()
        self._records, self._views = np.zeros(1, self.game.dtype), np.zeros(1, self.game.dtype)

    @property
    def given(self) -> list[int]:
        """The weights as they are written."""
        return [int(weight) for weight in self.weights.WEIGHTS] if self.weights else []

    def setting(self, text: str, others: int) -> Setting:
        """A way to play, from options such as `seats=3,sale=opened`."""
        options = self.game.choose(dict(pair.split("=", 1) for pair in text.split(",") if pair))
        return Setting(
            f"{text or 'as written'}, others {SIDES[others]}", self.game.blank(options), options["seats"], others
        )

    def play(
        self, setting: Setting, mine: Sequence[int], theirs: Sequence[int], seed: int, games: range, side: int = POLICY
    ) -> Array:
        """Games with one seat apart, each seat in turn; a row of notes for each."""
        notes = np.zeros((len(games), NOTES))
        for hero in range(setting.seats):
            sides = np.zeros(MOST_SEATS, np.int64)
            for seat in range(MOST_SEATS):
                apart = seat == hero or self.game.cooperative
                sides[seat] = side if apart else setting.others
                LIVE[seat, : len(mine)] = mine if apart else theirs
            part = np.array([games.start + hero, games.stop, setting.seats, games.start], np.int64)
            room = self._views, self._moves, self._likes, self._luck
            self._play(setting.blank, self._records, sides, hero, *room, seed, part, notes)
        return notes


def _weights_of(game: Game) -> Any:
    try:
        return import_module(f"moot.games.{game.name}.weights")
    except ModuleNotFoundError:
        return None


def figure(numbers: Array) -> Figure:
    """The mean of some numbers."""
    return mean(float(numbers.sum()), float((numbers**2).sum()), len(numbers))


# Play


def report(lab: Lab, setting: Setting, notes: Array, seconds: float) -> None:
    """What came of some games."""
    endings = {e.name.lower(): float((notes[:, ENDING] == int(e)).mean()) for e in lab.game.endings}
    said = ", ".join(f"{name} {part:.1%}" for name, part in endings.items() if part)
    fair = 1 if lab.game.cooperative else 1 / setting.seats
    print(
        f"{setting.name}: wins {figure(notes[:, WON]).percent()} (fair {fair:.1%}); points {notes[:, POINTS].mean():.1f}, "
        f"best other {notes[:, BEST].mean():.1f}; length {notes[:, LENGTH].mean():.1f}, "
        f"{notes[:, DECISIONS].mean():.0f} decisions; {said}; {notes[:, DECISIONS].sum() / seconds / 1000:.0f} k decisions/s",
        flush=True,
    )


def play(lab: Lab, arguments: argparse.Namespace) -> None:
    """One policy among greedy ones, and among its like; or for comparison one greedy player among greedy ones."""
    report_all(lab, arguments, lab.given, arguments.seed)


def report_all(lab: Lab, arguments: argparse.Namespace, weights: Sequence[int], seed: int) -> None:
    """With some weights."""
    sides = [(POLICY, GREEDY), (POLICY, POLICY)] + ([(GREEDY, GREEDY)] if arguments.reference else [])
    for text in arguments.options:
        for mine, others in sides:
            setting, start = lab.setting(text, others), perf_counter()
            notes = lab.play(setting, weights, weights, seed, range(arguments.report), mine)
            print(SIDES[mine], end=": ")
            report(lab, setting, notes, perf_counter() - start)


# Estimates against what comes of it


def hopes(lab: Lab, arguments: argparse.Namespace) -> None:
    """What positions in the middle of games are worth by the game's estimate, and what becomes of them."""
    for text in arguments.options:
        setting = lab.setting(text, POLICY)
        notes = lab.play(setting, lab.given, lab.given, arguments.seed, range(arguments.report))
        notes = notes[notes[:, HOPED] >= 0]
        error = float(((notes[:, HOPED] - notes[:, WORTH]) ** 2).mean())
        blind = float(notes[:, WORTH].var())
        print(f"{setting.name}: squared error {error:.4f}, of whoever knows nothing {blind:.4f}")
        for low in range(10):
            some = notes[(notes[:, HOPED] >= low / 10) & (notes[:, HOPED] < (low + 1) / 10 + (low == 9))]
            if len(some):
                means = f"estimated {some[:, HOPED].mean():.2f}, worth {figure(some[:, WORTH]).number()}"
                print(f"  {low / 10:.1f}: {len(some)} positions, {means}, won {some[:, WON].mean():.2f}", flush=True)


# Tune


def changed(weights: Sequence[int], luck: random.Random, names: Sequence[str]) -> tuple[list[int], str]:
    """A weight or two by up to half as much again, or a little. The first in the table are tried more often."""
    new, said = list(weights), []
    for _ in range(luck.choice((1, 1, 1, 2))):
        which = int(len(weights) * luck.random() ** 3)
        step = weights[which] * (exp(luck.choice((-1, 1)) * luck.uniform(0.1, 0.6)) - 1)
        new[which] = round(weights[which] + step) + luck.choice((-1, 1))
        said.append(f"{names[which]} {weights[which]} → {new[which]}")
    return new, ", ".join(said)


def tune(lab: Lab, arguments: argparse.Namespace) -> None:
    """Change, play, keep what wins more: first in a few games that serve for all changes of some weights, then in new ones."""
    luck, best, start = random.Random(arguments.seed), lab.given, perf_counter()
    settings = [lab.setting(text, others) for text in arguments.options for others in (GREEDY, POLICY)]
    trial, tried = Trial(lab, settings, best, arguments.seed, range(arguments.games)), 0
    while perf_counter() - start < 60 * arguments.minutes:
        new, said = changed(best, luck, lab.weights.NAMES)
        tried += 1
        if is_better(trial.gains(new), 0.7):
            end = trial.games.stop + 4 * arguments.games
            gained = Trial(lab, settings, best, arguments.seed, range(trial.games.stop, end)).gains(new)
            if is_better(gained, 1.3):
                best = new
                print(f"{perf_counter() - start:.0f} s, {tried} tried: {said}: {figure(gained).number()}", flush=True)
            trial = Trial(lab, settings, best, arguments.seed, range(end, end + arguments.games))
    print(listed(lab, best), flush=True)
    report_all(lab, arguments, best, arguments.seed + 1)
    if arguments.write:
        write(lab, best)


class Trial:
    """Some games, played by weights that others are to be tried against."""

    def __init__(self, lab: Lab, settings: Sequence[Setting], old: Sequence[int], seed: int, games: range) -> None:
        self._lab, self._settings, self._old, self._seed, self.games = lab, settings, old, seed, games
        self._before = self._worth(old)

    def _worth(self, weights: Sequence[int]) -> Array:
        notes = [self._lab.play(each, weights, self._old, self._seed, self.games) for each in self._settings]
        return np.concatenate(notes)[:, WORTH]

    def gains(self, new: Sequence[int]) -> Array:
        """What is gained in each of these games."""
        gained: Array = self._worth(new) - self._before
        return gained


def is_better(gained: Array, errors: float) -> bool:
    """Whether more is gained than so many standard errors."""
    return float(gained.mean()) > errors * float(gained.std()) / sqrt(len(gained))


def listed(lab: Lab, weights: Sequence[int]) -> str:
    """The weights that have changed."""
    lines = zip(lab.weights.NAMES, lab.given, weights, strict=True)
    return "\n".join(f"{name}: {old} → {new}" for name, old, new in lines if new != old)


def write(lab: Lab, weights: Sequence[int]) -> None:
    """The weights into the game's module."""
    file = Path(lab.weights.__file__)
    text = file.read_text(encoding="utf-8")
    for name, new in zip(lab.weights.NAMES, weights, strict=True):
        text = re.sub(rf"(\w\.{name}: )-?\d+", rf"\g<1>{new}", text)
    file.write_text(text, encoding="utf-8")


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "tune", "hopes"))
    parser.add_argument("game")
    parser.add_argument("--options", action="append", help="such as seats=3,sale=opened; may be given several times")
    parser.add_argument("--games", type=int, default=150, help="of each way to play, for each change")
    parser.add_argument("--report", type=int, default=2000, help="games for a figure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--write", action="store_true", help="write the weights that are found into the game")
    parser.add_argument("--reference", action="store_true", help="one greedy player among greedy ones, too")
    arguments = parser.parse_args()
    arguments.options = arguments.options or [""]
    {"play": play, "tune": tune, "hopes": hopes}[arguments.what](Lab(arguments.game), arguments)


if __name__ == "__main__":
    main()
