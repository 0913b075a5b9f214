"""The figures of the presets: made by one command, kept in each game's folder, shown where one chooses."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import Game, OptionError, Preset
from moot.games import GAMES, load
from moot.lab.presets import (
    DEFAULTS,
    KINDS,
    cells_of,
    harder,
    label,
    measure_presets,
    measured,
    play_cell,
    preset_with,
    save_figures,
    title,
)

MOOT = [load(name) for name in GAMES]
NAMES = [game.name for game in MOOT]


@pytest.mark.parametrize("game", MOOT, ids=NAMES)
def test_every_preset_has_figures_at_every_number_of_seats(game: Game) -> None:
    found = game.figures["presets"]
    assert [(preset, int(seats)) for preset, cells in found.items() for seats in cells] == list(cells_of(game))
    assert all(tuple(rows) == KINDS for cells in found.values() for rows in cells.values())


def quickest_of_the_largest(game: Game) -> tuple[str, int]:
    """The way to play that takes the fewest decisions with as many seats as there can be."""
    cells, found = list(cells_of(game)), game.figures["presets"]
    most = max(seats for _, seats in cells)
    return min(
        (one for one in cells if one[1] == most), key=lambda one: found[one[0]][str(most)]["greedy"]["decisions"]
    )


@pytest.mark.parametrize("game", MOOT, ids=NAMES)
def test_the_figures_are_those_of_the_present_rules(game: Game) -> None:
    """If this fails, rules or bots have changed: run `moot figures all`."""
    figures = game.figures
    assert figures["rules"] == game.version
    preset, seats = quickest_of_the_largest(game)
    result = play_cell(game, preset, seats, "greedy", figures["games"], figures["seed"])
    row = figures["presets"][preset][str(seats)]["greedy"]
    assert row["length"][0] == pytest.approx(result.length.value, abs=1e-4)
    assert row["decisions"] == pytest.approx(result.decisions / figures["games"], abs=0.06)


def test_the_command_writes_what_it_measured(tmp_path: Path) -> None:
    game = dataclasses.replace(LEDUC, folder=tmp_path, presets={"usual": Preset({}, "As usual.")})
    save_figures(game, measure_presets(game, 50, 3))
    again = dataclasses.replace(game)
    assert again.figures["made_by"] == "moot figures leduc --games 50 --seed 3"
    assert list(again.figures["presets"]) == [DEFAULTS, "usual"]
    assert "end with" in measured(again, "usual", 2)
    assert measured(again, "usual", 3) == ""
    assert measured(LEDUC, None, 2) == ""


def test_a_preset_may_depend_on_the_number_of_seats() -> None:
    game = dataclasses.replace(
        load("polycrisis"),
        presets={"even": Preset({"turns": 7}, "Even odds.", {2: {"chips_per_turn": 4}, 3: {"chips_per_turn": 5}})},
    )
    assert game.choose({"seats": 3}, "even")["chips_per_turn"] == 5
    assert game.choose({"seats": "2"}, "even")["chips_per_turn"] == 4
    assert game.choose({"seats": 2, "chips_per_turn": 1}, "even")["chips_per_turn"] == 1
    assert game.choose({"seats": 2}, "even")["turns"] == 7
    with pytest.raises(OptionError, match="preset 'even' is made for 2, 3 seats, not for 4"):
        game.choose({"seats": 4}, "even")


def test_a_preset_goes_before_what_suits_people_and_after_what_was_chosen() -> None:
    game = load("treasury")
    sale = {name: member for member, name in enumerate(game.options["sale"].names)}
    assert game.choose({}, people=True)["sale"] == sale["opened"]
    assert game.choose({}, "sell_anything", people=True)["sale"] == sale["any"]
    assert game.choose({"sale": "one"}, "sell_anything", people=True)["sale"] == sale["one"]


@pytest.mark.parametrize("game", MOOT, ids=NAMES)
def test_every_preset_is_labelled_with_what_was_measured(game: Game) -> None:
    seats = game.options["seats"].default
    labels = [label(game, preset, seats) for preset in game.presets if game.presets[preset].fits(seats)]
    assert all(re.fullmatch(r"bots win \d+%|about \d+ \w+", one) for one in labels), labels


def test_a_little_harder_and_a_little_longer() -> None:
    polycrisis, treasury = load("polycrisis"), load("treasury")
    way, options = [], polycrisis.choose({"seats": 3}, "two_chips", people=True)
    while (found := harder(polycrisis, options)) is not None:
        way.append(found)
        options = polycrisis.choose({"seats": 3}, found, people=True)
    assert way == ["three_chips", "four_chips", "even_odds", "five_chips"]
    assert harder(treasury, treasury.choose({}, "three_ages", people=True)) == "six_ages"
    assert harder(treasury, treasury.choose({"first_gold": 9}, "three_ages", people=True)) is None
    assert harder(LEDUC, LEDUC.choose({})) is None


def test_options_belong_to_a_preset_to_none_or_to_nobody() -> None:
    game = load("solidarity")
    assert preset_with(game, game.choose({}, "five_rounds", people=True)) == "five_rounds"
    assert preset_with(game, game.choose({}, people=True)) == DEFAULTS
    assert preset_with(game, game.choose({"rounds": 3}, people=True)) is None
    assert preset_with(game, {"of other rules": 3}) is None
    assert (title("six_ages"), title(DEFAULTS), title(None)) == ("Six ages", "As usual", "As usual")
