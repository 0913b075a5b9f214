"""The command line: every command, and what it says to those who get something wrong."""

from __future__ import annotations

import json
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from examples.leduc import GAME
from moot import cli
from moot.battery import CHECKS, check
from moot.bots import play_out
from moot.engine import OptionError
from moot.games import GAMES, load
from moot.lab import bench

LEDUC = str(GAME.folder)


def run(*words: str) -> str:
    """What a command prints that goes well."""
    result = CliRunner().invoke(cli.app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


class Ended(NamedTuple):
    """How the `moot` command ended, and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def moot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command as people call it."""

    def call(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["moot", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, printed.out, printed.err)

    return call


def test_a_game_is_loaded_by_its_path() -> None:
    assert load(GAME.folder) is GAME


@pytest.mark.parametrize("name", [None, 5, b"polycrisis"])
def test_what_names_no_game_is_refused(name: Any) -> None:
    with pytest.raises(OptionError, match="A game is named by a text or a path, not by"):
        load(name)


# Every command


def test_help_names_every_command() -> None:
    for command in ("games", "options", "sim", "story", "replay", "check", "bench"):
        assert command in run("--help")
        assert "Usage:" in run(command, "--help")


def test_games() -> None:
    shown = run("games")
    assert all(name in shown for name in GAMES)


def test_options() -> None:
    shown = run("options", LEDUC)
    assert "Leduc hold'em: options" in shown
    assert "seats" in shown
    assert "2 to 2" in shown
    assert "Leduc is a game for two." in shown


@pytest.mark.parametrize("game", GAMES)
def test_options_of_the_games_show_every_option_and_preset(game: str) -> None:
    found, shown = load(game), run("options", game)
    assert all(name in shown for name in [*found.options, *found.presets])


def test_options_as_json() -> None:
    assert json.loads(run("options", LEDUC, "--json")) == {
        "game": "leduc",
        "options": {"seats": {"default": 2, "low": 2, "high": 2, "help": "Leduc is a game for two.", "names": []}},
        "presets": {},
        "people_preset": "",
    }


@pytest.mark.parametrize("game", GAMES)
def test_options_of_the_games_as_json(game: str) -> None:
    shown, found = json.loads(run("options", game, "--json")), load(game)
    assert list(shown["options"]) == list(found.options)
    for name, preset in found.presets.items():
        for seats in range(found.options["seats"].low, found.options["seats"].high + 1):
            if preset.fits(seats):
                told = shown["presets"][name]
                chosen = {**told["options"], **told["by_seats"].get(str(seats), {}), "seats": seats}
                assert found.choose(chosen) == found.choose({"seats": seats}, name)


def test_sim() -> None:
    shown = run("sim", LEDUC, "--games", "200", "--bots", "greedy,random", "--seed", "4", "--cores", "1")
    assert "200 games, 2 seats, bots greedy, random, seed 4" in " ".join(shown.split())
    for figure in ("won by several", "seat 0", "seat 1", "length (betting rounds)", "ends: fold", "ends: showdown"):
        assert figure in shown
    assert "decisions in" in shown


def test_sim_as_json() -> None:
    shown = json.loads(run("sim", LEDUC, "--games", "100", "--seed", "9", "--set", "seats=2", "--json"))
    assert list(shown) == [
        "game",
        "games",
        "seats",
        "seed",
        "options",
        "bots",
        "seconds",
        "decisions",
        "results",
    ]
    assert {key: shown[key] for key in ("game", "games", "seats", "seed", "options", "bots")} == {
        "game": "leduc",
        "games": 100,
        "seats": 2,
        "seed": 9,
        "options": {"seats": 2},
        "bots": ["greedy"],
    }
    assert set(shown["results"]) == {"length", "win_rate", "shared_wins", "by_seat", "by_turn_order", "endings"}
    assert set(shown["results"]["endings"]) == {"fold", "showdown"}


def figures_in(value: Any) -> list[dict[str, float]]:
    """The leaves of the results."""
    if isinstance(value, list):
        return [figure for item in value for figure in figures_in(item)]
    return [value] if "value" in value else [figure for item in value.values() for figure in figures_in(item)]


def test_every_figure_has_a_value_and_the_ends_of_its_interval() -> None:
    figures = figures_in(json.loads(run("sim", LEDUC, "--games", "50", "--json"))["results"])
    assert len(figures) == 3 + 2 * 2 * 3 + 2, "of the games, of seats and places in the turn order, of endings"
    for figure in figures:
        assert list(figure) == ["value", "low", "high"]
        assert figure["low"] <= figure["value"] <= figure["high"]


def test_the_same_seed_prints_the_same_result() -> None:
    one, other = (json.loads(run("sim", LEDUC, "--games", "100", "--cores", n, "--json")) for n in ("1", "2"))
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_story() -> None:
    told = run("story", LEDUC, "--seed", "3", "--bots", "greedy")
    assert told.startswith("Leduc hold'em, seed 3\n\nPlayer 1 raises to 3.\n")
    assert "The game ends with the showdown." in told
    assert "You are dealt" not in told


def test_story_as_a_seat_saw_it() -> None:
    assert "You are dealt the king of spades." in run("story", LEDUC, "--seed", "3", "--seat", "0")


def test_a_story_is_saved_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    told = run("story", LEDUC, "--seed", "3", "--seat", "1", "--save", str(file))
    assert run("replay", str(file), "--game", LEDUC, "--seat", "1") == told
    assert json.loads(file.read_text()) == json.loads(play_out(GAME.start(seed=3), ["greedy"]).to_json())


@pytest.mark.parametrize(("game", "more"), [("path_to_safety", ""), (LEDUC, f" --game {shlex.quote(LEDUC)}")])
def test_a_story_says_how_it_is_told_again(moot: Any, tmp_path: Path, game: str, more: str) -> None:
    file = tmp_path / "my game.json"
    said = moot("story", game, "--save", str(file)).err
    assert said == f"Saved to {file}; `moot replay '{file}'{more}` tells it again.\n"
    assert moot(*shlex.split(said.split("`")[1])[1:]).code == 0


def test_replay_says_when_a_game_is_not_over(tmp_path: Path) -> None:
    table = GAME.start(seed=3)
    table.play(0, 2)
    (tmp_path / "game.json").write_text(table.to_json())
    assert "The game is not over; moves so far: 1." in run("replay", str(tmp_path / "game.json"), "--game", LEDUC)


def test_replay_tells_how_a_game_stood_that_was_ended_early(tmp_path: Path) -> None:
    table = GAME.start(seed=3)
    table.play(0, 2)
    table.names, table.ended = ["Ann", "Bo"], "The host has ended the game."
    (tmp_path / "game.json").write_text(table.to_json())
    told = run("replay", str(tmp_path / "game.json"), "--game", LEDUC)
    assert "It stood: Ann 0 chips, Bo 0 chips." in told
    assert "not over" not in told


def test_check() -> None:
    shown = run("check", LEDUC, "--games", "2")
    assert "Leduc hold'em: passed" in shown
    assert all(name in shown for name in CHECKS)
    assert "failed" not in shown


def test_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LONG_ENOUGH", 0.001)
    monkeypatch.setattr(bench, "starts", lambda _: {"first_use_seconds": 4.0, "later_start_seconds": 0.5})
    (row,) = json.loads(run("bench", LEDUC, "--json"))
    assert list(row) == [
        "game",
        "decisions_per_second",
        "copies_per_second",
        "views_per_second",
        "guesses_per_second",
        "first_use_seconds",
        "later_start_seconds",
    ]
    assert "decisions per second" in run("bench", LEDUC)


# What is said to those who get something wrong: one line, and exit code 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["sim", "polycrises"], "There is no game 'polycrises'. Did you mean 'polycrisis'?"),
        (["story", "path-to-safety"], "There is no game 'path-to-safety'. Did you mean 'path_to_safety'?"),
        (
            ["options", "zzz"],
            "There is no game 'zzz'. Games: path_to_safety, polycrisis, treasury, solidarity, turning_points; or the folder",
        ),
        (["check", "/"], "There is no game in /: it has no __init__.py. `moot new NAME` begins a game."),
        (["check", "no.such.module"], "There is no module no"),
        (["options", "json.decoder"], "json.decoder has no GAME in its __init__.py that is a moot.Game."),
        (["sim", LEDUC, "--set", "seat=2"], "leduc has no option 'seat'. Did you mean 'seats'? Its options: seats."),
        (["sim", LEDUC, "--set", "seats=7"], "leduc: seats may be 2 to 2, not '7'."),
        (["sim", LEDUC, "--seats", "3"], "leduc: seats may be 2 to 2, not 3."),
        (["sim", LEDUC, "--set", "seats"], "--set takes OPTION=VALUE, not 'seats'."),
        (["sim", LEDUC, "--preset", "quick"], "leduc has no preset 'quick'. Its presets: none."),
        (
            ["sim", LEDUC, "--bots", "clever"],
            "There is no bot 'clever'. Bots: random, greedy, passive, easy, fair, strong, flat.",
        ),
        (["sim", LEDUC, "--bots", "random,random,random"], "3 bots for 2 seats"),
        (["sim", LEDUC, "--bots", ","], "0 bots for 2 seats"),
        (["sim", LEDUC, "--games", "0"], "At least one game, not 0."),
        (["sim", LEDUC, "--seed", "-1"], "A seed is a whole number from 0 to 9007199254740991, not -1."),
        (["story", LEDUC, "--seed", "-1"], "A seed is a whole number from 0 to 2^128 - 1, not -1."),
        (["story", LEDUC, "--seat", "2"], "--seat may be 0 to 1, or -1 for what everyone saw; not 2."),
        (["story", LEDUC, "--bots", "clever"], "There is no bot 'clever'."),
        (["replay", "no/such/file.json"], "no/such/file.json cannot be read"),
    ],
)
def test_a_mistake_is_explained_in_one_line(moot: Any, words: list[str], says: str) -> None:
    ended = moot(*words)
    assert ended.code == 2
    assert ended.err.strip().startswith(f"moot: {says}")
    assert "\n" not in ended.err.strip()
    assert ended.out == ""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"nonsense", "This is not JSON"),
        (b"[" * 100_000, "This is not a saved game"),
        (b'{"game": "polycrisis", "seed": ' + b"9" * 5000, "This is not a saved game"),
        (b"[1, 2]", "This is not a saved game"),
        (b'{"moves": []}', "This is not a saved game"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b'{"game": "ludo"}', "This is a game of 'ludo', which is not one of Moot's."),
        (b'{"game": "/tmp/somewhere"}', "Say where it is with --game FOLDER."),
        (b'{"game": "polycrisis"}', "it needs moot, game, rules, seed, options and moves"),
    ],
)
def test_a_file_that_is_no_saved_game_is_explained(moot: Any, tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "game.json").write_bytes(content)
    ended = moot("replay", str(tmp_path / "game.json"))
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err


