"""Whose turn it is who is not here. It follows from the tables in memory and from who looks on at them: nothing has to be written
down when somebody's turn comes, and nothing is lost if the server stops before they are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from moot.table.live.runner import is_awaited_person
from moot.table.live.state import PLAYING
from moot.table.live.table import LiveTable

AWAY = 120.0  # seconds that somebody may be away before they are told


class Turn(NamedTuple):
    """Somebody is awaited: at which table and seat, and for which of the seat's answers. There is one such turn, and no other."""

    person: str
    table: str
    seat: int
    answer: int


def turns_at(live: LiveTable) -> Iterator[Turn]:
    """Everybody who is awaited at a table."""
    if live.state == PLAYING and not live.paused:
        for seat, chair in enumerate(live.chairs):
            if is_awaited_person(live, chair):
                yield from (Turn(person, live.id, seat, live.answers[seat]) for person in sorted(chair.sitters))


def is_here(live: LiveTable, person: str) -> bool:
    """Whether somebody looks on from a seat of theirs."""
    return any(person in live.watchers.people_at(seat) for seat in live.seats_of(person))


class Absences:
    """Who is awaited, and was last here when. Whoever is seen for the first time was here just now."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], float] = {}
        self._noted: set[Turn] = set()

    def look(self, tables: Iterable[LiveTable], now: float) -> list[Turn]:
        """The turns of people who have been away for long enough, each once."""
        seen: dict[tuple[str, str], float] = {}
        missed, all_ = list[Turn](), set[Turn]()
        for live in tables:
            for turn in turns_at(live):
                all_.add(turn)
                who = turn.table, turn.person
                seen[who] = now if is_here(live, turn.person) else self._seen.get(who, now)
                if turn not in self._noted and now - max(seen[who], live.chairs[turn.seat].since) >= AWAY:
                    missed.append(turn)
        self._seen, self._noted = seen, self._noted & all_
        return missed

    def note(self, turns: Iterable[Turn]) -> None:
        """What had to be done about them is done."""
        self._noted.update(turns)

    def forget(self, person: str) -> None:
        """Somebody has found another way to be told."""
        self._noted = {turn for turn in self._noted if turn.person != person}

    def unnoted(self, live: LiveTable) -> set[str]:
        """People who are awaited at a table, and about whom nothing has been done yet."""
        return {turn.person for turn in turns_at(live) if turn not in self._noted}
