"""The position of Turning Points as text: the map, the open events with what decides them, and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from moot.engine import NOBODY, minus, plural
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    CAUSE,
    EARLIER,
    ENDS,
    FIRST_BACK,
    FLEXIBLE,
    NO_ARC,
    NO_LINK,
    ORIGINAL,
    PATTERNS,
    PLACES,
    YES_ARC,
    Place,
)
from moot.games.turning_points.realize import link_effect, link_in_force, strength_of, token_effect, total_of
from moot.games.turning_points.rules import has_event, holds, is_open_event, is_realized, pattern_of, worth_of

COLOURS = ("yellow", "orange", "blue", "purple", "turquoise", "grey")
FLEXIBLE_NAMES = ("Attacking", "Supporting", "Logistic", "the original event")
SIDES = ("×", "✓")
LINK_NAMES = {CAUSE: "cause", -CAUSE: "hindrance"}

WIDE, CELL = 12, 7  # columns from one node to the next in a row, and of a node's own text
KEY = (
    "[n] is realized next. Letter and sign: organizer and token. ✓ × ∅: realized. On edges: C cause and H hindrance of "
    "the earlier event, c and h of the later one (which a capital overrides), and the reinforcement."
)


def signed(number: int) -> str:
    """A number with its sign."""
    return minus(f"{number:+d}") if number else "0"


def score(points: int) -> str:
    """§5.6 Points may be negative."""
    return f"{signed(points)} point{'' if abs(points) == 1 else 's'}"


def arc(number: int) -> str:
    """A colour on an arc, or nobody."""
    return COLOURS[number - 1] if number else "nobody"


def owner(number: int, names: Sequence[str]) -> str:
    """Whom an arc names, by name; the third colour of a game of two is nobody's."""
    if number == 0:
        return "nobody"
    return names[number - 1] if number <= len(names) else "the neutral colour"


def card(view: Any, number: int, whose: Callable[[int], str] = arc) -> str:
    """A card of this game's deck, or a flexible one; players are called by their colours, or as is said."""
    if number >= CARDS:
        return FLEXIBLE_NAMES[number - CARDS]
    yes, no = YES_ARC[view.seats, number], NO_ARC[view.seats, number]
    return printed_card(whose(yes), whose(no), worth_of(view, number), pattern_of(view, number))


def printed_card(yes: str, no: str, worth: int, pattern: int) -> str:
    """What is printed on a card: "green +2 (✓ yellow, × blue), cause, hindrance opposite"."""
    return f"{hexagon(worth)} (✓ {yes}, × {no}), {links(pattern)}"


def links(pattern: int) -> str:
    """§1.3 The links of a card, each but the first by where it lies from the first: "cause, hindrance opposite"."""
    text, kinds = PATTERNS[pattern], {"C": "cause", "H": "hindrance"}
    return ", ".join(f"{kinds[kind]}{ANGLES[int(side)]}" for side, kind in zip(text[::2], text[1::2], strict=True))


# By how many sides a link lies from the first of its card. Sides are not numbered: a card is turned before it is laid.
ANGLES = ("", " beside it", " at an angle", " opposite", " at the other angle")


def hexagon(worth: int) -> str:
    """The central hexagon with its points."""
    return f"{'green' if worth > 0 else 'red'} {signed(worth)}" if worth else "white"


# The map


def spot(place: Place) -> tuple[int, int]:
    """Line and column of a place on the map, counted from the centre."""
    return 2 * place[1], WIDE * place[0] + WIDE // 2 * place[1]


def spot_of_node(node: int) -> tuple[int, int]:
    """Where a node is drawn."""
    return spot(PLACES[node])


def spot_of_edge(edge: int) -> tuple[int, int]:
    """Where an edge is drawn: halfway."""
    (one_line, one_column), (other_line, other_column) = (spot_of_node(node) for node in ENDS[edge])
    return (one_line + other_line) // 2, (one_column + other_column) // 2


def node_text(view: Any, node: int) -> str:
    """A node: its number, and what lies there."""
    text = f"{node + 1} {node_state(view, node)}"
    return f"[{text}]" if node == view.present else f"({text})"


def node_state(view: Any, node: int) -> str:
    """✓, × or ∅ when it is realized; the organizer's letter and token; or nothing."""
    if is_realized(view, node):
        return {1: "✓", -1: "×", 0: "∅"}[view.fate[node]]
    if not has_event(view, node):
        return "·"
    letter = COLOURS[view.organizer[node] - 1][0].upper() if view.organizer[node] else "-"
    return letter + SIDES[view.side[node]]


def edge_text(view: Any, edge: int) -> str:
    """An edge: the forward link, the reinforcement, the link back; or a stroke."""
    links = {CAUSE: "C", -CAUSE: "H", NO_LINK: ""}
    extra = str(view.extra[edge]) if view.extra[edge] else ""
    text = links[view.forward[edge]] + links[view.back[edge]].lower() + extra
    return text or stroke(edge)


