"""Play over days: which hours count, and a table that has left memory is back when its time comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from sqlalchemy import select

from moot.table.live import runner
from moot.table.live.entries import Opened, read, written
from moot.table.live.hours import DAY, WEEK, Hours, deadline, read_hours, time_left
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
from moot.table.persistence.leases import SharedLeases
from moot.table.persistence.store import LogRow
from tests.table.house import Browser, House

WORKDAYS = (0, 1, 2, 3, 4)
OFFICE = Hours("Europe/Berlin", 8, 22, WORKDAYS)
DAYS: dict[str, Any] = {"idle": DAY, "zone": "Europe/Berlin", "from": 8, "to": 22, "option_seats": 2, "seat_0": "me"}


def at(text: str, zone: str = "Europe/Berlin") -> float:
    """A moment by the clock on a wall."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("since", "days", "hours", "until"),
    [
        ("2026-11-16 15:00", 1, OFFICE, "2026-11-17 15:00"),  # a Monday
        ("2026-11-16 23:30", 1, OFFICE, "2026-11-17 22:00"),  # at night nothing has passed yet
        ("2026-11-16 03:00", 1, OFFICE, "2026-11-16 22:00"),
        ("2026-11-20 15:00", 1, OFFICE, "2026-11-23 15:00"),  # over the weekend
        ("2026-11-21 12:00", 1, OFFICE, "2026-11-23 22:00"),  # asked on a Saturday
        ("2026-11-16 15:00", 3, OFFICE, "2026-11-19 15:00"),
        ("2026-11-16 15:00", 7, OFFICE, "2026-11-25 15:00"),
        ("2026-11-16 15:00", 7, Hours("Europe/Berlin"), "2026-11-23 15:00"),
        ("2026-11-16 15:00", 1, Hours("Europe/Berlin", 8, 22, (6,)), "2026-11-22 22:00"),
        ("2026-10-24 15:00", 1, Hours("Europe/Berlin", 8, 22), "2026-10-25 15:00"),  # summer time ends at night
        ("2026-10-24 15:00", 1, Hours("Europe/Berlin"), "2026-10-25 14:00"),  # the hour that comes twice counts twice
        ("2026-03-28 15:00", 1, Hours("Europe/Berlin"), "2026-03-29 16:00"),
    ],
)
def test_nights_and_days_that_are_left_out_do_not_count(since: str, days: int, hours: Hours, until: str) -> None:
    assert deadline(at(since), days * DAY, hours) == at(until)


@pytest.mark.one_store
def test_the_zone_decides_what_is_night() -> None:
    asked = at("2026-11-16 23:00")
    assert deadline(asked, DAY, Hours("America/New_York", 8, 22)) == at("2026-11-17 17:00", "America/New_York")
    assert deadline(asked, DAY, Hours("No/Where", 8, 22)) == deadline(asked, DAY, Hours("UTC", 8, 22))


@pytest.mark.one_store
def test_live_play_goes_by_seconds() -> None:
    assert deadline(1000.0, 60) == 1060.0


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (3 * DAY, "3 days left"),
        (2 * DAY + 5, "2 days left"),
        (2 * DAY - 1, "47 hours left"),
        (3600, "1 hour left"),
        (3599, "59 minutes left"),
        (60, "1 minute left"),
        (20, "less than a minute left"),
        (-5, "less than a minute left"),
    ],
)
def test_what_is_left_is_said_in_words(seconds: float, said: str) -> None:
    assert time_left(seconds) == said


@pytest.mark.one_store
def test_a_form_says_which_hours_count() -> None:
    sent = {"zone": "Asia/Tokyo", "from": "9", "to": "21", "weekday.0": "1", "weekday.2": "1"}
    assert read_hours(sent) == Hours("Asia/Tokyo", 9, 21, (0, 2))
    assert read_hours({}) == Hours("UTC", 0, 24, WEEK)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"zone": "Middle/Earth"}, "There is no time zone &#39;Middle/Earth&#39;"),
        ({"zone": "../../etc/passwd"}, "There is no time zone"),
        ({"from": "25"}, "An hour of the day is a number from 0 to 24"),
        ({"from": "20", "to": "8"}, "begin before they end: not from 20 to 8"),
        ({"idle": str(2 * DAY)}, "or of days 86400, 259200, 604800"),
    ],
)
def test_hours_that_cannot_be_are_refused_in_words(ada: Browser, wrong: dict[str, str], said: str) -> None:
    answer = ada.post("/tables", game="polycrisis", **{**DAYS, **wrong})
    assert answer.status_code == 400
    assert said in answer.text


