"""Chapter 8.9: abilities when claiming contracts."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from moot.engine import Sitting
from moot.games.treasury.claim import NO_WILD, count_card, is_happy, match, serves
from moot.games.treasury.components import (
    BARBARIANS,
    CARDS,
    DEMAND,
    FIRST_WEAPON,
    PROVIDED,
    PROVIDES,
    Icon,
)
from moot.games.treasury.rules import Do, Step
from moot.games.treasury.vocabulary import LABELS
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    claim,
    contract,
    demand,
    gold,
    number,
    offered_businesses,
    offered_cards,
    quiet,
    table,
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


def test_a_happy_card_may_be_either_bards_or_markets() -> None:
    """§8.9 §2.6 What it was is decided by what the other icons need: here Market for food, and Bard for bronze."""
    t = quiet(
        "Thug 1", "Bakery", opened=["Bard+Castle, Market"], demand="Guide 2, Farm 2, Hut Builder 2, Laboratory", deck=""
    )
    act(t, Do.START, "Thug 1")
    choose_business(t, 0, Step.CONTRACT, "Market")
    choose(t, 0, Step.CLAIM, "Guide 2")
    choose(t, 0, Step.CLAIM, "Hut Builder 2")
    assert offered_cards(t, 0) == {"Laboratory", "Farm 2"}
    choose(t, 0, Step.CLAIM, "Farm 2")
    assert contract(t, 0, "Market") == ["Guide 2", "Hut Builder 2", "Farm 2"]


def test_bard_and_market_help_two_icons_and_no_third() -> None:
    """§8.9 Each once: three cards that demand happiness do not do."""
    t = quiet("Thug 1", "Bakery", opened=["Bard+Castle, Market"], demand="Guide 2, Farm 2, Warrior 2", deck="")
    act(t, Do.START, "Thug 1")
    assert asked(t) == [(1, Step.MENU)]


def test_clothier_gains_by_its_contract() -> None:
    """§8.9 2 gold for each kind of icon that its owner provides on opened businesses, its own included and each kind once."""
    t = quiet(
        "Farm 2",
        "Bakery",
        opened=["Clothier, Farm 4, Trapper", "Quarry"],
        startups=["Tinkerer 1"],
        demand="Cafe, Hut Builder 2, Guide 2",
        deck="",
    )
    act(t, Do.START, "Farm 2")
    claim(t, "Clothier", "Cafe", "Hut Builder 2", "Guide 2")
    assert gold(t)[0] == 8, "cloth, hides, happiness and food"


def test_clothier_counts_every_weapon_as_a_kind() -> None:
    """§8.9 Clubs and swords are two kinds, two swords are one."""
    t = quiet("Farm 2", "Bakery", opened=["Clothier, Thug 1, Castle"], demand="Cafe, Hut Builder 2, Guide 2", deck="")
    act(t, Do.START, "Farm 2")
    claim(t, "Clothier", "Cafe", "Hut Builder 2", "Guide 2")
    assert gold(t)[0] == 12, "cloth, hides, happiness, clubs, swords and stone"


def test_clothier_gains_however_its_contract_comes_about() -> None:
    """§8.9 By Railway, by Council, by Spear Maker; a business that is none gains nothing."""
    t = quiet("Farm 2", "", opened=["Railway, Farm 4+Judge, Clothier"])
    act(t, Do.RAILWAY, "Farm 4")
    choose_business(t, 0, Step.RAIL_TO, "Clothier")
    assert (contract(t, 0, "Clothier"), gold(t)[0]) == (["Judge"], 10), "coal, cloth, food, hides and happiness"
    t = quiet("Thug 1", "Bakery", opened=["Council, Farm 4, Clothier"], demand="Judge", deck="")
    act(t, Do.START, "Thug 1")
    claim(t, "Farm 4", "Judge")
    choose_business(t, 0, Step.COUNCIL, "Clothier")
    assert gold(t)[0] == 8, "happiness, food, cloth and hides"
    t = quiet("Thug 1", "", opened=["Clothier"], startups=["Spear Maker+Guide 2"], demand="Bard")
    act(t, Do.OPEN, "Spear Maker")
    choose(t, 0, Step.SPEAR_CARD, "Bard")
    choose_business(t, 0, Step.SPEAR_ON, "Clothier")
    assert gold(t)[0] == 8, "cloth, hides, happiness and spears"
    t = quiet("Farm 2", "", opened=["Railway, Farm 4, Clothier+Judge, Market"])
    act(t, Do.RAILWAY, "Clothier")
    choose_business(t, 0, Step.RAIL_TO, "Market")
    assert gold(t)[0] == 0, "it lost its contract"


# Counting cards against trying all ways


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


def is_contract(business: int, cards: tuple[int, ...], bard: bool) -> bool:
    """§2.6 §8.9 Whether these cards, one for each icon, are a contract: by the words of the rulebook, without counting."""
    strange = [i for i, card in enumerate(cards) if not asks_for(card, PROVIDES[business, i])]
    by_bard = [i for i in strange if bard and DEMAND[cards[i]] == Icon.HAPPINESS]
    wild = (Icon.FOOD, Icon.HIDES) if LABELS[business] == "Market" else ()
    by_market = [i for i in strange if PROVIDES[business, i] in wild]
    if len(strange) == 2:
        one, other = strange
        return (one in by_bard and other in by_market) or (one in by_market and other in by_bard)
    return not strange or (len(strange) == 1 and strange[0] in by_bard + by_market)


def asks_for(card: int, icon: int) -> bool:
    """§2.6 A card asks for its icon, and with barbarians for any weapon."""
    return bool(BARBARIANS[card] if icon >= FIRST_WEAPON else DEMAND[card] == icon)


def ways_offered(t: Sitting, chosen: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """All that can be chosen for a contract, card after card."""
    if t.state.asking[0] != Step.CLAIM:
        return {chosen}
    found: set[tuple[int, ...]] = set()
    assert t.moves(0), f"a contract that cannot be completed, after {chosen}"
    for move in t.moves(0):
        twin = t.copy()
        twin.play(0, move)
        found |= ways_offered(twin, (*chosen, move.arguments[0]))
    return found


BARD, MARKET = number("Bard"), number("Market")
OTHERS = [card for card in range(1, CARDS + 1) if card != BARD]


def listed(cards: list[int]) -> str:
    """Cards by their names."""
    return ", ".join(LABELS[card] for card in cards)


def contracts_offered(business: int, wanted: list[int], spare: list[int], *, bard: bool) -> set[tuple[int, ...]]:
    """All contracts that the owner of a business (and of Bard, which has one) may choose at the end of a turn."""
    started, beneath = LABELS[spare[0]], LABELS[spare[1]]
    mine = LABELS[business] + (f", Bard+{beneath}" if bard else "")
    t = table(started, "", opened=[mine], demand=listed(wanted), future=listed(spare[2:]), deck="")
    act(t, Do.START, started)
    while asked(t) == [(0, Step.MENU)]:
        act(t, Do.DONE)
    if asked(t) != [(0, Step.CONTRACT)]:
        return set()
    choose_business(t, 0, Step.CONTRACT, LABELS[business])
    return ways_offered(t)


def shuffled_demand(luck: random.Random, business: int) -> list[int]:
    """Some cards, most of which may be of use for a business."""
    others = [card for card in OTHERS if card != business]
    icons = [PROVIDES[business, i] for i in range(PROVIDED[business])]
    useful = [card for card in others if is_happy(card) or any(asks_for(card, icon) for icon in icons)]
    return list(dict.fromkeys(luck.sample(useful, luck.randint(0, 5)) + luck.sample(others, luck.randint(0, 3))))


@pytest.mark.parametrize("bard", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_what_is_offered_is_what_the_rules_allow(seed: int, bard: bool) -> None:
    """§2.6 §8.9 For any business and any demand, with Bard or without: every contract, and nothing that is none."""
    luck = random.Random(seed)
    for turn in range(12):
        business = MARKET if turn % 2 else luck.choice(OTHERS)
        wanted = shuffled_demand(luck, business)
        spare = luck.sample(sorted({*OTHERS} - {business, *wanted}), 4)
        allowed = {cards for cards in permutations(wanted, PROVIDED[business]) if is_contract(business, cards, bard)}
        assert contracts_offered(business, wanted, spare, bard=bard) == allowed
