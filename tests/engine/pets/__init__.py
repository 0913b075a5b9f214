"""Pets, a small game in which players write names in a blind phase, and then everyone hears them.

Sections are those of rulebook.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, auto
from pathlib import Path
from typing import Any

from moot.engine import (
    OWNER,
    SECRET,
    Game,
    Line,
    Moves,
    Names,
    Rules,
    State,
    Words,
    Writing,
    ask,
    do,
    finish,
    i8,
    i16,
    offer,
    open_seals,
    option,
    rule,
    tell,
    tell_sealed,
    text_key,
)

PRINTED = ("cats", "dogs", "fish (bowls)")
SEATS, ROUNDS, KINDS = 4, 2, len(PRINTED)
NAMES = KINDS + SEATS * ROUNDS
MOST, UNLUCKY = 30, 13


class Pets(State):
    """The position, and who sees what."""

    seats = option(2, 2, SEATS, "How many play.")
    turns = i8()
    naming = i8()
    named = i8(SEATS, seen_by=OWNER)  # the name + 1
    wanted = i8(SEATS, seen_by=OWNER)
    earned = i16(SEATS)
    shown = i8(ROUNDS, SEATS)  # the name + 1
    many = i8(ROUNDS, SEATS)
    key = i16(NAMES, seen_by=SECRET)


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    ROUND = auto()
    SHOW = auto()
    NAME = auto()
    KEEP = auto()
    AMOUNT = auto()


class Event(IntEnum):
    """What is told."""

    NAMED = auto()
    WANTED = auto()
    EARNED = auto()


class Ending(IntEnum):
    """How it ends."""

    DONE = auto()


rules = Rules(Step)


@rules.setup
def lay_out(s: Pets) -> None:
    """§1 At first every name reads like no other."""
    for name in range(NAMES):
        s.key[name] = name
    do(s, Step.ROUND, Step.SHOW, Step.ROUND, Step.SHOW)


@rules.step(Step.ROUND)
def begin_round(s: Pets) -> None:
    """§1 All at once."""
    s.turns += 1
    s.naming = 1
    for seat in range(s.seats):
        ask(s, seat, Step.NAME)


@rules.choice(Step.NAME, NAMES, sealed=True)
def list_names(s: Pets, seat: int, out: Moves) -> None:
    """§1 What is printed, or one's own slot of this round."""
    for kind in range(KINDS):
        offer(out, kind)
    offer(out, KINDS + seat * ROUNDS + s.turns - 1)


@rules.then(Step.NAME)
def name_pet(s: Pets, seat: int, name: int) -> None:
    """§1 Unseen."""
    s.named[seat] = name + 1
    tell_sealed(s, seat, Event.NAMED, seat, name)
    ask(s, seat, Step.KEEP)


@rules.choice(Step.KEEP, 2, sealed=True)
def list_keep(s: Pets, seat: int, out: Moves) -> None:
    """§2 Another name, or this one."""
    offer(out, 0)
    offer(out, 1)


@rules.then(Step.KEEP)
def keep(s: Pets, seat: int, kept: int) -> None:
    """§2 On with it, or back."""
    ask(s, seat, Step.AMOUNT if kept else Step.NAME)


@rules.choice(Step.AMOUNT, MOST + 1, sealed=True)
def list_amounts(s: Pets, seat: int, out: Moves) -> None:
    """§2 Any number but one."""
    for many in range(1, MOST + 1):
        if many != UNLUCKY:
            offer(out, many)


@rules.then(Step.AMOUNT)
def want(s: Pets, seat: int, many: int) -> None:
    """§2 Unseen."""
    s.wanted[seat] = many
    tell_sealed(s, seat, Event.WANTED, seat, many, s.named[seat] - 1)


@rules.points
def earned(s: Pets, seat: int) -> int:
    """§3 What a seat has earned."""
    return s.earned[seat]


@rules.step(Step.SHOW)
def show(s: Pets) -> None:
    """§3 Everything is shown, and what nobody else has is worth something."""
    s.naming = 0
    open_seals(s)
    for seat in range(s.seats):
        s.shown[s.turns - 1, seat] = s.named[seat]
        s.many[s.turns - 1, seat] = s.wanted[seat]
    for seat in range(s.seats):
        if is_only(s, seat):
            s.earned[seat] += s.wanted[seat]
            tell(s, Event.EARNED, seat, s.named[seat] - 1, s.wanted[seat])
    for seat in range(s.seats):
        s.named[seat] = s.wanted[seat] = 0
    if s.turns == ROUNDS:
        finish(s, Ending.DONE)


