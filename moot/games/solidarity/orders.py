"""Solidarity, chapters 3.1 and 3.2: the order sheets, written by all orgs at the same time and unseen by the others."""

from __future__ import annotations

from moot.engine import Moves, ask, is_in, offer, rule, tell_sealed
from moot.games.solidarity.components import (
    LINES,
    MOST_AMOUNT,
    MOST_CHANGES,
    MOST_ROBOTS,
    MOST_STOCK,
    NAMES,
    NEW_NAME,
    OWN_NAMES,
    PRINTED,
    RESOURCES,
    SEATS,
    SUGGESTED,
    Task,
)
from moot.games.solidarity.rules import Event, Phase, Solidarity, Step, rules


@rules.step(Step.ORDERS)
def hand_out_sheets(s: Solidarity) -> None:
    """§3.1 Every robot gets a task or stays idle."""
    s.phase = Phase.ORDERS
    for seat in range(s.seats):
        for line in range(s.lines[seat]):
            blank_line(s, seat, line)
        s.lines[seat] = 0
        begin_sheet(s, seat)


@rule
def begin_sheet(s: Solidarity, seat: int) -> None:
    """§3.1 An empty sheet."""
    s.idle[seat] = s.robots[seat]
    ask(s, seat, Step.ORDER)


@rule
def blank_line(s: Solidarity, seat: int, line: int) -> None:
    """§3.1 Nothing is written there."""
    s.task[seat, line] = 0
    s.what[seat, line] = 0
    s.whose[seat, line] = 0
    s.many[seat, line] = 0


# Which tasks are open


