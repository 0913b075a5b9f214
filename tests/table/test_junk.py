"""Whatever is sent, the server answers in words: none of it is a mistake of ours."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from tests.table.house import Browser, House
from tests.table.junk import Junk, Place, junk

MANY = int(os.environ.get("MOOT_JUNK", "2000"))
SEED = int(os.environ.get("MOOT_JUNK_SEED", "15"))


def places_of(ada: Browser) -> list[Place]:
    """Every kind of address, with a table and a workshop behind some."""
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="open")
    over = ada.open("solidarity", option_seats=3, seat_0="me")
    ada.post(f"/tables/{over}/end")
    at = ada.post("/workshops", **dict(WORKSHOP)).headers["location"]
    workshop = at.rsplit("/", 1)[0]
    asked = [Place(f"/tables/{one}{part}") for one in (table, over, "nowhere") for part in TABLE_PARTS]
    asked += [Place(f"/tables/{one}/chat", "GET", (("before", "5"), ("as", "page"))) for one in (table, over)]
    asked += [Place(f"{at}{part}") for part in ("", "/links", "/debriefing", "/export.zip", "/socket")]
    asked += [Place(address) for address in (workshop, f"{workshop}/join", f"{workshop}/debriefing", *OTHERS)]
    sent = [Place(f"/tables/{table}/join", "POST", (("seat", "1"), ("name", "Bo"), ("key", "")))]
    sent += [Place(f"/tables/{table}/leave", "POST", (("seat", "1"),))]
    sent += [Place(f"/tables/{one}/{part}", "POST") for one in (table, over) for part in ("rematch", "end")]
    sent += [Place("/tables", "POST", TABLE), Place("/workshops", "POST", WORKSHOP)]
    sent += [Place(f"{at}/do", "POST", wish) for wish in WISHES]
    sent += [Place(f"{workshop}/join", "POST", (("name", "Di"),)), Place("/join/x", "POST")]
    sent += [Place("/me/notices/webhook", "POST", (("url", "https://example.org/hook"),))]
    sent += [Place("/me/notices/quiet", "POST", (("zone", "UTC"), ("from", "22"), ("to", "8")))]
    sent += [Place(f"/tables/{table}/hide", "POST", (("hidden", "1"),)), Place("/learn/polycrisis", "POST")]
    return asked + sent + [Place(address, "POST", fields) for address, fields in ABOUT_ME]


TABLE = (("game", "polycrisis"), ("option.seats", "2"), ("seat.0", "me"), ("name", "Ada"), ("idle", "0"))
WORKSHOP = (("game", "polycrisis"), ("tables", "2"), ("names", "Bo\nCy"), ("option.seats", "2"), ("vary", ""))
WISHES = (
    (("do", "pause"), ("table", "1"), ("shown", "1")),
    (("do", "go_on"),),
    (("do", "extend"), ("seconds", "5")),
    (("do", "say"), ("whom", "1.0"), ("text", "Hello")),
    (("do", "clock"), ("time.", "5"), ("only_show", "1")),
    (("do", "hand"), ("seat", "1"), ("to", "greedy")),
    (("do", "move"), ("guest", "0"), ("to", "2.1")),
    (("do", "link"), ("guest", "1")),
    (("do", "allow"), ("may_look", "1")),
    (("do", "reveal"),),
    (("do", "end"), ("table", "2")),
    (("do", "swap"), ("guest", "0"), ("with", "1")),
    (("do", "remove"), ("guest", "1")),
    (("do", "close_link"),),
    (("do", "open_link"),),
    (("do", "forget"), ("what", "guest.0")),
)
ABOUT_ME: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("/me/name", (("name", "Ada"), ("back", "/tables/x?seat=0"))),
    ("/me/settings", (("speed", "calm"), ("theme", "dark"))),
    ("/me/delete", (("sure", "0"),)),
    ("/me/away", (("key", "x"),)),
    ("/me/device", ()),
    ("/me/words", (("before", "none"),)),
    ("/before", (("words", "one two three four five six"),)),
    ("/device/x", ()),
    ("/me/notices/email", (("mail", "ada@example.org"),)),
    ("/me/notices/push", (("endpoint", "https://example.org/push"), ("keys", "x"))),
    ("/me/notices/x/try", ()),
    ("/me/notices/x/on", ()),
    ("/me/notices/x/remove", ()),
    ("/notices/x/off", (("key", "x"),)),
    ("/notices/x/confirm", (("key", "x"),)),
)
TABLE_PARTS = ("", "/chat", "/invite", "/replay", "/moment", "/then", "/course", "/miniature", "/game.json", "/socket")
OTHERS = (
    "/",
    "/tables",
    "/new/polycrisis",
    "/games/polycrisis/rulebook",
    "/games/polycrisis/board.css",
    "/workshops/new",
    "/workshops/new/polycrisis",
    "/join/x",
    "/mine",
    "/me",
    "/me/export.json",
    "/before",
    "/device/x",
    "/learn/polycrisis",
    "/me/notices",
    "/me/notices/webhook",
    "/me/notices/email",
    "/me/notices/push",
    "/me/notices/quiet",
    "/me/notices/x/try",
    "/notices/x/off?key=x",
    "/notices/x/off",
    "/notices/x/confirm",
    "/sw.js",
    "/health",
    "/live",
    "/ready",
    "/static/moot.css",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/%00",
    "//",
    "/nowhere",
)


HALF = '{"game": "polycrisis", "%s": "\\ud800"}'


@pytest.mark.parametrize("field", ["game", "preset", "tables", "names", "vary", "name"])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_half_a_character_is_refused_or_shown_as_a_question_mark(ada: Browser, field: str, accept: str) -> None:
    headers = {"content-type": "application/json", "accept": accept}
    for address in ("/tables", "/workshops"):
        assert ada.client.post(address, content=HALF % field, headers=headers).status_code in (200, 303, 400, 404)


def test_an_encoding_that_cannot_be_read_is_refused(ada: Browser) -> None:
    for kind in ("multipart/form-data; boundary=b; charset=undefined", "application/x-www-form-urlencoded"):
        body = b'--b\r\nContent-Disposition: form-data; name="game"\r\n\r\nx\r\n--b--\r\n'
        refused = ada.client.post("/tables", content=body, headers={"content-type": kind})
        assert refused.status_code in (400, 404)


@pytest.mark.parametrize("host", ["h" * 4000, "a b", "x/../y", "[", "a:b:c", "ä.example"])
def test_a_host_that_cannot_be_one_is_refused(ada: Browser, host: str) -> None:
    invite = f"/tables/{ada.open('polycrisis')}/invite"
    refused = ada.client.get(invite, headers={"host": host.encode()})
    assert (refused.status_code, "Check the link." in refused.text) == (400, True)


@pytest.mark.parametrize("host", ["play.example.org", "127.0.0.1:8000", "[::1]:8000", "moot_server"])
def test_others_are_welcome(ada: Browser, host: str) -> None:
    assert host in ada.client.get(f"/tables/{ada.open('polycrisis')}/invite", headers={"host": host}).text


async def answer(app: Any, sent: Junk) -> int:
    """The status of the answer; of a socket, 101 or the code it was closed with."""
    coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    said: list[dict[str, Any]] = []
    if sent.scope["type"] == "websocket":
        coming.put_nowait({"type": "websocket.connect"})
        for part in sent.parts:
            coming.put_nowait({"type": "websocket.receive", "bytes": part})
        coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
    else:
        for part in sent.parts[:-1]:
            coming.put_nowait({"type": "http.request", "body": part, "more_body": True})
        coming.put_nowait({"type": "http.request", "body": sent.parts[-1], "more_body": False})
        coming.put_nowait({"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await app(sent.scope, coming.get, send)
    first = said[0] if said else {}
    return int(first.get("status", first.get("code", 101)))


def mistake(house: House, sent: Junk) -> str:
    """What the server did wrong; nothing, as a rule."""
    try:
        status = house.do(answer, house.app, sent)
    except Exception as error:
        return repr(error)[:200]
    return "" if status < 500 or status >= 1000 else str(status)


def test_junk_is_sent_to_every_address(house: House, ada: Browser) -> None:
    """Whoever adds an address names it above."""
    tried = places_of(ada)
    for route in house.app.routes:
        if isinstance(route, WebSocketRoute):
            assert any(route.path_regex.match(place.address) for place in tried), route.path
        elif isinstance(route, Route):
            for method in (route.methods or set()) - {"HEAD"}:
                assert any(place.method == method and route.path_regex.match(place.address) for place in tried), (
                    method,
                    route.path,
                )


def test_no_junk_is_a_mistake_of_ours(tmp_path: Path) -> None:
    """A few here; `MOOT_JUNK=20000 MOOT_JUNK_SEED=3` for more and for others."""
    with House(tmp_path) as house:
        ada = house.browser()
        places = places_of(ada)
        for number in range(MANY):
            sent = junk(Random(SEED * 1_000_000 + number), places, ada.secret)
            assert mistake(house, sent) == "", sent
