"""Work that takes a while, done once for all who ask for it meanwhile, and kept for a few."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from moot.table.web.back_room import BackRoom

T = TypeVar("T")


class Once(Generic[T]):
    """What was made, by the table it was made for."""

    def __init__(self, back_room: BackRoom, most: int) -> None:
        self._back_room, self._most = back_room, most
        self._kept: OrderedDict[str, asyncio.Future[T]] = OrderedDict()

    async def of(self, name: str, asker: str, make: Callable[[], T]) -> T:
        """What is made in a thread, for somebody at an address: nobody waits for somebody else's."""
        if name not in self._kept:
            self._kept[name] = asyncio.ensure_future(self._back_room.do(asker, make))
        making = self._kept[name]
        self._kept.move_to_end(name)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        try:
            return await asyncio.shield(making)
        finally:
            if making.done() and (making.cancelled() or making.exception()) and self._kept.get(name) is making:
                del self._kept[name]  # the next who asks may have more luck
