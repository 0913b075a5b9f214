"""Work that takes a while, for pages that only one person waits for: exports, debriefings, replays, links to print."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.exceptions import HTTPException

T = TypeVar("T")
THREADS = 2
MOST = 100  # pieces of work that are done or wait
MOST_OF_ONE = 30  # of these, from one address: a class that looks back on all its tables
BUSY = "Many ask for such pages just now. Wait a moment and try again."


class BackRoom:
    """A few threads of its own: neither bots nor tables that are loaded wait for what is done here."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "back room")
        self._here = Counter[str]()

    async def do(self, address: str, work: Callable[[], T]) -> T:
        """What comes of some work that somebody at an address has asked for."""
        if self._here[address] >= MOST_OF_ONE or self._here.total() >= MOST:
            raise HTTPException(503, BUSY)
        self._here[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._here[address] -= 1
            self._here += Counter()  # forgets whoever has nothing here any more
