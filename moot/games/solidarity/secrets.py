"""Solidarity, chapter 7: what is seen, what a seat cannot see as it might be; and the laws that hold whatever happens."""

from __future__ import annotations

from moot.engine import NOBODY, owes, pick, rule
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_CHANGES,
    MOST_OFFERS,
    MOST_ROBOTS,
    MOST_STOCK,
    NAMES,
    OFFER_LINES,
    OFFERS,
    RESOURCES,
    SIDE,
    Objective,
)
from moot.games.solidarity.mandates import begin_mandate
from moot.games.solidarity.orders import begin_sheet
from moot.games.solidarity.rules import Phase, Solidarity, Step, largest_stockpile, rules
from moot.games.solidarity.trade import free_place, maker_of, open_line, places, size_of


@rules.view
def show_what_is_open(v: Solidarity, s: Solidarity, seat: int) -> None:
    """§7 Sheets and mandates are everyone's to see unless they are being written; offers are seen by those concerned."""
    for other in range(s.seats):
        if s.phase != Phase.ORDERS:
            show_sheet(v, s, other)
        if s.phase != Phase.MANDATES:
            show_mandate(v, s, other)
    if s.phase == Phase.TRADING:
        for place in range(places(s) * s.seats):
            if s.offer_to[place] > 0 and may_see_offer(s, seat, place):
                show_offer(v, s, place)


@rule
def show_sheet(v: Solidarity, s: Solidarity, seat: int) -> None:
    """§7 The orders of an org."""
    v.lines[seat] = s.lines[seat]
    for line in range(s.lines[seat]):
        v.task[seat, line] = s.task[seat, line]
        v.what[seat, line] = s.what[seat, line]
        v.whose[seat, line] = s.whose[seat, line]
        v.many[seat, line] = s.many[seat, line]


@rule
def show_mandate(v: Solidarity, s: Solidarity, seat: int) -> None:
    """§7 What an org asks for."""
    v.hope[seat] = s.hope[seat]
    for line in range(MANDATE_LINES):
        v.demand_goods[seat, line] = s.demand_goods[seat, line]
        v.demand[seat, line] = s.demand[seat, line]


@rule
def may_see_offer(s: Solidarity, seat: int, place: int) -> bool:
    """§7 The two orgs concerned; with the option, everyone."""
    return s.open_offers == 1 or maker_of(s, place) == seat or (seat != NOBODY and s.offer_to[place] == seat + 1)


@rule
def show_offer(v: Solidarity, s: Solidarity, place: int) -> None:
    """§7 An offer with all its lines."""
    v.offer_to[place] = s.offer_to[place]
    for line in range(OFFER_LINES):
        v.offer_goods[place, line] = s.offer_goods[place, line]
        v.offer_amount[place, line] = s.offer_amount[place, line]


# What a seat cannot see, as it might be


@rules.guess
def redeal(g: Solidarity, seat: int) -> None:
    """§7 While something is written blind the others may be at its beginning; on the trading floor they may be about anything."""
    for name in range(NAMES):
        g.key[name] = name
    for other in range(g.seats):
        if other != seat:
            if g.phase == Phase.ORDERS:
                begin_sheet(g, other)
            elif g.phase == Phase.MANDATES:
                begin_mandate(g, other)
            elif g.phase == Phase.TRADING:
                guess_trade(g, seat, other)


@rule
def guess_trade(g: Solidarity, seat: int, other: int) -> None:
    """§4.1 Others may have an offer open among themselves, or be writing one."""
    if not g.open_offers and pick(g, 2) == 0:
        guess_offer(g, seat, other)
    for place in range(other * places(g), (other + 1) * places(g)):
        g.begun[other] += int(g.offer_to[place] > 0)
    if g.asking[other] == Step.HOW_MUCH or (owes(g, other) and g.begun[other] < MOST_OFFERS and pick(g, 3) == 0):
        guess_draft(g, other)


@rule
def someone_else(g: Solidarity, seat: int, other: int) -> int:
    """§4.1 A third org that still trades, or -1."""
    found, number = -1, 0
    for further in range(1, g.seats):
        third = (other + further) % g.seats
        if third != seat and owes(g, third):
            number += 1
            if pick(g, number) == 0:
                found = third
    return found


@rule
def any_goods(g: Solidarity, seat: int, own: bool) -> int:
    """§4.1 A resource of which the org has something, or the others have; -1 if there is none."""
    found, number = -1, 0
    for resource in range(g.resources):
        if (g.stock[seat, resource] if own else g.total[resource] - g.stock[seat, resource]) > 0:
            number += 1
            if pick(g, number) == 0:
                found = resource
    return found


