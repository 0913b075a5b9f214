"""A game's rules: functions registered under the step, choice or purpose they serve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, cast

from moot.engine.binding import F, rule
from moot.engine.flow import A_BITS, B_BITS, C_BITS
from moot.engine.places import of_function


class Fate(IntEnum):
    """Whether the seats of a game win or lose together."""

    EACH = 0  # each for itself: the best win
    LOST = 1  # all have lost
    WON = 2  # all have won


@dataclass(frozen=True)
class Choice:
    """A question to a seat: what may be answered, with how many values each argument has."""

    step: IntEnum
    shape: tuple[int, ...]
    sealed: bool
    lists: FunctionType
    declines: tuple[int, ...] | None = None  # the answer that says no, or enough

    @property
    def moves(self) -> int:
        """How many different answers there are in all."""
        count = 1
        for values in self.shape:
            count *= values
        return count


class Effort(NamedTuple):
    """How much a player that thinks ahead thinks about each decision of a game."""

    iterations: int = 200  # positions that it plays on
    rounds: int = 0  # of the game that it looks ahead; 0 is to the end
    together: bool = False  # whether the others are partners


def no_move(choice: Choice, seat: int, folder: Path) -> str:
    """What is wrong where a seat is asked and nothing is offered."""
    asked = f"seat {seat} is asked {choice.step.name}, but has no move: ask only who can answer"
    return f"{asked}, {of_function(choice.lists, folder)}"


class Rules:
    """The rules of one game, as they are written down."""

    def __init__(self, steps: type[IntEnum]) -> None:
        self.names = steps
        self.steps: dict[int, FunctionType] = {}
        self.choices: dict[int, Choice] = {}
        self.consequences: dict[int, FunctionType] = {}
        self.ratings: dict[int, FunctionType] = {}
        self.policies: dict[int, FunctionType] = {}
        self.sorts: dict[int, tuple[int, FunctionType]] = {}
        self.laws: dict[str, FunctionType] = {}
        self.tie_breaks: dict[str, FunctionType] = {}
        self.measures: dict[str, FunctionType] = {}
        self.set_up: FunctionType | None = None
        self.redeal: FunctionType | None = None
        self.refine: FunctionType | None = None
        self.count_points: FunctionType | None = None
        self.decide_fate: FunctionType | None = None
        self.find_place: FunctionType | None = None
        self.foresee: FunctionType | None = None
        self._effort = Effort()

    def setup(self, function: F) -> F:
        """How the game is laid out: `(s)`."""
        self.set_up = _plain(function)
        return function

    def step(self, step: IntEnum) -> Callable[[F], F]:
        """What a step of the agenda does: `(s)`."""
        return _register(self.steps, step)

    def choice(
        self, step: IntEnum, *shape: int, sealed: bool = False, declines: Sequence[int] | None = None
    ) -> Callable[[F], F]:
        """What may be chosen: `(s, seat, out)`. The shape says how many values each argument of a move has.

        While a sealed choice is open, others see only that the seat owes an answer. `declines` are the arguments of the answer
        that says no, or enough, if there is one.
        """
        room = (1 << A_BITS, 1 << B_BITS, 1 << C_BITS)
        if not shape or len(shape) > 3 or any(values > most for values, most in zip(shape, room, strict=False)):
            raise TypeError(f"{step.name}: a choice has one to three arguments of at most {room} values, not {shape}")

        def register(function: F) -> F:
            no = None if declines is None else tuple(map(int, declines))
            _once(self.choices, step)[int(step)] = Choice(step, shape, sealed, _plain(function), no)
            return function

        return register

    def then(self, step: IntEnum) -> Callable[[F], F]:
        """What follows from a choice: `(s, seat, *arguments)`."""
        return _register(self.consequences, step)

    def rates(self, step: IntEnum) -> Callable[[F], F]:
        """How much a greedy player likes a move: `(v, seat, *arguments) -> int`, where v is what the seat sees."""
        return _register(self.ratings, step)

    def policy(self, step: IntEnum) -> Callable[[F], F]:
        """How much a quick player likes each move of a list: `(v, seat, moves, likes)` writes whole numbers, the higher the better,
        to `likes` at the places from FIRST_MOVE to `FIRST_MOVE + moves[COUNT] - 1` of the moves. What they all have in common is
        worked out once. `first_of`, `second_of` and `third_of` are the arguments of a move. Without a policy for a choice, its
        moves are liked as they are rated.
        """
        return _register(self.policies, step)

    def sorts_by(self, step: IntEnum, sorts: int) -> Callable[[F], F]:
        """Of which sort a game is that waits for a step or a choice: `(s, seat) -> int`, below the number of sorts. Games of the
        same sort do much the same next; where many are played side by side, on a GPU, they go on together.
        """

        def register(function: F) -> F:
            _once(self.sorts, step)[int(step)] = sorts, _plain(function)
            return function

        return register

    @property
    def waits(self) -> int:
        """How many sorts there are of all steps and choices together; 0 is none."""
        return 1 + max([*self.steps, *self.choices]) + sum(sorts - 1 for sorts, _ in self.sorts.values())

    def points(self, function: F) -> F:
        """The points of a seat, as the rulebook counts them, at any time of the game: `(s, seat) -> int`. Most points win."""
        self.count_points = _plain(function)
        return function

    def tie_break(self, name: str) -> Callable[[F], F]:
        """What decides among equal points, the most first: `(s, seat) -> int`. Several are asked in the order of declaration."""
        return _register(self.tie_breaks, name)

    def fate(self, function: F) -> F:
        """Whether all win or lose together, at the end of the game: `(s) -> Fate`. A game without points needs it."""
        self.decide_fate = _plain(function)
        return function

    def estimate(self, function: F) -> F:
        """What a position that is not over is worth to a seat, from 0 (lost) to 1 (won): `(s, seat) -> float`. It alone may count
        in fractions. Without it, a game with points goes by the distance to the best of the others, and another is worth 0.5.
        """
        self.foresee = _plain(function)
        return function

    def thinks(self, *, iterations: int, rounds: int = 0) -> None:
        """How much the strong bot thinks about each decision in simulations: positions that it plays on, and how many rounds or
        turns ahead (0: to the end). As many iterations as take 50 milliseconds on the average.
        """
        self._effort = Effort(iterations, rounds)

    @property
    def effort(self) -> Effort:
        """How much is thought about a decision, as far as the game says."""
        return self._effort._replace(together=self.count_points is None)

    def turn_order(self, function: F) -> F:
        """The place of a seat in the turn order of the beginning, from 0: `(s, seat) -> int`. Without it, that is seat order."""
        self.find_place = _plain(function)
        return function

    def measure(self, name: str) -> Callable[[F], F]:
        """A figure that simulations report for each seat, as it is at the end: `(s, seat) -> int`."""
        return _register(self.measures, name)

    def law(self, name: str) -> Callable[[F], F]:
        """What holds after every move: `(s) -> bool`."""
        return _register(self.laws, name)

    def guess(self, function: F) -> F:
        """How to fill in what a seat cannot see: `(g, seat)`."""
        self.redeal = _plain(function)
        return function

    def view(self, function: F) -> F:
        """Where a rule of visibility is finer than the fields say: `(v, s, seat)` changes the view v of s."""
        self.refine = _plain(function)
        return function


def _plain(function: Callable[..., Any]) -> FunctionType:
    return cast(FunctionType, rule(function))


def _once(table: dict[Any, Any], key: Any) -> dict[Any, Any]:
    if key in table:
        raise ValueError(f"{getattr(key, 'name', key)} has two rules")
    return table


def _register(table: dict[Any, FunctionType], key: Any) -> Callable[[F], F]:
    def register(function: F) -> F:
        _once(table, key)[key] = _plain(function)
        return function

    return register
