"""Chapters 4 and 9: population, and what events do."""

from __future__ import annotations

from typing import Any

import pytest

from moot.engine import Sitting
from moot.games.treasury.rules import Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    decline,
    demand,
    end_round,
    events,
    gold,
    hand,
    number,
    offered_businesses,
    offered_cards,
    opened,
    quiet,
    table,
    thrown,
    told,
)


def happen(event: str, *hands: str, **rest: Any) -> Sitting:
    """The first player has seeded, and this event happens."""
    held = hands or ("", "")
    first = ", ".join(filter(None, ["Guide 1", held[0]]))
    given = {"current": f"{event}, Farm 1", "future": "Thug 1, Warrior 1", **rest}
    t = table(first, *held[1:], **given)
    act(t, Do.SEED, "Guide 1")
    return t


# 4 Population


def test_population_counts_both_piles() -> None:
    """§4.1 The event that takes effect is not counted."""
    t = happen("Spear Maker", "", "", opened=["Bank"])
    assert asked(t) == [(0, Step.VOLCANO)]
    assert (t.state.population, len(events(t)), t.state.nested) == (4, 4, 1)


def test_population_grows_by_a_card_of_the_deck() -> None:
    """§4.2 It joins the future pile; without cards nothing happens."""
    t = happen("Judge", deck="Bard, Castle, Knight")
    assert events(t) == ["Farm 1", "Thug 1", "Warrior 1", "Guide 1", "Bard"]
    t = happen("Judge", deck="")
    assert t.state.population == 4
    assert told(t, Event.CANNOT_GROW)


def test_population_loss_resolves_the_next_event_first() -> None:
    """§4.3 The inner event goes to demand before the one that caused it."""
    t = happen("Tower", demand="Archives", opened=["Tanner 2"], current="Tower, Farm 3, Farm 1")
    decline(t, 0)
    assert demand(t) == ["Archives", "Farm 3", "Tower"]
    assert (gold(t)[0], t.state.population) == (1, 4)
    assert told(t, Event.TURNED_UP) == [(number("Farm 1"), 0, 0)]


def test_losses_nest() -> None:
    """§4.3 A loss within a loss within a loss."""
    t = happen("Tower", demand="Archives", current="Tower, Temple, Market, Farm 1", future="Thug 1, Warrior 1, Guide 2")
    assert demand(t) == ["Archives", "Farm 1", "Market", "Temple", "Tower"]
    assert events(t) == ["Thug 1", "Warrior 1", "Guide 2", "Guide 1"]
    assert told(t, Event.USED_UP)


def test_without_current_events_the_oldest_future_one_is_lost() -> None:
    """§4.3 It is revealed and resolved."""
    t = happen("Tower", demand="Archives", current="Tower", future="Farm 3, Thug 1, Warrior 1", opened=["Tanner 2"])
    decline(t, 0)
    assert demand(t) == ["Archives", "Farm 3", "Tower"]
    assert events(t) == ["Thug 1", "Warrior 1", "Guide 1"]


def test_at_the_least_a_loss_is_ignored() -> None:
    """§4.4 As many as players."""
    t = happen("Tower", demand="Archives", future="")
    assert t.state.population == 2
    assert told(t, Event.CANNOT_SHRINK)


# 9.1 Science


@pytest.mark.parametrize(
    ("businesses", "drawn"),
    [(["Tinkerer 1", "Bakery"], [1, 0]), (["Tinkerer 1", "Tinkerer 2"], [1, 1]), (["Bank", ""], [0, 0])],
)
def test_discovery(businesses: list[str], drawn: list[int]) -> None:
    """§9.1 Whoever provides the most science draws; ties all, and at least one icon is needed."""
    t = happen("Council", opened=businesses, deck="Bard, Castle, Butcher", demand="Cafe")
    decline(t, 0)
    end_of_turn = 1
    assert [t.state.hand_size[0] - end_of_turn, t.state.hand_size[1]] == drawn


