"""A table as its log has made it. `fold` takes one entry after the other, and nothing else changes a table: from the same entries
come the same seats, clocks, chat and position, whenever and wherever they are folded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from hashlib import blake2b
from hmac import compare_digest

import numpy as np

from moot.bots import BOTS
from moot.engine import NOBODY, Game, Line, Result, SavedGameError, Sitting, resume
from moot.engine.saving import read_row
from moot.table.entries import (
    Away,
    Back,
    Body,
    Clock,
    Ended,
    Moved,
    Next,
    Opened,
    Paused,
    Resumed,
    Rules,
    Said,
    Sat,
    Seated,
    TimeUp,
    TookBack,
)
from moot.table.told import Told
from moot.table.workshop import phase_of

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

    def opens_to(self, key: str) -> bool:
        """Whether a key is the seat's."""
        return bool(self.key) and compare_digest(key.encode(), self.key.encode())

    @property
    def is_bot(self) -> bool:
        """Whether the seat is a bot's own."""
        return self.kind in BOTS

    def as_sat(self) -> Sat:
        """The seat as it is written down."""
        return Sat(self.kind, self.name, tuple(sorted(self.sitters)), self.key)


def chair(sat: Sat) -> Chair:
    """A seat as it was written down."""
    return Chair(sat.kind, sat.name, set(sat.sitters), sat.key)


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


def info_of(table: str, at: float, opened: Opened, game: Game) -> TableInfo:
    """What is fixed, from the first entry."""
    fixed = opened.seed, opened.host, opened.public, opened.idle, at, opened.workshop, opened.place, opened.votes
    return TableInfo(table, game, game.choose(opened.options), *fixed)


def mark_of(record: bytes) -> str:
    """A fingerprint of a position: two servers, or two releases, that come to another one notice it at once."""
    return blake2b(record, digest_size=8).hexdigest()


def is_over(game: Game, record: bytes) -> bool:
    """Whether the game is over in a position."""
    return bool(np.frombuffer(record, game.dtype)["over"][0])


class MarkError(SavedGameError):
    """An entry that leads to another position than it did when it was written."""


class TableState:
    """What a table's entries come to."""

    def __init__(self, info: TableInfo, chairs: Sequence[Chair]) -> None:
        self.info, self.chairs = info, list(chairs)
        self.sitting = _without_scenes(Sitting(info.game, info.options, info.seed))
        self.number, self.at = 0, info.at  # of the last entry
        self.answers = [0] * len(self.chairs)  # given by each seat, taken back ones and taking back counted
        self.seating = 0  # rises with whatever is not about the game itself: seats, pauses, clocks
        self.epoch = 0  # rises when lines of the log have been taken back
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
        self._name_seats()
        self._watch_the_clock()

    def opened(self, rules: str) -> Opened:
        """The table's first entry, for rules of this fingerprint."""
        info, sat = self.info, tuple(chair.as_sat() for chair in self.chairs)
        way = info.host, info.public, info.idle, info.votes, info.workshop, info.place
        options = dict(info.game.says(info.options))
        return Opened(info.game.name, rules, options, info.seed, sat, mark_of(bytes(self.sitting)), *way)

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
        self._fold(body)

    @singledispatchmethod
    def _fold(self, body: Body) -> None:
        raise SavedGameError(f"An entry {type(body).__name__} cannot come here.")

    @_fold.register
    def _(self, body: Seated) -> None:
        for seat, sat in body.chairs.items():
            self.chairs[seat] = chair(sat)
        self._name_seats()
        self._watch_the_clock()

    @_fold.register
    def _(self, body: Moved) -> None:
        _, number, text = read_row(
            self.info.game, [body.seat, body.choice, *body.arguments, *([body.text] if body.text else [])]
        )
        self.sitting.play(body.seat, number, text)
        if body.mark and body.mark != mark_of(bytes(self.sitting)):
            raise MarkError(f"Entry {self.number} leads to another position than it did when it was written.")
        self.answers[body.seat] += 1
        self._watch_the_clock(body.seat)
        self._watch_the_phase()
        if self.sitting.over:
            self.state = OVER

    @_fold.register
    def _(self, body: TookBack) -> None:
        self.sitting.take_back(body.seat)
        self.answers[body.seat] += 1
        self.epoch += 1
        self._watch_the_clock(body.seat)
        self._watch_the_phase()

    @_fold.register
    def _(self, body: Said) -> None:
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
    def _(self, body: Rules) -> None:
        """By these rules all entries lead to the same positions; what a record tells is `go_on_from`'s."""

    def go_on_from(self, record: bytes, past: list[Told | None], written: Mapping[int, str]) -> None:
        """The moves so far cannot be made by these rules: the game goes on from a position, and what was told is kept."""
        info = self.info
        self.sitting = _without_scenes(resume(info.game, info.options, info.seed, record, written=written))
        self.past = past
        self._name_seats()
        self._watch_the_clock()

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


def _without_scenes(sitting: Sitting) -> Sitting:
    """A table tells no stories, and need not keep the positions for them."""
    sitting.keeps_scenes = False
    sitting.scenes.clear()
    return sitting
