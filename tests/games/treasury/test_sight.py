"""Chapters 11 and 8.3: who sees what, and what can be known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from moot.engine import NOBODY, Sitting
from moot.games.treasury import GAME
from moot.games.treasury.rules import EVERYONE, Do, Step
from tests.games.treasury.table import act, choose, end_round, number, quiet, table, waste


def show(t: Sitting, record: Any, seat: int) -> bytes:
    """What a seat sees of a record other than the sitting's own."""
    other = t.copy()
    other.state._memory[:] = record._memory
    return bytes(other.view(seat))


def test_hands_startups_and_what_lies_beneath_are_private() -> None:
    """§11 Development and contract cards too; all see how many there are."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4+Judge"], startups=["Castle+Council"])
    mine, theirs = t.view(0), t.view(1)
    assert (mine.hand[0, 0], mine.startup[0, 1]) == (number("Farm 2"), number("Castle"))
    assert sorted(mine.under[0][:2]) == sorted([number("Judge"), number("Council")])
    for view in (theirs, t.view(NOBODY)):
        assert not any(view.hand[0]) and not any(view.startup[0]) and not any(view.under[0])  # noqa: PT018
        assert (view.hand_size[0], view.developed[0, 1], view.contracted[0, 0]) == (1, 1, 1)
    assert theirs.opened[0, 0] == number("Farm 4")


def test_decks_and_piles_are_secret() -> None:
    """§11 All see the top current event, and the backs of all cards."""
    t = GAME.start(seats=3, seed=4, ages=6)
    for seat in (NOBODY, 0, 1, 2):
        view = t.view(seat)
        assert not any(any(row) for row in view.deck)
        assert not any(view.box)
        assert [bool(card) for card in view.event[:3]] == [True, False, False]
        assert view.deck_tag[4, 0] & 7 == 5


def test_guide_sees_the_current_pile() -> None:
    """§8.3 Its owner alone, and also what comes up in later rounds."""
    t = quiet("Farm 2", "Bakery", startups=["Guide 2"])
    act(t, Do.OPEN, "Guide 2")
    assert [t.view(0).event[i] for i in range(3)] == [number("Farm 1"), number("Farm 3"), 0]
    assert t.view(1).event[1] == 0
    end_round(t)
    assert t.view(0).event[3] == number("Warrior 3")


def test_philosopher_sees_the_future_pile() -> None:
    """§8.3 Its owner alone, and what others seed later."""
    t = quiet("Farm 2, Council", "Bakery", startups=["Philosopher"])
    act(t, Do.OPEN, "Philosopher")
    assert [t.view(0).event[i] for i in range(1, 4)] == [0, number("Guide 1"), number("Warrior 3")]
    waste(t)
    act(t, Do.SEED, "Bakery")
    assert t.view(0).event[3] == number("Bakery")
    assert t.view(NOBODY).event[3] == 0


def test_you_remember_what_you_seeded() -> None:
    """§11 Until it comes up."""
    t = quiet("Farm 2", "Bakery")
    act(t, Do.SEED, "Farm 2")
    assert (t.view(0).event[3], t.view(1).event[3]) == (number("Farm 2"), 0)
    assert {t.guess(0, seed).event[3] for seed in range(20)} == {number("Farm 2")}


def test_a_card_taken_in_sight_of_all_is_known() -> None:
    """§11 As long as no card with the same back is played face down from among several."""
    t = quiet("Farm 2, Skinner 2", "Bakery, Council", opened=["Warrior 1"], demand="Mentor", deck="Bard, Castle")
    act(t, Do.WARRIOR, "Farm 2")
    choose(t, 0, Step.WARRIOR_TAKES, "Mentor")
    assert number("Mentor") in list(t.view(1).hand[0])
    assert all(number("Mentor") in list(t.guess(1, seed).hand[0]) for seed in range(10))
    waste(t)
    act(t, Do.START, "Skinner 2")
    assert number("Mentor") not in list(t.view(1).hand[0]), "it may be the startup"


def test_what_was_seen_of_a_hand_is_forgotten_when_a_card_is_played_face_down() -> None:
    """§11 Wherever in the hand it was; but not of cards with other backs."""
    t = quiet("Mentor, Guard, Skinner 2, Archives", "Bakery", deck="")
    for at in range(2):
        t.state.hand_tag[0, at] |= EVERYONE
    assert {number("Mentor"), number("Guard")} <= set(t.view(1).hand[0])
    act(t, Do.START, "Archives")
    assert number("Mentor") not in list(t.view(1).hand[0])
    assert number("Guard") in list(t.view(1).hand[0])


def test_the_only_card_with_its_back_stays_known() -> None:
    """§11 Played face down it is still known."""
    t = quiet("Farm 2, Skinner 2", "Bakery, Council", opened=["Warrior 1"], demand="Guard", deck="Bard, Castle")
    act(t, Do.WARRIOR, "Farm 2")
    choose(t, 0, Step.WARRIOR_TAKES, "Guard")
    waste(t)
    act(t, Do.START, "Guard")
    assert t.view(1).startup[0, 1] == number("Guard")


def test_a_guess_deals_by_backs() -> None:
    """§11 Any card of the same age that is not seen elsewhere."""
    t = quiet("Farm 2", "Bard, Council", opened=["Bank"], deck="Castle, Knight")
    for seed in range(30):
        guess = t.guess(0, seed)
        assert guess.hand[1, 0] in {number("Bard"), number("Castle"), number("Knight")}
        assert guess.hand[0, 0] == number("Farm 2")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guesses_look_the_same(seats: int) -> None:
    """§11 In random games every guess is lawful and looks to its seat like the truth."""
    machine, chance = GAME.interpreted, Random(seats)
    t = GAME.start(seats=seats, seed=seats, ages=6)
    while not t.over:
        t.play(t.waiting[0], chance.choice(t.numbers(t.waiting[0])))
        seat = chance.randrange(NOBODY, seats)
        guess = t.guess(seat, chance.randrange(1000))
        assert machine.broken_law([guess], 0) == -1
        assert show(t, guess, seat) == bytes(t.view(seat))


def test_the_box_is_guessed_too() -> None:
    """§11 §1.3 Cards of age [] that nobody sees."""
    t = GAME.start(seats=2, seed=3)
    boxes = {tuple(t.guess(0, seed).box) for seed in range(5)}
    assert len(boxes) > 1
    assert table("", "", future="Farm 1, Farm 3").state.box_size == 0
