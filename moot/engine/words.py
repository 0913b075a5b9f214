"""A game in words: templates for its questions, moves, events and endings. No rule lives here.

A template names its arguments by number and says what each is: "{0:seat} plays {1:card}". The kinds are functions of the game
from a number to its word; `seat` is always there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from string import Formatter
from typing import Any, NamedTuple

Kinds = Mapping[str, Callable[[int], str]]


class Line(NamedTuple):
    """A sentence, the section of the rulebook it applies, and the pieces of the game it names: `problem-7` is problem 7."""

    section: str
    text: str
    pieces: tuple[str, ...] = ()


class Strip(NamedTuple):
    """Where a game stands, as the top of a page shows it."""

    title: str  # "Turn 3 of 8"
    phases: tuple[str, ...] = ()
    phase: int = 0  # which of them is the present one


def plural(one: str, many: str | None = None) -> Callable[[int], str]:
    """A kind that counts: "1 chip", "2 chips"."""
    return lambda n: f"{n} {one if n == 1 else many or one + 's'}"


class _Teller(Formatter):
    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds

    def format_field(self, value: Any, format_spec: str) -> Any:
        kind = self.kinds.get(format_spec)
        return kind(value) if kind else super().format_field(value, format_spec)


@dataclass(frozen=True, eq=False)
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
    pieces: frozenset[str] = frozenset()  # the kinds that are pieces on the table; `seat` always is
    strip: Callable[[Any], Strip] | None = None  # turn and phase, from a view
    # Why a seat cannot choose a piece now, from a view, the seat, the piece's kind and its number; None if there is nothing to say.
    why_not: Callable[[Any, int, str, int], Line | None] | None = None

    def say(self, template: str, arguments: Sequence[int], names: Sequence[str]) -> str:
        """A template filled in."""
        return self.said(template, tuple(arguments), tuple(names))[0]

    @cached_property
    def said(self) -> Callable[[str, tuple[int, ...], tuple[str, ...]], tuple[str, tuple[str, ...]]]:
        """A template filled in, and the pieces it names. Tables say the same things over and over: what was said is kept."""

        @lru_cache(maxsize=8_000)
        def fill(template: str, arguments: tuple[int, ...], names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
            kinds = {"seat": lambda seat: names[seat], **self.kinds}
            return _Teller(kinds).vformat(template, arguments, {}), tuple(self._pieces_in(template, arguments))

        return fill

    def _pieces_in(self, template: str, arguments: Sequence[int]) -> Iterator[str]:
        for _, place, kind, _ in Formatter().parse(template):
            if place and kind and (kind in self.pieces or kind == "seat"):
                yield f"{kind}-{arguments[int(place)]}"

    def question(self, view: Any, seat: int, choice: IntEnum) -> Line:
        """What a seat is asked."""
        line = self.choices[choice]
        return line(view, seat) if callable(line) else line

    def move(
        self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]
    ) -> tuple[str, tuple[str, ...]]:
        """An answer, and the pieces it names."""
        template = self.moves[choice]
        said = template(view, seat, *arguments) if callable(template) else template
        return self.said(said, tuple(arguments), tuple(names))

    def event(self, event: Any, arguments: Sequence[int], names: Sequence[str]) -> Line:
        """What happened."""
        line = self.events[event]
        return Line(line.section, *self.said(line.text, tuple(arguments), tuple(names)))


def seat_names(seats: int) -> list[str]:
    """Names for seats that nobody has named."""
    return [f"Player {seat + 1}" for seat in range(seats)]
