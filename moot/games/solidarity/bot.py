"""What a sensible org looks at. Under Solidarity: make what the others' citizens want, keep something in store, hand goods over
where they are wanted and ask for what is missing. Under Greed: grow, seize what others have invented, and pile it up.

Each function rates one kind of move; the highest is chosen. An order or an offer takes several moves: each is rated by the same
plan, which looks at what the sheet or the draft holds already.
"""

from __future__ import annotations

from moot.engine import rule
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_ROBOTS,
    MOST_STOCK,
    NEW_NAME,
    OFFER_LINES,
    PRINTED,
    SIDE,
    Deal,
    Length,
    Objective,
    Task,
)
from moot.games.solidarity.mandates import still_to_ask
from moot.games.solidarity.orders import ordered
from moot.games.solidarity.rules import Solidarity, Step, is_only_largest, rules
from moot.games.solidarity.trade import maker_of, open_line, places

TIME_TO_BUILD = 3  # rounds still to come while robots are worth more than goods
TIME_TO_SEIZE = 4  # and while a seized resource pays best
STORE = 2  # EcU to keep at home: the least that makes a mandate
PRODUCING = int(Task.PRODUCE)
GUARD = 6  # one robot in so many stands by what is worth defending


@rule
def rounds_left(v: Solidarity) -> int:
    """How many rounds come after this one, or may: any round can be the last once the dice are rolled."""
    if v.length == Length.FIXED:
        return v.rounds - v.round
    return max(int(v.goal == Objective.SOLIDARITY), v.minimum + 2 - v.round)


@rule
def lack(v: Solidarity, seat: int, resource: int) -> int:
    """What an org's mandate still wants of a resource."""
    missing = 0
    for line in range(MANDATE_LINES):
        if v.demand_goods[seat, line] == resource + 1:
            missing += v.demand[seat, line] - v.got[seat, line]
    return missing


@rule
def wanted_abroad(v: Solidarity, seat: int, resource: int) -> int:
    """What the mandates of all others want of it."""
    wanted = 0
    for other in range(v.seats):
        if other != seat:
            wanted += lack(v, other, resource)
    return wanted


# Orders: how many more robots a task should get


@rule
def resource_called(v: Solidarity, name: int) -> int:
    """The resource with that name, or -1 for one that is being invented."""
    for resource in range(v.resources):
        if v.name[resource] == name:
            return resource
    return -1


@rule
def prizes(v: Solidarity, seat: int) -> int:
    """How many resources the org controls that another has invented."""
    number = 0
    for resource in range(v.resources):
        number += int(v.controller[resource] == seat and v.inventor[resource] != seat)
    return number


@rule
def controls(v: Solidarity, seat: int) -> int:
    """How many resources the org controls."""
    number = 0
    for resource in range(v.resources):
        number += int(v.controller[resource] == seat)
    return number


@rule
def to_produce(v: Solidarity, seat: int, name: int) -> int:
    """More robots that should make a resource."""
    resource = resource_called(v, name)
    planned = ordered(v, seat, Task.PRODUCE, name)
    if resource < 0:
        return (1 if v.goal == Objective.GREED else STORE) - planned
    if v.goal == Objective.GREED:
        return to_hoard(v, seat, resource) - planned
    return to_deliver(v, seat, resource) - planned


@rule
def to_deliver(v: Solidarity, seat: int, resource: int) -> int:
    """What the others want and is not there, and something to keep; towards the end as much as there are robots."""
    wanted = wanted_abroad(v, seat, resource)
    left = rounds_left(v)
    if left == 0 or not is_main(v, seat, resource):
        return wanted - v.stock[seat, resource]
    if left < TIME_TO_BUILD:
        return v.robots[seat]
    return wanted + STORE - v.stock[seat, resource]


@rule
def is_main(v: Solidarity, seat: int, resource: int) -> bool:
    """The one resource of which the org keeps a store: what it has most of, of what it controls."""
    for other in range(v.resources):
        if v.controller[other] == seat and other != resource:
            more = v.stock[seat, other] - v.stock[seat, resource]
            if more > 0 or (more == 0 and other < resource):
                return False
    return True


@rule
def to_hoard(v: Solidarity, seat: int, resource: int) -> int:
    """A prize is made with all robots towards the end; else enough for the largest stockpile, or a guard."""
    guard = v.robots[seat] // GUARD
    if v.inventor[resource] != seat:
        return v.robots[seat] if rounds_left(v) < TIME_TO_BUILD else guard
    most = 0
    for other in range(v.seats):
        if other != seat:
            most = max(most, v.stock[other, resource])
    short = most + 1 - v.stock[seat, resource]
    return max(short, 0) if rounds_left(v) == 0 and short < v.robots[seat] else min(guard, max(STORE, short))


