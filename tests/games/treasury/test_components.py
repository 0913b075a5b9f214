"""Chapters 1.5 and 7: the cards."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.treasury.components import (
    ABILITY,
    AGE,
    BARBARIANS,
    CARDS,
    CONTRACT,
    COST,
    DEMAND,
    DEVELOP,
    EFFECT,
    PROVIDED,
    PROVIDES,
    Ability,
    Effect,
    Icon,
    ability_text,
    event_text,
)

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


def test_demand_for_old_materials_runs_dry() -> None:
    """§7.2 No card of age II or later asks for stone or hides, none of age V for cloth."""
    later = {int(DEMAND[card]) for age in (2, 3, 4, 5) for card in of_age(age)}
    assert not later & {Icon.HIDES, Icon.STONE}
    assert Icon.CLOTH not in {int(DEMAND[card]) for card in of_age(5)}
