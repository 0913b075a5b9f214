"""The table under load: seats that answer as fast as they can, over the JSON socket or as live pages.

python benchmarks/table.py --tables 100 --seconds 20
python benchmarks/table.py --tables 100 --seconds 20 --pages
python benchmarks/table.py --burst 90
python benchmarks/table.py --against 4d05dfd --core

Server and clients share this machine. A move is acknowledged when it is on disk. Each move is timed from sending it until every
seat of its table has been shown a state with it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEATS = 4
WARM = 3.0  # seconds until it counts
TURNS = 5  # of two that are compared
HERE = Path(__file__).resolve().parents[1]
REST = 12.0  # seconds after the load, all seats still there, until the memory is looked at
NEWS = ("state", "page")
HEADERS = {"accept": "application/json", "content-type": "application/json"}


class Heard(msgspec.Struct):
    """As much of a message as a client needs; the rest is skipped."""

    type: str
    moves: list[dict[str, Any]] | None = None
    answer: int | None = None
    pieces: dict[str, str] | None = None
    events: list[dict[str, Any]] = []
    log: list[str] = []
    over: Any = None
    error: str = ""
    done: list[int] = []  # messages that were obeyed; until 2026 each was told by a message of its own

    @property
    def is_done(self) -> bool:
        """Whether an answer is acknowledged."""
        return self.type == "done" or bool(self.done)


_hear = msgspec.json.Decoder(Heard)

# Lines of Polycrisis that all seats hear at the same point of the game; what a seat hears first, under seal, is none of them.
PUBLIC = re.compile(r"\bdrew from\b|\bis the\b|\brises?;|Turn \d+ of \d+|Everyone receives")


@dataclass
class Tally:
    """What was measured."""

    moves: int = 0
    refused: int = 0
    heard: int = 0  # bytes
    server: float = 0.0  # seconds of CPU
    clients: float = 0.0
    memory: float = 0.0  # megabytes
    seen: list[float] = field(default_factory=list)  # seconds until every seat of the table had seen a move

    def begin(self, process: subprocess.Popen[bytes]) -> None:
        """What was before was only to get warm."""
        self.moves = self.refused = self.heard = 0
        self.seen = []
        self.server, self.clients = -cpu_of(process), -time.process_time()

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Time is up."""
        self.server += cpu_of(process)
        self.clients += time.process_time()


@dataclass
class Table:
    """A table and its clients."""

    name: str
    tokens: list[str]
    told: list[int] = field(default_factory=lambda: [0] * SEATS)  # public lines that each seat has been shown
    sent: list[tuple[int, float]] = field(default_factory=list)  # moves not yet seen by all: by how many lines they are

    def settle(self, tally: Tally) -> None:
        """Moves that every seat has seen by now. Of a blind move only its seat sees anything."""
        least = min(self.told)
        while self.sent and self.sent[0][0] <= least:
            tally.seen.append(time.perf_counter() - self.sent.pop(0)[1])


# The server


# What the registry was called until 2026 is tried too, for `--against`.
SERVE = """
import sys
from pathlib import Path
from moot.games import load
from moot.table.serve import serve
try:
    from moot.table.settings import Settings
except ImportError:
    from moot.table.hall import Settings
folder, game, port = sys.argv[1:]
serve(Settings(Path(folder), {game: load(game)}, pace=0, limits=False), "127.0.0.1", int(port))
"""


@contextmanager
def server(folder: Path, chosen: argparse.Namespace) -> Iterator[subprocess.Popen[bytes]]:
    """Moot as `moot serve` runs it, but with one game, and no limit on how fast one address may open tables."""
    told = [str(folder.absolute()), chosen.game, str(chosen.port)]
    process = subprocess.Popen([sys.executable, "-c", SERVE, *told], cwd=chosen.tree, stderr=subprocess.PIPE)
    try:
        wait_until_compiled(process)
        yield process
    finally:
        process.terminate()
        process.wait(20)


def wait_until_compiled(process: subprocess.Popen[bytes]) -> None:
    """The game says when it is."""
    assert process.stderr is not None
    while b"rules compiled" not in (line := process.stderr.readline()):
        if not line:
            raise SystemExit("The server did not start; try `moot serve`.")
    os.set_blocking(process.stderr.fileno(), False)


