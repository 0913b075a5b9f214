"""What a facilitator sees: every table at a glance, one of them large with everything open, and all that is told and said."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from msgspec import Raw
from starlette.websockets import WebSocket, WebSocketDisconnect

from moot.engine import NOBODY, Entry, Line
from moot.engine.flow import EVERYONE
from moot.table.faces import Faces, show_seat
from moot.table.hall import Hall
from moot.table.messages import COME_AGAIN, RESTARTS, encode, write
from moot.table.room import ENDED, Room
from moot.table.voices import NEWEST
from moot.table.workshop import Guest, Workshop, link_secret, strip_of

GATHER = 0.15  # seconds in which more may happen to be shown together
LATELY = 3  # lines of what was told last, at a glance


class Overview:
    """A workshop drawn for its facilitator: parts by id, of which only what has changed is sent again."""

    def __init__(
        self, workshop: Workshop, rooms: Sequence[Room], large: Room | None, faces: Faces, key: str, base: str
    ) -> None:
        self._workshop, self._rooms, self._large, self._faces = workshop, rooms, large, faces
        self._key, self._base, self._at = key, base, f"/workshops/{workshop.id}/{key}"
        self._shown: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._around: Any = None
        self._epoch, self._heard = large.epoch if large else 0, 0
        self._said = max(len(large.chat) - NEWEST, 0) if large else 0
        self._ended: Line | None = None  # as the log has told it

    def shown(self) -> dict[str, Any]:
        """Everything, for the page as it is first sent."""
        return {"pieces": self._pieces(), "log": self._lines()[1], "chat": self._chat()}

    def update(self) -> str | None:
        """What looks different since the last time."""
        first = not self._shown
        pieces = self._pieces()
        again, lines = self._lines()
        chat = self._chat()
        if not (pieces or lines or chat or again):
            return None
        drawn = {name: Raw(encode(html)) for name, html in pieces.items()}
        news = {"pieces": drawn, "log": lines, "chat": chat, "again": again or first, "from_start": first}
        return write({"type": "workshop", **news})

    def _pieces(self) -> dict[str, str]:
        """The parts of tables on which something has happened, as far as they look different."""
        stirred = [room for room in self._rooms if room.settled and self._versions.get(room.info.id) != room.version]
        drawn: dict[str, str] = {}
        for room in stirred:
            self._versions[room.info.id] = room.version
            drawn[f"card-{room.info.place}"] = self._card(room)
            if room is self._large:
                drawn |= self._opened(room)
        if self._around != (around := self._what_is_around()):
            self._around = around
            drawn["workshop-bar"] = self._page("_workshop_bar.html", rooms=self._rooms)
            drawn["end-which"] = self._page("_workshop_ending.html", rooms=self._rooms, large=self._large)
            drawn["remove-whom"] = self._page("_workshop_removing.html")
            drawn["people"] = self._people()
        new = {name: html for name, html in drawn.items() if self._shown.get(name) != hash(html)}
        self._shown |= {name: hash(html) for name, html in new.items()}
        return new

    def _what_is_around(self) -> Any:
        """What is not about a game: that need not be drawn with every move."""
        tables = [(room.seating, room.state) for room in self._rooms]
        guests = [(guest.number, guest.secret) for guest in self._workshop.guests]
        return tables, self._here(), guests, self._workshop.ways

    def _here(self) -> dict[int, bool]:
        rooms = {room.info.id: room for room in self._rooms}
        return {guest.number: _is_here(rooms.get(guest.table), guest) for guest in self._workshop.guests}

    def _people(self) -> str:
        """Who takes part, where they are, and the links of those who have one."""
        guests = self._workshop.guests
        links = {g.number: f"{self._base}join/{link_secret(self._key, g.number)}" for g in guests if g.secret}
        rooms = {room.info.id: room for room in self._rooms}
        seats = {g.number: _seat_in_words(rooms[g.table], g.seat) for g in guests if g.table in rooms}
        drawn: dict[str, Any] = {
            "rooms": self._rooms,
            "large": self._large,
            "links": links,
            "here": self._here(),
            "seats": seats,
        }
        drawn["late"] = f"{self._base}workshops/{self._workshop.id}/join"
        return self._page("_workshop_people.html", **drawn)

    def _page(self, template: str, **context: Any) -> str:
        return self._faces.page(template, workshop=self._workshop, at=self._at, **context)

    def _card(self, room: Room) -> str:
        seats = [show_seat(room, seat) for seat in range(len(room.chairs))]
        told = [entry for entry in room.sitting.log if entry.event is not None][-LATELY:]
        lines = [room.sitting.line(entry).text.strip("— ") for entry in reversed(told)]
        strip = strip_of(room.sitting)
        standing = room.outcome or room.sitting.standing
        drawn = {"seats": seats, "strip": strip, "lines": lines, "large": room is self._large, "standing": standing}
        return self._page("_workshop_card.html", room=room, ending=how_it_ended(room), **drawn)

    def _opened(self, room: Room) -> dict[str, str]:
        """A table with everything on it."""
        face, names, state = self._faces.games[room.info.game.name], room.sitting.names, room.sitting.state
        hands = [(seat, names[seat], face.mine(state, seat, names, own=False)) for seat in range(len(names))]
        return {
            "board": self._page("_board.html", board=face.board(state, names), ended=room.state == ENDED),
            "hands": self._page("_workshop_hands.html", hands=hands, waiting=room.sitting.waiting),
        }

    def _lines(self) -> tuple[bool, list[str]]:
        """Whether the log must be told from its beginning, and all that is to be told: also what only some have heard."""
        room = self._large
        if room is None or not room.settled:
            return False, []
        again = self._epoch != room.epoch
        self._epoch, heard = room.epoch, 0 if again else self._heard
        self._heard = len(room.sitting.log)
        lines = [self._entry(room, entry) for entry in room.sitting.log[heard:] if entry.event is not None]
        return again, [*lines, *self._last_line(room)]

    def _last_line(self, room: Room) -> list[str]:
        """How the game has ended, once."""
        before, self._ended = self._ended, room.outcome_line
        return [self._line(room, self._ended)] if self._ended and self._ended != before else []

    def _entry(self, room: Room, entry: Entry) -> str:
        whom = room.names[entry.audience] if entry.audience not in (EVERYONE, NOBODY) else ""
        return self._line(room, room.sitting.line(entry), whom)

    def _line(self, room: Room, line: Line, whom: str = "") -> str:
        return self._faces.page("_open_line.html", game=room.info.game.name, line=line, whom=whom)

    def _chat(self) -> list[str]:
        """All that was said, also to one seat."""
        room = self._large
        if room is None or not room.settled:
            return []
        new, self._said = room.chat[self._said :], len(room.chat)
        return self._faces.drawing(room, NOBODY).said(room, new, NOBODY)


def how_it_ended(room: Room) -> str:
    """For the facilitator, from whom nothing is hidden; empty while it is played."""
    return room.outcome_line.text if room.outcome_line else ""


def _seat_in_words(room: Room, seat: int) -> str:
    return f"{room.info.place}: {room.names[seat]}" if seat != NOBODY else "waits for one"


def _is_here(room: Room | None, guest: Guest) -> bool:
    """Whether a guest has their table before them."""
    watchers = room.watchers if room else ()
    return any(guest.person and (one.seat, one.person) == (guest.seat, guest.person) for one in watchers)


class Overseer:
    """A facilitator at the other end of a socket: a watcher of all tables. What they do is sent by forms."""

    def __init__(self, socket: WebSocket, overview: Overview, rooms: Sequence[Room], hall: Hall) -> None:
        self._socket, self._overview, self._rooms = socket, overview, rooms
        self._hall, self._metrics = hall, hall.metrics
        self.seat = NOBODY
        self.person: str | None = None
        self._stirred, self._gone = asyncio.Event(), False

    def stir(self) -> None:
        """Something has changed at one of the tables."""
        self._stirred.set()

    def dismiss(self, to: str = "") -> None:
        """One of the tables is no more as it was: come again."""
        self._gone = True
        self._stirred.set()

    async def attend(self) -> None:
        """Speak until the other end is gone."""
        with self._metrics.sockets.track_inprogress():
            await self._attend()

    async def _attend(self) -> None:
        for room in self._rooms:
            room.watchers.add(self)
        self._stirred.set()
        speaking = asyncio.create_task(self._speak())
        try:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                while (await self._socket.receive())["type"] != "websocket.disconnect":
                    pass
        finally:
            speaking.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await speaking
            for room in self._rooms:
                room.watchers.discard(self)

    async def _speak(self) -> None:
        while not self._gone:
            await self._stirred.wait()
            self._stirred.clear()
            with self._metrics.rendering():
                news = self._overview.update()
            if news is not None:
                await self._socket.send_text(news)
                await asyncio.sleep(GATHER)
        await self._socket.close(COME_AGAIN, "" if self._hall.is_open else RESTARTS)
