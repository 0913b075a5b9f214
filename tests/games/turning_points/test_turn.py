"""Chapter 3: the round and what ✓ are spent on."""

from __future__ import annotations

import pytest

from moot.engine import MoveError, Sitting
from moot.engine.undo import undo_to_here
from moot.games.turning_points import GAME
from moot.games.turning_points.components import CAUSE, EDGES, ENDS, HINDRANCE, NEIGHBOUR, edge_between
from moot.games.turning_points.rules import Act, Event, Step
from tests.games.turning_points.table import (
    BLUE,
    ORANGE,
    YELLOW,
    V,
    X,
    act,
    find_card,
    flexible,
    give,
    influence,
    links_of,
    move,
    nodes,
    offered,
    organize,
    play,
    stop,
    table,
    told,
    turn_of,
)

EMPTY = r"""
               [2 ·]   ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
"""
TWO_EVENTS = r"""
               [2 Y✓]  ─   (7 ·)
              H     \     /     \
        (3 O×)  ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
2: yellow’s event; green +2; ✓ yellow, × blue; tokens none
3: orange’s event; red −1; ✓ yellow, × blue; tokens none
"""


def quiet(t: Sitting, seat: int) -> Sitting:
    """It is the turn of a seat on node 3, with 3 ✓."""
    turn_of(t, seat, on=3)
    return t


# 3.1 and 3.2


def test_turns_go_round_from_the_first_player() -> None:
    """§3.1 Everyone once; then the node is realized."""
    t = GAME.start(seats=4, seed=5)
    first, seen = t.state.first, []
    for _ in range(4):
        seen.append(t.waiting[0])
        stop(t)
    assert seen == [(first + i) % 4 for i in range(4)]
    assert told(t, Event.REALIZING) == [(0, 123, 0, 0, 0)]


def test_drawing_up() -> None:
    """§3.1 To four at the beginning of the turn, as long as the deck lasts."""
    t = table(EMPTY, seats=3)
    turn_of(t, 0, on=3)
    for seat in (1, 2):
        t.state.hand_size[seat] = 2
    t.state.deck_size = 3
    stop(t)
    assert (t.state.hand_size[1], t.state.deck_size) == (4, 1)
    stop(t)
    assert (t.state.hand_size[2], t.state.deck_size) == (3, 0)
    assert told(t, Event.DREW) == [(1, 2, 0, 0, 0), (2, 1, 0, 0, 0)]


@pytest.mark.parametrize(("rings", "actions", "number"), [(1, 0, 3), (2, 0, 3), (3, 0, 4), (2, 1, 1), (2, 5, 5)])
def test_so_many_acts(rings: int, actions: int, number: int) -> None:
    """§3.2 Three ✓, or four on the large map; then it is the next player's turn."""
    t = GAME.start(seats=3, rings=rings, actions=actions, seed=1)
    seat = t.state.active
    for left in range(number, 0, -1):
        assert (t.state.left, t.waiting) == (left, [seat])
        move(t, min(nodes(t, seat, Act.MOVE)))
    assert t.waiting == [(seat + 1) % 3]


def test_stopping_loses_what_is_left() -> None:
    """§3.8 The next player's turn begins."""
    t = GAME.start(seats=3, seed=1)
    seat = t.state.active
    stop(t)
    assert t.waiting == [(seat + 1) % 3]
    assert told(t, Event.STOPPED) == [(seat, 0, 0, 0, 0)]


# 3.3


