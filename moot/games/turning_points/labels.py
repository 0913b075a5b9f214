"""Turning Points: the answers in short, with what they make of the totals: each is tried on a copy of what the seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Label, imagined
from moot.engine.labels import Labelled, Labels
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    LATER,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    SEATS,
    SUPPORTING,
    YES_ARC,
    Side,
)
from moot.games.turning_points.organize import flexible_worth, lay, planned, planned_total, rotate
from moot.games.turning_points.picture import LINK_NAMES, signed
from moot.games.turning_points.realize import link_in_force, outcome, strength_of, total_of
from moot.games.turning_points.rules import Act, Lay, Step, has_event, is_on_map, worth_of
from moot.games.turning_points.turn import act

STEP = "●"  # what most acts cost
FATES = {1: "occurs", -1: "does not occur"}
FLEXIBLE = {
    ATTACKING: "name two rivals who may lose a point",
    SUPPORTING: "name a rival who may gain a point",
    LOGISTIC: "lay links of your own choice",
}
PEOPLE = tuple(range(SEATS + 1))  # whom arcs and organizers name: nobody, then the colours


def label_act(view: Any, seat: int, what: int, which: int) -> Labelled:
    """§3.2 What a step is spent on."""
    return ACTS[Act(what)](view, seat, which)


# 3.3 Move


def label_move(view: Any, seat: int, node: int) -> Labelled:
    """§3.3 What lies there."""
    return Label("Move", STEP, f"node {node + 1}: {lies_on(view, seat, node)}"), PEOPLE


def label_leave(view: Any, seat: int, node: int) -> Labelled:
    """§5.7 The same, for nothing."""
    return Label("Go on", "free", f"node {node + 1}: {lies_on(view, seat, node)}"), PEOPLE


def lies_on(view: Any, seat: int, node: int) -> str:
    """An event as it stands, and whose it is: a template that names its organizer."""
    if not has_event(view, node):
        return "empty"
    organizer = view.organizer[node]
    whose = "your" if organizer == seat + 1 else f"{{{organizer}:who}}’s" if organizer else "the original"
    return f"{whose} event, at {signed(total_of(view, node))}"


# 3.4 Organize


def label_organize(view: Any, seat: int, card: int) -> Labelled:
    """§3.4 Who scores by a card."""
    if card >= CARDS:
        return Label("Organize", STEP, FLEXIBLE[card])
    return Label("Organize", STEP, scores(view, seat, card)), PEOPLE


def label_exchange(view: Any, seat: int, card: int) -> Labelled:
    """§3.7 The same card, to be given away."""
    return Label("Exchange", STEP, scores(view, seat, card)), PEOPLE


def scores(view: Any, seat: int, card: int) -> str:
    """§1.4 What a card of the deck gives, or takes, and whom: a template."""
    return sides(seat, YES_ARC[view.seats, card], NO_ARC[view.seats, card], worth_of(view, card))


def sides(seat: int, yes: int, no: int, worth: int) -> str:
    """§1.3 Who scores on which outcome: a template."""
    return f"occurs: {scorer(seat, yes, worth)}; not: {scorer(seat, no, worth)}"


def scorer(seat: int, arc: int, worth: int) -> str:
    """§5.6 A template that names a player with the points, or nobody."""
    who = "you" if arc == seat + 1 else f"{{{arc}:who}}"
    return f"{who} {signed(worth)}" if arc else "nobody"


# 3.5 Influence, 3.6 Reinforce, 3.8 Stop


def label_influence(what: Act, verb: str) -> Callable[[Any, int, int], Labelled]:
    """§3.5 What a token makes of the total, and whether the event then occurs."""

    def label(view: Any, seat: int, node: int) -> Labelled:
        after = imagined(view)
        act(after, seat, what, node)
        before, total = total_of(view, node), total_of(after, node)
        fate = FATES[outcome(total, view.side[node])]
        return Label(verb, STEP, f"node {node + 1}: {signed(before)} → {signed(total)}, {fate}")

    return label


def label_reinforce(view: Any, seat: int, edge: int) -> Labelled:
    """§3.6 What a link becomes, and what that makes of the later event."""
    after, node = imagined(view), LATER[edge]
    act(after, seat, Act.REINFORCE, edge)
    grows = f"{strength_of(view, edge)} → {strength_of(after, edge)}"
    before, total = total_of(view, node), total_of(after, node)
    if before == total:
        kind = LINK_NAMES[link_in_force(view, edge)]
        return Label("Reinforce", STEP, f"{grows}: {kind} from {EARLIER[edge] + 1} to {node + 1}")
    return Label("Reinforce", STEP, f"{grows}: node {node + 1} from {signed(before)} to {signed(total)}")


def label_stop(view: Any, seat: int, _: int) -> Labelled:
    """§3.8 What is left is lost."""
    lost = f"{view.left} step{'s are' if view.left > 1 else ' is'} lost"
    return Label("Stop", f"{view.left} left", lost, costly=view.left > 0, exit=True)


ACTS: dict[Act, Callable[[Any, int, int], Labelled]] = {
    Act.MOVE: label_move,
    Act.ORGANIZE: label_organize,
    Act.INFLUENCE_YES: label_influence(Act.INFLUENCE_YES, "Influence: occurs"),
    Act.INFLUENCE_NO: label_influence(Act.INFLUENCE_NO, "Influence: not"),
    Act.REINFORCE: label_reinforce,
    Act.EXCHANGE: label_exchange,
    Act.STOP: label_stop,
}


# The card that is organized


def label_arcs(view: Any, seat: int, yes: int, no: int) -> Labelled:
    """§4.1 §4.2 Who is named."""
    card = planned(view, seat)
    verb = "Attack" if card == ATTACKING else "Support"
    return Label(verb, outcome=sides(seat, yes, no, flexible_worth(card))), PEOPLE


def label_rotation(view: Any, seat: int, rotation: int, side: int) -> Labelled:
    """§3.4 Where the links of a turned card lead, and where the event then stands."""
    verb = "Lay: occurs" if side == Side.YES else "Lay: not"
    if planned(view, seat) == LOGISTIC:
        return Label(verb, outcome="its links come next")
    after = imagined(view)
    rotate(after, seat, rotation, side)
    return Label(verb, STEP, f"{links_of(after, seat)}: at {signed(total_of(after, view.pawn[seat]))}")


def links_of(view: Any, seat: int) -> str:
    """§3.4 The links of the event on which a player stands: "cause 3, hinder 12"."""
    here, words = view.pawn[seat], []
    for direction in range(DIRECTIONS):
        other, edge = NEIGHBOUR[here, direction], EDGE[here, direction]
        kind = (view.back if other < here else view.forward)[edge] if is_on_map(view, other) else NO_LINK
        if kind != NO_LINK:
            words.append(f"{SHORT[kind]} {other + 1}")
    return ", ".join(words)


SHORT = {1: "cause", -1: "hinder"}


def label_lay(view: Any, seat: int, what: int, edge: int) -> Labelled:
    """§4.3 A token round a Logistic event, and how much of its strength is used then."""
    after, here = imagined(view), view.pawn[seat]
    lay(after, seat, what, edge)
    if what == Lay.DONE:
        return Label("Done", STEP, f"the event lies, at {signed(total_of(after, here))}", exit=True)
    other = LATER[edge] if EARLIER[edge] == here else EARLIER[edge]
    way = f"{'back' if other < here else 'forward'} to node {other + 1}"
    return Label(LAYS[Lay(what)], outcome=f"{way}; {planned_total(after, seat)} of {view.logistic_strength} used")


LAYS = {Lay.CAUSE: "Cause", Lay.HINDRANCE: "Hindrance", Lay.REINFORCEMENT: "Reinforce"}

LABELS: Labels = {
    Step.ACT: label_act,
    Step.ARCS: label_arcs,
    Step.ROTATE: label_rotation,
    Step.LAY: label_lay,
    Step.LEAVE_TO: label_leave,
}

ORDER = (
    "Influence",
    "Influence: occurs",
    "Influence: not",
    "Reinforce",
    "Move",
    "Organize",
    "Exchange",
    "Lay: occurs",
    "Lay: not",
    "Cause",
    "Hindrance",
)
