"""Turning Points: why a piece cannot be chosen now. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from moot.engine import Line
from moot.games.turning_points.components import (
    CARDS,
    EARLIER,
    LATER,
    LOGISTIC,
    PLACES,
    SUPPORTING,
    distance,
)
from moot.games.turning_points.organize import (
    direction_of,
    is_back,
    links_back,
    planned,
    planned_back,
    planned_extra,
    planned_strength,
    planned_total,
)
from moot.games.turning_points.picture import card, event_name, owner
from moot.games.turning_points.realize import strength_of
from moot.games.turning_points.rules import Step, has_event, holds, is_realized, open_limit
from moot.games.turning_points.turn import has_link, may_exchange, open_events

PLANNING = (Step.ARCS, Step.ROTATE, Step.LAY)


def why_not(view: Any, seat: int, kind: str, number: int, names: Sequence[str]) -> Line | None:
    """Why a seat cannot choose a piece now."""
    if view.over:
        return Line("6.2", "The game is over: nothing can be chosen any more.")
    if kind == "card":
        return why_not_card(view, seat, number, partial(owner, names=names))
    reason = REASONS.get(kind)
    return reason(view, seat, number) if reason else None


def why_not_node(view: Any, seat: int, node: int) -> Line:
    """§3.3 §3.5 §5.7 Nodes are moved to, and their events influenced."""
    asked, here = view.asking[seat], view.pawn[seat]
    if is_realized(view, node):
        return Line("5.1", f"Node {node + 1} is realized: what happened there can be changed no more.")
    steps = distance(PLACES[here], PLACES[node])
    if asked == Step.LEAVE_TO:
        return Line("5.7", f"You go to a neighbouring node: {node + 1} is {steps} steps away.")
    if asked in PLANNING:
        return Line("3.4", f"You are about to organize a card on node {here + 1}. Finish this, or take it back.")
    if steps > 1:
        return Line("3.3", f"You move, and influence, one step at a time: node {node + 1} is {steps} away.")
    if not has_event(view, node):
        return Line("3.4", "This is where you are. To organize an event here choose a card.")
    return Line("3.5", f"You have {view.most_tokens} tokens there already, as many as you may.")


def why_not_edge(view: Any, seat: int, edge: int) -> Line:
    """§3.6 §4.3 Edges are reinforced, and Logistic events lay links on them."""
    here = view.pawn[seat]
    if here not in (EARLIER[edge], LATER[edge]):
        return Line("3.6", f"You can reinforce edges of your own node only, which is {here + 1}.")
    if view.asking[seat] == Step.LAY:
        return why_not_lay(view, seat, edge)
    if not has_link(view, edge):
        return Line("3.6", "There is no link on this edge to be reinforced.")
    if view.extra[edge] >= view.most_reinforcement:
        return Line("3.6", f"It has {view.extra[edge]} reinforcement already, the most for an edge.")
    if strength_of(view, edge) >= view.most_strength:
        return Line("3.6", f"Its strength is {strength_of(view, edge)} already, the most for a link.")
    return Line("3.2", "Reinforcing takes a ✓ of your own turn.")


def why_not_lay(view: Any, seat: int, edge: int) -> Line:
    """§4.3 Which limit of a Logistic event stands in the way."""
    direction = direction_of(view.pawn[seat], edge)
    total, most = planned_total(view, seat), view.logistic_strength
    strength = planned_strength(view, seat, direction)
    if strength >= view.most_strength:
        return Line(
            "4.3", f"This link has a strength of {strength}, and no link may have more than {view.most_strength}."
        )
    if strength and (extra := planned_extra(view, seat, direction)) >= view.most_reinforcement:
        return Line("4.3", f"This edge has {extra} reinforcement, and no edge takes more.")
    if strength == 0 and planned_back(view, seat) == 0 and not is_back(view, view.pawn[seat], direction):
        return Line("4.3", "At least one link must lead back: lay that one first.")
    needed = 1 if strength else strength_of(view, edge)
    return Line(
        "4.3", f"All links together may have a strength of {most}: they have {total}, and this would add {needed}."
    )


def why_not_card(view: Any, seat: int, number: int, whose: Callable[[int], str]) -> Line:
    """§3.4 §3.7 Cards are organized and exchanged."""
    asked = view.asking[seat]
    if asked in PLANNING:
        return Line(
            "3.4", f"You are about to organize {card(view, planned(view, seat), whose)}. Finish this, or take it back."
        )
    if asked != Step.ACT:
        return Line("3.2", "Cards are organized in your own turn.")
    if number >= CARDS and not holds(view, seat, number):
        return Line("1.5", f"You have organized your {card(view, number)} event already.")
    return why_not_here(view, seat, whose)


def why_not_here(view: Any, seat: int, whose: Callable[[int], str]) -> Line:
    """§3.4 What keeps a player from organizing any card."""
    here = view.pawn[seat]
    if view.rounds <= view.opening:
        return Line("3.4", f"Nobody organizes before round {view.opening + 1}.")
    if has_event(view, here):
        return Line("3.4", f"Node {here + 1} has an event already: {event_name(view, here, whose)}.")
    own, most = open_events(view, seat), open_limit(view)
    if own >= most:
        return Line(
            "3.4", f"You have {own} unrealized events of your own, and {most} may wait: first one must be realized."
        )
    return Line("3.4", "You do not hold this card.")


def why_not_rotation(view: Any, seat: int, rotation: int) -> Line:
    """§3.4 A rotation needs a link to the past."""
    number, here = planned(view, seat), view.pawn[seat]
    if view.asking[seat] != Step.ROTATE or number < 0:
        return Line("3.4", "Choose a card to organize first.")
    if number == LOGISTIC:
        return Line("4.3", "A Logistic event has no links of its own to be turned: you lay them as tokens.")
    if links_back(view, here, number, rotation) == 0:
        past = " and ".join(str(EARLIER[edge] + 1) for edge in back_edges(here))
        return Line("3.4", f"Turned like this, no link of the card faces the past of node {here + 1}, which is {past}.")
    return Line("3.4", "You may lay the card like this: choose the side of your token.")


def back_edges(node: int) -> list[int]:
    """§1.2 The edges of a node that lead to the past."""
    return [edge for edge in range(len(EARLIER)) if LATER[edge] == node]


def why_not_side(view: Any, seat: int, side: int) -> Line:
    """§3.4 The own token is laid with the card."""
    return Line("3.4", "The side of your token is chosen when you organize a card, and stays.")


def why_not_arc(view: Any, seat: int, number: int) -> Line:
    """§4.1 §4.2 Which two arcs go together."""
    if planned(view, seat) == SUPPORTING:
        return Line("4.2", "One arc names a player, and the other stays empty.")
    return Line("4.1", "The two arcs name two different players.")


def why_not_seat(view: Any, seat: int, other: int) -> Line:
    """§4.1 Players are chosen by flexible events only."""
    if view.asking[seat] == Step.ARCS:
        return Line("4.1", "Your own colour may not be on the arcs; choose from the list who is on which.")
    return Line("4.1", "Players are chosen for Attacking and Supporting events only, when they are organized.")


def why_not_deck(view: Any, seat: int, number: int) -> Line:
    """§3.1 §3.7 Cards are drawn by themselves."""
    if view.deck_size == 0:
        return Line("3.1", "The deck is empty and is not refilled.")
    if view.asking[seat] == Step.ACT and may_exchange(view):
        return Line("3.7", "Cards are drawn by themselves when a turn begins. To exchange one choose it in your hand.")
    return Line("3.1", "Cards are drawn by themselves when a turn begins.")


REASONS: dict[str, Callable[[Any, int, int], Line]] = {
    "node": why_not_node,
    "edge": why_not_edge,
    "rotation": why_not_rotation,
    "side": why_not_side,
    "yes": why_not_arc,
    "no": why_not_arc,
    "seat": why_not_seat,
    "deck": why_not_deck,
}
