"""Chapter 8.8: abilities when opening and starting."""

from __future__ import annotations

import pytest

from moot.engine import NOBODY
from moot.games.treasury.components import CARDS
from moot.games.treasury.opening import PLACES
from moot.games.treasury.rules import BENEATH, Beneath, Do, Event, Step
from moot.games.treasury.vocabulary import LABELS
from tests.games.treasury.table import (
    act,
    asked,
    beneath,
    choose,
    choose_business,
    contract,
    decline,
    demand,
    events,
    gold,
    hand,
    keep_discards,
    may,
    number,
    offered_businesses,
    offered_cards,
    opened,
    place,
    play,
    quiet,
    slot,
    table,
    thrown,
    told,
)


def test_scribe_makes_gold_openings_cheaper() -> None:
    """§8.8 §8.1 1 gold less for each Scribe, not below 0; also when started face up."""
    t = quiet("Quarry", "", opened=["Scribe 1, Scribe 2"], startups=["Guide 2, Bank"], gold=[5])
    act(t, Do.OPEN_PAID, "Bank")
    assert gold(t)[0] == 3
    act(t, Do.START_PAID, "Quarry")
    assert gold(t)[0] == 0
    t = quiet("Bakery", "", opened=["Scribe 1, Scribe 2"])
    act(t, Do.START_PAID, "Bakery")
    assert (opened(t, 0)[-1], gold(t)[0]) == ("Bakery", 0), "1 gold less 2 is none"


def test_what_is_opened_is_no_startup_any_more() -> None:
    """§2.1 Neither its card nor what was known of its back stays behind."""
    t = quiet("Farm 2", "", startups=["Guide 2, Bank"], gold=[9])
    at = slot(t, 0, "Bank")
    act(t, Do.OPEN_PAID, "Bank")
    assert (t.state.opened[0, at], t.state.startup[0, at], t.state.startup_tag[0, at]) == (number("Bank"), 0, 0)


def test_quarry_saves_a_development_card() -> None:
    """§8.8 Where two or more are needed, not where one is."""
    t = quiet("Farm 2", "", opened=["Quarry"], startups=["Warehouse+Guide 2, Bank"])
    assert may(t, Do.OPEN, "Warehouse")
    assert not may(t, Do.OPEN, "Bank")


def test_lodge_opens_what_is_started() -> None:
    """§8.8 For nothing; Lodge is discarded and its whole contract returns to demand."""
    t = quiet("Bank", "Bakery", opened=["Lodge+Guard+Guide 2"], deck="")
    act(t, Do.START_LODGE, "Bank")
    assert opened(t, 0) == ["Bank"]
    assert sorted(demand(t)) == ["Guard", "Guide 2"]
    assert thrown(t, 1) == ["Lodge"]


def test_without_lodge_nothing_is_opened_by_it() -> None:
    """§8.8 Nor by that of another player."""
    assert not may(quiet("Bank", "Bakery", opened=["Quarry", "Lodge"]), Do.START_LODGE)


def test_lodge_is_not_what_castle_needs() -> None:
    """§8.8 Castle needs another business that provides stone."""
    t = quiet("Castle", "Bakery", opened=["Lodge"])
    assert not may(t, Do.START_LODGE, "Castle")
    t = quiet("Castle", "Bakery", opened=["Lodge, Quarry"])
    act(t, Do.START_LODGE, "Castle")
    choose_business(t, 0, Step.OFFERING, "Quarry")
    assert opened(t, 0) == ["Castle"]


def test_castle_takes_a_business_that_provides_stone() -> None:
    """§8.8 One of its contract cards returns to demand, the owner chooses which."""
    t = quiet("Farm 2", "", opened=["Lodge+Guard+Guide 2, Farm 4"], startups=["Castle"], gold=[6])
    act(t, Do.OPEN_PAID, "Castle")
    assert offered_businesses(t, 0) == {"Lodge"}
    assert t.view(1).startup[0, slot(t, 0, "Castle")] == number("Castle"), "all see what is being opened"
    choose_business(t, 0, Step.OFFERING, "Lodge")
    choose(t, 0, Step.RETURN, "Guide 2")
    assert (opened(t, 0), demand(t), sorted(thrown(t, 2))) == (["Farm 4", "Castle"], ["Guide 2"], ["Guard", "Lodge"])


