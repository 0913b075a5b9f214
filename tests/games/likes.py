"""What quick policies like, for the tests of every game."""

from __future__ import annotations

from typing import Any

import numpy as np

from moot.bots.rating import likes_at, worth_at
from moot.engine import COUNT, FIRST_MOVE, Sitting
from moot.engine.dispatch import packed

Likes = dict[tuple[int, ...], int]


def likes_in(t: Sitting, seat: int, array: Any) -> Likes:
    """How much a seat's policy likes each of its moves in a record, by their arguments."""
    machine, moves = t.game.interpreted, {move.arguments: packed(move.arguments) for move in t.moves(seat)}
    listed, likes = machine.moves(), machine.likes()
    listed[COUNT] = len(moves)
    listed[FIRST_MOVE : FIRST_MOVE + len(moves)] = moves.values()
    machine.entry(likes_at)(machine.records(array), 0, seat, listed, likes)
    return dict(zip(moves, (int(like) for like in likes[FIRST_MOVE:]), strict=False))


def likes(t: Sitting, seat: int) -> Likes:
    """How much a seat's policy likes each of its moves, as far as the seat sees."""
    machine, views = t.game.interpreted, np.zeros(1, t.game.dtype)
    machine.view(machine.records(t.array), 0, seat, machine.records(views), 0)
    return likes_in(t, seat, views)


def likes_of_a_twin(t: Sitting, seat: int, seed: int) -> Likes:
    """The same in a position that the seat cannot tell from this one, with all that it does not see filled in."""
    machine, twins = t.game.interpreted, np.zeros(1, t.game.dtype)
    machine.guess(machine.records(t.array), 0, seat, seed, machine.records(twins), 0, machine.moves())
    return likes_in(t, seat, twins)


def liked(t: Sitting, seat: int) -> tuple[int, ...]:
    """The arguments of the move that a seat likes best; the first of several."""
    found = likes(t, seat)
    return max(found, key=lambda arguments: found[arguments])


def play_liked(t: Sitting, steps: int = 1) -> None:
    """The awaited seats play what they like best, unless the game is over."""
    for _ in range(steps):
        if not t.over:
            seat = t.waiting[0]
            best = liked(t, seat)
            t.play(seat, next(move for move in t.moves(seat) if move.arguments == best))


def worth(t: Sitting, seat: int) -> float:
    """What the position is worth to a seat."""
    machine = t.game.interpreted
    return float(machine.entry(worth_at)(machine.records(t.array), 0, seat))
