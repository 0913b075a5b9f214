"""One decision, thought about for as long as there is time or for a number of iterations: the move, and why.

For the table and for advice. What is thought follows from the view, the bot, the seed and the iterations; the number of threads
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from moot.bots import thinking
from moot.bots.bot import CAUTION, ITERATIONS, Bot
from moot.bots.player import choose_as, luck_of
from moot.bots.scratch import ROLLOUTS, Scratch, make_scratch
from moot.bots.thinking import ONE, halvings
from moot.engine.fields import NOBODY, Row
from moot.engine.flow import FIRST_MOVE
from moot.engine.machine import Array, Machine

FEW_MILLISECONDS = 0.02  # seconds between two looks at the clock
FOLLOWED = 40  # answers of a sample, at most


class Budget(NamedTuple):
    """How long to think: until the time is over, or if there is none for a number of iterations."""

    seconds: float = 0.0
    iterations: int = 0  # 0: as many as the bot says, or the game


AS_THE_BOT_SAYS = Budget()


@dataclass(frozen=True)
class Candidate:
    """A move that was tried, and what came of it."""

    move: int  # its number
    worth: float  # to the seat, from 0 to 1, on the average of the guesses
    error: float  # the standard error of that
    gain: float  # how much better it is than the quick player's move, in the same guesses
    gain_error: float  # the standard error of that
    tries: int  # in how many guesses
    followed: tuple[tuple[int, int], ...]  # how one of these games went on: seats, and the numbers of their moves


@dataclass(frozen=True)
class Thought:
    """A decision."""

    move: int  # its number
    candidates: tuple[Candidate, ...] = ()  # the chosen first, then by worth; none if there was nothing to think about
    rollouts: int = 0  # positions that were played on
    seconds: float = 0.0  # that it took


def think(
    machine: Machine,
    record: Array,
    seat: int,
    bot: Bot,
    seed: int,
    budget: Budget = AS_THE_BOT_SAYS,
    *,
    threads: int = 1,
    on_progress: Callable[[float], None] | None = None,
) -> Thought:
    """What a bot does at a seat, from a record of which it sees no more than the seat does (a view is enough). `on_progress`
    is told which part of the thinking is done, from 0 to 1.
    """
    if not bot.thinks:
        return Thought(choose_as(machine, record, seat, bot, luck_of(machine, seed)))
    return _Search(machine, record, seat, bot, seed, budget, threads, on_progress or (lambda part: None)).run()


class _Search:
    """A decision under way."""

    def __init__(
        self,
        machine: Machine,
        record: Array,
        seat: int,
        bot: Bot,
        seed: int,
        budget: Budget,
        threads: int,
        on_progress: Callable[[float], None],
    ) -> None:
        self.machine, self.seat, self.asked = machine, seat, int(record["asking"][0, seat])
        row = bot.row(machine.rules.effort)
        row[ITERATIONS] = budget.iterations or row[ITERATIONS]
        self.how, self.caution, self.iterations = machine.numbers(row), row[CAUTION], row[ITERATIONS]
        self.seconds, self.on_progress = budget.seconds, on_progress
        self.desks = [make_scratch(machine) for _ in range(max(1, threads))]
        for desk in self.desks:
            self._run(thinking.look, desk, machine.records(record), 0, seat)
        self.luck = luck_of(machine, seed)
        self.done = 0

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return self.machine.entry(function)(*arguments)

    def run(self) -> Thought:
        """Think, and decide."""
        start, (first, *_) = perf_counter(), self.desks
        listed = int(self._run(thinking.list_candidates, first, self.seat, self.how, self.luck))
        if listed == 1:
            return Thought(self._number(first.candidates[FIRST_MOVE]))
        self.seed = int(self._run(thinking.wide_word, self.luck))
        left, rounds = listed, halvings(listed)
        with ThreadPoolExecutor(len(self.desks)) as pool:
            for number in range(rounds):
                for part in self._parts(start, number, rounds, left):
                    self._try(pool, part, left)
                left = int(self._run(thinking.keep_better_half, first, left))
                self.on_progress((number + 1) / rounds)
        chosen = int(self._run(thinking.best_place, first, left, self.caution))
        rollouts = sum(int(desk.counts[ROLLOUTS]) for desk in self.desks)
        return Thought(
            self._number(first.candidates[FIRST_MOVE + chosen]),
            tuple(self._candidates(chosen, listed)),
            rollouts,
            perf_counter() - start,
        )

    def _parts(self, start: float, number: int, rounds: int, left: int) -> Iterator[range]:
        """The guesses of a round, in parts: as many as are its share, or until its share of the time is over."""
        if not self.seconds:
            yield range(self.done, self.done + max(1, self.iterations // (rounds * left)))
            return
        many, end = len(self.desks), start + self.seconds * (number + 1) / rounds
        while True:
            begun = perf_counter()
            yield range(self.done, self.done + many)
            now = perf_counter()
            if now >= end:
                return
            many = max(len(self.desks), int(many * min(2.0, min(FEW_MILLISECONDS, end - now) / (now - begun))))

    def _try(self, pool: ThreadPoolExecutor, guesses: range, left: int) -> None:
        """Try all candidates that are left in some guesses, dealt out to the threads."""
        first, *others = self.desks
        for desk in others:
            _copy_candidates(first, desk, left)
        size = -(-len(guesses) // len(self.desks))
        starts = [guesses.start + size * number for number in range(len(self.desks))]
        list(
            pool.map(
                lambda desk, start: self._run(
                    thinking.try_all, desk, self.seat, self.how, self.seed, start, min(start + size, guesses.stop), left
                ),
                self.desks,
                starts,
            )
        )
        for desk in others:
            _add_up(desk, first, left)
        self.done = guesses.stop

    def _number(self, packed: int) -> int:
        return self.machine.numbering.unpack(self.asked, int(packed))

    def _candidates(self, chosen: int, listed: int) -> Iterator[Candidate]:
        """What came of the candidates, the chosen first."""
        desk = self.desks[0]
        order = sorted(range(listed), key=lambda place: (place != chosen, -desk.total[place] / desk.tries[place]))
        for place in order:
            tries, total, gain = int(desk.tries[place]), int(desk.total[place]), int(desk.gain[place])
            worth, ahead = total / tries / ONE, gain / tries / ONE
            packed = int(desk.candidates[FIRST_MOVE + place])
            yield Candidate(
                self._number(packed),
                worth,
                _error(worth, int(desk.total_squared[place]), tries),
                ahead,
                _error(ahead, int(desk.gain_squared[place]), tries),
                tries,
                tuple(self._follow(packed)),
            )

    def _follow(self, packed: int) -> Iterator[tuple[int, int]]:
        """How the first guess went on after a move."""
        desk, seat, move = self.desks[0], self.seat, packed
        self._run(thinking.imagine, desk, seat, self.how, self.seed)
        self._run(thinking.begin_play, desk, self.seed)
        stop = int(self._run(thinking.end_of_play, desk, self.how))
        for _ in range(FOLLOWED):
            asked = int(self._run(thinking.asked_in_play, desk, seat))
            yield seat, self.machine.numbering.unpack(asked, move)
            self._run(thinking.answer_in_play, desk, seat, move)
            seat = int(self._run(thinking.who_plays, desk, seat, stop))
            if seat == NOBODY:
                return
            move = int(self._run(thinking.move_in_play, desk, self.how, seat))


def _error(mean: float, squares: int, of: int) -> float:
    """The standard error of a mean."""
    return sqrt(max(0.0, squares / of / ONE**2 - mean * mean) / max(1, of - 1))


def _copy_candidates(first: Scratch, other: Scratch, left: int) -> None:
    for place in range(left):
        other.candidates[FIRST_MOVE + place] = first.candidates[FIRST_MOVE + place]
        for row in _sums(other):
            row[place] = 0


def _add_up(desk: Scratch, into: Scratch, left: int) -> None:
    for of, to in zip(_sums(desk), _sums(into), strict=True):
        for place in range(left):
            to[place] += of[place]


def _sums(desk: Scratch) -> tuple[Row, ...]:
    return desk.total, desk.total_squared, desk.gain, desk.gain_squared, desk.tries
