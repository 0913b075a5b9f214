"""Solidarity, chapters 4.1 and 4.2: the trading floor, where all orgs act at any time, and what comes of the mandates."""

from __future__ import annotations

from moot.engine import Moves, ask, offer, owes, rule, tell, whisper
from moot.games.solidarity.components import (
    MANDATE_LINES,
    MOST_AMOUNT,
    MOST_OFFERS,
    MOST_STOCK,
    OFFER_LINES,
    OFFERS,
    RESOURCES,
    SIDE,
    Deal,
    Objective,
)
from moot.games.solidarity.rules import Event, Phase, Solidarity, Step, rules

LEAST_POINTS, SHARE = 3, 3  # §6.2


@rules.step(Step.TRADING)
def open_floor(s: Solidarity) -> None:
    """§4.1 Everyone may trade, if there is anything to trade."""
    s.phase = Phase.TRADING
    if goods_exist(s):
        tell(s, Event.TRADING_BEGAN, s.round)
        for seat in range(s.seats):
            ask(s, seat, Step.TRADE)


@rule
def goods_exist(s: Solidarity) -> bool:
    """§4.1 Whether any stockpile holds anything."""
    for resource in range(s.resources):
        if s.total[resource] > 0:
            return True
    return False


# Places for offers


@rule
def places(s: Solidarity) -> int:
    """§8 How many offers of one org can be open at once: an equal share for each."""
    return OFFERS // s.seats


@rule
def maker_of(s: Solidarity, place: int) -> int:
    """§4.1 Whose offer lies in a place."""
    return place // places(s)


@rule
def free_place(s: Solidarity, seat: int, to: int) -> int:
    """§7 A free place for an offer, or -1. Each addressee's begin elsewhere, so that the place hardly tells of other offers."""
    share, number = places(s), to * places(s) // s.seats
    for _ in range(share):
        if s.offer_to[seat * share + number] == 0:
            return seat * share + number
        number = number + 1 if number + 1 < share else 0
    return -1


@rule
def clear_offer(s: Solidarity, place: int) -> None:
    """§4.1 The offer is no more."""
    s.offer_to[place] = 0  # what is left of its lines is written over by the next one


@rule
def clear_draft(s: Solidarity, seat: int) -> None:
    """§4.1 No offer is being written."""
    s.draft_to[seat] = 0
    for line in range(OFFER_LINES):
        s.draft_goods[seat, line] = s.draft_amount[seat, line] = 0


@rule
def is_possible(s: Solidarity, place: int) -> bool:
    """§4.1 Whether both have what they are to hand over. §8 And room for what they receive."""
    for line in range(OFFER_LINES):
        if s.offer_goods[place, line] > 0 and not is_line_possible(s, place, line):
            return False
    return True


@rule
def is_line_possible(s: Solidarity, place: int, line: int) -> bool:
    """§4.1 §8 The same for one line."""
    resource, amount = s.offer_goods[place, line] - 1, s.offer_amount[place, line]
    maker, other = maker_of(s, place), s.offer_to[place] - 1
    giver, taker = (maker, other) if line < SIDE else (other, maker)
    return s.stock[giver, resource] >= amount and s.stock[taker, resource] + amount <= MOST_STOCK


# What can be done


