"""Reads the source of rules before they are compiled, and names what rules cannot use: where, what, and what to write instead."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import IntEnum
from inspect import get_annotations
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.binding import globals_of, is_rule
from moot.engine.calls import Scope, told_with, wrong_call
from moot.engine.fields import fields_of
from moot.engine.places import Place, definition_of
from moot.engine.tables import as_array

if TYPE_CHECKING:
    from moot.engine.game import Game

# What rules may call besides other rules.
TOOLS = frozenset({"range", "len", "min", "max", "abs", "int", "bool"})

# What to do instead of calling some of what Python has; of the rest, a loop does most.
INSTEAD: Mapping[str, str] = {
    "print": "`tell` an event, or play in Python and look at `t.state`",
    "input": "`ask` a seat",
    "str": "texts belong into words.py",
    "repr": "texts belong into words.py",
    "format": "texts belong into words.py",
    "float": "rules count in whole numbers",
    "round": "rules count in whole numbers",
    "list": "use a row of the record",
    "dict": "use a table made with `table` outside of the rule",
    "set": "use a number whose bits are the members (`is_in`, `count`, `lowest`)",
}
CHANCE = ("random", "secrets", "numpy.random")

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


def read_rule(function: FunctionType, game: Game, *, returns: bool, fractions: bool = False) -> Iterator[Finding]:
    """All that a rule uses and cannot, each line once; and whether it returns a number, if it must. Estimates may count in
    fractions.
    """
    definition = definition_of(function)
    if definition is not None:
        reader = _Reader(function, definition, game, fractions)
        for line, what in reader.findings(returns):
            yield Finding(Place(Path(function.__code__.co_filename), line, game.folder), what)


def told_by(function: FunctionType, game: Game) -> Iterator[tuple[IntEnum | None, int]]:
    """The events that a rule tells (None: any), and with how many numbers."""
    definition = definition_of(function)
    if definition is not None:
        scope = _Reader(function, definition, game).scope
        for node in ast.walk(definition):
            if isinstance(node, ast.Call):
                yield from told_with(node, scope)


class _Reader:
    """Reads one rule."""

    def __init__(
        self, function: FunctionType, definition: ast.FunctionDef, game: Game, fractions: bool = False
    ) -> None:
        state, self._fractions = game.state, fractions
        self._name, self._definition, self._known = function.__name__, definition, globals_of(function)
        self._scope = function.__globals__
        self._fields = fields_of(state)
        self._state, self._locals, self._imported = state, _locals_in(definition), _imported_in(definition)
        states = {cls.__name__ for cls in state.__mro__}
        self._records = {
            argument.arg
            for argument in definition.args.args
            if isinstance(argument.annotation, ast.Name) and argument.annotation.id in states
        }
        values = {name: value for name, value in self._known.items() if name not in self._locals}
        self.scope = Scope(game, values, self._records)

    def findings(self, returns: bool) -> Iterator[tuple[int, str]]:
        """Line and what is wrong with it, in the order of the source: of several things in a line, the plainest."""
        found: dict[int, str] = {}
        for node in sorted(self._nodes(), key=lambda node: type(node) not in FORBIDDEN):
            for what in self._wrong(node):
                found.setdefault(node.lineno, what)
        if not found and not always_returns(self._definition.body, returns):
            found[self._definition.lineno] = f"{self._name} may end without returning a number: write `return ...`"
        return iter(sorted(found.items()))

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
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not self._fractions:
            yield "rules count in whole numbers: divide with //"
        elif isinstance(node, ast.Call):
            yield from self._wrong_call(node.func)
            yield from filter(None, [wrong_call(node, self.scope)])
        elif isinstance(node, ast.Attribute):
            yield from self._wrong_field(node)
        elif isinstance(node, ast.Name):
            yield from self._wrong_name(node)

    def _wrong_constant(self, value: object) -> Iterator[str]:
        if isinstance(value, str | bytes):
            yield "rules cannot use a text: texts belong into words.py; `tell` an event with numbers"
        elif isinstance(value, float | complex) and not (self._fractions and isinstance(value, float)):
            yield f"rules count in whole numbers, not in {value}"
        elif value is None or value is Ellipsis:
            yield f"rules cannot use {value}: return a number such as -1 for nothing"

    def _wrong_call(self, called: ast.expr) -> Iterator[str]:
        if isinstance(called, ast.Attribute):
            base = called.value.id if isinstance(called.value, ast.Name) else ""
            if base in self._imported:
                return
            if getattr(self._scope.get(base), "__name__", "") in CHANCE:
                yield f"rules take no chance from outside, not {ast.unparse(called)}(): use `pick` or `roll_die`"
                return
            yield f"rules call functions by name, not {ast.unparse(called)}(): write a loop, or a function marked @rule"
            return
        name = called.id if isinstance(called, ast.Name) else ""
        value = self._known.get(name)
        if isinstance(value, FunctionType) and not is_rule(value):
            yield f"{name} is called by the rule {self._name}, but is not marked @rule"
        elif isinstance(value, type):
            yield f"rules cannot make a {name}: a number is enough"
        elif value is None and hasattr(builtins, name) and name not in TOOLS:
            instead = INSTEAD.get(name, "write a loop")
            yield f"rules cannot call {name}: {instead} (they may call {', '.join(sorted(TOOLS))} and other rules)"

    def _wrong_field(self, node: ast.Attribute) -> Iterator[str]:
        if not isinstance(node.value, ast.Name):
            return
        name = node.attr
        if node.value.id not in self._records:
            yield from self._wrong_member(node.value.id, name)
        elif name not in self._fields and name != "seats":
            yield f"{self._state.__name__} has no field {name}{self._field_hint(name)}"
        elif isinstance(node.ctx, ast.Store) and name in self._fields and self._fields[name].shape:
            yield f"{name} is a row of numbers: write to one of them, {name}[...]"

    def _field_hint(self, name: str) -> str:
        if hasattr(self._state, name) or any(name in get_annotations(cls) for cls in self._state.__mro__):
            return f": declare it as `{name} = i8()`"
        return _did_you_mean(name, self._fields)

    def _wrong_member(self, kind: str, name: str) -> Iterator[str]:
        """A named number must be there."""
        named = self._scope.get(kind) if kind not in self._locals else None
        if isinstance(named, type) and issubclass(named, IntEnum) and not hasattr(named, name):
            yield f"{kind} has no {name}{_did_you_mean(name, named.__members__)}"

    def _wrong_name(self, node: ast.Name) -> Iterator[str]:
        """A name of the module must be there, and be a number, a table, a rule or named numbers."""
        name = node.id
        if not isinstance(node.ctx, ast.Load) or name in self._locals:
            return
        if name not in self._scope:
            if not hasattr(builtins, name):
                yield f"nothing is called {name} here{_did_you_mean(name, self._scope)}"
        elif not _is_usable(self._scope[name]) and not (self._fractions and isinstance(self._scope[name], float)):
            yield f"rules cannot use {name}, a {type(self._scope[name]).__name__}: make it a number, or a table with `table`"


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f": did you mean {close[0]}?" if close else ""


def _imported_in(definition: ast.FunctionDef) -> set[str]:
    """What a function imports for itself, which it may not: that is said once."""
    imports = (node for node in ast.walk(definition) if isinstance(node, ast.Import | ast.ImportFrom))
    return {(alias.asname or alias.name).partition(".")[0] for node in imports for alias in node.names}


def always_returns(body: list[ast.stmt], must: bool) -> bool:
    """Whether a function returns a number however it goes, if it must or if it does so somewhere."""
    returned = (node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Return))
    values = [node.value is not None for node in returned]
    return all(values) and _ends(body) if must or any(values) else True


def _ends(body: list[ast.stmt]) -> bool:
    """Whether nothing can come after these statements."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        endless = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return endless and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, ast.Return)


def _locals_in(definition: ast.FunctionDef) -> set[str]:
    """The names that a function gives to its arguments and to what it works out."""
    nodes = list(ast.walk(definition))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in nodes if isinstance(node, ast.arg)} | _imported_in(definition)


def _is_usable(value: object) -> bool:
    """Whether rules can use a value of their module; what they call is looked at where it is called."""
    if isinstance(value, int | FunctionType | ModuleType) or as_array(value) is not None:
        return True
    if isinstance(value, tuple):
        return all(isinstance(one, int) for one in value)
    return isinstance(value, type) and (issubclass(value, IntEnum) or value.__module__ == "builtins")
