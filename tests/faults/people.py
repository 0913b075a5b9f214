"""People who play as fast as they can, and remember what they were told. One thing at a time: each waits for its answer."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, NoReturn

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.server import Server

BROKEN = (WebSocketException, httpx.TransportError, OSError, EOFError)  # what one sees of a server that was killed
JSON = {"accept": "application/json", "content-type": "application/json"}
MOVE, BACK, CHAT = "moved", "took_back", "said"  # kinds of entries
DO = {MOVE: "play", BACK: "take_back", CHAT: "chat"}
GIVEN, OVER = "This answer was given already.", "The game is over"


class Deed(NamedTuple):
    """Something a seat did: what kind of thing, which move or which words, and how it is put to the server."""

    kind: str
    content: int | str
    message: dict[str, Any]


class Row(NamedTuple):
    """The same as a row of the log."""

    kind: str
    content: int | str


@dataclass
class Shown:
    """What a seat has been shown since it came."""

    view: dict[str, Any] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    chat: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)

    def learn(self, news: dict[str, Any]) -> None:
        """Hear what is new."""
        self.view |= news.get("view", {})
        self.events = ([] if news.get("from_start") else self.events) + [
            line["text"] for line in news.get("events", ())
        ]
        self.chat += [said["text"] for said in news.get("chat", ())]
        self.state |= news


@dataclass
class Notes:
    """What a seat has noted at one table."""

    done: list[Row] = field(default_factory=list)
    doubt: Deed | None = None  # sent, and no answer came
    written: bool = False  # the doubtful deed was found on disk
    shown: Shown = field(default_factory=Shown)


class Seat:
    """Somebody at a table, and at its rematches."""

    def __init__(self, seat: int, token: str, dice: Random, tally: Counter[str]) -> None:
        self.seat, self.dice, self.tally = seat, dice, tally
        self.headers = {"authorization": f"Bearer {token}"}
        self.notes: dict[str, Notes] = {}
        self._words = 0

    async def play(self, server: Server, table: str) -> None:
        """Come to a table and play to the end, or until the server is killed."""
        notes = self.notes.setdefault(table, Notes())
        address = f"{server.url.replace('http', 'ws')}/tables/{table}/socket?seat={self.seat}"
        try:
            async with connect(address, additional_headers=self.headers, compression=None) as socket:
                await self._attend(socket, notes)
        except BROKEN as error:
            if server.is_alive:
                raise AssertionError("the server was not killed, and yet broke off") from error
            raise

    async def _attend(self, socket: ClientConnection, notes: Notes) -> None:
        """Look, settle what was left in doubt, and answer whatever is asked."""
        notes.shown = Shown()
        await _hear(socket, notes)
        if notes.doubt is not None:
            await self._settle(socket, notes, notes.doubt)
        while "over" not in notes.shown.state:
            if (deed := self._choose(notes.shown.state)) is None:
                await _hear(socket, notes)
            else:
                answer = await self._do(socket, notes, deed)
                assert GIVEN not in answer.get("error", ""), (deed, answer)

    def _choose(self, state: dict[str, Any]) -> Deed | None:
        """Mostly a move, now and then a word, or a move taken back; nothing if it is not one's turn."""
        mood, answer = self.dice.random(), state["answer"]
        if mood < 0.05:
            self._words += 1
            others = [seat for seat in range(len(state["seats"])) if seat != self.seat]
            text, to = f"Word {self._words} of seat {self.seat}", self.dice.choice([-1, *others])
            return Deed(CHAT, text, {"text": text, "to": to})
        if state["may_take_back"] and mood < 0.2:
            return Deed(BACK, "", {"answer": answer})
        if not state["moves"]:
            return None
        move = self.dice.choice(state["moves"])["number"]
        return Deed(MOVE, move, {"move": move, "answer": answer})

    async def _do(self, socket: ClientConnection, notes: Notes, deed: Deed) -> dict[str, Any]:
        """Say what one does, and hear what becomes of it."""
        notes.doubt = deed
        await socket.send(json.dumps({"do": DO[deed.kind], **deed.message}))
        while (answer := await _hear(socket, notes))["type"] == "state" and "done" not in answer:
            pass
        if "done" in answer:
            notes.done.append(Row(deed.kind, deed.content))
        assert not answer.get("error", "").endswith("Try again."), (
            answer
        )  # could not be written, or had to be read anew
        self.tally[f"{'done' if 'done' in answer else answer['type']} {deed.kind}"] += 1
        notes.doubt, notes.written = None, False
        return answer

    async def _settle(self, socket: ClientConnection, notes: Notes, deed: Deed) -> None:
        """Do it again. If it had been written down it must be refused, and if not it must not be taken for done."""
        written = notes.written
        if deed.kind == CHAT:  # has no count: whoever hears their own words need not say them again
            assert (deed.content in notes.shown.chat) == written, (deed, notes.shown.chat)
            if written:
                notes.doubt, notes.written = None, False
                self.tally["words heard again"] += 1
                return
        answer = await self._do(socket, notes, deed)
        refusal = answer.get("error", "")
        if written:
            assert refusal.startswith((GIVEN, OVER)), (deed, answer)
            fate = "was there already" if refusal.startswith(GIVEN) else "was there already, and the game over"
        else:
            assert GIVEN not in refusal, (deed, answer)
            fate = "overtaken" if refusal else "new"
        self.tally["sent again"] += 1
        self.tally[f"sent again: {fate}"] += 1


async def _hear(socket: ClientConnection, notes: Notes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await socket.recv())
    if message["type"] == "state":
        notes.shown.learn(message)
    return message


class Party:
    """The people of one table, who play one game after another."""

    def __init__(self, table: str, seats: list[Seat]) -> None:
        self.tables, self.seats = [table], seats

    async def play(self, server: Server) -> None:
        """The present game to its end. When the server is gone, everyone first hears out what it had still said."""
        games = [seat.play(server, self.tables[-1]) for seat in self.seats]
        errors = [error for error in await asyncio.gather(*games, return_exceptions=True) if error is not None]
        if errors:
            raise next((error for error in errors if not isinstance(error, BROKEN)), errors[0])

    async def play_on(self, server: Server) -> NoReturn:
        """The present game, and then the next."""
        while True:
            await self.play(server)
            async with httpx.AsyncClient(base_url=server.url, headers=JSON | self.seats[0].headers) as web:
                self.tables.append((await web.post(f"/tables/{self.tables[-1]}/rematch")).json()["table"])


async def open_table(server: Server, wish: dict[str, Any], people: int, dice: Random, tally: Counter[str]) -> Party:
    """A table, with people on its first seats."""
    async with httpx.AsyncClient(base_url=server.url, headers=JSON) as web:
        table = (await web.post("/tables", json=wish)).json()["table"]
        seats = []
        for seat in range(people):
            web.cookies.clear()
            joined = await web.post(f"/tables/{table}/join", json={"seat": seat, "name": f"Person {seat}"})
            seats.append(Seat(seat, joined.json()["token"], dice, tally))
        return Party(table, seats)
