"""Reads the source of rules before they are compiled, and names what rules cannot use: where, what, and what to write instead."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from enum import IntEnum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from moot.engine.binding import globals_of, is_rule
from moot.engine.fields import State, fields_of
from moot.engine.places import Place, definition_of
from moot.engine.tables import as_array

# What rules may call besides other rules.
TOOLS = frozenset({"range", "len", "min", "max", "abs", "int", "bool"})

# What rules cannot use, by the kind of syntax: what it is called, and what to write instead.
FORBIDDEN: Mapping[type[ast.AST], tuple[str, str]] = {
    ast.List: ("a list", "use a row of the record, or a table made with `table` outside of the rule"),
    ast.Dict: ("a dictionary", "use a table made with `table` outside of the rule"),
    ast.Set: ("a set", "use a number whose bits are the members (`is_in`, `count`, `lowest`)"),
    ast.ListComp: ("a comprehension", "write a loop"),
    ast.SetComp: ("a comprehension", "write a loop"),
    ast.DictComp: ("a comprehension", "write a loop"),
    ast.GeneratorExp: ("a generator", "write a loop"),
    ast.JoinedStr: ("a text", "texts belong into words.py; `tell` an event with numbers"),
    ast.Lambda: ("a lambda", "write a function marked @rule"),
    ast.FunctionDef: ("a function inside a function", "write it at the top of the file, marked @rule"),
    ast.ClassDef: ("a class", "keep numbers in the record"),
    ast.Try: ("try", "check beforehand: rules raise no errors"),
    ast.Raise: ("raise", "offer only what is legal: rules raise no errors"),
    ast.Assert: ("assert", "declare a law with @rules.law"),
    ast.With: ("with", "rules open nothing"),
    ast.Yield: ("yield", "use `offer` to list moves, and a loop otherwise"),
    ast.YieldFrom: ("yield from", "use `offer` to list moves, and a loop otherwise"),
    ast.Await: ("await", "rules wait for nothing: `ask` a seat"),
    ast.Import: ("an import", "import at the top of the file"),
    ast.ImportFrom: ("an import", "import at the top of the file"),
    ast.Global: ("global", "keep it in a field of the record"),
    ast.Nonlocal: ("nonlocal", "keep it in a field of the record"),
    ast.Delete: ("del", "set the field to 0"),
    ast.Match: ("match", "write if and elif"),
    ast.Starred: ("a starred value", "write the values out"),
}


class Finding(NamedTuple):
    """Something that rules cannot use."""

    place: Place
    what: str


def read_rule(function: FunctionType, state: type[State], folder: Path) -> Iterator[Finding]:
    """All that a rule uses and cannot."""
    definition = definition_of(function)
    if definition is not None:
        reader = _Reader(function, definition, state)
        for line, what in reader.findings():
            yield Finding(Place(Path(function.__code__.co_filename), line, folder), what)


class _Reader:
    """Reads one rule."""

    def __init__(self, function: FunctionType, definition: ast.FunctionDef, state: type[State]) -> None:
        self._name, self._definition, self._known = function.__name__, definition, globals_of(function)
        self._scope = function.__globals__
        self._fields = fields_of(state)
        self._state, self._locals = state.__name__, _locals_in(definition)
        states = {cls.__name__ for cls in state.__mro__}
        self._records = {
            argument.arg
            for argument in definition.args.args
            if isinstance(argument.annotation, ast.Name) and argument.annotation.id in states
        }

    def findings(self) -> Iterator[tuple[int, str]]:
        """Line and what is wrong with it, in the order of the source."""
        found = [(node.lineno, what) for node in self._nodes() for what in self._wrong(node)]
        return iter(sorted(found))

    def _nodes(self) -> Iterator[Any]:
        """All of the function's body but its docstring and annotations."""
        body = self._definition.body
        is_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        for statement in body[1:] if is_docstring else body:
            yield from (node for node in ast.walk(statement) if hasattr(node, "lineno"))

    def _wrong(self, node: Any) -> Iterator[str]:
        kind = type(node)
        if kind in FORBIDDEN:
            what, instead = FORBIDDEN[kind]
            yield f"rules cannot use {what}: {instead}"
        elif isinstance(node, ast.Constant):
            yield from self._wrong_constant(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            yield "rules count in whole numbers: divide with //"
        elif isinstance(node, ast.Call):
            yield from self._wrong_call(node.func)
        elif isinstance(node, ast.Attribute):
            yield from self._wrong_field(node)
        elif isinstance(node, ast.Name):
            yield from self._wrong_name(node)

    def _wrong_constant(self, value: object) -> Iterator[str]:
        if isinstance(value, str | bytes):
            yield "rules cannot use a text: texts belong into words.py; `tell` an event with numbers"
        elif isinstance(value, float | complex):
            yield f"rules count in whole numbers, not in {value}"
        elif value is None or value is Ellipsis:
            yield f"rules cannot use {value}: return a number such as -1 for nothing"

    def _wrong_call(self, called: ast.expr) -> Iterator[str]:
        if isinstance(called, ast.Attribute):
            yield f"rules call functions by name, not {ast.unparse(called)}(): write a loop, or a function marked @rule"
            return
        name = called.id if isinstance(called, ast.Name) else ""
        value = self._known.get(name)
        if isinstance(value, FunctionType) and not is_rule(value):
            yield f"{name} is called by the rule {self._name}, but is not marked @rule"
        elif isinstance(value, type):
            yield f"rules cannot make a {name}: a number is enough"
        elif value is None and hasattr(builtins, name) and name not in TOOLS:
            yield f"rules cannot call {name}: write a loop (they may call {', '.join(sorted(TOOLS))} and other rules)"

    def _wrong_field(self, node: ast.Attribute) -> Iterator[str]:
        if not isinstance(node.value, ast.Name) or node.value.id not in self._records:
            return
        name = node.attr
        if name not in self._fields and name != "seats":
            close = get_close_matches(name, self._fields, 1)
            yield f"{self._state} has no field {name}{f': did you mean {close[0]}?' if close else ''}"
        elif isinstance(node.ctx, ast.Store) and name in self._fields and self._fields[name].shape:
            yield f"{name} is a row of numbers: write to one of them, {name}[...]"

    def _wrong_name(self, node: ast.Name) -> Iterator[str]:
        """A name of the module must be there, and be a number, a table, a rule or named numbers."""
        name = node.id
        if not isinstance(node.ctx, ast.Load) or name in self._locals:
            return
        if name not in self._scope:
            if not hasattr(builtins, name):
                close = get_close_matches(name, self._scope, 1)
                yield f"nothing is called {name} here{f': did you mean {close[0]}?' if close else ''}"
        elif not _is_usable(self._scope[name]):
            yield f"rules cannot use {name}, a {type(self._scope[name]).__name__}: make it a number, or a table with `table`"


def _locals_in(definition: ast.FunctionDef) -> set[str]:
    """The names that a function gives to its arguments and to what it works out."""
    nodes = list(ast.walk(definition))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _is_usable(value: object) -> bool:
    """Whether rules can use a value of their module; what they call is looked at where it is called."""
    if isinstance(value, int | FunctionType | ModuleType) or as_array(value) is not None:
        return True
    if isinstance(value, tuple):
        return all(isinstance(one, int) for one in value)
    return isinstance(value, type) and (issubclass(value, IntEnum) or value.__module__ == "builtins")
