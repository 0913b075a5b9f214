"""The first start makes the file. A server that is killed at it starts the next time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_first_start_is_killed_after_any_statement(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.faults.first_start", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert "after statement 10: opens" in said
    assert "BROKEN" not in said
