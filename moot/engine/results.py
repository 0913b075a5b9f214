"""Who stands where. Rules declare what counts (`Rules.points`, `tie_break`, `fate`); whatever shows a result takes it from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from typing import Any

from moot.engine.binding import rule
from moot.engine.drive import Records
from moot.engine.fields import State
from moot.engine.rules import Fate
from moot.engine.slots import compare, fate_of, measure_of, points_of, tie_break_of


@rule
def rank_of(s: State, seat: int) -> int:
    """1 for the best; equal seats have equal ranks, and so have all where they win or lose together."""
    rank = 1
    for other in range(s.seats):
        rank += int(compare(s, other, seat) > 0)
    return rank if fate_of(s) == Fate.EACH else 1


@rule
def has_won(s: State, seat: int) -> bool:
    """Whether a seat has won a game that is over."""
    fate = fate_of(s)
    return fate == Fate.WON or (fate == Fate.EACH and rank_of(s, seat) == 1)


@rule
def winners_of(s: State) -> int:
    """How many seats have won."""
    winners = 0
    for seat in range(s.seats):
        winners += int(has_won(s, seat))
    return winners


@rule
def points_at(records: Records, i: int, seat: int) -> int:
    """The points of a seat in records[i]."""
    return points_of(records[i], seat)


@rule
def tie_break_at(records: Records, i: int, seat: int, number: int) -> int:
    """What counts for a seat in one of the tie-breaks, in records[i]."""
    return tie_break_of(records[i], seat, number)


@rule
def measure_at(records: Records, i: int, seat: int, number: int) -> int:
    """One of the figures that a game counts for a seat, in records[i]."""
    return measure_of(records[i], seat, number)


@rule
def rank_at(records: Records, i: int, seat: int) -> int:
    """The rank of a seat in records[i]."""
    return rank_of(records[i], seat)


@rule
def together_at(records: Records, i: int) -> bool:
    """Whether the seats win or lose together in records[i]."""
    return fate_of(records[i]) != Fate.EACH


@rule
def won_at(records: Records, i: int, seat: int) -> bool:
    """Whether a seat has won in records[i]."""
    return has_won(records[i], seat)


@dataclass(frozen=True)
class Result:
    """How the seats stand: at the end of a game, or at any point of it. Seats that win or lose together all have rank 1."""

    points: tuple[int, ...]  # of each seat, as the rulebook counts them; empty if it counts none
    ranks: tuple[int, ...]  # of each seat: 1 is the best, equal seats have equal ranks
    together: bool = False  # whether they win or lose together, whatever their points
    winners: tuple[int, ...] = ()  # the seats that have won
    ending: IntEnum | None = None  # how the game has ended; None if it has not, or was ended early
    decided_by: str | None = None  # the tie-break that told the winners from others with as many points
    tie_breaks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # what each counts for each seat
    ended_early: bool = False  # people broke it off: this is how they stood

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "ending": self.ending.name.lower() if self.ending is not None else None,
            "points": list(self.points),
            "ranks": list(self.ranks),
            "together": self.together,
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "tie_breaks": {name: list(counts) for name, counts in self.tie_breaks.items()},
            "ended_early": self.ended_early,
        }

    @property
    def order(self) -> list[int]:
        """The seats from the best rank to the last."""
        return sorted(range(len(self.ranks)), key=lambda seat: self.ranks[seat])

    @property
    def ties_broken_by(self) -> list[str]:
        """The tie-breaks that tell seats with as many points apart, wherever they stand."""
        seats = range(len(self.points))
        told = {self._told_apart(*pair) for pair in combinations(seats, 2) if self._are_tied(*pair)}
        return [name for name in self.tie_breaks if name in told]

    def _are_tied(self, one: int, other: int) -> bool:
        return self.points[one] == self.points[other] and self.ranks[one] != self.ranks[other]

    def _told_apart(self, one: int, other: int) -> str | None:
        return next((name for name, counts in self.tie_breaks.items() if counts[one] != counts[other]), None)


def decided_by(
    points: tuple[int, ...], tie_breaks: Mapping[str, tuple[int, ...]], winners: tuple[int, ...]
) -> str | None:
    """The tie-break after which the winners were left of those with the most points; None if none was needed."""
    left = [seat for seat, count in enumerate(points) if count == max(points)]
    for name, counts in tie_breaks.items():
        if len(left) <= len(winners):
            return None
        best = max(counts[seat] for seat in left)
        left = [seat for seat in left if counts[seat] == best]
        if set(left) == set(winners):
            return name
    return None


def _asker(game: Any, array: Any) -> Callable[..., Any]:
    """Puts the questions of this module to a record. They are asked rarely: nothing is compiled for them."""
    machine = game.interpreted
    records = machine.records(array)
    return lambda entry, *asked: machine.entry(entry)(records, 0, *asked)


def measures_in(game: Any, array: Any, seats: int) -> dict[str, tuple[int, ...]]:
    """The figures that a game counts, by name, for each seat."""
    ask, names = _asker(game, array), enumerate(game.rules.measures)
    return {name: tuple(int(ask(measure_at, seat, i)) for seat in range(seats)) for i, name in names}


def standing_in(game: Any, array: Any, seats: int, over: int) -> Result:
    """How the seats stand."""
    ask, everyone = _asker(game, array), range(seats)
    points = tuple(int(ask(points_at, seat)) for seat in everyone) if game.rules.count_points else ()
    ranks, together = tuple(int(ask(rank_at, seat)) for seat in everyone), bool(ask(together_at))
    names = game.rules.tie_breaks
    ties = {name: tuple(int(ask(tie_break_at, seat, i)) for seat in everyone) for i, name in enumerate(names)}
    if not over:
        return Result(points, ranks, together, tie_breaks=ties)
    winners = tuple(seat for seat in everyone if ask(won_at, seat))
    by = decided_by(points, ties, winners) if points and winners else None
    return Result(points, ranks, together, winners, game.endings(over), by, ties)
