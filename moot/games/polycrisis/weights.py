"""What the quick player of Polycrisis thinks things are worth: all of its numbers in one place. They were found by playing, as
docs/bots.md tells.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import rule, table


class Weight(IntEnum):
    """By name."""

    # How pressing a category is
    CRISES = 0  # each problem in crisis
    FULL = auto()  # all of them
    NEARLY = auto()  # all but one
    COSTS = auto()  # it keeps money away
    OWN = auto()  # its two suits are those of the class: nobody else has both

    # Draws
    PAIR = auto()  # a card for which there is another, as good as it is
    SOON = auto()  # one that the second draw may make a pair of
    HELD = auto()  # less, where there is one already
    STANDING = auto()  # one that the own project still takes

    # Projects
    BASE_SURE = auto()  # as sure as it is
    IMPROVED_SURE = auto()
    BEGUN = auto()  # one that may succeed, beside that
    NO_START = auto()
    COVERED = auto()  # a category for which there are cards
    FIXES_NOW = auto()  # a problem in crisis
    TAKEN = auto()  # less, where others are at it
    SPREADING = auto()  # each stable problem that it leads to
    SHIELDED = auto()  # its Auto-Protect is known
    APART = auto()  # not what everybody would think of

    # Cards
    FIXES = auto()  # on a project that fixes a crisis
    OWN_PROJECT = auto()
    LIKELY = auto()  # each chance of 36
    ONLY = auto()  # the only one of its suit
    WILD = auto()  # a joker
    ENOUGH = auto()  # no card more
    FEE = auto()  # 1 money, against each chance of 36 as hundredths

    # Research
    BASE_TECH = auto()
    EXPANDED_TECH = auto()
    SHIELD_TECH = auto()
    SHIELD_LINKS = auto()  # each stable problem that the protected one leads to
    NO_RESEARCH = auto()
    TOO_LATE = auto()  # turns before the end


VALUES = {
    Weight.CRISES: 10,
    Weight.FULL: 40,
    Weight.NEARLY: 0,
    Weight.COSTS: 20,
    Weight.OWN: 60,
    Weight.PAIR: 200,
    Weight.SOON: 100,
    Weight.HELD: 10,
    Weight.STANDING: 60,
    Weight.BASE_SURE: 400,
    Weight.IMPROVED_SURE: 500,
    Weight.BEGUN: 30,
    Weight.NO_START: 300,
    Weight.COVERED: 200,
    Weight.FIXES_NOW: 200,
    Weight.TAKEN: 300,
    Weight.SPREADING: 10,
    Weight.SHIELDED: 0,
    Weight.APART: 10,
    Weight.FIXES: 200,
    Weight.OWN_PROJECT: 200,
    Weight.LIKELY: 3,
    Weight.ONLY: 20,
    Weight.WILD: 20,
    Weight.ENOUGH: 100,
    Weight.FEE: 100,
    Weight.BASE_TECH: 200,
    Weight.EXPANDED_TECH: 50,
    Weight.SHIELD_TECH: 300,
    Weight.SHIELD_LINKS: 10,
    Weight.NO_RESEARCH: 100,
    Weight.TOO_LATE: 1,
}
WEIGHTS = table([VALUES[weight] for weight in Weight])
NAMES = [weight.name for weight in Weight]


@rule
def weight(seat: int, which: int) -> int:
    """What a weight is: the same for every seat, but while weights are tuned against each other."""
    return WEIGHTS[which]
