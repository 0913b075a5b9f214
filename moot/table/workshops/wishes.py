"""What a facilitator may wish for, by name, as a form or a program sends it. What was done is noted for the export."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec.structs import replace

from moot.engine import MoveError
from moot.table.feeds.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, MessageError
from moot.table.live.table import LiveTable
from moot.table.web.sent import number_in
from moot.table.workshops.acts import OPEN_LINK
from moot.table.workshops.entries import Guest
from moot.table.workshops.facilitator import Facilitator
from moot.table.workshops.placing import Usher
from moot.table.workshops.workshop import Workshop

AROUND = ("do", "shown", "table", "seat", "guest", "whom")  # fields that are not what a wish is about


class Wishes:
    """All of them."""

    def __init__(self, facilitator: Facilitator, usher: Usher) -> None:
        self._facilitator, self._usher = facilitator, usher
        self._known: Mapping[str, Callable[[Workshop, dict[str, str]], Awaitable[None]]] = {
            "pause": self._pause,
            "go_on": self._go_on,
            "end": self._end,
            "extend": self._extend,
            "say": self._say,
            "clock": self._clock,
            "hand": self._hand,
            "move": self._move,
            "swap": self._swap,
            "remove": self._remove,
            "link": self._link,
            "close_link": self._close_link,
            OPEN_LINK: self._open_link,
            "allow": self._allow,
            "reveal": self._reveal,
            "forget": self._forget,
        }

    async def obey(self, workshop: Workshop, fields: dict[str, str], key: str) -> None:
        """Do what is wished for, and note it."""
        wish = self._known.get(fields.get("do", ""))
        if wish is None:
            raise MessageError(f"`do` is one of: {', '.join(self._known)}.")
        guest = _guest(workshop, fields["guest"]) if "guest" in fields else _forgotten(workshop, fields)
        told = _told(workshop, fields)
        await wish(workshop, {**fields, "key": key})
        await self._facilitator.note(workshop, fields["do"], guest, **told)

    async def _live_tables(self, workshop: Workshop, fields: dict[str, str]) -> list[LiveTable]:
        """The table that is named by its place, or all."""
        live_tables, place = await self._usher.live_tables(workshop), fields.get("table", "")
        found = [live for live in live_tables if place in ("", str(live.info.place))]
        if not found:
            raise MoveError(f"There is no table {place[:10]!r} in this workshop that can be played.")
        return found

    # The tables

    async def _pause(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.pause(await self._live_tables(workshop, fields))

    async def _go_on(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.go_on(await self._live_tables(workshop, fields))

    async def _end(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.end(await self._live_tables(workshop, fields))

    async def _extend(self, workshop: Workshop, fields: dict[str, str]) -> None:
        seconds = number_in(fields.get("seconds", ""))
        await self._facilitator.extend(await self._live_tables(workshop, fields), seconds)

    async def _say(self, workshop: Workshop, fields: dict[str, str]) -> None:
        place, _, seat = fields.get("whom", "").partition(".")  # "2.0" is the first seat of table 2, "" are all tables
        live_tables = await self._live_tables(workshop, {"table": place})
        await self._facilitator.say(live_tables, fields.get("text", ""), number_in(seat or str(NOBODY_IN_PARTICULAR)))

    async def _clock(self, workshop: Workshop, fields: dict[str, str]) -> None:
        times = {name[5:]: number_in(value) for name, value in fields.items() if name.startswith("time.") and value}
        await self._facilitator.set_times(workshop, times, only_show=fields.get("only_show") == "1")

    # People

    async def _hand(self, workshop: Workshop, fields: dict[str, str]) -> None:
        seat, to = number_in(fields.get("seat", "")), fields.get("to", "")
        for live in (await self._live_tables(workshop, fields))[:1]:
            await self._usher.hand(workshop, live, seat, to)

    async def _move(self, workshop: Workshop, fields: dict[str, str]) -> None:
        place, _, seat = fields.get("to", "").partition(".")
        (live, *_) = await self._live_tables(workshop, {"table": place or "?"})
        guest = _guest(workshop, fields.get("guest", ""))
        await self._usher.move(workshop, guest, live.info.id, number_in(seat))

    async def _swap(self, workshop: Workshop, fields: dict[str, str]) -> None:
        one, other = (_guest(workshop, fields.get(name, "")) for name in ("guest", "with"))
        await self._usher.swap(workshop, one, other)

    async def _remove(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._usher.remove(workshop, _guest(workshop, fields.get("guest", "")))

    async def _link(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._usher.give_link(workshop, _guest(workshop, fields.get("guest", "")), fields["key"])

    async def _close_link(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.change(workshop, link=False)

    async def _open_link(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.change(workshop, link=True)

    # All of it

    async def _allow(self, workshop: Workshop, fields: dict[str, str]) -> None:
        allowed = {name: fields[name] == "1" for name in ("may_look", "debriefing") if name in fields}
        await self._facilitator.change(workshop, **allowed)

    async def _reveal(self, workshop: Workshop, fields: dict[str, str]) -> None:
        await self._facilitator.change(workshop, revealed=True)

    async def _forget(self, workshop: Workshop, fields: dict[str, str]) -> None:
        what, _, number = fields.get("what", "").partition(".")  # "table.2", "guest.0" or "all"
        if what not in ("all", "table", "guest"):
            raise MessageError("`what` is all, table.N with its place, or guest.N with its number.")
        live_tables = await self._live_tables(workshop, {"table": number or "?"}) if what == "table" else []
        guest = _guest(workshop, number) if what == "guest" else None
        await self._facilitator.forget(workshop, what, live_tables, guest)


def _guest(workshop: Workshop, text: str) -> Guest:
    number = number_in(text)
    guest = workshop.guest(number)
    if guest is None:
        raise MoveError(f"There is no guest {number} in this workshop.")
    return guest


def _forgotten(workshop: Workshop, fields: Mapping[str, str]) -> Guest | None:
    """A guest who is to be forgotten, as that is noted: by number alone, so that no other gets it, and with it their link."""
    what, _, number = fields.get("what", "").partition(".")
    if (fields["do"], what) != ("forget", "guest"):
        return None
    return replace(_guest(workshop, number), name="", person=None)


def _told(workshop: Workshop, fields: Mapping[str, str]) -> dict[str, str | int]:
    """A wish as it is noted: at which table and seat, and what else was said of it."""
    place, _, seat = fields.get("whom", f"{fields.get('table', '')}.{fields.get('seat', '')}").partition(".")
    about = {name: value for name, value in fields.items() if name not in AROUND and value}
    if fields["do"] == "move":
        about["to"] = _counted_from_one(about.get("to", ""))
    if "with" in about:
        about["with"] = _guest(workshop, about["with"]).name
    text = about["text"] if "text" in about else ", ".join(f"{name} {value}" for name, value in about.items())
    tables = dict(enumerate(workshop.tables, 1))
    where = {"table": tables.get(int(place), "")} if place.isdecimal() and len(place) < 3 else {}
    held = {"seat": int(seat)} if seat.isdecimal() and len(seat) < 3 else {}
    return {"text": text[:MOST_CHAT], **where, **held}


def _counted_from_one(to: str) -> str:
    """Where somebody is moved to, as people count: in a wish seats begin with 0, everywhere in the export with 1."""
    place, _, seat = to.partition(".")
    return f"table {place}, seat {int(seat) + 1}" if seat.isdecimal() else to
