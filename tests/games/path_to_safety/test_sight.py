"""Chapter 7: who sees what, and what can be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from moot.engine import NOBODY, Sitting
from moot.engine.flow import NOTHING_ASKED, SEALED
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import STRATEGIES
from moot.games.path_to_safety.rules import Action, Call, Event, Step, Vote
from tests.games.path_to_safety.table import PILE, call, confer, go_on, hand, name, play, table, told

HIDDEN = ("difficulty", "strategy_deck", "deck")


def show(t: Sitting, record: Any, seat: int) -> bytes:
    """What a seat sees of a record other than the sitting's own."""
    other = t.copy()
    other.state._memory[:] = record._memory
    return bytes(other.view(seat))


def held(record: Any, seat: int) -> list[str]:
    """The cards that a seat holds in a record."""
    return [name(card) for card in record.held[seat][: record.hand_size[seat]]]


def test_you_see_your_hand_and_no_other() -> None:
    """§7 A spectator sees none; everyone sees how many cards there are."""
    t = GAME.start(seats=3, seed=7)
    for seat in (0, 1, 2, NOBODY):
        view = t.view(seat)
        for other in range(3):
            assert any(view.held[other]) == (other == seat)
            assert view.hand_size[other] == 3
        assert view.deck_size == 99


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_decks_and_difficulties_are_secret(seat: int) -> None:
    """§7 Nobody sees them; everyone sees what has been turned up."""
    t = GAME.start(seats=2, seed=7)
    seen = t.view(seat).as_dict()
    assert not any(any(row) if isinstance(row, list) else row for field in HIDDEN for row in seen[field])
    assert seen["revealed"] == t.state.revealed.tolist()


def test_difficulties_are_seen_at_the_end() -> None:
    """§7 By everyone."""
    t = GAME.start(seats=1, seed=7)
    call(t)
    assert [list(t.view(seat).difficulty) for seat in (0, NOBODY)] == [list(t.state.difficulty)] * 2


def test_all_see_who_turns_up_mad_science() -> None:
    """§7 In a turn and at a conference."""
    seen = Counter[int]()
    for seed in range(12):
        t = table("5♣", "8♦", deck="9♠ ★ ★ ★ ★", pile="K♥", rest=1, seed=seed, drawn=False)
        go_on(t)
        confer(t, "5♣")
        heard = told(t, Event.DREW_MAD_SCIENCE) + told(t, Event.PUT_ASIDE_MAD_SCIENCE)
        for seat in (0, 1):
            assert t.view(NOBODY).mad_science[seat] == sum(arguments[0] == seat for arguments in heard)
            seen[seat] += t.state.mad_science[seat]
    assert min(seen.values()) > 3


def test_votes_are_sealed_until_all_are_in() -> None:
    """§7 Others see that a vote is owed or given, not which; then everyone hears and sees all."""
    t = GAME.start(seats=4, seed=7)
    play(t, 0, Step.CALL, Call.END)
    play(t, 2, Step.VOTE, Vote.YES)
    for seat in (0, 1, 3, NOBODY):
        assert told(t, Event.VOTED, seat) == []
        assert list(t.view(seat).wants_end) == [0] * 6
        assert t.view(seat).asking[2] == NOTHING_ASKED
    assert (t.view(0).asking[1], t.view(1).asking[1]) == (SEALED, Step.VOTE)
    assert t.view(2).wants_end[2] == Vote.YES
    play(t, 1, Step.VOTE, Vote.NO)
    play(t, 3, Step.VOTE, Vote.NO)
    assert sorted(told(t, Event.VOTED)) == [(1, Vote.NO, 0), (2, Vote.YES, 0), (3, Vote.NO, 0)]
    assert list(t.view(NOBODY).last_votes) == [2, 1, 2, 1, 0, 0]
    assert not any(t.state.wants_end)


def test_a_guess_of_the_votes() -> None:
    """§7 Whoever still owes a vote owes it in the guess; whoever has voted may have said anything."""
    t = GAME.start(seats=4, seed=7)
    play(t, 0, Step.CALL, Call.END)
    play(t, 2, Step.VOTE, Vote.YES)
    guesses = [t.guess(1, seed) for seed in range(40)]
    assert {tuple(guess.asking[:4]) for guess in guesses} == {(0, Step.VOTE, 0, Step.VOTE)}
    assert {guess.wants_end[2] for guess in guesses} == {Vote.NO, Vote.YES}
    assert {t.guess(2, seed).wants_end[2] for seed in range(10)} == {Vote.YES}


def test_a_guess_of_the_first_vote() -> None:
    """§7 Of the seat after the caller's it is as open as of any other, also when the caller sits last."""
    t = table("7♣", "8♦", "9♦", drawn=False)
    t.state.active, t.state.asking[0], t.state.asking[2] = 2, 0, Step.CALL
    play(t, 2, Step.CALL, Call.END)
    play(t, 0, Step.VOTE, Vote.YES)
    assert {t.guess(1, seed).wants_end[0] for seed in range(40)} == {Vote.NO, Vote.YES}


