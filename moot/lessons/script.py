"""What a lesson asks for, one beat after the other. Where it stands follows from the moves and from what the learner has read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache, cached_property
from typing import NamedTuple

from moot.bots import GREEDY, choose_for, luck_of
from moot.bots.rating import is_far_below
from moot.engine import Game, Move, Sitting
from moot.lessons.lesson import Aim, Cue, Lesson, Step, Until
from moot.lessons.reading import lesson_of

READ_FIRST = "Read this first, then press Next."
ANSWER_FIRST = "Answer the coach’s question first."
WATCH_FIRST = "Watch for a moment: the others move."
AGAIN = "Press it again if you mean it."


class Kind(Enum):
    """What a beat waits for."""

    READ = "read"  # until the learner goes on
    ASK = "ask"  # until the learner has answered
    DO = "do"  # a move of the learner
    WATCH = "watch"  # the bots
    FREE = "free"  # until something has happened


class Beat(NamedTuple):
    """The smallest part of a lesson."""

    kind: Kind
    step: Step
    aims: tuple[Aim, ...] = ()  # of what is to be done: the moves that are right


class Standing(NamedTuple):
    """Where a lesson stands."""

    beat: int = 0
    moves: int = 0  # that had been made when the beat began
    heard: int = 0  # how long the game's log was then


class Script:
    """A lesson as it is played. It decides nothing about the game: who may move what, the rules say."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.seat = lesson, lesson.seat

    @cached_property
    def beats(self) -> list[Beat]:
        """All of it, in order."""
        return [beat for step in self.lesson.steps for beat in _beats(step)]

    @property
    def last(self) -> int:
        """The beat with which the lesson is learned: what follows is play."""
        return len(self.beats) - 1

    # Where it stands

    def begun(self, sitting: Sitting) -> Standing:
        """The lesson begins in this position."""
        return self.advance(Standing(0, len(sitting.history), len(sitting.log)), sitting)

    def advance(self, at: Standing, sitting: Sitting) -> Standing:
        """Where it stands after a move."""
        while at.beat < self.last and self._is_over(at, sitting):
            at = self._next(at, sitting)
        return at

    def learned(self, at: Standing, sitting: Sitting) -> Standing:
        """Where it stands when the learner has read or answered what was there."""
        after = Standing(min(at.beat + 1, self.last), len(sitting.history), len(sitting.log))
        return self.advance(after, sitting)

    def _next(self, at: Standing, sitting: Sitting) -> Standing:
        """What was read is done with the move that comes after it; else a move counts once."""
        if self.beats[at.beat].kind is Kind.READ:
            return at._replace(beat=at.beat + 1)
        return Standing(at.beat + 1, len(sitting.history), len(sitting.log))

    def _is_over(self, at: Standing, sitting: Sitting) -> bool:
        beat = self.beats[at.beat]
        if beat.kind is Kind.WATCH:
            return self._is_seen(at, sitting)
        if beat.kind is Kind.FREE:
            return beat.step.free is not None and self.has_come(beat.step.free, at, sitting)
        moved = any(seat == self.seat for seat, _ in sitting.history[at.moves :])
        return moved and beat.kind is not Kind.ASK

    def _is_seen(self, at: Standing, sitting: Sitting) -> bool:
        watch = self.beats[at.beat].step.watch
        if watch is None or sitting.over:
            return True
        if len(sitting.history) - at.moves < len(watch.cues):
            return False
        return self.has_come(watch.until, at, sitting) if watch.until else self.seat in sitting.waiting

    def has_come(self, until: Until, at: Standing, sitting: Sitting) -> bool:
        """Whether something has happened since a beat began."""
        told = (entry.event for entry in sitting.log[at.heard :] if entry.event is not None)
        if until.event:
            return sitting.over or any(event.name.lower() == until.event for event in told)
        return sitting.over or (bool(until.figure) and int(getattr(sitting.look(), until.figure)) >= until.number)

    # What the learner may do

    def right(self, at: Standing, sitting: Sitting) -> list[Move]:
        """The moves that are right now. If none of those meant is legal, as another way was taken before, any is."""
        return self.meant(at, sitting) or (sitting.moves(self.seat) if self._to_do(at) else [])

    def meant(self, at: Standing, sitting: Sitting) -> list[Move]:
        """The legal moves that are written down, those written first before others."""
        beat, moves = self._to_do(at), sitting.moves(self.seat)
        found = {move.number: move for aim in beat.aims for move in moves if matches(aim, move)} if beat else {}
        return list(found.values())

    def _to_do(self, at: Standing) -> Beat | None:
        """What is to be done: now, or as soon as this is read."""
        reads = self.beats[at.beat].kind is Kind.READ and at.beat < self.last
        beat = self.beats[at.beat + 1 if reads else at.beat]
        return beat if beat.kind is Kind.DO else None

    def refusal(self, at: Standing, sitting: Sitting, number: int) -> str:
        """What the coach says to a move of the learner that changes nothing; empty if it is made."""
        beat, to_do = self.beats[at.beat], self._to_do(at)
        if to_do is not None:
            right = any(move.number == number for move in self.right(at, sitting))
            return "" if right else to_do.step.otherwise if beat is to_do else READ_FIRST
        return {Kind.READ: READ_FIRST, Kind.ASK: ANSWER_FIRST, Kind.WATCH: WATCH_FIRST}.get(beat.kind, "")

    def hint(self, at: Standing, sitting: Sitting, number: int) -> str:
        """What the coach says of a move in free play that is far from the best, before it is made; else empty."""
        if (step := self.beats[at.beat].step).free is None:
            return ""
        verb = next((move.label.verb for move in sitting.moves(self.seat) if move.number == number), "")
        said = next((hint.text for hint in step.hints if is_called(hint.verb, verb)), "")
        return f"{said} {AGAIN}" if said and is_far_below(sitting, self.seat, number) else ""

    # What the bots do

    def mover(self, at: Standing, sitting: Sitting) -> int | None:
        """The bot that moves now; None if the learner is waited for."""
        beat, bots = self.beats[at.beat], [seat for seat in sitting.waiting if seat != self.seat]
        if beat.kind in (Kind.READ, Kind.ASK) or not bots:
            return None
        if beat.kind is Kind.WATCH and (cue := self._cue(at, sitting)) is not None:
            return self.lesson.seats.index(self._cues(beat)[cue].who)
        return None if beat.kind is Kind.DO and self.seat in sitting.waiting else bots[0]

    def _cue(self, at: Standing, sitting: Sitting) -> int | None:
        made = len(sitting.history) - at.moves
        return made if made < len(self._cues(self.beats[at.beat])) else None

    def _cues(self, beat: Beat) -> Sequence[Cue]:
        return beat.step.watch.cues if beat.step.watch else ()

    def written_move(self, at: Standing, sitting: Sitting, seat: int) -> int | None:
        """The move of a bot that is written down; None if it moves as a greedy bot does."""
        cue = self._cue(at, sitting) if self.beats[at.beat].kind is Kind.WATCH else None
        aims = self._cues(self.beats[at.beat])[cue].aims if cue is not None else ()
        moves = sitting.moves(seat) if aims else []
        return next((move.number for aim in aims for move in moves if matches(aim, move)), None)


