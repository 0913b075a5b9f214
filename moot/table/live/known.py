"""What may be known of a table, and by whom: how it ends, what the game tells afterwards, what was said, and who may look on."""

from __future__ import annotations

from collections.abc import Sequence

from moot.engine import NOBODY, Line, Result
from moot.table.live.entries import Said
from moot.table.live.state import ENDED, Chair, TableInfo, TableState
from moot.table.workshops.workshop import Workshop

NOT_YET_TOLD = "The game is over. How it ended will be told to all tables together."
STANDING_NOT_YET_TOLD = "How it stood will be told to all tables together."


class KnownTable(TableState):
    """A table among people who may not know everything of it."""

    def __init__(self, info: TableInfo, chairs: Sequence[Chair]) -> None:
        super().__init__(info, chairs)
        self.workshop: Workshop | None = None  # to which it belongs

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        return [seat for seat, chair in enumerate(self.chairs) if person is not None and person in chair.sitters]

    @property
    def result(self) -> Result | None:
        """How the game has ended, as far as players may know it: in a workshop it may be told to all tables together."""
        return None if self.keeps_its_end else self.outcome

    @property
    def ending(self) -> Line | None:
        """The last thing that players are told; None while they play."""
        if not self.is_done:
            return None
        return self.outcome_line if self.result else Line("", self._not_yet_told)

    @property
    def _not_yet_told(self) -> str:
        """What players are told at the end until they are told how it ended."""
        return f"{self.why} {STANDING_NOT_YET_TOLD}" if self.state == ENDED else NOT_YET_TOLD

    @property
    def tells_all(self) -> bool:
        """Whether what the game tells afterwards may be told: in a workshop to all tables together."""
        return self.workshop.ways.revealed if self.workshop else self.is_done

    @property
    def keeps_its_end(self) -> bool:
        """Whether its players are not told how the game ends: in a workshop all tables are told together."""
        return self.workshop is not None and self.workshop.keeps_secrets

    @property
    def afterwards(self) -> str:
        """What the game tells afterwards, as far as this table may know it now: in a workshop all of it."""
        if not self.tells_all:
            return ""
        return self.info.game.afterwards if self.workshop else self.info.game.afterwards_of(self.sitting.state)

    def may_look(self, person: str | None) -> bool:
        """Whether a person may look at the table: anyone with the link, but in a workshop not everyone."""
        if self.workshop is None or self.seats_of(person):
            return True
        return self.workshop.ways.may_look and self.workshop.guest_of(person) is not None

    def may_stay(self, person: str | None, seat: int) -> bool:
        """Whether a person may go on looking from where they do."""
        return seat in self.seats_of(person) if seat != NOBODY else self.may_look(person)

    def chat_for(self, seat: int, person: str | None, since: int = 0) -> list[Said]:
        """What one of a seat's people has heard in chat; only what is new since then."""
        guests = self.workshop.guests_of(person) if self.workshop else []
        known_by = {*([person] if person else []), *(guest.ear for guest in guests)}
        return [said for said in self.chat[since:] if said.heard_by(seat, known_by)]
