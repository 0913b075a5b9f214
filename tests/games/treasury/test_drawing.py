"""Chapter 8.7: abilities when drawing."""

from __future__ import annotations

import pytest

from moot.games.treasury.draw import draw_one
from moot.games.treasury.rules import HAND, Beneath, Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    beneath,
    choose,
    decline,
    demand,
    events,
    gold,
    hand,
    keep_discards,
    number,
    offered_cards,
    quiet,
    table,
    thrown,
    told,
)


def test_archives_draws_from_the_discard_pile() -> None:
    """§8.7 The top card, which all have seen; or from the deck."""
    t = quiet("Farm 2", "Bakery", opened=["Archives"], discard="Castle, Bard", deck="Guard", demand="Cafe")
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Bard"}
    choose(t, 0, Step.DRAW_FROM, "Bard")
    assert (hand(t, 0), thrown(t, 1)) == (["Bard"], ["Castle"])
    assert t.view(1).hand[0, 0] == number("Bard")
    assert told(t, Event.EARNED) == [], "University would pay for it"


def test_archives_may_draw_from_the_deck() -> None:
    """§8.7 As always; and when nothing is discarded there is no choice."""
    t = quiet("Farm 2", "Bakery", opened=["Archives"], discard="Castle", deck="Guard")
    act(t, Do.START, "Farm 2")
    choose(t, 0, Step.DRAW_FROM)
    assert (hand(t, 0), thrown(t, 1)) == (["Guard"], ["Castle"])
    t = quiet("Farm 2", "Bakery", "", opened=["Archives"])
    keep_discards(t)
    act(t, Do.START, "Farm 2")
    assert (t.state.hand_size[0], t.state.active) == (1, 1)
    t = quiet("Farm 2, Skinner 2", "Bakery", "", opened=["Archives, Skinner 1"])
    keep_discards(t)
    act(t, Do.SKINNER, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Farm 2"}, "the only one"
    choose(t, 0, Step.DRAW_FROM, "Farm 2")
    assert (hand(t, 0), t.state.discards) == (["Skinner 2", "Farm 2"], 0)


def test_archives_replaces_a_card_of_the_deck() -> None:
    """§8.7 When no deck has cards nobody draws."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Archives"], discard="Castle", deck="")
    act(t, Do.START, "Farm 2")
    assert (hand(t, 0), t.state.active) == (["Skinner 2"], 1)


def test_university_gains_by_it() -> None:
    """§8.7 2 gold whenever its owner draws from the discard pile."""
    t = quiet("Farm 2", "Bakery", opened=["University"], discard="Castle", deck="Guard")
    act(t, Do.START, "Farm 2")
    choose(t, 0, Step.DRAW_FROM, "Castle")
    assert (hand(t, 0), gold(t)[0]) == (["Castle"], 2)
    t = quiet("Farm 2", "Bakery", opened=["University"], discard="Castle", deck="Guard")
    act(t, Do.START, "Farm 2")
    choose(t, 0, Step.DRAW_FROM)
    assert (hand(t, 0), gold(t)[0]) == (["Guard"], 0), "not by a card of the deck"


def test_alchemist_draws_what_lies_beneath_it() -> None:
    """§8.7 §8.8 Two cards of age II, which its owner sees; sold, they are discarded."""
    t = quiet("Farm 2", "Bakery", startups=["Alchemist+Council"], deck="Guard, Bank, Bard, Castle, Knight")
    act(t, Do.OPEN, "Alchemist")
    assert beneath(t, 0, "Alchemist", Beneath.STORE) == ["Bard", "Castle"]
    assert t.view(0).under[0, 0] == number("Bard")
    assert t.view(1).under[0, 0] == 0
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Bard", "Castle"}
    choose(t, 0, Step.DRAW_FROM, "Bard")
    assert hand(t, 0) == ["Bard"]
    assert t.view(1).hand[0, 0] == 0
    act(t, Do.START, "Bakery")
    act(t, Do.SELL, "Alchemist")
    assert sorted(thrown(t, 2)) == ["Alchemist", "Castle"]


@pytest.mark.parametrize("card", ["Bard", "Castle"])
def test_alchemist_gives_either_card(card: str) -> None:
    """§8.7 Wherever it lies among the businesses, and nothing of what lies beneath others."""
    t = quiet("Farm 2", "Bakery", opened=["Bank+Spearman"], startups=["Alchemist+Council"], deck="Guard, Bard, Castle")
    act(t, Do.OPEN, "Alchemist")
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Bard", "Castle"}
    choose(t, 0, Step.DRAW_FROM, card)
    assert hand(t, 0) == [card]


@pytest.mark.parametrize(("deck", "beneath_it"), [("Guard, Bard", ["Bard"]), ("Guard", [])])
def test_alchemist_takes_what_there_is(deck: str, beneath_it: list[str]) -> None:
    """§8.8 Fewer than two cards of age II."""
    t = quiet("Farm 2", "Bakery", startups=["Alchemist+Council"], deck=deck)
    act(t, Do.OPEN, "Alchemist")
    assert beneath(t, 0, "Alchemist", Beneath.STORE) == beneath_it


def test_monastery_takes_the_revealed_event() -> None:
    """§8.7 And the next one is turned up; the population is one less."""
    t = quiet("Farm 2", "Bakery", opened=["Monastery"], demand="Bard, Judge", deck="Guard")
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Farm 1", "Judge"}
    choose(t, 0, Step.DRAW_FROM, "Farm 1")
    assert (hand(t, 0), events(t), t.state.population) == (["Farm 1"], ["Farm 3", "Guide 1", "Warrior 3"], 3)
    assert told(t, Event.TURNED_UP) == [(number("Farm 3"), 0, 0)]


def test_monastery_takes_the_newest_demand() -> None:
    """§8.7 §4.4 Not the event when the population is at its least."""
    t = quiet("Farm 2", "Bakery", opened=["Monastery"], demand="Bard, Judge", future="", deck="Guard")
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Judge"}
    choose(t, 0, Step.DRAW_FROM, "Judge")
    assert (hand(t, 0), demand(t)) == (["Judge"], ["Bard"])


def test_monastery_takes_the_only_demand_or_nothing() -> None:
    """§8.7 Never an event of the future pile; and with nothing to take there is no choice."""
    t = quiet(
        "Farm 2",
        "Bakery",
        opened=["Monastery"],
        current="",
        future="Farm 1, Guide 1, Thug 1",
        demand="Judge",
        deck="Guard",
    )
    act(t, Do.START, "Farm 2")
    assert offered_cards(t, 0) == {"nothing", "Judge"}
    choose(t, 0, Step.DRAW_FROM, "Judge")
    assert (hand(t, 0), demand(t)) == (["Judge"], [])
    t = quiet("Farm 2", "Bakery", opened=["Monastery"], current="", future="Farm 1, Guide 1, Thug 1", deck="Guard")
    act(t, Do.START, "Farm 2")
    assert hand(t, 0) == ["Guard"]
    t = quiet("Farm 2", "Bakery", opened=["Monastery"], deck="Guard")
    act(t, Do.START, "Farm 2")
    assert [move.words for move in t.moves(0)] == ["Draw from the deck", "Take Farm 1"]


def test_monastery_does_not_take_what_is_not_revealed() -> None:
    """§8.7 While an event happens the next one is still face down."""
    t = quiet("Farm 2", "Bakery", opened=["", "Monastery"], demand="Bard, Judge", deck="Guard, Bank")
    act(t, Do.SEED, "Farm 2")
    assert asked(t) == [(1, Step.DRAW_FROM)]
    assert offered_cards(t, 1) == {"nothing", "Judge"}


def test_monastery_may_end_the_round() -> None:
    """§8.7 By taking the last current event."""
    t = quiet("Farm 2", "Bakery", opened=["Monastery"], current="Farm 1", deck="Guard, Bank")
    act(t, Do.START, "Farm 2")
    choose(t, 0, Step.DRAW_FROM, "Farm 1")
    assert (t.state.currents, t.state.population) == (0, 2)
    assert told(t, Event.USED_UP)


@pytest.mark.parametrize(("card", "gain"), [("Quarry", 8), ("Guard", 0)])
def test_laboratory_gains_by_demand_for_science(card: str, gain: int) -> None:
    """§8.7 8 gold; the card is shown to all."""
    t = quiet("Farm 2", "Bakery", opened=["Laboratory"], deck=card)
    act(t, Do.START, "Farm 2")
    assert (hand(t, 0), gold(t)[0]) == ([card], gain)
    assert (t.view(1).hand[0, 0] == number(card)) == (gain > 0)


def test_nothing_is_shown_without_laboratory() -> None:
    """§8.7 Another's does not help."""
    t = quiet("Farm 2", "Bakery", opened=["", "Laboratory"], deck="Quarry")
    act(t, Do.START, "Farm 2")
    assert (hand(t, 0), gold(t), told(t, Event.DREW_SHOWN)) == (["Quarry"], [0, 0], [])


def test_laboratory_counts_what_comes_from_elsewhere() -> None:
    """§8.7 From the discard pile too."""
    t = quiet("Farm 2", "Bakery", opened=["Laboratory, Archives"], deck="Guard", discard="Quarry")
    act(t, Do.START, "Farm 2")
    choose(t, 0, Step.DRAW_FROM, "Quarry")
    assert gold(t)[0] == 8


def test_warehouse_raises_the_limit() -> None:
    """§8.7 §2.7 Eight cards, and still a draw."""
    t = quiet("Farm 2, Skinner 2, Archives, Judge, Council, Mentor, Thug 1", "Bakery", opened=["Warehouse"])
    act(t, Do.START, "Farm 2")
    assert len(told(t, Event.DREW)) == 1
    t = quiet("Farm 2, Skinner 2, Archives, Judge, Council, Mentor, Thug 1", "Bakery", opened=["Bank"])
    act(t, Do.START, "Farm 2")
    assert told(t, Event.DREW) == []


def test_computer_draws_two_and_discards_one() -> None:
    """§8.7 At the end of the turn."""
    t = quiet("Farm 2", "Bakery", opened=["Computer"], deck="Guard, Bank, Bard")
    act(t, Do.START, "Farm 2")
    assert asked(t) == [(0, Step.LOOT_CARD)]
    choose(t, 0, Step.LOOT_CARD, "Guard")
    assert (hand(t, 0), thrown(t, 1)) == (["Bank"], ["Guard"])
    decline(t, 0)


def test_who_draws_by_an_event_draws_in_turn_order() -> None:
    """§8.2 From the active player on."""
    t = table(
        *("Farm 2", "", ""),
        opened=["", "Tinkerer 1", "Tinkerer 2"],
        current="Council, Farm 3",
        future="Guide 1, Thug 1",
        deck="Bard, Castle, Knight",
    )
    act(t, Do.SEED, "Farm 2")
    assert (hand(t, 1), hand(t, 2)) == (["Bard"], ["Castle"])


def test_without_decks_nothing_is_drawn_and_nothing_said() -> None:
    """§2.7 At the end of a turn; an event says that there is no card."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Tinkerer 1"], deck="")
    act(t, Do.START, "Farm 2")
    assert told(t, Event.NOTHING_TO_DRAW) == []
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Tinkerer 1"], current="Council, Farm 3", deck="")
    act(t, Do.SEED, "Farm 2")
    assert told(t, Event.NOTHING_TO_DRAW) == [(0, 0, 0)]


def test_a_full_hand_draws_nothing() -> None:
    """§2.7 There is room for 40 cards in a hand."""
    t = quiet("Farm 2", "Bakery")
    t.state.hand_size[0] = HAND
    draw_one(t.state, 0)
    assert t.state.hand_size[0] == HAND
    t.state.hand_size[0] = HAND - 1
    draw_one(t.state, 0)
    assert t.state.hand_size[0] == HAND
