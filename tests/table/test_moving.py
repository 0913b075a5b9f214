"""Moving house: everything from a folder into a database and back, the same to the byte. And a database that cannot be used."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot import cli
from moot.table.persistence.folder import StartError
from moot.table.persistence.moving import move
from moot.table.persistence.stores import Place, place_of
from tests.postgres import Postgres
from tests.table.desk import opened
from tests.table.house import House
from tests.table.test_forgetting import rows_in
from tests.table.test_restart import MINE, everything, some_moves

pytestmark = pytest.mark.one_store


@pytest.fixture
def database(databases: Postgres) -> Any:
    """The URL of an empty one."""
    url = databases.lend()
    yield url
    databases.take_back(url)


def test_everything_moves_into_a_database_and_back(tmp_path: Path, database: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with House(here) as house:
        table = house.browser().open("treasury", name="Ada", **MINE)
        some_moves(house, house.live(table), 40, Random(1))
        desk = opened(house)
        desk.seat("Ada")
        before = everything(house.live(table))
    rows = rows_in(Place(here))
    assert move(Place(here), Place(tmp_path, database)) == sum(map(len, rows.values()))
    with House(tmp_path, store=database) as house:
        assert everything(house.live(table)) == before
        assert house.do(house.registry.workshop, desk.id) is not None
    with pytest.raises(StartError, match="holds tables already"):
        move(Place(here), Place(tmp_path, database))
    move(Place(tmp_path, database), Place(there))
    again = rows_in(Place(there))
    same = ("people", "keys", "logs", "log", "told", "tables", "seats", "sitters", "guests")
    assert {name: sorted(again[name], key=repr) for name in same} == {
        name: sorted(rows[name], key=repr) for name in same
    }


def test_the_command_says_what_it_has_copied(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with House(tmp_path) as house:
        house.browser().open(**MINE)
    monkeypatch.setattr(sys, "argv", ["moot", "migrate", "--data", str(tmp_path), "--to", database])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert "holds everything now" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://moot@localhost/moot", "'mysql' is no store. It is given as postgresql://USER@HOST/DATABASE."),
        ("postgresql://moot:secret@127.0.0.1:1/moot", "cannot be used: .* Check --store, and whether PostgreSQL runs."),
        ("postgresql://moot@no.such.host.example/moot", "no.such.host.example/moot cannot be used"),
        ("{base}/nowhere", "There is no such database: .*/nowhere. Make it with createdb"),
        ("{base}/strange", "holds something else than Moot's tables"),
    ],
)
def test_a_database_that_cannot_be_used_is_said_in_one_line(
    databases: Postgres, tmp_path: Path, url: str, says: str
) -> None:
    base = databases.lend().rpartition("/")[0]
    if url.endswith("strange"):
        databases.execute("postgres", "DROP DATABASE IF EXISTS strange", "CREATE DATABASE strange")
        databases.execute("strange", "CREATE TABLE precious (thing text)")
    with pytest.raises(StartError, match=says) as said, place_of(tmp_path, url.format(base=base)).held():
        pass
    assert "\n" not in str(said.value)
    assert "secret" not in str(said.value)
