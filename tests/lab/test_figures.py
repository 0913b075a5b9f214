"""Figures and their intervals, against values known from elsewhere."""

from __future__ import annotations

import pytest

from moot.lab import Figure
from moot.lab.figures import mean, share


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),  # Wilson's interval as statsmodels and R's binom give it
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1000, 0.0002, 0.0056),
    ],
)
def test_a_share_has_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    assert share(hits, of) == pytest.approx((hits / of, low, high), abs=5e-5)


@pytest.mark.parametrize("of", [1, 2, 10, 1_000])
def test_a_share_stays_within_its_interval_and_that_within_0_and_1(of: int) -> None:
    for hits in range(of + 1):
        figure = share(hits, of)
        assert 0 <= figure.low <= figure.value <= figure.high <= 1


def test_a_mean_has_the_interval_of_the_normal_distribution() -> None:
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    figure = mean(sum(values), sum(value * value for value in values), len(values))
    half = 1.959964 * 2.1380899 / 8**0.5  # the sample's standard deviation is 2.1380899
    assert figure == pytest.approx((5, 5 - half, 5 + half))


def test_a_mean_of_one_or_of_equal_values_has_no_width() -> None:
    assert mean(3, 9, 1) == (3, 3, 3)
    assert mean(30, 90, 10) == (3, 3, 3)


def test_a_figure_is_written_for_people_and_for_machines() -> None:
    figure = Figure(0.25, 0.2, 1 / 3)
    assert figure.percent() == "25.0% (20.0% to 33.3%)"
    assert figure.number() == "0.250 (0.200 to 0.333)"
    assert figure.as_dict() == {"value": 0.25, "low": 0.2, "high": 0.333333}
