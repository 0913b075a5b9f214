"""What a program sees of a position: the fields that anyone but nobody may see, and of these what has changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from moot.engine import SECRET, Game
from moot.engine.fields import fields_of

INSIDE = {"telling", "agenda", "depth", "told", "news"}  # how the engine works, not what the game shows


class Sight:
    """The visible fields of a game's record."""

    def __init__(self, game: Game) -> None:
        assert game.dtype.fields is not None
        shown = {n for n, field in fields_of(game.state).items() if field.seen_by is not SECRET} - INSIDE
        self._dtype = game.dtype
        self._names = sorted(shown)
        self._field_at = np.full(game.dtype.itemsize, -1, np.int16)  # the field to which each byte belongs
        for number, name in enumerate(self._names):
            of, start = game.dtype.fields[name][:2]
            self._field_at[start : start + of.itemsize] = number

    def changes(self, before: bytes, now: bytes) -> dict[str, Any]:
        """The fields that differ, with their values now; all of them if there was nothing before."""
        record = np.frombuffer(now, self._dtype)[0]
        if not before:
            return {name: record[name].tolist() for name in self._names}
        if before == now:
            return {}
        differ = np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(now, np.uint8))
        changed = set(self._field_at[differ].tolist()) - {-1}
        return {self._names[number]: record[self._names[number]].tolist() for number in sorted(changed)}
