"""Solidarity in words: questions, answers, events and endings. The position as text is in pictures.py, reasons in reasons.py."""

from __future__ import annotations

from typing import Any

from moot.engine import Line, Names, Strip, Words, plural
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_CHANGES,
    NEW_NAME,
    OFFER_LINES,
    PRINTED,
    SIDE,
    Deal,
    Length,
    Objective,
    Task,
)
from moot.games.solidarity.mandates import still_to_ask
from moot.games.solidarity.naming import resource
from moot.games.solidarity.pictures import picture
from moot.games.solidarity.reasons import why_not
from moot.games.solidarity.rules import Ending, Event, Phase, Step
from moot.games.solidarity.trade import maker_of, open_line

Filled = tuple[str, tuple[int, ...]]  # a template, and the numbers that it names

OBJECTIVES = {
    Objective.GREED: (
        "Your objective is Greed. At the end each EcU that you hold of a resource you did not invent is worth 1 point, "
        "and each stockpile of yours that is the only largest of its kind 3. The org with the most points wins."
    ),
    Objective.SOLIDARITY: (
        "Your objective is Solidarity. In every council turn a fulfilled mandate scores 1 point for every 3 EcU in it, "
        "or 3 points, whichever is more."
    ),
}

robots = plural("robot")


# Questions


def ask_order(view: Any, seat: int) -> Line:
    """What shall the robots do?"""
    idle = view.idle[seat]
    if view.changes[seat] == MOST_CHANGES:
        return Line("8", f"The sheet has taken {MOST_CHANGES} changes, which is all that it takes: hand it in.")
    if view.lines[seat] == LINES:
        return Line("8", f"The sheet is full: it has {LINES} lines. Strike one out, or hand it in.")
    if idle == 0:
        return Line("3.1", "All robots have a task. Strike out an order, or hand the sheet in.")
    return Line("3.1", f"{idle} of your {robots(view.robots[seat])} without a task: what shall they do?")


def ask_name(view: Any, seat: int) -> Line:
    """What is it called?"""
    if view.task[seat, view.lines[seat]] == Task.INVENT:
        return Line("3.4", "What do you invent? Write a name (and a unit in brackets, if you like), or take one.")
    return Line("3.2", "What is the name of what you want to attack?")


def ask_target(view: Any, seat: int) -> Line:
    """What are the robots sent to?"""
    task = view.task[seat, view.lines[seat]]
    asked = {
        Task.PRODUCE: ("3.5", "What do they produce?"),
        Task.SEIZE: ("3.7", "Which resource do they attack?"),
        Task.RAID: ("3.6", "A stockpile of what do they attack?"),
    }
    return Line(*asked[Task(task)])


def ask_robots(view: Any, seat: int) -> Line:
    """How many robots?"""
    return Line("3.1", f"How many robots? {view.idle[seat]} of {view.robots[seat]} have no task.")


def ask_trade(view: Any, seat: int, names: Names) -> Line:
    """What shall be traded?"""
    if view.draft_to[seat]:
        lines = "; ".join(draft_lines(view, seat, names)) or "nothing yet"
        return Line("4.1", f"Your offer to {names[view.draft_to[seat] - 1]}: {lines}.")
    lacking = [
        f"{view.demand[seat, line] - view.got[seat, line]} EcU of {resource(view.name[goods - 1], names)}"
        for line in range(MANDATE_LINES)
        if (goods := view.demand_goods[seat, line]) and view.got[seat, line] < view.demand[seat, line]
    ]
    waits = any(to == seat + 1 for to in view.offer_to)
    asked = (
        "An offer waits for your answer: accept or decline it. You can also trade." if waits else "Trade, or be done."
    )
    if lacking:
        return Line("4.2", f"{asked} Your mandate still lacks {', '.join(lacking)}.")
    return Line("4.1", asked)


