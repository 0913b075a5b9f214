"""What a facilitator does: opens a workshop, speaks, pauses, sets clocks, ends games, reveals.

Everything is on disk before it is shown, as at every table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from moot.engine import MoveError
from moot.table.feeds.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, clean
from moot.table.live import controls
from moot.table.live.appending import append_all, turns
from moot.table.live.state import PLAYING, Chair, TableInfo
from moot.table.live.table import LiveTable
from moot.table.people import hashed
from moot.table.persistence.forgetting import Forgotten, forget_guest, forget_table, forget_workshop
from moot.table.registry import Registry
from moot.table.workshops.acts import NAMED, act_of
from moot.table.workshops.convening import Plan, drawn, placed
from moot.table.workshops.entries import Convened, Guest, Noted, Run, Ways
from moot.table.workshops.placing import Usher
from moot.table.workshops.workshop import Workshop, link_secret, phases_of, strip_of

ENDED_BY = "The facilitator has ended the game here."
MOST_SECONDS = 4 * 3600


class Facilitator:
    """Whoever runs a server's workshops, one for all of them: the key has been checked before."""

    def __init__(self, registry: Registry, usher: Usher) -> None:
        self._registry, self._usher = registry, usher

    # Opening

    async def open(self, plan: Plan) -> tuple[Workshop, str]:
        """A workshop as planned, and the facilitator's key."""
        settings = self._registry.settings
        luck, key, name = Random(settings.new_seed()), settings.new_secret(), settings.new_secret()[:12]
        options = _options_by_table(plan, luck)
        convened = _convened(plan, options, [settings.new_secret()[:12] for _ in options], key)
        workshop = Workshop(name, settings.clock(), convened, plan.game, self._registry.store, settings.clock)
        tables = [self._planned(workshop, plan, place, chosen) for place, chosen in enumerate(options, 1)]
        await self._registry.openings.open_together(workshop, convened, tables)
        return workshop, key

    def _planned(
        self, workshop: Workshop, plan: Plan, place: int, options: dict[str, int]
    ) -> tuple[TableInfo, list[Chair]]:
        table, seed = workshop.tables[place - 1], self._registry.settings.new_seed()
        fixed = seed, None, False, plan.idle, workshop.at, workshop.id, place, plan.votes
        info = TableInfo(table, plan.game, options, *fixed, stands=plan.stands)
        return info, [
            self._usher.chair(workshop, seat, workshop.at_seat(table, seat)) for seat in range(options["seats"])
        ]

    # The tables

    async def say(self, live_tables: Iterable[LiveTable], text: str, to: int = NOBODY_IN_PARTICULAR) -> None:
        """To all of these tables, or to one seat of them."""
        clean(text, MOST_CHAT, "A message")
        for live in live_tables:
            await live.announce(text, to)

    async def pause(self, live_tables: Iterable[LiveTable]) -> None:
        """These tables stop."""
        for live in live_tables:
            await controls.pause(live)

    async def go_on(self, live_tables: Iterable[LiveTable]) -> None:
        """These tables go on."""
        for live in live_tables:
            await controls.go_on(live)

    async def end(self, live_tables: Sequence[LiveTable]) -> None:
        """These games are over."""
        if not any(live.state == PLAYING for live in live_tables):
            raise MoveError("The game is over there already.")
        for live in live_tables:
            await controls.end(live, ENDED_BY)

    async def set_times(self, workshop: Workshop, times: dict[str, int], *, only_show: bool) -> None:
        """Time for each phase; the present ones begin anew."""
        if any(not 0 <= seconds <= MOST_SECONDS for seconds in times.values()):
            raise MoveError(f"A phase has 0 (as long as it takes) to {MOST_SECONDS} seconds.")
        await self._must_be_phases(workshop, [phase for phase in times if phase])
        kept = {phase: seconds for phase, seconds in times.items() if seconds or phase}
        await self.change(workshop, times=kept, only_show=only_show)
        for live in await self._usher.live_tables(workshop):
            await controls.set_clock(live, kept, only_show=only_show)

    async def _must_be_phases(self, workshop: Workshop, phases: Sequence[str]) -> None:
        """Refuse times for what is no phase of the game: they would be kept with every table."""
        live_tables = await self._usher.live_tables(workshop)
        shown = {phase for live in live_tables for phase in strip_of(live.sitting).phases}
        if live_tables and not shown.issuperset(phases):
            shown |= {*phases_of(workshop.game, live_tables[0].info.options)}
        if unknown := [phase for phase in phases if phase not in shown]:
            known = f"Its phases are: {', '.join(sorted(shown))}." if shown else "It has no phases."
            raise MoveError(f"{workshop.game.title} has no phase {unknown[0][:40]!r}. {known}")

    async def extend(self, live_tables: Iterable[LiveTable], seconds: int) -> None:
        """More time for the present phase; where there is no clock, one begins."""
        if not 0 < seconds <= MOST_SECONDS:
            raise MoveError(f"A phase is made longer by 1 to {MOST_SECONDS} seconds.")
        for live in live_tables:
            await controls.extend(live, seconds)

    # All of them

    async def change(self, workshop: Workshop, **ways: Any) -> None:
        """It is run in another way from now on."""
        await append_all([(workshop, lambda: Run(msgspec.structs.replace(workshop.ways, **ways)))])

    async def forget(
        self, workshop: Workshop, what: str, live_tables: Iterable[LiveTable], guest: Guest | None
    ) -> None:
        """Delete the whole workshop (`all`), a table, or a guest."""
        playable = await self._usher.live_tables(workshop)
        async with workshop.seating, turns([workshop, *playable]):
            workshop.must_be_here()
            await self._registry.forget(self._wish_to_forget(workshop, what, live_tables, guest))

    def _wish_to_forget(
        self, workshop: Workshop, what: str, live_tables: Iterable[LiveTable], guest: Guest | None
    ) -> Callable[[], Awaitable[Forgotten | None]]:
        store, games = self._registry.store, self._registry.settings.games
        if what == "all":
            return partial(forget_workshop, store, workshop.id)
        if guest is not None:
            return partial(forget_guest, store, games, workshop.id, guest.number)
        (live,) = live_tables
        return partial(forget_table, store, live.info.id)

    async def note(self, workshop: Workshop, what: str, guest: Guest | None = None, **told: Any) -> None:
        """What the facilitator has just done, for the export; not if the workshop was deleted by it."""
        now = await self._registry.workshop(workshop.id)  # after something was deleted it is read anew
        if now is not None:
            act = act_of(what, guest, **told)
            await append_all([(now, lambda: Noted(act))])


def _options_by_table(plan: Plan, luck: Random) -> list[dict[str, int]]:
    if not plan.vary:
        return [dict(plan.options) for _ in range(plan.tables)]
    return [{**plan.options, plan.vary: value} for value in drawn(plan.game.options[plan.vary], plan.values, luck)]


def _convened(plan: Plan, options: Sequence[dict[str, int]], tables: Sequence[str], key: str) -> Convened:
    """The workshop's first entry."""
    values = tuple(plan.game.says(chosen)[plan.vary] for chosen in options if plan.vary)
    remarks = tuple(act_of(NAMED, text=line) for line in plan.said)
    guests, ways = _invited(plan, tables, key), Ways(rest=plan.rest)
    return Convened(hashed(key), plan.game.name, tuple(tables), ways, guests, plan.vary, values, remarks)


def _invited(plan: Plan, tables: Sequence[str], key: str) -> tuple[Guest, ...]:
    """Everyone on the class list, at their places."""
    places = placed(len(plan.names), plan.tables, plan.options["seats"])
    return tuple(
        Guest(number, name, tables[table], seat, hashed(link_secret(key, number)))
        for number, (name, (table, seat)) in enumerate(zip(plan.names, places, strict=True))
    )
