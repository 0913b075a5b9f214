"""How Solidarity looks: what board.html draws and has to be worked out, from a view alone.

signs.py makes texts fit; orgs.py has what everyone sees of an org, floor.py the trading floor, holdings.py what a seat has in its
panel, quick.py offers that are ready to send.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY
from moot.engine.words import as_names
from moot.games.solidarity.components import Objective
from moot.games.solidarity.face.floor import OBJECTIVES, OFFER, floor
from moot.games.solidarity.face.holdings import holdings
from moot.games.solidarity.face.orgs import org

STEP = 24  # places and heights are rounded up to it: board.html has a rule for each
TOP, FLOOR, KEY = 48, 60, 60  # heights


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
            one |= {"narrow": narrow, "wide": wide // STEP, "below": narrow + up(one["first"])}
        narrow += max(up(one["first"]) + up(one["second"]) for one in pair)
        wide += max(up(max(one["first"], one["second"])) for one in pair)
    traded = floor(view, known)
    halves = [up(OFFER * len(column)) for column in traded["columns"]]
    return {
        "objective": OBJECTIVES[Objective(view.goal)],
        "orgs": orgs,
        "floor": traded,
        "floor_narrow": narrow,
        "floor_wide": wide // STEP,
        "second_narrow": narrow + up(FLOOR) + halves[0],
        "key_narrow": narrow + up(FLOOR) + sum(halves),
        "height": wide + up(FLOOR) + max(halves),
        "steps": (narrow + up(FLOOR) + sum(halves) + up(KEY)) // STEP,
    }


def up(height: int) -> int:
    """A height with the room that makes it a number of steps."""
    return -(-height // STEP) * STEP
