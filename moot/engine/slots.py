"""What each game fills in. The engine, the bots and the lab are written against these names; a binder puts the game behind them."""

from __future__ import annotations

from moot.engine.binding import slot
from moot.engine.fields import Row, State
from moot.engine.flow import Moves


@slot
def set_up(s: State) -> None:
    """Lay out the game and put its first steps on the agenda."""
    raise NotImplementedError


@slot
def run_step(s: State, step: int) -> None:
    """Do one step of the agenda; 0 is none."""
    raise NotImplementedError


@slot
def list_moves(s: State, seat: int, out: Moves) -> None:
    """Write what the seat may answer."""
    raise NotImplementedError


@slot
def answer(s: State, seat: int, move: int) -> None:
    """Do what follows from a seat's answer. The agenda does not go on."""
    raise NotImplementedError


@slot
def answer_at_random(s: State, seat: int, out: Moves, luck: Row) -> int:
    """Random answers of a seat (of NOBODY: none), going once through the choices in their order; returns how many it gave."""
    raise NotImplementedError


@slot
def sort_of(s: State, seat: int, step: int) -> int:
    """The sort of a game that waits for a step, or for a choice of the seat: numbered through over all steps and choices."""
    raise NotImplementedError


@slot
def hide(v: State, s: State, seat: int) -> None:
    """Blank in `v`, a copy of `s`, what the seat may not see."""
    raise NotImplementedError


@slot
def redeal(g: State, seat: int) -> None:
    """Fill in, in `g`, a view of the seat, what it cannot see, as it might be."""
    raise NotImplementedError


@slot
def broken_law(s: State) -> int:
    """The number of the first law that does not hold, or -1."""
    raise NotImplementedError


@slot
def rate_move(v: State, seat: int, move: int) -> int:
    """How much a greedy player likes a move; `v` is what the seat sees."""
    raise NotImplementedError


@slot
def like_moves(v: State, seat: int, moves: Moves, likes: Row) -> None:
    """How much a quick player likes each move of a list, in `likes` at the same places; `v` is what the seat sees."""
    raise NotImplementedError


@slot
def declining_move(s: State, seat: int) -> int:
    """The answer that says no, or enough, to what the seat is asked; -1 if there is none."""
    raise NotImplementedError


@slot
def length_of(s: State) -> int:
    """How many turns or rounds the game has lasted."""
    raise NotImplementedError


@slot
def points_of(s: State, seat: int) -> int:
    """The points of a seat as the rulebook counts them."""
    raise NotImplementedError


@slot
def compare(s: State, one: int, other: int) -> int:
    """Above 0 if one seat stands better than another: by points, then by the tie-breaks; 0 if they are equal."""
    raise NotImplementedError


@slot
def tie_break_of(s: State, seat: int, number: int) -> int:
    """What counts for a seat in one of the tie-breaks."""
    raise NotImplementedError


@slot
def fate_of(s: State) -> int:
    """Whether the seats win or lose together: a `Fate`."""
    raise NotImplementedError


@slot
def estimate(s: State, seat: int) -> float:
    """What a position that is not over is worth to a seat, from 0 (lost) to 1 (won)."""
    raise NotImplementedError


@slot
def place_of(s: State, seat: int) -> int:
    """The place of a seat in the turn order with which the game began, from 0."""
    raise NotImplementedError


@slot
def measure_of(s: State, seat: int, number: int) -> int:
    """One of the figures that a game counts for a seat."""
    raise NotImplementedError
