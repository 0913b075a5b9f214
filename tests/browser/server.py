"""A server in a thread of this process: the real one, but tests decide its seeds and its pace."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from moot.bots import BOTS, choose_for, luck_of
from moot.engine import Game
from moot.games import GAMES, load
from moot.table.app import make_app
from moot.table.live.table import LiveTable
from moot.table.registry import Registry
from moot.table.serve import free_port
from moot.table.settings import Settings

Answer = TypeVar("Answer")


SOME = 50  # moves that are made before somebody looks again


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
        forced: bool = False,
    ) -> None:
        games = games if games is not None else {name: load(name) for name in GAMES}
        self.settings = Settings(
            data, games, pace=pace, forced=forced, limits=False, compile=False, new_seed=lambda: seed
        )
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
    def registry(self) -> Registry:
        """All its tables."""
        registry: Registry = self._app.state.registry
        return registry

    def live(self, table: str) -> LiveTable:
        """A table by its name, or by its address."""
        live = self.do(self.registry.find(table.rpartition("/tables/")[2].partition("?")[0].partition("/")[0]))
        assert isinstance(live, LiveTable)
        return live

    def do(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Something in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def play_on(self, table: str, until: int) -> LiveTable:
        """Good moves for every seat until the game has so many, or is over."""
        live = self.live(table)
        while not live.sitting.over and (played := len(live.sitting.history)) < until:
            self.do(_play_on(live, min(until, played + SOME)))
        return live


async def _play_on(live: LiveTable, until: int) -> None:
    sitting = live.sitting
    while not sitting.over and len(sitting.history) < until:
        seat = sitting.waiting[0]
        luck = luck_of(sitting.machine, live.info.seed * 1000 + live.number)
        record = sitting.array.copy()
        await live.play(seat, choose_for(sitting.machine, record, seat, BOTS.index("greedy"), luck))
