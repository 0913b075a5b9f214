"""How Solidarity looks: what board.html draws and has to be worked out, from a view alone.

signs.py makes texts fit; orgs.py has what everyone sees of an org, floor.py the trading floor, holdings.py what a seat has in its
panel, quick.py offers that are ready to send.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY
from moot.engine.words import as_names
from moot.games.solidarity.face.floor import OBJECTIVES, OFFER, floor
from moot.games.solidarity.face.holdings import holdings
from moot.games.solidarity.face.orgs import org

STEP = 24  # places and heights are rounded up to it: board.html has a rule for each
TOP, FLOOR, KEY = 48, 60, 48  # heights
GAP = 24  # between two orgs of a wide board, one below the other


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§7 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, as_names(names))


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§7 What the table shows. Every part has two places: on a narrow board two columns, on a wide one four."""
    known = as_names(names)
    orgs = [org(view, seat, known) for seat in range(view.seats)]
    narrow = wide = TOP
    for left in range(0, len(orgs), 2):
        pair = orgs[left : left + 2]
        for one in pair:
            lay_out(one, narrow, wide)
        narrow += max(one["narrow_height"] for one in pair)
        wide += max(one["wide_height"] for one in pair) + GAP
    traded = floor(view, known)
    halves = [up(OFFER * len(column)) for column in traded["columns"]]
    return {
        "objective": OBJECTIVES.get(view.goal, ""),
        "orgs": orgs,
        "floor": traded,
        "floor_narrow": narrow,
        "floor_wide": wide // STEP,
        "second_narrow": narrow + up(FLOOR) + halves[0],
        "key_narrow": narrow + up(FLOOR) + sum(halves),
        "height": wide + up(FLOOR) + max(halves),
        "steps": (narrow + up(FLOOR) + sum(halves) + up(KEY)) // STEP,
    }


def lay_out(one: dict[str, Any], narrow: int, wide: int) -> None:
    """Where the three parts of an org stand: the bar with its chips, further chips, mandate and orders."""
    first, rest, beside = up(one["first"]), up(one["rest"]), up(one["beside"])
    one |= {
        "narrow": narrow,
        "rest_narrow": narrow + one["first"],
        "beside_narrow": narrow + up(one["first"] + one["rest"]),
        "narrow_height": up(one["first"] + one["rest"]) + beside,
        "wide": wide // STEP,
        "rest_wide": (wide + beside) // STEP,
        "wide_height": max(first, beside + rest),
    }


def up(height: int) -> int:
    """A height with the room that makes it a number of steps."""
    return -(-height // STEP) * STEP
