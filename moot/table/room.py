"""A table that is being played at: what its log has made of it, who looks on, and what they want.

Whatever somebody wants is decided (which changes nothing), written down, and only then so: folded, put into words and shown.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

import msgspec
import structlog

from moot.engine import NOBODY, Line, MoveError, Result
from moot.table.entries import (
    Away,
    Back,
    Body,
    Clock,
    Ended,
    Moved,
    Next,
    Paused,
    Resumed,
    Said,
    Seated,
    TimeUp,
    TookBack,
    written,
)
from moot.table.listing import listed
from moot.table.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, MessageError, clean
from moot.table.scribe import Scribe
from moot.table.state import ENDED, KEPT, PERSON, PLAYING, Chair, TableInfo, TableState, is_over, mark_of
from moot.table.store import Change, LogRow, Store, row_added
from moot.table.voting import Ballots, Proposal, Wanted
from moot.table.workshop import FACILITATOR, Guest, Workshop

TABLE = "The table"  # tells what everyone is to know and no seat says
A_MOMENT = 4.0  # seconds in which a page that was closed may be open again
PAUSED = "The facilitator has paused the game. Your answer can be given when it goes on."
NOT_YET_TOLD = "The game is over. How it ended will be told to all tables together."
STANDING_NOT_YET_TOLD = "How it stood will be told to all tables together."
HANDED = "The facilitator lets a bot play this seat. You can look on and speak until it is given back to you."
RULES_FAILED = "The rules of the game have failed on this move, so it has not been made. Try another."
log = structlog.get_logger("moot.table")


class Watcher(Protocol):
    """Somebody who looks on, from a seat or from nowhere."""

    seat: int
    person: str | None

    def stir(self) -> None:
        """Something has changed."""

    def dismiss(self, to: str = "") -> None:
        """The table as it was in memory is no more: come again, or go to another address."""


class Room(TableState):
    """One table in play."""

    def __init__(self, info: TableInfo, chairs: Sequence[Chair], store: Store, clock: Callable[[], float]) -> None:
        super().__init__(info, chairs)
        self.store, self.clock = store, clock
        self.version = 0  # rises with everything that a watcher may see
        self.workshop: Workshop | None = None
        self.watchers: set[Watcher] = set()
        self.ballots = Ballots()
        self.scribe = Scribe(self)
        self.turn = asyncio.Lock()  # one entry at a time is on its way to the disk
        self._leaving: list[tuple[int, str | None]] = []  # seats and people whose pages have just been closed
        self._counting: set[asyncio.Task[None]] = set()
        self.on_change: Callable[[Room], None] = lambda room: None
        self.on_trouble: Callable[[Room], None] = lambda room: None
        self.on_move: Callable[[str], None] = lambda by: None  # is on disk

    # Who is here

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        return [seat for seat, chair in enumerate(self.chairs) if person is not None and person in chair.sitters]

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks on from a seat."""
        return any(watcher.seat == seat for watcher in self.watchers)

    def may_speak(self, person: str | None, seat: int) -> None:
        """Refuse who does not hold a seat."""
        if seat not in self.seats_of(person):
            raise MoveError("You do not sit on this seat. Open the table's link and take a seat.")

    # The log

    async def append(self, decide: Decision) -> None:
        """What somebody wants, decided when its turn comes; it is on disk and folded when this returns."""
        await append_all([(self, decide)])

    def take(self, row: LogRow, body: Body) -> None:
        """An entry that is on disk becomes so."""
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
            self.ballots.clear(body.seat)
            self._sift_votes()
        if isinstance(body, Moved):
            self.on_move(body.by)
        if isinstance(body, Seated | Resumed):
            self.recount()

    def now(self) -> float:
        """The time of the next entry: time does not run backwards."""
        return max(self.at, self.clock())

    def publish(self) -> None:
        """Everyone looks again."""
        self.version += 1
        for watcher in self.watchers:
            watcher.stir()
        self.on_change(self)

    def look_again(self) -> None:
        """Something around the table has changed."""
        self.seating += 1
        self.recount()
        self.publish()

    # What people do

    async def play(self, seat: int, move: int, answer: int | None = None, text: str = "", by: str = "") -> None:
        """A seat's answer, with what it writes and who gave it; it is on disk when this returns."""
        self._must_play(seat, answer)
        if by in self.voters_of(seat):
            self.ballots.cast(seat, by, Wanted(*self.sitting.check(seat, move, text)))
            await self.count_votes(seat, by)
        else:
            await self.append(partial(self._moved, seat, move, answer, text, by))

    def _moved(
        self, seat: int, move: int, answer: int | None, text: str, by: str, votes: tuple[str, ...] = ()
    ) -> Moved:
        self._must_play(seat, answer)
        number, text = self.sitting.check(seat, move, text)
        try:
            record = self.sitting.outcome(seat, number, text)
        except Exception as error:
            log.exception("the rules have failed on a move", table=self.info.id, seat=seat, move=number)
            raise MoveError(RULES_FAILED) from error
        choice, arguments = self.sitting.machine.numbering.read(number)
        over = is_over(self.info.game, record)
        return Moved(seat, choice.step.name.lower(), arguments, mark_of(record), over, text, by, votes)

    async def take_back(self, seat: int, answer: int | None = None, by: str = "") -> None:
        """A seat's last answer is undone, by one of its people."""
        await self.append(partial(self._took_back, seat, answer, by))

    def _took_back(self, seat: int, answer: int | None, by: str) -> TookBack:
        self._must_play(seat, answer)
        self.sitting.check_take_back(seat)
        return TookBack(seat, by)

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

    async def reseat(self, chairs: Mapping[int, Chair]) -> None:
        """Seats are another's from now on; if a person takes a bot's, everyone is told."""
        await append_all([(self, partial(seated, chairs)), *self.told_of_taking(chairs)])

    def told_of_taking(self, chairs: Mapping[int, Chair]) -> list[tuple[Room, Decision]]:
        """What everyone is told of persons who take the seats of bots: they have seen what the bots saw."""
        lines = [taken_over(self.chairs[seat], chair) for seat, chair in chairs.items()]
        return [(self, partial(Said, NOBODY, NOBODY_IN_PARTICULAR, line, TABLE)) for line in lines if line]

    async def come_back(self, seat: int) -> None:
        """Whoever does something is there: no bot need play for them."""
        if self.chairs[seat].stand_in:
            await self.append(lambda: Back(seat) if self.chairs[seat].stand_in else None)

    async def point_to(self, table: str) -> None:
        """There is a rematch."""
        await self.append(lambda: Next(table))

    def must_be_here(self) -> None:
        """Refuse whoever waits for a turn at a table that is no longer in memory."""
        if self.state == KEPT:
            raise MoveError(self.why)

    def _must_play(self, seat: int, answer: int | None) -> None:
        if self.state != PLAYING:
            raise MoveError(self.why or "The game is over; no move can be made.")
        if self.paused:
            raise MoveError(PAUSED)
        if answer is not None and answer != self.answers[seat]:
            raise MoveError("This answer was given already. Look at what is asked now.")

    def must_be_own(self, seat: int) -> None:
        """Refuse who holds a seat that a bot plays."""
        if self.chairs[seat].is_bot:
            raise MoveError(HANDED)

    # People who share a seat and vote

    def voters_of(self, seat: int) -> set[str]:
        """The people whose votes decide for a seat: those of it who are here. None where the first answer counts."""
        if not self.info.votes or seat == NOBODY or self.chairs[seat].kind != PERSON:
            return set()
        here = {watcher.person for watcher in self.watchers if watcher.seat == seat}
        return {one for one in self.chairs[seat].sitters if one in here or (seat, one) in self._leaving}

    def proposals(self, seat: int) -> list[Proposal]:
        """What the people of a seat want it to answer."""
        return self.ballots.proposals(seat, self.voters_of(seat))

    async def count_votes(self, seat: int, by: str = "") -> None:
        """A seat answers when more than half of its people want the same."""
        decided = (
            self.ballots.decided(seat, self.voters_of(seat)) if self.state == PLAYING and not self.paused else None
        )
        if decided is None:
            self.publish()
        else:
            by, (move, text) = by or decided.people[0], decided.wanted
            await self.append(partial(self._moved, seat, move, None, text, by, decided.people))

    def see_off(self, seat: int, person: str | None) -> None:
        """Somebody has closed their page. Who only loads it anew is back in a moment: until then nobody decides without them."""
        if self.info.votes and seat in self.seats_of(person):
            self._leaving.append((seat, person))
            asyncio.get_running_loop().call_later(A_MOMENT, self._be_gone, seat, person)

    def _be_gone(self, seat: int, person: str | None) -> None:
        self._leaving.remove((seat, person))
        self.recount()
        self.publish()

    def _sift_votes(self) -> None:
        for seat in self.ballots.seats:
            self.ballots.sift(seat, self.voters_of(seat), self.sitting.numbers(seat))

    def recount(self) -> None:
        """Somebody has gone, or the game goes on: those who are here may be of one mind now."""
        self._sift_votes()
        for seat in self.ballots.seats:
            task = asyncio.create_task(self._count_again(seat))  # not in the task of whoever goes, which may be ended
            self._counting.add(task)
            task.add_done_callback(self._counting.discard)

    async def _count_again(self, seat: int) -> None:
        with contextlib.suppress(MoveError):  # what they want cannot be done any more: nobody has asked just now
            await self.count_votes(seat)

    # What the clock and the facilitator of a workshop decide

    async def away(self, seat: int) -> None:
        """A bot stands in for somebody who has been awaited for too long."""
        await self.append(lambda: Away(seat) if seat in self.sitting.waiting else None)

    async def time_up(self, phase: int) -> None:
        """Bots play for those who have not answered in time."""
        await self.append(lambda: TimeUp(phase) if self.has_clock and phase == self.phase_began else None)

    async def set_clock(self, times: Mapping[str, int], due: float, *, only_show: bool) -> None:
        """Other times from now on, and another end for the present phase."""
        await self.append(lambda: Clock(dict(times), only_show, due) if self.state == PLAYING else None)

    async def pause(self) -> None:
        """No moves, and the clocks stand still."""
        await self.append(lambda: Paused() if self.state == PLAYING and not self.paused else None)

    async def go_on(self) -> None:
        """On from where it was paused."""
        await self.append(lambda: Resumed() if self.paused else None)

    async def end(self, why: str) -> None:
        """The game is over for everyone, wherever it stands."""
        await self.append(lambda: Ended(why) if self.state == PLAYING else None)

    @property
    def result(self) -> Result | None:
        """How the game has ended, as far as players may know it: in a workshop it may be told to all tables together."""
        return None if self.keeps_its_end else self.outcome

    @property
    def ending(self) -> Line | None:
        """The last thing that players are told; None while they play."""
        if not self.is_done:
            return None
        return self.outcome_line if self.result else Line("", self._not_yet_told)

    @property
    def _not_yet_told(self) -> str:
        """What players are told at the end until they are told how it ended."""
        return f"{self.why} {STANDING_NOT_YET_TOLD}" if self.state == ENDED else NOT_YET_TOLD

    @property
    def tells_all(self) -> bool:
        """Whether what the game tells afterwards may be told: in a workshop to all tables together."""
        return self.workshop.ways.revealed if self.workshop else self.is_done

    @property
    def keeps_its_end(self) -> bool:
        """Whether its players are not told how the game ends, for it would tell what a workshop has not revealed yet."""
        return self.workshop is not None and self.workshop.keeps_secrets

    @property
    def afterwards(self) -> str:
        """What the game tells afterwards, as far as this table may know it now: in a workshop all of it."""
        if not self.tells_all:
            return ""
        return self.info.game.afterwards if self.workshop else self.info.game.afterwards_of(self.sitting.state)

    def may_look(self, person: str | None) -> bool:
        """Whether a person may look at the table: anyone with the link, but in a workshop not everyone."""
        if self.workshop is None or self.seats_of(person):
            return True
        return self.workshop.ways.may_look and self.workshop.guest_of(person) is not None

    def may_stay(self, person: str | None, seat: int) -> bool:
        """Whether a person may go on looking from where they do."""
        return seat in self.seats_of(person) if seat != NOBODY else self.may_look(person)

    # What is told

    def chat_for(self, seat: int, person: str | None, since: int = 0) -> list[Said]:
        """What one of a seat's people has heard in chat; only what is new since then."""
        guests = self.workshop.guests_of(person) if self.workshop else []
        known_by = {*([person] if person else []), *(guest.ear for guest in guests)}
        return [said for said in self.chat[since:] if said.heard_by(seat, known_by)]


