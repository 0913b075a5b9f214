"""Floods: whoever asks without end hardly makes somebody else's move wait.

Waiting is what these tests are about, so they have to time something: they compare it with a calm moment of the same run.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.faults.server import Server

pytestmark = pytest.mark.one_store

ROOT = Path(__file__).parents[2]
JSON = {"accept": "application/json"}
MOVES = 60
LONGER = 0.1  # seconds that a move may take longer in the middle
LONGEST = 0.5  # and at worst but for three, for a busy machine may hold up one or two
NAMES = "\n".join(f"Guest {number}" for number in range(20))
WORKSHOP = {"game": "polycrisis", "tables": 5, "option.seats": 4, "names": NAMES}


async def moves(server: Server) -> list[float]:
    """How long somebody's moves take, from when they are sent until it is said that they are done."""
    taken: list[float] = []
    while len(taken) < MOVES:
        async with _sitting(server) as socket:
            taken += await _play(socket, MOVES - len(taken))
    return taken


@asynccontextmanager
async def _sitting(server: Server) -> AsyncIterator[ClientConnection]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60, headers=JSON) as web:
        opened = (await web.post("/tables", json={"game": "polycrisis", "option.seats": 1})).json()
    address = f"{server.url.replace('http', 'ws')}/tables/{opened['table']}/socket?seat=0"
    async with connect(address, additional_headers={"authorization": f"Bearer {opened['token']}"}) as socket:
        yield socket


async def _play(socket: ClientConnection, most: int) -> list[float]:
    """One move after the other, until the game is over."""
    state: dict[str, Any] = {}
    taken: list[float] = []
    await _until(socket, state, lambda: "moves" in state)
    while state["moves"] and len(taken) < most:
        await asyncio.sleep(0.02)
        before, state["done"] = time.perf_counter(), []
        move = {"do": "play", "move": state["moves"][-1]["number"], "answer": state["answer"], "id": 1}
        await socket.send(json.dumps(move))
        await _until(socket, state, lambda: state["done"] == [1])
        taken.append(time.perf_counter() - before)
    return taken


async def _until(socket: ClientConnection, state: dict[str, Any], is_so: Any) -> None:
    while not is_so():
        state |= json.loads(await socket.recv())


async def _dear_pages(server: Server) -> list[str]:
    """A workshop's pages that take longest to make, and a replay."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60, headers=JSON) as web:
        workshop = (await web.post("/workshops", json=WORKSHOP)).json()
        at = f"/workshops/{workshop['workshop']}/{workshop['key']}"
        own = (await web.post("/tables", json={"game": "solidarity", "option.seats": 2})).json()
        web.headers["authorization"] = f"Bearer {own['token']}"
        assert (await web.post(f"/tables/{own['table']}/end")).status_code == 200
        addresses = [f"{at}/links", f"{at}/export.zip", f"{at}/debriefing", at, f"/tables/{own['table']}/replay", "/"]
        assert [(await web.get(one)).status_code for one in addresses] == [200] * len(addresses)
        return addresses


async def measure(folder: Path, kind: str) -> tuple[list[float], list[float]]:
    """How long a move takes: in a calm moment, and beside a flooder."""
    server = Server(folder, limits=True)
    flooder: subprocess.Popen[bytes] | None = None
    try:
        await server.start()
        addresses = await _dear_pages(server)
        table = addresses[4].removesuffix("/replay")
        addresses = {"speak": [f"{table}/socket"], "look": [f"{table}?watch"], "ask": addresses}[kind]
        calm = await moves(server)
        way = "speak" if kind == "speak" else "ask"
        command = [sys.executable, "-m", "tests.table.flooder", str(server.port), way, *addresses]
        flooder = subprocess.Popen(command, cwd=ROOT)
        await asyncio.sleep(1.0)
        flooded = await moves(server)
        assert flooder.poll() is None
        return calm, flooded
    finally:
        if flooder is not None:
            flooder.kill()
            flooder.wait()
        server.kill()


@pytest.mark.parametrize("kind", ["ask", "look", "speak"])
def test_a_flooder_hardly_makes_a_move_wait(tmp_path: Path, kind: str) -> None:
    calm, flooded = asyncio.run(measure(tmp_path / "data", kind))
    said = f"calm {max(calm):.3f} s at worst, {statistics.median(calm):.3f} in the middle; " + (
        f"flooded {max(flooded):.3f}, {statistics.median(flooded):.3f}"
    )
    print(said)
    assert statistics.median(flooded) <= statistics.median(calm) + LONGER, said
    assert sorted(flooded)[-4] <= sorted(calm)[-4] + LONGEST, said
