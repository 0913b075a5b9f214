"""Chapter 2: open, act, claim, draw."""

from __future__ import annotations

import pytest

from moot.games.treasury.components import COST
from moot.games.treasury.rules import HAND, SLOTS, Beneath, Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    beneath,
    choose,
    choose_business,
    claim,
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
    offered_cards,
    opened,
    quiet,
    slot,
    table,
    thrown,
    told,
    waste,
)


def test_open_with_cards() -> None:
    """§2.1 With at least the develop cost on it; the development cards are discarded."""
    t = quiet("Farm 2", "", startups=["Tanner 1+Guide 2+Council"])
    act(t, Do.OPEN, "Tanner 1")
    assert opened(t, 0) == ["Tanner 1"]
    assert sorted(thrown(t, 2)) == ["Council", "Guide 2"]
    assert may(t, Do.SEED), "opening is no action"
    assert not may(t, Do.OPEN), "what is opened is not opened again"


def test_open_with_gold() -> None:
    """§2.1 For the gold cost, from the supply; what can be opened with its cards is not paid for."""
    t = quiet("Farm 2", "", startups=["Tanner 1, Guide 2"], gold=[2])
    assert not may(t, Do.OPEN, "Tanner 1")
    assert may(t, Do.OPEN, "Guide 2")
    assert not may(t, Do.OPEN_PAID, "Guide 2")
    act(t, Do.OPEN_PAID, "Tanner 1")
    assert (gold(t)[0], t.state.treasury) == (0, 0)
    assert opened(t, 0) == ["Tanner 1"]


def test_too_little_of_both() -> None:
    """§2.1 Neither cards nor gold."""
    t = quiet("Farm 2", "", startups=["Quarry+Guide 2"], gold=[4])
    assert not may(t, Do.OPEN)
    assert not may(t, Do.OPEN_PAID)


def test_several_are_opened_but_only_before_the_action() -> None:
    """§2.1 §2.2 Any number; after the action no more."""
    t = quiet("Farm 2, Skinner 2", "", opened=["Cafe"], startups=["Guide 2, Thug 1, Bakery"])
    t.state.actions = 2
    act(t, Do.OPEN, "Guide 2")
    act(t, Do.OPEN, "Thug 1")
    act(t, Do.START, "Farm 2")
    assert not may(t, Do.OPEN)
    assert may(t, Do.START)


def test_exactly_one_action() -> None:
    """§2.2 Then the turn passes on."""
    t = quiet("Farm 2, Skinner 2", "Council")
    assert not may(t, Do.DONE)
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_only_who_has_no_action_passes() -> None:
    """§2.2 Without cards and businesses."""
    t = quiet("", "Council")
    assert [move.arguments for move in t.moves(0)] == [(Do.DONE, 0)]
    act(t, Do.DONE)
    assert told(t, Event.PASSED) == [(0, 0, 0)]


def test_seed() -> None:
    """§2.3 The card goes on the future pile, the current event happens and joins demand, the next is turned up."""
    t = quiet("Farm 2", "Council", opened=["Tinkerer 1"], deck="Bakery, Thug 1")
    act(t, Do.SEED, "Farm 2")
    decline(t, 0)
    assert events(t) == ["Farm 3", "Guide 1", "Warrior 3", "Farm 2"]
    assert hand(t, 0) == ["Bakery", "Thug 1"], "Discovery, and the draw at the end"
    assert demand(t) == ["Farm 1"]
    assert told(t, Event.TURNED_UP) == [(number("Farm 3"), 0, 0)]
    assert [t.view(1).event[i] for i in range(2)] == [number("Farm 3"), 0]


def test_an_ordinary_seed_leaves_the_population() -> None:
    """§2.3 §4.1 One card more, one less."""
    t = quiet("Farm 2", "Council")
    act(t, Do.SEED, "Farm 2")
    assert t.state.population == 4


def test_the_last_current_event_ends_the_round() -> None:
    """§2.3 §3.1 Nobody seeds any more, and all have had equally many turns when the round ends."""
    t = table("Farm 2, Skinner 2", "Council, Bakery", current="Farm 1", future="Farm 3, Guide 1", deck="Thug 1")
    act(t, Do.SEED, "Farm 2")
    assert told(t, Event.USED_UP)
    assert t.state.active == 1
    assert not may(t, Do.SEED)
    waste(t)
    assert told(t, Event.ROUND_ENDS)
    assert list(t.state.turns[:2]) == [2, 1], "the next round has begun"
    assert (t.state.rounds, t.state.currents) == (2, 3)


