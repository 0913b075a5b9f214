"""A workshop: several tables of one game, the guests who are placed at them, and the ways in which it is run.

Everything about it is on disk. A guest's link and the facilitator's are kept as hashes: the guests' links are made from the
facilitator's key, so that only whoever holds that can show them.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from moot.engine import NOBODY, Game, Sitting, Strip
from moot.table import schema
from moot.table.acts import NAMED, Act, act_added, find_acts, removed_people
from moot.table.messages import MOST_NAME
from moot.table.store import Change, Store

MOST_TABLES = 30
MOST_SITTERS = 8  # people who share a seat
FACILITATOR = "Facilitator"


class Ways(msgspec.Struct, frozen=True):
    """How a workshop is run, as far as the facilitator may change it."""

    rest: str = "open"  # what a seat is for which nobody is left: open, or a kind of bot
    times: dict[str, int] = {}  # seconds for a phase, by its name; "" is for those not named; 0: as long as it takes
    only_show: bool = False  # when the time is over nothing happens; otherwise bots play until the phase is over
    may_look: bool = False  # guests may watch the other tables
    revealed: bool = False  # the option that varies, and what the game tells afterwards
    debriefing: bool = False  # guests may read it
    link: bool = True  # whether whoever is not on the list may come by the common link


@dataclass
class Guest:
    """Somebody who takes part: by name, and by the link that was given to them."""

    number: int
    name: str
    table: str
    seat: int  # NOBODY: they wait for one
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


@dataclass
class Workshop:
    """Several tables, and who is placed at them."""

    id: str
    key: str  # the hash of the facilitator's
    game: Game
    vary: str
    at: float
    ways: Ways = field(default_factory=Ways)
    tables: list[str] = field(default_factory=list)  # in the order of their places
    guests: list[Guest] = field(default_factory=list)
    values: list[int] = field(default_factory=list)  # of the option that varies, by table
    acts: list[Act] = field(default_factory=list)  # what happened around the tables, oldest first
    seating: asyncio.Lock = field(default_factory=asyncio.Lock)  # who comes and goes, one at a time
    _acted: int = 0  # the number of the newest act, also of one on its way to the disk

    def opens_to(self, key: str) -> bool:
        """Whether a key is the facilitator's."""
        return compare_digest(hashed(key), self.key)

    def at_seat(self, table: str, seat: int) -> list[Guest]:
        """Who is placed on a seat."""
        return [guest for guest in self.guests if guest.is_at(table, seat)]

    def guest_of(self, person: str | None) -> Guest | None:
        """Whom a person came as, last."""
        return next(reversed(self.guests_of(person)), None)

    def guests_of(self, person: str | None) -> list[Guest]:
        """Everyone as whom a person came: several may use one browser."""
        return [guest for guest in self.guests if person and guest.person == person]

    @property
    def next_guest(self) -> int:
        """A number that no guest has had, for their link is made from it: not even one who was removed."""
        return 1 + max([guest.number for guest in self.guests] + [act.guest for act in self.acts], default=NOBODY)

    def act(self, what: str, at: float, guest: Guest | None = None, **told: Any) -> tuple[Act, Change]:
        """Something that is about to happen around the tables, and how it is written down."""
        self._acted = 1 + max([self._acted, *(act.number for act in self.acts)])
        act = Act(self._acted, at, what, **{**(_named(guest) if guest else {}), **told})
        return act, act_added(self.id, act)

    @property
    def renamed(self) -> list[str]:
        """What had to be done to the names of the class list."""
        return [act.text for act in self.acts if act.what == NAMED and act.text]

    def was_removed(self, person: str | None) -> bool:
        """Whether the facilitator has sent somebody away."""
        return person in removed_people(self.acts)

    def leads(self, person: str | None) -> str:
        """Where somebody goes who may no longer look at what they looked at."""
        guest = self.guest_of(person)
        if guest is None and not self.was_removed(person):
            return "/"
        return guest.address if guest and not guest.waits else f"/workshops/{self.id}/join"

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is something that players may not know yet: what varies, or what the game tells afterwards."""
        return not self.ways.revealed and bool(self.vary or self.game.afterwards)

    def says(self, place: int) -> str:
        """What varies, at one of the tables, in words."""
        return self.game.options[self.vary].says(self.values[place - 1]).replace("_", " ") if self.vary else ""

    @property
    def varied(self) -> str:
        """The option that varies, in words."""
        return self.vary.replace("_", " ")


def _named(guest: Guest) -> dict[str, Any]:
    where = {"table_id": guest.table, "seat": guest.seat}
    return {"guest": guest.number, "name": guest.name, "person": guest.person or "", **where}


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def link_secret(key: str, number: int) -> str:
    """What a guest's link holds."""
    made = hmac.digest(key.encode(), f"guest {number}".encode(), "sha256")[:18]
    return base64.urlsafe_b64encode(made).decode()


