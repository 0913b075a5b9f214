"""One source, three ways to run it: rules are plain functions, and a binder makes a twin of each for one way of running.

A twin has the same code and sees its module's names, except that every rule it calls is a twin too, and every slot is
filled with the function of the game at hand. Interpreted twins are plain functions; compiled twins are Numba dispatchers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dis import get_instructions
from types import FunctionType
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


def rules_called_by(function: FunctionType) -> dict[str, FunctionType]:
    """The rules that a function calls, by the names it calls them."""
    scope = function.__globals__
    return {name: scope[name] for name in _global_names(function) if is_rule(scope.get(name))}


class Binder:
    """Makes and keeps the twins of one game for one way of running."""

    def __init__(self, fills: dict[FunctionType, FunctionType], run_as: Callable[[FunctionType], Any]) -> None:
        self._fills, self._run_as = fills, run_as
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
        """The function's code over a scope in which every rule is a twin."""
        scope = dict(function.__globals__)
        scope.update({name: self.twin(called) for name, called in rules_called_by(function).items()})
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__, copy.__qualname__ = function.__kwdefaults__, function.__qualname__
        return copy
