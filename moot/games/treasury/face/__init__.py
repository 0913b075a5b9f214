"""How Treasury looks: what board.html draws and has to be worked out, from a view alone.

signs.py has icons and sentences; forecast.py what the end of the round will bring; commons.py what all share, demand.py the demand
pile, fits.py what businesses could claim of it; players.py what lies in front of each player; holdings.py what a seat holds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY
from moot.games.treasury.face.commons import PANE_COMMONS, PANE_DECKS, PAYOUT_TOP, commons
from moot.games.treasury.face.demand import demand_pile
from moot.games.treasury.face.fits import lines
from moot.games.treasury.face.holdings import holdings
from moot.games.treasury.face.players import tableaus
from moot.games.treasury.face.signs import KEY, KEY_HEIGHT, SYMBOLS

HEIGHT = 484  # of the wide drawing; more where the room does not do
PANES = ("Commons", "Demand", "Citizens")
PANE_STEP = 1000  # from one pane to the next: no pane shows another


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§11 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, names)


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§11 What the table shows: what all share, the players beside it, and below both the demand."""
    shared, left = commons(view, names)
    demand = demand_pile(view, shared["event"]["rows"])
    players = tableaus(view, names, max(left, HEIGHT - demand["height"]) - KEY_HEIGHT)
    top = max(left, players["height"] + KEY_HEIGHT, HEIGHT - demand["height"])
    return shared | {
        "symbols": SYMBOLS,
        "key": KEY,
        "key_y": top - KEY_HEIGHT,
        "players": players,
        "demand": demand,
        "demand_top": top,
        "height": top + demand["height"],
        "lines": [] if view.over else list(lines(view, view.active, players["spots"], demand["chips"], top)),
        "panes": panes(commons_ends(shared["payout"]["rows"]), demand["pane"], players["pane"]),
    }


def commons_ends(rows: int) -> tuple[int, ...]:
    """Where what all share may be cut: before the payout, which has so many rows, and after it; and where it ends."""
    return PAYOUT_TOP, PANE_DECKS[rows], PANE_COMMONS[rows]


def panes(shared_ends: Sequence[int], demand_ends: Sequence[int], players_ends: Sequence[int]) -> str:
    """The views of a narrow screen, each as high as what it shows; they may be cut between rows, and between players."""
    ends = (shared_ends, demand_ends, players_ends)
    views = enumerate(zip(PANES, ends, strict=True))
    boxes = [(name, f"{PANE_STEP * at} 0 374 {cuts[-1]}", cuts[:-1]) for at, (name, cuts) in views]
    named = [{"name": name, "box": box} | ({"cuts": cuts} if cuts else {}) for name, box, cuts in boxes]
    return json.dumps(named, separators=(",", ":"))
