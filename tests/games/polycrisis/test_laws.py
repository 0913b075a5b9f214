"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.polycrisis import GAME
from tests.games.polycrisis.table import CLUBS, problems, table, tech, techs

LAWS = list(GAME.rules.laws)


def lose_a_card(s: Any) -> None:
    """§1.3 A card vanishes."""
    s.pile_size[CLUBS] -= 1


def double_a_card(s: Any) -> None:
    """§1.3 A card lies in two places."""
    s.pile[CLUBS, 0] = s.hand[0, 0]


def lose_a_late_card(s: Any) -> None:
    """§1.3 A spade lies in two places, another in none."""
    s.pile[3, 0] = s.pile[3, 1]


def invent_a_card(s: Any) -> None:
    """§1.3 A card that lies in its pile is in a hand as well."""
    s.hand[0, s.cards[0]] = s.pile[CLUBS, 0]
    s.cards[0] += 1


def lose_a_card_in_a_refill(s: Any) -> None:
    """§1.3 §3.1.3 A pile has been refilled and another card lies in the place of one; what shows of the discards does not count."""
    s.discard[CLUBS, 0], s.discards[CLUBS], s.refilled[CLUBS] = s.pile[CLUBS, 0], 1, 1
    s.pile[CLUBS, 0] = s.pile[CLUBS, 1]


def change_a_back(s: Any) -> None:
    """§3.1.5 A back that tells a lie."""
    s.back[0, 0] += 1


def forget_a_refill(s: Any) -> None:
    """§3.1.3 A card that was shuffled in since it was drawn."""
    s.generation[s.hand[0, 0]] = 1


def move_a_jokers_home(s: Any) -> None:
    """§3.2.7 A joker in hand belongs to the pile it was drawn from."""
    s.joker_pile[2] = 1


def protect_a_crisis(s: Any) -> None:
    """§1.1 In crisis and protected."""
    s.crisis = s.protected = problems("FOO")


def invent_a_problem(s: Any) -> None:
    """§1.1 A thirty-first problem."""
    s.crisis = 1 << 30


def overspend(s: Any) -> None:
    """§3.2.5 More is spent than there is."""
    s.spent[1] = s.money[1] + 1


def owe_chips(s: Any) -> None:
    """§3.6.5 Fewer chips than none."""
    s.chips = -1


def start_a_second_project(s: Any) -> None:
    """§3.2.1 A new project in a full slot."""
    s.project[0] = s.new_project[0] = 1


def start_a_second_tech(s: Any) -> None:
    """§3.3.1 A new tech in a full slot."""
    s.tech[0], s.new_tech[0] = 1, 2


def research_what_is_known(s: Any) -> None:
    """§3.3.1 A known tech in a slot."""
    s.tech[0], s.known = tech("♣") + 1, techs("♣")


@pytest.mark.parametrize(
    ("law", "breach"),
    [
        (0, lose_a_card),
        (0, double_a_card),
        (0, lose_a_late_card),
        (0, invent_a_card),
        (0, lose_a_card_in_a_refill),
        (1, change_a_back),
        (1, forget_a_refill),
        (1, move_a_jokers_home),
        (2, protect_a_crisis),
        (2, invent_a_problem),
        (3, overspend),
        (3, owe_chips),
        (4, start_a_second_project),
        (4, start_a_second_tech),
        (4, research_what_is_known),
    ],
)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.1 §1.3 §2.3 §3.1.5 §3.2.5 By the law that forbids it; and a fresh table keeps all of them."""
    t = table("7♣ ★♥", "8♦", money=2)
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]
