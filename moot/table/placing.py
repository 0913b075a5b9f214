"""Who sits where in a workshop: guests come by their links or by the common one, are moved, swapped and removed.

Whatever happens to the seats of several tables is written down at once, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from moot.bots import COMPANY
from moot.engine import NOBODY, MoveError
from moot.table.acts import REMOVED, SEATED, Act
from moot.table.convening import told_apart
from moot.table.hall import Hall, Person, chair_of, take_seat, taken_over
from moot.table.keeping import seat_changed
from moot.table.names import clean_name
from moot.table.opening import bot_chair, empty_chair, name_at
from moot.table.room import OPEN, PERSON, PLAYING, Chair, Room
from moot.table.store import Change, Store
from moot.table.workshop import (
    MOST_SITTERS,
    Guest,
    Workshop,
    called,
    guest_added,
    guest_changed,
    guest_removed,
    hashed,
    link_secret,
)

MOST_WAITING = 100  # people for whom there was no seat
CLOSED = "The common link is closed. Ask the facilitator for a link of your own."
SENT_AWAY = "The facilitator has taken you out of this workshop. Ask them if you think that this is a mistake."
GONE = "This guest takes part no more. Look at the list again."


class Usher:
    """Places people, in all workshops of a server."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def chair(self, workshop: Workshop, seat: int, guests: Sequence[Guest], kind: str = PERSON) -> Chair:
        """A seat for those who are placed on it; if nobody is, as the workshop has it."""
        game, rest = workshop.game, workshop.ways.rest
        if not guests:
            return empty_chair(game, seat) if rest == OPEN else bot_chair(game, seat, rest)
        guests = sorted(guests, key=lambda guest: guest.number)
        sitters = {guest.person for guest in guests if guest.person}
        return Chair(kind, name_at(game, seat, called(guests)), sitters, self._hall.new_key())

    # Coming

    async def arrive(self, workshop: Workshop, guest: Guest, person: Person) -> Guest:
        """A guest has come by their link, with this browser; another that came by it before has to go."""
        async with workshop.seating:
            guest = _still(workshop, guest)
            if guest.person == person.id:
                return guest
            came = replace(guest, person=person.id)
            await self._place(workshop, [came], [guest_changed(workshop, guest, person=person.id)])
            return came

    async def welcome(self, workshop: Workshop, name: str, person: Person) -> Guest:
        """Somebody who is not on the list is given a seat that nobody holds, or waits until one is free; who has come before
        stays who they are.
        """
        async with workshop.seating:
            known = workshop.guest_of(person.id)
            if known is not None and not known.waits:
                return known
            must_be_welcome(workshop, person)
            room, seat = await self._free_seat(workshop)
            if known is None:
                return await self._add(workshop, name, person, room, seat)
            if room is None:
                return known
            return await self._put(workshop, known, room, seat)

    async def _add(self, workshop: Workshop, name: str, person: Person, room: Room | None, seat: int) -> Guest:
        if room is None and sum(guest.waits for guest in workshop.guests) >= MOST_WAITING:
            raise MoveError("Every seat is taken, and many wait already. Ask the facilitator.")
        called = told_apart(clean_name(name), [guest.name for guest in workshop.guests])
        table = room.info.id if room else workshop.tables[0]
        guest = Guest(workshop.next_guest, called, table, seat, None, person.id)
        await self._place(workshop, [guest], [guest_added(workshop, guest)])
        return guest

    async def _put(self, workshop: Workshop, guest: Guest, room: Room, seat: int) -> Guest:
        moved = replace(guest, table=room.info.id, seat=seat)
        await self._place(workshop, [moved], [guest_changed(workshop, guest, table_id=moved.table, seat=seat)])
        return moved

    async def _free_seat(self, workshop: Workshop) -> tuple[Room | None, int]:
        """A seat that nobody holds: open ones first, at the table with the fewest people; else one of those that bots play
        because nobody came. What somebody holds needs its own link, and what the facilitator gave to a bot is the bot's.
        """
        rooms = [room for room in await self.rooms(workshop) if room.state == PLAYING]
        if not rooms:
            raise MoveError("Every game of this workshop is over. Ask the facilitator.")
        free = [(room, seat) for room in rooms for seat in range(len(room.chairs)) if _is_free(workshop, room, seat)]

        def crowd(way: tuple[Room, int]) -> tuple[bool, int]:
            here = sum(guest.table == way[0].info.id and not guest.waits for guest in workshop.guests)
            return way[0].chairs[way[1]].kind != OPEN, here

        return min(free, key=crowd) if free else (None, NOBODY)

    # Going

    async def move(self, workshop: Workshop, guest: Guest, table: str, seat: int) -> None:
        """A guest goes to another seat, of this or another table; their page goes with them."""
        async with workshop.seating:
            guest, room = _still(workshop, guest), await self._room(table)
            chair_of(room, seat)
            if guest.is_at(table, seat):
                return
            if len(workshop.at_seat(table, seat)) >= MOST_SITTERS:
                name = room.chairs[seat].name
                raise MoveError(f"{name} is shared by {MOST_SITTERS} people already. Choose another seat.")
            await self._put(workshop, guest, room, seat)

    async def swap(self, workshop: Workshop, one: Guest, other: Guest) -> None:
        """Two guests change places, both at once."""
        async with workshop.seating:
            one, other = _still(workshop, one), _still(workshop, other)
            if (one.table, one.seat) == (other.table, other.seat):
                raise MoveError(f"{one.name} and {other.name} have the same place. Choose two who sit apart.")
            swapped = [
                replace(one, table=other.table, seat=other.seat),
                replace(other, table=one.table, seat=one.seat),
            ]
            changes = [guest_changed(workshop, guest, table_id=guest.table, seat=guest.seat) for guest in swapped]
            await self._place(workshop, swapped, changes)

    async def remove(self, workshop: Workshop, guest: Guest) -> None:
        """A guest takes part no more: their pages go, their link leads nowhere, and nobody holds their seat if they were alone."""
        async with workshop.seating:
            guest = _still(workshop, guest)
            removed = workshop.act(REMOVED, self._hall.settings.clock(), guest)
            await self._write(
                workshop,
                [one for one in workshop.guests if one is not guest],
                [removed],
                [guest_removed(workshop, guest)],
            )

    async def hand(self, workshop: Workshop, room: Room, seat: int, to: str) -> None:
        """A bot takes a seat, whoever is placed on it; or gives it back to them, or to whoever comes."""
        async with workshop.seating:
            chair_of(room, seat)
            if to not in (OPEN, *COMPANY):
                raise MoveError(
                    f"A seat is given to a bot ({', '.join(COMPANY)}) or back again ({OPEN}), not to {to!r}."
                )
            guests = workshop.at_seat(room.info.id, seat)
            if guests:
                chair = self.chair(workshop, seat, guests, PERSON if to == OPEN else to)
            else:
                chair = empty_chair(workshop.game, seat) if to == OPEN else bot_chair(workshop.game, seat, to)
            await room.alter(seat_changed(room, seat, chair), lambda: take_seat(room, seat, chair))

    async def give_link(self, workshop: Workshop, guest: Guest, key: str) -> None:
        """A link for somebody who came without one, in case they need another browser."""
        async with workshop.seating:
            guest, secret = _still(workshop, guest), hashed(link_secret(key, guest.number))
            await self._hall.store.write([guest_changed(workshop, guest, secret=secret)])
            guest.secret = secret

    # Writing it down

    async def rooms(self, workshop: Workshop) -> list[Room]:
        """The tables that can be played at."""
        found = [await self._hall.room(table) for table in workshop.tables]
        return [room for room in found if isinstance(room, Room)]

    async def _room(self, table: str) -> Room:
        room = await self._hall.room(table)
        if not isinstance(room, Room):
            raise MoveError("This table can no longer be played.")
        return room

    async def _place(self, workshop: Workshop, changed: Sequence[Guest], changes: Sequence[Change]) -> None:
        """Guests as they are from now on: new ones, or others in their old ones' stead."""
        by_number = {guest.number: guest for guest in workshop.guests} | {guest.number: guest for guest in changed}
        now = self._hall.settings.clock()
        seated = [workshop.act(SEATED, now, guest) for guest in changed if guest.person and not guest.waits]
        await self._write(workshop, [*by_number.values()], seated, changes)

    async def _write(
        self, workshop: Workshop, after: list[Guest], acts: Sequence[tuple[Act, Change]], changes: Sequence[Change]
    ) -> None:
        """All seats that are another's now, in one write; then everyone is shown, and told, and goes where they belong."""
        seats = _touched(workshop.guests, after)
        rooms = {table: await self._room(table) for table, _ in seats}
        chairs = [(rooms[table], seat, self._changed(workshop, rooms[table], seat, after)) for table, seat in seats]
        told = [(room, taken_over(room.chairs[seat], chair)) for room, seat, chair in chairs]
        written = [change for one in chairs for change in seat_changed(*one)]

        def take() -> None:
            workshop.guests[:] = after
            workshop.acts += [act for act, _ in acts]
            for one in chairs:
                take_seat(*one)

        await alter_all([*rooms.values()], self._hall.store, [*changes, *(c for _, c in acts), *written], take)
        self.see_off(workshop)
        for room, line in told:
            await room.remark(line)

    def see_off(self, workshop: Workshop) -> None:
        """Whoever looks on from where they may not any more goes on to where they belong."""
        for room in (self._hall.rooms[table] for table in workshop.tables if table in self._hall.rooms):
            for watcher in list(room.watchers):
                if watcher.person is not None and not room.may_stay(watcher.person, watcher.seat):
                    watcher.dismiss(workshop.leads(watcher.person))

    def _changed(self, workshop: Workshop, room: Room, seat: int, after: Sequence[Guest]) -> Chair:
        """A seat after somebody came or went: a bot that the facilitator let play for its people plays on while any are left."""
        guests = [guest for guest in after if guest.is_at(room.info.id, seat)]
        stay = {guest.number for guest in guests} & {one.number for one in workshop.at_seat(room.info.id, seat)}
        before = room.chairs[seat]
        return self.chair(workshop, seat, guests, before.kind if stay and before.is_bot else PERSON)


async def alter_all(rooms: Sequence[Room], store: Store, changes: Sequence[Change], take: Callable[[], None]) -> None:
    """Something about several tables, in one write; then everyone looks again."""
    if rooms:
        await rooms[0].alter(changes, take)
    else:
        await store.write(changes)
        take()
    for room in rooms[1:]:
        room.look_again()


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


def _is_free(workshop: Workshop, room: Room, seat: int) -> bool:
    """Whether whoever comes by the common link may have a seat."""
    kind, rest = room.chairs[seat].kind, workshop.ways.rest
    return not workshop.at_seat(room.info.id, seat) and kind in (OPEN, rest)


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
    found = next((one for one in workshop.guests if one.number == guest.number), None)
    if found is None:
        raise MoveError(GONE)
    return found
