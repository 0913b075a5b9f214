"""What wins, the strategy that is nearest to it, and the dice that are left."""

from __future__ import annotations

from moot.engine import NOBODY, Goal, Sitting
from moot.engine.standing import gauge, goal
from moot.engine.words import MOST_GOAL
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import Side
from moot.games.path_to_safety.rules import Ending


def seen(t: Sitting, seat: int = 0) -> Goal:
    """The goal as a seat reads it."""
    return goal(GAME, t.view(seat), seat, t.names)


def with_chance() -> Sitting:
    """Clubs may be one of five numbers, and beat two of them."""
    t = GAME.start(seats=4, seed=1)
    t.state.revealed[0] = sum(1 << value for value in range(1, 9))
    t.state.progress[0], t.state.strategy_size[0], t.state.pool = 11, 4, 7
    return t


def test_the_best_strategy_and_the_dice() -> None:
    """§4.1 §5.1 §8 How likely it is by now that a progress is higher than its difficulty."""
    t = with_chance()
    assert seen(t).text == "One strategy must beat its hidden difficulty in time. Best now: ♣ 40 %. 7 dice left."
    assert seen(t).short == "A strategy must work: ♣ 40 %. 7 dice left."
    assert gauge(GAME, t.view()) == "♣ 40 %"
    assert seen(t, NOBODY) == seen(t)


def test_when_the_indicator_is_turned() -> None:
    """§4.1 §4.3 More dice are worse then."""
    t = with_chance()
    t.state.side, t.state.pool = Side.END, 1
    assert seen(t).short == "A strategy must work: ♣ 40 %. 1 die: a ✓ ends it."


def test_without_a_chance_none_is_the_best() -> None:
    """§5.1 However far one is."""
    t = GAME.start(seats=4, seed=1)
    t.state.progress[2] = -4
    assert seen(t).short == "A strategy must work: all 0 %. 14 dice left."


def test_when_it_is_over() -> None:
    """§5.1 Whether a strategy works."""
    t = with_chance()
    t.state.over = Ending.VOTE_LOST
    for strategy in range(4):
        t.state.difficulty[strategy] = 13
    assert seen(t).text == "The game is over: no strategy works."
    assert gauge(GAME, t.view()) == "none worked"
    t.state.difficulty[0] = 9
    assert seen(t).text == "The game is over: a strategy works."
    assert gauge(GAME, t.view()) == "♣ worked"


def test_every_ending_says_why() -> None:
    """§5.1 In the headline of the last page."""
    assert set(GAME.words.because) == set(Ending)


def test_it_fits_when_the_indicator_is_turned() -> None:
    """§4.1 However many dice are left, and whatever the chance."""
    t = with_chance()
    t.state.side, t.state.revealed[0] = Side.END, 0
    for pool in range(15):
        t.state.pool = pool
        assert len(seen(t).text) <= MOST_GOAL
        assert seen(t).text.endswith("a ✓ ends it.")
