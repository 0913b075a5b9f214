"""How strong players are, from who won: after Bradley and Terry, and Luce where more than two play. A player of strength w wins
at a table with the chance w / (the sum of all strengths there).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from moot.lab.figures import Figure

SCALE = 400  # points that make a player win ten times as often
ROUNDS, RESAMPLES = 500, 400
PRIOR = 0.5  # a win and a loss that everybody has had before, so that nobody is infinitely strong
Array = np.ndarray[Any, Any]


class Tally(NamedTuple):
    """A game: which one, who sat there, at how many seats, and what they won together."""

    number: int  # games of one number begin alike, and are drawn together
    who: Sequence[str]
    seats: Sequence[int]
    won: Sequence[float]


def strengths(players: Sequence[str], tallies: Sequence[Tally]) -> Mapping[str, Figure]:
    """The rating of each player, 0 on the average, with the 95 % interval of drawing the numbers of the games again and again."""
    tables = sorted({_table(players, tally) for tally in tallies})
    numbers = sorted({tally.number for tally in tallies})
    games, wins = np.zeros((len(numbers), len(tables))), np.zeros((len(numbers), len(tables), len(players)))
    for tally in tallies:
        row, column = numbers.index(tally.number), tables.index(_table(players, tally))
        games[row, column] += sum(tally.won)  # a game that nobody wins says nothing
        for who, won in zip(tally.who, tally.won, strict=True):
            wins[row, column, players.index(who)] += won
    seats = np.array(tables, float)
    rated = _ratings(seats, games.sum(0), wins.sum((0, 1)))
    drawn = np.random.default_rng(0).integers(len(numbers), size=(RESAMPLES, len(numbers)))
    again = np.array([_ratings(seats, games[rows].sum(0), wins[rows].sum((0, 1))) for rows in drawn])
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    return {
        player: Figure(float(rated[at]), float(min(low[at], rated[at])), float(max(high[at], rated[at])))
        for at, player in enumerate(players)
    }


def _table(players: Sequence[str], tally: Tally) -> tuple[int, ...]:
    """How many seats each player has."""
    return tuple(sum(n for who, n in zip(tally.who, tally.seats, strict=True) if who == player) for player in players)


def _ratings(seats: Array, games: Array, wins: Array) -> Array:
    """The strengths that make what happened most likely (Hunter's iteration), as ratings."""
    strength = np.ones(seats.shape[1])
    for _ in range(ROUNDS):
        expected = (games / (seats @ strength)) @ seats
        strength = (wins + PRIOR) / (expected + 2 * PRIOR / (strength + 1))
        strength /= np.exp(np.log(strength).mean())
    return SCALE * np.log10(strength)
