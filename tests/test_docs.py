"""The documentation tells the truth: its code stands in the example, its examples run, its commands work."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import moot
from moot import cli
from moot.bots import read_bots
from moot.engine import Game
from moot.games import GAMES
from moot.lab import Simulation, simulate
from moot.lab.games import TALLY

ROOT = Path(__file__).parents[1]
LEDUC = ROOT / "examples" / "leduc"
TUTORIAL = ROOT / "docs" / "add-a-game.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
APP: Any = get_command(cli.app)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[str]:
    """The fenced blocks of a page in some languages."""
    return [text for language, text in FENCE.findall(page.read_text(encoding="utf-8")) if language in languages]


# The tutorial


def leduc_sources() -> dict[str, str]:
    """The files of the example."""
    return {file.name: file.read_text(encoding="utf-8") for file in LEDUC.iterdir() if file.suffix in {".py", ".md"}}


@pytest.mark.parametrize("block", blocks(TUTORIAL, "python", "markdown"))
def test_the_tutorials_code_stands_in_the_example(block: str) -> None:
    assert any(block.strip("\n") in source for source in leduc_sources().values()), block


@pytest.mark.parametrize("name", leduc_sources())
def test_the_tutorial_shows_all_of_the_example(name: str) -> None:
    shown = {line for block in blocks(TUTORIAL, "python", "markdown") for line in block.splitlines()}
    missing = [line for line in leduc_sources()[name].splitlines() if line.strip() and line not in shown]
    assert missing == []


def test_the_tutorials_story_is_what_the_command_tells() -> None:
    told = CliRunner().invoke(cli.app, ["story", str(LEDUC), "--seed", "3", "--seat", "0"]).stdout
    assert told.strip() in TUTORIAL.read_text(encoding="utf-8")


# Examples in Python


def test_the_examples_in_python_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, encoding="utf-8")
    assert tried > 40
    assert failed == 0


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md", "python"):
        exec(block, {})
    assert capsys.readouterr().err == ""


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(moot).failed == 0


# Commands


def rounded(value: Any) -> Any:
    """Figures to three places."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value


def test_the_json_that_is_shown_is_what_the_command_prints() -> None:
    (shown,) = map(json.loads, blocks(ROOT / "docs" / "command-line.md", "json"))
    printed = json.loads(CliRunner().invoke(cli.app, ["sim", str(LEDUC), "--json"]).stdout)
    assert list(shown) == list(printed)
    assert {**rounded(printed), "seconds": 0} == {**shown, "seconds": 0}


def test_the_saved_game_that_is_shown_can_be_replayed() -> None:
    (shown,) = blocks(ROOT / "docs" / "engine.md", "json")
    assert moot.replay(moot.load(str(LEDUC)), shown).to_json() == shown


def commands(page: Path) -> Iterator[list[str]]:
    """The words of each `moot` command in a page's shell blocks, without the rest of a pipe."""
    for block in blocks(page, "", "sh", "bash", "shell", "console"):
        for line in block.replace("\\\n", " ").splitlines():
            if re.match(r"(\$ )?moot\b", line):
                words = shlex.split(line.removeprefix("$ "), comments=True)
                yield words[1 : next((at for at, word in enumerate(words) if word in {"|", ">", "&&"}), None)]


def mentions(page: Path) -> set[str]:
    """The commands named in the text: `moot sim ...`."""
    return set(re.findall(r"`moot ([a-z][\w-]*)", page.read_text(encoding="utf-8")))


def parse(words: list[str]) -> dict[str, Any]:
    """What a command understands of its words; raises if it does not."""
    name, *rest = words
    command = APP.get_command(click.Context(APP), name)
    assert command is not None, f"there is no command {name}"
    parsed: dict[str, Any] = command.make_context(name, list(rest)).params
    return parsed


def smaller(words: list[str]) -> list[str]:
    """The same command with few games."""
    if words[0] in {"sim", "check"} and "--help" not in words:
        return [*words, "--games", "20" if words[0] == "sim" else "2"]
    return words


def pretend_to_simulate(game: Game, games: int, **asked: Any) -> Simulation:
    """Everything that a simulation checks, and no game."""
    chosen = game.choose(asked["options"], asked["preset"])
    read_bots(asked["bots"], chosen["seats"])
    return Simulation(game, games, asked["seed"], chosen, asked["bots"], 1.0, np.zeros(TALLY, np.int64))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_can_be_read(page: Path) -> None:
    for words in commands(page):
        if words and "--help" not in words:
            parse(words)
    assert mentions(page) <= set(APP.commands)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order and in one folder, so that what one saves another can read. Games that take long to compile are not played."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        cli, "simulate", lambda game, *a, **k: (pretend_to_simulate if game.name in GAMES else simulate)(game, *a, **k)
    )
    for words in commands(page):
        if words[:1] != ["bench"] and not (words[:1] == ["check"] and words[1] in (*GAMES, "all")):
            result = CliRunner().invoke(cli.app, smaller(words), catch_exceptions=False)
            assert result.exit_code == 0, f"moot {' '.join(words)}\n{result.output}"


def test_there_are_commands_to_try() -> None:
    assert {words[0] for page in PAGES for words in commands(page)} == set(APP.commands)


def test_the_pages_lead_to_each_other() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([\w./-]+\.md)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).is_file(), f"{page.name} leads to {link}"
