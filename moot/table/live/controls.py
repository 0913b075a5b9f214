"""What the clock and the facilitator of a workshop decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from moot.table.live.entries import Away, Clock, Ended, Paused, Resumed, TimeUp
from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable


async def away(live: LiveTable, seat: int) -> None:
    """A bot stands in for somebody who has been awaited for too long."""
    await live.append(lambda: Away(seat) if seat in live.sitting.waiting and not live.chairs[seat].stand_in else None)


async def time_up(live: LiveTable, phase: int) -> None:
    """Bots play for those who have not answered in time."""
    await live.append(lambda: TimeUp(phase) if live.has_clock and phase == live.phase_began else None)


async def set_clock(live: LiveTable, times: Mapping[str, int], *, only_show: bool) -> None:
    """Other times from now on; the present phase begins anew."""
    await _set(live, lambda: Clock(dict(times), only_show, live.fresh_due(times, live.paused or live.now())))


async def extend(live: LiveTable, seconds: int) -> None:
    """More time for the present phase; where there is no clock, one begins."""
    await _set(
        live, lambda: Clock(dict(live.times), live.only_show, max(live.due, live.paused or live.now()) + seconds)
    )


async def _set(live: LiveTable, clock: Callable[[], Clock]) -> None:
    """When the time is over is worked out when it is written down: until then the phase may have ended, or the pause."""
    await live.append(lambda: clock() if live.state == PLAYING else None)


async def pause(live: LiveTable) -> None:
    """No moves, and the clocks stand still."""
    await live.append(lambda: Paused() if live.state == PLAYING and not live.paused else None)


async def go_on(live: LiveTable) -> None:
    """On from where it was paused."""
    await live.append(lambda: Resumed() if live.paused else None)


async def end(live: LiveTable, why: str) -> None:
    """The game is over for everyone, wherever it stands."""
    await live.append(lambda: Ended(why) if live.state == PLAYING else None)
