"""The engine proper: runs the agenda until a seat owes an answer, shows, guesses. Written once, against the slots."""

from __future__ import annotations

from typing import Protocol

from moot.engine.binding import rule
from moot.engine.chance import below, glance, seed_luck, seed_widely
from moot.engine.fields import NOBODY, Row, State
from moot.engine.flow import COUNT, FIRST_MOVE, NO_STEP, NOTHING_ASKED, Moves, coming_step, next_owing, owes
from moot.engine.slots import answer, broken_law, hide, list_moves, redeal, run_step, set_up

GAME_STREAM, BOT_STREAM, GUESS_STREAM = 1, 2, 3


class Records(Protocol):
    """An array of records: `records[i]` is one, and `records[i] = other` copies it."""

    def __getitem__(self, at: int) -> State: ...
    def __setitem__(self, at: int, record: State) -> None: ...


@rule
def take_step(s: State) -> bool:
    """The agenda goes on by one step, if it may; whether it did."""
    step = coming_step(s)
    s.depth -= step != NO_STEP
    run_step(s, step)
    return step != NO_STEP


@rule
def advance(s: State) -> None:
    """Go on until a seat owes an answer or the game is over."""
    while take_step(s):
        pass


@rule
def who_answers(s: State, last: int, luck: Row) -> int:
    """The seat that answers next, after the one that answered last; or NOBODY, when a step comes.

    Who is first after a step is left to chance: where the first to speak is better off, no seat always is.
    """
    if last != NOBODY:
        return next_owing(s, last)
    first = next_owing(s, 0)
    return next_owing(s, glance(luck, s.seats)) if first != NOBODY and owes_later(s, first) else first


@rule
def owes_later(s: State, seat: int) -> bool:
    """Whether a seat after this one owes an answer, too."""
    later = 0
    for other in range(seat + 1, s.seats):
        later += int(s.asking[other] != NOTHING_ASKED)
    return later > 0


@rule
def begin(s: State, seed: int) -> None:
    """Start a game in a record that holds nothing but its options."""
    begin_widely(s, seed, 0)


@rule
def begin_widely(s: State, seed: int, upper: int) -> None:
    """The same from a seed of 128 bits, in two halves."""
    seed_widely(s.luck, seed, upper, GAME_STREAM)
    set_up(s)


@rule
def random_move(s: State, seat: int, out: Moves, luck: Row) -> int:
    """One of the seat's moves, each as likely."""
    list_moves(s, seat, out)
    return out[FIRST_MOVE + below(luck, out[COUNT])]


# What follows is called from Python. Records come as arrays, for a single record cannot be handed over cheaply.


@rule
def begin_at(records: Records, i: int, seed: int, upper: int) -> None:
    """Start the game in record i; its steps have still to be taken."""
    begin_widely(records[i], seed, upper)


@rule
def step_at(records: Records, i: int) -> bool:
    """Take one step if the agenda may go on, and say whether it did."""
    records[i].told = 0
    return take_step(records[i])


@rule
def answer_at(records: Records, i: int, seat: int, move: int) -> None:
    """A seat's answer, and what follows at once; the agenda has still to go on."""
    records[i].told = 0
    answer(records[i], seat, move)


@rule
def list_at(records: Records, i: int, seat: int, out: Moves) -> None:
    """What the seat may answer."""
    list_moves(records[i], seat, out)


@rule
def law_at(records: Records, i: int) -> int:
    """The first law that does not hold, or -1."""
    return broken_law(records[i])


@rule
def view_at(records: Records, i: int, seat: int, views: Records, j: int) -> None:
    """Make views[j] what the seat sees of records[i]."""
    views[j] = records[i]
    hide(views[j], records[i], seat)


@rule
def guess_at(records: Records, i: int, seat: int, seed: int, guesses: Records, j: int, out: Moves) -> None:
    """Make guesses[j] a position that the seat cannot tell from records[i].

    In a blind phase the game's redeal puts the others back to the phase's beginning; those who are seen to be done then go
    through it by chance.
    """
    view_at(records, i, seat, guesses, j)
    g = guesses[j]
    busy = 0
    for other in range(g.seats):
        busy |= int(owes(g, other)) << other
    seed_luck(g.luck, seed, GUESS_STREAM)
    redeal(g, seat)
    for other in range(g.seats):
        while other != seat and not busy >> other & 1 and owes(g, other):
            answer(g, other, random_move(g, other, out, g.luck))
