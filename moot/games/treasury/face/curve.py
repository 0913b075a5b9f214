"""Treasury: the curve of the treasury, round by round, with a look at the next one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

LEFT, WIDTH, TOP, HEIGHT = 108, 126, 24, 30  # where the curve is drawn
NOTHING = -1  # nothing is foreseen
NUMBERS = 5  # how many points have their number written beside them


def curve(view: Any, ahead: int) -> Markup:
    """§3.5 The treasury at the start of each round, now, and when the round has ended."""
    return drawn_curve((*rounds_of(view), view.treasury), NOTHING if view.over else ahead)


def rounds_of(view: Any) -> tuple[int, ...]:
    """What the treasury had when rounds began, the last ones of them."""
    return tuple(view.curve[: view.rounds])


@lru_cache(maxsize=512)
def drawn_curve(values: tuple[int, ...], ahead: int) -> Markup:
    """A line through what was, a broken one to what will be; some points have their numbers."""
    most, last = max(*values, ahead, 1), len(values)
    points = [
        (LEFT + WIDTH * i // last, TOP + HEIGHT - HEIGHT * value // most) for i, value in enumerate((*values, ahead))
    ]
    line = " ".join(f"{x},{y}" for x, y in points[:-1])
    (x, y), (next_x, next_y) = points[-2:]
    floor = TOP + HEIGHT
    then = f'<path class="ahead" d="M{x} {y}L{next_x} {next_y}"/><circle class="then" cx="{next_x}" cy="{next_y}" r="3.5"/>'
    return Markup(
        f'<path class="floor" d="M{LEFT} {floor}H{LEFT + WIDTH}"/>'
        f'<path class="area" d="M{points[0][0]} {floor}L{line}L{x} {floor}Z"/><polyline class="line" points="{line}"/>'
        f'{then if ahead != NOTHING else ""}<circle class="now" cx="{x}" cy="{y}" r="3.5"/>'
        + "".join(label(values[i], *points[i]) for i in range(last) if is_numbered(i, last))
    )


def is_numbered(at: int, last: int) -> bool:
    """Whether there is room for the number of a point: counted back from the present one."""
    return (last - 1 - at) % -(-last // NUMBERS) == 0


def label(value: int, x: int, y: int) -> str:
    """The number of a point, above it."""
    return f'<text class="point" x="{x}" y="{y - 6}">{value}</text>'
