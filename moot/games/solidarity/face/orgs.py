"""Solidarity: what everyone sees of an org, as the board draws it: two parts, one below the other or side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from moot.engine import Names, plural
from moot.games.solidarity.components import MANDATE_LINES, RESOURCES, Objective
from moot.games.solidarity.face.signs import fit, fit_name, listed, piece, rows
from moot.games.solidarity.naming import quantity, resource
from moot.games.solidarity.pictures import last_orders, order
from moot.games.solidarity.rules import Phase, points_of
from moot.games.solidarity.trade import LEAST_POINTS, SHARE, is_fulfilled, size_of

WIDTH = 344  # of a part
BAR, CHIP, HEAD, ROW, LINE = 84, 42, 32, 42, 27  # heights, with the room below
MOST_FOREIGN = 8  # stockpiles of what others control that are drawn; the rest is summed up
MOST_ORDERS = 5
FEW = 5  # chips that stay together
robots, points = plural("robot"), plural("point")
more_resources = plural("more resource")


class Chip(NamedTuple):
    """A resource with what its controller has of it, or a stockpile of what another org controls."""

    piece: Markup
    mark: str  # the resource by its piece, where the chip itself is another piece
    text: str
    amount: int
    controller: int
    inventor: int


def org(view: Any, seat: int, names: Names) -> dict[str, Any]:
    """§7 Robots, points, resources, stockpiles; beside them the mandate and the orders, as far as they are shown."""
    chips, more = shown_chips(view, seat, names)
    written, orders = mandate(view, seat, names), shown_orders(view, seat, names)
    lines = [*rows(orders[1], WIDTH, MOST_ORDERS)] if orders else []
    beside = (written["height"] if written else LINE) + (HEAD + LINE * len(lines) if orders else 0) + 10
    goods = max(1, len(chips) + bool(more))
    left = first_column(goods, beside)
    left = left if left < len(chips) else goods
    return {
        "seat": seat,
        "piece": piece(f"seat-{seat}", state_of(view, seat), about(view, seat, names)),
        "name": fit_name(names[seat], WIDTH - 56, 27),
        "robots": view.robots[seat],
        "points": points_of(view, seat) if is_scored(view) else None,
        "chips": chips[:left],
        "more_chips": chips[left:],
        "more": more,
        "mandate": written,
        "orders": {"head": orders[0], "lines": lines, "tip": "; ".join(orders[1])} if orders else None,
        "first": BAR + CHIP * left,
        "rest": CHIP * (goods - left),
        "beside": beside,
    }


def first_column(goods: int, beside: int) -> int:
    """How many chips stand below an org’s bar: all of a few; of many so many that with the rest elsewhere a wide board is low."""
    if goods <= FEW:
        return goods
    even = -(-(beside - BAR + CHIP * goods) // (2 * CHIP))
    return max(1, min(goods, even))


def shown_chips(view: Any, seat: int, names: Names) -> tuple[list[Chip], str]:
    """§3.4 §3.5 What an org controls and the largest stockpiles of what it does not; and in words what is left."""
    holds = foreign(view, seat, names)
    more = holds[MOST_FOREIGN:]
    said = f"and {sum(chip.amount for chip in more)} EcU of {more_resources(len(more))}" if more else ""
    return [*controlled(view, seat, names), *holds[:MOST_FOREIGN]], said


def is_scored(view: Any) -> bool:
    """§6.2 Solidarity is scored all along, §6.1 Greed at the end."""
    return bool(view.goal == Objective.SOLIDARITY or view.over)


def state_of(view: Any, seat: int) -> str:
    """What of an org's bar can change."""
    return f"{view.robots[seat]} {points_of(view, seat)}"


def about(view: Any, seat: int, names: Names) -> str:
    """§7 An org in a few sentences."""
    scored = f" and {points(points_of(view, seat))}" if is_scored(view) else ""
    own = [resource(view.name[r], names) for r in range(view.resources) if view.controller[r] == seat]
    held = [quantity(view.stock[seat, r], view.name[r], names) for r in range(view.resources) if view.stock[seat, r]]
    kept = (
        f" Mandates: {view.met[seat]} fulfilled, {view.failed[seat]} not." if view.met[seat] + view.failed[seat] else ""
    )
    return f"{names[seat]} has {robots(view.robots[seat])}{scored}. Controls {listed(own)}. Holds {listed(held)}.{kept}"


# Resources and stockpiles


