"""Bots at the tables: those that hold a seat, and those that stand in for people who are away. How they choose is `thinkers`."""

from __future__ import annotations

import asyncio
from asyncio import sleep
from collections.abc import Callable
from math import ceil, inf
from time import monotonic as passing

from moot.bots import USUAL, Bot, read_bot
from moot.engine import NOBODY, MoveError
from moot.engine.machine import Array, Machine
from moot.engine.undo import way_back
from moot.table.live import coaching, controls
from moot.table.live.machines import Machines
from moot.table.live.several import RulesFailedError
from moot.table.live.state import PERSON, PLAYING, Chair
from moot.table.live.table import LiveTable
from moot.table.live.thinkers import Thinkers
from moot.table.web.metrics import Metrics

STAND_IN = USUAL
BEAT = 3  # paces: longer than a bot thinks in a blind turn
A_REST = 1.0  # seconds after something has failed
NEAR = 3600.0  # seconds
TO_TAKE_BACK = 1.2  # seconds
TO_THINK = 2.0  # seconds, of a bot that thinks ahead: for an answer that others see, or for a whole blind turn
EARLY = 0.005  # seconds by which a timer may ring before its time


class Runner:
    """Looks after every table: moves its bots, and lets bots stand in for seats that have been idle for too long."""

    def __init__(
        self,
        machines: Machines,
        pace: float,
        on_error: Callable[[LiveTable, Exception], None],
        metrics: Metrics,
        keeps: Callable[[str], bool],
    ) -> None:
        self._machines, self._pace, self._on_error, self._metrics = machines, pace, on_error, metrics
        self.thinkers = Thinkers(machines)
        self._keeps = keeps  # whether this server looks after a table, and no other does
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def look_after(self, live: LiveTable) -> None:
        """Something has changed at a table."""
        if not self._keeps(live.id):
            return
        if live.info.id not in self._playing and next_bot(live) is not None:
            task = asyncio.get_running_loop().create_task(self._play(live))
            self._playing[live.info.id] = task
        self._set_alarm(live)

    def leave(self, live: LiveTable) -> None:
        """A table is no longer in memory."""
        for left in (self._playing.pop(live.info.id, None), self._alarms.pop(live.info.id, None)):
            if left is not None:
                left.cancel()

    def is_busy(self, live: LiveTable) -> bool:
        """Whether a bot is at work at a table, or may be soon."""
        return live.info.id in self._playing or (live.info.id in self._alarms and is_near(live))

    async def _play(self, live: LiveTable) -> None:
        seen, turn = -inf, (NOBODY, 0.0)  # when a bot's move was last seen here; whose turn it is, and since when
        try:
            while self._keeps(live.id) and (seat := next_bot(live)) is not None:
                if turn[0] != seat:
                    turn = seat, passing()
                if await self._move(live, seat, turn[1], seen):
                    seen, turn = passing(), (NOBODY, 0.0)
            self._set_alarm(live)
        except Exception as error:
            self._on_error(live, error)
            asyncio.get_running_loop().call_later(A_REST, self._try_again, live)
        finally:
            if self._playing.get(live.info.id) is asyncio.current_task():
                del self._playing[live.info.id]

    def _try_again(self, live: LiveTable) -> None:
        """What stood in the way may be gone; unless the table is no longer looked after."""
        if live.id in self._alarms or live.state == PLAYING:
            live.on_change(live)

    async def _move(self, live: LiveTable, seat: int, begun: float, seen: float) -> bool:
        """One move of a bot; its luck is its own, and new every time. Whether others have seen anything of it."""
        machine, record, answer = self._machines.of(live.info.game), live.sitting.array.copy(), live.answers[seat]
        kind = live.chairs[seat].kind if live.chairs[seat].is_bot else STAND_IN
        bot, blind, luck = read_bot(kind), is_blind(machine, record, seat), coaching.bot_luck(live, seat)
        with self._metrics.thinking():
            if (move := coaching.written_move(live, seat)) is None:
                by = passing() + time_to_think(passing() - begun, blind)
                move = await self.thinkers.move(live.info.game, record, seat, bot, luck, by)
        shows = is_seen(machine, record, seat, move)
        epoch = live.epoch
        if shows:
            due = max(seen + self._pace, self._second_thoughts(live))
            await sleep(max(0.0, due - passing(), self._to_the_beat(begun, bot) if blind else 0.0))
        try:
            if live.epoch == epoch and is_played_by_bot(live, seat):
                await live.play(seat, move, answer, by=kind)
        except RulesFailedError:
            raise
        except MoveError:
            pass  # somebody has moved for this seat meanwhile: its person is back
        return shows

    def _second_thoughts(self, live: LiveTable) -> float:
        """Until when a bot waits, so that whoever has just answered has time to take it back."""
        seat, since = live.answered
        if not self._pace or seat == NOBODY or live.info.stands:
            return -inf
        way = way_back(live.sitting, seat)
        return since + TO_TAKE_BACK if way is not None and way.told else -inf

    def _to_the_beat(self, begun: float, bot: Bot) -> float:
        """How long until a blind turn may end: after a whole number of beats, so that nobody can tell by its length how many
        unseen answers there were.
        """
        gone, beat = passing() - begun, BEAT * self._pace + (TO_THINK if bot.thinks else 0.0)
        return max(1, ceil(gone / beat)) * beat - gone if beat else 0.0

    def _set_alarm(self, live: LiveTable, rest: float = 0.0) -> None:
        """Wake up when the time of the phase is over, or the first of the awaited people has been idle for too long."""
        if (alarm := self._alarms.pop(live.info.id, None)) is not None:
            alarm.cancel()
        if (due := next_deadline(live)) is not None:
            wait, loop = max(rest, due - live.now()), asyncio.get_running_loop()
            self._alarms[live.info.id] = loop.call_later(wait, self._ring, live, loop.time() + wait)

    def _ring(self, live: LiveTable, due: float) -> None:
        self._metrics.clock_heard(asyncio.get_running_loop().time() - due)
        task = asyncio.get_running_loop().create_task(self._time_is_over(live))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _time_is_over(self, live: LiveTable) -> None:
        """What is over now is written down, and bots play because it is written; what is not yet is waited for again. Where
        another server keeps the table by now, it does so.
        """
        if not self._keeps(live.id):
            self._alarms.pop(live.id, None)
            return
        now, rest = live.now() + EARLY, 0.0
        try:
            for seat in idle_seats(live, now):
                await controls.away(live, seat)
            if live.has_clock and not live.time_is_up and live.due <= now:
                await controls.time_up(live, live.phase_began)
        except Exception as error:
            rest = A_REST
            self._on_error(live, error)
        if live.info.id in self._alarms:
            self._set_alarm(live, rest)


