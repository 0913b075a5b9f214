"""§1.2 Two dice as one number, so that an event can tell both."""

from __future__ import annotations

from moot.engine import roll_die, rule
from polycrisis_1_8e3db885635bae90.rules import Polycrisis

TENS = 10  # the first die counts tens, the second ones


@rule
def roll_pair(s: Polycrisis) -> int:
    """§3.2.6 §3.6.5 Two dice."""
    first, second = roll_die(s), roll_die(s)
    return TENS * first + second


@rule
def total_of(pair: int) -> int:
    """§3.2.6 §3.6.5 What they add up to."""
    return pair // TENS + pair % TENS


def pips_of(pair: int) -> tuple[int, int]:
    """§1.2 Each of them."""
    return pair // TENS, pair % TENS


def roll(pair: int) -> str:
    """§1.2 The two in words: "5 + 2 = 7"."""
    first, second = pips_of(pair)
    return f"{first} + {second} = {total_of(pair)}"
