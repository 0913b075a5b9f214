"""A table as its log has made it. `fold` takes one entry after the other, and nothing else changes a table: from the same entries
come the same seats, clocks, chat and position, whenever and wherever they are folded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, singledispatchmethod
from hashlib import blake2b
from hmac import compare_digest

import msgspec

from moot.bots import LEVELS
from moot.engine import NOBODY, Game, Line, Outcome, Result, SavedGameError, Sitting, resume
from moot.engine.saving import read_row
from moot.engine.undo import go_back
from moot.lessons import Script, Standing, script_of
from moot.table.feeds.messages import NOBODY_IN_PARTICULAR
from moot.table.live.entries import (
    Away,
    Back,
    Body,
    Clock,
    Ended,
    Learned,
    Moved,
    Next,
    Opened,
    Paused,
    Resumed,
    Rules,
    Said,
    Sat,
    Seated,
    Taught,
    TimeUp,
    TookBack,
)
from moot.table.live.hours import Hours, deadline
from moot.table.live.scenes import Scenes
from moot.table.live.told import Told
from moot.table.workshops.workshop import phase_of

PERSON, OPEN = "person", "open"
PLAYING, OVER, ENDED, KEPT = "playing", "over", "ended", "kept"


@dataclass
class Chair:
    """A seat at the table: for a person (or several), open, or a bot's."""

    kind: str
    name: str
    sitters: set[str] = field(default_factory=set)
    key: str = ""  # what its people give to those with whom they share it
    stand_in: bool = False  # a bot plays until its person is back
    since: float = 0.0  # when its answer began to be awaited; 0: it is not
    left_by: str = ""  # of an open seat: the kind of bot that played it before

    def opens_to(self, key: str) -> bool:
        """Whether a key is the seat's."""
        return bool(self.key) and compare_digest(key.encode(), self.key.encode())

    @property
    def is_bot(self) -> bool:
        """Whether the seat is a bot's own."""
        return self.kind in LEVELS

    def as_sat(self) -> Sat:
        """The seat as it is written down."""
        return Sat(self.kind, self.name, tuple(sorted(self.sitters)), self.key, self.left_by)


def chair(sat: Sat) -> Chair:
    """A seat as it was written down."""
    return Chair(sat.kind, sat.name, set(sat.sitters), sat.key, left_by=sat.left_by)


def _taken(before: Chair, sat: Sat) -> Chair:
    """A seat from now on. The same people under another name are awaited since when they were."""
    now = chair(sat)
    if before.kind == now.kind == PERSON and before.sitters == now.sitters:
        now.stand_in, now.since = before.stand_in, before.since
    return now


class Glance(msgspec.Struct, frozen=True):
    """What there was right after a seat's last answer: from it is told what has changed since."""

    at: float
    heard: int  # how long the log was
    record: bytes  # the position


@dataclass(frozen=True)
class TableInfo:
    """What is fixed when a table is opened."""

    id: str
    game: Game
    options: dict[str, int]
    seed: int
    host: str | None
    public: bool
    idle: int
    at: float
    workshop: str | None = None
    place: int | None = None  # among the workshop's tables, from 1
    votes: bool = False  # people who share a seat vote; otherwise the first answer counts
    hours: Hours | None = None  # of play over days: which count; None: it is played live
    stands: bool = False  # what was told stands: nobody takes it back
    lesson: Taught | None = None  # that it is; None: it is none


def info_of(table: str, at: float, opened: Opened, game: Game, options: dict[str, int]) -> TableInfo:
    """What is fixed, from the first entry; but for the options, which other rules may know by other names."""
    fixed = opened.seed, opened.host, opened.public, opened.idle, at, opened.workshop, opened.place, opened.votes
    return TableInfo(table, game, options, *fixed, opened.hours, opened.stands, opened.lesson)


def script_for(info: TableInfo) -> Script | None:
    """The lesson of a table; None if it is none, or its text has changed since: then it is a game like any other."""
    script = script_of(info.game) if info.lesson else None
    return script if script and info.lesson and script.lesson.digest == info.lesson.digest else None


def mark_of(record: bytes) -> str:
    """A fingerprint of a position: two servers, or two releases, that come to another one notice it at once."""
    return blake2b(record, digest_size=8).hexdigest()


class MarkError(SavedGameError):
    """An entry that leads to another position than it did when it was written."""


