"""Random games in pieces, one step or one seat's answers at a time: for whoever plays many games by turns."""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM, begin, take_step
from moot.engine.fields import NOBODY, Row, State
from moot.engine.flow import Moves, coming_step
from moot.engine.slots import answer_at_random, sort_of


@rule
def begin_with_bots(s: State, seed: int, luck: Row) -> None:
    """A game begins in a record that holds its options, and the luck of its bots."""
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)


@rule
def waits_for(s: State, seat: int) -> int:
    """The choice that is put to the seat which answers next, or if none does the coming step, by its sort; 0 when the game is
    over.
    """
    return sort_of(s, seat, s.asking[seat] if seat != NOBODY and s.over == 0 else coming_step(s))


@rule
def go_on(s: State, seat: int, out: Moves, luck: Row) -> int:
    """The seat answers, or if there is none the step is done; how many answers that were."""
    if seat != NOBODY:
        return answer_at_random(s, seat, out, luck)
    take_step(s)
    return 0
