"""A game in words: templates for its questions, moves, events and endings. No rule lives here.

A template names its arguments by number and says what each is: "{0:seat} plays {1:card}". The kinds are functions of the game
from a number to its word; `seat` is always there. The word of a `named` kind depends on the names that players have written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from inspect import signature
from string import Formatter
from typing import Any, NamedTuple

from moot.engine.results import Result
from moot.engine.writing import Names

Kinds = Mapping[str, Callable[[int], str]]


class Line(NamedTuple):
    """A sentence, the section of the rulebook it applies, and the pieces of the game it names: `problem-7` is problem 7."""

    section: str  # of the rulebook: "3.2.1"
    text: str  # what is said
    pieces: tuple[str, ...] = ()  # that it names


class Strip(NamedTuple):
    """Where a game stands, as the top of a page shows it."""

    title: str  # "Turn 3 of 8"
    phases: tuple[str, ...] = ()  # by name
    phase: int = 0  # which of them is the present one


def minus(number: object) -> str:
    """A number as people read it, with a minus and not a hyphen: "−1"."""
    return str(number).replace("-", "−")


def plural(one: str, many: str | None = None) -> Callable[[int], str]:
    """A kind that counts: "1 chip", "2 chips", "−1 chip"."""
    return lambda n: f"{minus(n)} {one if abs(n) == 1 else many or one + 's'}"


POINTS = plural("point")


class _Teller(Formatter):
    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds

    def format_field(self, value: Any, format_spec: str) -> Any:
        kind = self.kinds.get(format_spec)
        return kind(value) if kind else super().format_field(value, format_spec)


@dataclass(frozen=True, eq=False)
class Words:
    """All words of a game."""

    kinds: Kinds  # from a number to a word, by the name that templates use
    # The question; a function is given the view, the seat and, if it takes that many, the names.
    choices: Mapping[Any, Line | Callable[..., Line]]
    # The answer; a function is given the view, the seat and the arguments. It returns a template, or a template and the numbers
    # that it names instead of the arguments.
    moves: Mapping[Any, str | Callable[..., str | tuple[str, tuple[int, ...]]]]
    events: Mapping[Any, Line]  # what happened
    endings: Mapping[Any, Line]  # how the game ended
    picture: Callable[[Any, int, Names], str]  # the position as text, from a view, its seat and the names
    scenes: frozenset[IntEnum] = field(default_factory=frozenset)  # the events after which a story shows the picture
    pieces: frozenset[str] = frozenset()  # the kinds that are pieces on the table; `seat` always is
    strip: Callable[[Any], Strip] | None = None  # turn and phase, from a view
    # Why a seat cannot choose a piece now, from a view, the seat, the piece's kind, its number and, if it takes that many, the
    # names; None if there is nothing to say.
    why_not: Callable[..., Line | None] | None = None
    # Why a seat cannot make a move, from a view, the seat, the choice, the move's arguments and, if it takes that many, the names;
    # None if what is said of the move's pieces will do.
    why_not_move: Callable[..., Line | None] | None = None
    named: Mapping[str, Callable[[int, Names], str]] = field(default_factory=dict)  # kinds that need the names too
    amounts: frozenset[IntEnum] = frozenset()  # the choices that ask how many: a page takes a number for them
    seats: tuple[str, ...] = ()  # what the seats are called in the game itself, one for each: "North"
    points: Callable[[int], str] = POINTS  # what is counted to see who wins
    # Where all win or lose together by their points: what it came to, from the result and the names.
    in_numbers: Callable[[Result, Names], str] | None = None

    def say(self, template: str, arguments: Sequence[int], names: Sequence[str]) -> str:
        """A template filled in."""
        return self.said(template, tuple(arguments), as_names(names))[0]

    @cached_property
    def said(self) -> Callable[[str, tuple[int, ...], Names], tuple[str, tuple[str, ...]]]:
        """A template filled in, and the pieces it names. Tables say the same things over and over: what was said is kept."""

        @lru_cache(maxsize=8_000)
        def fill(template: str, arguments: tuple[int, ...], names: Names) -> tuple[str, tuple[str, ...]]:
            named = {kind: _with(word, names) for kind, word in self.named.items()}
            kinds = {"seat": lambda seat: names[seat], **self.kinds, **named}
            return _Teller(kinds).vformat(template, arguments, {}), tuple(self._pieces_in(template, arguments))

        return fill

    def _pieces_in(self, template: str, arguments: Sequence[int]) -> Iterator[str]:
        for _, place, kind, _ in Formatter().parse(template):
            if place and kind and (kind in self.pieces or kind == "seat"):
                yield f"{kind}-{arguments[int(place)]}"

    def question(self, view: Any, seat: int, choice: IntEnum, names: Sequence[str] = ()) -> Line:
        """What a seat is asked."""
        line = self.choices[choice]
        return _given(line, view, seat, as_names(names)) if callable(line) else line

    def reason(self, view: Any, seat: int, kind: str, number: int, names: Sequence[str]) -> Line | None:
        """Why a seat cannot choose a piece now."""
        return _given(self.why_not, view, seat, kind, number, as_names(names)) if self.why_not else None

    def refusal(
        self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]
    ) -> Line | None:
        """Why a seat cannot make a move, if that depends on more than its pieces."""
        return _given(self.why_not_move, view, seat, choice, arguments, as_names(names)) if self.why_not_move else None

    def move(
        self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]
    ) -> tuple[str, tuple[str, ...]]:
        """An answer, and the pieces it names."""
        template = self.moves[choice]
        said = template(view, seat, *arguments) if callable(template) else template
        said, numbers = said if isinstance(said, tuple) else (said, tuple(arguments))
        return self.said(said, numbers, as_names(names))

    def event(self, event: Any, arguments: Sequence[int], names: Sequence[str]) -> Line:
        """What happened."""
        line = self.events[event]
        return Line(line.section, *self.said(line.text, tuple(arguments), as_names(names)))

    def result(self, result: Result, names: Sequence[str], why: str = "", where: str = "") -> Line:
        """How a game has ended: the words of its ending, then who has won, with what, and what broke a tie. Of a game that was
        ended early: why, and how it stood; where no points are counted, where it stood ("Turn 3 of 8").
        """
        if result.ending is None:
            early = why or "The game was ended early."
            return Line("", " ".join([early, *self._leading(result, as_names(names), where)]))
        line = self.endings[result.ending]
        return Line(line.section, " ".join([line.text, *self._winning(result, as_names(names))]))

    def _winning(self, result: Result, names: Names) -> Iterator[str]:
        """Who has won, where the words of the ending cannot know."""
        if result.together and self.in_numbers:
            yield self.in_numbers(result, names)
        if not result.points or result.together:
            return
        winners, points = result.winners, self.points(result.points[result.winners[0]])
        who = listed([names[seat] for seat in winners])
        won = f"{who} wins with {points}" if len(winners) == 1 else f"{who} share the win with {points} each"
        yield f"{won}{self._tie_break(result, names)}."

    def _tie_break(self, result: Result, names: Names) -> str:
        """What told the winners from others with as many points."""
        if result.decided_by is None:
            return ""
        first, counts = result.winners[0], result.tie_breaks[result.decided_by]
        equal = [
            s for s, points in enumerate(result.points) if points == result.points[first] and s not in result.winners
        ]
        told = f"{minus(counts[first])} against {listed([minus(counts[seat]) for seat in equal])}"
        return f"; the tie with {listed([names[seat] for seat in equal])} is broken by {result.decided_by}, {told}"

    def _leading(self, result: Result, names: Names, where: str) -> Iterator[str]:
        """How it stood when it was broken off."""
        if result.points:
            stood = (f"{names[seat]} {self.points(result.points[seat])}" for seat in result.order)
            yield f"It stood: {', '.join(stood)}."
        elif where:
            yield f"It stood at: {where}."


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "Ada, Ben and Cleo"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _with(word: Callable[[int, Names], str], names: Names) -> Callable[[int], str]:
    return lambda number: word(number, names)


def _given(function: Callable[..., Any], *arguments: Any) -> Any:
    """A game's own function, given as many of these as it takes."""
    return function(*arguments[: _places(function)])


@cache
def _places(function: Callable[..., Any]) -> int:
    return len(signature(function).parameters)


def as_names(names: Sequence[str]) -> Names:
    """The names of the seats as words take them."""
    return names if isinstance(names, Names) else Names(names)


def seat_names(words: Words, seats: int) -> list[str]:
    """Names for seats that nobody has named."""
    return [words.seats[seat] if seat < len(words.seats) else f"Player {seat + 1}" for seat in range(seats)]
