"""Answers that are given by themselves: where there is nothing to decide, a person is not asked.

That is so where there is only one answer, or one goes without saying; and where one is usual, for who has chosen so. Not in a blind
phase, where even silence must tell nothing; not where a game asks only whether people are ready, unless all others are
bots; not in a lesson.
"""

from __future__ import annotations

from moot.engine.obvious import obvious, usual
from moot.table.identity.choices import ASKED, BY_ITSELF, USUAL
from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable


def unasked(live: LiveTable, seat: int, wish: str = BY_ITSELF) -> int | None:
    """The answer of a seat for which nobody need be asked, by what its person has chosen. Who share a seat and vote decide
    whatever there is to decide.
    """
    if (
        wish == ASKED
        or live.script
        or live.state != PLAYING
        or live.paused
        or live.chairs[seat].is_bot
        or seat not in live.sitting.waiting
    ):
        return None
    choice = live.info.game.rules.choices[live.sitting.state.asking[seat]]
    if choice.sealed or (choice.moves == 1 and not _is_alone(live, seat)):
        return None
    if len(live.sitting.offers(seat)) == 1:
        return live.sitting.numbers(seat)[0]
    if len(live.poll.voters_of(seat)) > 1:
        return None
    answer = obvious(live.sitting, seat)
    return usual(live.sitting, seat) if answer is None and wish == USUAL else answer


def _is_alone(live: LiveTable, seat: int) -> bool:
    """Whether one person plays among bots: there is nobody to talk with."""
    others = [chair for other, chair in enumerate(live.chairs) if other != seat]
    return len(live.chairs[seat].sitters) < 2 and all(chair.is_bot for chair in others)
