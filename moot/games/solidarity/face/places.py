"""Solidarity: where things stand. The board is 850 by 405, the orgs are its columns; in a pane of a narrow screen, 374 by 212
pixels, orgs are narrower columns, and mandates and offers have a pane of their own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

WIDE, NARROW = 850, 374  # the widths of the board and of a pane
BAR, NARROW_BAR = 56, 48  # the heights of an org's head, with the room below
CHIP, NARROW_CHIP = 36, 46.5  # those of a resource, with the room below: a pointer, a finger meets it
LOWEST = 19  # of a resource where there are many
NARROW_HEIGHT = 212
TWO_LINES = 38  # the height from which something has two lines on a narrow screen
MOST_COLUMNS, NARROWEST = 4, 60  # of resources within an org: so many columns, none narrower than that


class Grid(NamedTuple):
    """How many resources stand side by side, and how far it is from one to the next."""

    columns: int
    across: float
    down: float

    def place(self, number: int) -> tuple[float, float]:
        """Where a resource stands."""
        return round(number % self.columns * self.across, 1), round(number // self.columns * self.down, 1)


def column(seats: int, whole: int = WIDE, gap: int = 8) -> float:
    """The width of an org."""
    return round((whole - gap) / seats - gap, 1)


@lru_cache
def grid(many: int, width: float, room: float, usual: float) -> Grid:
    """As few columns as will do: with the usual height if possible, else lower; at last as low as it must be."""
    most = max(1, min(MOST_COLUMNS, int(width // NARROWEST)))
    for least in (usual, 0.6 * usual, LOWEST):
        for columns in range(1, most + 1):
            down = min(usual, room / max(1, -(-many // columns)))
            if down >= least:
                return Grid(columns, round(width / columns, 1), round(down, 1))
    return Grid(most, round(width / most, 1), round(room / -(-many // most), 1))
