"""Why a piece of Solidarity cannot be chosen now."""

from __future__ import annotations

from typing import Any

from moot.engine import Line, Names
from moot.games.solidarity.components import (
    LINES,
    MOST_CHANGES,
    MOST_OFFERS,
    MOST_ROBOTS,
    MOST_STOCK,
    OFFER_LINES,
    OWN_NAMES,
    RESOURCES,
    SIDE,
    TASKS,
    Task,
)
from moot.games.solidarity.naming import resource
from moot.games.solidarity.orders import (
    free_name,
    has_product,
    has_target,
    may_invent,
    most_robots,
    room_to_build,
    room_to_produce,
)
from moot.games.solidarity.rules import Phase, Step
from moot.games.solidarity.trade import (
    free_place,
    is_in_draft,
    is_line_possible,
    lines_of,
    maker_of,
    places,
)


def why_not(view: Any, seat: int, kind: str, number: int, names: Names) -> Line | None:
    """Why a seat cannot choose a piece now; None if there is nothing to say."""
    if view.over:
        return Line("5.1", "The game is over.")
    if kind == "mandate":
        return Line("4.2", "A mandate is fulfilled by what its org receives in the trading step, from whomever.")
    reason = REASONS.get(kind)
    if reason is None:
        return None
    if not view.asking[seat]:
        return Line("4.1" if view.phase == Phase.TRADING else "2", "You are done; the others are not.")
    return reason(view, seat, number, names)


# Offers


def why_not_offer(view: Any, seat: int, place: int, names: Names) -> Line | None:
    """§4.1 An offer that cannot be accepted."""
    if not 0 <= place < places(view) * view.seats or not view.offer_to[place]:
        return Line("4.1", "That offer is no longer open.")
    if view.asking[seat] == Step.HOW_MUCH:
        return Line("4.1", "First say the amount for the line you are writing.")
    if maker_of(view, place) == seat:
        return Line("4.1", "This offer is your own: you can withdraw it; the other side accepts or declines it.")
    if view.offer_to[place] != seat + 1:
        return Line("4.1", f"This offer is {names[view.offer_to[place] - 1]}’s to answer.")
    return why_impossible(view, seat, place, names)


def why_impossible(view: Any, seat: int, place: int, names: Names) -> Line | None:
    """§4.1 Whose goods are gone, or who has no room."""
    for line in range(OFFER_LINES):
        if view.offer_goods[place, line] and not is_line_possible(view, place, line):
            return why_line(view, seat, place, line, names)
    return None


def why_line(view: Any, seat: int, place: int, line: int, names: Names) -> Line:
    """§4.1 §8 The same for one line."""
    maker, other = maker_of(view, place), view.offer_to[place] - 1
    giver, taker = (maker, other) if line < SIDE else (other, maker)
    number, amount = view.offer_goods[place, line] - 1, view.offer_amount[place, line]
    what, held = resource(view.name[number], names), view.stock[giver, number]
    if held < amount:
        has = "You have" if giver == seat else f"{names[giver]} has"
        return Line(
            "4.1", f"{has} {held} EcU of {what} now, and the offer takes {amount}. You can decline it, or wait."
        )
    has = "You have" if taker == seat else f"{names[taker]} has"
    return Line("8", f"{has} no room for {amount} EcU of {what}: a stockpile holds {MOST_STOCK}.")


# Resources


def why_not_resource(view: Any, seat: int, name: int, names: Names) -> Line | None:
    """§3.1 §4.1 §4.3 By what is being asked."""
    number = next((r for r in range(view.resources) if view.name[r] == name), None)
    asked = view.asking[seat]
    if number is None:
        return Line("3.2", "That is not on the table yet; its name can be written when an attack is ordered.")
    if asked == Step.ORDER:
        return why_no_order(view, seat)
    if asked == Step.TARGET:
        return why_no_target(view, seat, number, names)
    if asked == Step.TRADE:
        return why_no_trade(view, seat, number, names)
    if asked == Step.DEMAND:
        own = view.controller[number] == seat
        return Line("4.3", "A mandate asks for what you do not control." if own else "It is in your mandate already.")
    return None


def why_no_order(view: Any, seat: int) -> Line:
    """§3.1 Why no robot can be sent anywhere, or not yet."""
    return why_no_line(view, seat) or Line("3.1", f"First choose a task for it.{why_no_task(view, seat)}")


def why_no_line(view: Any, seat: int) -> Line | None:
    """§3.1 §8 Why no line can be added to an order sheet."""
    if view.changes[seat] == MOST_CHANGES:
        return Line("8", f"A sheet takes {MOST_CHANGES} changes a turn, and yours has had them.")
    if view.lines[seat] == LINES:
        return Line("8", f"A sheet has {LINES} lines, and yours is full: strike one out first.")
    if view.idle[seat] == 0:
        return Line("3.1", "All your robots have a task: strike out an order first.")
    return None


def why_no_task(view: Any, seat: int) -> str:
    """§8 Which tasks are not open because there is no room."""
    closed = [line.text for task in range(TASKS) if (line := why_closed(view, seat, task)) and line.section == "8"]
    if free_name(view, seat) < 0:
        closed.append(f"You have written all {OWN_NAMES} of your names.")
    return "".join(f" {text}" for text in dict.fromkeys(closed))


