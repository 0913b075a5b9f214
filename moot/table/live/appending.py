"""Appending to logs: what somebody wants is decided when its turn comes, written down, and only then so.

Where several servers share a store, another may have been faster. Then what it wrote is read and folded first, and the same is
decided anew: mostly it still fits, and nobody notices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from moot.engine import MoveError
from moot.table.live.entries import Body, read, written
from moot.table.persistence.listing import listed
from moot.table.persistence.store import (
    Change,
    ConflictError,
    DoubtError,
    LogRow,
    NewRow,
    Store,
    StoreError,
    UnreachableError,
)

T = TypeVar("T")
TRIES = 40  # each loses only to an entry of somebody else
PATIENCE = 10.0  # seconds for a store that was lost while something was on its way
A_REST = 0.1  # seconds
Decision = Callable[[], Body | None]  # what is written down; None: nothing has to be
_on_their_way: set[Errand] = set()


class Stale(RuntimeError):  # noqa: N818 (nothing is wrong: it is done anew)
    """What was to be written down was worked out from something that has changed since."""


class Logged(Protocol):
    """Something that is what its log says."""

    store: Store
    turn: asyncio.Lock  # one entry at a time is on its way to the disk

    @property
    def id(self) -> str:
        """The name of its log."""

    @property
    def number(self) -> int:
        """Of its last entry."""

    @property
    def erased(self) -> int:
        """How often something had been deleted from its log when it was read."""

    def now(self) -> float:
        """The time of its next entry: time does not run backwards."""

    def must_be_here(self) -> None:
        """Refuse whoever waits for a turn when it is no longer in memory."""

    def take(self, row: LogRow, body: Body) -> None:
        """An entry that is on disk becomes so."""

    def publish(self) -> None:
        """Everyone looks again."""

    def give_up(self) -> None:
        """What is in memory may not be what is on disk."""


Wanted = tuple[Logged, Decision]


class New(NamedTuple):
    """An entry that is about to be written."""

    of: Logged
    row: LogRow
    body: Body

    @property
    def changes(self) -> list[Change]:
        """What is written down."""
        return entry_added(self.of.id, self.row, self.body)


def entry_added(name: str, row: LogRow, body: Body) -> list[Change]:
    """An entry of a log, and what it changes in the lists."""
    return [*listed(name, row.at, body), NewRow(name, row)]


async def append_all(wanted: Sequence[Wanted], besides: Sequence[Change] = ()) -> None:
    """Entries of one or several logs, all or none. What is on its way to the disk arrives, also if whoever wanted it has gone.
    What goes besides them is written only if there is something to be written at all.
    """
    errand = Errand(wanted, besides)
    await errand.set_out()
    await errand.back()


async def settled() -> None:
    """Wait until whatever is on its way to the disk from this loop has arrived."""
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(one.back() for one in _on_their_way if one.loop is loop), return_exceptions=True)


async def anew(work: Callable[[], Awaitable[T]]) -> T:
    """Something that is worked out before it is written down: once more, where it came too late."""
    for _ in range(TRIES):
        with contextlib.suppress(Stale):
            return await work()
    raise MoveError("Too much has happened at once, so this has not. Try again.")


def unchanged(one: Logged, number: int, body: Body | None = None) -> Body | None:
    """What was worked out when a log's last entry had this number. It counts only while it still has."""
    if one.number != number:
        raise Stale(f"Entry {number} of {one.id} is no longer the last one.")
    return body


class Turns:
    """The turns of several logs, always in the same order: nobody waits for somebody who waits for them."""

    def __init__(self, logs: Iterable[Logged]) -> None:
        self.logs = sorted({one.id: one for one in logs}.values(), key=lambda one: one.id)
        self._taken: list[Logged] = []

    async def take(self) -> None:
        """Wait for all of them."""
        try:
            for one in self.logs:
                await one.turn.acquire()
                self._taken.append(one)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """Others may go on."""
        while self._taken:
            self._taken.pop().turn.release()


@contextlib.asynccontextmanager
async def turns(logs: Iterable[Logged]) -> AsyncIterator[None]:
    """While the turns of several logs are taken."""
    taken = Turns(logs)
    await taken.take()
    try:
        yield
    finally:
        taken.end()


