"""The figures of docs/treasury.md are those of benchmarks/treasury.py."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from moot.games.treasury import GAME

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "treasury.md").read_text(encoding="utf-8")
TABLE = re.compile(r"<!-- table (\w+) -->\n\n(\|.*?\|)\n\n<!-- end -->", re.DOTALL)


def run(*arguments: str) -> str:
    """What the script prints."""
    command = [sys.executable, str(ROOT / "benchmarks" / "treasury.py"), *arguments]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_every_table_of_the_page_is_one_of_the_script() -> None:
    """§7.1 And none is written by hand."""
    tables = dict(TABLE.findall(PAGE))
    by_script = re.search(r"--tables \[\{(.*?)\}", re.sub(r"\s+", " ", run("--help")))
    assert by_script is not None
    assert set(tables) <= set(by_script[1].replace(" ", "").split(","))
    assert PAGE.count("\n| --- |") == len(tables)
    assert f"version {GAME.version} of the rules" in " ".join(PAGE.split())


def test_the_plan_is_that_of_the_cards() -> None:
    """§7.1 §7.2 What can be had without playing is up to date."""
    assert dict(TABLE.findall(PAGE))["plan"] in run("--tables", "plan")
