"""Who keeps a table: whatever breaks off between servers and their database, its bots and clocks stand still for a moment only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from moot.table import chores, neighbours
from moot.table import registry as registry_module
from moot.table.live import controls
from moot.table.live.table import LiveTable
from moot.table.persistence import leases
from moot.table.persistence.leases import SharedLeases
from moot.table.persistence.postgres import PostgresStore
from moot.table.registry import Registry
from tests.table.house import House
from tests.table.test_servers import TWO, until

pytestmark = pytest.mark.shared_store

BOTS: dict[str, Any] = {"game": "polycrisis", "option_seats": 3, "seat_0": "greedy"}
SLOW = 5.0  # seconds between moves: bots are at work for as long as a test lasts


def leases_of(house: House) -> SharedLeases:
    """A server's."""
    found = house.registry.leases
    assert isinstance(found, SharedLeases)
    return found


def store_of(house: House) -> PostgresStore:
    """Likewise."""
    found = house.registry.store
    assert isinstance(found, PostgresStore)
    return found


def ask(house: House, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """What the database says."""

    async def fetch() -> list[tuple[Any, ...]]:
        connection = await store_of(house).connect()
        found = [tuple(row) for row in await connection.fetch(statement, *values)]
        await connection.close()
        return found

    return house.do(fetch)


def keeps(house: House, table: str) -> Callable[[], bool]:
    """Whether a server looks after a table that it has in memory."""
    return lambda: house.registry.leases.holds(table) and table in house.registry.live


def seen(house: House) -> list[tuple[Any, ...]]:
    """When a server last showed a sign of life."""
    return ask(house, "SELECT seen FROM servers WHERE id = $1", store_of(house).server)


def test_who_was_taken_for_dead_goes_on(tmp_path: Path) -> None:
    with House(tmp_path, pace=SLOW) as house:
        tables = [house.browser().open(**BOTS) for _ in range(3)]
        for table in tables:
            house.do(until, keeps(house, table))
        ask(house, "DELETE FROM servers")
        while not seen(house):
            house.do(asyncio.sleep, 0.05)
        house.do(asyncio.sleep, 2 * leases.BEAT)
        assert [keeps(house, table)() for table in tables] == [True] * 3


def test_who_was_taken_for_dead_tells_again_who_is_there(tmp_path: Path) -> None:
    with House(tmp_path) as house, House(tmp_path, seed=1000) as other:
        ada = house.browser()
        table = ada.open(**TWO)
        two = other.live(table)
        with ada.at(table, 0):
            other.do(until, lambda: two.watchers.is_at(0))
            two.watchers.only_from(())
            ask(house, "DELETE FROM servers WHERE id = $1", store_of(house).server)
            other.do(until, lambda: two.watchers.is_at(0))


def test_what_another_has_taken_over_is_no_longer_kept(tmp_path: Path) -> None:
    with House(tmp_path, pace=SLOW) as house, House(tmp_path, pace=SLOW, seed=1000) as other:
        table = house.browser().open(**BOTS)
        house.do(until, keeps(house, table))
        ask(house, "UPDATE leases SET server = $1", store_of(other).server)
        house.do(until, lambda: not house.registry.leases.holds(table))
        other.do(until, keeps(other, table))


def test_a_lease_of_which_its_server_does_not_know_is_found(tmp_path: Path) -> None:
    with House(tmp_path, pace=SLOW) as house:
        table = house.browser().open(**BOTS)
        house.do(until, keeps(house, table))
        leases_of(house)._mine.clear()  # as if the answer had been lost
        house.do(until, keeps(house, table))


def test_a_table_whose_freeing_broke_off_is_looked_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path, pace=SLOW) as house:
        table = house.browser().open(**BOTS)
        house.do(until, keeps(house, table))
        live = house.live(table)

        async def leave() -> None:
            connection = leases_of(house)._line._connection
            assert connection is not None
            connection.terminate()
            house.registry.leave(live)

        house.do(leave)
        house.do(until, lambda: house.registry.live.get(table) not in (None, live))
        house.do(until, keeps(house, table))


