"""Time at the tables: it passes, whatever is done to the machine's clock."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from moot.table.live import runner
from moot.table.live.clock import MOST_CHANGE, SteadyClock
from moot.table.settings import Settings
from tests.table.desk import opened
from tests.table.house import ALL, House
from tests.table.test_restart import MINE, some_moves

one_store = pytest.mark.one_store


class Machine:
    """The two clocks of a machine: one that people set, and one that only runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.running = 1_800_000_000.0, 50.0
        monkeypatch.setattr("moot.table.live.clock.time", lambda: self.wall)
        monkeypatch.setattr("moot.table.live.clock.monotonic", lambda: self.running)

    def pass_by(self, seconds: float) -> None:
        """Both go on."""
        self.wall += seconds
        self.running += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine."""
    return Machine(monkeypatch)


@one_store
@pytest.mark.parametrize("off", [-30.0, -0.5, 0.5, 30.0])
def test_a_clock_follows_the_databases_and_never_runs_backwards(machine: Machine, off: float) -> None:
    clock, ahead = SteadyClock(), machine.wall - machine.running
    times = [clock()]
    for _ in range(int(abs(off) / MOST_CHANGE) + 2):
        machine.pass_by(0.25)
        clock.follow(machine.running + ahead + off)
        times += [clock(), clock()]
    assert times == sorted(times)
    assert abs(times[-1] - (machine.running + ahead + off)) < MOST_CHANGE
    steps = [later - earlier for earlier, later in zip(times[:-1:2], times[1::2], strict=True)]
    assert max(steps) <= 0.25 + MOST_CHANGE + 1e-6
    assert min(steps) >= 0.25 - MOST_CHANGE - 1e-6
    clock.follow(times[-1] - 5)
    assert clock() == times[-1]  # not even when no time has passed


@pytest.mark.shared_store
@pytest.mark.parametrize("set_by", [-86_400, 86_400])
def test_the_wall_clock_of_a_server_that_shares_a_database_changes_nothing(
    tmp_path: Path, machine: Machine, set_by: float
) -> None:
    machine.wall = time.time() + set_by
    with House(tmp_path, clock=SteadyClock()) as house:
        table = house.browser().open("polycrisis", **MINE)
        some_moves(house, house.live(table), 3, Random(1))
        assert abs(house.settings.clock() - time.time()) < 60
        machine.wall -= 2 * set_by
        some_moves(house, house.live(table), 3, Random(1))
        times = [row.at for row in house.do(house.registry.store.log, table)]
        now = house.do(house.registry.store.now)
    assert times == sorted(times)
    assert all(abs(at - now) < 60 for at in times)


@one_store
@pytest.mark.parametrize("set_by", [-86_400, 86_400])
def test_a_clock_that_is_set_changes_nothing(machine: Machine, set_by: float) -> None:
    clock = SteadyClock()
    machine.pass_by(10)
    before = clock()
    machine.wall += set_by
    assert clock() == before == 1_800_000_010
    machine.pass_by(5)
    assert clock() == before + 5


@one_store
def test_a_server_has_such_a_clock_unless_it_is_given_another(tmp_path: Path) -> None:
    clock = Settings(tmp_path, ALL).clock
    assert isinstance(clock, SteadyClock)
    assert abs(clock() - time.time()) < 60


@one_store
@pytest.mark.parametrize("set_by", [-86_400, 86_400])
def test_a_phase_ends_when_its_time_is_over_whatever_the_machine_says(
    tmp_path: Path, machine: Machine, set_by: float
) -> None:
    with House(tmp_path, clock=SteadyClock()) as house:
        desk = opened(house)
        desk.do("clock", **{"time.": "60"})
        live = desk.live_tables[0]
        machine.wall += set_by
        assert not live.time_is_up
        assert runner.next_deadline(live) == live.now() + 60
        machine.pass_by(60)
        assert runner.next_deadline(live) == live.now()


@one_store
def test_no_row_is_older_than_the_one_before_also_after_a_restart_with_the_clock_set_back(
    tmp_path: Path, machine: Machine
) -> None:
    with House(tmp_path, clock=SteadyClock()) as house:
        table = house.browser().open("polycrisis", **MINE)
        machine.pass_by(100)
        some_moves(house, house.live(table), 5, Random(1))
    machine.wall -= 86_400
    with House(tmp_path, clock=SteadyClock()) as house:
        some_moves(house, house.live(table), 5, Random(1))
        machine.pass_by(1)
        some_moves(house, house.live(table), 1, Random(1))
        times = [row.at for row in house.do(house.registry.store.log, table)]
    assert times == sorted(times)
    assert times[-1] == times[-2] + 1
