"""A game from the outside: who is awaited, what they may do, what they see; and that a wrong move changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE, Ending, Step
from moot.engine import NOBODY, Line, MoveError, OptionError, Sitting, replay
from moot.engine.referee import why_not
from tests.battery.toll import Step as TollStep
from tests.battery.toll import make_toll


def leduc(*actions: int, seed: int = 3, compiled: bool = False) -> Sitting:
    """A game after these bets."""
    table: Sitting = LEDUC.start(seed=seed, compiled=compiled)
    for action in actions:
        table.play(table.waiting[0], action)
    return table


def refusal(table: Sitting, seat: Any, move: Any) -> str:
    """Why a move is refused; nothing has changed by it."""
    before = bytes(table), list(table.history), list(table.log), table.steps
    with pytest.raises(MoveError) as error:
        table.play(seat, move)
    assert (bytes(table), table.history, table.log, table.steps) == before
    return str(error.value)


def test_seats_that_nobody_has_named() -> None:
    assert tuple(leduc().names) == ("Player 1", "Player 2")
    words = replace(LEDUC.words, seats=("North", "South", "East"))
    table: Sitting = replace(LEDUC, words=words).start(seed=3)
    assert tuple(table.names) == ("North", "South")
    table.play(0, CALL)
    assert [line.text for line in table.lines(NOBODY)] == ["North calls."]
    table.names = ["Ada", "Bo"]
    assert [line.text for line in table.lines(NOBODY)] == ["Ada calls."]


def test_the_first_player_is_asked_first() -> None:
    table = leduc()
    assert table.waiting == [0]
    assert table.question(0) == Line("2", "Fold, call or raise?")
    assert table.question(1) is None
    assert [str(move) for move in table.moves(0)] == ["call", "raise"]
    assert table.moves(1) == []


def test_a_move_has_a_number_a_choice_arguments_and_words() -> None:
    move = leduc().moves(0)[1]
    assert (move.number, move.choice, move.arguments, move.words) == (2, Step.BET, (RAISE,), "raise")


def test_a_move_is_made_by_itself_or_by_its_number() -> None:
    one, other = leduc(), leduc()
    one.play(0, one.moves(0)[1])
    other.play(0, np.int64(2))  # type: ignore[arg-type]
    assert bytes(one) == bytes(other)
    assert one.history == other.history == [(0, 2)]


def test_a_game_ends() -> None:
    table = leduc(RAISE, FOLD)
    assert (table.over, table.ending, table.standing.points) == (True, Ending.FOLD, (1, -1))
    assert (table.waiting, table.moves(0), table.length) == ([], [], 1)


def test_after_the_end_no_move_can_be_made() -> None:
    assert refusal(leduc(RAISE, FOLD), 0, CALL) == "The game is over; no move can be made."


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    assert refusal(leduc(), 1, CALL) == "Seat 1 owes no answer now. Awaited: seat 0 (bet)."


def test_in_a_blind_phase_nobody_is_told_what_the_others_are_asked() -> None:
    assert refusal(make_toll().start(seats=2), 5, 0) == "Seat 5 owes no answer now. Awaited: seat 0, 1."


def test_a_move_that_is_not_open_is_answered_with_those_that_are() -> None:
    assert refusal(leduc(), 0, FOLD) == "bet (0,) is not open to seat 0 in this position. Legal: 1: call; 2: raise."


def test_a_game_may_say_why_a_move_is_refused() -> None:
    def why_not_move(view: Any, seat: int, step: int, arguments: tuple[int, ...]) -> Line | None:
        return Line("2", f"Seat {seat} has nothing to pay.") if (step, arguments) == (Step.BET, (FOLD,)) else None

    words = replace(LEDUC.words, why_not_move=why_not_move)
    table: Sitting = replace(LEDUC, words=words).start(seed=3)
    assert refusal(table, 0, FOLD) == "Seat 0 has nothing to pay. (§2) Legal: 1: call; 2: raise."
    for move in (CALL, RAISE, RAISE):
        table.play(table.waiting[0], move)
    assert refusal(table, table.waiting[0], RAISE).startswith("bet (2,) is not open to seat")


def test_a_move_that_answers_another_question_is_said_to() -> None:
    table = make_toll().start(seats=2, seed=1)
    tip = table.machine.numbering.bases[TollStep.TIP]
    assert refusal(table, 0, tip).startswith("That move answers tip, but seat 0 is asked bid. Legal: 0: bid 0 coins;")


@pytest.mark.parametrize("junk", [-1, 3, 10**9, "call", None, 1.0, True])
def test_what_is_no_move_is_refused(junk: Any) -> None:
    assert "Legal: 1: call; 2: raise." in refusal(leduc(), 0, junk)


@pytest.mark.parametrize("seat", [-1, 2, "0", None, False, 0.0])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    assert "owes no answer now" in refusal(leduc(), seat, CALL)


QUESTIONS: list[Callable[[Sitting, Any], Any]] = [
    Sitting.numbers,
    Sitting.moves,
    Sitting.question,
    lambda table, seat: why_not(table, seat, "card-1"),
    Sitting.may_take_back,
    Sitting.view,
    Sitting.look,
    Sitting.guess,
    Sitting.events,
    Sitting.lines,
    Sitting.picture,
    Sitting.story,
]


@pytest.mark.parametrize("seat", [99, 2, -2, "0", None, 0.0, True])
def test_a_question_about_what_is_no_seat_is_refused(seat: Any) -> None:
    table = leduc()
    for question in (*QUESTIONS, Sitting.take_back):
        with pytest.raises(MoveError, match=r"There is no seat .*; seats are 0 to 1, or -1 for what everyone sees\."):
            question(table, seat)


def test_every_question_may_be_asked_for_a_spectator() -> None:
    table = leduc(RAISE, FOLD)
    for question in QUESTIONS:
        question(table, NOBODY)
        question(table, np.int64(1))
    assert (table.moves(NOBODY), table.question(NOBODY), table.may_take_back(NOBODY)) == ([], None, False)


@pytest.mark.parametrize(
    "forged", [{"arguments": (FOLD,)}, {"choice": Step.DEAL}, {"number": CALL}, {"number": 10**9}, {"number": "2"}]
)
def test_a_move_that_says_another_than_its_number_is_refused(forged: dict[str, Any]) -> None:
    table = leduc()
    assert "is no move of Leduc hold'em. Legal:" in refusal(table, 0, replace(table.moves(0)[1], **forged))


def test_a_move_of_another_position_is_made_if_it_is_legal() -> None:
    table = leduc(RAISE)
    table.play(1, leduc().moves(0)[1])
    assert table.history == [(0, RAISE), (1, RAISE)]


def test_whoever_changes_the_history_changes_a_copy() -> None:
    table = leduc(RAISE)
    table.history.append((1, FOLD))
    assert table.history == [(0, RAISE)]


@pytest.mark.parametrize(
    "names",
    [["Ada"], ["Ada", "Bo", "Cy"], "AB", ["Ada", 7], ["Ada", " "], ["Ada", "B\no"], ["Ada", "B" * 201], None, 5],
)
def test_what_are_no_names_is_refused(names: Any) -> None:
    table = leduc(RAISE)
    with pytest.raises(OptionError, match="The seats are called by 2 texts of one line"):
        table.names = names
    assert tuple(table.names) == ("Player 1", "Player 2")


def test_two_seats_may_be_called_the_same() -> None:
    table = leduc()
    table.names = ("Ada", "Ada")
    assert tuple(replay(LEDUC, table.to_json()).names) == ("Ada", "Ada")


def test_what_is_no_piece_is_refused() -> None:
    nothing: Any = None
    with pytest.raises(
        MoveError, match="A piece is named by its kind and its number, such as 'problem-7', not by None"
    ):
        why_not(leduc(), 0, nothing)


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", None, True])
def test_what_is_no_seed_makes_no_guess(seed: Any) -> None:
    with pytest.raises(OptionError, match="A seed is a whole number from 0 to 9007199254740991, not"):
        leduc().guess(0, seed)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", None, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match=r"A seed is a whole number from 0 to 2\^128 - 1, not"):
        LEDUC.start(seed=seed)


def test_the_same_seed_gives_the_same_game() -> None:
    assert bytes(leduc(RAISE, CALL, seed=2**53 - 1)) == bytes(leduc(RAISE, CALL, seed=2**53 - 1))
    assert len({bytes(leduc(seed=seed)) for seed in range(50)}) == 50


def test_interpreted_and_compiled_give_the_same_game() -> None:
    slow, quick = leduc(RAISE, CALL, CALL, RAISE), leduc(RAISE, CALL, CALL, RAISE, compiled=True)
    assert bytes(slow) == bytes(quick)
    assert slow.log == quick.log
    assert slow.moves(0) == quick.moves(0)
    assert bytes(slow.view(1)) == bytes(quick.view(1))
    assert bytes(slow.guess(1, 8)) == bytes(quick.guess(1, 8))


def test_a_seat_sees_its_own_card() -> None:
    table = leduc(seed=5)
    mine, yours = table.state.card
    assert list(table.view(0).card) == [mine, 0]
    assert list(table.view(1).card) == [0, yours]
    assert list(table.view().card) == [0, 0]
    assert list(table.view(0).luck) == [0, 0, 0, 0]


def test_at_the_showdown_both_are_seen() -> None:
    table = leduc(CALL, CALL, CALL, CALL)
    assert table.ending == Ending.SHOWDOWN
    assert list(table.view(NOBODY).card) == list(table.state.card)


def test_looking_changes_nothing() -> None:
    table = leduc(RAISE)
    before = bytes(table)
    table.view(0).stake[0] = 99
    table.guess(0, 1).card[1] = 3
    assert bytes(table) == before


def test_a_guess_looks_the_same_to_the_seat() -> None:
    table = leduc(RAISE, CALL)
    guesses = [table.guess(0, seed) for seed in range(60)]
    assert {guess.card[0] for guess in guesses} == {table.state.card[0]}
    assert {guess.card[1] for guess in guesses} == set(range(6)) - {table.state.card[0], table.state.board - 1}
    assert bytes(table.guess(0, 7)) == bytes(table.guess(0, 7))


def test_a_copy_is_independent() -> None:
    table = leduc(RAISE)
    copy = table.copy()
    assert (bytes(copy), copy.history, copy.log) == (bytes(table), table.history, table.log)
    copy.play(1, FOLD)
    assert copy.over
    assert not table.over
    assert (len(table.history), len(copy.history)) == (1, 2)
    table.play(1, CALL)
    assert table.state.betting_round == 2


def test_a_copy_goes_on_like_the_original() -> None:
    table = leduc(CALL)
    copy = table.copy()
    for sitting in (table, copy):
        sitting.play(1, CALL)
    assert bytes(table) == bytes(copy)


def test_the_picture_and_the_story_are_told_as_a_seat_saw_them() -> None:
    table = leduc(RAISE, FOLD)
    assert table.picture() == "Shared card: still face down. Stakes: Player 1 3, Player 2 1."
    told = f"Player 1 raises to 3.\nPlayer 2 folds.\n\n{table.picture()}\n\nThe game ends with a fold. Player 1 wins with 1 chip."
    assert table.story() == told
    assert table.story(0) == f"You are dealt the king of spades.\n{told}"


def test_the_story_shows_the_position_at_each_scene() -> None:
    story = leduc(CALL, CALL, RAISE, CALL).story()
    assert story.count("Shared card: ") == 2
    assert story.index("The shared card is the") < story.index("Shared card: ")


def test_the_last_position_of_a_story_is_shown_once() -> None:
    table = leduc(CALL, CALL, CALL, CALL)
    assert table.story().count(table.picture()) == 1


def test_a_slip_in_a_rule_is_an_error_when_interpreted() -> None:
    state = LEDUC.start().state
    with pytest.raises(AttributeError, match="no number called raisess"):
        state.raisess = 3
    with pytest.raises(AttributeError, match="no number called card"):
        state.card = 3


def test_a_move_that_was_tried_is_made_as_it_was_tried() -> None:
    one, other = leduc(), leduc()
    before = bytes(one)
    outcome = one.outcome(0, CALL)
    assert bytes(one) == before
    assert outcome.turn == one.turn
    one.take_over(outcome)
    other.play(0, CALL)
    assert (bytes(one), one.log, one.history) == (outcome.record, other.log, other.history)


def test_a_move_that_was_tried_before_another_was_made_is_refused() -> None:
    table = leduc()
    outcome = table.outcome(0, CALL)
    table.play(0, CALL)
    now = bytes(table)
    with pytest.raises(MoveError, match="has gone on"):
        table.take_over(outcome)
    assert bytes(table) == now