def test_moving_to_neighbours_that_are_unrealized() -> None:
    """§3.3 One step, not into the past, not off the map."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    assert nodes(t, YELLOW, Act.MOVE) == {2, 4}
    move(t, 4)
    assert nodes(t, YELLOW, Act.MOVE) == {3, 5}
    assert (t.state.pawn[YELLOW], t.state.left) == (3, 2)
    assert told(t, Event.MOVED) == [(YELLOW, 3, 0, 0, 0)]


@pytest.mark.parametrize(
    ("rings", "node", "neighbours"),
    [
        (1, 2, {3, 7}),
        (1, 7, {2, 6}),
        (2, 8, {2, 7, 9, 19}),
        (2, 19, {7, 8, 18}),
        (3, 37, {19, 20, 36}),
        (3, 28, {13, 27, 29}),
    ],
)
def test_nobody_leaves_the_map(rings: int, node: int, neighbours: set[int]) -> None:
    """§3.3 §1.2 At the rim there are fewer neighbours; here the centre alone is realized."""
    t = GAME.start(seats=3, rings=rings, seed=1)
    t.state.present = 1
    turn_of(t, t.state.active, on=node)
    assert nodes(t, t.state.active, Act.MOVE) == neighbours


# 3.4


def test_organizing_lays_a_card() -> None:
    """§3.4 With its links where it was turned to, the own token, and what is printed on it."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    card = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, card)
    organize(t, card, 0, X)  # side 0 faces east, to node 1; side 3 west, off the map
    s = t.state
    assert (s.event[2], s.organizer[2], s.side[2]) == (card + 1, YELLOW + 1, X)
    assert (s.yes_arc[2], s.no_arc[2], s.worth[2]) == (1, 2, 2)
    assert links_of(t, 3) == {1: CAUSE}
    assert (s.hand_size[YELLOW], s.left) == (3, 2)
    assert told(t, Event.LINKED) == [(CAUSE, 0, 0, 2, 0)]


@pytest.mark.parametrize(
    ("pattern", "legal"),
    [("0C3H", {0, 1, 3, 4}), ("0C", {0, 1}), ("0H2C", {0, 1, 4, 5}), ("0C1H", {0, 1, 5})],
)
def test_a_link_must_face_the_past(pattern: str, legal: set[int]) -> None:
    """§3.4 Node 3 has its past in the east (1) and in the north-east (2)."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    card = find_card(3, pattern)
    give(t, YELLOW, card)
    act(t, Act.ORGANIZE, card)
    assert offered(t, YELLOW) == legal
    assert {move.arguments[1] for move in t.moves(YELLOW)} == {X, V}


def test_at_the_rim_no_link_faces_the_past_off_the_map() -> None:
    """§3.4 §1.3 Node 37, on the map with three rings, has its past in the west (20), south-west (19) and south-east (36)."""
    t = GAME.start(seats=3, rings=3, seed=1, opening=0)
    seat, card = t.state.active, find_card(3, "0C")
    turn_of(t, seat, on=37)
    give(t, seat, card)
    act(t, Act.ORGANIZE, card)
    past = {direction for direction in range(6) if NEIGHBOUR[36, direction] in (35, 18, 19)}
    assert offered(t, seat) == past
    assert len(past) == 3


def test_turning_a_card() -> None:
    """§3.4 By one side anticlockwise: what faced east faces north-east."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    card = find_card(3, "0C2H")
    give(t, YELLOW, card)
    organize(t, card, 5)
    assert links_of(t, 3) == {2: HINDRANCE, 4: CAUSE}
    t = quiet(table(EMPTY, seats=3), YELLOW)
    give(t, YELLOW, card)
    organize(t, card, 1)
    assert links_of(t, 3) == {2: CAUSE}


def test_forward_links() -> None:
    """§3.4 §1.3 On an edge to the future a link leads forward."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    t.state.pawn[YELLOW] = 3
    card = find_card(3, "0C2H")
    give(t, YELLOW, card)
    organize(t, card, 0)  # east of node 4 is node 5, north-west node 3
    assert links_of(t, 4) == {5: CAUSE, 3: HINDRANCE}
    assert t.state.forward[edge_between(3, 4)] == CAUSE
    assert t.state.back[edge_between(2, 3)] == HINDRANCE


@pytest.mark.parametrize(("rings", "most"), [(1, 1), (2, 2), (3, 2)])
def test_so_many_open_events(rings: int, most: int) -> None:
    """§3.4 Who has two unrealized events organizes no other; on the small map, one."""
    t = quiet(table(TWO_EVENTS, seats=3), YELLOW)
    t.state.rings, t.state.pawn[YELLOW] = rings, 3
    assert bool(offered(t, YELLOW, Act.ORGANIZE)) == (most == 2)
    t.state.organizer[2] = YELLOW + 1
    assert not offered(t, YELLOW, Act.ORGANIZE)
    t.state.open_events = 3
    assert offered(t, YELLOW, Act.ORGANIZE)
    t.state.open_events, t.state.organizer[1], t.state.organizer[2] = 0, BLUE + 1, BLUE + 1
    assert offered(t, YELLOW, Act.ORGANIZE)


def test_any_card_is_an_event() -> None:
    """§3.4 §3.5 The first card of the deck too: its node is taken, and it can be influenced."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    give(t, YELLOW, 0)
    organize(t, 0)
    turn_of(t, BLUE, on=3)
    assert not offered(t, BLUE, Act.ORGANIZE)
    assert nodes(t, BLUE, Act.INFLUENCE_YES) == {3}


