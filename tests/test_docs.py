"""The documentation tells the truth: its code stands in the example, its examples run, its commands work."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import json
import re
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import msgspec
import numpy as np
import pytest
import uvicorn
from typer.main import get_command
from typer.testing import CliRunner
from websockets.sync.client import ClientConnection, connect

import moot
from docs import api
from docs.pictures import architecture
from examples import socket_bot
from examples.leduc import words as leduc_words
from examples.leduc.rules import Leduc
from moot import cli
from moot.bots import Player, play_out, read_bots
from moot.engine import Game, Names
from moot.games import GAMES
from moot.lab import Simulation, simulate
from moot.lab.games import tally_size
from moot.table.app import make_app
from moot.table.feeds.messages import Message, read
from moot.table.rendering.renderer import Face, Renderer
from moot.table.serve import free_port
from moot.table.settings import Settings
from moot.table.web.guard import HEADERS

ROOT = Path(__file__).parents[1]
LEDUC = ROOT / "examples" / "leduc"
LEVEE = ROOT / "examples" / "levee"
TUTORIAL = ROOT / "docs" / "add-a-game.md"
SOCKET = ROOT / "docs" / "socket.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
BOARDS = ROOT / "docs" / "boards.md"
SEED_SHOWN = 3  # of the game whose messages docs/socket.md shows
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
API = api.page()
APP: Any = get_command(cli.app)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[str]:
    """The fenced blocks of a page in some languages."""
    return [text for language, text in FENCE.findall(page.read_text(encoding="utf-8")) if language in languages]


# The tutorial


def tutorial_sources() -> dict[str, str]:
    """The files of the example."""
    return {file.name: file.read_text(encoding="utf-8") for file in LEVEE.iterdir() if file.suffix in {".py", ".md"}}


@pytest.mark.parametrize("block", blocks(TUTORIAL, "python", "markdown"))
def test_the_tutorials_code_stands_in_the_example(block: str) -> None:
    assert any(block.strip("\n") in source for source in tutorial_sources().values()), block


@pytest.mark.parametrize("name", tutorial_sources())
def test_the_tutorial_shows_all_of_the_example(name: str) -> None:
    shown = {line for block in blocks(TUTORIAL, "python", "markdown") for line in block.splitlines()}
    missing = [line for line in tutorial_sources()[name].splitlines() if line.strip() and line not in shown]
    assert missing == []


def test_the_tutorials_story_is_what_the_command_tells() -> None:
    story = next(words for words in commands(TUTORIAL) if words[0] == "story")
    told = CliRunner().invoke(cli.app, story).stdout
    assert told.strip() in TUTORIAL.read_text(encoding="utf-8")


# Examples in Python


@pytest.mark.parametrize(("page", "most"), [("python.md", 40), ("bots.md", 6)])
def test_the_examples_in_python_run(page: str, most: int) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert tried > most
    assert failed == 0


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(ROOT / "README.md", "python"):
        exec(block, {})
    assert capsys.readouterr().err == ""


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(moot).failed == 0


# Every name


def test_every_name_is_described_as_its_docstring_has_it() -> None:
    """If this fails, run `python -m docs.api`."""
    assert api.PAGE.read_text(encoding="utf-8") == API


def described(module: str, name: str) -> set[str]:
    """The members of a class that the page describes."""
    part = API.partition(f"\n## {module}\n")[2].partition("\n## ")[0]
    entry = part.partition(f"\n### {name}\n")[2].partition("\n### ")[0]
    return set(re.findall(r"^\| `(?:[A-Z]\w+\.)?(\w+)", entry, re.MULTILINE))


def public(names: Iterable[str]) -> set[str]:
    """The names that anybody may use."""
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("module", api.PARTS, ids=lambda module: module.__name__)
def test_every_member_of_a_class_is_described(module: ModuleType) -> None:
    for name in module.__all__:
        kind = getattr(module, name)
        if isinstance(kind, type) and not (module is moot.engine and name in moot.__all__):
            assert public(vars(kind)) <= described(module.__name__, name), name


def test_every_attribute_of_a_sitting_is_described() -> None:
    table = moot.load(str(LEDUC)).start()
    assert public(dir(table)) <= described("moot", "Sitting")
    assert public(dir(Player(table, ["random"]))) <= described("moot.bots", "Player")


def test_every_attribute_of_a_view_is_described() -> None:
    """But for the fields that a game declares itself."""
    view = moot.load(str(LEDUC)).start().view()
    described_here = described("moot.engine", "State") | described("moot.engine", "LightRecord")
    assert public(dir(view)) - public(vars(Leduc)) <= described_here


def test_every_signature_is_python() -> None:
    shown = re.findall(r"^(?:\| )?`(\w+\(.*?)`(?: \||$)", API, re.MULTILINE)
    assert len(shown) > 100
    for signature in shown:
        ast.parse(f"def {signature}: ...".replace("\\|", "|"))


def test_every_name_that_docs_import_may_be_used() -> None:
    known = {module.__name__: set(module.__all__) for module in api.PARTS}
    for page in PAGES:
        for module, names in re.findall(
            r"^(?:>>> )?from (moot[.\w]*) import ([\w, ]+)$", page.read_text(encoding="utf-8"), re.M
        ):
            if module in known:
                assert {name.strip() for name in names.split(",")} <= known[module], f"{page.name}: {module}"


def test_the_examples_of_the_tutorial_run() -> None:
    failed, tried = doctest.testfile(str(TUTORIAL), module_relative=False, encoding="utf-8")
    assert (failed, tried > 4) == (0, True)


# Commands


def test_every_option_of_a_command_is_described() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    for name, command in APP.commands.items():
        section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        options = {word for option in command.params for word in option.opts if word.startswith("--")}
        missing = {word for word in options if not re.search(rf"{word}\b", section)}
        assert missing == set(), f"moot {name}"


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
    games = {"sim": "20", "check": "2", "arena": "4"}
    if words[0] in games and "--help" not in words:
        return [*words, "--games", games[words[0]]]
    return words


def pretend_to_simulate(game: Game, games: int, **asked: Any) -> Simulation:
    """Everything that a simulation checks, and no game."""
    chosen = game.choose(asked["options"], asked["preset"])
    read_bots(asked["bots"], chosen["seats"])
    tally = np.zeros(tally_size(len(game.rules.measures)), np.int64)
    return Simulation(game, games, asked["seed"], chosen, asked["bots"], 1.0, tally)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_can_be_read(page: Path) -> None:
    for words in commands(page):
        if words and "--help" not in words:
            parse(words)
    assert mentions(page) <= set(APP.commands)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order and in one folder, so that what one saves another can read. Games that take long to compile are not played, and
    a server, which would run for ever, is not started.
    """
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))  # the folder of a new game does not stay on it
    monkeypatch.setattr(
        cli, "simulate", lambda game, *a, **k: (pretend_to_simulate if game.name in GAMES else simulate)(game, *a, **k)
    )
    for words in commands(page):
        if words[0] not in {"bench", "serve", "figures", "backup", "forget", "migrate"} and not (
            words[:1] == ["check"] and words[1] in (*GAMES, "all")
        ):
            result = CliRunner().invoke(cli.app, smaller(words), catch_exceptions=False)
            assert result.exit_code == 0, f"moot {' '.join(words)}\n{result.output}"
    for name in [name for name in sys.modules if name.partition(".")[0] == "night_market"]:
        del sys.modules[name]  # another page begins it anew