def test_start_face_down() -> None:
    """§2.4 A startup, whose card the others do not see."""
    t = quiet("Farm 2", "")
    act(t, Do.START, "Farm 2")
    assert t.state.startup[0, 0] == number("Farm 2")
    assert t.view(1).startup[0, 0] == 0


def test_start_face_up() -> None:
    """§2.4 By paying the gold cost at once; not with less."""
    t = quiet("Farm 2, Quarry", "", gold=[4])
    assert not may(t, Do.START_PAID, "Quarry")
    act(t, Do.START_PAID, "Farm 2")
    assert (opened(t, 0), gold(t)[0]) == (["Farm 2"], 3)


def test_develop() -> None:
    """§2.4 Face down on an own startup; more than needed is allowed, on an opened business none."""
    assert not may(quiet("", "Council", startups=["Guide 2"]), Do.DEVELOP), "there is no card to lay"
    t = quiet("Farm 2", "Council", startups=["Guide 2+Bakery"], opened=["Farm 4"])
    assert not may(t, Do.DEVELOP, "Farm 4")
    develop(t, "Guide 2", "Farm 2")
    assert beneath(t, 0, "Guide 2", Beneath.DEVELOPMENT) == ["Bakery", "Farm 2"]
    assert t.state.active == 1, "that was the action"


def test_sell_an_opened_business() -> None:
    """§2.5 The gold cost from the supply; one contract card of the seller's choice returns, the rest is discarded."""
    t = quiet("", "Council", opened=["Market+Judge+Hut Builder 2+Bard"], deck="")
    act(t, Do.SELL, "Market")
    assert asked(t) == [(0, Step.RETURN)]
    choose(t, 0, Step.RETURN, "Hut Builder 2")
    assert demand(t) == ["Hut Builder 2"]
    assert sorted(thrown(t, 3)) == ["Bard", "Judge", "Market"]
    assert gold(t)[0] == COST[number("Market")] == 7


def test_what_returns_is_of_the_business_that_is_sold() -> None:
    """§2.5 Not of another; and what lies beneath others stays there."""
    t = quiet("", "Council", opened=["Dairy Farm+Judge+Hut Builder 2, Tanner 1, Lodge+Guard+Guide 2"], deck="")
    act(t, Do.SELL, "Lodge")
    assert offered_cards(t, 0) == {"Guard", "Guide 2"}
    choose(t, 0, Step.RETURN, "Guard")
    assert (demand(t), sorted(thrown(t, 2))) == (["Guard"], ["Guide 2", "Lodge"])
    assert contract(t, 0, "Dairy Farm") == ["Judge", "Hut Builder 2"]


def test_only_what_is_there_is_sold() -> None:
    """§2.5 Not twice, and not from an empty place; the first of several and the last."""
    t = quiet("", "Council", opened=["Tanner 1, Bank"], startups=["Castle"], deck="")
    t.state.actions = 3
    act(t, Do.SELL, "Bank")
    assert offered(t, 0) == {(Do.SELL, 0), (Do.SELL, 2), (Do.DONE, 0)}
    act(t, Do.SELL, "Castle")
    act(t, Do.SELL, "Tanner 1")
    assert (gold(t)[0], t.state.businesses[0], t.state.reach[0]) == (4 + 6 + 2, 0, 0)


def test_sell_with_one_contract_card() -> None:
    """§2.5 There is nothing to choose."""
    t = quiet("", "Council", opened=["Farm 4+Judge"], deck="")
    act(t, Do.SELL, "Farm 4")
    assert demand(t) == ["Judge"]


def test_start_and_sell_is_a_money_engine() -> None:
    """§2.5 As written a startup pays its gold cost too; its development cards are discarded."""
    t = quiet("Council", "Bakery", startups=["Castle+Farm 2"], deck="")
    act(t, Do.SELL, "Castle")
    assert gold(t)[0] == 6
    assert sorted(thrown(t, 2)) == ["Castle", "Farm 2"]


