"""Starting the server: a folder for its data, a port, and logs for people or for machines."""

from __future__ import annotations

import gc
import socket
import sys

import uvicorn

from moot.table.app import make_app
from moot.table.gate import Gate
from moot.table.hall import Settings
from moot.table.logs import set_up_logs
from moot.table.messages import MOST_BYTES

SWITCH = 0.0003  # seconds


def serve(settings: Settings, host: str, port: int) -> None:
    """Serve until told to stop."""
    set_up_logs()
    # The thread that writes takes the interpreter's lock for every row: it must not wait long for a busy event loop.
    sys.setswitchinterval(SWITCH)
    app = make_app(settings)
    gc.collect()
    gc.freeze()  # what is there now stays: to look through it again and again for garbage would hold everyone up
    gc.set_threshold(5_000, 10, 10)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # what is sent is small, and to squeeze it costs more than to send it
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    if settings.limits:
        Gate(config, settings.per_address)
    uvicorn.Server(config).run()


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or if something is there already the next one that is free."""
    for port in range(wanted, wanted + 50):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    return wanted
