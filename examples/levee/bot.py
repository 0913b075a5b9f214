"""What a careful villager looks at: how likely the levee holds, if the others give two sacks each."""

from __future__ import annotations

from examples.levee.rules import DIE, Levee, Step, rise, rules
from moot.engine import rule

EXPECTED = 2  # sacks from each of the others


@rule
def safe_spots(v: Levee, sacks: int) -> int:
    """At how many of the die's six spots a levee of so many sacks holds."""
    spots = 0
    for die in range(1, DIE + 1):
        spots += int(rise(die, v.seats) <= sacks)
    return spots


@rules.rates(Step.GIVE)
def like_gift(v: Levee, seat: int, sacks: int) -> int:
    """What is in the barn afterwards, on the average: all of it, or half of it where the levee breaks."""
    kept = v.barn[seat] + v.harvest[seat] - sacks
    return kept * (DIE + safe_spots(v, sacks + EXPECTED * (v.seats - 1)))
