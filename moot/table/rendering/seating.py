"""The seats of a table as everyone sees them: who sits there, what is awaited of them, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from moot.engine import minus
from moot.engine.flow import SEALED
from moot.engine.standing import Place
from moot.engine.words import ordinal
from moot.table.live.runner import is_awaited_person
from moot.table.live.state import OPEN, Chair
from moot.table.live.table import LiveTable


class SeatShown(NamedTuple):
    """A seat as the strip of seats shows it."""

    seat: int
    name: str
    kind: str  # person, open or a kind of bot
    status: str  # thinking, done, still, away, bot, open
    says: str
    awaited: bool
    deadline: float  # when a bot will play for it; 0: never
    sealed: bool  # others may not know what it does
    points: str = ""  # where these are shown
    place: str = ""  # 1st, 2nd; where seats are ranked

    def as_seen_by(self, viewer: int) -> SeatShown:
        """The clock of a seat starts anew with each of its steps: whoever may not see these may not see the clock."""
        return self._replace(deadline=0.0) if self.sealed and viewer != self.seat else self


def show_seats(live: LiveTable) -> list[SeatShown]:
    """What everyone may know of the seats: whether their answers are awaited, not what they did."""
    asking, waiting = live.sitting.look().asking, live.sitting.waiting if not live.is_done else []
    here = live.watchers.seats
    return [
        _show_seat(live, seat, seat in waiting, seat in here, asking[seat] == SEALED)
        for seat in range(len(live.chairs))
    ]


def seats_then(live: LiveTable, view: Any) -> list[SeatShown]:
    """The seats as they were in an earlier position that everyone saw: who was awaited then. What clocks said is past."""
    return [
        _show_seat(live, seat, bool(view.asking[seat]), seat in live.watchers.seats, sealed=False)._replace(
            deadline=0.0
        )
        for seat in range(len(live.chairs))
    ]


def with_places(seats: Sequence[SeatShown], places: Sequence[Place] | None) -> list[SeatShown]:
    """The seats with points and place, where these are shown."""
    if places is None:
        return list(seats)
    return [
        seat._replace(points=minus(place.points), place=ordinal(place.rank) if place.rank else "")
        for seat, place in zip(seats, places, strict=True)
    ]


def _show_seat(live: LiveTable, seat: int, awaited: bool, here: bool, sealed: bool) -> SeatShown:
    chair = live.chairs[seat]
    status, says = _status(live, chair, awaited, here, bool(live.answers[seat]))
    counts = live.info.idle and not live.paused and is_awaited_person(live, chair)
    deadline = live.idle_until(chair) if counts else 0.0
    return SeatShown(seat, chair.name, chair.kind, status, says, awaited, deadline, sealed)


def _status(live: LiveTable, chair: Chair, waiting: bool, here: bool, answered: bool) -> tuple[str, str]:
    if waiting and live.paused:
        return "thinking" if here else "away", "awaited; paused"
    if (waiting and live.time_is_up and not chair.is_bot) or chair.stand_in:
        return "bot", "away: a bot plays" if chair.stand_in else "time is up: a bot plays"
    if chair.kind == OPEN:
        return "open", "open: waiting for somebody" if waiting else "open"
    if chair.is_bot:
        return "bot", f"{chair.kind} bot, thinking" if waiting else f"{chair.kind} bot"
    if not here:
        return "away", "away, awaited" if waiting else "away"
    return ("thinking", "thinking") if waiting else _at_rest(live, answered)


def _at_rest(live: LiveTable, answered: bool) -> tuple[str, str]:
    """Of whom nothing is awaited: who has not been asked anything has done nothing yet."""
    if live.is_done:
        return "done", "the end"
    return ("done", "done") if answered else ("still", "not asked yet")
