"""A database that cannot be used: each command says so in one line, with what to do, and nothing secret is in it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
import structlog

from moot import cli
from moot.table.live import releases
from moot.table.persistence.folder import StartError, prepare
from moot.table.persistence.migrations import present
from moot.table.persistence.moving import move
from moot.table.persistence.stores import Place, place_of
from tests.postgres import Postgres
from tests.table.house import House
from tests.table.test_forgetting import rows_in
from tests.table.test_restart import MINE

pytestmark = pytest.mark.one_store
Refused = Callable[..., str]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """A command: its exit status, and what it says."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["moot", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return int(str(ended.value.code or 0)), *capsys.readouterr()

    logs = structlog.get_config()
    yield run
    structlog.configure(**logs)  # a server has its own


@pytest.fixture
def refused(run: Run) -> Refused:
    """What a command says that cannot be done."""

    def refused(*words: str) -> str:
        code, out, err = run(*words)
        assert (code, out, err.count("\n")) == (1, "", 1), (code, out, err)
        assert "secret" not in err
        return err

    return refused


@pytest.fixture(scope="module")
def server(databases: Postgres) -> Postgres:
    """A server with users and databases for whom not everything is as it should be."""
    rules = databases.folder / "data" / "pg_hba.conf"
    rules.write_text(f"host all keyed 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
    databases.execute(
        "postgres",
        "SELECT pg_reload_conf()",
        "CREATE ROLE keyed LOGIN PASSWORD 'secret'",
        "CREATE ROLE powerless LOGIN",
        "CREATE DATABASE bare",
        "CREATE DATABASE other",
        "CREATE DATABASE newer",
    )
    databases.execute("other", "CREATE TABLE precious (thing text)")
    databases.execute(
        "newer", "CREATE TABLE alembic_version (version_num text)", "INSERT INTO alembic_version VALUES ('9999')"
    )
    return databases


@pytest.fixture
def database(databases: Postgres) -> Iterator[str]:
    """The URL of an empty one."""
    url = databases.lend()
    yield url
    databases.take_back(url)


TROUBLES = {
    "postgresql://keyed:secretly@{at}/bare": "does not let this user in. Check user and password",
    "postgresql://keyed@{at}/bare?password=secretly": "does not let this user in. Check user and password",
    "postgresql://nobody@{at}/bare": "does not let this user in. Check user and password",
    "postgres://moot:secret@{at}/nowhere": "There is no such database: postgres://{at}/nowhere. Make it with createdb",
    "postgresql://moot:secret@127.0.0.1:1/moot": "cannot be used: Connect call failed.* whether PostgreSQL runs.",
    "postgresql://moot@{at}/newer": "was written by a newer Moot. Upgrade Moot|was written by another release of Moot",
    "postgresql://moot@{at}/other": "holds something else than Moot's tables. Choose another database",
    "postgresql://powerless@{at}/bare": "Make the user the owner of the database.|bare is empty. Say with --store",
    "postgresql://moot@{at}/bare?sslmode=require&password=secret": "cannot be used: .*SSL",
    "postgresql://moot:secret@{at}/bare?sslmode=perhaps": "The address of .*/bare cannot be read",
    "postgresql://moot:sec/ret@{at}/bare": "cannot be read|cannot be used",
    "mysql://moot:secret@{at}/moot": "'mysql' is no store",
}


@pytest.mark.parametrize("command", ["serve", "backup", "migrate", "forget"])
@pytest.mark.parametrize("url", TROUBLES)
def test_what_is_wrong_with_a_database_is_said_in_one_line(
    server: Postgres, refused: Refused, tmp_path: Path, command: str, url: str
) -> None:
    at = f"127.0.0.1:{server.port}"
    more = {
        "serve": ["--port", "0"],
        "backup": ["--to", str(tmp_path / "backup.sqlite")],
        "migrate": ["--to", str(tmp_path / "copy")],
        "forget": ["--older-than", "5"],
    }[command]
    said = refused(command, "--data", str(tmp_path), "--store", url.format(at=at), *more)
    assert any(_like(part.format(at=at), said) for part in TROUBLES[url].split("|")), said
    assert not (tmp_path / "backup.sqlite").exists()


@pytest.mark.parametrize("command", ["backup", "migrate", "forget"])
def test_where_nothing_was_ever_kept_nothing_is_done(
    server: Postgres, refused: Refused, tmp_path: Path, command: str
) -> None:
    """To copy nothing, and to say that everything is there now, would help nobody who has mistyped a name."""
    more = ["--older-than", "5"] if command == "forget" else ["--to", str(tmp_path / "copy")]
    empty = f"postgresql://moot@127.0.0.1:{server.port}/bare"
    said = refused(command, "--data", str(tmp_path / "mistyped"), *more)
    assert "mistyped/moot.sqlite. Say with --data where the server keeps its games." in said
    assert "/bare is empty. Say with --store where" in refused(command, "--store", empty, *more)
    assert not list(tmp_path.iterdir())


def _like(part: str, said: str) -> bool:
    begin, _, end = part.partition(".*")
    return begin in said and end in said.partition(begin)[2]


@pytest.mark.parametrize("more", ["", "?sslmode=disable", "?application_name=party", "?sslmode=prefer"])
def test_what_a_url_asks_for_is_given(server: Postgres, tmp_path: Path, more: str) -> None:
    place = place_of(tmp_path, f"postgres://moot@127.0.0.1:{server.port}/fresh{more}")
    server.execute("postgres", "CREATE DATABASE fresh")
    try:
        with place.held():
            pass
        with place.held():
            place.look()
    finally:
        server.execute("postgres", "DROP DATABASE fresh WITH (FORCE)")


def test_what_fails_when_the_tables_are_opened_is_said_in_one_line_too(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(shelf: object) -> None:
        raise PermissionError(13, "Permission denied", "releases")

    monkeypatch.setattr(releases.Shelf, "put_by", fail)
    assert "Permission denied" in refused("serve", "--data", str(tmp_path), "--port", "0")


# Moving


def test_empty_is_a_database_without_any_row(
    refused: Refused, tmp_path: Path, database: str, databases: Postgres
) -> None:
    with House(tmp_path / "here") as house:
        house.browser().open(**MINE)
    databases.execute(database.rpartition("/")[2], "INSERT INTO logs (id) VALUES ('x')")
    said = refused("migrate", "--data", str(tmp_path / "here"), "--to", database)
    assert "holds tables already. Choose an empty one with --to." in said


def test_servers_are_stopped_before_they_are_moved_from(refused: Refused, tmp_path: Path, database: str) -> None:
    with House(tmp_path, store=database) as house:
        house.browser().open(**MINE)
        said = refused("migrate", "--store", database, "--data", str(tmp_path), "--to", str(tmp_path / "copy"))
        assert "1 server runs on postgresql://" in said
        prepare(tmp_path)
        with pytest.raises(StartError, match="Stop all first"):
            move(Place(tmp_path), Place(tmp_path, database))
    assert move(Place(tmp_path, database), Place(tmp_path / "copy2"))


def test_a_backup_changes_nothing_in_a_database_of_an_older_release(
    refused: Refused, tmp_path: Path, database: str, databases: Postgres
) -> None:
    name, step = database.rpartition("/")[2], present()
    databases.execute(name, "UPDATE alembic_version SET version_num = '0008'")
    try:
        said = refused("backup", "--store", database, "--to", str(tmp_path / "backup.sqlite"))
        assert "was written by another release of Moot" in said
        assert asyncio.run(_step(database)) == "0008"
    finally:
        databases.execute(name, f"UPDATE alembic_version SET version_num = '{step}'")


async def _step(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval("SELECT version_num FROM alembic_version"))
    finally:
        await connection.close()


def test_a_folder_that_is_named_counts_for_more_than_the_environment(
    run: Run, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path / "here") as house:
        house.browser().open(**MINE)
    monkeypatch.setenv("MOOT_STORE", database)
    here, copy = str(tmp_path / "here"), tmp_path / "backup.sqlite"
    assert run("backup", "--data", here, "--to", str(copy))[0] == 0
    (tmp_path / "there").mkdir()
    copy.rename(tmp_path / "there" / "moot.sqlite")
    assert len(rows_in(Place(tmp_path / "there"))["tables"]) == 1
    assert run("backup", "--to", str(copy))[0] == 0  # by the environment alone, which is empty
