"""A table that is being played at: its game, its seats, what was said, and who looks on.

Everything that happens goes through `_commit`: it is made, written down, and only then shown to anyone.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Protocol

import msgspec

from moot.bots import BOTS
from moot.engine import NOBODY, Entry, Game, Line, MoveError, Result, Sitting
from moot.table.messages import MOST_CHAT, NOBODY_IN_PARTICULAR, MessageError, clean
from moot.table.store import Change, LogRow, Store, row_added, snapshot_kept, table_changed
from moot.table.voting import Ballots, Proposal, Wanted
from moot.table.workshop import FACILITATOR, Workshop, phase_of

PERSON, OPEN = "person", "open"
TABLE = "The table"  # tells what everyone is to know and no seat says
PLAYING, OVER, ENDED, KEPT = "playing", "over", "ended", "kept"
A_MOMENT = 4.0  # seconds in which a page that was closed may be open again
PAUSED = "The facilitator has paused the game. Your answer can be given when it goes on."
NOT_YET_TOLD = "The game is over. How it ended will be told to all tables together."
STANDING_NOT_YET_TOLD = "How it stood will be told to all tables together."
HANDED = "The facilitator lets a bot play this seat. You can look on and speak until it is given back to you."


@dataclass
class Chair:
    """A seat at the table: for a person (or several), open, or a bot's."""

    kind: str
    name: str
    sitters: set[str] = field(default_factory=set)
    key: str = ""  # what its people give to those with whom they share it
    stand_in: bool = False  # a bot plays until its person is back
    since: float = 0.0  # when its answer began to be awaited; 0: it is not

    def opens_to(self, key: str) -> bool:
        """Whether a key is the seat's."""
        return bool(self.key) and compare_digest(key.encode(), self.key.encode())

    @property
    def is_bot(self) -> bool:
        """Whether the seat is a bot's own."""
        return self.kind in BOTS


@dataclass(frozen=True)
class TableInfo:
    """What is fixed when a table is opened."""

    id: str
    game: Game
    options: dict[str, int]
    seed: int
    host: str | None
    public: bool
    idle: int
    at: float
    workshop: str | None = None
    place: int | None = None  # among the workshop's tables, from 1
    votes: bool = False  # people who share a seat vote; otherwise the first answer counts


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said in chat, by a seat or by somebody who has none."""

    seat: int
    to: int
    text: str
    sender: str = ""  # who says it, if no seat does
    by: str = ""  # the person who said it, of those on the seat
    # Of what is for one seat: the people, and the guests by number, who held the two seats then. None: it was not written down.
    ears: tuple[str, ...] | None = None

    def heard_by(self, seat: int, people: Set[str]) -> bool:
        """Whether a seat hears it, for one of its people, by all they are known by; nobody's seat hears what is for all."""
        if self.to == NOBODY_IN_PARTICULAR:
            return True
        held = self.ears is None or not people.isdisjoint(self.ears)
        return seat != NOBODY and seat in (self.seat, self.to) and held


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A line of the log as it was told, kept readable whatever becomes of the rules."""

    audience: int
    sealed: bool
    section: str
    text: str


class MoveBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as it is written down: its choice by name, its arguments, what it led to, and the name it wrote."""

    choice: str
    arguments: tuple[int, ...]
    told: tuple[Told | None, ...] = ()  # None: the seals were opened
    text: str = ""
    by: str = ""  # the person who made it, or the kind of bot
    votes: tuple[str, ...] = ()  # the people who wanted it, where a seat votes


class Watcher(Protocol):
    """Somebody who looks on, from a seat or from nowhere."""

    seat: int
    person: str | None

    def stir(self) -> None:
        """Something has changed."""

    def dismiss(self, to: str = "") -> None:
        """The table as it was in memory is no more: come again, or go to another address."""


