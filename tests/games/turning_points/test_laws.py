"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.turning_points import GAME
from moot.games.turning_points.components import CAUSE, LOGISTIC

LAWS = list(GAME.rules.laws)


def lose_a_card(s: Any) -> None:
    """§1.4 A card vanishes."""
    s.deck_size -= 1


def double_a_card(s: Any) -> None:
    """§1.4 A card lies in two places."""
    s.deck[0] = s.hand_card[0, 0] - 1


def lose_a_flexible_card(s: Any) -> None:
    """§1.5 It is neither in hand nor on the map."""
    s.flexible[1] = 3


def change_the_future(s: Any) -> None:
    """§5.1 An unrealized event has a fate."""
    s.fate[0] = 1


def leave_the_map(s: Any) -> None:
    """§5.7 A pawn where there is no node."""
    s.pawn[1] = 19


def put_a_fifth_token(s: Any) -> None:
    """§3.5 One more than allowed."""
    s.pros[0, 1] = 5


def put_a_token_on_nothing(s: Any) -> None:
    """§3.5 There is no event."""
    s.cons[4, 1] = 1


def reinforce_nothing(s: Any) -> None:
    """§3.6 There is no link."""
    s.extra[3] = 1


def reinforce_too_much(s: Any) -> None:
    """§3.6 One more than an edge takes, though the link could be stronger."""
    s.most_reinforcement, s.back[0], s.extra[0] = 1, CAUSE, 2


def organize_without_links(s: Any) -> None:
    """§3.4 No link leads back."""
    s.event[3], s.organizer[3], s.flexible[0] = LOGISTIC + 1, 1, 3


def organize_twice(s: Any) -> None:
    """§3.4 Two open events of one player, where one is allowed."""
    s.open_events = 1
    for node, edge, kind in ((1, 0, 0), (2, 1, 1)):
        s.event[node], s.organizer[node], s.back[edge] = LOGISTIC + 1 - 2 * kind, 1, CAUSE
    s.flexible[0] = 2


def plan_out_of_turn(s: Any) -> None:
    """§3.4 A plan without a question."""
    s.plan_card[2] = 5


@pytest.mark.parametrize(
    ("law", "breach"),
    [
        (0, lose_a_card),
        (0, double_a_card),
        (1, lose_a_flexible_card),
        (2, change_the_future),
        (3, leave_the_map),
        (4, put_a_fifth_token),
        (4, put_a_token_on_nothing),
        (5, reinforce_nothing),
        (5, reinforce_too_much),
        (6, organize_without_links),
        (6, organize_twice),
        (7, plan_out_of_turn),
    ],
)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.4 §1.5 §3.4 §3.5 §3.6 §5.1 §5.7 §6.2 By the law that forbids it; and a fresh game keeps all of them."""
    t = GAME.start(seats=3, seed=1)
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]
