"""A PostgreSQL of the tests' own, made of Debian's package: started when it is first needed, gone with the tests."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from moot.table.persistence.migrations import upgrade

TEMPLATE = "moot_template"
# Nothing of the tests need survive a power cut, so that no test waits for a disk. `make faults` has it otherwise.
HURRY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres:
    """A server of its own, with databases to lend."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self.port = folder, _free_port()
        self._settings = {"max_connections": "200", **settings}
        self._owner = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        self._process: subprocess.Popen[bytes] | None = None
        self._free: list[str] = []
        self._made = 0
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(folder, self._owner)
        self._run("initdb", "-D", str(folder / "data"), "-U", "moot", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")

    def _run(self, program: str, *words: str) -> None:
        subprocess.run([binary(program), *words], check=True, capture_output=True, user=self._owner, cwd=self.folder)

    def start(self) -> None:
        """Run it until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        where = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [binary("postgres"), *where, *settings],
                stdout=log,
                stderr=log,
                user=self._owner,
                cwd=self.folder,
                start_new_session=True,
            )
        while not self.answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it takes connections."""
        try:
            self.execute("postgres", "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """At once, as a crash would: SIGKILL goes to all of its processes."""
        if self._process is None:
            return
        if how == signal.SIGKILL:
            os.killpg(self._process.pid, how)
        else:
            self._process.send_signal(how)
        self._process.wait()
        self._process = None

    def url(self, database: str) -> str:
        """How a server is told of a database."""
        return f"postgresql://moot@127.0.0.1:{self.port}/{database}"

    def execute(self, database: str, *statements: str) -> None:
        """Do something in a database."""

        async def run() -> None:
            connection = await asyncpg.connect(self.url(database), timeout=5)
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        asyncio.run(run())

    def lend(self) -> str:
        """The URL of an empty database with the present schema."""
        if not self._made:
            self.execute("postgres", f"CREATE DATABASE {TEMPLATE}")
            upgrade(self.url(TEMPLATE))
        if self._free:
            return self._free.pop()
        self._made += 1
        self.execute("postgres", f"CREATE DATABASE moot_{self._made} TEMPLATE {TEMPLATE}")
        return self.url(f"moot_{self._made}")

    def take_back(self, url: str) -> None:
        """Empty it for the next."""
        from moot.table.persistence.schema import metadata

        # There is little in them: to delete it takes a tenth of the time of TRUNCATE, which makes new files.
        parts = reversed(metadata.sorted_tables)
        self.execute(url.rpartition("/")[2], "; ".join(f"DELETE FROM {part.name}" for part in parts))
        self._free.append(url)


@contextmanager
def postgres(**settings: str) -> Iterator[Postgres]:
    """One that is there while `with` lasts."""
    with tempfile.TemporaryDirectory(prefix="moot-postgres-") as folder:
        server = Postgres(Path(folder), **settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def binary(name: str) -> str:
    """A program of PostgreSQL's, the newest there is."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        raise RuntimeError("The tests of the table need PostgreSQL: apt-get install postgresql")
    return path


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
