"""The gate: who floods or dawdles is cut off, and others hardly notice.

Waiting is what these tests are about, so they have to time something: they compare it with a calm moment of the same run.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from moot.table.web import gate
from moot.table.web.gate import Gate
from tests.faults.server import Server

pytestmark = pytest.mark.one_store

ELSEWHERE = "127.0.0.2"  # an address of this machine from which nothing is believed
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-Half:"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf"
UPGRADE = (
    b"GET %s HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
FRAME = b"\x81\x81\0\0\0\0{"  # seven bytes: a text of one letter
PATIENCE = 20.0
LARGE = b"heard" * 4_000_000  # more than the system takes for somebody who does not read
UNREADABLE = {  # as a socket: it has no body, and neither long nor many headers
    "a body": b"Content-Length: 4\r\n",
    "parts": b"Transfer-Encoding: chunked\r\n",
    "a long line": b"Cookie: moot=%s\r\n" % (b"x" * 9_000),
    "many lines": b"X-Many: x\r\n" * 200,
}


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """As little of an application as there can be."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "heard" if scope["path"] != "/large" else LARGE.decode()})
    else:
        while scope["path"] != "/hasty" and (await receive()).get("more_body"):
            pass
        said = LARGE if scope["path"] == "/large" else b"ok"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(said))]})
        await send({"type": "http.response.body", "body": said})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server behind a gate that lets in three of each address, and has not much time."""
    for name, seconds in (("HEADER_TIME", 0.3), ("BODY_TIME", 0.6), ("SILENCE", 1.0)):
        monkeypatch.setattr(gate, name, seconds)
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(echo, "0.0.0.0", port, log_config=None, lifespan="off", ws_max_size=8192)
    Gate(config, 3)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield port
    server.should_exit = True
    thread.join(10)


def knock(port: int, sent: bytes = b"", source: str = ELSEWHERE) -> socket.socket:
    """Connect, and send something."""
    made = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    made.sendall(sent)
    return made


def rest(connection: socket.socket) -> bytes:
    """All that is heard until the other end is gone."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := connection.recv(65536):
            heard += part
    return heard


def is_cut_off(connection: socket.socket, sent: bytes, times: int, pause: float = 0.0) -> bool:
    """Whether the other end hangs up without a word on who sends something again and again."""
    try:
        for _ in range(times):
            connection.sendall(sent)
            time.sleep(pause)
        connection.settimeout(0.2)
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return False


def asked(body: int, close: bool = True) -> bytes:
    """A whole request."""
    end = b"Connection: close\r\n" if close else b""
    return b"POST / HTTP/1.1\r\nHost: here\r\n%sContent-Length: %d\r\n\r\n%s" % (end, body, b"a" * body)


@pytest.mark.parametrize("half", [HALF, HALF_BODY, b"G", b"", asked(0, close=False), asked(9, close=False) + HALF])
def test_what_is_half_sent_does_not_stay(port: int, half: bytes) -> None:
    heard = rest(knock(port, half))
    assert heard.count(b"200 OK") == half.count(b"POST") * (half != HALF_BODY)


@pytest.mark.parametrize("half", [HALF, HALF_BODY])
def test_a_byte_now_and_then_does_not_help(port: int, half: bytes) -> None:
    assert is_cut_off(knock(port, half), b"x", times=400, pause=0.05)


def test_the_largest_form_passes(port: int) -> None:
    for _ in range(3):
        assert b"200 OK" in rest(knock(port, asked(32_768)))


def test_requests_without_end_do_not(port: int) -> None:
    assert is_cut_off(knock(port), asked(1000, close=False), times=300)


@pytest.mark.parametrize("source", ["127.0.0.1", ELSEWHERE])
def test_a_socket_that_floods_is_cut_off(port: int, source: str) -> None:
    flooder = knock(port, UPGRADE % b"/", source)
    assert b"101 Switching" in flooder.recv(4096)
    flooder.sendall(FRAME)
    assert b"heard" in flooder.recv(4096)
    assert is_cut_off(flooder, FRAME * 1_000, times=100)


@pytest.mark.parametrize("wrong", UNREADABLE)
def test_a_socket_that_cannot_be_read_is_refused_at_once(port: int, wrong: str) -> None:
    heard = rest(knock(port, (UPGRADE % b"/").removesuffix(b"\r\n") + UNREADABLE[wrong] + b"\r\n"))
    assert heard.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"Nothing was done" in heard