def memory_of(process: subprocess.Popen[bytes]) -> float:
    """Megabytes that a process holds."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Seconds of CPU that a process has used."""
    used = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


# The clients


async def open_tables(base: str, tables: int, game: str) -> list[Table]:
    """Tables with all seats open, and somebody on each."""
    wish = {"game": game, "option.seats": SEATS, "seat.0": "open"}
    if game == "polycrisis":
        wish |= {"option.turns": 16, "option.chips_per_turn": 0, "option.start_crises": 0, "option.talk": "off"}
    async with httpx.AsyncClient(base_url=base, headers=HEADERS) as web:
        opened = []
        for _ in range(tables):
            name = (await web.post("/tables", json=wish)).json()["table"]
            web.cookies.clear()
            tokens = []
            for seat in range(SEATS):
                joined = await web.post(f"/tables/{name}/join", json={"seat": seat, "name": f"Seat {seat}"})
                tokens.append(joined.json()["token"])
                web.cookies.clear()
            opened.append(Table(name, tokens))
        return opened


class Pace:
    """Lets so many moves a second go, all seats together."""

    def __init__(self, rate: float) -> None:
        self._gap, self._next = 1 / rate, 0.0

    async def turn(self, answers: int) -> None:
        """Wait for one's turn with some answers."""
        now = time.perf_counter()
        self._next = max(self._next + answers * self._gap, now - 0.1)
        if self._next > now:
            await asyncio.sleep(self._next - now)


class Seat:
    """A client that answers at random whatever it is asked."""

    def __init__(self, table: Table, seat: int, tally: Tally, pace: Pace, pages: bool) -> None:
        self.table, self.seat, self.tally, self.pace, self.pages = table, seat, tally, pace, pages
        self.moves: list[list[int]] = []  # each a whole gesture, or one answer
        self.answer = 0
        self.given = 0  # answers that are on their way
        self.sent_at = 0.0
        self.busy = False  # an answer is on its way
        self.task: asyncio.Future[None] | None = None

    async def play(self, socket: ClientConnection, until: float) -> None:
        """Hear and answer until time is up. It goes on hearing while its answer waits for its turn."""
        self._answer_soon(socket)
        async for text in socket:
            if time.perf_counter() > until:
                return
            self.tally.heard += len(text)
            self._hear(_hear.decode(text))
            self._answer_soon(socket)

    def _hear(self, heard: Heard) -> None:
        if heard.type in NEWS:
            self._look(heard)
        if heard.is_done:
            self.table.sent.append((self.table.told[self.seat], self.sent_at))
            self.tally.moves += self.given
        self.tally.refused += heard.type == "refused"
        self.busy &= not (heard.is_done or heard.type == "refused")
        self.table.settle(self.tally)

    def _answer_soon(self, socket: ClientConnection) -> None:
        if self.moves and not self.busy:
            self.busy = True
            self.task = asyncio.ensure_future(self.answer_now(socket))

    async def hear_until(self, socket: ClientConnection, is_so: Callable[[Heard], bool]) -> None:
        """Hear, and answer nothing, until a message is as wished."""
        while True:
            heard = _hear.decode(await socket.recv())
            if heard.type in NEWS:
                self._look(heard)
            if is_so(heard):
                return

    def _look(self, heard: Heard) -> None:
        lines = [line["text"] for line in heard.events] + heard.log
        self.table.told[self.seat] += sum(bool(PUBLIC.search(line)) for line in lines)
        pieces = heard.pieces or {}
        dock = pieces.get("dock", pieces.get("panel"))  # which it once was
        if dock is not None:
            self.moves = [[int(n) for n in way.split("-")] for way in re.findall(r'data-move="([\d-]+)"', dock)]
            self.answer = int(re.findall(r'data-answer="(\d+)"', dock)[0])
        if heard.moves is not None:
            self.moves = [[move["number"]] for move in heard.moves]
        if heard.answer is not None:
            self.answer = heard.answer

    async def answer_now(self, socket: ClientConnection) -> None:
        """Make one of the moves that are open; a gesture is several answers in one message."""
        way, self.moves = random.choice(self.moves), []
        self.given = len(way)
        await self.pace.turn(self.given)
        self.sent_at = time.perf_counter()
        what = {"moves": way} if len(way) > 1 else {"move": way[0]}
        with contextlib.suppress(ConnectionClosed):  # time was up meanwhile
            await socket.send(json.dumps({"do": "play", "answer": self.answer, **what}))


