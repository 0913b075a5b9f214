"""A server in this process with nothing left to chance, and the people and programs who come to it."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import anyio
import httpx
import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from moot.engine import Game
from moot.games import GAMES, load
from moot.table.app import make_app
from moot.table.live.table import LiveTable
from moot.table.persistence.folder import FILE, prepare
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.sqlite import SqliteStore
from moot.table.persistence.store import Store, Writing
from moot.table.persistence.stores import Place
from moot.table.registry import Registry
from moot.table.settings import Settings
from tests.postgres import Postgres

HERE = "http://testserver"
NOON = 1_000_000.0
PATIENCE = 8.0  # seconds of silence after which nothing more will come
ALL = {name: load(name) for name in GAMES}
T = TypeVar("T")


@dataclass
class Clock:
    """Time stands still until it is moved on."""

    now: float = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Numbered:
    """Secrets that can be told from each other, and are the same every time; a table's name is how one begins."""

    used: list[str] = field(default_factory=list)

    def __call__(self) -> str:
        self.used.append(f"{len(self.used):04}-is-number-and-the-rest-is-secret")
        return self.used[-1]


class Lent:
    """A database for each folder, as long as a test lasts."""

    def __init__(self, server: Postgres) -> None:
        self._server, self._lent = server, dict[Path, str]()

    def of(self, folder: Path) -> str:
        """The same folder has the same database again."""
        if folder not in self._lent:
            self._lent[folder] = self._server.lend()
        return self._lent[folder]

    def give_back(self) -> None:
        """For the next test."""
        for url in self._lent.values():
            self._server.take_back(url)


STORES: Lent | None = None  # set by the fixture `store`


def place_of(data: Path) -> Place:
    """Where a house on this folder keeps its tables."""
    return Place(data, STORES.of(data) if STORES else "")


@cache
def _new_file() -> bytes:
    """A database without any row, as a server makes it on a new folder."""
    with TemporaryDirectory() as folder:
        prepare(Path(folder))
        return (Path(folder) / FILE).read_bytes()


def furnish(data: Path) -> None:
    """Put it into a folder that has none: to make one takes longer than many tests do."""
    if not (data / FILE).exists():
        data.mkdir(exist_ok=True)
        (data / FILE).write_bytes(_new_file())


class Disk:
    """A disk that can be full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        for kind in (SqliteStore, PostgresStore):
            monkeypatch.setattr(kind, "_write_batch", self._unless_full(kind._write_batch))

    def _unless_full(self, write: Any) -> Any:
        async def write_batch(store: Store, batch: list[Writing]) -> Any:
            """What the store would do, unless the disk is full."""
            if not self.full:
                return await write(store, batch)
            why = Exception("the disk is full")
            return [OperationalError("INSERT INTO log", {"body": "the hidden things"}, why) for _ in batch]

        return write_batch


class House:
    """A server, open while `with` lasts. Another on the same folder is the same server after a restart."""

    def __init__(self, data: Path, games: Mapping[str, Game] | None = None, **settings: Any) -> None:
        self.clock, self.secrets, seeds = Clock(), Numbered(), count(settings.pop("seed", 7))
        fixed: dict[str, Any] = {
            "pace": 0,
            "compile": False,
            "limits": False,
            "releases": False,
            "store": place_of(data).url,
            "new_seed": lambda: next(seeds),
        }
        if not settings.get("store", fixed["store"]):
            furnish(data)
        chosen = {"clock": self.clock, "new_secret": self.secrets, **fixed, **settings}
        self.settings = Settings(data, games if games is not None else ALL, **chosen)
        self.app = make_app(self.settings)
        self.door = TestClient(self.app, raise_server_exceptions=False)

    def __enter__(self) -> House:
        self.door.__enter__()
        self.is_open = True
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Once is enough."""
        if self.is_open:
            self.is_open = False
            self.door.__exit__()

    @property
    def registry(self) -> Registry:
        """Behind the doors."""
        registry: Registry = self.app.state.registry
        return registry

    def live(self, table: str) -> LiveTable:
        """A table from the inside."""
        live = self.do(self.registry.find, table)
        assert isinstance(live, LiveTable)
        return live

    def live_number(self, table: str) -> int:
        """The number of a table's last entry, as far as it is known here."""
        return self.registry.live[table].number

    def forget(self, live: LiveTable) -> None:
        """A table leaves memory."""

        async def leave() -> None:
            self.registry.leave(live)

        self.do(leave)

    def do(self, what: Callable[..., Awaitable[T]], *arguments: Any) -> T:
        """Something inside the server."""
        assert self.door.portal is not None
        return self.door.portal.call(what, *arguments)

    def browser(self, secret: str | None = None) -> Browser:
        """Somebody comes; with the secret of somebody who was here before."""
        return Browser(self, secret)


