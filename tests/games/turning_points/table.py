"""Sets up positions of Turning Points from text pictures, and plays in them, in the words of the rulebook."""

from __future__ import annotations

import re
from enum import IntEnum
from textwrap import dedent
from typing import Any

from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    CAUSE,
    EDGES,
    FIRST_BACK,
    HINDRANCE,
    NO_ARC,
    NODES,
    NODES_IN,
    ORIGINAL,
    PATTERN,
    PATTERNS,
    SEATS,
    SIGN,
    YES_ARC,
    edge_between,
)
from moot.games.turning_points.picture import COLOURS, FLEXIBLE_NAMES, draw_map, spot_of_edge
from moot.games.turning_points.rules import Act, Event, First, Lay, Step

YELLOW, ORANGE, BLUE, PURPLE, TURQUOISE, GREY = range(SEATS)
X, V = 0, 1  # sides: near × and near ✓
LETTERS = {"C": CAUSE, "H": HINDRANCE}
LINK_WORD = re.compile(r"\b[CHch]{1,2}\d?\b")
NODE = re.compile(r"[\[(](\d+) (.)(.?)[\])]")
EVENT = re.compile(
    r"(\d+): (?:(\w+)’s (?:(\w+) )?event|the original event); (\w+)(?: ([+−]\d))?; ✓ (\w+), × (\w+); tokens ([^;]*)"
)
PLAYER = re.compile(r"\((\w+)\): ([+−]?\d+), on (\d+)")


def number(text: str) -> int:
    """A number as the picture writes it."""
    return int(text.replace("−", "-"))


def colour(name: str) -> int:
    """An arc: the colour + 1, or 0 for nobody."""
    return 0 if name == "nobody" else COLOURS.index(name) + 1


def table(text: str, seats: int = 6, **options: Any) -> Sitting:
    """The position of a picture: it is the last turn of the round, with 1 ✓ left, and yellow was first.

    The map is drawn as the game draws it. Below it may stand lines for open events and for players, as in the game's picture;
    what they leave out is as at the beginning of a game, with all pawns on the node that is realized next.
    """
    lines = dedent(text).strip("\n").splitlines()
    found = [(row, match) for row, line in enumerate(lines) for match in NODE.finditer(line)]
    rings = NODES_IN.index(len(found))
    t: Sitting = GAME.start(seats=seats, rings=rings, seed=1, **options)
    clear(t.state)
    for _, match in found:
        put_node(t.state, match)
    centre = next((row, middle(match)) for row, match in found if match[1] == "1")
    read: list[str] = []
    for edge in range(FIRST_BACK[t.state.nodes]):
        line, column = spot_of_edge(edge)
        read += put_edge(t.state, edge, word_at(lines[centre[0] + line], centre[1] + column))
    rows = [row for row, _ in found]
    written = [word for drawn in lines[min(rows) : max(rows) + 1] for word in LINK_WORD.findall(drawn)]
    assert sorted(read) == sorted(written), f"these links lie on no edge of the picture: {written} but {read}"
    put_pawns(t.state)
    for text_line in lines:
        if event := EVENT.match(text_line.strip()):
            put_event(t.state, event)
        elif player := PLAYER.search(text_line):
            seat = COLOURS.index(player[1])
            t.state.points[seat], t.state.pawn[seat] = number(player[2]), int(player[3]) - 1
    last_turn(t)
    return t


def middle(match: re.Match[str]) -> int:
    """The column of a node."""
    return match.start() + (match.end() - match.start()) // 2


def word_at(line: str, column: int) -> str:
    """What is written over a column, or next to it."""
    return next(
        (word[0] for word in re.finditer(r"[^\s()\[\]]+", line) if word.start() - 1 <= column <= word.end()), ""
    )


def clear(s: Any) -> None:
    """Nothing lies on the map."""
    for field in (s.event, s.organizer, s.side, s.yes_arc, s.no_arc, s.worth, s.fate):
        for node in range(NODES):
            field[node] = 0
    for node in range(NODES):
        for seat in range(SEATS):
            s.pros[node, seat] = s.cons[node, seat] = 0
    for edge in range(EDGES):
        s.forward[edge] = s.back[edge] = s.extra[edge] = 0
    s.present = s.nodes


def put_node(s: Any, match: re.Match[str]) -> None:
    """A node as it is drawn."""
    node, first, second = int(match[1]) - 1, match[2], match[3]
    if match[0][0] == "[":
        s.present = node
    if second:
        s.event[node] = node + 1 if first != "-" else ORIGINAL + 1
        s.organizer[node] = "YOBPTG".index(first) + 1 if first != "-" else 0
        s.side[node] = "×✓".index(second)
    elif first in "✓×":
        s.event[node], s.fate[node] = node + 1, 1 if first == "✓" else -1


def put_edge(s: Any, edge: int, word: str) -> list[str]:
    """An edge as it is drawn: C or H of the earlier event, c or h of the later one, and the reinforcement."""
    match = re.fullmatch(r"([CH]?)([ch]?)(\d?)", word)
    if match and word:
        s.forward[edge], s.back[edge] = LETTERS.get(match[1], 0), LETTERS.get(match[2].upper(), 0)
        s.extra[edge] = int(match[3] or 0)
        return [word]
    return []


def put_pawns(s: Any) -> None:
    """All on the node that is realized next."""
    for seat in range(s.seats):
        s.pawn[seat] = min(s.present, s.nodes - 1)


