"""A workshop as its log has made it. `fold` takes one entry after the other, and nothing else changes a workshop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatchmethod

import msgspec

from moot.engine import SavedGameError
from moot.table.live.entries import Body, read
from moot.table.persistence.store import LogRow
from moot.table.workshops.acts import NAMED, removed_people
from moot.table.workshops.entries import Act, Cleared, Convened, Guest, Noted, Placed, Run


class WorkshopState:
    """What a workshop's entries come to."""

    def __init__(self, name: str, at: float, convened: Convened) -> None:
        self.id, self.key, self.vary, self.ways = name, convened.key, convened.vary, convened.ways
        self.number, self.at = 0, at  # of the last entry
        self.tables = list(convened.tables)  # in the order of their places
        self.values = list(convened.values)  # of the option that varies, by table, as they are said
        self.guests: list[Guest] = []  # by number
        self.next_guest = (
            0  # a number that no guest has had, for their link is made from it: not even one who was removed
        )
        self.acts: list[Act] = []  # what happened around the tables, oldest first
        self._place(Placed(convened.guests, acts=convened.acts))

    # One entry after the other

    def fold(self, number: int, at: float, body: Body) -> None:
        """The next entry."""
        self.number, self.at = number, at
        self._fold(body)

    def fold_all(self, rows: Iterable[LogRow]) -> None:
        """Entries from disk, one after the other."""
        for row in rows:
            self.fold(row.number, row.at, read(row))

    @singledispatchmethod
    def _fold(self, body: Body) -> None:
        raise SavedGameError(f"An entry {type(body).__name__} cannot come here.")

    @_fold.register
    def _place(self, body: Placed) -> None:
        known = [*(guest.number for guest in body.guests), *body.gone]
        self.next_guest = max([self.next_guest, *(number + 1 for number in known)])
        self.guests = guests_after(self.guests, body)
        self._note(body.acts)

    @_fold.register
    def _(self, body: Run) -> None:
        self.ways = body.ways

    @_fold.register
    def _(self, body: Noted) -> None:
        self._note([body.act])

    @_fold.register
    def _(self, body: Cleared) -> None:
        place = self.tables.index(body.table)
        del self.tables[place], self.values[place : place + 1]

    def _note(self, acts: Iterable[Act]) -> None:
        for act in acts:
            self.acts.append(msgspec.structs.replace(act, number=len(self.acts) + 1, at=self.at))

    # Who takes part

    def guest(self, number: int) -> Guest | None:
        """A guest by number."""
        return next((guest for guest in self.guests if guest.number == number), None)

    def at_seat(self, table: str, seat: int) -> list[Guest]:
        """Who is placed on a seat."""
        return [guest for guest in self.guests if guest.is_at(table, seat)]

    def guest_of(self, person: str | None) -> Guest | None:
        """Whom a person came as, last."""
        return next(reversed(self.guests_of(person)), None)

    def guests_of(self, person: str | None) -> list[Guest]:
        """Everyone as whom a person came: several may use one browser."""
        return [guest for guest in self.guests if person and guest.person == person]

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
    def renamed(self) -> list[str]:
        """What had to be done to the names of the class list."""
        return [act.text for act in self.acts if act.what == NAMED and act.text]

    # What varies

    def says(self, place: int) -> str:
        """What varies, at one of the tables, in words."""
        return str(self.values[place - 1]).replace("_", " ") if self.vary else ""

    @property
    def varied(self) -> str:
        """The option that varies, in words."""
        return self.vary.replace("_", " ")


def guests_after(guests: Sequence[Guest], placed: Placed) -> list[Guest]:
    """Who takes part after some have come, moved or gone, by number."""
    by_number = {guest.number: guest for guest in (*guests, *placed.guests) if guest.number not in placed.gone}
    return [by_number[number] for number in sorted(by_number)]
