"""What a facilitator does: opens a workshop, speaks, pauses, sets clocks, ends games, reveals.

Everything is on disk before it is shown, as at every table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from moot.engine import MoveError
from moot.table.acts import NAMED
from moot.table.convening import Plan, drawn, placed
from moot.table.forgetting import forget_guest, forget_table, forget_workshop
from moot.table.hall import Hall
from moot.table.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, clean
from moot.table.placing import Usher
from moot.table.room import PLAYING, Chair, Room, TableInfo
from moot.table.store import table_changed
from moot.table.workshop import Guest, Ways, Workshop, guest_added, hashed, link_secret, ways_changed

ENDED_BY = "The facilitator has ended the game here."
MOST_SECONDS = 4 * 3600


class Facilitator:
    """Whoever runs a server's workshops, one for all of them: the key has been checked before."""

    def __init__(self, hall: Hall, usher: Usher) -> None:
        self._hall, self._usher = hall, usher

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
        changes = [guest_added(workshop, guest) for guest in workshop.guests]
        named = [workshop.act(NAMED, workshop.at, text=line) for line in plan.said]
        await self._hall.open_together(workshop, tables, [*changes, *(change for _, change in named)])
        workshop.acts += [act for act, _ in named]
        return workshop, key

    def _planned(self, workshop: Workshop, plan: Plan, place: int) -> tuple[TableInfo, list[Chair]]:
        options = {**plan.options, **({plan.vary: workshop.values[place]} if plan.vary else {})}
        table, seed = workshop.tables[place], self._hall.settings.new_seed()
        fixed = seed, None, False, plan.idle, workshop.at, workshop.id, place + 1, plan.votes
        info = TableInfo(table, plan.game, options, *fixed)
        return info, [
            self._usher.chair(workshop, seat, workshop.at_seat(table, seat)) for seat in range(plan.options["seats"])
        ]

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
        for room in await self._usher.rooms(workshop):
            await self._set_due(room, room.fresh_due())

    async def extend(self, rooms: Iterable[Room], seconds: int) -> None:
        """More time for the present phase; where there is no clock, one begins."""
        if not 0 < seconds <= MOST_SECONDS:
            raise MoveError(f"A phase is made longer by 1 to {MOST_SECONDS} seconds.")
        for room in rooms:
            now = room.paused or room.clock()
            await self._set_due(room, max(room.due, now) + seconds)

    async def _set_due(self, room: Room, due: float) -> None:
        if room.state == PLAYING:
            await room.alter([table_changed(room.info.id, due=due)], lambda: _be_due(room, due))

    # All of them

    async def change(self, workshop: Workshop, **ways: Any) -> None:
        """It is run in another way from now on."""
        changed = msgspec.structs.replace(workshop.ways, **ways)
        await self._hall.store.write([ways_changed(workshop, changed)])
        workshop.ways = changed
        for room in await self._usher.rooms(workshop):
            room.look_again()
        self._usher.see_off(workshop)

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

    async def note(self, workshop: Workshop, what: str, guest: Guest | None = None, **told: Any) -> None:
        """What the facilitator has just done, for the export; not if the workshop was deleted by it."""
        now = await self._hall.workshop(workshop.id)  # after something was deleted it is read anew
        if now is not None:
            act, change = now.act(what, self._hall.settings.clock(), guest, **told)
            await self._hall.store.write([change])
            now.acts.append(act)


def _be_due(room: Room, due: float) -> None:
    room.due = due
