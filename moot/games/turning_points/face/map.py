"""Turning Points: the map with its nodes, links, tokens and pawns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from moot.games.turning_points.components import CARDS, EARLIER, FIRST_BACK, LATER, NO_LINK, ORIGINAL
from moot.games.turning_points.face.geometry import EDGE_ANGLES, HALFWAYS, LANE, SOCKET, SPOTS, turned
from moot.games.turning_points.face.signs import (
    NEUTRAL,
    card_face,
    event_words,
    is_open,
    link_sign,
    piece,
    scored_words,
    shape,
    stakes,
    sum_words,
)
from moot.games.turning_points.picture import FLEXIBLE_NAMES, LINK_NAMES, SIDES, signed
from moot.games.turning_points.realize import arc_of, link_effect, outcome, strength_of, total_of
from moot.games.turning_points.rules import has_event, is_realized

FATES = {1: "✓", -1: "×", 0: "∅"}
TOKEN, TOKEN_STEP = 14, 26  # a token, and a token with its number
PAWN = 27


def nodes(view: Any, names: Sequence[str]) -> str:
    """§1.2 All nodes."""
    return "".join(draw_node(view, node, names) for node in range(view.nodes))


def draw_node(view: Any, node: int, names: Sequence[str]) -> str:
    """One node: as yet empty, with an event, or realized."""
    x, y = SPOTS[node]
    if is_realized(view, node):
        look, state, inside = "past", FATES[view.fate[node]], realized(view, node)
        label, tip = past_words(view, node, names)
    elif has_event(view, node):
        look, state, inside = "event", event_state(view, node), event(view, node)
        label, tip = event_tip(view, node, names)
    else:
        look, state, inside = "empty", "", number_of(node, when(view, node), True)
        label, tip = f"Node {node + 1}, empty", f"Node {node + 1}: no event lies here yet.{when_words(view, node)}"
    due = " due" if when(view, node) else ""
    opening = f'<g class="node {look}{due}" {piece(f"node-{node}", state, label, tip)} transform="translate({x} {y})">'
    return f'{opening}<use class="cell" href="#tp-hex"/><use class="ring" href="#tp-out"/>{inside}</g>'


def when(view: Any, node: int) -> str:
    """§5.1 Whether a node is realized after this round: "next", or "then" after others."""
    if view.over or not view.present <= node < view.present + max(view.due, 1):
        return ""
    return "next" if node == view.present else "then"


def when_words(view: Any, node: int) -> str:
    """The same as a sentence."""
    return {"next": " It is realized next.", "then": " It is realized in this round too."}.get(when(view, node), "")


@lru_cache(500)
def number_of(node: int, due: str, alone: bool, kind: str = "") -> str:
    """§1.2 The number of a node, in its middle if nothing lies there; with the letter of a flexible event."""
    tag = f'<use class="tag {due}" href="#tp-tag" y="{2 if alone else -36}"/>' if due else ""
    letter = f'<tspan class="kind" dx="3">{kind}</tspan>' if kind else ""
    word = f'<text class="when" y="36">{due}</text>' if due and alone else ""
    return (
        f'{tag}<text class="number" y="{2 if alone and due else 10 if alone else -36}">{node + 1}{letter}</text>{word}'
    )


# An event that is still open


def event(view: Any, node: int) -> str:
    """§1.3 §3.5 The card, and the tokens on it."""
    number = view.event[node] - 1
    token = view.organizer[node] - 1 if view.organizer[node] else NEUTRAL
    drawn = card_face(view.yes_arc[node], view.no_arc[node], view.worth[node], token, view.side[node])
    kind = FLEXIBLE_NAMES[number - CARDS][0] if CARDS <= number < ORIGINAL else ""
    tokens = token_row(tuple(view.pros[node]), -29) + token_row(tuple(view.cons[node]), 29)
    return number_of(node, when(view, node), False, kind) + drawn + f'<g class="tokens">{tokens}</g>' * bool(tokens)


def totals(view: Any) -> str:
    """§5.5 The running totals of all open events, above whatever lies between them."""
    drawn = ""
    for node in range(view.present, view.nodes):
        if has_event(view, node):
            x, y = SPOTS[node]
            drawn += f'<g transform="translate({x} {y + 49})">{total_of_event(view, node)}{mark_of(view, node)}</g>'
    return drawn


def total_of_event(view: Any, node: int) -> str:
    """§5.5 The running total of an open event."""
    total = total_of(view, node)
    return total_pill(total, outcome(total, view.side[node]), is_open(view, node))


def mark_of(view: Any, node: int) -> str:
    """§5.6 Who would gain or lose by an event as it stands: the page shows a seat only its own marks."""
    arc = arc_of(view, node, outcome(total_of(view, node), view.side[node]))
    return stake(arc - 1, view.worth[node]) if 0 < arc <= view.seats and view.worth[node] else ""


@lru_cache(100)
def stake(seat: int, worth: int) -> str:
    """§5.6 One's own gain or loss, in one's own colour."""
    mark = f'<circle cx="62" cy="-13" r="18"/><text x="62" y="-6">{signed(worth)}</text>'
    return f'<g class="stake of-{seat} seat-{seat}">{mark}</g>'


@lru_cache(4_000)
def token_row(counts: tuple[int, ...], x: int) -> str:
    """§3.5 The tokens near one side: a shape for each player, with how many there are; of more than two the most, and the rest."""
    held = sorted(((count, seat) for seat, count in enumerate(counts) if count), reverse=True)
    shown = held if len(held) <= 2 else held[:1]
    drawn = [f'{shape(seat, 7, 0, TOKEN)}<text class="count" x="19" y="7">{count}</text>' for count, seat in shown]
    if rest := sum(count for count, _ in held[len(shown) :]):
        drawn.append(f'<text class="count" x="12" y="7">+{rest}</text>')
    left = x - TOKEN_STEP * len(drawn) / 2
    return "".join(f'<g transform="translate({left + TOKEN_STEP * i:g} 29)">{one}</g>' for i, one in enumerate(drawn))


@lru_cache(200)
def total_pill(total: int, fate: int, still_open: bool) -> str:
    """§5.5 The running total, and how the event would turn out; its outline is broken while links are open."""
    look = f"pill {'good' if fate > 0 else 'bad'}{' open' if still_open else ''}"
    sign = f'<use href="#tp-{int(fate > 0)}" x="17" transform="scale(.9)"/>'
    return f'<g class="{look}"><use href="#tp-pill"/><text x="-9" y="8">{signed(total)}</text>{sign}</g>'


def event_state(view: Any, node: int) -> str:
    """What people see of an open event; the number of its tokens changes it, and its total."""
    tokens = "".join(map(str, (*view.pros[node], *view.cons[node]))).rstrip("0")
    return f"{view.event[node]}{SIDES[view.side[node]]}{total_of(view, node)}/{tokens}"


def event_tip(view: Any, node: int, names: Sequence[str]) -> tuple[str, str]:
    """What it is called, and what decides it."""
    words = event_words(view, node, names)
    total = signed(total_of(view, node))
    at_stake = stakes(view.yes_arc[node], view.no_arc[node], view.worth[node], names)
    label = f"Node {node + 1}, {words}, total {total}"
    decides = sum_words(view, node, names)
    return label, f"Node {node + 1}, {words}: {at_stake}. {decides}.{when_words(view, node)}"


# A realized node


def realized(view: Any, node: int) -> str:
    """§5.8 The realization token, and who scored by it."""
    fate, arc = view.fate[node], arc_of_outcome(view, node)
    worth = view.worth[node] if fate and arc else 0
    return number_of(node, "", False) + fate_token(fate) + (scored(arc - 1, worth) if worth else "")


def arc_of_outcome(view: Any, node: int) -> int:
    """§5.6 The colour + 1 that gained or lost by a realized event."""
    return int(view.yes_arc[node] if view.fate[node] > 0 else view.no_arc[node])


@lru_cache(8)
def fate_token(fate: int) -> str:
    """§1.6 Green with ✓, red with ×, grey with ∅."""
    if fate == 0:
        return '<g class="fate none"><circle r="20"/><path d="M-9 9L9-9M0-11A11 11 0 1 0 0 11A11 11 0 1 0 0-11"/></g>'
    look, side = ("good", 1) if fate > 0 else ("bad", 0)
    return f'<g class="fate {look}"><circle r="22"/><use href="#tp-{side}" transform="scale(1.5)"/></g>'


@lru_cache(100)
def scored(seat: int, worth: int) -> str:
    """§5.6 Who gained or lost."""
    return f'{shape(seat, -14, 39, 17)}<text class="gain" x="10" y="46">{signed(worth)}</text>'


def past_words(view: Any, node: int, names: Sequence[str]) -> tuple[str, str]:
    """What became of a node."""
    if not has_event(view, node):
        label = f"Node {node + 1}, realized without an event"
        return label, f"{label}: links with it have no effect."
    words = event_words(view, node, names)
    fate = "occurred" if view.fate[node] > 0 else "did not occur"
    scored = scored_words(arc_of_outcome(view, node), view.worth[node], names)
    return f"Node {node + 1}, {words} {fate}", f"Node {node + 1}: {words} {fate}; {scored}."


# Links


def edges(view: Any) -> str:
    """§1.3 All edges with something on them."""
    drawn = []
    for edge in range(FIRST_BACK[view.nodes]):
        if view.forward[edge] or view.back[edge]:
            drawn.append(draw_edge(view, edge))
        elif not view.over and view.pawn[view.active] in (EARLIER[edge], LATER[edge]):
            drawn.append(free_edge(edge))
    return "".join(drawn)


@lru_cache(200)
def free_edge(edge: int) -> str:
    """§4.3 An edge without links at the node of whose turn it is: seen when links can be laid there."""
    words = f"Between {EARLIER[edge] + 1} and {LATER[edge] + 1}, no link"
    return f"{edge_opening(edge, 'edge free', '', words, f'{words}.')}</g>"


def draw_edge(view: Any, edge: int) -> str:
    """§5.3 The links on an edge, in force or overridden."""
    forward, back, strength = view.forward[edge], view.back[edge], strength_of(view, edge)
    look = "edge past" if is_realized(view, LATER[edge]) else "edge idle" if is_idle(view, edge) else "edge"
    label, tip = edge_words(view, edge)
    state = f"{forward}{back}{strength}{link_effect(view, edge)}"
    links = edge_links(EDGE_ANGLES[edge], forward, back, strength)
    return f"{edge_opening(edge, look, state, label, tip)}{links}</g>"


def edge_opening(edge: int, look: str, state: str, label: str, tip: str) -> str:
    """What makes an edge a piece, which is easy to hit; whoever points at one of its ends sees it."""
    x, y = HALFWAYS[edge]
    ends = f'data-with="node-{LATER[edge]}" data-from="node-{EARLIER[edge]}"'
    opening = f'<g class="{look}" {piece(f"edge-{edge}", state, label, tip)} {ends} transform="translate({x} {y})">'
    return f'{opening}<use class="hit" href="#tp-hit"/><use class="ring" href="#tp-edge" transform="rotate({EDGE_ANGLES[edge]})"/>'


def is_idle(view: Any, edge: int) -> bool:
    """§5.2 Whether the past node was realized without an event, so that links have no effect."""
    return is_realized(view, EARLIER[edge]) and view.fate[EARLIER[edge]] == 0


@lru_cache(2_000)
def edge_links(angle: int, forward: int, back: int, strength: int) -> str:
    """The link of the earlier event, and that of the later one; side by side if there are both."""
    lane = -LANE if forward and back else 0
    drawn = ""
    for kind, turn, look in ((back, angle + 180, "over" if forward else ""), (forward, angle, "")):
        if kind:
            drawn += link_sign(kind, strength, turn % 360, 0, lane, turned(SOCKET, lane, turn), look)
    return drawn


def edge_words(view: Any, edge: int) -> tuple[str, str]:
    """The links on an edge, and what they do."""
    said, strength = list(links_on(view, edge)), strength_of(view, edge)
    label = f"{said[0]}, strength {strength}"
    return label, f"{'; '.join(said)}. Strength {strength}{extra_words(view, edge)}. {effect_words(view, edge)}"


def links_on(view: Any, edge: int) -> Iterator[str]:
    """Each link with its direction; §5.3 the one that is overridden last."""
    earlier, later = EARLIER[edge] + 1, LATER[edge] + 1
    if view.forward[edge] != NO_LINK:
        yield f"{LINK_NAMES[view.forward[edge]].capitalize()} forward from {earlier} to {later}"
    if view.back[edge] != NO_LINK:
        over = ", overridden" if view.forward[edge] != NO_LINK else ""
        yield f"{LINK_NAMES[view.back[edge]].capitalize()} from {later} back to {earlier}{over}"


def extra_words(view: Any, edge: int) -> str:
    """§3.6 The reinforcement in it."""
    return f" ({view.link_strength} and {view.extra[edge]} reinforcement)" if view.extra[edge] else ""


def effect_words(view: Any, edge: int) -> str:
    """§5.2 What it counts for the later event."""
    earlier, later = EARLIER[edge], LATER[edge] + 1
    if is_idle(view, edge):
        return f"No event lay on {earlier + 1}: no effect."
    if not is_realized(view, earlier):
        return f"It will count for {later} when {earlier + 1} is realized."
    fate = "occurred" if view.fate[earlier] > 0 else "did not occur"
    return f"{earlier + 1} {fate}: {signed(link_effect(view, edge))} for {later}."


# Pawns


def pawns(view: Any, names: Sequence[str]) -> str:
    """§3.3 All pawns, above their nodes."""
    drawn, crowd = "", [sum(view.pawn[seat] == node for seat in range(view.seats)) for node in range(view.nodes)]
    seen: dict[int, int] = {}
    for seat in range(view.seats):
        node = view.pawn[seat]
        place = seen[node] = seen.get(node, -1) + 1
        x, y = pawn_spot(node, place, crowd[node])
        drawn += f'<g {pawn_tag(seat, node, names[seat])} transform="translate({x:g} {y:g})">{pawn(seat)}</g>{here(seat, node)}'
    return drawn


def here(seat: int, node: int) -> str:
    """The middle of the node where a seat stands: what is shown near it is centred there."""
    x, y = SPOTS[node]
    return f'<path id="p-here-{seat}" d="M{x} {y}h1v1Z" fill="none"/>'


def pawn_tag(seat: int, node: int, name: str) -> str:
    """A pawn is the seat once more, at another place."""
    label = f"{name} stands on node {node + 1}"
    return 'class="pawn" ' + piece(f"seat-{seat}", node, label, f"{label}.").replace("p-seat", "p-pawn", 1)


@lru_cache(8)
def pawn(seat: int) -> str:
    """The seat's shape on a foot."""
    return f'<circle class="ring" r="18"/><use class="foot" href="#tp-foot"/>{shape(seat, 0, -2, PAWN)}'


def pawn_spot(node: int, place: int, crowd: int) -> tuple[float, float]:
    """Side by side above the node; more than three in two rows."""
    x, y = SPOTS[node]
    row, column = divmod(place, 3)
    wide = min(3, crowd - 3 * row)
    return x + 29 * (column - (wide - 1) / 2), y - 71 - 24 * row
