"""What the coach of a lesson shows: where it stands, what it says, and what may be pressed."""

from __future__ import annotations

from typing import NamedTuple

from moot.lessons import Kind, Script, Standing, Step
from moot.lessons.speaking import Bit, spoken
from moot.table.live.table import LiveTable


class Coach(NamedTuple):
    """The coach at one beat of a lesson."""

    beat: int
    kind: str  # of the beat
    step: Step
    steps: int  # of the whole lesson
    say: list[Bit]
    praise: list[Bit]  # for the question before
    ask: list[Bit]
    answers: list[list[Bit]]
    right: list[int]  # the numbers of the moves that are right

    @property
    def pieces(self) -> list[str]:
        """What is spoken of."""
        return [piece for bit in (*self.say, *self.ask) for piece in bit.pieces]


def coach_of(live: LiveTable, seat: int) -> Coach | None:
    """The coach as the learner sees it; None where there is none."""
    if live.script is None or live.lesson is None or seat != live.script.seat or live.is_done:
        return None
    script, at, sitting = live.script, live.lesson, live.sitting
    beat = script.beats[at.beat]

    def said(text: str) -> list[Bit]:
        return spoken(text, script.lesson, sitting)

    right = [move.number for move in script.meant(at, sitting)] if beat.kind is Kind.DO else []
    answers = [said(answer.text) for answer in beat.step.answers]
    steps, praise = len(script.lesson.steps), said(_praise(script, at))
    return Coach(
        at.beat, beat.kind.value, beat.step, steps, said(beat.step.say), praise, said(beat.step.ask), answers, right
    )


def _praise(script: Script, at: Standing) -> str:
    """Why the answer was right that was given just before."""
    before = script.beats[at.beat - 1] if at.beat else None
    if before is None or before.kind is not Kind.ASK:
        return ""
    return next(answer.why for answer in before.step.answers if answer.right)