class TableState:
    """What a table's entries come to."""

    def __init__(self, info: TableInfo, chairs: Sequence[Chair]) -> None:
        self.info, self.chairs = info, list(chairs)
        self.sitting = _staged(Sitting(info.game, info.options, info.seed))
        self.scenes = Scenes()
        self.number, self.at = 0, info.at  # of the last entry
        self.answers = [0] * len(self.chairs)  # given by each seat, taken back ones and taking back counted
        self.seating = 0  # rises with every entry that is not about the game itself: seats, pauses, clocks
        self.epoch = 0  # rises when lines of the log have been taken back
        self.glances: list[Glance | None] = [None] * len(
            self.chairs
        )  # of each seat; none after it has taken a step back
        self.past: list[Told | None] = []  # told before the table went on from a record
        self.chat: list[Said] = []
        self.state, self.why = PLAYING, ""
        self.next: str | None = None  # the table of the rematch
        self.paused = 0.0  # since when; 0: it is not
        self.times: Mapping[str, int] = {}  # seconds for a phase, by its name
        self.only_show = False  # when the time is over nothing happens
        self.due = 0.0  # when the time of the present phase is over; 0: there is no clock
        self.time_is_up = False  # bots play for those who have not answered in time
        self.phase_began = 0  # with which entry
        self._phase = ("", "")  # watched only where there is a clock
        self.script = script_for(info)  # of a lesson
        self.lesson: Standing | None = None  # where it stands
        self.decided: list[tuple[Moved, Outcome]] = []  # the moves that were decided on here, and what each leads to
        self._name_seats()
        self._watch_the_clock()
        self._follow_the_lesson()

    def opened(self, rules: str) -> Opened:
        """The table's first entry, for rules of this fingerprint."""
        info, sat = self.info, tuple(chair.as_sat() for chair in self.chairs)
        way = info.host, info.public, info.idle, info.votes, info.workshop, info.place, info.hours, info.stands
        options = dict(info.game.says(info.options))
        return Opened(info.game.name, rules, options, info.seed, sat, mark_of(bytes(self.sitting)), *way, info.lesson)

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [chair.name for chair in self.chairs]

    def _name_seats(self) -> None:
        self.sitting.names = self.names

    # One entry after the other

    def fold(self, number: int, at: float, body: Body) -> None:
        """The next entry. If it cannot be folded, the table is no longer right."""
        self.number, self.at = number, at
        self.seating += int(not isinstance(body, Moved | TookBack | Said))
        _way_to_fold(type(body))(self, body)

    @singledispatchmethod
    def _fold(self, body: Body) -> None:
        raise SavedGameError(f"An entry {type(body).__name__} cannot come here.")

    @_fold.register
    def _(self, body: Seated) -> None:
        for seat, sat in body.chairs.items():
            self.chairs[seat] = _taken(self.chairs[seat], sat)
        self._name_seats()
        self._watch_the_clock()

    @_fold.register
    def _(self, body: Moved) -> None:
        heard = len(self.sitting.log)
        self.sitting.take_over(self._outcome_of(body))
        self.scenes.note(self.sitting, heard)
        self.answers[body.seat] += 1
        self.glances[body.seat] = Glance(self.at, len(self.sitting.log), bytes(self.sitting))
        self._watch_the_clock(body.seat)
        self._watch_the_phase()
        self._follow_the_lesson()
        if self.sitting.over:
            self.state = OVER

    def _outcome_of(self, body: Moved) -> Outcome:
        """What a move leads to. If it was decided on here that is known; else it must be what it was when it was written."""
        decided = next((outcome for moved, outcome in self.decided if moved is body), None)
        self.decided = self.decided[1:] if decided else []
        if decided is not None and decided.turn == self.sitting.turn:
            return decided
        row = [body.seat, body.choice, *body.arguments, *([body.text] if body.text else [])]
        outcome = self.sitting.outcome(*read_row(self.info.game, row))
        if body.mark and body.mark != mark_of(outcome.record):
            raise MarkError(f"Entry {self.number} leads to another position than it did when it was written.")
        return outcome

    @_fold.register
    def _(self, body: TookBack) -> None:
        go_back(self.sitting, body.seat, told=body.told)
        self.sitting.scenes.clear()
        self.answers[body.seat] += 1
        self.glances[body.seat] = None
        self.epoch += 1
        self._watch_the_clock(body.seat)
        self._watch_the_phase()

    @_fold.register
    def _(self, body: Said) -> None:
        """What was for one seat before it was written down who heard it was for those who held the two, as far as is known."""
        if body.ears is None and body.to != NOBODY_IN_PARTICULAR:
            held = [self.chairs[seat].sitters for seat in (body.seat, body.to) if seat != NOBODY]
            body = msgspec.structs.replace(body, ears=tuple(sorted(set().union(*held))))
        self.chat.append(body)

    @_fold.register
    def _(self, body: Paused) -> None:
        self.paused = self.at

    @_fold.register
    def _(self, body: Resumed) -> None:
        """Those who are awaited have as much time as they had."""
        while_paused, self.paused = self.at - self.paused, 0.0
        for chair in self.chairs:
            chair.since += while_paused if chair.since else 0.0
        self.due += while_paused if self.due else 0.0

    @_fold.register
    def _(self, body: Clock) -> None:
        self.times, self.only_show, self.due = body.times, body.only_show, body.due
        self.phase_began, self.time_is_up, self._phase = self.number, False, phase_of(self.sitting)

    @_fold.register
    def _(self, body: TimeUp) -> None:
        self.time_is_up = self.time_is_up or body.phase == self.phase_began

    @_fold.register
    def _(self, body: Away) -> None:
        self.chairs[body.seat].stand_in = True

    @_fold.register
    def _(self, body: Back) -> None:
        self.chairs[body.seat].stand_in = False
        self.chairs[body.seat].since = 0.0
        self._watch_the_clock()

    @_fold.register
    def _(self, body: Ended) -> None:
        """No more moves, and nobody is awaited."""
        self.state, self.why, self.paused, self.sitting.ended = ENDED, body.why, 0.0, body.why
        self._watch_the_clock()

    @_fold.register
    def _(self, body: Next) -> None:
        self.next = body.table

    @_fold.register
    def _(self, body: Learned) -> None:
        if self.script and self.lesson and self.lesson.beat == body.beat:
            self.lesson = self.script.learned(self.lesson, self.sitting)

    @_fold.register
    def _(self, body: Rules) -> None:
        """By these rules all entries lead to the same positions. Or not: then the log has to be read anew, by them."""
        if body.record:
            raise SavedGameError("The game goes on from another position, by other rules.")

    def go_on_from(
        self, number: int, at: float, record: bytes, past: list[Told | None], written: Mapping[int, str]
    ) -> None:
        """The moves so far cannot be made by these rules: with this entry the game goes on from a position, and what was told is
        kept.
        """
        self.number, self.at, info = number, at, self.info
        self.sitting = _staged(resume(info.game, info.options, info.seed, record, written=written))
        self.past, self._phase, self.glances = past, ("", ""), [None] * len(self.chairs)
        self.script = self.lesson = None  # it was about another position
        for chair in self.chairs:
            chair.since = 0.0  # what they were asked before is not known: whoever is awaited now has all the time
        self._name_seats()
        self._watch_the_clock()
        self._watch_the_phase()

    def _follow_the_lesson(self) -> None:
        """Where a lesson stands follows from the position, as soon as it has begun."""
        taught, script = self.info.lesson, self.script
        if taught is None or script is None or len(self.sitting.history) < taught.begun:
            return
        self.lesson = script.advance(self.lesson, self.sitting) if self.lesson else script.begun(self.sitting)

    # Clocks: all of them follow the times of the entries

    def _watch_the_clock(self, moved: int = NOBODY) -> None:
        """Since when each seat is awaited: a new question gives new time."""
        waiting = self.sitting.waiting
        for seat, chair in enumerate(self.chairs):
            if seat not in waiting:
                chair.since = 0.0
            elif not chair.since or seat == moved:
                chair.since = self.at

    def _watch_the_phase(self) -> None:
        """A new phase gets the time that is set for it."""
        if (self.times or self.due) and (phase := phase_of(self.sitting)) != self._phase:
            self._phase = phase
            self.phase_began, self.time_is_up, self.due = self.number, False, self.fresh_due(self.times, self.at)

    def fresh_due(self, times: Mapping[str, int], now: float) -> float:
        """When the present phase is over if it begins now."""
        seconds = times.get(phase_of(self.sitting)[1], times.get("", 0))
        return now + seconds if seconds else 0.0

    def idle_until(self, chair: Chair) -> float:
        """When a bot stands in for whoever is awaited at a seat; 0: never."""
        if not self.info.idle or not chair.since or self.paused:
            return 0.0
        return deadline(chair.since, self.info.idle, self.info.hours)

    @property
    def has_clock(self) -> bool:
        """Whether something will happen, or happens, when the time of the phase is over."""
        return bool(self.due) and not self.paused and not self.only_show and self.state == PLAYING

    # How it ends

    @property
    def is_done(self) -> bool:
        """Whether no more moves will be made."""
        return self.state in (OVER, ENDED)

    @property
    def outcome(self) -> Result | None:
        """How the game has ended, or how it stood when it was ended early; for those from whom nothing is hidden."""
        return self.sitting.result

    @property
    def outcome_line(self) -> Line | None:
        """The same in words."""
        return self.sitting.result_line


@cache
def _way_to_fold(kind: type) -> Callable[[TableState, Body], None]:
    """How a kind of entry is folded. To find it by the method itself takes longer than most folding does."""
    found: Callable[[TableState, Body], None] = vars(TableState)["_fold"].dispatcher.dispatch(kind)
    return found


def _staged(sitting: Sitting) -> Sitting:
    """A table shows other positions than a story does: those after an answer, and after what weighs most."""
    sitting.staged, sitting.stages_answers = sitting.game.words.staged, True
    sitting.scenes.clear()
    return sitting
