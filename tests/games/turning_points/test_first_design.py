"""§7.3 The preset `first_design` plays our half of the rules as it was first written down, number by number."""

from __future__ import annotations

from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import ORIGINAL, SIGN, edge_between
from moot.games.turning_points.rules import (
    Act,
    Event,
    First,
    Numbers,
    Step,
    actions_of,
    closing_of,
    deck_for,
    open_limit,
    pace_of,
    worth_of,
)
from tests.games.turning_points.table import (
    YELLOW,
    act,
    find_card,
    flexible,
    give,
    influence,
    move,
    nodes,
    offered,
    organize,
    stop,
    table,
    told,
    turn_of,
)

FIRST = GAME.choose({}, "first_design")
OWN_RULES = {name: value for name, value in FIRST.items() if name not in ("seats", "rings")}
TWO_OWN_EVENTS = r"""
               [2 O✓]  ─   (7 ·)
              H     \     /     \
        (3 Y×)  ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
"""


def first(seats: int = 4, rings: int = 2, seed: int = 1) -> Sitting:
    """A game of the first design."""
    sitting: Sitting = GAME.start(seats=seats, rings=rings, seed=seed, preset="first_design")
    return sitting


def test_it_differs_from_the_usual_game_as_the_rulebook_says() -> None:
    """§7.3 In five rules, four options."""
    changed = {name: value for name, value in FIRST.items() if value != GAME.choose({})[name]}
    assert changed == {"numbers": Numbers.FIRST, "opening": 0, "first_player": First.CLOCKWISE, "most_tokens": 3}
    assert GAME.rulebook.partition("**7.3**")[2].partition("## 8")[0].count("\n| ") == 1 + 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("rings", "number"), [(1, 7), (2, 19), (3, 37)])
def test_the_map_and_the_deck(seats: int, rings: int, number: int) -> None:
    """§7.3 §1.2 §1.4 7, 19 or 37 nodes; pairs and singles, doubled until there are two cards for each node."""
    s = first(seats, rings).state
    colours = max(seats, 3)
    once = colours * (colours - 1) * 2 + colours * 4
    assert s.nodes == number
    assert deck_for(s) == next(once * 2**n for n in range(4) if once * 2**n >= 2 * number)
    assert {worth_of(s, card) for card in range(once) if SIGN[seats, card] > 0} == {2}
    assert {worth_of(s, card) for card in range(once) if SIGN[seats, card] < 0} == {-1}


def test_setting_up() -> None:
    """§7.3 §2.1 §2.2 §2.3 The original event, all pawns there, three flexible cards and four others, anyone first."""
    s = first().state
    assert (s.event[0], s.yes_arc[0], s.no_arc[0], list(s.pawn[:4])) == (ORIGINAL + 1, 0, 0, [0] * 4)
    assert (list(s.flexible[:4]), list(s.hand_size[:4])) == ([7] * 4, [4] * 4)
    assert {first(seed=seed).state.first for seed in range(40)} == {0, 1, 2, 3}
    assert {first(seed=seed).state.side[0] for seed in range(40)} == {0, 1}


@pytest.mark.parametrize(("rings", "said"), [(1, (3, 1, 1)), (2, (3, 1, 1)), (3, (4, 2, 2))])
def test_what_the_map_says(rings: int, said: tuple[int, int, int]) -> None:
    """§7.3 §3.2 §3.4 §5.1 ✓ in a turn, own unrealized events, nodes realized after a round."""
    s = first(rings=rings).state
    assert (actions_of(s), open_limit(s), pace_of(s)) == said


def test_events_are_organized_from_the_first_round_on() -> None:
    """§7.3 §3.4 By whoever leaves the centre."""
    t = first()
    seat = t.state.active
    move(t, min(nodes(t, seat, Act.MOVE)))
    assert t.state.rounds == 1
    assert len(offered(t, seat, Act.ORGANIZE)) == 7


