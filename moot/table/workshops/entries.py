"""What can happen in a workshop, as it is written down. A workshop is what its entries come to, in their order, and nothing else.

Keys are written down as hashes only.
"""

from __future__ import annotations

import msgspec

from moot.engine import NOBODY


class Ways(msgspec.Struct, frozen=True):
    """How a workshop is run, as far as the facilitator may change it."""

    rest: str = "open"  # what a seat is for which nobody is left: open, or a kind of bot
    times: dict[str, int] = {}  # seconds for a phase, by its name; "" is for those not named; 0: as long as it takes
    only_show: bool = False  # when the time is over nothing happens; otherwise bots play until the phase is over
    may_look: bool = False  # guests may watch the other tables
    revealed: bool = False  # the option that varies, and what the game tells afterwards
    debriefing: bool = False  # guests may read it
    link: bool = True  # whether whoever is not on the list may come by the common link


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who takes part: by name, and by the link that was given to them."""

    number: int
    name: str
    table: str
    seat: int = NOBODY  # NOBODY: they wait for one
    secret: str | None = None  # the hash of what their link holds
    person: str | None = None

    def is_at(self, table: str, seat: int) -> bool:
        """Whether this is their seat."""
        return (self.table, self.seat) == (table, seat)

    @property
    def waits(self) -> bool:
        """Whether there was no seat for them yet."""
        return self.seat == NOBODY

    @property
    def ear(self) -> str:
        """By what they are known to have been spoken to, whichever browser they come with."""
        return f"guest {self.number}"

    @property
    def address(self) -> str:
        """Where they sit."""
        return f"/tables/{self.table}?seat={self.seat}"


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened around the tables. Its number and its time are known when it is folded."""

    what: str
    table: str = ""  # empty: all of them, or none
    seat: int = NOBODY
    guest: int = NOBODY
    name: str = ""  # of the guest, then
    person: str = ""
    text: str = ""  # what else there is to say of it
    number: int = 0
    at: float = 0.0


class Convened(msgspec.Struct, frozen=True, omit_defaults=True, tag="convened"):
    """The workshop is opened, with its tables: always the first entry."""

    key: str  # the hash of the facilitator's
    game: str
    tables: tuple[str, ...]  # in the order of their places
    ways: Ways
    guests: tuple[Guest, ...] = ()
    vary: str = ""  # the option that differs by table, if one does
    values: tuple[int | str, ...] = ()  # of the option that varies, by table, as they are said
    acts: tuple[Act, ...] = ()


class Placed(msgspec.Struct, frozen=True, omit_defaults=True, tag="placed"):
    """Guests come, go to other places, are given links, or take part no more."""

    guests: tuple[Guest, ...] = ()  # as they are from now on: new ones, or others in their old ones' stead
    gone: tuple[int, ...] = ()  # by number, which nobody else will have
    acts: tuple[Act, ...] = ()


class Run(msgspec.Struct, frozen=True, tag="run"):
    """It is run in another way from now on."""

    ways: Ways


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something is kept in mind for the export."""

    act: Act


class Cleared(msgspec.Struct, frozen=True, tag="cleared"):
    """A table is gone; nobody is placed at it any more, and those after it move up."""

    table: str


WorkshopBody = Convened | Placed | Run | Noted | Cleared
