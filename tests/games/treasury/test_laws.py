"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.treasury import GAME
from moot.games.treasury.components import BARBARIAN, Ability
from moot.games.treasury.piles import put_on_discard, take_event
from moot.games.treasury.rules import BACK, Beneath
from tests.games.treasury.table import quiet

LAWS = list(GAME.rules.laws)
WRONG = {"event": (1,), "deck": (3, 0), "hand": (1, 0), "under": (0, 0), "startup": (0, 2)}  # tags, and which
MISCOUNTED = {
    **{"demanded": (BARBARIAN,), "labour": (0,), "besides": (0,), "developed": (0, 2), "contracted": (0, 0)},
    **{"provided": (2, 1), "powers": (int(Ability.BANK),)},
}


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


# In a game that has gone on for a while


def double_a_late_card(s: Any) -> None:
    """§1.3 One of age V twice, and another not at all."""
    s.deck[5, 0] = s.deck[5, 1]


def lose_the_people(s: Any) -> None:
    """§4.4 Fewer than players, though every loss was counted."""
    for _ in range(3):
        put_on_discard(s, take_event(s))
        s.losses += 1


def have_more_current_events_than_people(s: Any) -> None:
    """§4.1 The current pile is part of the population."""
    s.currents = s.population + 1


def play_twice(s: Any) -> None:
    """§2.3 The last player has had more turns than the one before."""
    s.turns[2] += 2


def play_far_ahead(s: Any) -> None:
    """§2.3 All but the last have had two turns more."""
    s.turns[0] = s.turns[1] = s.turns[2] + 2


def wrong_back(row: str, *at: int) -> Callable[[Any], None]:
    """§11 A back of another age."""

    def breach(s: Any) -> None:
        tags = getattr(s, f"{row}_tag")
        tags[at if len(at) > 1 else at[0]] ^= BACK

    breach.__name__ = f"wrong_back_of_{row}"
    return breach


def one_more(field: str, *at: int) -> Callable[[Any], None]:
    """§2.4 §2.6 §8.1 What is counted is not what lies there."""

    def breach(s: Any) -> None:
        getattr(s, field)[at if len(at) > 1 else at[0]] += 1

    breach.__name__ = f"one_more_{field}"
    return breach


def contract_a_startup(s: Any) -> None:
    """§2.6 Only opened businesses have contracts."""
    at = next(i for i in range(s.unders[0]) if s.under_at[0, i] == 2 * 4 + Beneath.DEVELOPMENT)
    s.under_at[0, at] = 2 * 4 + Beneath.CONTRACT
    s.developed[0, 2] -= 1
    s.contracted[0, 2] += 1


def overlook_a_business(s: Any) -> None:
    """§2.4 It lies beyond the places in use."""
    s.reach[0] -= 1


LATER = [
    (0, double_a_late_card),
    (2, lose_the_people),
    (2, have_more_current_events_than_people),
    (3, play_twice),
    (3, play_far_ahead),
    *((4, wrong_back(row, *at)) for row, at in WRONG.items()),
    *((5, one_more(field, *at)) for field, at in MISCOUNTED.items()),
    (5, contract_a_startup),
    (5, overlook_a_business),
]


@pytest.mark.parametrize(("law", "breach"), LATER, ids=[breach.__name__ for _, breach in LATER])
def test_a_later_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.3 §2.3 §2.4 §2.6 §4.1 §4.4 §8.1 §11 Wherever cards lie by now."""
    t = quiet(
        "Farm 2", "Bakery", "Council", opened=["Farm 4+Judge, Mentor"], startups=["Castle+Guide 2"], demand="Guard"
    )
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]
