"""Solidarity: what everyone sees of an org, as the board draws it: its head, its resources, its mandate, its orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from moot.engine import Names, plural
from moot.games.solidarity.components import MANDATE_LINES, RESOURCES, Objective
from moot.games.solidarity.face.places import (
    BAR,
    CHIP,
    NARROW,
    NARROW_BAR,
    NARROW_CHIP,
    PANE_STEP,
    TWO_LINES,
    column,
    grid,
    lines,
    narrow_column,
    narrow_left,
)
from moot.games.solidarity.face.signs import fit, fit_name, listed, piece, rows
from moot.games.solidarity.naming import quantity, resource
from moot.games.solidarity.pictures import last_orders, order
from moot.games.solidarity.rules import Phase, points_of
from moot.games.solidarity.trade import LEAST_POINTS, SHARE, is_fulfilled, size_of

TITLE, ROW, LOW_ROW, LINE = 22, 28, 18, 18  # heights of a head, of a line of a mandate, and of an order
FEW_LINES = 3  # of a mandate that have a bar each
MOST_FOREIGN = 8  # stockpiles of what others control that are drawn; the rest is summed up
MOST_ORDERS, FEWEST_ORDERS = 4, 2
TIGHT = 5 * CHIP  # less room than that for resources, and fewer orders are shown
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


class Cell(NamedTuple):
    """A resource where it stands, and what there is room for."""

    chip: Chip
    at: tuple[float, float]
    moved: tuple[float, float]  # from there, on a narrow screen
    text: str
    short: str
    two: bool  # lines on a narrow screen


class Size(NamedTuple):
    """How large the resources of an org are drawn, on a wide board and on a narrow one."""

    wide: float
    high: float
    narrow_wide: float  # of what the org controls
    narrow_high: float
    low_wide: float  # of what it only holds
    low_high: float


def org(view: Any, seat: int, names: Names, bottom: int) -> dict[str, Any]:
    """§7 Robots, points, resources and stockpiles; then the mandate and the orders, as far as they are shown."""
    width, narrow = column(view.seats), narrow_column(view.seats)
    chips, more = shown_chips(view, seat, names)
    written, orders = mandate(view, seat, names, width), shown_orders(view, seat, names)
    asked = written["height"] if written else TITLE
    goods = len(chips) + bool(more)
    most = (
        MOST_ORDERS if bottom - BAR - asked - TITLE - MOST_ORDERS * LINE >= min(TIGHT, CHIP * goods) else FEWEST_ORDERS
    )
    ordered = [*rows(orders[1], int(width), most)] if orders else []
    below = asked + (TITLE + LINE * len(ordered) if ordered else 0)
    cells, size, high = laid_out(chips, more, width, narrow, bottom - BAR - below)
    own = sum(not chip.mark for chip in chips)
    return {
        "seat": seat,
        "piece": piece(f"seat-{seat}", state_of(view, seat), about(view, seat, names, orders)),
        "x": round(8 + (width + 8) * seat, 1),
        "moved": round(narrow_left(view.seats, seat) - 8 - (width + 8) * seat, 1),
        "ends": lines(own, len(chips) - own).ends(),
        "width": width,
        "narrow": narrow,
        "mandate_moved": (PANE_STEP + 3 - 8 - (width + 8) * seat, 26 + 22 * seat),
        "name": fit_name(names[seat], int(width) - 42, 16),
        "short": fit(names[seat].partition(" (")[0], int(narrow) - 26, 13),
        "robots": view.robots[seat],
        "points": points_of(view, seat) if is_scored(view) else None,
        "cells": cells,
        "size": size,
        "more": more,
        "top": BAR,
        "mandate_top": BAR + high,
        "more_top": BAR + high - 6,
        "mandate": written,
        "orders": {"head": orders[0], "lines": ordered, "tip": "; ".join(orders[1])} if orders else None,
        "orders_top": BAR + high + asked,
    }


def laid_out(chips: list[Chip], more: str, width: float, narrow: float, room: float) -> tuple[list[Cell], Size, int]:
    """Where the resources of an org stand, how large they are, and how high all of them are together."""
    many, own = max(1, len(chips)), sum(not chip.mark for chip in chips)
    wide_grid = grid(many, width, room - (LINE if more else 0), CHIP)
    pane = lines(own, len(chips) - own)
    wide, high = wide_grid.across - 2, wide_grid.down - 2
    size = Size(wide, high, narrow / pane.columns - 1, NARROW_CHIP - 1, narrow - 1, pane.low - 1)
    cells = [cell(chip, wide_grid.place(number), pane.place(number, narrow), size) for number, chip in enumerate(chips)]
    return cells, size, round(wide_grid.down * -(-many // wide_grid.columns)) + (LINE if more else 0)


def cell(chip: Chip, at: tuple[float, float], narrow: tuple[float, float], size: Size) -> Cell:
    """One resource in its place."""
    moved = round(narrow[0] - at[0], 1), round(narrow[1] - at[1] + NARROW_BAR - BAR, 1)
    wide, high = (size.low_wide, size.low_high) if chip.mark else (size.narrow_wide, size.narrow_high)
    digits, two = 9 * len(str(chip.amount)), high >= TWO_LINES
    short = int(wide) - (6 if two else digits + 24)
    return Cell(chip, at, moved, fit(chip.text, int(size.wide) - 34 - digits, 15), fit(chip.text, short, 13), two)


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


def about(view: Any, seat: int, names: Names, orders: tuple[str, list[str]] | None) -> str:
    """§7 An org in a few sentences."""
    scored = f" and {points(points_of(view, seat))}" if is_scored(view) else ""
    own = [resource(view.name[r], names) for r in range(view.resources) if view.controller[r] == seat]
    held = [quantity(view.stock[seat, r], view.name[r], names) for r in range(view.resources) if view.stock[seat, r]]
    kept = (
        f" Mandates: {view.met[seat]} fulfilled, {view.failed[seat]} not." if view.met[seat] + view.failed[seat] else ""
    )
    said = f" {orders[0]}: {', '.join(orders[1])}." if orders else ""
    holds = f"Controls {listed(own)}. Holds {listed(held)}."
    return f"{names[seat]} has {robots(view.robots[seat])}{scored}. {holds}{kept}{said}"


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
    return Chip(named, "", resource(name, names), amount, seat, inventor)


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
    return Chip(named, f"resource-{name}", resource(name, names), amount, owner, inventor)


# Mandates


def mandate(view: Any, seat: int, names: Names, width: float = NARROW) -> dict[str, Any] | None:
    """§4.2 What an org must import, and what of it has come; None if it has no mandate, or none that is seen."""
    lines = [*mandate_lines(view, seat, names, width)]
    if not lines:
        return None
    size = size_of(view, seat)
    worth = f", {points(max(size // SHARE, LEAST_POINTS))}" if view.goal == Objective.SOLIDARITY else ""
    hope = f" {names[seat]} hopes to get it from {names[view.hope[seat] - 1]}." if view.hope[seat] else ""
    received = listed(f"{line['got']} of {line['quantity']}" for line in lines)
    tip = f"The mandate of {names[seat]} is worth {size} EcU{worth}. Received: {received}.{hope} (§4.2)"
    step = ROW if len(lines) <= FEW_LINES else LOW_ROW
    return {
        "piece": piece(f"mandate-{seat}", " ".join(f"{line['got']}/{line['demand']}" for line in lines), tip),
        "note": f"{'✓ ' if is_fulfilled(view, seat) else ''}{size} EcU{worth}",
        "worth": f"{size} EcU",
        "lines": lines,
        "step": step,
        "short": fit("needs " + ", ".join(f"{line['name']} {line['says']}" for line in lines), NARROW - 40, 13),
        "height": TITLE + step * len(lines) + 4,
    }


def mandate_lines(view: Any, seat: int, names: Names, width: float = NARROW) -> Iterator[dict[str, Any]]:
    """§4.3 Line by line."""
    goods, demanded, received = view.demand_goods[seat], view.demand[seat], view.got[seat]
    for line in range(MANDATE_LINES):
        if goods[line] and demanded[line]:
            demand, got, name = demanded[line], received[line], view.name[goods[line] - 1]
            says = f"{'✓ ' if got == demand else ''}{got} of {demand}"
            yield {
                "name": resource(name, names),
                "text": fit(resource(name, names), int(width) - 8 - 8 * len(says), 14),
                "quantity": quantity(demand, name, names),
                "resource": name,
                "goods": goods[line] - 1,
                "demand": demand,
                "got": got,
                "bar": round((width - 4) * got / demand, 1),
                "says": says,
            }


# Orders


def shown_orders(view: Any, seat: int, names: Names) -> tuple[str, list[str]] | None:
    """§3.3 The orders as they were revealed; §7 while the next ones are written, how many robots had which task."""
    lines = [order(view, seat, line, names) for line in range(view.lines[seat])]
    if lines:
        return ("Order sheet" if view.phase == Phase.ORDERS else "Orders of this round"), lines
    last = last_orders(view, seat).split(", ")
    return ("Last round’s orders", last) if view.phase == Phase.ORDERS and last != [""] else None
