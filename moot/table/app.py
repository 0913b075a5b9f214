"""The server put together: addresses, the socket, what guards them, and the hall behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from moot.engine import NOBODY
from moot.table.faces import FOLDER, Faces
from moot.table.guard import Guard, secret_of
from moot.table.hall import Hall, Settings
from moot.table.health import Health
from moot.table.messages import COME_AGAIN, RESTARTS
from moot.table.pages import REFUSALS, Pages
from moot.table.room import Room
from moot.table.seen import Sight
from moot.table.socket import Listener
from moot.table.voices import JsonVoice, PageVoice, Voice
from moot.table.workshop_pages import WorkshopPages


def make_app(settings: Settings) -> Starlette:
    """A server with these settings."""
    hall, faces = Hall(settings), Faces(list(settings.games.values()))
    pages = Pages(hall, faces)
    sights = {name: Sight(game) for name, game in settings.games.items()}

    async def socket(websocket: WebSocket) -> None:
        """A table's socket: `?seat=2` for one's own seat, `?as=page` for a page."""
        room = await hall.room(websocket.path_params["table"])
        person = await hall.person(secret_of(websocket))
        who = person.id if person else None
        seat = _wanted_seat(websocket, room.seats_of(who)) if isinstance(room, Room) else None
        if not isinstance(room, Room) or seat is None or not room.may_look(who):
            await websocket.close(1008, "There is no such table, or you do not sit on this seat.")
            return
        await websocket.accept()
        if not hall.is_open:
            await websocket.close(COME_AGAIN, RESTARTS)
            return
        as_page = websocket.query_params.get("as") == "page"
        sight = sights[room.info.game.name]
        voice: Voice = PageVoice(room, seat, faces, who) if as_page else JsonVoice(room, seat, sight, who)
        await Listener(websocket, hall, voice, person).attend()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    refusals = dict.fromkeys((HTTPException, *REFUSALS), pages.refused) | {Exception: pages.failed}
    guard = Middleware(Guard, limits=settings.limits, on_refusal=hall.metrics.refused)
    app = Starlette(
        routes=[*routes_of(pages, socket), *workshop_routes(WorkshopPages(hall, faces)), *Health(hall).routes],
        middleware=[guard],
        exception_handlers=refusals,
        lifespan=lifespan,
    )
    app.state.hall = hall
    return app


def routes_of(pages: Pages, socket: Callable[[WebSocket], Awaitable[None]]) -> list[BaseRoute]:
    """Which address leads where."""
    return [
        Route("/", pages.lobby),
        Route("/new/{game}", pages.new),
        Route("/tables", pages.tables, methods=["GET"]),
        Route("/tables", pages.create, methods=["POST"]),
        Route("/tables/{table}", pages.table, name="table"),
        Route("/tables/{table}/join", pages.join, methods=["POST"]),
        Route("/tables/{table}/leave", pages.leave, methods=["POST"]),
        Route("/tables/{table}/rematch", pages.rematch, methods=["POST"]),
        Route("/tables/{table}/end", pages.end, methods=["POST"]),
        Route("/tables/{table}/invite", pages.invite),
        Route("/tables/{table}/chat", pages.chat),
        Route("/tables/{table}/replay", pages.replay),
        Route("/tables/{table}/moment", pages.moment),
        Route("/tables/{table}/game.json", pages.record),
        WebSocketRoute("/tables/{table}/socket", socket),
        Route("/games/{game}/rulebook", pages.rulebook),
        Route("/games/{game}/board.css", pages.board_css),
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
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
