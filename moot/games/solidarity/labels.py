"""Solidarity: the answers in short: orders, offers and mandates. What a line or an offer comes to is tried on a copy of a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Label, imagined, plural
from moot.engine.labels import Labelled, Labels
from moot.games.solidarity.components import (
    MANDATE_LINES,
    NEW_NAME,
    PRINTED,
    SIDE,
    Deal,
    Task,
)
from moot.games.solidarity.mandates import demand_amount, still_to_ask
from moot.games.solidarity.naming import NO_NAME
from moot.games.solidarity.orders import send_robots
from moot.games.solidarity.rules import Step
from moot.games.solidarity.trade import is_fulfilled, maker_of, open_line, say_amount

robots = plural("robot")


# Order sheets


def label_order(view: Any, seat: int, task: int, line: int) -> Labelled:
    """§3.1 A task, a line struck out, or the sheet handed in."""
    if task == Task.STRIKE:
        return label_strike(view, seat, line)
    if task == Task.DONE:
        idle = view.idle[seat]
        said = f"{robots(idle)} without a task" if idle else "all robots have a task"
        return Label("Hand in", f"{idle} idle" if idle else "", said, costly=idle > 0, exit=True)
    return TASKS[Task(task)]


TASKS = {
    Task.INVENT: Label("Invent", "1 robot", "a resource that you control"),
    Task.PRODUCE: Label("Produce", "", "a robot makes 1 EcU"),
    Task.BUILD: Label("Build", "", "a robot makes a robot"),
    Task.SEIZE: Label("Attack resource", "", "to take control; robots fall one for one"),
    Task.RAID: Label("Attack stockpile", "", "each robot destroys 1 EcU"),
}


def label_strike(view: Any, seat: int, line: int) -> Labelled:
    """§3.1 The line that goes, in short."""
    numbers = (view.what[seat, line], view.many[seat, line], view.whose[seat, line])
    return Label("Strike out", "", f"line {line + 1}: {LINES[Task(view.task[seat, line])]}"), numbers


LINES = {
    Task.INVENT: "invent {0:brief}",
    Task.PRODUCE: "{1} produce {0:brief}",
    Task.BUILD: "{1} build robots",
    Task.SEIZE: "{1} attack {0:brief}",
    Task.RAID: "{1} attack {2:org}’s {0:brief}",
}


def label_name(view: Any, seat: int, name: int) -> Labelled:
    """§3.4 A printed name, or one to be written."""
    if name < PRINTED:
        return Label("Take", "", "{0:labelled}")
    return Label("Write a name", outcome="one of your own, with a unit if you like")


def label_target(view: Any, seat: int, name: int) -> Labelled:
    """§3.5 §3.6 §3.7 What the robots are sent to, and what there is of it."""
    task = Task(view.task[seat, view.lines[seat]])
    if name == NEW_NAME:
        return Label("Attack", outcome="something that is not on the table yet")
    verb = "Produce" if task == Task.PRODUCE else "Attack"
    number = resource_named(view, name)
    if number is None:
        return Label(verb, "", "{0:brief}, not on the table yet")
    about, numbers = TARGETS[task](view, seat, number)
    return Label(verb, "", f"{{0:brief}}: {about}"), (name, *numbers)


def resource_named(view: Any, name: int) -> int | None:
    """§3.4 The resource of that name, as far as the org can see."""
    return next((number for number in range(view.resources) if view.name[number] == name), None)


TARGETS: dict[Task, Callable[[Any, int, int], tuple[str, tuple[int, ...]]]] = {
    Task.PRODUCE: lambda view, seat, number: (f"you have {view.stock[seat, number]} EcU", ()),
    Task.SEIZE: lambda view, seat, number: ("{1:org} controls it", (view.controller[number],)),
    Task.RAID: lambda view, seat, number: (f"{view.total[number]} EcU on the table", ()),
}


def label_owner(view: Any, seat: int, owner: int) -> Labelled:
    """§3.6 How much there is in a stockpile."""
    name = view.what[seat, view.lines[seat]]
    number = resource_named(view, name)
    there = 0 if number is None else view.stock[owner, number]
    return Label("Attack", "", f"{{0:org}} has {there} EcU of {{1:brief}}"), (owner, name)


def label_robots(view: Any, seat: int, number: int) -> Labelled:
    """§3.1 How many robots are then left without a task."""
    if number == 0:
        return Label("None after all", outcome="the line is left out", exit=True)
    after = imagined(view)
    send_robots(after, seat, number)
    return Label("{0:robots}", "", f"{after.idle[seat]} left without a task")


# The trading floor


def label_deal(view: Any, seat: int, action: int, which: int) -> Labelled:
    """§4.1 What is done on the trading floor."""
    return DEALS[Deal(action)](view, seat, which)


def label_done(view: Any, seat: int, _: int) -> Labelled:
    """§4.2 What the mandate then comes to."""
    lacks = lacking(view, seat)
    mandate = f"your mandate lacks {lacks} EcU" if lacks else "your mandate is fulfilled"
    return Label("Done trading", outcome=mandate if view.demand_goods[seat, 0] else "until an offer comes", exit=True)


def lacking(view: Any, seat: int) -> int:
    """§4.2 How much the mandate of an org still lacks."""
    lines = range(MANDATE_LINES)
    return 0 if is_fulfilled(view, seat) else sum(view.demand[seat, line] - view.got[seat, line] for line in lines)


def label_accept(view: Any, seat: int, place: int) -> Labelled:
    """§4.1 Both sides hand over everything at once: what comes, and what goes. A present costs nothing."""
    goods, amounts = view.offer_goods[place], view.offer_amount[place]
    said, numbers = terms(view, (goods, amounts), SIDE, 0)
    return Label("Accept", "", said, costly=any(goods[SIDE:])), numbers


def label_send(view: Any, seat: int, _: int) -> Labelled:
    """§4.1 What the offer that is being written would bring."""
    said, numbers = terms(view, (view.draft_goods[seat], view.draft_amount[seat]), 0, SIDE)
    return Label("Send offer", "", said), numbers


def terms(view: Any, lines: tuple[Any, Any], gives: int, gets: int) -> tuple[str, tuple[int, ...]]:
    """§4.1 Both sides of an offer, from the lines where each begins: a template, and the names in it."""
    gotten, given = side(view, lines, gets), side(view, lines, gives)
    return f"get {gotten[0]}{{0:brief}}, give {given[0]}{{1:brief}}", (gotten[1], given[1])


def side(view: Any, lines: tuple[Any, Any], first: int) -> tuple[str, int]:
    """One side of an offer: how much, and the name of it; of several resources how many there are, and no name."""
    goods, amounts = (row[first : first + SIDE] for row in lines)
    kinds = [number - 1 for number in goods if number]
    much = sum(amount for number, amount in zip(goods, amounts, strict=True) if number)
    if len(kinds) == 1:
        return f"{much}× ", int(view.name[kinds[0]])
    return (f"{much} ({len(kinds)} kinds)", NO_NAME) if kinds else ("nothing", NO_NAME)


def label_decline(view: Any, seat: int, place: int) -> Labelled:
    """§4.1 Nothing changes hands."""
    return Label("Decline", "", "the offer of {0:org} is gone"), (maker_of(view, place),)


def label_withdraw(view: Any, seat: int, place: int) -> Labelled:
    """§4.1 Nothing changes hands."""
    return Label("Withdraw", "", "your offer to {0:org} is gone"), (view.offer_to[place] - 1,)


def label_give(view: Any, seat: int, number: int) -> Labelled:
    """§4.1 What there is to give."""
    return Label("Give", "", f"{{0:brief}}: you have {view.stock[seat, number]} EcU"), (view.name[number],)


def label_want(view: Any, seat: int, number: int) -> Labelled:
    """§4.1 What there is to be had."""
    others = view.total[number] - view.stock[seat, number]
    return Label("Ask for", "", f"{{0:brief}}: the others have {others} EcU"), (view.name[number],)


DEALS: dict[Deal, Callable[[Any, int, int], Labelled]] = {
    Deal.DONE: label_done,
    Deal.ACCEPT: label_accept,
    Deal.DECLINE: label_decline,
    Deal.WITHDRAW: label_withdraw,
    Deal.OFFER: lambda view, seat, other: (Label("Offer", "", "to {0:org}"), (other,)),
    Deal.GIVE: label_give,
    Deal.WANT: label_want,
    Deal.SEND: label_send,
    Deal.TEAR_UP: lambda view, seat, _: Label("Tear up", outcome="the offer is not sent", exit=True),
}


def label_amount(view: Any, seat: int, amount: int) -> Labelled:
    """§4.1 How much of it stays where it is."""
    line, after = open_line(view, seat), imagined(view)
    number = view.draft_goods[seat, line] - 1
    say_amount(after, seat, amount)
    own = view.stock[seat, number]
    kept = f"you keep {own - amount}" if line < SIDE else f"the others have {view.total[number] - own}"
    return Label("{0} EcU", "", f"of {{1:brief}}; {kept}"), (after.draft_amount[seat, line], view.name[number])


# Mandates


def label_demand(view: Any, seat: int, number: int) -> Labelled:
    """§4.3 What there is of a resource."""
    return Label("Ask for", "", f"{{0:brief}}: {view.total[number]} EcU on the table"), (view.name[number],)


def label_demand_amount(view: Any, seat: int, amount: int) -> Labelled:
    """§4.3 What is then left to ask for."""
    after = imagined(view)
    demand_amount(after, seat, amount)
    return Label("{0} EcU", "", f"{still_to_ask(after, seat)} EcU more to ask for")


def label_hope(view: Any, seat: int, other: int) -> Labelled:
    """§4.3 It has no effect."""
    if other == 0:
        return Label("From nobody", outcome="in particular")
    return Label("From {0:org}", outcome="it has no effect"), (other - 1,)


LABELS: Labels = {
    Step.ORDER: label_order,
    Step.NAME: label_name,
    Step.TARGET: label_target,
    Step.WHOSE: label_owner,
    Step.ROBOTS: label_robots,
    Step.TRADE: label_deal,
    Step.HOW_MUCH: label_amount,
    Step.DEMAND: label_demand,
    Step.DEMAND_AMOUNT: label_demand_amount,
    Step.HOPE: label_hope,
}

ORDER = (
    "Invent",
    "Produce",
    "Build",
    "Strike out",
    "Attack resource",
    "Attack stockpile",
    "Write a name",
    "Send offer",
    "Give",
    "Ask for",
    "Offer",
    "Withdraw",
    "Decline",
    "Accept",
)
