"""How good a move is, as the game's own bot rates it from what the seat sees."""

from __future__ import annotations

import numpy as np

from moot.engine import Sitting
from moot.engine.binding import rule
from moot.engine.drive import Records
from moot.engine.fields import Row
from moot.engine.flow import Moves
from moot.engine.slots import like_moves, rate_move
from moot.engine.worth import worth

FAR = 0.5  # of the way from the best to the worst


@rule
def rating_at(records: Records, i: int, seat: int, move: int) -> int:
    """How much a greedy player likes a move, in the view records[i]."""
    return rate_move(records[i], seat, move)


@rule
def likes_at(records: Records, i: int, seat: int, moves: Moves, likes: Row) -> None:
    """How much a quick player likes the moves of a list, in the view records[i]."""
    like_moves(records[i], seat, moves, likes)


@rule
def worth_at(records: Records, i: int, seat: int) -> float:
    """What the position of records[i] is worth to a seat."""
    return worth(records[i], seat)


def ratings(sitting: Sitting, seat: int) -> dict[int, int]:
    """Of each legal move of a seat, by number."""
    machine, views = sitting.game.interpreted, np.zeros(1, sitting.game.dtype)
    machine.view(machine.records(sitting.array), 0, seat, machine.records(views), 0)
    rate, records, pack = machine.entry(rating_at), machine.records(views), machine.numbering.pack
    return {number: int(rate(records, 0, seat, pack(number))) for number in sitting.numbers(seat)}


def is_far_below(sitting: Sitting, seat: int, number: int) -> bool:
    """Whether a move is rated nearer to the worst than to the best."""
    rated = ratings(sitting, seat)
    best, worst = max(rated.values()), min(rated.values())
    return best > worst and best - rated[number] > FAR * (best - worst)