def test_there_are_commands_to_try() -> None:
    assert {words[0] for page in PAGES for words in commands(page)} == set(APP.commands)


def headings(page: Path) -> set[str]:
    """The places of a page that links can lead to."""
    found = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_pages_lead_to_each_other() -> None:
    for page in PAGES:
        for link, place in re.findall(r"\]\(([\w./-]+\.md|)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")):
            target = page.parent / link if link else page
            assert target.is_file(), f"{page.name} leads to {link}"
            assert not place or place in headings(target), f"{page.name} leads to {link}#{place}"


# The architecture


def test_every_package_is_named_with_a_line_of_its_own() -> None:
    page = ARCHITECTURE.read_text(encoding="utf-8").partition("## The packages")[2]
    named = re.findall(r"^\| `([\w.]+)` \| \S", page, re.MULTILINE)
    found = [file.parent.relative_to(ROOT) for file in (ROOT / "moot").rglob("__init__.py")]
    assert sorted(named) == sorted(str(folder).replace("/", ".") for folder in found)


def test_every_file_that_is_named_is_there() -> None:
    for name in re.findall(r"`(moot/[\w/.]+)`", ARCHITECTURE.read_text(encoding="utf-8")):
        assert (ROOT / name).is_file(), name


def test_the_picture_of_the_architecture_is_what_is_drawn() -> None:
    """If this fails, run `python -m docs.pictures.architecture`."""
    assert architecture.FILE.read_text(encoding="utf-8") == architecture.picture()


