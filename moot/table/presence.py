"""Who is here: told to those who look on, but at most twice a second, and nothing of those who only look on themselves.

If every arrival were told to everyone at once, six hundred spectators would make for 360,000 messages.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from moot.engine import NOBODY
from moot.table.room import Room

PAUSE = 0.5  # seconds


class Presence:
    """Tells of comings and goings at all tables."""

    def __init__(self) -> None:
        self._free: WeakKeyDictionary[Room, float] = WeakKeyDictionary()  # when a table may be told again

    def changed(self, room: Room, seat: int) -> None:
        """Somebody has come to a seat or gone from it."""
        if seat == NOBODY:
            return  # nobody need know
        room.version += 1  # who looks now, as who comes does, sees it at once
        loop = asyncio.get_running_loop()
        free, now = self._free.get(room, 0.0), loop.time()
        if free > now + PAUSE:
            return  # all will be told soon
        if free <= now:
            self._free[room] = now + PAUSE
            room.publish()
        else:
            self._free[room] = free + PAUSE
            loop.call_at(free, room.publish)
