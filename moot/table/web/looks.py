"""How whoever asks wants pages to be, known before a page is made."""

from __future__ import annotations

import contextlib

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.table.identity.choices import LOOKS
from moot.table.people import People
from moot.table.persistence.store import StoreError
from moot.table.web.guard import secret_of


class Looks:
    """A layer around the pages: what they make of it is in `base.html`."""

    def __init__(self, app: ASGIApp, people: People) -> None:
        self._app, self._people = app, people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look up who asks. A store that does not answer is the page's trouble, not this one's."""
        if scope["type"] == "http" and not scope["path"].startswith("/static/"):
            with contextlib.suppress(StoreError):
                chosen = await self._people.chosen_with(secret_of(HTTPConnection(scope)))
                LOOKS.set({} if chosen is None else {"person": "known", **chosen})
        await self._app(scope, receive, send)
