"""Solidarity, chapters 3.3 to 3.9: what comes of the orders, in the fixed order. Everything within one step happens at once."""

from __future__ import annotations

from moot.engine import count, do, lowest, open_seals, pick, rule, tell
from moot.games.solidarity.components import OWN_NAMES, PRINTED, RESOURCES, TASKS, Task
from moot.games.solidarity.orders import is_own
from moot.games.solidarity.rules import Event, Phase, Solidarity, Step, find_resource, next_org, rules


@rules.step(Step.REVEAL)
def reveal(s: Solidarity) -> None:
    """§3.3 All sheets are shown together."""
    s.phase = Phase.OPEN
    tell(s, Event.REVEALED, s.round)
    open_seals(s)
    for seat in range(s.seats):
        for task in range(TASKS):
            s.last_turn[seat, task] = 0
        for line in range(s.lines[seat]):
            use_up_name(s, seat, s.what[seat, line])
            s.last_turn[seat, s.task[seat, line]] += s.many[seat, line]
        s.inventing |= int(s.last_turn[seat, Task.INVENT] > 0) << seat


@rule
def use_up_name(s: Solidarity, seat: int, name: int) -> None:
    """§3.4 A name that all have seen is not written over."""
    if is_own(seat, name):
        s.written[seat] = max(s.written[seat], (name - PRINTED) % OWN_NAMES + 1)


# Inventions


@rules.step(Step.INVENTIONS)
def invent_all(s: Solidarity) -> None:
    """§3.4 Org by org, in an order by lot: of several that invent one name, the first gets it. §8 And what room there is."""
    if s.inventing:
        seat = one_by_lot(s, s.inventing)
        s.inventing &= ~(1 << seat)
        for line in range(s.lines[seat]):
            if s.task[seat, line] == Task.INVENT:
                invent(s, seat, s.what[seat, line])
        do(s, Step.INVENTIONS)


@rule
def one_by_lot(s: Solidarity, orgs: int) -> int:
    """§3.4 §3.7 One of a set of orgs, each as likely as the next; if there is but one, nothing is drawn."""
    number = count(orgs)
    for _ in range(pick(s, number) if number > 1 else 0):
        orgs &= orgs - 1
    return lowest(orgs)


@rule
def invent(s: Solidarity, seat: int, name: int) -> None:
    """§3.4 The inventor controls it. §3.2 A robot that cannot invent does nothing."""
    resource = find_resource(s, name)
    if resource >= 0:
        tell(s, Event.NAME_TAKEN, seat, name, s.inventor[resource])
    elif s.resources == RESOURCES:
        tell(s, Event.NO_ROOM, seat, name)
    else:
        s.name[s.resources] = name
        s.inventor[s.resources] = s.controller[s.resources] = seat
        s.resources += 1
        if s.key[name] < PRINTED:
            s.taken |= 1 << s.key[name]


# Production and building


@rules.step(Step.PRODUCTION)
def produce_all(s: Solidarity) -> None:
    """§3.5 One robot, one EcU or one new robot."""
    seat = s.turn
    for line in range(s.lines[seat]):
        if s.task[seat, line] == Task.PRODUCE:
            produce(s, seat, s.what[seat, line], s.many[seat, line])
        elif s.task[seat, line] == Task.BUILD:
            s.robots[seat] += s.many[seat, line]  # they have no task in this turn, so they can be counted at once
    next_org(s, Step.PRODUCTION)


@rule
def produce(s: Solidarity, seat: int, name: int, number: int) -> None:
    """§3.5 Into the own stockpile. §3.2 What one does not control one cannot produce."""
    resource = find_resource(s, name)
    if resource < 0 or s.controller[resource] != seat:
        tell(s, Event.CANNOT_PRODUCE, seat, name, number)
    else:
        s.stock[seat, resource] += number
        s.total[resource] += number


# Attacks on stockpiles


@rules.step(Step.RAIDS)
def raid_all(s: Solidarity) -> None:
    """§3.6 Also what was made this very turn."""
    seat = s.turn
    for line in range(s.lines[seat]):
        if s.task[seat, line] == Task.RAID:
            raid(s, seat, s.what[seat, line], s.whose[seat, line], s.many[seat, line])
    next_org(s, Step.RAIDS)


@rule
def raid(s: Solidarity, seat: int, name: int, owner: int, number: int) -> None:
    """§3.6 Each robot destroys one EcU; the surplus does nothing; nobody is lost."""
    resource = find_resource(s, name)
    destroyed = 0 if resource < 0 else min(number, s.stock[owner, resource])
    if destroyed == 0:
        tell(s, Event.RAIDED_NOTHING, seat, name, owner)
    else:
        s.stock[owner, resource] -= destroyed
        s.total[resource] -= destroyed
        tell(s, Event.RAIDED, seat, s.name[resource], owner, destroyed)


