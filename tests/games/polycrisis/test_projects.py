"""Chapter 3.2: projects."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.polycrisis.components import BASE_PROJECT, CATEGORY_OF, IMPROVED_PROJECT, NO_CARD, PROBLEM_CODES
from moot.games.polycrisis.research import NO_TECH
from moot.games.polycrisis.rules import Event, Step
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    SUITS,
    asked,
    discards,
    finish,
    hand,
    kind,
    offered,
    pair,
    play,
    problem,
    problems,
    stand,
    start,
    steer,
    table,
    told,
    work,
)

STOP = (NO_CARD, 0, 0)
NO_PROJECT = 0


def plays(t: Sitting, seat: int) -> set[tuple[int, ...]]:
    """The cards a seat may play: kind, slot, part."""
    assert t.state.asking[seat] == Step.PLAY_CARD
    return offered(t, seat) - {STOP}


def test_everyone_at_the_same_time() -> None:
    """§3.2 All are asked at once; nothing takes effect before all have finished."""
    t = table("7♣ 7♦", "7♣ 7♦", "7♥", crisis="AIR", money=1)
    assert asked(t) == [(seat, Step.START_PROJECT) for seat in range(3)]
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    work(t, 0, "7♦", 0, 1, 1)
    finish(t, 0)
    finish(t, 2)
    assert [seat for seat, _ in asked(t)] == [1]
    assert t.state.crisis == problems("AIR")
    finish(t, 1)
    assert t.state.crisis == 0


def test_a_project_is_started() -> None:
    """§3.2.1 Its type, a category, then any problem of that category, whatever its state."""
    t = table("", "", crisis="FOO CLE")
    t.state.protected = problems("ENE")
    assert offered(t, 0) == {(NO_PROJECT,), (BASE_PROJECT,), (IMPROVED_PROJECT,)}
    play(t, 0, Step.START_PROJECT, IMPROVED_PROJECT)
    assert offered(t, 0) == {(category,) for category in range(6)}
    play(t, 0, Step.START_PROJECT_FIX_CAT, 3)
    assert {PROBLEM_CODES[number] for (number,) in offered(t, 0)} == {"ENE", "HEA", "AFF", "CLE", "FOO"}
    play(t, 0, Step.START_PROJECT_FIX_NODE, problem("FOO"))
    assert (t.state.new_project[0], t.state.new_target[0]) == (IMPROVED_PROJECT, problem("FOO"))


@pytest.mark.parametrize("category", range(6))
def test_the_problems_of_a_category(category: int) -> None:
    """§3.2.1 All of them and no others, those without a number too."""
    t = table("")
    play(t, 0, Step.START_PROJECT, BASE_PROJECT)
    play(t, 0, Step.START_PROJECT_FIX_CAT, category)
    assert {number for (number,) in offered(t, 0)} == {n for n in range(30) if CATEGORY_OF[n] == category}


def test_no_project() -> None:
    """§3.2.1 One may start nothing."""
    t = table("7♣", "")
    play(t, 0, Step.START_PROJECT, NO_PROJECT)
    assert t.state.new_project[0] == 0
    assert asked(t)[0] == (0, Step.START_RESEARCH)


def test_everyone_is_asked_something() -> None:
    """§3.2.1 With a full slot and no card that fits: whether to play a card; then no more of it."""
    t = table("", "7♥")
    stand(t, 0, BASE_PROJECT, "AIR")
    assert asked(t) == [(0, Step.PLAY_CARD), (1, Step.START_PROJECT)]
    assert offered(t, 0) == {STOP}
    play(t, 0, Step.PLAY_CARD, *STOP)
    assert asked(t)[0] == (0, Step.START_RESEARCH)


def test_twins_stay_apart() -> None:
    """§3.2.1 A project like one that stands already is another project, with its own successes."""
    t = table("", "7♣ 7♦", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 1, 0)
    start(t, 1, BASE_PROJECT, "AIR")
    assert plays(t, 1) == {(kind("7♣"), 1, 0), (kind("7♦"), 0, 1), (kind("7♦"), 1, 1)}
    work(t, 1, "7♣", 1, 1, 1)
    work(t, 1, "7♦", 0, 1, 1)
    finish(t)
    assert [arguments[:3] for arguments in told(t, Event.PROJECT_FINISHED)] == [(0, BASE_PROJECT, problem("AIR"))]
    assert (t.state.project[1], list(t.state.progress[1])) == (BASE_PROJECT, [1, 0])


def test_cards_may_be_played_on_all_that_stood() -> None:
    """§3.2.2 One's own and the others' projects; each kind of card once; or stop."""
    t = table("7♣ 7♣ 8♦", "7♥", "")
    stand(t, 1, BASE_PROJECT, "AIR")
    stand(t, 2, BASE_PROJECT, "INF")
    play(t, 0, Step.START_PROJECT, NO_PROJECT)
    assert plays(t, 0) == {(kind("7♣"), 1, 0), (kind("8♦"), 1, 1), (kind("8♦"), 2, 1)}
    assert len(t.moves(0)) == 4
    assert STOP in offered(t, 0)


def test_cards_may_be_played_on_what_one_starts() -> None:
    """§3.2.2 But never on what another starts in the same phase, before or after."""
    t = table("7♣ 8♦", "9♣ 9♦")
    start(t, 0, BASE_PROJECT, "AIR")
    assert plays(t, 0) == {(kind("7♣"), 0, 0), (kind("8♦"), 0, 1)}
    start(t, 1, BASE_PROJECT, "OCE")
    assert plays(t, 1) == {(kind("9♣"), 1, 0), (kind("9♦"), 1, 1)}
    assert plays(t, 0) == {(kind("7♣"), 0, 0), (kind("8♦"), 0, 1)}


def test_one_may_go_on_or_stop() -> None:
    """§3.2.2 Card after card while one fits, in any order; after stop there is no way back."""
    t = table("7♣ 8♦ 9♣", "")
    start(t, 0, IMPROVED_PROJECT, "AIR")
    work(t, 0, "9♣", 0, 1, 1)
    assert plays(t, 0) == {(kind("7♣"), 0, 0), (kind("8♦"), 0, 1)}
    play(t, 0, Step.PLAY_CARD, *STOP)
    assert asked(t)[0] == (0, Step.START_RESEARCH)
    finish(t)
    assert hand(t, 0) == ["7♣", "8♦"]


@pytest.mark.parametrize("code", ["UNS", "INF", "SOC", "FOO", "AIR", "ECO"])
def test_a_card_must_fit(code: str) -> None:
    """§3.2.3 §1.6 Only the two suits that the category takes."""
    takes = {"UNS": "♠♣", "INF": "♠♦", "SOC": "♥♦", "FOO": "♥♠", "AIR": "♣♦", "ECO": "♥♣"}[code]
    t = table("7♣ 7♦ 7♥ 7♠")
    start(t, 0, BASE_PROJECT, code)
    assert plays(t, 0) == {(kind(f"7{suit}"), 0, part) for part, suit in enumerate(takes)}


@pytest.mark.parametrize(("size", "progress", "fits"), [(1, (1, 0), "♦"), (2, (1, 2), "♣"), (2, (1, 1), "♣♦")])
def test_what_is_done_needs_no_card(size: int, progress: tuple[int, int], fits: str) -> None:
    """§3.2.3 A project takes a suit while it lacks a success in it."""
    t = table("7♣ 7♦")
    stand(t, 0, size, "AIR", *progress)
    assert {SUITS[card // 13] for card, *_ in plays(t, 0)} == set(fits)


def test_ones_own_successes_count() -> None:
    """§3.2.3 After a success the suit is not needed any more; after a failure it is."""
    t = table("7♣ 8♣ 9♣", "")
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 6, 5)
    assert plays(t, 0) == {(kind("8♣"), 0, 0), (kind("9♣"), 0, 0)}
    work(t, 0, "8♣", 0, 1, 1)
    assert asked(t)[0] == (0, Step.START_RESEARCH)


def test_what_others_add_is_not_known() -> None:
    """§3.2.3 Two players may both add the last success: over-skilled."""
    t = table("7♣", "8♣", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 0, 1)
    work(t, 0, "7♣", 0, 1, 1)
    play(t, 1, Step.START_PROJECT, NO_PROJECT)
    assert plays(t, 1) == {(kind("8♣"), 0, 0)}
    work(t, 1, "8♣", 0, 1, 1)
    finish(t)
    assert told(t, Event.OVER_SKILLED_PROJECT) == [(0, problem("AIR"), CLUBS, 1, 1)]


def test_a_joker_stands_for_any_suit_needed() -> None:
    """§3.2.4 The player says which."""
    t = table("★♥ ★♠")
    stand(t, 0, BASE_PROJECT, "AIR")
    joker = kind("★♥")
    assert plays(t, 0) == {(joker, 0, 0), (joker, 0, 1)}
    work(t, 0, "★♥", 0, suit="♦")
    assert plays(t, 0) == {(joker, 0, 0)}
    assert t.state.success[0].tolist()[:2] == [0, 1]
    assert [arguments[:3] for arguments in told(t, Event.JOKER_PLAYED, 0)] == [(0, DIAMONDS, problem("AIR"))]


def test_a_joker_needs_no_roll() -> None:
    """§3.2.4 It succeeds, whatever the dice would show, and no consultant is asked."""
    t = table("★♥", money=5)
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "★♥", 0, 6, 6, suit="♣")
    finish(t)
    assert list(t.state.progress[0]) == [1, 0]
    assert (t.state.money[0], t.state.chips) == (5, 0)


@pytest.mark.parametrize(
    ("card", "known", "value"),
    [
        ("2♣", "", 2),
        ("9♣", "", 9),
        ("10♣", "", 10),
        ("A♣", "", 10),
        ("J♣", "", 10),
        ("Q♣", "", 10),
        ("K♣", "", 10),
        ("5♣", "♣", 6),
        ("5♣", "♦ ♥ ♠ +♦", 5),
        ("5♣", "♣ +♣", 8),
        ("K♣", "♣", 11),
        ("K♣", "♣ +♣", 11),
        ("9♣", "♣ +♣", 11),
    ],
)
def test_the_value_of_a_check(card: str, known: str, value: int) -> None:
    """§3.2.5 §1.3 The card's, with 1 for the Base tech of its suit and 2 for the Expanded, at most 11."""
    t = table(card, known=known, expanded_tech=True)
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, card, 0, 1, 1)
    assert [arguments[:5] for arguments in told(t, Event.SUCCESS_SKILL, 0)] == [
        (0, kind(card), problem("AIR"), value, pair(1, 1))
    ]


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", ["A", "7", "K"])
def test_techs_help_their_own_suit(suit: str, rank: str) -> None:
    """§3.2.5 Whichever suit it is, and no other."""
    worth = 7 if rank == "7" else 10
    for known, value in ((suit, worth + 1), (" ".join(SUITS.replace(suit, "")), worth)):
        t = table(rank + suit, known=known)
        stand(t, 0, BASE_PROJECT, {"♣": "UNS", "♦": "INF", "♥": "SOC", "♠": "FOO"}[suit])
        work(t, 0, rank + suit, 0, 1, 1)
        assert told(t, Event.SUCCESS_SKILL, 0)[0][3] == value


