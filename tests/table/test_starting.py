"""Starting a server: one on a folder, files for its owner alone, and one line for whatever stands in the way."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest

from moot import cli
from moot.table.persistence import folder
from moot.table.persistence.folder import FILE, StartError, held, prepare
from moot.table.serve import free_port

pytestmark = pytest.mark.one_store

ROOT = Path(__file__).parents[2]
NOBODY_ELSE = 0o600


class Refusal(NamedTuple):
    """What `moot serve` says when it does not start."""

    code: int
    out: str
    err: str


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Start a server that cannot start."""

    def start(data: Path, *words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["moot", "serve", "--data", str(data), *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = Refusal(int(str(ended.value.code)), *capsys.readouterr())
        assert (said.code, said.out, said.err.count("\n")) == (1, "", 1), said
        return said.err

    return start


@contextmanager
def served(data: Path, port: int) -> Iterator[tuple[str, int]]:
    """A server as people start it: what it prints first, and its process."""
    command = [sys.executable, "-m", "moot", "serve", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline(), process.pid
        finally:
            process.kill()


def test_open_is_said_when_the_port_answers_and_a_second_server_is_refused(tmp_path: Path, refused: Any) -> None:
    data, port = tmp_path / "data", free_port("127.0.0.1", 8850)
    with served(data, port) as (said, process):
        assert f"http://127.0.0.1:{port} " in said
        assert urlopen(f"http://127.0.0.1:{port}/ready").status == 200
        assert f"A server (process {process}) is running on {data}." in refused(data)
        assert data.stat().st_mode & 0o777 == 0o700
        files = {file.name: file.stat().st_mode & 0o777 for file in data.iterdir() if file.is_file()}
        assert files == dict.fromkeys((FILE, f"{FILE}-wal", f"{FILE}-shm", "moot.lock"), NOBODY_ELSE)
        assert f"Port {port} of 127.0.0.1 cannot be used" in refused(tmp_path / "other", "--port", str(port))
        os.kill(process, signal.SIGKILL)
    with held(data):
        prepare(data)


def test_a_folder_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path), pytest.raises(StartError, match=r"Stop it first, or choose another folder"), held(tmp_path):
        pass
    with held(tmp_path):
        pass


def test_old_files_become_their_owners_alone(tmp_path: Path) -> None:
    prepare(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    prepare(tmp_path)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == NOBODY_ELSE


def test_a_missing_parent_is_said(tmp_path: Path, refused: Any) -> None:
    assert f"There is no folder {tmp_path / 'no'}. Make it first" in refused(tmp_path / "no" / "data")


def test_a_file_is_no_folder(tmp_path: Path, refused: Any) -> None:
    (tmp_path / "data").touch()
    assert "is not a folder. Choose another" in refused(tmp_path / "data")


@pytest.fixture
def nobody() -> Iterator[Path]:
    """Somebody who may read a folder and not write in it."""
    data = Path(tempfile.mkdtemp(dir="/tmp"))
    data.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    yield data
    if is_root:
        os.seteuid(0)
    data.chmod(0o700)
    shutil.rmtree(data)


def test_a_folder_that_cannot_be_written_is_said(nobody: Path, refused: Any) -> None:
    assert f"Nothing can be written in {nobody}. Give this user the right" in refused(nobody)


def test_a_foreign_file_is_said_and_left_alone(tmp_path: Path, refused: Any) -> None:
    (tmp_path / FILE).write_text("A letter to my grandmother, who likes neither cheese nor databases.")
    assert "is not a database of Moot's. Move it away" in refused(tmp_path)
    assert (tmp_path / FILE).read_text().startswith("A letter")


def test_a_foreign_database_is_said_and_left_alone(tmp_path: Path, refused: Any) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TABLE cheeses (name)")
    assert "is not a database of Moot's. Move it away" in refused(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        assert other.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


def test_a_damaged_file_is_said(tmp_path: Path, refused: Any) -> None:
    prepare(tmp_path)
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:4096] + b"\x55" * (len(content) - 4096))
    assert "is damaged (" in refused(tmp_path)


def test_a_file_that_was_cut_off_is_said(tmp_path: Path, refused: Any) -> None:
    prepare(tmp_path)
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:10_000])
    assert "Put a backup in its place" in refused(tmp_path)


def test_a_newer_file_is_said(tmp_path: Path, refused: Any) -> None:
    prepare(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert "was written by a newer Moot. Upgrade Moot" in refused(tmp_path)


def test_a_full_disk_is_said(tmp_path: Path, refused: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, 4096))
    assert f"The disk of {tmp_path} is full. Make room" in refused(tmp_path)


def test_a_disk_that_fills_up_on_the_way_is_said(tmp_path: Path, refused: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(folder, "look_at", fail)
    assert "the disk is full. Make room, and start again." in refused(tmp_path)


def test_a_large_file_is_not_looked_through_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute(
            "CREATE TABLE large AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT i FROM n"
        )
        database.commit()
    monkeypatch.setattr(folder, "LONGEST_LOOK", -1.0)
    prepare(tmp_path)


def test_an_address_of_another_machine_is_said(tmp_path: Path, refused: Any) -> None:
    assert "Choose another with --port." in refused(tmp_path, "--host", "192.0.2.1", "--port", "8000")
    assert "cannot be used: bind(): port must be 0-65535. Choose another" in refused(tmp_path, "--port", "99999")
    assert "is no address of this machine. Choose another with --host." in refused(
        tmp_path, "--host", "no.such.invalid"
    )


def test_a_port_that_nobody_asked_for_is_the_first_that_is_free(tmp_path: Path) -> None:
    first = free_port("127.0.0.1", 8860)
    with socket.create_server(("127.0.0.1", first)):
        assert free_port("127.0.0.1", first) > first
