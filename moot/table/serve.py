"""Starting the server: a folder for its data, a port, and logs for people or for machines."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator

import uvicorn

from moot.table.app import make_app
from moot.table.feeds.messages import MOST_BYTES
from moot.table.persistence.folder import StartError
from moot.table.persistence.stores import Place, in_words
from moot.table.registry import Registry
from moot.table.settings import Settings
from moot.table.web.gate import Gate
from moot.table.web.logs import in_short, set_up_logs
from moot.table.web.metrics import exposed
from moot.table.web.wire import Wire

USUAL_PORT, TRIES = 8000, 50
SWITCH = 0.0003  # seconds
NOTICE = 1.0  # seconds from "not ready" to a closed door
LONGEST_GOODBYE = 20.0  # seconds


class Server(uvicorn.Server):
    """Says when it is open: not before its port answers. And closes in order: first nobody is led here, then all are sent away."""

    def __init__(self, config: uvicorn.Config, registry: Registry, on_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._registry, self._on_open = registry, on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the tables, then the port. If that fails, whoever has started the server says so, in one line."""
        with _silent("uvicorn.error"):
            await super().startup(sockets)
        if self.started:
            self._on_open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What is acknowledged is on disk already; whoever has had no answer asks again when they are back."""
        _end_after(LONGEST_GOODBYE)
        self._registry.send_away()
        if signal.SIGTERM in self._captured_signals:  # nobody waits at a keyboard: whoever leads people here may notice
            await asyncio.sleep(NOTICE)
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    host: str,
    port: int | None = None,
    *,
    metrics: str | None = None,
    on_open: Callable[[int], None] = lambda port: None,
) -> None:
    """Serve until told to stop. Without a port, on the first that is free. What stands in the way is a `StartError`."""
    place = Place(settings.data, settings.store)
    with _listening(host, port) as listening, place.held():
        _must_differ(listening.getsockname()[1], metrics)
        set_up_logs()
        # The thread that writes takes the interpreter's lock for every row: it must not wait long for a busy event loop.
        sys.setswitchinterval(SWITCH)
        app = make_app(settings)
        registry: Registry = app.state.registry
        gc.collect()
        gc.freeze()  # what is there now stays: to look through it again and again for garbage would hold everyone up
        gc.set_threshold(5_000, 10, 10)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            ws=Wire,
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,  # what is sent is small, and to squeeze it costs more than to send it
            timeout_graceful_shutdown=10,
            server_header=False,
        )
        if settings.limits:
            Gate(config, settings.per_address)
        server = Server(config, registry, lambda: on_open(listening.getsockname()[1]))
        signal.signal(signal.SIGTERM, lambda *_: None)  # the server has its own ways: to stop is no failure
        with exposed(registry.metrics, metrics), contextlib.suppress(KeyboardInterrupt):
            _run(server, [listening])
        if (error := app.state.trouble) is not None:
            raise StartError(in_words(place, error) or f"The server cannot start: {in_short(error)}.") from error


def _run(server: Server, sockets: list[socket.socket]) -> None:
    """Until it is stopped. If it does not even start, what stood in its way has been kept."""
    with contextlib.suppress(SystemExit):
        server.run(sockets)


@contextlib.contextmanager
def _silent(name: str) -> Iterator[None]:
    """A logger says nothing meanwhile."""
    logger = logging.getLogger(name)
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = False


def _end_after(seconds: float) -> None:
    """Whatever is still thinking then was promised to nobody."""
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def _listening(host: str, port: int | None) -> socket.socket:
    """A port that was asked for must be free: whoever leads people there relies on it."""
    wanted = free_port(host, USUAL_PORT) if port is None else port
    try:
        return bound(host, wanted)
    except socket.gaierror as error:
        raise StartError(f"{host} is no address of this machine. Choose another with --host.") from error
    except (OSError, OverflowError) as error:
        why = str(getattr(error, "strerror", None) or error).rstrip(".")
        raise StartError(f"Port {wanted} of {host} cannot be used: {why}. Choose another with --port.") from error


def _must_differ(port: int, metrics: str | None) -> None:
    """Two may be bound to a port, but only one can listen."""
    if metrics is not None and metrics.rpartition(":")[2] == str(port):
        raise StartError(f"Port {port} is that of the table itself. Choose another with --metrics.")


def bound(host: str, port: int) -> socket.socket:
    """A port that is ours from now on."""
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
    except BaseException:
        found.close()
        raise
    return found


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or if something is there already the next one that is free."""
    for port in range(wanted, wanted + TRIES):
        with contextlib.suppress(OSError), bound(host, port):
            return port
    return wanted
