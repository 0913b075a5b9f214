"""What a workshop keeps from its players until it is revealed.

Those who watch from no seat are not shown what is the table's own affair, such as its objective: they may come from another
table. And when a game is over, its own players see the position, but not how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from moot.engine import NOBODY, Entry
from moot.table.moments import seen
from moot.table.room import Room, Told, hear_told


class Hush(NamedTuple):
    """What is not told."""

    ending: bool  # how the game has ended
    outside: bool  # what is the table's own affair


OPENLY = Hush(ending=False, outside=False)


def hush_of(room: Room, seat: int) -> Hush:
    """What is not told to a seat now."""
    return Hush(room.is_done, seat == NOBODY) if room.keeps_its_end else OPENLY


def hidden_fields(room: Room, seat: int) -> frozenset[str]:
    """The fields that a program is not sent: also the option that varies, which no player sees."""
    hush, workshop = hush_of(room, seat), room.workshop
    varied = [workshop.vary] if workshop and workshop.keeps_secrets and workshop.vary else []
    indoors = room.info.game.indoors.fields if hush.outside else ()
    return frozenset([*varied, *indoors, *(["over"] if hush.ending else [])])


def view_of(room: Room, seat: int, hush: Hush) -> Any:
    """What a seat may see, for a passing look."""
    view = _as_if_it_went_on(room, seat) if hush.ending and room.sitting.over else room.sitting.look(seat)
    for name, blank in (room.info.game.indoors.fields if hush.outside else {}).items():
        _blank(view, name, blank)
    return view


def _as_if_it_went_on(room: Room, seat: int) -> Any:
    """The last position without its end: a game may show more when it is over."""
    record = room.sitting.array.copy()
    record["over"] = 0
    return seen(room.sitting, record.tobytes(), seat)


def _blank(view: Any, name: str, blank: int) -> None:
    cells = getattr(view, name)
    if isinstance(cells, int):
        setattr(view, name, blank)
    else:
        for place in range(len(cells)):
            cells[place] = blank


def log_of(room: Room, hush: Hush) -> Sequence[Entry]:
    """What may be heard of what has happened. How a game ends is told by its last move, so all of that is kept back."""
    log: Sequence[Entry] = room.sitting.log
    if hush.ending and room.sitting.over:
        log = [entry for entry in log if entry.after < len(room.sitting.history)]
    if hush.outside:
        log = [entry for entry in log if entry.event not in room.info.game.indoors.events]
    return log


def past_of(room: Room, seat: int, hush: Hush) -> list[Told]:
    """What was told before the rules changed; it is known in words alone, so that nothing can be left out of it."""
    ended_then = hush.ending and room.sitting.over and not room.sitting.history
    return [] if hush.outside or ended_then else hear_told(room.past, seat)
