"""Quiet hours: when somebody does not want to be told anything. What comes meanwhile waits until they are over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from moot.table.live.hours import read_hour, read_zone, zone_of
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store


class Quiet(NamedTuple):
    """From an hour to another, maybe over midnight; if both are the same, never."""

    zone: str = "UTC"
    first: int = 0
    last: int = 0

    def over(self, now: float) -> float:
        """When somebody may be told something: now, or when the quiet hours are over."""
        here = datetime.fromtimestamp(now, zone_of(self.zone))
        if not self._has(here.hour):
            return now
        day = here.date() + timedelta(days=here.hour >= self.last)
        return datetime.combine(day, time(self.last % 24), here.tzinfo).timestamp()

    def _has(self, hour: int) -> bool:
        if self.first <= self.last:
            return self.first <= hour < self.last
        return hour >= self.first or hour < self.last


def read_quiet(fields: Mapping[str, str]) -> Quiet:
    """As a form writes it: `zone`, `from`, `to`."""
    first, last = (read_hour(fields.get(name, ""), 0) % 24 for name in ("from", "to"))
    return Quiet(read_zone(fields.get("zone", "")), first, last)


async def quiet_of(store: Store, person: str) -> Quiet:
    """Somebody's; who has said nothing has none."""
    quiet = schema.quiet
    columns = [quiet.c[name] for name in Quiet._fields]
    row = await store.row(select(*columns).where(quiet.c.person == person))
    return Quiet._make(row) if row else Quiet()


async def keep_quiet(store: Store, person: str, hours: Quiet) -> None:
    """From now on."""
    quiet = schema.quiet
    gone: Change = delete(quiet).where(quiet.c.person == person), {}
    await store.write([gone, (insert(quiet), {"person": person, **hours._asdict()})])