def test_castle_cannot_be_opened_without() -> None:
    """§8.8 A startup provides nothing."""
    t = quiet("Farm 2", "", startups=["Castle+Guide 2+Council, Quarry"], gold=[9])
    assert not may(t, Do.OPEN, "Castle")
    assert not may(t, Do.OPEN_PAID, "Castle")


def test_grocer_takes_a_business_that_provides_food() -> None:
    """§8.8 Like Castle."""
    t = quiet("Grocer", "", opened=["Quarry, Farm 4+Judge"], gold=[7])
    act(t, Do.START_PAID, "Grocer")
    assert offered_businesses(t, 0) == {"Farm 4"}
    choose_business(t, 0, Step.OFFERING, "Farm 4")
    assert (opened(t, 0), demand(t)) == (["Quarry", "Grocer"], ["Judge"])
    assert not may(quiet("Grocer", "", opened=["Quarry"], gold=[7]), Do.START_PAID, "Grocer")


def test_thug_opens_with_two_gold() -> None:
    """§8.8 And takes 1 whenever another player opens, until it is empty; not when its owner does."""
    t = quiet("Farm 2", "Bakery", startups=["Thug 1, Skinner 2", "Guide 2, Warrior 1, Thug 3"])
    act(t, Do.OPEN, "Thug 1")
    assert (t.state.on_card[0, 0], gold(t)[0]) == (2, 0)
    act(t, Do.OPEN, "Skinner 2")
    assert gold(t)[0] == 0
    act(t, Do.START, "Farm 2")
    act(t, Do.OPEN, "Guide 2")
    act(t, Do.OPEN, "Warrior 1")
    act(t, Do.OPEN, "Thug 3")
    assert (t.state.on_card[0, 0], gold(t)[0]) == (0, 2)


def test_thug_takes_its_own_gold_alone() -> None:
    """§8.8 Not what lies on another card of its owner."""
    t = quiet("Farm 2", "Bakery", startups=["Guide 2"], opened=["", "Guard, Thug 1"])
    t.state.on_card[1, 0], t.state.on_card[1, 1] = 5, 2
    act(t, Do.OPEN, "Guide 2")
    assert (list(t.state.on_card[1][:2]), gold(t)) == ([5, 1], [0, 1])


def test_thug_takes_before_the_business_does_anything() -> None:
    """§8.8 Its owner is paid, and only then does Hunter let the population grow."""
    t = quiet("Farm 2", "Bakery", startups=["Hunter"], opened=["", "Thug 1"], deck="Castle")
    t.state.on_card[1, 0] = 2
    act(t, Do.OPEN, "Hunter")
    said = [entry.event for entry in t.events(NOBODY) if entry.event in (Event.EARNED, Event.GREW)]
    assert said == [Event.EARNED, Event.GREW, Event.EARNED]


def test_guard_opens_with_five_gold() -> None:
    """§8.8 For the others to take."""
    t = quiet("Guard", "Bakery", gold=[5])
    act(t, Do.START_PAID, "Guard")
    assert (t.state.on_card[0, 0], gold(t)[0]) == (5, 0)


def test_hunter_grows_the_population() -> None:
    """§8.8 §4.2 And gains 2 gold. The card joins the future pile, and does not keep the round from ending."""
    t = table("Farm 2", "Bakery", startups=["Hunter"], future="Farm 3, Guide 1", deck="Guard")
    act(t, Do.OPEN, "Hunter")
    assert (events(t), gold(t)[0], t.state.currents) == (["Farm 3", "Guide 1", "Guard"], 2, 0)
    assert not may(t, Do.SEED)


def test_trade_post_counts_all_businesses() -> None:
    """§8.8 Itself and startups included."""
    t = quiet("Farm 2", "", opened=["Bank"], startups=["Trade Post+Guide 2, Castle"])
    act(t, Do.OPEN, "Trade Post")
    assert gold(t)[0] == 3


@pytest.mark.parametrize("card", ["Farm 2", ""])
def test_butcher_may_add_demand(card: str) -> None:
    """§8.8 A hand card, or none."""
    t = quiet("Farm 2", "", startups=["Butcher+Guide 2+Council"])
    act(t, Do.OPEN, "Butcher")
    choose(t, 0, Step.BUTCHER, card)
    assert demand(t) == ([card] if card else [])
    t = quiet("", "", startups=["Butcher+Guide 2+Council"])
    act(t, Do.OPEN, "Butcher")
    assert asked(t) == [(0, Step.MENU)], "there is no card to put"


