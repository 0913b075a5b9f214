"""What a position is worth to a seat, from 0 to 1: the one measure that bots, advice and figures share."""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.fields import State
from moot.engine.results import has_won, winners_of
from moot.engine.rules import Fate
from moot.engine.slots import estimate, fate_of, points_of

HALFWAY = 10  # points of a lead that is worth half of what the largest is
MARGIN = 0.2  # of the worth of an ending: the lead, the rest is the win


@rule
def lead(s: State, seat: int) -> float:
    """How far a seat is ahead of the best of the others, from 0 (hopelessly behind) to 1; 0.5 if they are level."""
    best, others = 0, 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, points_of(s, other)) if others else points_of(s, other)
            others += 1
    ahead = points_of(s, seat) - best if others else 0
    return 0.5 + 0.5 * ahead / (abs(ahead) + HALFWAY)


@rule
def worth_of_ending(s: State, seat: int) -> float:
    """A win is 1 and a defeat 0; those who win each for itself share it, and a lead counts beside it."""
    won = has_won(s, seat)
    if fate_of(s) != Fate.EACH:
        return 1.0 if won else 0.0
    share = 1.0 / winners_of(s) if won else 0.0
    return share + MARGIN * (lead(s, seat) - share)


@rule
def worth(s: State, seat: int) -> float:
    """What any position is worth to a seat: its ending, or if it is not over what the game estimates."""
    return worth_of_ending(s, seat) if s.over else estimate(s, seat)