def draft_lines(view: Any, seat: int, names: Names) -> list[str]:
    """The lines of the offer that a seat is writing."""
    return [
        f"{'you give' if line < SIDE else 'you ask for'} {view.draft_amount[seat, line]} EcU of "
        f"{resource(view.name[goods - 1], names)}"
        for line in range(OFFER_LINES)
        if (goods := view.draft_goods[seat, line])
    ]


def ask_how_much(view: Any, seat: int, names: Names) -> Line:
    """How much of it?"""
    line = open_line(view, seat)
    number = view.draft_goods[seat, line] - 1
    own, what = view.stock[seat, number], resource(view.name[number], names)
    if line < SIDE:
        return Line("4.1", f"How much do you give of your {own} EcU of {what}?")
    return Line("4.1", f"How much do you ask for? The others have {view.total[number] - own} EcU of {what} together.")


def ask_demand(view: Any, seat: int) -> Line:
    """What do the citizens want?"""
    return Line("4.3", f"Your mandate must ask for {still_to_ask(view, seat)} EcU more. Of what?")


def ask_demand_amount(view: Any, seat: int) -> Line:
    """How much of it?"""
    return Line("4.3", f"How much of it? Your mandate lacks {still_to_ask(view, seat)} EcU.")


# Answers

TASKS = {
    Task.INVENT: "Invent a resource",
    Task.PRODUCE: "Produce a resource",
    Task.BUILD: "Build robots",
    Task.SEIZE: "Attack a resource",
    Task.RAID: "Attack a stockpile",
    Task.DONE: "Done: hand in the sheet",
}


def say_order(view: Any, seat: int, task: int, line: int) -> str | Filled:
    """A task, or a line struck out."""
    if task != Task.STRIKE:
        return TASKS[Task(task)]
    said, numbers = say_line(view, seat, line)
    return f"Strike out {{{len(numbers)}:line}}: {said}", (*numbers, line)


def say_line(view: Any, seat: int, line: int) -> Filled:
    """One line of an order sheet."""
    said = {
        Task.INVENT: "invent {0:called}",
        Task.PRODUCE: "{1:robots} produce {0:called}",
        Task.BUILD: "{1:robots} build robots",
        Task.SEIZE: "{1:robots} attack {0:called}",
        Task.RAID: "{1:robots} attack {2:org}’s stockpile of {0:called}",
    }
    return said[Task(view.task[seat, line])], (view.what[seat, line], view.many[seat, line], view.whose[seat, line])


def say_name(view: Any, seat: int, name: int) -> str:
    """A printed name, or one to be written."""
    return "{0:labelled}" if name < PRINTED else "A name of your own"


def say_target(view: Any, seat: int, name: int) -> str:
    """A resource by its name."""
    return "Something that is not on the table yet" if name == NEW_NAME else "{0:resource}"


def say_deal(view: Any, seat: int, action: int, which: int) -> str | Filled:
    """What is done on the trading floor."""
    if action in ANSWERS:
        said, numbers = say_offer(view, which)
        return f"{ANSWERS[Deal(action)]} {{{len(numbers)}:offer}}: {said}", (*numbers, which)
    if action in (Deal.GIVE, Deal.WANT):
        return f"{'Give' if action == Deal.GIVE else 'Ask for'} {{0:resource}}", (view.name[which],)
    return {
        Deal.DONE: "Done trading",
        Deal.OFFER: "Write an offer to {1:seat}",
        Deal.SEND: "Send the offer",
        Deal.TEAR_UP: "Tear up the offer",
    }[Deal(action)]


ANSWERS = {Deal.ACCEPT: "Accept", Deal.DECLINE: "Decline", Deal.WITHDRAW: "Withdraw"}


def say_offer(view: Any, place: int) -> Filled:
    """An offer in one sentence: who gives what, and for what."""
    numbers = [maker_of(view, place), view.offer_to[place] - 1]
    sides = []
    for first in (0, SIDE):
        parts = []
        for line in range(first, first + SIDE):
            if goods := view.offer_goods[place, line]:
                parts.append(f"{{{len(numbers)}}} EcU of {{{len(numbers) + 1}:called}}")
                numbers += [view.offer_amount[place, line], view.name[goods - 1]]
        sides.append(" and ".join(parts) or "nothing")
    return f"{{0:org}} gives {{1:org}} {sides[0]} for {sides[1]}", tuple(numbers)