class Room:
    """One table."""

    def __init__(
        self, info: TableInfo, sitting: Sitting, chairs: Sequence[Chair], store: Store, clock: Callable[[], float]
    ) -> None:
        self.info, self.sitting, self.chairs = info, sitting, list(chairs)
        sitting.keeps_scenes = False
        sitting.scenes.clear()
        self.store, self.clock = store, clock
        self.number = 0  # of the last row in the log
        self.version = 0  # rises with everything that a watcher may see
        self.answers = [0] * len(self.chairs)  # given by each seat, taken back ones and taking back counted
        self.seating = 0  # rises when somebody sits down or stands up
        self.epoch = 0  # rises when lines of the log have been taken back
        self.past: list[Told | None] = []  # told before the rules changed
        self.chat: list[Said] = []
        self.state, self.why = PLAYING, ""
        self.next: str | None = None  # the table of the rematch
        self.workshop: Workshop | None = None
        self.paused = 0.0  # since when; 0: it is not
        self.due = 0.0  # when the time of the present phase is over; 0: there is no clock
        self._phase = phase_of(sitting)
        self.watchers: set[Watcher] = set()
        self.ballots = Ballots()
        self._leaving: list[tuple[int, str | None]] = []  # seats and people whose pages have just been closed
        self._counting: set[asyncio.Task[None]] = set()
        self._unwritten, self._written = 0, asyncio.Event()  # what has happened and is not on disk yet
        self._last: asyncio.Future[None] | None = None  # the newest write
        self.on_change: Callable[[Room], None] = lambda room: None
        self.on_trouble: Callable[[Room], None] = lambda room: None
        self.on_move: Callable[[str], None] = lambda by: None  # is on disk
        self._name_seats()

    # Who is here

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a person holds."""
        return [seat for seat, chair in enumerate(self.chairs) if person is not None and person in chair.sitters]

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks on from a seat."""
        return any(watcher.seat == seat for watcher in self.watchers)

    def _name_seats(self) -> None:
        self.sitting.names = [chair.name for chair in self.chairs]

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [chair.name for chair in self.chairs]

    def may_speak(self, person: str | None, seat: int) -> None:
        """Refuse who does not hold a seat."""
        if seat not in self.seats_of(person):
            raise MoveError("You do not sit on this seat. Open the table's link and take a seat.")

    # What happens

    async def play(self, seat: int, move: int, answer: int | None = None, text: str = "", by: str = "") -> None:
        """A seat's answer, with what it writes and who gave it; it is on disk when this returns."""
        self._must_play(seat, answer)
        if by in self.voters_of(seat):
            self.ballots.cast(seat, by, Wanted(*self.sitting.check(seat, move, text)))
            await self.count_votes(seat, by)
        else:
            await self._play(seat, move, text, by)

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
            await self._play(seat, *decided.wanted, by or decided.people[0], decided.people)

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

    async def _play(self, seat: int, move: int, text: str, by: str, votes: tuple[str, ...] = ()) -> None:
        heard = len(self.sitting.log)
        try:
            self.sitting.play(seat, move, text)
        except MoveError:
            raise
        except Exception:
            self.on_trouble(self)  # a bug in the rules has left a move half made
            raise
        self.answers[seat] += 1
        self.ballots.clear(seat)
        self._sift_votes()
        body = self._body(move, self.sitting.log[heard:], by, votes)
        await self._commit("move", seat, msgspec.json.encode(body), changed=True)
        self.on_move(by)

    async def take_back(self, seat: int, answer: int | None = None, by: str = "") -> None:
        """A seat's last answer is undone, by one of its people."""
        self._must_play(seat, answer)
        self.sitting.take_back(seat)
        self.ballots.clear(seat)
        self._sift_votes()
        self.answers[seat] += 1
        self.epoch += 1
        await self._commit("back", seat, msgspec.json.encode({"by": by} if by else {}), changed=True)

    async def say(self, seat: int, text: str, to: int = NOBODY_IN_PARTICULAR, by: str = "") -> None:
        """Chat, by one of a seat's people."""
        said = Said(seat, to, clean(text, MOST_CHAT, "A message"), by=by)
        if to != NOBODY_IN_PARTICULAR and (not 0 <= to < len(self.chairs) or to == seat):
            raise MessageError("Speak to the table, or to one of the other seats.")
        await self._add_chat(said)

    async def announce(self, text: str, to: int = NOBODY_IN_PARTICULAR) -> None:
        """The facilitator says something, to the table or to one seat."""
        if to != NOBODY_IN_PARTICULAR and not 0 <= to < len(self.chairs):
            raise MessageError("Speak to the table, or to one of its seats.")
        await self._add_chat(Said(NOBODY, to, clean(text, MOST_CHAT, "A message"), FACILITATOR))

    async def remark(self, text: str) -> None:
        """Something about the table that everyone is to know; nothing if there are no words for it."""
        if text:
            await self._add_chat(Said(NOBODY, NOBODY_IN_PARTICULAR, text, TABLE))

    async def _add_chat(self, said: Said) -> None:
        self._must_be_here()
        if said.to != NOBODY_IN_PARTICULAR:
            said = msgspec.structs.replace(said, ears=self._ears(said.seat, said.to))
        self.chat.append(said)
        await self._commit("chat", said.seat, msgspec.json.encode(said))

    def _ears(self, *seats: int) -> tuple[str, ...]:
        """Who holds some seats now: whoever does later was not spoken to."""
        held = [seat for seat in seats if seat != NOBODY]
        people = {person for seat in held for person in self.chairs[seat].sitters}
        guests = (
            (guest for seat in held for guest in self.workshop.at_seat(self.info.id, seat)) if self.workshop else ()
        )
        return (*sorted(people), *(guest.ear for guest in guests))

    async def alter(self, changes: Sequence[Change], make: Callable[[], None]) -> None:
        """Something about the table itself: its seats, its rematch."""
        self._must_be_here()
        await self.store.write(changes)
        make()
        self.look_again()

    def look_again(self) -> None:
        """Something around the game has changed: its seats, its workshop."""
        self.seating += 1
        self._name_seats()
        self.recount()
        self.publish()

    @property
    def settled(self) -> bool:
        """Whether everything that has happened is on disk, so that it may be shown."""
        return self._unwritten == 0

    async def settle(self) -> None:
        """Wait until it is. What is done next, without waiting again, is done to what is on disk."""
        while not self.settled:
            await self._written.wait()

    def _must_be_here(self) -> None:
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

    def _body(self, move: int, entries: Iterable[Entry], by: str, votes: tuple[str, ...]) -> MoveBody:
        choice, arguments = self.sitting.machine.numbering.read(move)
        written = self.sitting.texts.get(len(self.sitting.history) - 1, "")
        told = self.told(entries)
        if self.sitting.over and not self.keeps_its_end:
            told += (_public(self.sitting.result_line),)
        return MoveBody(choice.step.name.lower(), arguments, told, written, by, votes)

    def told(self, entries: Iterable[Entry]) -> tuple[Told | None, ...]:
        """Entries of the log as they are written down."""
        return tuple(self._told(entry) for entry in entries)

    def _told(self, entry: Entry) -> Told | None:
        if entry.event is None:
            return None
        line = self.sitting.line(entry)
        return Told(entry.audience, entry.sealed, line.section, line.text)

    async def _commit(self, kind: str, seat: int, body: bytes, *besides: Change, changed: bool = False) -> None:
        """Write down what has just been made, then show it. If it cannot be written, the room is no longer right: it is left.

        Others may make their moves meanwhile: all are shown together when all are on disk.
        """
        self.number += 1
        changes = [row_added(self.info.id, LogRow(self.number, self.clock(), kind, seat, body)), *besides]
        if changed:
            changes.append(self.snapshot())
            self.watch_the_clock(seat)
            changes += self._watch_the_phase()
            if self.sitting.over:
                self.state = OVER
                changes.append(table_changed(self.info.id, state=OVER))
        await self._write(changes)
        if self.settled:
            self.publish()

    async def _write(self, changes: Sequence[Change]) -> None:
        self._unwritten += 1
        self._written.clear()
        try:
            self._last = self.store.writing(changes, after=self._last)
            await self._last
        except BaseException:
            self.on_trouble(self)
            raise
        finally:
            self._unwritten -= 1
            if self.settled:
                self._written.set()

    def snapshot(self) -> Change:
        """The position now, to be kept."""
        return snapshot_kept(self.info.id, self.number, zlib.compress(bytes(self.sitting), 1))

    def publish(self) -> None:
        """Everyone looks again."""
        self.version += 1
        for watcher in self.watchers:
            watcher.stir()
        self.on_change(self)

    def watch_the_clock(self, moved: int = NOBODY) -> None:
        """Since when each seat is awaited: a new question gives new time."""
        waiting = self.sitting.waiting
        for seat, chair in enumerate(self.chairs):
            if seat not in waiting:
                chair.since = 0.0
            elif not chair.since or seat == moved:
                chair.since = self.clock()

    # What the facilitator of a workshop decides

    @property
    def is_done(self) -> bool:
        """Whether no more moves will be made."""
        return self.state in (OVER, ENDED)

    @property
    def outcome(self) -> Result | None:
        """How the game has ended, or how it stood when it was ended early; for those from whom nothing is hidden."""
        return self.sitting.result

    @property
    def outcome_line(self) -> Line | None:
        """The same in words."""
        return self.sitting.result_line

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

    @property
    def time_is_up(self) -> bool:
        """Whether bots play for those who have not answered in time."""
        return self.is_time_up(self.clock())

    def is_time_up(self, now: float) -> bool:
        """The same for a time: whoever asks twice must mean the same."""
        return self.has_clock and now >= self.due

    @property
    def has_clock(self) -> bool:
        """Whether something will happen, or happens, when the time of the phase is over."""
        only_show = self.workshop is not None and self.workshop.ways.only_show
        return bool(self.due) and not self.paused and not only_show and self.state == PLAYING

    def _watch_the_phase(self) -> list[Change]:
        """A new phase gets the time that is set for it."""
        before, self._phase = self._phase, phase_of(self.sitting)
        return [] if self.workshop is None or self._phase == before else self.set_due(self.fresh_due())

    def fresh_due(self) -> float:
        """When the present phase is over if it begins now."""
        seconds = self.workshop.time_for(self._phase[1]) if self.workshop else 0
        return (self.paused or self.clock()) + seconds if seconds else 0.0

    def set_due(self, due: float) -> list[Change]:
        """Another end for the present phase; what to write down of it."""
        before, self.due = self.due, due
        return [] if due == before else [table_changed(self.info.id, due=due)]

    async def pause(self) -> None:
        """No moves, and the clocks stand still."""
        now = self.clock()
        if self.state == PLAYING and not self.paused:
            await self.alter([table_changed(self.info.id, paused=now)], lambda: self._pause(now))

    def _pause(self, now: float) -> None:
        self.paused = now

    async def go_on(self) -> None:
        """On from where it was paused."""
        if self.paused:
            due = self.due + self.clock() - self.paused if self.due else 0.0
            await self.alter([table_changed(self.info.id, paused=0.0, due=due)], lambda: self._go_on(due))

    def _go_on(self, due: float) -> None:
        """Those who are awaited have as much time as they had."""
        for chair in self.chairs:
            chair.since += self.clock() - self.paused if chair.since else 0.0
        self.paused, self.due = 0.0, due

    async def end(self, why: str) -> None:
        """The game is over for everyone, wherever it stands."""
        if self.state != PLAYING:
            return
        self.be_ended(why)
        self.watch_the_clock()
        told = (_public(self.ending),)
        ended = table_changed(self.info.id, state=ENDED, why=why, paused=0.0)
        await self._commit("end", NOBODY, msgspec.json.encode(MoveBody("end", (), told)), ended)

    def be_ended(self, why: str) -> None:
        """No more moves, and nobody is awaited."""
        self.state, self.why, self.paused, self.sitting.ended = ENDED, why, 0.0, why

    # What is told

    def chat_for(self, seat: int, person: str | None, since: int = 0) -> list[Said]:
        """What one of a seat's people has heard in chat; only what is new since then."""
        guests = self.workshop.guests_of(person) if self.workshop else []
        known_by = {*([person] if person else []), *(guest.ear for guest in guests)}
        return [said for said in self.chat[since:] if said.heard_by(seat, known_by)]


def _public(line: Line | None) -> Told | None:
    return Told(NOBODY, False, line.section, line.text) if line else None


def hear_told(log: Iterable[Told | None], seat: int) -> list[Told]:
    """What a seat hears of lines that were kept, in the order of hearing."""
    heard: list[Told] = []
    sealed: list[Told] = []
    for told in log:
        if told is None:
            heard, sealed = heard + sealed, []
        elif told.audience in (NOBODY, seat):
            heard.append(told)
        elif told.sealed:
            sealed.append(told)
    return heard