def test_invention_draws_for_each_icon() -> None:
    """§9.1 The most science, a card for each icon."""
    t = happen("Quarry", opened=["Tinkerer 1", "Laboratory"], deck="Bard, Castle, Bank, Butcher")
    assert t.state.hand_size[1] == 2


def test_breakthrough_draws_and_adds_demand() -> None:
    """§9.1 §9.5 The card for the demand pile comes from the hand."""
    t = happen("Knight", "", "Skinner 2", opened=["", "Tinkerer 1"], deck="Bard, Castle")
    assert asked(t) == [(1, Step.ADD_CARD)]
    assert offered_cards(t, 1) == {"Skinner 2", "Bard"}
    choose(t, 1, Step.ADD_CARD, "Skinner 2")
    assert demand(t) == ["Skinner 2", "Knight"]
    assert hand(t, 1) == ["Bard"]


def test_three_decide_in_turn_order() -> None:
    """§8.2 From the active player on, whatever was asked before; who has no card is not asked for one."""
    future = "Thug 1, Warrior 1, Thug 2"
    t = table("Guide 1, Skinner 2", "Archives", "Farm 2", current="Reactor, Farm 1", future=future, deck="")
    t.state.each = 3
    act(t, Do.SEED, "Guide 1")
    for seat, card in enumerate(("Skinner 2", "Archives", "Farm 2")):
        assert asked(t) == [(seat, Step.BLACKOUT)]
        choose(t, seat, Step.BLACKOUT, card)
    t = happen("Reactor", "", "Archives", "", deck="", future=future)
    assert asked(t) == [(1, Step.BLACKOUT)]


def test_several_decide_in_turn_order() -> None:
    """§8.2 From the active player on."""
    t = happen("Knight", "", "Skinner 2", opened=["Prophet 2", "Tinkerer 1"], deck="Bard, Castle, Butcher")
    assert asked(t) == [(0, Step.ADD_CARD)]
    choose(t, 0, Step.ADD_CARD, "Bard")
    assert asked(t) == [(1, Step.ADD_CARD)]


# 9.2 Barbarians


@pytest.mark.parametrize(
    ("event", "each"), [("Gatherer 1", 1), ("Bronze Mine 1", 2), ("Trader", 3), ("Bomb Factory", 4)]
)
def test_barbarians(event: str, each: int) -> None:
    """§9.2 §5.2 For each barbarian in demand; the event's own is not there yet."""
    t = happen(event, demand="Guard, Judge, Bard", treasury=20)
    assert t.state.treasury == 20 - 2 * each


def test_barbarians_take_what_there_is() -> None:
    """§5.1 The treasury never falls below 0; §8.10 Swordmaker has what was really taken, and Bank notices."""
    t = happen("Bronze Mine 1", demand="Guard, Judge", treasury=3, opened=["Bank", "Swordmaker"])
    assert t.state.treasury == 0
    assert gold(t) == [2, 3]
    t = happen("Gatherer 1", demand="Guard", treasury=9, opened=["Bank", "Swordmaker"])
    assert (gold(t), told(t, Event.RAN_DRY)) == ([0, 1], [])
    t = happen("Gatherer 1", demand="Bard", treasury=9, opened=["Bank", "Swordmaker"])
    assert told(t, Event.EARNED) == [], "there was no loot"


def test_war() -> None:
    """§9.2 §9.6 A third of the treasury, rounded down, then a loss of population."""
    t = happen("Butcher", demand="Guard, Prophet 1", treasury=11)
    assert t.state.treasury == 8
    assert (t.state.population, demand(t)[2:]) == (3, ["Farm 1", "Butcher"])


@pytest.mark.parametrize(("event", "left"), [("Butcher", 8), ("Clothier", 1)])
def test_swordmaker_gains_by_barbarians_only(event: str, left: int) -> None:
    """§9.2 §8.10 What War and Rebellion take is lost."""
    t = happen(event, demand="Guard, Prophet 1", treasury=11, opened=["", "Swordmaker"])
    assert (t.state.treasury, gold(t)) == (left, [0, 0])


