"""The battery on every game of Moot: few games here, many with `make check`."""

from __future__ import annotations

import pytest

from moot.battery import check
from moot.games import GAMES, load


@pytest.mark.parametrize("name", GAMES)
def test_the_game_passes_the_battery(name: str) -> None:
    report = check(load(name), games=12)
    assert report.ok, str(report)
