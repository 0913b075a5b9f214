"""Chapter 3: calling for the end."""

from __future__ import annotations

from itertools import product

import pytest

from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.rules import Call, Ending, Event, Step, Vote
from tests.games.path_to_safety.table import asked, call, go_on, hand, offered, play, table, told

NO, YES = Vote


def test_the_call_comes_before_the_card() -> None:
    """§3.5 At the start of a turn, with nothing drawn yet."""
    t = GAME.start(seats=3, seed=1)
    assert asked(t) == [(0, Step.CALL)]
    assert offered(t, 0) == {(Call.GO_ON,), (Call.END,)}
    assert len(hand(t, 0)) == 3


def test_going_on_asks_nobody() -> None:
    """§3.5 Without a call there is no vote."""
    t = GAME.start(seats=3, seed=1)
    go_on(t)
    assert asked(t) == [(0, Step.ACTION)]
    assert told(t, Event.CALLED) == []


def test_all_others_vote_at_once() -> None:
    """§3.5 Everyone but the caller, in any order."""
    t = GAME.start(seats=4, seed=1)
    play(t, 0, Step.CALL, Call.END)
    assert asked(t) == [(1, Step.VOTE), (2, Step.VOTE), (3, Step.VOTE)]
    play(t, 2, Step.VOTE, YES)
    assert asked(t) == [(1, Step.VOTE), (3, Step.VOTE)]


@pytest.mark.parametrize("seats", range(1, 7))
def test_more_than_half_end_the_game(seats: int) -> None:
    """§3.5 Of all seats, the caller counted; half is not enough, and alone one is."""
    for votes in product(Vote, repeat=seats - 1):
        t = GAME.start(seats=seats, seed=4)
        call(t, *votes)
        wanting = 1 + sum(votes)
        assert t.over == (wanting > seats / 2)
        assert told(t, Event.AGREED if t.over else Event.DISAGREED) == [(wanting, seats, 0)]


def test_a_refused_call_goes_on_with_the_turn() -> None:
    """§3.5 The caller draws and acts, and cannot call again in this turn."""
    t = table("7♣", "8♦", "9♦", drawn=False)
    call(t, NO, NO)
    assert asked(t) == [(0, Step.ACTION)]
    assert len(hand(t, 0)) == 2


def test_anyone_may_call_in_their_turn() -> None:
    """§3.5 The second player calls; the first and the third vote."""
    t = table("7♣ 7♦", "8♦", "9♦", pile="K♠")
    play(t, 0, Step.ACTION, 1, 6)
    play(t, 1, Step.CALL, Call.END)
    assert asked(t) == [(0, Step.VOTE), (2, Step.VOTE)]
    play(t, 0, Step.VOTE, YES)
    play(t, 2, Step.VOTE, NO)
    assert t.over


def test_votes_do_not_last() -> None:
    """§3.5 What was said to one call does not count for the next."""
    t = table("7♣ 7♦", "8♦", "9♦", "10♦", drawn=False)
    call(t, YES, NO, NO)
    play(t, 0, Step.ACTION, 1, 6)
    call(t, NO, NO, NO)
    assert not t.over
    assert told(t, Event.DISAGREED) == [(2, 4, 0), (1, 4, 0)]


@pytest.mark.parametrize(("progress", "ending"), [(14, Ending.VOTE_WON), (-10, Ending.VOTE_LOST)])
def test_the_group_wins_or_loses(progress: int, ending: Ending) -> None:
    """§3.5 §5.1 Ended by choice, the game is won or lost like any other."""
    t = GAME.start(seats=3, seed=1)
    t.state.progress[1] = progress
    call(t, YES, YES)
    assert t.ending == ending
