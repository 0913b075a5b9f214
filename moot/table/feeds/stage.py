"""What all programs at a table are told alike, whatever their seat: written once for a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Raw

from moot.engine import Entry
from moot.table.feeds.messages import encode
from moot.table.feeds.sight import Sight
from moot.table.live.table import LiveTable

Part = dict[str, bytes]  # of a message: by key, each as it is sent


def written(parts: dict[str, Any]) -> Part:
    """A part of a message as it is sent."""
    return {key: encode(value) for key, value in parts.items()}


class Keeping:
    """Parts of messages, kept for as long as what they are made from is the same."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, Part]] = {}

    def keep(self, name: str, basis: Any, make: Callable[[], dict[str, Any]]) -> Part:
        """The same part as before, or one that is made anew."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != basis:
            kept = self._kept[name] = basis, written(make())
        return kept[1]


class Stage:
    """One table's."""

    def __init__(self, live: LiveTable, sight: Sight) -> None:
        self.sight, self._live, self._keeping = sight, live, Keeping()
        self._events: dict[int, tuple[Entry, Raw]] = {}  # of this position, by which entry of the log it is
        self._as_of = (-1, -1)
        self._parts: tuple[Part, Part, Part] = {}, {}, {}

    def parts(self) -> tuple[Part, Part, Part]:
        """Who is awaited, who sits where, and how it has ended. What has not changed is the same object."""
        live, keep = self._live, self._keeping.keep
        if self._as_of != (live.version, live.number):
            self._as_of, self._events = (live.version, live.number), {}
            told = live.state, live.tells_all, live.keeps_its_end, live.sitting.names
            now = live.sitting.waiting, live.paused, live.due, told
            seats = keep("seats", live.around, self._seats)
            self._parts = keep("now", now, self._now), seats, keep("over", told, self._ended)
        return self._parts

    def event(self, entry: Entry) -> Raw:
        """Something that happened. All seats are told it, but for what is under a seal, with the same words."""
        if id(entry) not in self._events:
            self._events[id(entry)] = entry, Raw(encode(self._event(entry)))
        return self._events[id(entry)][1]

    def _event(self, entry: Entry) -> dict[str, Any]:
        line = self._live.sitting.line(entry)
        assert entry.event is not None
        told = {"event": entry.event.name.lower(), "arguments": list(entry.arguments)}
        return {**told, "section": line.section, "text": line.text}

    def _now(self) -> dict[str, Any]:
        """Who is awaited. And what a facilitator has decided: whether it is paused, until when the phase lasts, and what was
        revealed.
        """
        live, workshop = self._live, self._live.workshop
        waiting = {"waiting": live.sitting.waiting}
        if workshop is None:
            return waiting
        revealed = {"afterwards": live.afterwards} if workshop.ways.revealed else {}
        return {**waiting, "paused": bool(live.paused), "due": live.due, **revealed}

    def _seats(self) -> dict[str, Any]:
        return {"seats": [{"name": chair.name, "kind": chair.kind} for chair in self._live.chairs]}

    def _ended(self) -> dict[str, Any]:
        line, result = self._live.ending, self._live.result
        if line is None:
            return {}
        return {"over": {"text": line.text, "state": self._live.state, **(result.as_dict() if result else {})}}
