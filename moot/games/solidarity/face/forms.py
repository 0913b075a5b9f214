"""Solidarity: forms in the tray that are sent as one gesture: the order sheet, an offer, a mandate. What a row stands for is said
by the numbers of its answers; the same can be said question by question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple

from moot.engine import Names, is_in
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_AMOUNT,
    MOST_CHANGES,
    PRINTED,
    RESOURCES,
    SIDE,
    SUGGESTED,
    Deal,
    Task,
)
from moot.games.solidarity.face.quick import number_of
from moot.games.solidarity.mandates import is_wish, mandate_lines, still_to_ask
from moot.games.solidarity.naming import resource
from moot.games.solidarity.orders import (
    first_with,
    is_product,
    may_invent,
    room_to_build,
    room_to_produce,
)
from moot.games.solidarity.rules import Step

GIVES, GETS = "I give", "I get"
MOST_AIMS = 12  # stockpiles, and resources, that a row lists; what is beyond is attacked question by question


class Aim(NamedTuple):
    """One of the things that the amount of a row can be for."""

    words: str
    before: str  # the answers that come before the amount
    pieces: str  # those whose press is meant for it
    much: int = 0  # how much there is of it


class Row(NamedTuple):
    """Something of which there can be none or some."""

    key: str
    words: str
    most: int
    before: str  # the answers that come before the amount
    amount: int = -1  # the answer that says: none; those after it say one, two …; -1 if no amount is asked for
    side: str = ""  # of which column it is
    either: str = ""  # of rows that share this, one can be used
    named: bool = False  # whether it asks for one of the form's names instead of an amount
    needs: str = ""  # the row that it cannot do without: it is about the name that was chosen there
    pieces: str = ""  # a press on one of them adds one
    aims: tuple[Aim, ...] = ()  # of which one is chosen


class Name(NamedTuple):
    """A name for something new: the answer that takes it, and the one that then sends robots to it."""

    words: str
    number: int
    target: int


class Form(NamedTuple):
    """Rows that are filled in and sent together."""

    key: str  # another one for each time that it is filled in
    title: str
    rows: list[Row]
    end: int  # the answer that sends it
    verb: str
    total: int = 0  # that the rows share; 0: each has a limit of its own
    exact: bool = False  # whether all of the total must be used
    unit: str = ""  # what is left of it
    names: tuple[Name, ...] = ()
    lines: int = 0  # of so many rows the last says no amount: it takes what is left
    ends: tuple[tuple[str, int], ...] = ()  # other ways to send it
    sides: tuple[str, ...] = ()
    most_rows: int = 0  # that can be used of a side; 0: all


def form(view: Any, seat: int, names: Names) -> Form | None:
    """The form for what an org is asked now, if there is one."""
    made = FORMS.get(view.asking[seat]) if not view.over else None
    return made(view, seat, names) if made else None


# Order sheets


def order_sheet(view: Any, seat: int, names: Names) -> Form | None:
    """§3.1 All robots without a task, and what they can do for the org itself."""
    new = tuple(new_names(view, seat, names)) if may_invent(view, seat) else ()
    rows = [
        *inventing(view, seat, new),
        *producing(view, seat, names),
        building(view, seat),
        *attacking(view, seat, names),
    ]
    most = min(MOST_CHANGES - view.changes[seat], LINES - view.lines[seat])
    if not view.idle[seat] or most < 1:
        return None
    done, key = number_of(Step.ORDER, Task.DONE, 0), f"orders-{view.round}"
    return Form(key, "Orders", rows, done, "Hand in", view.idle[seat], unit="idle", names=new, most_rows=most)


def new_names(view: Any, seat: int, names: Names) -> Iterator[Name]:
    """§3.4 The printed names that the org is shown."""
    start, shown = seat * PRINTED // view.seats, 0
    for name in (*range(start, PRINTED), *range(start)):
        if shown < SUGGESTED and not is_in(view.taken, name) and first_with(view, seat, name) < 0:
            shown += 1
            yield Name(resource(name, names), number_of(Step.NAME, name), number_of(Step.TARGET, name))


def inventing(view: Any, seat: int, new: tuple[Name, ...]) -> Iterator[Row]:
    """§3.4 A resource, §3.2 and robots that produce it at once."""
    if new:
        words = "Also invent" if begun(view, seat) else "Invent"
        yield Row("invent", words, 1, str(number_of(Step.ORDER, Task.INVENT, 0)), named=True)
        most = view.idle[seat] - 1
        before, amount = str(number_of(Step.ORDER, Task.PRODUCE, 0)), number_of(Step.ROBOTS, 0)
        if most:
            yield Row("produce-new", "Produce {}", most, before, amount, needs="invent")


def begun(view: Any, seat: int) -> list[int]:
    """§3.4 What the org is about to invent: the lines that say so are on its sheet already."""
    return [view.what[seat, line] for line in range(view.lines[seat]) if view.task[seat, line] == Task.INVENT]


def producing(view: Any, seat: int, names: Names) -> Iterator[Row]:
    """§3.5 What the org controls, and what it is about to invent."""
    products = {
        view.name[number]: room_to_produce(view, seat, number)
        for number in range(view.resources)
        if is_product(view, seat, number)
    }
    for name, room in {**products, **dict.fromkeys(begun(view, seat), MOST_AMOUNT)}.items():
        before = f"{number_of(Step.ORDER, Task.PRODUCE, 0)} {number_of(Step.TARGET, name)}"
        most = min(view.idle[seat], room)
        words, amount = f"Produce {resource(name, names)}", number_of(Step.ROBOTS, 0)
        yield Row(f"produce-{name}", words, most, before, amount, pieces=f"resource-{name}")


def building(view: Any, seat: int) -> Row:
    """§3.5 Robots that build robots."""
    most = min(view.idle[seat], room_to_build(view, seat))
    return Row("build", "Build robots", most, str(number_of(Step.ORDER, Task.BUILD, 0)), number_of(Step.ROBOTS, 0))


def attacking(view: Any, seat: int, names: Names) -> Iterator[Row]:
    """§3.6 Stockpiles of others, the largest first, §3.7 and what they control."""
    raided = sorted(raids(view, seat, names), key=lambda aim: -aim.much)[:MOST_AIMS]
    aims = (*raided, *islice(seizures(view, seat, names), MOST_AIMS))
    if aims:
        yield Row("attack", "Attack", view.idle[seat], "", number_of(Step.ROBOTS, 0), aims=aims)


def raids(view: Any, seat: int, names: Names) -> Iterator[Aim]:
    """§3.6 Every stockpile of another org."""
    begin = number_of(Step.ORDER, Task.RAID, 0)
    for owner, number in product(range(view.seats), range(view.resources)):
        if owner != seat and view.stock[owner, number]:
            name, own, much = view.name[number], view.controller[number] == owner, view.stock[owner, number]
            words = f"{names[owner]}’s {resource(name, names)} ({much} EcU)"
            before = f"{begin} {number_of(Step.TARGET, name)} {number_of(Step.WHOSE, owner)}"
            yield Aim(words, before, f"resource-{name}" if own else f"stock-{owner * RESOURCES + number}", much)


def seizures(view: Any, seat: int, names: Names) -> Iterator[Aim]:
    """§3.7 Everything that another org controls."""
    begin = number_of(Step.ORDER, Task.SEIZE, 0)
    for number in range(view.resources):
        if view.controller[number] != seat:
            name = view.name[number]
            words = f"control of {resource(name, names)} ({names[view.controller[number]]})"
            yield Aim(words, f"{begin} {number_of(Step.TARGET, name)}", f"resource-{name}")


# Offers


def offer_form(view: Any, seat: int, names: Names) -> Form | None:
    """§4.1 An offer that was begun and has nothing in it yet: what is given, and what is asked for."""
    if not view.draft_to[seat] or any(view.draft_goods[seat]):
        return None
    to = view.draft_to[seat] - 1
    rows = [*goods(view, seat, seat, Deal.GIVE, names), *goods(view, seat, to, Deal.WANT, names)]
    send = number_of(Step.TRADE, Deal.SEND, 0)
    return Form(
        f"offer-{view.begun[seat]}", f"To {names[to]}", rows, send, "Send offer", sides=(GIVES, GETS), most_rows=SIDE
    )


def goods(view: Any, seat: int, owner: int, deal: Deal, names: Names) -> Iterator[Row]:
    """§4.1 What one of the two has."""
    for number in range(view.resources):
        if most := min(view.stock[owner, number], MOST_AMOUNT):
            key, before = f"{deal.name.lower()}-{number}", str(number_of(Step.TRADE, deal, number))
            words, side = resource(view.name[number], names), GIVES if owner == seat else GETS
            yield Row(key, words, most, before, number_of(Step.HOW_MUCH, 0), side, str(number))


# Mandates


def mandate_form(view: Any, seat: int, names: Names) -> Form | None:
    """§4.3 What is asked for adds up to half the largest stockpile."""
    if mandate_lines(view, seat):
        return None
    left = still_to_ask(view, seat)
    wished = [number for number in range(view.resources) if is_wish(view, seat, number)]
    if len(wished) == 1:
        return None
    amount = number_of(Step.DEMAND_AMOUNT, 0)
    rows = [
        Row(f"demand-{goods}", resource(view.name[goods], names), left, str(number_of(Step.DEMAND, goods)), amount)
        for goods in wished
    ]
    others = [other for other in range(view.seats) if other != seat]
    hopes = tuple((f"from {names[other]}", number_of(Step.HOPE, other + 1)) for other in others)
    end, most = number_of(Step.HOPE, 0), min(len(wished), MANDATE_LINES)
    ends = (("from anybody", end), *hopes)
    return Form(f"mandate-{view.round}", "Mandate", rows, end, "Write it", left, True, "to ask for", (), most, ends)


FORMS = {Step.ORDER: order_sheet, Step.TRADE: offer_form, Step.DEMAND: mandate_form}
