"""Bots: who plays, what they look at, and that their luck is not the game's."""

from __future__ import annotations

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.bots import Player, play_out
from moot.engine import Sitting
from tests.battery.toll import Step, Toll, make_toll

JACK, QUEEN, KING = 0, 2, 4  # the first card of each rank


def facing(card: int, *, raised: bool) -> Sitting:
    """The second player holds a card, and the first has raised or checked."""
    table: Sitting = LEDUC.start(seed=1)
    table.state.card[0], table.state.card[1] = 5, card
    table.play(0, RAISE if raised else CALL)
    return table


@pytest.mark.parametrize(
    ("card", "raised", "action"),
    [(KING, True, RAISE), (QUEEN, True, CALL), (JACK, True, FOLD), (JACK, False, CALL)],
)
def test_a_greedy_bot_makes_the_move_that_is_rated_best(card: int, raised: bool, action: int) -> None:
    table = facing(card, raised=raised)
    assert Player(table, ["greedy"]).move(1) == action


def peek(v: Toll, seat: int, coins: int) -> int:
    """A rating that would like to bid what the next traveller has, which it cannot see."""
    return int(coins == v.coins[seat + 1])


def test_a_greedy_bot_looks_at_nothing_but_its_view() -> None:
    toll = make_toll()
    toll.rules.rates(Step.BID)(peek)
    table = toll.start(seats=2, seed=1)
    table.state.coins[0], table.state.coins[1] = 3, 2
    assert Player(table, ["greedy"]).move(0) == 0  # a hidden purse reads as empty


def test_a_random_bot_makes_every_move() -> None:
    player = Player(facing(QUEEN, raised=True), ["random"])
    assert {player.move(1) for _ in range(100)} == {FOLD, CALL, RAISE}


def test_a_greedy_bot_without_ratings_plays_at_random() -> None:
    player = Player(make_toll().start(seats=2, seed=1), ["greedy"])
    assert len({player.move(0) for _ in range(100)}) == len(player.sitting.moves(0))


def test_choosing_changes_nothing() -> None:
    table = facing(QUEEN, raised=True)
    before = bytes(table)
    for bots in (["greedy"], ["random"]):
        Player(table, bots).move(1)
    assert bytes(table) == before


@pytest.mark.parametrize("bots", [["random"], ["greedy"], ["random", "greedy"]], ids="-".join)
def test_the_same_seed_gives_the_same_moves_interpreted_and_compiled(bots: list[str]) -> None:
    for seed in range(20):
        slow = play_out(LEDUC.start(seed=seed), bots)
        quick = play_out(LEDUC.start(seed=seed, compiled=True), bots)
        assert slow.over
        assert slow.history == quick.history
        assert bytes(slow) == bytes(quick)


def test_bots_play_a_game_with_simultaneous_choices_to_its_end() -> None:
    toll = make_toll()
    for seed in range(10):
        table = play_out(toll.start(seats=4, seed=seed), ["random"])
        assert table.over
        assert len(table.history) <= toll.longest
