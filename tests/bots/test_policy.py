"""Policies rate a list of moves at once, estimates say what a position is worth: interpreted and compiled alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from examples.leduc import GAME as LEDUC
from moot.bots.rating import likes_at, ratings, worth_at
from moot.engine import COUNT, FIRST_MOVE, Fate, Moves, Row, Rules, Sitting, first_of, second_of, third_of
from moot.engine.dispatch import packed
from moot.engine.machine import Machine
from moot.engine.validating import insist_on
from tests.battery.toll import Ending, Step, Toll, make_toll


def like_middle(v: Toll, seat: int, moves: Moves, likes: Row) -> None:
    """Half of what the seat has."""
    half = v.coins[seat] // 2
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = -abs(first_of(moves[place]) - half)


def rate_low(v: Toll, seat: int, coins: int) -> int:
    """A rating of the same choice."""
    return 10 - coins


def rich(s: Toll, seat: int) -> float:
    """The share of all coins."""
    coins = 0
    for other in range(s.seats):
        coins += s.coins[other]
    return s.coins[seat] / (coins + 0.5)


def likes_of(machine: Machine, table: Sitting, seat: int) -> list[int]:
    """How the moves of a seat are liked, in their order."""
    moves, likes = machine.moves(), machine.likes()
    machine.list_moves(machine.records(table.array), 0, seat, moves)
    views = np.zeros(1, table.game.dtype)
    machine.view(machine.records(table.array), 0, seat, machine.records(views), 0)
    machine.entry(likes_at)(machine.records(views), 0, seat, moves, likes)
    return [int(likes[place]) for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT])]


def bidding(toll: Any) -> Sitting:
    """Seat 0 has five coins to bid."""
    table: Sitting = toll.start(seats=2, seed=1)
    table.state.coins[0], table.state.coins[1] = 5, 2
    return table


@pytest.mark.parametrize("arguments", [(4095,), (7, 1023), (1, 2, 3), (4095, 1023, 511)])
def test_the_arguments_of_a_packed_move_are_read_back(arguments: tuple[int, ...]) -> None:
    move = packed(arguments)
    assert (first_of(move), second_of(move), third_of(move)) == (*arguments, 0, 0)[:3]


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_a_policy_rates_the_whole_list(way: str) -> None:
    toll = make_toll()
    toll.rules.policy(Step.BID)(like_middle)
    toll.rules.rates(Step.BID)(rate_low)
    assert likes_of(getattr(toll, way), bidding(toll), 0) == [-2, -1, 0, -1, -2, -3]


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_without_a_policy_moves_are_liked_as_they_are_rated(way: str) -> None:
    toll = make_toll()
    toll.rules.rates(Step.BID)(rate_low)
    assert likes_of(getattr(toll, way), bidding(toll), 0) == [10, 9, 8, 7, 6, 5]


def test_without_either_all_moves_are_as_good() -> None:
    assert likes_of(make_toll().interpreted, bidding(make_toll()), 0) == [0] * 6


def test_likes_by_default_are_ratings_in_every_choice_of_a_game() -> None:
    for seed in range(20):
        table = LEDUC.start(seed=seed)
        while not table.over:
            seat = table.waiting[0]
            assert likes_of(LEDUC.interpreted, table, seat) == [*ratings(table, seat).values()]
            table.play(seat, table.numbers(seat)[0])


def worth_of(machine: Machine, table: Sitting, seat: int) -> float:
    """What a position is worth."""
    return float(machine.entry(worth_at)(machine.records(table.array), 0, seat))


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_a_position_that_is_not_over_is_worth_what_the_game_estimates(way: str) -> None:
    toll = make_toll()
    toll.rules.estimate(rich)
    insist_on(toll, read=True)
    assert worth_of(getattr(toll, way), bidding(toll), 0) == 5 / 7.5


@pytest.mark.parametrize(("points", "worth"), [((3, 3), 0.5), ((13, 3), 0.75), ((3, 13), 0.25)])
def test_without_an_estimate_the_lead_counts(points: tuple[int, int], worth: float) -> None:
    toll = make_toll()
    table = bidding(toll)
    table.state.points[0], table.state.points[1] = points
    assert worth_of(toll.interpreted, table, 0) == worth


@pytest.mark.parametrize("way", ["interpreted", "compiled"])
def test_a_shared_win_is_worth_its_part_and_a_lead_a_little(way: str) -> None:
    toll = make_toll()
    table, machine = bidding(toll), getattr(toll, way)
    table.state.over = Ending.ARRIVED
    for seat in range(2):
        table.state.points[seat], table.state.coins[seat] = 3, 3
    assert worth_of(machine, table, 0) == worth_of(machine, table, 1) == 0.5
    table.state.points[0] = 13
    assert worth_of(machine, table, 0) == pytest.approx(0.8 * 1 + 0.2 * 0.75)
    assert worth_of(machine, table, 1) == pytest.approx(0.2 * 0.25)


@pytest.mark.parametrize(("fate", "worth"), [(Fate.LOST, 0.0), (Fate.WON, 1.0)])
def test_seats_that_win_or_lose_together_share_nothing(fate: Fate, worth: float) -> None:
    toll, number = make_toll(), int(fate)
    toll.rules.fate(lambda s: number)
    table = bidding(toll)
    table.state.over, table.state.points[0] = Ending.STRANDED, 13
    assert [worth_of(toll.interpreted, table, seat) for seat in range(2)] == [worth, worth]


def test_fractions_are_for_estimates_alone() -> None:
    toll = make_toll()
    toll.rules.points(rich)
    assert any("divide with //" in problem.what for problem in toll.misused)


def test_a_policy_is_for_a_choice_and_takes_a_list() -> None:
    toll = make_toll()
    toll.rules.policy(Step.GATE)(like_middle)
    toll.rules.policy(Step.BID)(rate_low)
    said = [problem.what for problem in toll.problems]
    assert "GATE has a policy, but is no choice" in said
    assert "rate_low takes (v, seat, coins), but is given (v, seat, moves, likes)" in said


def test_a_choice_has_one_policy() -> None:
    rules = Rules(Step)
    rules.policy(Step.BID)(like_middle)
    with pytest.raises(ValueError, match="BID has two rules"):
        rules.policy(Step.BID)(like_middle)
