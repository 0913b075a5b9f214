"""The quick policy plays well: it goes by how likely cards are to succeed; and positions are worth what crises leave."""

from __future__ import annotations

import pytest

from moot.bots import play_out
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import BASE_PROJECT, NO_PROJECT
from moot.games.polycrisis.rules import Step
from tests.games.likes import liked, likes, likes_of_a_twin, play_liked, worth
from tests.games.polycrisis.table import kind, play, problems, stand, table


def test_a_project_is_started_with_cards_that_succeed() -> None:
    """§3.2.1 With two high cards of the right suits; not with two low ones and no money."""
    assert liked(table("10♣ Q♦", crisis="all but FOO"), 0) == (BASE_PROJECT,)
    assert liked(table("2♣ 3♦", crisis="all but FOO"), 0) == (NO_PROJECT,)


def test_consultants_are_paid_while_it_helps() -> None:
    """§3.2.5 From 6 to 9 each 1 is worth at least 4 ways of 36; the last to 11 only 2."""
    t = table("6♣", money=9)
    stand(t, 0, 1, "AIR")
    play(t, 0, Step.PLAY_CARD, kind("6♣"), 0, 0)
    fees = likes(t, 0)
    assert fees[3,] > fees[2,] > fees[1,] > fees[0,]


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_sees_no_more_than_its_seat(seed: int) -> None:
    """§6 In positions that a seat cannot tell apart it likes the same."""
    t = GAME.start(seats=3, chips_per_turn=4, seed=seed)
    for steps in range(60):
        if not t.over:
            seat = t.waiting[0]
            if t.state.phase == 0 or seat == t.waiting[-1]:
                assert likes(t, seat) == likes_of_a_twin(t, seat, seed=steps)
            play_liked(t)


def test_a_position_is_worth_less_the_more_crises_there_are() -> None:
    """§4 And more with fewer turns to survive, and with fewer chips."""
    t = table("7♣", chips_per_turn=4)
    t.state.crisis = problems("all but FOO AIR")
    assert worth(t, 0) < 0.2
    t.state.crisis = problems("FOO AIR")
    early = worth(t, 0)
    t.state.turn = t.state.turns
    assert worth(t, 0) > early
    assert worth(table("7♣", chips_per_turn=2), 0) > worth(table("7♣", chips_per_turn=6), 0)


def test_estimates_foretell_the_outcome() -> None:
    """§4 After four turns with five chips, games that are going to be won are worth more on average."""
    hopes: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(24):
        t = GAME.start(seats=2, chips_per_turn=4, seed=seed)
        while not t.over and t.state.turn < 5:
            play_liked(t)
        hope = worth(t, 0)
        hopes[bool(play_out(t, ["fair"]).standing.winners)].append(hope)
    means = {won: sum(found) / len(found) for won, found in hopes.items()}
    assert means[True] > means[False] + 0.1