def test_a_server_whose_lock_somebody_held_for_a_moment_gets_it_back(house: House) -> None:
    key, store = leases_of(house)._key, store_of(house)
    held = """SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> $1
    AND (classid::bigint << 32 | objid::bigint) = $2"""

    async def take_it() -> asyncpg.Connection[Any]:
        thief = await store.connect()
        waiting = asyncio.create_task(thief.execute("SELECT pg_advisory_lock($1)", key))
        await asyncio.sleep(0.1)
        other = await store.connect()
        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> $1",
            thief.get_server_pid(),
        )
        await other.close()
        await waiting
        await asyncio.sleep(3 * leases.BEAT)
        return thief

    thief = house.do(take_it)
    pid = thief.get_server_pid()
    assert not ask(house, held, pid, key)
    house.do(thief.close)
    house.do(asyncio.sleep, 3 * leases.BEAT)
    assert ask(house, held, pid, key)


def test_whoever_leaves_takes_nothing_over_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, pace=SLOW)
    with house:
        table = house.browser().open(**BOTS)
        house.do(until, keeps(house, table))
        monkeypatch.setattr(registry_module, "settled", lambda: asyncio.sleep(4 * leases.BEAT))
    assert not house.registry.live


def test_a_sign_of_life_does_not_wait_for_leases(house: House) -> None:
    async def hold_the_line() -> list[Any]:
        connection, mine = await store_of(house).connect(), store_of(house).server
        async with leases_of(house)._line._free:
            found = []
            for _ in range(2):
                found.append(await connection.fetchval("SELECT seen FROM servers WHERE id = $1", mine))
                await asyncio.sleep(4 * leases.BEAT)
        await connection.close()
        return found

    before, after = house.do(hold_the_line)
    assert after > before


def test_signs_of_life_go_on_whatever_fails(house: House) -> None:
    def fail(servers: object) -> None:
        leases_of(house).on_others = lambda servers: None
        raise RuntimeError("a bug")

    leases_of(house).on_others = fail
    house.do(asyncio.sleep, 2 * leases.BEAT)
    before = seen(house)
    house.do(asyncio.sleep, 4 * leases.BEAT)
    assert seen(house) > before


def test_a_table_that_cannot_be_read_keeps_no_other_from_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find, broken = Registry.find, set[str]()

    async def find_unless_broken(self: Registry, table: str) -> Any:
        if table in broken:
            raise RuntimeError("a bug")
        return await find(self, table)

    monkeypatch.setattr(Registry, "find", find_unless_broken)
    monkeypatch.setattr(neighbours, "A_WHILE", 0.3, raising=False)
    with House(tmp_path, pace=SLOW) as first:
        tables = sorted(first.browser().open(**BOTS) for _ in range(3))
        broken |= {tables[0]}
    with House(tmp_path, pace=SLOW) as second:
        for table in tables[1:]:
            second.do(until, keeps(second, table))
        second.do(until, lambda: not second.registry.leases.holds(tables[0]))
        broken.clear()
        second.do(until, keeps(second, tables[0]))


def test_while_there_is_more_to_take_over_nobody_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path, pace=SLOW) as first:
        tables = [first.browser().open(**BOTS) for _ in range(7)]
    monkeypatch.setattr(leases, "AT_ONCE", 2)
    monkeypatch.setattr(leases, "BEAT", 1000.0)
    with House(tmp_path, pace=SLOW) as second:
        for table in tables:
            second.do(until, keeps(second, table))


def test_a_table_without_bots_and_clocks_needs_nobody(house: House) -> None:
    table = house.browser().open(**TWO)
    live = house.live(table)
    house.do(asyncio.sleep, 0.1)
    assert ask(house, "SELECT * FROM leases") == []
    house.do(set_clock, live)
    house.do(until, keeps(house, table))


async def set_clock(live: LiveTable) -> None:
    """A minute for every phase."""
    await controls.set_clock(live, {"": 60}, only_show=False)


def test_what_is_done_for_ever_goes_on_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    async def work() -> None:
        done.append(len(done))
        if len(done) < 3:
            raise RuntimeError("a bug")
        await asyncio.sleep(1000)

    async def run() -> None:
        task = asyncio.create_task(chores.for_ever("trouble", work))
        await until(lambda: len(done) == 3)
        task.cancel()

    monkeypatch.setattr(chores, "A_REST", 0.0)
    asyncio.run(run())
