"""Who sits where in a workshop: guests come by their links or by the common one, are moved, swapped and removed.

Whatever happens to the seats of several tables is written down at once, or not at all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from moot.bots import COMPANY
from moot.engine import NOBODY, MoveError
from moot.table.live.appending import Stale, Wanted, anew, append_all, unchanged
from moot.table.live.opening import bot_chair, empty_chair, name_at
from moot.table.live.state import OPEN, PERSON, PLAYING, Chair
from moot.table.live.table import LiveTable, chair_of
from moot.table.people import Person, hashed
from moot.table.registry import Registry
from moot.table.web.names import clean_name
from moot.table.workshops.acts import REMOVED, SEATED, act_of
from moot.table.workshops.convening import TakenNames
from moot.table.workshops.entries import Guest, Placed
from moot.table.workshops.state import guests_after
from moot.table.workshops.workshop import MOST_SITTERS, Workshop, called, link_secret

T = TypeVar("T")
MOST_WAITING = 100  # people for whom there was no seat
CLOSED = "The common link is closed. Ask the facilitator for a link of your own."
SENT_AWAY = "The facilitator has taken you out of this workshop. Ask them if you think that this is a mistake."
GONE = "This guest takes part no more. Look at the list again."


class Usher:
    """Places people, in all workshops of a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def chair(self, workshop: Workshop, seat: int, guests: Sequence[Guest], kind: str = PERSON) -> Chair:
        """A seat for those who are placed on it; if nobody is, as the workshop has it."""
        game, rest = workshop.game, workshop.ways.rest
        if not guests:
            return empty_chair(game, seat) if rest == OPEN else bot_chair(game, seat, rest)
        guests = sorted(guests, key=lambda guest: guest.number)
        sitters = {guest.person for guest in guests if guest.person}
        return Chair(kind, name_at(game, seat, called(guests)), sitters, self._registry.openings.new_key())

    async def _in_turn(self, workshop: Workshop, work: Callable[[int], Awaitable[T]]) -> T:
        """Work that needs to know the number of the entry from which it was worked out. Here it is done one at a time; where
        another server was quicker it is done anew.
        """
        async with workshop.seating:
            return await anew(lambda: work(workshop.number))

    # Coming

    async def arrive(self, workshop: Workshop, guest: Guest, person: Person) -> Guest:
        """A guest has come by their link, with this browser; another that came by it before has to go."""
        return await self._in_turn(workshop, partial(self._arrive, workshop, guest, person))

    async def _arrive(self, workshop: Workshop, guest: Guest, person: Person, number: int) -> Guest:
        guest = _still(workshop, guest)
        if guest.person == person.id:
            return guest
        return await self._put(workshop, number, replace(guest, person=person.id))

    async def welcome(self, workshop: Workshop, name: str, person: Person) -> Guest:
        """Somebody who is not on the list is given a seat that nobody holds, or waits until one is free; who has come before
        stays who they are.
        """
        return await self._in_turn(workshop, partial(self._welcome, workshop, name, person))

    async def _welcome(self, workshop: Workshop, name: str, person: Person, number: int) -> Guest:
        known = workshop.guest_of(person.id)
        if known is not None and not known.waits:
            return known
        must_be_welcome(workshop, person)
        live, seat = await self._free_seat(workshop)
        guest = known or _newcomer(workshop, name, person)
        if live is not None:
            free = live, partial(_must_be_free, workshop, live, seat)
            return await self._put(workshop, number, replace(guest, table=live.info.id, seat=seat), free)
        return known or await self._wait(workshop, number, guest)

    async def _wait(self, workshop: Workshop, number: int, guest: Guest) -> Guest:
        if sum(one.waits for one in workshop.guests) >= MOST_WAITING:
            raise MoveError("Every seat is taken, and many wait already. Ask the facilitator.")
        return await self._put(workshop, number, guest)

    async def _put(self, workshop: Workshop, number: int, guest: Guest, *also: Wanted) -> Guest:
        """A guest as they are from now on."""
        await self._place(workshop, number, _seated(guest), *also)
        return guest

    async def _free_seat(self, workshop: Workshop) -> tuple[LiveTable | None, int]:
        """A seat that nobody holds: open ones first, at the table with the fewest people; else one of those that bots play
        because nobody came. What somebody holds needs its own link, and what the facilitator gave to a bot is the bot's.
        """
        live_tables = [live for live in await self.live_tables(workshop) if live.state == PLAYING]
        if not live_tables:
            raise MoveError("Every game of this workshop is over. Ask the facilitator.")
        free = [
            (live, seat) for live in live_tables for seat in range(len(live.chairs)) if _is_free(workshop, live, seat)
        ]

        def crowd(way: tuple[LiveTable, int]) -> tuple[bool, int]:
            here = sum(guest.table == way[0].info.id and not guest.waits for guest in workshop.guests)
            return way[0].chairs[way[1]].kind != OPEN, here

        return min(free, key=crowd) if free else (None, NOBODY)

    # Going

    async def move(self, workshop: Workshop, guest: Guest, table: str, seat: int) -> None:
        """A guest goes to another seat, of this or another table; their page goes with them."""
        await self._in_turn(workshop, partial(self._move, workshop, guest, table, seat))

    async def _move(self, workshop: Workshop, guest: Guest, table: str, seat: int, number: int) -> None:
        live = await self._live(table)
        chair, guest = chair_of(live, seat), _still(workshop, guest)
        if guest.is_at(table, seat):
            return
        if len(workshop.at_seat(table, seat)) >= MOST_SITTERS:
            raise MoveError(f"{chair.name} is shared by {MOST_SITTERS} people already. Choose another seat.")
        await self._put(workshop, number, replace(guest, table=table, seat=seat))

    async def swap(self, workshop: Workshop, one: Guest, other: Guest) -> None:
        """Two guests change places, both at once."""
        await self._in_turn(workshop, partial(self._swap, workshop, one, other))

    async def _swap(self, workshop: Workshop, one: Guest, other: Guest, number: int) -> None:
        one, other = _still(workshop, one), _still(workshop, other)
        if one.is_at(other.table, other.seat):
            raise MoveError(f"{one.name} and {other.name} have the same place. Choose two who sit apart.")
        there = replace(one, table=other.table, seat=other.seat)
        here = replace(other, table=one.table, seat=one.seat)
        await self._place(workshop, number, _seated(there, here))

    async def remove(self, workshop: Workshop, guest: Guest) -> None:
        """A guest takes part no more: their pages go, their link leads nowhere, and nobody holds their seat if they were alone."""
        await self._in_turn(workshop, partial(self._remove, workshop, guest))

    async def _remove(self, workshop: Workshop, guest: Guest, number: int) -> None:
        removed = act_of(REMOVED, _still(workshop, guest))
        await self._place(workshop, number, Placed(gone=(guest.number,), acts=(removed,)))

    async def hand(self, workshop: Workshop, live: LiveTable, seat: int, to: str) -> None:
        """A bot takes a seat, whoever is placed on it; or gives it back to them, or to whoever comes."""
        chair_of(live, seat)
        if to not in (OPEN, *COMPANY):
            raise MoveError(f"A seat is given to a bot ({', '.join(COMPANY)}) or back again ({OPEN}), not to {to!r}.")
        await self._in_turn(workshop, partial(self._hand, workshop, live, seat, to))

    async def _hand(self, workshop: Workshop, live: LiveTable, seat: int, to: str, number: int) -> None:
        chair = partial(self._handed, workshop, live, seat, to)
        await append_all([(workshop, partial(unchanged, workshop, number)), *live.reseating(seat, chair)])

    def _handed(self, workshop: Workshop, live: LiveTable, seat: int, to: str) -> Chair:
        if guests := workshop.at_seat(live.info.id, seat):
            return self.chair(workshop, seat, guests, PERSON if to == OPEN else to)
        return empty_chair(workshop.game, seat) if to == OPEN else bot_chair(workshop.game, seat, to)

    async def give_link(self, workshop: Workshop, guest: Guest, key: str) -> None:
        """A link for somebody who came without one, in case they need another browser."""
        secret = hashed(link_secret(key, guest.number))
        await append_all([(workshop, lambda: Placed((replace(_still(workshop, guest), secret=secret),)))])

    # Writing it down

    async def live_tables(self, workshop: Workshop) -> list[LiveTable]:
        """The tables that can be played at."""
        found = [await self._registry.find(table) for table in workshop.tables]
        return [live for live in found if isinstance(live, LiveTable)]

    async def _live(self, table: str) -> LiveTable:
        live = await self._registry.find(table)
        if not isinstance(live, LiveTable):
            raise MoveError("This table can no longer be played.")
        return live

    async def _place(self, workshop: Workshop, number: int, placed: Placed, *also: Wanted) -> None:
        """Who is where from now on, and all seats that are another's by it, in one write."""
        after = guests_after(workshop.guests, placed)
        wanted: list[Wanted] = [(workshop, partial(unchanged, workshop, number, placed)), *also]
        for table, seat in _touched(workshop.guests, after):
            live = await self._live(table)
            wanted += live.reseating(seat, partial(self._changed, workshop, live, seat, after))
        await append_all(wanted)

    def _changed(self, workshop: Workshop, live: LiveTable, seat: int, after: Sequence[Guest]) -> Chair:
        """A seat after somebody came or went: a bot that the facilitator let play for its people plays on while any are left."""
        guests = [guest for guest in after if guest.is_at(live.info.id, seat)]
        stay = {guest.number for guest in guests} & {one.number for one in workshop.at_seat(live.info.id, seat)}
        before = live.chairs[seat]
        return self.chair(workshop, seat, guests, before.kind if stay and before.is_bot else PERSON)


