"""Chapter 3: the order of turns, and drawing."""

from __future__ import annotations

from moot.engine import Sitting
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import Side
from moot.games.path_to_safety.rules import Event, Step
from tests.games.path_to_safety.table import (
    all_cards,
    arrange,
    asked,
    deck,
    go_on,
    hand,
    kind,
    pile,
    play,
    publish,
    table,
    told,
)


def play_round(t: Sitting) -> list[int]:
    """Everyone plays a first card that matches nothing; says in which order."""
    order = []
    for top, card in (("K♥", "7♣"), ("K♥", "7♦"), ("K♥", "7♠")):
        order.append(t.state.active)
        go_on(t)
        arrange(t, ["7♣ 6♣", "7♦ 6♦", "7♠ 6♠"], top)
        publish(t, card)
    return order


def test_turns_go_round_in_seat_order() -> None:
    """§3.1 Every seat once a round, the first seat first."""
    t = GAME.start(seats=3, seed=1)
    for number in (1, 2, 3):
        assert t.length == number
        assert play_round(t) == [0, 1, 2]


def test_a_card_is_drawn_before_the_action() -> None:
    """§3.1 The card comes from the deck into the hand; the drawer alone learns which."""
    t = table("7♣", "8♦", deck="9♠", pile="★ ★ ★ ★", rest=1, drawn=False)
    go_on(t)
    assert hand(t, 0) == ["7♣", "9♠"]
    assert asked(t) == [(0, Step.ACTION)]
    assert told(t, Event.DREW, 1)[-1] == (0, 0, 0)
    assert told(t, Event.DREW_CARD, 0) == [(kind("9♠"), 0, 0)]
    assert told(t, Event.DREW_CARD, 1) == []


def test_mad_science_advances_until_an_ordinary_card_comes() -> None:
    """§3.1 Each joker is discarded and takes a die; then the only ordinary card of the deck is drawn."""
    jokers = set()
    for seed in range(25):
        t = table("7♣", "8♦", deck="9♠ ★ ★ ★ ★", rest=1, seed=seed, drawn=False)
        go_on(t)
        drawn = pile(t).count("★")
        jokers.add(drawn)
        assert hand(t, 0) == ["7♣", "9♠"]
        assert (t.state.pool, t.state.side) == (14 - drawn, Side.CONTINUE)
        assert len(told(t, Event.DREW_MAD_SCIENCE)) == drawn
        assert deck(t) == ["★"] * (4 - drawn)
    assert jokers == {0, 1, 2, 3, 4}


def test_every_card_of_the_deck_is_as_likely() -> None:
    """§3.1 Mad science comes up as often as it should: 4 times in 24 draws."""
    ordinary = " ".join(sorted(set(all_cards()) - {"★"})[:20])
    with_joker = 0
    for seed in range(600):
        t = table("7♣", "8♦", deck=f"{ordinary} ★ ★ ★ ★", rest=1, seed=seed, drawn=False)
        go_on(t)
        with_joker += bool(told(t, Event.DREW_MAD_SCIENCE))
    assert abs(with_joker - 100) < 28


def test_nothing_is_drawn_when_all_cards_are_held() -> None:
    """§3.1 Only jokers are left: they stay where they are, and nothing advances."""
    t = table("7♣", "8♦", rest=1, drawn=False)
    go_on(t)
    assert hand(t, 0) == ["7♣"]
    assert deck(t) == ["★"] * 4
    assert t.state.pool == 14
    assert told(t, Event.DREW_NOTHING) == [(0, 0, 0)]


def test_the_top_of_the_pile_is_not_drawn() -> None:
    """§3.1 An ordinary card on top of the discard pile cannot come up; one beneath it can."""
    t = table("7♣", "8♦", pile="9♠", rest=1, drawn=False)
    go_on(t)
    assert hand(t, 0) == ["7♣"]
    t = table("7♣", "8♦", pile="9♠ 10♠", deck="", rest=1, drawn=False)
    go_on(t)
    assert len(hand(t, 0)) == 2
    assert set(hand(t, 0)) < {"7♣", "9♠", "10♠"}


def test_an_empty_hand_has_no_action() -> None:
    """§3.2 With nothing to draw and nothing in hand the turn passes."""
    t = table("", "8♦", rest=1, drawn=False)
    go_on(t)
    assert told(t, Event.HAD_NO_CARD) == [(0, 0, 0)]
    assert asked(t) == [(1, Step.CALL)]


def test_one_card_is_enough_to_act() -> None:
    """§3.2 Who holds nothing but the card just drawn acts with it."""
    t = table("", "8♦", deck="9♠", pile="★ ★ ★ ★", rest=1, drawn=False)
    go_on(t)
    assert asked(t) == [(0, Step.ACTION)]
    publish(t, "9♠")
    assert hand(t, 0) == []


def test_one_action_a_turn() -> None:
    """§3.2 After an action that matches nothing the next seat begins its turn."""
    t = table("7♣ 9♦", "8♦", pile="K♥")
    publish(t, "7♣")
    assert asked(t) == [(1, Step.CALL)]
    assert t.moves(0) == []
    play(t, 1, Step.CALL, 0)
    assert asked(t) == [(1, Step.ACTION)]
