"""What happens around the tables of a workshop: what its facilitator did, and who sat where, by which browser, since when.

It is kept for good: by it the export names whoever moved or spoke, also after they have gone to another table or come by another
browser, and whoever was removed stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import insert, select

from moot.engine import NOBODY
from moot.table import schema
from moot.table.store import Change, Store

SEATED, REMOVED, NAMED, OPEN_LINK = "seated", "removed", "named", "open_link"


class Act(NamedTuple):
    """One thing that happened."""

    number: int
    at: float
    what: str
    table_id: str = ""
    seat: int = NOBODY
    guest: int = NOBODY
    name: str = ""  # of the guest, then
    person: str = ""
    text: str = ""

    def is_by(self, person: str) -> bool:
        """Whether a person came to sit as a guest by it."""
        return self.what == SEATED and bool(person) and self.person == person


def act_added(workshop: str, act: Act) -> Change:
    """A row for it."""
    return insert(schema.acts), {"workshop": workshop, **act._asdict()}


async def find_acts(store: Store, workshop: str) -> list[Act]:
    """All that happened, in its order."""
    acts = schema.acts
    columns = [acts.c[name] for name in Act._fields]
    rows = await store.rows(select(*columns).where(acts.c.workshop == workshop).order_by(acts.c.number))
    return [Act._make(row) for row in rows]


def who_was(acts: Sequence[Act], person: str, table: str, seat: int, at: float) -> str:
    """As whom a person sat on a seat then: one browser may serve several guests, and a guest may have had several browsers."""
    came = [act for act in acts if act.is_by(person) and act.at <= at]
    here = [act for act in came if (act.table_id, act.seat) == (table, seat)]
    return (here or came)[-1].name if came else ""


def removed_people(acts: Sequence[Act]) -> Collection[str]:
    """Who may not come again by the common link. When that is closed and opened again, they may."""
    gone: set[str] = set()
    for act in acts:
        if act.what == REMOVED and act.person:
            gone.add(act.person)
        elif act.what == OPEN_LINK:
            gone.clear()
    return gone
