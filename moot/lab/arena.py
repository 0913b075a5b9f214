"""Bots against each other, or together: every pairing at every seat, on the same seeds, on all cores; and how strong they are.

It needs no more than NumPy and Numba. Game n of a pairing depends on the seed and n alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, permutations
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from moot.bots import Bot, read_bot
from moot.bots.scratch import SEARCHES, make_scratch
from moot.engine import Game, OptionError, RulesError
from moot.engine.game import read_seed
from moot.lab import games as lab
from moot.lab.figures import Figure, mean, share
from moot.lab.simulate import MOST_SEED, rows_of
from moot.lab.strength import Tally, strengths


class Pairing(NamedTuple):
    """One hero at a table of others, by name; where both are the same bot, a table of its own kind."""

    hero: str  # as it was named
    others: str  # likewise


class Match(NamedTuple):
    """A game that is to be played."""

    pairing: Pairing
    seat: int  # of the hero
    number: int  # of the game: those of one number begin alike


class Played(NamedTuple):
    """What came of a match."""

    match: Match
    won: tuple[float, ...]  # of each seat; a win that is shared counts in part
    points: tuple[int, ...]  # of each seat
    seconds: float  # of a processor that it took, however busy the machine was
    thought: int  # decisions that were thought about

    @property
    def hero(self) -> float:
        """What the hero won."""
        return self.won[self.match.seat]


def pairings_of(game: Game, bots: Sequence[str], seats: int) -> list[Pairing]:
    """Everyone against everyone, of two at a table each once; in a cooperative game, everyone among their own kind."""
    if len(set(bots)) < len(bots):
        raise OptionError(f"Name each bot of an arena once, not {', '.join(bots)}.")
    if game.cooperative:
        return [Pairing(bot, bot) for bot in bots]
    if len(bots) < 2:
        raise OptionError("An arena takes at least two bots, such as --bots fair,greedy.")
    pairs = combinations(bots, 2) if seats == 2 else permutations(bots, 2)
    return [Pairing(hero, others) for hero, others in pairs]


def matches_of(pairings: Iterable[Pairing], seats: int, games: int) -> Iterator[Match]:
    """About so many games of each pairing: the hero at every seat, on the same seeds."""
    for pairing in pairings:
        places = range(1 if pairing.hero == pairing.others else seats)
        for number in range(-(-games // len(places))):
            yield from (Match(pairing, seat, number) for seat in places)


class Hall:
    """Where the matches of one game are played, with the same options and from the same seed."""

    def __init__(
        self, game: Game, *, seed: int = 0, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> None:
        self.game, self.seed = game, read_seed(seed, MOST_SEED)
        self.options = game.choose(options or {}, preset)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.options["seats"]

    def play(
        self,
        matches: Iterable[Match],
        *,
        cores: int | None = None,
        on_played: Callable[[Played], None] | None = None,
    ) -> list[Played]:
        """Play the matches on so many cores, or on all; they are told as they end, and returned in their order."""
        todo = list(matches)
        names = {name for match in todo for name in match.pairing}
        bots, played = {name: read_bot(name) for name in names}, dict[Match, Played]()
        if todo:
            self._play(bots, todo[0], range(0))  # compiles, or reads what was compiled
        with ThreadPoolExecutor(cores or os.cpu_count() or 1) as pool:
            for done in pool.map(lambda match: self._play(bots, match, range(match.number, match.number + 1)), todo):
                played[done.match] = done
                if on_played:
                    on_played(done)
        return [played[match] for match in todo]

    def _play(self, bots: Mapping[str, Bot], match: Match, part: range) -> Played:
        game, machine = self.game, self.game.simulated
        hero, others = (bots[name] for name in match.pairing)
        hows = rows_of(game, [hero if seat == match.seat else others for seat in range(self.seats)])
        tally = np.zeros(lab.tally_size(len(game.rules.measures)), np.int64)
        scratch, records = make_scratch(machine), np.zeros(1, game.dtype)
        start, numbers = thread_time(), np.array([part.start, part.stop], np.int64)
        play = machine.entry(lab.play_thinking_games)
        play(game.blank(self.options), records, hows, scratch, machine.luck(), self.seed, numbers, tally)
        if tally[lab.DEAD_ENDS]:
            raise RulesError(f"A game of {game.title} reached a dead end: run `moot check`.")
        rows = [lab.HEAD + seat * lab.row_size(len(game.rules.measures)) for seat in range(self.seats)]
        won = tuple(int(tally[row + lab.WINS]) / lab.SHARE for row in rows)
        if game.cooperative:
            won = tuple(float(share > 0) for share in won)
        points = tuple(int(tally[row + lab.POINTS]) for row in rows)
        return Played(match, won, points, thread_time() - start, int(scratch.counts[SEARCHES]))


@dataclass(frozen=True)
class Standing:
    """What came of one pairing."""

    pairing: Pairing  # who played whom
    games: int  # how many
    wins: Figure  # the hero's share of the wins
    fair: float  # what it would be if all were as strong; 0 in a cooperative game
    points: Figure  # how far the hero was ahead of the best of the others
    milliseconds: float  # a decision that was thought about takes on the average, whoever thought

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        figures = {"wins": self.wins.as_dict(), "fair": self.fair, "points_ahead": self.points.as_dict()}
        return {
            **self.pairing._asdict(),
            "games": self.games,
            **figures,
            "milliseconds": round(self.milliseconds, 2),
        }


def standing_of(pairing: Pairing, played: Iterable[Played], seats: int) -> Standing:
    """Count one pairing's games."""
    rows = [one for one in played if one.match.pairing == pairing]
    together = pairing.hero == pairing.others
    leads = [0 if together else _lead(one) for one in rows]
    thought = sum(one.thought for one in rows)
    return Standing(
        pairing,
        len(rows),
        share(sum(one.hero for one in rows), len(rows)),
        0.0 if together else 1 / seats,
        mean(sum(leads), sum(lead * lead for lead in leads), len(rows)),
        1000 * sum(one.seconds for one in rows) / thought if thought else 0.0,
    )