def put_event(s: Any, match: re.Match[str]) -> None:
    """A line about an open event."""
    node, kind, worth = int(match[1]) - 1, match[3], number(match[5] or "0")
    s.yes_arc[node], s.no_arc[node], s.worth[node] = colour(match[6]), colour(match[7]), worth
    if kind:
        s.event[node] = CARDS + FLEXIBLE_NAMES.index(kind) + 1
    for name, pros, cons in re.findall(r"(\w+) ✓(\d) ×(\d)", match[8]):
        s.pros[node, COLOURS.index(name)], s.cons[node, COLOURS.index(name)] = int(pros), int(cons)


def last_turn(t: Sitting) -> None:
    """It is the last player's turn."""
    s = t.state
    for seat in range(s.seats):
        s.asking[seat] = 0
    s.rounds, s.first_player = 2, First.CLOCKWISE
    s.first, s.turns, s.active, s.left, s.due, s.exchanged = 0, s.seats, s.seats - 1, 1, 1, 0
    s.asking[s.active], s.depth = Step.ACT, 0
    t.log.clear()


def turn_of(t: Sitting, seat: int, left: int = 3, on: int | None = None) -> None:
    """Make it the turn of a seat, which stands on a node (counted from 1)."""
    s = t.state
    s.asking[s.active] = 0
    s.active, s.left, s.turns, s.exchanged = seat, left, (seat - s.first) % s.seats + 1, 0
    s.asking[seat] = Step.ACT
    if on is not None:
        s.pawn[seat] = on - 1


def give(t: Sitting, seat: int, *cards: int) -> None:
    """These cards are the seat's hand; they change places with those that were."""
    for i, card in enumerate(cards):
        _swap(t.state, t.state.hand_card[seat, i] - 1, card)


def _swap(s: Any, one: int, other: int) -> None:
    for i in range(s.deck_size):
        s.deck[i] = {one: other, other: one}.get(s.deck[i], s.deck[i])
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            held = s.hand_card[seat, i] - 1
            s.hand_card[seat, i] = {one: other, other: one}.get(held, held) + 1


def find_card(seats: int, pattern: str, yes: int | None = None, no: int | None = None, sign: int | None = None) -> int:
    """A card of the deck with this pattern, and with these colours + 1 on its arcs."""
    for card in range(48):
        looks = (PATTERNS[PATTERN[seats, card]], YES_ARC[seats, card], NO_ARC[seats, card], SIGN[seats, card])
        if all(want is None or want == have for want, have in zip((pattern, yes, no, sign), looks, strict=True)):
            return card
    raise LookupError(f"no card has {pattern}, ✓ {yes}, × {no}")


# Playing


def play(t: Sitting, seat: int, choice: IntEnum, *arguments: int) -> None:
    """A move that must be among those offered."""
    moves = [move for move in t.moves(seat) if (move.choice, move.arguments) == (choice, arguments)]
    assert moves, f"{choice.name} {arguments} is not offered to seat {seat}: {[m.words for m in t.moves(seat)]}"
    t.play(seat, moves[0])


def act(t: Sitting, what: Act, which: int = 0) -> None:
    """The active player spends a ✓."""
    play(t, t.state.active, Step.ACT, what, which)


def stop(t: Sitting) -> None:
    """The active player stops."""
    act(t, Act.STOP)


def move(t: Sitting, node: int) -> None:
    """The active player moves to a node, counted from 1."""
    act(t, Act.MOVE, node - 1)


def influence(t: Sitting, node: int, side: int) -> None:
    """The active player puts a token on the event of a node, counted from 1."""
    act(t, Act.INFLUENCE_YES if side == V else Act.INFLUENCE_NO, node - 1)


def organize(t: Sitting, card: int, rotation: int = 0, side: int = V, arcs: tuple[int, int] | None = None) -> None:
    """The active player lays a card."""
    seat = t.state.active
    act(t, Act.ORGANIZE, card)
    if arcs:
        play(t, seat, Step.ARCS, *arcs)
    play(t, seat, Step.ROTATE, rotation, side)


def lay(t: Sitting, what: Lay, one: int = 0, other: int = 0) -> None:
    """The active player lays a token on the edge between two nodes, counted from 1; or is done."""
    edge = edge_between(one - 1, other - 1) if what != Lay.DONE else 0
    play(t, t.state.active, Step.LAY, what, edge)


# Looking


def offered(t: Sitting, seat: int, what: Act | None = None) -> set[int]:
    """What an act of a kind could be done with; or without a kind, the first arguments of all moves."""
    return {move.arguments[0 if what is None else 1] for move in t.moves(seat) if what in (None, move.arguments[0])}


def nodes(t: Sitting, seat: int, what: Act) -> set[int]:
    """The nodes (counted from 1) that an act could name."""
    return {node + 1 for node in offered(t, seat, what)}


def told(t: Sitting, event: Event, seat: int = -1) -> list[tuple[int, ...]]:
    """The arguments of an event, as often as a seat (or everyone) has heard it."""
    return [entry.arguments for entry in t.events(seat) if entry.event == event]


def map_of(t: Sitting) -> str:
    """The map as it is drawn."""
    return "\n".join(draw_map(t.state))


def words_of(text: str) -> list[list[str]]:
    """A map line by line, without the room between."""
    return [line.split() for line in text.strip().splitlines()]


def same_map(t: Sitting, text: str) -> bool:
    """Whether the map looks like this, wherever it stands on the page."""
    return words_of(map_of(t)) == words_of(text)


def links_of(t: Sitting, node: int) -> dict[int, int]:
    """The links of the event on a node (counted from 1), by the node at the other end."""
    found = {}
    for other in range(t.state.nodes):
        edge = edge_between(node - 1, other)
        if edge >= 0:
            link = t.state.back[edge] if other < node - 1 else t.state.forward[edge]
            if link:
                found[other + 1] = link
    return found


def flexible(kind: str) -> int:
    """A flexible card by name."""
    return ATTACKING + FLEXIBLE_NAMES.index(kind)
