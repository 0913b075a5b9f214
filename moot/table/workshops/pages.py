"""The pages of a workshop: opening it, the facilitator's view, guests' links, the debriefing and the export.

The facilitator's addresses hold the key. To anyone else they do not exist.
"""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from moot.engine import Game, OptionError
from moot.table.feeds.messages import MessageError
from moot.table.live.opening import IDLE_CHOICES, usual_options
from moot.table.live.state import OPEN
from moot.table.live.table import LiveTable
from moot.table.people import hashed
from moot.table.rendering.renderer import qr_code
from moot.table.web.answers import Answers, is_program
from moot.table.web.guard import address_of
from moot.table.web.sent import sent_fields
from moot.table.workshops.convening import may_vary, read_plan, read_tables
from moot.table.workshops.debriefing import Debriefer
from moot.table.workshops.entries import Guest
from moot.table.workshops.export import exported
from moot.table.workshops.facilitator import Facilitator
from moot.table.workshops.overview import Overseer, Overview
from moot.table.workshops.placing import Usher, must_be_welcome
from moot.table.workshops.wishes import Wishes
from moot.table.workshops.workshop import MOST_TABLES, Workshop, link_secret, strip_of

NO_WORKSHOP = "There is no such workshop. Check the link that you were given."


class WorkshopPages:
    """What a workshop's addresses answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self.registry = answers, answers.registry
        self._usher = Usher(self.registry)
        self._facilitator = Facilitator(self.registry, self._usher)
        self._wishes = Wishes(self._facilitator, self._usher)
        self._debriefer = Debriefer(answers.back_room)

    # Opening one

    async def choose(self, request: Request) -> Response:
        """Which game."""
        return self._answers.page("workshop_games.html", games=self._answers.games)

    async def plan(self, request: Request) -> Response:
        """The form for a new workshop."""
        game = self._answers.game(request.path_params["game"])
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
        page = self._answers.page(
            form, **context, tables=tables, may_vary=may_vary(game), most_tables=MOST_TABLES, error=error
        )
        page.status_code = 400 if error else 200
        return page

    async def open(self, request: Request) -> Response:
        """A new workshop, as planned; if that cannot be, the form again, with what was filled in and what is wrong."""
        fields = await sent_fields(request)
        game = self._answers.game(fields.get("game", ""))
        self.registry.allowance.open_tables(request)  # before the work of reading a plan, whatever comes of it
        try:
            plan = read_plan(game, fields)
        except (OptionError, MessageError) as error:
            if is_program(request):
                raise
            return self._form(request, game, fields, str(error))
        self.registry.allowance.open_tables(request, plan.tables - 1)
        workshop, key = await self._facilitator.open(plan)
        address = f"/workshops/{workshop.id}/{key}"
        answer = {"workshop": workshop.id, "key": key, "tables": workshop.tables, "names": workshop.renamed}
        return self._answers.go(request, address, None, answer)

    # The facilitator's view

    async def find(self, connection: HTTPConnection) -> Workshop:
        """The workshop of an address with a key; whoever has another key is told no more than that there is none."""
        workshop = await self.registry.workshop(connection.path_params["workshop"])
        if workshop is None or not workshop.opens_to(connection.path_params["key"]):
            raise HTTPException(404, NO_WORKSHOP)
        return workshop

    async def overview(self, request: Request) -> Response:
        """Every table, and one of them large."""
        workshop = await self.find(request)
        live_tables = await self._usher.live_tables(workshop)
        large, key = _large(live_tables, request), request.path_params["key"]
        if is_program(request):
            guests = [_listed(workshop, guest) for guest in workshop.guests]
            return JSONResponse(
                {"workshop": workshop.id, "tables": [_told(live) for live in live_tables], "guests": guests}
            )
        common = str(request.url_for("latecomers", workshop=workshop.id))
        phases = dict.fromkeys(phase for live in live_tables for phase in strip_of(live.sitting).phases)
        return self._answers.page(
            "workshop.html",
            workshop=workshop,
            live_tables=live_tables,
            large=large,
            at=f"/workshops/{workshop.id}/{key}",
            shown=self._overview(request, workshop, live_tables).shown(),
            phases=[*phases],
            common=common,
            common_code=qr_code(common),
        )

    async def socket(self, websocket: WebSocket) -> None:
        """The same, live."""
        try:
            workshop = await self.find(websocket)
        except HTTPException:
            await websocket.close(1008, NO_WORKSHOP)
            return
        live_tables = await self._usher.live_tables(workshop)
        await websocket.accept()
        overview = self._overview(websocket, workshop, live_tables)
        await Overseer(websocket, overview, live_tables, self.registry).attend()

    def _overview(self, connection: HTTPConnection, workshop: Workshop, live_tables: list[LiveTable]) -> Overview:
        base = str(connection.base_url).replace("ws", "http", 1) if connection.scope["type"] == "websocket" else None
        base = base or str(connection.base_url)
        return Overview(
            workshop,
            live_tables,
            _large(live_tables, connection),
            self._answers.renderer,
            connection.path_params["key"],
            base,
        )

    async def links(self, request: Request) -> Response:
        """Everyone's link, also as a QR code: to print."""
        workshop, key = await self.find(request), request.path_params["key"]
        guests = [guest for guest in workshop.guests if guest.secret]
        links = [str(request.url_for("guest", secret=link_secret(key, guest.number))) for guest in guests]
        codes = await self._answers.back_room.do(address_of(request), lambda: [qr_code(link) for link in links])
        rows = [*zip(guests, links, codes, strict=True)]
        late = str(request.url_for("latecomers", workshop=workshop.id))
        return await self._answers.long_page(
            request,
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
        await self._wishes.obey(workshop, fields, request.path_params["key"])
        address = f"/workshops/{workshop.id}/{request.path_params['key']}"
        if await self.registry.workshop(workshop.id) is None:
            return self._answers.go(request, "/", None, {"done": True})  # it was deleted
        shown = fields.get("shown", "")
        return self._answers.go(
            request, f"{address}?table={shown}" if shown.isdecimal() else address, None, {"done": True}
        )

    # Guests

    async def guest(self, request: Request) -> Response:
        """A personal link: it says who and where; who sits there already goes straight on."""
        workshop, guest = await self._find_guest(request)
        person = await self._answers.person(request)
        live = await self.registry.find(guest.table)
        if person is not None and guest.person == person.id:
            return RedirectResponse(workshop.leads(person.id) if guest.waits else guest.address, 303)
        return self._answers.page("workshop_guest.html", workshop=workshop, guest=guest, live=live)

    async def arrive(self, request: Request) -> Response:
        """A guest sits down."""
        workshop, guest = await self._find_guest(request)
        person, secret = await self._answers.someone(request, "" if await self._answers.person(request) else guest.name)
        came = await self._usher.arrive(workshop, guest, person)
        return self._seated(request, workshop, came, secret)

    def _seated(self, request: Request, workshop: Workshop, guest: Guest, secret: str | None) -> Response:
        """On to their seat, or to where they wait for one."""
        where = {"table": guest.table, "seat": guest.seat} if not guest.waits else {"waiting": True}
        return self._answers.go(request, workshop.leads(guest.person), secret, where)

    async def _find_guest(self, request: Request) -> tuple[Workshop, Guest]:
        key = hashed(request.path_params["secret"])
        row = await self.registry.store.guest(key)
        workshop = await self.registry.workshop(row.workshop) if row is not None else None
        guest = next((one for one in workshop.guests if one.secret == key), None) if workshop else None
        if workshop is None or guest is None:
            raise HTTPException(404, "This link leads to no seat. Ask your facilitator for another.")
        return workshop, guest

    async def latecomers(self, request: Request) -> Response:
        """The link for whoever is not on the list: they say their name."""
        workshop, person = await self._workshop(request), await self._answers.person(request)
        known = workshop.guest_of(person.id if person else None)
        if known is not None and not known.waits:
            return _go_on_to(request, known.address)
        removed = workshop.was_removed(person.id if person else None)
        return self._answers.page("workshop_join.html", workshop=workshop, person=person, waits=known, removed=removed)

    async def welcome(self, request: Request) -> Response:
        """A latecomer is given a seat, if one is free."""
        workshop, fields = await self._workshop(request), await sent_fields(request)
        must_be_welcome(workshop, await self._answers.person(request))
        person, secret = await self._answers.someone(request, fields.get("name", ""))
        guest = await self._usher.welcome(workshop, fields.get("name") or person.name, person)
        return self._seated(request, workshop, guest, secret)

    async def _workshop(self, request: Request) -> Workshop:
        workshop = await self.registry.workshop(request.path_params["workshop"])
        if workshop is None:
            raise HTTPException(404, NO_WORKSHOP)
        return workshop

    async def others(self, request: Request) -> Response:
        """The other tables, for guests who may look at them."""
        workshop, person = await self._workshop(request), await self._answers.person(request)
        guest = workshop.guest_of(person.id if person else None)
        if guest is None or not workshop.ways.may_look:
            raise HTTPException(403, "The tables of this workshop are not open to you. Ask your facilitator.")
        return self._answers.page(
            "workshop_others.html", live_tables=await self._usher.live_tables(workshop), guest=guest
        )

    # Afterwards

    async def debriefing(self, request: Request) -> Response:
        """Side by side, what happened at the tables."""
        workshop = await self.find(request)
        return await self._debriefing(request, workshop, f"/workshops/{workshop.id}/{request.path_params['key']}")

    async def public_debriefing(self, request: Request) -> Response:
        """The same for guests, when the facilitator has revealed everything and allows it."""
        workshop, person = await self._workshop(request), await self._answers.person(request)
        allowed = workshop.ways.revealed and workshop.ways.debriefing
        if not allowed or workshop.guest_of(person.id if person else None) is None:
            raise HTTPException(403, "The debriefing is not open to you yet. Ask your facilitator.")
        return await self._debriefing(request, workshop, f"/workshops/{workshop.id}")

    async def _debriefing(self, request: Request, workshop: Workshop, at: str) -> Response:
        live_tables = await self._usher.live_tables(workshop)
        wanted, asker = request.query_params.getlist("event"), address_of(request)
        told = await self._debriefer.debrief(workshop, live_tables, wanted, asker)
        return await self._answers.long_page(request, "debriefing.html", workshop=workshop, told=told, at=at)

    async def export(self, request: Request) -> Response:
        """Moves, chat and results as tables for a spreadsheet."""
        workshop = await self.find(request)
        live_tables, back_room = await self._usher.live_tables(workshop), self._answers.back_room
        packed = await exported(workshop, live_tables, self.registry.store, back_room, address_of(request))
        headers = {
            "content-disposition": f'attachment; filename="workshop-{workshop.id}.zip"',
            "cache-control": "no-store",
        }
        return Response(packed, media_type="application/zip", headers=headers)


def _go_on_to(request: Request, address: str) -> Response:
    """To another page, also for a page that only asks again and again whether there is news."""
    if "hx-request" in request.headers:
        return Response(headers={"hx-redirect": address})
    return RedirectResponse(address, 303)


def _large(live_tables: list[LiveTable], connection: HTTPConnection) -> LiveTable | None:
    """The table that is shown large: the one that is asked for, or the first."""
    place = connection.query_params.get("table", "")
    return next(
        (live for live in live_tables if place == str(live.info.place)), live_tables[0] if live_tables else None
    )


def _listed(workshop: Workshop, guest: Guest) -> dict[str, Any]:
    """A guest for the same program."""
    place = None if guest.waits else workshop.tables.index(guest.table) + 1
    return {"guest": guest.number, "name": guest.name, "place": place, "seat": guest.seat}


def _told(live: LiveTable) -> dict[str, Any]:
    """A table for a program that watches over a workshop."""
    seats = [{"name": chair.name, "kind": chair.kind} for chair in live.chairs]
    where = {"table": live.info.id, "place": live.info.place, "state": live.state, "paused": bool(live.paused)}
    standing = (live.outcome or live.sitting.standing).as_dict()
    game = {"waiting": live.sitting.waiting, "standing": standing, "length": live.sitting.length}
    return {**where, "due": live.due, "options": live.info.game.says(live.info.options), "seats": seats, **game}


def _or(value: int | None, usual: int) -> int:
    return usual if value is None else value
