"""What happens around the tables of a workshop: what its facilitator did, and who sat where, by which browser, since when.

It is kept for good: by it the export names whoever moved or spoke, also after they have gone to another table or come by another
browser, and whoever was removed stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from moot.table.workshops.entries import Act, Guest

SEATED, REMOVED, NAMED, OPEN_LINK = "seated", "removed", "named", "open_link"


def act_of(what: str, guest: Guest | None = None, **told: Any) -> Act:
    """Something that happens, to a guest or to nobody in particular."""
    return Act(what, **{**(_named(guest) if guest else {}), **told})


def _named(guest: Guest) -> dict[str, Any]:
    where = {"table": guest.table, "seat": guest.seat}
    return {"guest": guest.number, "name": guest.name, "person": guest.person or "", **where}


def who_was(acts: Sequence[Act], person: str, table: str, seat: int, at: float) -> str:
    """As whom a person sat on a seat then: one browser may serve several guests, and a guest may have had several browsers."""
    came = [act for act in acts if person and act.what == SEATED and act.person == person and act.at <= at]
    here = [act for act in came if (act.table, act.seat) == (table, seat)]
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
