"""The quick policy is the greedy bot's, worked out once for a list; and positions are worth what the dice leave time for."""

from __future__ import annotations

from typing import Any

import pytest

from moot.bots import play_out
from moot.bots.rating import ratings
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import STRATEGIES, Side
from tests.games.likes import likes, likes_of_a_twin, play_liked, worth
from tests.games.path_to_safety.table import CLUBS, SPADES, table


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 4, "match": "momentum", "risk_test": "at_most"}])
def test_it_likes_moves_as_they_are_rated(options: dict[str, Any]) -> None:
    """§3.2 §3.4 §3.5 In every choice, and whatever the seat does not see."""
    t = GAME.start(seed=3, **options)
    for steps in range(40):
        if not t.over:
            seat = t.waiting[0]
            assert list(likes(t, seat).values()) == list(ratings(t, seat).values())
            assert likes(t, seat) == likes_of_a_twin(t, seat, seed=steps)
            play_liked(t)


def test_a_strategy_that_is_sure_to_work_wins() -> None:
    """§3.5 §5.1 Whatever the dice do, the end can be called."""
    t = table("7♣ 7♠", "8♦")
    t.state.progress[SPADES] = 14
    assert worth(t, 0) == worth(t, 1) == 1


def test_progress_is_worth_more_where_time_is_left() -> None:
    """§4.1 §4.3 With many dice under "1 × continue" there is time; under "1 ✓ end" what has been reached must do."""
    t = table("7♣ 7♠", "8♦")
    for strategy in range(STRATEGIES):
        t.state.progress[strategy] = 0
    early = worth(t, 0)
    t.state.progress[CLUBS] = 4
    assert worth(t, 0) > early > 0
    t.state.pool = 3
    late = worth(t, 0)
    t.state.side = Side.END
    assert worth(t, 0) < late < 1


def test_estimates_are_about_right() -> None:
    """§5.1 After one to four rounds of a balanced game they are on average what comes of it."""
    hopes, wins = [], []
    for seed in range(40):
        t = GAME.start(seed=seed, preset="balanced")
        while not t.over and t.state.rounds < 2 + seed % 4:
            play_liked(t)
        hopes.append(worth(t, 0))
        wins.append(bool(play_out(t, ["fair"]).standing.winners))
    assert sum(hopes) / 40 == pytest.approx(sum(wins) / 40, abs=0.15)
