"""Where a session's words go: straight to this server's own sockets, or by a task to those of any other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from moot.table.web.wire import WIRE


class Outlet(Protocol):
    """One end of a socket."""

    on_free: Callable[[], None]  # is called when it is free again

    @property
    def is_free(self) -> bool:
        """Whether the other end is there, and has taken what was said before."""

    def put(self, text: bytes) -> None:
        """Say something; if it is free, at once."""

    async def emptied(self) -> None:
        """Wait until whatever was said is on its way."""

    def let_go(self) -> None:
        """Nothing more is said."""


class Relay:
    """Says things one after the other. What is said meanwhile waits."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._waiting = socket, list[bytes]()
        self._task: asyncio.Task[None] | None = None
        self.on_free: Callable[[], None] = lambda: None

    @property
    def is_free(self) -> bool:
        """Whether nothing waits."""
        return self._task is None

    def put(self, text: bytes) -> None:
        """Say something when its turn comes."""
        self._waiting.append(text)
        self._task = self._task or asyncio.get_running_loop().create_task(self._say_all())

    async def emptied(self) -> None:
        """Wait until nothing waits any more."""
        if self._task is not None:
            await self._task

    def let_go(self) -> None:
        """What still waits is not said any more."""
        self.on_free = lambda: None
        if self._task is not None:
            self._task.cancel()

    async def _say_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone, as we shall hear
            while self._waiting:
                await self._socket.send_text(self._waiting.pop(0).decode())
        self._task = None
        self.on_free()


def outlet_of(socket: WebSocket) -> Outlet:
    """The way to the other end of a socket."""
    ours = socket.scope.get("extensions", {}).get(WIRE)
    return ours["outlet"] if ours else Relay(socket)
