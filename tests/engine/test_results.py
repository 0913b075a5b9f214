"""Who stands where: points, ranks, winners and what broke a tie, from what the rules declare."""

from __future__ import annotations

from dataclasses import replace

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE, Ending
from moot.engine import MoveError, Result, Words
from moot.engine.results import decided_by
from moot.engine.words import Line, listed
from moot.games import load
from tests.battery.toll import make_toll
from tests.examples.test_leduc import play

WORDS = Words(
    kinds={}, choices={}, moves={}, events={}, endings={Ending.FOLD: Line("2", "It is over.")}, picture=lambda *_: ""
)
NAMES = ["Ada", "Ben", "Cleo"]


def test_while_a_game_is_played_there_is_a_standing_and_no_result() -> None:
    t = play(LEDUC.start(seed=1), RAISE)
    assert (t.result, t.result_line) == (None, None)
    assert t.standing == Result((0, 0), (1, 1))


def test_the_result_says_who_won_and_with_what() -> None:
    t = play(LEDUC.start(seed=1), RAISE, FOLD)
    assert t.result == Result((1, -1), (1, 2), winners=(0,), ending=Ending.FOLD)
    assert t.result_line == Line("2", "The game ends with a fold. Player 1 wins with 1 chip.")


def test_equal_seats_share_the_win() -> None:
    t = play(LEDUC.start(seed=next(seed for seed in range(99) if is_a_draw(seed))), CALL, CALL, CALL, CALL)
    assert t.standing.ranks == (1, 1)
    assert t.standing.winners == (0, 1)
    assert t.story().endswith("Player 1 and Player 2 share the win with 0 chips each.")


def is_a_draw(seed: int) -> bool:
    return play(LEDUC.start(seed=seed), CALL, CALL, CALL, CALL).standing.winners == (0, 1)


def test_a_cooperative_game_counts_no_points() -> None:
    game = load("polycrisis")
    assert game.cooperative
    assert game.start(seats=3).standing == Result((), (1, 1, 1), together=True)


def test_the_names_of_the_seats_are_those_at_the_table() -> None:
    t = play(LEDUC.start(seed=1), RAISE, FOLD)
    t.names = ["Ada", "Ben"]
    assert t.result_line is not None
    assert t.result_line.text.endswith("Ada wins with 1 chip.")


@pytest.mark.parametrize(
    ("points", "ties", "winners", "by"),
    [
        ((5, 3, 1), {"income": (0, 9, 9)}, (0,), None),
        ((5, 5, 1), {"income": (2, 3, 9)}, (1,), "income"),
        ((5, 5, 1), {"income": (3, 3, 9)}, (0, 1), None),
        ((5, 5, 5), {"income": (3, 3, 1)}, (0, 1), "income"),
        ((5, 5, 5), {"income": (3, 3, 1), "age": (1, 2, 9)}, (1,), "age"),
        ((5, 5, 5), {"income": (3, 3, 3), "age": (1, 2, 2)}, (1, 2), "age"),
    ],
)
def test_what_broke_the_tie(
    points: tuple[int, ...], ties: dict[str, tuple[int, ...]], winners: tuple[int, ...], by: str | None
) -> None:
    assert decided_by(points, ties, winners) == by


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result((5, 3, 1), (1, 2, 3), winners=(0,), ending=Ending.FOLD), "It is over. Ada wins with 5 points."),
        (
            Result((5, 5, 1), (1, 1, 3), winners=(0, 1), ending=Ending.FOLD),
            "It is over. Ada and Ben share the win with 5 points each.",
        ),
        (
            Result((5, 5, 5), (2, 1, 3), False, (1,), Ending.FOLD, "income", {"income": (2, 3, 1)}),
            "It is over. Ben wins with 5 points; the tie with Ada and Cleo is broken by income, 3 against 2 and 1.",
        ),
        (
            Result((5, 5, 5), (1, 1, 3), False, (0, 1), Ending.FOLD, "income", {"income": (3, 3, 1)}),
            "It is over. Ada and Ben share the win with 5 points each; the tie with Cleo is broken by income, 3 against 1.",
        ),
        (Result((5, 3, 1), (1, 1, 1), True, (0, 1, 2), Ending.FOLD), "It is over."),
        (Result((), (1, 1, 1), True, (), Ending.FOLD), "It is over."),
        (
            Result((1, 3, 2), (3, 1, 2), ended_early=True),
            "The game was ended early. It stood: Ben 3 points, Cleo 2 points, Ada 1 point.",
        ),
        (
            Result((1, 3, 2), (1, 1, 1), True, ended_early=True),
            "The game was ended early. It stood: Ada 1 point, Ben 3 points, Cleo 2 points.",
        ),
        (Result((), (1, 1, 1), True, ended_early=True), "The game was ended early."),
        (
            Result((-1, 0, -2), (2, 1, 3), ended_early=True),
            "The game was ended early. It stood: Ben 0 points, Ada −1 point, Cleo −2 points.",
        ),
    ],
)
def test_the_last_line(result: Result, said: str) -> None:
    assert WORDS.result(result, NAMES).text == said


