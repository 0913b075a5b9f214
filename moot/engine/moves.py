"""A move as people and programs are handed it, what it leads to, and how it is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

from moot.engine.hearing import Told
from moot.engine.labels import Label


class MoveError(ValueError):
    """A move that cannot be made. Nothing has changed."""


@dataclass(frozen=True)
class Move:
    """Something a seat may answer."""

    number: int  # in the game's one numbering of all moves
    choice: IntEnum  # what it answers
    arguments: tuple[int, ...]  # of the choice
    words: str  # what a person reads
    pieces: tuple[str, ...] = ()  # what it names: `problem-7` is problem 7
    writes: bool = False  # whether it may carry a text: the name that it writes
    also: tuple[int, ...] = ()  # the numbers of the answers that follow, if it is a whole gesture
    side: str = ""  # what tells apart the ways of a gesture that a page goes through one by one
    begins: str = ""  # and what comes of their first answer, by which the page lists them before
    _label: Callable[[], Label] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def label(self) -> Label:
        """The same in short: kind, cost and outcome. It is made when it is first asked for, from what the seat saw then."""
        return self._label() if self._label else Label(self.words)

    def __str__(self) -> str:
        return self.words


def move_of(parts: Mapping[str, Any]) -> Move:
    """A move of these parts. Moves are made by the hundred, and a frozen class takes five times as long."""
    move = Move.__new__(Move)
    move.__dict__.update(parts)
    return move


def altered(move: Move, **other: Any) -> Move:
    """The same move, but for these of its parts."""
    parts = {**move.__dict__, **other}
    parts.pop("label", None)  # it was made of what may be other now
    return move_of(parts)


class Outcome(NamedTuple):
    """What a move leads to, as it was found on a copy of the record."""

    seat: int  # that would make the move
    number: int  # of the move
    text: str  # that is written with it
    record: bytes  # the position it leads to
    over: bool  # whether the game is over then
    told: Told  # what is told with it
    shown: bool  # whether others have heard of it at once, or chance had a part in it
    turn: int  # of the sitting, when it was tried