@rule
def guess_offer(g: Solidarity, seat: int, other: int) -> None:
    """§4.1 One EcU of something, for nothing."""
    to, resource = someone_else(g, seat, other), any_goods(g, other, True)
    if to >= 0 and resource >= 0:
        place = free_place(g, other, to)
        g.offer_to[place] = to + 1
        g.offer_goods[place, 0] = resource + 1
        g.offer_amount[place, 0] = 1


@rule
def guess_draft(g: Solidarity, other: int) -> None:
    """§4.1 An offer to somebody; if an amount is asked for, with a line that lacks it."""
    g.draft_to[other] = (other + 1 + pick(g, g.seats - 1)) % g.seats + 1
    g.begun[other] += 1
    own = any_goods(g, other, True)
    line, resource = (0, own) if own >= 0 else (SIDE, any_goods(g, other, False))
    if resource >= 0:
        g.draft_goods[other, line] = resource + 1
        g.draft_amount[other, line] = 0 if g.asking[other] == Step.HOW_MUCH else 1


# Laws


@rules.law("goods are made and destroyed by robots alone: trade only moves them")
def goods_are_conserved(s: Solidarity) -> bool:
    """§3.5 §3.6 §4.1 All stockpiles of a kind hold together what was produced, less what was destroyed."""
    for resource in range(RESOURCES):
        held = 0
        for seat in range(s.seats):
            held += s.stock[seat, resource]
        if held != s.total[resource]:
            return False
    return True


@rules.law("there is no more of anything than there is room for")
def amounts_are_in_bounds(s: Solidarity) -> bool:
    """§8 Robots from 1 to 1000, stockpiles from 0 to 2000."""
    for seat in range(s.seats):
        if not 1 <= s.robots[seat] <= MOST_ROBOTS:
            return False
        for resource in range(RESOURCES):
            if not 0 <= s.stock[seat, resource] <= (MOST_STOCK if resource < s.resources else 0):
                return False
    return 0 <= s.resources <= RESOURCES


@rules.law("every resource has a name of its own, an inventor and a controller")
def resources_are_apart(s: Solidarity) -> bool:
    """§3.4 No two read the same."""
    for resource in range(s.resources):
        if not (0 <= s.inventor[resource] < s.seats and 0 <= s.controller[resource] < s.seats):
            return False
        for other in range(resource):
            if s.key[s.name[other]] == s.key[s.name[resource]]:
                return False
    return True


@rules.law("every robot has one task or none")
def robots_are_counted(s: Solidarity) -> bool:
    """§3.1 While orders are written, and when they are handed in, no more robots are sent than there are."""
    for seat in range(s.seats):
        sent = s.idle[seat]
        for line in range(s.lines[seat]):
            sent += s.many[seat, line]
        if s.phase == Phase.ORDERS and (sent > s.robots[seat] or (owes(s, seat) and sent != s.robots[seat])):
            return False
        if not (0 <= s.lines[seat] <= LINES and 0 <= s.changes[seat] <= MOST_CHANGES):
            return False
    return True


@rules.law("an open offer waits for another org, which owes an answer; there are none outside of trading")
def offers_are_open(s: Solidarity) -> bool:
    """§4.1 No offer is left behind."""
    for place in range(OFFERS):
        to = s.offer_to[place] - 1
        if to >= 0 and (s.phase != Phase.TRADING or to == maker_of(s, place) or not owes(s, to)):
            return False
    return True


@rules.law("whoever is asked for an amount has begun a line")
def drafts_are_whole(s: Solidarity) -> bool:
    """§4.1 And nobody else has."""
    for seat in range(s.seats):
        if (s.asking[seat] == Step.HOW_MUCH) != (open_line(s, seat) >= 0):
            return False
        if s.draft_to[seat] > 0 and not owes(s, seat):
            return False
    return True


@rules.law("a mandate asks for half the largest stockpile at most, and counts no more than it asks for")
def mandates_are_bounded(s: Solidarity) -> bool:
    """§4.2 §4.3 It is measured when it is written."""
    for seat in range(s.seats):
        if s.phase == Phase.MANDATES and size_of(s, seat) > largest_stockpile(s, seat) // 2:
            return False
        for line in range(MANDATE_LINES):
            if not 0 <= s.got[seat, line] <= s.demand[seat, line]:
                return False
    return True


@rules.law("mandates score nothing under Greed")
def greed_is_scored_last(s: Solidarity) -> bool:
    """§6.1 §6.2 Only under Solidarity points are scored on the way."""
    for seat in range(s.seats):
        if s.points[seat] != 0 and s.goal == Objective.GREED:
            return False
    return True
