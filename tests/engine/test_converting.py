"""Positions by names: read without the rules that made them, and laid out by those that are here."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import RAISE
from examples.levee import GAME as LEVEE
from moot.engine import Game, Sitting
from moot.engine.converting import ConversionError, Layout, by_name, layout_of, record_of
from moot.engine.fingerprint import code_of
from moot.games import GAMES, load
from tests.engine.pets import GAME as PETS

ALL: dict[str, Game] = {**{name: load(name) for name in GAMES}, "leduc": LEDUC, "levee": LEVEE, "pets": PETS}


def from_disk(game: Game) -> Layout:
    """What the numbers mean, after it was written down and read."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(layout_of(game)), type=Layout)


def seen(record: bytes, game: Game) -> dict[str, Any]:
    """A record without what is left over: steps that were taken, and events that were heard."""
    array = np.frombuffer(bytearray(record), game.dtype)
    array["told"], array["news"] = 0, 0
    array["agenda"][0, int(array["depth"][0]) :] = 0
    return {name: array[name][0].tolist() for name in game.dtype.names or ()}


@pytest.mark.parametrize("name", ALL)
def test_a_position_by_names_is_the_position(name: str) -> None:
    game, dice = ALL[name], Random(name)
    sitting, layout = game.start(seed=5), from_disk(game)
    for _ in range(60):
        position = by_name(bytes(sitting), layout)
        record = record_of(game, position)
        assert seen(record, game) == seen(bytes(sitting), game)
        assert by_name(record, layout) == position
        if sitting.over:
            break
        seat = dice.choice(sitting.waiting)
        sitting.play(seat, dice.choice(sitting.numbers(seat)))


def in_play() -> Sitting:
    """Leduc, after a raise."""
    sitting = LEDUC.start(seed=7)
    sitting.play(0, RAISE)
    return sitting


def test_what_a_converter_is_given() -> None:
    sitting = in_play()
    position = by_name(bytes(sitting), from_disk(LEDUC))
    luck = list(map(int, sitting.array["luck"][0]))
    assert position == {
        "seats": 2,
        "over": "",
        "agenda": ["SHOWDOWN", "BETTING", "TURN_UP"],
        "asking": ["", "BET", "", "", "", "", "", ""],
        "luck": luck,
        **{name: position[name] for name in ("card", "gain")},
        "betting_round": 1,
        "raises": 1,
        "calls": 0,
        "board": 0,
        "stake": [3, 1],
    }


def test_ways_to_play_are_said() -> None:
    solidarity = ALL["solidarity"]
    sitting = solidarity.start(seed=1, objective="greed")
    position = by_name(bytes(sitting), from_disk(solidarity))
    assert position["objective"] == "greed"
    assert seen(record_of(solidarity, position), solidarity)["objective"] == sitting.options["objective"]


def test_a_number_that_would_wrap_is_refused() -> None:
    position = by_name(bytes(in_play()), layout_of(LEDUC))
    with pytest.raises(ConversionError):
        record_of(LEDUC, {**position, "stake": np.array([300, 1])})


def test_a_layout_makes_nothing_but_numbers() -> None:
    layout = layout_of(LEDUC)
    objects = [(name, "O", shape) for name, _, shape in layout.fields]
    with pytest.raises(ConversionError):
        by_name(bytes(in_play()), layout._replace(fields=objects))


def test_code_is_the_same_while_the_files_are(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "three")]
    for folder in folders:
        shutil.copytree(LEDUC.folder, folder)
    changed = folders[2] / "rules.py"
    changed.write_text(changed.read_text(encoding="utf-8").replace("MOST_RAISES = 1, 2", "MOST_RAISES = 1, 3"))
    one, two, three = (code_of(replace(LEDUC, folder=folder)) for folder in folders)
    assert one == two != three
