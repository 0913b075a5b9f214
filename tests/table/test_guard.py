"""Security: cookies, origins, sizes, rates, headers, and pages without a line of script or style of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from moot.table.feeds.messages import COME_AGAIN
from moot.table.feeds.session import Session
from moot.table.live.table import LiveTable
from moot.table.persistence.store import UnreachableError
from moot.table.web import allowance, guard
from moot.table.web.guard import HEADERS, MOST_BODY
from tests.table.desk import Desk
from tests.table.house import ALL, HERE, Browser, House, Line

FOREIGN = "http://evil.example"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(ada: Browser) -> None:
    cookie = ada.post("/tables", game="polycrisis").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie.replace("secret", "")


def test_over_https_the_cookie_is_secure(house: House) -> None:
    ada = house.browser()
    ada.client.base_url = httpx.URL("https://testserver")
    ada.client.headers["origin"] = "https://testserver"
    assert "; secure" in ada.post("/tables", game="polycrisis").headers["set-cookie"].lower()


@pytest.mark.parametrize("origin", [FOREIGN, "null", "http://testserver.evil.example", "http://[", "testserver", ""])
def test_what_comes_from_a_foreign_page_is_refused(house: House, ada: Browser, origin: str) -> None:
    table = ada.open("polycrisis", option_seats=1)
    ada.client.headers["origin"] = origin
    for address in ("/tables", f"/tables/{table}/join", f"/tables/{table}/leave", f"/tables/{table}/rematch"):
        answer = ada.post(address, game="polycrisis", seat=0, name="Eve")
        assert (answer.status_code, answer.text) == (403, "This must come from a page of this server.")
    with pytest.raises(WebSocketDisconnect), ada.client.websocket_connect(f"/tables/{table}/socket?seat=0"):
        pass
    assert house.live(table).names == ["Guest"]


@pytest.mark.parametrize(("server", "page"), [("http", "https"), ("https", "http")])
def test_a_page_of_the_same_name_by_another_scheme_is_another_page(house: House, server: str, page: str) -> None:
    ada = house.browser()
    ada.client.base_url = httpx.URL(f"{server}://testserver")
    ada.client.headers["origin"] = f"{page}://testserver"
    answer = ada.post("/tables", game="polycrisis")
    assert answer.status_code == 403
    assert f"from a page by {page}, but the server was asked by {server}." in answer.text
    assert "X-Forwarded-Proto" in answer.text
    ada.client.headers["origin"] = f"{server}://testserver"
    table = ada.open("polycrisis", option_seats=1)
    ada.client.headers["origin"] = f"{page}://testserver"
    with pytest.raises(WebSocketDisconnect), ada.client.websocket_connect(f"/tables/{table}/socket?seat=0"):
        pass


def test_a_cookie_without_an_origin_is_refused(ada: Browser) -> None:
    ada.open()
    del ada.client.headers["origin"]
    assert ada.post("/tables", game="polycrisis").status_code == 403


def test_a_program_needs_no_origin_but_its_token(house: House) -> None:
    program = house.browser()
    del program.client.headers["origin"]
    headers = {"accept": "application/json"}
    opened = program.client.post("/tables", json={"game": "polycrisis", "option.seats": 1}, headers=headers).json()
    assert "set-cookie" not in opened
    program.client.headers["authorization"] = f"Bearer {opened['token']}"
    with program.at(opened["table"], 0) as line:
        assert line.play()["type"] == "done"


def in_parts(size: int) -> Iterator[bytes]:
    """A body that does not say how large it is."""
    for _ in range(size // 1000):
        yield b"a" * 1000


def test_a_body_that_is_too_large_is_refused(house: House, ada: Browser) -> None:
    for kind in ("application/json", "application/x-www-form-urlencoded"):
        for content in (b"a" * (MOST_BODY + 1), in_parts(MOST_BODY * 2)):
            answer = ada.client.post("/tables", content=content, headers={"content-type": kind})
            assert answer.status_code == 413, answer.text
            assert f"A request has at most {MOST_BODY} bytes." in answer.text
            assert answer.headers["content-security-policy"]
    assert house.registry.live == {}


def test_people_never_notice_how_often_they_may_ask(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        quick = [ada.post("/tables", game="chess").status_code for _ in range(20)]
        assert quick == [404] * 20
        many = [ada.post("/tables", game="chess") for _ in range(480)]
        assert many[-1].status_code == 429
        assert many[-1].text == "Too many requests at once. Wait a moment and try again."
        assert ada.get("/").status_code == 200


def test_a_class_loads_its_pages_at_once_and_whoever_asks_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guard.LOOKS[0] >= 60 * (1 + 1 + 20)  # people; a page, its socket, and its files
    monkeypatch.setattr(guard, "LOOKS", (150, 0))
    with House(tmp_path, limits=True) as house:
        ada, bo = house.browser(), stranger(house, "192.0.2.7")
        answers = [ada.get("/nowhere").status_code for _ in range(150)]
        assert answers == [404] * 150
        more = ada.get("/nowhere")
        assert more.status_code == 429
        assert more.text == "Too many requests at once. Wait a moment and try again."
        with pytest.raises(WebSocketDisconnect), ada.client.websocket_connect("/tables/x/socket") as socket:
            socket.receive_text()
        assert bo.get("/").status_code == 200


def stranger(house: House, address: str) -> TestClient:
    """Somebody at another address."""
    client = TestClient(house.app, HERE, client=(address, 5000))
    client.portal = house.door.portal
    return client


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("testclient", "testclient", True),
    ],
)
def test_whoever_has_a_network_of_addresses_has_the_limits_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: str, other: str, same: bool
) -> None:
    monkeypatch.setattr(guard, "LOOKS", (3, 0.0))
    with House(tmp_path, limits=True) as house:
        assert [stranger(house, one).get("/live").status_code for _ in range(4)] == [200, 200, 200, 429]
        assert stranger(house, other).get("/live").status_code == (429 if same else 200)


def test_a_plan_is_read_only_if_tables_may_be_opened(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        answers = [ada.post("/workshops", game="polycrisis", tables=30, option_seats=1).status_code for _ in range(4)]
        assert answers == [303] * 4
        assert ada.post("/workshops", game="polycrisis", names="Mia\n" * 4_000).status_code == 429


def test_a_store_without_a_free_connection_is_said_in_words(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_is_free() -> None:
        raise PoolTimeoutError("QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(house.registry.store, "engine", SimpleNamespace(connect=none_is_free))
        answer = house.browser().get("/tables/nowhere")
    assert (answer.status_code, "too much to do just now" in answer.text) == (503, True)
    assert "QueuePool" not in answer.text


@pytest.fixture
def away(house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The database goes, when this is called; of what is in memory nothing is looked up."""

    async def rows(*_: object) -> None:
        raise UnreachableError("The database cannot be reached.")

    def go() -> None:
        monkeypatch.setattr(house.registry.store, "rows", rows)
        house.registry.people._known.clear()

    return go


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_a_socket_without_a_database_is_refused_in_words(ada: Browser, away: Callable[[], None], accept: str) -> None:
    """No mistake of ours is in the log, and whoever wants it comes again ever later."""
    addresses = [f"/tables/{ada.open('polycrisis')}/socket", "/tables/none/socket", "/workshops/none/x/socket"]
    headers = {"accept": accept}
    away()
    for address in addresses:
        with pytest.raises(WebSocketDenialResponse) as denied, ada.client.websocket_connect(address, headers=headers):
            pass
        assert (denied.value.status_code, "The database cannot be reached." in denied.value.text) == (503, True)


