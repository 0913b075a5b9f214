"""Requests that no browser of good will sends: mistakes, probes and noise, from a seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes, unquote

METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW", "")
ODD = (
    "",
    "0",
    "-1",
    "1",
    "--1",
    "²",
    "٣",
    "1e9",
    "9" * 400,
    "NaN",
    "true",
    "me",
    "open",
    "greedy",
    "polycrisis",
    "Ada",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfffy",
    "\u200b",
    "\u202e",
    "\u0301",
    "Facilitator",
    "ＦＡＣＩＬＩＴＡＴＯＲ",
    "..",
    "../../etc/passwd",
    "%",
    "%zz",
    "{{7*7}}",
    "<script>",
    "'; drop table people; --",
    "é" * 300,
    "\n\r\n",
    "💥",
    "a" * 5000,
)
FIELDS = (
    "game",
    "name",
    "seat",
    "key",
    "preset",
    "idle",
    "zone",
    "from",
    "weekday.0",
    "url",
    "mail",
    "public",
    "votes",
    "option.seats",
    "option.",
    "option.x",
    "seat.0",
    "seat.7",
    "tables",
    "names",
    "rest",
    "vary",
    "vary.1",
    "do",
    "to",
    "whom",
    "text",
    "guest",
    "seconds",
    "time.",
    "time.x",
    "shown",
    "table",
    "move",
    "event",
    "watch",
    "as",
    "before",
    "what",
    "with",
    "hidden",
    "back",
    "words",
    "line",
    "players",
    "mood",
    "\ud800",
    "\0",
)
KINDS = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=undefined",
    "application/x-www-form-urlencoded; charset=\xff",
    "application/json",
    "application/json; charset=undefined",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=b",
    "multipart/form-data; boundary=b; charset=undefined",
    "multipart/form-data; boundary=b; charset=utf-7",
    "multipart/form-data; boundary=" + "b" * 300,
    "multipart/form-data; boundary=\xe9",
    "text/plain",
    ";",
    "",
)
HOSTS = (
    "testserver",
    "testserver:80",
    "testserver:99999999",
    "h" * 4000,
    "",
    "[",
    "[::1",
    "a b",
    "@",
    "evil/../x",
    "\xff",
    "#",
    "a:b:c",
    "://",
    "?x",
)
COOKIES = ("", "moot=", "moot=x", "moot=\xff\xfe", "moot", ";;;=;", 'moot="\\777"', "moot=" + "x" * 3000, "a=b; moot=é")
VALUES: tuple[object, ...] = ("\ud800", 1e400, -0.0, "@deep", None, "\0", 10**4000, True, {}, [])


@dataclass(frozen=True)
class Place:
    """An address, and what is sent there in earnest."""

    address: str
    method: str = "GET"
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Junk:
    """One request, or what is sent over one socket."""

    scope: dict[str, Any]
    parts: Sequence[bytes]


def junk(dice: Random, places: Sequence[Place], secret: str) -> Junk:
    """A request to one of these places with something wrong in it, by somebody who may be known."""
    place = dice.choice(places)
    is_socket = _rarely(dice) != place.address.endswith("socket")
    raw, (kind, parts) = _path(dice, place), _body(dice, place)
    scope = {
        "type": "websocket" if is_socket else "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if is_socket else "http",
        "path": raw.decode(errors="surrogateescape") if _rarely(dice) else unquote(raw.decode("latin-1")),
        "raw_path": raw,
        "root_path": "",
        "query_string": _pairs(dice, place) if dice.random() < 0.4 else b"",
        "headers": _headers(dice, kind, parts, secret),
        "client": None if _rarely(dice) else ("testclient", 5000),
        "server": None if _rarely(dice) else ("testserver", 80),
        "subprotocols": [],
        "state": {},
    }
    method = dice.choice(METHODS) if _rarely(dice) else place.method
    return Junk(scope if is_socket else {**scope, "method": method}, parts)


def _rarely(dice: Random) -> bool:
    return dice.random() < 0.1


def odd(dice: Random) -> str:
    """A text that something may stumble over."""
    return dice.choice(ODD) if dice.random() < 0.9 else "".join(chr(dice.randrange(0x11000)) for _ in range(5))


def as_bytes(text: str) -> bytes:
    """A text as somebody sends it who knows no better."""
    return text.encode("utf-8", "surrogatepass")


def _path(dice: Random, place: Place) -> bytes:
    steps = place.address.encode().split(b"/")
    if dice.random() < 0.2:
        steps[dice.randrange(len(steps))] = quote_from_bytes(as_bytes(odd(dice))).encode()
    return b"/".join(steps)[:3000] or b"/"


def _fields(dice: Random, place: Place) -> dict[str, str]:
    """What the place expects, but for some of it."""
    known = [name for name, _ in place.fields] or FIELDS
    wrong = {dice.choice(known if dice.random() < 0.7 else FIELDS): odd(dice) for _ in range(dice.randrange(3))}
    return {**dict(place.fields), **wrong}


def _pairs(dice: Random, place: Place) -> bytes:
    """Fields as an address or a form has them, some of them badly."""
    fields = _fields(dice, place).items()
    if _rarely(dice):
        return b"&".join(as_bytes(f"{name}={value}") for name, value in fields)
    return "&".join("=".join(quote_from_bytes(as_bytes(one)) for one in pair) for pair in fields).encode()


def _body(dice: Random, place: Place) -> tuple[str, list[bytes]]:
    """What is sent, in one part or two, and what it is called."""
    makers = ((_pairs, KINDS[0]), (_json, "application/json"), (_multipart, "multipart/form-data; boundary=b"))
    make, kind = dice.choice((*makers, *makers, (_noise, KINDS[0])))
    made = make(dice, place) if place.method == "POST" or _rarely(dice) else b""
    cut = dice.randrange(len(made) + 1)
    return kind if dice.random() < 0.7 else dice.choice(KINDS), [made] if dice.random() < 0.5 else [
        made[:cut],
        made[cut:],
    ]


def _json(dice: Random, place: Place) -> bytes:
    fields: dict[str, object] = {**_fields(dice, place)}
    fields[dice.choice([*fields, "x"])] = dice.choice(VALUES)
    text = json.dumps(fields).replace('"@deep"', "[" * 900)
    return as_bytes(dice.choice((text, text, text, text[:-1], text[1:], "\ufeff" + text, f"[{text}]")))


def _multipart(dice: Random, place: Place) -> bytes:
    parts = []
    for name, value in _fields(dice, place).items():
        named = b'form-data; name="' + as_bytes(name) + b'"'
        how = dice.choice((named, named, named, b"form-data", named + b'; filename="x"', as_bytes(name)))
        parts.append(b"--b\r\nContent-Disposition: " + how + b"\r\n\r\n" + as_bytes(value) + b"\r\n")
    return b"".join(parts) + dice.choice((b"--b--\r\n", b"--b--\r\n", b"", b"--b", b"\0"))


def _noise(dice: Random, place: Place) -> bytes:
    return dice.randbytes(dice.randrange(60))


def _headers(dice: Random, kind: str, parts: Sequence[bytes], secret: str) -> list[tuple[bytes, bytes]]:
    host = dice.choice(HOSTS) if _rarely(dice) else "testserver"
    said = {
        "host": host,
        "origin": dice.choice(("null", "://", "http://[", odd(dice))) if _rarely(dice) else f"http://{host}",
        "content-type": kind,
        "cookie": dice.choice((f"moot={secret}", f"moot={secret}", *COOKIES)),
    }
    rare = {
        "accept": dice.choice(("application/json", "*/*", "\xff")),
        "authorization": dice.choice(("Bearer ", "Bearer \xff", "Basic x", "Bearer x")),
        "content-length": dice.choice((str(sum(map(len, parts))), "-5", "²", "9" * 30, "x", "")),
        "hx-request": "1",
        "range": dice.choice(("bytes=0-1", "bytes=9-1", "bytes=x", "bytes=-" + "9" * 30, "bytes=0-0,0-0,0-0")),
        "if-none-match": odd(dice),
        "if-modified-since": dice.choice(("yesterday", "\0", "Mon, 99 Xyz 0000 99:99:99 GMT")),
        "x-forwarded-proto": dice.choice(("https", "gopher", "\xff")),
    }
    said |= {name: value for name, value in rare.items() if dice.random() < 0.15}
    return [(name.encode(), value.encode(dice.choice(("utf-8", "latin-1")), "replace")) for name, value in said.items()]