@rule
def is_only(s: Pets, seat: int) -> bool:
    """§3 Nobody has shown a pet that reads the same."""
    mine = s.key[s.named[seat] - 1]
    for turn in range(s.turns):
        for other in range(s.seats):
            theirs = s.key[s.shown[turn, other] - 1]
            if theirs == mine and (turn < s.turns - 1 or other != seat):
                return False
    return True


@rules.guess
def redeal(g: Pets, seat: int) -> None:
    """§1 Whatever was written unseen reads like nothing else; others are back at the beginning of their naming."""
    for name in range(NAMES):
        g.key[name] = name
    for other in range(g.seats):
        if other != seat and g.naming:
            ask(g, other, Step.NAME)


@rules.law("names are known by the lowest that reads the same")
def keys_are_lowest(s: Pets) -> bool:
    """§3 A key is its own key."""
    for name in range(NAMES):
        if s.key[name] > name or s.key[s.key[name]] != s.key[name]:
            return False
    return True


def pet(name: int, names: Names) -> str:
    """What a name reads."""
    if name < KINDS:
        return PRINTED[name]
    seat, turn = divmod(name - KINDS, ROUNDS)
    return names.written.get(name, f"{names[seat]}'s {('1st', '2nd')[turn]} pet")


def refuse(view: Any, seat: int, arguments: Sequence[int], text: str, names: Names) -> str | None:
    """§3 What has been shown before is known to all."""
    shown = {pet(number - 1, names) for row in view.shown.rows for number in row if number}
    there = [known for known in shown if text_key(known) == text_key(text)]
    return f"There are {there[0]} already." if there else None


def picture(view: Any, seat: int, names: Names) -> str:
    """What has been shown, and what a seat has in mind."""
    shown = [
        f"{names[other]}: {view.many[turn][other]} {pet(view.shown[turn][other] - 1, names)}"
        for turn in range(ROUNDS)
        for other in range(view.seats)
        if view.shown[turn][other]
    ]
    mind = [f"In mind: {pet(view.named[seat] - 1, names)}"] if seat >= 0 and view.named[seat] else []
    return "\n".join([f"Round {view.turns}", *shown, *mind])


def ask_whether_to_keep(view: Any, seat: int, names: Names) -> Line:
    """The question after a name."""
    return Line("2", f"Do you keep {pet(view.named[seat] - 1, names)}?")


def why_not(view: Any, seat: int, kind: str, number: int, names: Names) -> Line | None:
    """Pets that are shown cannot be chosen."""
    return Line("3", f"{pet(number, names)} cannot be chosen.") if kind == "pet" else None


WORDS = Words(
    kinds={},
    named={"pet": pet},
    choices={
        Step.NAME: Line("1", "Which pet do you name?"),
        Step.KEEP: ask_whether_to_keep,
        Step.AMOUNT: Line("2", "How many do you want?"),
    },
    moves={
        Step.NAME: lambda view, seat, name: "{0:pet}" if name < KINDS else "A pet of your own",
        Step.KEEP: lambda view, seat, kept: "Keep it" if kept else "Think of another",
        Step.AMOUNT: "Want {0}",
    },
    events={
        Event.NAMED: Line("1", "{0:seat} names {1:pet}."),
        Event.WANTED: Line("2", "{0:seat} wants {1} {2:pet}."),
        Event.EARNED: Line("3", "{0:seat} alone has {1:pet}, worth {2}."),
    },
    endings={Ending.DONE: Line("3", "All pets are at home.")},
    picture=picture,
    scenes=frozenset({Event.EARNED}),
    pieces=frozenset({"pet"}),
    why_not=why_not,
    amounts=frozenset({Step.AMOUNT}),
)


def face(view: Any, seat: int, names: Names) -> dict[str, Any]:
    """What board.html cannot work out."""
    pets = [(number - 1, pet(number - 1, names)) for row in view.shown.rows for number in row if number]
    return {"pets": pets, "mind": pet(view.named[seat] - 1, names) if seat >= 0 and view.named[seat] else ""}


GAME = Game(
    name="pets",
    title="Pets",
    about="Pets of which nobody else has thought.",
    version=1,
    folder=Path(__file__).parent,
    state=Pets,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    length="turns",
    longest=100_000,
    face=face,
    writing=Writing(
        choice=Step.NAME,
        slot=lambda arguments: arguments[0] if arguments[0] >= KINDS else -1,
        key="key",
        printed=PRINTED,
        refuse=refuse,
    ),
)
