"""The hall: all tables. Those that people look at are in memory; the others are on disk until somebody comes."""

from __future__ import annotations

import asyncio
import ctypes
import secrets
import sys
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import structlog
from sqlalchemy import insert, select, update

from moot.bots import BOTS, COMPANY
from moot.engine import Game, MoveError, Sitting
from moot.table import schema
from moot.table.allowance import Allowance
from moot.table.clock import SteadyClock
from moot.table.forgetting import Forgotten
from moot.table.gate import MOST_CONNECTIONS
from moot.table.keeping import Kept, bring_up, find, is_kept, opened, seat_changed, seated
from moot.table.machines import Machines
from moot.table.metrics import Metrics
from moot.table.names import clean_name
from moot.table.opening import Wish, bot_chair, chairs_of, empty_chair, name_at, options_of
from moot.table.presence import Presence
from moot.table.room import KEPT, OPEN, PERSON, PLAYING, Chair, Room, TableInfo
from moot.table.runner import Runner
from moot.table.store import Change, Store, table_changed
from moot.table.voting import Ballots
from moot.table.workshop import MOST_SITTERS, Workshop, find_workshop, hashed, workshop_opened

TIDY = 10.0  # seconds
READ_ANEW = "The table had to be read anew. Try again."
MOST_KEPT = 100  # tables that can only be read, in memory
log = structlog.get_logger("moot.table")


@dataclass(frozen=True)
class Settings:
    """How a server runs. The last three are what the outside world decides: tests decide it themselves."""

    data: Path
    games: Mapping[str, Game]
    pace: float = 0.7  # seconds between moves of bots that people can see
    quiet: float = 300.0  # seconds until a table that nobody looks at leaves memory
    compile: bool = True
    limits: bool = True
    per_address: int = MOST_CONNECTIONS
    clock: Callable[[], float] = field(default_factory=SteadyClock)
    new_secret: Callable[[], str] = lambda: secrets.token_urlsafe(24)
    new_seed: Callable[[], int] = lambda: secrets.randbits(128)


class Person(NamedTuple):
    """Somebody, known by what their browser holds."""

    id: str
    name: str


class ListedInfo(NamedTuple):
    """Which table it is."""

    id: str
    game: Game


class Listed(NamedTuple):
    """As much of a table as a list shows."""

    info: ListedInfo
    chairs: list[Chair]
    state: str

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [chair.name for chair in self.chairs]