def test_no_votes_are_guessed_when_none_are_given() -> None:
    """§7 Before a call, and after its votes have been counted."""
    t = GAME.start(seats=4, seed=7)
    assert not any(any(t.guess(seat, seed).wants_end) for seat in (0, 1, NOBODY) for seed in range(10))
    call(t, Vote.YES, Vote.NO, Vote.NO)
    assert not any(any(t.guess(seat, seed).wants_end) for seat in (0, 1, NOBODY) for seed in range(10))


def test_a_guess_of_the_difficulties() -> None:
    """§7 Any number that has not been turned up, each as likely; the others are the strategy deck."""
    t = GAME.start(seats=2, seed=7, opening_reveals=10)
    for strategy in range(STRATEGIES):
        drawn = Counter(t.guess(0, seed).difficulty[strategy] for seed in range(600))
        possible = {value for value in range(1, 14) if not t.state.revealed[strategy] >> value & 1}
        assert set(drawn) == possible
        assert all(abs(times - 200) < 50 for times in drawn.values())


def test_a_guess_of_a_hand() -> None:
    """§7 Any card that the seat has not seen, each as likely, but no mad science: the jokers are in the deck."""
    unseen = "9♠ 9♥ 10♠ 10♥ 8♠ 8♥"
    t = table("7♣", "9♠ 9♥", deck="10♠ 10♥ 8♠ 8♥ ★ ★", rest=PILE, drawn=False)
    drawn: Counter[str] = Counter()
    for seed in range(900):
        guess = t.guess(0, seed)
        drawn.update(held(guess, 1))
        assert held(guess, 0) == ["7♣"]
    assert set(drawn) == set(unseen.split())
    assert all(abs(times - 300) < 60 for times in drawn.values())


def after_a_reshuffle() -> Sitting:
    """The second player's three cards have been held since before the deck was made anew."""
    t = table("7♣", "9♠ 9♥ 2♦", pile="K♦", rest=PILE, drawn=False, seed=3)
    go_on(t)
    return t


def test_old_cards_are_known_after_a_reshuffle() -> None:
    """§7 §5.2 What is neither shuffled in, nor on the pile, nor in your hand, the others must hold."""
    t = after_a_reshuffle()
    assert t.state.reshuffles == 1
    for seed in range(30):
        assert sorted(held(t.guess(0, seed), 1)) == sorted(hand(t, 1))
        everyone = t.guess(NOBODY, seed)
        assert len(set(held(everyone, 0) + held(everyone, 1)) & {"7♣", "9♠", "9♥", "2♦"}) == 4


def test_new_cards_are_among_those_shuffled() -> None:
    """§7 §5.2 A card drawn since has the new back, and was on the pile."""
    t = after_a_reshuffle()
    assert list(t.state.backs[0][:2]) == [0, 1]
    drawn = {held(t.guess(1, seed), 0)[1] for seed in range(200)}
    assert len(drawn) > 30
    for seed in range(30):
        assert held(t.guess(1, seed), 0)[0] == "7♣"


def wander(seed: int, **options: Any) -> Iterator[Sitting]:
    """The positions of a game in which nobody wants the end and conferences fill the hands."""
    chance, t = Random(seed), GAME.start(seed=seed, **options)
    while not t.over:
        yield t
        seat = chance.choice(t.waiting)
        moves = t.moves(seat)
        if moves[0].choice in (Step.CALL, Step.VOTE):
            t.play(seat, moves[chance.random() < 0.1])
        else:
            often = [move for move in moves if move.arguments[0] == Action.CONFERENCE] or moves
            t.play(seat, chance.choice(often if chance.random() < 0.8 else moves))
    yield t


@pytest.mark.parametrize(("seats", "match"), [(1, 0), (2, 1), (4, 0), (6, 0), (6, 1)])
def test_guesses_look_the_same_in_long_games(seats: int, match: int) -> None:
    """§7 Through reshuffles, big hands and votes: every guess is lawful and looks to its seat like the truth."""
    machine, chance = GAME.interpreted, Random(seats)
    for t in wander(seats, seats=seats, match=match, hand=10, start_progress=0):
        assert machine.broken_law(t._records, 0) == -1
        seat = chance.randrange(NOBODY, seats)
        guess = t.guess(seat, chance.randrange(1000))
        assert machine.broken_law([guess], 0) == -1
        assert show(t, guess, seat) == bytes(t.view(seat))


def test_long_games_do_run_out_of_cards() -> None:
    """§7 §5.2 The games of the test before are what they claim to be."""
    *_, t = wander(6, seats=6, hand=10, start_progress=0)
    assert t.state.reshuffles > 1
    assert len(told(t, Event.DREW_NOTHING)) > 0
