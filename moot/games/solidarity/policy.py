"""What a good player looks at, in few words: a list of answers is liked as a whole.

Under Greed robots build robots for as long as they pay; then a prize is seized, something that another has invented, for every EcU
of it scores; then all make it; and in the last council what is worth nothing at home is swapped. Under Solidarity an org grows,
keeps a store of something of its own, asks for what it can hope to get, and gives what others lack for what it lacks itself.

It looks at the seat's view, and of others at nothing that they have not shown. Trade is in bargains.py.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_STOCK,
    PRINTED,
    RESOURCES,
    Length,
    Objective,
    Task,
)
from moot.games.solidarity.mandates import still_to_ask
from moot.games.solidarity.orders import ordered, room_to_build
from moot.games.solidarity.rules import Solidarity, Step, rules
from moot.games.solidarity.weights import Weight, weight

HUNDRED = 100


@rule
def coming(v: Solidarity) -> int:
    """How many rounds are sure to come after this one; under Solidarity with dice one more, for mandates are written for it."""
    if v.length == Length.FIXED:
        return v.rounds - v.round
    return max(int(v.goal == Objective.SOLIDARITY), v.minimum + 1 - v.round)


@rule
def product_of(v: Solidarity, seat: int) -> int:
    """The resource that an org had best make, or -1: of what it controls a prize under Greed; then what it has most of."""
    best, most = -1, -1
    for resource in range(v.resources):
        if v.controller[resource] == seat and v.stock[seat, resource] < MOST_STOCK:
            prize = v.goal == Objective.GREED and v.inventor[resource] != seat
            worth = v.stock[seat, resource] + MOST_STOCK * int(prize)
            if worth > most:
                best, most = resource, worth
    return best


@rule
def holds_prize(v: Solidarity, seat: int) -> bool:
    """Whether the org can make what another has invented."""
    product = product_of(v, seat)
    return product >= 0 and v.inventor[product] != seat


# Orders: the one task that is to come next


@rules.policy(Step.ORDER)
def like_tasks(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.1 The next task of the plan; when it is done, so is the sheet."""
    wanted = next_task(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        task = first_of(moves[place])
        likes[place] = 2 * int(task == wanted) + int(task == Task.DONE)


@rule
def next_task(v: Solidarity, seat: int) -> int:
    """What robots without a task are to do."""
    if v.idle[seat] == 0:
        return Task.DONE
    if v.goal == Objective.SOLIDARITY:
        return next_service(v, seat)
    return next_gain(v, seat) if coming(v) > 0 else last_gain(v, seat)


@rule
def next_gain(v: Solidarity, seat: int) -> int:
    """Under Greed, before the last turn: a prize in time, made as soon as that pays, and otherwise robots."""
    if is_to_seize(v, seat):
        return Task.SEIZE
    if to_harvest(v, seat) > 0:
        return Task.PRODUCE
    return Task.BUILD if room_to_build(v, seat) > 0 else Task.DONE


@rule
def is_to_seize(v: Solidarity, seat: int) -> bool:
    """Whether it is time for a prize, and there is one to be had."""
    if coming(v) > weight(seat, Weight.CLAIM) or ordered(v, seat, Task.SEIZE, 0) > 0 or holds_prize(v, seat):
        return False
    for resource in range(v.resources):
        if is_within_reach(v, seat, resource):
            return True
    return False


@rule
def is_within_reach(v: Solidarity, seat: int, resource: int) -> bool:
    """Whether it is worth the robots that it may cost."""
    if v.controller[resource] == seat or v.inventor[resource] == seat:
        return False
    needed = defenders(v, seat, resource) + weight(seat, Weight.MARGIN)
    return HUNDRED * needed <= weight(seat, Weight.RISK_SHARE) * v.robots[seat]


@rule
def defenders(v: Solidarity, seat: int, resource: int) -> int:
    """The robots that may stand by a resource: late in the game all, if it is a prize; else more than made anything last time."""
    owner = v.controller[resource]
    if v.inventor[resource] != owner and coming(v) <= weight(seat, Weight.CLAIM):
        return v.robots[owner]
    made = v.last_turn[owner, int(Task.PRODUCE)]
    return min(v.robots[owner], made * weight(seat, Weight.GROWTH_SHARE) // HUNDRED)


@rule
def to_harvest(v: Solidarity, seat: int) -> int:
    """More robots that should make the prize before the last turn, which defends it as well."""
    if coming(v) > weight(seat, Weight.HARVEST) or not holds_prize(v, seat):
        return 0
    product = product_of(v, seat)
    planned = v.robots[seat] * weight(seat, Weight.HARVEST_SHARE) // HUNDRED
    return min(planned, MOST_STOCK - v.stock[seat, product]) - ordered(v, seat, Task.PRODUCE, v.name[product])


@rule
def last_gain(v: Solidarity, seat: int) -> int:
    """Under Greed, in the last turn: the only EcU of a new kind is worth three; and all that are left make what there is."""
    new, main = ordered(v, seat, Task.INVENT, 0), main_name(v, seat)
    if main < 0 or (new < new_kinds(v, seat) and v.idle[seat] >= 2 + new):
        return Task.INVENT
    return Task.PRODUCE if name_to_make(v, seat) >= 0 else Task.DONE


@rule
def new_kinds(v: Solidarity, seat: int) -> int:
    """How many inventions are worth their lines: each takes two, and all orgs need room."""
    if v.robots[seat] >= weight(seat, Weight.SMALL):
        return 0
    return min((LINES - 2) // 2, (RESOURCES - v.resources) // v.seats)


@rule
def main_name(v: Solidarity, seat: int) -> int:
    """What most robots make: something that is there already, or the first invention of the sheet; -1 if there is neither."""
    product = product_of(v, seat)
    if product >= 0:
        return v.name[product]
    for line in range(v.lines[seat]):
        if v.task[seat, line] == Task.INVENT:
            return v.what[seat, line]
    return -1


@rule
def name_to_make(v: Solidarity, seat: int) -> int:
    """What has still to be made in the last turn: first one of each new kind; -1 if nothing."""
    main = main_name(v, seat)
    for line in range(v.lines[seat]):
        name = v.what[seat, line]
        if v.task[seat, line] == Task.INVENT and name != main and ordered(v, seat, Task.PRODUCE, name) == 0:
            return name
    return main if ordered(v, seat, Task.PRODUCE, main) == 0 else -1


@rule
def next_service(v: Solidarity, seat: int) -> int:
    """Under Solidarity: something of one's own; then what is wanted of it, and a store; and otherwise robots."""
    main = main_name(v, seat)
    if main < 0 and is_grown(v, seat):
        return Task.INVENT
    if main >= 0 and to_serve(v, seat) > 0:
        return Task.PRODUCE
    if ordered(v, seat, Task.RAID, 0) == 0 and to_spoil(v, seat) > 0:
        return Task.RAID
    return Task.BUILD if coming(v) > 0 and room_to_build(v, seat) > 0 else Task.DONE


@rule
def is_grown(v: Solidarity, seat: int) -> bool:
    """Whether it is time for something of one's own: the org is large, or in a short game it will not be, or it is late."""
    left, robots = coming(v) - weight(seat, Weight.YIELD), v.robots[seat]
    if left <= 0 or robots >= weight(seat, Weight.SETTLE):
        return True
    return robots >= weight(seat, Weight.SETTLE_SOON) and robots << left <= weight(seat, Weight.SETTLE)


@rule
def leads(v: Solidarity, seat: int) -> bool:
    """Whether an org has points, and none has more."""
    for other in range(v.seats):
        if other != seat and HUNDRED * v.points[seat] < weight(seat, Weight.LEAD_SHARE) * v.points[other]:
            return False
    return v.points[seat] > 0


@rule
def spoil(v: Solidarity, seat: int) -> int:
    """The resource whose stockpile is to be raided, or -1: while mandates are still to be written what the best rival has most of;
    in the last turn what the others want most. Nothing that the org itself makes or wants.
    """
    best, most, rival = -1, 0, closest(v, seat)
    for resource in range(v.resources):
        if v.controller[resource] != seat and not wants(v, seat, resource):
            worth = v.stock[rival, resource] if coming(v) > 0 else wanted_abroad(v, seat, resource)
            if worth > most:
                best, most = resource, worth
    return best


@rule
def closest(v: Solidarity, seat: int) -> int:
    """The best of the others, by points; of equal ones whoever has more robots."""
    best, most = -1, -1
    for other in range(v.seats):
        if other != seat and v.points[other] * MOST_STOCK + v.robots[other] > most:
            best, most = other, v.points[other] * MOST_STOCK + v.robots[other]
    return best


@rule
def to_spoil(v: Solidarity, seat: int) -> int:
    """The robots for a raid by which whoever leads stays ahead; 0 for none."""
    if not leads(v, seat):
        return 0
    goods = spoil(v, seat)
    if goods < 0:
        return 0
    if coming(v) == 0:
        return v.idle[seat]
    number = v.stock[closest(v, seat), goods] + weight(seat, Weight.EXTRA)
    return number if HUNDRED * number <= weight(seat, Weight.SPARED_SHARE) * v.robots[seat] else 0


@rule
def wants(v: Solidarity, seat: int, resource: int) -> bool:
    """Whether an org's mandate asks for a resource."""
    line = 0
    while line < MANDATE_LINES and v.demand_goods[seat, line] > 0:
        if v.demand_goods[seat, line] == resource + 1:
            return True
        line += 1
    return False


@rule
def to_serve(v: Solidarity, seat: int) -> int:
    """More robots that should make what the org makes: for the mandates of others and the store; late in the game all of them."""
    product, left = product_of(v, seat), coming(v)
    stock = v.stock[seat, product] if product >= 0 else 0
    wanted = (wanted_abroad(v, seat, product) if product >= 0 else 0) - stock
    if left > weight(seat, Weight.YIELD):
        wanted += weight(seat, Weight.STORE)
    elif left > 0:
        wanted = v.robots[seat]
    return min(wanted, MOST_STOCK - stock) - ordered(v, seat, Task.PRODUCE, main_name(v, seat))


@rule
def wanted_abroad(v: Solidarity, seat: int, resource: int) -> int:
    """What the mandates of all others ask of a resource."""
    wanted = 0
    for other in range(v.seats):
        if other != seat:
            line = 0
            while line < MANDATE_LINES and v.demand_goods[other, line] > 0:
                wanted += v.demand[other, line] * int(v.demand_goods[other, line] == resource + 1)
                line += 1
    return wanted


@rules.policy(Step.NAME)
def like_names(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.4 Any of the printed list."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = int(first_of(moves[place]) < PRINTED)


@rules.policy(Step.TARGET)
def like_targets(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.5 What the plan says; §3.7 what is defended least."""
    if v.task[seat, v.lines[seat]] == Task.SEIZE:
        like_prizes(v, seat, moves, likes)
        return
    wanted = name_to_raid(v, seat) if v.task[seat, v.lines[seat]] == Task.RAID else to_make(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = int(first_of(moves[place]) == wanted)


@rule
def name_to_raid(v: Solidarity, seat: int) -> int:
    """The name of what is to be raided, or -1."""
    goods = spoil(v, seat)
    return v.name[goods] if goods >= 0 else -1


@rule
def to_make(v: Solidarity, seat: int) -> int:
    """The name of what is to be made."""
    return name_to_make(v, seat) if v.goal == Objective.GREED and coming(v) == 0 else main_name(v, seat)


@rules.policy(Step.WHOSE)
def like_owners(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.6 Whoever has most of it."""
    resource = resource_called(v, v.what[seat, v.lines[seat]])
    rival = closest(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        owner = first_of(moves[place])
        stock = v.stock[owner, resource] if resource >= 0 else 0
        likes[place] = stock + MOST_STOCK * int(owner == rival and coming(v) > 0)


@rule
def like_prizes(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.7 The fewer defenders the better."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        resource = resource_called(v, first_of(moves[place]))
        prize = resource >= 0 and is_within_reach(v, seat, resource)
        likes[place] = -defenders(v, seat, resource) if prize else -MOST_STOCK


@rule
def resource_called(v: Solidarity, name: int) -> int:
    """The resource with that name, or -1 for one that is not there yet."""
    for resource in range(v.resources):
        if v.name[resource] == name:
            return resource
    return -1


@rules.policy(Step.ROBOTS)
def like_numbers(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§3.1 As many as the plan says."""
    least = robots_for(v, seat)
    most = least
    if v.task[seat, v.lines[seat]] == Task.SEIZE:
        most += v.robots[seat] * weight(seat, Weight.CHANCE_SHARE) // HUNDRED
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        number = first_of(moves[place])
        likes[place] = min(0, number - least) + min(0, most - number)


@rule
def robots_for(v: Solidarity, seat: int) -> int:
    """The robots for the line being written; of a prize that is to be seized the least that are needed."""
    line = v.lines[seat]
    task, name = v.task[seat, line], v.what[seat, line]
    if task == Task.SEIZE:
        goods = resource_called(v, name)
        return (defenders(v, seat, goods) if goods >= 0 else 0) + weight(seat, Weight.MARGIN)
    if task == Task.RAID:
        return to_spoil(v, seat)
    if task != Task.PRODUCE:
        return v.idle[seat]
    if v.goal == Objective.SOLIDARITY:
        return to_serve(v, seat)
    if coming(v) > 0:
        return to_harvest(v, seat)
    return v.idle[seat] if name == main_name(v, seat) else 1


# Mandates


@rules.policy(Step.DEMAND)
def like_demands(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.3 Something that can be had in full; of several any."""
    asked = still_to_ask(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = min(asked, supply(v, seat, first_of(moves[place])))


@rule
def supply(v: Solidarity, seat: int, resource: int) -> int:
    """What can be hoped for next time: what the others have of it, and what its controller's robots can make."""
    return v.total[resource] - v.stock[seat, resource] + v.robots[v.controller[resource]] // 2


@rules.policy(Step.DEMAND_AMOUNT)
def like_demanded(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.3 As much as can be had."""
    line = 0
    while v.demand[seat, line] > 0:
        line += 1
    most = max(1, supply(v, seat, v.demand_goods[seat, line] - 1))
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        amount = first_of(moves[place])
        likes[place] = min(amount, 2 * most - amount)


@rules.policy(Step.HOPE)
def like_hopes(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.3 From whoever controls what stands on the first line."""
    wanted = v.controller[v.demand_goods[seat, 0] - 1] + 1
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = int(first_of(moves[place]) == wanted)
