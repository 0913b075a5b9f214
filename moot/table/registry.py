"""The registry: all tables. Those that people look at are in memory; the others are on disk until somebody comes."""

from __future__ import annotations

import asyncio
import ctypes
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from weakref import WeakKeyDictionary, WeakValueDictionary

import structlog

from moot.bots import LEVELS
from moot.engine import Game
from moot.table.alarms import Alarms
from moot.table.drafts import Drafts
from moot.table.feeds.presence import Presence
from moot.table.hosting import Workshops
from moot.table.ledger import Ledger
from moot.table.lists import Lists
from moot.table.live.appending import Logged, catch_up, settled
from moot.table.live.clock import SteadyClock
from moot.table.live.loading import Kept, load
from moot.table.live.machines import Machines
from moot.table.live.polls import Poll
from moot.table.live.releases import Shelf
from moot.table.live.runner import Runner, is_unfinished, next_deadline, wants_keeper
from moot.table.live.table import LiveTable
from moot.table.neighbours import Neighbours
from moot.table.notices.office import Office
from moot.table.openings import Openings
from moot.table.people import People
from moot.table.persistence.forgetting import Forgotten, anew, carried_out
from moot.table.persistence.leases import leases_of
from moot.table.persistence.news import Anew, WhoIsThere
from moot.table.persistence.store import ConflictError
from moot.table.persistence.stores import Place
from moot.table.seating import Seating
from moot.table.settings import Settings
from moot.table.web.allowance import Allowance
from moot.table.web.metrics import Metrics
from moot.table.workshops.workshop import Workshop

TIDY = 10.0  # seconds
READ_ANEW = "The table had to be read anew. Try again."
MOST_KEPT = 100  # tables that can only be read, in memory
KEPT_FOR = 5.0  # seconds, where other servers may go on with them
log = structlog.get_logger("moot.table")


