"""Chapter 8.4: abilities that take the action."""

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
    offered_cards,
    quiet,
    thrown,
    told,
)


def test_warrior_exchanges_a_barbarian() -> None:
    """§8.4 A demand card with barbarians for a hand card without; all know that it is in the hand."""
    t = quiet("Farm 2, Skinner 1", "Bakery", opened=["Warrior 1+Judge"], demand="Guard, Archives", deck="")
    assert not may(t, Do.WARRIOR, "Skinner 1")
    act(t, Do.WARRIOR, "Farm 2")
    assert offered_cards(t, 0) == {"Guard"}
    choose(t, 0, Step.WARRIOR_TAKES, "Guard")
    assert demand(t) == ["Archives", "Farm 2"]
    assert hand(t, 0) == ["Skinner 1", "Guard"]
    assert number("Guard") in list(t.view(1).hand[0])
    assert t.state.active == 1


def test_warrior_needs_a_card_without_barbarians() -> None:
    """§8.4 And a demand card with them."""
    assert not may(quiet("Skinner 1", "", opened=["Warrior 1"], demand="Guard"), Do.WARRIOR)
    assert not may(quiet("Farm 2", "", opened=["Warrior 1"], demand="Archives"), Do.WARRIOR)


@pytest.mark.parametrize(("farm", "gain"), [("Farm 2", 2), ("Farm 4", 3), ("Farm 2, Farm 4", 3)])
def test_farm(farm: str, gain: int) -> None:
    """§8.4 2 gold, that of age I 3; with several the best one."""
    t = quiet("Skinner 2", "Bakery", opened=[f"Bank, {farm}"])
    act(t, Do.FARM)
    assert gold(t)[0] == gain
    assert told(t, Event.EARNED) == [(0, gain, number(farm.rpartition(", ")[2]))], "all are told by which business"
    assert t.state.active == 1


def test_farm_needs_cards_to_draw() -> None:
    """§8.4 Not when all decks are empty."""
    assert not may(quiet("Skinner 2", "Bakery", opened=["Farm 2"], deck=""), Do.FARM)


def test_skinner_discards() -> None:
    """§8.4 A hand card."""
    t = quiet("Farm 2", "Bakery", opened=["Skinner 2"], deck="")
    act(t, Do.SKINNER, "Farm 2")
    assert (hand(t, 0), thrown(t, 1)) == ([], ["Farm 2"])


def test_cotton_mill_adds_any_number() -> None:
    """§8.4 Hand cards into demand, until its owner stops."""
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Cotton Mill"], deck="")
    act(t, Do.COTTON_MILL, "Farm 2")
    choose(t, 0, Step.MILL, "Archives")
    choose(t, 0, Step.MILL)
    assert (demand(t), hand(t, 0)) == (["Farm 2", "Archives"], ["Skinner 2"])


def test_coal_mine() -> None:
    """§8.4 The top card of the deck into demand, and 2 gold; the card is a contract for whoever can use it."""
    t = quiet("Farm 2", "Bakery", opened=["Coal Mine, Thug 1"], deck="Guard, Bard")
    act(t, Do.COAL_MINE)
    assert (demand(t), gold(t)[0]) == (["Guard"], 2)
    assert asked(t) == [(0, Step.CONTRACT)]


def test_arsenal() -> None:
    """§8.4 A barbarian card is discarded, and the treasury pays what it has of 3 gold."""
    t = quiet("Farm 2", "Bakery", opened=["Arsenal"], demand="Guard, Archives", treasury=2, deck="")
    assert not may(t, Do.ARSENAL, "Archives")
    act(t, Do.ARSENAL, "Guard")
    assert (demand(t), gold(t)[0], t.state.treasury) == (["Archives"], 2, 0)


def test_tenement() -> None:
    """§8.4 §4.2 The population grows, and 2 gold."""
    t = quiet("Farm 2", "Bakery", opened=["Tenement"], deck="Guard")
    act(t, Do.TENEMENT)
    assert (events(t)[-1], t.state.population, gold(t)[0]) == ("Guard", 5, 2)
    assert not may(quiet("Farm 2", "", opened=["Tenement"], deck=""), Do.TENEMENT)


def test_bomb_factory() -> None:
    """§8.4 The treasury pays 1 gold for each weapon of its owner, not of others."""
    t = quiet("Farm 2", "Bakery", opened=["Bomb Factory, Warrior 1", "Castle"], treasury=9)
    act(t, Do.BOMB_FACTORY)
    assert (gold(t)[0], t.state.treasury) == (3, 6)
    assert not may(quiet("Farm 2", "", opened=["Bomb Factory"], treasury=0), Do.BOMB_FACTORY)


@pytest.mark.parametrize(("card", "mine", "treasury"), [("Archives", 7, 0), ("Guard", 0, 3)])
def test_casino(card: str, mine: int, treasury: int) -> None:
    """§8.4 Without barbarians 4 gold are won, with them the treasury gets the stake; the card is demand either way."""
    t = quiet("Farm 2", "Bakery", opened=["Casino"], gold=[3], deck=card)
    act(t, Do.CASINO)
    assert (gold(t)[0], t.state.treasury, demand(t)) == (mine, treasury, [card])
    decline(t, 0)
    assert not may(quiet("Farm 2", "", opened=["Casino"], gold=[2]), Do.CASINO)
