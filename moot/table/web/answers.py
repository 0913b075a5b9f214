"""How requests are answered: by a page, by the way to another, or in JSON to a program; and what is refused, in words."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from moot.engine import Game, MoveError, OptionError
from moot.table.feeds.messages import COME_AGAIN, MessageError
from moot.table.people import Person
from moot.table.persistence.store import StoreError
from moot.table.registry import Registry
from moot.table.rendering.renderer import Renderer
from moot.table.web.back_room import BackRoom
from moot.table.web.devices import device_of
from moot.table.web.guard import COOKIE, COOKIE_DAYS, HEADERS, address_of, secret_of
from moot.table.web.logs import in_short, redacted

REFUSALS = (OptionError, MoveError, MessageError, StoreError)
IN_WORDS = {
    404: "There is nothing at this address. Check the link, or begin in the lobby.",
    405: "This address does not take that kind of request. Begin in the lobby.",
}
log = structlog.get_logger("moot.table")


class Answers:
    """What all pages are answered with."""

    def __init__(self, registry: Registry, renderer: Renderer) -> None:
        self.registry, self.renderer, self.back_room = registry, renderer, BackRoom()
        self.games = list(registry.settings.games.values())

    def page(self, template: str, **context: Any) -> Response:
        """A template filled in."""
        html = self.renderer.page(template, now=self.registry.settings.clock(), **context)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def long_page(self, request: Request, template: str, **context: Any) -> Response:
        """The same for a page that takes a while."""
        return await self.back_room.do(address_of(request), lambda: self.page(template, **context))

    def game(self, name: str) -> Game:
        """A game that new tables are opened for."""
        if name not in self.registry.settings.games:
            raise HTTPException(404, f"There is no game '{name}' here.")
        return self.registry.settings.games[name]

    async def person(self, request: Request) -> Person | None:
        """Whoever asks, if they have been here before."""
        return await self.registry.people.who(secret_of(request))

    async def someone(self, request: Request, name: str) -> tuple[Person, str | None]:
        """Whoever asks; somebody new is given a secret."""
        person = await self.person(request)
        if person is None:
            self.registry.allowance.come(request)
            return await self.registry.people.add(name or "Guest", device_of(request))
        if name and name != person.name:
            self.registry.allowance.rename(person.id)
            person = await self.registry.seating.rename(person, name)
        return person, None

    def go(self, request: Request, address: str, secret: str | None, answer: dict[str, Any]) -> Response:
        """On to another page; to a program, what it asked for and the secret it is known by from now on."""
        if is_program(request):
            return JSONResponse(answer | ({"token": secret} if secret else {}))
        response = RedirectResponse(address, 303)
        if secret:
            safe = request.url.scheme == "https"
            response.set_cookie(COOKIE, secret, COOKIE_DAYS * 86400, httponly=True, samesite="lax", secure=safe)
        return response

    async def refused(self, request: Request | WebSocket, error: Exception) -> Response | None:
        """What went wrong, in words, with what to do. A socket that is open is closed: when it comes again it is told."""
        self.registry.metrics.refused(error)
        if isinstance(request, WebSocket) and request.application_state is not WebSocketState.CONNECTING:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone
                await request.close(COME_AGAIN)
            return None
        status = 503 if isinstance(error, StoreError) else 400
        said = str(error)
        if isinstance(error, HTTPException):
            status, said = error.status_code, error.detail
            if said == HTTPStatus(status).phrase:
                said = IN_WORDS.get(status, said)
        return self._said(request, said, status)

    async def gone(self, request: Request, error: Exception) -> Response:
        """Whoever asked was gone before all of it had come: nobody reads this."""
        return Response(status_code=400)

    async def failed(self, request: Request, error: Exception) -> Response:
        """A mistake of ours. What it was is in the server's log, not in the answer."""
        log.error("a page failed", path=redacted(request.url.path), error=in_short(error))
        said = "Something went wrong here, and it is not your fault. Nothing is lost: go back and try again."
        return self._said(request, said, 500, HEADERS)

    def _said(
        self, request: HTTPConnection, said: str, status: int, headers: Mapping[str, str] | None = None
    ) -> Response:
        if is_program(request):
            return JSONResponse({"error": said}, status, headers)
        posted = request.scope.get("method") == "POST"
        return HTMLResponse(self.renderer.page("error.html", said=said, status=status, posted=posted), status, headers)


def is_program(request: HTTPConnection) -> bool:
    """Whether a program asks, which reads JSON."""
    return "application/json" in request.headers.get("accept", "")
