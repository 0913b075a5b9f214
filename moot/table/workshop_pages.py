"""The pages of a workshop: opening it, the facilitator's view, guests' links, the debriefing and the export.

The facilitator's addresses hold the key. To anyone else they do not exist.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from moot.engine import Game, MoveError, OptionError
from moot.table.convening import may_vary, read_plan, read_tables
from moot.table.debriefing import Debriefer
from moot.table.export import exported
from moot.table.faces import Faces, qr_code
from moot.table.facilitator import Facilitator
from moot.table.hall import Hall
from moot.table.messages import NOBODY_IN_PARTICULAR, MessageError
from moot.table.opening import IDLE_CHOICES
from moot.table.overview import Overseer, Overview
from moot.table.pages import Pages, is_program, usual_options
from moot.table.room import Room
from moot.table.sent import number_in, sent_fields
from moot.table.state import OPEN
from moot.table.workshop import MOST_TABLES, Guest, Workshop, hashed, link_secret, strip_of

NO_WORKSHOP = "There is no such workshop. Check the link that you were given."


class WorkshopPages(Pages):
    """What a workshop's addresses answer."""

    def __init__(self, hall: Hall, faces: Faces) -> None:
        super().__init__(hall, faces)
        self._facilitator = Facilitator(hall)
        self._debriefer = Debriefer()

    # Opening one

    async def choose(self, request: Request) -> Response:
        """Which game."""
        return self._page("workshop_games.html", games=self.games)

    async def plan(self, request: Request) -> Response:
        """The form for a new workshop."""
        game = self._game(request.path_params["game"])
        return self._form(request, game, dict(request.query_params))

    def _form(self, request: Request, game: Game, filled: dict[str, str], error: str = "") -> Response:
        preset, usual = usual_options(game, filled)
        for name, option in game.options.items():
            usual[name] = _or(option.reads(filled.get(f"option.{name}", "")), usual[name])
        try:
            tables = read_tables(filled.get("tables") or "2", 0, usual["seats"])
        except OptionError:
            tables = 2
        form = "_workshop_form.html" if "hx-request" in request.headers else "workshop_new.html"
        context = {"game": game, "usual": usual, "preset": preset, "idle": IDLE_CHOICES, "open": OPEN, "filled": filled}
        page = self._page(form, **context, tables=tables, may_vary=may_vary(game), most_tables=MOST_TABLES, error=error)
        page.status_code = 400 if error else 200
        return page

    async def open(self, request: Request) -> Response:
        """A new workshop, as planned; if that cannot be, the form again, with what was filled in and what is wrong."""
        fields = await sent_fields(request)
        game = self._game(fields.get("game", ""))
        try:
            plan = read_plan(game, fields)
        except (OptionError, MessageError) as error:
            if is_program(request):
                raise
            return self._form(request, game, fields, str(error))
        self.hall.allowance.open_tables(request, plan.tables)
        workshop, key = await self._facilitator.open(plan)
        address = f"/workshops/{workshop.id}/{key}"
        answer = {"workshop": workshop.id, "key": key, "tables": workshop.tables}
        return self._go(request, address, None, answer)

    # The facilitator's view

    async def find(self, connection: HTTPConnection) -> Workshop:
        """The workshop of an address with a key; whoever has another key is told no more than that there is none."""
        workshop = await self.hall.workshop(connection.path_params["workshop"])
        if workshop is None or not workshop.opens_to(connection.path_params["key"]):
            raise HTTPException(404, NO_WORKSHOP)
        return workshop

    async def overview(self, request: Request) -> Response:
        """Every table, and one of them large."""
        workshop = await self.find(request)
        rooms = await self._facilitator.rooms(workshop)
        large, key = _large(rooms, request), request.path_params["key"]
        if is_program(request):
            return JSONResponse({"workshop": workshop.id, "tables": [_told(room) for room in rooms]})
        phases = dict.fromkeys(phase for room in rooms for phase in strip_of(room.sitting).phases)
        return self._page(
            "workshop.html",
            workshop=workshop,
            rooms=rooms,
            large=large,
            at=f"/workshops/{workshop.id}/{key}",
            shown=self._overview(request, workshop, rooms).shown(),
            phases=[*phases],
            late=str(request.url_for("latecomers", workshop=workshop.id)),
        )

    async def socket(self, websocket: WebSocket) -> None:
        """The same, live."""
        try:
            workshop = await self.find(websocket)
        except HTTPException:
            await websocket.close(1008, NO_WORKSHOP)
            return
        rooms = await self._facilitator.rooms(workshop)
        await websocket.accept()
        overview = self._overview(websocket, workshop, rooms)
        await Overseer(websocket, overview, rooms, self.hall).attend()

    def _overview(self, connection: HTTPConnection, workshop: Workshop, rooms: list[Room]) -> Overview:
        base = str(connection.base_url).replace("ws", "http", 1) if connection.scope["type"] == "websocket" else None
        base = base or str(connection.base_url)
        return Overview(workshop, rooms, _large(rooms, connection), self.faces, connection.path_params["key"], base)

    async def links(self, request: Request) -> Response:
        """Everyone's link, also as a QR code: to print."""
        workshop, key = await self.find(request), request.path_params["key"]
        guests = [guest for guest in workshop.guests if guest.secret]
        links = [str(request.url_for("guest", secret=link_secret(key, guest.number))) for guest in guests]
        codes = await asyncio.to_thread(lambda: [qr_code(link) for link in links])  # many take a while
        rows = [*zip(guests, links, codes, strict=True)]
        late = str(request.url_for("latecomers", workshop=workshop.id))
        return self._page(
            "workshop_links.html",
            workshop=workshop,
            rows=rows,
            late=late,
            late_code=qr_code(late),
            at=f"/workshops/{workshop.id}/{key}",
        )

    # What the facilitator does

    async def do(self, request: Request) -> Response:
        """One of the facilitator's wishes, by its name."""
        workshop, fields = await self.find(request), await sent_fields(request)
        wish = WISHES.get(fields.get("do", ""))
        if wish is None:
            raise MessageError(f"`do` is one of: {', '.join(WISHES)}.")
        await wish(self, workshop, fields, request.path_params["key"])
        address = f"/workshops/{workshop.id}/{request.path_params['key']}"
        if await self.hall.workshop(workshop.id) is None:
            return self._go(request, "/", None, {"done": True})  # it was deleted
        shown = fields.get("shown", "")
        return self._go(request, f"{address}?table={shown}" if shown.isdecimal() else address, None, {"done": True})

    async def _rooms(self, workshop: Workshop, fields: dict[str, str]) -> list[Room]:
        """The table that is named by its place, or all."""
        rooms, place = await self._facilitator.rooms(workshop), fields.get("table", "")
        found = [room for room in rooms if place in ("", str(room.info.place))]
        if not found:
            raise MoveError(f"There is no table {place[:10]!r} in this workshop that can be played.")
        return found

    async def _do_pause(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        await self._facilitator.pause(await self._rooms(workshop, fields))

    async def _do_go_on(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        await self._facilitator.go_on(await self._rooms(workshop, fields))

    async def _do_end(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        await self._facilitator.end(await self._rooms(workshop, fields))

    async def _do_extend(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        seconds = number_in(fields.get("seconds", ""))
        await self._facilitator.extend(await self._rooms(workshop, fields), seconds)

    async def _do_say(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        place, _, seat = fields.get("whom", "").partition(".")  # "2.0" is the first seat of table 2, "" are all tables
        rooms = await self._rooms(workshop, {"table": place})
        await self._facilitator.say(rooms, fields.get("text", ""), number_in(seat or str(NOBODY_IN_PARTICULAR)))

    async def _do_clock(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        times = {name[5:]: number_in(value) for name, value in fields.items() if name.startswith("time.") and value}
        await self._facilitator.set_times(workshop, times, only_show=fields.get("only_show") == "1")

    async def _do_hand(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        seat, to = number_in(fields.get("seat", "")), fields.get("to", "")
        for room in (await self._rooms(workshop, fields))[:1]:
            await self._facilitator.hand(workshop, room, seat, to)

    async def _do_move(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        place, _, seat = fields.get("to", "").partition(".")
        (room, *_) = await self._rooms(workshop, {"table": place or "?"})
        await self._facilitator.move(workshop, _guest(workshop, fields), room.info.id, number_in(seat))

    async def _do_link(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        await self._facilitator.give_link(workshop, _guest(workshop, fields), key)

    async def _do_allow(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        allowed = {name: fields[name] == "1" for name in ("may_look", "debriefing") if name in fields}
        await self._facilitator.change(workshop, **allowed)

    async def _do_reveal(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        await self._facilitator.change(workshop, revealed=True)

    async def _do_forget(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        what, _, number = fields.get("what", "").partition(".")  # "table.2", "guest.0" or "all"
        if what not in ("all", "table", "guest"):
            raise MessageError("`what` is all, table.N with its place, or guest.N with its number.")
        rooms = await self._rooms(workshop, {"table": number or "?"}) if what == "table" else []
        guest = _guest(workshop, {"guest": number}) if what == "guest" else None
        await self._facilitator.forget(workshop, what, rooms, guest)

    # Guests

    async def guest(self, request: Request) -> Response:
        """A personal link: it says who and where; who sits there already goes straight on."""
        workshop, guest = await self._find_guest(request)
        person = await self._person(request)
        room = await self.hall.room(guest.table)
        if person is not None and guest.person == person.id:
            return RedirectResponse(f"/tables/{guest.table}?seat={guest.seat}", 303)
        return self._page("workshop_guest.html", workshop=workshop, guest=guest, room=room)

    async def arrive(self, request: Request) -> Response:
        """A guest sits down."""
        workshop, guest = await self._find_guest(request)
        person, secret = await self._someone(request, "" if await self._person(request) else guest.name)
        await self._facilitator.arrive(workshop, guest, person)
        where = {"table": guest.table, "seat": guest.seat}
        return self._go(request, f"/tables/{guest.table}?seat={guest.seat}", secret, where)

    async def _find_guest(self, request: Request) -> tuple[Workshop, Guest]:
        key = hashed(request.path_params["secret"])
        row = await self.hall.store.guest(key)
        workshop = await self.hall.workshop(row.workshop) if row is not None else None
        guest = next((one for one in workshop.guests if one.secret == key), None) if workshop else None
        if workshop is None or guest is None:
            raise HTTPException(404, "This link leads to no seat. Ask your facilitator for another.")
        return workshop, guest

    async def latecomers(self, request: Request) -> Response:
        """The link for whoever is not on the list: they say their name."""
        workshop, person = await self._workshop(request), await self._person(request)
        known = workshop.guest_of(person.id if person else None)
        if known is not None:
            return RedirectResponse(f"/tables/{known.table}?seat={known.seat}", 303)
        return self._page("workshop_join.html", workshop=workshop, person=person)

    async def welcome(self, request: Request) -> Response:
        """A latecomer is given a seat."""
        workshop, fields = await self._workshop(request), await sent_fields(request)
        person, secret = await self._someone(request, fields.get("name", ""))
        guest = await self._facilitator.welcome(workshop, fields.get("name") or person.name, person)
        where = {"table": guest.table, "seat": guest.seat}
        return self._go(request, f"/tables/{guest.table}?seat={guest.seat}", secret, where)

    async def _workshop(self, request: Request) -> Workshop:
        workshop = await self.hall.workshop(request.path_params["workshop"])
        if workshop is None:
            raise HTTPException(404, NO_WORKSHOP)
        return workshop

    async def others(self, request: Request) -> Response:
        """The other tables, for guests who may look at them."""
        workshop, person = await self._workshop(request), await self._person(request)
        guest = workshop.guest_of(person.id if person else None)
        if guest is None or not workshop.ways.may_look:
            raise HTTPException(403, "The tables of this workshop are not open to you. Ask your facilitator.")
        return self._page("workshop_others.html", rooms=await self._facilitator.rooms(workshop), guest=guest)

    # Afterwards

    async def debriefing(self, request: Request) -> Response:
        """Side by side, what happened at the tables."""
        workshop = await self.find(request)
        return await self._debriefing(request, workshop, f"/workshops/{workshop.id}/{request.path_params['key']}")

    async def public_debriefing(self, request: Request) -> Response:
        """The same for guests, when the facilitator has revealed everything and allows it."""
        workshop, person = await self._workshop(request), await self._person(request)
        allowed = workshop.ways.revealed and workshop.ways.debriefing
        if not allowed or workshop.guest_of(person.id if person else None) is None:
            raise HTTPException(403, "The debriefing is not open to you yet. Ask your facilitator.")
        return await self._debriefing(request, workshop, f"/workshops/{workshop.id}")

    async def _debriefing(self, request: Request, workshop: Workshop, at: str) -> Response:
        rooms = await self._facilitator.rooms(workshop)
        told = await self._debriefer.debrief(workshop, rooms, request.query_params.getlist("event"))
        return self._page("debriefing.html", workshop=workshop, told=told, at=at)

    async def export(self, request: Request) -> Response:
        """Moves, chat and results as tables for a spreadsheet."""
        workshop = await self.find(request)
        packed = await exported(workshop, await self._facilitator.rooms(workshop), self.hall.store)
        headers = {
            "content-disposition": f'attachment; filename="workshop-{workshop.id}.zip"',
            "cache-control": "no-store",
        }
        return Response(packed, media_type="application/zip", headers=headers)


WISHES = {
    "pause": WorkshopPages._do_pause,
    "go_on": WorkshopPages._do_go_on,
    "end": WorkshopPages._do_end,
    "extend": WorkshopPages._do_extend,
    "say": WorkshopPages._do_say,
    "clock": WorkshopPages._do_clock,
    "hand": WorkshopPages._do_hand,
    "move": WorkshopPages._do_move,
    "link": WorkshopPages._do_link,
    "allow": WorkshopPages._do_allow,
    "reveal": WorkshopPages._do_reveal,
    "forget": WorkshopPages._do_forget,
}


def _large(rooms: list[Room], connection: HTTPConnection) -> Room | None:
    """The table that is shown large: the one that is asked for, or the first."""
    place = connection.query_params.get("table", "")
    return next((room for room in rooms if place == str(room.info.place)), rooms[0] if rooms else None)


def _guest(workshop: Workshop, fields: dict[str, str]) -> Guest:
    number = number_in(fields.get("guest", ""))
    guest = next((one for one in workshop.guests if one.number == number), None)
    if guest is None:
        raise MoveError(f"There is no guest {number} in this workshop.")
    return guest


def _told(room: Room) -> dict[str, Any]:
    """A table for a program that watches over a workshop."""
    seats = [{"name": chair.name, "kind": chair.kind} for chair in room.chairs]
    where = {"table": room.info.id, "place": room.info.place, "state": room.state, "paused": bool(room.paused)}
    standing = (room.outcome or room.sitting.standing).as_dict()
    game = {"waiting": room.sitting.waiting, "standing": standing, "length": room.sitting.length}
    return {**where, "due": room.due, "options": room.info.game.says(room.info.options), "seats": seats, **game}


def _or(value: int | None, usual: int) -> int:
    return usual if value is None else value
