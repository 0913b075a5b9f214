"""The pages: lobby, new table, table, replay, rulebook. Forms and programs post to the same addresses."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from moot.engine import NOBODY, Game, MoveError, OptionError
from moot.table.feeds.audiences import Audiences
from moot.table.feeds.feed import NEWEST
from moot.table.feeds.json_feed import said_in_json
from moot.table.feeds.messages import MessageError
from moot.table.lists import Mine
from moot.table.live.controls import end
from moot.table.live.hours import WEEKDAYS
from moot.table.live.loading import Kept
from moot.table.live.opening import DAYS_CHOICES, IDLE_CHOICES, ME, check, read_wish
from moot.table.live.state import OPEN, PERSON, PLAYING
from moot.table.live.table import LiveTable, chair_of
from moot.table.people import Person
from moot.table.rendering.curves import curve_of
from moot.table.rendering.ends import end_of
from moot.table.rendering.renderer import qr_code
from moot.table.rendering.replay import ALL_OPEN, Moments
from moot.table.rendering.rulebooks import rulebook_html
from moot.table.rendering.seating import show_seats
from moot.table.rendering.then import Thens
from moot.table.seating import NextGame
from moot.table.web.answers import Answers, is_program
from moot.table.web.choosing import MOODS, read_choice
from moot.table.web.filled import NEW_TABLE, WrongField, filled_options, wrong_field
from moot.table.web.guard import address_of
from moot.table.web.sent import number_in, sent_fields

OF_A_WORKSHOP = "This table belongs to a workshop. Open the link that its facilitator gave you."
ENDED_BY_HOST = "The host has ended the game."


class Pages:
    """What the addresses answer."""

    def __init__(self, answers: Answers, audiences: Audiences) -> None:
        self._answers, self._audiences = answers, audiences
        self.registry, self.renderer = answers.registry, answers.renderer
        self._moments, self._thens = Moments(answers.back_room), Thens(answers.back_room)

    # The lobby

    async def lobby(self, request: Request) -> Response:
        """The games, the tables one can join, and one's own."""
        person, games = await self._answers.person(request), self._answers.games
        choice = read_choice(request.query_params)
        return self._answers.page(
            "lobby.html",
            person=person,
            games=games,
            choice=choice,
            chosen=choice.of(games),
            moods=MOODS,
            pictures=self.renderer.pictures,
            mine=await self._mine(person),
            tables=await self.registry.lists.open_tables(),
            learned=await self.registry.people.lessons_of(person.id) if person else set(),
        )

    async def mine(self, request: Request) -> Response:
        """One's own tables alone: the lobby asks for them again and again."""
        return self._answers.page("_mine.html", mine=await self._mine(await self._answers.person(request)))

    async def _mine(self, person: Person | None) -> list[Mine]:
        return await self.registry.lists.tables_of(person, self.registry.settings.clock())

    async def miniature(self, request: Request) -> Response:
        """The board of a table as everyone sees it, to look at in a list."""
        live = await self._playable(request)
        return HTMLResponse(self.renderer.miniature(live), headers={"cache-control": "no-store"})

    async def hide(self, request: Request) -> Response:
        """A table is no longer listed for whoever sits there, or again; it stays as it is."""
        person, fields = await self._answers.person(request), await sent_fields(request)
        table, hidden = request.path_params["table"], fields.get("hidden", "1") == "1"
        if person is None or table not in {one.table.info.id for one in await self._mine(person)}:
            raise MoveError("Only a table at which you sit is listed for you.")
        await self.registry.lists.hide(person, table, hidden=hidden)
        return self._answers.go(request, "/", None, {"hidden": hidden})

    async def tables(self, request: Request) -> Response:
        """The tables that are open to all: likewise."""
        return self._answers.page("_tables.html", tables=await self.registry.lists.open_tables())

    async def new(self, request: Request) -> Response:
        """The form for a new table."""
        game = self._answers.game(request.path_params["game"])
        return await self._form(request, game, {**NEW_TABLE, **request.query_params})

    async def _form(
        self, request: Request, game: Game, filled: dict[str, str], wrong: WrongField | None = None
    ) -> Response:
        """It, as far as it is filled in, and at its field what is wrong."""
        preset, usual = filled_options(game, filled)
        person = await self._answers.person(request)
        form = "_form.html" if "hx-request" in request.headers else "new.html"
        told = {
            "idle": IDLE_CHOICES,
            "days": DAYS_CHOICES,
            "weekdays": WEEKDAYS,
            "person": person,
            "me": ME,
            "open": OPEN,
        }
        page = self._answers.page(form, game=game, usual=usual, preset=preset, filled=filled, wrong=wrong, **told)
        page.status_code = 400 if wrong else 200
        return page

    async def create(self, request: Request) -> Response:
        """A new table, as wished for; if that cannot be, the form again, with what was filled in and what is wrong."""
        fields = await sent_fields(request)
        game = self._answers.game(fields.get("game", ""))
        try:
            wish = read_wish(game, fields)
            check(wish)
            self.registry.allowance.open_tables(request)
            person, secret = await self._answers.someone(request, fields.get("name", ""))
        except (OptionError, MessageError) as error:
            if is_program(request):
                raise
            return await self._form(request, game, fields, wrong_field(game, error))
        live = await self.registry.openings.new_table(wish, person)
        asks = "?invite" if fields.get("invite") else ""
        return self._answers.go(request, f"/tables/{live.info.id}{asks}", secret, {"table": live.info.id})

    # A table

    async def table(self, request: Request) -> Response:
        """The table: to play at for those who hold a seat, to join or to watch for others."""
        live = await self._live(request)
        person = await self._answers.person(request)
        if isinstance(live, Kept):
            return self._answers.page("kept.html", kept=live)
        who = person.id if person else None
        mine = live.seats_of(who)
        if not mine and live.workshop is None and "watch" not in request.query_params:
            return self._join_page(live, person, request)
        seat = _seat(request, mine)
        shown = self._audiences.pages(live, seat, who).shown()
        seats = show_seats(live)
        hosts = person is not None and person.id == live.info.host and live.state == PLAYING and live.workshop is None
        how = self._answers.renderer.drawing(live, seat).how_to_win(live, seat)
        drawn = {"live": live, "seat": seat, "mine": mine, "shown": shown, "seats": seats, "person": person, "how": how}
        offers = await self._offers_notices(live, seat, who)
        return self._answers.page("table.html", **drawn, is_host=hosts, offers_notices=offers)

    async def _offers_notices(self, live: LiveTable, seat: int, person: str | None) -> bool:
        """Whether somebody may want to be told of their turns: at a table of days, if they have no way to be told."""
        may = live.info.hours is not None and seat != NOBODY and live.state == PLAYING and person is not None
        return may and not await self.registry.office.channels.of([person or ""])

    def _join_page(self, live: LiveTable, person: Person | None, request: Request) -> Response:
        """Seats that nobody holds; or with its key the one that somebody shares."""
        key, wanted = request.query_params.get("key", ""), request.query_params.get("seat", "")
        seats = show_seats(live)
        shared = [one for one in seats if str(one.seat) == wanted and live.chairs[one.seat].opens_to(key)]
        free = [one for one in seats if one.kind != PERSON]
        return self._answers.page(
            "join.html", live=live, seats=shared or free, key=key if shared else "", person=person
        )

    async def join(self, request: Request) -> Response:
        """Take a seat."""
        live, fields = await self._playable(request), await sent_fields(request)
        seat = number_in(fields.get("seat", ""))
        chair_of(live, seat)
        if live.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator gives out the seats.")
        person, secret = await self._answers.someone(request, fields.get("name", ""))
        await self.registry.seating.sit(live, seat, person, fields.get("name") or person.name, fields.get("key", ""))
        address = f"/tables/{live.info.id}?seat={seat}{'' if fields.get('name') else '&new'}"
        return self._answers.go(request, address, secret, {"table": live.info.id, "seat": seat})

    async def leave(self, request: Request) -> Response:
        """Stand up from a seat."""
        live, fields = await self._playable(request), await sent_fields(request)
        person = await self._answers.person(request)
        seat = number_in(fields.get("seat", ""))
        live.may_speak(person.id if person else None, seat)
        if live.workshop is not None:
            raise MoveError("This table belongs to a workshop: ask its facilitator for another seat.")
        assert person is not None
        await self.registry.seating.stand_up(live, seat, person)
        return self._answers.go(request, "/", None, {"left": seat})

    async def rematch(self, request: Request) -> Response:
        """The same again; or with another preset, or with open seats in place of bots."""
        live, person = await self._playable(request), await self._answers.person(request)
        if person is None or not live.seats_of(person.id):
            raise MoveError("Only those who sat at this table can ask for a rematch.")
        if live.next is None:
            self.registry.allowance.open_tables(request)
        fields = await sent_fields(request)
        wanted = NextGame(fields.get("preset"), fields.get("open_bots") == "1")
        again = await self.registry.seating.rematch(live, person, wanted)
        asks = "?invite" if wanted.open_bots else ""
        return self._answers.go(request, f"/tables/{again.info.id}{asks}", None, {"table": again.info.id})

    async def end(self, request: Request) -> Response:
        """The host ends the game, wherever it stands."""
        live, person = await self._playable(request), await self._answers.person(request)
        if live.workshop is not None or person is None or person.id != live.info.host:
            raise MoveError("Only who opened the table can end its game.")
        await end(live, ENDED_BY_HOST)
        return self._answers.go(request, f"/tables/{live.info.id}", None, {"table": live.info.id, "state": live.state})

    async def invite(self, request: Request) -> Response:
        """The link to a table, also as a QR code."""
        live, person = await self._playable(request), await self._answers.person(request)
        link = str(request.url_for("table", table=live.info.id))
        if live.workshop is not None:
            link = str(request.url_for("latecomers", workshop=live.workshop.id))
            return self._answers.page("_invite.html", live=live, link=link, code=qr_code(link), shared=[])
        wanted = request.query_params.get("seat", "")
        mine = [seat for seat in live.seats_of(person.id if person else None) if str(seat) == wanted]
        shared = [f"{link}?seat={seat}&key={live.chairs[seat].key}" for seat in mine]
        free = [seat for seat, chair in enumerate(live.chairs) if mine and chair.kind == OPEN]
        return self._answers.page("_invite.html", live=live, link=link, code=qr_code(link), shared=shared, free=free)

    # Looking back

    async def chat(self, request: Request) -> Response:
        """What was said before what a page or a program was first sent, as much again."""
        live, person = await self._playable(request), await self._answers.person(request)
        seat = _seat(request, live.seats_of(person.id if person else None))
        before = number_in(request.query_params.get("before", ""))
        said = live.chat_for(seat, person.id if person else None)[: max(before, 0)]
        older, shown = max(len(said) - NEWEST, 0), said[-NEWEST:]
        if request.query_params.get("as") == "page":
            return JSONResponse({"chat": self.renderer.drawing(live, seat).said(live, shown, seat), "older": older})
        return JSONResponse({"chat": [said_in_json(one) for one in shown], "older": older})

    async def replay(self, request: Request) -> Response:
        """A game that is over, with a slider."""
        return self._answers.page("replay.html", **(await self._moment(request)))

    async def moment(self, request: Request) -> Response:
        """One moment of it."""
        return self._answers.page("_moment.html", **(await self._moment(request)))

    async def then(self, request: Request) -> Response:
        """The board as it was when a line of a seat's log was told, in a game that may still go on."""
        live, person = await self._playable(request), await self._answers.person(request)
        seat = _seat(request, live.seats_of(person.id if person else None))
        line = number_in(request.query_params.get("line", ""))
        record = await self._thens.of(live, seat, line, address_of(request))
        return HTMLResponse(self.renderer.then(live, seat, record))

    async def course(self, request: Request) -> Response:
        """How a game went that is over: its curve, and where it turned."""
        live = await self._told(request)
        course = await self._moments.course(live, address_of(request))
        return self._answers.page("_course.html", live=live, curve=curve_of(live, course) if course else None)

    async def _moment(self, request: Request) -> dict[str, Any]:
        live = await self._told(request)
        seat = number_in(request.query_params.get("seat", str(ALL_OPEN)))
        if not ALL_OPEN <= seat < len(live.chairs):
            raise MoveError(f"There is no seat {seat} at this table.")
        last = len(live.sitting.history)
        move = number_in(request.query_params.get("move", str(last)))
        moment = await self._moments.of(live, move, seat, address_of(request))
        face, names = self.renderer.face(live.info.game), moment.names
        holders = range(len(names)) if seat == ALL_OPEN else [seat] if seat != NOBODY else []
        return {
            "live": live,
            "seat": seat,
            "moment": moment,
            "names": names,
            "board": face.board(moment.view, names),
            "strip": live.info.game.strip(moment.view),
            "hands": [(holder, names[holder], face.mine(moment.view, holder, names, own=False)) for holder in holders],
            "all_open": ALL_OPEN,
            "end": end_of(live, NOBODY),
        }

    async def record(self, request: Request) -> Response:
        """A game that is over as a file that `moot replay` reads."""
        live = await self._told(request)
        if not live.is_done or live.past:
            raise MoveError("A game can be saved when it is over, and was played by one version of its rules.")
        headers = {"content-disposition": f'attachment; filename="{live.info.game.name}-{live.info.id}.json"'}
        return Response(live.sitting.to_json(with_result=True), media_type="application/json", headers=headers)

    # Games

    async def rulebook(self, request: Request) -> Response:
        """A game's rulebook; as a table has it if one is named, for some things are told when a game is over."""
        game = self._any_game(request)
        part = "_rulebook.html" if "hx-request" in request.headers else "rulebook.html"
        return self._answers.page(part, game=game, html=rulebook_html(game, await self._afterwards(request, game)))

    async def _afterwards(self, request: Request, game: Game) -> str:
        """What the table that is named may know of what this game tells afterwards."""
        live = await self.registry.find(request.query_params.get("table", ""))
        return live.afterwards if isinstance(live, LiveTable) and live.info.game is game else ""

    async def board_css(self, request: Request) -> Response:
        """The style of a game's board."""
        face = self.renderer.face(self._any_game(request))
        return Response(face.css, media_type="text/css", headers={"cache-control": "max-age=300"})

    # Helpers

    def _any_game(self, request: Request) -> Game:
        """A game that is played here, also by rules of an earlier release."""
        name = request.path_params["game"]
        return self.registry.shelf.named(name) or self._answers.game(name)

    async def _live(self, request: Request) -> LiveTable | Kept:
        live = await self.registry.find(request.path_params["table"])
        if live is None:
            raise HTTPException(404, "There is no such table. Check the link, or open a new table from the lobby.")
        person = await self._answers.person(request)
        if isinstance(live, LiveTable) and not live.may_look(person.id if person else None):
            raise HTTPException(403, OF_A_WORKSHOP)
        if isinstance(live, Kept) and not await self._may_read(live, person):
            raise HTTPException(403, OF_A_WORKSHOP)
        return live

    async def _may_read(self, kept: Kept, person: Person | None) -> bool:
        """Whether somebody may read all that was told at a table: in a workshop its guests, when nothing is kept from them."""
        if kept.workshop is None:
            return True
        workshop = await self.registry.workshop(kept.workshop)
        guest = workshop.guest_of(person.id if person else None) if workshop else None
        if workshop is None or guest is None or workshop.keeps_secrets:
            return False
        return guest.table == kept.id or workshop.ways.may_look

    async def _playable(self, request: Request) -> LiveTable:
        """A table that can be played at, or looked back on."""
        live = await self._live(request)
        if isinstance(live, Kept):
            raise MoveError(live.why)
        return live

    async def _told(self, request: Request) -> LiveTable:
        """A table whose end is not kept from its players until all tables of a workshop hear of theirs."""
        live = await self._playable(request)
        if live.is_done and live.keeps_its_end:
            raise MoveError(
                "The facilitator tells all tables together how their games ended. Until then nothing can be looked up."
            )
        return live


def _seat(request: Request, mine: list[int]) -> int:
    """The seat to look from: one of one's own, or none."""
    if "watch" in request.query_params:
        return NOBODY
    wanted = request.query_params.get("seat", "")
    return next((seat for seat in mine if wanted == str(seat)), mine[0] if mine else NOBODY)
