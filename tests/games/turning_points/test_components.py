"""Chapter 1: the map and the deck."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest

from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import (
    CARDS,
    CAUSE,
    EDGE,
    EDGES,
    ENDS,
    FIRST_BACK,
    FLEXIBLE_PATTERN,
    HINDRANCE,
    LINKS,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NODES_IN,
    NOWHERE,
    PATTERN,
    PATTERNS,
    PLACES,
    SIGN,
    SUPPORTING,
    YES_ARC,
    distance,
    edge_between,
    read_pattern,
)
from moot.games.turning_points.picture import COLOURS
from moot.games.turning_points.rules import Act, Step, deck_for, worth_of

DECKS = {(3, 2): 48, (4, 2): 40, (5, 2): 60, (6, 2): 84, (3, 1): 24, (4, 1): 40, (3, 3): 96, (4, 3): 80, (5, 3): 120}


def deck(seats: int, rings: int = 2) -> list[tuple[int, int, int, int]]:
    """Every card: sign, arcs (colours + 1) and pattern."""
    size = deck_for(GAME.start(seats=seats, rings=rings, seed=1).state)
    tables = (SIGN, YES_ARC, NO_ARC, PATTERN)
    return [tuple(int(table[seats, card]) for table in tables) for card in range(size)]  # type: ignore[misc]


# 1.1 and 1.2


def test_the_colours() -> None:
    """§1.1 One for each of up to six players."""
    assert COLOURS == ("yellow", "orange", "blue", "purple", "turquoise", "grey")
    assert (GAME.options["seats"].low, GAME.options["seats"].high) == (2, 6)


def test_the_spiral_is_unbroken() -> None:
    """§1.2 Each node is a neighbour of the next, and every ring is full before the next begins."""
    assert all(distance(one, other) == 1 for one, other in pairwise(PLACES))
    assert [max(distance(place, PLACES[0]) for place in PLACES[:n]) for n in NODES_IN] == [0, 1, 2, 3]
    assert len(set(PLACES)) == 37


def test_edges_join_neighbours() -> None:
    """§1.2 Every edge once, the earlier node first; every node but the first has an edge to the past."""
    joined = {(a, b) for a in range(37) for b in range(a, 37) if distance(PLACES[a], PLACES[b]) == 1}
    assert set(ENDS) == joined
    assert len(ENDS) == EDGES == 90
    assert [FIRST_BACK[nodes] for nodes in NODES_IN] == [0, 12, 42, 90]
    for node in range(37):
        back = {edge for edge, (_, later) in enumerate(ENDS) if later == node}
        assert back == set(range(FIRST_BACK[node], FIRST_BACK[node + 1]))
        assert back or node == 0
        for direction in range(6):
            other = NEIGHBOUR[node, direction]
            assert EDGE[node, direction] == (edge_between(node, other) if other != NOWHERE else NOWHERE)


def test_opposite_directions_lead_back() -> None:
    """§1.2 Three turns further is the other way."""
    for node in range(37):
        for direction in range(6):
            other = NEIGHBOUR[node, direction]
            assert other == NOWHERE or NEIGHBOUR[other, (direction + 3) % 6] == node


@pytest.mark.parametrize(("rings", "nodes"), [(1, 7), (2, 19), (3, 37)])
def test_the_sizes_of_the_map(rings: int, nodes: int) -> None:
    """§1.2 By its rings."""
    assert GAME.start(seats=3, rings=rings, seed=1).state.nodes == nodes


# 1.3 to 1.5


def test_patterns_are_read() -> None:
    """§1.3 §1.4 A side and a kind at a time; there are fourteen."""
    assert read_pattern("0C2C4H") == [CAUSE, 0, CAUSE, 0, HINDRANCE, 0]
    assert len(set(PATTERNS)) == 14


@pytest.mark.parametrize(("table", "size"), DECKS.items())
def test_the_size_of_the_deck(table: tuple[int, int], size: int) -> None:
    """§1.4 Doubled until there are two cards for each node; no two cards are the same."""
    seats, rings = table
    cards = deck(seats, rings)
    assert len(cards) == size >= 2 * NODES_IN[rings]
    assert len(set(cards)) == size


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_cards_of_the_deck(seats: int) -> None:
    """§1.4 For each ordered pair a green and a red card, for each player four with an empty arc."""
    cards = deck(seats, 1)
    counted = Counter((sign, yes, no) for sign, yes, no, _ in cards)
    pairs = [(sign, a, b) for sign in (1, -1) for a, b in permutations(range(1, seats + 1), 2)]
    singles = [(s, a, 0) for s in (1, -1) for a in range(1, seats + 1)] + [
        (s, 0, a) for s in (1, -1) for a in range(1, seats + 1)
    ]
    copies = len(cards) // (len(pairs) + len(singles))
    assert counted == dict.fromkeys(pairs + singles, copies)


def test_patterns_by_class() -> None:
    """§1.4 Of four players: green pairs by distance, red pairs, singles; the count runs on, then begins again."""
    cards = deck(4, 3)
    assert [PATTERNS[cards[4 * order][3]] for order in range(20)] == [*PATTERNS, *PATTERNS[:6]]
    assert cards[0] == (1, 1, 2, 0)  # yellow and orange, one seat apart
    assert cards[4 * 2 + 3] == (1, 4, 3, 2)  # purple and blue, three seats apart
    assert cards[4 * 3][:3] == (-1, 1, 2)
    assert [cards[4 * order][:3] for order in range(6, 10)] == [(1, 1, 0), (1, 0, 1), (-1, 1, 0), (-1, 0, 1)]


def test_points_by_orbits() -> None:
    """§1.3 §1.4 Green cards have an orbit and are worth 2, red ones 1; with other numbers of orbits otherwise."""
    s = GAME.start(seats=4, seed=1).state
    assert {worth_of(s, card) for card in range(40) if SIGN[4, card] > 0} == {2}
    assert {worth_of(s, card) for card in range(40) if SIGN[4, card] < 0} == {-1}
    s = GAME.start(seats=4, seed=1, green_orbits=0, red_orbits=2).state
    assert {worth_of(s, card) for card in range(40)} == {1, -3}


def test_flexible_patterns() -> None:
    """§1.5 Attacking has 0C3H, Supporting 0C3C, Logistic none."""
    found = [list(LINKS[FLEXIBLE_PATTERN[kind]]) for kind in range(3)]
    assert found == [read_pattern("0C3H"), read_pattern("0C3C"), read_pattern("")]
    assert (SUPPORTING, LOGISTIC) == (CARDS + 1, CARDS + 2)


# No colour is favoured


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("rings", [1, 2, 3])
def test_the_deck_is_the_same_for_every_player(seats: int, rings: int) -> None:
    """§1.4 When all players move on by some seats, and the colours with them, the deck is the same, card by card."""
    cards = set(deck(seats, rings))
    for by in range(seats):
        turned = {(sign, move_on(yes, by, seats), move_on(no, by, seats), pattern) for sign, yes, no, pattern in cards}
        assert turned == cards


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_permutation_of_colours_finds_the_same_deck(seats: int) -> None:
    """§1.4 Whatever colour you have, you find yourself on the same arcs of the same hexagons with the same links."""
    cards = deck(seats)
    found = [
        sorted((sign, yes == me, yes == 0, no == 0, pattern) for sign, yes, no, pattern in cards if me in (yes, no))
        for me in range(1, seats + 1)
    ]
    assert all(each == found[0] for each in found)


def move_on(arc: int, by: int, seats: int) -> int:
    """The colour some seats further; nobody stays nobody."""
    return (arc - 1 + by) % seats + 1 if arc else 0


ROWS = ("pawn", "points", "foreseen", "flexible", "hand_size", "asking")
GRIDS = ("hand_card", "plan_link", "plan_extra")


class Turned:
    """A game with all seats and colours moved on."""

    def __init__(self, seats: int, rings: int, by: int) -> None:
        self.seats, self.by = seats, by
        self.cards = deck(seats, rings)

    def card(self, number: int) -> int:
        """The card that this one becomes."""
        if number >= CARDS:
            return number
        sign, yes, no, pattern = self.cards[number]
        return self.cards.index((sign, self.arc(yes), self.arc(no), pattern))

    def held(self, number: int) -> int:
        """A card + 1, or 0."""
        return self.card(number - 1) + 1 if number else 0

    def arc(self, number: int) -> int:
        """A colour + 1, or 0."""
        return move_on(number, self.by, self.seats)

    def seat(self, number: int) -> int:
        """A seat."""
        return (number + self.by) % self.seats

    def record(self, t: Sitting) -> Sitting:
        """The same position, moved on."""
        twin = t.copy()
        one, other = t.state, twin.state
        for seat in range(self.seats):
            self._move_seat(one, other, seat, self.seat(seat))
        for node in range(one.nodes):
            other.event[node] = self.held(one.event[node])
            for field in ("organizer", "yes_arc", "no_arc"):
                getattr(other, field)[node] = self.arc(getattr(one, field)[node])
        for place in range(one.deck_size):
            other.deck[place] = self.card(one.deck[place])
        other.first, other.active = self.seat(one.first), self.seat(one.active)
        other.opener = self.seat(one.opener)
        return twin

    def _move_seat(self, one: Any, other: Any, old: int, new: int) -> None:
        for field in ROWS:
            getattr(other, field)[new] = getattr(one, field)[old]
        for field in GRIDS:
            for i, value in enumerate(getattr(one, field)[old]):
                getattr(other, field)[new, i] = self.held(value) if field == "hand_card" else value
        other.plan_card[new], other.plan_side[new] = self.held(one.plan_card[old]), one.plan_side[old]
        other.plan_yes[new], other.plan_no[new] = self.arc(one.plan_yes[old]), self.arc(one.plan_no[old])
        for node in range(one.nodes):
            other.pros[node, new], other.cons[node, new] = one.pros[node, old], one.cons[node, old]

    def arguments(self, choice: int, arguments: tuple[int, ...]) -> tuple[int, ...]:
        """The same move."""
        if choice == Step.ACT and arguments[0] in (Act.ORGANIZE, Act.EXCHANGE):
            return arguments[0], self.card(arguments[1])
        return tuple(map(self.arc, arguments)) if choice == Step.ARCS else arguments


@pytest.mark.parametrize(("seats", "rings", "by"), [(3, 1, 1), (3, 2, 2), (4, 2, 1), (5, 2, 3), (6, 1, 5), (4, 3, 2)])
def test_with_seats_and_colours_permuted_alike_the_game_is_the_same(seats: int, rings: int, by: int) -> None:
    """§1.4 Both are played side by side, move by move, from a turned beginning to a turned end."""
    t, turned, chance = (
        GAME.start(seats=seats, rings=rings, seed=by, first_player="clockwise"),
        Turned(seats, rings, by),
        Random(seats),
    )
    twin = turned.record(t)
    while not t.over:
        seat = t.waiting[0]
        move = chance.choice(t.moves(seat))
        turned_move = turned.arguments(move.choice, move.arguments)
        t.play(seat, move)
        wanted = GAME.interpreted.numbering.write(GAME.rules.choices[move.choice], turned_move)
        twin.play(turned.seat(seat), wanted)
        assert turned.record(t).state.as_dict() == {
            **twin.state.as_dict(),
            "news": turned.record(t).state.as_dict()["news"],
        }
    assert [t.standing.points[seat] for seat in range(seats)] == [
        twin.standing.points[turned.seat(seat)] for seat in range(seats)
    ]
