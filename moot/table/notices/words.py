"""What a notice says: which game, that it is somebody's turn, and until when. Nothing of it comes from the position, or from
anybody's pen: so it is the same whatever is hidden, and nobody can write into another's post.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from moot.table.live.hours import time_left, zone_of
from moot.table.live.table import LiveTable

TURN, REMINDER, TRIAL = "turn", "reminder", "trial"
ASKED = {
    TURN: "It is your turn: your answer is awaited.",
    REMINDER: "It is still your turn: your answer is awaited.",
    TRIAL: "This is how you will be told that it is your turn.",
}


class Notice(NamedTuple):
    """What somebody is told."""

    kind: str
    game: str  # its title
    table: str  # the address of its page
    off: str  # the address that ends such notices
    deadline: float = 0.0  # 0: there is none
    left: str = ""  # until then, in words
    until: str = ""  # the deadline by the table's own clock

    @property
    def title(self) -> str:
        """In a line."""
        turn = {TURN: "it is your turn", REMINDER: "still your turn", TRIAL: "a trial"}[self.kind]
        return f"{self.game}: {turn}"

    @property
    def words(self) -> str:
        """In a sentence or two."""
        if not self.deadline:
            return ASKED[self.kind]
        return f"{ASKED[self.kind]} {self.left[:1].upper()}{self.left[1:]}, until {self.until}; then a bot answers for you."

    @property
    def text(self) -> str:
        """All of it, with what to open and how to end it."""
        return f"{self.title}\n{self.words}\n{self.table}\n\nNo more of these: {self.off}"

    @property
    def when(self) -> str | None:
        """The deadline for machines."""
        return datetime.fromtimestamp(self.deadline, UTC).isoformat(timespec="seconds") if self.deadline else None


def notice_of(live: LiveTable, kind: str, seat: int, home: str, off: str, now: float) -> Notice:
    """What somebody is told who is awaited at a seat."""
    due, hours = live.idle_until(live.chairs[seat]), live.info.hours
    zone = hours.zone if hours else "UTC"
    until = f"{datetime.fromtimestamp(due, zone_of(zone)):%a %d %b %Y, %H:%M} ({zone})" if due else ""
    table = f"{home}/tables/{live.id}?seat={seat}"
    return Notice(kind, live.info.game.title, table, off, due, time_left(due - now) if due else "", until)