def test_who_is_at_a_socket_when_the_database_goes_comes_again(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise UnreachableError("The database cannot be reached.")

    table = ada.open("polycrisis")
    monkeypatch.setattr(Session, "_bring_draft", fail)
    with ada.client.websocket_connect(f"/tables/{table}/socket?seat=0") as socket:
        assert Line(socket).until_closed() == COME_AGAIN


def test_an_address_opens_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        workshops = [ada.post("/workshops", game="polycrisis", tables=30, option_seats=1) for _ in range(5)]
        assert [answer.status_code for answer in workshops] == [303, 303, 303, 303, 429]
        assert "120 tables can be opened in an hour" in workshops[-1].text
        assert ada.post("/tables", game="polycrisis").status_code == 429
        assert len(house.registry.live) == 120


def test_so_many_people_come_from_an_address_in_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "PEOPLE", 3)
    with House(tmp_path, limits=True) as house:
        table = house.browser().open("polycrisis", option_seats=6, seat_0="open")
        came = [house.browser().post(f"/tables/{table}/join", seat=seat, name="Bo") for seat in range(3)]
        assert [answer.status_code for answer in came] == [303, 303, 429]
        assert "Try again later." in came[-1].text


# Every page


def over(house: House, live: LiveTable) -> None:
    """Play a game to its end."""
    dice = Random(1)
    while not live.sitting.over:
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))


