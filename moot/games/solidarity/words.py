"""Solidarity in words: questions, answers, events and endings. Pictures and reasons have files of their own."""

from __future__ import annotations

from typing import Any

from moot.engine import Gesture, Left, Line, Names, Result, Strip, Words, plural
from moot.engine.labels import shortened
from moot.engine.words import listed
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_AMOUNT,
    MOST_CHANGES,
    NEW_NAME,
    PRINTED,
    SIDE,
    Deal,
    Objective,
    Task,
)
from moot.games.solidarity.goal import account, goal, how_to_win, rounds, shows_points
from moot.games.solidarity.labels import LABELS, ORDER, lacking
from moot.games.solidarity.mandates import mandate_lines, still_to_ask
from moot.games.solidarity.naming import brief, resource
from moot.games.solidarity.not_now import NOT_NOW
from moot.games.solidarity.orders import free_name, most_robots
from moot.games.solidarity.pictures import picture
from moot.games.solidarity.reasons import (
    is_offered,
    room_for_line,
    why_no_offer,
    why_no_task,
    why_not,
)
from moot.games.solidarity.refused import why_not_move
from moot.games.solidarity.rules import Ending, Event, Phase, Step
from moot.games.solidarity.telling import ROLLS, TOGETHER, WEIGHTS
from moot.games.solidarity.trade import maker_of, open_line

Filled = tuple[str, tuple[int, ...]]  # a template, and the numbers that it names

OBJECTIVES = {
    # At most 125 signs: on a phone they stand in two lines below the board.
    Objective.GREED: (
        "Your objective is Greed. At the end: 1 point for each EcU that others invented, 3 for each only largest stockpile."
    ),
    Objective.SOLIDARITY: (
        "Your objective is Solidarity. A fulfilled mandate scores a third of its EcU in points, and 3 at least, each council turn."
    ),
}

robots, points = plural("robot"), plural("point")


# Questions


def ask_order(view: Any, seat: int) -> Line:
    """What shall the robots do?"""
    if view.changes[seat] == MOST_CHANGES:
        return Line("8", "The sheet takes no more changes: hand it in.")
    if view.lines[seat] == LINES:
        return Line("8", f"All {LINES} lines are full. Strike one out, or hand the sheet in.")
    if view.idle[seat] == 0:
        return Line("3.1", "All robots have a task. Strike a line out, or hand it in.")
    if why_no_task(view, seat):
        return Line("8", "What shall your robots do? Not every task is open to them.")
    return Line(
        "3.1", "What shall your robots do?"
    )  # how many are left is drawn: it changes with every press in the form


def ask_name(view: Any, seat: int) -> Line:
    """What is it called?"""
    if view.task[seat, view.lines[seat]] == Task.INVENT:
        if free_name(view, seat) < 0:
            return Line("8", "What do you invent? Your own names are used up: take one.")
        return Line("3.4", "What do you invent? Write a name (and unit), or take one.")
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
    if room_for_line(view, seat):
        return Line("8", f"How many robots? There is room for what {most_robots(view, seat)} make.")
    return Line("3.1", "How many robots?")


def robots_left(view: Any, seat: int) -> Left:
    """§3.1 Those without a task."""
    return Left(view.idle[seat], view.robots[seat], "robots")


def ask_trade(view: Any, seat: int, names: Names) -> Line:
    """What shall be traded?"""
    if view.draft_to[seat]:
        return Line("4.1", f"What is in your offer to {shortened(names)[view.draft_to[seat] - 1]}?")
    offered = is_offered(view, seat)
    if why_no_offer(view, seat):
        return Line("8", f"{'Accept or decline' if offered else 'Trade, or be done'}. You can make no further offer.")
    lacks = lacking(view, seat)
    if offered:
        more = f"Your mandate lacks {lacks} EcU." if lacks else "You can also trade."
        return Line("4.1", f"An offer waits for your answer. {more}")
    return (
        Line("4.2", f"Trade, or be done. Your mandate lacks {lacks} EcU.")
        if lacks
        else Line("4.1", "Trade, or be done.")
    )


def ask_how_much(view: Any, seat: int, names: Names) -> Line:
    """How much of it?"""
    line = open_line(view, seat)
    number = view.draft_goods[seat, line] - 1
    own, what = view.stock[seat, number], brief(view.name[number], names)
    there = own if line < SIDE else view.total[number] - own
    if there > MOST_AMOUNT:
        return Line("8", f"How many EcU of {what}? At most {MOST_AMOUNT} on one line.")
    if line < SIDE:
        return Line("4.1", f"How many EcU of {what} do you give? You have {own}.")
    return Line("4.1", f"How many EcU of {what} do you want? The others have {there}.")


def ask_demand(view: Any, seat: int) -> Line:
    """What do the citizens want?"""
    left = still_to_ask(view, seat)
    if mandate_lines(view, seat) + 1 < MANDATE_LINES:
        return Line("4.3", f"Your mandate must ask for {left} EcU more. Of what?")
    return Line("8", f"The last line of your mandate asks for {left} EcU. Of what?")


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
        Task.PRODUCE: "{1:robots} to produce {0:called}",
        Task.BUILD: "{1:robots} to build robots",
        Task.SEIZE: "{1:robots} to attack {0:called}",
        Task.RAID: "{1:robots} to attack {2:org}’s stockpile of {0:called}",
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
        said, numbers = say_offer(view, seat, which)
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