def _lead(one: Played) -> int:
    seat = one.match.seat
    return one.points[seat] - max(points for other, points in enumerate(one.points) if other != seat)


@dataclass(frozen=True)
class Arena:
    """What came of all pairings."""

    game: Game  # that was played
    bots: Sequence[str]  # as they were named
    seed: int  # from which all games follow
    options: Mapping[str, int]  # every option with its value
    standings: Sequence[Standing]  # of all pairings
    ratings: Mapping[str, Figure]  # of each bot: 400 more win ten times as often; none in a cooperative game

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "game": self.game.name,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": self.game.says(self.options),
            "pairings": [standing.as_dict() for standing in self.standings],
            "ratings": {bot: rating.as_dict() for bot, rating in self.ratings.items()},
        }


def arena_of(hall: Hall, bots: Sequence[str], played: Sequence[Played]) -> Arena:
    """Count what was played."""
    pairings = pairings_of(hall.game, bots, hall.seats)
    standings = [standing_of(pairing, played, hall.seats) for pairing in pairings]
    ratings = {} if hall.game.cooperative else strengths(bots, [_tally(one, hall.seats) for one in played])
    return Arena(hall.game, bots, hall.seed, hall.options, standings, ratings)


def _tally(one: Played, seats: int) -> Tally:
    others = sum(won for seat, won in enumerate(one.won) if seat != one.match.seat)
    return Tally(one.match.number, one.match.pairing, (1, seats - 1), (one.hero, others))


def arena(
    game: Game,
    bots: Sequence[str],
    games: int = 200,
    *,
    seed: int = 0,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    cores: int | None = None,
    on_played: Callable[[Played], None] | None = None,
) -> Arena:
    """Play about so many games of every pairing, and count."""
    hall = Hall(game, seed=seed, preset=preset, options=options)
    matches = list(matches_of(pairings_of(game, bots, hall.seats), hall.seats, games))
    return arena_of(hall, bots, hall.play(matches, cores=cores, on_played=on_played))