def test_who_takes_nothing_of_an_answer_is_cut_off(port: int) -> None:
    slow = knock(port, b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
    time.sleep(3 * gate.SILENCE)
    assert len(rest(slow)) < len(LARGE)


def test_who_takes_nothing_of_what_is_said_over_a_socket_is_cut_off(port: int) -> None:
    slow = knock(port, UPGRADE % b"/large")
    assert b"101 Switching" in slow.recv(4096)
    slow.sendall(FRAME)
    time.sleep(3 * gate.SILENCE)
    assert len(rest(slow)) < len(LARGE)


def test_who_has_not_taken_an_answer_is_given_no_socket(port: int) -> None:
    hasty = knock(port, b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n" + UPGRADE % b"/")
    heard = rest(hasty)
    assert len(heard) < len(LARGE)
    assert b"101 Switching" not in heard


def test_who_takes_it_slowly_is_waited_for(port: int) -> None:
    slow, heard = knock(port, b"GET /large HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"), 0
    while part := slow.recv(1_000_000):
        heard += len(part)
        time.sleep(0.1)
    assert heard > len(LARGE)


def test_an_address_has_so_many_connections(port: int) -> None:
    here = [knock(port, UPGRADE % b"/") for _ in range(3)]
    assert all(b"101 Switching" in one.recv(4096) for one in here)
    assert rest(knock(port)) == b""
    assert b"200 OK" in rest(knock(port, asked(0), "127.0.0.3"))  # others are let in
    here[0].close()
    wait_until(lambda: b"200 OK" in rest(knock(port, asked(0))))


def test_who_asks_without_end_is_not_even_refused_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "ASKS", (3, 0.0))
    here = Gate(uvicorn.Config(echo), 500)
    assert [here.enter("2001:db8::1"), here.asks("2001:db8::1"), here.enter("2001:db8::2")] == [True] * 3
    assert [here.enter("2001:db8::3"), here.asks("2001:db8::1")] == [False] * 2
    assert [here.enter("192.0.2.1"), *(here.enter("127.0.0.1") for _ in range(9))] == [True] * 10


@pytest.mark.parametrize("pause", [0.0, 0.1])
def test_what_cannot_be_parsed_is_no_mistake_of_ours(port: int, pause: float, caplog: pytest.LogCaptureFixture) -> None:
    """Also when it is the rest of something that is being answered, or was."""
    connection = knock(port, b"POST /hasty HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    time.sleep(pause)
    connection.sendall(b"no length\r\n")
    assert rest(connection).startswith((b"HTTP/1.1 200 OK", b"HTTP/1.1 400 Bad Request"))
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_proxy_that_is_trusted_speaks_for_many(port: int) -> None:
    many = [knock(port, asked(0, close=False), "127.0.0.1") for _ in range(10)]
    assert all(b"200 OK" in one.recv(4096) for one in many)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Something becomes so before long."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


# Other people


async def waits(server: Server) -> list[float]:
    """How long plain requests take, each by a connection of its own."""
    taken = []
    for _ in range(40):
        before = time.perf_counter()
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
            assert (await web.get("/health")).status_code == 200
        taken.append(time.perf_counter() - before)
        await asyncio.sleep(0.02)
    return taken


async def flood(server: Server, table: str) -> None:
    """Somebody without a name sends seven bytes after another, and comes again when cut off."""
    while True:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(UPGRADE % f"/tables/{table}/socket".encode())
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(100):
                writer.write(FRAME * 5_000)
                await writer.drain()
        await asyncio.sleep(0.05)


async def measure(folder: Path) -> tuple[list[float], list[float]]:
    """How long others wait: in a calm moment, and beside a flooder and fifty who never end their headers."""
    server = Server(folder, limits=True)
    try:
        await server.start()
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as web:
            wish = {"game": "polycrisis", "option.seats": 1}
            table = (await web.post("/tables", json=wish, headers={"accept": "application/json"})).json()["table"]
        calm = await waits(server)
        halves = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(50)]
        for _, writer in halves:
            writer.write(HALF)
        flooding = asyncio.create_task(flood(server, table))
        await asyncio.sleep(0.5)
        flooded = await waits(server)
        assert not flooding.done()
        flooding.cancel()
        ends = await asyncio.wait_for(asyncio.gather(*(until_gone(reader) for reader, _ in halves)), PATIENCE)
        assert ends == [b""] * 50
        return calm, flooded
    finally:
        server.kill()


async def until_gone(reader: asyncio.StreamReader) -> bytes:
    """What is heard until the other end hangs up."""
    with contextlib.suppress(ConnectionError):
        return await reader.read()
    return b""


def test_a_flooder_hardly_makes_others_wait(tmp_path: Path) -> None:
    calm, flooded = asyncio.run(measure(tmp_path / "data"))
    said = f"calm {max(calm):.3f} s at worst, {statistics.median(calm):.3f} in the middle; " + (
        f"flooded {max(flooded):.3f}, {statistics.median(flooded):.3f}"
    )
    print(said)
    assert statistics.median(flooded) <= statistics.median(calm) + 0.1, said
    assert sorted(flooded)[-3] <= sorted(calm)[-3] + 0.5, said  # a busy machine may hold up one or two
