"""How two servers do on one PostgreSQL: CPU per move, conflicts, and how soon one shows what happened at the other.

It starts a PostgreSQL of its own (Debian's package) and prints JSON; benchmarks/README.md says what was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

sys.path.insert(0, str(Path(__file__).parents[1]))

from table import (
    WARM,
    Pace,
    Seat,
    Table,
    Tally,
    address_of,
    cpu_of,
    drain,
    is_first,
    open_tables,
    wait_until_compiled,
)
from websockets.asyncio.client import ClientConnection, connect

from tests.postgres import Postgres, postgres

SERVE = """
import sys
from pathlib import Path
from moot.games import load
from moot.table.serve import serve
from moot.table.settings import Settings
folder, store, port, metrics = sys.argv[1:]
settings = Settings(Path(folder), {"polycrisis": load("polycrisis")}, pace=0, limits=False, releases=False, store=store)
serve(settings, "127.0.0.1", int(port), metrics=metrics)
"""


class Server:
    """One of them."""

    def __init__(self, folder: Path, store: str, place: int, port: int) -> None:
        self.port, self.metrics = port + 2 * place, port + 2 * place + 1
        told = [str(folder / str(place)), store, str(self.port), str(self.metrics)]
        self.process = subprocess.Popen([sys.executable, "-c", SERVE, *told], stderr=subprocess.PIPE)
        wait_until_compiled(self.process)

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def figures(self) -> dict[str, float]:
        """What it has counted."""
        text = httpx.get(f"http://127.0.0.1:{self.metrics}/metrics").text
        return {
            f"{sample.name}{sample.labels.get('le', '')}": sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def stop(self) -> None:
        """It is not needed any more."""
        self.process.terminate()
        self.process.wait(25)


@contextlib.contextmanager
def servers(database: Postgres, many: int, port: int) -> Iterator[list[Server]]:
    """So many, on one database."""
    url = database.lend()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for place in range(many):
            (Path(folder) / str(place)).mkdir()
        running = [Server(Path(folder), url, place, port) for place in range(many)]
        try:
            yield running
        finally:
            for server in running:
                server.stop()


@contextlib.asynccontextmanager
async def everyone(running: list[Server], tables: list[list[Table]], spread: bool) -> AsyncIterator[list[Any]]:
    """Every seat at its table's server, or each at another; and at every fourth table a spectator by the other server."""
    opened: list[tuple[Table, int, ClientConnection]] = []
    watching: list[ClientConnection] = []
    for home, group in enumerate(tables):
        for number, table in enumerate(group):
            for seat, token in enumerate(table.tokens):
                server = running[(home + (seat if spread else 0)) % len(running)]
                headers = {"authorization": f"Bearer {token}"}
                address = address_of(server.port, table, seat, pages=False)
                opened.append((table, seat, await connect(address, additional_headers=headers, compression=None)))
            if number % 4 == 0 and len(running) > 1:
                other = running[(home + 1) % len(running)]
                watching.append(await connect(address_of(other.port, table, -1, pages=False), compression=None))
    reading = [asyncio.ensure_future(drain(socket)) for socket in watching]
    yield opened
    await asyncio.gather(*(socket.close() for socket in [*watching, *(one for _, _, one in opened)]))
    await asyncio.gather(*reading)


async def run(running: list[Server], chosen: argparse.Namespace) -> dict[str, Any]:
    """All seats play for a while."""
    share = chosen.tables // len(running)
    tables = [await open_tables(server.base, share, "polycrisis") for server in running]
    tally, pace = Tally(), Pace(chosen.rate)
    async with everyone(running, tables, chosen.spread) as opened:
        seats = [(Seat(table, seat, tally, pace, False), socket) for table, seat, socket in opened]
        await asyncio.gather(*(seat.hear_until(socket, is_first) for seat, socket in seats))
        start = time.perf_counter()
        until = start + WARM + chosen.seconds
        clients = [asyncio.ensure_future(seat.play(socket, until)) for seat, socket in seats]
        await asyncio.sleep(WARM)
        tally.moves = tally.refused = 0
        before, used, base = [one.figures() for one in running], _cpu(running), _cpu_of_postgres()
        await asyncio.wait(clients, timeout=chosen.seconds + 2)
        after = [one.figures() for one in running]
        spent, in_base = _cpu(running) - used, _cpu_of_postgres() - base
    grown = _sum(after) | {name: value - _sum(before).get(name, 0.0) for name, value in _sum(after).items()}
    return _told(tally, chosen, grown, spent, in_base)


def _told(
    tally: Tally, chosen: argparse.Namespace, grown: dict[str, float], spent: float, in_base: float
) -> dict[str, Any]:
    conflicts = grown.get("moot_conflicts_total", 0.0)
    return {
        "servers": chosen.servers,
        "spread": chosen.spread,
        "moves": tally.moves,
        "moves_per_second": round(tally.moves / chosen.seconds),
        "refused": tally.refused,
        "cpu_ms_per_move": {
            "servers": round(1000 * spent / tally.moves, 3),
            "postgresql": round(1000 * in_base / tally.moves, 3),
        },
        "conflicts_percent": round(100 * conflicts / tally.moves, 3),
        "notices": round(grown.get("moot_notice_seconds_count", 0)),
        "notice_ms_at_most": {share: _quantile(grown, share / 100) for share in (50, 99)},
    }


def _quantile(figures: dict[str, float], share: float) -> float | None:
    """The upper end of the bucket in which it lies."""
    name = "moot_notice_seconds_bucket"
    buckets = sorted((float(key.removeprefix(name)), many) for key, many in figures.items() if key.startswith(name))
    total = buckets[-1][1] if buckets else 0
    return next((1000 * end for end, many in buckets if total and many >= share * total), None)


def _sum(figures: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(one.get(name, 0.0) for one in figures) for name in figures[0]}


def _cpu(running: list[Server]) -> float:
    return sum(cpu_of(server.process) for server in running)


def _cpu_of_postgres() -> float:
    """Seconds of CPU of all of its processes."""
    used = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, _, rest = (folder / "stat").read_text().rpartition(")")
            used += sum(map(int, rest.split()[11:15])) if name.endswith("(postgres") else 0
    return used / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run one load and print what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=300, help="moves a second that the clients try for")
    parser.add_argument("--spread", action="store_true", help="each seat of a table at another server")
    parser.add_argument("--port", type=int, default=8800)
    chosen = parser.parse_args()
    with postgres() as database, servers(database, chosen.servers, chosen.port) as running:
        print(json.dumps(asyncio.run(run(running, chosen))))


if __name__ == "__main__":
    main()
