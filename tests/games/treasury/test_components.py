"""Chapters 1.5 and 7: the cards."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.treasury import GAME
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    AGE_NAMES,
    BARBARIANS,
    CARDS,
    CONTRACT,
    COST,
    DEMAND,
    DEVELOP,
    EFFECT,
    NAMES,
    PROVIDED,
    PROVIDES,
    Ability,
    Effect,
    Icon,
    ability_text,
    event_text,
)
from moot.games.treasury.rules import MOST_POWER

MATERIALS = (Icon.HIDES, Icon.STONE, Icon.BRONZE, Icon.CLOTH, Icon.COAL, Icon.ELECTRICITY)
WEAPONS = (Icon.CLUBS, Icon.SPEARS, Icon.SWORDS, Icon.RIFLES, Icon.TANKS, Icon.BOMBS)


def of_age(age: int) -> list[int]:
    """The cards of an age."""
    return [card for card in range(1, CARDS + 1) if AGE[card] == age]


def icons_of(card: int) -> list[int]:
    """What a card provides."""
    return [int(PROVIDES[card, i]) for i in range(PROVIDED[card])]


def test_there_are_96_cards() -> None:
    """§1.3 §7.1 36 of age [], twelve of each later age."""
    assert [len(of_age(age)) for age in range(6)] == [36, 12, 12, 12, 12, 12]


def test_every_ability_and_effect_is_on_a_card() -> None:
    """§8.1 §9.1 And every card has one of each, with a text."""
    assert {int(ABILITY[card]) for card in range(1, CARDS + 1)} == set(map(int, Ability))
    assert {int(EFFECT[card]) for card in range(1, CARDS + 1)} == set(map(int, Effect))
    for card in range(1, CARDS + 1):
        assert ability_text(card).endswith(".")
        assert event_text(card).endswith(".")
        assert "{" not in event_text(card)


def test_no_ability_is_on_more_cards_than_a_position_can_count() -> None:
    """§8.1 All of them may be opened by one player."""
    assert max(Counter(int(ABILITY[card]) for card in range(1, CARDS + 1)).values()) <= MOST_POWER


def test_cards_provide_one_to_three_icons() -> None:
    """§1.5 Demand is never for weapons but by barbarians."""
    for card in range(1, CARDS + 1):
        assert 1 <= PROVIDED[card] <= 3
        assert DEMAND[card] not in WEAPONS
        assert BARBARIANS[card] in (0, 1)


@pytest.mark.parametrize("age", range(6))
def test_each_age_has_its_material_and_weapon(age: int) -> None:
    """§7.1 And food, science and happiness."""
    provided = {icon for card in of_age(age) for icon in icons_of(card)}
    assert {MATERIALS[age], WEAPONS[age], Icon.FOOD, Icon.SCIENCE, Icon.HAPPINESS} <= provided


@pytest.mark.parametrize("age", [4, 5])
def test_our_ages_follow_the_plan(age: int) -> None:
    """§7.1 §7.2 The material six times in demand, that of the age before three times; five barbarians; costs go on rising."""
    wanted = Counter(int(DEMAND[card]) for card in of_age(age))
    assert (wanted[MATERIALS[age]], wanted[MATERIALS[age - 1]]) == (6, 3)
    assert sum(BARBARIANS[card] for card in of_age(age)) == 5
    for row in (DEVELOP, COST, CONTRACT):
        assert sum(row[card] for card in of_age(age)) > sum(row[card] for card in of_age(age - 1))


@pytest.mark.parametrize("age", [4, 5])
def test_our_ages_continue_the_trend(age: int) -> None:
    """§7.1 Averages of develop cost, gold cost and contract, within half a card or a gold of the plan."""
    plan = {4: (1.9, 6.2, 8.5), 5: (2.2, 7.4, 11.0)}
    for row, planned in zip((DEVELOP, COST, CONTRACT), plan[age], strict=True):
        assert sum(row[card] for card in of_age(age)) / 12 == pytest.approx(planned, abs=0.5)


@pytest.mark.parametrize("age", [4, 5])
def test_our_ages_ask_for_what_every_age_needs(age: int) -> None:
    """§7.1 Food, science and happiness are demanded, and its own weapon is on three cards or more, no other weapon on any."""
    wanted = {int(DEMAND[card]) for card in of_age(age)}
    assert {Icon.FOOD, Icon.SCIENCE, Icon.HAPPINESS} <= wanted
    armed = [icon for card in of_age(age) for icon in set(icons_of(card)) if icon in WEAPONS]
    assert set(armed) == {WEAPONS[age]}
    assert len(armed) >= 3


def test_demand_for_old_materials_runs_dry() -> None:
    """§7.2 No card of age II or later asks for stone or hides, none of age V for cloth."""
    later = {int(DEMAND[card]) for age in (2, 3, 4, 5) for card in of_age(age)}
    assert not later & {Icon.HIDES, Icon.STONE}
    assert Icon.CLOTH not in {int(DEMAND[card]) for card in of_age(5)}


def test_the_rulebook_prints_the_cards_as_they_are() -> None:
    """§8.1 Business by business, in the order of cards.csv."""
    printed = [row.strip("| ").split(" | ") for row in GAME.rulebook.splitlines() if row.startswith("| ")]
    table = [row for row in printed if len(row) == 8 and row[0] in AGE_NAMES]
    assert [row[1] for row in table] == list(NAMES[1:])
    assert [[int(cell) for cell in row[4:7]] for row in table] == [
        [DEVELOP[card], COST[card], CONTRACT[card]] for card in range(1, CARDS + 1)
    ]
