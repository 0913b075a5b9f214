"""The server put together: addresses, the socket, what guards them, and the registry behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from moot.engine import NOBODY
from moot.table.feeds.audiences import Audiences
from moot.table.feeds.messages import COME_AGAIN, RESTARTS
from moot.table.feeds.session import Session
from moot.table.identity.choices import ASKED, BY_ITSELF, FORCED
from moot.table.live.table import LiveTable
from moot.table.notices.pages import NoticePages
from moot.table.registry import Registry
from moot.table.rendering.renderer import FOLDER, Renderer
from moot.table.settings import Settings
from moot.table.web.answers import REFUSALS, Answers
from moot.table.web.guard import Guard, secret_of
from moot.table.web.health import Health
from moot.table.web.learn import LessonPages
from moot.table.web.looks import Looks
from moot.table.web.me import MePages
from moot.table.web.pages import Pages
from moot.table.workshops.pages import WorkshopPages

SQUEEZED = 5  # of nine: pages, scripts and styles go out as a fifth of what they are, in a few milliseconds


def make_app(settings: Settings) -> Starlette:
    """A server with these settings."""
    registry, renderer = Registry(settings), Renderer(list(settings.games.values()))
    audiences = Audiences(renderer, registry.metrics.rendered)
    answers = Answers(registry, renderer)

    async def socket(websocket: WebSocket) -> None:
        """A table's socket: `?seat=2` for one's own seat, `?as=page` for a page."""
        live = await registry.find(websocket.path_params["table"])
        person = await registry.people.who(secret_of(websocket))
        who = person.id if person else None
        seat = _wanted_seat(websocket, live.seats_of(who)) if isinstance(live, LiveTable) else None
        if not isinstance(live, LiveTable) or seat is None or not live.may_look(who):
            await websocket.close(1008, "There is no such table, or you do not sit on this seat.")
            return
        await websocket.accept()
        if not registry.is_open:
            await websocket.close(COME_AGAIN, RESTARTS)
            return
        as_page = websocket.query_params.get("as") == "page"
        feed = (audiences.pages if as_page else audiences.programs)(live, seat, who)
        chosen = await registry.people.chosen_with(secret_of(websocket)) or {}
        forced = chosen.get(FORCED, BY_ITSELF) if settings.forced and as_page else ASKED
        await Session(websocket, registry, feed, person, forced=forced).attend()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await registry.open()
        except Exception as error:
            app.state.trouble = error
            raise
        yield
        await registry.close()

    # What answers a request and a socket alike is a type that Starlette does not know.
    refusals: dict[Any, Any] = dict.fromkeys((HTTPException, *REFUSALS), answers.refused)
    refusals |= {ClientDisconnect: answers.gone, Exception: answers.failed}
    guard = Middleware(Guard, limits=settings.limits, on_refusal=registry.metrics.refused)
    app = Starlette(
        routes=[
            *routes_of(Pages(answers, audiences), socket),
            *me_routes(MePages(answers)),
            *workshop_routes(WorkshopPages(answers)),
            *NoticePages(answers).routes,
            *LessonPages(answers).routes,
            *Health(registry).routes,
        ],
        middleware=[
            guard,
            Middleware(GZipMiddleware, compresslevel=SQUEEZED),
            Middleware(Looks, people=registry.people),
        ],
        exception_handlers=refusals,
        lifespan=lifespan,
    )
    app.state.registry, app.state.trouble = registry, None
    return app


def routes_of(pages: Pages, socket: Callable[[WebSocket], Awaitable[None]]) -> list[BaseRoute]:
    """Which address leads where."""
    return [
        Route("/", pages.lobby),
        Route("/new/{game}", pages.new),
        Route("/mine", pages.mine),
        Route("/tables", pages.tables, methods=["GET"]),
        Route("/tables", pages.create, methods=["POST"]),
        Route("/tables/{table}", pages.table, name="table"),
        Route("/tables/{table}/join", pages.join, methods=["POST"]),
        Route("/tables/{table}/leave", pages.leave, methods=["POST"]),
        Route("/tables/{table}/hide", pages.hide, methods=["POST"]),
        Route("/tables/{table}/rematch", pages.rematch, methods=["POST"]),
        Route("/tables/{table}/end", pages.end, methods=["POST"]),
        Route("/tables/{table}/miniature", pages.miniature),
        Route("/tables/{table}/invite", pages.invite),
        Route("/tables/{table}/chat", pages.chat),
        Route("/tables/{table}/replay", pages.replay),
        Route("/tables/{table}/moment", pages.moment),
        Route("/tables/{table}/then", pages.then),
        Route("/tables/{table}/course", pages.course),
        Route("/tables/{table}/game.json", pages.record),
        WebSocketRoute("/tables/{table}/socket", socket),
        Route("/games/{game}/rulebook", pages.rulebook),
        Route("/games/{game}/board.css", pages.board_css),
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]


def me_routes(pages: MePages) -> list[BaseRoute]:
    """The same for what is about oneself."""
    return [
        Route("/me", pages.me),
        Route("/me/name", pages.name, methods=["POST"]),
        Route("/me/settings", pages.choose, methods=["POST"]),
        Route("/me/export.json", pages.export),
        Route("/me/delete", pages.delete, methods=["POST"]),
        Route("/me/away", pages.take_away, methods=["POST"]),
        Route("/me/device", pages.make_pass, methods=["POST"]),
        Route("/me/words", pages.new_words, methods=["POST"]),
        Route("/device/{secret}", pages.device, methods=["GET"], name="device"),
        Route("/device/{secret}", pages.arrive, methods=["POST"]),
        Route("/before", pages.before, methods=["GET"], name="before"),
        Route("/before", pages.come_back, methods=["POST"]),
    ]


def workshop_routes(pages: WorkshopPages) -> list[BaseRoute]:
    """The same for workshops. Addresses with a key are the facilitator's."""
    return [
        Route("/workshops/new", pages.choose),
        Route("/workshops/new/{game}", pages.plan),
        Route("/workshops", pages.open, methods=["POST"]),
        Route("/workshops/{workshop}", pages.others),
        Route("/workshops/{workshop}/join", pages.latecomers, name="latecomers"),
        Route("/workshops/{workshop}/join", pages.welcome, methods=["POST"]),
        Route("/workshops/{workshop}/debriefing", pages.public_debriefing),
        Route("/workshops/{workshop}/{key}", pages.overview),
        Route("/workshops/{workshop}/{key}/do", pages.do, methods=["POST"]),
        Route("/workshops/{workshop}/{key}/links", pages.links),
        Route("/workshops/{workshop}/{key}/debriefing", pages.debriefing),
        Route("/workshops/{workshop}/{key}/export.zip", pages.export),
        WebSocketRoute("/workshops/{workshop}/{key}/socket", pages.socket),
        Route("/join/{secret}", pages.guest, name="guest"),
        Route("/join/{secret}", pages.arrive, methods=["POST"]),
    ]


def _wanted_seat(websocket: WebSocket, mine: list[int]) -> int | None:
    """The seat to look from: one of one's own, nobody's, or None if it is somebody else's."""
    wanted = websocket.query_params.get("seat", "")
    if wanted in ("", str(NOBODY)):
        return NOBODY
    return next((seat for seat in mine if wanted == str(seat)), None)
