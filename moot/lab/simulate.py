"""Many games of bots on all cores. Game n of a simulation depends on its seed and n alone, so the result does not depend on how
many cores there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from moot.bots import RANDOM, read_bots
from moot.engine import Game, OptionError, RulesError
from moot.engine.game import MOST_SEED
from moot.engine.machine import Array
from moot.lab import games as lab
from moot.lab.figures import Figure, mean, share

PARTS_PER_CORE = 40  # enough for an even load and a smooth progress bar
MOST_PER_PART = 50_000


@dataclass(frozen=True)
class Simulation:
    """What was simulated, and what came of it."""

    game: Game
    games: int
    seed: int
    options: Mapping[str, int]
    bots: Sequence[str]
    seconds: float
    tally: Array

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
        """How often the group wins a cooperative game."""
        return share(self._at(lab.SCORES), self.games)

    @property
    def wins_by_seat(self) -> list[Figure]:
        """How often each seat wins; a shared win counts in part."""
        return [self._by_seat(lab.WINS, lab.WINS_SQUARED, seat, lab.SHARE) for seat in range(self.seats)]

    @property
    def scores_by_seat(self) -> list[Figure]:
        """What each seat scores."""
        return [self._by_seat(lab.SCORES, lab.SCORES_SQUARED, seat, 1) for seat in range(self.seats)]

    @property
    def endings(self) -> dict[str, Figure]:
        """How often the games end in each way."""
        return {e.name.lower(): share(self._at(lab.ENDINGS + int(e)), self.games) for e in self.game.endings}

    def _at(self, place: int) -> int:
        return int(self.tally[place])

    def _by_seat(self, total: int, squares: int, seat: int, unit: int) -> Figure:
        return mean(self._at(total + seat) / unit, self._at(squares + seat) / unit**2, self.games)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        results: dict[str, Any] = {"length": self.length.as_dict()}
        if self.game.cooperative:
            results["win_rate"] = self.win_rate.as_dict()
        else:
            results["wins_by_seat"] = [figure.as_dict() for figure in self.wins_by_seat]
            results["scores_by_seat"] = [figure.as_dict() for figure in self.scores_by_seat]
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
    if games < 1:
        raise OptionError(f"At least one game, not {games}.")
    if not 0 <= seed <= MOST_SEED:
        raise OptionError(f"A seed is a whole number from 0 to {MOST_SEED}, not {seed}.")
    chosen = game.choose(options or {}, preset)
    kinds = np.array(read_bots(bots, chosen["seats"]), np.int64)
    if cores is not None and cores < 1:
        raise OptionError(f"At least one core, not {cores}.")
    cores = cores or os.cpu_count() or 1
    _play(game, chosen, kinds, seed, range(0))  # compiles, or reads what was compiled
    start, tally = perf_counter(), np.zeros(lab.TALLY, np.int64)
    with ThreadPoolExecutor(cores) as pool:
        for done, part in pool.map(
            lambda part: (len(part), _play(game, chosen, kinds, seed, part)), _parts(games, cores)
        ):
            tally += part
            if on_progress:
                on_progress(done)
    if tally[lab.DEAD_ENDS]:
        raise RulesError(
            f"{tally[lab.DEAD_ENDS]} of {games} games of {game.title} reached a dead end: run `moot check`."
        )
    return Simulation(game, games, seed, chosen, list(bots), perf_counter() - start, tally)


def _parts(games: int, cores: int) -> Iterator[range]:
    size = max(1, min(MOST_PER_PART, games // (cores * PARTS_PER_CORE)))
    return (range(first, min(first + size, games)) for first in range(0, games, size))


def _play(game: Game, options: Mapping[str, int], kinds: Array, seed: int, part: range) -> Array:
    machine, tally = game.simulated, np.zeros(lab.TALLY, np.int64)
    blank, records, views = game.blank(options), np.zeros(1, game.dtype), np.zeros(1, game.dtype)
    where = machine.moves(), machine.luck(), seed, np.array([part.start, part.stop], np.int64), tally
    if (kinds == RANDOM).all():
        machine.entry(lab.play_random_games)(blank, records, *where)
    else:
        machine.entry(lab.play_bot_games)(blank, records, kinds, views, *where)
    return tally


def seed_of_game(seed: int, number: int) -> int:
    """The seed of one game of a simulation: `moot story` with this seed and the same bots tells that game."""
    return lab.seed_of_game(seed, number)
