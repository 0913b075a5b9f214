"""Sets up positions of Solidarity and plays in them, in the words of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import pytest

from moot.engine import NOBODY, MoveError, Sitting
from moot.games.solidarity import GAME
from moot.games.solidarity.components import NEW_NAME, PRINTED, PRINTED_NAMES, Deal, Task
from moot.games.solidarity.naming import resource
from moot.games.solidarity.rules import Event, Step
from moot.games.solidarity.words import WORDS

NORTH, SOUTH, EAST, WEST = range(4)
ORGS = WORDS.seats
PRINTED_AT = {text.partition(" (")[0]: number for number, text in enumerate(PRINTED_NAMES)}

Goods = Mapping[str, int]
Order = tuple[Any, ...]  # ("invent", "apples"), ("produce", "apples", 2), ("build", 1), ("seize", "apples", 3), ...


def start(seats: int = 4, *, seed: int = 1, **options: Any) -> Sitting:
    """A new game, by default one of Solidarity; its orgs have their names."""
    t: Sitting = GAME.start(seats=seats, seed=seed, **{"objective": "solidarity", **options})
    t.names = ORGS[:seats]
    return t


def table(
    *goods: tuple[str, int, Mapping[int, int]],
    robots: Mapping[int, int] | None = None,
    owner: Mapping[str, int] | None = None,
    **options: Any,
) -> Sitting:
    """A game in which these have been invented: ("apples", NORTH, {WEST: 3}) is North's, and West has three."""
    t = start(**options)
    for name, inventor, stock in goods:
        add_resource(t, name, inventor, (owner or {}).get(name, inventor), stock)
    for seat, number in (robots or {}).items():
        t.state.robots[seat] = t.state.idle[seat] = number
    t.log.clear()
    return t


def add_resource(t: Sitting, name: str, inventor: int, controller: int, stock: Mapping[int, int]) -> None:
    """One more resource of the printed list."""
    s, at = t.state, t.state.resources
    s.name[at], s.inventor[at], s.controller[at] = PRINTED_AT[name], inventor, controller
    s.taken |= 1 << PRINTED_AT[name]
    s.resources += 1
    for seat, amount in stock.items():
        s.stock[seat, at] = amount
    s.total[at] = sum(stock.values())


def at(t: Sitting, name: str) -> int:
    """The place of a resource, by what it is called."""
    return next(r for r in range(t.state.resources) if resource(t.state.name[r], t.names) == name)


def held(t: Sitting, seat: int, name: str) -> int:
    """What an org has of it."""
    return int(t.state.stock[seat, at(t, name)])


def controller(t: Sitting, name: str) -> int:
    """Who controls it."""
    return int(t.state.controller[at(t, name)])


def robots(t: Sitting) -> list[int]:
    """The robots of all orgs."""
    return list(t.state.robots[: t.seats])


# Playing


def play(t: Sitting, seat: int, choice: IntEnum, *arguments: int, text: str = "") -> None:
    """A move that must be among those offered."""
    padded = arguments + (0,) * (len(GAME.rules.choices[choice].shape) - len(arguments))
    moves = [move for move in t.moves(seat) if (move.choice, move.arguments) == (choice, padded)]
    assert moves, f"{choice.name} {arguments} is not offered to seat {seat}: {[m.words for m in t.moves(seat)]}"
    t.play(seat, moves[0], text)
    assert GAME.interpreted.broken_law([t.state], 0) == -1


def offered(t: Sitting, seat: int) -> set[tuple[int, ...]]:
    """The arguments of the moves that a seat may make."""
    return {move.arguments for move in t.moves(seat)}


def tasks(t: Sitting, seat: int) -> set[Task]:
    """What a seat may do with its order sheet."""
    assert t.state.asking[seat] == Step.ORDER
    return {Task(arguments[0]) for arguments in offered(t, seat)}


def deals(t: Sitting, seat: int) -> set[Deal]:
    """What a seat may do on the trading floor."""
    assert t.state.asking[seat] == Step.TRADE
    return {Deal(arguments[0]) for arguments in offered(t, seat)}


def name_on_sheet(t: Sitting, seat: int, name: str) -> int:
    """The number of a name that is offered as a target."""
    numbers = [arguments[0] for arguments in offered(t, seat) if arguments[0] != NEW_NAME]
    return next((number for number in numbers if resource(number, t.names) == name), NEW_NAME)