@pytest.fixture
def answers(house: House, ada: Browser) -> dict[str, httpx.Response]:
    """Every page and fragment there is, for every game, early and at the end; and what goes wrong."""
    addresses = [
        "/",
        "/tables",
        "/health",
        "/nowhere",
        "/tables/nowhere",
        "/new/chess",
        "/static/moot.css",
        "/static/no",
    ]
    for name in ALL:
        seats = {"option_seats": 2, "seat_0": "me", "seat_1": "me", "public": 1}
        early, late, open_ = (
            ada.open(name, **seats),
            ada.open(name, **seats),
            ada.open(name, option_seats=ALL[name].options["seats"].low, seat_0="open"),
        )
        over(house, house.live(late))
        addresses += [f"/new/{name}", f"/games/{name}/rulebook", f"/games/{name}/board.css", f"/tables/{open_}"]
        addresses += [f"/tables/{table}" for table in (early, late)]
        addresses += [f"/tables/{early}?watch", f"/tables/{early}/invite", f"/tables/{early}/moment"]
        addresses += [f"/tables/{late}/replay?seat=0&move=3", f"/tables/{late}/moment"]
    return {address: ada.get(address) for address in addresses}


class Inline(HTMLParser):
    """Finds what a strict policy would not run: styles, scripts and handlers within a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element."""
        has = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in has):
            self.found.append(tag)
        self.found += [f"{tag} {name}" for name in has if name == "style" or name.startswith(("on", "hx-on"))]
        links = [has.get(name) or "" for name in ("href", "src", "action", "xlink:href")]
        self.found += [link for link in links if link.startswith(("javascript:", "http:", "//"))]


def test_every_answer_has_the_headers(answers: dict[str, httpx.Response]) -> None:
    for address, answer in answers.items():
        for header, value in HEADERS.items():
            assert answer.headers.get(header) == value, (address, header)


def test_an_address_with_a_key_is_not_told_to_the_next(desk: Desk) -> None:
    guest = desk.links["Ada"]
    ada = desk.house.browser()
    table = ada.open("polycrisis", option_seats=2)
    for address in (desk.at, f"{desk.at}/links", guest, f"/tables/{table}?seat=0&key=x"):
        assert ada.get(address).headers["referrer-policy"] == "strict-origin"
    assert ada.get(f"/tables/{table}").headers["referrer-policy"] == "same-origin"


def test_no_page_has_a_script_or_a_style_of_its_own(answers: dict[str, httpx.Response]) -> None:
    for address, answer in answers.items():
        if "html" in answer.headers["content-type"]:
            reader = Inline()
            reader.feed(answer.text)
            assert reader.found == [], address


def test_what_goes_wrong_is_said_in_words(answers: dict[str, httpx.Response]) -> None:
    for address, answer in answers.items():
        assert answer.status_code in (200, 400, 404), address
        if answer.status_code != 200:
            assert '<p class="error">' in answer.text
            assert "Not Found" not in answer.text
            assert "Traceback" not in answer.text


def test_no_answer_has_a_secret_in_it(house: House, answers: dict[str, httpx.Response], ada: Browser) -> None:
    for address, answer in answers.items():
        assert ada.secret not in answer.text, address
        assert not any(secret in answer.text for secret in house.secrets.used), address
        assert "sitters" not in answer.text


def test_the_seed_is_in_no_answer(tmp_path: Path) -> None:
    seed = 4_815_162_342_108
    with House(tmp_path, seed=seed) as house:
        ada = house.browser()
        table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
        with ada.at(table, 0) as line, ada.at(table, 0, page=True) as page:
            line.play()
            page.settle()
            sent = [
                *line.heard,
                *page.heard,
                *(ada.get(f"/tables/{table}{part}").text for part in ("", "?watch", "/game.json")),
            ]
        assert not any(str(seed) in text for text in sent)


def test_a_mistake_of_ours_is_said_in_words_too(house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.registry.lists, "open_tables", None)
    answer = ada.get("/")
    assert answer.status_code == 500
    assert "it is not your fault" in answer.text
    assert answer.headers["content-security-policy"]
    assert "NoneType" not in answer.text


def test_a_wrong_method_is_answered_in_words(ada: Browser) -> None:
    answer = ada.client.delete("/tables")
    assert (answer.status_code, "Begin in the lobby." in answer.text) == (405, True)
    assert HERE not in answer.text