def test_influencer_saves_a_development_card() -> None:
    """§8.8 For 1 gold into the treasury; for itself too, and only one of the cards."""
    t = quiet("Farm 2", "", opened=["Influencer"], startups=["Castle+Guide 2, Bank+Council+Mentor"], gold=[3])
    act(t, Do.OPEN, "Bank")
    assert offered_cards(t, 0) == {"nothing", "Council", "Mentor"}
    choose(t, 0, Step.INFLUENCE, "Mentor")
    assert (demand(t), thrown(t, 1), gold(t)[0], t.state.treasury) == (["Mentor"], ["Council"], 2, 1)
    t = quiet("Farm 2", "", startups=["Influencer+Council"], gold=[1])
    act(t, Do.OPEN, "Influencer")
    choose(t, 0, Step.INFLUENCE, "Council")
    assert demand(t) == ["Council"]


@pytest.mark.parametrize(
    ("businesses", "startup", "money"),
    [("Bank", "Tanner 1+Council", 2), ("Influencer", "Tanner 1+Council", 0), ("Influencer", "Guide 2", 2)],
)
def test_influencer_is_not_asked_for_nothing(businesses: str, startup: str, money: int) -> None:
    """§8.8 Without Influencer, without gold, or without development cards."""
    t = quiet("Farm 2", "", opened=[businesses], startups=[startup], gold=[money])
    act(t, Do.OPEN, startup.partition("+")[0])
    assert (asked(t), gold(t)[0]) == ([(0, Step.MENU)], money)


