"""What a position of Treasury is worth to a player: everyone's gold, and what it will come to."""

from __future__ import annotations

from moot.engine import rule
from moot.games.treasury.outlook import HARVESTS, harvest_of, outlook
from moot.games.treasury.policy import keep, kept
from moot.games.treasury.rules import Treasury, rules
from moot.games.treasury.weights import GOLD, Weight, weight

CLOSE = 4.0  # gold by which games are decided that are nearly over
OPEN = 0.5  # and how much more for each gold that is still to come


@rule
def to_come(s: Treasury, seat: int) -> int:
    """What a player's businesses, farm and hand will bring, in hundredths of a gold."""
    look = outlook(s, seat)
    value = look[HARVESTS] * harvest_of(s, seat) * weight(seat, Weight.FARMING_SHARE) // 100
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] + s.startup[seat, slot] > 0:
            value += kept(s, seat, slot, look)
    for i in range(s.hand_size[seat]):
        value += keep(s, seat, s.hand[seat, i], look)
    return value


@rule
def standing(s: Treasury, seat: int) -> float:
    """A player's gold at the end, as it is expected."""
    return s.gold[seat] + to_come(s, seat) / GOLD


@rules.estimate
def hope(s: Treasury, seat: int) -> float:
    """The share of the win: the less, the further a player is behind the best, by the measure of what is still to come."""
    mine, best, gold, total = standing(s, seat), 0.0, 0.0, 0.0
    for other in range(s.seats):
        expected = standing(s, other)
        best, gold, total = max(best, expected), gold + s.gold[other], total + expected
    scale = CLOSE + OPEN * max(0.0, total - gold) / s.seats
    shares = 0.0
    for other in range(s.seats):
        shares += (scale / (scale + best - standing(s, other))) ** 3
    return (scale / (scale + best - mine)) ** 3 / shares