def address_of(port: int, table: Table, seat: int, pages: bool) -> str:
    """A seat's socket; seat -1 is a spectator's."""
    return f"ws://127.0.0.1:{port}/tables/{table.name}/socket?seat={seat}{'&as=page' if pages else ''}"


@asynccontextmanager
async def spectators(port: int, table: Table, many: int, pages: bool) -> AsyncIterator[None]:
    """People who look on at a table. Their messages are read and not looked at: only what they cost the server counts."""
    crowd = [await connect(address_of(port, table, -1, pages), compression=None) for _ in range(many)]
    reading = [asyncio.ensure_future(drain(socket)) for socket in crowd]
    try:
        yield
    finally:
        await asyncio.gather(*(socket.close() for socket in crowd))
        await asyncio.gather(*reading)


async def drain(socket: ClientConnection) -> None:
    """Read until the other end is gone."""
    async for _ in socket:
        pass


@asynccontextmanager
async def sockets(
    port: int, tables: list[Table], pages: bool
) -> AsyncIterator[list[tuple[Table, int, ClientConnection]]]:
    """Every seat's connection."""
    opened = []
    for table in tables:
        for seat, token in enumerate(table.tokens):
            headers = {"authorization": f"Bearer {token}"}
            address = address_of(port, table, seat, pages)
            opened.append((table, seat, await connect(address, additional_headers=headers, compression=None)))
    try:
        yield opened
    finally:
        await asyncio.gather(*(socket.close() for _, _, socket in opened))


async def run(process: subprocess.Popen[bytes], chosen: argparse.Namespace) -> tuple[Tally, float]:
    """All seats play for a while."""
    port, seconds, pages = chosen.port, chosen.seconds, chosen.pages
    tally, pace = Tally(), Pace(chosen.rate)
    opened = await open_tables(f"http://127.0.0.1:{port}", chosen.tables, chosen.game)
    crowd = spectators(port, opened[0], chosen.spectators, pages)
    async with crowd, sockets(port, opened, pages) as connections:
        seats = [(Seat(table, seat, tally, pace, pages), socket) for table, seat, socket in connections]
        await asyncio.gather(*(seat.hear_until(socket, is_first) for seat, socket in seats))
        start = time.perf_counter()
        clients = [asyncio.ensure_future(seat.play(socket, start + WARM + seconds)) for seat, socket in seats]
        await asyncio.sleep(WARM)
        tally.begin(process)
        await asyncio.sleep(seconds)
        tally.end(process)
        took = time.perf_counter() - start - WARM
        await asyncio.wait(clients, timeout=2)
        await asyncio.sleep(chosen.rest)
        tally.memory = memory_of(process)
        return tally, took


def is_first(heard: Heard) -> bool:
    """Everything there is to see is in the first message."""
    return heard.type in NEWS


def is_done(heard: Heard) -> bool:
    """An answer has been acknowledged, and shown by then."""
    return heard.is_done


