"""What wins, for each objective; and to who may not know the objective, nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from moot.engine import NOBODY, Goal, Place, Sitting
from moot.engine.standing import account, goal, how_to_win, standing
from moot.games.solidarity import GAME
from moot.games.solidarity.components import NO_GOAL

NAMES = ["North", "South", "East", "West"]


def started(objective: str, **options: Any) -> Sitting:
    """A game of four in its third round."""
    t = GAME.start(seats=4, seed=1, objective=objective, **options)
    t.state.round = 3
    return t


def seen(t: Sitting, seat: int = 0) -> Goal:
    """The goal as a seat reads it."""
    return goal(GAME, t.view(seat), seat, NAMES)


def with_stock(**options: Any) -> Sitting:
    """Greed: West has invented apples, of which North holds two and East three."""
    t = started("greed", **options)
    t.state.resources, t.state.inventor[0] = 1, 3
    t.state.stock[0, 0], t.state.stock[2, 0], t.state.total[0] = 2, 3, 5
    return t


def test_greed_counts_what_is_held() -> None:
    """§6.1 As if the stockpiles were counted now."""
    t = with_stock()
    assert standing(GAME, t.view()) == [Place(2, 2), Place(0, 3), Place(6, 1), Place(0, 3)]
    scores = "Most points after round 8: foreign EcU 1, only largest pile 3."
    assert seen(t).text == f"{scores} You: 2, 2nd, 4 behind East."
    assert seen(t).short == "Most points: you 2, 2nd, 4 behind East. Round 3 of 8."
    assert seen(t, NOBODY).text == f"{scores} East leads with 6."
    assert account(GAME, t.log, t.state, 2) == [("foreign EcU", 3), ("largest stockpiles", 3)]


def test_dice_may_end_it() -> None:
    """§5.1 Then nobody knows when."""
    t = with_stock(length="random")
    assert seen(t).text == "Most points when the dice end it: foreign EcU 1, only largest pile 3. You: 2, 2nd."
    assert seen(t).short == "Most points: you 2, 2nd, 4 behind East. Round 3."
    assert how_to_win(GAME, t.view())[1] == "In the later rounds dice end the game, and the most points win."


def test_solidarity_counts_mandates_and_ranks_nobody() -> None:
    """§6.2 That there are ranks, or none, is not said; nor what follows from the points (§6.4)."""
    t = started("solidarity")
    t.state.points[0] = 6
    scores = "Fulfil mandates: a third of their size in points, 3 at least."
    assert seen(t).text == f"{scores} You: 6. Round 3 of 8."
    assert seen(t).short == "Fulfil mandates: you 6. Round 3 of 8."
    assert seen(t, NOBODY).text == f"{scores} Round 3 of 8."
    assert [place.rank for place in standing(GAME, t.view()) or ()] == [0, 0, 0, 0]
    assert how_to_win(GAME, t.view())[1] == "The game ends after round 8."


@pytest.mark.parametrize("objective", ["greed", "solidarity"])
def test_who_may_not_know_the_objective_is_told_the_round(objective: str) -> None:
    """§1.3 The same whatever a table plays for."""
    t = started(objective)
    view = t.view()
    view.goal = NO_GOAL
    assert standing(GAME, view) is None
    assert goal(GAME, view, NOBODY, NAMES) == Goal("Round 3 of 8.", "Round 3 of 8.", (("round", "3"),))
    assert how_to_win(GAME, view) == (
        "What this table plays for is told to its own players.",
        "The game ends after round 8.",
    )
