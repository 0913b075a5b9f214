"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.bots import Player
from moot.games.turning_points import GAME
from moot.games.turning_points.components import CAUSE, FIRST_BACK, LOGISTIC, ORIGINAL
from moot.games.turning_points.rules import Step

LAWS = list(GAME.rules.laws)


def lose_a_card(s: Any) -> None:
    """§1.4 A card vanishes."""
    s.deck_size -= 1


def double_a_card(s: Any) -> None:
    """§1.4 A card lies in two places."""
    s.deck[0] = s.hand_card[0, 0] - 1


def double_a_card_on_the_map(s: Any) -> None:
    """§1.4 A card lies on the map and in a hand."""
    s.event[3] = s.hand_card[0, 0]


def lose_a_flexible_card(s: Any) -> None:
    """§1.5 It is neither in hand nor on the map."""
    s.flexible[1] = 3


def change_the_future(s: Any) -> None:
    """§5.1 An unrealized event has a fate."""
    s.fate[0] = 1


def lose_the_original_event(s: Any) -> None:
    """§2.1 §5.1 Nothing lies on the centre."""
    s.event[0] = 0


def forget_the_past(s: Any) -> None:
    """§5.1 A realized event has no fate."""
    s.present = 1


def organize_beyond_the_map(s: Any) -> None:
    """§5.1 §1.2 There is no such node."""
    s.event[19] = LOGISTIC + 1


def live_in_the_past(s: Any) -> None:
    """§5.7 Pawns on a realized node, in the middle of a turn which is not the first player's."""
    s.present, s.fate[0], s.first = 1, 1, (s.active + 1) % 3


def live_in_the_distant_past(s: Any) -> None:
    """§5.7 Pawns on a node before the one that has just been realized, though nobody takes a turn."""
    s.present, s.fate[0], s.asking[s.active] = 2, 1, 0


def leave_the_map(s: Any) -> None:
    """§5.7 A pawn where there is no node."""
    s.pawn[1] = 19


def put_a_fifth_token(s: Any) -> None:
    """§3.5 One more than allowed."""
    s.pros[0, 1], s.cons[0, 1] = 3, 2


def take_a_token_for_away(s: Any) -> None:
    """§3.5 Less than none near ✓."""
    s.pros[0, 1] = -1


def take_a_token_against_away(s: Any) -> None:
    """§3.5 Less than none near ×."""
    s.cons[0, 1] = -1


def put_a_token_in_the_past(s: Any) -> None:
    """§5.8 Tokens are removed from realized nodes."""
    move_on(s)
    s.pros[0, 1] = 1


def move_on(s: Any) -> None:
    """Nodes 1 and 2 are realized, the second without an event."""
    s.present, s.fate[0] = 2, 1
    for seat in range(s.seats):
        s.pawn[seat] = 5


def put_a_token_on_nothing(s: Any) -> None:
    """§3.5 There is no event."""
    s.cons[4, 1] = 1


def reinforce_nothing(s: Any) -> None:
    """§3.6 There is no link."""
    s.extra[3] = 1


def weaken_a_link(s: Any) -> None:
    """§3.6 Less than none."""
    s.back[0], s.extra[0] = CAUSE, -1


def reinforce_the_past(s: Any) -> None:
    """§5.8 Reinforcement on an edge to a node that was realized some time ago."""
    move_on(s)
    s.present, s.back[0], s.extra[0] = 3, CAUSE, 1


def make_a_link_too_strong(s: Any) -> None:
    """§3.6 Two reinforcement where links have three strength already."""
    s.link_strength, s.back[0], s.extra[0] = 3, CAUSE, 2


def reinforce_too_much(s: Any) -> None:
    """§3.6 One more than an edge takes, though the link could be stronger."""
    s.most_reinforcement, s.back[0], s.extra[0] = 1, CAUSE, 2


def organize_without_links(s: Any) -> None:
    """§3.4 No link leads back."""
    s.event[3], s.organizer[3], s.flexible[0] = LOGISTIC + 1, 1, 3


def organize_for_nobody(s: Any) -> None:
    """§3.4 An event that nobody has organized, beside the original one."""
    s.event[3], s.back[FIRST_BACK[3]] = ORIGINAL + 1, CAUSE


def organize_twice(s: Any) -> None:
    """§3.4 Two open events of one player, where one is allowed."""
    s.open_events = 1
    for node, edge, kind in ((1, 0, 0), (2, 1, 1)):
        s.event[node], s.organizer[node], s.back[edge] = LOGISTIC + 1 - 2 * kind, 1, CAUSE
    s.flexible[0] = 2


def be_asked_without_a_plan(s: Any) -> None:
    """§3.4 How shall what be turned?"""
    s.asking[s.active] = Step.ROTATE


def plan_too_much(s: Any) -> None:
    """§4.3 Five links make ten."""
    s.asking[s.active], s.plan_card[s.active] = Step.LAY, LOGISTIC + 1
    for direction in range(5):
        s.plan_link[s.active, direction] = CAUSE


def plan_out_of_turn(s: Any) -> None:
    """§3.4 A plan without a question."""
    s.plan_card[2] = 5


@pytest.mark.parametrize(
    ("law", "breach"),
    [
        (0, lose_a_card),
        (0, double_a_card),
        (0, double_a_card_on_the_map),
        (1, lose_a_flexible_card),
        (2, change_the_future),
        (2, lose_the_original_event),
        (2, forget_the_past),
        (2, organize_beyond_the_map),
        (3, live_in_the_past),
        (3, live_in_the_distant_past),
        (3, leave_the_map),
        (4, put_a_fifth_token),
        (4, take_a_token_for_away),
        (4, take_a_token_against_away),
        (4, put_a_token_in_the_past),
        (4, put_a_token_on_nothing),
        (5, reinforce_nothing),
        (5, weaken_a_link),
        (5, reinforce_the_past),
        (5, make_a_link_too_strong),
        (5, reinforce_too_much),
        (6, organize_without_links),
        (6, organize_for_nobody),
        (6, organize_twice),
        (7, plan_out_of_turn),
        (7, be_asked_without_a_plan),
        (7, plan_too_much),
    ],
)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.4 §1.5 §3.4 §3.5 §3.6 §5.1 §5.7 §6.2 By the law that forbids it; and a fresh game keeps all of them."""
    t = GAME.start(seats=3, seed=1)
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rings", [1, 2, 3])
def test_games_keep_the_laws(seats: int, rings: int) -> None:
    """§1.4 §3.4 §5.1 Bots play on every map, and no law is broken on the way."""
    t = GAME.start(seats=seats, rings=rings, seed=seats)
    player = Player(t, ["random", "greedy"])
    for _ in range(60):
        if not t.over:
            player.play()
        assert GAME.interpreted.broken_law([t.state], 0) == -1


@pytest.mark.parametrize("places", [(0, 1), (1, 0), (0, 83), (82, 83), (83, 60)])
def test_no_card_is_there_twice(places: tuple[int, int]) -> None:
    """§1.4 Of the 84 cards of six players, low or high."""
    t = GAME.start(seats=6, seed=1)
    s, (one, other) = t.state, places
    hands = [(seat, i) for seat in range(6) for i in range(s.hand_size[seat])]
    for place in range(s.deck_size):
        s.deck[place] = one if s.deck[place] == other else s.deck[place]
    for seat, i in hands:
        s.hand_card[seat, i] = one + 1 if s.hand_card[seat, i] == other + 1 else s.hand_card[seat, i]
    assert GAME.interpreted.broken_law([s], 0) == 0
