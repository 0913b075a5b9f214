"""A backup: made while people play, and good to start a server on."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.table.persistence.backup import back_up
from moot.table.persistence.folder import FILE, StartError, prepare
from moot.table.persistence.stores import Place
from tests.table.house import House, place_of
from tests.table.test_restart import MINE, everything, some_moves


def test_a_server_starts_on_a_backup_that_was_made_while_it_ran(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with House(tmp_path / "here") as house:
        ada = house.browser()
        table, secret = ada.open("solidarity", name="Ada", **MINE), ada.secret
        live = house.live(table)
        some_moves(house, live, 30, Random(1))
        house.do(live.say, 0, "Keep this")
        before = everything(live)
        assert back_up(place_of(tmp_path / "here"), copy) == copy.stat().st_size
        some_moves(house, live, 5, Random(2))
    assert copy.stat().st_mode & 0o777 == 0o600
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(copy, there / FILE)
    with Place(there).held(), House(there, store="") as house:
        assert everything(house.live(table)) == before
        assert 'data-mine="0 1"' in house.browser(secret).page(f"/tables/{table}")
        some_moves(house, house.live(table), 5, Random(2))


@pytest.mark.one_store
def test_a_backup_overwrites_nothing_and_leaves_no_half(tmp_path: Path) -> None:
    prepare(tmp_path)
    copy = tmp_path / "copy.sqlite"
    copy.write_text("precious")
    with pytest.raises(StartError, match=r"is there already\. Choose another name with --to"):
        back_up(Place(tmp_path), copy)
    assert copy.read_text() == "precious"
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0" + b"\x55" * 9000)
    with pytest.raises(StartError, match="could not be copied"):
        back_up(Place(tmp_path), tmp_path / "half.sqlite")
    assert not (tmp_path / "half.sqlite").exists()


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("data", "to", "says"),
    [
        ("nowhere", "copy.sqlite", "There is no .*moot.sqlite"),
        (".", "no/copy.sqlite", "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, data: str, to: str, says: str) -> None:
    prepare(tmp_path)
    with pytest.raises(StartError, match=says):
        back_up(Place(tmp_path / data), tmp_path / to)


def test_the_command_copies(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    from moot import cli

    prepare(tmp_path)
    words = ["moot", "backup", "--data", str(tmp_path), "--to", str(tmp_path / "copy.sqlite")]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert not ended.value.code
    assert "holds everything that was on disk just now" in capsys.readouterr().out
