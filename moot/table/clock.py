"""Time at the tables: the wall clock is read once, and from then on time only passes. Whoever sets that clock changes nothing."""

from __future__ import annotations

from time import monotonic, time


class SteadyClock:
    """Seconds since 1970, as they were at the start and have passed since."""

    def __init__(self) -> None:
        self._ahead = time() - monotonic()

    def __call__(self) -> float:
        return self._ahead + monotonic()

    def not_before(self, at: float) -> None:
        """What is written down already has been: if the wall clock was set back since, time goes on from there."""
        self._ahead += max(0.0, at - self())
