"""Interpreted rules that look at every number, seat and ending as they go: slower, for checks and for trials.

Otherwise a place below 0 counts from the end, and what is finished twice has its second ending.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from moot.engine.binding import rule
from moot.engine.chance import below, random_word
from moot.engine.fields import Row, State
from moot.engine.flow import ask, finish
from moot.engine.light import LightRecord
from moot.engine.machine import Machine
from moot.engine.mistakes import Slip, careful_class

if TYPE_CHECKING:
    from moot.engine.game import Game


@rule
def ask_seat(s: State, seat: int, choice: int) -> None:
    """In place of `ask`."""
    if not 0 <= seat < s.seats:
        raise Slip(f"seat {seat} is asked, but the seats are 0 to {s.seats - 1}")
    s.asking[seat] = choice


@rule
def finish_once(s: State, ending: int) -> None:
    """In place of `finish`."""
    if s.over:
        raise Slip("the game is finished a second time: return after `finish`")
    s.over = ending


@rule
def below_some(luck: Row, n: int) -> int:
    """In place of `below`."""
    if n < 1:
        raise Slip(f"chance is to pick one of {n}: there must be at least one")
    return (random_word(luck) * n) >> 32


STRICT: dict[Any, Any] = {ask: ask_seat, finish: finish_once, below: below_some}


class StrictMachine(Machine):
    """A game's rules, interpreted with care."""

    def _record_class(self) -> type[LightRecord]:
        return careful_class(super()._record_class(), self.state)

    def _careful(self) -> type[LightRecord]:
        return self._light


def strictly(game: Game) -> Game:
    """The same game, its interpreted rules run with care. Compiled ones are the same."""
    strict = replace(game)
    vars(strict)["interpreted"] = game.interpreted_with(STRICT, StrictMachine)
    vars(strict)["compiled"] = game.compiled
    return strict
