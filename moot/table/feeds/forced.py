"""Answers that are given by themselves: where there is nothing to decide, a person is not asked.

Not in a blind phase, where even silence must tell nothing; not where a game asks only whether people are ready; not in a lesson.
"""

from __future__ import annotations

from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable


def only_answer(live: LiveTable, seat: int) -> int | None:
    """The one answer that a seat has, if nobody need be asked for it."""
    if (
        live.script
        or live.state != PLAYING
        or live.paused
        or live.chairs[seat].is_bot
        or seat not in live.sitting.waiting
    ):
        return None
    choice = live.info.game.rules.choices[live.sitting.state.asking[seat]]
    if choice.sealed or choice.moves == 1 or len(live.sitting.offers(seat)) != 1:
        return None
    return live.sitting.numbers(seat)[0]
