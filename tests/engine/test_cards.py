"""Decks, hands and piles."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from examples.leduc import GAME
from moot.engine import draw_any, find, is_repeated, remove_at, shuffle


@pytest.fixture
def state() -> Any:
    """Somewhere to draw luck from."""
    return GAME.start(seed=11).state


def test_a_shuffle_keeps_the_cards(state: Any) -> None:
    deck: Any = list(range(20))
    shuffle(state, deck, 20)
    assert sorted(deck) == list(range(20))
    assert deck != list(range(20))


def test_a_shuffle_leaves_what_is_beyond_the_size(state: Any) -> None:
    deck: Any = [1, 2, 3, 4, 8, 9]
    shuffle(state, deck, 4)
    assert deck[4:] == [8, 9]


def test_every_order_is_as_likely(state: Any) -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        deck: Any = [1, 2, 3]
        shuffle(state, deck, 3)
        orders[tuple(deck)] += 1
    assert len(orders) == 6
    assert sum((seen - 1000) ** 2 / 1000 for seen in orders.values()) < 20.5


def test_a_drawn_card_is_put_behind_the_rest(state: Any) -> None:
    deck: Any = [4, 5, 6, 7]
    card = draw_any(state, deck, 4)
    assert deck[3] == card
    assert sorted(deck) == [4, 5, 6, 7]


def test_every_card_is_drawn(state: Any) -> None:
    deck: Any = [4, 5, 6, 7]
    assert sorted(draw_any(state, deck, size) for size in (4, 3, 2, 1)) == [4, 5, 6, 7]


def test_removing_keeps_the_order_of_the_others() -> None:
    hand: Any = [7, 3, 9, 4, 0]
    assert remove_at(hand, 4, 1) == 3
    assert hand == [7, 9, 4, 0, 0]


def test_a_card_is_found_among_those_that_count() -> None:
    hand: Any = [7, 3, 9, 3]
    assert [find(hand, 4, 3), find(hand, 4, 8), find(hand, 2, 9)] == [1, -1, -1]


def test_equal_cards_are_repeated_from_the_second_on() -> None:
    hand: Any = [7, 3, 7, 7, 3]
    assert [is_repeated(hand, at) for at in range(5)] == [False, False, True, True, True]
