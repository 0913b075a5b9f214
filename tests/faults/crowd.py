"""People who play on whichever server is there, and note what they were told is done."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.server import Server

BROKEN = (WebSocketException, OSError, EOFError, TimeoutError)
JSON = {"accept": "application/json", "content-type": "application/json"}
SILENCE = 15.0  # seconds after which something hangs


class Answer(NamedTuple):
    """A move, and the how manieth answer of its seat it is."""

    number: int
    move: int


@dataclass
class Player:
    """Somebody on a seat."""

    table: str
    seat: int
    token: str
    dice: Random
    tally: Counter[str]
    done: list[Answer] = field(default_factory=list)  # acknowledged
    doubts: list[Answer] = field(default_factory=list)  # sent, and no answer came
    refused: list[str] = field(default_factory=list)
    is_over: bool = False

    async def play_on(self, servers: list[Server]) -> None:
        """Until the game is over, at any server that runs."""
        while not self.is_over:
            alive = [server for server in servers if server.is_alive]
            if alive:
                await self._play_at(self.dice.choice(alive))
            await asyncio.sleep(0.05)

    async def _play_at(self, server: Server) -> None:
        address = f"{server.url.replace('http', 'ws')}/tables/{self.table}/socket?seat={self.seat}"
        headers = {"authorization": f"Bearer {self.token}"}
        try:
            async with connect(address, additional_headers=headers, compression=None, open_timeout=5) as socket:
                await self._attend(socket)
        except BROKEN as error:
            self.tally[f"broken: {type(error).__name__}"] += 1

    async def _attend(self, socket: ClientConnection) -> None:
        state: dict[str, Any] = {}
        sent: Answer | None = None
        last = -1  # answer that was given
        try:
            while not self.is_over:
                async with asyncio.timeout(SILENCE):
                    heard = json.loads(await socket.recv())
                if heard["type"] == "state":
                    state |= heard
                    self.is_over = "over" in state
                if sent is not None and (heard["type"] in ("done", "refused") or "done" in heard):
                    self._note(sent, heard)
                    last, sent = sent.number, None
                    if heard["type"] == "refused":
                        return  # look anew
                if sent is None and state.get("moves") and state["answer"] != last and not self.is_over:
                    sent = Answer(state["answer"], self.dice.choice(state["moves"])["number"])
                    await socket.send(json.dumps({"do": "play", "move": sent.move, "answer": sent.number, "id": 1}))
        finally:
            if sent is not None:
                self.doubts.append(sent)

    def _note(self, sent: Answer, heard: dict[str, Any]) -> None:
        if heard["type"] == "refused":
            self.refused.append(heard["error"])
            self.doubts.append(sent)  # of some refusals it is not known
        else:
            self.done.append(sent)
            self.tally["done"] += 1


async def open_table(
    server: Server, wish: dict[str, Any], people: int, dice: Random, tally: Counter[str]
) -> list[Player]:
    """A table, with people on its first seats."""
    async with httpx.AsyncClient(base_url=server.url, headers=JSON, timeout=30) as web:
        table = (await web.post("/tables", json=wish)).json()["table"]
        players = []
        for seat in range(people):
            web.cookies.clear()
            joined = await web.post(f"/tables/{table}/join", json={"seat": seat, "name": f"Person {seat}"})
            players.append(Player(table, seat, joined.json()["token"], Random(dice.random()), tally))
        return players
