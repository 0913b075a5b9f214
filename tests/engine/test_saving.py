"""Saved games: options, seed and moves; read back only by the rules that made them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.bots import play_out
from moot.engine import SavedGameError, Sitting, replay
from moot.engine.saving import as_written
from tests.battery.toll import make_toll


@pytest.fixture
def saved() -> dict[str, Any]:
    """A game of Leduc with one raise and one call, as it is kept."""
    table = LEDUC.start(seed=3)
    table.play(0, 2)
    table.play(1, 1)
    read: dict[str, Any] = json.loads(table.to_json())
    return read


def refusal(text: str) -> str:
    """Why a file is refused."""
    with pytest.raises(SavedGameError) as error:
        replay(LEDUC, text)
    return str(error.value)


def test_a_game_is_saved_as_options_seed_and_moves(saved: dict[str, Any]) -> None:
    assert saved == {
        "moot": 1,
        "game": "leduc",
        "rules": 1,
        "seed": 3,
        "options": {"seats": 2},
        "moves": [[0, "bet", 2], [1, "bet", 1]],
    }


def test_a_move_stands_on_a_line() -> None:
    table = LEDUC.start(seed=3)
    table.play(0, 2)
    assert '\n  [0, "bet", 2]\n' in table.to_json()


def test_named_options_are_saved_by_name() -> None:
    saved = json.loads(make_toll().start(mean=True).to_json())
    assert saved["options"] == {"seats": 3, "gates": 2, "mean": "on"}


@pytest.mark.parametrize("seed", range(5))
def test_a_replay_is_the_same_game(seed: int) -> None:
    toll = make_toll()
    table = play_out(toll.start(seats=2, seed=seed, gates=3), ["random"])
    again = replay(toll, table.to_json())
    assert bytes(again) == bytes(table)
    assert (again.history, again.log, again.options) == (table.history, table.log, table.options)
    assert again.to_json() == table.to_json()


def test_a_game_can_be_saved_before_its_first_move() -> None:
    table: Sitting = LEDUC.start(seed=9)
    assert replay(LEDUC, table.to_json()).history == []


def test_a_game_saved_interpreted_can_be_replayed_compiled(saved: dict[str, Any]) -> None:
    text = json.dumps(saved)
    assert bytes(replay(LEDUC, text, compiled=True)) == bytes(replay(LEDUC, text))


@pytest.mark.parametrize("text", ["", "nonsense", '{"moot": 1', "\x00"])
def test_what_is_no_json_is_refused(text: str) -> None:
    assert refusal(text).startswith("This is not JSON: ")


@pytest.mark.parametrize("text", ["[]", "null", "7", '"leduc"', "{}", '{"moot": 1, "game": "leduc"}'])
def test_what_is_no_saved_game_is_refused(text: str) -> None:
    assert refusal(text) == "This is not a saved game: it needs moot, game, rules, seed, options and moves."


@pytest.mark.parametrize("text", ["9" * 5000, "[" * 100_000, '{"moves": ' * 100_000])
def test_what_python_cannot_read_is_refused(text: str) -> None:
    assert refusal(text) == "This is not a saved game: no game nests so many brackets, or has so long a number."


def test_what_is_no_text_is_refused() -> None:
    nothing: Any = None
    assert refusal(nothing) == "A saved game is a text, not None."


def test_what_a_file_says_of_the_result_is_not_read(saved: dict[str, Any]) -> None:
    again = replay(LEDUC, json.dumps({**saved, "result": {"winners": [0, 1]}}))
    assert again.result is None


def test_half_a_file_is_refused(saved: dict[str, Any]) -> None:
    text = json.dumps(saved)
    for end in range(0, len(text) - 1, 7):
        refusal(text[:end])


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("game", "poker", "Saved by poker, rules 1, format 1; this is leduc, rules 1, format 1."),
        ("rules", 2, "Saved by leduc, rules 2, format 1; this is leduc, rules 1, format 1."),
        ("moot", 99, "Saved by leduc, rules 1, format 99; this is leduc, rules 1, format 1."),
    ],
)
def test_another_game_version_or_format_is_refused(saved: dict[str, Any], key: str, value: object, says: str) -> None:
    assert refusal(json.dumps({**saved, key: value})) == says


def test_an_illegal_move_is_named(saved: dict[str, Any]) -> None:
    saved["moves"][1] = [0, "bet", 1]
    assert refusal(json.dumps(saved)) == (
        "Move 2 [0, 'bet', 1] cannot be made. Seat 0 owes no answer now. Awaited: seat 1 (bet)."
    )


@pytest.mark.parametrize(
    "row",
    [[0, "bet"], [0, "bet", 3], [0, "bet", -1], [0, "bet", 1, 1], [0, "deal", 0], [0, "jump", 0], 7, None, [], "ab"],
)
def test_a_row_that_is_no_move_is_refused(saved: dict[str, Any], row: object) -> None:
    saved["moves"] = [row]
    assert refusal(json.dumps(saved)) == f"Move 1 {row} cannot be made. A move is written [seat, choice, numbers]."


def test_a_move_after_the_end_is_refused(saved: dict[str, Any]) -> None:
    saved["moves"] = [[0, "bet", 2], [1, "bet", 0], [0, "bet", 1]]
    assert "Move 3" in refusal(json.dumps(saved))


@pytest.mark.parametrize(
    ("key", "value"), [("seed", -1), ("seed", "3"), ("options", {"seats": 5}), ("options", {"x": 1})]
)
def test_a_seed_or_option_that_is_not_allowed_is_refused(saved: dict[str, Any], key: str, value: object) -> None:
    assert refusal(json.dumps({**saved, key: value})).startswith("This saved game cannot be started. ")


@pytest.mark.parametrize(("key", "value"), [("options", []), ("options", None), ("moves", None), ("moves", 5)])
def test_a_damaged_file_is_refused(saved: dict[str, Any], key: str, value: object) -> None:
    assert "options must be an object and its moves a list" in refusal(json.dumps({**saved, key: value}))


def test_an_option_without_bounds_is_refused(saved: dict[str, Any]) -> None:
    assert "seats may be" in refusal(json.dumps({**saved, "options": {"seats": float("inf")}}))


def test_a_file_says_who_played_and_why_it_was_ended() -> None:
    table = LEDUC.start(seed=3)
    table.play(0, 2)
    assert {"names", "ended", "result"} & set(json.loads(table.to_json(with_result=True))) == set()
    table.names, table.ended = ["Ann", "Zoë"], "The host has ended the game."
    written = json.loads(table.to_json(with_result=True))
    assert (written["names"], written["ended"]) == (["Ann", "Zoë"], "The host has ended the game.")
    assert written["result"]["ended_early"]
    again = replay(LEDUC, json.dumps(written))
    assert again.to_json(with_result=True) == table.to_json(with_result=True)
    assert again.story().endswith("The host has ended the game. It stood: Ann 0 chips, Zoë 0 chips.")


@pytest.mark.parametrize(
    "names", ["Ann", ["Ann"], ["Ann", 2], ["Ann", ""], ["Ann", "\x1b[2J"], ["Ann", "B" * 999], None]
)
def test_names_that_are_none_are_refused(saved: dict[str, Any], names: object) -> None:
    assert "names of a saved game" in refusal(json.dumps({**saved, "names": names}))


@pytest.mark.parametrize("why", [3, None, "a\nb", " "])
def test_an_end_that_says_nothing_is_refused(saved: dict[str, Any], why: object) -> None:
    assert "Why a saved game was ended" in refusal(json.dumps({**saved, "ended": why}))


def test_a_file_of_other_rules_is_told_with_its_names(saved: dict[str, Any]) -> None:
    other = {**saved, "rules": 99, "names": ["Ann", "Bo"], "ended": "Enough."}
    told = as_written(LEDUC, json.dumps(other)).splitlines()
    assert told[2].endswith("Ann: bet 2")
    assert told[-1] == "Enough."


@pytest.mark.parametrize("seed", [2**53 - 1, 2**53, 2**64, 2**128 - 1])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_of_a_large_seed_is_saved_too(seed: int, compiled: bool) -> None:
    table = play_out(LEDUC.start(seed=seed), ["random"])
    text = table.to_json()
    assert json.loads(text)["seed"] == (seed if seed < 2**53 else str(seed))
    again = replay(LEDUC, text, compiled=compiled)
    assert (again.seed, bytes(again)) == (seed, bytes(table))


def test_seeds_that_differ_only_high_up_give_other_games() -> None:
    assert len({bytes(LEDUC.start(seed=7 + (high << 64))) for high in range(50)}) == 50
