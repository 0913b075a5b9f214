"""Chapter 3.3: research."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.polycrisis.components import AUTO_PROTECT, NO_CARD, PROBLEM_CODES
from moot.games.polycrisis.research import NO_SLOT, NO_TECH
from moot.games.polycrisis.rules import Event, Step
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    asked,
    discards,
    finish,
    fund,
    give,
    hand,
    kind,
    offered,
    play,
    research,
    research_stands,
    skip_to,
    stand,
    table,
    tech,
    techs,
    told,
    work,
)


def boundary(t: Sitting, seat: int = 0) -> int:
    """The techs that a seat may start, as a set; it may always start none."""
    skip_to(t, seat, Step.START_RESEARCH)
    numbers = {number for (number,) in offered(t, seat)}
    assert NO_TECH in numbers
    return sum(1 << number for number in numbers - {NO_TECH})


@pytest.mark.parametrize(
    ("known", "starts"),
    [
        ("", "♣ ♦ ♥ ♠"),
        ("♦", "♣ ♥ ♠"),
        ("♦ ♥", "♣ ♠ SOC LOW POL UNR COM"),
        ("♦ ♥ SOC UNR", "♣ ♠ LOW POL COM"),
        ("♣ ♠", "♦ ♥ UNS IND FOS SPR"),
        ("♣ ♦", "♥ ♠ BIO CHE CLI FRE AIR OCE LAN NIT"),
    ],
)
def test_the_boundary(known: str, starts: str) -> None:
    """§3.3.1 §1.5 What is not known and needs nothing unknown; after Base-♦ and Base-♥ the five Social problems too."""
    assert boundary(table("", known=known)) == techs(starts)


def test_all_is_known() -> None:
    """§3.3.1 Nothing to start: nobody is asked."""
    t = table("", known=" ".join(["♣ ♦ ♥ ♠", *PROBLEM_CODES]))
    play(t, 0, Step.START_PROJECT, 0)
    assert asked(t) == [(0, Step.READY)]


def test_a_tech_is_started() -> None:
    """§3.3.1 It is in the slot, for its owner to know; or none is."""
    t = table("", "")
    research(t, 0, "♥")
    assert (t.state.new_tech[0], t.state.tech[0]) == (tech("♥") + 1, 0)
    skip_to(t, 1, Step.START_RESEARCH)
    play(t, 1, Step.START_RESEARCH, NO_TECH)
    assert t.state.new_tech[1] == 0
    finish(t)
    assert list(t.state.tech[:2]) == [tech("♥") + 1, 0]
    assert told(t, Event.RESEARCH_STARTED) == [(0, tech("♥"), 0, 0, 0)]


def test_a_tech_under_way_is_not_in_the_boundary() -> None:
    """§3.3.1 In another's slot when the phase began: give to it instead."""
    t = table("", "", known="♦ ♥")
    research_stands(t, 1, "SOC")
    assert boundary(t) == techs("♣ ♠ LOW POL UNR COM")


def test_a_tech_that_another_starts_now_is_in_the_boundary() -> None:
    """§3.3.1 As it stood when the phase began."""
    t = table("", "")
    research(t, 1, "♥")
    assert boundary(t) == techs("♣ ♦ ♥ ♠")


def test_a_full_slot() -> None:
    """§3.3.1 No other tech is started."""
    t = table("7♣", money=1)
    research_stands(t, 0, "♣")
    play(t, 0, Step.START_PROJECT, 0)
    assert asked(t) == [(0, Step.CARD_FOR_RESEARCH)]


def test_gifts_to_all_that_was_under_way() -> None:
    """§3.3.2 One's own tech and the others', each with a card of its suit; first cards, then money."""
    t = table("7♣ 7♣ 8♦ 9♥", "", "", money=5, known="♣ ♥")
    research_stands(t, 1, "FOO")
    research_stands(t, 2, "♦")
    skip_to(t, 0, Step.CARD_FOR_RESEARCH)
    assert offered(t, 0) == {(NO_CARD, 0), (kind("9♥"), 1), (kind("8♦"), 2)}
    give(t, 0, "8♦", 2)
    assert offered(t, 0) == {(NO_CARD, 0), (kind("9♥"), 1)}
    give(t, 0, "9♥", 1)
    assert asked(t)[0] == (0, Step.FUND_RESEARCH)
    assert offered(t, 0) == {(NO_SLOT,), (1,), (2,)}
    fund(t, 0, 1)
    assert offered(t, 0) == {(NO_SLOT,), (2,)}
    fund(t, 0, 2)
    assert [seat for seat, _ in asked(t)] == [1, 2]


def test_one_card_to_each_tech() -> None:
    """§3.3.2 With two cards of the suit, one is given."""
    t = table("7♣ 8♣", "")
    research(t, 0, "♣")
    give(t, 0, "7♣", 0)
    assert [seat for seat, _ in asked(t)] == [1]
    assert t.state.card_given[0] == 1


def test_one_may_stop() -> None:
    """§3.3.2 After no more cards comes money; after no more money the seat is done."""
    t = table("7♣", "", money=3)
    research(t, 0, "♣")
    play(t, 0, Step.CARD_FOR_RESEARCH, NO_CARD, 0)
    assert asked(t)[0] == (0, Step.FUND_RESEARCH)
    play(t, 0, Step.FUND_RESEARCH, NO_SLOT)
    assert [seat for seat, _ in asked(t)] == [1]
    finish(t)
    assert (hand(t, 0), t.state.money[0]) == (["7♣"], 3)