def controlled(view: Any, seat: int, names: Names) -> Iterator[Chip]:
    """§3.4 What an org controls, with its own stockpile of it."""
    stock = view.stock[seat]
    for number in range(view.resources):
        if view.controller[number] == seat:
            yield own_chip(view.name[number], seat, view.inventor[number], stock[number], names)


@lru_cache(maxsize=2048)
def own_chip(name: int, seat: int, inventor: int, amount: int, names: Names) -> Chip:
    """§3.4 The same, once drawn."""
    invented = "" if inventor == seat else f" {names[inventor]} invented it."
    tip = f"{resource(name, names, unit=True)}: {names[seat]} controls it and holds {amount} EcU.{invented} (§3.4)"
    named = piece(f"resource-{name}", f"{seat} {amount}", tip, label=f"{resource(name, names)}, {amount} EcU")
    return Chip(named, "", short(name, names), amount, seat, inventor)


def foreign(view: Any, seat: int, names: Names) -> list[Chip]:
    """§3.5 What an org holds and does not control, the largest stockpiles first."""
    stock, owner = view.stock[seat], view.controller
    held = [number for number in range(view.resources) if stock[number] and owner[number] != seat]
    held.sort(key=lambda number: -stock[number])
    return [foreign_chip(seat * RESOURCES + r, view.name[r], owner[r], view.inventor[r], stock[r], names) for r in held]


@lru_cache(maxsize=4096)
def foreign_chip(place: int, name: int, owner: int, inventor: int, amount: int, names: Names) -> Chip:
    """§3.5 The same, once drawn."""
    holder = names[place // RESOURCES]
    tip = f"{holder} holds {quantity(amount, name, names)}; {names[owner]} controls it. (§3.5)"
    named = Markup('id="p-stock-{0}" data-piece="stock-{0}" data-state="{1}" data-tip="{2}"').format(place, amount, tip)
    return Chip(named, f"resource-{name}", short(name, names), amount, owner, inventor)


def short(name: int, names: Names) -> str:
    """The name of a resource, as far as there is room for it."""
    return fit(resource(name, names), WIDTH - 104)


# Mandates


def mandate(view: Any, seat: int, names: Names) -> dict[str, Any] | None:
    """§4.2 What an org must import, and what of it has come; None if it has no mandate, or none that is seen."""
    lines = [*mandate_lines(view, seat, names)]
    if not lines:
        return None
    size = size_of(view, seat)
    worth = f", {points(max(size // SHARE, LEAST_POINTS))}" if view.goal == Objective.SOLIDARITY else ""
    hope = f" {names[seat]} hopes to get it from {names[view.hope[seat] - 1]}." if view.hope[seat] else ""
    received = listed(f"{line['got']} of {line['quantity']}" for line in lines)
    done = is_fulfilled(view, seat)
    tip = f"The mandate of {names[seat]} is worth {size} EcU{worth}. Received: {received}.{hope} (§4.2)"
    return {
        "piece": piece(f"mandate-{seat}", " ".join(f"{line['got']}/{line['demand']}" for line in lines), tip),
        "note": f"{'✓ ' if done else ''}{size} EcU{worth}",
        "lines": lines,
        "height": HEAD + ROW * len(lines),
    }


def mandate_lines(view: Any, seat: int, names: Names) -> Iterator[dict[str, Any]]:
    """§4.3 Line by line."""
    goods, demanded, received = view.demand_goods[seat], view.demand[seat], view.got[seat]
    for line in range(MANDATE_LINES):
        if goods[line] and demanded[line]:
            demand, got, name = demanded[line], received[line], view.name[goods[line] - 1]
            yield {
                "text": fit(resource(name, names), WIDTH - 110),
                "quantity": quantity(demand, name, names),
                "resource": name,
                "goods": goods[line] - 1,
                "demand": demand,
                "got": got,
                "bar": WIDTH * got // demand,
                "says": f"{'✓ ' if got == demand else ''}{got} of {demand}",
            }


# Orders


def shown_orders(view: Any, seat: int, names: Names) -> tuple[str, list[str]] | None:
    """§3.3 The orders as they were revealed; §7 while the next ones are written, how many robots had which task."""
    lines = [order(view, seat, line, names) for line in range(view.lines[seat])]
    if lines:
        return ("Order sheet" if view.phase == Phase.ORDERS else "Orders of this round"), lines
    last = last_orders(view, seat).split(", ")
    return ("Last round’s orders", last) if view.phase == Phase.ORDERS and last != [""] else None
