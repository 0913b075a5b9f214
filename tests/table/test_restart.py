"""A restart: every table goes on exactly where it was. And a disk that fails: nothing is half done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from moot.table import schema, store
from moot.table.entries import Said, written
from moot.table.keeping import Kept
from moot.table.room import Room
from tests.table.house import ALL, Browser, House

MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me"}


def everything(room: Room) -> dict[str, Any]:
    """All that is known of a table."""
    sitting = room.sitting
    return {
        "record": bytes(sitting),
        "moves": list(sitting.history),
        "log": list(sitting.log),
        "lines": [sitting.lines(seat) for seat in range(-1, sitting.seats)],
        "chat": list(room.chat),
        "chairs": [(chair.kind, chair.name, set(chair.sitters)) for chair in room.chairs],
        "numbers": (room.number, list(room.answers)),
        "info": room.info,
        "state": (room.state, room.next),
    }


def some_moves(house: House, room: Room, many: int, dice: Random) -> int:
    """Random moves, and the number of the last row that was acknowledged."""
    for _ in range(many):
        if not room.sitting.over:
            seat = dice.choice(room.sitting.waiting)
            house.do(room.play, seat, dice.choice(room.sitting.numbers(seat)))
    return room.number


def test_every_table_is_resumed_exactly(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, bo, dice = house.browser(), house.browser(), Random(4)
        left, acknowledged = {}, {}
        for name in [*ALL] * 3:
            table = ada.open(
                name, name="Ada", public=1, idle=60, option_seats=3, seat_0="me", seat_1="open", seat_2="me"
            )
            bo.join(table, 1, "Bo")
            room = house.room(table)
            some_moves(house, room, dice.randrange(200), dice)
            house.do(room.say, 1, "Hello", 2)
            acknowledged[table] = room.number
            left[table] = everything(room)
    with House(tmp_path) as house:
        for table, before in left.items():
            room = house.room(table)
            assert everything(room) == before
            numbers = [row.number for row in house.do(house.hall.store.log, table)]
            assert numbers == list(range(acknowledged[table] + 1))


def test_who_was_there_is_known_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table, secret = ada.open(name="Ada", **MINE), ada.secret
    with House(tmp_path) as house:
        page = house.browser(secret).page(f"/tables/{table}")
        assert 'data-mine="0 1"' in page
        assert "Take a seat" in house.browser("somebody else").page(f"/tables/{table}")


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, pace=3600) as house:
        table = house.browser().open("path_to_safety", option_seats=2, seat_0="greedy", seat_1="greedy")
    with House(tmp_path) as house, house.browser().at(table) as line:
        line.until(lambda state: "over" in state)


def test_what_is_over_is_over_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table, secret = ada.open("path_to_safety", **MINE), ada.secret
        some_moves(house, house.room(table), 500, Random(1))
        again = ada.post(f"/tables/{table}/rematch").headers["location"]
    with House(tmp_path) as house:
        ada = house.browser(secret)
        assert again in ada.page(f"/tables/{table}")
        assert ada.post(f"/tables/{table}/rematch").headers["location"] == again
        assert "Everything open" in ada.page(f"/tables/{table}/replay")


def test_a_table_leaves_memory_and_comes_back(house: House, ada: Browser) -> None:
    table = ada.open(**MINE)
    room = house.room(table)
    some_moves(house, room, 20, Random(3))
    house.forget(room)
    assert house.hall.rooms == {}
    assert everything(house.room(table)) == everything(room)
    assert house.room(table) is not room


class Disk:
    """A disk that can be full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, self._write = False, store._execute
        monkeypatch.setattr(store, "_execute", self.write)

    def write(self, connection: Any, changes: Any) -> None:
        """What the store would do, unless the disk is full."""
        self._write(connection, [] if self.full else changes)
        if self.full:
            raise OperationalError("INSERT INTO log", {"body": "the hidden things"}, Exception("disk is full"))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A disk."""
    return Disk(monkeypatch)


def test_a_move_that_cannot_be_written_has_not_happened(house: House, ada: Browser, disk: Disk) -> None:
    """Nobody is shown anything, nobody has to come again, and the same answer can be given once more."""
    table = ada.open("path_to_safety", **MINE)
    room = house.room(table)
    before, first = everything(room), room.sitting.waiting[0]
    with ada.at(table, first) as mover, ada.at(table) as watching:
        heard = len(watching.heard)
        disk.full = True
        refused = mover.play()
        disk.full = False
        assert refused["error"] == "This could not be written down, so it has not happened. Try again."
        watching.settle()
        assert len(watching.heard) == heard + 1, "nothing but the answer to its own question"
        assert everything(house.room(table)) == before
        assert mover.play()["type"] == "done"
    assert house.room(table) is room


async def bots_rest(house: House, room: Room) -> None:
    """Wait until no bot is about to move."""
    while house.hall.runner.is_busy(room):
        await asyncio.sleep(0.01)


def test_after_a_failed_write_no_move_of_a_bot_is_lost_or_doubled(house: House, ada: Browser, disk: Disk) -> None:
    table = ada.open("polycrisis", option_seats=3)
    with ada.at(table, 0) as line:
        disk.full = True
        line.play()
        disk.full = False
        for _ in range(10):
            line.until(lambda state: bool(state["moves"]))
            line.play()
        room = house.room(table)
        house.do(bots_rest, house, room)
        house.forget(room)
        rows = [row.number for row in house.do(house.hall.store.log, table)]
        assert rows == list(range(len(rows)))
        assert everything(house.room(table))["record"] == bytes(room.sitting)


def test_chat_seats_and_new_tables_that_cannot_be_written_have_not_happened(
    house: House, ada: Browser, bo: Browser, disk: Disk
) -> None:
    table = ada.open(option_seats=2, seat_0="me", seat_1="open")
    before = everything(house.room(table))
    disk.full = True
    with ada.at(table, 0) as line:
        assert line.send(do="hand", seat=1, to="greedy")["type"] == "refused"
        assert line.send(do="chat", text="Hello")["type"] == "refused"
    answers = [bo.post(f"/tables/{table}/join", seat=1, name="Bo"), ada.post("/tables", game="polycrisis")]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert all("it has not happened" in answer.text and "hidden things" not in answer.text for answer in answers)
    disk.full = False
    assert everything(house.room(table)) == before
    assert house.do(house.hall.store.count, schema.tables) == 1


def test_one_tables_trouble_is_not_anothers(house: House, ada: Browser) -> None:
    good, bad = house.room(ada.open(**MINE)), house.room(ada.open(**MINE))

    async def both() -> list[Any]:
        twice = store.row_added(bad.info.id, store.LogRow(0, 0.0, "chat", 0, b""))  # there is a row 0 already
        fine = store.row_added(good.info.id, written(1, 0.0, Said(0, -1, "a")))
        writes = (house.hall.store.write([twice]), house.hall.store.write([fine]))
        return list(await asyncio.gather(*writes, return_exceptions=True))

    failed, done = house.do(both)
    assert isinstance(failed, store.StoreError)
    assert done is None


def test_a_table_that_never_was_is_not_there(house: House) -> None:
    assert house.do(house.hall.room, "nowhere") is None
    assert not isinstance(house.do(house.hall.room, ""), Kept)
