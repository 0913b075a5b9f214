"""Those who look on at a table, who are told together that something has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from itertools import chain
from time import monotonic
from typing import NamedTuple, Protocol

from moot.engine import NOBODY

PAUSE = 0.05  # seconds
Presences = tuple[tuple[int, str | None], ...]  # seats from which somebody looks on, and who


class Elsewhere(NamedTuple):
    """Who looks on by another server, and when it last said so."""

    here: Presences
    heard: float


class Watcher(Protocol):
    """Somebody who looks on, from a seat or from nowhere."""

    seat: int
    person: str | None

    def stir(self) -> None:
        """Something has changed."""

    def dismiss(self, to: str = "") -> None:
        """The table as it was in memory is no more: come again, or go to another address."""


class Crowd(set[Watcher]):
    """They are told at moments that are 50 ms apart, so that what happens meanwhile is made into one message. The moments are the
    same for all tables, whatever happens at them: nobody can tell by them when others do what is not seen. And what is drawn for
    many tables at once is drawn faster than for each when its time comes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._due = False
        self._elsewhere: dict[str, Elsewhere] = {}  # by server

    # Who is here

    @property
    def here(self) -> Presences:
        """The seats from which somebody looks on at this server, and who."""
        return tuple(sorted({(one.seat, one.person) for one in self if one.seat != NOBODY}, key=str))

    def people_at(self, seat: int) -> set[str | None]:
        """Who looks on from a seat, here or by another server."""
        return {person for place, person in self._known() if place == seat}

    def is_at(self, seat: int) -> bool:
        """Whether anybody does."""
        return bool(self.people_at(seat))

    @property
    def seats(self) -> set[int]:
        """From which anybody does."""
        return {seat for seat, _ in self._known()}

    def _known(self) -> Iterator[tuple[int, str | None]]:
        return chain(((one.seat, one.person) for one in self), self.elsewhere)

    # Who is elsewhere

    @property
    def elsewhere(self) -> set[tuple[int, str | None]]:
        """The seats from which somebody looks on by other servers, and who."""
        return {one for said in self._elsewhere.values() for one in said.here}

    def are_elsewhere(self, server: str, here: Presences) -> None:
        """Another server says who looks on there."""
        self._elsewhere[server] = Elsewhere(here, monotonic())

    def only_from(self, servers: Collection[str]) -> None:
        """Nobody looks on by a server that is gone."""
        self._elsewhere = {one: said for one, said in self._elsewhere.items() if one in servers}

    def only_lately(self, seconds: float) -> None:
        """Nor by one that has not said so for a while."""
        since = monotonic() - seconds
        self._elsewhere = {one: said for one, said in self._elsewhere.items() if said.heard >= since}

    # Telling them

    def stir(self) -> None:
        """Something has changed. Whoever has done it is told in the answer to that; the others soon."""
        if self and not self._due:
            self._due = True
            loop = asyncio.get_running_loop()
            now = loop.time()
            loop.call_at(now + PAUSE - now % PAUSE, self.tell)

    def tell(self) -> None:
        """Everyone looks again."""
        self._due = False
        for watcher in tuple(self):
            watcher.stir()