def stroke(edge: int) -> str:
    """An edge without links, as it runs on the page."""
    (one_line, one_column), (other_line, other_column) = (spot_of_node(node) for node in ENDS[edge])
    if one_line == other_line:
        return "─"
    return "\\" if (one_line < other_line) == (one_column < other_column) else "/"


def draw_map(view: Any) -> list[str]:
    """The map, row by row."""
    texts = [(*spot_of_node(node), node_text(view, node)) for node in range(view.nodes)]
    texts += [(*spot_of_edge(edge), edge_text(view, edge)) for edge in range(FIRST_BACK[view.nodes])]
    top, left = min(line for line, _, _ in texts), min(column for _, column, _ in texts)
    canvas = [[" "] * 90 for _ in range(1 - 2 * top)]
    for line, column, text in texts:
        start = column - left + CELL // 2 + 1 - len(text) // 2
        canvas[line - top][start : start + len(text)] = text
    return ["".join(row).rstrip() for row in canvas]


# Events and what decides them


def event_name(view: Any, node: int, whose: Callable[[int], str] = arc) -> str:
    """The event on a node: "yellow's Attacking event"; players are called by their colours, or as is said."""
    number = view.event[node] - 1
    if number == ORIGINAL:
        return FLEXIBLE_NAMES[ORIGINAL - CARDS]
    kind = f"{FLEXIBLE_NAMES[number - CARDS]} event" if number >= CARDS else "event"
    return f"{whose(view.organizer[node])}’s {kind}"


def parts_of(view: Any, node: int) -> Iterator[str]:
    """What decides an event, part by part, as far as it is known: links to realized events, then tokens."""
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if link_in_force(view, edge) != NO_LINK:
            yield f"{link_words(view, edge)} {link_count(view, edge)}"
    for seat in range(view.seats):
        if view.pros[node][seat] or view.cons[node][seat]:
            yield f"{COLOURS[seat]} {signed(token_effect(view, node, seat))}"


def link_words(view: Any, edge: int) -> str:
    """A link in force: "cause 3 from 4" (of the earlier event) or "hindrance 2 to 4" (of the later one)."""
    way = "from" if view.forward[edge] != NO_LINK else "to"
    return f"{LINK_NAMES[link_in_force(view, edge)]} {strength_of(view, edge)} {way} {EARLIER[edge] + 1}"


def link_count(view: Any, edge: int) -> str:
    """What a link counts; unknown while the earlier node is unrealized."""
    return signed(link_effect(view, edge)) if is_realized(view, EARLIER[edge]) else "?"


def event_line(view: Any, node: int) -> str:
    """An open event: whose, who scores, the tokens, what decides it."""
    tokens = [
        f"{COLOURS[seat]} ✓{view.pros[node][seat]} ×{view.cons[node][seat]}"
        for seat in range(view.seats)
        if view.pros[node][seat] or view.cons[node][seat]
    ]
    arcs = f"✓ {arc(view.yes_arc[node])}, × {arc(view.no_arc[node])}"
    sums = ", ".join(parts_of(view, node)) or "nothing yet"
    return (
        f"{node + 1}: {event_name(view, node)}; {hexagon(view.worth[node])}; {arcs}; "
        f"tokens {', '.join(tokens) or 'none'}; total {signed(total_of(view, node))} ({sums})"
    )


# Players


def held_flexible(view: Any, seat: int) -> list[str]:
    """The flexible cards that a player still holds."""
    return [FLEXIBLE_NAMES[kind] for kind in range(FLEXIBLE) if holds(view, seat, ATTACKING + kind)]


def player_line(view: Any, seat: int, name: str) -> str:
    """A player: points, place and cards."""
    held = ", ".join([plural("card")(view.hand_size[seat]), *held_flexible(view, seat)])
    return f"{name} ({COLOURS[seat]}): {signed(view.points[seat])}, on {view.pawn[seat] + 1}, holds {held}"


def hand_line(view: Any, seat: int) -> str:
    """The cards that a seat sees in its hand."""
    held = [view.hand_card[seat][i] - 1 for i in range(view.hand_size[seat])]
    return "In hand: " + ("; ".join(card(view, number) for number in held if number >= 0) or "nothing")


def heading(view: Any, names: Sequence[str]) -> str:
    """Round and turn."""
    if view.over:
        return f"The end, after {plural('round')(view.rounds)}"
    if view.turns == 0:
        return f"Round {view.rounds}, {names[view.first]} is first"
    if view.asking[view.active] == 0:
        return f"Round {view.rounds}, realization"
    return f"Round {view.rounds}, {names[view.active]}’s turn: {plural('step')(view.left)} left"


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """The whole table."""
    events = [event_line(view, node) for node in range(view.present, view.nodes) if is_open_event(view, node)]
    players = [player_line(view, other, name) for other, name in enumerate(names)]
    mine = [] if seat == NOBODY else [hand_line(view, seat)]
    key = [KEY, ""] if view.rounds <= 1 else []
    return "\n".join([heading(view, names), "", *draw_map(view), "", *key, *events, *players, *mine])
