"""Tables come into memory and leave it: there is only one of each, and whoever looks on looks at that one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moot.engine import MoveError
from moot.table.feeds.messages import COME_AGAIN
from moot.table.live.table import LiveTable
from moot.table.people import People, Person
from moot.table.registry import Registry
from moot.table.workshops.overview import Overview
from tests.table.desk import Desk
from tests.table.house import Browser, House, Line

MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me"}


def test_who_comes_while_a_table_leaves_memory_comes_again(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would look at a table at which nothing happens any more."""
    live, who = house.live(ada.open(**MINE)), People.who

    async def who_and_leave(people: People, secret: str) -> Person | None:
        if house.registry.live.get(live.id) is live:
            house.registry.leave(live)
        return await who(people, secret)

    monkeypatch.setattr(People, "who", who_and_leave)
    with ada.client.websocket_connect(f"/tables/{live.id}/socket?seat=0") as socket:
        assert Line(socket).until_closed() == COME_AGAIN
    with ada.at(live.id, 0) as line:
        assert line.play()["type"] == "done"


def test_nothing_is_done_at_a_table_that_has_left_memory(house: House, ada: Browser) -> None:
    live = house.live(ada.open(**MINE))
    house.forget(live)
    seat = live.sitting.waiting[0]
    with pytest.raises(MoveError, match="read anew"):
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
    with pytest.raises(MoveError, match="read anew"):
        house.do(live.say, 0, "Hello")
    assert house.live(live.id).number == 0


def test_a_table_is_read_once_at_a_time_also_after_reading_has_failed(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, load = house.live(ada.open(**MINE)), Registry._load
    house.forget(live)
    reading, most, tries = 0, 0, 0

    async def slow_load(registry: Registry, table: str) -> Any:
        nonlocal reading, most, tries
        reading, tries = reading + 1, tries + 1
        most, first = max(most, reading), tries == 1
        await asyncio.sleep(0.02)
        try:
            if first:
                raise OSError("the disk is away")
            return await load(registry, table)
        finally:
            reading -= 1

    monkeypatch.setattr(Registry, "_load", slow_load)

    async def find_all() -> list[Any]:
        early = [asyncio.create_task(house.registry.find(live.id)) for _ in range(3)]
        await asyncio.wait(early, return_when=asyncio.FIRST_EXCEPTION)
        late = [asyncio.create_task(house.registry.find(live.id)) for _ in range(3)]
        return await asyncio.gather(*early, *late, return_exceptions=True)

    failed, *found = house.do(find_all)
    assert isinstance(failed, OSError)
    assert most == 1
    assert len(set(map(id, found))) == 1
    assert isinstance(found[0], LiveTable)


def test_a_table_that_somebody_has_found_already_is_theirs(house: House, ada: Browser) -> None:
    """As with a rematch, which others may find before whoever opened it comes to it."""
    live = house.live(ada.open(**MINE))

    async def enter_again() -> LiveTable:
        return house.registry.enter(house.registry.openings.furnished(live.info, live.chairs))

    assert house.do(enter_again) is live
    assert house.live(live.id) is live


def test_a_facilitator_who_cannot_be_told_what_is_new_comes_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    live = desk.live_tables[0]

    def fail(*_: Any) -> None:
        raise KeyError("a word is missing")

    with desk.browser.client.websocket_connect(f"{desk.at}/socket?table=1") as socket:
        socket.receive_json()
        monkeypatch.setattr(Overview, "update", fail)
        desk.house.do(live.say, 0, "Hello")
        assert Line(socket).until_closed() == COME_AGAIN
