"""Chapter 8.5: abilities besides the action; chapter 8.1: copies add up."""

from __future__ import annotations

from moot.games.treasury.components import NO_CARD
from moot.games.treasury.rules import Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    contract,
    decline,
    demand,
    develop,
    events,
    gold,
    hand,
    may,
    number,
    offered,
    opened,
    place,
    play,
    quiet,
    table,
    thrown,
    told,
    waste,
)


def test_mentor_looks_at_one_startup() -> None:
    """§8.5 §8.3 Of another player, once in the turn; nobody else sees it."""
    t = quiet("Farm 2", "Bakery", "Council", opened=["Mentor"], startups=["", "Guard, Castle"])
    play(t, 0, Step.MENU, Do.MENTOR, place(t, 1, "Castle"))
    assert t.view(0).startup[1, 1] == number("Castle")
    assert t.view(2).startup[1, 1] == t.view(0).startup[1, 0] == 0
    assert told(t, Event.SAW, 0) == [(number("Castle"), 0, 0)]
    assert told(t, Event.SAW, 2) == []
    assert not may(t, Do.MENTOR), "once in the turn"


def test_copies_add_up() -> None:
    """§8.1 Two Tinkerers, two replacements; only opened ones count."""
    t = quiet(
        "Farm 1, Skinner 2, Archives", "", opened=["Tinkerer 1, Tinkerer 2"], demand="Guide 2, Farm 2", current="Farm 3"
    )
    act(t, Do.TINKERER, "Guide 2")
    choose(t, 0, Step.TINKER_WITH, "Farm 1")
    act(t, Do.TINKERER, "Farm 2")
    choose(t, 0, Step.TINKER_WITH, "Archives")
    assert demand(t) == ["Farm 1", "Archives"]
    t = quiet("Skinner 2", "", startups=["Tinkerer 1"], demand="Guide 2")
    assert not may(t, Do.TINKERER)


def test_tinkerer_replaces_demand_for_happiness() -> None:
    """§8.5 By a hand card; the replaced card goes to the discard pile; once in the turn."""
    t = quiet("Farm 2, Skinner 2", "", opened=["Tinkerer 1"], demand="Archives, Guide 2, Philosopher")
    assert not may(t, Do.TINKERER, "Archives")
    act(t, Do.TINKERER, "Guide 2")
    choose(t, 0, Step.TINKER_WITH, "Farm 2")
    assert (demand(t), thrown(t, 1)) == (["Archives", "Philosopher", "Farm 2"], ["Guide 2"])
    assert not may(t, Do.TINKERER)
    assert may(t, Do.SEED)


def test_guard_is_tapped_once_in_each_turn_of_the_others() -> None:
    """§8.5 1 gold of those on it for the player, 1 from the supply for the owner; the owner cannot."""
    t = quiet("Farm 2", "Bakery, Council", opened=["", "Guard"])
    t.state.on_card[1, 0] = 2
    play(t, 0, Step.MENU, Do.GUARD, place(t, 1, "Guard"))
    assert (gold(t), t.state.on_card[1, 0]) == ([1, 1], 1)
    assert not may(t, Do.GUARD)
    waste(t)
    assert not may(t, Do.GUARD), "not its owner"


def test_gold_left_on_a_card_is_lost() -> None:
    """§8.5 When Guard or Thug is sold."""
    t = quiet("Farm 2", "Bakery", opened=["Guard"])
    t.state.on_card[0, 0] = 5
    act(t, Do.SELL, "Guard")
    assert (gold(t)[0], t.state.on_card[0, 0]) == (5, 0), "its gold cost alone"


def test_hut_builder_sells_without_an_action() -> None:
    """§8.5 As often as its owner likes, before and after the action; and nobody is made to sell by it."""
    t = quiet("Farm 2", "Bakery", opened=["Hut Builder 1, Farm 4, Bank"])
    act(t, Do.SELL, "Farm 4")
    act(t, Do.SELL, "Bank")
    act(t, Do.START, "Farm 2")
    assert may(t, Do.SELL, "Farm 2")
    act(t, Do.DONE)
    assert t.state.active == 1
    t = quiet("", "Bakery", opened=["Hut Builder 1"])
    assert may(t, Do.DONE)


