"""Bots at the tables: those that hold a seat, and those that stand in for people who are away. They think in threads."""

from __future__ import annotations

import asyncio
import contextlib
from asyncio import sleep
from collections.abc import Callable
from math import ceil, inf
from time import monotonic as passing

from moot.bots import BOTS, choose_for, luck_of
from moot.engine import NOBODY, MoveError
from moot.engine.machine import Array, Machine
from moot.table.machines import Machines
from moot.table.metrics import Metrics
from moot.table.room import Room
from moot.table.state import PERSON, PLAYING, Chair

STAND_IN = "greedy"
A_REST = 1.0  # seconds after something has failed
EARLY = 0.005  # seconds by which a timer may ring before its time


class Runner:
    """Looks after every table: moves its bots, and lets bots stand in for seats that have been idle for too long."""

    def __init__(
        self, machines: Machines, pace: float, on_error: Callable[[Room, Exception], None], metrics: Metrics
    ) -> None:
        self._machines, self._pace, self._on_error, self._metrics = machines, pace, on_error, metrics
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def look_after(self, room: Room) -> None:
        """Something has changed at a table."""
        if room.info.id not in self._playing and next_bot(room) is not None:
            task = asyncio.get_running_loop().create_task(self._play(room))
            self._playing[room.info.id] = task
        self._set_alarm(room)

    def leave(self, room: Room) -> None:
        """A table is no longer in memory."""
        for left in (self._playing.pop(room.info.id, None), self._alarms.pop(room.info.id, None)):
            if left is not None:
                left.cancel()

    def is_busy(self, room: Room) -> bool:
        """Whether a bot is at work at a table, or may be soon."""
        return room.info.id in self._playing or room.info.id in self._alarms

    async def _play(self, room: Room) -> None:
        seen, turn = -inf, (NOBODY, 0.0)  # when a bot's move was last seen here; whose turn it is, and since when
        try:
            while (seat := next_bot(room)) is not None:
                if turn[0] != seat:
                    turn = seat, passing()
                if await self._move(room, seat, turn[1], seen):
                    seen, turn = passing(), (NOBODY, 0.0)
            self._set_alarm(room)
        except Exception as error:
            self._on_error(room, error)
        finally:
            if self._playing.get(room.info.id) is asyncio.current_task():
                del self._playing[room.info.id]

    async def _move(self, room: Room, seat: int, begun: float, seen: float) -> bool:
        """One move of a bot; its luck is its own, and new every time. Whether others have seen anything of it."""
        machine, record, answer = self._machines.of(room.info.game), room.sitting.array.copy(), room.answers[seat]
        luck = luck_of(machine, (room.info.seed * 31 + room.number * 8 + seat) % 2**53)
        kind = room.chairs[seat].kind if room.chairs[seat].is_bot else STAND_IN
        with self._metrics.thinking():
            move = await asyncio.to_thread(choose_for, machine, record, seat, BOTS.index(kind), luck)
        shows, blind = is_seen(machine, record, seat, move), is_blind(machine, record, seat)
        if shows:
            await sleep(max(0.0, seen + self._pace - passing(), self._to_the_beat(begun) if blind else 0.0))
        with contextlib.suppress(MoveError):  # somebody has moved for this seat meanwhile: its person is back
            if is_played_by_bot(room, seat):
                await room.play(seat, move, answer, by=kind)
        return shows

    def _to_the_beat(self, begun: float) -> float:
        """How long until a blind turn may end: after a whole number of paces, so that nobody can tell by its length how many
        unseen answers there were.
        """
        gone = passing() - begun
        return max(1, ceil(gone / self._pace)) * self._pace - gone if self._pace else 0.0

    def _set_alarm(self, room: Room, rest: float = 0.0) -> None:
        """Wake up when the time of the phase is over, or the first of the awaited people has been idle for too long."""
        if (alarm := self._alarms.pop(room.info.id, None)) is not None:
            alarm.cancel()
        if (due := next_deadline(room)) is not None:
            wait, loop = max(rest, due - room.now()), asyncio.get_running_loop()
            self._alarms[room.info.id] = loop.call_later(wait, self._ring, room, loop.time() + wait)

    def _ring(self, room: Room, due: float) -> None:
        self._metrics.clock_heard(asyncio.get_running_loop().time() - due)
        task = asyncio.get_running_loop().create_task(self._time_is_over(room))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _time_is_over(self, room: Room) -> None:
        """What is over now is written down, and bots play because it is written; what is not yet is waited for again."""
        now, rest = room.now() + EARLY, 0.0
        try:
            for seat in idle_seats(room, now):
                await room.away(seat)
            if room.has_clock and not room.time_is_up and room.due <= now:
                await room.time_up(room.phase_began)
        except Exception as error:
            rest = A_REST
            self._on_error(room, error)
        if room.info.id in self._alarms:
            self._set_alarm(room, rest)


def is_blind(machine: Machine, record: Array, seat: int) -> bool:
    """Whether others see no more of what a seat is asked than that it is asked."""
    asked = machine.light(record).asking[seat]
    return bool(asked) and machine.rules.choices[asked].sealed


def is_seen(machine: Machine, record: Array, seat: int, move: int) -> bool:
    """Whether others will see anything of a move: not while one blind question follows upon another."""
    after = record.copy()
    machine.answer(machine.records(after), 0, seat, machine.numbering.pack(move))
    return not (is_blind(machine, record, seat) and is_blind(machine, after, seat))


def next_bot(room: Room) -> int | None:
    """The first awaited seat that a bot plays."""
    if room.state != PLAYING or room.paused:
        return None
    return next((seat for seat in room.sitting.waiting if is_played_by_bot(room, seat)), None)


def is_played_by_bot(room: Room, seat: int) -> bool:
    """Whether a seat is a bot's own, or a bot stands in for its person, who is away or has used up the time."""
    return room.chairs[seat].is_bot or room.chairs[seat].stand_in or (room.time_is_up and room.has_clock)


def is_awaited_person(room: Room, chair: Chair) -> bool:
    """Whether a seat's own person is awaited."""
    return chair.kind == PERSON and chair.since > 0 and not chair.stand_in


def next_deadline(room: Room) -> float | None:
    """When a bot will begin to play for somebody, if at all."""
    if room.state != PLAYING or room.paused:
        return None
    awaited = [chair for chair in room.chairs if room.info.idle and is_awaited_person(room, chair)]
    phase = [room.due] if room.has_clock and not room.time_is_up else []
    return min([*phase, *(chair.since + room.info.idle for chair in awaited)], default=None)


def idle_seats(room: Room, now: float) -> list[int]:
    """Whose people have been awaited for too long."""
    if not room.info.idle or room.state != PLAYING or room.paused:
        return []
    chairs = enumerate(room.chairs)
    return [seat for seat, one in chairs if is_awaited_person(room, one) and one.since + room.info.idle <= now]
