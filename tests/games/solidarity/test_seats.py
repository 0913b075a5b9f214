"""No seat is better than another: what the rules decide among equals they decide by lot. Measured with greedy bots."""

from __future__ import annotations

import pytest

from moot.games.solidarity import GAME
from moot.lab import simulate

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("seats", "preset"), [*((seats, None) for seats in range(2, 7)), (3, "open_offers")])
def test_under_greed_every_seat_wins_its_share(seats: int, preset: str | None) -> None:
    """§3.4 §3.7 §8 Within three points. When names and losses went by the lower seat, one won a third of the games of four."""
    played = simulate(GAME, 5_000, preset=preset, options={"seats": seats, "objective": "greed"})
    shares = [100 * figures.wins.value for figures in played.by_seat]
    assert max(abs(share - 100 / seats) for share in shares) < 3, shares
    points = [figures.points.value for figures in played.by_seat]
    assert max(points) - min(points) < 3, points


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_under_solidarity_every_seat_scores_alike(seats: int) -> None:
    """§4.1 §6.2 Within 0.3 points."""
    played = simulate(GAME, 4_000, options={"seats": seats, "objective": "solidarity"})
    points = [figures.points.value for figures in played.by_seat]
    assert max(points) - min(points) < 0.3, points
