"""Chapter 6: options and presets."""

from __future__ import annotations

import re

import pytest

from moot.engine import OptionError
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import MOST_PLAYERS, Match
from moot.lab.simulate import simulate

RULEBOOK = GAME.rulebook.replace("−", "-")
PRINTED = GAME.choose({})
PLAYERS = range(1, MOST_PLAYERS + 1)
EVEN = {"balanced": ("start_progress", "dice"), "momentum": ("start_progress", "dice", "hand")}
CELLS = [(name, seats) for name in EVEN for seats in PLAYERS]


def table_of_presets() -> dict[tuple[str, int], dict[str, int]]:
    """What the rulebook says that the presets choose, for each number of players."""
    rows = [[int(cell) for cell in row.split(" | ")] for row in re.findall(r"^\| (\d[-\d |]+) \|$", RULEBOOK, re.M)]
    cells = {}
    for seats, start, dice, *momentum in rows:
        for name, values in (("balanced", [start, dice]), ("momentum", momentum)):
            cells[name, seats] = dict(zip(EVEN[name], values, strict=True))
    return cells


def test_the_defaults_are_the_printed_values() -> None:
    """§6 As the table in the rulebook says."""
    assert GAME.says(PRINTED) == {
        "seats": 4,
        "match": "turn",
        "risk_test": "below",
        "start_progress": -10,
        "opening_reveals": 5,
        "dice": 14,
        "hand": 3,
    }


def test_the_rulebook_lists_the_options() -> None:
    """§6 Every option with its range, and every preset."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", RULEBOOK, re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))
    assert all(f"*{name}*" in RULEBOOK for name in GAME.presets)


@pytest.mark.parametrize(
    "wrong",
    [{"start_progress": 1}, {"opening_reveals": 13}, {"dice": 1}, {"dice": 15}, {"hand": 11}, {"match": "twice"}],
)
def test_what_is_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    """§6 Each option has its limits."""
    with pytest.raises(OptionError):
        GAME.choose(wrong)


@pytest.mark.parametrize("seats", PLAYERS)
def test_as_printed_changes_nothing(seats: int) -> None:
    """§6 At any number of players."""
    assert GAME.choose({"seats": seats}, "as_printed") == {**PRINTED, "seats": seats}


def test_people_begin_with_even_odds() -> None:
    """§6 At a new table, whatever its number of seats."""
    assert GAME.people_preset == "balanced"


def test_the_rulebook_has_a_row_for_every_number_of_players() -> None:
    """§6 And the presets are made for all of them."""
    assert sorted(table_of_presets()) == sorted(CELLS)
    assert all(GAME.presets[name].fits(seats) for name, seats in CELLS)


@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_the_presets_are_those_of_the_rulebook(name: str, seats: int) -> None:
    """§6 What its table says; everything else is as printed, but for what a match earns."""
    match = {"match": Match.MOMENTUM if name == "momentum" else Match.TURN}
    assert GAME.choose({"seats": seats}, name) == {
        **PRINTED,
        **match,
        **table_of_presets()[name, seats],
        "seats": seats,
    }


@pytest.mark.parametrize("name", EVEN)
def test_more_players_never_have_it_easier(name: str) -> None:
    """§6 Start and dice go down from one number of players to the next, or stay."""
    for option in ("start_progress", "dice", "hand"):
        values = [GAME.choose({"seats": seats}, name)[option] for seats in PLAYERS]
        assert values == sorted(values, reverse=True)


def test_the_rulebook_says_how_many_games_were_measured() -> None:
    """§6 As many as the figures were made with."""
    said = re.search(r"\(([\d,]+) games for each preset and number of players\)", RULEBOOK)
    assert said
    assert int(said[1].replace(",", "")) == GAME.figures["games"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats"), CELLS)
def test_the_odds_are_even(name: str, seats: int) -> None:
    """§6 Greedy bots win as many of 100 games as the rulebook says."""
    said = re.search(r"a table of greedy bots wins (\d+) to (\d+) of 100 games", RULEBOOK)
    assert said
    low, high = map(int, said.groups())
    won = simulate(GAME, 5_000, bots=["greedy"], preset=name, options={"seats": seats}).win_rate
    assert won.low * 100 < high
    assert won.high * 100 > low
    assert 40 <= won.value * 100 <= 70
