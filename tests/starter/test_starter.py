"""The game that `moot new` begins with: it is sound, and so is every copy of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from moot import cli
from moot.battery import check
from moot.engine import OptionError
from moot.games import load
from moot.starter import GAME
from moot.starter.copying import new_game
from moot.starter.rules import Event
from tests.table.house import House


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new game."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield new_game("night_market", tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "night_market"]:
        del sys.modules[name]


def test_the_battery() -> None:
    assert check(GAME, games=40).ok


def test_a_new_game_passes_its_checks(folder: Path) -> None:
    game = load(str(folder))
    assert (game.name, game.title, game.folder) == ("night_market", "Night Market", folder)
    report = check(game, games=20)
    assert report.ok, str(report)


def test_nothing_of_the_copy_speaks_of_the_original(folder: Path) -> None:
    for file in folder.iterdir():
        assert "starter" not in file.read_text(encoding="utf-8").lower(), file


def test_a_new_game_is_played_at_the_table(folder: Path, tmp_path: Path) -> None:
    game = load(str(folder))
    with House(tmp_path / "data", {game.name: game}) as house:
        ada = house.browser()
        page = ada.page(f"/tables/{ada.open('night_market')}")
        assert "Name a number. The highest that nobody else names scores." in page


def test_the_command_says_what_comes_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(cli.app, ["new", "heist"])
    assert said.exit_code == 0
    assert "moot serve --game heist" in said.stdout
    assert (tmp_path / "heist" / "rulebook.md").read_text(encoding="utf-8").startswith("# Heist\n")


@pytest.mark.parametrize("name", ["Heist", "9lives", "a-b", "", "a b", "../x", "class", "json", "moot"])
def test_a_name_that_will_not_do_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(folder: Path) -> None:
    with pytest.raises(OptionError, match="is there already"):
        new_game("night_market", folder.parent)


def test_a_game_that_is_there_is_no_module_of_pythons(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m moot.cli` finds modules where it is called."""
    monkeypatch.syspath_prepend(folder.parent)
    with pytest.raises(OptionError, match="is there already"):
        new_game("night_market", folder.parent)


def test_lucky_numbers_are_whispered_while_the_game_is_laid_out() -> None:
    """What is told in the layout is heard."""
    t = GAME.start(seats=2, seed=4)
    assert t.events(0)[0][1:3] == (Event.DEALT, (t.state.lucky[0], 0, 0, 0, 0))
    assert Event.DEALT not in [entry.event for entry in t.events()]
