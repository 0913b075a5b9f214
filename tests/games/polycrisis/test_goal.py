"""What wins: to hold on; how many problems are in crisis, and the chips for the next dice."""

from __future__ import annotations

from moot.engine import NOBODY
from moot.engine.standing import gauge, goal
from moot.games.polycrisis import GAME
from moot.games.polycrisis.rules import Ending


def test_the_turn_the_crises_and_the_chips() -> None:
    """§3.6.2 §4.2 What is left to hold."""
    t = GAME.start(seats=3, seed=1)
    t.state.turn, t.state.chips, t.state.crisis = 5, 4, 0b1111111111
    for seat in (0, NOBODY):
        said = goal(GAME, t.view(seat), seat, t.names)
        assert said.text == "Hold on to the end of turn 8. Turn 5: 10 of 30 in crisis, 4 chips for the next dice."
        assert said.short == "Hold to turn 8: 10 of 30 in crisis, 4 chips."
    assert gauge(GAME, t.view()) == "10 of 30 in crisis"


def test_before_the_first_turn() -> None:
    """§2.1 §2.2 Nothing has happened yet."""
    t = GAME.start(seats=3, seed=1)
    assert goal(GAME, t.view(0), 0, t.names).text == "Hold on to the end of turn 8. 0 of 30 in crisis at the start."
    assert goal(GAME, t.view(0), 0, t.names).short == "Hold to turn 8: 0 of 30 in crisis at the start."


def test_more_chips_than_there_is_room_for() -> None:
    """§3.6.6 The dice may run away."""
    t = GAME.start(seats=3, seed=1, turns=16)
    t.state.turn, t.state.chips, t.state.crisis = 16, 100_000, (1 << 30) - 2
    said = goal(GAME, t.view(0), 0, t.names).text
    assert said == "Hold on to the end of turn 16. Turn 16: 29 of 30 in crisis, 100000 chips."


def test_every_ending_says_why() -> None:
    """§4.1 §4.2 In the headline of the last page."""
    assert set(GAME.words.because) == set(Ending)
