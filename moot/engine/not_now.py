"""What could be answered at another time and not now, and why: it stands where answers are, and is none.

A game declares it with its `Words`, choice by choice, and makes it from what a seat sees. Where answers of a kind are offered,
nothing is said of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.labels import LONGEST_OUTCOME, LONGEST_VERB, shortened

if TYPE_CHECKING:
    from moot.engine.moves import Move
    from moot.engine.sitting import Sitting


class NotNow(NamedTuple):
    """A kind of answer that is not open now: "Develop: you have no face-down business"."""

    verb: str  # as labels say it
    why: str  # what stands in the way, in one line
    exit: bool = False  # whether it stands in the place of an exit, where there is none


Missing = Mapping[
    Any, Callable[..., Iterable[NotNow]]
]  # by choice: from a view, the seat and, if it takes as many, the names


def not_now(sitting: Sitting, seat: int, moves: Sequence[Move]) -> list[NotNow]:
    """What a seat is told of kinds of answers that are not among its moves, in the order of verbs."""
    words = sitting.game.words
    if not moves:
        return []
    said = words.missing(sitting.look(seat), seat, moves[0].choice, shortened(sitting.names))
    verbs, has_exit = {move.label.verb for move in moves}, any(move.label.exit for move in moves)
    open_still = [one for one in said if not (has_exit if one.exit else one.verb in verbs)]
    return sorted(open_still, key=lambda one: words.place_of(one.verb))


def wrong_not_now(one: NotNow) -> Iterator[str]:
    """What is wrong with it: it must have a verb and a reason, and both must fit."""
    for name, most in (("verb", LONGEST_VERB), ("why", LONGEST_OUTCOME)):
        text = getattr(one, name)
        if not text.strip():
            yield f"it has no {name}"
        if len(text) > most or "\n" in text:
            yield f"its {name} has {len(text)} signs, and there is room for {most} in one line: {text}"
