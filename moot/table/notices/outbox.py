"""The outbox: notices that wait to be sent, and those that were. A turn is told once by each channel, whatever happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, exists, func, insert, literal, select, update

from moot.table.notices.channels import Channel
from moot.table.notices.turns import Turn
from moot.table.notices.words import REMINDER, TURN
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

APART = 6 * 3600.0  # seconds between notices of one table; a reminder comes besides
MOST_TRIES = 6
AT_ONCE = 200  # that are looked at together
CLAIM = 300.0  # seconds after which what was being sent when the server stopped is sent once more
KEEP = 30 * 86_400.0  # seconds for which it is known what was sent


class Letter(NamedTuple):
    """A notice on its way."""

    person: str
    table_id: str
    seat: int
    answer: int
    kind: str
    channel: str
    due: float
    tries: int = 0
    sent: float = 0.0  # 0: not yet

    @property
    def turn(self) -> Turn:
        """What it is about."""
        return Turn(self.person, self.table_id, self.seat, self.answer)

    @property
    def rest(self) -> float:
        """Seconds until it is tried again: ever longer."""
        return float(60 * 4**self.tries)


def queued(turn: Turn, channel: Channel, now: float, remind: float | None) -> list[Change]:
    """Somebody is to be told now, and reminded before a bot takes over. What is queued already stays as it is."""
    letters = [Letter(*turn, TURN, channel.id, now)]
    letters += [Letter(*turn, REMINDER, channel.id, remind)] if remind is not None else []
    return [_of_old(turn, now), *map(_put, letters)]


def _put(letter: Letter) -> Change:
    values = select(*map(literal, letter)).where(~exists().where(_is(letter)))
    return insert(schema.outbox).from_select(list(Letter._fields), values), {}


def _of_old(turn: Turn, now: float) -> Change:
    """What was sent of earlier turns is known for a while only."""
    box = schema.outbox.c
    old = box.sent > 0, box.sent < now - KEEP
    return delete(schema.outbox).where(box.person == turn.person, box.table_id == turn.table, *old), {}


def _is(letter: Letter) -> Any:
    box = schema.outbox.c
    return and_(
        box.channel == letter.channel,
        box.table_id == letter.table_id,
        box.seat == letter.seat,
        box.answer == letter.answer,
        box.kind == letter.kind,
    )


def altered(letter: Letter, **values: object) -> Change:
    """Something about one is no longer as it was."""
    return update(schema.outbox).where(_is(letter)).values(**values), {}


def dropped(letter: Letter) -> Change:
    """Nobody need be told any more."""
    return delete(schema.outbox).where(_is(letter)), {}


async def due_by(store: Store, now: float) -> Sequence[Letter]:
    """What is to be sent; reminders first, for a turn that somebody is reminded of need not be told besides."""
    box = schema.outbox
    columns = [box.c[name] for name in Letter._fields]
    due = select(*columns).where(box.c.sent == 0, box.c.due <= now).order_by(box.c.kind, box.c.due).limit(AT_ONCE)
    return [Letter._make(row) for row in await store.rows(due)]


async def last_sent(store: Store, letter: Letter) -> float:
    """When its person was last told something about the table by the same channel; 0: never."""
    box = schema.outbox.c
    last = select(func.max(box.sent)).where(box.channel == letter.channel, box.table_id == letter.table_id)
    row = await store.row(last)
    return float(row[0] or 0.0) if row else 0.0
