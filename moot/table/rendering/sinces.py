"""What has changed for a seat since its last answer, when its next is awaited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from moot.engine import NOBODY
from moot.engine.hearing import heard_by
from moot.engine.since import since
from moot.engine.telling import LARGE
from moot.table.live.state import Glance
from moot.table.live.table import LiveTable
from moot.table.rendering.replay import seen


class Since(NamedTuple):
    """What is told of it."""

    lines: tuple[str, ...]
    at: float  # when the seat last answered


NOTHING = Since((), 0)


def glance_of(live: LiveTable, seat: int) -> Glance | None:
    """What there was when a seat answered last, if its next answer is awaited."""
    asked = seat != NOBODY and not live.is_done and seat in live.sitting.waiting
    return live.glances[seat] if asked else None


def since_of(live: LiveTable, seat: int, glance: Glance | None, view: Any) -> Since:
    """What has changed from a glance to the seat's present view; nothing but what the two show."""
    if glance is None:
        return NOTHING
    before = seen(live.sitting, glance.record, seat)
    told = tuple(_large(live, seat, glance))
    lines = tuple(since(live.info.game, before, view, seat, live.sitting.names, told))
    return Since(lines, glance.at) if lines else NOTHING


def _large(live: LiveTable, seat: int, glance: Glance) -> Iterator[str]:
    """What a seat has heard since a glance and weighs much."""
    log, weights = live.sitting.log, live.info.game.words.weight_of
    before = sum(1 for _ in heard_by(log[: glance.heard], seat))
    for place in list(heard_by(log, seat))[before:]:
        if weights.get(log[place].event) == LARGE:
            yield live.sitting.line(log[place]).text.strip("— ")
