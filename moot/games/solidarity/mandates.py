"""Solidarity, chapter 4.3: the mandates, written by all orgs at the same time."""

from __future__ import annotations

from moot.engine import Moves, ask, offer, rule, tell
from moot.games.solidarity.components import MANDATE_LINES, MOST_AMOUNT, RESOURCES, SEATS
from moot.games.solidarity.rules import (
    Event,
    Phase,
    Solidarity,
    Step,
    is_last_round,
    largest_stockpile,
    next_org,
    rules,
)
from moot.games.solidarity.trade import size_of


@rules.step(Step.MANDATES)
def write_mandates(s: Solidarity) -> None:
    """§4.3 One mandate each. §6.3 In a round that is known to be the last none is written: it could never score."""
    s.phase = Phase.MANDATES
    if not is_last_round(s):
        for seat in range(s.seats):
            begin_mandate(s, seat)


@rule
def begin_mandate(s: Solidarity, seat: int) -> None:
    """§4.3 Half the largest stockpile, rounded down; nothing if that is nothing, or if there is nothing to ask for."""
    if largest_stockpile(s, seat) // 2 > 0 and wishes(s, seat) > 0:
        ask(s, seat, Step.DEMAND)


@rule
def still_to_ask(s: Solidarity, seat: int) -> int:
    """§4.3 What the mandate lacks to exactly half the largest stockpile."""
    return largest_stockpile(s, seat) // 2 - size_of(s, seat)


@rule
def is_wish(s: Solidarity, seat: int, resource: int) -> bool:
    """§4.3 Whatever the org does not control, each on one line."""
    if s.controller[resource] == seat:
        return False
    for line in range(MANDATE_LINES):
        if s.demand_goods[seat, line] == resource + 1:
            return False
    return True


@rule
def wishes(s: Solidarity, seat: int) -> int:
    """§4.3 How many resources can still be asked for."""
    number = 0
    for resource in range(s.resources):
        number += int(is_wish(s, seat, resource))
    return number


@rule
def mandate_lines(s: Solidarity, seat: int) -> int:
    """§4.3 How many lines have been written."""
    number = 0
    while number < MANDATE_LINES and s.demand_goods[seat, number] > 0:
        number += 1
    return number


@rules.choice(Step.DEMAND, RESOURCES, sealed=True)
def resources_to_demand(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.3 A resource that the org does not control."""
    for resource in range(s.resources):
        if is_wish(s, seat, resource):
            offer(out, resource)


@rules.then(Step.DEMAND)
def demand_resource(s: Solidarity, seat: int, resource: int) -> None:
    """§4.3 Then how much of it, where there is a choice: the last line takes what is left."""
    line = mandate_lines(s, seat)
    s.demand_goods[seat, line] = resource + 1
    left = still_to_ask(s, seat)
    if left == 1 or line + 1 == MANDATE_LINES or wishes(s, seat) == 0:
        demand_amount(s, seat, left)
    else:
        ask(s, seat, Step.DEMAND_AMOUNT)


@rules.choice(Step.DEMAND_AMOUNT, MOST_AMOUNT + 1, sealed=True)
def amounts_to_demand(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.3 At most what is left of the mandate's worth."""
    for amount in range(1, still_to_ask(s, seat) + 1):
        offer(out, amount)


@rules.then(Step.DEMAND_AMOUNT)
def demand_amount(s: Solidarity, seat: int, amount: int) -> None:
    """§4.3 On to the next line, until the mandate is worth exactly what it must be."""
    s.demand[seat, mandate_lines(s, seat) - 1] = amount
    ask(s, seat, Step.DEMAND if still_to_ask(s, seat) > 0 else Step.HOPE)


@rules.choice(Step.HOPE, SEATS + 1, sealed=True, declines=[0])
def hopes(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.3 Nobody in particular, or another org."""
    offer(out, 0)
    for other in range(s.seats):
        if other != seat:
            offer(out, other + 1)


@rules.then(Step.HOPE)
def hope_for(s: Solidarity, seat: int, other: int) -> None:
    """§4.3 It has no effect."""
    s.hope[seat] = other


@rules.step(Step.PROCLAIM)
def proclaim(s: Solidarity) -> None:
    """§4.3 All mandates are shown together, org by org."""
    s.phase = Phase.OPEN
    proclaim_mandate(s, s.turn)
    next_org(s, Step.PROCLAIM)


@rule
def proclaim_mandate(s: Solidarity, seat: int) -> None:
    """§4.3 What an org asks for, and of whom."""
    for line in range(mandate_lines(s, seat)):
        tell(s, Event.MANDATE, seat, s.name[s.demand_goods[seat, line] - 1], s.demand[seat, line])
    if s.hope[seat] > 0:
        tell(s, Event.HOPES, seat, s.hope[seat] - 1)