def test_without_hut_builder_selling_takes_the_action() -> None:
    """§2.2 §8.5 Whatever else goes on after it."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Cannery"])
    act(t, Do.START, "Farm 2")
    assert may(t, Do.CANNERY)
    assert not may(t, Do.SELL)


def test_hay_maker_seeds_without_an_action() -> None:
    """§8.5 Once in the turn, besides the action."""
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Hay Maker"])
    act(t, Do.SEED_FREE, "Farm 2")
    assert not may(t, Do.SEED_FREE)
    act(t, Do.SEED, "Skinner 2")
    assert events(t) == ["Guide 1", "Warrior 3", "Farm 2", "Skinner 2"]


def test_hay_maker_and_prophet_stop_at_the_end_of_the_current_pile() -> None:
    """§8.5 They cannot play past it."""
    t = table(
        "Farm 2, Skinner 2", "Bakery", opened=["Hay Maker, Prophet 1"], current="Farm 1", future="Farm 3, Guide 1"
    )
    act(t, Do.SEED, "Farm 2")
    assert not may(t, Do.SEED_FREE)


def test_prophet_seeds_again_after_seeding() -> None:
    """§8.5 After an action that seeded, not otherwise; two Prophets twice."""
    four = "Farm 1, Farm 3, Warrior 1, Thug 1"
    t = table("Farm 2, Skinner 2, Archives", "Bakery", opened=["Prophet 1, Prophet 2"], current=four)
    assert not may(t, Do.SEED_FREE)
    act(t, Do.SEED, "Farm 2")
    act(t, Do.SEED_FREE, "Skinner 2")
    act(t, Do.SEED_FREE, "Archives")
    assert not may(t, Do.SEED_FREE)
    t = table("Farm 2, Skinner 2", "Bakery", opened=["Prophet 1"], current=four)
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_hay_maker_and_prophet_add_up() -> None:
    """§8.5 §8.1 Hay Maker at any time, Prophet only after an action that seeded: one event for each."""
    six = "Farm 1, Farm 3, Warrior 1, Thug 1, Guide 2, Thug 2"
    t = table("Farm 2, Skinner 2, Archives", "Bakery", opened=["Hay Maker, Prophet 1"], current=six)
    act(t, Do.SEED_FREE, "Farm 2")
    assert not may(t, Do.SEED_FREE), "that was Hay Maker"
    act(t, Do.SEED, "Skinner 2")
    act(t, Do.SEED_FREE, "Archives")
    assert not may(t, Do.SEED_FREE)
    for businesses, free in (("Hay Maker", 1), ("Hay Maker, Prophet 1", 2)):
        t = table("Farm 2, Skinner 2, Archives, Scribe 2", "Bakery", opened=[businesses], current=six)
        act(t, Do.SEED, "Farm 2")
        for card in ("Skinner 2", "Archives")[:free]:
            act(t, Do.SEED_FREE, card)
        assert not may(t, Do.SEED_FREE)


def test_dairy_farm_starts_without_an_action() -> None:
    """§8.5 Once in the turn; then nothing is developed."""
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Dairy Farm"], startups=["Castle"])
    act(t, Do.START_FREE, "Farm 2")
    assert not may(t, Do.START_FREE)
    assert not may(t, Do.DEVELOP)
    assert may(t, Do.START)


def test_who_has_developed_cannot_use_dairy_farm() -> None:
    """§8.5 Nor the other way round."""
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Dairy Farm"], startups=["Castle"])
    develop(t, "Castle", "Farm 2")
    assert t.state.active == 1 or not may(t, Do.START_FREE)


def test_dairy_farm_may_pay() -> None:
    """§8.5 §2.4 A free start may be face up too."""
    t = quiet("Farm 2", "Bakery", opened=["Dairy Farm"], gold=[1])
    act(t, Do.START_PAID_FREE, "Farm 2")
    assert opened(t, 0) == ["Dairy Farm", "Farm 2"]


def test_bronze_mine_pays_while_it_has_no_contract() -> None:
    """§8.5 1 gold at the start of the turn, for each copy, and for no other business."""
    for businesses, paid in (
        ("Bronze Mine 1, Bronze Mine 2", 2),
        ("Bank, Bronze Mine 1, Bronze Mine 2+Bard", 1),
        ("Bank, Bronze Mine 1+Bard", 0),
    ):
        t = quiet("Farm 2", "Skinner 2", opened=["", businesses])
        waste(t)
        assert gold(t) == [0, paid]


def test_cafe_gives_another_action() -> None:
    """§8.5 Every turn."""
    t = quiet("Farm 2", "Skinner 2, Archives", opened=["", "Cafe"])
    waste(t)
    act(t, Do.START, "Skinner 2")
    assert t.state.active == 1
    act(t, Do.START, "Archives")
    assert t.state.active == 0


def test_cafe_counts_in_the_turn_in_which_it_is_opened() -> None:
    """§8.5 Even if opening it was the action."""
    t = quiet("Cafe, Archives", "Bakery", gold=[5])
    act(t, Do.START_PAID, "Cafe")
    act(t, Do.START, "Archives")
    assert t.state.active == 1


def test_an_action_more_may_be_left() -> None:
    """§8.5 §2.2 By Cafe or Power Plant; but the first action has to be taken."""
    t = quiet("Farm 2", "Skinner 2, Archives", opened=["", "Cafe"])
    waste(t)
    assert not may(t, Do.DONE)
    act(t, Do.START, "Skinner 2")
    act(t, Do.DONE)
    assert (t.state.active, hand(t, 1)[0]) == (0, "Archives")
    assert not told(t, Event.PASSED), "there was an action to take"
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Power Plant"])
    act(t, Do.POWER_PLANT, "Skinner 2")
    assert not may(t, Do.DONE)
    act(t, Do.START, "Farm 2")
    act(t, Do.DONE)
    assert t.state.active == 1


def test_railway_moves_a_contract() -> None:
    """§8.5 To an opened business without one that provides at least as many icons."""
    t = quiet("Farm 2", "", opened=["Railway, Farm 4+Judge, Thug 1, Castle"], startups=["Quarry"])
    act(t, Do.RAILWAY, "Farm 4")
    choose_business(t, 0, Step.RAIL_TO, "Castle")
    assert (contract(t, 0, "Castle"), contract(t, 0, "Farm 4")) == (["Judge"], [])
    t = quiet("Farm 2", "", opened=["Railway+Judge+Bard, Farm 4"])
    assert not may(t, Do.RAILWAY), "Farm provides too few"


def test_engineer_draws_for_gold() -> None:
    """§8.5 1 gold, once in the turn."""
    t = quiet("Farm 2", "", opened=["Engineer"], gold=[2], deck="Guard, Bard")
    act(t, Do.ENGINEER)
    assert (hand(t, 0), gold(t)[0]) == (["Farm 2", "Guard"], 1)
    assert not may(t, Do.ENGINEER)
    assert not may(quiet("Farm 2", "", opened=["Engineer"]), Do.ENGINEER)


def test_cannery() -> None:
    """§8.5 A hand card for 2 gold, once in the turn."""
    t = quiet("Farm 2, Skinner 2", "", opened=["Cannery"])
    act(t, Do.CANNERY, "Farm 2")
    assert (gold(t)[0], thrown(t, 1)) == (2, ["Farm 2"])
    assert not may(t, Do.CANNERY)


def test_newspaper_delays_the_event() -> None:
    """§8.5 The revealed event goes under the current pile, and the next is turned up; it needs another one."""
    t = quiet("Farm 2", "", opened=["Newspaper"])
    act(t, Do.NEWSPAPER)
    assert events(t) == ["Farm 3", "Farm 1", "Guide 1", "Warrior 3"]
    assert [t.view(1).event[i] for i in range(3)] == [number("Farm 3"), number("Farm 1"), 0]
    assert not may(table("Farm 2", "", opened=["Newspaper"], current="Farm 1", future="Guide 1"), Do.NEWSPAPER)


def test_pawnbroker_takes_demand() -> None:
    """§8.5 3 gold into the treasury for a card that others may have waited for."""
    t = quiet("Farm 2", "", opened=["Pawnbroker"], demand="Judge, Bard", gold=[3])
    act(t, Do.PAWNBROKER, "Judge")
    assert (demand(t), hand(t, 0), gold(t)[0], t.state.treasury) == (["Bard"], ["Farm 2", "Judge"], 0, 3)


def test_factory_develops_without_an_action() -> None:
    """§8.5 Once in the turn."""
    t = quiet("Farm 2, Skinner 2", "", opened=["Factory"], startups=["Castle"])
    act(t, Do.DEVELOP_FREE, "Castle")
    choose(t, 0, Step.DEVELOP_ON, "Farm 2")
    assert t.state.developed[0, 1] == 1
    assert not may(t, Do.DEVELOP_FREE)
    assert may(t, Do.DEVELOP)


def test_power_plant_gives_an_action_for_a_card() -> None:
    """§8.5 Also after the action."""
    t = quiet("Farm 2, Skinner 2, Archives", "Bakery", opened=["Power Plant"])
    act(t, Do.START, "Farm 2")
    act(t, Do.POWER_PLANT, "Skinner 2")
    act(t, Do.START, "Archives")
    assert t.state.active == 1
    assert thrown(t, 1) == ["Skinner 2"]


def test_radio_swaps_the_event() -> None:
    """§8.5 A hand card becomes the revealed event, and all know where the old one went."""
    t = quiet("Spear Maker", "", opened=["Radio"])
    act(t, Do.RADIO, "Spear Maker")
    assert (events(t)[0], hand(t, 0), t.state.population) == ("Spear Maker", ["Farm 1"], 4)
    assert (t.view(1).event[0], t.view(1).hand[0, 0]) == (number("Spear Maker"), number("Farm 1"))


def test_airfield_looks_at_the_deck() -> None:
    """§8.5 §8.3 Its owner alone sees the top card, and may put it under the deck."""
    t = quiet("Farm 2", "", opened=["Airfield"], deck="Guard, Bank, Bard")
    act(t, Do.AIRFIELD)
    assert (t.view(0).deck[1, 1], t.view(1).deck[1, 1]) == (number("Guard"), 0)
    choose(t, 0, Step.SCOUT, 1)
    assert list(t.state.deck[1][:2]) == [number("Guard"), number("Bank")]
    assert (t.view(0).deck[1, 0], t.view(1).deck[1, 0]) == (number("Guard"), 0)
    t = quiet("Farm 2", "", opened=["Airfield"], deck="Guard, Bank, Quarry, Tower")
    act(t, Do.AIRFIELD)
    choose(t, 0, Step.SCOUT, 1)
    assert [t.state.deck[1, i] for i in range(4)] == [number(card) for card in ("Guard", "Tower", "Quarry", "Bank")]
    act(t, Do.START, "Farm 2")
    assert hand(t, 0) == ["Bank"]


def test_supermarket() -> None:
    """§8.5 A hand card without barbarians into demand, for 2 gold."""
    t = quiet("Farm 2, Skinner 1", "", opened=["Supermarket"])
    assert not may(t, Do.SUPERMARKET, "Skinner 1")
    act(t, Do.SUPERMARKET, "Farm 2")
    assert (demand(t), gold(t)[0]) == (["Farm 2"], 2)
    assert not may(t, Do.SUPERMARKET)


def test_recycler_exchanges_with_the_discard_pile() -> None:
    """§8.5 Any discarded card, not only the top one."""
    t = quiet("Farm 2", "", opened=["Recycler"], discard="Castle, Bard, Knight")
    act(t, Do.RECYCLER, "Castle")
    choose(t, 0, Step.SALVAGE, "Farm 2")
    assert (hand(t, 0), thrown(t, 3)) == (["Castle"], ["Bard", "Knight", "Farm 2"])
    assert NO_CARD not in {move[1] for move in offered(t, 0) if move[0] == Do.START}


def test_free_abilities_come_after_the_action_too() -> None:
    """§8.5 §2.2 The turn is over when its player says so."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Cannery"])
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(0, Step.MENU)]
    decline(t, 0)
    assert t.state.active == 1
