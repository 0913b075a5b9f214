"""Treasury: which contracts the player whose turn it is could claim, as lines from businesses to demand cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from moot.games.treasury.claim import can_claim, serves
from moot.games.treasury.components import PROVIDED, PROVIDES
from moot.games.treasury.face.demand import Chip
from moot.games.treasury.face.players import Spot
from moot.games.treasury.round import value_of
from moot.games.treasury.vocabulary import place_of


class Line(NamedTuple):
    """A line between two pieces, with what the contract would pay."""

    ends: str  # both pieces
    path: str
    pays: int  # 0: it is said on another line of the same business
    x: int  # of what it says, over the business's seal
    y: int


def lines(view: Any, seat: int, spots: Sequence[Spot], chips: Sequence[Chip], top: int) -> Iterator[Line]:
    """§2.6 For each business that can have a contract a line to each card that would do; the demand lies below a height."""
    at = {chip.card: chip for chip in chips}
    for spot in spots:
        if can_claim(view, seat, spot.slot):
            pays = value_of(view, seat, spot.slot)
            for card in matching(view, view.opened[seat, spot.slot]):
                yield line(seat, spot, at[card], pays, top)
                pays = 0


def line(seat: int, spot: Spot, chip: Chip, pays: int, top: int) -> Line:
    """From the lower edge of a business to the upper edge of a card."""
    x, y = chip.x + chip.width // 2, top + chip.y
    bend = (spot.y + y) // 2
    ends = f"business-{place_of(seat, spot.slot)} card-{chip.card}"
    return Line(ends, f"M{spot.x} {spot.y}C{spot.x} {bend} {x} {bend} {x} {y}", pays, *spot.seal)


def matching(view: Any, business: int) -> list[int]:
    """§2.6 For each icon of a business the first card that serves it and no earlier one."""
    found: list[int] = []
    for i in range(PROVIDED[business]):
        serving = (card for card in view.demand[: view.demand_size] if serves(card, PROVIDES[business, i]))
        found.extend([card for card in serving if card not in found][:1])
    return found
