"""Chapter 6: options and presets."""

from __future__ import annotations

import re

import pytest

from moot.engine import OptionError
from moot.games.path_to_safety import GAME

SMALL_TABLES = {"solo": 1, "two": 2, "three": 3}


def test_the_defaults_are_the_printed_values() -> None:
    """§6 As the table in the rulebook says."""
    assert GAME.says(GAME.choose({})) == {
        "seats": 4,
        "match": "turn",
        "risk_test": "below",
        "start_progress": -10,
        "opening_reveals": 5,
        "dice": 14,
        "hand": 3,
    }
    assert GAME.choose({}, "as_printed") == GAME.choose({})


def test_the_rulebook_lists_the_options() -> None:
    """§6 Every option with its range, and every preset."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", GAME.rulebook.replace("−", "-"), re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))
    assert all(f"*{name}*" in GAME.rulebook for name in GAME.presets)


@pytest.mark.parametrize(
    "wrong",
    [{"start_progress": 1}, {"opening_reveals": 13}, {"dice": 1}, {"dice": 15}, {"hand": 11}, {"match": "twice"}],
)
def test_what_is_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    """§6 Each option has its limits."""
    with pytest.raises(OptionError):
        GAME.choose(wrong)


@pytest.mark.parametrize(("name", "seats"), SMALL_TABLES.items())
def test_presets_make_it_easier_for_small_tables(name: str, seats: int) -> None:
    """§6 For this many players, with a better start; and they say how often the greedy bot wins."""
    options = GAME.choose({}, name)
    assert options["seats"] == seats
    assert options["start_progress"] > -10
    assert re.search(r"greedy bot wins \d+ % \([\d,]+ games, seed \d+\)", GAME.presets[name].help)


def test_the_smaller_the_table_the_better_the_start() -> None:
    """§6 Few players have few turns."""
    starts = [GAME.choose({}, name)["start_progress"] for name in SMALL_TABLES]
    assert starts == sorted(starts, reverse=True)
