"""What the quick player of Turning Points thinks things are worth: all of its numbers in one place. They were found by playing, as
docs/turning-points.md tells.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import rule, table


class Weight(IntEnum):
    """By name. Points are counted in hundredths, and so are totals; what ends in _SHARE is so many in a hundred."""

    # What a point is worth
    POINT = 0  # for oneself
    OTHERS = auto()  # for another: so much less, shared among all others
    AHEAD = auto()  # and less for each point that the other is ahead
    LATE_AHEAD = auto()  # at the end of the game so much more
    LEAST = auto()  # however far behind the other is

    # How far a total may still move
    SURE = auto()  # anyhow
    OWN_SPREAD = auto()  # by each own step
    TURN_SPREAD = auto()  # by each player who is still to come in this round
    ROUND_SPREAD = auto()  # by each round
    MOST_SPREAD = auto()

    # What an organizer does for the own event
    TIP = auto()  # what the token on one side says of it, while its owner can still add to it
    HOLD = auto()  # what one means to do oneself
    HOLD_ROUND = auto()  # for each round more

    # Cards
    CONTROL_SHARE = auto()  # how often a card ends as its organizer wants it
    ORGANIZING = auto()  # an event of one's own, beside its points
    WAITING = auto()  # less for every round in which it waits
    FORESIGHT = auto()  # the own token on the side that is wanted
    PROMISE_SHARE = auto()  # of what a card promises on another node
    GOOD_HAND = auto()  # a hand without a card that is worth so much is dug through
    DIG_SHARE = auto()  # of what is lacking
    PLAIN_SHARE = auto()  # of what the card that goes is worth
    FORWARD_SHARE = auto()  # of what a link to a later event does

    # Steps
    AFTERWARDS_SHARE = auto()  # of what could be done at a place after this turn
    MORE_SHARE = auto()  # what a third step at a place brings, of the second
    EFFORT = auto()  # what changes nothing is not done
    STRIDE = auto()  # what a move costs beside its step; below 0 who has nothing better to do walks

    # Flexible events
    PARTNER = auto()  # a point for who has named one in a Supporting event
    TRUST = auto()  # more for a point for who may still do so, shared among all others
    LINKING = auto()  # what a link token must bring


VALUES = {
    Weight.POINT: 100,
    Weight.OTHERS: 100,
    Weight.AHEAD: 15,
    Weight.LATE_AHEAD: 0,
    Weight.LEAST: 25,
    Weight.SURE: 37,
    Weight.OWN_SPREAD: 40,
    Weight.TURN_SPREAD: 100,
    Weight.ROUND_SPREAD: 140,
    Weight.MOST_SPREAD: 600,
    Weight.TIP: 50,
    Weight.HOLD: 84,
    Weight.HOLD_ROUND: 0,
    Weight.CONTROL_SHARE: 98,
    Weight.ORGANIZING: 40,
    Weight.WAITING: 30,
    Weight.FORESIGHT: 5,
    Weight.PROMISE_SHARE: 84,
    Weight.GOOD_HAND: 110,
    Weight.DIG_SHARE: 12,
    Weight.PLAIN_SHARE: 3,
    Weight.FORWARD_SHARE: 100,
    Weight.AFTERWARDS_SHARE: 26,
    Weight.MORE_SHARE: 40,
    Weight.EFFORT: 1,
    Weight.STRIDE: -4,
    Weight.PARTNER: 110,
    Weight.TRUST: 126,
    Weight.LINKING: 5,
}
WEIGHTS = table([VALUES[weight] for weight in Weight])
NAMES = [weight.name for weight in Weight]


@rule
def weight(seat: int, which: int) -> int:
    """What a weight is: the same for every seat, but while weights are tuned against each other."""
    return WEIGHTS[which]