# The socket


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    games = {name: moot.load(name) for name in ("path_to_safety", str(LEDUC))}
    settings = Settings(
        tmp_path_factory.mktemp("tables"),
        {game.name: game for game in games.values()},
        pace=0,
        compile=False,
        limits=False,
        new_seed=lambda: SEED_SHOWN,
    )
    port = free_port("127.0.0.1", 8700)
    server = uvicorn.Server(uvicorn.Config(make_app(settings), port=port, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def listen(house: str, joined: dict[str, Any]) -> ClientConnection:
    """The socket of a seat."""
    address = f"{house.replace('http', 'ws')}/tables/{joined['table']}/socket?seat={joined['seat']}"
    return connect(address, additional_headers={"Authorization": f"Bearer {joined['token']}"})


def test_the_program_that_is_shown_is_the_example() -> None:
    assert blocks(SOCKET, "python") == [(ROOT / "examples" / "socket_bot.py").read_text(encoding="utf-8")]


def test_the_example_plays_a_game_to_its_end(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    socket_bot.main(house, "path_to_safety")
    told = capsys.readouterr()
    assert told.out.splitlines()[-1].endswith(("Everyone wins.", "Everyone loses."))
    assert told.err == ""


def test_the_example_takes_an_open_seat(house: str, capsys: pytest.CaptureFixture[str]) -> None:
    wish = {"game": "leduc", "seat.0": "greedy", "seat.1": "open"}
    socket_bot.main(house, socket_bot.post(f"{house}/tables", wish)["table"])
    assert " wins with " in capsys.readouterr().out


def test_the_messages_that_are_shown_are_what_is_heard(house: str) -> None:
    first, second = (json.loads(block) for block in blocks(SOCKET, "json") if '"state"' in block)
    opened = socket_bot.post(f"{house}/tables", {"game": "leduc", "name": "Ada", "seat.0": "me", "seat.1": "open"})
    joined = socket_bot.post(f"{house}/tables/{opened['table']}/join", {"seat": 1, "name": "Bo"})
    with listen(house, joined) as bo, listen(house, {"seat": 0, **opened}) as ada:
        assert json.loads(bo.recv()) == first
        ada.send(json.dumps({"do": "play", "move": 1, "answer": 0}))
        assert json.loads(bo.recv(5)) == second


def test_every_message_is_described() -> None:
    """What a program may say, with its fields, and an example of it that can be read."""
    page = SOCKET.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \|([^|]*)\|", page.partition("## What you say")[2], re.MULTILINE))
    for kind in Message.__args__:
        fields = {field.name for field in msgspec.structs.fields(kind)} - {"id"}
        assert set(re.findall(r"`(\w+)`", rows[kind.__struct_config__.tag])) == fields
    for block in blocks(SOCKET, "json"):
        if '"do"' in block:
            read(block)


# Boards


@pytest.fixture(scope="module")
def drawn_leduc(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Leduc with the face that the page gives it."""
    folder = tmp_path_factory.mktemp("leduc")
    (html,), (source,) = blocks(BOARDS, "jinja"), blocks(BOARDS, "python")
    (folder / "board.html").write_text(html, encoding="utf-8")
    shutil.copy(LEDUC / "rulebook.md", folder)
    made: dict[str, Any] = {}
    exec(source, made)
    words = dataclasses.replace(leduc_words.WORDS, pieces=frozenset({"card"}), strip=made["strip"])
    return dataclasses.replace(moot.load(str(LEDUC)), folder=folder, face=made["face"], words=words)


@pytest.fixture(scope="module")
def face(drawn_leduc: Game) -> Face:
    return Renderer([drawn_leduc]).face(drawn_leduc)


def test_the_board_that_is_shown_can_be_drawn(drawn_leduc: Game, face: Face) -> None:
    """At every position, also at the end and with everything open; all pieces that are told of are there by then."""
    sitting, names = drawn_leduc.start(seed=3), Names(["Ada", "Bo <b>"])
    seen = set(pieces_of(face.board(sitting.view(), names)))
    play_out(sitting, ["greedy"])
    for view in (sitting.view(), sitting.state):
        board = face.board(view, names)
        assert "Bo &lt;b&gt;" in board
        seen |= set(pieces_of(board)) | {piece for seat in (0, 1) for piece in pieces_of(face.mine(view, seat, names))}
    told = {piece for line in sitting.lines(0) for piece in line.pieces}
    assert told
    assert told <= seen


def test_the_board_that_is_shown_keeps_the_house_rules(drawn_leduc: Game, face: Face) -> None:
    sitting = drawn_leduc.start(seed=3)
    board = face.board(sitting.view(), sitting.names)
    assert "unsafe-inline" not in HEADERS["content-security-policy"]
    assert not re.search(r"style=|<style|<script|\son\w+=", board)
    assert all(re.match(r"\.(board|mine)-leduc", line) for line in face.css.splitlines() if line)
    assert drawn_leduc.strip(sitting.view()).phase == 0


def test_the_tokens_that_are_named_are_there() -> None:
    page = BOARDS.read_text(encoding="utf-8").partition("## Tokens")[2].partition("\n## ")[0]
    css = (ROOT / "moot" / "table" / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    named = re.findall(r"`(--[\w-]+)`", page)
    assert len(named) > 30
    assert [name for name in named if f"{name}:" not in css] == []


def test_the_shared_macros_that_are_named_are_there() -> None:
    module: Any = Renderer([]).environment.get_template("pieces.html").module
    for name in re.findall(r"`p\.(\w+)\(", BOARDS.read_text(encoding="utf-8")):
        assert hasattr(module, name), name


def test_a_game_without_a_face_is_drawn_by_its_picture() -> None:
    leduc = moot.load(str(LEDUC))
    face, sitting = Renderer([leduc]).face(leduc), leduc.start(seed=3)
    assert "Shared card: still face down" in face.board(sitting.view(), sitting.names)
    assert face.css == ""


def pieces_of(html: str) -> list[str]:
    """The pieces that are drawn."""
    return re.findall(r'data-piece="([^"]+)"', html)
