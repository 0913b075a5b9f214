"""The answers of Solidarity in short."""

from __future__ import annotations

from moot.engine import Label, Sitting, ordered
from moot.games.solidarity.components import Deal, Task
from moot.games.solidarity.rules import Step
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    at,
    done,
    make_offer,
    mandate,
    orders,
    play,
    start,
    table,
    to_trading,
    write,
)


def labels(t: Sitting, seat: int) -> list[tuple[str, ...]]:
    """Verb, cost and outcome of what a seat may do, in the order of a page."""
    return [move.label[:3] for move in ordered(t.moves(seat))]


def label(t: Sitting, seat: int, *arguments: int) -> Label:
    """The label of one answer."""
    return next(move.label for move in t.moves(seat) if move.arguments[: len(arguments)] == arguments)


def test_an_order_sheet() -> None:
    """§3.1 Tasks at their places; who hands in with idle robots is asked twice."""
    t = table(("apples", NORTH, {NORTH: 3}), robots={NORTH: 5})
    assert [verb for verb, _, _ in labels(t, NORTH)] == [
        "Invent",
        "Produce",
        "Build",
        "Attack resource",
        "Attack stockpile",
        "Hand in",
    ]
    hand_in = label(t, NORTH, Task.DONE)
    assert hand_in[:5] == ("Hand in", "5 idle", "5 robots without a task", True, True)
    write(t, NORTH, ("raid", "apples", SOUTH, 2))
    write(t, NORTH, ("build", 3))
    assert label(t, NORTH, Task.STRIKE, 0).outcome == "line 1: 2 attack South’s apples"
    assert label(t, NORTH, Task.STRIKE, 1).outcome == "line 2: 3 build robots"
    hand_in = label(t, NORTH, Task.DONE)
    assert hand_in[:5] == ("Hand in", "", "all robots have a task", False, True)


def test_attacks() -> None:
    """§3.6 §3.7 Against whom, and what there is. A line of the sheet can be struck out again: nothing is asked twice."""
    t = table(("apples", SOUTH, {SOUTH: 7}), robots={NORTH: 5})
    play(t, NORTH, Step.ORDER, Task.SEIZE)
    assert label(t, NORTH, t.state.name[0])[:4] == ("Attack", "", "apples: South controls it", False)
    t = table(("apples", SOUTH, {SOUTH: 7}), robots={NORTH: 5})
    play(t, NORTH, Step.ORDER, Task.RAID)
    assert label(t, NORTH, t.state.name[0]).outcome == "apples: 7 EcU on the table"
    play(t, NORTH, Step.TARGET, t.state.name[0])
    assert labels(t, NORTH)[0] == ("Attack", "", "South has 7 EcU of apples")
    play(t, NORTH, Step.WHOSE, SOUTH)
    assert label(t, NORTH, 2)[:3] == ("2 robots", "", "3 left without a task")
    assert label(t, NORTH, 0)[:5] == ("None after all", "", "the line is left out", False, True)


def test_names() -> None:
    """§3.4 One of one's own, or a printed one with its unit."""
    t = start()
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert labels(t, NORTH)[:2] == [
        ("Write a name", "", "one of your own, with a unit if you like"),
        ("Take", "", "apples (bushels)"),
    ]


def test_offers() -> None:
    """§4.1 What comes and what goes; to accept is costly, and last."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {SOUTH: 4}))
    mandate(t, NORTH, {"tea": 3})
    to_trading(t)
    assert label(t, NORTH, Deal.DONE)[:5] == ("Done trading", "", "your mandate lacks 3 EcU", False, True)
    assert label(t, WEST, Deal.DONE).outcome == "until an offer comes"
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    assert label(t, NORTH, Deal.GIVE, at(t, "apples")).outcome == "apples: you have 6 EcU"
    assert label(t, NORTH, Deal.WANT, at(t, "tea")).outcome == "tea: the others have 4 EcU"
    play(t, NORTH, Step.TRADE, Deal.GIVE, at(t, "apples"))
    assert label(t, NORTH, 2)[:3] == ("2 EcU", "", "of apples; you keep 4")
    play(t, NORTH, Step.HOW_MUCH, 2)
    assert label(t, NORTH, Deal.SEND).outcome == "get nothing, give 2× apples"
    play(t, NORTH, Step.TRADE, Deal.WANT, at(t, "tea"))
    assert label(t, NORTH, 3)[:3] == ("3 EcU", "", "of tea; the others have 4")
    play(t, NORTH, Step.HOW_MUCH, 3)
    assert label(t, NORTH, Deal.SEND)[:3] == ("Send offer", "", "get 3× tea, give 2× apples")
    play(t, NORTH, Step.TRADE, Deal.SEND)
    accept = label(t, SOUTH, Deal.ACCEPT)
    assert accept[:4] == ("Accept", "", "get 2× apples, give 3× tea", True)
    assert label(t, SOUTH, Deal.DECLINE).outcome == "the offer of North is gone"
    assert label(t, NORTH, Deal.WITHDRAW).outcome == "your offer to South is gone"
    assert [verb for verb, _, _ in labels(t, SOUTH)][-2:] == ["Decline", "Accept"]


def test_an_offer_of_several_kinds() -> None:
    """§4.1 How much, and of how many kinds."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", NORTH, {NORTH: 4}))
    to_trading(t)
    make_offer(t, NORTH, EAST, {"apples": 2, "tea": 1})
    assert label(t, EAST, Deal.ACCEPT)[:4] == ("Accept", "", "get 3 (2 kinds), give nothing", False), "a present"


def test_a_mandate() -> None:
    """§4.3 What is left to ask for."""
    t = table(("apples", SOUTH, {SOUTH: 3}), ("tea", SOUTH, {}), ("rope", NORTH, {NORTH: 10}))
    orders(t, {})
    done(t)
    assert labels(t, NORTH)[0] == ("Ask for", "", "apples: 3 EcU on the table")
    play(t, NORTH, Step.DEMAND, at(t, "apples"))
    assert label(t, NORTH, 2)[:3] == ("2 EcU", "", "3 EcU more to ask for")
    play(t, NORTH, Step.DEMAND_AMOUNT, 5)
    assert labels(t, NORTH)[:2] == [("From nobody", "", "in particular"), ("From South", "", "it has no effect")]
