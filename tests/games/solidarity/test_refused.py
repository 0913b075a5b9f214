"""What stands in the way is said: in the question, and to whoever tries a move that is not open."""

from __future__ import annotations

import pytest

from moot.engine import Left, Sitting
from moot.engine.left import left
from moot.games.solidarity.components import (
    MANDATE_LINES,
    MOST_OFFERS,
    MOST_ROBOTS,
    MOST_STOCK,
    NEW_NAME,
    OWN_NAMES,
    PRINTED,
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

NO_ROOM = "What shall your robots do? Not every task is open to them."


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
    assert asked(t, NORTH) == NO_ROOM


def test_full_stockpiles() -> None:
    """§8 Nothing can be produced: the question says so, and who tries is told."""
    t = table(("apples", NORTH, {NORTH: MOST_STOCK}), ("tea", SOUTH, {}))
    full = "Nothing can be produced: a stockpile holds 2000 EcU at most."
    assert refusal(t, NORTH, Step.ORDER, Task.PRODUCE) == full
    assert asked(t, NORTH) == NO_ROOM
    assert asked(t, SOUTH) == "What shall your robots do?"


def test_all_resources_are_invented() -> None:
    """§8 There is no room for another."""
    t = table(*((name, NORTH, {}) for name in PRINTED_AT))
    assert t.state.resources == RESOURCES
    full = "Nothing can be invented: there are 48 resources at most."
    assert refusal(t, SOUTH, Step.ORDER, Task.INVENT) == full
    assert asked(t, SOUTH) == NO_ROOM


def test_all_names_are_written() -> None:
    """§8 Printed ones are left; what is not on the table cannot be attacked any more."""
    t = start()
    t.state.written[NORTH] = OWN_NAMES
    assert asked(t, NORTH) == NO_ROOM
    assert refusal(t, NORTH, Step.ORDER, Task.RAID).startswith("There is nothing to attack")
    add_resource(t, "apples", NORTH, NORTH, {})
    assert refusal(t, NORTH, Step.ORDER, Task.SEIZE).startswith("You control everything that there is")
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert asked(t, NORTH) == "What do you invent? Your own names are used up: take one."


def test_too_many_robots() -> None:
    """§3.1 Only those without a task can be sent."""
    t = table(("apples", NORTH, {}), robots={WEST: 9})
    write(t, WEST, ("build", 2))
    play(t, WEST, Step.ORDER, Task.BUILD)
    assert asked(t, WEST) == "How many robots?"
    assert left(t, WEST) == Left(7, 9, "robots")
    assert refusal(t, WEST, Step.ROBOTS, 8) == "You can send those without a task, which are 7."


def test_too_little_room_for_what_robots_make() -> None:
    """§8 Then not even all of those can."""
    t = table(("apples", NORTH, {NORTH: MOST_STOCK - 2}), robots={NORTH: 9, WEST: MOST_ROBOTS - 1})
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    play(t, NORTH, Step.TARGET, t.state.name[0])
    full = "A stockpile holds 2000 EcU at most: there is room for 2 more."
    assert asked(t, NORTH) == "How many robots? There is room for what 2 make."
    assert refusal(t, NORTH, Step.ROBOTS, 3) == full
    play(t, WEST, Step.ORDER, Task.BUILD)
    full = "An org has 1000 robots at most: there is room for 1 more."
    assert asked(t, WEST) == "How many robots? There is room for what 1 make."
    assert refusal(t, WEST, Step.ROBOTS, 2) == full
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
    assert asked(t, NORTH) == "Trade, or be done. You can make no further offer."
    assert refusal(t, NORTH, Step.TRADE, Deal.OFFER, EAST) == full
    t.state.begun[SOUTH] = MOST_OFFERS
    full = "An org begins at most 24 offers in a trading step, and you have begun them."
    assert asked(t, SOUTH).endswith("You can make no further offer.")
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
    assert asked(t, NORTH) == "The last line of your mandate asks for 13 EcU. Of what?"
    play(t, NORTH, Step.DEMAND, MANDATE_LINES)
    assert t.state.asking[NORTH] == Step.HOPE


# What is named is not there, or not to be named


def test_numbers_too_many() -> None:
    """§3.1 §4.1 What stands by itself names nothing else."""
    t = table(("apples", NORTH, {NORTH: 5}))
    said = "Only striking out names a line: the second number is 0 here."
    assert [refusal(t, NORTH, Step.ORDER, task, 2) for task in (Task.BUILD, Task.DONE)] == [said, said]
    to_trading(t)
    assert refusal(t, NORTH, Step.TRADE, Deal.DONE, 3) == "Being done names nothing else: its second number is 0."
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    said = "Tearing up an offer names nothing else: its second number is 0."
    assert refusal(t, NORTH, Step.TRADE, Deal.TEAR_UP, 1) == said


def test_names_that_cannot_be_given() -> None:
    """§3.2 §3.4 Taken, not shown, or another's to write."""
    t = table(("apples", NORTH, {}))
    play(t, NORTH, Step.ORDER, Task.INVENT, 0)
    apples = "The name must be new to the game, and there is a resource called apples."
    assert refusal(t, NORTH, Step.NAME, PRINTED_AT["apples"]) == apples
    last = PRINTED - 1
    assert refusal(t, NORTH, Step.NAME, last).startswith("You are shown 6 printed names that are free, and ")
    assert refusal(t, NORTH, Step.NAME, PRINTED + OWN_NAMES) == "That name is another org’s to write."
    later = f"Your names are written one after the other: the next is number {PRINTED}."
    assert refusal(t, NORTH, Step.NAME, PRINTED + 1) == later


def test_targets_that_are_not_there() -> None:
    """§3.2 §3.5 What is not on the table is neither produced nor attacked by its number."""
    t = table(("apples", NORTH, {}), ("songs", SOUTH, {}))
    play(t, NORTH, Step.ORDER, Task.PRODUCE, 0)
    nothing = "You produce what you control, or what you invent on this sheet."
    assert refusal(t, NORTH, Step.TARGET, NEW_NAME) == nothing
    assert refusal(t, NORTH, Step.TARGET, PRINTED + 1) == nothing
    play(t, NORTH, Step.TARGET, t.state.name[0])
    play(t, NORTH, Step.ROBOTS, 0)
    play(t, NORTH, Step.ORDER, Task.RAID, 0)
    said = "That is not on the table. To attack what is not there yet, say so and write its name."
    assert refusal(t, NORTH, Step.TARGET, PRINTED + 1) == said
    play(t, NORTH, Step.TARGET, t.state.name[1])
    assert refusal(t, NORTH, Step.WHOSE, NORTH) == "That is your own org."
    assert refusal(t, NORTH, Step.WHOSE, 5) == "4 orgs play: there is no org 6."


def test_deals_with_what_is_not_there() -> None:
    """§1.1 §4.1 Orgs, resources and offers."""
    t = table(("apples", NORTH, {NORTH: 5}))
    to_trading(t)
    assert refusal(t, NORTH, Step.TRADE, Deal.OFFER, 4) == "4 orgs play: there is no org 5."
    assert refusal(t, NORTH, Step.TRADE, Deal.WITHDRAW, 0) == "You have no such offer open."
    place = make_offer(t, NORTH, EAST, give={"apples": 1})
    assert refusal(t, EAST, Step.TRADE, Deal.WITHDRAW, place) == "This offer is North’s, who alone can withdraw it."
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    assert refusal(t, NORTH, Step.TRADE, Deal.GIVE, 7) == "There is 1 resource, and no number 8."


def test_offers_between_others_are_not_told() -> None:
    """§7 The same is said to a third org whether there is such an offer or not."""
    t = table(("apples", NORTH, {NORTH: 5}))
    to_trading(t)
    tried = [(deal, place) for deal in (Deal.ACCEPT, Deal.DECLINE, Deal.WITHDRAW) for place in range(28)]
    before = [refusal(t, SOUTH, Step.TRADE, *each) for each in tried]
    make_offer(t, NORTH, EAST, give={"apples": 1})
    assert [refusal(t, SOUTH, Step.TRADE, *each) for each in tried] == before