def why_closed(view: Any, seat: int, task: int) -> Line | None:
    """§3.5 §8 Why a robot without a task cannot be given this one."""
    if task == Task.INVENT and not may_invent(view, seat):
        return Line("8", f"Nothing can be invented: there are {RESOURCES} resources at most.")
    if task == Task.PRODUCE and not has_product(view, seat):
        return why_no_product(view, seat)
    if task == Task.BUILD and room_to_build(view, seat) <= 0:
        return Line("8", f"No robots can be built: an org has {MOST_ROBOTS} at most.")
    if task == Task.SEIZE and not has_target(view, seat):
        return Line("8", "You control everything that there is, and have no name left for anything else to attack.")
    if task == Task.RAID and not view.resources and free_name(view, seat) < 0:
        return Line("8", "There is nothing to attack, and you have no name left for what may come.")
    return None


def why_no_product(view: Any, seat: int) -> Line:
    """§3.5 §8 Why an org can produce nothing."""
    if any(view.controller[number] == seat for number in range(view.resources)):
        return Line("8", f"Nothing can be produced: a stockpile holds {MOST_STOCK} EcU at most.")
    return Line("3.5", "You control nothing that could be produced: invent something, or take control of something.")


def room_for_line(view: Any, seat: int) -> str:
    """§8 What keeps robots without a task off the line being written; empty if all of them can be sent."""
    most = most_robots(view, seat)
    if most >= view.idle[seat]:
        return ""
    building = view.task[seat, view.lines[seat]] == Task.BUILD
    holds = f"An org has {MOST_ROBOTS} robots" if building else f"A stockpile holds {MOST_STOCK} EcU"
    return f"{holds} at most: there is room for {most} more."


def why_no_target(view: Any, seat: int, number: int, names: Names) -> Line | None:
    """§3.5 §3.7 Why the task of the line being written cannot be aimed at a resource."""
    task, own = view.task[seat, view.lines[seat]], view.controller[number] == seat
    if task == Task.PRODUCE and not own:
        return Line(
            "3.5", f"{names[view.controller[number]]} controls it: only who controls a resource can produce it."
        )
    if task == Task.PRODUCE and room_to_produce(view, seat, number) <= 0:
        return Line("8", f"A stockpile holds {MOST_STOCK} EcU at most.")
    return Line("3.7", "You control it yourself.") if task == Task.SEIZE and own else None


def why_in_no_offer(view: Any, seat: int, number: int, names: Names) -> Line | None:
    """§4.1 Why a resource can neither be given nor asked for."""
    if not view.draft_to[seat]:
        return Line("4.1", "First choose to whom you make an offer.")
    what = resource(view.name[number], names)
    if is_in_draft(view, seat, number):
        return Line(
            "4.1",
            f"Your offer has {what} already: it can give a resource or ask for it, once, and not both. "
            "To change the line, tear the offer up and write another.",
        )
    if view.total[number] == 0:
        return Line("4.1", f"Nobody has any {what}.")
    return None


def why_no_trade(view: Any, seat: int, number: int, names: Names) -> Line | None:
    """§4.1 Why a resource cannot be put into an offer."""
    if nowhere := why_in_no_offer(view, seat, number, names):
        return nowhere
    what, own = resource(view.name[number], names), view.stock[seat, number]
    if own == 0 and lines_of(view, seat, SIDE) < SIDE:
        return Line("4.1", f"You have no {what} to give. You can ask for some.")
    if own == view.total[number] and lines_of(view, seat, 0) < SIDE:
        return Line("4.1", f"Nobody else has any {what} to ask for. You can give some.")
    return Line(
        "8", f"An offer has {SIDE} lines for what it gives and {SIDE} for what it asks: none is left for {what}."
    )


def why_not_stock(view: Any, seat: int, place: int, names: Names) -> Line | None:
    """§3.5 A stockpile stands for what is in it."""
    return why_not_resource(view, seat, view.name[place % RESOURCES], names)


# Seats and lines


def why_not_seat(view: Any, seat: int, other: int, names: Names) -> Line | None:
    """§4.1 §3.6 Why an org cannot be chosen."""
    asked = view.asking[seat]
    if other == seat and asked in (Step.TRADE, Step.WHOSE):
        return Line("4.1" if asked == Step.TRADE else "3.6", "That is your own org.")
    if asked == Step.TRADE and view.draft_to[seat]:
        return Line(
            "4.1", f"You are writing an offer to {names[view.draft_to[seat] - 1]}: send it or tear it up first."
        )
    if asked == Step.TRADE and (full := why_no_offer(view, seat)):
        return Line("8", full)
    return Line("3.1", "First choose a task.") if asked == Step.ORDER else None


def why_no_offer(view: Any, seat: int) -> str:
    """§8 Why an org can begin no further offer; empty if it can."""
    if view.begun[seat] == MOST_OFFERS:
        return f"An org begins at most {MOST_OFFERS} offers in a trading step, and you have begun them."
    if free_place(view, seat, 0) < 0:
        return f"You have {places(view)} offers open, which is all there is room for: withdraw one first."
    return ""


def why_not_line(view: Any, seat: int, line: int, names: Names) -> Line | None:
    """§3.1 Why an order cannot be struck out."""
    if view.phase != Phase.ORDERS:
        return Line("3.3", "The orders have been revealed and carried out.")
    if view.changes[seat] == MOST_CHANGES:
        return Line("8", f"A sheet takes {MOST_CHANGES} changes a turn, and yours has had them.")
    return Line("3.1", "Finish the line you are writing first.") if view.asking[seat] != Step.ORDER else None


REASONS = {
    "offer": why_not_offer,
    "resource": why_not_resource,
    "stock": why_not_stock,
    "seat": why_not_seat,
    "line": why_not_line,
}


def is_offered(view: Any, seat: int) -> bool:
    """§4.1 Whether an offer waits for an org's answer."""
    return any(to == seat + 1 for to in view.offer_to)
