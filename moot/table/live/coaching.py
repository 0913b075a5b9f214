"""A lesson at a table: which moves its coach lets pass, what it says to others, what its bots do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from moot.engine import MoveError, text_key
from moot.engine.ahead import Wish
from moot.lessons import Kind
from moot.lessons.script import bot_seed
from moot.lessons.speaking import plain
from moot.table.live.entries import Learned

if TYPE_CHECKING:
    from moot.table.live.table import LiveTable

NO_LESSON = "This table is no lesson."
GONE_ON = "The lesson has gone on meanwhile."
NOTHING_BACK = "In a lesson nothing has to be taken back: it only goes on with what is right."
NOTHING_TO_SHOW = "There is nothing to show now."


def as_meant(live: LiveTable, seat: int, move: int, text: str) -> Wish:
    """A learner’s answer; a name that is typed in counts as the answer that takes it. Refuses what the lesson is not about."""
    if not live.script or not live.lesson or seat != live.script.seat:
        return move, text
    named = [one for one in live.script.meant(live.lesson, live.sitting) if text and not one.writes]
    taken = next((one.number for one in named if text_key(one.words) == text_key(text)), None)
    if taken is not None:
        return taken, ""
    if said := live.script.refusal(live.lesson, live.sitting, move):
        raise MoveError(f"{_said(live, said)}{f' Here it is: {named[0].words}.' if named else ''}")
    return move, text


def must_all_be_right(live: LiveTable, seat: int, answers: Sequence[Wish]) -> None:
    """Refuse several answers of the learner if one of them is not what the lesson would be about by then."""
    if not live.script or not live.lesson or seat != live.script.seat:
        return
    then, at = live.sitting.copy(), live.lesson
    for number, text in answers:
        if said := live.script.refusal(at, then, number):
            raise MoveError(_said(live, said))
        then.take_over(then.outcome(seat, number, text))
        at = live.script.advance(at, then)


def must_be_free(live: LiveTable, seat: int) -> None:
    """Refuse to take back what has brought the lesson on."""
    if not is_free(live, seat):
        raise MoveError(NOTHING_BACK)


def is_free(live: LiveTable, seat: int) -> bool:
    """Whether what a seat has answered last was its own idea, and not a step of a lesson."""
    if not live.script or not live.lesson:
        return True
    free = live.script.beats[live.lesson.beat].kind is Kind.FREE
    return free and any(mover == seat for mover, _ in live.sitting.history[live.lesson.moves :])


def hint(live: LiveTable, seat: int, move: int) -> str:
    """What the coach says of a move in free play, before it is made; mostly nothing."""
    if not live.script or not live.lesson or seat != live.script.seat or seat not in live.sitting.waiting:
        return ""
    return _said(live, live.script.hint(live.lesson, live.sitting, move))


def _said(live: LiveTable, text: str) -> str:
    return plain(text, live.script.lesson, live.sitting) if live.script and text else ""


async def learn(live: LiveTable, seat: int, beat: int, answer: int, *, show: bool, by: str) -> None:
    """The learner goes on, answers, or is shown what to do."""
    if live.script is None or live.lesson is None or seat != live.script.seat:
        raise MoveError(NO_LESSON)
    if show:
        await _show(live, seat, by)
    else:
        await live.append(partial(_learned, live, seat, beat, answer))


async def _show(live: LiveTable, seat: int, by: str) -> None:
    """The first of the right moves is made."""
    right = live.script.right(live.lesson, live.sitting) if live.script and live.lesson else []
    if not right:
        raise MoveError(NOTHING_TO_SHOW)
    aims = live.script.beats[live.lesson.beat].aims if live.script and live.lesson else ()
    text = next((aim.text for aim in aims if right[0].writes), "")
    await live.answer(seat, right[0].number, live.answers[seat], text, by)


def _learned(live: LiveTable, seat: int, beat: int, answer: int) -> Learned:
    if live.script is None or live.lesson is None or live.lesson.beat != beat:
        raise MoveError(GONE_ON)
    now = live.script.beats[beat]
    if now.kind is Kind.ASK:
        chosen = now.step.answers[answer] if 0 <= answer < len(now.step.answers) else None
        if chosen is None or not chosen.right:
            raise MoveError(_said(live, chosen.why) if chosen else NOTHING_TO_SHOW)
    elif now.kind is not Kind.READ:
        raise MoveError(_said(live, now.step.otherwise) or GONE_ON)
    return Learned(seat, beat)


def is_learned(live: LiveTable) -> bool:
    """Whether the last step has been reached."""
    return bool(live.script and live.lesson and live.lesson.beat == live.script.last)


def bot_luck(live: LiveTable, seat: int) -> int:
    """What the luck of a bot's next move begins with: in a lesson it is the same each time, else new with every entry."""
    number = len(live.sitting.history) if live.script else live.number
    return bot_seed(live.info.seed, number, seat)


def written_move(live: LiveTable, seat: int) -> int | None:
    """The move that a lesson has a bot make; None if it may choose."""
    return live.script.written_move(live.lesson, live.sitting, seat) if live.script and live.lesson else None