async def burst(process: subprocess.Popen[bytes], chosen: argparse.Namespace) -> list[float]:
    """Many seats answer at the same moment; seconds until each has been shown what its answer led to."""
    tables = await open_tables(f"http://127.0.0.1:{chosen.port}", -(-chosen.burst // SEATS), "polycrisis")
    tally, pace = Tally(), Pace(1e9)
    async with sockets(chosen.port, tables, chosen.pages) as connections:
        seats = [(Seat(table, seat, tally, pace, chosen.pages), socket) for table, seat, socket in connections]
        await asyncio.gather(*(seat.hear_until(socket, is_first) for seat, socket in seats))
        for turn in range(SEATS):  # classes are chosen in turn; then everyone is asked at once
            await asyncio.gather(*(choose(seat, socket) for seat, socket in seats if seat.seat == turn))
        await asyncio.sleep(1)
        start = time.perf_counter()

        async def answer(seat: Seat, socket: ClientConnection) -> float:
            await choose(seat, socket)
            return time.perf_counter() - start

        return list(await asyncio.gather(*(answer(seat, socket) for seat, socket in seats[: chosen.burst])))


async def choose(seat: Seat, socket: ClientConnection) -> None:
    """Wait to be asked, answer, and hear that it was heard."""
    while not seat.moves:
        await seat.hear_until(socket, is_first)
    await seat.answer_now(socket)
    await seat.hear_until(socket, is_done)


# The peer


def measure_peer(chosen: argparse.Namespace, rate: float) -> dict[str, Any]:
    """The same load on boardgame.io, in memory and without pages; installed by npm into .peers/ when it is not there."""
    source, folder = Path(__file__).parent / "boardgame", Path(__file__).parents[1] / ".peers" / "boardgame"
    shutil.copytree(source, folder, dirs_exist_ok=True)
    if not (folder / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    port = str(chosen.port + 1)
    server = subprocess.Popen(["node", "server.js", port], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        load = ["node", "clients.js", port, str(chosen.tables), str(chosen.seconds), str(rate)]
        printed = subprocess.run(load, cwd=folder, check=True, capture_output=True, text=True).stdout
    finally:
        server.kill()
    return dict(json.loads(printed))


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else 0.0


def options() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, help="by default 100, or 1 with spectators")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, help="moves a second that are tried for; the defaults are in README.md")
    parser.add_argument("--pages", action="store_true", help="seats receive live pages instead of JSON")
    parser.add_argument("--core", action="store_true", help="no sockets: moves are made in the server's own process")
    parser.add_argument(
        "--postgresql",
        action="store_true",
        help="with --core: tables are kept in a PostgreSQL of its own, not in a file",
    )
    parser.add_argument("--spectators", type=int, default=0, help="so many look on at the first table")
    parser.add_argument("--game", default="polycrisis")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--rest", type=float, default=REST, help="seconds after the load until the memory is looked at")
    parser.add_argument("--burst", type=int, help="instead: so many seats answer once, at the same moment")
    parser.add_argument("--peer", action="store_true", help="then the same load on boardgame.io (needs node and npm)")
    parser.add_argument(
        "--tree", type=Path, default=HERE, help="the folder whose Moot is measured; by default this one"
    )
    parser.add_argument("--against", metavar="COMMIT", help="the same load on that commit and on this folder, in turns")
    parser.add_argument(
        "--turns", type=int, default=0, help="with --against; or without: with spectators and without, in turns"
    )
    return parser


def main() -> None:
    """Run one load and print what was measured as JSON."""
    chosen = options().parse_args()
    chosen.tables = chosen.tables or (1 if chosen.spectators else 100)
    chosen.rate = chosen.rate or usual_rate(chosen)
    if chosen.against or chosen.turns:
        print(json.dumps(in_turns(chosen)))
    elif chosen.core:
        print(json.dumps(measure_core(chosen)))
    else:
        with tempfile.TemporaryDirectory(dir=".") as folder, server(Path(folder), chosen) as process:
            measure = measure_burst if chosen.burst else measure_load
            print(json.dumps(measure(process, chosen)), flush=True)
    if chosen.peer:
        print(json.dumps({"peer": "boardgame.io 0.50.2", **measure_peer(chosen, chosen.rate)}))


def usual_rate(chosen: argparse.Namespace) -> float:
    """Moves a second; where two are compared, as many as the slower of them makes with ease."""
    if chosen.spectators:
        return 10
    if chosen.core:
        return 300
    if chosen.pages:
        return 200 if chosen.against else 360
    return 800 if chosen.against else 1650


# One against the other


def in_turns(chosen: argparse.Namespace) -> dict[str, Any]:
    """Two loads in turns, so that whatever else the machine does is shared; medians, and their ratio."""
    loads = compared(chosen)
    seen: dict[str, list[dict[str, Any]]] = {name: [] for name in loads}
    for _ in range(chosen.turns or TURNS):
        for name, changed in loads.items():
            seen[name].append(once({**vars(chosen), "against": None, "turns": 0, "rest": 0.0, **changed}))
            print(name, seen[name][-1], file=sys.stderr, flush=True)
    medians = {name: statistics.median(one["cpu_ms_per_move"]["server"] for one in runs) for name, runs in seen.items()}
    rates = {name: statistics.median(one["moves_per_second"] for one in runs) for name, runs in seen.items()}
    before, after = medians.values()
    return {"server_cpu_ms_per_move": medians, "moves_per_second": rates, "ratio": round(after / before, 2)}


def compared(chosen: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """What two loads differ in: the commit, or whether anyone looks on."""
    if chosen.against:
        there = {"tree": worktree(chosen.against), "postgresql": False}  # the first commits know files alone
        return {chosen.against: there, "here": {"tree": chosen.tree}}
    return {"alone": {"spectators": 0}, "with spectators": {"spectators": chosen.spectators}}


def once(asked: dict[str, Any]) -> dict[str, Any]:
    """One load, in a process of its own."""
    flags = [f"--{name}" for name, value in asked.items() if value is True]
    valued = [f"--{name}={value}" for name, value in asked.items() if value is not None and not isinstance(value, bool)]
    printed = subprocess.run([sys.executable, __file__, *flags, *valued], check=True, capture_output=True).stdout
    return dict(json.loads(printed))


def worktree(commit: str) -> Path:
    """The files of a commit. They stay in .peers/, for code that is compiled is kept by where its source is."""
    name = subprocess.run(
        ["git", "rev-parse", "--short=12", f"{commit}^{{commit}}"], cwd=HERE, check=True, capture_output=True, text=True
    ).stdout.strip()
    folder = HERE / ".peers" / "commits" / name
    if not folder.is_dir():
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder), name], cwd=HERE, check=True)
    return folder