def called(guests: Sequence[Guest]) -> str:
    """How a seat is called by the people on it."""
    first = guests[0].name
    both = " & ".join(guest.name for guest in guests[:2])
    if len(guests) == 1:
        return first
    return both if len(guests) == 2 and len(both) <= MOST_NAME else f"{first[: MOST_NAME - 3]} +{len(guests) - 1}"


def strip_of(sitting: Sitting) -> Strip:
    """Turn and phase, as everyone sees them."""
    return sitting.game.strip(sitting.look())


def phase_of(sitting: Sitting) -> tuple[str, str]:
    """The present phase, and the turn it is in: another turn is another phase."""
    strip = strip_of(sitting)
    return strip.title, strip.phases[strip.phase] if strip.phases else ""


# Down and up again


def workshop_opened(workshop: Workshop) -> list[Change]:
    """A workshop that has just been opened, before its tables."""
    ways = msgspec.json.encode(workshop.ways).decode()
    row = {"id": workshop.id, "key": workshop.key, "game": workshop.game.name, "vary": workshop.vary}
    return [(insert(schema.workshops), {**row, "at": workshop.at, "ways": ways})]


def guest_added(workshop: Workshop, guest: Guest) -> Change:
    """A guest who was not there before."""
    row = {"workshop": workshop.id, "number": guest.number, "name": guest.name, "secret": guest.secret}
    return insert(schema.guests), {**row, "person": guest.person, "table_id": guest.table, "seat": guest.seat}


def guest_changed(workshop: Workshop, guest: Guest, **values: Any) -> Change:
    """Something about a guest is no longer as it was."""
    guests = schema.guests
    which = guests.c.workshop == workshop.id, guests.c.number == guest.number
    return update(guests).where(*which).values(**values), {}


def guest_removed(workshop: Workshop, guest: Guest) -> Change:
    """A guest who takes part no more."""
    guests = schema.guests
    return delete(guests).where(guests.c.workshop == workshop.id, guests.c.number == guest.number), {}


def ways_changed(workshop: Workshop, ways: Ways) -> Change:
    """It is run in another way from now on."""
    workshops, text = schema.workshops, msgspec.json.encode(ways).decode()
    return update(workshops).where(workshops.c.id == workshop.id).values(ways=text), {}


async def find_workshop(store: Store, name: str, games: Mapping[str, Game]) -> Workshop | None:
    """A workshop from disk; None if there is none, or its game is no longer here."""
    row = await store.row(select(schema.workshops).where(schema.workshops.c.id == name))
    if row is None or row.game not in games:
        return None
    tables, guests = schema.tables, schema.guests
    found = await store.rows(select(tables).where(tables.c.workshop == name).order_by(tables.c.place))
    known = await store.rows(select(guests).where(guests.c.workshop == name).order_by(guests.c.number))
    return Workshop(
        row.id,
        row.key,
        games[row.game],
        row.vary,
        row.at,
        msgspec.json.decode(row.ways, type=Ways),
        [table.id for table in found],
        [Guest(one.number, one.name, one.table_id, one.seat, one.secret, one.person) for one in known],
        _values(games[row.game], row.vary, (table.options for table in found)),
        await find_acts(store, name),
    )


def _values(game: Game, vary: str, options: Iterable[str]) -> list[int]:
    """What varies, by table."""
    return [game.choose(msgspec.json.decode(one))[vary] for one in options] if vary else []
