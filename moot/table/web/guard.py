"""Who may do what, and how often. Every request passes here first.

A browser is known by a secret in a cookie that its scripts cannot read; a program sends the same secret as a bearer token. What
changes anything must come from our own pages (or from a program, which no foreign page can make send its token).
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.table.web.turns import PAGE, SOCKET, Turns

COOKIE = "moot"
COOKIE_DAYS = 365
MOST_BODY = 32_768
MOST_BUCKETS = 10_000
FORMS = (120, 4)  # at once, and a second, from one address: a class comes in together
LOOKS = (1_500, 100)  # the same for pages, files and sockets: a class of 60 loads its pages, with twenty files each
ONE_NETWORK = 64  # bits of an IPv6 address; the others are a household's own to choose
SAFE = {"GET", "HEAD", "OPTIONS"}
MOST_HOST = 255
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
_FOREIGN = "This must come from a page of this server."
_OTHER_SCHEME = (
    "This comes from a page by {scheme}, but the server was asked by {own}. "
    "A proxy before it must send X-Forwarded-Proto, and be trusted (docs/table.md)."
)
_TOO_FAST = "Too many requests at once. Wait a moment and try again."
_WITH_KEY = re.compile(r"/workshops/[^/]+/.|/join/.")  # addresses that open a door to whoever has them
_TOO_LARGE = f"A request has at most {MOST_BODY} bytes."

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# Where an address holds a key, the next page is told of the server alone. To say nothing at all (no-referrer) would not do:
# browsers then send forms with the origin "null", as foreign pages do.
KEY_HEADERS = {**HEADERS, "referrer-policy": "strict-origin"}


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as far as limits are concerned."""
    return network_of(connection.client.host) if connection.client else ""


@lru_cache(10_000)
def network_of(host: str) -> str:
    """An address; of version 6 the network, in which whoever has one address has them all."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, ONE_NETWORK), strict=False))


def secret_of(connection: HTTPConnection) -> str | None:
    """What a browser or a program shows to be known by."""
    bearer = connection.headers.get("authorization", "")
    return bearer[7:] if bearer.startswith("Bearer ") else connection.cookies.get(COOKIE)


def foreign(connection: HTTPConnection) -> str:
    """Why a request does not come from one of our pages, nor from a program that holds a token; nothing if it does."""
    origin = connection.headers.get("origin")
    if origin is None:
        return _FOREIGN if COOKIE in connection.cookies else ""
    scheme, _, place = origin.partition("://")
    if place == "" or place != connection.headers.get("host"):
        return _FOREIGN
    own = _SCHEMES.get(connection.scope["scheme"], "")
    return "" if scheme == own else _OTHER_SCHEME.format(scheme=scheme[:10], own=own)


def unreadable(connection: HTTPConnection) -> str:
    """What is wrong with an address before anybody has looked at where it leads; nothing as a rule."""
    host = connection.headers.get("host", "")
    if host and (len(host) > MOST_HOST or not _HOST.fullmatch(host)):
        return f"The name of a server has at most {MOST_HOST} letters, digits, dots and hyphens. Check the link."
    try:
        connection.scope["path"].encode()
        connection.scope["query_string"].decode()
    except UnicodeError:
        return "This address cannot be read. Check the link."
    return ""


@dataclass
class Bucket:
    """A measure of patience: it holds so many requests, messages or bytes, and fills up again at a rate."""

    holds: float
    rate: float
    left: float
    at: float

    def take(self, now: float, many: int = 1) -> bool:
        """Whether so many more may pass."""
        self.left = min(self.holds, self.left + max(now - self.at, 0.0) * self.rate)
        self.at = now
        if self.left < many:
            return False
        self.left -= many
        return True


def bucket(holds: float, rate: float) -> Bucket:
    """A full one."""
    return Bucket(holds, rate, holds, time.monotonic())


class Buckets:
    """One for each address; those not used for longest are forgotten."""

    def __init__(self, holds: float, rate: float) -> None:
        self._make: Callable[[], Bucket] = lambda: bucket(holds, rate)
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, many: int = 1) -> bool:
        """Whether this address may have so many more."""
        if address not in self._kept:
            self._kept[address] = self._make()
            if len(self._kept) > MOST_BUCKETS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(address)
        return self._kept[address].take(time.monotonic(), many)


class Guard:
    """The outermost layer of the server."""

    def __init__(
        self, app: ASGIApp, limits: bool = True, on_refusal: Callable[[str], None] = lambda reason: None
    ) -> None:
        self._app, self._on_refusal = app, on_refusal
        self._limits, self._forms, self._looks = limits, Buckets(*FORMS), Buckets(*LOOKS)
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, pass on, and add the headers that every answer has."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        form = scope["type"] == "http" and scope["method"] not in SAFE
        if not self._is_patient(connection, form=form):
            self._on_refusal("too_fast")
            await _refuse(429, _TOO_FAST)(scope, receive, send)
        elif why := unreadable(connection):
            self._on_refusal("unreadable")
            await _refuse(400, why)(scope, receive, send)
        elif (form or scope["type"] == "websocket") and (why := foreign(connection)):
            self._on_refusal("foreign_page")
            await _refuse(403, why)(scope, receive, send)
        elif _announced_size(connection) > MOST_BODY:
            self._on_refusal("too_large")
            await _refuse(413, _TOO_LARGE)(scope, receive, send)
        elif not self._limits or scope["path"].startswith("/static/"):
            await self._pass(scope, receive, send)
        else:
            served = await self._turns.take(address_of(connection), PAGE if scope["type"] == "http" else SOCKET)
            try:
                await self._pass(scope, receive, send)
            finally:
                served()

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket measures its messages itself, and has no headers."""
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            headers = KEY_HEADERS if _holds_key(scope) else HEADERS
            await self._app(scope, _measured(receive), _with_headers(send, headers))

    def _is_patient(self, connection: HTTPConnection, *, form: bool) -> bool:
        """Whether whoever asks has not asked too often. It is the first thing that is looked at: all else costs more."""
        return not self._limits or (self._forms if form else self._looks).take(address_of(connection))


def _holds_key(scope: Scope) -> bool:
    return bool(_WITH_KEY.match(scope["path"])) or b"key=" in scope["query_string"]


def _announced_size(connection: HTTPConnection) -> int:
    size = connection.headers.get("content-length", "0")
    return int(size[:10]) if size.isdecimal() else 0


def _refuse(status: int, why: str) -> ASGIApp:
    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await PlainTextResponse(why, status, headers=HEADERS)(scope, receive, send)

    return refuse


def _measured(receive: Receive) -> Receive:
    """A body that says nothing of its size is cut off when it grows too large."""
    read = 0

    async def measure() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                raise HTTPException(413, _TOO_LARGE)
        return message

    return measure


def _with_headers(send: Send, headers: Mapping[str, str]) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *((k.encode(), v.encode()) for k, v in headers.items())]
        await send(message)

    return add
