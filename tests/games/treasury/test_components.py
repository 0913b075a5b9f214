"""Chapters 1.5 and 7: the cards."""

from __future__ import annotations

import csv
import tomllib
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

with (GAME.folder / "cards.csv").open(encoding="utf-8", newline="") as _cards:
    CARD_ROWS = list(csv.DictReader(_cards))
TEXTS = tomllib.loads((GAME.folder / "texts.toml").read_text(encoding="utf-8"))
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


def rows_below(heading: str) -> list[list[str]]:
    """The table below a heading of the rulebook, without its head."""
    lines = GAME.rulebook.partition(f"\n{heading}\n")[2].partition("\n## ")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return rows[2:]


def by_age(icon: int, row: dict[int, list[int]]) -> str:
    """In which ages an icon is found, and how often."""
    found = {age: sum(icons.count(icon) for card, icons in row.items() if AGE[card] == age) for age in range(6)}
    return ", ".join(f"{AGE_NAMES[age]} ({times})" for age, times in found.items() if times)


def test_the_rulebook_says_where_materials_are_found() -> None:
    """§7.2 In which ages each is demanded and provided, as it is on the cards; food, science and happiness in all."""
    demanded = {card: [int(DEMAND[card])] for card in range(1, CARDS + 1)}
    provided = {card: icons_of(card) for card in range(1, CARDS + 1)}
    assert rows_below("## 7 The ages") == [
        [icon.name.lower(), by_age(icon, demanded), by_age(icon, provided)] for icon in MATERIALS
    ]
    for icon in (Icon.FOOD, Icon.SCIENCE, Icon.HAPPINESS):
        assert by_age(icon, demanded).count("(") == 6


def test_hides_stone_and_bronze_are_demanded_in_one_age_alone() -> None:
    """§7.2 Cloth and coal in two, and nothing before its time."""
    ages = {icon: {int(AGE[card]) for card in range(1, CARDS + 1) if DEMAND[card] == icon} for icon in MATERIALS}
    assert list(ages.values()) == [{0}, {1}, {2}, {3, 4}, {4, 5}, {5}]


def test_the_rulebook_prints_the_cards_as_they_are() -> None:
    """§8.1 Business by business, in the order of cards.csv."""
    assert rows_below("## Cards") == [
        [
            AGE_NAMES[AGE[card]],
            NAMES[card],
            " ".join(Icon(icon).name.lower() for icon in icons_of(card)),
            Icon(DEMAND[card]).name.lower() + (", barbarians" if BARBARIANS[card] else ""),
            *(str(row[card]) for row in (DEVELOP, COST, CONTRACT)),
            event_heading(card),
        ]
        for card in range(1, CARDS + 1)
    ]


def event_heading(card: int) -> str:
    """The name of an event with the number and the icon that its text has."""
    row, text = CARD_ROWS[card - 1], TEXTS["effect"][CARD_ROWS[card - 1]["effect"]]
    shown = [row["amount"]] * ("{amount}" in text) + [row["icon"]] * bool(row["icon"])
    return " ".join([row["event"], *shown])


def test_the_rulebook_prints_what_businesses_do() -> None:
    """§8.1 Every ability, word for word as texts.toml has it, and no ability that is there alone."""
    printed = dict.fromkeys((AGE_NAMES[AGE[card]], NAMES[card], ability_text(card)) for card in range(1, CARDS + 1))
    assert rows_below("## What the businesses do") == [list(row) for row in printed]
    assert {text for _, _, text in printed} == set(TEXTS["ability"].values())


def test_the_rulebook_prints_what_events_do() -> None:
    """§9.1 Every effect, with N and icon for what the card says."""
    printed = {row["event"]: TEXTS["effect"][row["effect"]].format(amount="*N*", icon="*icon*") for row in CARD_ROWS}
    assert rows_below("## What the events do") == [list(row) for row in printed.items()]
