"""Chapter 8.9: abilities when claiming contracts."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from moot.games.treasury.claim import NO_WILD, count_card, is_happy, match, serves
from moot.games.treasury.components import CARDS, PROVIDED, PROVIDES
from moot.games.treasury.rules import Do, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    claim,
    contract,
    demand,
    gold,
    offered_businesses,
    offered_cards,
    quiet,
)


def test_council_redirects_a_contract() -> None:
    """§8.9 To another opened business without one that provides at least as many icons."""
    t = quiet(
        *("Farm 2", "Bakery"),
        opened=["Council, Farm 4, Castle, Thug 1+Guard"],
        startups=["Quarry"],
        demand="Judge",
        deck="",
    )
    act(t, Do.START, "Farm 2")
    claim(t, "Farm 4", "Judge")
    assert offered_businesses(t, 0) == {"Farm 4", "Council", "Castle"}
    choose_business(t, 0, Step.COUNCIL, "Castle")
    assert (contract(t, 0, "Castle"), contract(t, 0, "Farm 4")) == (["Judge"], [])


def test_council_needs_enough_icons() -> None:
    """§8.9 Two icons do not go on a business with one."""
    t = quiet("Farm 2", "Bakery", opened=["Council, Dairy Farm"], demand="Judge, Hut Builder 2", deck="")
    act(t, Do.START, "Farm 2")
    claim(t, "Dairy Farm", "Hut Builder 2", "Judge")
    assert contract(t, 0, "Dairy Farm") == ["Hut Builder 2", "Judge"]


def test_market_uses_any_card_for_food_or_hides() -> None:
    """§8.9 One of the two, for its own contract."""
    t = quiet("Farm 2", "Bakery", opened=["Market"], demand="Council, Hut Builder 2, Bard", deck="")
    act(t, Do.START, "Farm 2")
    claim(t, "Market", "Council", "Hut Builder 2", "Bard")
    assert contract(t, 0, "Market") == ["Council", "Hut Builder 2", "Bard"]


@pytest.mark.parametrize("wanted", ["Council, Farm 1, Bard", "Judge, Hut Builder 2, Council"])
def test_market_is_wild_once(wanted: str) -> None:
    """§8.9 Not for both, and not for bronze."""
    t = quiet("Farm 2", "Bakery", opened=["Market"], demand=wanted, current="Farm 3, Thug 1", deck="")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_market_helps_no_other_business() -> None:
    """§8.9 For its own contract alone."""
    t = quiet("Farm 2", "Bakery", opened=["Market, Farm 4"], demand="Council", deck="")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_bard_uses_happiness_for_another_icon() -> None:
    """§8.9 Once for each contract."""
    t = quiet("Farm 2", "Bakery", opened=["Bard+Castle, Dairy Farm"], demand="Guide 2, Judge, Philosopher", deck="")
    act(t, Do.START, "Farm 2")
    choose_business(t, 0, Step.CONTRACT, "Dairy Farm")
    assert offered_cards(t, 0) == {"Guide 2", "Philosopher"}
    choose(t, 0, Step.CLAIM, "Guide 2")
    assert offered_cards(t, 0) == {"Judge"}, "Bard has been used for hides"
    choose(t, 0, Step.CLAIM, "Judge")
    assert demand(t) == ["Philosopher"]


def test_bard_does_not_help_twice() -> None:
    """§8.9 Two icons, two cards that demand happiness: not enough."""
    t = quiet("Farm 2", "Bakery", opened=["Bard+Castle, Dairy Farm"], demand="Guide 2, Philosopher", deck="")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_bard_and_market_together() -> None:
    """§8.9 Each for one icon."""
    t = quiet("Farm 2", "Bakery", opened=["Bard+Castle, Market"], demand="Guide 2, Council, Hut Builder 2", deck="")
    act(t, Do.START, "Farm 2")
    claim(t, "Market", "Council", "Hut Builder 2", "Guide 2")
    assert contract(t, 0, "Market") == ["Council", "Hut Builder 2", "Guide 2"]


def test_clothier_gains_by_its_contract() -> None:
    """§8.9 2 gold for each kind of icon that its owner provides."""
    t = quiet("Farm 2", "Bakery", opened=["Clothier, Farm 4"], demand="Cafe, Hut Builder 2, Guide 2", deck="")
    act(t, Do.START, "Farm 2")
    claim(t, "Clothier", "Cafe", "Hut Builder 2", "Guide 2")
    assert gold(t)[0] == 8, "cloth, hides, happiness and food"


def can_be_given_out(cards: list[int], business: int, bard: int, market: int) -> bool:
    """Whether some way to give cards to all icons works, tried one after the other."""

    def fits(card: int, i: int) -> bool:
        return serves(card, PROVIDES[business, i]) or i == market or (i == bard and is_happy(card))

    ways = permutations(cards, PROVIDED[business])
    return any(all(fits(card, i) for i, card in enumerate(way)) for way in ways)


@pytest.mark.parametrize("seed", range(20))
def test_counting_finds_cards_for_all_icons_where_trying_does(seed: int) -> None:
    """§2.6 §8.9 For any business and any demand, with Bard or Market for one icon."""
    luck = random.Random(seed)
    for _ in range(200):
        business, cards = luck.randint(1, CARDS), luck.sample(range(1, CARDS + 1), luck.randint(0, 6))
        icons = range(NO_WILD, PROVIDED[business])
        bard, market = luck.choice(icons), luck.choice(icons)
        counts = 0, 0
        for card in cards:
            counts = count_card(counts, business, card, 1)
        found = match(counts, (1 << PROVIDED[business]) - 1, bard, market)
        assert found == can_be_given_out(cards, business, bard, market)


@pytest.mark.parametrize("business", range(1, CARDS + 1))
def test_all_cards_in_demand_are_counted(business: int) -> None:
    """§2.6 No count runs over into the next: what was counted can be taken off again, and enough is enough."""
    counts = 0, 0
    for card in range(1, CARDS + 1):
        counts = count_card(counts, business, card, 1)
    assert match(counts, (1 << PROVIDED[business]) - 1, 0, 0)
    for card in range(1, CARDS + 1):
        counts = count_card(counts, business, card, -1)
    assert counts == (0, 0)
