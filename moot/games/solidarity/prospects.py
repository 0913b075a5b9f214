"""What a position that is not over is worth to an org: what it has, what robots can still make, what citizens have asked for.

Under Solidarity that is how its points compare, for points are what players are told to make (§6.2); how the game then ends (§6.4)
is not told before the end, and this does not look at it.
"""

from __future__ import annotations

from moot.engine import rule
from moot.games.solidarity.bargains import missing
from moot.games.solidarity.components import MOST_ROBOTS, MOST_STOCK, Objective
from moot.games.solidarity.policy import coming, holds_prize
from moot.games.solidarity.rules import Phase, Solidarity, largest_stockpile, points_of, rules
from moot.games.solidarity.trade import LEAST_POINTS, SHARE, size_of

SWAPPED = 0.5  # of the goods that are worth nothing at home, the part that is likely to be swapped in the end
UNPRIZED = 0.7  # of what robots will make, the part that scores without a prize
MET = 0.8  # how many mandates are fulfilled
STEEP = 3.0  # how much surer the better position is of the win, under Greed
BEST_OF_MANY = 0.5  # by how much the best of the others gets away while there is time
FLAT = 4.0  # points that everybody may still make, whatever happens


@rule
def turns_to_come(s: Solidarity) -> int:
    """Strategy turns that are still to be carried out."""
    return coming(s) + int(s.phase == Phase.ORDERS)


@rule
def goods_to_come(s: Solidarity, seat: int) -> int:
    """What an org's robots make if they build until the last turn but one."""
    turns = turns_to_come(s)
    return min(s.robots[seat] << (turns - 1), MOST_ROBOTS) if turns > 0 else 0


@rule
def wealth(s: Solidarity, seat: int) -> float:
    """Under Greed: the points that an org has and may expect."""
    idle = 0
    for resource in range(s.resources):
        if s.inventor[resource] == seat:
            idle += s.stock[seat, resource]
    made = goods_to_come(s, seat) * (1.0 if holds_prize(s, seat) else UNPRIZED)
    return FLAT + points_of(s, seat) + idle * SWAPPED + made


@rule
def standing(s: Solidarity, seat: int) -> float:
    """Under Solidarity: the points that an org has, those of its open mandate, and those of mandates to come."""
    size, left, chance = size_of(s, seat), coming(s), 0.0
    if size > 0 and (s.phase == Phase.MANDATES or missing(s, seat) > 0):
        chance = MET * max(size // SHARE, LEAST_POINTS)
    elif size > 0:
        chance = 1.0 * max(size // SHARE, LEAST_POINTS)
    store = min(largest_stockpile(s, seat) + goods_to_come(s, seat) // 2, MOST_STOCK)
    return FLAT + s.points[seat] + chance + MET * left * max(store // (2 * SHARE), LEAST_POINTS)


@rules.estimate
def hopes_of(s: Solidarity, seat: int) -> float:
    """§6.1 The part of the win that is likely to be the org's; §6.2 or how its points will compare with the best of the others."""
    if s.goal == Objective.GREED:
        own: float = wealth(s, seat) ** STEEP
        together = 0.0
        for other in range(s.seats):
            together += wealth(s, other) ** STEEP
        return own / together
    best = FLAT
    for other in range(s.seats):
        if other != seat:
            best = max(best, standing(s, other))
    own, left = standing(s, seat), coming(s) + 1
    return own / (own + best * (1.0 + BEST_OF_MANY * left / (left + 1)))
