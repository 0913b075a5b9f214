"""Turning Points: what a step cannot be spent on now, in a few words. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import NotNow, plural
from moot.engine.not_now import Missing
from moot.games.turning_points.components import DIRECTIONS, EDGE, NEIGHBOUR
from moot.games.turning_points.rules import Step, has_event, is_on_map, is_open_event, open_limit
from moot.games.turning_points.turn import has_link, may_exchange, may_influence, may_organize


def in_turn(view: Any, seat: int) -> Iterator[NotNow]:
    """§3.2 What steps could be spent on elsewhere, or later. What an option has left out of the game is not spoken of."""
    here = view.pawn[seat]
    near = [here, *(NEIGHBOUR[here, way] for way in range(DIRECTIONS) if is_on_map(view, NEIGHBOUR[here, way]))]
    if view.most_tokens and not any(may_influence(view, seat, node) for node in near):
        yield NotNow("Influence", why_no_influence(view, near))
    if view.most_reinforcement:
        yield NotNow("Reinforce", why_no_reinforcement(view, here))
    if not may_organize(view, seat):
        yield NotNow("Organize", why_no_event(view, seat, here))
    if view.exchanges and not may_exchange(view):
        yield NotNow("Exchange", "the deck is empty" if view.deck_size == 0 else "you have exchanged in this turn")


def why_no_influence(view: Any, near: list[int]) -> str:
    """§3.5 No event within reach, or no room for another token."""
    if any(is_open_event(view, node) for node in near):
        return f"{view.most_tokens} of your tokens lie there, the most"
    return "no event here or next to you"


def why_no_reinforcement(view: Any, here: int) -> str:
    """§3.6 No link at the own node, or none that takes more."""
    edges = [EDGE[here, way] for way in range(DIRECTIONS) if is_on_map(view, NEIGHBOUR[here, way])]
    return "the links here take no more" if any(has_link(view, edge) for edge in edges) else "no link at your node"


def why_no_event(view: Any, seat: int, here: int) -> str:
    """§3.4 Too early, not here, or not yet another."""
    if view.rounds <= view.opening:
        return f"nobody organizes before round {view.opening + 1}"
    if has_event(view, here):
        return f"node {here + 1} has an event already"
    return f"you have {plural('open event')(open_limit(view))}, the most"


def on_leaving(view: Any, seat: int) -> Iterator[NotNow]:
    """§5.7 Whoever stands on a realized node has to go on."""
    yield NotNow("Stay", "your node is realized", exit=True)


def in_organizing(view: Any, seat: int) -> Iterator[NotNow]:
    """§3.4 §3.8 A card that is about to be laid comes first."""
    yield NotNow("Stop", "first lay the card, or take it back", exit=True)


NOT_NOW: Missing = {
    Step.ACT: in_turn,
    Step.ARCS: in_organizing,
    Step.ROTATE: in_organizing,
    Step.LAY: in_organizing,
    Step.LEAVE_TO: on_leaving,
}
