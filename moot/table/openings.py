"""Opening tables: one, or all those of a workshop at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import structlog

from moot.engine import Game
from moot.lessons import Lesson
from moot.lessons.rehearsal import laid_out, options_for
from moot.lessons.script import opening_moves
from moot.table.live.appending import entry_added
from moot.table.live.entries import Taught, written
from moot.table.live.opening import COMPANION, WAYS, Wish, chairs_of, lesson_chairs, options_of
from moot.table.live.state import PERSON, Chair, TableInfo
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.persistence.store import Change
from moot.table.workshops.entries import Convened
from moot.table.workshops.workshop import Workshop

if TYPE_CHECKING:
    from moot.table.registry import Registry

log = structlog.get_logger("moot.table")


class Openings:
    """All tables of a server begin here."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def new_table(self, wish: Wish, host: Person) -> LiveTable:
        """Open a table."""
        options = options_of(wish)
        chairs = chairs_of(wish, options["seats"], host.id, host.name)
        info = self.fresh_info(wish.game, options, host)
        ways = {name: getattr(wish, name) for name in WAYS}
        return await self._open(replace(info, **ways), chairs)

    async def new_lesson(self, game: Game, lesson: Lesson, learner: Person) -> LiveTable:
        """Open a table for one person and the bots of a lesson. What was played before it begins is part of its log."""
        begun = len((await asyncio.to_thread(laid_out, game, lesson)).history)
        info = self.fresh_info(game, options_for(game, lesson), learner)
        info = replace(info, seed=lesson.seed, lesson=Taught(lesson.digest, begun))
        live = self.furnished(info, lesson_chairs(game, lesson, learner.id, learner.name))
        changes = self.opened(live)
        for seat, move in opening_moves(lesson, live.sitting):
            changes += live.lay(seat, move, COMPANION)
        await self._registry.store.write(changes)
        log.info("lesson opened", table=info.id, game=game.name)
        return self._registry.enter(live)

    def fresh_info(self, game: Game, options: dict[str, int], host: Person) -> TableInfo:
        seed, at = self._registry.settings.new_seed(), self._registry.settings.clock()
        return TableInfo(self._registry.settings.new_secret()[:12], game, options, seed, host.id, False, 0, at)

    def new_key(self) -> str:
        """What the people of a seat give to those with whom they share it."""
        return self._registry.settings.new_secret()[:16]

    async def _open(self, info: TableInfo, chairs: list[Chair]) -> LiveTable:
        live = self.furnished(info, chairs)
        await self._registry.store.write(self.opened(live))
        log.info("table opened", table=info.id, game=info.game.name, seats=len(chairs))
        return self._registry.enter(live)

    def furnished(self, info: TableInfo, chairs: list[Chair]) -> LiveTable:
        for chair in chairs:
            chair.key = self.new_key() if chair.kind == PERSON else ""
        return LiveTable(info, chairs, self._registry.store, self._registry.settings.clock)

    def opened(self, live: LiveTable) -> list[Change]:
        """Everything about a table that has just been opened."""
        body = live.opened(self._registry.shelf.rules_of(live.info.game))
        return [*entry_added(live.info.id, written(0, live.info.at, body), body), *live.scribe.beginning()]

    async def open_together(
        self, workshop: Workshop, convened: Convened, tables: Sequence[tuple[TableInfo, list[Chair]]]
    ) -> None:
        """A workshop with all its tables, or nothing of it."""
        live_tables = [self.furnished(*table) for table in tables]
        changes = [change for live in live_tables for change in self.opened(live)]
        first = written(0, workshop.at, convened)
        await self._registry.store.write([*changes, *entry_added(workshop.id, first, convened)])
        self._registry.workshops.host(workshop)
        for live in live_tables:
            live.workshop = workshop
            self._registry.enter(live)
        log.info("workshop opened", workshop=workshop.id, game=workshop.game.name, tables=len(live_tables))
