"""Whether the server lives, and whether it is ready: for whoever watches over it, or leads people to it."""

from __future__ import annotations

import asyncio

from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from moot.table.registry import Registry

LONGEST = 1.0  # seconds that the database may take to answer


class Health:
    """What is answered to machines that ask how it goes."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    @property
    def routes(self) -> list[Route]:
        """`/health` is an older name of `/live`."""
        return [Route("/live", self.live), Route("/health", self.live), Route("/ready", self.ready)]

    async def live(self, request: Request) -> Response:
        """The process answers."""
        return JSONResponse({"ok": True, "tables": len(self._registry.live)})

    async def ready(self, request: Request) -> Response:
        """Whether people may be led here: 503 while it starts, when it is about to stop, and when the database is silent."""
        why = "" if self._registry.is_open else "It starts, or is about to stop."
        why = why or await self._trouble()
        games = sorted(self._registry.settings.games)
        return JSONResponse({"ready": not why, "why": why, "games": games}, 503 if why else 200)

    async def _trouble(self) -> str:
        try:
            async with asyncio.timeout(LONGEST):
                await self._registry.store.rows(text("SELECT 1 FROM tables LIMIT 1"))
        except Exception:  # whatever it is, the server's log has it
            return f"The database does not answer within {LONGEST:g} s."
        return ""
