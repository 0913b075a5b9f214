"""A rival with a script: it builds for five rounds of eight, seizes a resource, and then produces that with all it has. In all else
it does as the greedy bot.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule
from moot.engine.slots import rate_move
from moot.games.solidarity.bot import resource_called, rounds_left
from moot.games.solidarity.components import PRINTED, Task
from moot.games.solidarity.orders import ordered, room_to_build
from moot.games.solidarity.rules import Solidarity, Step

SEIZING = 2  # rounds still to come when it stops building


@rule
def like_as_rival(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """Orders by the plan; all else as the greedy bot rates it."""
    choice = v.asking[seat]
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        move = moves[place]
        if choice == Step.ORDER:
            likes[place] = 2 * int(first_of(move) == next_order(v, seat)) + int(first_of(move) == Task.DONE)
        elif choice == Step.TARGET:
            likes[place] = like_target(v, seat, first_of(move))
        elif choice == Step.ROBOTS:
            likes[place] = -abs(first_of(move) - number_of(v, seat))
        elif choice == Step.NAME:
            likes[place] = int(first_of(move) < PRINTED)
        else:
            likes[place] = rate_move(v, seat, move)


@rule
def prize(v: Solidarity, seat: int) -> int:
    """A resource of another's that it controls, or -1."""
    for resource in range(v.resources):
        if v.controller[resource] == seat and v.inventor[resource] != seat:
            return resource
    return -1


@rule
def own(v: Solidarity, seat: int) -> int:
    """A resource of its own invention that it controls, or -1."""
    for resource in range(v.resources):
        if v.controller[resource] == seat and v.inventor[resource] == seat:
            return resource
    return -1


@rule
def next_order(v: Solidarity, seat: int) -> int:
    """Build; then seize; then produce."""
    left = rounds_left(v)
    if v.idle[seat] == 0:
        return Task.DONE
    if left > SEIZING:
        return Task.BUILD if room_to_build(v, seat) > 0 else Task.DONE
    if prize(v, seat) >= 0:
        return Task.PRODUCE
    if left > 0:
        seized = ordered(v, seat, Task.SEIZE, 0) > 0 or not can_seize(v, seat)
        return Task.BUILD if seized else Task.SEIZE
    if own(v, seat) < 0 and ordered(v, seat, Task.INVENT, 0) == 0:
        return Task.INVENT
    return Task.PRODUCE


@rule
def can_seize(v: Solidarity, seat: int) -> bool:
    """Whether anybody else controls anything that it has not invented."""
    for resource in range(v.resources):
        if v.controller[resource] != seat and v.inventor[resource] != seat:
            return True
    return False


@rule
def like_target(v: Solidarity, seat: int, name: int) -> int:
    """To produce, the prize; to attack, what the controller made least of."""
    resource = resource_called(v, name)
    if v.task[seat, v.lines[seat]] == Task.PRODUCE:
        return int(resource < 0 or resource == prize(v, seat) or prize(v, seat) < 0)
    if resource < 0 or v.inventor[resource] == seat:
        return -10_000
    return -v.last_turn[v.controller[resource], int(Task.PRODUCE)]


@rule
def number_of(v: Solidarity, seat: int) -> int:
    """Half of the robots attack; for anything else all that are left."""
    if v.task[seat, v.lines[seat]] == Task.SEIZE:
        return v.robots[seat] // 2
    return v.idle[seat]
