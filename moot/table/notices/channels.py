"""Channels: the ways by which people want to be told that they are awaited. There are none until somebody adds one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from moot.table.feeds.messages import MessageError
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

WEBHOOK, EMAIL, PUSH = "webhook", "email", "push"
UNCONFIRMED, ON, OFF = "unconfirmed", "on", "off"
MOST_CHANNELS = 8  # of one person
MOST_FAILURES = 10  # one after the other
MOST_ERROR = 200  # characters of what went wrong


class Channel(NamedTuple):
    """One way to reach one person."""

    id: str
    person: str
    kind: str
    target: str  # an address of the web or of e-mail, or what a browser has given us to push to
    home: str  # where this server is, as its person came to it: what links begin with
    state: str
    failures: int = 0  # since it last worked
    error: str = ""  # what went wrong last


class Channels:
    """Everybody's."""

    def __init__(self, store: Store, new_secret: Callable[[], str]) -> None:
        self._store, self._new_secret = store, new_secret

    async def of(self, people: Collection[str], *states: str) -> Sequence[Channel]:
        """Those of some people."""
        return await channels_of(self._store, people, *states)

    async def named(self, name: str) -> Channel | None:
        """One by its id."""
        columns = [schema.channels.c[name] for name in Channel._fields]
        row = (
            await self._store.row(select(*columns).where(schema.channels.c.id == name)) if name.isprintable() else None
        )
        return Channel._make(row) if row else None

    async def add(self, person: str, kind: str, target: str, home: str, state: str) -> Channel:
        """One more; the same once more begins anew."""
        known = await self.of([person])
        same = [one for one in known if (one.kind, one.target) == (kind, target)]
        if len(known) - len(same) >= MOST_CHANNELS:
            raise MessageError(f"You can have {MOST_CHANNELS} ways to be told. Remove one first.")
        added = Channel(self._new_secret()[:16], person, kind, target, home, state)
        gone = [change for one in same for change in removed(one)]
        await self._store.write([*gone, (insert(schema.channels), added._asdict())])
        return added

    async def change(self, channel: Channel, **values: object) -> None:
        """Something about one is no longer as it was."""
        await self._store.write([changed(channel, **values)])

    async def remove(self, channel: Channel) -> None:
        """Nothing is sent by it any more."""
        await self._store.write(removed(channel))


async def channels_of(store: Store, people: Collection[str], *states: str) -> Sequence[Channel]:
    """Those of some people, in a state if one is named."""
    columns = [schema.channels.c[name] for name in Channel._fields]
    which = [schema.channels.c.person.in_(people)]
    if states:
        which.append(schema.channels.c.state.in_(states))
    return [Channel._make(row) for row in await store.rows(select(*columns).where(*which).order_by("id"))]


def changed(channel: Channel, **values: object) -> Change:
    """The same, to be written down."""
    return update(schema.channels).where(schema.channels.c.id == channel.id).values(**values), {}


def failed(channel: Channel, why: str, *, gone: bool) -> Change:
    """It did not work. What does not work again and again is switched off, and what is gone at once."""
    failures = channel.failures + 1
    state = OFF if gone or failures >= MOST_FAILURES else channel.state
    return changed(channel, failures=failures, error=why[:MOST_ERROR], state=state)


def removed(channel: Channel) -> list[Change]:
    """With what waits to be sent by it."""
    waiting, channels = schema.outbox, schema.channels
    return [
        (delete(waiting).where(waiting.c.channel == channel.id), {}),
        (delete(channels).where(channels.c.id == channel.id), {}),
    ]
