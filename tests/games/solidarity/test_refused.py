"""What stands in the way is said: in the question, and to whoever tries a move that is not open."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.solidarity.components import (
    MANDATE_LINES,
    MOST_OFFERS,
    MOST_ROBOTS,
    MOST_STOCK,
    OWN_NAMES,
    PRINTED_NAMES,
    RESOURCES,
    Deal,
    Task,
)
from moot.games.solidarity.rules import Step
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    PRINTED_AT,
    SOUTH,
    WEST,
    add_resource,
    done,
    make_offer,
    orders,
    play,
    refusal,
    start,
    table,
    to_trading,
    write,
)


def asked(t: Sitting, seat: int) -> str:
    """What a seat is asked."""
    line = t.question(seat)
    assert line is not None
    return line.text


# Orders


def test_no_robot_is_left() -> None:
    """§3.1 For any task."""
    t = table(("apples", NORTH, {}))
    write(t, NORTH, ("build", 2))
    for task in (Task.INVENT, Task.PRODUCE, Task.BUILD, Task.SEIZE, Task.RAID):
        assert refusal(t, NORTH, Step.ORDER, task) == "All your robots have a task: strike out an order first."
    assert refusal(t, NORTH, Step.ORDER, Task.STRIKE, 4) == "Your sheet has no line 5."


def test_nothing_is_controlled() -> None:
    """§3.5 So nothing can be produced; after an invention it can."""
    t = table(("apples", NORTH, {}))
    assert refusal(t, SOUTH, Step.ORDER, Task.PRODUCE).startswith("You control nothing that could be produced")
    write(t, SOUTH, ("invent", "moss"))
    write(t, SOUTH, ("produce", "moss", 1))


def test_as_many_robots_as_an_org_can_have() -> None:
    """§8 No more can be built: the question says so, and who tries is told."""
    t = table(robots={NORTH: MOST_ROBOTS})
    full = "No robots can be built: an org has 1000 at most."
    assert refusal(t, NORTH, Step.ORDER, Task.BUILD) == full
    assert asked(t, NORTH) == f"1000 of your 1000 robots have no task: what shall they do? {full}"


def test_full_stockpiles() -> None:
    """§8 Nothing can be produced: the question says so, and who tries is told."""
    t = table(("apples", NORTH, {NORTH: MOST_STOCK}), ("tea", SOUTH, {}))
    full = "Nothing can be produced: a stockpile holds 2000 EcU at most."
    assert refusal(t, NORTH, Step.ORDER, Task.PRODUCE) == full
    assert asked(t, NORTH) == f"2 of your 2 robots have no task: what shall they do? {full}"
    assert asked(t, SOUTH) == "2 of your 2 robots have no task: what shall they do?"


def test_all_resources_are_invented() -> None:
    """§8 There is no room for another."""
    t = table(*((name, NORTH, {}) for name in PRINTED_AT))
    assert t.state.resources == RESOURCES
    full = "Nothing can be invented: there are 48 resources at most."
    assert refusal(t, SOUTH, Step.ORDER, Task.INVENT) == full
    assert asked(t, SOUTH).endswith(full)


def test_all_names_are_written() -> None:
    """§8 Printed ones are left; what is not on the table cannot be attacked any more."""
    t = start()
    t.state.written[NORTH] = OWN_NAMES
    assert asked(t, NORTH).endswith("You have written all 24 of your names.")
    assert refusal(t, NORTH, Step.ORDER, Task.RAID).startswith("There is nothing to attack")
    add_resource(t, "apples", NORTH, NORTH, {})
    assert refusal(t, NORTH, Step.ORDER, Task.SEIZE).startswith("You control everything that there is")
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert asked(t, NORTH) == "What do you invent? You have written all 24 of your names: take one of these."


def test_too_many_robots() -> None:
    """§3.1 Only those without a task can be sent."""
    t = table(("apples", NORTH, {}), robots={WEST: 9})
    write(t, WEST, ("build", 2))
    play(t, WEST, Step.ORDER, Task.BUILD)
    assert asked(t, WEST) == "How many robots? 7 of your 9 robots have no task."
    assert refusal(t, WEST, Step.ROBOTS, 8) == "You can send those without a task, which are 7."


def test_too_little_room_for_what_robots_make() -> None:
    """§8 Then not even all of those can."""
    t = table(("apples", NORTH, {NORTH: MOST_STOCK - 2}), robots={NORTH: 9, WEST: MOST_ROBOTS - 1})
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    play(t, NORTH, Step.TARGET, t.state.name[0])
    full = "A stockpile holds 2000 EcU at most: there is room for 2 more."
    assert asked(t, NORTH) == f"How many robots? 9 of your 9 robots have no task. {full}"
    assert refusal(t, NORTH, Step.ROBOTS, 3) == full
    play(t, WEST, Step.ORDER, Task.BUILD)
    full = "An org has 1000 robots at most: there is room for 1 more."
    assert asked(t, WEST).endswith(full)
    assert refusal(t, WEST, Step.ROBOTS, 2) == full


# Trading


def test_done_while_an_offer_waits() -> None:
    """§4.1 First it is answered."""
    t = table(("apples", NORTH, {NORTH: 6}))
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 1})
    assert refusal(t, SOUTH, Step.TRADE, Deal.DONE) == "An offer waits for your answer: accept or decline it first."
    play(t, SOUTH, Step.TRADE, Deal.DECLINE, place)
    play(t, SOUTH, Step.TRADE, Deal.DONE)


def test_done_while_an_offer_is_written() -> None:
    """§4.1 First it is sent or torn up; and an empty one cannot be sent."""
    t = table(("apples", NORTH, {NORTH: 6}))
    to_trading(t)
    for action in (Deal.SEND, Deal.TEAR_UP):
        assert refusal(t, NORTH, Step.TRADE, action) == "You are not writing an offer."
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    assert refusal(t, NORTH, Step.TRADE, Deal.DONE) == "You are writing an offer to East: send it or tear it up first."
    assert refusal(t, NORTH, Step.TRADE, Deal.SEND).startswith("Your offer is empty")
    play(t, NORTH, Step.TRADE, Deal.TEAR_UP)
    play(t, NORTH, Step.TRADE, Deal.DONE)


@pytest.mark.parametrize(
    ("action", "amount", "said"),
    [
        (Deal.GIVE, 7, "You have 6 EcU of apples to give."),
        (Deal.WANT, 5, "The others have 4 EcU of apples together."),
        (Deal.GIVE, 0, "A line of an offer has at least 1 EcU."),
    ],
)
def test_too_much_of_it(action: Deal, amount: int, said: str) -> None:
    """§4.1 What one has, or what the others have together."""
    t = table(("apples", NORTH, {NORTH: 6, SOUTH: 3, WEST: 1}))
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    play(t, NORTH, Step.TRADE, action, 0)
    assert refusal(t, NORTH, Step.HOW_MUCH, amount) == said


def test_a_line_of_an_offer_takes_a_thousand() -> None:
    """§8 The question says so where there is more."""
    t = table(("apples", NORTH, {NORTH: 1500, SOUTH: 1000}))
    to_trading(t)
    for seat, action, more in ((NORTH, Deal.GIVE, True), (SOUTH, Deal.GIVE, False), (EAST, Deal.WANT, True)):
        play(t, seat, Step.TRADE, Deal.OFFER, WEST)
        play(t, seat, Step.TRADE, action, 0)
        assert asked(t, seat).endswith(" At most 1000 on one line.") == more


def test_no_further_offer() -> None:
    """§8 An org's places are full, or it has begun as many as it may: the question says so."""
    t = table(("apples", NORTH, {NORTH: 20}))
    to_trading(t)
    for _ in range(7):
        make_offer(t, NORTH, SOUTH, {"apples": 1})
    full = "You have 7 offers open, which is all there is room for: withdraw one first."
    assert asked(t, NORTH) == f"Trade, or be done. {full}"
    assert refusal(t, NORTH, Step.TRADE, Deal.OFFER, EAST) == full
    t.state.begun[SOUTH] = MOST_OFFERS
    full = "An org begins at most 24 offers in a trading step, and you have begun them."
    assert asked(t, SOUTH).endswith(full)
    assert refusal(t, SOUTH, Step.TRADE, Deal.OFFER, EAST) == full


# Mandates


def test_the_last_line_of_a_mandate() -> None:
    """§4.3 §8 It takes what is left, and the question says so; a line has something, and not too much."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[: MANDATE_LINES + 1]]
    t = table(*((name, SOUTH, {}) for name in names), ("rope", NORTH, {NORTH: 40}))
    orders(t, {})
    done(t)
    for line in range(MANDATE_LINES - 1):
        assert asked(t, NORTH) == f"Your mandate must ask for {20 - line} EcU more. Of what?"
        play(t, NORTH, Step.DEMAND, line)
        said = f"A line asks for at least 1 EcU, and your mandate lacks {20 - line}."
        assert [refusal(t, NORTH, Step.DEMAND_AMOUNT, amount) for amount in (0, 21 - line)] == [said, said]
        play(t, NORTH, Step.DEMAND_AMOUNT, 1)
    assert asked(t, NORTH) == (
        "Your mandate must ask for 13 EcU more. Of what? This is the last of its 8 lines, and takes them all."
    )
    play(t, NORTH, Step.DEMAND, MANDATE_LINES)
    assert t.state.asking[NORTH] == Step.HOPE