def greedy_move(sitting: Sitting, seat: int) -> int:
    """The move of a greedy bot, whose luck is the same whenever the lesson is played."""
    luck = luck_of(sitting.machine, bot_seed(sitting.seed, len(sitting.history), seat))
    return choose_for(sitting.machine, sitting.array, seat, GREEDY, luck)


def bot_seed(seed: int, number: int, seat: int) -> int:
    """What the luck of a bot's move begins with."""
    return (seed * 31 + number * 8 + seat) % 2**53


def opening_moves(lesson: Lesson, sitting: Sitting) -> Iterator[tuple[int, int]]:
    """The moves that greedy bots make for all seats until the lesson begins, which is when the learner is asked; each is to be made
    before the next is asked for.
    """
    script, begin = Script(lesson), lesson.begin
    while begin and not (script.has_come(begin, Standing(), sitting) and lesson.seat in sitting.waiting):
        seat = sitting.waiting[0]
        yield seat, greedy_move(sitting, seat)


@cache
def script_of(game: Game) -> Script | None:
    """A game's lesson as it is played; None if it has none."""
    lesson = lesson_of(game)
    return Script(lesson) if lesson else None


def matches(aim: Aim, move: Move) -> bool:
    """Whether a move is of a kind: its verb, and whatever is named in brackets is one of its pieces or in its words."""
    said = f"{move.words} {move.label.cost} {move.label.outcome}"
    named = all(name in move.pieces or _is_in(name, said) for name in aim.named)
    return named and (not aim.verb or is_called(aim.verb, move.label.verb))


def _is_in(name: str, said: str) -> bool:
    """Whether a name stands in a text, and not as the beginning of another: node 1 is not node 12."""
    at = said.find(name)
    after = said[at + len(name) : at + len(name) + 1]
    return at >= 0 and not (name[-1].isdigit() and after.isdigit())


def is_called(verb: str, move: str) -> bool:
    """Whether a move has a verb: "Push" is both "Push: happens" and "Push: does not"."""
    return verb == move or move.startswith(f"{verb}:")


def _beats(step: Step) -> list[Beat]:
    if step.do:
        watch = [Beat(Kind.WATCH, step)] if step.watch is not None else []
        return [*(Beat(Kind.DO, step, aims) for aims in step.do), *watch]
    if step.watch is not None:
        return [Beat(Kind.WATCH, step), Beat(Kind.READ, step)]
    return [Beat(Kind.ASK if step.ask else Kind.FREE if step.free is not None else Kind.READ, step)]
