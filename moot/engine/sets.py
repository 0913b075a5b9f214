"""Small sets as numbers: bit n stands for member n. They copy, compare and combine in one instruction."""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.tables import table

# A single bit times this number has its position in the top five of 32 bits (a de Bruijn sequence).
_SEQUENCE, _WORD = 0x077CB531, 0xFFFFFFFF
_POSITIONS = table([next(n for n in range(32) if (_SEQUENCE << n & _WORD) >> 27 == top) for top in range(32)])


@rule
def is_in(members: int, number: int) -> int:
    """1 if a number is in a set, else 0. A set is a number whose bit n stands for the member n: `s.seen |= 1 << n` adds n,
    `s.seen &= ~(1 << n)` takes it away. An `i64` has room for 0 to 62.
    """
    return members >> number & 1


@rule
def lowest(members: int) -> int:
    """The lowest number in a set (see `is_in`) that is not empty."""
    low = members & _WORD
    half = low if low else members >> 32
    return _POSITIONS[((half & -half) * _SEQUENCE & _WORD) >> 27] + (0 if low else 32)


@rule
def count(members: int) -> int:
    """How many there are in a set (see `is_in`)."""
    number = 0
    while members:
        members &= members - 1
        number += 1
    return number