@rules.choice(Step.TRADE, len(Deal), RESOURCES, declines=[Deal.DONE])
def deals(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.1 Answer an offer, withdraw one, write one, or be done; whoever has an offer to answer is not done."""
    waiting = offer_answers(s, seat, out)
    first = seat * places(s)
    for place in range(first, first + places(s)):
        if s.offer_to[place] > 0:
            offer(out, Deal.WITHDRAW, place)
    if s.draft_to[seat] > 0:
        offer_lines(s, seat, out)
        return
    if waiting == 0:
        offer(out, Deal.DONE)
    if s.begun[seat] < MOST_OFFERS and free_place(s, seat, 0) >= 0:
        for other in range(s.seats):
            if other != seat:
                offer(out, Deal.OFFER, other)


@rule
def offer_answers(s: Solidarity, seat: int, out: Moves) -> int:
    """§4.1 Accept what is offered, if the goods are still there, or decline it; counts the offers."""
    waiting = 0
    for place in range(places(s) * s.seats):
        if s.offer_to[place] == seat + 1:
            waiting += 1
            if is_possible(s, place):
                offer(out, Deal.ACCEPT, place)
            offer(out, Deal.DECLINE, place)
    return waiting


@rule
def offer_lines(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.1 A further line of the offer being written, or send it, or tear it up."""
    given, wanted = lines_of(s, seat, 0), lines_of(s, seat, SIDE)
    if given + wanted > 0:
        offer(out, Deal.SEND)
    for resource in range(s.resources):
        if s.total[resource] > 0 and not is_in_draft(s, seat, resource):
            if given < SIDE and s.stock[seat, resource] > 0:
                offer(out, Deal.GIVE, resource)
            if wanted < SIDE and s.total[resource] > s.stock[seat, resource]:
                offer(out, Deal.WANT, resource)
    offer(out, Deal.TEAR_UP)


@rule
def lines_of(s: Solidarity, seat: int, first: int) -> int:
    """§4.1 How many lines one side of the offer being written has."""
    number = 0
    for line in range(first, first + SIDE):
        number += int(s.draft_goods[seat, line] > 0)
    return number


@rule
def is_in_draft(s: Solidarity, seat: int, resource: int) -> bool:
    """§4.1 A resource stands in an offer once."""
    for line in range(OFFER_LINES):
        if s.draft_goods[seat, line] == resource + 1:
            return True
    return False


@rules.then(Step.TRADE)
def deal(s: Solidarity, seat: int, action: int, which: int) -> None:
    """§4.1 Each answer takes effect at once, and the org is asked again until it is done."""
    if action == Deal.DONE:
        return
    ask(s, seat, Step.TRADE)
    if action == Deal.ACCEPT:
        accept(s, seat, which)
    elif action == Deal.DECLINE:
        decline(s, seat, which)
    elif action == Deal.WITHDRAW:
        withdraw(s, seat, which)
    else:
        write_offer(s, seat, action, which)


@rule
def write_offer(s: Solidarity, seat: int, action: int, which: int) -> None:
    """§4.1 An offer is begun, gets a line, is sent or torn up."""
    if action == Deal.OFFER:
        s.draft_to[seat] = which + 1
        s.begun[seat] += 1
    elif action == Deal.GIVE:
        begin_line(s, seat, lines_of(s, seat, 0), which)
    elif action == Deal.WANT:
        begin_line(s, seat, SIDE + lines_of(s, seat, SIDE), which)
    elif action == Deal.SEND:
        send(s, seat)
    else:
        clear_draft(s, seat)


@rule
def begin_line(s: Solidarity, seat: int, line: int, resource: int) -> None:
    """§4.1 Then how much of it."""
    s.draft_goods[seat, line] = resource + 1
    ask(s, seat, Step.HOW_MUCH)


@rule
def open_line(s: Solidarity, seat: int) -> int:
    """§4.1 The line of the draft whose amount is still to be said; -1 if there is none."""
    for line in range(OFFER_LINES):
        if s.draft_goods[seat, line] > 0 and s.draft_amount[seat, line] == 0:
            return line
    return -1


@rules.choice(Step.HOW_MUCH, MOST_AMOUNT + 1)
def amounts(s: Solidarity, seat: int, out: Moves) -> None:
    """§4.1 At most what one has, or what the others have together. §8 And at most 1000."""
    line = open_line(s, seat)
    resource = s.draft_goods[seat, line] - 1
    own = s.stock[seat, resource]
    # Goods can go away while a line is written: one EcU can always be named, as an offer may have to wait for its goods.
    most = max(1, own if line < SIDE else s.total[resource] - own)
    for amount in range(1, min(most, MOST_AMOUNT) + 1):
        offer(out, amount)


@rules.then(Step.HOW_MUCH)
def say_amount(s: Solidarity, seat: int, amount: int) -> None:
    """§4.1 The line is written."""
    s.draft_amount[seat, open_line(s, seat)] = amount
    ask(s, seat, Step.TRADE)


@rule
def send(s: Solidarity, seat: int) -> None:
    """§4.1 The offer is open; an org that was done is asked again."""
    to = s.draft_to[seat] - 1
    place = free_place(s, seat, to)
    s.offer_to[place] = to + 1
    for line in range(OFFER_LINES):
        s.offer_goods[place, line] = s.draft_goods[seat, line]
        s.offer_amount[place, line] = s.draft_amount[seat, line]
    clear_draft(s, seat)
    ask_again(s, to)
    tell_offer(s, place)


@rule
def ask_again(s: Solidarity, seat: int) -> None:
    """§4.1 Whoever was done may have something to say now."""
    if not owes(s, seat):
        ask(s, seat, Step.TRADE)


@rule
def tell_pair(s: Solidarity, event: Event, seat: int, other: int, name: int, amount: int) -> None:
    """§7 The two orgs of an offer are told; with open offers everyone is."""
    if s.open_offers:
        tell(s, event, seat, other, name, amount)
    else:
        whisper(s, seat, event, seat, other, name, amount)
        whisper(s, other, event, seat, other, name, amount)


@rule
def tell_offer(s: Solidarity, place: int) -> None:
    """§4.1 The offer in words, line by line."""
    maker, to = maker_of(s, place), s.offer_to[place] - 1
    asks = Event.ASKS_IN_RETURN if s.offer_goods[place, 0] > 0 else Event.ASKS_FOR_NOTHING
    for line in range(OFFER_LINES):
        if s.offer_goods[place, line] > 0:
            name, amount = s.name[s.offer_goods[place, line] - 1], s.offer_amount[place, line]
            tell_pair(s, Event.OFFERS if line < SIDE else asks, maker, to, name, amount)


@rule
def decline(s: Solidarity, seat: int, place: int) -> None:
    """§4.1 The offer is gone; its maker may think of another."""
    maker = maker_of(s, place)
    clear_offer(s, place)
    tell_pair(s, Event.DECLINED, seat, maker, 0, 0)
    ask_again(s, maker)


@rule
def withdraw(s: Solidarity, seat: int, place: int) -> None:
    """§4.1 The offer is gone."""
    to = s.offer_to[place] - 1
    clear_offer(s, place)
    tell_pair(s, Event.WITHDRAWN, seat, to, 0, 0)


@rule
def accept(s: Solidarity, seat: int, place: int) -> None:
    """§4.1 Both sides hand over everything at once."""
    maker = maker_of(s, place)
    tell(s, Event.ACCEPTED, seat, maker)
    for line in range(OFFER_LINES):
        if s.offer_goods[place, line] > 0:
            giver, taker = (maker, seat) if line < SIDE else (seat, maker)
            hand_over(s, giver, taker, s.offer_goods[place, line] - 1, s.offer_amount[place, line])
    clear_offer(s, place)
    ask_again(s, maker)


@rule
def hand_over(s: Solidarity, giver: int, taker: int, resource: int, amount: int) -> None:
    """§4.1 Goods change hands; none are made or lost. §4.2 What is received counts for the mandate."""
    s.stock[giver, resource] -= amount
    s.stock[taker, resource] += amount
    for line in range(MANDATE_LINES):
        if s.demand_goods[taker, line] == resource + 1:
            s.got[taker, line] = min(s.got[taker, line] + amount, s.demand[taker, line])
    tell(s, Event.HANDED, giver, taker, s.name[resource], amount)


# Mandates


@rules.step(Step.COUNT)
def count_mandates(s: Solidarity) -> None:
    """§4.2 Every mandate of the last council turn is resolved, and is gone."""
    s.phase = Phase.OPEN
    for seat in range(s.seats):
        s.begun[seat] = 0
        if s.demand_goods[seat, 0] > 0:
            count_mandate(s, seat)


@rule
def size_of(s: Solidarity, seat: int) -> int:
    """§4.3 How many EcU a mandate asks for."""
    size = 0
    for line in range(MANDATE_LINES):
        size += s.demand[seat, line]
    return size


@rule
def is_fulfilled(s: Solidarity, seat: int) -> bool:
    """§4.2 Whether at least every listed amount was received."""
    for line in range(MANDATE_LINES):
        if s.got[seat, line] < s.demand[seat, line]:
            return False
    return True


@rule
def count_mandate(s: Solidarity, seat: int) -> None:
    """§4.2 Fulfilled or not. §6.2 Under Solidarity a fulfilled one scores a third of its EcU, but three at least."""
    size = size_of(s, seat)
    if is_fulfilled(s, seat):
        s.met[seat] += 1
        tell(s, Event.FULFILLED, seat, size)
        if s.goal == Objective.SOLIDARITY:
            scored = max(size // SHARE, LEAST_POINTS)
            s.points[seat] += scored
            tell(s, Event.SCORED, seat, scored, s.points[seat])
    else:
        s.failed[seat] += 1
        tell(s, Event.NOT_FULFILLED, seat, size)
    s.hope[seat] = 0
    for line in range(MANDATE_LINES):
        s.demand_goods[seat, line] = s.demand[seat, line] = s.got[seat, line] = 0