# Attacks on resources


@rules.step(Step.MUSTER)
def muster(s: Solidarity) -> None:
    """§3.7 Which resources are attacked. §3.2 What is not there, or one's own, cannot be."""
    seat = s.turn
    for line in range(s.lines[seat]):
        if s.task[seat, line] == Task.SEIZE:
            resource = find_resource(s, s.what[seat, line])
            if resource < 0 or s.controller[resource] == seat:
                tell(s, Event.SEIZED_NOTHING, seat, s.what[seat, line], s.many[seat, line])
            else:
                s.attacked |= 1 << resource
    next_org(s, Step.MUSTER)


@rules.step(Step.BATTLES)
def fight_battles(s: Solidarity) -> None:
    """§3.7 One battle after the other: no robot is in two of them, so their order does not matter."""
    if s.attacked:
        resource = lowest(s.attacked)
        s.attacked &= s.attacked - 1
        fight(s, resource)
        do(s, Step.BATTLES)


@rule
def sent(s: Solidarity, seat: int, task: int, resource: int) -> int:
    """§3.7 How many robots of an org have a task at a resource."""
    number = 0
    for line in range(s.lines[seat]):
        if s.task[seat, line] == task and s.key[s.what[seat, line]] == s.key[s.name[resource]]:
            number += s.many[seat, line]
    return number


@rule
def fight(s: Solidarity, resource: int) -> None:
    """§3.7 The attackers against those who produce it, then the attackers left among themselves."""
    owner = s.controller[resource]
    defenders = sent(s, owner, Task.PRODUCE, resource)
    tell(s, Event.BATTLE, s.name[resource], owner, defenders)
    for seat in range(s.seats):
        s.force[seat] = 0 if seat == owner else sent(s, seat, Task.SEIZE, resource)
        if s.force[seat] > 0:
            tell(s, Event.ATTACKER, seat, s.force[seat])
    clash(s, owner, defenders)
    fall_out(s)
    take_control(s, resource, owner)


@rule
def strongest(s: Solidarity) -> int:
    """§3.7 An attacker with the most robots left."""
    best = 0
    for seat in range(1, s.seats):
        if s.force[seat] > s.force[best]:
            best = seat
    return best


@rule
def equally_strong(s: Solidarity) -> int:
    """§3.7 The set of all attackers with the most robots left."""
    most, orgs = s.force[strongest(s)], 0
    for seat in range(s.seats):
        orgs |= int(s.force[seat] == most) << seat
    return orgs


@rule
def lose(s: Solidarity, seat: int, number: int) -> None:
    """§3.7 Robots are destroyed."""
    s.robots[seat] -= number
    tell(s, Event.FELL, seat, number)


@rule
def clash(s: Solidarity, owner: int, defenders: int) -> None:
    """§3.7 One for one; each loss is dealt to the attacker with the most robots left, of equal ones to one by lot."""
    lost, lots = 0, 0
    while lost < defenders and s.force[strongest(s)] > 0:
        orgs = equally_strong(s)
        s.force[one_by_lot(s, orgs)] -= 1
        lost += 1
        lots += int(count(orgs) > 1)
    if lots > 0:
        tell(s, Event.LOTS)
    if lost > 0:
        lose(s, owner, lost)


@rule
def fall_out(s: Solidarity) -> None:
    """§3.7 If several are left, each loses as many robots as the second largest force has."""
    best = strongest(s)
    second = 0
    for seat in range(s.seats):
        if seat != best:
            second = max(second, s.force[seat])
    if second > 0:
        tell(s, Event.RIVALS, second)
        for seat in range(s.seats):
            s.force[seat] = max(0, s.force[seat] - second)


@rule
def take_control(s: Solidarity, resource: int, owner: int) -> None:
    """§3.7 The attackers' losses; who is left takes control, but not the stockpile. §3.8 From the next turn on."""
    winner = strongest(s)
    for seat in range(s.seats):
        lost = 0 if seat == owner else sent(s, seat, Task.SEIZE, resource) - s.force[seat]
        if lost > 0:
            lose(s, seat, lost)
    if s.force[winner] > 0:
        s.controller[resource] = winner
        tell(s, Event.CAPTURED, winner, s.name[resource], s.force[winner])
    else:
        tell(s, Event.HELD, owner, s.name[resource])


@rules.step(Step.AIRDROP)
def airdrop(s: Solidarity) -> None:
    """§3.9 Whoever has lost the last robot and built none gets one. The council turn follows."""
    for seat in range(s.seats):
        if s.robots[seat] == 0:
            s.robots[seat] = 1
            tell(s, Event.AIRDROPPED, seat)
    do(s, Step.TRADING, Step.COUNT, Step.MANDATES, Step.PROCLAIM, Step.ROUND_ENDS)
