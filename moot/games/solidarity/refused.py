"""Why a move of Solidarity cannot be made. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moot.engine import Line, Names, is_in, plural
from moot.games.solidarity.components import (
    MOST_CHANGES,
    NEW_NAME,
    OWN_NAMES,
    PRINTED,
    SIDE,
    SUGGESTED,
    TASKS,
    Deal,
    Task,
)
from moot.games.solidarity.mandates import still_to_ask
from moot.games.solidarity.naming import resource
from moot.games.solidarity.orders import first_with, free_name, is_own
from moot.games.solidarity.reasons import (
    is_offered,
    room_for_line,
    why_closed,
    why_impossible,
    why_in_no_offer,
    why_no_line,
    why_no_target,
    why_not_seat,
)
from moot.games.solidarity.rules import Step
from moot.games.solidarity.trade import lines_of, maker_of, open_line, places

OWN_ORG = "That is your own org."


def why_not_move(view: Any, seat: int, step: int, arguments: Sequence[int], names: Names) -> Line | None:
    """Why a seat cannot make a move."""
    if step == Step.ORDER:
        return why_not_task(view, seat, *arguments)
    if step == Step.TRADE:
        return why_not_deal(view, seat, arguments[0], arguments[1], names)
    reason = OF_ONE_NUMBER.get(step)
    return reason(view, seat, arguments[0], names) if reason else None


def why_no_org(view: Any, number: int) -> Line:
    """§1.1 Orgs that are not played, counted from 1."""
    return Line("1.1", f"{view.seats} orgs play: there is no org {number}.")


def why_no_resource(view: Any, number: int, section: str) -> Line:
    """§4.1 §4.3 Resources that do not exist, counted from 1."""
    there = plural("resource")(view.resources)
    return Line(section, f"There {'is' if view.resources == 1 else 'are'} {there}, and no number {number}.")


# 3 Orders


def why_not_task(view: Any, seat: int, task: int, line: int) -> Line:
    """§3.1 Why a line cannot be begun or struck out."""
    if task == Task.STRIKE:
        return why_not_strike(view, seat, line)
    closed = (why_no_line(view, seat) or why_closed(view, seat, task)) if task < TASKS else None
    return closed or Line("3.1", "Only striking out names a line: the second number is 0 here.")


def why_not_strike(view: Any, seat: int, line: int) -> Line:
    """§3.1 §8 Why an order cannot be struck out."""
    if line >= view.lines[seat]:
        return Line("3.1", f"Your sheet has no line {line + 1}.")
    return Line("8", f"A sheet takes {MOST_CHANGES} changes a turn, and yours has had them.")


def why_not_name(view: Any, seat: int, name: int, names: Names) -> Line:
    """§3.2 §3.4 §8 Why a name cannot be given."""
    if name < PRINTED:
        return why_not_printed(view, seat, name, names)
    if not is_own(seat, name):
        return Line("3.4", "That name is another org’s to write.")
    if free_name(view, seat) < 0:
        return Line("8", f"You have written all {OWN_NAMES} of your names.")
    return Line("3.4", f"Your names are written one after the other: the next is number {free_name(view, seat)}.")


def why_not_printed(view: Any, seat: int, name: int, names: Names) -> Line:
    """§3.2 §3.4 Why a name of the printed list cannot be given."""
    what = resource(name, names)
    if view.task[seat, view.lines[seat]] != Task.INVENT:
        return Line("3.2", "The printed names are for inventions: write the name that you expect.")
    if is_in(view.taken, name):
        return Line("3.4", f"The name must be new to the game, and there is a resource called {what}.")
    if (line := first_with(view, seat, name)) >= 0:
        return Line("3.4", f"The name must be new, and {what} is on your sheet, in line {line + 1}.")
    return Line("3.4", f"You are shown {SUGGESTED} printed names that are free, and {what} is none of them.")


def why_not_target(view: Any, seat: int, name: int, names: Names) -> Line | None:
    """§3.2 §3.5 §8 Why robots cannot be sent to what has a name."""
    producing = view.task[seat, view.lines[seat]] == Task.PRODUCE
    number = next((r for r in range(view.resources) if view.name[r] == name), None)
    if number is not None:
        return why_no_target(view, seat, number, names)
    if producing:
        return Line("3.5", "You produce what you control, or what you invent on this sheet.")
    if name == NEW_NAME:
        return Line("8", f"You have written all {OWN_NAMES} of your names: none is left for what may come.")
    return Line("3.2", "That is not on the table. To attack what is not there yet, say so and write its name.")


def why_not_owner(view: Any, seat: int, owner: int, names: Names) -> Line:
    """§3.6 Whose stockpile cannot be attacked."""
    return Line("3.6", OWN_ORG) if owner == seat else why_no_org(view, owner + 1)


def why_not_robots(view: Any, seat: int, number: int, names: Names) -> Line:
    """§3.1 §8 Why so many robots cannot be sent."""
    if room := room_for_line(view, seat):
        return Line("8", room)
    return Line("3.1", f"You can send those without a task, which are {view.idle[seat]}.")


# 4.1 Trade


def why_not_deal(view: Any, seat: int, action: int, which: int, names: Names) -> Line | None:
    """§4.1 By what was tried."""
    if action in (Deal.ACCEPT, Deal.DECLINE):
        return why_not_answer(view, seat, which, names)
    if action == Deal.WITHDRAW:
        return why_not_withdraw(view, seat, which, names)
    if action == Deal.OFFER:
        return why_not_seat(view, seat, which, names) if which < view.seats else why_no_org(view, which + 1)
    if action in (Deal.GIVE, Deal.WANT):
        return why_not_in_offer(view, seat, action, which, names)
    return why_not_end(view, seat, action, names)


def is_seen(view: Any, place: int) -> bool:
    """§7 Whether an offer lies in a place, as far as the org can see."""
    return place < places(view) * view.seats and bool(view.offer_to[place])


def why_not_answer(view: Any, seat: int, place: int, names: Names) -> Line | None:
    """§4.1 Why an offer cannot be accepted or declined."""
    if not is_seen(view, place):
        return Line("4.1", "There is no such offer for you to answer, or no longer.")
    if maker_of(view, place) == seat:
        return Line("4.1", "This offer is your own: you can withdraw it; the other side accepts or declines it.")
    if view.offer_to[place] != seat + 1:
        return Line("4.1", f"This offer is {names[view.offer_to[place] - 1]}’s to answer.")
    return why_impossible(view, seat, place, names)


def why_not_withdraw(view: Any, seat: int, place: int, names: Names) -> Line:
    """§4.1 Why an offer cannot be withdrawn."""
    if is_seen(view, place) and maker_of(view, place) != seat:
        return Line("4.1", f"This offer is {names[maker_of(view, place)]}’s, who alone can withdraw it.")
    return Line("4.1", "You have no such offer open.")


def why_not_in_offer(view: Any, seat: int, action: int, number: int, names: Names) -> Line:
    """§4.1 Why a resource cannot be given or asked for in an offer."""
    if view.draft_to[seat] and number >= view.resources:
        return why_no_resource(view, number + 1, "4.1")
    if nowhere := why_in_no_offer(view, seat, number, names):
        return nowhere
    why = why_not_given if action == Deal.GIVE else why_not_wanted
    return why(view, seat, number, resource(view.name[number], names))


def why_not_given(view: Any, seat: int, number: int, what: str) -> Line:
    """§4.1 §8 It is not there, or the side is full."""
    if view.stock[seat, number] > 0:
        return Line("8", f"An offer has {SIDE} lines for what it gives, and all of yours are written.")
    instead = " You can ask for some." if lines_of(view, seat, SIDE) < SIDE else ""
    return Line("4.1", f"You have no {what} to give.{instead}")


def why_not_wanted(view: Any, seat: int, number: int, what: str) -> Line:
    """§4.1 §8 Nobody else has it, or the side is full."""
    if view.total[number] > view.stock[seat, number]:
        return Line("8", f"An offer has {SIDE} lines for what it asks for, and all of yours are written.")
    instead = " You can give some." if lines_of(view, seat, 0) < SIDE else ""
    return Line("4.1", f"Nobody else has any {what} to ask for.{instead}")


def why_not_end(view: Any, seat: int, action: int, names: Names) -> Line:
    """§4.1 Why an org cannot be done, or not send or tear up an offer."""
    to = view.draft_to[seat]
    if action == Deal.DONE and to:
        return Line("4.1", f"You are writing an offer to {names[to - 1]}: send it or tear it up first.")
    if action == Deal.DONE and is_offered(view, seat):
        return Line("4.1", "An offer waits for your answer: accept or decline it first.")
    if action != Deal.DONE and not to:
        return Line("4.1", "You are not writing an offer.")
    if action == Deal.SEND and not lines_of(view, seat, 0) + lines_of(view, seat, SIDE):
        return Line("4.1", "Your offer is empty: give something, or ask for something.")
    return Line("4.1", f"{ENDS[Deal(action)]} names nothing else: its second number is 0.")


ENDS = {Deal.DONE: "Being done", Deal.SEND: "Sending an offer", Deal.TEAR_UP: "Tearing up an offer"}


def why_not_amount(view: Any, seat: int, amount: int, names: Names) -> Line:
    """§4.1 Why an offer cannot be about so much."""
    line = open_line(view, seat)
    number = view.draft_goods[seat, line] - 1
    own, what = view.stock[seat, number], resource(view.name[number], names)
    if amount == 0:
        return Line("4.1", "A line of an offer has at least 1 EcU.")
    if line < SIDE:
        return Line("4.1", f"You have {own} EcU of {what} to give.")
    return Line("4.1", f"The others have {view.total[number] - own} EcU of {what} together.")


# 4.3 Mandates


def why_not_demand(view: Any, seat: int, number: int, names: Names) -> Line:
    """§4.3 What a mandate cannot ask for."""
    if number >= view.resources:
        return why_no_resource(view, number + 1, "4.3")
    own = view.controller[number] == seat
    return Line("4.3", "A mandate asks for what you do not control." if own else "It is in your mandate already.")


def why_not_demanded(view: Any, seat: int, amount: int, names: Names) -> Line:
    """§4.3 Of what a mandate cannot ask for so much."""
    return Line("4.3", f"A line asks for at least 1 EcU, and your mandate lacks {still_to_ask(view, seat)}.")


def why_not_hope(view: Any, seat: int, other: int, names: Names) -> Line:
    """§4.3 From whom a mandate cannot hope to get it; orgs are counted from 1."""
    return Line("4.3", OWN_ORG) if other == seat + 1 else why_no_org(view, other)


OF_ONE_NUMBER: dict[int, Callable[[Any, int, int, Names], Line | None]] = {
    Step.NAME: why_not_name,
    Step.TARGET: why_not_target,
    Step.WHOSE: why_not_owner,
    Step.ROBOTS: why_not_robots,
    Step.HOW_MUCH: why_not_amount,
    Step.DEMAND: why_not_demand,
    Step.DEMAND_AMOUNT: why_not_demanded,
    Step.HOPE: why_not_hope,
}
