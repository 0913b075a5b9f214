"""What servers that share a database tell each other. It may be lost: whoever relies on it reads the log now and then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from moot.table.feeds.messages import NOBODY_IN_PARTICULAR

MOST_BYTES = 7_800  # PostgreSQL carries just under 8,000 in one notice
NOTHING = msgspec.Raw(b"null")
# Whoever may connect to the database can listen. So of other entries the number alone is told: seeds, keys of seats and links
# are in them, or whole positions.
TOLD = frozenset(["moved", "took_back", "paused", "resumed", "clock", "time_up", "away", "back", "ended", "next"])


class Appended(msgspec.Struct, frozen=True, array_like=True, tag="e"):
    """An entry of a log; without a body if that is too long to be carried, or not for everyone's ears."""

    log: str
    number: int
    at: float = 0.0
    kind: str = ""
    seat: int = 0
    body: msgspec.Raw = NOTHING


class Present(msgspec.Struct, frozen=True, array_like=True, tag="p"):
    """Who looks on at a table from this server: seats and people."""

    table: str
    here: tuple[tuple[int, str | None], ...]


class WhoIsThere(msgspec.Struct, frozen=True, array_like=True, tag="w"):
    """Somebody wants to know who looks on at a table."""

    table: str


class Vote(msgspec.Struct, frozen=True, array_like=True, tag="v"):
    """What one of those who share a seat wants as its next answer."""

    table: str
    seat: int
    person: str
    answer: int
    move: int
    text: str


class Anew(msgspec.Struct, frozen=True, array_like=True, tag="a"):
    """What has been deleted or written anew: whatever is in memory of it is wrong."""

    logs: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # tables that are no more
    people: tuple[str, ...] = ()
    out: tuple[str, ...] = ()  # people of whose keys one is no more: whoever is here by it has to go


class Freed(msgspec.Struct, frozen=True, array_like=True, tag="f"):
    """Tables that this server keeps no longer."""

    tables: tuple[str, ...]


News = Appended | Present | WhoIsThere | Vote | Anew | Freed
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[str, tuple[News, ...]]).decode


class _Said(msgspec.Struct):
    """To whom something was said."""

    to: int


_decode_said = msgspec.json.Decoder(_Said).decode


def packed(server: str, news: Iterable[News]) -> Iterator[str]:
    """News of a server as texts that are short enough to be sent."""
    head = b"[" + _encode(server) + b",["
    parts: list[bytes] = []
    length = len(head)
    for part in (part for one in news for part in _parts(one)):
        if parts and length + len(part) > MOST_BYTES:
            yield (head + b",".join(parts) + b"]]").decode()
            parts, length = [], len(head)
        parts.append(part)
        length += len(part) + 1
    if parts:
        yield (head + b",".join(parts) + b"]]").decode()


def appended(log: str, number: int, at: float, kind: str, seat: int, body: bytes) -> Appended:
    """News of an entry, as much of it as may be told."""
    if kind in TOLD or (kind == "said" and _decode_said(body).to == NOBODY_IN_PARTICULAR):
        return Appended(log, number, at, kind, seat, msgspec.Raw(body))
    return Appended(log, number, at)


def _parts(one: News) -> Iterator[bytes]:
    """News in as many pieces as it takes for each to be short enough."""
    part = _encode(one)
    if len(part) <= MOST_BYTES - 100:
        yield part
    else:
        for less in _shortened(one):
            yield from _parts(less)


def _shortened(one: News) -> Sequence[News]:
    """The same with less in each. Nothing else is ever so long."""
    if isinstance(one, Appended):
        return [Appended(one.log, one.number, one.at)]
    if isinstance(one, Freed):
        return [Freed(half) for half in _halves(one.tables)]
    if isinstance(one, Anew):
        return [Anew(*halves) for halves in zip(*map(_halves, (one.logs, one.gone, one.people)), strict=True)]
    return []


def _halves(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    middle = (len(names) + 1) // 2
    return names[:middle], names[middle:]


def unpacked(text: str) -> tuple[str, tuple[News, ...]]:
    """Who says it, and what."""
    return _decode(text)
