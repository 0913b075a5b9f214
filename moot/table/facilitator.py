"""What a facilitator does: opens a workshop, places people, speaks, pauses, sets clocks, ends games, reveals.

Everything is on disk before it is shown, as at every table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import msgspec

from moot.bots import COMPANY
from moot.engine import MoveError
from moot.table.convening import Plan, drawn, placed
from moot.table.forgetting import forget_guest, forget_table, forget_workshop
from moot.table.hall import Hall, Person, chair_of
from moot.table.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, clean
from moot.table.names import clean_name
from moot.table.opening import bot_chair, empty_chair, name_at
from moot.table.room import Room, append_all, seated
from moot.table.state import OPEN, PERSON, PLAYING, Chair, TableInfo
from moot.table.workshop import (
    MOST_SITTERS,
    Guest,
    Ways,
    Workshop,
    called,
    guest_added,
    guest_changed,
    hashed,
    link_secret,
    ways_changed,
)

ENDED_BY = "The facilitator has ended the game here."
MOST_SECONDS = 4 * 3600


class Facilitator:
    """Whoever runs a server's workshops, one for all of them: the key has been checked before."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    # Opening

    async def open(self, plan: Plan) -> tuple[Workshop, str]:
        """A workshop as planned, and the facilitator's key."""
        settings, game = self._hall.settings, plan.game
        luck, key = Random(settings.new_seed()), settings.new_secret()
        workshop = Workshop(settings.new_secret()[:12], hashed(key), game, plan.vary, settings.clock())
        workshop.ways = Ways(rest=plan.rest)
        workshop.values = drawn(game.options[plan.vary], plan.values, luck) if plan.vary else []
        workshop.tables = [settings.new_secret()[:12] for _ in range(plan.tables)]
        places = placed(len(plan.names), plan.tables, plan.options["seats"])
        for number, (name, (table, seat)) in enumerate(zip(plan.names, places, strict=True)):
            secret = hashed(link_secret(key, number))
            workshop.guests.append(Guest(number, name, workshop.tables[table], seat, secret))
        tables = [self._planned(workshop, plan, place) for place in range(plan.tables)]
        await self._hall.open_together(workshop, tables, [guest_added(workshop, guest) for guest in workshop.guests])
        return workshop, key

    def _planned(self, workshop: Workshop, plan: Plan, place: int) -> tuple[TableInfo, list[Chair]]:
        options = {**plan.options, **({plan.vary: workshop.values[place]} if plan.vary else {})}
        table, seed = workshop.tables[place], self._hall.settings.new_seed()
        fixed = seed, None, False, plan.idle, workshop.at, workshop.id, place + 1, plan.votes
        info = TableInfo(table, plan.game, options, *fixed)
        return info, [
            self._chair(workshop, seat, workshop.at_seat(table, seat)) for seat in range(plan.options["seats"])
        ]

    def _chair(self, workshop: Workshop, seat: int, guests: Sequence[Guest], kind: str = PERSON) -> Chair:
        """A seat for those who are placed on it; if nobody is, as the workshop has it."""
        game, rest = workshop.game, workshop.ways.rest
        if not guests:
            return empty_chair(game, seat) if rest == OPEN else bot_chair(game, seat, rest)
        guests = sorted(guests, key=lambda guest: guest.number)
        sitters = {guest.person for guest in guests if guest.person}
        return Chair(kind, name_at(game, seat, called(guests)), sitters, self._hall.new_key())

    # People

    async def rooms(self, workshop: Workshop) -> list[Room]:
        """The tables that can be played at."""
        found = [await self._hall.room(table) for table in workshop.tables]
        return [room for room in found if isinstance(room, Room)]

    async def _room(self, table: str) -> Room:
        room = await self._hall.room(table)
        if not isinstance(room, Room):
            raise MoveError("This table can no longer be played.")
        return room

    async def arrive(self, workshop: Workshop, guest: Guest, person: Person) -> None:
        """A guest has come by their link, with this browser; another that came by it before has to go."""
        async with workshop.seating:
            before = guest.person
            if before == person.id:
                return
            room, came = await self._room(guest.table), replace(guest, person=person.id)
            guests = [came if one is guest else one for one in workshop.at_seat(guest.table, guest.seat)]
            chair = self._chair(workshop, guest.seat, guests, room.chairs[guest.seat].kind)
            await room.reseat({guest.seat: chair}, guest_changed(workshop, guest, person=person.id))
            guest.person = person.id
            _send_away(room, guest.seat, before, "/")

    async def welcome(self, workshop: Workshop, name: str, person: Person) -> Guest:
        """Somebody who is not on the list is put where the fewest are; who has come before stays who they are."""
        async with workshop.seating:
            known = workshop.guest_of(person.id)
            if known is not None:
                return known
            room, seat = await self._emptiest(workshop)
            number = max((guest.number for guest in workshop.guests), default=-1) + 1
            guest = Guest(number, clean_name(name), room.info.id, seat, None, person.id)
            chair = self._chair(workshop, seat, [*workshop.at_seat(room.info.id, seat), guest])
            await room.reseat({seat: chair}, guest_added(workshop, guest))
            workshop.guests.append(guest)
            return guest

    async def _emptiest(self, workshop: Workshop) -> tuple[Room, int]:
        """First seats that nobody has, then those of the fewest; of these an open one, at the table with the fewest people."""
        rooms = [room for room in await self.rooms(workshop) if room.state == PLAYING]
        ways = [(room, seat) for room in rooms for seat in range(len(room.chairs))]
        if not ways:
            raise MoveError("Every game of this workshop is over. Ask the facilitator.")

        def crowd(way: tuple[Room, int]) -> tuple[int, bool, int]:
            table, seat = way[0].info.id, way[1]
            here = sum(guest.table == table for guest in workshop.guests)
            return len(workshop.at_seat(table, seat)), way[0].chairs[seat].kind != OPEN, here

        room, seat = min(ways, key=crowd)
        self._must_have_room(workshop, room, seat)
        return room, seat

    def _must_have_room(self, workshop: Workshop, room: Room, seat: int) -> None:
        if len(workshop.at_seat(room.info.id, seat)) >= MOST_SITTERS:
            name = chair_of(room, seat).name
            raise MoveError(f"{name} is shared by {MOST_SITTERS} people already. Choose another seat.")

    async def move(self, workshop: Workshop, guest: Guest, table: str, seat: int) -> None:
        """A guest goes to another seat, of this or another table; their page goes with them."""
        async with workshop.seating:
            new, old, before = await self._room(table), await self._room(guest.table), guest.seat
            chair_of(new, seat)
            if guest.is_at(table, seat):
                return
            self._must_have_room(workshop, new, seat)
            left = [one for one in workshop.at_seat(old.info.id, before) if one is not guest]
            there = [*workshop.at_seat(table, seat), guest]
            chairs: dict[Room, dict[int, Chair]] = {old: {before: self._chair(workshop, before, left)}}
            chairs.setdefault(new, {})[seat] = self._chair(workshop, seat, there)
            placed = guest_changed(workshop, guest, table_id=table, seat=seat)
            await append_all([(room, partial(seated, taken)) for room, taken in chairs.items()], [placed])
            guest.table, guest.seat = table, seat
            redraw([old, new])
            _send_away(old, before, guest.person, f"/tables/{table}?seat={seat}")

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
                chair = self._chair(workshop, seat, guests, PERSON if to == OPEN else to)
            else:
                chair = empty_chair(workshop.game, seat) if to == OPEN else bot_chair(workshop.game, seat, to)
            await room.reseat({seat: chair})

    async def give_link(self, workshop: Workshop, guest: Guest, key: str) -> None:
        """A link for somebody who came without one, in case they need another browser."""
        secret = hashed(link_secret(key, guest.number))
        await self._hall.store.write([guest_changed(workshop, guest, secret=secret)])
        guest.secret = secret

    async def forget(self, workshop: Workshop, what: str, rooms: Iterable[Room], guest: Guest | None) -> None:
        """Delete the whole workshop (`all`), a table, or a guest."""
        store, games = self._hall.store, self._hall.settings.games
        async with workshop.seating:
            if what == "all":
                found = await forget_workshop(store, workshop.id)
            elif guest is not None:
                found = await forget_guest(store, games, workshop.id, guest.number)
            else:
                (room,) = rooms
                found = await forget_table(store, room.info.id)
            if found is not None:
                await self._hall.forget(found)

    # The tables

    async def say(self, rooms: Iterable[Room], text: str, to: int = NOBODY_IN_PARTICULAR) -> None:
        """To all of these tables, or to one seat of them."""
        clean(text, MOST_CHAT, "A message")
        for room in rooms:
            await room.announce(text, to)

    async def pause(self, rooms: Iterable[Room]) -> None:
        """These tables stop."""
        for room in rooms:
            await room.pause()

    async def go_on(self, rooms: Iterable[Room]) -> None:
        """These tables go on."""
        for room in rooms:
            await room.go_on()

    async def end(self, rooms: Sequence[Room]) -> None:
        """These games are over."""
        if not any(room.state == PLAYING for room in rooms):
            raise MoveError("The game is over there already.")
        for room in rooms:
            await room.end(ENDED_BY)

    async def set_times(self, workshop: Workshop, times: dict[str, int], *, only_show: bool) -> None:
        """Time for each phase; the present ones begin anew."""
        if any(not 0 <= seconds <= MOST_SECONDS for seconds in times.values()):
            raise MoveError(f"A phase has 0 (as long as it takes) to {MOST_SECONDS} seconds.")
        kept = {phase: seconds for phase, seconds in times.items() if seconds or phase}
        await self.change(workshop, times=kept, only_show=only_show)
        for room in await self.rooms(workshop):
            await room.set_clock(kept, room.fresh_due(kept, room.paused or room.now()), only_show=only_show)

    async def extend(self, rooms: Iterable[Room], seconds: int) -> None:
        """More time for the present phase; where there is no clock, one begins."""
        if not 0 < seconds <= MOST_SECONDS:
            raise MoveError(f"A phase is made longer by 1 to {MOST_SECONDS} seconds.")
        for room in rooms:
            due = max(room.due, room.paused or room.now()) + seconds
            await room.set_clock(room.times, due, only_show=room.only_show)

    # All of them

    async def change(self, workshop: Workshop, **ways: Any) -> None:
        """It is run in another way from now on."""
        changed = msgspec.structs.replace(workshop.ways, **ways)
        await self._hall.store.write([ways_changed(workshop, changed)])
        workshop.ways = changed
        redraw(await self.rooms(workshop))


def redraw(rooms: Iterable[Room]) -> None:
    """Everyone looks again, for something around the table has changed."""
    for room in rooms:
        room.look_again()


def _send_away(room: Room, seat: int, person: str | None, to: str) -> None:
    """Whoever looks on from a seat that is no longer theirs goes on to another address."""
    for watcher in list(room.watchers):
        if person and (watcher.seat, watcher.person) == (seat, person) and person not in room.chairs[seat].sitters:
            watcher.dismiss(to)