def test_the_form_offers_it_and_a_workshop_does_not(ada: Browser) -> None:
    assert '<option class="days" value="259200">A bot after three days</option>' in ada.page("/new/polycrisis")
    assert "259200" not in ada.page("/workshops/new/polycrisis")
    answer = ada.post("/workshops", game="polycrisis", idle=DAY, tables=1)
    assert "played live, not over days" in answer.text


def test_the_rules_of_time_are_in_the_first_entry_and_go_on_with_a_rematch(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", **DAYS, **{"weekday.0": 1, "weekday.1": 1}))
    assert live.info.hours == Hours("Europe/Berlin", 8, 22, (0, 1))
    [first, *_] = house.do(house.registry.store.log, live.id)
    opened = read(first)
    assert isinstance(opened, Opened)
    assert opened.hours == live.info.hours
    ada.post(f"/tables/{live.id}/end")
    again = ada.post(f"/tables/{live.id}/rematch").headers["location"].removeprefix("/tables/")
    assert house.live(again).info.hours == live.info.hours


def test_an_entry_of_live_play_is_what_it_was(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", idle=60, option_seats=2)
    [first, *_] = house.do(house.registry.store.log, table)
    assert b"hours" not in first.body
    old = LogRow(0, first.at, "opened", -1, msgspec.json.encode(msgspec.json.decode(first.body)))
    assert read(old) == read(first)
    assert written(0, first.at, read(first)) == first


# Out of memory, and back in time


@pytest.fixture
def alone(house: House, ada: Browser) -> LiveTable:
    """A table of days at which Ada is awaited."""
    return house.live(ada.open("polycrisis", **DAYS))


def due(live: LiveTable) -> float:
    """When a bot stands in."""
    found = runner.next_deadline(live)
    assert found is not None
    return found


def alarms(house: House) -> dict[str, float]:
    """Those that are set."""
    return {row.table_id: row.due for row in house.do(house.registry.store.rows, select(schema.alarms))}


def look(house: House) -> None:
    """One look at the alarms."""
    house.do(house.registry.alarms.look)


async def settled(house: House) -> None:
    """What nobody waits for is done."""
    await asyncio.gather(*house.registry._errands)


def leave(house: House, live: LiveTable) -> None:
    """A table leaves memory, as one does that nobody looks at."""
    house.do(settled, house)
    assert not house.registry.runner.is_busy(live)
    house.forget(live)
    house.do(settled, house)


def is_away(house: House, table: str) -> bool:
    """Whether a bot has stood in for Ada, after a while at most."""

    async def wait() -> bool:
        for _ in range(200):
            live = house.registry.live.get(table)
            if live is not None and live.chairs[0].stand_in:
                return True
            await asyncio.sleep(0.01)
        return False

    return house.do(wait)


def test_a_table_whose_deadline_is_far_away_leaves_memory_and_is_back_in_time(house: House, alone: LiveTable) -> None:
    table, until = alone.id, due(alone)
    leave(house, alone)
    assert alarms(house) == {table: until}
    house.clock.now = until - 120
    look(house)
    assert table not in house.registry.live
    house.clock.now = until - 30
    look(house)
    assert not house.registry.live[table].chairs[0].stand_in
    assert alarms(house) == {}
    assert house.registry.runner.is_busy(house.registry.live[table])


def test_it_leaves_memory_by_itself_when_nobody_looks(tmp_path: Path) -> None:
    with House(tmp_path, quiet=0.2) as house:
        live = house.live(house.browser().open("polycrisis", **DAYS))

        async def gone() -> None:
            async with asyncio.timeout(20):
                while live.id in house.registry.live:
                    await asyncio.sleep(0.05)

        house.do(gone)
        house.do(settled, house)
        assert alarms(house) == {live.id: due(live)}


def test_a_bot_takes_over_when_it_comes(house: House, alone: LiveTable) -> None:
    leave(house, alone)
    house.clock.now = due(alone) + 1
    look(house)
    assert is_away(house, alone.id)


def test_a_table_that_is_near_its_deadline_stays(house: House, alone: LiveTable) -> None:
    house.do(settled, house)
    house.clock.now = due(alone) - runner.NEAR
    assert house.registry.runner.is_busy(alone)


def test_also_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        live = house.live(house.browser().open("polycrisis", **DAYS))
        until, table = due(live), live.id
    with House(tmp_path) as house:
        assert alarms(house) == {table: until}
        assert table not in house.registry.live
        house.clock.now = until + 1
        look(house)
        assert is_away(house, table)
    with House(tmp_path) as house:
        assert house.live(table).chairs[0].stand_in or due(house.live(table)) == until


@pytest.mark.shared_store
def test_also_when_its_lease_was_still_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = SharedLeases.take

    async def slowly(leases: SharedLeases, tables: Sequence[str]) -> None:
        await asyncio.sleep(0.3)
        await take(leases, tables)

    monkeypatch.setattr(SharedLeases, "take", slowly)
    with House(tmp_path) as house:
        live = house.live(house.browser().open("polycrisis", **DAYS))
        until = due(live)
        house.forget(live)
        house.do(settled, house)
        assert alarms(house) == {live.id: until}
        assert not house.registry.leases.holds(live.id)


def test_the_same_deadline_from_a_snapshot_and_from_the_log(house: House, alone: LiveTable) -> None:
    until = due(alone)
    leave(house, alone)
    again = house.live(alone.id)
    assert again is not alone
    assert again.scribe.snapshot_at == again.number
    assert due(again) == until


def test_an_alarm_of_a_table_that_is_gone_is_forgotten(house: House, alone: LiveTable) -> None:
    leave(house, alone)

    async def write() -> None:
        from moot.table.alarms import alarm_set

        await house.registry.store.write(alarm_set("nowhere", 5.0))

    house.do(write)
    look(house)
    assert set(alarms(house)) == {alone.id}


def test_a_table_that_is_answered_meanwhile_has_another_deadline(house: House, ada: Browser, alone: LiveTable) -> None:
    leave(house, alone)
    before = alarms(house)[alone.id]
    house.clock.now += DAY / 4
    live = house.live(alone.id)
    while 0 not in live.sitting.waiting or live.chairs[0].since < house.clock.now:
        house.do(live.play, *next((seat, live.sitting.numbers(seat)[0]) for seat in live.sitting.waiting))
    leave(house, live)
    assert alarms(house)[alone.id] > before


@pytest.fixture
def other(tmp_path: Path, house: House) -> Iterator[House]:
    """A second server on the same database."""
    with House(tmp_path, seed=1000) as other:
        other.secrets.used += ["taken"] * 500
        yield other


@pytest.mark.shared_store
def test_of_two_servers_one_brings_it_back(house: House, other: House, alone: LiveTable) -> None:
    leave(house, alone)
    other.clock.now = house.clock.now = due(alone) + 1
    look(other)
    look(house)
    assert is_away(other, alone.id)
    assert alone.id not in house.registry.live
    rows = house.do(house.registry.store.log, alone.id)
    assert [row.kind for row in rows].count("away") == 1


@pytest.mark.shared_store
def test_a_neighbour_goes_on_where_a_server_was_killed(house: House, other: House, alone: LiveTable) -> None:
    until = due(alone)

    async def die() -> None:
        """Nothing is freed, and no sign of life is given any more."""
        leases: Any = house.registry.leases
        leases._beating.cancel()
        await leases._line.close()

    house.do(die)

    async def adopted() -> None:
        async with asyncio.timeout(30):
            while alone.id not in other.registry.live:
                await asyncio.sleep(0.05)

    other.do(adopted)
    leave(other, other.live(alone.id))
    other.clock.now = until + 1
    look(other)
    assert is_away(other, alone.id)


def test_the_strip_of_seats_shows_the_deadline(house: House, ada: Browser, alone: LiveTable) -> None:
    assert f'data-deadline="{due(alone)}"' in ada.page(f"/tables/{alone.id}")