def test_one_event_on_a_node() -> None:
    """§3.4 The own node, and empty."""
    t = quiet(table(TWO_EVENTS, seats=3), BLUE)
    assert not offered(t, BLUE, Act.ORGANIZE)
    move(t, 4)
    assert len(offered(t, BLUE, Act.ORGANIZE)) == 7


def test_a_plan_is_secret_and_can_be_taken_back() -> None:
    """§3.4 §8 Nothing is told until the card lies."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    card = find_card(3, "0C3H")
    give(t, YELLOW, card)
    heard = len(t.log)
    before = bytes(t.view(ORANGE))
    t._undo = undo_to_here(t)
    act(t, Act.ORGANIZE, card)
    assert (len(t.log), t.state.left) == (heard, 3)
    assert bytes(t.view(ORANGE)) == before
    assert t.may_take_back(YELLOW)
    t.take_back(YELLOW)
    assert t.state.asking[YELLOW] == Step.ACT
    assert t.state.plan_card[YELLOW] == 0
    organize(t, card)
    assert not t.may_take_back(YELLOW, told=False)
    assert t.may_take_back(YELLOW)  # it was told, and nothing was revealed by it


# 3.5


def test_influencing_near_events() -> None:
    """§3.5 On the own or a neighbouring node; a token near ✓ or ×."""
    t = quiet(table(TWO_EVENTS, seats=3), BLUE)
    assert nodes(t, BLUE, Act.INFLUENCE_YES) == nodes(t, BLUE, Act.INFLUENCE_NO) == {2, 3}
    influence(t, 2, V)
    influence(t, 3, X)
    assert (t.state.pros[1, BLUE], t.state.cons[2, BLUE], t.state.left) == (1, 1, 1)
    assert told(t, Event.INFLUENCED) == [(BLUE, 1, V, 0, 0), (BLUE, 2, X, 0, 0)]
    move(t, 4)


def test_far_events_cannot_be_influenced() -> None:
    """§3.5 Two steps are too far."""
    t = quiet(table(TWO_EVENTS, seats=3), BLUE)
    t.state.pawn[BLUE] = 4
    assert not nodes(t, BLUE, Act.INFLUENCE_YES)


@pytest.mark.parametrize("most", [0, 1, 4, 5])
def test_so_many_tokens(most: int) -> None:
    """§3.5 Four of a player on an event, near ✓ and near × together."""
    t = table(TWO_EVENTS, seats=3, most_tokens=most)
    turn_of(t, BLUE, left=9, on=3)
    for i in range(most):
        influence(t, 2, i % 2)
    assert 2 not in nodes(t, BLUE, Act.INFLUENCE_YES)
    assert (3 in nodes(t, BLUE, Act.INFLUENCE_YES)) == (most > 0)


# 3.6


def test_reinforcing_edges_of_the_own_node() -> None:
    """§3.6 Those with a link of an event at either end; by one, up to two."""
    t = quiet(table(TWO_EVENTS, seats=3), BLUE)
    edge = edge_between(1, 2)
    assert offered(t, BLUE, Act.REINFORCE) == {edge}
    act(t, Act.REINFORCE, edge)
    act(t, Act.REINFORCE, edge)
    assert t.state.extra[edge] == 2
    assert told(t, Event.REINFORCED) == [(BLUE, edge, 1, 2, 3), (BLUE, edge, 1, 2, 4)]
    assert not offered(t, BLUE, Act.REINFORCE)
    turn_of(t, BLUE, on=5)
    t.state.extra[edge] = 0
    assert not offered(t, BLUE, Act.REINFORCE)


def test_there_is_nothing_to_reinforce_off_the_map() -> None:
    """§3.6 §1.2 At the rim of the map with three rings, whatever lies on other edges."""
    t = GAME.start(seats=3, rings=3, seed=1)
    for edge in range(EDGES):
        t.state.back[edge] = CAUSE
    t.state.present = 1
    for node in range(2, 38):
        turn_of(t, t.state.active, on=node)
        mine = {edge for edge, ends in enumerate(ENDS) if node - 1 in ends}
        assert offered(t, t.state.active, Act.REINFORCE) == mine
        assert {move.choice for move in t.moves(t.state.active)} == {Step.ACT}


@pytest.mark.parametrize("link", ["H", "C", "h", "c", "Hc"])
def test_a_link_of_either_end_can_be_reinforced(link: str) -> None:
    """§3.6 Of the earlier event, of the later one, or of both."""
    t = quiet(table(TWO_EVENTS.replace("H  ", f"{link:<3}"), seats=3), BLUE)
    assert offered(t, BLUE, Act.REINFORCE) == {edge_between(1, 2)}


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 2),
        ({"most_reinforcement": 1}, 1),
        ({"link_strength": 3}, 1),
        ({"most_strength": 3}, 1),
        ({"most_reinforcement": 0}, 0),
    ],
)
def test_limits_of_reinforcement(options: dict[str, int], most: int) -> None:
    """§3.6 So much on an edge, and no link stronger than four."""
    t = quiet(table(TWO_EVENTS, seats=3, **options), BLUE)
    t.state.left = 9
    edge, number = edge_between(1, 2), 0
    while offered(t, BLUE, Act.REINFORCE):
        act(t, Act.REINFORCE, edge)
        number += 1
    assert number == most


# 3.7


def test_exchanging_a_card() -> None:
    """§3.7 It goes under the deck, and the top one comes into the hand; once a turn."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    s = t.state
    card, size = s.hand_card[YELLOW, 1] - 1, s.deck_size
    held, (*below, top) = set(s.hand_card[YELLOW][:4]), list(s.deck[:size])
    act(t, Act.EXCHANGE, card)
    assert list(s.deck[:size]) == [card, *below]
    assert set(s.hand_card[YELLOW][:4]) == held - {card + 1} | {top + 1}
    assert (s.deck_size, s.hand_size[YELLOW], s.left) == (size, 4, 2)
    assert not offered(t, YELLOW, Act.EXCHANGE)
    assert told(t, Event.EXCHANGED) == [(YELLOW, 0, 0, 0, 0)]
    stop(t)
    assert len(offered(t, ORANGE, Act.EXCHANGE)) == 4
    act(t, Act.EXCHANGE, s.hand_card[ORANGE, 0] - 1)
    assert not offered(t, ORANGE, Act.EXCHANGE)


