"""What a facilitator sees: every table at a glance, one of them large with everything open, and all that is told and said."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import structlog
from msgspec import Raw
from starlette.websockets import WebSocket, WebSocketDisconnect

from moot.engine import NOBODY, Entry, Line
from moot.engine.flow import EVERYONE
from moot.table.feeds.feed import NEWEST
from moot.table.feeds.messages import COME_AGAIN, RESTARTS, encode, write
from moot.table.live.state import ENDED
from moot.table.live.table import LiveTable
from moot.table.registry import Registry
from moot.table.rendering.renderer import Renderer
from moot.table.rendering.seating import show_seats
from moot.table.workshops.entries import Guest
from moot.table.workshops.workshop import Workshop, link_secret, strip_of

GATHER = 0.15  # seconds in which more may happen to be shown together
LATELY = 3  # lines of what was told last, at a glance
log = structlog.get_logger("moot.table")


class Overview:
    """A workshop drawn for its facilitator: parts by id, of which only what has changed is sent again."""

    def __init__(
        self,
        workshop: Workshop,
        live_tables: Sequence[LiveTable],
        large: LiveTable | None,
        renderer: Renderer,
        key: str,
        base: str,
    ) -> None:
        self._workshop, self._live_tables, self._large, self._renderer = workshop, live_tables, large, renderer
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
        stirred = [live for live in self._live_tables if self._versions.get(live.info.id) != live.version]
        drawn: dict[str, str] = {}
        for live in stirred:
            self._versions[live.info.id] = live.version
            drawn[f"card-{live.info.place}"] = self._card(live)
            if live is self._large:
                drawn |= self._opened(live)
        if self._around != (around := self._what_is_around()):
            self._around = around
            late = f"{self._base}workshops/{self._workshop.id}/join"
            drawn["workshop-bar"] = self._page("_workshop_bar.html", live_tables=self._live_tables, late=late)
            drawn["end-which"] = self._page("_workshop_ending.html", live_tables=self._live_tables, large=self._large)
            drawn["remove-whom"] = self._page("_workshop_removing.html")
            drawn["people"] = self._people()
        new = {name: html for name, html in drawn.items() if self._shown.get(name) != hash(html)}
        self._shown |= {name: hash(html) for name, html in new.items()}
        return new

    def _what_is_around(self) -> Any:
        """What is not about a game: that need not be drawn with every move."""
        tables = [(live.around, live.state) for live in self._live_tables]
        guests = [(guest.number, guest.secret) for guest in self._workshop.guests]
        return tables, self._here(), guests, self._workshop.ways

    def _here(self) -> dict[int, bool]:
        live_tables = {live.info.id: live for live in self._live_tables}
        return {guest.number: _is_here(live_tables.get(guest.table), guest) for guest in self._workshop.guests}

    def _people(self) -> str:
        """Who takes part, where they are, and the links of those who have one."""
        guests = self._workshop.guests
        links = {g.number: f"{self._base}join/{link_secret(self._key, g.number)}" for g in guests if g.secret}
        live_tables = {live.info.id: live for live in self._live_tables}
        seats = {g.number: _seat_in_words(live_tables[g.table], g.seat) for g in guests if g.table in live_tables}
        drawn: dict[str, Any] = {
            "live_tables": self._live_tables,
            "large": self._large,
            "links": links,
            "here": self._here(),
            "seats": seats,
        }
        return self._page("_workshop_people.html", **drawn)

    def _page(self, template: str, **context: Any) -> str:
        return self._renderer.page(template, workshop=self._workshop, at=self._at, **context)

    def _card(self, live: LiveTable) -> str:
        seats = show_seats(live)
        told = [entry for entry in live.sitting.log if entry.event is not None][-LATELY:]
        lines = [live.sitting.overheard(entry).text.strip("— ") for entry in reversed(told)]
        strip = strip_of(live.sitting)
        standing = live.outcome or live.sitting.standing
        drawn = {"seats": seats, "strip": strip, "lines": lines, "large": live is self._large, "standing": standing}
        return self._page("_workshop_card.html", live=live, ending=how_it_ended(live), **drawn)

    def _opened(self, live: LiveTable) -> dict[str, str]:
        """A table with everything on it."""
        face, names, state = self._renderer.face(live.info.game), live.sitting.names, live.sitting.state
        hands = [(seat, names[seat], face.mine(state, seat, names, own=False)) for seat in range(len(names))]
        return {
            "board": self._page("_board.html", board=face.board(state, names), ended=live.state == ENDED),
            "hands": self._page("_workshop_hands.html", hands=hands, waiting=live.sitting.waiting),
        }

    def _lines(self) -> tuple[bool, list[str]]:
        """Whether the log must be told from its beginning, and all that is to be told: also what only some have heard."""
        live = self._large
        if live is None:
            return False, []
        again = self._epoch != live.epoch
        self._epoch, heard = live.epoch, 0 if again else self._heard
        self._heard = len(live.sitting.log)
        lines = [self._entry(live, entry) for entry in live.sitting.log[heard:] if entry.event is not None]
        return again, [*lines, *self._last_line(live)]

    def _last_line(self, live: LiveTable) -> list[str]:
        """How the game has ended, once."""
        before, self._ended = self._ended, live.outcome_line
        return [self._line(live, self._ended)] if self._ended and self._ended != before else []

    def _entry(self, live: LiveTable, entry: Entry) -> str:
        whom = live.names[entry.audience] if entry.audience not in (EVERYONE, NOBODY) else ""
        return self._line(live, live.sitting.overheard(entry), whom)

    def _line(self, live: LiveTable, line: Line, whom: str = "") -> str:
        return self._renderer.page("_open_line.html", game=live.info.game.name, line=line, whom=whom)

    def _chat(self) -> list[str]:
        """All that was said, also to one seat."""
        live = self._large
        if live is None:
            return []
        new, self._said = live.chat[self._said :], len(live.chat)
        return self._renderer.drawing(live, NOBODY).said(live, new, NOBODY)


def how_it_ended(live: LiveTable) -> str:
    """For the facilitator, from whom nothing is hidden; empty while it is played."""
    return live.outcome_line.text if live.outcome_line else ""


def _seat_in_words(live: LiveTable, seat: int) -> str:
    return f"{live.info.place}: {live.names[seat]}" if seat != NOBODY else "waits for one"


def _is_here(live: LiveTable | None, guest: Guest) -> bool:
    """Whether a guest has their table before them."""
    return live is not None and guest.person is not None and guest.person in live.watchers.people_at(guest.seat)


class Overseer:
    """A facilitator at the other end of a socket: a watcher of all tables. What they do is sent by forms."""

    def __init__(
        self, socket: WebSocket, overview: Overview, live_tables: Sequence[LiveTable], registry: Registry
    ) -> None:
        self._socket, self._overview, self._live_tables = socket, overview, live_tables
        self._registry, self._metrics = registry, registry.metrics
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
        for live in self._live_tables:
            live.watchers.add(self)
            if live.left:  # memory while the socket was opened
                self.dismiss()
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
            for live in self._live_tables:
                live.watchers.discard(self)

    async def _speak(self) -> None:
        while not self._gone:
            await self._stirred.wait()
            self._stirred.clear()
            if (news := self._news()) is not None:
                await self._socket.send_text(news)
                await asyncio.sleep(GATHER)
        await self._socket.close(COME_AGAIN, "" if self._registry.is_open else RESTARTS)

    def _news(self) -> str | None:
        """What is new. Whoever could not be told must not wait for it: they come again and hear everything anew."""
        try:
            with self._metrics.rendering():
                return self._overview.update()
        except Exception:
            log.exception("somebody could not be told what is new", tables=[live.id for live in self._live_tables])
            self.dismiss()
            return None