@pytest.mark.parametrize(("card", "money", "most"), [("5♣", 3, 3), ("5♣", 9, 6), ("K♣", 9, 1), ("2♣", 10, 9)])
def test_consultants(card: str, money: int, most: int) -> None:
    """§3.2.5 From nothing to all one's money, or what takes the value to 11."""
    t = table(card, money=money)
    stand(t, 0, BASE_PROJECT, "AIR")
    play(t, 0, Step.PLAY_CARD, kind(card), 0, 0)
    assert asked(t) == [(0, Step.CONSULTANT)]
    assert offered(t, 0) == {(fee,) for fee in range(most + 1)}


@pytest.mark.parametrize(("card", "known", "money"), [("5♣", "", 0), ("K♣", "♣", 5)])
def test_consultants_that_cannot_help(card: str, known: str, money: int) -> None:
    """§3.2.5 No money, or 11 already: nobody is asked."""
    t = table(card, money=money, known=known)
    stand(t, 0, BASE_PROJECT, "AIR")
    play(t, 0, Step.PLAY_CARD, kind(card), 0, 0)
    assert t.state.asking[0] != Step.CONSULTANT


@pytest.mark.parametrize(("dice", "success"), [((4, 4), True), ((4, 5), False)])
def test_the_fee_adds_and_is_spent(dice: tuple[int, int], success: bool) -> None:
    """§3.2.5 Three money turn a 5 into an 8; they are gone either way."""
    t = table("5♣ 9♣", money=5)
    stand(t, 0, IMPROVED_PROJECT, "AIR")
    work(t, 0, "5♣", 0, *dice, fee=3)
    assert t.state.success[0, 0] == int(success)
    event = Event.SUCCESS_SKILL if success else Event.FAILED_SKILL
    assert told(t, event, 0) == [(0, kind("5♣"), problem("AIR"), 8, pair(*dice))]
    play(t, 0, Step.PLAY_CARD, kind("9♣"), 0, 0)
    assert offered(t, 0) == {(0,), (1,), (2,)}
    steer(t, 1, 1)
    play(t, 0, Step.CONSULTANT, 1)
    finish(t)
    assert t.state.money[0] == 1
    assert list(t.state.progress[0]) == [1 + int(success), 0]