class Errand:
    """Entries on their way to the disk. As long as nobody else is faster it needs no task of its own: it goes on when the store has
    done its part, whether anybody waits for that or not.
    """

    def __init__(self, wanted: Sequence[Wanted], besides: Sequence[Change]) -> None:
        self.loop = asyncio.get_running_loop()
        self._wanted, self._besides, self._turns = wanted, besides, Turns(one for one, _ in wanted)
        self._before: list[tuple[Logged, int]] = []  # the last entries when its turn came
        self._tries, self._in_doubt = 0, list[set[NewRow]]()
        self._anew: asyncio.Task[None] | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._is_over = False
        self._error: BaseException | None = None

    async def set_out(self) -> None:
        """When its turn comes. Whoever goes before that does not want it any more."""
        _on_their_way.add(self)
        try:
            await self._turns.take()
        except BaseException as error:
            self._end(error)
            raise
        self._before = [(one, one.number) for one in self._turns.logs]
        self._write()

    async def back(self) -> None:
        """Wait until it is done."""
        if not self._is_over:
            waiting = self.loop.create_future()
            self._waiting.append(waiting)
            await waiting
        if self._error is not None:
            raise self._error

    def _write(self) -> None:
        """Decide, and hand it to the store."""
        self._tries += 1
        try:
            new = self._decided()
            if new:
                changes = [*self._besides, *(change for one in new for change in one.changes)]
                new[0].of.store.writing(changes).add_done_callback(partial(self._written, new))
        except Exception as error:
            self._end(error)
        else:
            if not new:
                self._end()

    def _decided(self) -> list[New]:
        bodies = ((one, _decided(one, decide)) for one, decide in self._wanted)
        return list(_numbered((one, body) for one, body in bodies if body is not None))

    def _written(self, new: Sequence[New], writing: asyncio.Future[None]) -> None:
        error = writing.exception()
        if isinstance(error, ConflictError | DoubtError):
            self._anew = self.loop.create_task(self._catch_up(new, error))
        else:
            self._end(error or _taken(new))

    async def _catch_up(self, new: Sequence[New], error: StoreError) -> None:
        """Fold what somebody else was faster with, and try again. What broke off may still arrive, and then stands in its own way:
        whatever is found is compared with all that is in doubt.
        """
        if isinstance(error, DoubtError):
            self._in_doubt.append({NewRow(one.of.id, one.row) for one in new})
        try:
            found = await _catch_up_all(self._turns.logs, error)
        except BaseException as trouble:
            self._end(trouble)
            return
        if any(rows <= found for rows in self._in_doubt):
            self._end()
        elif self._tries < TRIES:
            self._write()
        else:
            self._end(StoreError("Others were faster again and again, so this has not happened. Try again."))

    def _end(self, error: BaseException | None = None) -> None:
        """Everyone looks again, others have their turn, and who waits for it hears how it went."""
        self._is_over, self._error = True, error
        try:
            for one, number in self._before:
                if one.number != number:
                    one.publish()
        except Exception as trouble:
            self._error = error or trouble
        self._turns.end()
        _on_their_way.discard(self)
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)


def _taken(new: Iterable[New]) -> Exception | None:
    """What is on disk becomes so, or what went wrong with that."""
    try:
        for one in new:
            one.of.take(one.row, one.body)
    except Exception as error:
        return error
    return None


async def _catch_up_all(logs: Sequence[Logged], error: StoreError) -> set[NewRow]:
    """Fold what is there, and say what it was; if that cannot be known, what is in memory is given up."""
    try:
        async with asyncio.timeout(PATIENCE):
            return {NewRow(one.id, row) for one in logs for row in await _patiently_catch_up(one)}
    except TimeoutError:
        for one in logs:
            one.give_up()
        raise error from None


async def _patiently_catch_up(one: Logged) -> Sequence[LogRow]:
    while True:
        try:
            rows = await one.store.log(one.id, one.number)
        except UnreachableError:
            await asyncio.sleep(A_REST)
        else:
            _take_all(one, rows)
            return rows


async def catch_up(one: Logged) -> bool:
    """Fold what others have written meanwhile. Its turn is held."""
    rows = await one.store.log(one.id, one.number)
    _take_all(one, rows)
    return bool(rows)


def _take_all(one: Logged, rows: Iterable[LogRow]) -> None:
    for row in rows:
        one.take(row, read(row))


def _numbered(decided: Iterable[tuple[Logged, Body]]) -> Iterator[New]:
    """Entries with the numbers that they will have: one after the other, where a log has several."""
    more = defaultdict[str, int](int)
    for one, body in decided:
        more[one.id] += 1
        yield New(one, written(one.number + more[one.id], one.now(), body), body)


def _decided(one: Logged, decide: Decision) -> Body | None:
    one.must_be_here()
    return decide()
