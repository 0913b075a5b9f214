"""What the quick player of Solidarity goes by: all of its numbers in one place.

`python benchmarks/policies.py tune solidarity` tries others in paired games, and prints what it has found.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import rule, table


class Weight(IntEnum):
    """By name. Times are rounds that are still to come; what ends in _SHARE is so many in a hundred."""

    # Orders under Greed
    CLAIM = 0  # from then on an org without a prize goes for one
    HARVEST = auto()  # from then on a prize is made
    HARVEST_SHARE = auto()  # by how many robots, before the last turn; the others build
    RISK_SHARE = auto()  # of the robots, how many a prize may cost
    GROWTH_SHARE = auto()  # how many defenders there may be, for those that made something last time
    MARGIN = auto()  # robots to send beyond the defenders: at least so many,
    CHANCE_SHARE = auto()  # and by chance up to so many of all robots more, for rivals may come
    SMALL = auto()  # an org with fewer robots makes many small stockpiles in the last turn

    # Orders under Solidarity
    SETTLE = auto()  # robots with which something of one's own is invented; before, each is worth two by and by
    SETTLE_SOON = auto()  # the same in a game that is too short to have so many in time
    STORE = auto()  # EcU to keep at home while an org grows: enough for a mandate and a payment
    YIELD = auto()  # from then on all make goods, for the store counts in every mandate that is to come
    LEAD_SHARE = auto()  # an org that has so many of the best other's points raids
    SPARED_SHARE = auto()  # of the robots, how many may be sent on a raid while mandates are still to be written
    EXTRA = auto()  # robots of a raid beyond what is in the stockpile, for its owner goes on making it

    # Bargains; goods are counted in sixtieths of a point
    RIVAL_SHARE = auto()  # what a deal brings the other counts against it, under Solidarity
    GREEDY_RIVAL_SHARE = auto()  # and under Greed; of two orgs all of it counts
    STORED = auto()  # what an EcU is worth at home while mandates are still to be written
    CURRENCY = auto()  # and what is more if a third org lacks it that has what is lacked here
    PRICE = auto()  # EcU to pay for one that is lacked
    MEAGRE_SHARE = auto()  # who has less of what is lacked is not asked
    MOST_BEGUN = auto()  # offers in one council


VALUES = {
    Weight.CLAIM: 2,
    Weight.HARVEST: 1,
    Weight.HARVEST_SHARE: 50,
    Weight.RISK_SHARE: 50,
    Weight.GROWTH_SHARE: 200,
    Weight.MARGIN: 1,
    Weight.CHANCE_SHARE: 6,
    Weight.SMALL: 48,
    Weight.SETTLE: 32,
    Weight.SETTLE_SOON: 4,
    Weight.STORE: 3,
    Weight.YIELD: 2,
    Weight.LEAD_SHARE: 100,
    Weight.SPARED_SHARE: 25,
    Weight.EXTRA: 2,
    Weight.RIVAL_SHARE: 10,
    Weight.GREEDY_RIVAL_SHARE: 50,
    Weight.STORED: 10,
    Weight.CURRENCY: 10,
    Weight.PRICE: 4,
    Weight.MEAGRE_SHARE: 33,
    Weight.MOST_BEGUN: 3,
}

WEIGHTS = table([VALUES[which] for which in Weight])
NAMES = [which.name for which in Weight]


@rule
def weight(seat: int, which: int) -> int:
    """What a weight is: the same for every seat, but while weights are tuned against each other."""
    return WEIGHTS[which]
