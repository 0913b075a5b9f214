"""Many games of bots on all cores. Game n of a simulation depends on its seed and n alone, so the result does not depend on how
many cores there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from moot.bots import BOTS, RANDOM, Bot, read_bots
from moot.bots.bot import KIND
from moot.bots.scratch import make_scratch
from moot.engine import Game, OptionError, RulesError
from moot.engine.fields import MOST_SEATS
from moot.engine.game import is_whole, read_seed
from moot.engine.machine import Array
from moot.lab import games as lab
from moot.lab.figures import Figure, mean, share

PARTS_PER_CORE = 40  # enough for an even load and a smooth progress bar
MOST_PER_PART = 50_000
MOST_SEED = 2**53 - 1  # a seed that every reader of JSON has; the games follow from it and their numbers


class SeatFigures(NamedTuple):
    """What comes of a seat, or of a place in the turn order, on the average."""

    wins: Figure  # a shared win counts in part
    points: Figure  # as the rulebook counts them
    rank: Figure  # 1 is the best
    measures: Mapping[str, Figure]  # what the game measures of a seat

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        measures = {name: figure.as_dict() for name, figure in self.measures.items()}
        shown = {"wins": self.wins.as_dict(), "points": self.points.as_dict(), "rank": self.rank.as_dict()}
        return {**shown, "measures": measures} if measures else shown


@dataclass(frozen=True)
class Simulation:
    """What was simulated, and what came of it."""

    game: Game  # that was played
    games: int  # how many games
    seed: int  # from which all games follow
    options: Mapping[str, int]  # every option with its value
    bots: Sequence[str]  # as they were named
    seconds: float  # that the games took, without compiling
    tally: Array  # what was counted

    @property
    def seats(self) -> int:
        """How many seats each game had."""
        return self.options["seats"]

    @property
    def decisions(self) -> int:
        """How many moves were made in all."""
        return int(self.tally[lab.DECISIONS])

    @property
    def length(self) -> Figure:
        """Turns or rounds."""
        return mean(self._at(lab.LENGTH), self._at(lab.LENGTH_SQUARED), self.games)

    @property
    def win_rate(self) -> Figure:
        """How often somebody wins; in a cooperative game that is everyone."""
        return share(self._at(lab.WON), self.games)

    @property
    def shared_wins(self) -> Figure:
        """How often several seats win."""
        return share(self._at(lab.SHARED), self.games)

    @property
    def endings(self) -> dict[str, Figure]:
        """How often the games end in each way."""
        return {e.name.lower(): share(self._at(lab.ENDINGS + int(e)), self.games) for e in self.game.endings}

    @property
    def by_seat(self) -> list[SeatFigures]:
        """What comes of each seat."""
        return [self._figures(lab.HEAD + seat * self._row) for seat in range(self.seats)]

    @property
    def by_turn_order(self) -> list[SeatFigures]:
        """What comes of whoever is first, second and so on in the turn order of the beginning."""
        return [self._figures(lab.HEAD + (MOST_SEATS + place) * self._row) for place in range(self.seats)]

    @property
    def _row(self) -> int:
        return lab.row_size(len(self.game.rules.measures))

    def _at(self, place: int) -> int:
        return int(self.tally[place])

    def _mean(self, place: int, unit: int = 1) -> Figure:
        return mean(self._at(place) / unit, self._at(place + 1) / unit**2, self.games)

    def _figures(self, row: int) -> SeatFigures:
        measured = {name: self._mean(row + lab.MEASURES + 2 * i) for i, name in enumerate(self.game.rules.measures)}
        wins, points, ranks = self._mean(row + lab.WINS, lab.SHARE), row + lab.POINTS, row + lab.RANKS
        return SeatFigures(wins, self._mean(points), self._mean(ranks), measured)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        results: dict[str, Any] = {"length": self.length.as_dict(), "win_rate": self.win_rate.as_dict()}
        if not self.game.cooperative:
            results["shared_wins"] = self.shared_wins.as_dict()
            results["by_seat"] = [figures.as_dict() for figures in self.by_seat]
            results["by_turn_order"] = [figures.as_dict() for figures in self.by_turn_order]
        results["endings"] = {name: figure.as_dict() for name, figure in self.endings.items()}
        return {
            "game": self.game.name,
            "games": self.games,
            "seats": self.seats,
            "seed": self.seed,
            "options": self.game.says(self.options),
            "bots": list(self.bots),
            "seconds": round(self.seconds, 3),
            "decisions": self.decisions,
            "results": results,
        }


def simulate(
    game: Game,
    games: int = 1000,
    *,
    bots: Sequence[str] = ("greedy",),
    seed: int = 0,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    cores: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many games and count. `on_progress` is told how many more games are done."""
    games, seed = at_least_one(games, "game"), read_seed(seed, MOST_SEED)
    cores = os.cpu_count() or 1 if cores is None else at_least_one(cores, "core")
    chosen = game.choose(options or {}, preset)
    hows = rows_of(game, read_bots(bots, chosen["seats"]))
    play_part(game, chosen, hows, seed, range(0))  # compiles, or reads what was compiled
    start, tally = perf_counter(), _no_tally(game)
    with ThreadPoolExecutor(cores) as pool:
        for done, part in pool.map(
            lambda part: (len(part), play_part(game, chosen, hows, seed, part)), _parts(games, cores)
        ):
            tally += part
            if on_progress:
                on_progress(done)
    if tally[lab.DEAD_ENDS]:
        raise RulesError(
            f"{tally[lab.DEAD_ENDS]} of {games} games of {game.title} reached a dead end: run `moot check`."
        )
    return Simulation(game, games, seed, chosen, list(bots), perf_counter() - start, tally)


def at_least_one(number: Any, what: str) -> int:
    """How many there are to be, or what is wrong with that."""
    if not is_whole(number):
        raise OptionError(f"How many {what}s there are is a whole number, not {number!r}.")
    if number < 1:
        raise OptionError(f"At least one {what}, not {number}.")
    return int(number)


def _parts(games: int, cores: int) -> Iterator[range]:
    size = max(1, min(MOST_PER_PART, games // (cores * PARTS_PER_CORE)))
    return (range(first, min(first + size, games)) for first in range(0, games, size))


def rows_of(game: Game, bots: Sequence[Bot]) -> Array:
    """Bots as compiled code takes them."""
    return np.array([bot.row(game.rules.effort) for bot in bots], np.int64)


def play_part(game: Game, options: Mapping[str, int], hows: Array, seed: int, part: range) -> Array:
    """Play some games of a simulation, and count."""
    machine, tally = game.simulated, _no_tally(game)
    blank, records, kinds = game.blank(options), np.zeros(1, game.dtype), hows[:, KIND].copy()
    luck, where = machine.luck(), (seed, np.array([part.start, part.stop], np.int64), tally)
    if (kinds == RANDOM).all():
        machine.entry(lab.play_random_games)(blank, records, machine.moves(), luck, *where)
    elif kinds.max() < len(BOTS):
        views = np.zeros(1, game.dtype)
        machine.entry(lab.play_bot_games)(blank, records, kinds, views, machine.moves(), luck, *where)
    else:
        machine.entry(lab.play_thinking_games)(blank, records, hows, make_scratch(machine), luck, *where)
    return tally


def _no_tally(game: Game) -> Array:
    return np.zeros(lab.tally_size(len(game.rules.measures)), np.int64)


def seed_of_game(seed: int, number: int) -> int:
    """The seed of one game of a simulation: `moot story` with this seed and the same bots tells that game."""
    return lab.seed_of_game(seed, number)
