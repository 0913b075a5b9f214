"""Solidarity: what a seat has in its tray: its order sheet, its offers, its mandate and its stockpiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import Names, owes
from moot.games.solidarity.components import MOST_OFFERS, OFFER_LINES, SIDE, Objective, Task
from moot.games.solidarity.face.floor import held_offer, open_places
from moot.games.solidarity.face.forms import form
from moot.games.solidarity.face.orgs import mandate, points, robots
from moot.games.solidarity.face.quick import quick_offers
from moot.games.solidarity.face.signs import piece
from moot.games.solidarity.naming import quantity, resource
from moot.games.solidarity.pictures import TASKS, order
from moot.games.solidarity.rules import LARGEST, Phase, Step, imported, largest_held, points_of
from moot.games.solidarity.trade import free_place, maker_of, places

MOST_DOTS = 24


def holdings(view: Any, seat: int, names: Names) -> dict[str, Any]:
    """§7 What an org sees of its own."""
    return {
        "form": form(view, seat, names),
        "sheet": sheet(view, seat, names) if view.phase == Phase.ORDERS and not view.over else None,
        "trade": trade(view, seat, names) if view.phase == Phase.TRADING and not view.over else None,
        "mandate": mandate(view, seat, names),
        "stocks": [*stocks(view, seat, names)],
        "robots": robots(view.robots[seat]),
        "dots": dots(view, seat),
        "score": score(view, seat),
    }


def dots(view: Any, seat: int) -> dict[str, Any]:
    """§3.1 The robots one by one, those without a task first; of many only how many there are."""
    many = view.robots[seat]
    idle = view.idle[seat] if view.phase == Phase.ORDERS and not view.over else 0
    return {"many": many, "idle": idle, "shown": many <= MOST_DOTS}


def score(view: Any, seat: int) -> str:
    """§6.2 The points so far; §6.1 or what the stockpiles would be worth if the game ended now."""
    if view.goal == Objective.SOLIDARITY or view.over:
        return points(points_of(view, seat))
    foreign, largest = imported(view, seat), largest_held(view, seat)
    return f"{points(foreign + LARGEST * largest)} now: {foreign} foreign, {LARGEST * largest} largest"


# Orders


def sheet(view: Any, seat: int, names: Names) -> dict[str, Any]:
    """§3.1 The order sheet, as far as it is written."""
    written = owes(view, seat)
    return {
        "lines": [sheet_line(view, seat, line, names) for line in range(view.lines[seat])],
        "begun": begun(view, seat, names) if written and view.asking[seat] != Step.ORDER else "",
        "idle": view.idle[seat],
        "robots": view.robots[seat],
        "done": not written,
    }


def sheet_line(view: Any, seat: int, line: int, names: Names) -> dict[str, Any]:
    """§3.1 One order."""
    words = order(view, seat, line, names)
    tip = f"Line {line + 1} of the sheet: {words}. It can be struck out. (§3.1)"
    return {
        "piece": piece(f"line-{line}", words, tip, "m"),
        "many": view.many[seat, line],
        "words": words.partition(" ")[2],
    }


def begun(view: Any, seat: int, names: Names) -> str:
    """§3.1 The line that is being written, as far as it goes."""
    line, asked = view.lines[seat], view.asking[seat]
    task = Task(view.task[seat, line])
    what = resource(view.what[seat, line], names) if asked in (Step.WHOSE, Step.ROBOTS) and task != Task.BUILD else "…"
    whose = names[view.whose[seat, line]] if asked == Step.ROBOTS else "…"
    return f"{TASKS[task].format(what=what, whose=whose)}"


# Trade


def trade(view: Any, seat: int, names: Names) -> dict[str, Any]:
    """§4.1 Offers to the org and its own, the one it writes, and some that are ready to send."""
    seen = [place for place in open_places(view) if seat in (maker_of(view, place), view.offer_to[place] - 1)]
    return {
        "to_me": [held_offer(view, seat, place, names) for place in seen if maker_of(view, place) != seat],
        "mine": [held_offer(view, seat, place, names) for place in seen if maker_of(view, place) == seat],
        "room": places(view),
        "draft": draft(view, seat, names),
        "quick": quick_offers(view, seat, names) if may_offer(view, seat) else [],
    }


def may_offer(view: Any, seat: int) -> bool:
    """§4.1 §8 Whether the org can begin an offer now."""
    asked = view.asking[seat] == Step.TRADE and not view.draft_to[seat]
    return bool(asked and view.begun[seat] < MOST_OFFERS and free_place(view, seat, 0) >= 0)


def draft(view: Any, seat: int, names: Names) -> dict[str, Any] | None:
    """§4.1 The offer that is being written."""
    if not view.draft_to[seat]:
        return None
    goods, amounts = view.draft_goods[seat], view.draft_amount[seat]
    said = [
        quantity(amounts[line], view.name[goods[line] - 1], names)
        if amounts[line]
        else f"… {resource(view.name[goods[line] - 1], names)}"
        if goods[line]
        else ""
        for line in range(OFFER_LINES)
    ]
    given, wanted = (" and ".join(filter(None, side)) or "nothing yet" for side in (said[:SIDE], said[SIDE:]))
    return {"to": view.draft_to[seat] - 1, "give": given, "want": wanted}


# Goods


def stocks(view: Any, seat: int, names: Names) -> Iterator[dict[str, Any]]:
    """§3.5 The stockpiles, and what can be made: first what the org controls."""
    for number in sorted(range(view.resources), key=lambda number: view.controller[number] != seat):
        own, amount = view.controller[number] == seat, view.stock[seat, number]
        if own or amount:
            name = view.name[number]
            tip = f"Held: {amount} EcU of {resource(name, names, unit=True)}{', and controlled' if own else ''}. (§3.5)"
            yield {
                "piece": piece(f"resource-{name}", amount, tip, "m"),
                "text": resource(name, names),
                "amount": amount,
                "controller": view.controller[number],
                "own": own,
            }