@pytest.mark.parametrize(("dice", "success"), [((3, 4), True), ((1, 1), True), ((4, 4), False), ((6, 5), False)])
def test_a_check(dice: tuple[int, int], success: bool) -> None:
    """§3.2.6 Two dice: no more than the value."""
    t = table("7♣ 2♠")
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, *dice)
    finish(t)
    assert list(t.state.progress[0]) == [int(success), 0]
    event, other = (Event.SUCCESS_SKILL, Event.FAILED_SKILL)[:: 1 if success else -1]
    assert told(t, event) == [(0, kind("7♣"), problem("AIR"), 7, pair(*dice))]
    assert told(t, other) == []
    assert t.state.chips == 0


def test_a_twelve() -> None:
    """§3.2.6 It fails against 11 and adds a chip, seen when the phase is uncovered."""
    t = table("K♣ A♣", "", known="♣")
    stand(t, 0, BASE_PROJECT, "AIR")
    for card in ("K♣", "A♣"):
        work(t, 0, card, 0, 6, 6)
    finish(t, 0)
    assert (t.state.chips, t.state.twelves[0]) == (0, 2)
    assert len(told(t, Event.TWELVE, 0)) == 2
    assert not told(t, Event.TWELVE, 1)
    finish(t, 1)
    assert (t.state.chips, t.state.twelves[0]) == (2, 0)
    assert list(t.state.progress[0]) == [0, 0]
    assert len(told(t, Event.TWELVE)) == 2


