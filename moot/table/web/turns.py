"""Turns: of what one address asks for, one thing after the other is begun, and between two of them others go first.

A page is made in one piece, in ten milliseconds or twenty. If thirty are asked for at once they would be made one right after the
other, and whoever else does something would wait for all of them, again and again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

PAGE, SOCKET = (
    0.05,
    0.01,
)  # seconds after which the next of an address is begun in any case: a socket stays open for hours


@dataclass
class Queue:
    """Those of one address: one is being served, the others wait."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    many: int = 0


class Turns:
    """A queue for each address from which something is asked just now."""

    def __init__(self) -> None:
        self._queues: dict[str, Queue] = {}

    async def take(self, address: str, longest: float) -> Callable[[], None]:
        """Wait for one's turn; what is to be called when one is served. Who takes longer than `longest` holds up nobody."""
        queue = self._queues.setdefault(address, Queue())
        queue.many += 1
        try:
            await queue.turn.acquire()
        except asyncio.CancelledError:
            self._leave(address, queue)
            raise
        return self._turn(address, queue, longest)

    def _turn(self, address: str, queue: Queue, longest: float) -> Callable[[], None]:
        loop, is_served = asyncio.get_running_loop(), False
        begun = loop.time()

        def end() -> None:
            queue.turn.release()
            self._leave(address, queue)

        def served() -> None:
            """For as long as this has taken, others go first."""
            nonlocal is_served
            if not is_served:
                is_served = True
                late.cancel()
                loop.call_later(loop.time() - begun, end)

        late = loop.call_later(longest, served)
        return served

    def _leave(self, address: str, queue: Queue) -> None:
        queue.many -= 1
        if not queue.many:
            self._queues.pop(address, None)