def say_offer(view: Any, seat: int, place: int) -> Filled:
    """An offer in one short sentence, as one of its two orgs reads it: who gives what, for what, and what of it that org lacks."""
    maker, lines = maker_of(view, place), [*view.offer_goods[place]]
    numbers = [view.offer_to[place] - 1 if maker == seat else maker]
    given, wanted = (say_side(view, place, lines[first : first + SIDE], first, numbers) for first in (0, SIDE))
    if maker == seat:
        return (
            f"you give {{0:org}} {given} for {wanted or 'nothing'}" if given else f"you ask {{0:org}} for {wanted}"
        ), (*numbers,)
    said = f"{{0:org}} gives {given} for {wanted or 'nothing'}" if given else f"{{0:org}} wants {wanted} for nothing"
    lacks = [view.name[goods - 1] for goods in lines[:SIDE] if goods and is_lacked(view, seat, goods)]
    more = " and ".join(f"{{{len(numbers) + place}:called}}" for place in range(len(lacks)))
    return f"{said}; you lack {more}" if more else said, (*numbers, *lacks)


def say_side(view: Any, place: int, goods: list[int], first: int, numbers: list[int]) -> str:
    """One side of an offer: a template, whose numbers are put to the others."""
    parts = []
    for line, number in enumerate(goods, first):
        if number:
            parts.append(f"{{{len(numbers)}}}× {{{len(numbers) + 1}:called}}")
            numbers += [view.offer_amount[place, line], view.name[number - 1]]
    return " and ".join(parts)


def is_lacked(view: Any, seat: int, goods: int) -> bool:
    """§4.2 Whether the mandate of an org still lacks some of that."""
    lines = range(MANDATE_LINES)
    return any(view.demand_goods[seat, n] == goods and view.got[seat, n] < view.demand[seat, n] for n in lines)


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
    phase = {Phase.TRADING: 1, Phase.MANDATES: 2}.get(view.phase, 2 if view.over else 0)
    return Strip(rounds(view), PHASES, phase)


# The end


def in_numbers(result: Result, names: Names) -> str:
    """§6.4 The condition, and what it came to: the best org against the two best others, or against the one other."""
    best, *others = sorted(range(len(names)), key=lambda seat: -result.points[seat])
    two = others[:2]
    together = sum(result.points[seat] for seat in two)
    said = f"{listed([names[seat] for seat in two])} {'have ' if len(two) > 1 else 'has '}{together}"
    much = "more points than the two best others together" if len(two) > 1 else "more than twice the other’s points"
    came = f"{names[best]} has {points(result.points[best])}, {said}{' together' if len(two) > 1 else ''}."
    return f"{'No' if result.winners else 'One'} org has {much}; that was the hidden condition. {came}"


WORDS = Words(
    inbox="offer",
    kinds={
        "robots": robots,
        "force": lambda number: robots(number) if number else "nobody",
        "objective": lambda goal: OBJECTIVES[Objective(goal)],
        "aim": lambda goal: Objective(goal).name.capitalize(),
        "line": lambda line: f"line {line + 1}",
        "offer": lambda place: f"offer {place + 1}",
        "points": points,
        "stockpiles": plural("largest stockpile"),
    },
    named={
        "resource": resource,
        "labelled": lambda name, names: resource(name, names, unit=True),
        # What a line or an offer is about is no piece of the answer: to choose it, one points at the line or the offer.
        "called": resource,
        "brief": brief,
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
        Event.SEIZES: Line("3.7", "{0:seat} sends {2:robots} to attack {1:resource}."),
        Event.RAIDS: Line("3.6", "{0:seat} sends {3:robots} to attack {2:seat}’s stockpile of {1:resource}."),
        Event.IDLES: Line("3.1", "{0:seat} leaves {1:robots} idle."),
        Event.NAME_TAKEN: Line(
            "3.4", "The name {1:resource} goes to {2:seat} by lot: {0:seat}’s inventing robot does nothing."
        ),
        Event.NO_ROOM: Line(
            "8", "There is no room for {1:resource} any more: {0:seat}’s inventing robot does nothing."
        ),
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
        Event.NOT_FULFILLED: Line("4.2", "{0:seat}’s mandate of {1} EcU is not fulfilled and lapses."),
        Event.MANDATE: Line("4.3", "{0:seat}’s citizens want {2} EcU of {1:resource}."),
        Event.HOPES: Line("4.3", "{0:seat} hopes to get it from {1:seat}."),
        Event.ROLLED: Line("5.1", "The dice show {0} and {1}: {2} against round {3}."),
        Event.GREED_POINTS: Line("6.1", "{0:seat} has {1:points}: {2} EcU of what others invented, {3:stockpiles}."),
        Event.SOLIDARITY_POINTS: Line("6.2", "{0:seat} has {1:points}."),
    },
    endings={
        Ending.GREED: Line("6.1", "The last round is over, and greed is counted."),
        Ending.HELD: Line("6.4", "Everyone wins."),
        Ending.BROKEN: Line("6.4", "Everyone loses."),
    },
    labels=LABELS,
    gestures=(Gesture((Step.ORDER, Step.TARGET), says=1),),
    order=ORDER,
    left={Step.ROBOTS: robots_left},
    not_now=NOT_NOW,
    picture=picture,
    scenes=frozenset({Event.ROUND_BEGAN}),
    pieces=frozenset({"resource", "offer", "line"}),
    weights=WEIGHTS,
    dice=ROLLS,
    together=TOGETHER,
    overheard={Event.OBJECTIVE: "The objective of this table is {0:aim}."},
    strip=strip,
    why_not=why_not,
    why_not_move=why_not_move,
    in_numbers=in_numbers,
    goal=goal,
    how_to_win=how_to_win,
    shows_points=shows_points,
    account=account,
    seats=("North", "South", "East", "West", "Centre", "Isles"),
    amounts=frozenset({Step.ROBOTS, Step.HOW_MUCH, Step.DEMAND_AMOUNT}),
)
