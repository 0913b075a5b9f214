"""Turning Points: the list of the nodes that are realized next, beside the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from markupsafe import escape

from moot.games.turning_points.face.signs import shape
from moot.games.turning_points.picture import event_name, owner, signed
from moot.games.turning_points.realize import arc_of, outcome, total_of
from moot.games.turning_points.rules import has_event

LISTED, ROW = 4, 44  # how many nodes are listed, and from one to the next
LETTERS = 36  # of a line


def coming(view: Any, names: Sequence[str]) -> str:
    """§5.1 The next nodes in their order: how each stands, and who would score."""
    nodes = range(view.present, min(view.present + LISTED, view.nodes))
    if view.over or not nodes:
        return '<text class="soft" x="8" y="44">All nodes are realized.</text>'
    return "".join(row(view, node, at, names) for at, node in enumerate(nodes))


def row(view: Any, node: int, at: int, names: Sequence[str]) -> str:
    """One of them; it shines when its node is pointed at."""
    first, second = lines(view, node, names)
    organizer = view.organizer[node] if has_event(view, node) else 0
    return (
        f'<g class="coming" data-with="node-{node}" transform="translate(0 {26 + ROW * at})">'
        f'<rect class="row" width="278" height="42" rx="7"/><text class="nth" x="13" y="17">{node + 1}</text>'
        f'{shape(organizer - 1, 13, 30, 13) if organizer else ""}<text x="28" y="17">{escape(shortened(first))}</text>'
        f'<text class="soft" x="28" y="35">{escape(shortened(second))}</text></g>'
    )


def lines(view: Any, node: int, names: Sequence[str]) -> tuple[str, str]:
    """§5.5 §5.6 How a node stands, and what follows."""
    if not has_event(view, node):
        return "empty", "no event lies here yet"
    total = total_of(view, node)
    fate = outcome(total, view.side[node])
    arc = arc_of(view, node, fate)
    stands = f"{event_name(view, node, partial(owner, names=names))}: {signed(total)}"
    then = f"{owner(arc, names)} {signed(view.worth[node])}" if arc and view.worth[node] else "nobody scores"
    return stands, f"{'occurs' if fate > 0 else 'does not occur'}: {then}"


def shortened(words: str) -> str:
    """Words that fit into a line."""
    return words if len(words) <= LETTERS else f"{words[: LETTERS - 1].rstrip()}…"
