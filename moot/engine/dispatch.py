"""Writes the few functions that lead from a number to a game's own function: from a step to what it does, from a move to what
follows, from a field to who sees it. They are made as source text, so that Numba compiles them like any rule."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from moot.engine import slots
from moot.engine.binding import rule
from moot.engine.fields import MOST_SEATS, OWNER, PUBLIC, Field, Grid, Row, State, fields_of
from moot.engine.flow import BASE, FIRST_MOVE, NOTHING_ASKED, SEALED, SECOND, THIRD
from moot.engine.rules import Choice, Rules


@rule
def blank(row: Row) -> None:
    """Nothing of the row is seen."""
    for i in range(len(row)):
        row[i] = 0


@rule
def blank_grid(grid: Grid) -> None:
    """Nothing of the grid is seen."""
    for i in range(len(grid)):
        blank(grid[i])


@rule
def keep_cell(row: Row, seat: int) -> None:
    """A seat sees its own number."""
    for other in range(len(row)):
        if other != seat:
            row[other] = 0


@rule
def keep_row(grid: Grid, seat: int) -> None:
    """A seat sees its own row."""
    for other in range(len(grid)):
        if other != seat:
            blank(grid[other])


class Numbering:
    """One flat numbering of all moves of a game: each choice has a range, in which its arguments are packed."""

    def __init__(self, rules: Rules) -> None:
        self.choices = list(rules.choices.values())
        self.bases: dict[int, int] = {}
        self.moves = 0
        for choice in self.choices:
            self.bases[int(choice.step)] = self.moves
            self.moves += choice.moves

    @property
    def room(self) -> int:
        """How long a list of moves must be."""
        return FIRST_MOVE + max(choice.moves for choice in self.choices)

    def choice_of(self, move: int) -> Choice:
        """The choice that a move answers."""
        return next(c for c in self.choices if 0 <= move - self.bases[int(c.step)] < c.moves)

    def unpack(self, move: int) -> tuple[Choice, tuple[int, ...]]:
        """The choice that a move answers, and its arguments."""
        choice = self.choice_of(move)
        rest, values = move - self.bases[int(choice.step)], []
        for count in reversed(choice.shape):
            values.append(rest % count)
            rest //= count
        return choice, tuple(reversed(values))

    def pack(self, choice: Choice, values: tuple[int, ...]) -> int:
        """The number of a move."""
        number = 0
        for value, count in zip(values, choice.shape, strict=True):
            number = number * count + value
        return self.bases[int(choice.step)] + number


def fill_slots(state: type[State], rules: Rules) -> dict[Any, FunctionType]:
    """The game's own functions, by the slot that each fills."""
    numbering = Numbering(rules)
    return {
        slots.set_up: _need(rules.set_up, "rules.setup"),
        slots.redeal: _need(rules.redeal, "rules.guess"),
        slots.run_step: _write("run_step(s, step)", _chain("step", _calls(rules.steps, "s")), rules.steps),
        slots.list_moves: _write("list_moves(s, seat, out)", _listing(numbering), _listers(rules)),
        slots.answer: _write("answer(s, seat, move)", _answering(numbering), rules.consequences),
        slots.hide: _write("hide(v, s, seat)", _hiding(state, rules), {}, _hiding_scope(rules)),
        slots.broken_law: _write("broken_law(s)", _judging(rules), dict(enumerate(rules.laws.values()))),
        slots.rate_move: _write("rate_move(v, seat, move)", _rating(numbering, rules), rules.ratings),
    }


def _need(function: FunctionType | None, name: str) -> FunctionType:
    if function is None:
        raise TypeError(f"a game needs a function registered with @{name}")
    return function


def _write(
    head: str, body: Iterable[str], functions: dict[int, FunctionType], scope: dict[str, Any] | None = None
) -> Any:
    """A function from source text, in whose scope the numbered functions are called f1, f2, ..."""
    name = head.partition("(")[0]
    source = "\n    ".join([f"def {head}:", *body]) + "\n"
    space = {f"f{number}": function for number, function in functions.items()} | (scope or {})
    file = f"<moot {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), space)
    return rule(space[name])


def _calls(functions: dict[int, FunctionType], arguments: str) -> dict[int, list[str]]:
    return {number: [f"f{int(number)}({arguments})"] for number in functions}


def _chain(on: str, branches: dict[int, list[str]]) -> list[str]:
    lines = []
    for number, body in branches.items():
        lines += [f"{'elif' if lines else 'if'} {on} == {int(number)}:", *(f"    {line}" for line in body)]
    return lines or ["pass"]


def _listers(rules: Rules) -> dict[int, FunctionType]:
    return {number: choice.lists for number, choice in rules.choices.items()}


def _listing(numbering: Numbering) -> list[str]:
    def branch(choice: Choice) -> list[str]:
        _, second, third = (*choice.shape, 1, 1)[:3]
        base = numbering.bases[int(choice.step)]
        return [
            f"out[{BASE}] = {base}; out[{SECOND}] = {second}; out[{THIRD}] = {third}",
            f"f{int(choice.step)}(s, seat, out)",
        ]

    return ["out[0] = 0", *_chain("s.asking[seat]", {int(c.step): branch(c) for c in numbering.choices})]


def _arguments(choice: Choice) -> str:
    _, second, third = (*choice.shape, 1, 1)[:3]
    unpacked = [f"m // {second * third}", f"m // {third} % {second}", f"m % {third}"]
    return ", ".join(unpacked[: len(choice.shape)])


def _answering(numbering: Numbering) -> list[str]:
    def branch(choice: Choice) -> list[str]:
        number = int(choice.step)
        return [f"m = move - {numbering.bases[number]}", f"f{number}(s, seat, {_arguments(choice)})"]

    branches = {int(c.step): branch(c) for c in numbering.choices}
    return ["choice = s.asking[seat]", f"s.asking[seat] = {NOTHING_ASKED}", *_chain("choice", branches)]


def _rating(numbering: Numbering, rules: Rules) -> list[str]:
    def branch(choice: Choice) -> list[str]:
        number = int(choice.step)
        return [f"m = move - {numbering.bases[number]}", f"return f{number}(v, seat, {_arguments(choice)})"]

    rated = {int(c.step): branch(c) for c in numbering.choices if c.step in rules.ratings}
    return [*_chain("v.asking[seat]", rated), "return 0"]


def _judging(rules: Rules) -> list[str]:
    lines = []
    for number in range(len(rules.laws)):
        lines += [f"if not f{number}(s):", f"    return {number}"]
    return [*lines, "return -1"]


def _hiding(state: type[State], rules: Rules) -> list[str]:
    lines = [_hide_field(name, field) for name, field in fields_of(state).items() if field.seen_by is not PUBLIC]
    sealed = " or ".join(f"v.asking[other] == {int(c.step)}" for c in rules.choices.values() if c.sealed) or "False"
    return [
        *lines,
        f"for other in range({MOST_SEATS}):",
        f"    if other != seat and ({sealed}):",
        f"        v.asking[other] = {SEALED}",
        "refine(v, s, seat)" if rules.refine else "return",
    ]


def _hide_field(name: str, field: Field) -> str:
    if field.seen_by is OWNER:
        return f"{'keep_row' if len(field.shape) == 2 else 'keep_cell'}(v.{name}, seat)"
    return [f"v.{name} = 0", f"blank(v.{name})", f"blank_grid(v.{name})"][len(field.shape)]


def _hiding_scope(rules: Rules) -> dict[str, Any]:
    tools = (blank, blank_grid, keep_cell, keep_row)
    return {tool.__name__: tool for tool in tools} | {"refine": rules.refine}
