"""This server's own sockets: what is put there arrives whole and in order, and who reads slowly is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from moot.table.web.wire import WIRE, Wire, framed

LARGE = 300_000
Talk = Callable[[Wire], Awaitable[None]]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, LARGE])
def test_a_text_is_framed_as_the_protocol_has_it(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@asynccontextmanager
async def talking(talk: Talk) -> AsyncIterator[ClientConnection]:
    """The other end of a socket whose application says something."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await talk(scope["extensions"][WIRE]["outlet"])
        while (await receive())["type"] != "websocket.disconnect":
            pass

    server = uvicorn.Server(uvicorn.Config(app, port=0, ws=Wire, ws_per_message_deflate=False, lifespan="off"))
    serving = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(f"ws://127.0.0.1:{port}/", compression=None, max_queue=1) as socket:
        yield socket
    server.should_exit = True
    await serving


def test_what_is_put_arrives_in_order() -> None:
    texts = ["short", "ß" * 200, "long " * 20_000]

    async def talk(wire: Wire) -> None:
        for text in texts:
            wire.put(text.encode())

    async def hear() -> list[str | bytes]:
        async with talking(talk) as socket:
            return [await socket.recv() for _ in texts]

    assert asyncio.run(hear()) == texts


def test_who_reads_slowly_is_waited_for() -> None:
    freed: list[bool] = []
    put: list[int] = []

    async def talk(wire: Wire) -> None:
        wire.on_free = lambda: freed.append(wire.is_free)
        while wire.is_free and len(put) < 1_000:
            put.append(LARGE)
            wire.put(b"x" * LARGE)
            await asyncio.sleep(0)

    async def hear() -> None:
        async with talking(talk) as socket:
            await asyncio.sleep(0.3)
            assert not freed
            for _ in put:
                await socket.recv()
            await asyncio.sleep(0.1)

    asyncio.run(hear())
    assert 1 < len(put) < 1_000
    assert freed == [True]


def test_who_is_gone_is_told_nothing() -> None:
    wires: list[Wire] = []

    async def talk(wire: Wire) -> None:
        wires.append(wire)

    async def leave() -> bool:
        async with talking(talk) as socket:
            await socket.close()
            await asyncio.sleep(0.1)
            return wires[0].is_free

    assert not asyncio.run(leave())