def write(t: Sitting, seat: int, order: Order) -> None:
    """One line of an order sheet."""
    task, *rest = order
    play(t, seat, Step.ORDER, Task[task.upper()])
    if task == "invent":
        give_name(t, seat, rest[0])
        return
    if task != "build":
        number = name_on_sheet(t, seat, rest[0])
        play(t, seat, Step.TARGET, number)
        if number == NEW_NAME:
            give_name(t, seat, rest[0])
    if task == "raid":
        play(t, seat, Step.WHOSE, rest[1])
    play(t, seat, Step.ROBOTS, rest[-1])


def give_name(t: Sitting, seat: int, text: str) -> None:
    """A name, written in the org's own hand."""
    slot = next(arguments[0] for arguments in offered(t, seat) if arguments[0] >= PRINTED)
    play(t, seat, Step.NAME, slot, text=text)


def orders(t: Sitting, sheets: Mapping[int, list[Order]]) -> None:
    """A whole strategy turn; whoever is not named leaves the robots idle."""
    for seat in range(t.seats):
        for order in sheets.get(seat, []):
            write(t, seat, order)
    for seat in range(t.seats):
        play(t, seat, Step.ORDER, Task.DONE)


def to_trading(t: Sitting) -> None:
    """Nobody orders anything."""
    orders(t, {})


def make_offer(t: Sitting, seat: int, to: int, give: Goods | None = None, want: Goods | None = None) -> int:
    """An offer, sent; returns its place."""
    before = set(open_offers(t))
    play(t, seat, Step.TRADE, Deal.OFFER, to)
    for action, goods in ((Deal.GIVE, give or {}), (Deal.WANT, want or {})):
        for name, amount in goods.items():
            play(t, seat, Step.TRADE, action, at(t, name))
            play(t, seat, Step.HOW_MUCH, amount)
    play(t, seat, Step.TRADE, Deal.SEND)
    (place,) = set(open_offers(t)) - before
    return place


def open_offers(t: Sitting) -> list[int]:
    """The places of all open offers."""
    return [place for place, to in enumerate(t.state.offer_to) if to]


def accept(t: Sitting, seat: int, place: int) -> None:
    """The offer is accepted."""
    play(t, seat, Step.TRADE, Deal.ACCEPT, place)


def trade(t: Sitting, seat: int, to: int, give: Goods | None = None, want: Goods | None = None) -> None:
    """An offer that is accepted at once."""
    accept(t, to, make_offer(t, seat, to, give, want))


def done(t: Sitting) -> None:
    """Everyone is done with trading."""
    for seat in range(t.seats):
        if t.state.asking[seat] == Step.TRADE:
            play(t, seat, Step.TRADE, Deal.DONE)


def mandate(t: Sitting, seat: int, goods: Goods) -> None:
    """The citizens of an org have asked for this last time."""
    for line, (name, amount) in enumerate(goods.items()):
        t.state.demand_goods[seat, line], t.state.demand[seat, line] = at(t, name) + 1, amount


def demand(t: Sitting, seat: int, goods: Goods, hope: int = NOBODY) -> None:
    """The org writes this mandate; where an amount is not asked for, it is what is left."""
    for name, amount in goods.items():
        play(t, seat, Step.DEMAND, at(t, name))
        if t.state.asking[seat] == Step.DEMAND_AMOUNT:
            play(t, seat, Step.DEMAND_AMOUNT, amount)
    play(t, seat, Step.HOPE, hope + 1)


def refusal(t: Sitting, seat: int, choice: IntEnum, *arguments: int) -> str:
    """Why a seat cannot make a move, as the seat is told, without the section and the moves that are open. Nothing changes."""
    rule, before = GAME.rules.choices[choice], bytes(t)
    padded = arguments + (0,) * (len(rule.shape) - len(arguments))
    with pytest.raises(MoveError) as refused:
        t.play(seat, t.machine.numbering.write(rule, padded))
    assert bytes(t) == before
    return re.sub(r" \(§[\d.]+\)$", "", str(refused.value).partition(" Legal: ")[0])


def told(t: Sitting, event: Event, seat: int = NOBODY) -> list[tuple[int, ...]]:
    """The arguments of an event, as often as a seat (or everyone) has heard it."""
    return [entry.arguments for entry in t.events(seat) if entry.event == event]


def lines(t: Sitting, seat: int = NOBODY) -> str:
    """All that a seat (or everyone) has heard."""
    return "\n".join(line.text for line in t.lines(seat))
