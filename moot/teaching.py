"""The command for lessons: read one as it is played, see whether it is still true, and record anew how it goes."""

from __future__ import annotations

from typing import Annotated

import typer

from moot.battery.report import as_named
from moot.console import notes, screen
from moot.engine import Game, OptionError, plural
from moot.games import GAMES, load
from moot.lessons import FILE, Kind, Lesson, lesson_of
from moot.lessons.locking import Locked, first_stale, renew
from moot.lessons.rehearsal import Moment, rehearsed
from moot.lessons.speaking import plain


def lesson(
    game: Annotated[str, typer.Argument(metavar="GAME|all", help=f"{', '.join(GAMES)}, a folder, or all.")],
    check: Annotated[bool, typer.Option("--check", help="Name the first step that is no longer what it was.")] = False,
    again: Annotated[bool, typer.Option("--renew", help="Record the positions of its steps as they are now.")] = False,
) -> None:
    """Tell a game's lesson step by step, as whoever does everything right meets it; or see whether it still holds."""
    for name in GAMES if game == "all" else [game]:
        found = load(name)
        taught = _taught(found)
        if again:
            notes.print(f"{found.title}: written to {renew(found, taught)}", highlight=False, soft_wrap=True)
        elif check:
            _check(found, taught)
        else:
            _tell(found, taught)


def _taught(game: Game) -> Lesson:
    taught = lesson_of(game)
    if taught is None:
        raise OptionError(f"{game.title} has no lesson: write {game.folder / FILE}; docs/lessons.md says how.")
    return taught


def _check(game: Game, taught: Lesson) -> None:
    stale = first_stale(game, taught)
    if stale is None:
        return _print(f"{game.title}: all {plural('step')(len(taught.steps))} are as they were.")
    _print(f"{game.title}: step {stale.step} is no longer what it was.")
    _print(f"\nIt was:\n{_picture(stale.was)}\n\nIt is:\n{_picture(stale.now)}")
    _print(f"\nPlay the lesson through. If it is right, record it: moot lesson {as_named(game)} --renew")
    raise typer.Exit(1)


def _picture(locked: Locked | None) -> str:
    if locked is None:
        return "  (there is no such step)"
    return f"  after {plural('move')(locked.moves)}, {locked.mark}\n\n{locked.picture}"


def _tell(game: Game, taught: Lesson) -> None:
    _print(f"{game.title}: {taught.title} ({plural('minute')(taught.minutes)})")
    told = 0
    for moment in rehearsed(game, taught):
        step = moment.script.beats[moment.at.beat].step
        if step.number != told:
            told = step.number
            _print(f"\n{step.number}. {step.title}\n   {said(moment, step.say)}")
        _print_beat(moment)


def _print_beat(moment: Moment) -> None:
    script, at, sitting = moment
    beat = script.beats[at.beat]
    if beat.kind is Kind.DO and (right := script.right(at, sitting)):
        _print(f"   > {right[0].words}")
    if beat.kind is Kind.ASK:
        _print(f"   ? {said(moment, beat.step.ask)}")
        for answer in beat.step.answers:
            _print(f"     {'x' if answer.right else '-'} {said(moment, answer.text)}: {said(moment, answer.why)}")


def said(moment: Moment, text: str) -> str:
    """A text as it is said in a moment of the lesson."""
    return plain(text, moment.script.lesson, moment.sitting)


def _print(text: str) -> None:
    screen.print(text, highlight=False, markup=False, soft_wrap=True)
