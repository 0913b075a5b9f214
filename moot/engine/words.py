"""A game in words: templates for its questions, moves, events and endings. No rule lives here.

A template names its arguments by number and says what each is: "{0:seat} plays {1:card}". The kinds are functions of the game
from a number to its word; `seat` is always there. The word of a `named` kind depends on the names that players have written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from inspect import signature
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.labels import Label, Labels, shortened
from moot.engine.results import Result
from moot.engine.telling import DICE, LARGE, Dice, Weight
from moot.engine.writing import Names

if TYPE_CHECKING:
    from moot.engine.gestures import Bundle, Gesture, Leaving, Sweep
    from moot.engine.left import Left
    from moot.engine.not_now import Missing, NotNow
    from moot.engine.obvious import Obvious, Usual

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


MOST_GOAL, MOST_SHORT_GOAL = 90, 55  # signs


class Goal(NamedTuple):
    """What wins, where a seat stands and how long it still takes: the line that a page shows all the time."""

    text: str  # at most 90 signs
    short: str  # the same for a phone: at most 55
    # The figures of it that change, each with its name: ("cards left", "23"). How the seats stand is not among them.
    figures: tuple[tuple[str, str], ...] = ()


def fit(most: int, *texts: str) -> str:
    """The first of some texts that is not too long; if all of them are, what there is room for of the last."""
    cut = f"{texts[-1][: most - 1]}…"
    return next((text for text in texts if len(text) <= most), cut)


def minus(number: object) -> str:
    """A number as people read it, with a minus and not a hyphen: "−1"."""
    return str(number).replace("-", "−")


def plural(one: str, many: str | None = None) -> Callable[[int], str]:
    """A kind that counts: "1 chip", "2 chips", "−1 chip"."""
    return lambda n: f"{minus(n)} {one if abs(n) == 1 else many or one + 's'}"


POINTS = plural("point")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


_SPEAKS = re.compile(r"\byour?\b", re.IGNORECASE)  # to whoever hears it


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
    # The kind of piece that comes and goes while a seat is asked, such as an offer: a page has a place of its own for it.
    inbox: str = ""
    seats: tuple[str, ...] = ()  # what the seats are called in the game itself, one for each: "North"
    points: Callable[[int], str] = POINTS  # what is counted to see who wins
    # Where all win or lose together by their points: what it came to, from the result and the names.
    in_numbers: Callable[[Result, Names], str] | None = None
    # The answer in short; a function is given the view, the seat and the arguments. It returns a label whose texts are templates,
    # or such a label and the numbers that they name instead of the arguments. Without one, an answer's verb is its words.
    labels: Labels = field(default_factory=dict)
    # Questions that belong together: a page offers whole ways through them as one answer each.
    gestures: Sequence[Gesture] = ()
    bundles: Sequence[Bundle] = ()  # answers to several questions that are offered as one, beside the first by itself
    sweep: Sweep | None = None  # a choice that is asked until nothing is left to take: all of it can be taken at once
    leaving: Leaving | None = None  # questions of which all that are still to come can be declined at once
    # The verbs of labels in the order in which they stand; others come after these, and exits last.
    order: Sequence[str] = ()
    # Which kinds of answers are not open now, and why: from a view, the seat and, if it takes as many, the names.
    not_now: Missing = field(default_factory=dict)
    # Answers that go without saying: from a view and the seat the arguments, or None. A table may give them for its person.
    obvious: Obvious = field(default_factory=dict)
    # Answers that nearly everybody gives, by choice: a table may give them for who has chosen not to be asked.
    usual: Mapping[Any, Usual] = field(default_factory=dict)
    # What a seat has left to spend when it is asked this, from a view and the seat; None if nothing is to be drawn.
    left: Mapping[Any, Callable[[Any, int], Left | None]] = field(default_factory=dict)
    # What wins, where a seat stands and how long still: from a view, the seat (of NOBODY without "you") and, if it takes as many,
    # the names and the places of the seats (None where these are not shown).
    goal: Callable[..., Goal] | None = None
    # How the game is won, in three sentences: how points are made, what ends it, one thing to try. Or a function of a view.
    how_to_win: Sequence[str] | Callable[[Any], Sequence[str]] = ()
    gauge: Callable[[Any], str] | None = None  # how far all have come together, in a few words, from a view
    # The same as a number with its name, for a game that counts no points: ("in crisis", crises).
    progress: tuple[str, Callable[[Any], int]] | None = None
    # Whether points are shown while the game is played, from a view; without this, where all that they are counted from is public.
    shows_points: Callable[[Any], bool] | None = None
    # Where the points of a seat came from: from the log, the position and the seat, parts that add up to them.
    account: Callable[[Sequence[Any], Any, int], Sequence[tuple[str, int]]] | None = None
    because: Mapping[Any, str] = field(default_factory=dict)  # why all have won or lost, by ending: "no die shows ×"
    # The events that are small or large; others are ordinary.
    weights: Mapping[Any, Weight] = field(default_factory=dict)
    # The dice that were rolled with an event, which has the weight of dice: from the view of whoever is told, as it is when it is
    # told, and as many of the event's arguments as it takes.
    dice: Mapping[Any, Callable[..., Dice]] = field(default_factory=dict)
    # Small events of several seats, which are argument 0, in one sentence: "{0} each draw a card." Other arguments must be alike.
    together: Mapping[Any, str] = field(default_factory=dict)
    # What somebody else reads of an event that says "you" to whoever heard it, who is {5:seat}: "{5:seat} draws {0:card}."
    overheard: Mapping[Any, str] = field(default_factory=dict)

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
        return given(line, view, seat, as_names(names)) if callable(line) else line

    def reason(self, view: Any, seat: int, kind: str, number: int, names: Sequence[str]) -> Line | None:
        """Why a seat cannot choose a piece now."""
        return given(self.why_not, view, seat, kind, number, as_names(names)) if self.why_not else None

    def refusal(
        self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]
    ) -> Line | None:
        """Why a seat cannot make a move, if that depends on more than its pieces."""
        return given(self.why_not_move, view, seat, choice, arguments, as_names(names)) if self.why_not_move else None

    def move(
        self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]
    ) -> tuple[str, tuple[str, ...]]:
        """An answer, and the pieces it names."""
        template = self.moves[choice]
        said = template(view, seat, *arguments) if callable(template) else template
        said, numbers = said if isinstance(said, tuple) else (said, tuple(arguments))
        return self.said(said, numbers, as_names(names))

    def label(self, view: Any, seat: int, choice: IntEnum, arguments: Sequence[int], names: Sequence[str]) -> Label:
        """An answer in short."""
        made = self.labels.get(choice)
        if made is None:
            return Label(self.move(view, seat, choice, arguments, names)[0])
        said = made(view, seat, *arguments) if callable(made) else made
        label, numbers = (said, tuple(arguments)) if isinstance(said, Label) else said
        short, place = shortened(as_names(names)), self.place_of(label.verb)
        verb, cost, outcome = [self.said(text, numbers, short)[0] if "{" in text else text for text in label[:3]]
        return Label(verb, cost, outcome, label.costly, label.exit, place, label.first)

    def missing(self, view: Any, seat: int, choice: IntEnum, names: Names) -> list[NotNow]:
        """What is said of kinds of answers that may not be open now."""
        made = self.not_now.get(choice)
        return list(given(made, view, seat, names)) if made else []

    def place_of(self, verb: str) -> int:
        """Where answers with a verb stand."""
        return self._places.get(verb, len(self.order))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {verb: place for place, verb in enumerate(self.order)}

    def event(self, event: Any, arguments: Sequence[int], names: Sequence[str]) -> Line:
        """What happened."""
        line = self.events[event]
        return Line(line.section, *self.said(line.text, tuple(arguments), as_names(names)))

    def event_overheard(self, event: Any, arguments: Sequence[int], hearer: int, names: Sequence[str]) -> Line:
        """What happened, for somebody else than the seat that was told: nobody there is "you"."""
        known = as_names(names)
        if event in self.overheard:
            return Line(self.events[event].section, *self.said(self.overheard[event], (*arguments, hearer), known))
        line = self.event(event, arguments, known)
        who = known[hearer] if hearer >= 0 else "Everyone"
        return line._replace(text=f"{who} is told: “{line.text}”") if _SPEAKS.search(line.text) else line

    @cached_property
    def weight_of(self) -> dict[Any, Weight]:
        """The weight of every event that is not ordinary."""
        return {**self.weights, **dict.fromkeys(self.dice, DICE)}

    @cached_property
    def staged(self) -> frozenset[IntEnum]:
        """The events that are told with the board as it was then."""
        return frozenset(event for event, weight in self.weight_of.items() if weight in (LARGE, DICE))

    def rolled(self, event: Any, arguments: Sequence[int], view: Any) -> Dice | None:
        """The dice that were rolled with an event, for whoever has this view."""
        made = self.dice.get(event)
        return given(made, view, *arguments) if made else None

    def at_once(self, event: Any, told: Sequence[Sequence[int]], names: Sequence[str]) -> str:
        """A small event that several seats had, in one sentence; empty if there is none for it."""
        seats, others = [one[0] for one in told], {tuple(one[1:]) for one in told}
        if event not in self.together or len(set(seats)) < 2 or len(set(seats)) < len(seats) or len(others) > 1:
            return ""
        who = listed([as_names(names)[seat] for seat in seats])
        return _Teller(self.kinds).vformat(self.together[event], [who, *told[0][1:]], {})

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
        yield f"{won}{self.tie_break(result, names)}."

    def tie_break(self, result: Result, names: Names) -> str:
        """What told the winners from others with as many points, in words; empty if nothing had to."""
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


def given(function: Callable[..., Any], *arguments: Any) -> Any:
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
