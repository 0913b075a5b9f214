"""docs/turning-points.md has the tables of benchmarks/turning_points.py, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import pytest

SCRIPT = run_path(str(Path(__file__).parents[3] / "benchmarks" / "turning_points.py"))
CHANGES, MAPS, TABLES, put_in = (SCRIPT[name] for name in ("CHANGES", "MAPS", "TABLES", "put_in"))
TEXT = SCRIPT["PAGE"].read_text(encoding="utf-8")
ASKED = SCRIPT["Asked"](10, 1, [3, 4, 5, 6], {}, None)


def table_of(name: str) -> list[str]:
    """The table that stands on the page after its name."""
    found = re.search(rf"^<!-- {name} -->\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found, name
    return found[1].splitlines()


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
    + [(name, CHANGES) for name in ("changes", "deciding")],
)
def test_the_rows_are_those_of_the_script(name: str, rows: list[str]) -> None:
    """The numbers of players, the changes, the maps."""
    assert [line.split(" | ")[0].removeprefix("| ") for line in table_of(name)[2:]] == list(rows)


def test_a_table_is_put_in_its_place() -> None:
    """In place of the one that stood there; the rest of the page stays."""
    page = "Before.\n\n<!-- order -->\n| old |\n| --- |\n\nAfter.\n"
    assert put_in(page, "order", "| new |\n| --- |") == page.replace("old", "new")
    assert put_in("<!-- order -->\n\nAfter.\n", "order", "| new |") == "<!-- order -->\n| new |\n\nAfter.\n"
