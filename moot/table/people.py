"""People, known by keys that their browsers hold. Of a key only a hash is kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from moot.table.persistence import schema
from moot.table.persistence.news import Anew
from moot.table.persistence.store import Change, Store
from moot.table.web.names import clean_name

DAY = 86_400
LESSON = "lesson."  # begins the names under which it is kept that somebody has come through one
FRESH = 60.0  # seconds: that another server has taken a key away may never be heard of


class Person(NamedTuple):
    """Somebody."""

    id: str
    name: str


class Key(NamedTuple):
    """One of somebody's keys, as far as it is known."""

    hash: str
    made: float
    used: float  # the day
    label: str


class Known(NamedTuple):
    """Who holds a key, as it was read."""

    person: Person
    chosen: Mapping[str, str]  # how they want pages to be
    used: float
    read: float  # when


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def day_of(at: float) -> float:
    """The beginning of the day of a moment: when exactly somebody was here is nobody's business."""
    return at // DAY * DAY


class People:
    """Everyone who has been here. Whoever was seen lately is in memory."""

    def __init__(self, store: Store, clock: Callable[[], float], new_secret: Callable[[], str]) -> None:
        self._store, self._clock, self._new_secret = store, clock, new_secret
        self._known: dict[str, Known] = {}
        self._forgot = 0  # how often something was: what was read before does not count any more

    async def who(self, secret: str | None) -> Person | None:
        """Who holds a secret."""
        if not secret:
            return None
        known = await self._find(hashed(secret))
        if known is not None:
            self._use(hashed(secret), known)
        return known and known.person

    async def _find(self, key: str) -> Known | None:
        known = self._known.get(key)
        if known is not None and not (self._store.is_shared and time.monotonic() - known.read > FRESH):
            return known
        forgot, row = self._forgot, await self._store.person(key)
        chosen = await self.chosen_by(row.id) if row is not None else {}
        if forgot != self._forgot:
            return await self._find(key)
        self._known.pop(key, None)
        if row is not None:
            self._known[key] = Known(Person(row.id, row.name), chosen, row.used, time.monotonic())
        return self._known.get(key)

    def _use(self, key: str, known: Known) -> None:
        """A key is used today, which is written down once a day."""
        today, keys = day_of(self._clock()), schema.keys
        if today > known.used:
            self._known[key] = known._replace(used=today)
            self._store.note([(update(keys).where(keys.c.hash == key).values(used=today), {})])

    # Coming

    async def add(self, name: str, label: str = "") -> tuple[Person, str]:
        """Somebody new, and the secret that only their browser will hold."""
        secret, key = self.new_key(label)
        person = Person(hashed(f"person {secret}")[:16], clean_name(name))
        row = {"id": person.id, "name": person.name, "at": self._clock()}
        await self._store.write([(insert(schema.people), row), (insert(schema.keys), {**key, "person": person.id})])
        return person, secret

    async def admit(self, person: Person, label: str) -> str:
        """One more browser of somebody; the secret that it will hold."""
        secret, key = self.new_key(label)
        await self._store.write([(insert(schema.keys), {**key, "person": person.id})])
        return secret

    def new_key(self, label: str) -> tuple[str, dict[str, float | str]]:
        """A secret, and what is kept of it."""
        secret, now = self._new_secret(), self._clock()
        return secret, {"hash": hashed(secret), "made": now, "used": day_of(now), "label": label}

    # Keys

    async def keys_of(self, person: Person) -> Sequence[Key]:
        """By what somebody is known, the newest first."""
        keys = schema.keys
        columns = [keys.c[name] for name in Key._fields]
        rows = await self._store.rows(
            select(*columns).where(keys.c.person == person.id).order_by(keys.c.made.desc(), keys.c.hash)
        )
        return [Key._make(row) for row in rows]

    async def take_away(self, person: Person, key: str) -> Anew:
        """One of somebody's keys opens nothing any more; what all servers have to know of it."""
        keys = schema.keys
        await self._store.write([(delete(keys).where(keys.c.hash == key, keys.c.person == person.id), {})])
        return Anew(out=(person.id,))

    # Settings

    async def chosen_by(self, person: str) -> Mapping[str, str]:
        """How somebody wants pages to be; what they have not chosen is not in it."""
        settings = schema.settings
        mine = settings.c.person == person, settings.c.name.not_like(f"{LESSON}%")
        theirs = select(settings.c.name, settings.c.value).where(*mine)
        return {row.name: row.value for row in await self._store.rows(theirs.order_by(settings.c.name))}

    async def chosen_with(self, secret: str | None) -> Mapping[str, str] | None:
        """The same of who holds a secret; None if that is nobody."""
        known = await self._find(hashed(secret)) if secret else None
        return known.chosen if known else None

    async def choose(self, person: Person, chosen: Mapping[str, str]) -> None:
        """Somebody wants pages to be so from now on."""
        settings, changes = schema.settings, list[Change]()
        for name, value in chosen.items():
            before = delete(settings).where(settings.c.person == person.id, settings.c.name == name)
            row = {"person": person.id, "name": name, "value": value}
            changes += [(before, {}), (insert(settings), row)]
        await self._store.write(changes)
        self._changed(person)

    # Lessons

    async def learn(self, person: str, game: str) -> None:
        """Somebody has come through the lesson of a game; what is known already is not written again."""
        if person and game not in await self.lessons_of(person):
            row = {"person": person, "name": f"{LESSON}{game}", "value": "done"}
            await self._store.write([(insert(schema.settings), row)])

    async def lessons_of(self, person: str) -> set[str]:
        """The games whose lessons somebody has come through."""
        settings = schema.settings
        theirs = select(settings.c.name).where(settings.c.person == person, settings.c.name.startswith(LESSON))
        return {row.name.removeprefix(LESSON) for row in await self._store.rows(theirs)}

    # Names

    async def rename(self, person: Person, name: str) -> Person:
        """A person goes by another name from now on."""
        renamed = Person(person.id, clean_name(name))
        people = schema.people
        await self._store.write([(update(people).where(people.c.id == person.id).values(name=renamed.name), {})])
        self._changed(person)
        return renamed

    def _changed(self, person: Person) -> None:
        """Something about somebody is no longer so, here and at all other servers."""
        self.forget((person.id,))
        self._store.tell(Anew(people=(person.id,)))

    def forget(self, people: Collection[str]) -> None:
        """What is in memory of them is no longer so."""
        self._forgot += 1
        self._known = {key: one for key, one in self._known.items() if one.person.id not in people}

    def forget_all(self) -> None:
        """What is in memory of anyone may no longer be so."""
        self._forgot += 1
        self._known = {}
