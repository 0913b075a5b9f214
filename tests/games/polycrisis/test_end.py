"""The turn as a whole (3), talk (3.5), and the end (4)."""

from __future__ import annotations

import pytest

from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import ALL_PROBLEMS
from moot.games.polycrisis.crisis import crisis_roll
from moot.games.polycrisis.rules import Ending, Event, Step, lose_if_all_in_crisis
from tests.games.polycrisis.table import (
    asked,
    draw_all,
    engaging,
    finish,
    heard_codes,
    play,
    problem,
    problems,
    roll,
    steer,
    table,
    told,
)


def test_the_phases_of_a_turn() -> None:
    """§3 Engage, activate, finalize, talk, crisis; then the next turn."""
    t = engaging(2, chips_per_turn=1)
    assert t.state.turn == 1
    assert {step for _, step in asked(t)} == {Step.PILE_DRAW}
    draw_all(t)
    assert {step for _, step in asked(t)} == {Step.START_PROJECT}
    play(t, 0, Step.START_PROJECT, 1)
    play(t, 0, Step.START_PROJECT_FIX_CAT, 3)
    play(t, 0, Step.START_PROJECT_FIX_NODE, problem("FOO"))
    finish(t)
    assert {step for _, step in asked(t)} == {Step.READY}
    roll(t)
    assert {step for _, step in asked(t)} == {Step.PILE_DRAW}
    order = [entry.event for entry in t.log if entry.event in (Event.CRISIS_BEGINS, Event.TURN_ENDS, Event.TURN_BEGINS)]
    assert order == [Event.CRISIS_BEGINS, Event.TURN_ENDS, Event.TURN_BEGINS]
    assert told(t, Event.TURN_BEGINS) == [(2, 8, 0, 0, 0)]


def test_the_talk() -> None:
    """§3.5 The result is there, and the dice wait for everyone, in any order."""
    t = table("", "", "")
    finish(t)
    t.state.chips = 2
    assert asked(t) == [(seat, Step.READY) for seat in range(3)]
    for seat in (2, 0):
        play(t, seat, Step.READY, 0)
    assert told(t, Event.IS_READY) == [(2, 0, 0, 0, 0), (0, 0, 0, 0, 0)]
    assert not told(t, Event.CRISIS_BEGINS)
    play(t, 1, Step.READY, 0)
    assert told(t, Event.CRISIS_BEGINS) == [(2, 0, 0, 0, 0)]


def test_the_dice_roll_in_one_step() -> None:
    """§3.5 Nobody talks while they roll: from the last "ready" to the next draws nobody is asked, whatever the dice do."""
    assert "while the crisis dice roll, nobody talks" in GAME.rulebook
    t = table("", "", crisis="FOO AIR INE")
    finish(t)
    roll(t, chips=12)
    kinds = [entry.event for entry in t.log]
    assert kinds[:2] == [Event.IS_READY, Event.CRISIS_BEGINS]
    assert Event.TURN_BEGINS in kinds
    assert len(told(t, Event.PROBLEM_ROLLED)) > 2
    assert {step for _, step in asked(t)} == {Step.PILE_DRAW}


def test_no_talk() -> None:
    """§3.5 Without the option the dice roll at once."""
    t = table("", talk=False)
    finish_turn = [Step.START_PROJECT, Step.START_RESEARCH]
    for step in finish_turn:
        assert asked(t) == [(0, step)]
        t.play(0, t.moves(0)[0])
    assert told(t, Event.CRISIS_BEGINS)
    assert t.state.turn == 2


def test_all_in_crisis() -> None:
    """§4.1 §4 Lost at once, with chips left; nobody has a point."""
    t = table("", "")
    finish(t)
    t.state.crisis = problems("all but FOO")
    roll(t, 4, 5, 1, 5, chips=20)
    assert t.ending == Ending.TOTAL_CRISIS
    assert t.state.crisis == ALL_PROBLEMS
    assert heard_codes(t, Event.CRISIS) == ["FOO"]
    assert t.state.chips > 0
    assert t.standing.winners == ()


def test_a_protected_problem_saves_the_game() -> None:
    """§4.1 Twenty-nine in crisis and one protected is not lost; without the protection it is not either."""
    s = table("").state
    s.crisis = problems("all but FOO")
    for s.protected in (problems("FOO"), 0):
        lose_if_all_in_crisis(s)
        assert s.over == 0
    s.crisis = problems("all")
    lose_if_all_in_crisis(s)
    assert s.over == Ending.TOTAL_CRISIS


def test_lost_before_the_turn_is_over() -> None:
    """§4.1 §4.2 Also in the last turn: no win."""
    t = table("", turns=1)
    finish(t)
    t.state.crisis = problems("all but FOO")
    roll(t, 4, 5, 1, 5, chips=20)
    assert t.ending == Ending.TOTAL_CRISIS
    assert not told(t, Event.TURN_ENDS)


def test_lost_by_a_long_cascade() -> None:
    """§4.1 Whatever put the last problem in crisis."""
    t = table("")
    finish(t)
    t.state.crisis = problems("all but FOO")
    roll(t, 4, 3, chips=20)
    assert heard_codes(t, Event.LONG_CASCADE) == ["AFF"]
    assert t.ending == Ending.TOTAL_CRISIS


def test_lost_by_saturation() -> None:
    """§4.1 §4 The tenth in a row ends the game, though problems are stable and chips are left."""
    t = table("", "")
    finish(t)
    t.state.crisis, t.state.chips, t.state.saturated = problems("INE"), 4, 9
    steer(t, 2, 4)
    crisis_roll(t.state)
    assert t.ending == Ending.TEN_IN_A_ROW
    assert (t.standing.winners, t.waiting) == ((), [])
    assert t.state.crisis == problems("INE")


@pytest.mark.parametrize("turns", [1, 3])
def test_the_last_turn_is_survived(turns: int) -> None:
    """§4.2 §4 Won by all, and not a turn earlier."""
    t = engaging(3, turns=turns, chips_per_turn=0)
    for turn in range(1, turns + 1):
        assert (t.state.turn, t.over) == (turn, False)
        draw_all(t)
        finish(t)
        roll(t)
        assert told(t, Event.TURN_ENDS) == [(turn, turns, 0, 0, 0)]
    assert t.ending == Ending.WON
    assert t.standing.winners == (0, 1, 2)
    assert t.waiting == []


def test_eight_turns_as_printed() -> None:
    """§4.2 The default."""
    assert GAME.options["turns"].default == 8
    assert GAME.cooperative


def test_a_problem_fixed_in_time_counts() -> None:
    """§4.1 Only all thirty lose: with 29 in crisis and no chips the turn is survived."""
    t = table("", turns=1)
    finish(t)
    t.state.crisis = problems("all but FOO INF SOC AIR UNS ECO")
    roll(t, chips=0)
    assert t.ending == Ending.WON
