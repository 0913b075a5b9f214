"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.solidarity import GAME
from moot.games.solidarity.rules import Step
from tests.games.solidarity.table import NORTH, SOUTH, make_offer, table, to_trading

LAWS = list(GAME.rules.laws)


def make_goods(s: Any) -> None:
    """§4.1 An apple out of nothing."""
    s.stock[0, 0] += 1


def lose_goods(s: Any) -> None:
    """§3.6 An apple vanishes."""
    s.stock[0, 0] -= 1


def lose_all_robots(s: Any) -> None:
    """§3.9 An org without a robot."""
    s.robots[2] = 0


def have_too_many_robots(s: Any) -> None:
    """§8 1001 robots."""
    s.robots[2] = 1001


def have_too_much(s: Any) -> None:
    """§8 2001 apples in one place."""
    s.total[0] += 2001 - s.stock[0, 0]
    s.stock[0, 0] = 2001


def owe_goods(s: Any) -> None:
    """§4.1 Less than nothing."""
    s.stock[2, 0] -= 1
    s.stock[0, 0] += 1


def share_a_name(s: Any) -> None:
    """§3.4 Two resources of one name."""
    s.key[s.name[1]] = s.name[0]


def belong_to_nobody(s: Any) -> None:
    """§3.4 A resource that nobody controls."""
    s.controller[1] = -1


def overdo_changes(s: Any) -> None:
    """§8 65 changes."""
    s.changes[1] = 65


def leave_an_offer(s: Any) -> None:
    """§4.1 The addressee thinks it is done."""
    s.asking[1] = 0


def offer_to_oneself(s: Any) -> None:
    """§4.1 An offer to its own maker."""
    place = next(place for place in range(30) if s.offer_to[place])
    s.offer_to[place] = 1


def forget_the_line(s: Any) -> None:
    """§4.1 An amount is asked for, but of nothing."""
    s.asking[0] = Step.HOW_MUCH


def receive_too_much(s: Any) -> None:
    """§4.2 More counted than was asked for."""
    s.got[0, 0] = 1


def score_greed_early(s: Any) -> None:
    """§6.1 Points on the way."""
    s.goal, s.points[0] = 0, 3


BREACHES = [
    (0, make_goods),
    (0, lose_goods),
    (1, lose_all_robots),
    (1, have_too_many_robots),
    (1, have_too_much),
    (1, owe_goods),
    (2, share_a_name),
    (2, belong_to_nobody),
    (3, overdo_changes),
    (4, leave_an_offer),
    (4, offer_to_oneself),
    (5, forget_the_line),
    (6, receive_too_much),
    (7, score_greed_early),
]


@pytest.mark.parametrize(("law", "breach"), BREACHES)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§3.4 §4.1 §4.2 §6.1 §6.4 §8 By the law that forbids it; before it all are kept."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {}))
    to_trading(t)
    make_offer(t, NORTH, SOUTH, {"apples": 1})
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]


def test_robots_without_a_place() -> None:
    """§3.1 A robot with two tasks is noticed too, while orders are written; and a mandate beyond its worth."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {}))
    t.state.idle[NORTH] += 1
    assert GAME.interpreted.broken_law([t.state], 0) == 3
    t.state.idle[NORTH] -= 1
    t.state.phase, t.state.demand_goods[NORTH, 0], t.state.demand[NORTH, 0] = 3, 2, 4
    assert GAME.interpreted.broken_law([t.state], 0) == 6
    assert len(LAWS) == 8
