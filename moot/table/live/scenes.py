"""The newest positions of a table that are told with a board of their own: after each answer, and after what weighs most in it."""

from __future__ import annotations

from moot.engine import Entry, Sitting
from moot.engine.flow import EVERYONE

MOST_KEPT = 48  # whoever lags further behind is told the newest


class Scenes:
    """One table's. Only what all heard when it happened is a scene: what was whispered or sealed may not show when it happened."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Entry, bytes]] = {}  # by which entry of the log it comes after

    def note(self, sitting: Sitting, heard: int) -> None:
        """A move has been made; `heard` is how long the log was before."""
        public = [place for place in range(heard, len(sitting.log)) if sitting.log[place].audience == EVERYONE]
        for place in public:
            if place in sitting.scenes:
                self._keep(sitting.log[place], sitting.scenes[place])
        if public:
            self._keep(sitting.log[public[-1]], bytes(sitting))
        sitting.scenes.clear()

    def _keep(self, entry: Entry, record: bytes) -> None:
        self._kept[id(entry)] = entry, record
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def after(self, entry: Entry) -> bytes | None:
        """The position after something that was told, if it is kept."""
        kept = self._kept.get(id(entry))
        return kept[1] if kept else None
