"""The server as a process of its own, so that it can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from moot.games import GAMES, load
from moot.table.serve import free_port

PATIENCE = 60  # seconds to wait for what should take two
CODE = """
import sys
from pathlib import Path
from moot.games import GAMES, load
from moot.table.settings import Settings
from moot.table.serve import serve
folder, port, compiled, limits, store, pace = sys.argv[1:]
games = {name: load(name) for name in GAMES}
ways = {"pace": float(pace), "limits": limits == "True", "compile": compiled == "True", "store": store}
settings = Settings(Path(folder), games, releases=not store, **ways)
serve(settings, "127.0.0.1", int(port))
"""


class Server:
    """Moot on a folder (or a database) and a port, the same ones after every restart."""

    def __init__(self, folder: Path, *, limits: bool = False, store: str = "", pace: float = 0, place: int = 0) -> None:
        # While the server is dead its port is free: another run of this test must not look for one in the same place.
        self.folder, self.port = folder, free_port("127.0.0.1", 10_000 + os.getpid() % 2_000 * 10 + place)
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._limits, self._store, self._pace = limits, store, pace
        self._said = folder.with_suffix(".log")  # for whoever looks into a failure

    async def start(self, *, compiled: bool = False) -> None:
        """Start, and wait until somebody answers."""
        self._silent_until = self._said.stat().st_size if self._said.exists() else 0
        with self._said.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-c", CODE, *map(str, (self.folder, self.port, compiled, *self._ways))],
                stderr=said,
                start_new_session=True,  # what compiles for the server dies with it
            )
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=self.url) as web:
            while not await _answers(web):
                assert self._process.poll() is None, f"The server did not start: {self._said.read_text()[-2000:]}"
                await asyncio.sleep(0.02)

    async def compiled(self) -> None:
        """Wait until it runs compiled rules. A process of low priority makes them: it waits for whatever else goes on here."""
        async with asyncio.timeout(10 * PATIENCE):
            while self._said.read_bytes()[self._silent_until :].count(b"rules compiled") < len(GAMES):
                await asyncio.sleep(0.1)

    @property
    def _ways(self) -> tuple[bool, str, float]:
        return self._limits, self._store, self._pace

    @property
    def is_alive(self) -> bool:
        """Whether it has not been killed."""
        return self._process is not None

    def send(self, what: signal.Signals) -> None:
        """Stop it for a while, or let it go on."""
        assert self._process is not None
        os.kill(self._process.pid, what)

    async def stop(self) -> None:
        """In order: it sends people away, and leaves when it is done."""
        process, self._process = self._process, None
        assert process is not None
        process.terminate()
        async with asyncio.timeout(PATIENCE):
            while process.poll() is None:
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """No time to say good-bye."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def compile_ahead() -> None:
    """So that servers find compiled rules soon after they start."""
    for name in GAMES:
        subprocess.run([sys.executable, "-m", "moot.table.live.machines", str(load(name).folder)], check=True)


async def _answers(web: httpx.AsyncClient) -> bool:
    try:
        return (await web.get("/health")).status_code == 200
    except httpx.TransportError:
        return False