@pytest.mark.parametrize("exchanges", [0, 1, 2, 3])
def test_so_many_exchanges(exchanges: int) -> None:
    """§3.7 One in a turn, or as many as were agreed on."""
    t = table(EMPTY, seats=3, exchanges=exchanges)
    turn_of(t, YELLOW, left=9, on=3)
    for _ in range(exchanges):
        act(t, Act.EXCHANGE, t.state.hand_card[YELLOW, 0] - 1)
    assert not offered(t, YELLOW, Act.EXCHANGE)


def test_no_exchange_without_a_deck_nor_of_flexible_cards() -> None:
    """§3.7 Only cards from the deck, only while it has cards: one is enough."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    t.state.deck_size = 1
    assert offered(t, YELLOW, Act.EXCHANGE) == {card - 1 for card in t.state.hand_card[YELLOW][:4]}
    assert flexible("Attacking") not in offered(t, YELLOW, Act.EXCHANGE)
    t.state.deck_size = 0
    assert not offered(t, YELLOW, Act.EXCHANGE)


def test_nobody_acts_out_of_turn() -> None:
    """§3.1 Only the active player is asked."""
    t = quiet(table(EMPTY, seats=3), YELLOW)
    with pytest.raises(MoveError):
        t.play(ORANGE, 0)
    assert t.waiting == [YELLOW]
    with pytest.raises(AssertionError):
        play(t, YELLOW, Step.ACT, Act.MOVE, 5)
