"""Writes the few functions that lead from a number to a game's own function: from a step to what it does, from a move to what
follows, from a field to who sees it. They are made as source text, so that Numba compiles them like any rule.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from moot.engine import slots
from moot.engine.binding import rule
from moot.engine.chance import below
from moot.engine.fields import MOST_SEATS, NOBODY, OWNER, PUBLIC, Field, Grid, Row, State, fields_of
from moot.engine.flow import A_BITS, B_BITS, COUNT, FIRST_MOVE, NOTHING_ASKED, SEALED
from moot.engine.lockstep import in_step
from moot.engine.mistakes import RulesError
from moot.engine.places import Place
from moot.engine.rules import Choice, Fate, Rules
from moot.engine.worth import lead

GROUP = 6  # how many branches one function of them has at most


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
    """One flat numbering of all moves of a game: each choice has a range, in which its arguments are counted through.

    Inside the engine a move is its packed arguments, which are quicker to make and to take apart.
    """

    def __init__(self, rules: Rules) -> None:
        # The same moves come again and again: what was worked out for one is kept.
        self.read, self.unpack = lru_cache(100_000)(self._read), lru_cache(100_000)(self._unpack)
        self.choices = {int(step): rules.choices[step] for step in sorted(rules.choices)}
        self.bases: dict[int, int] = {}
        self.moves = 0
        for step, choice in self.choices.items():
            self.bases[step] = self.moves
            self.moves += choice.moves

    @cached_property
    def room(self) -> int:
        """How long a list of moves must be."""
        return FIRST_MOVE + max(choice.moves for choice in self.choices.values())

    def _read(self, number: int) -> tuple[Choice, tuple[int, ...]]:
        """The choice that a move answers, and its arguments."""
        step = max(step for step in self.choices if self.bases[step] <= number)
        rest, arguments = number - self.bases[step], []
        for values in reversed(self.choices[step].shape):
            arguments.append(rest % values)
            rest //= values
        return self.choices[step], tuple(reversed(arguments))

    def write(self, choice: Choice, arguments: tuple[int, ...]) -> int:
        """The number of a move."""
        number = 0
        for argument, values in zip(arguments, choice.shape, strict=True):
            number = number * values + argument
        return self.bases[int(choice.step)] + number

    def _unpack(self, step: int, packed: int) -> int:
        """The number of a move that the engine has listed for a choice."""
        arguments = packed & (1 << A_BITS) - 1, packed >> A_BITS & (1 << B_BITS) - 1, packed >> A_BITS + B_BITS
        choice = self.choices[step]
        if any(value >= most for value, most in zip(arguments, (*choice.shape, 1, 1), strict=False)):
            raise RulesError(_beyond_shape(choice, arguments))
        return self.write(choice, arguments[: len(choice.shape)])

    def pack(self, number: int) -> int:
        """A move as the engine takes it."""
        return packed(self.read(number)[1])


def _beyond_shape(choice: Choice, arguments: tuple[int, ...]) -> str:
    """What is wrong with a move that a choice offers."""
    file, line = Path(choice.lists.__code__.co_filename), choice.lists.__code__.co_firstlineno
    last = max((place for place, value in enumerate(arguments, 1) if value), default=0)
    offered = arguments[: max(last, len(choice.shape))]
    limits = ", ".join(f"0 to {most - 1}" for most in choice.shape)
    what = f"{choice.step.name} offers the move {offered}, outside of its shape: its {_so_many(len(choice.shape))} {limits}"
    return f"{what}, {Place(file, line, file.parent)}"


def _so_many(arguments: int) -> str:
    return "one argument is" if arguments == 1 else f"{arguments} arguments are"


def packed(arguments: Sequence[int]) -> int:
    """The arguments of a move as the engine takes them."""
    a, b, c = (*arguments, 0, 0)[:3]
    return a | b << A_BITS | c << A_BITS + B_BITS


def fill_slots(state: type[State], rules: Rules, length: str) -> dict[Any, FunctionType]:
    """The game's own functions, by the slot that each fills."""
    return {
        slots.set_up: _need(rules.set_up, "rules.setup"),
        slots.redeal: _need(rules.redeal, "rules.guess"),
        slots.run_step: _running(list(_step_parts(rules))),
        slots.list_moves: _write("list_moves(s, seat, out)", _listing(rules), _listers(rules)),
        slots.answer: _write("answer(s, seat, move)", _answering(rules), rules.consequences),
        slots.answer_at_random: _random_answers(rules),
        slots.sort_of: _write(
            "sort_of(s, seat, step)", _sorting(rules), {step: of for step, (_, of) in rules.sorts.items()}
        ),
        slots.hide: _write("hide(v, s, seat)", _hiding(state, rules), {}, _hiding_scope(rules)),
        slots.broken_law: _write("broken_law(s)", _judging(rules), dict(enumerate(rules.laws.values()))),
        slots.rate_move: _write("rate_move(v, seat, move)", _rating(rules), rules.ratings),
        slots.like_moves: _liking(rules),
        slots.declining_move: _write("declining_move(s, seat)", _declining(rules), {}),
        slots.length_of: _write("length_of(s)", [f"return s.{length}"], {}),
        slots.points_of: _asking("points_of(s, seat)", rules.count_points, "0"),
        slots.compare: _write("compare(s, one, other)", _comparing(rules), _counted(rules)),
        slots.tie_break_of: _numbered("tie_break_of(s, seat, number)", rules.tie_breaks),
        slots.fate_of: _asking("fate_of(s)", rules.decide_fate, str(int(Fate.EACH))),
        slots.estimate: _asking("estimate(s, seat)", rules.foresee or _by_lead(rules), "0.5"),
        slots.place_of: _asking("place_of(s, seat)", rules.find_place, "seat"),
        slots.measure_of: _numbered("measure_of(s, seat, number)", rules.measures),
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
    lines: list[str] = []
    for number, body in branches.items():
        lines += [f"{'elif' if lines else 'if'} {on} == {int(number)}:", *(f"    {line}" for line in body)]
    return lines or ["pass"]


def _step_parts(rules: Rules) -> Iterator[tuple[int, int, FunctionType]]:
    """Functions that do some of the steps, each with the first and the last of them. Numba clears room for the results of all calls
    in a function whenever that function is entered, so that one function for all steps would be slow whatever it then does.
    """
    branches = _calls(rules.steps, "s")
    for number, group in enumerate(_groups(sorted(branches))):
        lines = _chain("step", {step: branches[step] for step in group})
        part = _write(f"run_step_{number}(s, step)", lines, {step: rules.steps[step] for step in group})
        yield int(group[0]), int(group[-1]), part


def _running(parts: Sequence[tuple[int, int, FunctionType]]) -> Any:
    lines: list[str] = []
    for number, (first, last, _) in enumerate(parts):
        lines += [f"if {first} <= step <= {last}:", f"    f{number}(s, step)", "in_step()"]
    functions = {number: part for number, (_, _, part) in enumerate(parts)}
    return _write("run_step(s, step)", lines, functions, {"in_step": in_step})


def _groups(steps: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (steps[first : first + GROUP] for first in range(0, len(steps), GROUP))


def _listers(rules: Rules) -> dict[int, FunctionType]:
    return {number: choice.lists for number, choice in rules.choices.items()}


def _listing(rules: Rules) -> list[str]:
    return [f"out[{COUNT}] = 0", *_chain("s.asking[seat]", _calls(_listers(rules), "s, seat, out"))]


def _arguments(choice: Choice) -> str:
    """The arguments of a packed move, as source text."""
    unpacked = f"move & {(1 << A_BITS) - 1}", f"move >> {A_BITS} & {(1 << B_BITS) - 1}", f"move >> {A_BITS + B_BITS}"
    return ", ".join(unpacked[: len(choice.shape)])


def _answering(rules: Rules) -> list[str]:
    branches = {step: [f"f{int(step)}(s, seat, {_arguments(choice)})"] for step, choice in rules.choices.items()}
    return ["choice = s.asking[seat]", f"s.asking[seat] = {NOTHING_ASKED}", *_chain("choice", branches)]


def _random_answers(rules: Rules) -> Any:
    """One pass over the choices instead of a jump to one of them: a GPU's threads, which go through the same code together,
    then give several answers in a pass, each when the pass comes to its choice.
    """
    lines, passes = ["answers = 0"], {}
    for number, group in enumerate(_groups(sorted(rules.choices))):
        lines.append(f"if seat != {NOBODY} and {int(group[0])} <= s.asking[seat] <= {int(group[-1])}:")
        lines += [f"    answers += f{number}(s, seat, out, luck)", "in_step()"]
        passes[number] = _random_pass(f"answer_at_random_{number}", rules, group)
    return _write("answer_at_random(s, seat, out, luck)", [*lines, "return answers"], passes, {"in_step": in_step})


def _random_pass(name: str, rules: Rules, group: Sequence[Any]) -> Any:
    lines = [line for step in group for line in _random_answer(int(step), rules.choices[step])]
    body = ["answers = 0", *lines, "return answers"]
    return _write(f"{name}(s, seat, out, luck)", body, _listers(rules), _random_scope(rules))


def _random_answer(number: int, choice: Choice) -> list[str]:
    return [
        f"while s.asking[seat] == {number} and s.over == 0:",
        f"    out[{COUNT}] = 0",
        f"    f{number}(s, seat, out)",
        f"    move = out[{FIRST_MOVE} + below(luck, out[{COUNT}])]",
        f"    s.asking[seat] = {NOTHING_ASKED}",
        f"    then{number}(s, seat, {_arguments(choice)})",
        "    answers += 1",
    ]


def _random_scope(rules: Rules) -> dict[str, Any]:
    return {"below": below} | {f"then{int(step)}": function for step, function in rules.consequences.items()}


def _sorting(rules: Rules) -> list[str]:
    lines = ["sort = step"]
    for step, (sorts, _) in sorted(rules.sorts.items()):
        lines += [
            f"if step == {step}:",
            f"    sort += f{step}(s, seat)",
            f"elif step > {step}:",
            f"    sort += {sorts - 1}",
        ]
    return [*lines, "return sort"]


def _rating(rules: Rules) -> list[str]:
    rated = {step: choice for step, choice in rules.choices.items() if step in rules.ratings}
    branches = {step: [f"return f{int(step)}(v, seat, {_arguments(choice)})"] for step, choice in rated.items()}
    return [*_chain("v.asking[seat]", branches), "return 0"]


def _liking(rules: Rules) -> Any:
    """Each choice has a function of its own, so that the move by move of one costs the others nothing."""
    likers = {step: rules.policies.get(step) or _rating_all(rules, choice) for step, choice in rules.choices.items()}
    lines = _chain("v.asking[seat]", _calls(likers, "v, seat, moves, likes"))
    return _write("like_moves(v, seat, moves, likes)", lines, likers)


def _rating_all(rules: Rules, choice: Choice) -> FunctionType:
    """Rates the moves of a list one by one, by the choice's ratings; without any, all are as good."""
    step = int(choice.step)
    rated = {step: rules.ratings[step]} if step in rules.ratings else {}
    lines = [
        f"for place in range({FIRST_MOVE}, {FIRST_MOVE} + moves[{COUNT}]):",
        "    move = moves[place]",
        f"    likes[place] = {f'f{step}(v, seat, {_arguments(choice)})' if rated else 0}",
    ]
    return cast(FunctionType, _write(f"like_moves_{step}(v, seat, moves, likes)", lines, rated))


def _declining(rules: Rules) -> list[str]:
    answers = {step: packed(choice.declines) for step, choice in rules.choices.items() if choice.declines is not None}
    return [*_chain("s.asking[seat]", {step: [f"return {move}"] for step, move in answers.items()}), "return -1"]


def _asking(head: str, function: FunctionType | None, otherwise: str) -> Any:
    """A function that asks the game's own, or without one has an answer."""
    if function is None:
        return _write(head, [f"return {otherwise}"], {})
    return _write(head, [f"return f0{head[head.index('(') :]}"], {0: function})


def _by_lead(rules: Rules) -> FunctionType | None:
    """How a game with points is estimated that says nothing of it."""
    return cast(FunctionType, lead) if rules.count_points else None


def _numbered(head: str, functions: Mapping[str, FunctionType]) -> Any:
    """A function that asks one of several, by number."""
    branches = {number: [f"return f{number}(s, seat)"] for number in range(len(functions))}
    return _write(head, [*_chain("number", branches), "return 0"], dict(enumerate(functions.values())))


def _counted(rules: Rules) -> dict[int, FunctionType]:
    """What decides who stands better, in its order."""
    counted = [rules.count_points, *rules.tie_breaks.values()]
    return dict(enumerate(function for function in counted if function is not None))


def _comparing(rules: Rules) -> list[str]:
    lines = ["ahead = 0"]
    for number in _counted(rules):
        lines += ["if ahead == 0:", f"    ahead = f{number}(s, one) - f{number}(s, other)"]
    return [*lines, "return ahead"]


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