def test_played_cards_are_discarded() -> None:
    """§3.2.7 To the pile of their suit, after success or failure; one of two equal cards; the rest is kept."""
    t = table("8♠ 7♣ K♥ 7♣ 9♦", "", discards="2♣ 3♦")
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 6, 5)
    work(t, 0, "9♦", 0, 1, 1)
    assert discards(t, CLUBS) == ["2♣"]
    finish(t)
    assert (discards(t, CLUBS), discards(t, DIAMONDS)) == (["2♣", "7♣"], ["3♦", "9♦"])
    assert hand(t, 0) == ["8♠", "K♥", "7♣"]
    assert list(t.state.back[0][:4]) == [SPADES, HEARTS, CLUBS, 0]


def test_two_equal_cards() -> None:
    """§3.2.7 Both leave the hand when both are played."""
    t = table("7♣ 7♣", "")
    start(t, 0, IMPROVED_PROJECT, "AIR")
    for _ in range(2):
        work(t, 0, "7♣", 0, 1, 1)
    finish(t)
    assert (hand(t, 0), discards(t, CLUBS)) == ([], ["7♣", "7♣"])


def test_a_played_card_cannot_be_played_again() -> None:
    """§3.2.7 It has left the hand, though it is discarded later."""
    t = table("7♣")
    stand(t, 0, IMPROVED_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    assert t.state.asking[0] != Step.PLAY_CARD


def test_a_joker_goes_where_it_stood() -> None:
    """§3.2.7 To the discards of the suit it stood for, not of the pile it came from."""
    t = table("★♥")
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "★♥", 0, suit="♦")
    finish(t)
    assert (discards(t, DIAMONDS), discards(t, HEARTS)) == (["★♥"], [])
    assert t.state.joker_pile[HEARTS] == DIAMONDS


def test_one_of_two_jokers() -> None:
    """§3.2.7 The other is kept."""
    t = table("★♥ 7♦ ★♠")
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "★♥", 0, suit="♣")
    finish(t)
    assert hand(t, 0) == ["7♦", "★♠"]


@pytest.mark.parametrize("cards", ["", "A♣", "K♠ ★♥"])
def test_done_when_nothing_is_left_to_choose(cards: str) -> None:
    """§3.2.1 Whoever can play and give nothing is asked for neither, whatever the hand."""
    t = table(cards, "")
    play(t, 0, Step.START_PROJECT, NO_PROJECT)
    assert asked(t)[0] == (0, Step.START_RESEARCH)
    play(t, 0, Step.START_RESEARCH, NO_TECH)
    assert asked(t) == [(1, Step.START_PROJECT)]