def _touched(before: Iterable[Guest], after: Iterable[Guest]) -> list[tuple[str, int]]:
    """The seats that are not held as they were."""
    was, now = _held(before), _held(after)
    return [place for place in {**was, **now} if was.get(place) != now.get(place)]


def _held(guests: Iterable[Guest]) -> Mapping[tuple[str, int], set[tuple[int, str | None]]]:
    held: dict[tuple[str, int], set[tuple[int, str | None]]] = {}
    for guest in guests:
        if not guest.waits:
            held.setdefault((guest.table, guest.seat), set()).add((guest.number, guest.person))
    return held


def _is_free(workshop: Workshop, live: LiveTable, seat: int) -> bool:
    """Whether whoever comes by the common link may have a seat."""
    kind, rest = live.chairs[seat].kind, workshop.ways.rest
    return not workshop.at_seat(live.info.id, seat) and kind in (OPEN, rest)


def _must_be_free(workshop: Workshop, live: LiveTable, seat: int) -> None:
    """A decision that writes nothing down: it refuses a seat that was free and is not any more."""
    if not _is_free(workshop, live, seat):
        raise Stale(f"Seat {seat} of {live.info.id} is no longer free.")


def _newcomer(workshop: Workshop, name: str, person: Person) -> Guest:
    """Somebody who is not on the list, before they have a seat."""
    called = TakenNames(guest.name for guest in workshop.guests).add(clean_name(name))
    return Guest(workshop.next_guest, called, workshop.tables[0], person=person.id)


def _seated(*guests: Guest) -> Placed:
    """Guests as they are from now on; of those who are here it is kept where they sit."""
    return Placed(guests, acts=tuple(act_of(SEATED, guest) for guest in guests if guest.person and not guest.waits))


def must_be_welcome(workshop: Workshop, person: Person | None) -> None:
    """Refuse whom the facilitator has sent away; and anyone new when the common link is closed."""
    who = person.id if person else None
    known = workshop.guest_of(who)
    if workshop.was_removed(who) and known is None:
        raise MoveError(SENT_AWAY)
    if not workshop.ways.link and (known is None or known.waits):
        raise MoveError(CLOSED)


def _still(workshop: Workshop, guest: Guest) -> Guest:
    """A guest as they are now: while somebody waited for their turn they may have been moved, or removed."""
    found = workshop.guest(guest.number)
    if found is None:
        raise MoveError(GONE)
    return found
