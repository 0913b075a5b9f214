"""Several answers of a seat that are given in one message: they are decided on together, and written down together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import structlog

from moot.engine import MoveError, Outcome, Sitting
from moot.engine.ahead import Wish, give_all
from moot.table.live import coaching
from moot.table.live.entries import Moved
from moot.table.live.state import mark_of

if TYPE_CHECKING:
    from moot.table.live.table import LiveTable


RULES_FAILED = "The rules of the game have failed on this move, so it has not been made. Try another."
log = structlog.get_logger("moot.table")


class RulesFailedError(MoveError):
    """A move on which the rules have failed: a bug in them, and no mistake of whoever wanted it."""


@contextmanager
def rules_must_work(table: str, seat: int) -> Iterator[None]:
    """Rules that fail refuse the move, and whoever looks after the server can read why."""
    try:
        yield
    except MoveError:
        raise
    except Exception as error:
        log.exception("the rules have failed on a move", table=table, seat=seat)
        raise RulesFailedError(RULES_FAILED) from error


def written_down(sitting: Sitting, outcome: Outcome, by: str, votes: tuple[str, ...]) -> Moved:
    """A move that was tried, as it is written down."""
    choice, arguments = sitting.machine.numbering.read(outcome.number)
    mark, said = mark_of(outcome.record), (outcome.text, by, votes)
    return Moved(outcome.seat, choice.step.name.lower(), arguments, mark, outcome.over, *said)


class Several:
    """They count whole or not at all. Only the last may be final: what comes after that cannot be known before."""

    def __init__(
        self, live: LiveTable, seat: int, answers: Sequence[Wish], by: str, votes: tuple[str, ...] = ()
    ) -> None:
        if not answers:
            raise MoveError("This names no move: say `move`, or `moves` with one at least.")
        self._live, self._seat, self._answers, self._said = live, seat, answers, (by, votes)
        self._entries: list[Moved] = []

    def decide(self, place: int, answer: int) -> Moved:
        """The entry of one of them. With the first, all are decided on: by the position as it is then."""
        if place == 0:
            self._live.must_be_asked(self._seat, answer)
            self._entries = self._decide_all()
        return self._entries[place]

    def _decide_all(self) -> list[Moved]:
        live = self._live
        coaching.must_all_be_right(live, self._seat, self._answers)
        then = live.sitting.copy()
        # What is found here is taken over when it is on disk, as if each had been tried where it will be given.
        then.turn, then.stages_answers = live.sitting.turn, live.sitting.stages_answers
        with rules_must_work(live.info.id, self._seat):
            outcomes = list(give_all(then, self._seat, self._answers, told=not live.info.stands))
        entries = [written_down(then, outcome, *self._said) for outcome in outcomes]
        live.decided = list(zip(entries, outcomes, strict=True))
        return entries
