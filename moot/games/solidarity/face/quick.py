"""Solidarity: offers that are ready to send: for what the own mandate lacks, and of what others lack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from moot.engine import Names
from moot.engine.dispatch import Numbering
from moot.games.solidarity.components import MANDATE_LINES, MOST_AMOUNT, Deal
from moot.games.solidarity.naming import resource
from moot.games.solidarity.rules import Step, rules
from moot.games.solidarity.trade import places

MOST = 2  # that are shown
Goods = tuple[int, int]  # a resource and an amount


class Quick(NamedTuple):
    """An offer that could be made: to whom, what is given, what is asked for; either may be nothing."""

    to: int
    give: Goods | None
    want: Goods | None


def quick_offers(view: Any, seat: int, names: Names) -> list[dict[str, str]]:
    """§4.1 A few offers in words, with the answers that make each."""
    standing = {view.offer_to[place] - 1 for place in range(seat * places(view), (seat + 1) * places(view))}
    found = [offer for offer in (*asking(view, seat), *giving(view, seat)) if offer.to not in standing]
    return [{"words": said(view, offer, names), "plays": plays(offer)} for offer in found[:MOST]]


def lacking(view: Any, seat: int) -> Iterator[Goods]:
    """§4.2 What the mandate of an org still lacks."""
    goods, demand, got = view.demand_goods[seat], view.demand[seat], view.got[seat]
    for line in range(MANDATE_LINES):
        if goods[line] and got[line] < demand[line]:
            yield goods[line] - 1, demand[line] - got[line]


def asking(view: Any, seat: int) -> Iterator[Quick]:
    """§4.2 For what the own mandate lacks: from whoever has most of it, for what they lack, or for as much of one's own."""
    for wanted, lack in lacking(view, seat):
        others = [other for other in range(view.seats) if other != seat and view.stock[other, wanted]]
        for other in sorted(others, key=lambda other: -view.stock[other, wanted])[:2]:
            amount = min(lack, view.stock[other, wanted], MOST_AMOUNT)
            yield Quick(other, in_return(view, seat, other, wanted, amount), (wanted, amount))


def in_return(view: Any, seat: int, other: int, wanted: int, amount: int) -> Goods | None:
    """§4.2 What the other org lacks, if there is some of it; else as much of the largest stockpile."""
    for goods, lack in lacking(view, other):
        if goods != wanted and view.stock[seat, goods]:
            return goods, min(lack, view.stock[seat, goods], MOST_AMOUNT)
    own = [goods for goods in range(view.resources) if goods != wanted and view.stock[seat, goods]]
    largest = max(own, key=lambda goods: view.stock[seat, goods], default=None)
    return None if largest is None else (largest, min(amount, view.stock[seat, largest]))


def giving(view: Any, seat: int) -> Iterator[Quick]:
    """§4.2 What others lack, for nothing."""
    for other in range(view.seats):
        for goods, lack in lacking(view, other) if other != seat else ():
            if view.stock[seat, goods]:
                yield Quick(other, (goods, min(lack, view.stock[seat, goods], MOST_AMOUNT)), None)


def said(view: Any, offer: Quick, names: Names) -> str:
    """An offer in words."""
    given, wanted = (f"{goods[1]}× {resource(view.name[goods[0]], names)}" if goods else "" for goods in offer[1:])
    if not wanted:
        return f"Give {names[offer.to]} {given}, for nothing"
    return f"Ask {names[offer.to]} for {wanted}, {f'giving {given}' if given else 'for nothing'}"


def plays(offer: Quick) -> str:
    """§4.1 The answers that make the offer, by their numbers."""
    steps: list[tuple[Step, tuple[int, ...]]] = [(Step.TRADE, (Deal.OFFER, offer.to))]
    for action, goods in ((Deal.GIVE, offer.give), (Deal.WANT, offer.want)):
        if goods is not None:
            steps += [(Step.TRADE, (action, goods[0])), (Step.HOW_MUCH, (goods[1],))]
    steps.append((Step.TRADE, (Deal.SEND, 0)))
    return " ".join(str(number_of(step, *arguments)) for step, arguments in steps)


def number_of(step: Step, *arguments: int) -> int:
    """The number of an answer."""
    return numbering().write(rules.choices[step], arguments)


@cache
def numbering() -> Numbering:
    """The numbers of all answers; made when all chapters are there."""
    return Numbering(rules)
