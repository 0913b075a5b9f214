"""What a seat has left to spend when it is asked something: steps of its turn, robots. A page draws it beside the question.

A game says it with its `Words`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

MOST_DRAWN = 8  # that are drawn one by one


class Left(NamedTuple):
    """What a seat has left of something that it spends, such as steps of its turn: drawn beside the question."""

    now: int  # how many are left
    of: int  # how many there were
    what: str  # they are, of several: "steps"

    @property
    def drawn(self) -> str:
        """One sign for each, full for those that are left: "●●○"; of many, how many."""
        return f"{self.now}/{self.of}" if self.of > MOST_DRAWN else "●" * self.now + "○" * (self.of - self.now)

    @property
    def said(self) -> str:
        """For who does not see it: "2 of 3 steps left"."""
        return f"{self.now} of {self.of} {self.what} left"


def left(sitting: Sitting, seat: int) -> Left | None:
    """What a seat that is asked something has left; None if there is nothing of the kind."""
    made = sitting.game.words.left.get(sitting.state.asking[seat])
    return made(sitting.look(seat), seat) if made else None
