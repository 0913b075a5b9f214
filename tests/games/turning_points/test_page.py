"""docs/turning-points.md has the tables of benchmarks/turning_points.py, and no others; what figures.json knows too is the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from moot.games import turning_points

SCRIPT = run_path(str(Path(__file__).parents[3] / "benchmarks" / "turning_points.py"))
CHANGES, MAPS, TABLES, put_in = (SCRIPT[name] for name in ("CHANGES", "MAPS", "TABLES", "put_in"))
TEXT = SCRIPT["PAGE"].read_text(encoding="utf-8")
ASKED = SCRIPT["Asked"](10, 1, [3, 4, 5, 6], {}, None)
FIGURES = json.loads((Path(turning_points.__file__).parent / "figures.json").read_text(encoding="utf-8"))["presets"]
DEFAULTS = next(name for name in FIGURES if name not in turning_points.GAME.presets)  # the rules as they are
GOALS = [
    "every place in the order within 3 points of its fair share",
    "links decide 25 to 60 % of outcomes",
    "about half the events occur",
    "100 to 300 decisions a game",
    "no refusal wins more than its share",
]


def table_of(name: str) -> list[str]:
    """The table that stands on the page after its name."""
    found = re.search(rf"^<!-- {name} -->\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found, name
    return found[1].splitlines()


def rows_of(name: str) -> dict[str, list[str]]:
    """The rows of a table: the first cell, and the others."""
    rows = (line.removeprefix("| ").removesuffix(" |").split(" | ") for line in table_of(name)[2:])
    return {first: cells for first, *cells in rows}


def wins_in(cell: str) -> list[float]:
    """The figures of a cell, by the order of turns, without their intervals."""
    return [float(part.partition(" ± ")[0]) for part in cell.split(", ")]


def known_wins(preset: str, seats: int) -> Any:
    """The same figures as figures.json has them, in per cent; they may differ by how they were rounded."""
    wins = FIGURES[preset][str(seats)]["greedy"]["wins_by_turn_order"]
    return pytest.approx([100 * value for value, _, _ in wins], abs=0.06)


def test_the_page_has_every_table_once() -> None:
    """Each after a comment with its name; a table without one comes from nowhere."""
    assert sorted(re.findall(r"^<!-- (\w+) -->$", TEXT, re.MULTILINE)) == sorted(TABLES)
    assert len(re.findall(r"^\|(?: --- \|)+$", TEXT, re.MULTILINE)) == len(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_the_columns_are_those_of_the_script(name: str) -> None:
    """If this fails, run `python benchmarks/turning_points.py --games 10000 --write`."""
    assert table_of(name)[0] == next(SCRIPT["written"](TABLES[name](ASKED)))


@pytest.mark.parametrize(
    ("name", "rows"),
    [("order", "3456"), ("outcomes", "3456"), ("games", "3456"), ("refusals", "3456"), ("maps", MAPS.values())]
    + [(name, CHANGES) for name in ("changes", "deciding")]
    + [("queue", ["now", "the first design"]), ("goals", GOALS)],
)
def test_the_rows_are_those_of_the_script(name: str, rows: list[str]) -> None:
    """The numbers of players, the changes, the maps, the goals."""
    assert list(rows_of(name)) == list(rows)


@pytest.mark.parametrize(
    ("name", "figures"), [("changes", [3, 4, 5, 6, 1]), ("queue", [3, 4, 5, 6]), ("deciding", [3] * 4)]
)
def test_every_cell_has_all_its_figures(name: str, figures: list[int]) -> None:
    """One for each player and how far they are from fair; one for each player; and three as is said above the table."""
    for cells in rows_of(name).values():
        assert [len(cell.split(", ")) for cell in cells] == figures


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_wins_are_those_that_are_known(seats: int) -> None:
    """Of the rules as they are and of the first design; if this fails after a change of the rules, write the tables anew."""
    assert wins_in(rows_of("order")[str(seats)][1]) == known_wins(DEFAULTS, seats)
    changes = rows_of("changes")
    assert wins_in(changes["now"][seats - 3]) == known_wins(DEFAULTS, seats)
    assert wins_in(changes["the first design"][seats - 3]) == known_wins("first_design", seats)


@pytest.mark.parametrize(("setting", "words"), MAPS.items())
def test_wins_on_other_maps_are_those_that_are_known(setting: tuple[int, int], words: str) -> None:
    """One ring is the preset short, and three rings are long."""
    seats, rings = setting
    preset = {1: "one_ring", 2: DEFAULTS, 3: "three_rings"}[rings]
    assert wins_in(rows_of("maps")[words][0]) == known_wins(preset, seats)


def test_the_summary_says_what_the_tables_say() -> None:
    """The first goal is about the rules as they are."""
    away = rows_of("changes")["now"][-1]
    assert rows_of("goals")[GOALS[0]] == [f"at most {away} away"]


def test_a_table_is_put_in_its_place() -> None:
    """In place of the one that stood there; the rest of the page stays."""
    page = "Before.\n\n<!-- order -->\n| old |\n| --- |\n\nAfter.\n"
    assert put_in(page, "order", "| new |\n| --- |") == page.replace("old", "new")
    assert put_in("<!-- order -->\n\nAfter.\n", "order", "| new |") == "<!-- order -->\n| new |\n\nAfter.\n"
