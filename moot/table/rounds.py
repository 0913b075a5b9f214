"""A log played through once more: each move in words, how long its seat had been asked, and how it stood after each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from moot.engine import Sitting
from moot.engine.saving import read_row
from moot.table.acts import Act
from moot.table.keeping import BACK, MOVE, RULES, START
from moot.table.room import MoveBody, Room
from moot.table.store import LogRow

Figures = Mapping[str, Sequence[int]]  # of each seat, by what is counted


@dataclass
class Played:
    """What is known from it, by number in the log."""

    words: dict[int, str] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)  # from the question to the answer, without pauses
    rounds: dict[int, Figures] = field(default_factory=dict)  # by round, as it stood at its end


def play_through(room: Room, log: Sequence[LogRow], acts: Sequence[Act]) -> Played:
    """Of a game that went on under other rules nothing is known but how it stands now."""
    again = Sitting(room.info.game, room.info.options, room.info.seed, compiled=room.sitting.machine.compiled)
    again.names, again.keeps_scenes = room.names, False
    played, pauses = Played(), [*pauses_in(room.info.id, acts)]
    if not any(row.kind == RULES for row in log):
        with suppress(Exception):  # other rules may fail in any way on moves that were not made for them
            _go_through(again, log, pauses, played)
    played.rounds[room.sitting.length] = figures(room.sitting)
    return played


def _go_through(again: Sitting, log: Sequence[LogRow], pauses: Sequence[tuple[float, float]], played: Played) -> None:
    asked: dict[int, float] = {}
    for row in log:
        before = again.length
        if row.kind in (MOVE, BACK):
            since = asked.pop(row.seat, row.at)
            played.seconds[row.number] = max(0.0, row.at - since - _paused(pauses, since, row.at))
        if row.kind == BACK:
            again.take_back(row.seat)
        elif row.kind == MOVE:
            played.words[row.number] = _play(again, row)
        if again.length != before:
            played.rounds[before] = figures(again)
        if row.kind in (START, MOVE, BACK):
            asked = {seat: asked.get(seat, row.at) for seat in again.waiting}


def _play(again: Sitting, row: LogRow) -> str:
    body, game = msgspec.json.decode(row.body, type=MoveBody), again.game
    seat, number, _ = read_row(game, [row.seat, body.choice, *body.arguments])
    choice, arguments = again.machine.numbering.read(number)
    said, _ = game.words.move(again.look(seat), seat, choice.step, arguments, again.names)
    again.play(seat, number, body.text)
    return said


def figures(sitting: Sitting) -> Figures:
    """Points, and what the game counts besides."""
    points = sitting.standing.points
    return {**({"points": points} if points else {}), **sitting.measures}


def pauses_in(table: str, acts: Sequence[Act]) -> Iterator[tuple[float, float]]:
    """From when to when a table was paused."""
    since = 0.0
    for act in acts:
        here = act.table_id in ("", table)
        if here and act.what == "pause":
            since = since or act.at
        elif here and act.what == "go_on" and since:
            yield since, act.at
            since = 0.0


def _paused(pauses: Sequence[tuple[float, float]], since: float, until: float) -> float:
    return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in pauses)
