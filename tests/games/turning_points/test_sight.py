"""Chapters 8 and 9: who sees what, and what can be guessed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import NOBODY, Sitting
from moot.engine.flow import SEALED
from moot.games.turning_points import GAME
from moot.games.turning_points.components import NO_ARC, PATTERN, YES_ARC
from moot.games.turning_points.organize import links_back
from moot.games.turning_points.rules import Act, Event, Step, worth_of
from tests.games.turning_points.table import (
    act,
    flexible,
    give,
    move,
    nodes,
    offered,
    organize,
    play,
    stop,
    told,
    turn_of,
)


def played(seats: int = 4, moves: int = 60, seed: int = 3) -> Sitting:
    """A game somewhere in its middle."""
    t: Sitting = GAME.start(seats=seats, seed=seed)
    for _ in range(moves):
        seat = t.waiting[0]
        listed = t.moves(seat)
        t.play(seat, listed[len(listed) // 2])
    return t


def hand(record: Any, seat: int) -> list[int]:
    """The cards + 1 in a hand."""
    return list(record.hand_card[seat][: record.hand_size[seat]])


@pytest.mark.parametrize("seat", [0, 2, NOBODY])
def test_you_see_your_hand_and_no_other(seat: int) -> None:
    """§8 And nobody the deck; everyone how many cards there are."""
    t = played()
    view = t.view(seat)
    for other in range(4):
        assert hand(view, other) == (hand(t.state, other) if other == seat else [0] * t.state.hand_size[other])
    assert not any(view.deck)
    assert view.deck_size == t.state.deck_size
    assert list(view.flexible) == list(t.state.flexible)


def test_the_map_is_open() -> None:
    """§8 Everyone sees all that lies on it."""
    t = played()
    for field in (
        "event",
        "organizer",
        "side",
        "yes_arc",
        "no_arc",
        "worth",
        "fate",
        "forward",
        "back",
        "extra",
        "pawn",
        "points",
    ):
        assert list(getattr(t.view(NOBODY), field)) == list(getattr(t.state, field))


def test_drawn_cards_are_whispered() -> None:
    """§8 The drawer hears which, the others how many."""
    t = GAME.start(seats=3, seed=3)
    for seat in range(3):
        assert sorted(arguments[0] + 1 for arguments in told(t, Event.DREW_CARD, seat)) == sorted(hand(t.state, seat))
        for number, *printed in told(t, Event.DREW_CARD, seat):
            arcs = YES_ARC[3, number], NO_ARC[3, number]
            assert printed == [*arcs, worth_of(t.state, number), PATTERN[3, number]]
    assert told(t, Event.DREW_CARD) == []
    assert len(told(t, Event.DREW)) == 3


def planning() -> Sitting:
    """The second round: the active player has moved to node 2 and is about to organize an Attacking event."""
    t: Sitting = GAME.start(seats=3, seed=3)
    while t.state.rounds == 1:
        if t.state.asking[t.waiting[0]] == Step.ACT:
            stop(t)
        else:
            t.play(t.waiting[0], t.moves(t.waiting[0])[0])
    seat = t.state.active
    move(t, min(nodes(t, seat, Act.MOVE)))
    return t


def test_a_plan_is_nobody_elses_business() -> None:
    """§8 Others see that the player is to answer, not what has been chosen so far; and a guess begins again."""
    t = planning()
    seat, other = t.state.active, (t.state.active + 1) % 3
    before = bytes(t.view(other))
    act(t, Act.ORGANIZE, flexible("Attacking"))
    play(t, seat, Step.ARCS, *sorted(a + 1 for a in range(3) if a != seat))
    assert bytes(t.view(other)) == before
    assert t.view(other).asking[seat] == SEALED
    assert t.view(seat).plan_card[seat] == flexible("Attacking") + 1
    guess = t.guess(other, 5)
    assert (guess.asking[seat], guess.plan_card[seat]) == (Step.ACT, 0)
    mine = t.guess(seat, 5)
    assert (mine.asking[seat], mine.plan_card[seat]) == (Step.ROTATE, flexible("Attacking") + 1)


def test_a_guess_of_a_hand() -> None:
    """§8 Any card that lies neither on the map nor in your own hand, each as likely."""
    t = played(seats=3)
    on_map = {event for event in t.state.event if event}
    drawn: Counter[int] = Counter()
    for seed in range(400):
        guess = t.guess(0, seed)
        assert hand(guess, 0) == hand(t.state, 0)
        drawn.update(hand(guess, 1))
    unseen = set(range(1, 49)) - on_map - set(hand(t.state, 0))
    assert set(drawn) == unseen
    expected = 400 * t.state.hand_size[1] / len(unseen)
    assert all(abs(times - expected) < 0.7 * expected for times in drawn.values())


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_guess_keeps_every_card(seats: int) -> None:
    """§8 §1.4 In another order, and nothing above the top of the deck."""
    t = played(seats)
    for seat in (0, 1, NOBODY):
        guess = t.guess(seat, 9)
        assert GAME.interpreted.broken_law([guess], 0) == -1
        assert list(guess.deck) != list(t.state.deck)
        assert not any(guess.deck[guess.deck_size :])


@pytest.mark.parametrize("card", [0, 119])
def test_the_first_and_the_last_card_of_the_largest_deck_are_kept(card: int) -> None:
    """§8 §1.4 Five players on the map with three rings have 120 cards; a card on the map is in nobody's hand."""
    t = GAME.start(seats=5, rings=3, seed=3, opening=0)
    seat = t.state.active
    turn_of(t, seat, on=2)
    give(t, seat, card)
    organize(t, card, links_to(t, card))
    for other in range(5):
        assert GAME.interpreted.broken_law([t.guess(other, 4)], 0) == -1


def links_to(t: Sitting, card: int) -> int:
    """A rotation in which a card of the active player has a link to the past."""
    return next(by for by in range(6) if links_back(t.state, t.state.pawn[t.state.active], card, by))


def test_talk_changes_nothing() -> None:
    """§9 There is no move for it: what binds is what lies on the map."""
    t = GAME.start(seats=3, seed=1)
    assert offered(t, t.state.active) <= {int(each) for each in Act}


def test_bots_play_on_what_they_see() -> None:
    """§8 The same moves, whatever the others hold."""
    t = play_out(GAME.start(seats=3, rings=1, seed=2), ["greedy"])
    assert t.over