def test_what_it_came_to_where_all_win_or_lose_together() -> None:
    words = replace(
        WORDS, in_numbers=lambda result, names: f"{names[0]} has {result.points[0]} of {sum(result.points)}."
    )
    together = Result((5, 3, 1), (1, 1, 1), True, (), Ending.FOLD)
    assert words.result(together, NAMES).text == "It is over. Ada has 5 of 9."
    alone = Result((5, 3, 1), (1, 2, 3), winners=(0,), ending=Ending.FOLD)
    assert words.result(alone, NAMES).text == WORDS.result(alone, NAMES).text


def test_where_no_points_are_counted_it_says_where_it_stood() -> None:
    result = Result((), (1, 1), True, ended_early=True)
    assert WORDS.result(result, NAMES, "Enough.", "Turn 3 of 8").text == "Enough. It stood at: Turn 3 of 8."
    counted = replace(result, points=(1, 2))
    assert "Turn 3" not in WORDS.result(counted, NAMES, "Enough.", "Turn 3 of 8").text


@pytest.mark.parametrize(
    ("points", "ranks", "told"),
    [
        ((5, 3, 1), (1, 2, 3), []),
        ((9, 3, 3), (1, 2, 3), ["income"]),  # below the first place too
        ((9, 3, 3), (1, 2, 2), []),
        ((3, 3, 3), (1, 2, 3), ["income", "age"]),
    ],
)
def test_which_tie_breaks_tell_equal_points_apart(
    points: tuple[int, ...], ranks: tuple[int, ...], told: list[str]
) -> None:
    ties = {"income": (9, 5, 5 if "age" in told else 4), "age": (0, 2, 1), "luck": (3, 2, 1)}
    assert Result(points, ranks, tie_breaks=ties).ties_broken_by == told


def test_a_standing_has_its_tie_breaks_too() -> None:
    t = load("turning_points").start(seats=3, seed=1)
    assert t.standing.tie_breaks == {"events foreseen": (0, 0, 0)}
    assert t.standing.as_dict()["tie_breaks"] == {"events foreseen": [0, 0, 0]}


def test_a_game_that_is_broken_off_awaits_nobody() -> None:
    t = play(LEDUC.start(seed=1), RAISE)
    t.ended = "The host has ended the game."
    assert (t.waiting, t.moves(1), t.question(1), t.may_take_back(1), t.over) == ([], [], None, False, False)
    assert t.result == replace(t.standing, ended_early=True)
    assert t.story().endswith("The host has ended the game. It stood: Player 1 0 chips, Player 2 0 chips.")
    assert t.copy().ended == t.ended
    with pytest.raises(MoveError, match="The host has ended the game"):
        t.play(1, CALL)


def test_a_tie_break_that_is_not_declared_breaks_none() -> None:
    t = make_toll().start(seats=2, seed=1)
    assert t.standing.ranks == (1, 1)


@pytest.mark.parametrize(("names", "said"), [(["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")])
def test_names_in_a_sentence(names: list[str], said: str) -> None:
    assert listed(names) == said


def test_the_result_as_a_program_reads_it() -> None:
    t = play(LEDUC.start(seed=1), RAISE, FOLD)
    assert t.standing.as_dict() == {
        "ending": "fold",
        "points": [1, -1],
        "ranks": [1, 2],
        "together": False,
        "winners": [0],
        "decided_by": None,
        "tie_breaks": {},
        "ended_early": False,
    }
