"""One source, three ways to run it: rules are plain functions, and a binder makes a twin of each for one way of running.

A twin has the same code and sees its module's names, except that every rule it calls is a twin too, every slot is filled with
the function of the game at hand, and the members of an `IntEnum` are plain numbers. Interpreted twins are plain functions;
compiled twins are Numba dispatchers, for which tables are arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dis import get_instructions
from enum import IntEnum
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Marks a function that is compiled with the rules. It stays the plain function it is."""
    cast(Any, function).is_rule = True
    return function


def slot(function: F) -> F:
    """Marks a function that each game fills with its own."""
    return rule(function)


def is_rule(value: object) -> bool:
    """Whether a value is a function marked by `rule`."""
    return isinstance(value, FunctionType) and getattr(value, "is_rule", False)


def _global_names(function: FunctionType) -> Iterator[str]:
    """The names a function looks up in its module. (Names of fields are not among them: a field may be called like a rule.)"""
    return (instruction.argval for instruction in get_instructions(function) if instruction.opname == "LOAD_GLOBAL")


def globals_of(function: FunctionType) -> dict[str, Any]:
    """What a function uses of its module, by name."""
    scope = function.__globals__
    return {name: scope[name] for name in _global_names(function) if name in scope}


def rules_called_by(function: FunctionType) -> dict[str, FunctionType]:
    """The rules that a function calls, by the names it calls them."""
    return {name: value for name, value in globals_of(function).items() if is_rule(value)}


@cache
def numbers_of(kind: type[IntEnum]) -> ModuleType:
    """Named numbers as plain ones. Numba would give each kind a type of its own, and compile every rule that is handed numbers of
    several kinds once for each; and for CUDA it cannot use them as places in a row. In a module they are plain constants.
    """
    numbers = ModuleType(kind.__name__)
    vars(numbers).update({name: int(member) for name, member in kind.__members__.items()})
    return numbers


class Binder:
    """Makes and keeps the twins of one game for one way of running."""

    def __init__(
        self,
        fills: dict[FunctionType, FunctionType],
        run_as: Callable[[FunctionType], Any],
        as_table: Callable[[Any], Any] = lambda value: None,
    ) -> None:
        self._fills, self._run_as, self._as_table = fills, run_as, as_table
        self._twins: dict[FunctionType, Any] = {}

    def reach(self, function: Any, found: set[FunctionType] | None = None) -> set[FunctionType]:
        """The function with every rule it calls, directly or not."""
        found = set() if found is None else found
        filled = self._fills.get(function, function)
        if filled not in found:
            found.add(filled)
            for called in rules_called_by(filled).values():
                self.reach(called, found)
        return found

    def twin(self, function: Any) -> Any:
        """The function as this binder runs it."""
        filled = self._fills.get(function, function)
        if filled not in self._twins:
            self._twins[filled] = self._run_as(self.copy(filled))
        return self._twins[filled]

    def copy(self, function: FunctionType) -> FunctionType:
        """The function's code over a scope of its own."""
        scope = dict(function.__globals__)
        scope.update({name: self._own(value) for name, value in globals_of(function).items()})
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__, copy.__qualname__ = function.__kwdefaults__, function.__qualname__
        return copy

    def _own(self, value: Any) -> Any:
        """What a twin sees in place of a value: the twin of a rule, plain numbers, a table that it can read."""
        if is_rule(value):
            return self.twin(value)
        if isinstance(value, type) and issubclass(value, IntEnum):
            return numbers_of(value)
        table = self._as_table(value)
        return value if table is None else table
