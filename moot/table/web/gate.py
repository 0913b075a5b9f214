"""The gate: how much may come in, and how slowly, counted before anything of it is parsed.

A polite end is none: the web server would go on reading what a flooder has sent already. So whoever goes too far is cut off, and
nothing more of theirs is looked at. What the limits are, and why people never meet them, is in docs/table.md.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import Any

import h11
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from moot.table.web.guard import Buckets, bucket, network_of
from moot.table.web.wire import Wire

MOST_CONNECTIONS = (
    500  # from one address: a class of 60 behind one, each with a socket and the six of a page that loads
)
SOCKET_BYTES = (16_384, 4_096)  # at once, and a second: a move has about 60
REQUEST_BYTES = (131_072, 32_768)  # the largest request three times over; then fifty small ones a second
ASKS = (3_000, 150)  # connections and requests of one address, at once and a second: twice what is refused politely
SILENCE = 60.0  # seconds for a connection that asks nothing, or takes nothing of what it is sent
HEADER_TIME, BODY_TIME = 5.0, 10.0
UPGRADED = (0.0, "socket")


class Gate:
    """Every connection of a server passes here. A proxy that is trusted speaks for many: it has limits of its own."""

    def __init__(self, config: Config, most: int) -> None:
        self._most, self._here, self._asks = most, Counter[str](), Buckets(*ASKS)
        self._trusted = ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts  # type: ignore[arg-type]
        config.http = partial(GatedHttp, self)  # type: ignore[assignment]
        config.ws = partial(GatedSocket, self)  # type: ignore[assignment]
        config.timeout_keep_alive = int(SILENCE)

    def enter(self, address: str) -> bool:
        """One more connection from an address; whether that is not too many."""
        network = network_of(address)
        self._here[network] += 1
        return (self._here[network] <= self._most and self.asks(address)) or self.trusts(address)

    def asks(self, address: str) -> bool:
        """One more request from an address; whether that is not too many: even to refuse it would take time from others."""
        return self._asks.take(network_of(address))

    def trusts(self, address: str) -> bool:
        """Whether it is a proxy whose word counts for who is behind it."""
        return address in self._trusted

    def leave(self, address: str) -> None:
        """One less."""
        network = network_of(address)
        self._here[network] -= 1
        if not self._here[network]:
            del self._here[network]


class Taking:
    """Whether the other end of a connection takes what it is sent. Who takes nothing for long is cut off: to close a connection in
    order would wait for them, for ever.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        transport.set_write_buffer_limits(0)  # it is told of every byte that the other end has not taken
        self._transport, self._loop = transport, asyncio.get_running_loop()
        self._end: asyncio.TimerHandle | None = None

    def waits(self) -> None:
        """Something has not been taken yet."""
        self._end = self._loop.call_later(SILENCE, self._look, self._transport.get_write_buffer_size())

    def _look(self, before: int) -> None:
        if self._transport.get_write_buffer_size() < before:
            self.waits()
        else:
            self._transport.abort()

    def done(self) -> None:
        """Everything has been taken, or nothing more will be."""
        if self._end is not None:
            self._end.cancel()
            self._end = None


class GatedHttp(H11Protocol):
    """A connection that asks for pages."""

    def __init__(self, gate: Gate, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self._gate, self._bytes = gate, bucket(*REQUEST_BYTES)
        self._stage: tuple[float, object] = (0.0, None)  # how long it may last, and the request it is a stage of
        self._end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._taking = Taking(transport)
        self._speaks_for_many = self._gate.trusts(_place(self.client))
        if self._gate.enter(_place(self.client)):
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._forget()
        self._taking.done()
        self._gate.leave(_place(self.client))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something comes in."""
        if self._speaks_for_many or self._bytes.take(time.monotonic(), len(data)):
            super().data_received(data)
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The other end has to take what it was sent."""
        super().pause_writing()
        self._taking.waits()

    def resume_writing(self) -> None:
        """It has."""
        super().resume_writing()
        self._taking.done()

    def handle_events(self) -> None:
        """It is parsed."""
        super().handle_events()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """It cannot be parsed. That is said, unless it is the rest of what was answered. Whoever still answers speaks to nobody."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        """It is answered; and the next that has come is parsed, unless there are too many."""
        if self._speaks_for_many or self._gate.asks(_place(self.client)):
            super().on_response_complete()
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection goes on as a socket, and is counted as one. Nobody asks for it who has not taken what was answered before:
        the socket would not know that its words wait behind that.
        """
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self._forget()
        self._stage = UPGRADED
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Each stage of a request has its time, which does not begin anew with every byte."""
        stage = (self._time(), self.cycle)
        if self._stage not in (stage, UPGRADED):
            self._forget()
            self._stage = stage
            if stage[0]:
                self._end = self.loop.call_later(stage[0], self.transport.abort)

    def _time(self) -> float:
        """The seconds within which something has to come; 0: it is our turn, or the server waits for the next request."""
        if self.conn.their_state is h11.SEND_BODY:
            return BODY_TIME
        if self.conn.their_state is not h11.IDLE:
            return 0.0
        begun = bool(self.conn.trailing_data[0])
        return HEADER_TIME if begun else SILENCE if self.cycle is None else 0.0

    def _forget(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


class GatedSocket(Wire):
    """A table's socket. It came through the gate as a request."""

    def __init__(self, gate: Gate, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self._gate, self._bytes = gate, bucket(*SOCKET_BYTES)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        super().connection_made(transport)
        self._taking = Taking(self.transport)

    def pause_writing(self) -> None:
        """The other end has to take what it was sent."""
        super().pause_writing()
        self._taking.waits()

    def resume_writing(self) -> None:
        """It has."""
        super().resume_writing()
        self._taking.done()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._taking.done()
        self._gate.leave(_place(self.client))
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something comes in; first the request itself, which was counted before."""
        if not self.handshake_initiated or self._bytes.take(time.monotonic(), len(data)):
            super().data_received(data)
        else:
            self.transport.abort()


def _place(client: tuple[str, int] | None) -> str:
    return client[0] if client else ""