@rule
def to_seize(v: Solidarity, seat: int, name: int) -> int:
    """The robots to send against a resource under Greed: more than are likely to defend it. Only one prize at a time."""
    resource = resource_called(v, name)
    soon = 0 < rounds_left(v) <= TIME_TO_SEIZE
    if v.goal != Objective.GREED or not soon or resource < 0 or v.inventor[resource] == seat:
        return 0
    if prizes(v, seat) > 0 or ordered(v, seat, Task.SEIZE, 0) > 0:
        return 0
    owner = v.controller[resource]
    enough = max(v.robots[owner] // 3, v.last_turn[owner, PRODUCING] // max(1, controls(v, owner))) + 1
    return enough if enough <= v.robots[seat] * 2 // 3 else 0


@rule
def to_raid(v: Solidarity, seat: int, name: int, owner: int) -> int:
    """At the end of a game of Greed, idle robots destroy what scores for another."""
    resource = resource_called(v, name)
    if v.goal != Objective.GREED or rounds_left(v) > 0 or resource < 0 or owner == seat:
        return 0
    scores = v.inventor[resource] != owner or is_only_largest(v, owner, resource)
    planned = 0
    for line in range(v.lines[seat]):
        if v.task[seat, line] == Task.RAID and v.what[seat, line] == name and v.whose[seat, line] == owner:
            planned += v.many[seat, line]
    return v.stock[owner, resource] - planned if scores else 0


@rule
def to_build(v: Solidarity, seat: int) -> int:
    """All who are left over, while there is time to use them."""
    return v.idle[seat] if rounds_left(v) > 0 else 0


@rule
def wants_invention(v: Solidarity, seat: int) -> bool:
    """An org needs something of its own to trade with. In the last turn of Greed the only EcU of a new kind is worth 3 points."""
    new = ordered(v, seat, Task.INVENT, 0)
    if v.goal == Objective.GREED and rounds_left(v) == 0:
        return 2 * new + 3 <= LINES and v.idle[seat] >= new + 2
    return controls(v, seat) == 0 and new == 0


@rule
def best_product(v: Solidarity, seat: int) -> int:
    """The most robots that any resource, there or being invented, should still get."""
    best = 0
    for resource in range(v.resources):
        if v.controller[resource] == seat:
            best = max(best, to_produce(v, seat, v.name[resource]))
    for line in range(v.lines[seat]):
        if v.task[seat, line] == Task.INVENT:
            best = max(best, to_produce(v, seat, v.what[seat, line]))
    return best


@rule
def best_prize(v: Solidarity, seat: int) -> int:
    """Whether any resource should be seized."""
    best = 0
    for resource in range(v.resources):
        if v.controller[resource] != seat:
            best = max(best, to_seize(v, seat, v.name[resource]))
    return best


@rule
def best_raid(v: Solidarity, seat: int, name: int) -> int:
    """The most that can be destroyed of anybody's."""
    best = 0
    for owner in range(v.seats):
        best = max(best, to_raid(v, seat, name, owner))
    return best


@rules.rates(Step.ORDER)
def rate_order(v: Solidarity, seat: int, task: int, line: int) -> int:
    """Something of one's own first; then what is to be seized or made; then raids or new robots."""
    if task == Task.DONE:
        return 0
    if task == Task.INVENT:
        return 50 if wants_invention(v, seat) else -1
    if task == Task.SEIZE:
        return 40 if best_prize(v, seat) > 0 else -1
    if task == Task.PRODUCE:
        return 30 if best_product(v, seat) > 0 else -1
    if task == Task.RAID:
        return 20 if anything_to_raid(v, seat) > 0 else -1
    return 10 if task == Task.BUILD and to_build(v, seat) > 0 else -1


@rule
def anything_to_raid(v: Solidarity, seat: int) -> int:
    """The most that can be destroyed of anything."""
    best = 0
    for resource in range(v.resources):
        best = max(best, best_raid(v, seat, v.name[resource]))
    return best


@rules.rates(Step.NAME)
def rate_name(v: Solidarity, seat: int, name: int) -> int:
    """From the printed list."""
    return int(name < PRINTED)


@rules.rates(Step.TARGET)
def rate_target(v: Solidarity, seat: int, name: int) -> int:
    """What is being invented first; else where most robots are needed; what is easiest to seize."""
    if name == NEW_NAME:
        return -1
    task = v.task[seat, v.lines[seat]]
    if task == Task.PRODUCE:
        return to_produce(v, seat, name) * (MOST_STOCK if resource_called(v, name) < 0 else 1)
    if task == Task.RAID:
        return best_raid(v, seat, name)
    needed = to_seize(v, seat, name)
    return MOST_ROBOTS + 1 - needed if needed > 0 else 0


@rules.rates(Step.WHOSE)
def rate_owner(v: Solidarity, seat: int, owner: int) -> int:
    """Where most can be destroyed."""
    return to_raid(v, seat, v.what[seat, v.lines[seat]], owner)


@rules.rates(Step.ROBOTS)
def rate_robots(v: Solidarity, seat: int, number: int) -> int:
    """As many as the plan says, or what is left."""
    line = v.lines[seat]
    task, name = v.task[seat, line], v.what[seat, line]
    if task == Task.PRODUCE:
        planned = to_produce(v, seat, name)
    elif task == Task.SEIZE:
        planned = to_seize(v, seat, name)
    elif task == Task.RAID:
        planned = to_raid(v, seat, name, v.whose[seat, line])
    else:
        planned = to_build(v, seat)
    return -abs(number - planned)


# Trading


@rule
def promised(v: Solidarity, place: int, resource: int, seat: int, inward: bool) -> int:
    """What an open offer would bring an org of a resource, or take from it."""
    amount, makes = 0, maker_of(v, place) == seat
    for line in range(OFFER_LINES):
        if v.offer_goods[place, line] == resource + 1 and (makes == (line >= SIDE)) == inward:
            amount += v.offer_amount[place, line]
    return amount


@rule
def is_between(v: Solidarity, place: int, seat: int, other: int) -> bool:
    """Whether an open offer is between an org and another; or, if that is the org itself, between it and anyone."""
    if v.offer_to[place] == 0:
        return False
    pair = 1 << maker_of(v, place) | 1 << (v.offer_to[place] - 1)
    return (pair >> seat & pair >> other & 1) == 1


@rule
def under_way(v: Solidarity, seat: int, other: int, resource: int, inward: bool) -> int:
    """What the open offers between them would bring an org of a resource, or take from it."""
    amount = 0
    for place in range(places(v) * v.seats):
        if is_between(v, place, seat, other):
            amount += promised(v, place, resource, seat, inward)
    return amount


@rule
def to_give(v: Solidarity, seat: int, other: int, resource: int) -> int:
    """Under Solidarity what the other's mandate lacks and the org controls: if all who hold it gave it, that would be too much.
    Under Greed what costs nothing: goods of one's own invention.
    """
    spare = v.stock[seat, resource] - under_way(v, seat, seat, resource, False)
    if v.goal == Objective.GREED:
        return spare if v.inventor[resource] == seat else 0
    if v.controller[resource] != seat:
        return 0
    return min(spare, lack(v, other, resource) - under_way(v, seat, other, resource, False))


@rule
def to_ask(v: Solidarity, seat: int, other: int, resource: int) -> int:
    """Under Solidarity what the own mandate lacks; under Greed what the other has of its own invention."""
    there = v.stock[other, resource] - under_way(v, seat, other, resource, True)
    if v.goal == Objective.GREED:
        return there if v.inventor[resource] == other else 0
    return min(there, lack(v, seat, resource) - under_way(v, seat, seat, resource, True))


@rule
def most_to_give(v: Solidarity, seat: int, other: int) -> int:
    """The most of any resource to give."""
    best = 0
    for resource in range(v.resources):
        if v.stock[seat, resource] > 0:
            best = max(best, to_give(v, seat, other, resource))
    return best


@rule
def most_to_ask(v: Solidarity, seat: int, other: int) -> int:
    """The most of any resource to ask for."""
    best = 0
    for resource in range(v.resources):
        if v.stock[other, resource] > 0:
            best = max(best, to_ask(v, seat, other, resource))
    return best


@rule
def is_worth_an_offer(v: Solidarity, seat: int, other: int) -> bool:
    """Under Greed there must be something on both sides; and nobody is asked over and over."""
    if v.begun[seat] >= 2 * v.seats:
        return False
    if v.goal == Objective.GREED:
        return v.begun[seat] < v.seats and most_to_give(v, seat, other) > 0 and most_to_ask(v, seat, other) > 0
    return most_to_give(v, seat, other) > 0 or most_to_ask(v, seat, other) > 0


@rule
def drafted(v: Solidarity, seat: int, first: int) -> int:
    """The EcU on one side of the offer being written."""
    amount = 0
    for line in range(first, first + SIDE):
        amount += v.draft_amount[seat, line]
    return amount


@rule
def planned_gift(v: Solidarity, seat: int, resource: int) -> int:
    """How much to give in the offer being written: what the other lacks, whatever it gives; under Greed as much as is asked for."""
    amount = to_give(v, seat, v.draft_to[seat] - 1, resource)
    if v.goal == Objective.GREED:
        return min(amount, drafted(v, seat, SIDE) - drafted(v, seat, 0))
    return amount


@rule
def planned_wish(v: Solidarity, seat: int, resource: int) -> int:
    """How much to ask for in the offer being written; under Greed one kind, and no more than can be paid for."""
    other = v.draft_to[seat] - 1
    amount = to_ask(v, seat, other, resource)
    if v.goal == Objective.GREED:
        return min(amount, most_to_give(v, seat, other)) if drafted(v, seat, SIDE) == 0 else 0
    return amount


@rule
def gain(v: Solidarity, seat: int, place: int) -> int:
    """What an offer is worth to the org that is to answer it."""
    other, worth = maker_of(v, place), 0
    for line in range(OFFER_LINES):
        resource, amount = v.offer_goods[place, line] - 1, v.offer_amount[place, line]
        if resource >= 0 and line < SIDE:
            worth += worth_to(v, seat, resource, amount)
        elif resource >= 0:
            # Both gain by a fair exchange, and the others do not: what it brings the other counts half.
            worth -= worth_to(v, other, resource, amount) // 2 if v.goal == Objective.GREED else 0
            worth -= cost_to(v, seat, other, resource, amount)
    return worth


@rule
def worth_to(v: Solidarity, seat: int, resource: int, amount: int) -> int:
    """What goods are worth to who receives them."""
    if v.goal == Objective.GREED:
        return 2 * amount if v.inventor[resource] != seat else 0
    return amount + 3 * min(amount, lack(v, seat, resource))


@rule
def cost_to(v: Solidarity, seat: int, other: int, resource: int, amount: int) -> int:
    """What it costs to hand goods over: under Solidarity nothing where they are lacking."""
    if v.goal == Objective.GREED:
        return 2 * amount if v.inventor[resource] != seat else 0
    return 2 * (amount - min(amount, lack(v, other, resource)))


@rules.rates(Step.TRADE)
def rate_deal(v: Solidarity, seat: int, action: int, which: int) -> int:
    """Answer what has come; then write what is worth writing; then be done."""
    if action == Deal.ACCEPT:
        return 90 if is_good(v, seat, which) else -1
    if action == Deal.DECLINE:
        return 5 if is_good(v, seat, which) else 80
    if action == Deal.OFFER:
        return 40 if is_worth_an_offer(v, seat, which) else -1
    return 30 if action == Deal.DONE else rate_draft(v, seat, action, which)


@rule
def rate_draft(v: Solidarity, seat: int, action: int, which: int) -> int:
    """First what is asked for, then what is given for it; then off it goes."""
    if action == Deal.WANT:
        return 70 if planned_wish(v, seat, which) > 0 else -1
    if action == Deal.GIVE:
        return 60 if planned_gift(v, seat, which) > 0 else -1
    return 50 if action == Deal.SEND else 0


@rule
def is_good(v: Solidarity, seat: int, place: int) -> bool:
    """Whether an offer is to be accepted: under Solidarity what costs nothing is, under Greed what brings something."""
    return gain(v, seat, place) >= int(v.goal == Objective.GREED)


@rules.rates(Step.HOW_MUCH)
def rate_amount(v: Solidarity, seat: int, amount: int) -> int:
    """As much as the plan says."""
    line = open_line(v, seat)
    resource = v.draft_goods[seat, line] - 1
    planned = planned_gift(v, seat, resource) if line < SIDE else planned_wish(v, seat, resource)
    return -abs(amount - planned)


# Mandates


@rule
def supply(v: Solidarity, seat: int, resource: int) -> int:
    """What can be hoped for next time: what the others have of it, and what its controller's robots can make."""
    owner = v.controller[resource]
    return v.total[resource] - v.stock[seat, resource] + v.robots[owner] // (2 * max(1, controls(v, owner)))


@rules.rates(Step.DEMAND)
def rate_demand(v: Solidarity, seat: int, resource: int) -> int:
    """What there is most of."""
    return supply(v, seat, resource)


@rules.rates(Step.DEMAND_AMOUNT)
def rate_demand_amount(v: Solidarity, seat: int, amount: int) -> int:
    """A fair share of what there is: as many orgs as play may want some."""
    goods = 0
    for line in range(MANDATE_LINES):
        if v.demand_goods[seat, line] > 0 and v.demand[seat, line] == 0:
            goods = v.demand_goods[seat, line]
    share = supply(v, seat, goods - 1) // max(1, v.seats - 1)
    return -abs(amount - max(1, min(share, still_to_ask(v, seat))))


@rules.rates(Step.HOPE)
def rate_hope(v: Solidarity, seat: int, other: int) -> int:
    """From whoever controls what stands on the first line."""
    return int(v.controller[v.demand_goods[seat, 0] - 1] == other - 1)
