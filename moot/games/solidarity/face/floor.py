"""Solidarity: the trading floor, as the board and a seat's panel show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import Names
from moot.games.solidarity.components import SIDE
from moot.games.solidarity.face.signs import fit, piece
from moot.games.solidarity.naming import quantity, resource
from moot.games.solidarity.rules import Phase
from moot.games.solidarity.trade import is_possible, maker_of, places

COLUMNS, ACROSS, DOWN = 3, 212, 37  # offers side by side, and from one to the next
HEAD, LOW, FOOT = 26, 335, 403  # the height of its head; where it begins at the lowest, and where it ends
NARROW_ACROSS, NARROW_DOWN, NARROW_HEAD, NARROW_ROW = 186, 46.5, 30, 22  # on a narrow screen
ROOM, NARROW_ROOM = ACROSS - 64, NARROW_ACROSS - 58  # for the words of an offer
MOST_SHOWN = 12  # offers on the board

CLOSED = {
    Phase.OPEN: "closed",
    Phase.ORDERS: "opens when the orders have been carried out",
    Phase.MANDATES: "closed: the citizens write their mandates",
}


def floor(view: Any, names: Names) -> dict[str, Any]:
    """§4.1 §7 The offers that are seen, how the floor stands, and where it begins."""
    offers = [seen_offer(view, place, names) for place in open_places(view)]
    shown = offers[:MOST_SHOWN]
    top = min(LOW, FOOT - HEAD - DOWN * -(-len(shown) // COLUMNS))
    narrow_top = NARROW_HEAD + NARROW_ROW * view.seats
    rows = -(-len(shown) // 2)
    return {
        "says": says(view, len(offers)),
        "offers": [one | laid_out(number, top, narrow_top) for number, one in enumerate(shown)],
        "top": top,
        "narrow_high": NARROW_DOWN - 1,
        "narrow_rows": [narrow_top + NARROW_DOWN * row for row in range(rows + 1)],
    }


def laid_out(number: int, top: int, narrow_top: int) -> dict[str, tuple[float, float]]:
    """Where an offer lies, and how it moves on a narrow screen."""
    x, y = 8 + ACROSS * (number % COLUMNS), top + HEAD + DOWN * (number // COLUMNS)
    return {
        "at": (x, y),
        "moved": (1001 + NARROW_ACROSS * (number % 2) - x, narrow_top + NARROW_DOWN * (number // 2) - y),
    }


def says(view: Any, offers: int) -> str:
    """§4.1 How the trading floor stands."""
    if view.over:
        return "closed: the game is over"
    if view.phase != Phase.TRADING:
        return CLOSED[Phase(view.phase)]
    if offers > MOST_SHOWN:
        return f"{offers} offers are open, {MOST_SHOWN} are shown"
    if offers:
        return "1 offer is open" if offers == 1 else f"{offers} offers are open"
    return "no offer is open" if view.open_offers else "open: each org sees its own offers"


def open_places(view: Any) -> Iterator[int]:
    """§7 The places of the open offers that are seen."""
    addressees = view.offer_to
    for place in range(places(view) * view.seats):
        if addressees[place]:
            yield place


def sides(view: Any, place: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """§4.1 What is given and what is wanted: names and amounts."""
    goods, amounts = view.offer_goods[place], view.offer_amount[place]
    lines = [(view.name[goods[line] - 1], amounts[line]) if goods[line] else None for line in range(2 * SIDE)]
    return [line for line in lines[:SIDE] if line], [line for line in lines[SIDE:] if line]


def counted(lines: list[tuple[int, int]], names: Names) -> str:
    """One side of an offer."""
    return " and ".join(quantity(amount, name, names) for name, amount in lines) or "nothing"


def briefly(lines: list[tuple[int, int]], names: Names) -> str:
    """The same where room is scarce."""
    return " + ".join(f"{amount}× {resource(name, names)}" for name, amount in lines) or "nothing"


def seen_offer(view: Any, place: int, names: Names) -> dict[str, Any]:
    """§4.1 An offer on the board."""
    given, wanted = sides(view, place)
    maker, to, possible = maker_of(view, place), view.offer_to[place] - 1, is_possible(view, place)
    gone = "" if possible else " It cannot be accepted now."
    tip = f"Offer {place + 1}: {names[maker]} gives {names[to]} {counted(given, names)} for {counted(wanted, names)}.{gone}"
    return {
        "piece": piece(f"offer-{place}", f"{'open' if possible else 'gone'}", f"{tip} (§4.1)"),
        "maker": maker,
        "to": to,
        "gives": fit(briefly(given, names), ROOM, 14),
        "for": fit(f"for {briefly(wanted, names)}", ROOM, 14),
        "narrow": (fit(briefly(given, names), NARROW_ROOM, 13), fit(f"for {briefly(wanted, names)}", NARROW_ROOM, 13)),
        "possible": possible,
    }


def held_offer(view: Any, seat: int, place: int, names: Names) -> dict[str, Any]:
    """§4.1 An offer in the panel of one of its two orgs."""
    given, wanted = sides(view, place)
    own, possible = maker_of(view, place) == seat, is_possible(view, place)
    other = view.offer_to[place] - 1 if own else maker_of(view, place)
    gets, pays = (wanted, given) if own else (given, wanted)
    whose, use = ("An offer to", "withdrawn") if own else ("The offer of", "accepted or declined")
    tip = f"{whose} {names[other]}. It can be {use}. (§4.1)"
    return {
        "piece": piece(f"offer-{place}", int(possible), tip, "m"),
        "other": other,
        "gains": counted(gets, names),
        "pays": counted(pays, names),
        "gone": not possible,
    }
