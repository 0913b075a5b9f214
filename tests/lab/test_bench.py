"""The measurements of `moot bench`, made as short as they can be."""

from __future__ import annotations

import pytest

from examples.leduc import GAME
from moot.lab import bench


def test_the_best_of_three_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([1.0, 8.0, 2.0, 4.0])  # the first shows that the work is long enough
    monkeypatch.setattr(bench, "_timed", lambda work, times: (work(times), next(seconds)))
    assert bench.per_second(lambda times: 10 * times) == 20


def test_every_speed_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LONG_ENOUGH", 0.001)
    speeds = bench.speeds(GAME)
    assert list(speeds) == ["decisions_per_second", "copies_per_second", "views_per_second", "guesses_per_second"]
    assert all(speed > 1_000 for speed in speeds.values())
