"""What can happen at a table, as it is written down. A table is what its entries come to, in their order, and nothing else.

Workshops have logs of the same form, and kinds of entries of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import msgspec

from moot.engine import NOBODY
from moot.table.feeds.messages import NOBODY_IN_PARTICULAR
from moot.table.live.hours import Hours
from moot.table.persistence.store import LogRow
from moot.table.workshops.entries import WorkshopBody


class Sat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: for a person (or several), open, or a bot's."""

    kind: str
    name: str
    sitters: tuple[str, ...] = ()
    key: str = ""  # what its people give to those with whom they share it
    left_by: str = ""  # of an open seat: the kind of bot that played it before


class Taught(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table is a lesson."""

    digest: str  # of its text
    begun: int = 0  # moves that had been made when it began


class Opened(msgspec.Struct, frozen=True, omit_defaults=True, tag="opened"):
    """The table is opened: always the first entry."""

    game: str
    rules: str  # the fingerprint of those by which it is played
    options: dict[str, Any]  # as they are said
    seed: int
    chairs: tuple[Sat, ...]
    mark: str = ""  # of the position with which it begins; empty: it was opened before there were marks
    host: str | None = None
    public: bool = False
    idle: int = 0
    votes: bool = False
    workshop: str | None = None
    place: int | None = None
    hours: Hours | None = None  # of play over days: which count
    stands: bool = False  # what was told stands: nobody takes it back
    lesson: Taught | None = None


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Seats are another's from now on: somebody sits down or stands up, or a bot takes over."""

    chairs: dict[int, Sat]


class Moved(msgspec.Struct, frozen=True, omit_defaults=True, tag="moved"):
    """A seat has answered: its choice by name, its arguments, the name it wrote, and who it was."""

    seat: int
    choice: str
    arguments: tuple[int, ...]
    mark: str = ""  # of the position that it leads to; empty: it was written before there were marks
    over: bool = False  # whether the game is over with it
    text: str = ""
    by: str = ""  # the person, or the kind of bot
    votes: tuple[str, ...] = ()  # the people who wanted it, where a seat votes


class TookBack(msgspec.Struct, frozen=True, omit_defaults=True, tag="took_back"):
    """A seat's last answer is undone, by one of its people."""

    seat: int
    by: str = ""
    told: bool = (
        False  # it had been told: whatever came of it, and was answered since unnoticed by its seat, is undone too
    )


class Said(msgspec.Struct, frozen=True, omit_defaults=True, tag="said"):
    """Something said in chat, by a seat or by somebody who has none."""

    seat: int
    to: int
    text: str
    sender: str = ""  # who says it, if no seat does
    by: str = ""  # the person who said it, of those on the seat
    # Of what is for one seat: the people, and the guests by number, who held the two seats then. None: it was not written down.
    ears: tuple[str, ...] | None = None

    def heard_by(self, seat: int, people: Set[str]) -> bool:
        """Whether a seat hears it, for one of its people, by all they are known by; nobody's seat hears what is for all."""
        if self.to == NOBODY_IN_PARTICULAR:
            return True
        held = not people.isdisjoint(self.ears or ())
        return seat != NOBODY and seat in (self.seat, self.to) and held


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """No moves, and the clocks stand still."""


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """On from where it was paused."""


class Clock(msgspec.Struct, frozen=True, tag="clock"):
    """Time for each phase by its name ("" is for those not named), and when the present one is over; 0: as long as it takes."""

    times: dict[str, int]
    only_show: bool  # when the time is over nothing happens; otherwise bots play until the phase is over
    due: float


class TimeUp(msgspec.Struct, frozen=True, tag="time_up"):
    """The time of a phase is over: bots play for those who have not answered."""

    phase: int  # the entry with which it began


class Away(msgspec.Struct, frozen=True, tag="away"):
    """Somebody has been awaited for too long: a bot stands in."""

    seat: int


class Back(msgspec.Struct, frozen=True, tag="back"):
    """They are here again."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The game is broken off, wherever it stands."""

    why: str


class Next(msgspec.Struct, frozen=True, tag="next"):
    """There is a rematch."""

    table: str


class Rules(msgspec.Struct, frozen=True, omit_defaults=True, tag="rules"):
    """From here on the table is played by other rules: they lead to the same positions, or it goes on from a record."""

    rules: str
    record: bytes = b""


class Learned(msgspec.Struct, frozen=True, tag="learned"):
    """Of a lesson: what was said has been read, or what was asked answered rightly."""

    seat: int
    beat: int


class Unknown(msgspec.Struct, frozen=True):
    """An entry of a kind that only a newer release can read. It stays as it is, and nothing can be folded with it."""

    kind: str
    seat: int
    body: bytes


TableBody = (
    Opened
    | Seated
    | Moved
    | TookBack
    | Said
    | Paused
    | Resumed
    | Clock
    | TimeUp
    | Away
    | Back
    | Ended
    | Next
    | Rules
    | Learned
)
KnownBody = TableBody | WorkshopBody
Body = KnownBody | Unknown
_kinds: Mapping[str, msgspec.json.Decoder[Any]] = {
    kind.__struct_config__.tag: msgspec.json.Decoder(kind) for kind in KnownBody.__args__
}
_encode = msgspec.json.Encoder().encode


def written(number: int, at: float, body: Body) -> LogRow:
    """An entry as a row of the log."""
    if isinstance(body, Unknown):
        return LogRow(number, at, body.kind, body.seat, body.body)
    kind = str(body.__struct_config__.tag)
    return LogRow(number, at, kind, getattr(body, "seat", NOBODY), _encode(body))


def read(row: LogRow) -> Body:
    """A row of the log as an entry."""
    if row.kind not in _kinds:
        return Unknown(row.kind, row.seat, row.body)
    body: Body = _kinds[row.kind].decode(row.body)
    return body
