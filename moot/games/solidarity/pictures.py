"""The position of Solidarity as text, as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moot.engine import Names
from moot.engine.words import as_names
from moot.games.solidarity.components import MANDATE_LINES, NO_GOAL, OFFER_LINES, SIDE, Length, Objective, Task
from moot.games.solidarity.naming import quantity, resource
from moot.games.solidarity.rules import Phase, points_of
from moot.games.solidarity.trade import is_possible, maker_of, places

TASKS = {
    Task.INVENT: "invent {what}",
    Task.PRODUCE: "produce {what}",
    Task.BUILD: "build robots",
    Task.SEIZE: "attack {what}",
    Task.RAID: "attack {whose}’s {what}",
}


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """Orgs, resources, stockpiles, mandates; orders and offers as far as they are seen."""
    known = as_names(names)
    parts = (
        head(view),
        orgs(view, known),
        goods(view, known),
        mandates(view, known),
        sheets(view, known),
        offers(view, known),
    )
    return "\n".join(line for part in parts for line in part)


def head(view: Any) -> Iterator[str]:
    """The round and the objective."""
    last = f" of {view.rounds}" if view.length == Length.FIXED else ""
    goal = "" if view.goal == NO_GOAL else f", playing for {Objective(view.goal).name.capitalize()}"
    yield f"Round {view.round}{last}{goal}"


def orgs(view: Any, names: Names) -> Iterator[str]:
    """Robots, and points where they are scored."""
    scored = view.goal == Objective.SOLIDARITY or view.over
    yield f"{'ORG':<16}  robots" + ("  points" if scored else "")
    for seat, name in enumerate(names):
        points = f"  {points_of(view, seat):>6}" if scored else ""
        yield f"{name:<16}  {view.robots[seat]:>6}{points}"


def goods(view: Any, names: Names) -> Iterator[str]:
    """Each resource with its inventor, its controller, and what everyone has of it."""
    if view.resources:
        yield f"{'RESOURCE':<24}  {'invented by':<16}  {'controlled by':<16}  stockpiles"
    for number in range(view.resources):
        held = ", ".join(f"{names[s]} {view.stock[s, number]}" for s in range(view.seats) if view.stock[s, number])
        yield (
            f"{resource(view.name[number], names, unit=True):<24}  {names[view.inventor[number]]:<16}  "
            f"{names[view.controller[number]]:<16}  {held or 'none'}"
        )


def mandates(view: Any, names: Names) -> Iterator[str]:
    """What everyone must import, and what of it has come."""
    for seat, name in enumerate(names):
        lines = [
            f"{quantity(view.demand[seat, line], view.name[wanted - 1], names)} ({view.got[seat, line]} received)"
            for line in range(MANDATE_LINES)
            if (wanted := view.demand_goods[seat, line]) and view.demand[seat, line]
        ]
        if lines:
            yield f"MANDATE of {name}: {', '.join(lines)}"


def sheets(view: Any, names: Names) -> Iterator[str]:
    """The orders that are seen while they count."""
    if view.phase == Phase.ORDERS:
        for seat, name in enumerate(names):
            if last := last_orders(view, seat):
                yield f"LAST TURN of {name}: {last}"
            lines = [order(view, seat, line, names) for line in range(view.lines[seat])]
            if lines:
                yield f"ORDERS of {name}: {'; '.join(lines)}"


def last_orders(view: Any, seat: int) -> str:
    """What an org's robots did in the turn before."""
    said = ("inventing", "producing", "building", "attacking resources", "attacking stockpiles")
    return ", ".join(f"{n} {what}" for n, what in zip(view.last_turn[seat], said, strict=True) if n)


def order(view: Any, seat: int, line: int, names: Names) -> str:
    """One line of a sheet."""
    task = Task(view.task[seat, line])
    what = "" if task == Task.BUILD else resource(view.what[seat, line], names)
    said = TASKS[task].format(what=what, whose=names[view.whose[seat, line]])
    return f"{view.many[seat, line]} {said}"


def offers(view: Any, names: Names) -> Iterator[str]:
    """The open offers that are seen."""
    for place in range(places(view) * view.seats):
        if view.offer_to[place]:
            given, wanted = (side(view, place, first, names) for first in (0, SIDE))
            gone = "" if is_possible(view, place) else " (it cannot be accepted now)"
            yield (
                f"OFFER {place + 1}: {names[maker_of(view, place)]} gives {names[view.offer_to[place] - 1]} "
                f"{given} for {wanted}{gone}"
            )


def side(view: Any, place: int, first: int, names: Names) -> str:
    """One side of an offer."""
    lines = range(first, first + OFFER_LINES - SIDE)
    return (
        " and ".join(
            quantity(view.offer_amount[place, line], view.name[wanted - 1], names)
            for line in lines
            if (wanted := view.offer_goods[place, line])
        )
        or "nothing"
    )
