"""Lists of tables, read from the store: no table has to be folded to be listed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select

from moot.engine import Game
from moot.table.ledger import Held, held_at, read_held
from moot.table.live.loading import is_kept
from moot.table.live.releases import Shelf
from moot.table.live.state import KEPT, OPEN, PLAYING, Chair
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.persistence import schema
from moot.table.persistence.store import Store

MOST_OPEN, MOST_MINE = 30, 60  # that are listed
OLD = 14 * 86_400  # seconds after which a game that nobody goes on with is folded away
MINUTE, HOUR, DAY = 60, 3600, 86_400


class ListedInfo(NamedTuple):
    """Which table it is."""

    id: str
    game: Game


class Listed(NamedTuple):
    """As much of a table as a list shows."""

    info: ListedInfo
    chairs: list[Chair]
    state: str
    at: float
    workshop: str | None
    held: Sequence[Held]

    @property
    def turns(self) -> list[Held]:
        """Whose answers are awaited."""
        return [one for one in self.held if one.awaited]

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [chair.name for chair in self.chairs]


class Mine(NamedTuple):
    """A table where somebody sits, as they see it listed."""

    table: Listed
    seats: list[int]  # their own
    is_hidden: bool
    now: float

    @property
    def awaits_me(self) -> bool:
        """Whether the game waits for them."""
        return any(turn.seat in self.seats for turn in self.table.turns)

    @property
    def is_old(self) -> bool:
        """Whether it is over, or nobody has gone on with it for long."""
        return self.table.state != PLAYING or self.now - self.since > OLD

    @property
    def since(self) -> float:
        """When it last went on, as far as they may know it."""
        return max((turn.since for turn in self.table.turns if self._may_know(turn)), default=self.table.at)

    def _may_know(self, turn: Held) -> bool:
        return bool(turn.since) and (not turn.sealed or turn.seat in self.seats)

    @property
    def own(self) -> Held | None:
        """What they hold; of several seats one that is awaited, if any is."""
        mine = [one for one in self.table.held if one.seat in self.seats]
        return max(mine, key=lambda one: one.awaited, default=None)

    @property
    def says(self) -> str:
        """Whose turn it is, and since when."""
        if self.table.state != PLAYING or not self.table.turns:
            return ""
        own = [turn for turn in self.table.turns if turn.seat in self.seats]
        first, *others = own or self.table.turns
        who = "your turn" if own else f"waiting for {self._called(first)}{_and_others(len(others))}"
        return f"{who}{_since(self.now - first.since) if self._may_know(first) else ''}"

    def _called(self, turn: Held) -> str:
        chair = self.table.chairs[turn.seat]
        return "somebody to sit down" if chair.kind == OPEN else chair.name


def _and_others(many: int) -> str:
    return "" if not many else " and another" if many == 1 else f" and {many} others"


def _since(seconds: float) -> str:
    """For how long, in the largest unit: " for 2 h"."""
    if seconds < MINUTE:
        return ""
    if seconds < HOUR:
        return f" for {seconds // MINUTE:.0f} min"
    return f" for {seconds // HOUR:.0f} h" if seconds < 2 * DAY else f" for {seconds // DAY:.0f} days"


class Lists:
    """What the lobby shows."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        is_only_read: Callable[[str], bool],
        in_memory: Callable[[str], LiveTable | None],
    ) -> None:
        self._store, self._shelf, self._is_only_read, self._in_memory = store, shelf, is_only_read, in_memory

    async def open_tables(self) -> list[Listed]:
        """Public tables that are being played, newest first."""
        tables = schema.tables
        listed = await self._listed(tables.c.state == PLAYING, tables.c.public.is_(True), most=MOST_OPEN, readers={})
        return [table for table in listed if table.state == PLAYING]

    async def tables_of(self, person: Person | None, now: float) -> list[Mine]:
        """Where a person sits: those that wait for them first, longest first; also those that can only be read."""
        if person is None:
            return []
        sitters, hidden = schema.sitters, schema.hidden
        gone = {row.table_id for row in await self._store.rows(select(hidden).where(hidden.c.person == person.id))}
        seats: dict[str, list[int]] = {}
        mine = select(sitters).where(sitters.c.person == person.id)
        for place in await self._store.rows(mine.order_by(sitters.c.seat)):
            seats.setdefault(place.table_id, []).append(place.seat)
        own = schema.tables.c.id.in_(mine.with_only_columns(sitters.c.table_id))
        found = [
            Mine(table, seats.get(table.info.id, []), table.info.id in gone, now)
            for table in await self._listed(own, most=MOST_MINE, readers=seats)
        ]
        return sorted(found, key=lambda one: (not one.awaits_me, one.since if one.awaits_me else -one.since))

    async def hide(self, person: Person, table: str, *, hidden: bool) -> None:
        """A table is no longer listed for somebody, or again."""
        rows, row = schema.hidden, {"person": person.id, "table_id": table}
        before = delete(rows).where(rows.c.person == person.id, rows.c.table_id == table)
        await self._store.write([(before, {}), *([(insert(rows), row)] if hidden else [])])

    async def played_by(self, person: Person) -> list[str]:
        """The names of the tables at which a person sits and a game is being played."""
        tables, sitters = schema.tables, schema.sitters
        mine = select(sitters.c.table_id).where(sitters.c.person == person.id)
        playing = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.state == PLAYING)
        return [row.id for row in await self._store.rows(playing.order_by(tables.c.id))]

    async def _listed(self, *which: Any, most: int, readers: Mapping[str, Collection[int]]) -> list[Listed]:
        """Tables, the newest first; where they stand for those seats of each whose people will read it."""
        tables, seats = schema.tables, schema.seats
        found = await self._store.rows(
            select(tables).where(*which).order_by(tables.c.at.desc(), tables.c.id).limit(most)
        )
        ids = [row.id for row in found]
        chairs = await self._store.rows(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat))
        of = {name: [Chair(one.kind, one.name) for one in chairs if one.table_id == name] for name in ids}
        games = self._shelf.games
        return [self._one(row, of[row.id], readers.get(row.id, ())) for row in found if row.game in games]

    def _one(self, row: Any, chairs: list[Chair], readers: Collection[int]) -> Listed:
        info, live = ListedInfo(row.id, self._shelf.games[row.game]), self._in_memory(row.id)
        held = held_at(live, readers) if live is not None else read_held(row.awaited)
        return Listed(info, chairs, self._state_of(row), row.at, row.workshop, held)

    def _state_of(self, row: Any) -> str:
        return KEPT if self._is_only_read(row.id) or is_kept(row, self._shelf) else str(row.state)