@rules.choice(Step.ORDER, len(Task), LINES, sealed=True, declines=[Task.DONE])
def tasks_to_order(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.1 A further line, a line struck out, or done. §8 A sheet has 16 lines and takes 64 changes."""
    offer(out, Task.DONE)
    if s.changes[seat] < MOST_CHANGES:
        for line in range(s.lines[seat]):
            offer(out, Task.STRIKE, line)
        if s.lines[seat] < LINES and s.idle[seat] > 0:
            offer_tasks(s, seat, out)


@rule
def offer_tasks(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.1 What a robot without a task can do."""
    if may_invent(s, seat):
        offer(out, Task.INVENT)
    if has_product(s, seat):
        offer(out, Task.PRODUCE)
    if room_to_build(s, seat) > 0:
        offer(out, Task.BUILD)
    if has_target(s, seat):
        offer(out, Task.SEIZE)
    if s.resources > 0 or free_name(s, seat) >= 0:
        offer(out, Task.RAID)


@rule
def may_invent(s: Solidarity, seat: int) -> bool:
    """§8 There are 48 resources at most."""
    return s.resources + ordered(s, seat, Task.INVENT, 0) < RESOURCES


@rule
def ordered(s: Solidarity, seat: int, task: int, name: int) -> int:
    """§3.1 How many robots of a sheet have a task; for production those that make that resource."""
    number = 0
    for line in range(s.lines[seat]):
        if s.task[seat, line] == task and (task != Task.PRODUCE or s.what[seat, line] == name):
            number += s.many[seat, line]
    return number


@rule
def room_to_build(s: Solidarity, seat: int) -> int:
    """§8 An org has 1000 robots at most."""
    return MOST_ROBOTS - s.robots[seat] - ordered(s, seat, Task.BUILD, 0)


@rule
def room_to_produce(s: Solidarity, seat: int, resource: int) -> int:
    """§8 A stockpile holds 2000 EcU at most."""
    return MOST_STOCK - s.stock[seat, resource] - ordered(s, seat, Task.PRODUCE, s.name[resource])


@rule
def is_product(s: Solidarity, seat: int, resource: int) -> bool:
    """§3.5 Whether the org can produce a resource that is there already."""
    return s.controller[resource] == seat and room_to_produce(s, seat, resource) > 0


@rule
def has_product(s: Solidarity, seat: int) -> bool:
    """§3.5 Something that the org controls, or §3.4 is about to invent."""
    for line in range(s.lines[seat]):
        if s.task[seat, line] == Task.INVENT:
            return True
    for resource in range(s.resources):
        if is_product(s, seat, resource):
            return True
    return False


@rule
def has_target(s: Solidarity, seat: int) -> bool:
    """§3.7 Something that another controls, or §3.2 might come to control."""
    for resource in range(s.resources):
        if s.controller[resource] != seat:
            return True
    return free_name(s, seat) >= 0


# Names


@rule
def own_name(s: Solidarity, seat: int, number: int) -> int:
    """§3.4 The names that an org writes."""
    return PRINTED + seat * OWN_NAMES + number


@rule
def first_with(s: Solidarity, seat: int, name: int) -> int:
    """§3.2 The first line of a sheet, the one being written apart, on which a name stands; -1 if on none."""
    for line in range(s.lines[seat]):
        if s.task[seat, line] != Task.BUILD and s.what[seat, line] == name:
            return line
    return -1


@rule
def free_name(s: Solidarity, seat: int) -> int:
    """§8 The next name that the org can write, or -1 when it has written all of its 24."""
    for number in range(s.written[seat], OWN_NAMES):
        if first_with(s, seat, own_name(s, seat, number)) < 0:
            return own_name(s, seat, number)
    return -1


@rules.choice(Step.NAME, NAMES, sealed=True)
def names_to_give(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.4 A name of one's own; or, for an invention, one of the printed list that is still free."""
    if free_name(s, seat) >= 0:
        offer(out, free_name(s, seat))
    if s.task[seat, s.lines[seat]] == Task.INVENT:
        suggest_names(s, seat, out)


@rule
def suggest_names(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.4 Six of the printed list: each org begins at another place, as far apart as can be, so that they seldom clash."""
    shown, name = 0, seat * PRINTED // s.seats
    for _ in range(PRINTED):
        if shown < SUGGESTED and not is_in(s.taken, name) and first_with(s, seat, name) < 0:
            offer(out, name)
            shown += 1
        name = name + 1 if name + 1 < PRINTED else 0


@rules.then(Step.NAME)
def give_name(s: Solidarity, seat: int, name: int) -> None:
    """§3.4 One robot invents one resource. §3.2 What is attacked under that name may come to be in this turn."""
    s.what[seat, s.lines[seat]] = name
    if s.task[seat, s.lines[seat]] == Task.INVENT:
        write_line(s, seat, 1)
    else:
        ask_after_target(s, seat)


# One line


@rules.then(Step.ORDER)
def order(s: Solidarity, seat: int, task: int, line: int) -> None:
    """§3.1 A line is begun or struck out, or the sheet is done."""
    if task == Task.DONE:
        hand_in(s, seat)
        return
    s.changes[seat] += 1
    if task == Task.STRIKE:
        strike_out(s, seat, line)
        return
    s.task[seat, s.lines[seat]] = task
    if task == Task.INVENT:
        ask(s, seat, Step.NAME)
    elif task == Task.BUILD:
        ask(s, seat, Step.ROBOTS)
    else:
        ask(s, seat, Step.TARGET)


@rule
def strike_out(s: Solidarity, seat: int, line: int) -> None:
    """§3.1 The robots of the line are free for another task; with an invention goes the production of it."""
    invention = s.what[seat, line] if s.task[seat, line] == Task.INVENT else -1
    remove_line(s, seat, line)
    for other in range(s.lines[seat] - 1, -1, -1):
        if s.task[seat, other] == Task.PRODUCE and s.what[seat, other] == invention:
            remove_line(s, seat, other)
    ask(s, seat, Step.ORDER)


@rule
def remove_line(s: Solidarity, seat: int, line: int) -> None:
    """§3.1 The lines below move up."""
    s.idle[seat] += s.many[seat, line]
    last = s.lines[seat] - 1
    for place in range(line, last):
        s.task[seat, place] = s.task[seat, place + 1]
        s.what[seat, place] = s.what[seat, place + 1]
        s.whose[seat, place] = s.whose[seat, place + 1]
        s.many[seat, place] = s.many[seat, place + 1]
    blank_line(s, seat, last)
    s.lines[seat] = last


@rules.choice(Step.TARGET, NAMES + 1, sealed=True)
def targets(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.5 To produce: what one controls or is about to invent. §3.6 §3.7 To attack: what is there, or a name for what may be."""
    task = s.task[seat, s.lines[seat]]
    for resource in range(s.resources):
        if is_target(s, seat, task, resource):
            offer(out, s.name[resource])
    for line in range(s.lines[seat]):
        if is_named_here(s, seat, task, line):
            offer(out, s.what[seat, line])
    if task != Task.PRODUCE and free_name(s, seat) >= 0:
        offer(out, NEW_NAME)


@rule
def is_target(s: Solidarity, seat: int, task: int, resource: int) -> bool:
    """§3.5 §3.6 §3.7 Whether a task can be aimed at a resource that is there."""
    if task == Task.PRODUCE:
        return is_product(s, seat, resource)
    return task == Task.RAID or s.controller[resource] != seat


@rule
def is_named_here(s: Solidarity, seat: int, task: int, line: int) -> bool:
    """§3.2 Whether a line has a name, not met above, of something that is not there yet and that the task can be aimed at."""
    if task == Task.PRODUCE:
        return s.task[seat, line] == Task.INVENT
    attack = s.task[seat, line] == Task.SEIZE or s.task[seat, line] == Task.RAID
    name = s.what[seat, line]
    return (
        attack
        and name >= own_name(s, seat, s.written[seat])
        and first_with(s, seat, name) == line
        and is_own(seat, name)
    )


@rule
def is_own(seat: int, name: int) -> bool:
    """§3.4 Whether a name is one of those that an org writes."""
    return name >= PRINTED and (name - PRINTED) // OWN_NAMES == seat


@rules.then(Step.TARGET)
def aim(s: Solidarity, seat: int, name: int) -> None:
    """§3.2 What the robots are sent to."""
    if name == NEW_NAME:
        ask(s, seat, Step.NAME)
    else:
        s.what[seat, s.lines[seat]] = name
        ask_after_target(s, seat)


@rule
def ask_after_target(s: Solidarity, seat: int) -> None:
    """§3.1 A stockpile has an owner; then the number of robots."""
    ask(s, seat, Step.WHOSE if s.task[seat, s.lines[seat]] == Task.RAID else Step.ROBOTS)


@rules.choice(Step.WHOSE, SEATS, sealed=True)
def owners(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.6 Any other org's stockpile, even if it is empty now."""
    for other in range(s.seats):
        if other != seat:
            offer(out, other)


@rules.then(Step.WHOSE)
def aim_at_owner(s: Solidarity, seat: int, owner: int) -> None:
    """§3.6 Then the number of robots."""
    s.whose[seat, s.lines[seat]] = owner
    ask(s, seat, Step.ROBOTS)


@rules.choice(Step.ROBOTS, MOST_AMOUNT + 1, sealed=True, declines=[0])
def robots_to_send(s: Solidarity, seat: int, out: Moves) -> None:
    """§3.1 Any number of those without a task, or none after all. §8 As far as there is room for what they make."""
    for number in range(most_robots(s, seat) + 1):
        offer(out, number)


@rule
def most_robots(s: Solidarity, seat: int) -> int:
    """§3.1 §8 How many robots the line being written can take."""
    line, most = s.lines[seat], s.idle[seat]
    if s.task[seat, line] == Task.BUILD:
        return min(most, room_to_build(s, seat))
    if s.task[seat, line] == Task.PRODUCE:
        for resource in range(s.resources):
            if s.name[resource] == s.what[seat, line]:
                return min(most, room_to_produce(s, seat, resource))
    return most


@rules.then(Step.ROBOTS)
def send_robots(s: Solidarity, seat: int, number: int) -> None:
    """§3.1 The line is complete."""
    if number == 0:
        blank_line(s, seat, s.lines[seat])
        ask(s, seat, Step.ORDER)
    else:
        write_line(s, seat, number)


@rule
def write_line(s: Solidarity, seat: int, number: int) -> None:
    """§3.1 The line being written joins an equal one, or stands by itself."""
    new = s.lines[seat]
    line = equal_line(s, seat)
    s.idle[seat] -= number
    if line < new:
        s.many[seat, line] += number
        blank_line(s, seat, new)
    else:
        s.many[seat, new] = number
        s.lines[seat] = new + 1
    ask(s, seat, Step.ORDER)


@rule
def equal_line(s: Solidarity, seat: int) -> int:
    """§3.1 The first line with the task and the target of the one being written, which may be itself."""
    new = s.lines[seat]
    for line in range(new):
        same_task = s.task[seat, line] == s.task[seat, new]
        if same_task and s.what[seat, line] == s.what[seat, new] and s.whose[seat, line] == s.whose[seat, new]:
            return line
    return new


# Done


@rule
def hand_in(s: Solidarity, seat: int) -> None:
    """§3.1 The sheet is done; the others hear of it when all are."""
    for line in range(s.lines[seat]):
        tell_line(s, seat, line)
    if s.idle[seat] > 0:
        tell_sealed(s, seat, Event.IDLES, seat, s.idle[seat])
    s.idle[seat] = s.changes[seat] = 0


@rule
def tell_line(s: Solidarity, seat: int, line: int) -> None:
    """§3.1 One order in words."""
    task, name, number = s.task[seat, line], s.what[seat, line], s.many[seat, line]
    if task == Task.INVENT:
        tell_sealed(s, seat, Event.INVENTS, seat, name)
    elif task == Task.PRODUCE:
        tell_sealed(s, seat, Event.PRODUCES, seat, name, number)
    elif task == Task.BUILD:
        tell_sealed(s, seat, Event.BUILDS, seat, number)
    elif task == Task.SEIZE:
        tell_sealed(s, seat, Event.SEIZES, seat, name, number)
    else:
        tell_sealed(s, seat, Event.RAIDS, seat, name, s.whose[seat, line], number)