def test_war_needs_two_barbarians() -> None:
    """§9.2 Otherwise nothing happens."""
    t = happen("Butcher", demand="Guard", treasury=11)
    assert (t.state.treasury, t.state.population) == (11, 4)


@pytest.mark.parametrize(("seats", "left"), [(2, 16), (3, 14), (4, 12)])
def test_rebellion(seats: int, left: int) -> None:
    """§9.2 10 gold, less 3, 2 or 1 for each happiness icon of all players; here two."""
    others = [""] * (seats - 1)
    t = happen(
        "Clothier", "", *others, opened=["Mentor", "Bard"], treasury=20, future="Thug 1, Warrior 1, Thug 2, Warrior 2"
    )
    assert t.state.treasury == left


def test_rebellion_takes_nothing_from_the_happy() -> None:
    """§9.2 With 12 gold less it takes none of 10."""
    t = happen("Clothier", opened=["Mentor, Council", "Bard, Lodge"], treasury=20)
    assert t.state.treasury == 20


# 9.3 Gold


@pytest.mark.parametrize(
    ("event", "business", "gain"),
    [("Trapper", "Trade Post", 1), ("Army", "Railway", 5), ("Radio", "Reactor", 6)],
)
def test_providers_gain_once(event: str, business: str, gain: int) -> None:
    """§9.3 Early Trade, Fashion and Broadcast: as much for one icon as for several."""
    t = happen(event, opened=[business, "Thug 2"], deck="")
    assert gold(t) == [gain, 0]
    assert told(t, Event.GAINED) == [(0, gain, 0)]


@pytest.mark.parametrize(
    ("event", "businesses", "gain"),
    [
        ("Inventor", "Tanner 1, Trade Post", 2),
        ("Guard", "Quarry, Armory", 4),
        ("Bard", "Bronze Mine 2", 3),
        ("Railway", "Coal Mine", 8),
        ("Power Plant", "Reactor", 10),
    ],
)
def test_gain_for_each_icon(event: str, businesses: str, gain: int) -> None:
    """§9.3 Winter and Wonder."""
    t = happen(event, opened=[businesses, "Thug 2"], deck="")
    assert gold(t) == [gain, 0]


@pytest.mark.parametrize(("event", "gain"), [("Laboratory", 6), ("Cafe", 8), ("Newspaper", 10), ("Television", 12)])
def test_golden_age(event: str, gain: int) -> None:
    """§9.3 For the treasury."""
    assert happen(event, treasury=1).state.treasury == 1 + gain


@pytest.mark.parametrize(("event", "each"), [("Museum", 3), ("Pawnbroker", 4), ("Casino", 5)])
def test_boom(event: str, each: int) -> None:
    """§9.3 For opened businesses without a contract."""
    t = happen(event, opened=["Tanner 1, Quarry, Farm 4+Judge", "Thug 2"], startups=["Castle"], deck="")
    assert gold(t) == [2 * each, each]


def test_strike() -> None:
    """§9.3 Who provides no happiness pays 2 gold into the treasury, as far as there is some; not Tower's owner."""
    t = happen(
        "Tenement", "", "", "", "", opened=["Bard", "", "Tower"], gold=[5, 5, 5, 1], future="Thug 1, Warrior 1, Guide 2"
    )
    assert gold(t) == [5, 3, 5, 0]
    assert t.state.treasury == 3


@pytest.mark.parametrize(("money", "treasury", "after", "left"), [([5, 3], 9, [5, 9], 3), ([3, 3], 5, [5, 5], 1)])
def test_election(money: list[int], treasury: int, after: list[int], left: int) -> None:
    """§9.3 The treasury pays 6 gold to the poorest, who share it rounded down."""
    t = happen("Parliament", gold=money, treasury=treasury)
    assert (gold(t), t.state.treasury) == (after, left)


