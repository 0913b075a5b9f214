"""Following what other servers write: whatever is in memory here is kept as its log says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from moot.table.chores import say
from moot.table.live.appending import Logged, catch_up
from moot.table.live.entries import read
from moot.table.persistence.news import NOTHING, Anew, Appended
from moot.table.persistence.store import LogRow, Store, UnreachableError

LOOK = 5.0  # seconds between looks whether something was missed
TROUBLE = "what another server wrote cannot be followed"


class Follower:
    """Folds other servers' entries. Whoever stands just before one folds it as it comes; whoever does not reads the log."""

    def __init__(self, store: Store, in_memory: Callable[[], Iterable[Logged]]) -> None:
        self._store, self._in_memory = store, in_memory
        self._stirred: dict[str, Logged] = {}
        self._wake, self._missed = asyncio.Event(), asyncio.Event()
        self.on_anew: Callable[[Anew], None] = lambda news: None
        self.on_trouble: Callable[[], None] = lambda: None

    def hear(self, one: Logged, news: Appended) -> None:
        """An entry was written by another server."""
        if news.number == one.number + 1 and news.body != NOTHING and not one.turn.locked():
            self._fold(one, LogRow(news.number, news.at, news.kind, news.seat, bytes(news.body)))
        elif news.number > one.number:
            self.stir(one)

    def _fold(self, one: Logged, row: LogRow) -> None:
        try:
            one.take(row, read(row))
        except Exception as error:
            self._give_up(one, error)
        else:
            one.publish()

    def _give_up(self, one: Logged, error: Exception) -> None:
        """It is read anew by whoever comes next; what cannot be folded then either can still be read."""
        say(TROUBLE, error, log=one.id)
        self.on_trouble()
        one.give_up()

    def stir(self, one: Logged) -> None:
        """There may be more in a log than is known here."""
        self._stirred[one.id] = one
        self._wake.set()

    def look_now(self) -> None:
        """Something may have been missed: whether it has been is seen at once."""
        self._missed.set()

    async def follow(self) -> None:
        """Read what was not carried."""
        await self._wake.wait()
        self._wake.clear()
        stirred, self._stirred = self._stirred, {}
        for one in stirred.values():
            await self._read_on(one)

    async def _read_on(self, one: Logged) -> None:
        try:
            async with one.turn:
                changed = await catch_up(one)
        except UnreachableError:
            asyncio.get_running_loop().call_later(1.0, self.stir, one)
        except Exception as error:
            self._give_up(one, error)
        else:
            if changed:
                one.publish()

    async def look(self) -> None:
        """Now and then compare what is here with what is there: what is told may be lost."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await self._missed.wait()
        self._missed.clear()
        if here := {one.id: one for one in self._in_memory()}:
            self._compare(here, await self._store.heads(list(here)), await self._store.erasures(list(here)))

    def _compare(self, here: Mapping[str, Logged], heads: Mapping[str, int], erased: Mapping[str, int]) -> None:
        for name, one in here.items():
            if heads.get(name, 0) > one.number:
                self.stir(one)
        gone = tuple(name for name in here if name not in erased)
        changed = tuple(name for name, one in here.items() if name in erased and erased[name] != one.erased)
        if gone or changed:
            self.on_anew(Anew((*changed, *gone), gone))
