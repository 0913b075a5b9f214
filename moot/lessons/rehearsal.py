"""A lesson played as it is meant: the first of the right moves, the right answers, greedy bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from moot.engine import Game, Move, OptionError, Sitting
from moot.lessons.lesson import YOU, Lesson, LessonError
from moot.lessons.script import Kind, Script, Standing, greedy_move, opening_moves

MOST_MOVES = 400  # of the bots in one beat


class Moment(NamedTuple):
    """A lesson at the beginning of one of its beats."""

    script: Script
    at: Standing
    sitting: Sitting


Choose = Callable[[Moment, list[Move]], Move]


def first(moment: Moment, right: list[Move]) -> Move:
    """What "Show me" does."""
    return right[0]


def options_for(game: Game, lesson: Lesson) -> dict[str, int]:
    """Every option with its value, as the lesson wants it."""
    try:
        return game.choose({"seats": len(lesson.seats), **lesson.options}, lesson.preset)
    except OptionError as error:
        raise LessonError(lesson.lines.get("options", lesson.lines.get("preset", 1)), f"{error}") from error


def laid_out(game: Game, lesson: Lesson) -> Sitting:
    """The game as the lesson begins it."""
    sitting = Sitting(game, options_for(game, lesson), lesson.seed)
    sitting.names = [name.capitalize() if name == YOU else name for name in lesson.seats]
    for seat, move in opening_moves(lesson, sitting):
        sitting.play(seat, move)
    return sitting


def rehearsed(game: Game, lesson: Lesson, choose: Choose = first) -> Iterator[Moment]:
    """Every beat of a lesson but what comes after the last has begun."""
    script, sitting = Script(lesson), laid_out(game, lesson)
    at = script.begun(sitting)
    while True:
        yield Moment(script, at, sitting)
        if at.beat == script.last or sitting.over:
            return
        at = _played(Moment(script, at, sitting), choose)


def _played(moment: Moment, choose: Choose) -> Standing:
    """Where the lesson stands when the beat is over."""
    script, at, sitting = moment
    beat, begun = script.beats[at.beat], at.beat
    if beat.kind in (Kind.READ, Kind.ASK):
        return script.learned(at, sitting)
    for _ in range(MOST_MOVES):
        at = _moved(Moment(script, at, sitting), choose)
        if at.beat != begun or sitting.over:
            return at
    raise LessonError(beat.step.line, f"step {beat.step.number} has not ended after {MOST_MOVES} moves.")


def _moved(moment: Moment, choose: Choose) -> Standing:
    """The next move: a bot's, or the learner's."""
    script, at, sitting = moment
    bot = script.mover(at, sitting)
    if bot is not None:
        _must_be_asked(moment, bot)
        written = script.written_move(at, sitting, bot)
        sitting.play(bot, greedy_move(sitting, bot) if written is None else written)
    elif right := script.right(at, sitting):
        move, aims = choose(moment, right), script.beats[at.beat].aims
        sitting.play(script.seat, move, next((aim.text for aim in aims if move.writes), ""))
    else:
        sitting.play(script.seat, greedy_move(sitting, script.seat))
    return script.advance(at, sitting)


def _must_be_asked(moment: Moment, seat: int) -> None:
    if seat not in moment.sitting.waiting:
        step = moment.script.beats[moment.at.beat].step
        who = moment.script.lesson.seats[seat]
        raise LessonError(step.line, f"in step {step.number} {who} is not asked anything: let another move first.")
