"""Appending to logs: what somebody wants is decided when its turn comes, written down, and only then so.

Where several servers share a store, another may have been faster. Then what it wrote is read and folded first, and the same is
decided anew: mostly it still fits, and nobody notices.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
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
_on_their_way: set[asyncio.Task[None]] = set()


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
    task = asyncio.get_running_loop().create_task(_append_all(wanted, besides))
    _on_their_way.add(task)
    task.add_done_callback(_on_their_way.discard)
    await asyncio.shield(task)


async def settled() -> None:
    """Wait until whatever is on its way to the disk from this loop has arrived."""
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(task for task in _on_their_way if task.get_loop() is loop), return_exceptions=True)


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


@contextlib.asynccontextmanager
async def turns(logs: Iterable[Logged]) -> AsyncIterator[None]:
    """The turns of several logs, always in the same order: nobody waits for somebody who waits for them."""
    async with contextlib.AsyncExitStack() as taken:
        for one in sorted({one.id: one for one in logs}.values(), key=lambda one: one.id):
            await taken.enter_async_context(one.turn)
        yield


async def _append_all(wanted: Sequence[Wanted], besides: Sequence[Change]) -> None:
    logs = list({one.id: one for one, _ in wanted}.values())
    async with logs[0].turn if len(logs) == 1 else turns(logs):
        before = [one.number for one in logs]
        try:
            await _write(logs, wanted, besides)
        finally:
            for one, number in zip(logs, before, strict=True):
                if one.number != number:
                    one.publish()


async def _write(logs: Sequence[Logged], wanted: Sequence[Wanted], besides: Sequence[Change]) -> None:
    """Decide and write until nobody else is faster. What broke off may still arrive, and then stands in its own way: whatever is
    found is compared with all that is in doubt.
    """
    in_doubt: list[set[NewRow]] = []
    for _ in range(TRIES):
        new = list(_numbered((one, body) for one, decide in wanted if (body := _decided(one, decide)) is not None))
        try:
            if new:
                await new[0].of.store.write([*besides, *(change for one in new for change in one.changes)])
        except (ConflictError, DoubtError) as error:
            if isinstance(error, DoubtError):
                in_doubt.append({NewRow(one.of.id, one.row) for one in new})
            found = await _catch_up_all(logs, error)
            if any(rows <= found for rows in in_doubt):
                return
        else:
            for one in new:
                one.of.take(one.row, one.body)
            return
    raise StoreError("Others were faster again and again, so this has not happened. Try again.")


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
    more: Counter[str] = Counter()
    for one, body in decided:
        more[one.id] += 1
        yield New(one, written(one.number + more[one.id], one.now(), body), body)


def _decided(one: Logged, decide: Decision) -> Body | None:
    one.must_be_here()
    return decide()
