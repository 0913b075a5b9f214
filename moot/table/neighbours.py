"""Other servers on the same store: what they write is followed here, and what they leave is taken over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from moot.table.chores import for_ever, say
from moot.table.live.clock import SteadyClock
from moot.table.live.crowd import Crowd
from moot.table.live.following import LOOK, Follower
from moot.table.live.loading import Kept
from moot.table.live.runner import wants_keeper
from moot.table.live.table import LiveTable
from moot.table.persistence.leases import Leases, SharedLeases
from moot.table.persistence.news import Anew, Appended, Freed, News, Present, Vote, WhoIsThere
from moot.table.persistence.store import StoreError

if TYPE_CHECKING:
    from moot.table.registry import Registry

AGAIN = 4.0  # seconds after which others are told again who is here
SILENT = 3 * AGAIN + 1  # seconds after which nobody is believed to be at a server that has not said so again
OLD = 60.0  # seconds for which a person, or a table that can only be read, is believed to be as they were
LOADING = 8  # tables that are read from disk at the same time
A_MOMENT, A_WHILE = 2.0, 60.0  # seconds until a table that could not be taken over is tried again


class Neighbours:
    """One server's view of the others. A server that has its store to itself has none."""

    def __init__(self, registry: Registry, leases: Leases) -> None:
        self._registry, self._leases = registry, leases
        self._follower = Follower(registry.store, registry.in_memory)
        self._follower.on_anew, self._follower.on_trouble = registry.read_anew, registry.metrics.lost_track
        self._following: list[asyncio.Task[None]] = []
        self._others = set[str]()  # the servers that are there
        leases.on_adopted, leases.on_others = self._adopt, self._only

    async def open(self) -> None:
        """Begin to follow, and take over what was left."""
        store, clock = self._registry.store, self._registry.settings.clock
        if isinstance(self._leases, SharedLeases):
            if isinstance(clock, SteadyClock):
                self._leases.on_time = clock.follow
            self._leases.on_entered = self._tell_who_is_here
            store.on_news, store.on_gap = self._hear_all, self._gap
            self._following = [asyncio.create_task(work) for work in self._chores()]
        await self._leases.open()

    async def stop_following(self) -> None:
        """What the others do is no longer of interest, and what they leave is left to others."""
        for task in self._following:
            task.cancel()
        await asyncio.gather(*self._following, return_exceptions=True)
        await self._leases.stop_adopting()

    async def close(self) -> None:
        """Leave in order."""
        await self._leases.close()

    def _chores(self) -> Iterator[Coroutine[None, None, None]]:
        yield for_ever("others cannot be followed", self._follower.follow)
        yield for_ever("what was missed cannot be looked for", self._follower.look)
        yield for_ever("what is free cannot be taken", self._take_what_is_free)
        yield for_ever("who is here cannot be told", self._tell_again)
        yield for_ever("what may be old cannot be dropped", self._drop_what_is_old)

    # What they say

    def _hear_all(self, server: str, news: Iterable[News]) -> None:
        """One thing that cannot be taken in is no reason to miss the others."""
        for one in news:
            try:
                self._hear(one, server)
            except Exception as error:
                say("what another server said cannot be taken in", error, server=server)
                self._follower.look_now()

    @singledispatchmethod
    def _hear(self, news: News, server: str) -> None:
        raise TypeError(f"Nobody understands {news!r}.")

    @_hear.register
    def _(self, news: Appended, server: str) -> None:
        if (one := self._registry.logged(news.log)) is not None:
            self._follower.hear(one, news)
            self._registry.metrics.noticed(self._registry.settings.clock() - news.at)

    @_hear.register
    def _(self, news: Present, server: str) -> None:
        if (live := self._registry.live.get(news.table)) is not None:
            _seen(live, lambda crowd: crowd.are_elsewhere(server, news.here))

    @_hear.register
    def _(self, news: WhoIsThere, server: str) -> None:
        if (live := self._registry.live.get(news.table)) is not None and live.watchers:
            self._registry.presence.tell(live)

    @_hear.register
    def _(self, news: Vote, server: str) -> None:
        if (live := self._registry.live.get(news.table)) is not None:
            live.poll.hear(news)

    @_hear.register
    def _(self, news: Anew, server: str) -> None:
        self._registry.read_anew(news)

    @_hear.register
    def _(self, news: Freed, server: str) -> None:
        for table in news.tables:
            if (live := self._registry.live.get(table)) is not None:
                self._registry.keep(live)

    def _gap(self) -> None:
        """Something may have been missed: everything is compared, and everyone is asked who is there."""
        self._follower.look_now()
        self._registry.drop_what_may_be_old()
        self._registry.store.tell(*(WhoIsThere(name) for name in self._registry.live))

    async def _drop_what_is_old(self) -> None:
        await asyncio.sleep(OLD)
        self._registry.drop_what_may_be_old()

    # Who is here

    async def _tell_again(self) -> None:
        """That somebody has come or gone may have been missed: it is told again, and who is not told of again is gone."""
        await asyncio.sleep(AGAIN)
        self._tell_who_is_here()
        for live in list(self._registry.live.values()):
            _seen(live, lambda crowd: crowd.only_lately(SILENT))

    def _tell_who_is_here(self) -> None:
        for live in self._registry.live.values():
            if live.watchers.here:
                self._registry.presence.tell(live)

    def _only(self, servers: Collection[str]) -> None:
        """Nobody looks on from a server that is gone."""
        gone, self._others = self._others - set(servers), set(servers)
        for live in list(self._registry.live.values()) if gone else ():
            _seen(live, lambda crowd: crowd.only_from(servers))

    # What they leave

    async def _adopt(self, tables: Sequence[str]) -> None:
        gate = asyncio.Semaphore(LOADING)
        await asyncio.gather(*(self._go_on(table, gate) for table in tables))

    async def _go_on(self, table: str, gate: asyncio.Semaphore) -> None:
        """A table that cannot be read here, or not just now, may be read by another server, or later."""
        try:
            async with gate:
                await self._look_after(table)
        except Exception as error:
            say("a table could not be taken over", error, table=table)
            await self._leases.pass_on(table, A_MOMENT if isinstance(error, StoreError) else A_WHILE)

    async def _look_after(self, table: str) -> None:
        found = await self._registry.find(table)
        if isinstance(found, LiveTable):
            self._registry.runner.look_after(found)
        elif isinstance(found, Kept):
            await self._leases.pass_on(table, A_WHILE)
        else:
            await self._leases.free(table, unfinished=False)

    async def _take_what_is_free(self) -> None:
        """Tables here that nobody keeps: that they were freed may have been missed."""
        await asyncio.sleep(LOOK)
        live = self._registry.live
        lost = [name for name, one in live.items() if wants_keeper(one) and not self._leases.holds(name)]
        if lost:
            await self._leases.take(lost)
        for table in lost:
            if table in live:
                self._registry.runner.look_after(live[table])


def _seen(live: LiveTable, change: Callable[[Crowd], None]) -> None:
    """Who looks on by other servers may be others from now on: whoever was there has a moment to come again."""
    before = live.watchers.elsewhere
    change(live.watchers)
    after = live.watchers.elsewhere
    for seat, person in before - after:
        live.poll.see_off(seat, person)
    if before != after:
        live.publish()
