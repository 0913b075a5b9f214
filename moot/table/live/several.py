"""Several answers of a seat that are given in one message: they are decided on together, and written down together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from moot.engine import MoveError, Outcome, Sitting
from moot.engine.ahead import Wish, look_ahead
from moot.table.live.entries import Moved
from moot.table.live.state import mark_of

if TYPE_CHECKING:
    from moot.table.live.table import LiveTable


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
        live, seat = self._live, self._seat
        look_ahead(live.sitting, seat, self._answers, told=not live.info.stands)
        twin, entries = live.sitting.copy(), list[Moved]()
        for number, text in self._answers:
            outcome = twin.outcome(seat, number, text)
            entries.append(written_down(twin, outcome, *self._said))
            twin.take_over(outcome)
        return entries
