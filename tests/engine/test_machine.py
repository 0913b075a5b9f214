"""Compiled code is kept on disk, in a folder that belongs to the very sources it was made from."""

from __future__ import annotations

import dataclasses
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import Game
from moot.engine.drive import begin_at, law_at, view_at
from moot.engine.machine import CompiledMachine
from moot.games import load
from tests.battery.toll import make_toll

HOME = "kept_leduc"  # the package that a copy of Leduc is given


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a cache of its own."""
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of Leduc, to be changed."""
    copy = tmp_path / HOME
    shutil.copytree(LEDUC.folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file in copy.glob("*.py"):
        file.write_text(file.read_text().replace("examples.leduc", HOME))
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield copy
    for name in [name for name in sys.modules if name.partition(".")[0] == HOME]:
        del sys.modules[name]


def fresh(game: Game) -> CompiledMachine:
    """The game's machine as a new process would make it."""
    return dataclasses.replace(game).compiled


def compiles(game: Game) -> list[str]:
    """What a new process compiles to judge a position."""
    machine, said = fresh(game), list[str]()
    machine.on_compile = said.append
    assert machine.entry(law_at)(game.blank(game.choose({})), 0) == -1
    return said


def test_a_copy_of_a_game_is_a_game(folder: Path) -> None:
    game = load(str(folder))
    assert game.folder == folder
    assert bytes(game.start(seed=5)) == bytes(LEDUC.start(seed=5))


def test_the_folder_is_in_the_cache(cache: Path) -> None:
    assert LEDUC.compiled.cache_folder(begin_at).parent == cache


def test_the_same_sources_have_the_same_folder() -> None:
    assert fresh(LEDUC).cache_folder(begin_at) == fresh(LEDUC).cache_folder(begin_at)


def test_other_functions_have_another_folder() -> None:
    assert LEDUC.compiled.cache_folder(begin_at) != LEDUC.compiled.cache_folder(view_at)


@pytest.mark.parametrize("name", ["rules.py", "bot.py", "__init__.py"])
def test_the_folder_changes_when_a_source_changes(folder: Path, name: str) -> None:
    game = load(str(folder))
    before = fresh(game).cache_folder(begin_at)
    source = (folder / name).read_text()
    (folder / name).write_text(f"{source}# another thought\n")
    assert fresh(game).cache_folder(begin_at) != before
    (folder / name).write_text(source)
    assert fresh(game).cache_folder(begin_at) == before


def test_the_folder_changes_when_a_table_of_data_is_added(folder: Path) -> None:
    game = load(str(folder))
    before = fresh(game).cache_folder(begin_at)
    (folder / "cards.csv").write_text("jack,2\n")
    assert fresh(game).cache_folder(begin_at) != before


def test_games_put_together_from_the_same_files_have_folders_of_their_own() -> None:
    one, other = make_toll(), make_toll(tips_are_sealed=False)
    assert one.sources == other.sources
    assert one.compiled.cache_folder(view_at) != other.compiled.cache_folder(view_at)


def test_what_was_compiled_is_compiled_once_and_again_when_a_source_changes(folder: Path) -> None:
    game = load(str(folder))
    assert compiles(game) == ["law_at"]
    assert compiles(game) == []
    rules = folder / "rules.py"
    rules.write_text(rules.read_text().replace("ANTE, MOST_RAISES = 1, 2", "ANTE, MOST_RAISES = 2, 2"))
    assert compiles(game) == ["law_at"]


def test_without_a_place_to_write_the_temporary_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert LEDUC.compiled.cache_folder(begin_at).parent.parent == tmp_path