class Hall:
    """All tables of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.store, self.metrics = settings, Store(settings.data), Metrics()
        self.store.on_write = self.metrics.written
        self.machines = Machines(self._compiled)
        self.runner = Runner(self.machines, settings.pace, _bot_failed, self.metrics)
        self.rooms: dict[str, Room] = {}
        self.metrics.count_tables(lambda: len(self.rooms))
        self._kept: OrderedDict[str, Kept] = OrderedDict()  # tables of other rules that were read lately
        self._loading: dict[str, asyncio.Lock] = {}
        self._workshops: dict[str, Workshop] = {}
        self._reading = asyncio.Lock()
        self._people: dict[str, Person] = {}
        self._seating: defaultdict[Room, asyncio.Lock] = defaultdict(asyncio.Lock)  # who comes and goes, one at a time
        self._tasks: list[asyncio.Task[None]] = []
        self.allowance, self.presence = Allowance(settings.limits), Presence()
        self.is_open = False  # to people who come

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        if isinstance(self.settings.clock, SteadyClock):
            self.settings.clock.not_before(await self.store.newest())
        self.is_open = True
        if self.settings.compile:
            self._tasks.append(asyncio.create_task(self._prepare()))
        self._tasks += [asyncio.create_task(work) for work in (self._tidy(), self.metrics.watch_the_loop())]

    def send_away(self) -> None:
        """The server is about to stop: people are no longer led here, and who is here comes again in a while."""
        self.is_open = False
        for watcher in {one for room in self.rooms.values() for one in room.watchers}:
            watcher.dismiss()

    async def close(self) -> None:
        """End; everything is on disk already."""
        self.is_open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            self._leave(room)
        await self.store.close()

    async def _prepare(self) -> None:
        for game in self.settings.games.values():
            await self.machines.prepare(game)

    def _compiled(self, game: Game) -> None:
        log.info("rules compiled", game=game.name)
        for room in self.rooms.values():
            if room.info.game is game:
                room.sitting.run_on(self.machines.of(game))

    # People

    async def person(self, secret: str | None) -> Person | None:
        """Who holds a secret."""
        if not secret:
            return None
        key = hashed(secret)
        if key not in self._people and (row := await self.store.person(key)) is not None:
            self._people[key] = Person(row.id, row.name)
        return self._people.get(key)

    async def new_person(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the secret that only their browser will hold."""
        secret = self.settings.new_secret()
        person = Person(hashed(f"person {secret}")[:16], clean_name(name))
        row = {"id": person.id, "secret": hashed(secret), "name": person.name, "at": self.settings.clock()}
        await self.store.write([(insert(schema.people), row)])
        self._people[hashed(secret)] = person
        return person, secret

    async def rename(self, secret: str, name: str) -> Person:
        """A person goes by another name from now on."""
        person = await self.person(secret)
        assert person is not None
        renamed = Person(person.id, clean_name(name))
        people = schema.people
        await self.store.write([(update(people).where(people.c.id == person.id).values(name=renamed.name), {})])
        self._people[hashed(secret)] = renamed
        return renamed

    # Tables

    async def new_table(self, wish: Wish, host: Person) -> Room:
        """Open a table."""
        options = options_of(wish)
        chairs = chairs_of(wish, options["seats"], host.id, host.name)
        info = self._info(wish.game, options, host)
        return await self._open(replace(info, public=wish.public, idle=wish.idle, votes=wish.votes), chairs)

    def _info(self, game: Game, options: dict[str, int], host: Person) -> TableInfo:
        seed, at = self.settings.new_seed(), self.settings.clock()
        return TableInfo(self.settings.new_secret()[:12], game, options, seed, host.id, False, 0, at)

    async def _open(self, info: TableInfo, chairs: list[Chair]) -> Room:
        room = self._furnish(info, chairs)
        await self.store.write(opened(room))
        log.info("table opened", table=info.id, game=info.game.name, seats=len(chairs))
        return self._enter(room)

    def _furnish(self, info: TableInfo, chairs: list[Chair]) -> Room:
        for chair in chairs:
            chair.key = self.new_key() if chair.kind == PERSON else ""
        return Room(info, Sitting(info.game, info.options, info.seed), chairs, self.store, self.settings.clock)

    async def open_together(
        self, workshop: Workshop, tables: Sequence[tuple[TableInfo, list[Chair]]], guests: Sequence[Change]
    ) -> None:
        """All tables of a workshop, or none."""
        rooms = [self._furnish(*table) for table in tables]
        changes = [change for room in rooms for change in opened(room)]
        await self.store.write([*workshop_opened(workshop), *changes, *guests])
        self._workshops[workshop.id] = workshop
        for room in rooms:
            room.workshop = workshop
            self._enter(room)
        log.info("workshop opened", workshop=workshop.id, game=workshop.game.name, tables=len(rooms))

    async def workshop(self, name: str | None) -> Workshop | None:
        """A workshop by its name: there is only one of it in memory."""
        async with self._reading:
            if name and name not in self._workshops:
                found = await find_workshop(self.store, name, self.settings.games)
                if found is None:
                    return None
                self._workshops[name] = found
            return self._workshops.get(name or "")

    async def room(self, table: str) -> Room | Kept | None:
        """A table by its name, from memory or from disk."""
        if known := self.rooms.get(table) or self._kept.get(table):
            return known
        lock = self._loading.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                return self.rooms.get(table) or self._kept.get(table) or await self._load(table)
        finally:
            self._loading.pop(table, None)

    async def _load(self, table: str) -> Room | Kept | None:
        found = await find(self.store, table)
        if found is None:
            return None
        games, clock = self.settings.games, self.settings.clock
        brought, changes = await asyncio.to_thread(bring_up, found, games, self.store, clock)
        if changes or isinstance(brought, Kept):
            log.warning("rules have changed", table=table, playable=isinstance(brought, Room))
        if changes:
            await self.store.write(changes)
        if isinstance(brought, Kept):
            return self._put_by(brought)
        brought.workshop = await self.workshop(brought.info.workshop)
        return self._enter(brought)

    def _put_by(self, kept: Kept) -> Kept:
        """It will not change while this server runs: its log need not be played again for every page."""
        self._kept[kept.id] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def _enter(self, room: Room) -> Room:
        room.on_change, room.on_trouble = self.runner.look_after, self._abandon
        room.on_move = lambda by: self.metrics.moved(by in BOTS)
        room.sitting.run_on(self.machines.of(room.info.game))
        room.watch_the_clock()
        self.rooms[room.info.id] = room
        self.runner.look_after(room)
        return room

    def _leave(self, room: Room) -> None:
        """A room that has been left looks after nothing any more: another may be in its place."""
        self.runner.leave(room)
        self._seating.pop(room, None)
        room.on_change, room.ballots = lambda room: None, Ballots()
        if self.rooms.get(room.info.id) is room:
            del self.rooms[room.info.id]

    def _abandon(self, room: Room, why: str = READ_ANEW, to: str = "") -> None:
        """What is in memory is not what is on disk: forget it, and let those who look on come again, or go elsewhere."""
        self._leave(room)
        room.state, room.why = KEPT, why  # whoever still waits for a turn in it
        for watcher in list(room.watchers):
            watcher.dismiss(to)

    async def forget(self, forgotten: Forgotten) -> None:
        """Delete something; what was in memory of it is read anew, and who is still at a table that is gone has to leave."""
        await self.store.write(forgotten.changes)
        self._people = {key: one for key, one in self._people.items() if one.id not in forgotten.people}
        for workshop in forgotten.workshops:
            self._workshops.pop(workshop, None)
        for table in (*forgotten.tables, *forgotten.touched):
            self._kept.pop(table, None)
        for room in list(self.rooms.values()):
            if room.info.id in forgotten.tables:
                self._abandon(room, "This table was deleted.", "/")
            elif room.info.id in forgotten.touched or room.info.workshop in forgotten.workshops:
                for watcher in list(room.watchers):
                    if forgotten.leaving and watcher.person == forgotten.leaving:
                        watcher.dismiss("/")
                self._abandon(room)

    async def _tidy(self) -> None:
        """Memory that is not needed is given back; and tables that nobody has looked at for a while leave it."""
        unseen: dict[str, float] = {}
        while True:
            await asyncio.sleep(min(self.settings.quiet / 4, TIDY))
            await asyncio.to_thread(give_back_memory)
            now = time.monotonic()
            quiet = {n for n, room in self.rooms.items() if not room.watchers and not self.runner.is_busy(room)}
            unseen = {name: unseen.get(name, now) for name in quiet}
            for name, since in unseen.items():
                room = self.rooms.get(name)
                if room is not None and now - since > self.settings.quiet and room.settled:
                    self._leave(room)

    # Seats

    async def sit(self, room: Room, seat: int, person: Person, name: str, key: str = "") -> None:
        """A person takes a seat: one that is open, a bot's, or one whose people have given them its key."""
        async with self._seating[room]:
            chair = chair_of(room, seat)
            if len(chair.sitters) >= MOST_SITTERS:
                raise MoveError(f"{chair.name}'s seat is shared by {MOST_SITTERS} people already. Choose another.")
            if chair.kind == PERSON and person.id not in chair.sitters and not chair.opens_to(key):
                raise MoveError(
                    f"{chair.name} sits there. Choose another seat, or ask {chair.name} for the link to share theirs."
                )
            if chair.kind != PERSON and room.seats_of(person.id):
                raise MoveError("You sit at this table already. Leave your seat first, if you want another.")
            shared = chair.kind == PERSON
            name = chair.name if shared else name_at(room.info.game, seat, clean_name(name))
            key = chair.key if shared else self.new_key()
            taken = Chair(PERSON, name, chair.sitters | {person.id}, key)
            await self._reseat(room, seat, taken)
            await room.remark(taken_over(chair, taken))

    async def stand_up(self, room: Room, seat: int, person: Person) -> None:
        """A person leaves a seat; if nobody is left on it, it is open."""
        async with self._seating[room]:
            chair = chair_of(room, seat)
            left = chair.sitters - {person.id}
            await self._reseat(
                room,
                seat,
                Chair(PERSON, chair.name, left, self.new_key()) if left else empty_chair(room.info.game, seat),
            )
        for watcher in list(room.watchers):
            if (watcher.seat, watcher.person) == (seat, person.id):
                watcher.dismiss()

    def new_key(self) -> str:
        """What the people of a seat give to those with whom they share it."""
        return self.settings.new_secret()[:16]

    async def hand(self, room: Room, seat: int, to: str) -> None:
        """Give an open seat to a bot, or open a bot's seat."""
        if room.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator gives seats to bots, and opens them.")
        async with self._seating[room]:
            if chair_of(room, seat).kind == PERSON or (to != OPEN and to not in COMPANY):
                raise MoveError("Only a seat that no person holds can be given to a bot, or opened again.")
            game = room.info.game
            await self._reseat(room, seat, empty_chair(game, seat) if to == OPEN else bot_chair(game, seat, to))

    async def _reseat(self, room: Room, seat: int, chair: Chair) -> None:
        await room.alter(seat_changed(room, seat, chair), partial(take_seat, room, seat, chair))

    async def rematch(self, room: Room, person: Person) -> Room:
        """The same people, bots and options, another seed. Whoever asks second comes to the same table."""
        if not room.is_done:
            raise MoveError("There is a rematch when the game is over.")
        if room.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator opens the next game.")
        async with self._seating[room]:
            if room.next is not None and isinstance(found := await self.room(room.next), Room):
                return found
            info = room.info
            chairs = [Chair(chair.kind, chair.name, set(chair.sitters)) for chair in room.chairs]
            fresh = self._info(info.game, info.options, person)
            again = await self._open(replace(fresh, public=info.public, idle=info.idle, votes=info.votes), chairs)

            def point() -> None:
                room.next = again.info.id

            await room.alter([table_changed(info.id, next=again.info.id)], point)
            return again

    # Lists

    async def open_tables(self) -> list[Listed]:
        """Public tables that are being played, newest first."""
        tables = schema.tables
        listed = await self._listed(tables.c.state == PLAYING, tables.c.public.is_(True), most=30)
        return [table for table in listed if table.state == PLAYING]

    async def tables_of(self, person: Person | None) -> list[Listed]:
        """Where a person sits, newest first; also those that can only be read."""
        if person is None:
            return []
        sitters = schema.sitters
        mine = select(sitters.c.table_id).where(sitters.c.person == person.id)
        return await self._listed(schema.tables.c.id.in_(mine), most=12)

    async def _listed(self, *which: Any, most: int) -> list[Listed]:
        """Lists are read from disk, so that no table has to be played again to be listed."""
        tables, seats = schema.tables, schema.seats
        found = await self.store.rows(
            select(tables).where(*which).order_by(tables.c.at.desc(), tables.c.id).limit(most)
        )
        ids = [row.id for row in found]
        chairs = await self.store.rows(select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat))
        of = {name: seated([chair for chair in chairs if chair.table_id == name], ()) for name in ids}
        games = self.settings.games
        return [
            Listed(ListedInfo(row.id, games[row.game]), of[row.id], self._state_of(row, games[row.game]))
            for row in found
            if row.game in games
        ]

    def _state_of(self, row: Any, game: Game) -> str:
        return KEPT if row.id in self._kept or is_kept(row, game) else str(row.state)


def chair_of(room: Room, seat: int) -> Chair:
    """A seat of a table; refused if there is none such."""
    if not 0 <= seat < len(room.chairs):
        raise MoveError(f"There is no seat {seat}; this table has seats 0 to {len(room.chairs) - 1}.")
    return room.chairs[seat]


def taken_over(before: Chair, after: Chair) -> str:
    """What everyone is told when a person takes a bot's seat: it has seen what the bot saw, and moves from now on. Else empty."""
    if not before.is_bot or after.kind != PERSON:
        return ""
    return f"{after.name} takes the seat of {before.name}, which a {before.kind} bot has played so far."


def take_seat(room: Room, seat: int, chair: Chair) -> None:
    """A seat as it is from now on."""
    room.chairs[seat] = chair
    room.watch_the_clock()


def give_back_memory() -> None:
    """Pages are made of large texts that live for a moment and leave holes, which Linux's C library keeps unless it is asked."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


def _bot_failed(room: Room, error: Exception) -> None:
    log.error("a bot failed", table=room.info.id, game=room.info.game.name, error=repr(error))