def test_inventor_draws_and_discards_after_a_start() -> None:
    """§8.8 Face down or face up."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Inventor"], deck="Guard")
    act(t, Do.START, "Farm 2")
    assert hand(t, 0) == ["Skinner 2", "Guard"]
    choose(t, 0, Step.LOOT_CARD, "Guard")
    assert (hand(t, 0), thrown(t, 1)) == (["Skinner 2"], ["Guard"])


def test_inventor_works_by_its_own_start() -> None:
    """§8.8 If it is started face up, for gold or by Lodge; a startup has no ability yet."""
    t = quiet("Inventor, Skinner 2", "Bakery", gold=[4], deck="Guard")
    act(t, Do.START_PAID, "Inventor")
    assert asked(t) == [(0, Step.LOOT_CARD)]
    assert hand(t, 0) == ["Skinner 2", "Guard"]
    t = quiet("Inventor, Skinner 2", "Bakery", opened=["Lodge"], deck="Guard")
    act(t, Do.START_LODGE, "Inventor")
    assert (asked(t), hand(t, 0)) == ([(0, Step.LOOT_CARD)], ["Skinner 2", "Guard"])
    t = quiet("Inventor, Skinner 2", "Bakery", deck="Guard, Bank")
    act(t, Do.START, "Inventor")
    assert asked(t) == [(1, Step.MENU)]


def test_gravedigger_brings_back_two_cards() -> None:
    """§8.8 From the discard pile to demand, its owner chooses which."""
    t = quiet("Farm 2", "", startups=["Gravedigger"], gold=[4], discard="Bard, Castle, Knight")
    t.state.each = 2  # whatever was gone through before
    act(t, Do.OPEN_PAID, "Gravedigger")
    choose(t, 0, Step.DIG_UP, "Castle")
    choose(t, 0, Step.DIG_UP, "Bard")
    assert (demand(t), asked(t)) == (["Castle", "Bard"], [(0, Step.MENU)])


@pytest.mark.parametrize("discarded", [0, 1])
def test_gravedigger_takes_what_there_is(discarded: int) -> None:
    """§8.8 Fewer than two discarded cards."""
    t = quiet("Farm 2", "", startups=[f"Gravedigger{'+Castle' * discarded}"], opened=["Quarry"], gold=[4])
    keep_discards(t)
    act(t, Do.OPEN if discarded else Do.OPEN_PAID, "Gravedigger")
    if discarded:
        choose(t, 0, Step.DIG_UP, "Castle")
    assert (asked(t), demand(t)) == ([(0, Step.MENU)], ["Castle"] * discarded)


def test_museum_keeps_cards_of_the_first_age() -> None:
    """§8.8 Beneath it; the others are discarded. §8.10 Its contract pays 2 gold more for each."""
    t = quiet("Farm 2", "", opened=["Thug 1, Thug 2"], startups=["Museum+Guide 2+Bank+Council"])
    act(t, Do.OPEN, "Museum")
    assert sorted(beneath(t, 0, "Museum", Beneath.KEPT)) == ["Council", "Guide 2"]
    assert thrown(t, 1) == ["Bank"]
    assert t.state.developed[0, slot(t, 0, "Museum")] == 0


def test_only_museum_keeps_development_cards() -> None:
    """§2.1 §8.8 All other businesses lose them."""
    t = quiet("Farm 2", "", startups=["Bank+Guide 2+Council"])
    act(t, Do.OPEN, "Bank")
    assert (sorted(thrown(t, 2)), t.state.unders[0]) == (["Council", "Guide 2"], 0)


def test_spear_maker_takes_a_demand_card() -> None:
    """§8.9 As the contract of an own opened business that has none, without a match; itself is one."""
    t = quiet(
        *("Farm 2", ""),
        opened=["Castle, Farm 4+Judge, Tanner 1", "Thug 1"],
        startups=["Spear Maker+Guide 2, Quarry"],
        demand="Bard",
    )
    act(t, Do.OPEN, "Spear Maker")
    choose(t, 0, Step.SPEAR_CARD, "Bard")
    assert offered_businesses(t, 0) == {"Castle", "Spear Maker", "Tanner 1"}
    choose_business(t, 0, Step.SPEAR_ON, "Castle")
    assert (contract(t, 0, "Castle"), demand(t)) == (["Bard"], [])


def test_spear_maker_may_leave_it() -> None:
    """§8.9 And is not asked when nothing is in demand."""
    t = quiet("Farm 2", "", startups=["Spear Maker+Guide 2"], demand="Bard")
    act(t, Do.OPEN, "Spear Maker")
    choose(t, 0, Step.SPEAR_CARD)
    assert demand(t) == ["Bard"]
    t = quiet("Farm 2", "", startups=["Spear Maker+Guide 2"])
    act(t, Do.OPEN, "Spear Maker")
    assert asked(t) == [(0, Step.MENU)]


def test_tank_works_fights_barbarians() -> None:
    """§8.8 As many barbarian cards as its owner likes, for 2 gold each."""
    t = quiet("Farm 2", "", startups=["Tank Works"], gold=[6], demand="Guard, Judge, Bard, Butcher")
    act(t, Do.OPEN_PAID, "Tank Works")
    choose(t, 0, Step.TANK_WORKS, "Judge")
    assert offered_cards(t, 0) == {"nothing", "Guard", "Butcher"}
    choose(t, 0, Step.TANK_WORKS, "Guard")
    choose(t, 0, Step.TANK_WORKS)
    assert (demand(t), gold(t)[0]) == (["Bard", "Butcher"], 4)


def test_tank_works_ends_with_the_last_barbarian() -> None:
    """§8.8 Nor is it asked when there is none."""
    t = quiet("Farm 2", "", startups=["Tank Works"], gold=[6], demand="Bard, Judge")
    act(t, Do.OPEN_PAID, "Tank Works")
    choose(t, 0, Step.TANK_WORKS, "Judge")
    assert (asked(t), gold(t)[0]) == ([(0, Step.MENU)], 2)
    t = quiet("Farm 2", "", startups=["Tank Works"], gold=[6], demand="Bard")
    act(t, Do.OPEN_PAID, "Tank Works")
    assert asked(t) == [(0, Step.MENU)]


def test_field_kitchen_grows() -> None:
    """§8.8 §4.2 If its owner likes."""
    t = quiet("Farm 2", "", startups=["Field Kitchen"], gold=[6], deck="Guard")
    act(t, Do.OPEN_PAID, "Field Kitchen")
    choose(t, 0, Step.FIELD_KITCHEN, 0)
    assert events(t)[-1] == "Guard"


def test_field_kitchen_shrinks() -> None:
    """§8.8 §4.3 Then the current event happens at once, and the next is turned up."""
    t = quiet("Farm 2", "", startups=["Field Kitchen"], opened=["Tanner 2"], current="Farm 3, Farm 1", gold=[6])
    act(t, Do.OPEN_PAID, "Field Kitchen")
    choose(t, 0, Step.FIELD_KITCHEN, 1)
    assert (demand(t), gold(t)[0], t.state.population) == (["Farm 3"], 1, 3)
    assert told(t, Event.TURNED_UP) == [(number("Farm 1"), 0, 0)]
    assert asked(t) == [(0, Step.MENU)]


def test_reactor_replaces_coal() -> None:
    """§8.8 All demand for coal is discarded, for 2 gold each; or nothing."""
    for clearing, left, gain in ((1, ["Bard"], 4), (0, ["Railway", "Bard", "Casino"], 0)):
        t = quiet("Farm 2", "", startups=["Reactor"], gold=[8], demand="Railway, Bard, Casino")
        act(t, Do.OPEN_PAID, "Reactor")
        choose(t, 0, Step.REACTOR, clearing)
        assert (demand(t), gold(t)[0]) == (left, gain)


def test_reactor_is_not_asked_without_coal() -> None:
    """§8.8 One card is enough; and no other business asks, whatever is in demand."""
    for startup, wanted, question in (
        ("Reactor", "Bard", Step.MENU),
        ("Reactor", "Casino", Step.REACTOR),
        ("Bank", "Casino", Step.MENU),
    ):
        t = quiet("Farm 2", "", startups=[startup], gold=[8], demand=wanted)
        act(t, Do.OPEN_PAID, startup)
        assert asked(t) == [(0, question)]


def test_bomber_needs_a_target() -> None:
    """§8.8 And may leave it."""
    t = quiet("Farm 2", "Bakery", opened=["Quarry", "Farm 4+Judge"], startups=["Bomber", "Castle"], gold=[6])
    act(t, Do.OPEN_PAID, "Bomber")
    assert asked(t) == [(0, Step.MENU)]
    t = quiet("Farm 2", "Bakery", opened=["", "Bank"], startups=["Bomber"], gold=[6])
    act(t, Do.OPEN_PAID, "Bomber")
    play(t, 0, Step.BOMB, PLACES)
    assert (opened(t, 1), gold(t)) == (["Bank"], [0, 0])


def test_bomber_destroys_a_business_without_a_contract() -> None:
    """§8.8 Of another player, who gains its gold cost."""
    theirs = "Bank, Farm 4+Judge, Tanner 1"
    t = quiet("Farm 2", "Bakery", opened=["Quarry", theirs], startups=["Bomber", "Castle"], gold=[6])
    act(t, Do.OPEN_PAID, "Bomber")
    assert {move.arguments[0] for move in t.moves(0)} == {place(t, 1, "Bank"), place(t, 1, "Tanner 1"), PLACES}
    play(t, 0, Step.BOMB, place(t, 1, "Bank"))
    assert (opened(t, 1), gold(t), thrown(t, 1)) == (["Farm 4", "Tanner 1"], [0, 4], ["Bank"])
    decline(t, 0)


HEAP = [LABELS[card] for card in range(number("Laboratory"), CARDS + 1)][:BENEATH]  # as many as have room beneath


def test_there_is_room_for_forty_cards_beneath_businesses() -> None:
    """§2.7 With so many nobody develops, claims, or lays a card beneath a business by Spear Maker or Alchemist."""
    mine = f"Bronze Mine 1+{'+'.join(HEAP)}, Alchemist, Spear Maker"
    t = quiet("Farm 2", "Bakery", opened=["Farm 4"], startups=[mine], gold=[9], demand="Judge")
    assert not may(t, Do.DEVELOP)
    act(t, Do.OPEN_PAID, "Alchemist")
    act(t, Do.OPEN_PAID, "Spear Maker")
    assert (asked(t), t.state.unders[0]) == ([(0, Step.MENU)], BENEATH)
    act(t, Do.START, "Farm 2")
    assert t.state.active == 1
    t = quiet("Farm 2", "Bakery", opened=["Farm 4"], startups=[f"Bronze Mine 1+{'+'.join(HEAP[1:])}"], demand="Judge")
    assert may(t, Do.DEVELOP)
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(0, Step.CONTRACT)]
