"""Records in two places: while a game goes on, its small fields are near, in the memory that each multiprocessor has for itself;
the large ones stay in the main memory. Rules take such a record for any other.

Rules look at small fields most of the time, and 32 threads look at 32 games at once. In the main memory these are 32 places; near,
they lie an odd number of words apart, so that the same field of all 32 is read together. What it brings was measured: see
benchmarks/README.md.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from moot.engine.inside_numba import WORD, copying, in_two_places


class Near(NamedTuple):
    """Functions of the GPU, of the words that are near and of a room in the main memory."""

    take: Any  # the near words, from the room
    put: Any  # the near words, into the room
    both: Any  # a record of which the near words are near


def far_apart(words: int) -> int:
    """How many words the near ones of two games are apart, so that the same word of 32 games is in 32 banks."""
    return words | 1


@cache
def near_of(room: np.dtype[np.void], words: int) -> Near:
    """The functions for rooms of which so many words are near."""
    return Near(copying(words, taking=True), copying(words, taking=False), in_two_places(room, words * WORD))