# 9.4 Demand


def test_stimulus() -> None:
    """§9.4 The top card of the deck joins demand; with no deck, nothing."""
    assert demand(happen("Bronze Mine 2", deck="Bard, Castle")) == ["Bard", "Bronze Mine 2"]
    assert demand(happen("Bronze Mine 2", deck="Bakery")) == ["Bakery", "Bronze Mine 2"]
    assert demand(happen("Bronze Mine 2", deck="")) == ["Bronze Mine 2"]


def test_great_leader() -> None:
    """§9.4 The oldest demand for happiness is discarded."""
    t = happen("Castle", demand="Bard, Guide 2, Philosopher", deck="")
    assert (demand(t), thrown(t, 1)) == (["Bard", "Philosopher", "Castle"], ["Guide 2"])


def test_alliance() -> None:
    """§9.4 The two oldest barbarian cards are discarded."""
    t = happen("Cotton Mill", demand="Guard, Bard, Judge, Butcher", deck="")
    assert demand(t) == ["Bard", "Butcher", "Cotton Mill"]
    assert demand(happen("Cotton Mill", demand="Bard, Guard", deck="")) == ["Bard", "Cotton Mill"]


@pytest.mark.parametrize("event", ["University", "Bomber"])
def test_peace(event: str) -> None:
    """§9.4 All barbarian cards are discarded."""
    assert demand(happen(event, demand="Guard, Bard, Judge, Butcher", deck="")) == ["Bard", event]


# 9.5 What each player decides


def test_volcano() -> None:
    """§9.5 Each loses an opened business; its contract cards are discarded. §8.2 In turn order."""
    t = happen("Spear Maker", "", "", opened=["Bank+Spearman, Quarry", "Farm 4"], deck="")
    assert offered_businesses(t, 0) == {"Bank", "Quarry"}
    choose_business(t, 0, Step.VOLCANO, "Bank")
    choose_business(t, 1, Step.VOLCANO, "Farm 4")
    assert (opened(t, 0), opened(t, 1), demand(t)) == (["Quarry"], [], ["Spear Maker"])
    assert sorted(thrown(t, 3)) == ["Bank", "Farm 4", "Spearman"]


def test_volcano_spares_who_has_nothing_opened() -> None:
    """§9.5 A startup is safe, and an empty place is none."""
    t = happen("Spear Maker", "", "", opened=["", "Tanner 1"], startups=["Castle"], deck="")
    assert asked(t) == [(1, Step.VOLCANO)]
    t = table(
        *("Guide 1", ""),
        opened=["Bank, Hut Builder 1, Tanner 1"],
        startups=["Quarry"],
        current="Spear Maker, Farm 1",
        future="Thug 1, Warrior 1",
    )
    act(t, Do.SELL, "Bank")
    act(t, Do.SEED, "Guide 1")
    assert offered_businesses(t, 0) == {"Hut Builder 1", "Tanner 1"}


def test_tower_stands_firm() -> None:
    """§9.5 Its owner loses nothing by Volcano or Blackout."""
    t = happen("Spear Maker", "", "", opened=["Tower, Bank", ""], deck="")
    assert opened(t, 0) == ["Tower", "Bank"]
    assert told(t, Event.SPARED) == [(0, 0, 0)]
    t = happen("Reactor", "Skinner 2", "Archives", opened=["Tower"], deck="")
    assert asked(t) == [(1, Step.BLACKOUT)]


@pytest.mark.parametrize(("event", "business"), [("Dairy Farm", "Bronze Mine 2"), ("Recycler", "Airfield")])
def test_modernization(event: str, business: str) -> None:
    """§9.5 Who provides the icon may sell a business; only who sells draws."""
    t = happen(event, "", "", opened=[business, "Bank"], startups=["Quarry"], deck="Bard, Castle, Butcher")
    assert offered_businesses(t, 0) == {"nothing", business, "Quarry"}
    choose_business(t, 0, Step.MODERNIZE, "Quarry")
    assert gold(t)[0] == 5
    decline(t, 0)
    assert hand(t, 0) == ["Bard", "Castle"], "one by the event, one at the end of the turn"
    t = happen(event, "", "", opened=[business, "Bank"], deck="Bard, Castle, Butcher", demand="Cafe")
    choose_business(t, 0, Step.MODERNIZE)
    assert t.state.hand_size[0] <= 1


