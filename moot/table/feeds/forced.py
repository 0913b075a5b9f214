"""Answers that are given by themselves: where there is nothing to decide, a person is not asked.

That is so where there is only one answer, or one goes without saying. Not in a blind phase, where even silence must tell nothing;
not where a game asks only whether people are ready; not in a lesson.
"""

from __future__ import annotations

from moot.engine.obvious import obvious
from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable


def only_answer(live: LiveTable, seat: int) -> int | None:
    """The answer of a seat for which nobody need be asked. Who share a seat and vote decide whatever there is to decide."""
    if (
        live.script
        or live.state != PLAYING
        or live.paused
        or live.chairs[seat].is_bot
        or seat not in live.sitting.waiting
    ):
        return None
    choice = live.info.game.rules.choices[live.sitting.state.asking[seat]]
    if choice.sealed or choice.moves == 1:
        return None
    if len(live.sitting.offers(seat)) == 1:
        return live.sitting.numbers(seat)[0]
    return obvious(live.sitting, seat) if len(live.poll.voters_of(seat)) < 2 else None