class Browser:
    """A person's browser: it keeps its cookie, and sends where its requests come from."""

    def __init__(self, house: House, secret: str | None) -> None:
        self.house = house
        self.client = TestClient(house.app, HERE, raise_server_exceptions=False, follow_redirects=False)
        self.client.portal = house.door.portal
        self.client.headers["origin"] = HERE
        if secret:
            self.client.cookies.set("moot", secret)

    @property
    def secret(self) -> str:
        """What only this browser and the server know."""
        return str(self.client.cookies["moot"])

    def get(self, address: str, **headers: str) -> httpx.Response:
        """Look at an address."""
        answer: httpx.Response = self.client.get(address, headers=headers)
        return answer

    def page(self, address: str) -> str:
        """A page that is there."""
        answer = self.get(address)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, address: str, **fields: Any) -> httpx.Response:
        """Send a form. `option_seats` is the field `option.seats`."""
        data = {re.sub("^(option|seat)_", r"\1.", name): value for name, value in fields.items()}
        answer: httpx.Response = self.client.post(address, data=data)
        return answer

    def open(self, game: str = "polycrisis", **fields: Any) -> str:
        """Open a table; its name."""
        answer = self.post("/tables", game=game, **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/tables/")

    def join(self, table: str, seat: int, name: str = "Bo", key: str = "") -> None:
        """Take a seat; one that somebody holds with the key that they have given."""
        answer = self.post(f"/tables/{table}/join", seat=seat, name=name, key=key)
        assert answer.status_code == 303, answer.text

    @contextmanager
    def at(self, table: str, seat: int | None = None, *, page: bool = False) -> Iterator[Line]:
        """The table's socket, from a seat or as a spectator."""
        address = f"/tables/{table}/socket?{'as=page&' if page else ''}{'' if seat is None else f'seat={seat}'}"
        with self.client.websocket_connect(address) as socket:
            line = Line(socket)
            line.settle()
            yield line


class Line:
    """One end of a socket. It keeps everything it has heard, and what is known from that."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.state: dict[str, Any] = {"view": {}, "events": [], "chat": []}
        self._sent = 0

    def hear(self) -> dict[str, Any]:
        """The next message."""
        self.heard.append(self._receive()["text"])
        message: dict[str, Any] = json.loads(self.heard[-1])
        if message["type"] == "state":
            self._learn(message)
        return message

    def _receive(self) -> dict[str, Any]:
        """As the session's own, but silence is an error."""

        async def receive() -> dict[str, Any]:
            with anyio.fail_after(PATIENCE):
                return dict(await self.socket._send_rx.receive())

        message: dict[str, Any] = self.socket.portal.call(receive)
        if message["type"] == "websocket.close":
            raise WebSocketDisconnect(message.get("code", 1000), message.get("reason", ""))
        return message

    def _learn(self, message: dict[str, Any]) -> None:
        if message.get("from_start"):
            self.state["events"] = []
        news = {key: value for key, value in message.items() if key not in ("type", "from_start", "done")}
        self.state["view"] = {**self.state["view"], **news.pop("view", {})}
        for kind in ("events", "chat"):
            self.state[kind] = self.state[kind] + news.pop(kind, [])
        self.state |= news

    def send(self, **message: Any) -> dict[str, Any]:
        """Say something, and hear the answer to it."""
        self._sent += 1
        self.socket.send_text(json.dumps({"id": self._sent, **message}))
        return self.reply(self._sent)

    def say(self, text: str) -> dict[str, Any]:
        """Send any text, and hear the answer, which cannot name a message that could not be read."""
        self.socket.send_text(text)
        return self.reply(0)

    def reply(self, number: int) -> dict[str, Any]:
        """The answer to a message; what comes before it is heard too."""
        while (message := self.hear()).get("id") != number:
            if number in message.get("done", ()):
                return {"type": "done", "id": number}
        return message

    def settle(self) -> None:
        """Hear everything that has been said so far."""
        self.send(do="why", piece="")

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> None:
        """Listen until something is so."""
        while not is_so(self.state):
            self.hear()

    def until_closed(self) -> int:
        """Listen until the other end hangs up; its code."""
        try:
            while True:
                self.hear()
        except WebSocketDisconnect as closed:
            return closed.code

    def play(self, move: int | None = None, dice: Random | None = None) -> dict[str, Any]:
        """Answer: with a move, or with any."""
        moves = [one["number"] for one in self.state["moves"]]
        chosen = move if move is not None else dice.choice(moves) if dice else moves[0]
        return self.send(do="play", move=chosen, answer=self.state["answer"])
