"""How Turning Points looks: what board.html draws and has to be worked out, from a view alone.

geometry.py says where things are; signs.py draws cards and links and says what decides an event; map.py draws the map, players.py
what is beside it, hand.py what a seat holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from moot.engine import NOBODY
from moot.games.turning_points.face.geometry import MIDDLE, OUTLINES, SCALE, SPIRALS
from moot.games.turning_points.face.hand import holdings
from moot.games.turning_points.face.map import edges, nodes, pawns, totals
from moot.games.turning_points.face.players import KEY, deck, players


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 For the board everything that lies open; for a seat what it holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, names)


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§8 The map, and what is beside it."""
    return {
        "outlines": OUTLINES,
        "place": f"translate({MIDDLE[0]} {MIDDLE[1]})scale({SCALE[view.rings]:g})",
        "spiral": SPIRALS[view.rings],
        "map": Markup(nodes(view, names) + edges(view) + totals(view) + pawns(view, names)),
        "players": Markup(players(view, names)),
        "deck": Markup(deck(view)),
        "key": KEY,
    }
