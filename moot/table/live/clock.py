"""Time at the tables: the wall clock is read once, and from then on time only passes. Whoever sets that clock changes nothing."""

from __future__ import annotations

from time import monotonic, time

MOST_CHANGE = 0.02  # seconds at once


class SteadyClock:
    """Seconds since 1970, as they were at the start and have passed since."""

    def __init__(self) -> None:
        self._ahead, self._last = time() - monotonic(), 0.0

    def __call__(self) -> float:
        self._last = max(self._last, self._ahead + monotonic())
        return self._last

    def begin_at(self, now: float, newest: float) -> None:
        """It is now, but later than what is written down: if the wall clock was set back since, time goes on from there."""
        self._ahead, self._last = max(now, newest) - monotonic(), 0.0

    def follow(self, now: float) -> None:
        """The time of a database that servers share. It is come nearer to in small steps; where it is behind, time stands
        still for a step and never runs backwards.
        """
        self._ahead += max(-MOST_CHANGE, min(MOST_CHANGE, now - (self._ahead + monotonic())))
