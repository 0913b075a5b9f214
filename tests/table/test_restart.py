"""A restart: every table goes on exactly where it was. And a disk that fails: nothing is half done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from moot.table.live.entries import Said, written
from moot.table.live.loading import Kept
from moot.table.live.table import LiveTable
from moot.table.persistence import schema, store
from tests.table.house import ALL, Browser, Disk, House

MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me"}


def everything(live: LiveTable) -> dict[str, Any]:
    """All that is known of a table."""
    sitting = live.sitting
    return {
        "record": bytes(sitting),
        "moves": list(sitting.history),
        "log": list(sitting.log),
        "lines": [sitting.lines(seat) for seat in range(-1, sitting.seats)],
        "chat": list(live.chat),
        "chairs": [(chair.kind, chair.name, set(chair.sitters)) for chair in live.chairs],
        "numbers": (live.number, list(live.answers)),
        "info": live.info,
        "state": (live.state, live.next),
    }


def some_moves(house: House, live: LiveTable, many: int, dice: Random) -> int:
    """Random moves, and the number of the last row that was acknowledged."""
    for _ in range(many):
        if not live.sitting.over:
            seat = dice.choice(live.sitting.waiting)
            house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
    return live.number


def test_every_table_is_resumed_exactly(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, bo, dice = house.browser(), house.browser(), Random(4)
        left, acknowledged = {}, {}
        for name in [*ALL] * 3:
            table = ada.open(
                name, name="Ada", public=1, idle=60, option_seats=3, seat_0="me", seat_1="open", seat_2="me"
            )
            bo.join(table, 1, "Bo")
            live = house.live(table)
            some_moves(house, live, dice.randrange(200), dice)
            house.do(live.say, 1, "Hello", 2)
            acknowledged[table] = live.number
            left[table] = everything(live)
    with House(tmp_path) as house:
        for table, before in left.items():
            live = house.live(table)
            assert everything(live) == before
            numbers = [row.number for row in house.do(house.registry.store.log, table)]
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
        some_moves(house, house.live(table), 500, Random(1))
        again = ada.post(f"/tables/{table}/rematch").headers["location"]
    with House(tmp_path) as house:
        ada = house.browser(secret)
        assert again in ada.page(f"/tables/{table}")
        assert ada.post(f"/tables/{table}/rematch").headers["location"] == again
        assert "Everything open" in ada.page(f"/tables/{table}/replay")


def test_a_table_leaves_memory_and_comes_back(house: House, ada: Browser) -> None:
    table = ada.open(**MINE)
    live = house.live(table)
    some_moves(house, live, 20, Random(3))
    house.forget(live)
    assert house.registry.live == {}
    assert everything(house.live(table)) == everything(live)
    assert house.live(table) is not live


def test_a_move_that_cannot_be_written_has_not_happened(house: House, ada: Browser, disk: Disk) -> None:
    """Nobody is shown anything, nobody has to come again, and the same answer can be given once more."""
    table = ada.open("path_to_safety", **MINE)
    live = house.live(table)
    before, first = everything(live), live.sitting.waiting[0]
    with ada.at(table, first) as mover, ada.at(table) as watching:
        heard = len(watching.heard)
        disk.full = True
        refused = mover.play()
        disk.full = False
        assert refused["error"] == "This could not be written down, so it has not happened. Try again."
        watching.settle()
        assert len(watching.heard) == heard + 1, "nothing but the answer to its own question"
        assert everything(house.live(table)) == before
        assert mover.play()["type"] == "done"
    assert house.live(table) is live


async def bots_rest(house: House, live: LiveTable) -> None:
    """Wait until no bot is about to move."""
    while house.registry.runner.is_busy(live):
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
        live = house.live(table)
        house.do(bots_rest, house, live)
        house.forget(live)
        rows = [row.number for row in house.do(house.registry.store.log, table)]
        assert rows == list(range(len(rows)))
        assert everything(house.live(table))["record"] == bytes(live.sitting)


def test_chat_seats_and_new_tables_that_cannot_be_written_have_not_happened(
    house: House, ada: Browser, bo: Browser, disk: Disk
) -> None:
    table = ada.open(option_seats=2, seat_0="me", seat_1="open")
    before = everything(house.live(table))
    disk.full = True
    with ada.at(table, 0) as line:
        assert line.send(do="hand", seat=1, to="greedy")["type"] == "refused"
        assert line.send(do="chat", text="Hello")["type"] == "refused"
    answers = [bo.post(f"/tables/{table}/join", seat=1, name="Bo"), ada.post("/tables", game="polycrisis")]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert all("it has not happened" in answer.text and "hidden things" not in answer.text for answer in answers)
    disk.full = False
    assert everything(house.live(table)) == before
    assert house.do(house.registry.store.count, schema.tables) == 1


def test_one_tables_trouble_is_not_anothers(house: House, ada: Browser) -> None:
    good, bad = house.live(ada.open(**MINE)), house.live(ada.open(**MINE))

    async def both() -> list[Any]:
        twice = store.NewRow(bad.info.id, store.LogRow(0, 0.0, "chat", 0, b""))  # there is a row 0 already
        fine = store.NewRow(good.info.id, written(1, 0.0, Said(0, -1, "a")))
        writes = (house.registry.store.write([twice]), house.registry.store.write([fine]))
        return list(await asyncio.gather(*writes, return_exceptions=True))

    failed, done = house.do(both)
    assert isinstance(failed, store.StoreError)
    assert done is None


def test_a_table_that_never_was_is_not_there(house: House) -> None:
    assert house.do(house.registry.find, "nowhere") is None
    assert not isinstance(house.do(house.registry.find, ""), Kept)
