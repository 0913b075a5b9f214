"""What a workshop keeps from its players until it is revealed.

Those who watch from no seat are not shown what is the table's own affair, such as its objective: they may come from another
table. And when a game is over, its own players see the position, but not how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from moot.engine import NOBODY, Entry
from moot.table.live.table import LiveTable
from moot.table.live.told import Told, hear_told
from moot.table.rendering.replay import seen


class Hush(NamedTuple):
    """What is not told."""

    ending: bool  # how the game has ended
    outside: bool  # what is the table's own affair


OPENLY = Hush(ending=False, outside=False)


def hush_of(live: LiveTable, seat: int) -> Hush:
    """What is not told to a seat now."""
    return Hush(live.is_done, seat == NOBODY) if live.keeps_its_end else OPENLY


def hidden_fields(live: LiveTable, hush: Hush) -> frozenset[str]:
    """The fields that a program is not sent: also the option that varies, which no player sees."""
    workshop = live.workshop
    if workshop is None:
        return frozenset()
    varied = [workshop.vary] if workshop.keeps_secrets and workshop.vary else []
    indoors = live.info.game.indoors.fields if hush.outside else ()
    return frozenset([*varied, *indoors, *(["over"] if hush.ending else [])])


def view_of(live: LiveTable, seat: int, hush: Hush) -> Any:
    """What a seat may see, for a passing look."""
    view = _as_if_it_went_on(live, seat) if hush.ending and live.sitting.over else live.sitting.look(seat)
    return _kept_indoors(live, view, hush)


def view_then(live: LiveTable, record: bytes, hush: Hush, seat: int = NOBODY) -> Any:
    """What everyone could see of an earlier position, after something that all of them heard, and a seat; for a passing look."""
    return _kept_indoors(live, live.sitting.look_back(record, seat), hush)


def _kept_indoors(live: LiveTable, view: Any, hush: Hush) -> Any:
    for name, blank in (live.info.game.indoors.fields if hush.outside else {}).items():
        _blank(view, name, blank)
    return view


def _as_if_it_went_on(live: LiveTable, seat: int) -> Any:
    """The last position without its end: a game may show more when it is over."""
    record = np.frombuffer(bytearray(bytes(live.sitting)), live.info.game.dtype)
    record["over"] = 0
    return seen(live.sitting, record.tobytes(), seat)


def _blank(view: Any, name: str, blank: int) -> None:
    cells = getattr(view, name)
    if isinstance(cells, int):
        setattr(view, name, blank)
    else:
        for place in range(len(cells)):
            cells[place] = blank


def log_of(live: LiveTable, hush: Hush) -> Sequence[Entry]:
    """What may be heard of what has happened. How a game ends is told by its last move, so all of that is kept back."""
    log: Sequence[Entry] = live.sitting.log
    if hush.ending and live.sitting.over:
        log = [entry for entry in log if entry.after < len(live.sitting.history)]
    if hush.outside:
        log = [entry for entry in log if entry.event not in live.info.game.indoors.events]
    return log


def past_of(live: LiveTable, seat: int, hush: Hush) -> list[Told]:
    """What was told before the rules changed; it is known in words alone, so that nothing can be left out of it."""
    ended_then = hush.ending and live.sitting.over and not live.sitting.history
    return [] if hush.outside or ended_then else hear_told(live.past, seat)
