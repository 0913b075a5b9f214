"""Audiences: those who see and hear the same share a feed, for as long as any of them is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

from moot.engine import NOBODY
from moot.table.feeds.feed import Feed
from moot.table.feeds.json_feed import JsonFeed
from moot.table.feeds.page_feed import PageFeed
from moot.table.feeds.sight import Sight
from moot.table.feeds.stage import Stage
from moot.table.live.table import LiveTable
from moot.table.rendering.renderer import Renderer

FeedT = TypeVar("FeedT", bound=Feed[Any])
SharedT = TypeVar("SharedT", bound=Feed[Any] | Stage)


MOST_WATCHERS = 20  # at a table that are told every step
_newest = partial(PageFeed, by_steps=False)


class Audiences:
    """Those of all tables."""

    def __init__(self, renderer: Renderer, on_made: Callable[[float], None] = lambda seconds: None) -> None:
        self._renderer, self._on_made = renderer, on_made
        self._sight_of = cache(Sight)
        self._tables: WeakKeyDictionary[LiveTable, WeakValueDictionary[Any, Any]] = WeakKeyDictionary()

    def programs(self, live: LiveTable, seat: int, person: str | None) -> JsonFeed:
        """A person's programs on a seat."""
        return self._feed(JsonFeed, self._stage(live), live, seat, person)

    def pages(self, live: LiveTable, seat: int, person: str | None) -> PageFeed:
        """A person's pages on a seat. Of many who only watch the first are told every step, and the others the newest."""
        if seat == NOBODY and sum(one.seat == NOBODY for one in live.watchers) >= MOST_WATCHERS:
            return self._feed(_newest, self._renderer, live, seat, person)
        return self._feed(PageFeed, self._renderer, live, seat, person)

    def _stage(self, live: LiveTable) -> Stage:
        return self._shared(live, Stage, lambda: Stage(live, self._sight_of(live.info.game)))

    def _feed(self, kind: Callable[..., FeedT], by: Any, live: LiveTable, seat: int, person: str | None) -> FeedT:
        """Whoever looks on from no seat sees and hears the same, whoever they are."""
        ears = person if seat != NOBODY else None
        feed = self._shared(live, (kind, seat, ears), lambda: kind(live, seat, by, ears))
        feed.on_made = self._on_made
        return feed

    def _shared(self, live: LiveTable, key: Any, make: Callable[[], SharedT]) -> SharedT:
        """What somebody at a table has already, or a new one."""
        shared = self._tables.setdefault(live, WeakValueDictionary())
        if (found := shared.get(key)) is None:
            found = shared[key] = make()
        return cast(SharedT, found)