def test_a_folder_is_no_saved_game(moot: Any, tmp_path: Path) -> None:
    ended = moot("replay", str(tmp_path))
    assert ended.code == 2
    assert "cannot be read" in ended.err


def test_an_illegal_move_in_a_file_is_named(moot: Any, tmp_path: Path) -> None:
    saved = json.loads(GAME.start(seed=3).to_json())
    (tmp_path / "game.json").write_text(json.dumps({**saved, "moves": [[0, "bet", 0]]}))
    ended = moot("replay", str(tmp_path / "game.json"), "--game", LEDUC)
    assert ended.code == 2
    assert "Move 1 [0, 'bet', 0] cannot be made." in ended.err


@pytest.mark.parametrize(
    "words", [["simulate"], ["sim"], ["sim", LEDUC, "--games", "many"], ["story", LEDUC, "--fast"]]
)
def test_a_command_that_cannot_be_read_is_explained(moot: Any, words: list[str]) -> None:
    ended = moot(*words)
    assert ended.code == 2
    assert "Usage:" in ended.err


def test_a_game_that_fails_its_check_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.battery.breaks import BREAKS
    from tests.battery.toll import make_toll

    broken = make_toll(**BREAKS["broken law"].parts)
    monkeypatch.setattr(cli, "load", lambda _: broken)
    monkeypatch.setattr(cli, "check", partial(check, compiled=False))
    result = CliRunner().invoke(cli.app, ["check", "toll", "--only", "laws"])
    assert result.exit_code == 1
    assert "Toll: FAILED" in result.stdout
    assert "toll, laws: a law is broken" in result.stdout


def test_bots_that_think_tell_a_story_and_are_simulated() -> None:
    told = run("story", LEDUC, "--bots", "strong:iterations=10,easy", "--seed", "2")
    assert told == run("story", LEDUC, "--bots", "strong:iterations=10,easy", "--seed", "2")
    shown = run("sim", LEDUC, "--games", "10", "--bots", "strong:iterations=10")
    assert "bots strong:iterations=10" in shown


def test_an_arena_is_shown_kept_and_drawn(moot: Any, tmp_path: Path) -> None:
    words = ["arena", "examples/leduc", "--bots", "fair,random", "--games", "6"]
    kept, drawn = tmp_path / "arena.jsonl", tmp_path / "arena.svg"
    shown = moot(*words, "--keep", str(kept), "--picture", str(drawn)).out
    assert "rating (95 % interval)" in shown
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 1 + 6
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    found = json.loads(moot(*words, "--json").out)
    assert [pairing["games"] for pairing in found["pairings"]] == [6]
