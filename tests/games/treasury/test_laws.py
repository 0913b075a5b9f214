"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.treasury import GAME

LAWS = list(GAME.rules.laws)


def lose_a_card(s: Any) -> None:
    """§1.3 A card vanishes."""
    s.hand_size[0] -= 1


def double_a_card(s: Any) -> None:
    """§1.3 A card lies in two places."""
    s.hand[0, 0] = s.hand[0, 1]


def owe_gold(s: Any) -> None:
    """§5.1 A player has less than nothing."""
    s.gold[1] = -1


def empty_the_treasury_twice(s: Any) -> None:
    """§5.1 The treasury has less than nothing."""
    s.treasury = -1


def be_born_unseen(s: Any) -> None:
    """§4.1 The population is not what births and losses make it."""
    s.births += 1


def take_a_second_turn(s: Any) -> None:
    """§2.3 A player has two turns more than the next."""
    s.turns[s.starter] += 1


def change_a_back(s: Any) -> None:
    """§11 A back that tells a lie."""
    s.hand_tag[0, 0] = 2


def miscount_demand(s: Any) -> None:
    """§2.6 Demand that is not there."""
    s.demanded[0] = 1


def invent_an_icon(s: Any) -> None:
    """§8.1 An icon that no business provides."""
    s.provided[0, 3] = 1


def invent_a_business(s: Any) -> None:
    """§2.4 A business that is not there."""
    s.businesses[0] += 1
    s.hand_size[0] -= 1


@pytest.mark.parametrize(
    ("law", "breach"),
    [
        (0, lose_a_card),
        (0, double_a_card),
        (1, owe_gold),
        (1, empty_the_treasury_twice),
        (2, be_born_unseen),
        (3, take_a_second_turn),
        (4, change_a_back),
        (5, miscount_demand),
        (5, invent_an_icon),
    ],
)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.3 §2.3 §2.6 §4.1 §5.1 §8.1 §11 By the law that forbids it; and a fresh game keeps all of them."""
    t = GAME.start(seats=2, seed=1)
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]


def test_businesses_are_counted() -> None:
    """§2.4 A miscount breaks a law."""
    t = GAME.start(seats=2, seed=1)
    invent_a_business(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) != -1
