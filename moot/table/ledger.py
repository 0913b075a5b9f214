"""What lists show of a table that only its fold knows: who is awaited since when, where it stands for those who play, and how it
ended.

It is noted beside the table now and then, and when the table leaves memory: lists then know it without folding the log.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import bindparam, update

from moot.engine.flow import SEALED
from moot.engine.standing import goal
from moot.table.live.state import OVER, PERSON
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
from moot.table.persistence.store import Change, Store

# One statement for all tables: to make one for each takes longer than to carry it out.
NOTED = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(awaited=bindparam("held"), result=bindparam("outcome"))
)


class Held(msgspec.Struct, frozen=True, array_like=True):
    """A seat that a person holds, or whose answer is awaited."""

    seat: int
    since: float
    sealed: bool  # since when is its own business: it would tell how far it has come
    goal: str = ""  # where the game stands for it: what this seat alone may read
    said: int = 0  # how much it has heard in chat
    awaited: bool = True


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How a game ended, for each seat."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


def held_at(live: LiveTable, readers: Collection[int] | None = None) -> tuple[Held, ...]:
    """What there is to be listed of the seats of a table now. Where it stands is worked out for those who will read it: for all
    seats that people hold, or for some.
    """
    if live.is_done:
        return ()
    asking, waiting = list(live.sitting.look().asking), live.sitting.waiting
    people = [seat for seat, chair in enumerate(live.chairs) if chair.kind == PERSON]
    read = people if readers is None else readers
    return tuple(
        Held(
            seat,
            live.chairs[seat].since,
            asking[seat] == SEALED,
            *(_stands(live, seat) if seat in read else ("", 0)),
            seat in waiting,
        )
        for seat in sorted({*people, *waiting})
    )


def _stands(live: LiveTable, seat: int) -> tuple[str, int]:
    """Where the game stands for a seat, and how much it has heard."""
    said = sum(one.heard_by(seat, live.chairs[seat].sitters) for one in live.chat)
    return goal(live.info.game, live.sitting.look(seat), seat, live.sitting.names).text, said


def outcome_of(live: LiveTable) -> Outcome | None:
    """How it ended, if it was played to its end."""
    result = live.outcome if live.state == OVER else None
    return Outcome(result.points, result.winners) if result else None


def read_held(text: str | None) -> tuple[Held, ...]:
    """What was noted."""
    return msgspec.json.decode(text, type=tuple[Held, ...]) if text else ()


def read_outcome(text: str | None) -> Outcome | None:
    """What was noted."""
    return msgspec.json.decode(text, type=Outcome) if text else None


class Ledger:
    """Notes it for all tables of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()  # up to which entry

    def note(self, tables: Iterable[LiveTable]) -> None:
        """Write down what is new at some tables; nobody waits for it."""
        new = [live for live in tables if self._noted.get(live) != live.number]
        for live in new:
            self._noted[live] = live.number
        if new:
            self._store.note([_noted(live) for live in new])


def _noted(live: LiveTable) -> Change:
    outcome, encode = outcome_of(live), msgspec.json.encode
    ended = encode(outcome).decode() if outcome else None
    return NOTED, {"table": live.id, "held": encode(held_at(live)).decode(), "outcome": ended}
