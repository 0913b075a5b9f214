"""Solidarity: where things stand. The board is 850 by 405, the orgs are its columns; in a pane of a narrow screen, 374 by 172
pixels at least, orgs are narrower columns, and mandates and offers have a pane of their own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

WIDE, NARROW = 850, 374  # the widths of the board and of a pane
BAR, NARROW_BAR = 56, 47  # the heights of an org's head, with the room below
CHIP, NARROW_CHIP = 36, 46.5  # those of a resource, with the room below: a pointer, a finger meets it
LOWEST = 19  # of a resource where there are many
NARROW_LINE = 22  # of a stockpile of what another controls, on a narrow screen where there are many
ROOM = 172  # the height of a pane in a low window, above the inbox and the tray
TOGETHER, BESIDE = 4, 3  # so many orgs at most are in one pane; of more, so many are in each
NARROW_GAP = 2  # between orgs in a pane
BELOW = 2  # so many resources of an org stand below each other in a pane; more stand in two columns
PANE_STEP = 1000  # from one pane to the next
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


def in_pane(seats: int) -> int:
    """How many orgs are side by side in a pane."""
    return seats if seats <= TOGETHER else BESIDE


def narrow_column(seats: int) -> float:
    """The width of an org in a pane."""
    return column(in_pane(seats), NARROW, NARROW_GAP)


def narrow_left(seats: int, seat: int) -> float:
    """Where an org begins in its pane; the orgs of a second pane are beyond the offers."""
    group, place = divmod(seat, in_pane(seats))
    return 2 * PANE_STEP * group + NARROW_GAP + (narrow_column(seats) + NARROW_GAP) * place


class Lines(NamedTuple):
    """How resources stand in a pane: what an org controls in one column or two, below it what it only holds."""

    columns: int
    own: int
    others: int
    low: float  # the height of what is only held

    @property
    def above(self) -> int:
        """How many lines the org's own take."""
        return -(-self.own // self.columns)

    def place(self, number: int, width: float) -> tuple[float, float]:
        """Where a resource stands."""
        if number >= self.own:
            return 0, round(self.above * NARROW_CHIP + (number - self.own) * self.low, 1)
        return round(number % self.columns * width / self.columns, 1), number // self.columns * NARROW_CHIP

    def ends(self) -> list[float]:
        """Where each line ends, from the top of the pane."""
        own = [NARROW_BAR + NARROW_CHIP * line for line in range(self.above + 1)]
        return own + [own[-1] + self.low * line for line in range(1, self.others + 1)]


def lines(own: int, others: int) -> Lines:
    """What an org controls is pressed there: it is always as high as a finger."""
    columns = 1 if own <= BELOW else 2
    room = ROOM - NARROW_BAR - NARROW_CHIP * -(-own // columns)
    return Lines(columns, own, others, round(min(NARROW_CHIP, max(NARROW_LINE, room / max(1, others))), 1))


def panes(seats: int, ends: Sequence[list[float]], floor_rows: Sequence[float]) -> str:
    """The views of a narrow screen: the orgs, by where their lines end; then mandates and offers."""
    beside, views = in_pane(seats), []
    for at, first in enumerate(range(0, seats, beside)):
        name, longest = "More orgs" if at else "Orgs", max(ends[first : first + beside], key=max)
        views.append(view(name, 2 * at, longest))
    return json.dumps([*views, view("Offers", 1, floor_rows)], separators=(",", ":"))


def view(name: str, place: int, ends: Sequence[float]) -> dict[str, str | list[int]]:
    """One of them; where there is no room for all of it, it may be cut where a line ends."""
    box = f"{PANE_STEP * place} 0 {NARROW} {max(ends[-1], ROOM):.0f}"
    return {"name": name, "box": box, "cuts": [round(end) for end in ends[:-1]]}


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
