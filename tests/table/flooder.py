"""Somebody who asks without end, as a process of their own: `python -m tests.table.flooder PORT KIND ADDRESS...`.

It comes from another address than anyone else in the tests, and comes again whenever it is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sys

ELSEWHERE = "127.0.0.2"
FRAME = b"\x81\x81\0\0\0\0{"  # seven bytes: a text of one letter
UPGRADE = (
    b"GET %s HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
CONNECTIONS = 30
LOST = (ConnectionError, asyncio.IncompleteReadError)


async def ask(port: int, addresses: list[str]) -> None:
    """Many requests at a time, before any is answered."""
    asked = b"".join(f"GET {address} HTTP/1.1\r\nHost: here\r\n\r\n".encode() for address in addresses)
    while True:
        with contextlib.suppress(*LOST):
            reader, writer = await _connected(port)
            for _ in itertools.count():
                writer.write(asked)
                await writer.drain()
                await reader.read(65536)
        await asyncio.sleep(0.01)


async def speak(port: int, addresses: list[str]) -> None:
    """A socket, and noise on it."""
    while True:
        with contextlib.suppress(*LOST):
            reader, writer = await _connected(port)
            writer.write(UPGRADE % addresses[0].encode())
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(100):
                writer.write(FRAME * 100)
                await writer.drain()
        await asyncio.sleep(0.01)


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ELSEWHERE, 0))


async def flood(port: int, kind: str, addresses: list[str]) -> None:
    """For as long as it is let."""
    way = {"ask": ask, "speak": speak}[kind]
    await asyncio.gather(*(way(port, addresses) for _ in range(CONNECTIONS)))


if __name__ == "__main__":
    os.nice(19)  # a flooder is on another machine as a rule, and takes no time from this one's others
    asyncio.run(flood(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
