"""What has changed for a seat since its last answer, when its next is awaited."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from moot.engine import NOBODY
from moot.engine.hearing import Ear
from moot.engine.since import since
from moot.engine.telling import LARGE
from moot.table.live.state import Glance
from moot.table.live.table import LiveTable


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
    before, told = live.sitting.look_back(glance.record, seat), tuple(_large(live, seat, glance))
    lines = tuple(since(live.info.game, before, view, seat, live.sitting.names, told))
    return Since(lines, glance.at) if lines else NOTHING


def _large(live: LiveTable, seat: int, glance: Glance) -> Iterator[str]:
    """What a seat has heard since a glance and weighs much."""
    log, weights = live.sitting.log, live.info.game.words.weight_of
    new = log[glance.heard :]
    # Most often nothing of weight has happened, and no seals were opened: then nobody need hear the whole log again.
    if not any(entry.event is None or weights.get(entry.event) == LARGE for entry in new):
        return
    ear = Ear(seat)
    deque(ear.listen(log[: glance.heard]), maxlen=0)
    for place in ear.listen(log):
        if weights.get(log[place].event) == LARGE:
            yield live.sitting.line(log[place]).text.strip("— ")
