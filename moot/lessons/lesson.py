"""What a lesson is made of, as its author wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from moot.engine import GameError

FILE, LOCK = "lesson.md", "lesson.lock"
YOU = "you"  # the seat of whoever learns
MOST_WORDS, FEWEST_STEPS, MOST_STEPS, MOST_HINTS = 40, 6, 12, 5


class LessonError(GameError):
    """A lesson that cannot be read or played: where, and what to do about it."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"{FILE}:{line}: {what}")
        self.line = line


class Aim(NamedTuple):
    """A kind of move, by its verb and what it names: `Seed [Warrior 1]`. Without a verb it is any move."""

    verb: str = ""
    named: tuple[str, ...] = ()  # what stands in brackets
    text: str = ""  # that is written with it

    def __str__(self) -> str:
        return " ".join([self.verb or "anything", *(f"[{name}]" for name in self.named)])


class Cue(NamedTuple):
    """What a bot does: of which name, and which move."""

    who: str
    aims: tuple[Aim, ...]


class Until(NamedTuple):
    """When something is over: with an event, when a figure of the view is as large as this, or with the game."""

    event: str = ""
    figure: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"event {self.event}" if self.event else f"{self.figure} {self.number}" if self.figure else "the end"


class Answer(NamedTuple):
    """One of the answers to a question of the coach."""

    text: str
    right: bool
    why: str


class Hint(NamedTuple):
    """What the coach says of a move of some verb that is far from the best."""

    verb: str
    text: str


class Watch(NamedTuple):
    """What the bots do while somebody watches: the moves that are written down, then as greedy bots do."""

    cues: tuple[Cue, ...] = ()
    until: Until | None = None  # it stops here; otherwise when the learner is asked


@dataclass(frozen=True)
class Step:
    """One idea: what is said, and what is done about it."""

    number: int
    title: str
    line: int  # of the file
    say: str
    do: tuple[tuple[Aim, ...], ...] = ()  # one answer after the other, each with the moves that are right
    otherwise: str = ""  # what other moves are answered by
    watch: Watch | None = None
    ask: str = ""
    answers: tuple[Answer, ...] = ()
    free: Until | None = None
    hints: tuple[Hint, ...] = ()

    @property
    def texts(self) -> list[str]:
        """All that is said in it."""
        said = [answer.text for answer in self.answers] + [answer.why for answer in self.answers]
        return list(filter(None, [self.say, self.otherwise, self.ask, *said, *(hint.text for hint in self.hints)]))


@dataclass(frozen=True, eq=False)
class Lesson:
    """A whole lesson."""

    title: str
    minutes: int
    seed: int
    seats: tuple[str, ...]  # by name; one of them is `you`
    steps: tuple[Step, ...]
    digest: str  # of its text
    preset: str | None = None
    options: dict[str, object] = field(default_factory=dict)
    begin: Until | None = None  # greedy bots play all seats until here
    lines: dict[str, int] = field(default_factory=dict)  # of the head

    @property
    def seat(self) -> int:
        """Of whoever learns."""
        return self.seats.index(YOU)