def time_to_think(gone: float, blind: bool) -> float:
    """How long a bot may think that has been awaited for so long: in a blind turn half of what is left, for more may be asked."""
    left = max(0.0, TO_THINK - gone)
    return left / 2 if blind else left


def wants_keeper(live: LiveTable) -> bool:
    """Whether a table has bots or clocks that somebody has to look after."""
    bots = live.info.idle or live.times or live.due or any(chair.is_bot or chair.stand_in for chair in live.chairs)
    return live.state == PLAYING and bool(bots)


def is_unfinished(live: LiveTable) -> bool:
    """Whether there is something to do for whoever keeps a table: now, or so soon that no alarm need be set for it."""
    return next_bot(live) is not None or is_near(live)


def is_near(live: LiveTable) -> bool:
    """Whether a bot will begin to play soon. A table whose time is far away may leave memory: it is brought back in time."""
    due = next_deadline(live)
    return due is not None and due - live.now() <= NEAR


def is_blind(machine: Machine, record: Array, seat: int) -> bool:
    """Whether others see no more of what a seat is asked than that it is asked."""
    asked = machine.light(record).asking[seat]
    return bool(asked) and machine.rules.choices[asked].sealed


def is_seen(machine: Machine, record: Array, seat: int, move: int) -> bool:
    """Whether others will see anything of a move: not while one blind question follows upon another."""
    after = record.copy()
    machine.answer(machine.records(after), 0, seat, machine.numbering.pack(move))
    return not (is_blind(machine, record, seat) and is_blind(machine, after, seat))


def next_bot(live: LiveTable) -> int | None:
    """The first awaited seat that a bot plays."""
    if live.state != PLAYING or live.paused:
        return None
    if live.script and live.lesson:
        return live.script.mover(live.lesson, live.sitting)
    return next((seat for seat in live.sitting.waiting if is_played_by_bot(live, seat)), None)


def is_played_by_bot(live: LiveTable, seat: int) -> bool:
    """Whether a seat is a bot's own, or a bot stands in for its person, who is away or has used up the time."""
    return live.chairs[seat].is_bot or live.chairs[seat].stand_in or (live.time_is_up and live.has_clock)


def is_awaited_person(live: LiveTable, chair: Chair) -> bool:
    """Whether a seat's own person is awaited."""
    return chair.kind == PERSON and chair.since > 0 and not chair.stand_in


def next_deadline(live: LiveTable) -> float | None:
    """When a bot will begin to play for somebody, if at all."""
    if live.state != PLAYING or live.paused:
        return None
    awaited = [chair for chair in live.chairs if live.info.idle and is_awaited_person(live, chair)]
    phase = [live.due] if live.has_clock and not live.time_is_up else []
    return min([*phase, *map(live.idle_until, awaited)], default=None)


def idle_seats(live: LiveTable, now: float) -> list[int]:
    """Whose people have been awaited for too long."""
    if not live.info.idle or live.state != PLAYING or live.paused:
        return []
    chairs = enumerate(live.chairs)
    return [seat for seat, one in chairs if is_awaited_person(live, one) and live.idle_until(one) <= now]
