"""Does the lesson of a game still lead through it, as it says?"""

from __future__ import annotations

import re

from moot.battery.walks import Plan, insist
from moot.engine import Game, Move, Sitting
from moot.lessons import Kind, Lesson, LessonError, Step, lesson_of
from moot.lessons.lesson import FEWEST_STEPS, MOST_STEPS, MOST_WORDS, Until
from moot.lessons.locking import first_stale
from moot.lessons.rehearsal import Choose, Moment, first, rehearsed
from moot.lessons.speaking import UnknownError, sections_in, sections_of, spoken

_DRAWN = re.compile(r'data-piece="([^"]+)"')
MOST_WAYS = 12  # right moves of one question that are tried


def lesson(game: Game, plan: Plan) -> None:
    """Every step of the lesson begins where it should, can be done and done wrongly, and names what is there."""
    taught = lesson_of(game)
    if taught is None:
        return
    _check_form(game, taught)
    ways = list[tuple[int, int]]()
    for moment in rehearsed(game, taught):
        ways += _check_beat(moment)
    insist(moment.at.beat == moment.script.last, "the game is over before the last step")
    for beat, way in ways:
        _check_way(game, taught, beat, way)
    stale = first_stale(game, taught)
    insist(
        stale is None, f"step {stale and stale.step} is no longer what it was: see `moot lesson {game.name} --check`"
    )


def _check_form(game: Game, taught: Lesson) -> None:
    """What can be seen without playing."""
    steps, sections = taught.steps, sections_of(game)
    insist(
        FEWEST_STEPS <= len(steps) <= MOST_STEPS, f"a lesson has {FEWEST_STEPS} to {MOST_STEPS} steps, not {len(steps)}"
    )
    _insist(steps[-1].free == Until(), steps[-1], "the last step is free play: write `- free: until the end`")
    for step in steps:
        for text in step.texts:
            many = len(_words(text))
            _insist(many <= MOST_WORDS, step, f"there is room for {MOST_WORDS} words, not {many}: {text}")
            missing = [section for section in sections_in(text) if section not in sections]
            _insist(not missing, step, f"there is no §{', §'.join(missing)} in the rulebook")


def _words(text: str) -> list[str]:
    """What people read of a text; sections are links."""
    return re.sub(r"\]\([\w -]+\)|§[\d.]+", "", text).split()


def _check_beat(moment: Moment) -> list[tuple[int, int]]:
    """What a beat needs of its position. Returns the other ways to do what it asks for."""
    script, at, sitting = moment
    beat = script.beats[at.beat]
    _check_said(moment, beat.step)
    if beat.kind is Kind.WATCH:
        _insist(script.mover(at, sitting) is not None, beat.step, "there is nothing to watch: the learner is asked")
    if beat.kind is not Kind.DO:
        return []
    _insist(
        script.seat in sitting.waiting, beat.step, "the learner is not asked: let the bots move with `- watch: greedy`"
    )
    return [(at.beat, way) for way in range(1, min(len(_check_do(moment)), MOST_WAYS))]


def _check_do(moment: Moment) -> list[Move]:
    """The moves that are right: legal, and not all of them."""
    script, at, sitting = moment
    beat, moves = script.beats[at.beat], sitting.moves(script.seat)
    right, free = script.meant(at, sitting), any(not aim.verb and not aim.named for aim in beat.aims)
    said, legal = " or ".join(map(str, beat.aims)), ", ".join(sorted({move.label.verb for move in moves}))
    _insist(right, beat.step, f"“{said}” is not among what can be done; there is: {legal}")
    _insist(free or len(right) < len(moves) or len(moves) == 1, beat.step, f"“{said}” is all that can be done")
    _insist(beat.step.otherwise or len(right) == len(moves), beat.step, "other moves are legal: write `- otherwise: …`")
    return right


def _check_said(moment: Moment, step: Step) -> None:
    """Figures resolve, and what a step names is drawn when it begins: one of the pieces that a word names is enough."""
    taught, sitting = moment.script.lesson, moment.sitting
    try:
        said = {text: spoken(text, taught, sitting) for text in step.texts}
    except UnknownError as error:
        raise LessonError(step.line, f"step {step.number}: {error}.") from error
    begins = moment.at.beat == 0 or moment.script.beats[moment.at.beat - 1].step is not step
    named = [bit for text in (step.say, step.ask) if text and begins for bit in said[text] if bit.pieces]
    drawn = drawn_pieces(sitting, taught.seat) if named else set()
    drawn |= {f"seat-{seat}" for seat in range(sitting.seats)}  # beside the board
    for bit in named:
        _insist(
            drawn & set(bit.pieces), step, f"[{bit.text}] is drawn neither on the board nor in the tray: {bit.pieces}"
        )


def drawn_pieces(sitting: Sitting, seat: int) -> set[str]:
    """The pieces that board and tray show to a seat."""
    from moot.table.rendering.renderer import Renderer

    face = Renderer([]).face(sitting.game)
    board = f"{face.board(sitting.view(), sitting.names)}{face.mine(sitting.view(seat), seat, sitting.names)}"
    return set(_DRAWN.findall(board))


def _check_way(game: Game, taught: Lesson, beat: int, way: int) -> None:
    """Whoever does it another right way comes to the end of the lesson too."""
    for script, at, sitting in rehearsed(game, taught, _other(beat, way)):
        step, is_to_do = script.beats[at.beat].step, at.beat > beat and script.beats[at.beat].kind is Kind.DO
        lost = is_to_do and script.seat in sitting.waiting and not script.meant(at, sitting)
        _insist(not lost, step, f"it cannot be done after another right move in step {script.beats[beat].step.number}")
    _insist(at.beat == script.last, script.beats[beat].step, "after another right move the game is over too soon")


def _other(beat: int, way: int) -> Choose:
    return lambda moment, right: right[way] if moment.at.beat == beat else first(moment, right)


def _insist(holds: object, step: Step, what: str) -> None:
    if not holds:
        raise LessonError(step.line, f"step {step.number}: {what}.")
