"""What is not open now, and why: said of what is not offered, in its order, from what a seat sees."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.battery import check
from moot.engine import Label, Names, NotNow, Sitting
from moot.engine.not_now import not_now, wrong_not_now
from moot.games import load
from moot.games.treasury.rules import Step as Treasury
from tests.battery.breaks import TALLY
from tests.battery.toll import WORDS, Step, make_toll

GIVE, PASS = NotNow("Give", "you have no point"), NotNow("Pass", "bid first", exit=True)


def said(made: Any, *, exit: bool = False) -> list[NotNow]:
    """What is said in a game whose first question is a bid."""
    bid = Label("Bid", exit=exit)
    words = {**WORDS, "labels": {**WORDS["labels"], Step.BID: bid}, "not_now": {Step.BID: made}}
    t = make_toll(words=words).start(seats=2, seed=1)
    return not_now(t, t.waiting[0], t.moves(t.waiting[0]))


def test_of_what_is_offered_nothing_is_said() -> None:
    assert said(lambda view, seat: [NotNow("Bid", "not yet"), GIVE]) == [GIVE]


def test_the_place_of_an_exit_says_why_there_is_none() -> None:
    assert said(lambda view, seat: [PASS]) == [PASS]
    assert said(lambda view, seat: [PASS], exit=True) == []


def test_it_stands_in_the_order_of_verbs() -> None:
    others = [NotNow("Tip", "the box is full"), GIVE]
    assert said(lambda view, seat: others) == [GIVE, others[0]]


def test_names_are_given_short() -> None:
    def named(view: Any, seat: int, names: Names) -> list[NotNow]:
        return [NotNow("Give", f"{names[0]} and {names[1]}")]

    assert said(named) == [NotNow("Give", "Player 1 and Player 2")]


def test_without_a_declaration_nothing_is_said() -> None:
    t = LEDUC.start(seed=1)
    assert not_now(t, t.waiting[0], t.moves(t.waiting[0])) == []
    assert not_now(t, 0, []) == []


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (NotNow("", "why"), "no verb"),
        (NotNow("Give", " "), "no why"),
        (NotNow("Give", "x" * 45), "45 signs, and there is room for 44"),
        (NotNow("Give", "to\nnobody"), "in one line"),
    ],
)
def test_it_must_fit(one: NotNow, says: str) -> None:
    assert says in "; ".join(wrong_not_now(one))
    assert not list(wrong_not_now(GIVE))


def remember(view: Any, seat: int) -> list[NotNow]:
    """Another reason each time."""
    TALLY[0] += 1
    return [NotNow("Give", f"for the {TALLY[0]}th time")]


@pytest.mark.parametrize(
    ("choice", "made", "says"),
    [
        (Step.BID, remember, "is other in a guess of it"),
        (Step.BID, lambda view, seat: [NotNow("Give", "x" * 50)], "of what is not open now, its why has 50 signs"),
        (Step.BID, lambda view, seat: [NotNow("Give", view.coin)], "the words for BID"),
        (Step.GATE, lambda view, seat: [], "which is no choice"),
    ],
)
def test_the_battery_notices(choice: Step, made: Any, says: str) -> None:
    broken = make_toll(words={**WORDS, "not_now": {choice: made}})
    report = check(broken, games=60, only=["words", "labels"], compiled=False)
    assert says in str(report.failures[0])


# The games


def at_first(name: str, **options: Any) -> tuple[Sitting, list[NotNow]]:
    """The first question of a game, and what is said there."""
    t = load(name).start(seed=3, **options)
    seat = t.waiting[0]
    return t, not_now(t, seat, t.moves(seat))


def test_treasury_says_why_nothing_is_developed_and_why_the_turn_does_not_end() -> None:
    _, found = at_first("treasury")
    assert NotNow("Develop", "you have no face-down business") in found
    assert NotNow("End turn", "act first", exit=True) in found


def test_treasury_says_it_of_the_seat_that_is_asked() -> None:
    t, _ = at_first("treasury", seats=2)
    seat = t.waiting[0]
    start = next(move for move in t.moves(seat) if move.label.verb == "Start face down")
    t.play(seat, start)
    assert t.waiting == [1 - seat]
    assert t.state.asking[1 - seat] == Treasury.MENU
    there = not_now(t, 1 - seat, t.moves(1 - seat))
    assert NotNow("Sell", "you have no business") in there


def test_turning_points_says_why_no_card_is_laid_in_the_first_round() -> None:
    t, found = at_first("turning_points")
    assert NotNow("Organize", "nobody organizes before round 2") in found
    assert not any(move.label.verb == "Organize" for move in t.moves(t.waiting[0]))


def test_polycrisis_says_which_piles_are_not_of_the_class() -> None:
    t, _ = at_first("polycrisis", seats=1)
    while t.moves(0)[0].label.verb[:4] != "Draw":
        t.play(0, t.moves(0)[0])
    assert [one.verb for one in not_now(t, 0, t.moves(0))] == ["Done"]
    t.play(0, t.moves(0)[0])
    closed = [one for one in not_now(t, 0, t.moves(0)) if not one.exit]
    assert {one.why for one in closed} == {"not a suit of your class"}
    assert len(closed) + len(t.moves(0)) == 4


def test_solidarity_says_what_an_empty_sheet_lacks() -> None:
    _, found = at_first("solidarity")
    assert found == [
        NotNow("Produce", "you control nothing to produce"),
        NotNow("Strike out", "your sheet is empty"),
    ]


def test_path_says_what_the_hand_is_not_good_for() -> None:
    t, _ = at_first("path_to_safety", seats=2)
    seat = t.waiting[0]
    t.play(seat, next(move for move in t.moves(seat) if move.label.verb == "Go on"))
    seat = t.waiting[0]
    found, verbs = not_now(t, seat, t.moves(seat)), {move.label.verb for move in t.moves(seat)}
    assert {one.verb for one in found} == {"Publish", "Research", "Conference", "Call for the end"} - verbs