def say_demand(view: Any, seat: int, number: int) -> Filled:
    """A resource by its place."""
    return "{0:resource}", (view.name[number],)


def say_hope(view: Any, seat: int, other: int) -> Filled:
    """Whom the citizens hope to get it from."""
    return ("From {0:seat}", (other - 1,)) if other else ("From nobody in particular", ())


# Turn and phase

PHASES = ("Orders", "Trading", "Mandates")


def strip(view: Any) -> Strip:
    """§2 The round, and where it stands."""
    last = f" of {view.rounds}" if view.length == Length.FIXED else ""
    phase = {Phase.TRADING: 1, Phase.MANDATES: 2}.get(view.phase, 2 if view.over else 0)
    return Strip(f"Round {view.round}{last}", PHASES, phase)


WORDS = Words(
    kinds={
        "robots": robots,
        "force": lambda number: robots(number) if number else "nobody",
        "objective": lambda goal: OBJECTIVES[Objective(goal)],
        "line": lambda line: f"line {line + 1}",
        "offer": lambda place: f"offer {place + 1}",
        "points": plural("point"),
        "stockpiles": plural("largest stockpile"),
    },
    named={
        "resource": resource,
        "labelled": lambda name, names: resource(name, names, unit=True),
        # What a line or an offer is about is no piece of the answer: to choose it, one points at the line or the offer.
        "called": resource,
        "org": lambda seat, names: names[seat],
    },
    choices={
        Step.ORDER: ask_order,
        Step.NAME: ask_name,
        Step.TARGET: ask_target,
        Step.WHOSE: Line("3.6", "Whose stockpile?"),
        Step.ROBOTS: ask_robots,
        Step.TRADE: ask_trade,
        Step.HOW_MUCH: ask_how_much,
        Step.DEMAND: ask_demand,
        Step.DEMAND_AMOUNT: ask_demand_amount,
        Step.HOPE: Line("4.3", "From whom do you hope to get it? This has no effect."),
    },
    moves={
        Step.ORDER: say_order,
        Step.NAME: say_name,
        Step.TARGET: say_target,
        Step.WHOSE: "{0:seat}’s",
        Step.ROBOTS: lambda view, seat, number: "{0:robots}" if number else "None after all",
        Step.TRADE: say_deal,
        Step.HOW_MUCH: "{0} EcU",
        Step.DEMAND: say_demand,
        Step.DEMAND_AMOUNT: "{0} EcU",
        Step.HOPE: say_hope,
    },
    events={
        Event.OBJECTIVE: Line("1.3", "{0:objective}"),
        Event.ROUND_BEGAN: Line("2", "— Round {0} —"),
        Event.REVEALED: Line("3.3", "The order sheets of round {0} are revealed:"),
        Event.INVENTS: Line("3.4", "{0:seat} invents {1:labelled}."),
        Event.PRODUCES: Line("3.5", "{0:seat} sets {2:robots} to produce {1:resource}."),
        Event.BUILDS: Line("3.5", "{0:seat} sets {1:robots} to build robots."),
        Event.SEIZES: Line("3.7", "{0:seat} sends {2:robots} against {1:resource}."),
        Event.RAIDS: Line("3.6", "{0:seat} sends {3:robots} against {2:seat}’s stockpile of {1:resource}."),
        Event.IDLES: Line("3.1", "{0:seat} leaves {1:robots} idle."),
        Event.NAME_TAKEN: Line(
            "3.4", "The lot gives the name {1:resource} to {2:seat}: {0:seat}’s inventor does nothing."
        ),
        Event.NO_ROOM: Line("8", "There is no room for {1:resource} any more: {0:seat}’s inventor does nothing."),
        Event.CANNOT_PRODUCE: Line("3.2", "{0:seat} does not control {1:resource}: {2:robots} in vain."),
        Event.RAIDED: Line("3.6", "{0:seat} destroys {3} EcU of {2:seat}’s {1:resource}."),
        Event.RAIDED_NOTHING: Line("3.2", "{0:seat} finds no {1:resource} of {2:seat}’s to destroy."),
        Event.SEIZED_NOTHING: Line("3.2", "{0:seat} finds no {1:resource} to attack: {2:robots} in vain."),
        Event.BATTLE: Line("3.7", "A battle for {0:resource}, which {1:seat} defends with {2:force}."),
        Event.ATTACKER: Line("3.7", "{0:seat} attacks with {1:robots}."),
        Event.LOTS: Line("3.7", "Attackers of equal strength draw lots for the losses."),
        Event.FELL: Line("3.7", "{0:seat} loses {1:robots}."),
        Event.RIVALS: Line("3.7", "The attackers that are left fight each other: each loses up to {0:robots}."),
        Event.CAPTURED: Line("3.7", "{0:seat} takes control of {1:resource} with {2:robots} left."),
        Event.HELD: Line("3.7", "{0:seat} keeps control of {1:resource}."),
        Event.AIRDROPPED: Line("3.9", "{0:seat} has no robot left: one is airdropped."),
        Event.TRADING_BEGAN: Line("4.1", "The council of round {0} opens: trade begins."),
        Event.OFFERS: Line("4.1", "{0:seat} offers {1:seat} {3} EcU of {2:resource}."),
        Event.ASKS_IN_RETURN: Line("4.1", "In return {0:seat} asks {1:seat} for {3} EcU of {2:resource}."),
        Event.ASKS_FOR_NOTHING: Line("4.1", "{0:seat} asks {1:seat} for {3} EcU of {2:resource}, for nothing."),
        Event.DECLINED: Line("4.1", "{0:seat} declines {1:seat}’s offer."),
        Event.WITHDRAWN: Line("4.1", "{0:seat} withdraws the offer to {1:seat}."),
        Event.ACCEPTED: Line("4.1", "{0:seat} accepts {1:seat}’s offer."),
        Event.HANDED: Line("4.1", "{0:seat} hands {1:seat} {3} EcU of {2:resource}."),
        Event.FULFILLED: Line("4.2", "{0:seat}’s mandate of {1} EcU is fulfilled."),
        Event.SCORED: Line("6.2", "{0:seat} scores {1:points} and has {2} now."),
        Event.NOT_FULFILLED: Line("4.2", "{0:seat}’s mandate of {1} EcU is not fulfilled, and gone."),
        Event.MANDATE: Line("4.3", "{0:seat}’s citizens want {2} EcU of {1:resource}."),
        Event.HOPES: Line("4.3", "{0:seat} hopes to get it from {1:seat}."),
        Event.ROLLED: Line("5.1", "The dice show {0} and {1}: {2} against round {3}."),
        Event.GREED_POINTS: Line("6.1", "{0:seat} has {1:points}: {2} EcU imported, {3:stockpiles}."),
        Event.SOLIDARITY_POINTS: Line("6.2", "{0:seat} has {1:points}."),
    },
    endings={
        Ending.GREED: Line("6.1", "The last round is over, and greed is counted."),
        Ending.HELD: Line(
            "6.4",
            "Everyone wins: no org has more points than the two best others together (of two orgs: than twice the other’s). "
            "That was the hidden condition.",
        ),
        Ending.BROKEN: Line(
            "6.4",
            "Everyone loses: one org has more points than the two best others together (of two orgs: than twice the other’s). "
            "That was the hidden condition.",
        ),
    },
    picture=picture,
    scenes=frozenset({Event.ROUND_BEGAN}),
    pieces=frozenset({"resource", "offer", "line"}),
    strip=strip,
    why_not=why_not,
    seats=("North", "South", "East", "West", "Centre", "Isles"),
    amounts=frozenset({Step.ROBOTS, Step.HOW_MUCH, Step.DEMAND_AMOUNT}),
)
