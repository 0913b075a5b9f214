"""A table that is being played at: what its log has made of it, who looks on, and what they want.

Whatever somebody wants is decided (which changes nothing), written down, and only then so: folded, put into words and shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

import msgspec

from moot.bots import LEVELS
from moot.engine import NOBODY, MoveError
from moot.engine.ahead import Ahead, Wish, look_ahead
from moot.engine.referee import check_move
from moot.engine.undo import check_take_back, way_back
from moot.table.feeds.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, MessageError, clean
from moot.table.live import coaching
from moot.table.live.appending import Decision, append_all, entry_added
from moot.table.live.crowd import Crowd
from moot.table.live.entries import (
    Back,
    Body,
    Moved,
    Next,
    Resumed,
    Rules,
    Said,
    Seated,
    TookBack,
    written,
)
from moot.table.live.known import KnownTable
from moot.table.live.polls import Poll
from moot.table.live.scribe import Scribe
from moot.table.live.several import Several, rules_must_work, written_down
from moot.table.live.state import OPEN, PERSON, PLAYING, Chair, TableInfo
from moot.table.live.voting import Wanted
from moot.table.persistence.store import Change, LogRow, Store
from moot.table.workshops.entries import Guest
from moot.table.workshops.workshop import FACILITATOR

TABLE = "The table"  # tells what everyone is to know and no seat says
PAUSED = "The facilitator has paused the game. Your answer can be given when it goes on."
HANDED = "The facilitator lets a bot play this seat. You can look on and speak until it is given back to you."


class LiveTable(KnownTable):
    """One table in play."""

    def __init__(self, info: TableInfo, chairs: Sequence[Chair], store: Store, clock: Callable[[], float]) -> None:
        super().__init__(info, chairs)
        self.store, self.clock = store, clock
        self.version = 0  # rises with everything that a watcher may see
        self._looked_again = 0  # how often something around it has changed
        self.left = ""  # why it is no longer in memory
        self.answered = NOBODY, 0.0  # the person's seat that has answered last, and when
        self.rules = ""  # the fingerprint of those by which it is played here
        self.watchers = Crowd()
        self.poll = Poll(self)
        self.scribe = Scribe(self)
        self.turn = asyncio.Lock()  # one entry at a time is on its way to the disk
        self.on_change: Callable[[LiveTable], None] = lambda live: None
        self.on_trouble: Callable[[LiveTable], None] = lambda live: None
        self.on_move: Callable[[str], None] = lambda by: None  # is on disk

    # Who is here

    def may_speak(self, person: str | None, seat: int) -> None:
        """Refuse who does not hold a seat."""
        if seat not in self.seats_of(person):
            raise MoveError("You do not sit on this seat. Open the table's link and take a seat.")

    # The log

    @property
    def id(self) -> str:
        """The table's name, and its log's."""
        return self.info.id

    @property
    def erased(self) -> int:
        """How often something had been deleted from its log when it was read."""
        return self.scribe.erased

    async def append(self, decide: Decision) -> None:
        """What somebody wants, decided when its turn comes; it is on disk and folded when this returns."""
        await append_all([(self, decide)])

    def take(self, row: LogRow, body: Body) -> None:
        """An entry that is on disk becomes so. From one that pins the table to other rules on it has to be read anew, by those."""
        if isinstance(body, Rules) and body.rules != self.rules:
            self.give_up()
        if self.left:
            return
        heard = len(self.sitting.log)
        try:
            self.fold(row.number, row.at, body)
        except Exception:
            self.on_trouble(self)  # what is in memory is not what is on disk
            raise
        self.scribe.note(row.number, body, heard)
        self.scribe.flush_many()
        self._follow(body)

    def _follow(self, body: Body) -> None:
        """What an entry means for those who share a seat."""
        if isinstance(body, Moved | TookBack):
            self.poll.answered(body)
        if isinstance(body, Moved):
            self.on_move(body.by)
            self.answered = (body.seat, monotonic()) if body.by not in LEVELS else (NOBODY, 0.0)
        if isinstance(body, Seated | Resumed):
            self.poll.recount()
        if isinstance(body, Seated):
            self.dismiss_strangers()

    def now(self) -> float:
        """The time of the next entry: time does not run backwards."""
        return max(self.at, self.clock())

    def publish(self) -> None:
        """Something has changed: everyone looks again."""
        self.version += 1
        self.watchers.stir()
        self.on_change(self)

    @property
    def around(self) -> tuple[int, int]:
        """Changes with whatever is not about the game itself: by the table's log, or by its workshop's."""
        return self.seating, self._looked_again

    def look_again(self) -> None:
        """Something around the table has changed that is not in its log."""
        self._looked_again += 1
        self.publish()

    def dismiss_strangers(self) -> None:
        """Whoever looks on from where they may not any more comes again, as whoever they are now; in a workshop they go on to where
        they belong. A facilitator is nobody's stranger.
        """
        for watcher in list(self.watchers):
            is_known = watcher.person is None and watcher.seat == NOBODY
            if not is_known and not self.may_stay(watcher.person, watcher.seat):
                watcher.dismiss(self.workshop.leads(watcher.person) if self.workshop else "")

    # What people do

    async def play(self, seat: int, move: int, answer: int | None = None, text: str = "", by: str = "") -> None:
        """A seat's answer, with what it writes and who gave it; it is on disk when this returns."""
        self.must_be_asked(seat, answer)
        if by in self.poll.voters_of(seat):
            await self.poll.vote(seat, by, Wanted(*check_move(self.sitting, seat, move, text)))
        else:
            await self.answer(seat, move, answer, text, by)

    async def answer(
        self, seat: int, move: int, answer: int | None, text: str, by: str, votes: tuple[str, ...] = ()
    ) -> None:
        """The same for a seat that is of one mind."""
        await self.append(partial(self._moved, seat, move, answer, text, by, votes))

    def _moved(
        self, seat: int, move: int, answer: int | None, text: str, by: str, votes: tuple[str, ...] = ()
    ) -> Moved:
        self.must_be_asked(seat, answer)
        move, text = coaching.as_meant(self, seat, move, text)
        with rules_must_work(self.info.id, seat):
            outcome = self.sitting.outcome(seat, move, text)
        moved = written_down(self.sitting, outcome, by, votes)
        self.decided = [(moved, outcome)]
        return moved

    async def play_all(self, seat: int, answers: Sequence[Wish], answer: int, by: str = "") -> None:
        """Several answers of a seat, whole or not at all. Those who vote decide one by one; in a lesson all must be right."""
        voters = self.poll.voters_of(seat)
        if not self.takes_gestures(seat):
            raise MoveError("Whoever votes on a seat answers one question at a time.")
        several = Several(self, seat, answers, by, tuple(voters & {by}))
        await append_all([(self, partial(several.decide, place, answer)) for place in range(len(answers))])

    def takes_gestures(self, seat: int) -> bool:
        """Whether several answers may be given at once: those who vote decide one by one."""
        return len(self.poll.voters_of(seat)) < 2

    def ahead(self, seat: int, answers: Sequence[Wish], answer: int) -> Ahead:
        """What would follow if a seat gave these answers."""
        self.must_be_asked(seat, answer)
        return look_ahead(self.sitting, seat, answers, told=not self.info.stands)

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat may take back its last answer; in a lesson, only while it plays freely."""
        return coaching.is_free(self, seat) and self.sitting.may_take_back(seat, told=not self.info.stands)

    def lay(self, seat: int, move: int, by: str) -> list[Change]:
        """A move from before the table is opened; what is to be written down of it together with the opening."""
        body, heard = self._moved(seat, move, None, "", by), len(self.sitting.log)
        row = written(self.number + 1, self.now(), body)
        self.fold(row.number, row.at, body)
        self.scribe.note(row.number, body, heard)
        return entry_added(self.id, row, body)

    async def take_back(self, seat: int, answer: int | None = None, by: str = "") -> None:
        """A seat's last answer is undone, by one of its people; where others have noticed it, they are told."""
        await append_all([(self, partial(self._took_back, seat, answer, by)), (self, partial(self._step_back, seat))])

    def _took_back(self, seat: int, answer: int | None, by: str) -> TookBack:
        self.must_be_asked(seat, answer)
        coaching.must_be_free(self, seat)
        return TookBack(seat, by, check_take_back(self.sitting, seat, told=not self.info.stands).told)

    def _step_back(self, seat: int) -> Said | None:
        way = way_back(self.sitting, seat)
        is_noticed = way is not None and (way.told or seat not in self.sitting.waiting)
        line = f"{self.chairs[seat].name} takes a step back."
        return Said(NOBODY, NOBODY_IN_PARTICULAR, line, TABLE) if is_noticed else None

    async def say(self, seat: int, text: str, to: int = NOBODY_IN_PARTICULAR, by: str = "") -> None:
        """Chat, by one of a seat's people."""
        said = Said(seat, to, clean(text, MOST_CHAT, "A message"), by=by)
        if to != NOBODY_IN_PARTICULAR and (not 0 <= to < len(self.chairs) or to == seat):
            raise MessageError("Speak to the table, or to one of the other seats.")
        await self.append(partial(self._said, said))

    async def announce(self, text: str, to: int = NOBODY_IN_PARTICULAR) -> None:
        """The facilitator says something, to the table or to one seat."""
        if to != NOBODY_IN_PARTICULAR and not 0 <= to < len(self.chairs):
            raise MessageError("Speak to the table, or to one of its seats.")
        said = Said(NOBODY, to, clean(text, MOST_CHAT, "A message"), FACILITATOR)
        await self.append(partial(self._said, said))

    def _said(self, said: Said) -> Said:
        """What is for one seat is for those who hold it now: whoever does later was not spoken to."""
        if said.to == NOBODY_IN_PARTICULAR:
            return said
        held = [seat for seat in (said.seat, said.to) if seat != NOBODY]
        people = {person for seat in held for person in self.chairs[seat].sitters}
        guests = [guest for seat in held for guest in self._guests_at(seat)]
        return msgspec.structs.replace(said, ears=(*sorted(people), *(guest.ear for guest in guests)))

    def _guests_at(self, seat: int) -> list[Guest]:
        return self.workshop.at_seat(self.info.id, seat) if self.workshop else []

    async def reseat(self, seat: int, decide: Callable[[], Chair]) -> None:
        """A seat is another's from now on."""
        await append_all(self.reseating(seat, decide))

    def reseating(self, seat: int, decide: Callable[[], Chair]) -> list[tuple[LiveTable, Decision]]:
        """A seat is another's from now on, whose is decided when its turn comes; what a bot has held is not taken unseen."""

        def told() -> Said | None:
            line = taken_over(self.chairs[seat], decide())
            return Said(NOBODY, NOBODY_IN_PARTICULAR, line, TABLE) if line else None

        return [(self, lambda: Seated({seat: left_open(self.chairs[seat], decide()).as_sat()})), (self, told)]

    async def come_back(self, seat: int) -> None:
        """Whoever does something is there: no bot need play for them."""
        if self.chairs[seat].stand_in:
            await self.append(lambda: Back(seat) if self.chairs[seat].stand_in else None)

    async def point_to(self, table: str) -> None:
        """There is a rematch."""
        await self.append(lambda: Next(table))

    def give_up(self) -> None:
        """What is in memory may not be what is on disk."""
        self.on_trouble(self)

    def must_be_here(self) -> None:
        """Refuse whoever waits for a turn at a table that is no longer in memory."""
        if self.left:
            raise MoveError(self.left)

    def must_be_asked(self, seat: int, answer: int | None) -> None:
        """Refuse an answer while none can be given, or one to a question that was answered already."""
        self.must_be_unanswered(seat, answer)
        if self.paused:
            raise MoveError(PAUSED)

    def must_be_unanswered(self, seat: int, answer: int | None) -> None:
        """Refuse what is meant for an answer that was given already, or that is no more wanted."""
        self.must_be_here()
        if self.state != PLAYING:
            raise MoveError(self.why or "The game is over; no move can be made.")
        if answer is not None and answer != self.answers[seat]:
            raise MoveError("This answer was given already. Look at what is asked now.")

    def must_be_own(self, seat: int) -> None:
        """Refuse who holds a seat that a bot plays."""
        if self.chairs[seat].is_bot:
            raise MoveError(HANDED)


def taken_over(before: Chair, after: Chair) -> str:
    """What everyone is told when a bot's seat is opened, or taken by a person, who sees what the bot saw. Else empty."""
    bot = before.kind if before.is_bot else before.left_by
    if bot and after.kind == PERSON:
        return f"{after.name} takes the seat of {before.name}, which a {bot} bot has played so far."
    if before.is_bot and after.kind == OPEN:
        return f"The seat of {before.name}, which a {bot} bot has played so far, is open. Whoever takes it sees what the bot saw."
    return ""


def left_open(before: Chair, after: Chair) -> Chair:
    """A seat as it is from now on; of an open one it is kept that a bot has played it."""
    after.left_by = (before.kind if before.is_bot else before.left_by) if after.kind == OPEN else ""
    return after


def chair_of(live: LiveTable, seat: int) -> Chair:
    """A seat of a table; refused if there is none such."""
    if not 0 <= seat < len(live.chairs):
        raise MoveError(f"There is no seat {seat}; this table has seats 0 to {len(live.chairs) - 1}.")
    return live.chairs[seat]
