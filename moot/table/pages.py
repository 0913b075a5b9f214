"""The pages: lobby, new table, table, replay, rulebook. Forms and programs post to the same addresses."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from moot.engine import NOBODY, Game, MoveError, OptionError
from moot.table.faces import Faces, qr_code, show_seat
from moot.table.guard import COOKIE, COOKIE_DAYS, HEADERS, secret_of
from moot.table.hall import Hall, Person, chair_of
from moot.table.keeping import Kept
from moot.table.logs import in_short, redacted
from moot.table.messages import MessageError
from moot.table.moments import ALL_OPEN, Moments
from moot.table.opening import IDLE_CHOICES, ME, check, preset_in, read_wish
from moot.table.room import OPEN, PERSON, PLAYING, Room
from moot.table.rulebooks import rulebook_html
from moot.table.sent import number_in, sent_fields
from moot.table.store import StoreError
from moot.table.voices import NEWEST, PageVoice, said_in_json

REFUSALS = (OptionError, MoveError, MessageError, StoreError)
IN_WORDS = {
    404: "There is nothing at this address. Check the link, or begin in the lobby.",
    405: "This address does not take that kind of request. Begin in the lobby.",
}
OF_A_WORKSHOP = "This table belongs to a workshop. Open the link that its facilitator gave you."
ENDED_BY_HOST = "The host has ended the game."
log = structlog.get_logger("moot.table")


class Pages:
    """What the addresses answer."""

    def __init__(self, hall: Hall, faces: Faces) -> None:
        self.hall, self.faces = hall, faces
        self.games = list(hall.settings.games.values())
        self._moments = Moments()

    # The lobby

    async def lobby(self, request: Request) -> Response:
        """The games, the tables one can join, and one's own."""
        person = await self._person(request)
        return self._page(
            "lobby.html",
            person=person,
            games=self.games,
            pictures=self.faces.pictures,
            mine=await self.hall.tables_of(person),
            tables=await self.hall.open_tables(),
        )

    async def tables(self, request: Request) -> Response:
        """The tables alone: the lobby asks for them again and again."""
        person = await self._person(request)
        return self._page("_tables.html", tables=await self.hall.open_tables(), mine=await self.hall.tables_of(person))

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        game = self._game(request.path_params["game"])
        preset, usual = usual_options(game, request.query_params)
        person = await self._person(request)
        form = "_form.html" if "hx-request" in request.headers else "new.html"
        return self._page(
            form, game=game, usual=usual, preset=preset, idle=IDLE_CHOICES, person=person, me=ME, open=OPEN
        )

    async def create(self, request: Request) -> Response:
        """A new table, as wished for."""
        fields = await sent_fields(request)
        wish = read_wish(self._game(fields.get("game", "")), fields)
        check(wish)
        self.hall.allowance.open_tables(request)
        person, secret = await self._someone(request, fields.get("name", ""))
        room = await self.hall.new_table(wish, person)
        return self._go(request, f"/tables/{room.info.id}", secret, {"table": room.info.id})

    # A table

    async def table(self, request: Request) -> Response:
        """The table: to play at for those who hold a seat, to join or to watch for others."""
        room = await self._room(request)
        person = await self._person(request)
        if isinstance(room, Kept):
            return self._page("kept.html", kept=room)
        who = person.id if person else None
        mine = room.seats_of(who)
        if not mine and room.workshop is None and "watch" not in request.query_params:
            return self._join_page(room, person, request)
        seat = _seat(request, mine)
        await room.settle()
        shown = PageVoice(room, seat, self.faces, who).shown()
        seats = [show_seat(room, other) for other in range(len(room.chairs))]
        hosts = person is not None and person.id == room.info.host and room.state == PLAYING and room.workshop is None
        drawn = {"room": room, "seat": seat, "mine": mine, "shown": shown, "seats": seats, "person": person}
        return self._page("table.html", **drawn, is_host=hosts)

    def _join_page(self, room: Room, person: Person | None, request: Request) -> Response:
        """Seats that nobody holds; or with its key the one that somebody shares."""
        key, wanted = request.query_params.get("key", ""), request.query_params.get("seat", "")
        seats = [show_seat(room, seat) for seat in range(len(room.chairs))]
        shared = [one for one in seats if str(one.seat) == wanted and one.chair.opens_to(key)]
        free = [one for one in seats if one.chair.kind != PERSON]
        return self._page("join.html", room=room, seats=shared or free, key=key if shared else "", person=person)

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        room, fields = await self._playable(request), await sent_fields(request)
        seat = number_in(fields.get("seat", ""))
        chair_of(room, seat)
        if room.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator gives out the seats.")
        person, secret = await self._someone(request, fields.get("name", ""))
        await self.hall.sit(room, seat, person, fields.get("name") or person.name, fields.get("key", ""))
        address = f"/tables/{room.info.id}?seat={seat}"
        return self._go(request, address, secret, {"table": room.info.id, "seat": seat})

    async def leave(self, request: Request) -> Response:
        """Stand up from a seat."""
        room, fields = await self._playable(request), await sent_fields(request)
        person = await self._person(request)
        seat = number_in(fields.get("seat", ""))
        room.may_speak(person.id if person else None, seat)
        if room.workshop is not None:
            raise MoveError("This table belongs to a workshop: ask its facilitator for another seat.")
        assert person is not None
        await self.hall.stand_up(room, seat, person)
        return self._go(request, "/", None, {"left": seat})

    async def rematch(self, request: Request) -> Response:
        """The same again."""
        room, person = await self._playable(request), await self._person(request)
        if person is None or not room.seats_of(person.id):
            raise MoveError("Only those who sat at this table can ask for a rematch.")
        if room.next is None:
            self.hall.allowance.open_tables(request)
        again = await self.hall.rematch(room, person)
        return self._go(request, f"/tables/{again.info.id}", None, {"table": again.info.id})

    async def end(self, request: Request) -> Response:
        """The host ends the game, wherever it stands."""
        room, person = await self._playable(request), await self._person(request)
        if room.workshop is not None or person is None or person.id != room.info.host:
            raise MoveError("Only who opened the table can end its game.")
        await room.end(ENDED_BY_HOST)
        return self._go(request, f"/tables/{room.info.id}", None, {"table": room.info.id, "state": room.state})

    async def invite(self, request: Request) -> Response:
        """The link to a table, also as a QR code."""
        room, person = await self._playable(request), await self._person(request)
        link = str(request.url_for("table", table=room.info.id))
        if room.workshop is not None:
            link = str(request.url_for("latecomers", workshop=room.workshop.id))
            return self._page("_invite.html", room=room, link=link, code=qr_code(link), shared=[])
        wanted = request.query_params.get("seat", "")
        mine = [seat for seat in room.seats_of(person.id if person else None) if str(seat) == wanted]
        shared = [f"{link}?seat={seat}&key={room.chairs[seat].key}" for seat in mine]
        return self._page("_invite.html", room=room, link=link, code=qr_code(link), shared=shared)

    # Looking back

    async def chat(self, request: Request) -> Response:
        """What was said before what a page or a program was first sent, as much again."""
        room, person = await self._playable(request), await self._person(request)
        seat = _seat(request, room.seats_of(person.id if person else None))
        before = number_in(request.query_params.get("before", ""))
        said = room.chat_for(seat, person.id if person else None)[: max(before, 0)]
        older, shown = max(len(said) - NEWEST, 0), said[-NEWEST:]
        if request.query_params.get("as") == "page":
            return JSONResponse({"chat": self.faces.drawing(room, seat).said(room, shown, seat), "older": older})
        return JSONResponse({"chat": [said_in_json(one) for one in shown], "older": older})

    async def replay(self, request: Request) -> Response:
        """A game that is over, with a slider."""
        return self._page("replay.html", **(await self._moment(request)))

    async def moment(self, request: Request) -> Response:
        """One moment of it."""
        return self._page("_moment.html", **(await self._moment(request)))

    async def _moment(self, request: Request) -> dict[str, Any]:
        room = await self._told(request)
        seat = number_in(request.query_params.get("seat", str(ALL_OPEN)))
        if not ALL_OPEN <= seat < len(room.chairs):
            raise MoveError(f"There is no seat {seat} at this table.")
        last = len(room.sitting.history)
        move = number_in(request.query_params.get("move", str(last)))
        moment = await self._moments.of(room, move, seat)
        face, names = self.faces.games[room.info.game.name], moment.names
        holders = range(len(names)) if seat == ALL_OPEN else [seat] if seat != NOBODY else []
        return {
            "room": room,
            "seat": seat,
            "moment": moment,
            "names": names,
            "board": face.board(moment.view, names),
            "strip": room.info.game.strip(moment.view),
            "hands": [(holder, names[holder], face.mine(moment.view, holder, names, own=False)) for holder in holders],
            "all_open": ALL_OPEN,
            "ending": room.ending,
            "result": room.result,
        }

    async def record(self, request: Request) -> Response:
        """A game that is over as a file that `moot replay` reads."""
        room = await self._told(request)
        if not room.is_done or room.past:
            raise MoveError("A game can be saved when it is over, and was played by one version of its rules.")
        headers = {"content-disposition": f'attachment; filename="{room.info.game.name}-{room.info.id}.json"'}
        return Response(room.sitting.to_json(with_result=True), media_type="application/json", headers=headers)

    # Games

    async def rulebook(self, request: Request) -> Response:
        """A game's rulebook; as a table has it if one is named, for some things are told when a game is over."""
        game = self._game(request.path_params["game"])
        part = "_rulebook.html" if "hx-request" in request.headers else "rulebook.html"
        return self._page(part, game=game, html=rulebook_html(game, await self._afterwards(request, game)))

    async def _afterwards(self, request: Request, game: Game) -> str:
        """What the table that is named may know of what this game tells afterwards."""
        room = await self.hall.room(request.query_params.get("table", ""))
        return room.afterwards if isinstance(room, Room) and room.info.game is game else ""

    async def board_css(self, request: Request) -> Response:
        """The style of a game's board."""
        face = self.faces.games[self._game(request.path_params["game"]).name]
        return Response(face.css, media_type="text/css", headers={"cache-control": "max-age=300"})

    # Helpers

    def _page(self, template: str, **context: Any) -> Response:
        html = self.faces.page(template, now=self.hall.settings.clock(), **context)
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    def _game(self, name: str) -> Game:
        if name not in self.hall.settings.games:
            raise HTTPException(404, f"There is no game '{name}' here.")
        return self.hall.settings.games[name]

    async def _person(self, request: Request) -> Person | None:
        return await self.hall.person(secret_of(request))

    async def _someone(self, request: Request, name: str) -> tuple[Person, str | None]:
        """Whoever asks; somebody new is given a secret."""
        person = await self._person(request)
        if person is None:
            self.hall.allowance.come(request)
            return await self.hall.new_person(name or "Guest")
        secret = secret_of(request)
        if secret and name and name != person.name:
            person = await self.hall.rename(secret, name)
        return person, None

    async def _room(self, request: Request) -> Room | Kept:
        room = await self.hall.room(request.path_params["table"])
        if room is None:
            raise HTTPException(404, "There is no such table. Check the link, or open a new table from the lobby.")
        person = await self._person(request)
        if isinstance(room, Room) and not room.may_look(person.id if person else None):
            raise HTTPException(403, OF_A_WORKSHOP)
        if isinstance(room, Kept) and not await self._may_read(room, person):
            raise HTTPException(403, OF_A_WORKSHOP)
        return room

    async def _may_read(self, kept: Kept, person: Person | None) -> bool:
        """Whether somebody may read all that was told at a table: in a workshop its guests, when nothing is kept from them."""
        if kept.workshop is None:
            return True
        workshop = await self.hall.workshop(kept.workshop)
        guest = workshop.guest_of(person.id if person else None) if workshop else None
        if workshop is None or guest is None or workshop.keeps_secrets:
            return False
        return guest.table == kept.id or workshop.ways.may_look

    async def _playable(self, request: Request) -> Room:
        """A table that can be played at, or looked back on, with everything that has happened on disk."""
        room = await self._room(request)
        if isinstance(room, Kept):
            raise MoveError(room.why)
        await room.settle()
        return room

    async def _told(self, request: Request) -> Room:
        """A table whose end is not kept from its players until all tables of a workshop hear of theirs."""
        room = await self._playable(request)
        if room.is_done and room.keeps_its_end:
            raise MoveError(
                "The facilitator tells all tables together how their games ended. Until then nothing can be looked up."
            )
        return room

    def _go(self, request: Request, address: str, secret: str | None, answer: dict[str, Any]) -> Response:
        """On to another page; to a program, what it asked for and the secret it is known by from now on."""
        if is_program(request):
            return JSONResponse(answer | ({"token": secret} if secret else {}))
        response = RedirectResponse(address, 303)
        if secret:
            safe = request.url.scheme == "https"
            response.set_cookie(COOKIE, secret, COOKIE_DAYS * 86400, httponly=True, samesite="lax", secure=safe)
        return response

    async def refused(self, request: Request, error: Exception) -> Response:
        """What went wrong, in words, with what to do."""
        self.hall.metrics.refused(error)
        status = 503 if isinstance(error, StoreError) else 400
        said = str(error)
        if isinstance(error, HTTPException):
            status, said = error.status_code, error.detail
            if said == HTTPStatus(status).phrase:
                said = IN_WORDS.get(status, said)
        return self._said(request, said, status)

    async def failed(self, request: Request, error: Exception) -> Response:
        """A mistake of ours. What it was is in the server's log, not in the answer."""
        log.error("a page failed", path=redacted(request.url.path), error=in_short(error))
        said = "Something went wrong here, and it is not your fault. Nothing is lost: go back and try again."
        return self._said(request, said, 500, HEADERS)

    def _said(self, request: Request, said: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
        if is_program(request):
            return JSONResponse({"error": said}, status, headers)
        return HTMLResponse(self.faces.page("error.html", said=said, status=status), status, headers)


def usual_options(game: Game, fields: Mapping[str, str]) -> tuple[str | None, dict[str, int]]:
    """The preset of a form, and the options with which it begins: those of the preset, for the number of seats."""
    preset, seats = preset_in(game, fields), game.options["seats"].reads(fields.get("option.seats", ""))
    if preset and seats and preset in game.presets and not game.presets[preset].fits(seats):
        preset = None
    return preset, game.choose({} if seats is None else {"seats": seats}, preset, people=True)


def is_program(request: Request) -> bool:
    """Whether a program asks, which reads JSON."""
    return "application/json" in request.headers.get("accept", "")


def _seat(request: Request, mine: list[int]) -> int:
    """The seat to look from: one of one's own, or none."""
    if "watch" in request.query_params:
        return NOBODY
    wanted = request.query_params.get("seat", "")
    return next((seat for seat in mine if wanted == str(seat)), mine[0] if mine else NOBODY)
