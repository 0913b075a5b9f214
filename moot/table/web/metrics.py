"""What a server counts and times, for Prometheus: on a port of its own, and nothing that tells who plays or what."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from starlette.exceptions import HTTPException

from moot.engine import MoveError, OptionError
from moot.table.feeds.messages import MessageError
from moot.table.persistence.folder import StartError
from moot.table.persistence.store import StoreError

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds
MANY = (1, 2, 5, 10, 20, 50, 100, 200, 500)
REASONS = {MoveError: "move", OptionError: "option", MessageError: "message", StoreError: "disk"}
EVERY = 0.5  # seconds between two looks at the event loop


class Metrics:
    """Everything that is measured; each server has its own."""

    def __init__(self) -> None:
        self.registry = all_ = CollectorRegistry()
        moves = Counter("moot_moves", "Moves that are on disk.", ["by"], registry=all_)
        self._moves = {False: moves.labels("person"), True: moves.labels("bot")}
        self._refusals = Counter("moot_refusals", "What was refused, by reason.", ["reason"], registry=all_)
        self._append = _seconds(all_, "append", "From the first change of a batch to the disk.")
        self._batch = Histogram(
            "moot_batch_size", "Changes that shared a write.", registry=all_, buckets=(*MANY, float("inf"))
        )
        self.sockets = Gauge("moot_sockets", "Sockets that are open.", registry=all_)
        self._tables = Gauge("moot_tables_in_memory", "Tables in memory.", registry=all_)
        self._render = _seconds(all_, "render", "Making what is said to those who see and hear the same.")
        self._loop_lag = _seconds(all_, "event_loop_lag", "How much later than it should the event loop goes on.")
        self._clock_lag = _seconds(all_, "clock_lag", "How much later than due a table's clock is heard.")
        self._conflicts = Counter("moot_conflicts", "Entries whose number another server had taken.", registry=all_)
        self._notice = _seconds(all_, "notice", "From the decision at another server to the fold here.")
        self._lost = Counter("moot_lost_track", "Logs that could not be followed and are read anew.", registry=all_)
        self._kept = Gauge("moot_tables_kept", "Tables whose bots and clocks are looked after here.", registry=all_)
        self._thinking = _seconds(all_, "bot_thinking", "A bot's thinking about one move.")

    def count_tables(self, many: Callable[[], int]) -> None:
        """How to learn how many tables there are, when somebody asks."""
        self._tables.set_function(many)

    def count_kept(self, many: Callable[[], int]) -> None:
        """The same for those whose bots and clocks are looked after here."""
        self._kept.set_function(many)

    def conflicted(self) -> None:
        """Another server was faster."""
        self._conflicts.inc()

    def noticed(self, seconds: float) -> None:
        """What another server has decided is known here."""
        self._notice.observe(max(0.0, seconds))

    def lost_track(self) -> None:
        """What another server wrote could not be folded here."""
        self._lost.inc()

    def moved(self, by_bot: bool) -> None:
        """A move is on disk."""
        self._moves[by_bot].inc()

    def refused(self, why: str | Exception) -> None:
        """Something was refused. Reasons are few, and say nothing about who or what."""
        self._refusals.labels(why if isinstance(why, str) else _reason(why)).inc()

    def written(self, changes: int, seconds: float) -> None:
        """A batch is on disk, or has failed."""
        self._batch.observe(changes)
        self._append.observe(seconds)

    def clock_heard(self, late: float) -> None:
        """A table's alarm has gone off."""
        self._clock_lag.observe(max(0.0, late))

    def rendered(self, seconds: float) -> None:
        """Something was made for those who see and hear the same."""
        self._render.observe(seconds)

    @contextmanager
    def rendering(self) -> Iterator[None]:
        """While something is made."""
        begun = time.perf_counter()
        yield
        self.rendered(time.perf_counter() - begun)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While a bot thinks."""
        with self._thinking.time():
            yield

    async def watch_the_loop(self) -> None:
        """For ever: whoever sleeps half a second should wake after half a second."""
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(EVERY)
            self._loop_lag.observe(max(0.0, time.perf_counter() - begun - EVERY))


def _reason(error: Exception) -> str:
    if isinstance(error, HTTPException):
        return f"http_{error.status_code}"
    return next((reason for kind, reason in REASONS.items() if isinstance(error, kind)), "other")


def _seconds(registry: CollectorRegistry, name: str, about: str) -> Histogram:
    return Histogram(f"moot_{name}_seconds", about, registry=registry, buckets=(*SHORT, float("inf")))


@contextmanager
def exposed(metrics: Metrics, address: str | None) -> Iterator[None]:
    """Metrics at `PORT` of this machine alone, or at `HOST:PORT`, while it lasts."""
    if address is None:
        yield
        return
    host, _, port = address.rpartition(":")
    if not port.isdecimal():
        raise StartError(f"--metrics takes PORT or HOST:PORT, not '{address}'.")
    try:
        server, _ = start_http_server(int(port), host or "127.0.0.1", metrics.registry)
    except (OSError, OverflowError) as error:
        raise StartError(f"Port {port} cannot be used for metrics: {error}. Choose another with --metrics.") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
