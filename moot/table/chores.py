"""Work that goes on as long as the server does: what goes wrong in it is said in the log, and it goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from moot.table.persistence.store import StoreError

A_REST = 0.1  # seconds after something has gone wrong
log = structlog.get_logger("moot.table")


async def for_ever(trouble: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do something again and again. What goes wrong in the same way several times on end is said once."""
    said = ""
    while True:
        try:
            await work()
            said = ""
        except Exception as error:
            if repr(error) != said:
                said = repr(error)
                say(trouble, error)
            await asyncio.sleep(A_REST)


def say(trouble: str, error: Exception, **about: str) -> None:
    """What has gone wrong: how it came to that only where nobody expects it."""
    if isinstance(error, StoreError):
        log.warning(trouble, error=repr(error), **about)
    else:
        log.error(trouble, exc_info=error, **about)
