"""The position in which something was told, of a game that may still go on.

A line of a log leads to the position after the move by which it, or what was told to all before it, came about: everyone saw that
board then. What was whispered or sealed leads nowhere of its own, for when it happened is nobody else's business.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.engine import MoveError, Sitting
from moot.engine.flow import EVERYONE
from moot.engine.hearing import heard_by
from moot.table.feeds.hush import hush_of, log_of
from moot.table.live.table import LiveTable
from moot.table.rendering.once import Once
from moot.table.web.back_room import BackRoom

MOST_KEPT = 64  # positions that are kept at hand


class Thens:
    """Positions of games, as they are asked for."""

    def __init__(self, back_room: BackRoom) -> None:
        self._records: Once[bytes] = Once(back_room, MOST_KEPT)

    async def of(self, live: LiveTable, seat: int, line: int, asker: str) -> bytes:
        """The position of a line of what a seat has heard, counted from the first; for somebody at an address."""
        if live.past:
            raise MoveError("The rules of this game have changed since: its earlier positions cannot be shown.")
        played = live.sitting.played[: moves_until(live, seat, line)]
        name = f"{live.info.id} {len(played)} {hash(tuple(played))}"
        return await self._records.of(name, asker, lambda: _play_again(live.sitting, played))


def moves_until(live: LiveTable, seat: int, line: int) -> int:
    """How many moves had been made when a line of what a seat has heard, or the last before it that was for all, was told."""
    log = log_of(live, hush_of(live, seat))
    heard = [log[place] for place in heard_by(log, seat)][: max(line, 0) + 1]
    return next((entry.after for entry in reversed(heard) if entry.audience == EVERYONE), 0)


def _play_again(sitting: Sitting, played: Sequence[tuple[int, int, str]]) -> bytes:
    again = Sitting(sitting.game, sitting.options, sitting.seed, compiled=sitting.machine.compiled)
    for move in played:
        again.play(*move)
    return bytes(again)
