"""Are functions called with what they take? A question for a seat, an event for a step, or two arguments the wrong way round: to
the rules all of these are numbers, and they would go on with them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import IntEnum
from inspect import signature
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.binding import is_rule
from moot.engine.chance import pick
from moot.engine.flow import ask, do, finish, tell, tell_sealed, whisper

if TYPE_CHECKING:
    from moot.engine.game import Game

# What the engine's functions take, as far as it can be told from the source.
TAKES: Mapping[Any, tuple[str, ...]] = {
    tell: ("s", "event"),
    whisper: ("s", "seat", "event"),
    tell_sealed: ("s", "seat", "event"),
    ask: ("s", "seat", "choice"),
    finish: ("s", "ending"),
    do: ("s", "step"),
    pick: ("s", "number"),
}
MORE: Mapping[Any, str] = {tell: "up to five numbers", whisper: "up to five numbers", tell_sealed: "up to five numbers"}
NAMED = ("event", "choice", "step", "ending")


class Scope(NamedTuple):
    """What names mean in a rule."""

    game: Game
    values: Mapping[str, Any]  # of the module
    records: set[str]  # the arguments that are the record, or a view of it

    def called(self, node: ast.Call) -> Any:
        """The function that is called."""
        return self.values.get(node.func.id) if isinstance(node.func, ast.Name) else None

    def member(self, node: ast.expr) -> IntEnum | None:
        """The named number that is written there."""
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            return None
        kind = self.values.get(node.value.id)
        if not isinstance(kind, type) or not issubclass(kind, IntEnum):
            return None
        return kind.__members__.get(node.attr)

    def kind(self, node: ast.expr) -> str:
        """What is written there: the record, a named number of the game, a plain number; empty if it cannot be told."""
        if isinstance(node, ast.Name):
            return "s" if node.id in self.records else ""
        if isinstance(node, ast.Constant):
            return "number"
        member = self.member(node)
        return self._kind_of(member) if member is not None else ""

    def _kind_of(self, member: IntEnum) -> str:
        game = self.game
        if isinstance(member, game.rules.names):
            return "choice" if member in game.rules.choices else "step"
        kinds = {game.events: "event", game.endings: "ending"}
        return kinds.get(type(member), "")


def wrong_call(node: ast.Call, scope: Scope) -> str | None:
    """What is wrong with a call of a rule, or of one of the engine's functions."""
    function = scope.called(node)
    if not is_rule(function) or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    return _wrong_kind(function, node, scope) or _wrong_number(function, node)


def _wrong_kind(function: FunctionType, node: ast.Call, scope: Scope) -> str | None:
    takes = TAKES.get(function, ())
    more = len(node.args) - len(takes) if function is do else 0
    for argument, expected in zip(node.args, takes + takes[-1:] * more, strict=False):
        given = scope.kind(argument)
        if given and not _suits(given, expected):
            return (
                _swapped(function, node) if given == "s" or expected == "s" else _other(function, node, given, argument)
            )
    if function is pick and len(node.args) == 2 and _is_nothing(node.args[1]):
        return "pick takes how many there are to pick from: at least one"
    return None


def _suits(given: str, expected: str) -> bool:
    if expected in ("seat", "number"):
        return given not in ("s", *NAMED)
    return given == expected


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _other(function: FunctionType, node: ast.Call, given: str, argument: ast.expr) -> str:
    """A step is asked, or a choice is put on the agenda; anything else is as good as swapped."""
    said = ast.unparse(argument)
    if function is do and given == "choice":
        return f"{said} is a choice, which the agenda cannot hold: ask a seat, with ask(s, seat, {said})"
    if function is ask and given == "step":
        return f"{said} is a step, which no seat can answer: put it on the agenda, with do(s, {said})"
    return _swapped(function, node)


def _swapped(function: FunctionType, node: ast.Call) -> str:
    return f"{_takes(function)}, not ({', '.join(map(ast.unparse, node.args))})"


def _takes(function: FunctionType) -> str:
    named = (
        [*TAKES[function], *filter(None, [MORE.get(function)])] if function in TAKES else signature(function).parameters
    )
    return f"{function.__name__} takes ({', '.join(named)})"


def _wrong_number(function: FunctionType, node: ast.Call) -> str | None:
    given = {one.arg: one for one in node.keywords if one.arg is not None}
    try:
        signature(function).bind(*node.args, **given)
    except TypeError:
        return _swapped(function, node)
    return None


def told_with(call: ast.Call, scope: Scope) -> Iterator[tuple[IntEnum | None, int]]:
    """If a call tells an event: which (None: any), and with how many numbers."""
    takes = TAKES.get(scope.called(call), ())
    if "event" in takes and len(call.args) >= len(takes):
        at = takes.index("event")
        yield scope.member(call.args[at]), len(call.args) - at - 1 + len(call.keywords)