def test_no_gift_to_what_another_starts_now() -> None:
    """§3.3.2 Only to one's own new tech."""
    t = table("7♣", "7♣ 8♦", money=5)
    research(t, 0, "♣")
    research(t, 1, "♦")
    assert offered(t, 0) == {(NO_CARD, 0), (kind("7♣"), 0)}
    assert offered(t, 1) == {(NO_CARD, 0), (kind("8♦"), 1)}
    give(t, 0, "7♣", 0)
    assert offered(t, 0) == {(NO_SLOT,), (0,)}


@pytest.mark.parametrize(("money", "fee", "asked_for"), [(0, 0, False), (1, 0, True), (3, 3, False), (3, 2, True)])
def test_only_money_that_is_left(money: int, fee: int, asked_for: bool) -> None:
    """§3.3.2 What consultants have cost cannot be given."""
    t = table("2♦", "", money=money)
    stand(t, 0, 1, "AIR")
    work(t, 0, "2♦", 0, 1, 1, fee=fee)
    research(t, 0, "♣")
    assert (t.state.asking[0] == Step.FUND_RESEARCH) == asked_for


def test_money_is_spent_once() -> None:
    """§3.3.2 One money for two techs: one of them."""
    t = table("", "", "", money=1)
    research_stands(t, 1, "♦")
    research_stands(t, 2, "♥")
    fund(t, 0, 1)
    assert [seat for seat, _ in asked(t)] == [1, 2]
    finish(t)
    assert list(t.state.money[:3]) == [0, 1, 1]


def test_cards_given_are_discarded() -> None:
    """§3.3.2 To the pile of their suit."""
    t = table("7♣ 8♣", "")
    research(t, 0, "♣")
    give(t, 0, "8♣", 0)
    finish(t)
    assert (discards(t, CLUBS), hand(t, 0)) == (["8♣"], ["7♣"])


def test_a_joker_serves_for_any_tech() -> None:
    """§3.3.2 And goes to the discards of the tech's suit."""
    t = table("★♠", "", known="♣ ♥")
    research(t, 0, "FOO")
    assert offered(t, 0) == {(NO_CARD, 0), (kind("★♠"), 0)}
    give(t, 0, "★♠", 0)
    finish(t)
    assert [discards(t, suit) for suit in range(4)] == [[], [], ["★♠"], []]
    assert t.state.joker_pile[SPADES] == HEARTS


def test_a_joker_plays_once() -> None:
    """§3.3.2 Used for a project it cannot be given."""
    t = table("★♠")
    stand(t, 0, 1, "AIR")
    work(t, 0, "★♠", 0, suit="♦")
    research(t, 0, "♣")
    assert t.state.asking[0] != Step.CARD_FOR_RESEARCH


@pytest.mark.parametrize(
    ("code", "suit"), [("UNS", "♣"), ("INF", "♦"), ("ECO", "♥"), ("FOO", "♥"), ("AIR", "♦"), ("SOC", "♦")]
)
def test_auto_protect_takes_the_second_suit(code: str, suit: str) -> None:
    """§3.3.2 §1.5 A card of the row's second suit and of no other."""
    t = table("7♣ 7♦ 7♥ 7♠")
    research_stands(t, 0, code)
    skip_to(t, 0, Step.CARD_FOR_RESEARCH)
    assert offered(t, 0) == {(NO_CARD, 0), (kind(f"7{suit}"), 0)}


@pytest.mark.parametrize(
    ("code", "suits"), [("UNS", "♠♣"), ("INF", "♠♦"), ("ECO", "♠♥"), ("FOO", "♣♥"), ("AIR", "♣♦"), ("SOC", "♥♦")]
)
def test_auto_protect_takes_either_suit(code: str, suits: str) -> None:
    """§5 §3.3.2 With the option: a card of either suit of the row, discarded to its own; not so Base techs."""
    t = table("7♣ 7♦ 7♥ 7♠", auto_protect_card="either")
    research_stands(t, 0, code)
    skip_to(t, 0, Step.CARD_FOR_RESEARCH)
    assert offered(t, 0) == {(NO_CARD, 0), *((kind(f"7{suit}"), 0) for suit in suits)}
    give(t, 0, f"7{suits[0]}", 0)
    finish(t)
    assert discards(t, "♣♦♥♠".index(suits[0])) == [f"7{suits[0]}"]
    t = table("7♣ 7♦ 7♥ 7♠", auto_protect_card="either")
    research_stands(t, 0, suits[0])
    skip_to(t, 0, Step.CARD_FOR_RESEARCH)
    assert offered(t, 0) == {(NO_CARD, 0), (kind(f"7{suits[0]}"), 0)}


def test_a_joker_for_either_suit() -> None:
    """§5 §3.3.2 It goes to the discards of the second."""
    t = table("★♠", auto_protect_card="either")
    research_stands(t, 0, "AIR")
    give(t, 0, "★♠", 0)
    finish(t)
    assert discards(t, DIAMONDS) == ["★♠"]


def test_gifts_are_told_under_seal() -> None:
    """§3.3.2 The others hear of them when all have finished."""
    t = table("7♣", "", money=1)
    research(t, 0, "♣")
    give(t, 0, "7♣", 0)
    fund(t, 0, 0)
    assert told(t, Event.SKILL_RESEARCH, 0) == [(0, kind("7♣"), tech("♣"), 0, 0)]
    assert not told(t, Event.SKILL_RESEARCH, 1)
    assert not told(t, Event.FUND_RESEARCH, 1)
    finish(t, 1)
    assert told(t, Event.SKILL_RESEARCH, 1) == [(0, kind("7♣"), tech("♣"), 0, 0)]
    assert told(t, Event.FUND_RESEARCH, 1) == [(0, tech("♣"), 0, 0, 0)]
    assert tech("UNS") == AUTO_PROTECT
