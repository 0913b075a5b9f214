"""A server in a thread of this process: the real one, but tests decide its seeds and its pace."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from playwright.sync_api import Browser, Playwright

from moot.bots import BOTS, choose_for, luck_of
from moot.engine import Game
from moot.games import GAMES, load
from moot.table.app import make_app
from moot.table.hall import Hall, Settings
from moot.table.room import Room
from moot.table.serve import free_port

# Chromium's own errands have no place in a test.
SWITCHES = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
NO_CHROMIUM = "The browser tests need Chromium: apt-get install chromium"
Answer = TypeVar("Answer")


def launch(playwright: Playwright) -> Browser | None:
    """A Chromium of this machine; None if it has none."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    return playwright.chromium.launch(executable_path=found, args=SWITCHES) if found else None


class Server:
    """Moot, open on a port of this machine."""

    def __init__(
        self,
        data: Path,
        *,
        games: Mapping[str, Game] | None = None,
        seed: int = 7,
        pace: float = 0.01,
        first_port: int = 8300,
    ) -> None:
        games = games if games is not None else {name: load(name) for name in GAMES}
        self.settings = Settings(data, games, pace=pace, limits=False, new_seed=lambda: seed)
        self.port = free_port("127.0.0.1", first_port)
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Open, on the same port as before."""
        self._app = make_app(self.settings)
        config = uvicorn.Config(
            self._app, port=self.port, log_config=None, access_log=False, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            runner.run(self._server.serve())

    def stop(self) -> None:
        """Close."""
        self._server.should_exit = True
        self._thread.join(10)

    @property
    def hall(self) -> Hall:
        """All its tables."""
        hall: Hall = self._app.state.hall
        return hall

    def room(self, table: str) -> Room:
        """A table by its name, or by its address."""
        room = self.do(self.hall.room(table.rpartition("/tables/")[2].partition("?")[0].partition("/")[0]))
        assert isinstance(room, Room)
        return room

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Something in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def play_on(self, table: str, until: int) -> Room:
        """Good moves for every seat until the game has so many, or is over."""
        room = self.room(table)
        self.do(_play_on(room, until))
        return room


async def _play_on(room: Room, until: int) -> None:
    sitting = room.sitting
    while not sitting.over and len(sitting.history) < until:
        seat = sitting.waiting[0]
        luck = luck_of(sitting.machine, room.info.seed * 1000 + room.number)
        record = sitting.array.copy()
        await room.play(seat, choose_for(sitting.machine, record, seat, BOTS.index("greedy"), luck))