def test_claim_a_contract() -> None:
    """§2.6 At the end of the own turn one card for each icon, laid on the business; the player chooses which."""
    t = quiet("Farm 2", "Bakery", opened=["Dairy Farm"], demand="Judge, Hut Builder 1, Archives")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(0, Step.CONTRACT)]
    choose_business(t, 0, Step.CONTRACT, "Dairy Farm")
    assert offered_cards(t, 0) == {"Hut Builder 1"}
    choose(t, 0, Step.CLAIM, "Hut Builder 1")
    assert offered_cards(t, 0) == {"Judge", "Archives"}
    choose(t, 0, Step.CLAIM, "Archives")
    assert contract(t, 0, "Dairy Farm") == ["Hut Builder 1", "Archives"]
    assert demand(t) == ["Judge"]
    assert t.state.active == 1


def test_a_contract_may_be_left() -> None:
    """§2.6 May, not must."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4"], demand="Judge")
    act(t, Do.START, "Farm 2")
    choose_business(t, 0, Step.CONTRACT)
    assert demand(t) == ["Judge"]


def test_all_icons_must_be_found() -> None:
    """§2.6 Hides alone is not enough for hides and food."""
    t = quiet("Farm 2", "Bakery", opened=["Dairy Farm"], demand="Hut Builder 1, Hut Builder 2")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_barbarians_are_demand_for_any_weapon() -> None:
    """§2.6 §5.2 Whatever else the card asks for."""
    t = quiet("Farm 2", "Bakery", opened=["Warrior 1"], demand="Judge, Archives")
    act(t, Do.START, "Farm 2")
    claim(t, "Warrior 1", "Judge")
    assert contract(t, 0, "Warrior 1") == ["Judge"]


def test_one_card_serves_one_icon() -> None:
    """§2.6 A barbarian that asks for stone is not both; and what is needed elsewhere is not offered."""
    t = quiet("Farm 2", "Bakery", opened=["Armory"], demand="Guard")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]
    t = quiet("Farm 2", "Bakery", opened=["Armory"], demand="Guard, Spearman")
    act(t, Do.START, "Farm 2")
    choose_business(t, 0, Step.CONTRACT, "Armory")
    assert offered_cards(t, 0) == {"Spearman"}, "Guard is the only one with barbarians"


def test_one_contract_for_a_business() -> None:
    """§2.6 No second one; and none for a startup."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4+Judge"], startups=["Farm 3"], demand="Archives", current="Guide 2")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(1, Step.MENU)]


def test_several_contracts_in_one_turn() -> None:
    """§2.6 One after the other."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4, Tinkerer 1"], demand="Judge, Council")
    act(t, Do.START, "Farm 2")
    claim(t, "Farm 4", "Judge")
    claim(t, "Tinkerer 1", "Council")
    assert t.state.active == 1


@pytest.mark.parametrize(("cards", "drawn"), [(7, 1), (8, 0)])
def test_draw_below_eight(cards: int, drawn: int) -> None:
    """§2.7 Hand and businesses count, development and contract cards do not."""
    held = ["Farm 2", "Skinner 2", "Archives", "Judge", "Bakery"][: cards - 3]
    t = quiet(", ".join(held), "", opened=["Bank+Bard"], startups=["Castle+Mentor+Thug 1, Council"])
    act(t, Do.START, "Farm 2")
    decline(t, 0)
    assert len(told(t, Event.DREW)) == drawn


def test_there_is_room_for_sixteen_businesses() -> None:
    """§2.7 More are not started; and a full hand draws nothing."""
    t = quiet("Farm 2", "")
    t.state.businesses[0] = SLOTS
    assert not may(t, Do.START)
    t = quiet("Farm 2", "", opened=["Tinkerer 1"])
    for i in range(1, HAND):
        t.state.hand[0, i], t.state.hand_tag[0, i] = t.state.hand[0, 0], 1
    t.state.hand_size[0] = HAND
    t.state.draws[0] = 1
    t.play(0, next(move for move in t.moves(0) if move.arguments == (Do.SELL, slot(t, 0, "Tinkerer 1"))))
    assert t.state.hand_size[0] == HAND
