"""Answers that go without saying: there are others, but nobody who knows what the seat sees would give them.

A game declares them with its `Words`. No rule depends on it: a table may give such an answer for its person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

# By choice: from a view and the seat the arguments of the answer; None if there is something to decide.
Obvious = Mapping[Any, Callable[[Any, int], tuple[int, ...] | None]]


def obvious(sitting: Sitting, seat: int) -> int | None:
    """The number of the answer of a seat that goes without saying; None if there is something to decide."""
    made = sitting.game.words.obvious.get(sitting.state.asking[seat])
    arguments = made(sitting.look(seat), seat) if made else None
    read = sitting.machine.numbering.read
    return next((number for number in sitting.numbers(seat) if read(number)[1] == arguments), None)
