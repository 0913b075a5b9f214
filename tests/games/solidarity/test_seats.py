"""No seat is better than another: what the rules decide among equals they decide by lot, and bots do not care who begins."""

from __future__ import annotations

import pytest

from moot.games.solidarity import GAME
from moot.lab import simulate

GAMES = 4_000


@pytest.mark.parametrize("seats", [4, 6])
def test_under_greed_every_seat_wins_its_share(seats: int) -> None:
    """§3.4 §3.7 §8 Greedy bots. When names and losses went by the lower seat, one seat won a third of the games of four."""
    played = simulate(GAME, GAMES, options={"seats": seats, "objective": "greed"})
    shares = [100 * figures.wins.value for figures in played.by_seat]
    assert max(abs(share - 100 / seats) for share in shares) < 3.5, shares
    points = [figures.points.value for figures in played.by_seat]
    assert max(points) - min(points) < 3, points


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_under_solidarity_every_seat_scores_alike(seats: int) -> None:
    """§4.1 §6.2 Greedy bots, though they trade in the order of their seats."""
    played = simulate(GAME, GAMES, options={"seats": seats, "objective": "solidarity"})
    points = [figures.points.value for figures in played.by_seat]
    assert max(points) - min(points) < 0.3, points