def measure_core(chosen: argparse.Namespace) -> dict[str, Any]:
    """Moves without sockets: `table_core.py`, run in the folder whose Moot is measured."""
    told = [f"--{name}={vars(chosen)[name]}" for name in ("tables", "seconds", "rate")]
    code = Path(__file__).with_name("table_core.py").absolute()
    with database_url(chosen.postgresql) as url:
        command = [sys.executable, str(code), *told, *([f"--store={url}"] if url else [])]
        printed = subprocess.run(command, cwd=chosen.tree, check=True, capture_output=True).stdout
    return dict(json.loads(printed.splitlines()[-1]))


@contextmanager
def database_url(wanted: bool) -> Iterator[str]:
    """An empty database on a PostgreSQL of its own (Debian's package), or nothing."""
    if not wanted:
        yield ""
        return
    sys.path.insert(0, str(HERE))
    from tests.postgres import postgres

    with postgres() as database:
        yield database.lend()


def measure_burst(process: subprocess.Popen[bytes], chosen: argparse.Namespace) -> dict[str, Any]:
    """Many answers at one moment."""
    waits = asyncio.run(burst(process, chosen))
    return {"seats": chosen.burst, "pages": chosen.pages, "all_seen_ms": percentile(waits, 1)}


def measure_load(process: subprocess.Popen[bytes], chosen: argparse.Namespace) -> dict[str, Any]:
    """Many answers for a while."""
    idle = memory_of(process)
    tally, took = asyncio.run(run(process, chosen))
    return {
        "tables": chosen.tables,
        "seats": chosen.tables * SEATS,
        "pages": chosen.pages,
        "moves": tally.moves,
        "refused": tally.refused,
        "moves_per_second": round(tally.moves / took),
        "seen_by_all_ms": {share: percentile(tally.seen, int(share) / 100) for share in ("50", "90", "99", "100")},
        "megabytes_per_second": round(tally.heard / took / 1e6, 2),
        "cpu_ms_per_move": {
            "server": round(1000 * tally.server / tally.moves, 3),
            "clients": round(1000 * tally.clients / tally.moves, 3),
        },
        "server_idle_mb": round(idle),
        "server_after_mb": round(tally.memory),
        "kb_per_table": round((tally.memory - idle) * 1024 / chosen.tables),
    }


if __name__ == "__main__":
    main()
