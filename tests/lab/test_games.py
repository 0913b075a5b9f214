"""Whole games: the loops for a core, for a GPU and for a sitting play the same game, also where seats choose at the same time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moot.bots import GREEDY, RANDOM, play_out
from moot.engine import NOBODY, Game, Sitting, drive
from moot.lab import games as lab
from moot.lab import pieces
from tests.battery.toll import make_toll

SEATS = 4
TOLL = make_toll()


def told(record: dict[str, Any]) -> dict[str, Any]:
    """A position without its news, which are not kept in simulations."""
    return {name: value for name, value in record.items() if name not in {"telling", "told", "news"}}


def blank(game: Game) -> Any:
    """A record to play in."""
    return game.blank(game.choose({"seats": SEATS, "gates": 3}))


def at_a_sitting(seed: int, bots: list[str]) -> Sitting:
    """The game as people see it."""
    return play_out(TOLL.start(seats=SEATS, seed=seed, gates=3), bots)


def on_a_core(seed: int, kinds: Any) -> tuple[int, dict[str, Any]]:
    """The game of a simulation: how many decisions it took, and how it ended."""
    machine, array = TOLL.interpreted, blank(TOLL)
    play, scratch = machine.entry(lab.bot_game), machine.records(np.zeros(1, TOLL.dtype))
    decisions = play(machine.records(array), seed, kinds, scratch, machine.moves(), machine.luck())
    return decisions, told(machine.light(array).as_dict())


def in_step(seed: int) -> tuple[int, dict[str, Any]]:
    """The game of random moves as a GPU plays it."""
    machine, array = TOLL.interpreted, blank(TOLL)
    decisions = machine.entry(lab.random_game)(machine.records(array)[0], seed, machine.moves(), machine.luck())
    return decisions, told(machine.light(array).as_dict())


def in_pieces(seed: int) -> tuple[int, dict[str, Any]]:
    """The same, as a GPU plays games with many rules: one step or one seat's answers at a time."""
    machine, array = TOLL.interpreted, blank(TOLL)
    begin, go_on = machine.entry(pieces.begin_with_bots), machine.entry(pieces.go_on)
    who_answers, waits_for = machine.entry(drive.who_answers), machine.entry(pieces.waits_for)
    s, moves, luck = machine.records(array)[0], machine.moves(), machine.luck()
    begin(s, seed, luck)
    decisions, seat = 0, who_answers(s, NOBODY, luck)
    while waits_for(s, seat):
        decisions += go_on(s, seat, moves, luck)
        seat = who_answers(s, seat, luck)
    return decisions, told(machine.light(array).as_dict())


@pytest.mark.parametrize("seed", range(12))
def test_random_bots_play_one_game_in_four_ways(seed: int) -> None:
    sitting = at_a_sitting(seed, ["random"])
    expected = len(sitting.history), told(sitting.state.as_dict())
    assert on_a_core(seed, [RANDOM] * SEATS) == expected
    assert in_step(seed) == expected
    assert in_pieces(seed) == expected


@pytest.mark.parametrize("seed", range(6))
def test_other_bots_play_one_game_in_two_ways(seed: int) -> None:
    sitting = at_a_sitting(seed, ["greedy", "random"])
    expected = len(sitting.history), told(sitting.state.as_dict())
    assert on_a_core(seed, [GREEDY, RANDOM] * (SEATS // 2)) == expected


def test_a_game_is_counted() -> None:
    sitting = at_a_sitting(3, ["random"])
    tally: Any = [0] * lab.tally_size(0)
    TOLL.interpreted.entry(lab.count_game)(sitting.state, 7, tally)
    result = sitting.result
    assert result is not None
    assert tally[lab.DECISIONS] == 7
    assert (tally[lab.LENGTH], tally[lab.LENGTH_SQUARED]) == (sitting.length, sitting.length**2)
    assert (tally[lab.WON], tally[lab.SHARED]) == (1, len(result.winners) > 1)
    assert tally[lab.ENDINGS : lab.HEAD].index(1) == sitting.ending
    for seat in range(SEATS):
        row = lab.HEAD + seat * lab.row_size(0)
        assert tally[row + lab.WINS] == (lab.SHARE // len(result.winners) if seat in result.winners else 0)
        assert tally[row + lab.POINTS : row + lab.MEASURES] == [
            result.points[seat],
            result.points[seat] ** 2,
            result.ranks[seat],
            result.ranks[seat] ** 2,
        ]
