"""What a program sees of a position: the fields that anyone but nobody may see, and of these what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from moot.engine import SECRET, Game
from moot.engine.fields import fields_of

INSIDE = {"telling", "agenda", "depth", "told", "news"}  # how the engine works, not what the game shows
TOGETHER = 8  # fields that are compared at once


class Place(NamedTuple):
    """Where a field is in a record."""

    name: str
    start: int
    stop: int
    code: str  # of its numbers
    shape: tuple[int, ...]

    def read(self, record: memoryview) -> Any:
        """A number, a list, or a list of lists."""
        cells = record[self.start : self.stop]
        if len(self.shape) < 2:
            found = cells.cast(self.code).tolist()  # type: ignore[call-overload]
            return found if self.shape else found[0]
        return cells.cast(self.code, self.shape).tolist()  # type: ignore[call-overload]


class Sight:
    """The visible fields of a game's record."""

    def __init__(self, game: Game) -> None:
        assert game.dtype.fields is not None
        fields = {n: field for n, field in fields_of(game.state).items() if field.seen_by is not SECRET}
        shown = [_place(game, name, field) for name, field in fields.items() if name not in INSIDE]
        places = sorted(shown, key=lambda place: place.start)
        self._groups = [places[first : first + TOGETHER] for first in range(0, len(places), TOGETHER)]
        asking, self._asking = game.dtype.fields["asking"][:2]
        self._end, self._each = self._asking + asking.itemsize, asking.itemsize // asking.shape[0]

    def but_for_asking(self, seen: bytes, seat: int) -> bytes:
        """What a seat sees, but for who else is asked."""
        own = self._asking + seat * self._each
        return seen[: self._asking] + seen[own : own + self._each] + seen[self._end :]

    def changes(self, before: bytes, now: bytes) -> dict[str, Any]:
        """The fields that differ, with their values now; all of them if there was nothing before."""
        if before == now:
            return {}
        record = memoryview(now)
        changed = self._changed(before, now) if before else (place for group in self._groups for place in group)
        return {place.name: place.read(record) for place in sorted(changed)}

    def _changed(self, before: bytes, now: bytes) -> Iterator[Place]:
        """Most fields have not changed: they are looked at several at a time."""
        for group in self._groups:
            start, stop = group[0].start, group[-1].stop
            if before[start:stop] != now[start:stop]:
                yield from (one for one in group if before[one.start : one.stop] != now[one.start : one.stop])


def _place(game: Game, name: str, field: Any) -> Place:
    assert game.dtype.fields is not None
    of, start = game.dtype.fields[name][:2]
    return Place(name, start, start + of.itemsize, np.dtype(field.width).char, field.shape)