class Registry:
    """All tables of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.store, self.metrics = settings, Place(settings.data, settings.store).store, Metrics()
        self.store.on_write, self.store.on_conflict = self.metrics.written, self.metrics.conflicted
        self.shelf = Shelf(settings.games, settings.data / "releases" if settings.releases else None)
        self.people = People(self.store, settings.clock, settings.new_secret)
        self.machines = Machines(self._compiled)
        self.leases = leases_of(self.store)
        self.runner = Runner(self.machines, settings.pace, _bot_failed, self.metrics, self.leases.holds)
        self.live: dict[str, LiveTable] = {}
        self.lists = Lists(self.store, self.shelf, lambda table: table in self._kept, self.live.get)
        self.ledger = Ledger(self.store)
        self.metrics.count_tables(lambda: len(self.live))
        self.metrics.count_kept(lambda: sum(map(self.leases.holds, self.live)))
        self._kept: OrderedDict[str, Kept] = OrderedDict()  # tables of other rules that were read lately
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as anybody waits
        self._tasks: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[None]] = set()
        self.drafts = Drafts(self.store, self.send)
        self._sought = WeakKeyDictionary[LiveTable, asyncio.Task[None]]()  # tables for which a lease was asked
        self.allowance = Allowance(settings.limits, settings.per_address)
        self.presence = Presence(self.store, lambda live: self.live.get(live.id) is live)
        self.openings, self.workshops = Openings(self), Workshops(self)
        self.seating, self._neighbours = Seating(self), Neighbours(self, self.leases)
        self.alarms, self.office = Alarms(self), Office(self)
        self.is_open = False  # to people who come

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        await asyncio.to_thread(self.shelf.put_by)
        if isinstance(self.settings.clock, SteadyClock):
            self.settings.clock.begin_at(await self.store.now(), await self.store.newest())
        self.is_open = True
        if self.settings.compile:
            self._tasks.append(asyncio.create_task(self._prepare()))
        self._tasks += [asyncio.create_task(work) for work in (self._tidy(), self.metrics.watch_the_loop())]
        await self._neighbours.open()
        self._tasks += [asyncio.create_task(work) for work in (self.alarms.watch(), self.office.watch())]

    def send_away(self) -> None:
        """The server is about to stop: people are no longer led here, and who is here comes again in a while."""
        self.is_open = False
        for watcher in {one for live in self.live.values() for one in live.watchers}:
            watcher.dismiss()

    async def close(self) -> None:
        """End; everything is on disk already."""
        self.is_open = False
        await self._neighbours.stop_following()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.runner.thinkers.close()
        left = list(self.live.values())
        for live in left:
            self._let_go(live)
        self.drafts.close()
        await asyncio.gather(*self._errands, return_exceptions=True)
        await settled()
        for live in left:
            self._put_by_snapshot(live)
        await self._neighbours.close()
        await self.store.close()

    def in_memory(self) -> Iterator[Logged]:
        """Whatever is kept as its log says."""
        yield from self.live.values()
        yield from self.workshops.values()

    def logged(self, name: str) -> Logged | None:
        """What is in memory of a log."""
        return self.live.get(name) or self.workshops.get(name)

    def send(self, errand: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Something that nobody waits for; it is done before the end."""
        task = asyncio.get_running_loop().create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    async def _prepare(self) -> None:
        for prepare in (self.machines.prepare, self.machines.prepare_thinking):
            for game in self.settings.games.values():
                await prepare(game)

    def _compiled(self, game: Game) -> None:
        log.info("rules compiled", game=game.name)
        for live in self.live.values():
            if live.info.game is game:
                live.sitting.run_on(self.machines.of(game))

    # Tables

    async def workshop(self, name: str | None) -> Workshop | None:
        """A workshop by its name: there is only one of it in memory."""
        return await self.workshops.find(name)

    async def find(self, table: str) -> LiveTable | Kept | None:
        """A table by its name, from memory or from disk."""
        if not table.isprintable():
            return None  # no table has such a name, and not every store can even be asked for it
        if known := self.live.get(table) or self._kept.get(table):
            return known
        async with self._loading.setdefault(table, asyncio.Lock()):
            return self.live.get(table) or self._kept.get(table) or await self._load(table)

    async def _load(self, table: str) -> LiveTable | Kept | None:
        loaded = await load(self.store, self.shelf, table, self.settings.clock)
        if loaded is None:
            return None
        brought, changes = loaded
        if changes or isinstance(brought, Kept):
            log.warning("rules have changed", table=table, playable=isinstance(brought, LiveTable))
        try:
            if changes:
                await self.store.write(changes)
        except ConflictError:  # another server has just done the same
            return await self._load(table)
        if isinstance(brought, Kept):
            return self._put_by(brought)
        brought.workshop = await self.workshop(brought.info.workshop)
        live = self.enter(brought)
        if self.store.is_shared and await self._is_behind(live):  # what was written while its log was read
            live.publish()
        return await self._load(table) if live.left else live

    async def _is_behind(self, live: LiveTable) -> bool:
        async with live.turn:
            return await catch_up(live)

    def _put_by(self, kept: Kept) -> Kept:
        """Its log need not be played again for every page. Where there are other servers, it may go on at one of them."""
        self._kept[kept.id] = kept
        if self.store.is_shared:
            asyncio.get_running_loop().call_later(KEPT_FOR, self._kept.pop, kept.id, None)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def enter(self, live: LiveTable) -> LiveTable:
        """A table is in memory from now on; if somebody has found it before, theirs."""
        if live.id in self.live:
            return self.live[live.id]
        live.on_change, live.on_trouble = self._look_after, self.abandon
        live.rules = self.shelf.rules_of(live.info.game)
        live.on_move = lambda by: self.metrics.moved(by in LEVELS)
        live.sitting.run_on(self.machines.of(live.info.game))
        self.live[live.id] = live
        self.store.tell(WhoIsThere(live.id))
        self._look_after(live)
        return live

    def _look_after(self, live: LiveTable) -> None:
        """Something has changed at a table; it may have bots or a clock now."""
        if live not in self._sought:
            self.keep(live)
        self.runner.look_after(live)

    def keep(self, live: LiveTable) -> None:
        """Look after its bots and clocks, if it has any and no other server does."""
        if wants_keeper(live):
            self._sought[live] = self.send(self._keep(live))

    async def _keep(self, live: LiveTable) -> None:
        await self.leases.take([live.id])
        if self.live.get(live.id) is live:
            self.runner.look_after(live)

    def leave(self, live: LiveTable) -> None:
        """A table leaves memory as it is."""
        self._let_go(live)
        self._put_by_snapshot(live)
        live.left = READ_ANEW  # for whoever has found it just before

    def _put_by_snapshot(self, live: LiveTable) -> None:
        self.ledger.note([live])
        live.scribe.put_by(live.rules)

    def _let_go(self, live: LiveTable) -> None:
        """A table that has been left looks after nothing any more: another may be in its place."""
        unfinished, due, awaited = is_unfinished(live), next_deadline(live), self.office.absences.unnoted(live)
        self.runner.leave(live)
        live.scribe.flush()
        live.on_change, live.poll = lambda live: None, Poll(live)
        if self.live.get(live.id) is live:
            del self.live[live.id]
            parting = self.alarms.part(live.id, due, awaited, unfinished=unfinished)
            self.send(_after(self._sought.get(live), parting))  # a lease that is still on its way would be nobody's

    def abandon(self, live: LiveTable, why: str = READ_ANEW, to: str = "") -> None:
        """What is in memory is not what is on disk: forget it, and let those who look on come again, or go elsewhere."""
        live.scribe.drop()
        self._let_go(live)
        live.left = why  # for whoever still waits for a turn in it
        for watcher in list(live.watchers):
            watcher.dismiss(to)

    async def forget(self, wish: Callable[[], Awaitable[Forgotten | None]]) -> None:
        """Delete something; what was in memory of it is read anew, and who is still at a table that is gone has to leave."""
        forgotten = await carried_out(self.store, wish)
        if forgotten is None:
            return
        for live in list(self.live.values()):
            for watcher in list(live.watchers):
                if live.id in forgotten.touched and forgotten.leaving and watcher.person == forgotten.leaving:
                    watcher.dismiss("/")
        for one in anew(forgotten):
            self.read_anew(one)
            self.store.tell(one)

    def read_anew(self, news: Anew) -> None:
        """What is in memory of something is no longer so, by a deed of this server or of another."""
        self.people.forget({*news.people, *news.out})
        self._ask_again(news.out)
        for name in (*news.logs, *news.gone):
            self._kept.pop(name, None)
        for live in list(self.live.values()):
            if live.id in news.gone:
                self.abandon(live, "This table was deleted.", "/")
            elif live.id in news.logs or live.info.workshop in news.logs:
                self.abandon(live)
        for workshop in [self.workshops[name] for name in news.logs if name in self.workshops]:
            self.workshops.abandon(workshop)

    def drop_what_may_be_old(self) -> None:
        """Where other servers delete and rename, nobody in memory is believed for ever, nor a table that can only be read."""
        self.people.forget_all()
        self._kept.clear()

    def _ask_again(self, people: Collection[str]) -> None:
        """Whoever is here as one of them shows anew by what they are known."""
        for watcher in [one for live in self.live.values() for one in live.watchers if one.person in people]:
            watcher.dismiss()

    async def _tidy(self) -> None:
        """Memory that is not needed is given back; and tables that nobody has looked at for a while leave it."""
        unseen: dict[str, float] = {}
        while True:
            await asyncio.sleep(min(self.settings.quiet / 4, TIDY))
            await asyncio.to_thread(give_back_memory)
            self.ledger.note([live for live in self.live.values() if self.leases.holds(live.id)])
            now = time.monotonic()
            quiet = {n for n, live in self.live.items() if not live.watchers and not self.runner.is_busy(live)}
            unseen = {name: unseen.get(name, now) for name in quiet}
            for name, since in unseen.items():
                live = self.live.get(name)
                if live is not None and now - since > self.settings.quiet and not live.turn.locked():
                    self.leave(live)


def give_back_memory() -> None:
    """Pages are made of large texts that live for a moment and leave holes, which Linux's C library keeps unless it is asked."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


async def _after(task: asyncio.Task[None] | None, work: Coroutine[None, None, None]) -> None:
    if task is not None:
        await asyncio.wait([task])
    await work


def _bot_failed(live: LiveTable, error: Exception) -> None:
    log.error("a bot failed", table=live.info.id, game=live.info.game.name, error=repr(error))
