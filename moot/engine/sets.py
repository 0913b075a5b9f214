"""Small sets as numbers: bit n stands for member n. They copy, compare and combine in one instruction."""

from __future__ import annotations

import numpy as np

from moot.engine.binding import rule

# A single bit times this number has its position in the top five of 32 bits (a de Bruijn sequence).
_SEQUENCE = 0x077CB531
_WORD = 0xFFFFFFFF
_POSITIONS = np.zeros(32, np.int64)
for _bit in range(32):
    _POSITIONS[(_SEQUENCE << _bit & _WORD) >> 27] = _bit


@rule
def is_in(members: int, number: int) -> int:
    """1 if a number is in a set, else 0."""
    return members >> number & 1


@rule
def lowest(members: int) -> int:
    """The lowest number in a set that is not empty."""
    if members & _WORD == 0:
        return 32 + _position(members >> 32)
    return _position(members)


@rule
def _position(members: int) -> int:
    bit = members & -members
    return _POSITIONS[(bit * _SEQUENCE & _WORD) >> 27]


@rule
def count(members: int) -> int:
    """How many there are in a set."""
    number = 0
    while members:
        members &= members - 1
        number += 1
    return number
