"""Chapter 8.6: abilities when seeding."""

from __future__ import annotations

import pytest

from moot.games.treasury.rules import Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    decline,
    demand,
    events,
    gold,
    hand,
    may,
    number,
    quiet,
    table,
    thrown,
    told,
)


def test_gatherer_does_not_seed() -> None:
    """§8.6 Neither as an action nor besides."""
    t = quiet("Farm 2", "", opened=["Gatherer 1, Hay Maker"])
    assert not may(t, Do.SEED)
    assert not may(t, Do.SEED_FREE)


def test_spearman_seeds_when_the_current_pile_is_empty() -> None:
    """§8.6 The oldest future event happens, chosen before the new one is laid; nothing new is turned up."""
    t = table("Farm 2", "Bakery", opened=["Spearman, Tanner 2"], future="Farm 3, Guide 1")
    act(t, Do.SEED, "Farm 2")
    assert events(t) == ["Guide 1", "Farm 2"]
    assert gold(t)[0] == 1, "Early Trade"
    assert not told(t, Event.TURNED_UP)
    assert not may(table("Farm 2", "", future="Farm 3, Guide 1"), Do.SEED)


def test_spearman_and_knight() -> None:
    """§8.6 Even slid under the pile, the new event is not the one that happens."""
    t = table("Farm 2", "Bakery", opened=["Spearman, Knight"], future="Farm 3, Guide 1")
    act(t, Do.SEED, "Farm 2")
    choose(t, 0, Step.UNDER, 1)
    assert events(t) == ["Farm 2", "Guide 1"]
    assert demand(t) == ["Farm 3"]


@pytest.mark.parametrize("under", [0, 1])
def test_knight_slides_it_under(under: int) -> None:
    """§8.6 Under the future pile it comes up first next round."""
    t = quiet("Farm 2", "Bakery", opened=["Knight"])
    act(t, Do.SEED, "Farm 2")
    choose(t, 0, Step.UNDER, under)
    future = ["Farm 2", "Guide 1", "Warrior 3"] if under else ["Guide 1", "Warrior 3", "Farm 2"]
    assert events(t) == ["Farm 3", *future]


def test_knight_is_not_asked_when_it_makes_no_difference() -> None:
    """§8.6 The seeded card is the only one of the future pile."""
    t = quiet("Farm 2", "Bakery", opened=["Knight"], current="Farm 1, Farm 3, Thug 1", future="")
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_temple_draws_and_discards() -> None:
    """§8.6 When seeding, before the event happens."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Temple"], deck="Guard")
    act(t, Do.SEED, "Farm 2")
    assert hand(t, 0) == ["Skinner 2", "Guard"]
    choose(t, 0, Step.LOOT_CARD, "Skinner 2")
    assert (hand(t, 0), thrown(t, 1)) == (["Guard"], ["Skinner 2"])


def test_temple_draws_before_the_event_happens() -> None:
    """§8.6 Its card is drawn and another discarded before Discovery lets its owner draw."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Temple"], current="Farm 1, Farm 3", deck="Guard, Bank, Bard")
    act(t, Do.SEED, "Farm 2")
    assert (asked(t), hand(t, 0)) == ([(0, Step.LOOT_CARD)], ["Skinner 2", "Guard"])
    assert not told(t, Event.HAPPENED)
    choose(t, 0, Step.LOOT_CARD, "Guard")
    assert told(t, Event.HAPPENED)
    assert hand(t, 0)[:2] == ["Skinner 2", "Bank"]


def test_temple_discards_from_what_there_is() -> None:
    """§8.6 The card just drawn, if it is the only one; without any nothing is asked."""
    t = quiet("Farm 2", "Bakery", opened=["Temple"], current="Farm 3, Guide 2", deck="Guard")
    act(t, Do.SEED, "Farm 2")
    assert (asked(t), hand(t, 0)) == ([(0, Step.LOOT_CARD)], ["Guard"])
    t = quiet("Farm 2", "Bakery", opened=["Temple"], current="Farm 3, Guide 2", deck="")
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_knight_then_temple_then_shaman_then_the_event() -> None:
    """§8.6 In this order."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Shaman, Temple, Knight"], deck="Guard, Bank, Bard")
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(0, Step.UNDER)]
    choose(t, 0, Step.UNDER, 0)
    assert asked(t) == [(0, Step.LOOT_CARD)]
    choose(t, 0, Step.LOOT_CARD, "Guard")
    assert asked(t) == [(0, Step.SKIP)]
    assert not told(t, Event.HAPPENED)


@pytest.mark.parametrize(("skip", "gain"), [(0, 1), (1, 0)])
def test_shaman_leaves_the_event_without_effect(skip: int, gain: int) -> None:
    """§8.6 It still joins the demand pile."""
    t = quiet("Farm 2", "Bakery", opened=["Shaman, Tanner 2"], current="Farm 3, Farm 1")
    act(t, Do.SEED, "Farm 2")
    choose(t, 0, Step.SKIP, skip)
    assert gold(t)[0] == gain
    decline(t, 0)
    assert demand(t) == ["Farm 3"]


def test_shaman_skips_one_event_alone() -> None:
    """§8.6 The next one takes effect again."""
    t = quiet("Farm 2", "Bakery", opened=["Shaman, Tanner 2"], current="Farm 3, Trapper, Hunter")
    act(t, Do.SEED, "Farm 2")
    choose(t, 0, Step.SKIP, 1)
    decline(t, 0)
    act(t, Do.SEED, "Bakery")
    assert gold(t)[0] == 1


def test_shaman_of_another_has_no_say() -> None:
    """§8.6 Only when its owner seeds."""
    t = quiet("Farm 2", "Bakery", opened=["", "Shaman"])
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


@pytest.mark.parametrize(("following", "gain"), [("Judge", 3), ("Guide 2", 0)])
def test_trapper_gains_by_demand_for_food(following: str, gain: int) -> None:
    """§8.6 On the event that its owner's seeding turns up."""
    t = quiet("Farm 2", "Bakery", opened=["Trapper"], current=f"Farm 1, {following}")
    act(t, Do.SEED, "Farm 2")
    assert gold(t)[0] == gain
    assert told(t, Event.TURNED_UP) == [(number(following), 0, 0)]


def test_trapper_gains_nothing_when_others_seed() -> None:
    """§8.6 Nor when nothing is turned up."""
    t = quiet("Farm 2", "Bakery", opened=["", "Trapper"], current="Farm 1, Judge")
    act(t, Do.SEED, "Farm 2")
    assert gold(t)[1] == 0
    assert told(t, Event.EARNED) == []


def test_trapper_gains_by_seeding_alone() -> None:
    """§8.6 Not when Monastery takes the event that was turned up, and another comes up after it."""
    t = quiet("Farm 2", "Bakery", opened=["Trapper, Monastery"], current="Farm 1, Thug 2, Judge", deck="Guard, Bard")
    act(t, Do.SEED, "Farm 2")
    choose(t, 0, Step.DRAW_FROM, "Thug 2")
    assert told(t, Event.TURNED_UP)[-1][0] == number("Judge")
    assert gold(t)[0] == 0
