"""Turning Points: why a piece cannot be chosen now. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from moot.engine import Line, plural
from moot.games.turning_points.components import (
    CARDS,
    EARLIER,
    EDGE,
    EDGES,
    LATER,
    LOGISTIC,
    ORIGINAL,
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
from moot.games.turning_points.rules import Act, Lay, Step, has_event, holds, is_on_map, is_realized, open_limit
from moot.games.turning_points.turn import has_link, may_exchange, open_events

PLANNING = (Step.ARCS, Step.ROTATE, Step.LAY)
NOT_HELD = "You do not hold this card."
ORIGINAL_LIES = "The original event lies on the centre from the start: nobody holds it."
LINK_BACK_FIRST = "At least one link must lead back: lay that one first."


def why_not(view: Any, seat: int, kind: str, number: int, names: Sequence[str]) -> Line | None:
    """Why a seat cannot choose a piece now."""
    if view.over:
        return Line("6.2", "The game is over: nothing can be chosen any more.")
    if kind == "card":
        return why_not_card(view, seat, number, partial(owner, names=names))
    reason = REASONS.get(kind)
    return reason(view, seat, number) if reason else None


# Moves: what could be done with a piece may still not be what is asked for


def why_not_move(view: Any, seat: int, step: int, arguments: Sequence[int], names: Sequence[str]) -> Line | None:
    """Why a seat cannot make a move now."""
    if step == Step.ACT:
        return why_not_act(view, seat, Act(arguments[0]), arguments[1], partial(owner, names=names))
    if step == Step.LAY:
        return why_not_lay(view, seat, Lay(arguments[0]), arguments[1])
    if step == Step.ARCS:
        return why_not_arcs(view, seat, *arguments)
    return why_not_rotation(view, seat, arguments[0]) if step == Step.ROTATE else None


def why_not_act(view: Any, seat: int, what: Act, which: int, whose: Callable[[int], str]) -> Line:
    """§3.2 §3.8 What a step cannot be spent on."""
    if what == Act.STOP:
        return Line("3.8", "Stopping names nothing else: its second number is 0.")
    if what == Act.REINFORCE:
        return why_not_edge(view, seat, which) if which < EDGES else Line("1.2", "The map has no such edge.")
    if what == Act.ORGANIZE:
        return why_not_card(view, seat, which, whose)
    if what == Act.EXCHANGE:
        return why_not_exchange(view, seat, which)
    return why_too_far(view, seat, which) or why_not_near(view, seat, what, which)


def why_not_near(view: Any, seat: int, what: Act, node: int) -> Line:
    """§3.3 §3.5 What keeps a player from a node within reach: one can move to neighbours only, and influence events only."""
    if what == Act.MOVE:
        return Line("3.3", f"You are on node {node + 1} already.")
    if not has_event(view, node):
        return Line("3.5", f"No event lies on node {node + 1}: there is nothing to influence.")
    return why_no_token(view)


# Nodes


def why_not_node(view: Any, seat: int, node: int) -> Line:
    """§3.3 §3.5 §5.7 Nodes are moved to, and their events influenced."""
    here = view.pawn[seat]
    if view.asking[seat] in PLANNING:
        return Line("3.4", f"You are about to organize a card on node {here + 1}. Finish this, or take it back.")
    if too_far := why_too_far(view, seat, node):
        return too_far
    if not has_event(view, node):
        return Line("3.4", "This is where you are. To organize an event here choose a card.")
    return why_no_token(view)


def why_too_far(view: Any, seat: int, node: int) -> Line | None:
    """§1.2 §3.3 §3.5 §5.1 §5.7 Nodes that are out of reach, or belong to the past."""
    if not is_on_map(view, node):
        return Line("1.2", f"The map has {view.nodes} nodes: there is no node {node + 1}.")
    if is_realized(view, node):
        return Line("5.1", f"Node {node + 1} is realized: what happened there can be changed no more.")
    steps = distance(PLACES[view.pawn[seat]], PLACES[node])
    if steps <= 1:
        return None
    if view.asking[seat] == Step.LEAVE_TO:
        return Line("5.7", f"You go to a neighbouring node: {node + 1} is {steps} steps away.")
    return Line("3.3", f"You move, and influence, one step at a time: node {node + 1} is {steps} away.")


def why_no_token(view: Any) -> Line:
    """§3.5 No more tokens on an event."""
    if view.most_tokens == 0:
        return Line("7.2", "In this game nobody puts tokens on events.")
    return Line("3.5", f"You have {plural('token')(view.most_tokens)} there already, as many as you may.")


# Edges


def why_not_edge(view: Any, seat: int, edge: int) -> Line:
    """§3.6 §4.3 Edges are reinforced, and Logistic events lay links on them."""
    if view.asking[seat] == Step.LAY:
        return why_not_lay(view, seat, None, edge)
    here = view.pawn[seat]
    if here not in (EARLIER[edge], LATER[edge]):
        return Line("3.6", f"You can reinforce edges of your own node only, which is {here + 1}.")
    if not has_link(view, edge):
        return Line("3.6", "There is no link on this edge to be reinforced.")
    if view.extra[edge] >= view.most_reinforcement:
        return why_no_reinforcement(view, view.extra[edge], "3.6")
    if strength_of(view, edge) >= view.most_strength:
        return Line("3.6", f"Its strength is {strength_of(view, edge)} already, the most for a link.")
    return Line("3.2", "Reinforcing takes a step of your own turn.")


def why_no_reinforcement(view: Any, extra: int, section: str) -> Line:
    """§3.6 §4.3 No more reinforcement on an edge."""
    if view.most_reinforcement == 0:
        return Line("7.2", "In this game nothing is reinforced.")
    return Line(section, f"This edge has {extra} reinforcement already, and no edge takes more.")


def why_not_lay(view: Any, seat: int, what: Lay | None, edge: int) -> Line:
    """§4.3 What stands in the way of a token of a Logistic event, or (if it is not said what is laid) of any on this edge."""
    here = view.pawn[seat]
    if what == Lay.DONE:
        return why_not_done(view, seat)
    if here not in (EARLIER[edge], LATER[edge]) or not is_on_map(view, LATER[edge]):
        return Line("4.3", f"Tokens of a Logistic event lie on edges of its own node, which is {here + 1}.")
    direction = direction_of(here, edge)
    has_own = planned_strength(view, seat, direction) > 0
    if what == Lay.REINFORCEMENT or (what is None and has_own):
        return why_not_extra(view, seat, direction)
    return why_not_link(view, seat, direction)


def why_not_done(view: Any, seat: int) -> Line:
    """§4.3 A link back is laid before a Logistic event is done; and then no edge is named."""
    if planned_back(view, seat) == 0:
        return Line("4.3", LINK_BACK_FIRST)
    return Line("4.3", "Being done names no edge: its second number is 0.")


def why_not_link(view: Any, seat: int, direction: int) -> Line:
    """§4.3 Which limit of a Logistic event stands in the way of a link."""
    here = view.pawn[seat]
    if planned_strength(view, seat, direction) > 0:
        return Line("4.3", "This event has a link on this edge already.")
    if planned_back(view, seat) == 0 and not is_back(view, here, direction):
        return Line("4.3", LINK_BACK_FIRST)
    return why_too_strong(view, seat, strength_of(view, EDGE[here, direction]))


def why_not_extra(view: Any, seat: int, direction: int) -> Line:
    """§4.3 Which limit of a Logistic event stands in the way of reinforcement."""
    strength, extra = planned_strength(view, seat, direction), planned_extra(view, seat, direction)
    if strength == 0:
        return Line("4.3", "Lay a link on this edge first: only links of this event are reinforced.")
    if strength >= view.most_strength:
        return Line(
            "4.3", f"This link has a strength of {strength}, and no link may have more than {view.most_strength}."
        )
    if extra >= view.most_reinforcement:
        return why_no_reinforcement(view, extra, "4.3")
    return why_too_strong(view, seat, 1)


def why_too_strong(view: Any, seat: int, needed: int) -> Line:
    """§4.3 The links of a Logistic event would be too strong together."""
    total, most = planned_total(view, seat), view.logistic_strength
    return Line(
        "4.3", f"All links together may have a strength of {most}: they have {total}, and this would add {needed}."
    )


# Cards


def why_not_card(view: Any, seat: int, number: int, whose: Callable[[int], str]) -> Line:
    """§3.4 §3.7 Cards are organized and exchanged."""
    asked = view.asking[seat]
    if asked in PLANNING:
        return Line(
            "3.4", f"You are about to organize {card(view, planned(view, seat), whose)}. Finish this, or take it back."
        )
    if asked != Step.ACT:
        return Line("3.2", "Cards are organized in your own turn.")
    if number == ORIGINAL:
        return Line("2.1", ORIGINAL_LIES)
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
            "3.4",
            f"You have {plural('unrealized event')(own)} of your own, and may have no more than {most}: "
            "wait until one is realized.",
        )
    return Line("3.4", NOT_HELD)


def why_not_exchange(view: Any, seat: int, number: int) -> Line:
    """§3.7 What keeps a player from exchanging a card."""
    if view.exchanges == 0:
        return Line("7.2", "In this game no cards are exchanged.")
    if number == ORIGINAL:
        return Line("2.1", ORIGINAL_LIES)
    if number >= CARDS:
        return Line("3.7", "Flexible cards cannot be exchanged.")
    if view.deck_size == 0:
        return Line("3.7", "The deck is empty: no card can be exchanged.")
    if not may_exchange(view):
        return Line("3.7", "You have exchanged as many cards as you may in this turn.")
    return Line("3.7", NOT_HELD)


# What is chosen when a card is organized


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
        return Line("4.2", "One arc names another player, and the other stays empty.")
    return Line("4.1", "The two arcs name two different players, and you are neither.")


def why_not_arcs(view: Any, seat: int, yes: int, no: int) -> Line:
    """§1.1 §4.1 §4.2 Colours that are not played, or do not go together."""
    if max(yes, no) > view.colours:
        return Line("1.1", f"There are {view.colours} colours in this game: no arc has colour {max(yes, no)}.")
    return why_not_arc(view, seat, yes)


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
