"""Who is here: told to those who look on, but at most twice a second, and nothing of those who only look on themselves.

If every arrival were told to everyone at once, six hundred spectators would make for 360,000 messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakKeyDictionary

from moot.engine import NOBODY
from moot.table.live.table import LiveTable
from moot.table.persistence.news import Present
from moot.table.persistence.store import Store

PAUSE = 0.5  # seconds


class Presence:
    """Tells of comings and goings at all tables."""

    def __init__(self, store: Store, is_here: Callable[[LiveTable], bool]) -> None:
        self._store, self._is_here = store, is_here
        self._free: WeakKeyDictionary[LiveTable, float] = WeakKeyDictionary()  # when a table may be told again

    def changed(self, live: LiveTable, seat: int) -> None:
        """Somebody has come to a seat or gone from it."""
        if seat == NOBODY:
            return  # nobody need know
        live.version += 1  # who looks now, as who comes does, sees it at once
        loop = asyncio.get_running_loop()
        free, now = self._free.get(live, 0.0), loop.time()
        if free > now + PAUSE:
            return  # all will be told soon
        if free <= now:
            self._free[live] = now + PAUSE
            self._publish(live)
        else:
            self._free[live] = free + PAUSE
            loop.call_at(free, self._publish, live)

    def _publish(self, live: LiveTable) -> None:
        live.publish()
        self.tell(live)

    def tell(self, live: LiveTable) -> None:
        """Tell the other servers who looks on from this one; not of a table in whose place another has come meanwhile."""
        if self._is_here(live):
            self._store.tell(Present(live.id, live.watchers.here))