@pytest.mark.parametrize(("rings", "may"), [(1, False), (2, False), (3, True)])
def test_one_open_event(rings: int, may: bool) -> None:
    """§7.3 §3.4 Yellow, who has one, organizes another only on the map with three rings."""
    t = table(TWO_OWN_EVENTS, seats=3, **OWN_RULES)
    t.state.rings = rings
    turn_of(t, YELLOW, on=4)
    assert bool(offered(t, YELLOW, Act.ORGANIZE)) == may


def test_three_tokens_and_what_else_is_limited() -> None:
    """§7.3 §3.5 §3.6 §3.7 Three tokens on an event, two reinforcement on an edge, strength four, one exchange."""
    t = table(TWO_OWN_EVENTS, seats=3, **OWN_RULES)
    turn_of(t, YELLOW, left=9, on=3)
    for _ in range(3):
        influence(t, 2, 1)
    assert nodes(t, YELLOW, Act.INFLUENCE_YES) == {3}
    edge = edge_between(1, 2)
    act(t, Act.REINFORCE, edge)
    act(t, Act.REINFORCE, edge)
    assert not offered(t, YELLOW, Act.REINFORCE)
    assert told(t, Event.REINFORCED)[-1][-1] == 4
    act(t, Act.EXCHANGE, t.state.hand_card[YELLOW, 0] - 1)
    assert not offered(t, YELLOW, Act.EXCHANGE)


def test_cards_and_links() -> None:
    """§7.3 §1.5 §3.4 A link to the past on a card of the deck, links of strength 2, Attacking as printed."""
    t = table(TWO_OWN_EVENTS.replace("Y×) ", "·)  "), seats=3, **OWN_RULES)
    turn_of(t, YELLOW, on=4)
    card = find_card(3, "0C")
    give(t, YELLOW, card)
    act(t, Act.ORGANIZE, card)
    assert offered(t, YELLOW) == {1, 2}
    t = table(TWO_OWN_EVENTS.replace("Y×) ", "·)  "), seats=3, **OWN_RULES)
    turn_of(t, YELLOW, on=4)
    organize(t, flexible("Attacking"), 1, arcs=(2, 3))
    assert t.state.worth[3] == -1
    assert told(t, Event.LINKED) == [(1, 0, 0, 2, 0)]


LAST = {
    2: (1, 1),
    3: (1, 1),
    4: (3, 3),
    5: (2, 4),
    6: (1, 1),
}  # nodes with which the last round begins: one ring, two rings


@pytest.mark.parametrize("seats", LAST)
@pytest.mark.parametrize("rings", [1, 2, 3])
def test_the_last_round(seats: int, rings: int) -> None:
    """§7.3 §6.1 1 + (nodes − 1) mod players, with three rings 6; so all have been first equally often after the first round."""
    t = play_out(first(seats, rings), ["passive"])
    last = 6 if rings == 3 else LAST[seats][rings - 1]
    assert closing_of(t.state) == last
    assert told(t, Event.LAST_ROUND)[0][0] == (last if rings < 3 else 5)
    if rings < 3:
        assert t.length == t.state.nodes - last + 1
        assert (t.length - 1) % seats == 0


def first_players(**options: Any) -> list[int]:
    """Who is first, round by round, in a game of the first design."""
    t = play_out(GAME.start(seed=2, preset="first_design", **options), ["passive"])
    return [arguments[1] for arguments in told(t, Event.ROUND_BEGAN)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_next_player_clockwise_is_first(seats: int) -> None:
    """§7.3 §5.9 Round by round."""
    found = first_players(seats=seats)
    assert found == [(found[0] + i) % seats for i in range(len(found))]


def test_a_pawn_always_has_a_neighbour_to_go_to() -> None:
    """§7.3 §5.7 So the first design's rule for those who have none is never needed."""
    t = first(seats=6, rings=3)
    while not t.over:
        seat = t.waiting[0]
        assert t.moves(seat)
        if t.state.asking[seat] == Step.ACT:
            stop(t)
        else:
            t.play(seat, t.moves(seat)[-1])
    assert len(told(t, Event.STAYED)) == 6
