"""Drafts: what people have chosen at their seats and not sent. Nothing has happened yet, so they are kept outside the log.

Each person has one for a seat. It is gone when its answer is sent, when they clear it or leave the seat, and when the game is over.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import delete, insert, literal, select

from moot.table.feeds.messages import Draft, Part
from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

# Seconds in which more may come to share a write: of what somebody chooses meanwhile only the last is written.
SHARED = 1.0


class Owner(NamedTuple):
    """Whose a draft is."""

    table: str
    seat: int
    person: str


class Kept(NamedTuple):
    """A draft as it is kept, for the answer of a seat that has this number."""

    answer: int
    parts: tuple[Part, ...]


class Coming(NamedTuple):
    """One on its way to the disk."""

    draft: Kept
    done: asyncio.Future[None]


class Drafts:
    """All of them. What comes alone is written at once; how much ever comes, no one's is written more than once in a second."""

    def __init__(self, store: Store, send: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]) -> None:
        self._store, self._send = store, send
        self._coming: dict[Owner, Coming] = {}
        self._leaving: dict[Owner, Coming] = {}  # being written
        self._writing: asyncio.Task[None] | None = None
        self._closing = False
        self._hurry = asyncio.Event()  # somebody waits for what is to be written
        self._known = WeakKeyDictionary[LiveTable, dict[tuple[int, str], int]]()  # for which answers there are any

    def keep(self, live: LiveTable, seat: int, person: str, draft: Draft) -> asyncio.Future[None]:
        """Keep one; it is on disk when this is done."""
        live.must_be_unanswered(seat, draft.answer)
        self._known.setdefault(live, {})[seat, person] = draft.answer
        return self._bring(Owner(live.id, seat, person), Kept(draft.answer, tuple(draft.parts)))

    def sent(self, live: LiveTable, seat: int, person: str, answer: int) -> None:
        """Somebody has given that answer: what they had chosen for it is kept no more. If there was nothing, nothing is done."""
        known = self._known.get(live)
        if known and known.get((seat, person)) == answer:
            del known[seat, person]
            self._bring(Owner(live.id, seat, person), Kept(answer, ()))

    async def of(self, live: LiveTable, seat: int, person: str) -> Kept | None:
        """What somebody has chosen; perhaps for an answer that has been given meanwhile."""
        owner = Owner(live.id, seat, person)
        await self._arrived(owner)
        found = await self._store.row(select(schema.drafts).where(*_whose(owner)))
        if found is None:
            return None
        self._known.setdefault(live, {})[seat, person] = found.answer
        return Kept(found.answer, msgspec.json.decode(found.parts, type=tuple[Part, ...]))

    # Writing

    def hurry(self) -> None:
        """Write what has come in: somebody waits for it."""
        self._hurry.set()

    def close(self) -> None:
        """Write what has come in, and rest no more: the server is about to stop."""
        self._closing = True
        self._hurry.set()

    def _bring(self, owner: Owner, draft: Kept) -> asyncio.Future[None]:
        """On its way to the disk; whatever of the same owner was so before is not written any more."""
        before = self._coming.get(owner)
        done = before.done if before else asyncio.get_running_loop().create_future()
        self._coming[owner] = Coming(draft, done)
        if self._writing is None or self._writing.done():
            self._writing = self._send(self._write_all())
        return done

    async def _arrived(self, owner: Owner) -> None:
        """Wait until what is on its way is on disk, or was refused."""
        for some in (self._leaving, self._coming):
            if owner in some:
                self.hurry()
                await asyncio.wait([some[owner].done])

    async def _write_all(self) -> None:
        while self._coming:
            self._leaving, self._coming = self._coming, {}
            writes = [self._store.writing(_changes(owner, one.draft)) for owner, one in self._leaving.items()]
            said = await asyncio.gather(*writes, return_exceptions=True)
            for one, error in zip(self._leaving.values(), said, strict=True):
                _settle(one.done, error)
            self._leaving = {}
            await self._rest()

    async def _rest(self) -> None:
        if self._closing:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHARED):
                await self._hurry.wait()
        self._hurry.clear()


def _settle(done: asyncio.Future[None], error: BaseException | None) -> None:
    """Nobody need wait for it."""
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
        done.exception()


def _whose(owner: Owner) -> tuple[Any, ...]:
    drafts = schema.drafts.c
    return drafts.table_id == owner.table, drafts.seat == owner.seat, drafts.person == owner.person


def _changes(owner: Owner, draft: Kept) -> list[Change]:
    """In the place of the one before; none of who has left the seat meanwhile, or if the game is over."""
    gone: Change = delete(schema.drafts).where(*_whose(owner)), {}
    if not draft.parts:
        return [gone]
    sitters, tables = schema.sitters, schema.tables
    here = sitters.c.table_id == owner.table, sitters.c.seat == owner.seat, sitters.c.person == owner.person
    values = literal(draft.answer), literal(msgspec.json.encode(draft.parts))
    found = select(sitters.c.table_id, sitters.c.seat, sitters.c.person, *values).join(tables)
    new = insert(schema.drafts).from_select(
        ["table_id", "seat", "person", "answer", "parts"], found.where(*here, tables.c.state == PLAYING)
    )
    return [gone, (new, {})]
