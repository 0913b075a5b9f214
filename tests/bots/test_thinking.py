"""Thinking ahead: sound, reproducible however it is run, and better than not to think."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.bots import Player, play_out, read_bot
from moot.bots.think import Budget, Thought, think
from moot.engine import Sitting
from moot.lab import seed_of_game, simulate
from tests.battery.toll import Step, Toll, make_toll

KING, JACK = 4, 0
TOLL = make_toll()


def facing(card: int, *, raised: bool = True) -> Sitting:
    """The second player holds a card, and the first has raised or checked."""
    table: Sitting = LEDUC.start(seed=1)
    table.state.card[0], table.state.card[1] = 5, card
    table.play(0, RAISE if raised else CALL)
    return table


def thought(table: Sitting, seat: int, bot: str = "strong:iterations=200", seed: int = 1, threads: int = 1) -> Thought:
    """What a bot thinks."""
    return think(table.machine, table.array, seat, read_bot(bot), seed, threads=threads)


def test_a_pair_that_cannot_lose_is_not_folded() -> None:
    found = thought(facing(KING), 1)
    assert found.move != FOLD
    fold = next(one for one in found.candidates if one.move == FOLD)
    assert fold.worth < found.candidates[0].worth
    assert found.candidates[0].move == found.move


def test_a_candidate_has_a_worth_an_error_and_a_sample_of_what_followed() -> None:
    found = thought(facing(JACK), 1)
    assert {one.move for one in found.candidates} == {FOLD, CALL, RAISE}
    for one in found.candidates:
        assert 0 <= one.worth <= 1
        assert one.error >= 0
        assert one.tries > 0
        assert one.followed[0] == (1, one.move)
    assert found.rollouts >= sum(one.tries for one in found.candidates) > 100


def test_the_sample_is_a_game_that_can_be_played() -> None:
    table = facing(JACK)
    found = thought(table, 1)
    for one in found.candidates:
        seats = [seat for seat, _ in one.followed]
        assert all(0 <= move < LEDUC.interpreted.numbering.moves for _, move in one.followed)
        assert seats[0] == 1


@pytest.mark.parametrize("threads", [2, 3])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    for seed in range(5):
        one, many = thought(facing(JACK), 1, seed=seed), thought(facing(JACK), 1, seed=seed, threads=threads)
        assert (one.move, one.candidates, one.rollouts) == (many.move, many.candidates, many.rollouts)


def positions(game: object, seed: int) -> Iterator[Sitting]:
    """A game of random bots, before each decision."""
    table = TOLL.start(seats=3, seed=seed, gates=2)
    player = Player(table, ["random"])
    while not table.over:
        yield table
        player.play()


def test_interpreted_and_compiled_think_alike() -> None:
    for table in positions(TOLL, 4):
        seat = table.waiting[0]
        for bot in ("strong:iterations=40", "flat:iterations=40", "easy", "fair"):
            found = [
                think(machine, table.array, seat, read_bot(bot), 9) for machine in (TOLL.interpreted, TOLL.compiled)
            ]
            assert found[0].move == found[1].move
            assert found[0].candidates == found[1].candidates


def test_a_view_is_enough() -> None:
    for table in positions(TOLL, 5):
        seat, views = table.waiting[-1], np.zeros(1, TOLL.dtype)
        machine = TOLL.interpreted
        machine.view(machine.records(table.array), 0, seat, machine.records(views), 0)
        bot = read_bot("strong:iterations=30")
        from_view = think(machine, views, seat, bot, 3)
        assert from_view.candidates == think(machine, table.array, seat, bot, 3).candidates


def test_unseen_answers_of_the_same_phase_change_nothing() -> None:
    moves = set()
    for bid in range(1, 4):
        table = TOLL.start(seats=2, seed=1)
        table.state.coins[0], table.state.coins[1] = 5, 5
        table.state.earned[0], table.state.earned[1] = 5, 5
        table.play(1, bid)
        moves.add(thought(table, 0, "strong:iterations=60").candidates)
    assert len(moves) == 1


def test_thinking_changes_nothing() -> None:
    table = facing(JACK)
    before = bytes(table)
    thought(table, 1)
    assert bytes(table) == before


def test_the_same_seed_gives_the_same_game_at_a_sitting_and_in_a_simulation() -> None:
    bots = ["strong:iterations=20", "fair"]
    result = simulate(TOLL, 5, bots=bots, seed=2, options={"seats": 2})
    points = [0, 0]
    for number in range(5):
        table = play_out(TOLL.start(seats=2, seed=seed_of_game(2, number)), bots)
        points = [points[seat] + table.state.points[seat] for seat in range(2)]
    assert [round(5 * figures.points.value) for figures in result.by_seat] == points


def bid_well(v: Toll, seat: int, coins: int) -> int:
    """A rating that never bids more than a coin: whoever looks ahead sees that more wins."""
    return -abs(coins - 1)


def test_who_thinks_ahead_beats_the_policy_it_plays_on_by() -> None:
    toll = make_toll()
    toll.rules.rates(Step.BID)(bid_well)
    result = simulate(toll, 200, bots=["strong:iterations=60", "fair"], seed=1, options={"seats": 2})
    assert result.by_seat[0].wins.low > result.by_seat[1].wins.high


def test_time_is_a_budget_too() -> None:
    parts: list[float] = []
    found = think(
        LEDUC.interpreted, facing(JACK).array, 1, read_bot("strong"), 1, Budget(seconds=0.05), on_progress=parts.append
    )
    assert found.rollouts > 0
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_the_only_move_is_not_thought_about() -> None:
    table = TOLL.start(seats=2, seed=1)
    table.state.coins[0] = 0
    assert thought(table, 0) == Thought(0)
