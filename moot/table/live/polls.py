"""People who share a seat and vote: a seat answers when more than half of those who are here want the same."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from moot.engine import NOBODY, MoveError
from moot.table.live.entries import Moved, TookBack
from moot.table.live.state import PERSON, PLAYING
from moot.table.live.voting import Ballots, Proposal, Wanted
from moot.table.persistence.news import Vote

if TYPE_CHECKING:
    from moot.table.live.table import LiveTable

A_MOMENT = 4.0  # seconds in which a page that was closed may be open again


class Poll:
    """One table's. Votes are in memory alone: whoever has voted is asked again after a restart."""

    def __init__(self, live: LiveTable) -> None:
        self._live, self.ballots = live, Ballots()
        self._leaving: list[tuple[int, str | None]] = []  # seats and people whose pages have just been closed
        self._counting: set[asyncio.Task[None]] = set()
        self._given: dict[int, Wanted] = {}  # by seat, its last answer

    def voters_of(self, seat: int) -> set[str]:
        """The people whose votes decide for a seat: those of it who are here. None where the first answer counts."""
        live = self._live
        if not live.info.votes or seat == NOBODY or live.chairs[seat].kind != PERSON:
            return set()
        here = live.watchers.people_at(seat)
        return {one for one in live.chairs[seat].sitters if one in here or (seat, one) in self._leaving}

    def proposals(self, seat: int) -> list[Proposal]:
        """What the people of a seat want it to answer."""
        return self.ballots.proposals(seat, self.voters_of(seat))

    async def vote(self, seat: int, by: str, wanted: Wanted) -> None:
        """One of a seat's people wants this; the other servers are told, and one of them may be faster to count."""
        answer = self._live.answers[seat]
        self.ballots.cast(seat, by, wanted)
        self._live.store.tell(Vote(self._live.id, seat, by, answer, *wanted))
        try:
            await self._count(seat, by)
        except MoveError:
            if self._live.answers[seat] == answer or self._last_answer(seat) != wanted.key:
                raise

    def _last_answer(self, seat: int) -> tuple[int, str] | None:
        return self._given[seat].key if seat in self._given else None

    def hear(self, vote: Vote) -> None:
        """One of those who share a seat has voted by another server."""
        live = self._live
        if vote.person in live.chairs[vote.seat].sitters and vote.answer == live.answers[vote.seat]:
            self.ballots.cast(vote.seat, vote.person, Wanted(vote.move, vote.text))
            self.recount()
            live.publish()

    def answered(self, body: Moved | TookBack) -> None:
        """A seat has answered, or taken its answer back."""
        self._given.pop(body.seat, None)
        if self._live.info.votes and isinstance(body, Moved):
            self._given[body.seat] = Wanted(self._live.sitting.history[-1][1], body.text)
        self.ballots.clear(body.seat)
        self._sift()

    def see_off(self, seat: int, person: str | None) -> None:
        """Somebody has closed their page. Who only loads it anew is back in a moment: until then nobody decides without them."""
        if self._live.info.votes and seat in self._live.seats_of(person):
            self._leaving.append((seat, person))
            asyncio.get_running_loop().call_later(A_MOMENT, self._be_gone, seat, person)

    def _be_gone(self, seat: int, person: str | None) -> None:
        self._leaving.remove((seat, person))
        self.recount()
        self._live.publish()

    def recount(self) -> None:
        """Somebody has gone, or the game goes on: those who are here may be of one mind now."""
        self._sift()
        for seat in self.ballots.seats:
            task = asyncio.create_task(self._count_again(seat))  # not in the task of whoever goes, which may be ended
            self._counting.add(task)
            task.add_done_callback(self._counting.discard)

    def _sift(self) -> None:
        for seat in self.ballots.seats:
            self.ballots.sift(seat, self.voters_of(seat), self._live.sitting.numbers(seat))

    async def _count_again(self, seat: int) -> None:
        with contextlib.suppress(MoveError):  # what they want cannot be done any more: nobody has asked just now
            await self._count(seat)

    async def _count(self, seat: int, by: str = "") -> None:
        live = self._live
        counts = live.state == PLAYING and not live.paused
        decided = self.ballots.decided(seat, self.voters_of(seat)) if counts else None
        if decided is None:
            live.publish()
        else:
            move, text = decided.wanted
            await live.answer(seat, move, live.answers[seat], text, by or decided.people[0], decided.people)
