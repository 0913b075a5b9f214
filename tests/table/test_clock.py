"""Time at the tables: it passes, whatever is done to the machine's clock."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from moot.table import runner
from moot.table.clock import SteadyClock
from moot.table.hall import Settings
from tests.table.desk import opened
from tests.table.house import ALL, House
from tests.table.test_restart import MINE, some_moves


class Machine:
    """The two clocks of a machine: one that people set, and one that only runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.running = 1_800_000_000.0, 50.0
        monkeypatch.setattr("moot.table.clock.time", lambda: self.wall)
        monkeypatch.setattr("moot.table.clock.monotonic", lambda: self.running)

    def pass_by(self, seconds: float) -> None:
        """Both go on."""
        self.wall += seconds
        self.running += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine."""
    return Machine(monkeypatch)


@pytest.mark.parametrize("set_by", [-86_400, 86_400])
def test_a_clock_that_is_set_changes_nothing(machine: Machine, set_by: float) -> None:
    clock = SteadyClock()
    machine.pass_by(10)
    before = clock()
    machine.wall += set_by
    assert clock() == before == 1_800_000_010
    machine.pass_by(5)
    assert clock() == before + 5


def test_a_server_has_such_a_clock_unless_it_is_given_another(tmp_path: Path) -> None:
    clock = Settings(tmp_path, ALL).clock
    assert isinstance(clock, SteadyClock)
    assert abs(clock() - time.time()) < 60


@pytest.mark.parametrize("set_by", [-86_400, 86_400])
def test_a_phase_ends_when_its_time_is_over_whatever_the_machine_says(
    tmp_path: Path, machine: Machine, set_by: float
) -> None:
    with House(tmp_path, clock=SteadyClock()) as house:
        desk = opened(house)
        desk.do("clock", **{"time.": "60"})
        room = desk.rooms[0]
        machine.wall += set_by
        assert not room.time_is_up
        assert runner.next_deadline(room) == room.now() + 60
        machine.pass_by(60)
        assert runner.next_deadline(room) == room.now()


def test_no_row_is_older_than_the_one_before_also_after_a_restart_with_the_clock_set_back(
    tmp_path: Path, machine: Machine
) -> None:
    with House(tmp_path, clock=SteadyClock()) as house:
        table = house.browser().open("polycrisis", **MINE)
        machine.pass_by(100)
        some_moves(house, house.room(table), 5, Random(1))
    machine.wall -= 86_400
    with House(tmp_path, clock=SteadyClock()) as house:
        some_moves(house, house.room(table), 5, Random(1))
        machine.pass_by(1)
        some_moves(house, house.room(table), 1, Random(1))
        times = [row.at for row in house.do(house.hall.store.log, table)]
    assert times == sorted(times)
    assert times[-1] == times[-2] + 1