def test_modernization_sells_what_is_there() -> None:
    """§9.5 Not from an empty place; and who does not provide the icon is not asked."""
    t = table(
        *("Guide 1", ""),
        opened=["Farm 4, Hut Builder 1, Tanner 1, Bronze Mine 2", "Bank"],
        current="Dairy Farm, Farm 1",
        future="Thug 1, Warrior 1",
    )
    act(t, Do.SELL, "Farm 4")
    act(t, Do.SEED, "Guide 1")
    assert offered_businesses(t, 0) == {"nothing", "Hut Builder 1", "Tanner 1", "Bronze Mine 2"}
    assert len(t.moves(0)) == 4
    choose_business(t, 0, Step.MODERNIZE)
    assert asked(t) == [(0, Step.MENU)], "Hut Builder may sell still; Bank's owner is not asked"


def test_trader_gains_by_its_own_modernization() -> None:
    """§9.5 §8.10 It is sold as in a turn: its contract card returns while it is still there."""
    t = happen("Dairy Farm", opened=["Trader+Cafe+Bard+Judge"], deck="")
    choose_business(t, 0, Step.MODERNIZE, "Trader")
    choose(t, 0, Step.RETURN, "Cafe")
    assert (gold(t)[0], opened(t, 0)) == (5 + 1, [])


def test_exhibition() -> None:
    """§9.5 A hand card into demand for 2 gold, if a player likes."""
    t = happen("Factory", "Skinner 2", "Archives", deck="")
    choose(t, 0, Step.EXHIBIT, "Skinner 2")
    choose(t, 1, Step.EXHIBIT)
    assert (demand(t), gold(t)) == (["Skinner 2", "Factory"], [2, 0])


def test_blackout() -> None:
    """§9.5 Everyone discards a hand card, who has one."""
    t = happen("Reactor", "Skinner 2", "Archives, Prophet 1", deck="")
    choose(t, 0, Step.BLACKOUT, "Skinner 2")
    choose(t, 1, Step.BLACKOUT, "Archives")
    assert thrown(t, 2) == ["Skinner 2", "Archives"]


# 9.6 Population


def test_fertility() -> None:
    """§9.6 Without demand for food the population grows."""
    assert happen("Judge").state.population == 5
    assert happen("Judge", demand="Archives").state.population == 4


def test_scarcity() -> None:
    """§9.6 It grows without demand for food, and shrinks with it."""
    for event in ("Tower", "Temple", "Market", "Monastery", "Cannery", "Supermarket"):
        assert happen(event).state.population == 5
        assert happen(event, demand="Archives").state.population == 3


def test_it_is_kept_where_gold_comes_from() -> None:
    """§5.1 From contracts, abilities, events and sales, for each player."""
    mine, theirs = "Tanner 2, Farm 4+Judge, Hut Builder 1", "Bank"
    t = happen("Trapper", opened=[mine, theirs], treasury=3, demand="Guide 2", deck="Bakery", gold=[9, 9])
    act(t, Do.SELL, "Tanner 2")
    decline(t, 0)
    end_round(t)
    assert [list(t.state.income[seat]) for seat in range(2)] == [[3, 0, 1, 2], [0, 2, 0, 0]]


def test_quiet_tables_are_quiet() -> None:
    """§2.3 The events of the other tests do nothing by themselves."""
    t = quiet("Guide 2", "")
    act(t, Do.SEED, "Guide 2")
    assert gold(t) == [0, 0]
    assert told(t, Event.EARNED) == told(t, Event.GAINED) == []
