"""Treasury: what the end of the round will bring if nothing changes before it. Sections are those of rulebook.md."""

from __future__ import annotations

from typing import Any, NamedTuple

from moot.games.treasury.action import price_of
from moot.games.treasury.components import COST, Ability
from moot.games.treasury.piles import power, take_treasury
from moot.games.treasury.round import arm, collects_tax, cost_to_sell, largest_unpaid, pay_contract, tax_rate, value_of
from moot.games.treasury.rules import NO_SLOT

COVERED, SHORT, DRY = range(3)
Paid = tuple[tuple[int, int, bool], ...]  # who, how much, and whether Army has the supply pay it


class Pass(NamedTuple):
    """§3.4 One pass of the payout."""

    paid: Paid
    total: int  # §3.4 of what the treasury owes
    left: int  # in the treasury before it
    end: int  # COVERED, SHORT or DRY


class Forecast(NamedTuple):
    """§3.3 to §3.5 The end of the round."""

    armed: int  # §8.10 what Armories take first
    passes: tuple[Pass, ...]
    payout: int  # what passes take from the treasury
    rate: int
    supply: int  # §3.5 tax that the supply pays
    taxed: int  # what the players pay
    treasury: int  # when all is done


def foresee(view: Any) -> Forecast:
    """§3.3 to §3.5 The rules themselves, on a copy of what is seen. What players will choose then is not foreseen."""
    s = copy_of(view)
    before = s.treasury
    arm(s)
    armed, passes = before - s.treasury, []
    while (paid := next_pass(s)) is not None:
        passes.append(paid)
    rate, payout = rate_ahead(s), before - armed - s.treasury
    supply, taxed = rate * people_ahead(s), sum(tax_of(s, seat, rate) for seat in range(s.seats))
    return Forecast(armed, tuple(passes), payout, rate, supply, taxed, s.treasury + supply + taxed)


def rate_ahead(view: Any) -> int:
    """§3.5 The tax; §6.1 the last end of a round collects it if that was agreed."""
    return tax_rate(view) if collects_tax(view) else 0


def people_ahead(view: Any) -> int:
    """§4.1 For how many the supply pays; §6.1 in the end no event is left, and so nobody."""
    return 0 if view.last else int(view.population)


def copy_of(view: Any) -> Any:
    """The view, to try things on: nothing is told of it, and no contract has been paid yet."""
    s = type(view)(memoryview(bytearray(bytes(view))))
    s.telling = 0
    for seat in range(s.seats):
        s.paid[seat] = 0
    return s


def next_pass(s: Any) -> Pass | None:
    """§3.4 Every player's largest contract not yet paid; None when there is none left."""
    slots = [(seat, largest_unpaid(s, seat)) for seat in range(s.seats)]
    due = [(seat, slot, value_of(s, seat, slot)) for seat, slot in slots if slot != NO_SLOT]
    if not due:
        return None
    left, total = s.treasury, sum(value for _, _, value in due)
    paid = tuple((seat, value, left == 0 and power(s, seat, Ability.ARMY) > 0) for seat, _, value in due)
    for seat, slot, _ in due:
        settle(s, seat, slot)
    take_treasury(s, total)
    return Pass(paid, total, left, DRY if left == 0 else COVERED if left >= total else SHORT)


def settle(s: Any, seat: int, slot: int) -> None:
    """§3.4 Payouts cease when the treasury is dry; §8.10 not for Army's owner. What goes unpaid is done with too."""
    if s.treasury > 0 or power(s, seat, Ability.ARMY) > 0:
        pay_contract(s, seat, slot)
    s.paid[seat] |= 1 << slot


def tax_of(s: Any, seat: int, rate: int) -> int:
    """§3.5 §3.6 What a player can pay, a sale included; §8.10 Gatherer pays nothing."""
    if power(s, seat, Ability.GATHERER) > 0:
        return 0
    purse = s.gold[seat]
    if purse < rate and (cost := cost_to_sell(s, seat, rate)) >= 0:
        purse += price_of(s, next(card for card in s.opened[seat] if card and COST[card] == cost), True)
    return int(min(rate, purse))
