"""What rules call: put steps on the agenda, ask seats, offer moves, tell what happened, finish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moot.engine.binding import rule
from moot.engine.fields import NEWS_ROOM, NOBODY, Row, State

if TYPE_CHECKING:
    from enum import IntEnum

NO_STEP = 0  # on the agenda
NOTHING_ASKED = 0  # a seat that owes no answer
SEALED = -1  # what others see of a seat that owes an answer in a blind phase
STUCK = -1  # the ending of a game whose rules lead nowhere: always a bug

# The list of moves: how many, then the moves. A move is its arguments, packed into one number.
COUNT, FIRST_MOVE = 0, 1
A_BITS, B_BITS, C_BITS = 12, 10, 9

Moves = Row

EVERYONE = NOBODY
UNSEAL = 0  # the event that opens what was told under seal
_SEAL = 16  # added to the seat in the audience of a sealed event


@rule
def do(s: State, *steps: IntEnum) -> None:
    """Put steps on the agenda, which has room for 24; the first named runs first."""
    for i in range(len(steps) - 1, -1, -1):
        s.agenda[s.depth] = steps[i]
        s.depth += 1


@rule
def ask(s: State, seat: int, choice: IntEnum) -> None:
    """The seat owes an answer."""
    s.asking[seat] = choice


@rule
def offer(out: Moves, a: int, b: int = 0, c: int = 0) -> None:
    """One more move that may be chosen."""
    number = out[COUNT]
    out[FIRST_MOVE + number] = a | b << A_BITS | c << (A_BITS + B_BITS)
    out[COUNT] = number + 1


@rule
def first_of(move: int) -> int:
    """The first argument of a packed move."""
    return move & (1 << A_BITS) - 1


@rule
def second_of(move: int) -> int:
    """The second argument of a packed move; 0 if it has only one."""
    return move >> A_BITS & (1 << B_BITS) - 1


@rule
def third_of(move: int) -> int:
    """The third argument of a packed move; 0 if it has fewer."""
    return move >> A_BITS + B_BITS


@rule
def finish(s: State, ending: IntEnum) -> None:
    """The game is over, and how."""
    s.over = ending


@rule
def owes(s: State, seat: int) -> bool:
    """Whether an answer of this seat is awaited."""
    return s.asking[seat] != NOTHING_ASKED


@rule
def first_owing(s: State) -> int:
    """The lowest seat whose answer is awaited, or NOBODY."""
    for seat in range(s.seats):
        if s.asking[seat] != NOTHING_ASKED:
            return seat
    return NOBODY


@rule
def coming_step(s: State) -> int:
    """The next step of the agenda, or NO_STEP: the game is over, or a seat owes an answer. Where nothing is left to do and nobody
    is asked, the rules have led nowhere.
    """
    if s.over == 0 and first_owing(s) == NOBODY:
        if s.depth > 0:
            return s.agenda[s.depth - 1]
        s.over = STUCK
    return NO_STEP


@rule
def next_owing(s: State, last: int) -> int:
    """Who answers next when bots play: the first that owes an answer, going round from the seat that answered last; or NOBODY."""
    seat = last
    for _ in range(s.seats):
        if s.asking[seat] != NOTHING_ASKED:
            return seat
        seat = seat + 1 if seat + 1 < s.seats else 0
    return NOBODY


@rule
def _new_row(s: State, audience: int, event: int) -> int:
    """Where the arguments of an event are written; beyond the room there is, over the last."""
    row = min(s.told, NEWS_ROOM - 1)
    s.told += 1
    s.news[row, 0], s.news[row, 1] = event, audience
    return row


@rule
def tell(s: State, event: IntEnum, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Everyone learns this: an event and up to five numbers from -32,768 to 32,767."""
    if s.telling:
        row = _new_row(s, EVERYONE, event)
        s.news[row, 2], s.news[row, 3], s.news[row, 4], s.news[row, 5], s.news[row, 6] = a, b, c, d, e


@rule
def whisper(s: State, seat: int, event: IntEnum, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """This seat alone learns this, for ever."""
    if s.telling:
        row = _new_row(s, seat, event)
        s.news[row, 2], s.news[row, 3], s.news[row, 4], s.news[row, 5], s.news[row, 6] = a, b, c, d, e


@rule
def tell_sealed(
    s: State, seat: int, event: IntEnum, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """This seat learns this now, everyone else when the seals are opened; if they never are, never."""
    whisper(s, seat + _SEAL, event, a, b, c, d, e)


@rule
def open_seals(s: State) -> None:
    """Everyone learns what was told under seal."""
    if s.telling:
        _new_row(s, EVERYONE, UNSEAL)


def audience_of(mark: int) -> tuple[int, bool]:
    """Who hears an event at once (a seat, or EVERYONE), and whether the others hear it when the seals are opened."""
    return (mark - _SEAL, True) if mark >= _SEAL else (mark, False)
