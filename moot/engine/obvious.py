"""Answers that a table may give for its person: those that go without saying, and those that are usual.

A game declares them with its `Words`. No rule depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

# From a view and the seat the arguments of an answer; None if there is something to decide.
Answered = Callable[[Any, int], tuple[int, ...] | None]
# By choice: there are other answers, but nobody who knows what the seat sees would give them.
Obvious = Mapping[Any, Answered]

LONGEST_USUAL = 90  # signs


class Usual(NamedTuple):
    """An answer that nearly everybody gives, though there may be reasons for another: people may wish not to be asked."""

    answer: Answered  # as in `obvious`
    says: str  # which it is, and when: "“Go on”, while the chance to win is below one half."


def obvious(sitting: Sitting, seat: int) -> int | None:
    """The number of the answer of a seat that goes without saying; None if there is something to decide."""
    return _legal(sitting, seat, sitting.game.words.obvious.get(sitting.state.asking[seat]))


def usual(sitting: Sitting, seat: int) -> int | None:
    """The number of the answer that a seat usually gives; None if there is none."""
    declared = sitting.game.words.usual.get(sitting.state.asking[seat])
    return _legal(sitting, seat, declared.answer) if declared else None


def _legal(sitting: Sitting, seat: int, answer: Answered | None) -> int | None:
    arguments = answer(sitting.look(seat), seat) if answer else None
    read = sitting.machine.numbering.read
    return next((number for number in sitting.numbers(seat) if read(number)[1] == arguments), None)


def wrong_usual(usual: Usual) -> Iterator[str]:
    """What is wrong with what is said of a usual answer: people read it among their settings."""
    if not usual.says.strip():
        yield "it does not say which it is"
    if len(usual.says) > LONGEST_USUAL:
        yield f"what it says has {len(usual.says)} signs, and there is room for {LONGEST_USUAL}"
