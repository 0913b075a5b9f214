"""A game in words: templates for its questions, moves, events and endings. No rule lives here.

A template names its arguments by number and says what each is: "{0:seat} plays {1:card}". The kinds are functions of the game
from a number to its word; `seat` is always there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from string import Formatter
from typing import Any, NamedTuple

Kinds = Mapping[str, Callable[[int], str]]


class Line(NamedTuple):
    """A sentence, and the section of the rulebook it applies."""

    section: str
    text: str


def plural(one: str, many: str | None = None) -> Callable[[int], str]:
    """A kind that counts: "1 chip", "2 chips"."""
    return lambda n: f"{n} {one if n == 1 else many or one + 's'}"


class _Teller(Formatter):
    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds

    def format_field(self, value: Any, format_spec: str) -> Any:
        kind = self.kinds.get(format_spec)
        return kind(value) if kind else super().format_field(value, format_spec)


@dataclass(frozen=True)
class Words:
    """All words of a game."""

    kinds: Kinds
    choices: Mapping[Any, Line | Callable[[Any, int], Line]]  # the question; a function is given the view and the seat
    moves: Mapping[
        Any, str | Callable[..., str]
    ]  # the answer; a function is given the view, the seat and the arguments
    events: Mapping[Any, Line]
    endings: Mapping[Any, Line]
    picture: Callable[
        [Any, int, Sequence[str]], str
    ]  # the position as text, from a view, its seat and the seats' names
    scenes: frozenset[IntEnum] = field(default_factory=frozenset)  # the events after which a story shows the picture

    def say(self, template: str, arguments: Sequence[int], names: Sequence[str]) -> str:
        """A template filled in."""
        kinds = {"seat": lambda seat: names[seat], **self.kinds}
        return _Teller(kinds).vformat(template, arguments, {})

    def question(self, view: Any, seat: int, choice: IntEnum) -> Line:
        """What a seat is asked."""
        line = self.choices[choice]
        return line(view, seat) if callable(line) else line

    def move(self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]) -> str:
        """An answer."""
        template = self.moves[choice]
        said = template(view, seat, *arguments) if callable(template) else template
        return self.say(said, arguments, names)

    def event(self, event: Any, arguments: Sequence[int], names: Sequence[str]) -> Line:
        """What happened."""
        section, text = self.events[event]
        return Line(section, self.say(text, arguments, names))


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has named."""
    return [f"Player {seat + 1}" for seat in range(seats)]
