"""The post office: finds out who is to be told, and sends it. Servers that share a database do so for the tables they keep."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

import structlog

from moot.table.live.hours import deadline
from moot.table.live.table import LiveTable
from moot.table.notices import outbox
from moot.table.notices.channels import EMAIL, ON, PUSH, WEBHOOK, Channel, Channels, changed, failed
from moot.table.notices.keys import Keys
from moot.table.notices.mail import Mail
from moot.table.notices.outbox import APART, CLAIM, MOST_TRIES, Letter, altered, dropped, queued
from moot.table.notices.outside import CarryError, Outside
from moot.table.notices.push import Pushes
from moot.table.notices.quiet import quiet_of
from moot.table.notices.turns import AWAY, Absences, Turn, is_here, turns_at
from moot.table.notices.webhook import Webhooks
from moot.table.notices.words import TRIAL, TURN, Notice, notice_of

if TYPE_CHECKING:
    from moot.table.registry import Registry

LOOK = 15.0  # seconds between two looks
REMIND = 0.75  # of the time is over when somebody is reminded
AT_A_TIME = 8  # channels that are sent to at the same time
log = structlog.get_logger("moot.table")


class Carrier(Protocol):
    """A way to send notices."""

    async def carry(self, channel: Channel, notice: Notice) -> None:
        """Send it; a `CarryError` says why it did not arrive."""


class Office:
    """All notices of a server."""

    def __init__(self, registry: Registry) -> None:
        self._registry, self._store, self._looking = registry, registry.store, asyncio.Lock()
        self.keys, self.channels = Keys(self._store), Channels(self._store, registry.settings.new_secret)
        settings = registry.settings
        self.outside, self.absences = Outside(private=settings.private_webhooks), Absences()
        self.mail = Mail(settings.smtp, settings.mail_from) if settings.smtp else None
        self.pushes = Pushes(self.outside, self.keys, settings.mail_from)
        carriers: dict[str, Carrier] = {WEBHOOK: Webhooks(self.outside), PUSH: self.pushes}
        self._carriers = carriers | ({EMAIL: self.mail} if self.mail else {})

    async def watch(self) -> None:
        """For ever: look now and then."""
        while True:
            try:
                await self.look()
            except Exception as error:
                log.error("notices could not be sent", error=repr(error))
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """Queue what is to be told, and send what is due."""
        async with self._looking:
            now = self._registry.settings.clock()
            await self._queue(now)
            await self._send(now)

    # Who is to be told

    async def _queue(self, now: float) -> None:
        kept = [live for live in self._registry.live.values() if self._registry.leases.holds(live.id)]
        missed = self.absences.look(kept, now)
        channels = await self.channels.of({turn.person for turn in missed}, ON) if missed else []
        changes = [
            change
            for turn in missed
            for channel in channels
            if channel.person == turn.person
            for change in queued(turn, channel, now, self._reminder(turn))
        ]
        if changes:
            await self._store.write(changes)
        self.absences.note(missed)

    def _reminder(self, turn: Turn) -> float | None:
        """When somebody is reminded: at a table of days, before a bot takes over."""
        live = self._registry.live.get(turn.table)
        if live is None or live.info.hours is None:
            return None
        return deadline(live.chairs[turn.seat].since, live.info.idle * REMIND, live.info.hours)

    async def is_wanted_by(self, people: Collection[str]) -> bool:
        """Whether any of them wants to be told something."""
        return bool(people) and bool(await self.channels.of(people, ON))

    # Sending

    async def _send(self, now: float) -> None:
        """Each channel's letters one after the other, those of several channels at the same time."""
        letters = await outbox.due_by(self._store, now)
        tables = sorted({letter.table_id for letter in letters})
        if tables:
            await self._registry.leases.take(tables)
        ours = [letter for letter in letters if self._registry.leases.holds(letter.table_id)]
        ours.sort(key=lambda letter: letter.channel)
        free = asyncio.Semaphore(AT_A_TIME)
        batches = [self._send_by(name, list(some), free, now) for name, some in groupby(ours, lambda one: one.channel)]
        for error in await asyncio.gather(*batches, return_exceptions=True):
            if isinstance(error, Exception):
                log.error("a notice could not be sent", error=repr(error))

    async def _send_by(self, name: str, letters: Sequence[Letter], free: asyncio.Semaphore, now: float) -> None:
        async with free:
            for letter in letters:
                await self._send_one(await self.channels.named(name), letter, now)

    async def _send_one(self, channel: Channel | None, letter: Letter, now: float) -> None:
        """Only what is still so is sent, and only when its person may be told."""
        live = await self._registry.find(letter.table_id)
        if not isinstance(live, LiveTable):
            await self._registry.leases.free(letter.table_id, unfinished=False)
        if channel is None or channel.state != ON or not _still_so(live, letter) or letter.tries >= MOST_TRIES:
            await self._store.write([dropped(letter)])
            return
        assert isinstance(live, LiveTable)
        may = await self._may_be_sent(live, letter, now)
        if may > now:
            await self._store.write([altered(letter, due=may)])
            return
        await self._store.write([altered(letter, due=now + CLAIM, tries=letter.tries + 1)])
        off = await self.link(channel, "off")
        await self._deliver(channel, notice_of(live, letter.kind, letter.seat, channel.home, off, now), letter, now)

    async def _may_be_sent(self, live: LiveTable, letter: Letter, now: float) -> float:
        """From when on: not while they are here, not in their quiet hours, and not too soon after the last one."""
        may = now + AWAY if is_here(live, letter.person) else now
        if letter.kind == TURN and (last := await outbox.last_sent(self._store, letter)):
            may = max(may, last + APART)
        return (await quiet_of(self._store, letter.person)).over(may)

    async def _deliver(self, channel: Channel, notice: Notice, letter: Letter, now: float) -> None:
        try:
            await self._carry(channel, notice)
        except CarryError as error:
            again = altered(letter, due=now + letter.rest)
            await self._store.write([again, failed(channel, str(error), gone=error.gone)])
        else:
            await self._store.write([altered(letter, sent=now), changed(channel, failures=0, error="")])

    async def _carry(self, channel: Channel, notice: Notice) -> None:
        if channel.kind not in self._carriers:
            raise CarryError("This server sends nothing in this way any more.")
        await self._carriers[channel.kind].carry(channel, notice)

    async def try_out(self, channel: Channel) -> str:
        """Send one now, whatever the hour; what went wrong, or nothing."""
        notice = Notice(TRIAL, "Moot", channel.home, await self.link(channel, "off"))
        try:
            await self._carry(channel, notice)
        except CarryError as error:
            await self._store.write([failed(channel, str(error), gone=error.gone)])
            return str(error)
        await self._store.write([changed(channel, failures=0, error="")])
        return ""

    # Links that need no cookie

    async def link(self, channel: Channel, what: str) -> str:
        """An address by which somebody does something to one of their channels, wherever they open it."""
        return f"{channel.home}/notices/{channel.id}/{what}?key={await self.keys.signature(what, *channel[:4])}"

    async def opens(self, channel: Channel, what: str, key: str) -> bool:
        """Whether a key is that of such an address."""
        return await self.keys.is_signed(key, what, *channel[:4])


def _still_so(live: object, letter: Letter) -> bool:
    return isinstance(live, LiveTable) and letter.turn in turns_at(live)
