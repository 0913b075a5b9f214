"""A log played through once more: each move in words, how long its seat had been asked, and how it stood after each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from moot.engine import Sitting
from moot.engine.saving import read_row
from moot.engine.undo import go_back
from moot.table.live.entries import Moved, Opened, Paused, Resumed, Rules, TookBack, read
from moot.table.persistence.store import LogRow

Figures = Mapping[str, Sequence[int]]  # of each seat, by what is counted


@dataclass
class Played:
    """What is known from it, by number in the log."""

    words: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)  # from the question to the answer, without pauses
    rounds: dict[int, Figures] = field(default_factory=dict)  # by round, as it stood at its end


def play_through(sitting: Sitting, log: Sequence[LogRow]) -> Played:
    """A log, and how the game stood then. Of one that went on under other rules nothing is known but that."""
    again = Sitting(sitting.game, sitting.options, sitting.seed, compiled=sitting.machine.compiled)
    again.names, again.staged = list(sitting.names), ()
    played, pauses = Played(), [*pauses_in(log)]
    if not any(isinstance(body, Rules) and body.record for body in map(read, log)):
        with suppress(Exception):  # other rules may fail in any way on moves that were not made for them
            _go_through(again, log, pauses, played)
    played.rounds[sitting.length] = figures(sitting)
    return played


def _go_through(again: Sitting, log: Sequence[LogRow], pauses: Sequence[tuple[float, float]], played: Played) -> None:
    asked: dict[int, float] = {}
    for row in log:
        before, body = again.length, read(row)
        if isinstance(body, Moved | TookBack):
            since = asked.pop(body.seat, row.at)
            played.seconds[row.number] = max(0.0, row.at - since - _paused(pauses, since, row.at))
        if isinstance(body, TookBack):
            go_back(again, body.seat, told=body.told)
        elif isinstance(body, Moved):
            played.words[row.number] = _play(again, body)
        if again.length != before:
            played.rounds[before] = figures(again)
        if isinstance(body, Opened | Moved | TookBack):
            asked = {seat: asked.get(seat, row.at) for seat in again.waiting}


def _play(again: Sitting, body: Moved) -> str:
    game = again.game
    seat, number, _ = read_row(game, [body.seat, body.choice, *body.arguments])
    choice, arguments = again.machine.numbering.read(number)
    said, _ = game.words.move(again.look(seat), seat, choice.step, arguments, again.names)
    again.play(seat, number, body.text)
    return said


def figures(sitting: Sitting) -> Figures:
    """Points, and what the game counts besides."""
    points = sitting.standing.points
    return {**({"points": points} if points else {}), **sitting.measures}


def pauses_in(log: Sequence[LogRow]) -> Iterator[tuple[float, float]]:
    """From when to when a table was paused."""
    since = 0.0
    for row in log:
        body = read(row)
        if isinstance(body, Paused):
            since = row.at
        elif isinstance(body, Resumed):
            yield since, row.at


def _paused(pauses: Sequence[tuple[float, float]], since: float, until: float) -> float:
    return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in pauses)
