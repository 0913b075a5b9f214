"""Figures with their uncertainty: a value and the ends of its 95 % interval."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964  # 95 % of a normal distribution lie within this many standard deviations


class Figure(NamedTuple):
    """An estimate, and the interval in which the truth lies in 95 of 100 such experiments."""

    value: float  # the estimate
    low: float  # the lower end of the interval
    high: float  # the upper end

    def as_dict(self) -> dict[str, float]:
        """For JSON."""
        return {name: round(number, 6) for name, number in self._asdict().items()}

    def percent(self) -> str:
        """A share, in words."""
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"

    def number(self) -> str:
        """A number, in words."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"

    def short(self, *, percent: bool = False) -> str:
        """The same in little room: half the interval after ±."""
        scale, unit = (100, " %") if percent else (1, "")
        return f"{scale * self.value:.1f} ± {scale * (self.high - self.low) / 2:.1f}{unit}"


def share(hits: float, of: int) -> Figure:
    """A share of yes among yes and no (Wilson's interval, which stays within 0 and 1 and holds for rare events)."""
    p = hits / of
    centre = (p + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z * sqrt(p * (1 - p) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    return Figure(p, min(p, max(0.0, centre - reach)), max(p, min(1.0, centre + reach)))


def mean(total: float, squares: float, of: int) -> Figure:
    """A mean, from the sum and the sum of squares."""
    average = total / of
    variance = max(0.0, squares / of - average * average) * of / (of - 1) if of > 1 else 0.0
    reach = Z * sqrt(variance / of)
    return Figure(average, average - reach, average + reach)
