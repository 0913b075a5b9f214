"""How Treasury looks: what board.html draws and has to be worked out, from a view alone.

signs.py has icons, outlines and sentences; forecast.py what the end of the round will bring; commons.py what all share; players.py
what lies in front of each player; holdings.py what a seat holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY
from moot.games.treasury.face.commons import commons
from moot.games.treasury.face.holdings import holdings
from moot.games.treasury.face.players import tableaus
from moot.games.treasury.face.signs import KEY, KEY_HEIGHT, SYMBOLS

STEP = 24  # heights are rounded up to it: board.html has a rule for each
GAP = 12  # between what all share and the players, one below the other


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§11 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, names)


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§11 What the table shows: what all share, and the players beside it or below."""
    shared, left = commons(view, names)
    seats, below = tableaus(view, names)
    right = below + KEY_HEIGHT
    return shared | {
        "symbols": SYMBOLS,
        "seats": seats,
        "key": KEY,
        "key_y": below,
        "left": left + GAP,
        "height": max(left, right),
        "steps": -(-(left + GAP + right) // STEP),
    }
