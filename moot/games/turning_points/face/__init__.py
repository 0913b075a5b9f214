"""How Turning Points looks: what board.html draws and has to be worked out, from a view alone.

geometry.py says where things are; signs.py draws cards and links and says what decides an event; map.py draws the map, coming.py
and players.py what is beside it, hand.py what a seat holds and plan.py the card that it is about to organize.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from moot.engine import NOBODY
from moot.games.turning_points.components import RINGS
from moot.games.turning_points.face.coming import coming
from moot.games.turning_points.face.geometry import (
    ACROSS,
    BELOW,
    DOWN,
    MIDDLE,
    NEAR,
    OUTLINES,
    PAWNS_ABOVE,
    RADIUS,
    SCALE,
    SPIRALS,
)
from moot.games.turning_points.face.hand import holdings
from moot.games.turning_points.face.map import edges, nodes, pawns, totals
from moot.games.turning_points.face.players import KEY, ROW, deck, players


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 For the board everything that lies open; for a seat what it holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, names)


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§8 The map, and what is beside it."""
    scale, (x, ys) = SCALE[view.rings], MIDDLE
    return {
        "outlines": OUTLINES,
        "place": f"translate({x} {ys[view.rings]})scale({scale:g})",
        "spiral": SPIRALS[view.rings],
        "map": Markup(nodes(view, names) + edges(view) + totals(view) + pawns(view, names)),
        "coming": Markup(coming(view, names)),
        "players": Markup(players(view, names)),
        "below": PLAYERS_TOP + ROW * view.colours + 18,
        "deck": Markup(deck(view)),
        "key": KEY,
        "panes": PANES[view.rings],
    }


PLAYERS_TOP = 206  # below the list of what comes


def panes(rings: int) -> str:
    """The views of a narrow screen: round one's own pawn, the whole map, and what is realized next."""
    (x, ys), scale = MIDDLE, SCALE[rings]
    wide, above, below = ACROSS * rings + RADIUS, DOWN * rings + PAWNS_ABOVE, DOWN * rings + BELOW
    whole = (x - scale * wide, ys[rings] - scale * above, 2 * scale * wide, scale * (above + below))
    views = [
        {"name": "Near me", "near": "here-{seat}", "width": round(NEAR * scale)},
        {"name": "All", "box": " ".join(f"{part:.0f}" for part in whole)},
        {"name": "Next", "box": f"592 0 288 {PLAYERS_TOP}"},
    ]
    return json.dumps(views)


PANES = {rings: panes(rings) for rings in range(1, RINGS + 1)}
