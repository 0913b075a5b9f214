"""Looking ahead: answers are tried on a copy, one after the other, for as long as each could be taken back.

Whoever may take back could find out the same by trying, so that nothing leaks; of an answer that could not be, it is said that it
is final, and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.engine.moves import MoveError, Outcome
from moot.engine.sitting import Sitting

MOST_AHEAD = 64  # answers in one list
Wish = tuple[int, str]  # the number of a move, and what is written with it


class Ahead(NamedTuple):
    """What would be if a seat gave some answers."""

    final: bool  # whether the last of them could not be taken back
    then: Sitting | None  # the game as it would be; of a final answer nothing is said


def look_ahead(sitting: Sitting, seat: int, answers: Sequence[Wish], *, told: bool = True) -> Ahead:
    """What would follow if a seat gave these answers. Refuses with a `MoveError` what is not legal, and what would come after an
    answer that is final. `told`: whether what was told may be taken back.
    """
    then = sitting.copy()
    given = list(give_all(then, seat, answers, told=told))
    is_final = bool(given) and not then.may_take_back(seat, told=told)
    return Ahead(True, None) if is_final else Ahead(False, then)


def give_all(then: Sitting, seat: int, answers: Sequence[Wish], *, told: bool = True) -> Iterator[Outcome]:
    """What each of these answers leads to, given one after the other in a game of one's own. Refuses the same."""
    if len(answers) > MOST_AHEAD:
        raise MoveError(f"At most {MOST_AHEAD} answers are given at once.")
    for place, (number, text) in enumerate(answers):
        if place and not then.may_take_back(seat, told=told):
            raise MoveError(f"Answer {place} of {len(answers)} is final: what comes after it cannot be said before.")
        outcome = then.outcome(seat, number, text)
        then.take_over(outcome)
        yield outcome
