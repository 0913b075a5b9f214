"""What a user of the Python API mistypes, mypy refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]
PROGRAM = """
import moot

t = moot.load("polycrisis").start(seats=4, seed=7, chips_per_turn=3)
{line}
"""


def checked(line: str, folder: Path) -> str:
    """What mypy says of a program with this line."""
    file = folder / "program.py"
    file.write_text(PROGRAM.format(line=line), encoding="utf-8")
    return api.run([str(file), f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={ROOT / '.mypy_cache'}"])[0]


def test_a_program_that_is_right_passes(tmp_path: Path) -> None:
    line = "t.play(t.waiting[0], t.moves(t.waiting[0])[0]); print(t.result.winners if t.result else t.standing.points)"
    assert checked(line, tmp_path).startswith("Success")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("t.plya(0, 1)", '"Sitting" has no attribute "plya"'),
        ("t.result.winners", 'has no attribute "winners"'),
        ("t.play(0)", "Missing positional argument"),
        ("t.seed + t.story()", "Unsupported operand types"),
    ],
)
def test_a_slip_is_refused(line: str, says: str, tmp_path: Path) -> None:
    assert says in checked(line, tmp_path)