Decision = Callable[[], Body | None]  # what is written down; None: nothing has to be
_on_their_way: set[asyncio.Task[None]] = set()


def entry_added(table: str, row: LogRow, body: Body) -> list[Change]:
    """An entry, and what it changes in the lists."""
    return [*listed(table, row.at, body), row_added(table, row)]


def taken_over(before: Chair, after: Chair) -> str:
    """What everyone is told when a person takes a bot's seat: it has seen what the bot saw, and moves from now on. Else empty."""
    if not before.is_bot or after.kind != PERSON:
        return ""
    return f"{after.name} takes the seat of {before.name}, which a {before.kind} bot has played so far."


def seated(chairs: Mapping[int, Chair]) -> Seated:
    """Seats as they are written down."""
    return Seated({seat: chair.as_sat() for seat, chair in chairs.items()})


async def append_all(wanted: Sequence[tuple[Room, Decision]], besides: Sequence[Change] = ()) -> None:
    """Entries of one or several tables, all or none. What is on its way to the disk arrives, also if whoever wanted it has gone."""
    task = asyncio.get_running_loop().create_task(_append_all(wanted, besides))
    _on_their_way.add(task)
    task.add_done_callback(_on_their_way.discard)
    await asyncio.shield(task)


async def settled() -> None:
    """Wait until whatever is on its way to the disk has arrived."""
    await asyncio.gather(*_on_their_way, return_exceptions=True)


async def _append_all(wanted: Sequence[tuple[Room, Decision]], besides: Sequence[Change]) -> None:
    async with contextlib.AsyncExitStack() as turns:
        for room in sorted({room for room, _ in wanted}, key=lambda room: room.info.id):
            await turns.enter_async_context(room.turn)
        decided = [(room, body) for room, decide in wanted if (body := _decided(room, decide)) is not None]
        rows = list(_numbered(decided))
        if rows:
            changes = [change for room, row, body in rows for change in entry_added(room.info.id, row, body)]
            await rows[0][0].store.write([*besides, *changes])
        for room, row, body in rows:
            room.take(row, body)
    for room in dict.fromkeys(room for room, _ in decided):
        room.publish()


def _numbered(decided: Iterable[tuple[Room, Body]]) -> Iterator[tuple[Room, LogRow, Body]]:
    """Entries with the numbers that they will have: one after the other, where a table has several."""
    more: Counter[Room] = Counter()
    for room, body in decided:
        more[room] += 1
        yield room, written(room.number + more[room], room.now(), body), body


def _decided(room: Room, decide: Decision) -> Body | None:
    room.must_be_here()
    return decide()
