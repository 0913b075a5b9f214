"""How Solidarity looks: what board.html draws and has to be worked out, from a view alone.

signs.py makes texts fit; places.py says where things stand; orgs.py has what everyone sees of an org, floor.py the trading floor,
holdings.py what a seat has in its tray, quick.py offers that are ready to send, forms.py what is filled in
and sent as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY
from moot.engine.words import as_names
from moot.games.solidarity.face.floor import floor
from moot.games.solidarity.face.holdings import holdings
from moot.games.solidarity.face.orgs import org
from moot.games.solidarity.face.places import panes


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§7 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else holdings(view, seat, as_names(names))


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§7 What the table shows: the orgs side by side, below them the trading floor."""
    known = as_names(names)
    traded = floor(view, known)
    orgs = [org(view, seat, known, traded["top"]) for seat in range(view.seats)]
    views = panes(view.seats, [one["ends"] for one in orgs], traded["narrow_rows"])
    return {"orgs": orgs, "floor": traded, "panes": views}
