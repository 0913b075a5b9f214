"""A table is what its log comes to: whoever folds it, from the beginning or on from anywhere, has the same table to the byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.engine import MoveError
from moot.engine.sitting import Sitting
from moot.table.entries import Moved, read
from moot.table.keeping import Found, find, folded
from moot.table.room import Room
from moot.table.state import MarkError, TableState
from moot.table.told import read_lines
from tests.table.house import ALL, Browser, House


def everything(table: TableState) -> dict[str, Any]:
    """All that a log has made of a table."""
    sitting, left_out = table.sitting, {"sitting", "info", "scribe", "store", "clock", "turn", "version", "watchers"}
    own = {name: value for name, value in vars(table).items() if name in vars(TableState(table.info, table.chairs))}
    return {
        **{name: value for name, value in own.items() if name not in left_out},
        "record": bytes(sitting),
        "moves": sitting.played,
        "log": list(sitting.log),
        "lines": [sitting.lines(seat) for seat in range(-1, sitting.seats)],
        "may take back": [sitting.may_take_back(seat) for seat in range(sitting.seats)],
        "info": (table.info.options, table.info.seed, table.info.idle, table.info.votes, table.info.at),
    }


async def disturb(house: House, room: Room, dice: Random) -> None:
    """Something that is no move: talk, a pause, a clock, somebody who is away, a seat that changes hands."""
    house.clock.now += dice.uniform(0, 5)
    seat = dice.randrange(len(room.chairs))
    match dice.randrange(8):
        case 0:
            await room.say(seat, f"At {house.clock.now:.0f}")
        case 1:
            await room.pause()
        case 2:
            await room.go_on()
        case 3:
            await room.set_clock({"": 60}, room.now() + 60, only_show=dice.random() < 0.5)
        case 4:
            await room.time_up(room.phase_began)
        case 5:
            await room.away(seat)
        case 6:
            await room.come_back(seat)
        case 7:
            await room.reseat({seat: room.chairs[seat]})


async def play_somehow(house: House, room: Room, many: int, dice: Random) -> None:
    """Moves, some taken back, with everything else in between; where a bot stands in it may be quicker."""
    for _ in range(many):
        with suppress(MoveError):
            if dice.random() < 0.3:
                await disturb(house, room, dice)
            seat = dice.choice(room.sitting.waiting or [0])
            if room.sitting.may_take_back(seat) and dice.random() < 0.3:
                await room.take_back(seat)
            else:
                await room.play(seat, dice.choice(room.sitting.numbers(seat) or [0]))
    await room.pause()
    while room.info.id in house.hall.runner._playing or room.turn.locked():
        await asyncio.sleep(0.01)


def found(house: House, room: Room) -> Found:
    """A table as it lies on disk."""
    table = house.do(find, house.hall.store, room.info.id)
    assert table is not None
    return table


def folded_again(house: House, room: Room, table: Found) -> Room:
    return folded(table, room.info.game, house.hall.store, room.clock)


@pytest.mark.parametrize("game", ALL)
def test_folding_from_the_beginning_gives_what_the_server_holds(house: House, ada: Browser, game: str) -> None:
    seats = {f"seat_{seat}": "me" for seat in range(3)}
    room = house.room(ada.open(game, option_seats=3, idle=60, **seats))
    house.do(play_somehow, house, room, 120, Random(f"fold {game}"))
    assert everything(folded_again(house, room, found(house, room))) == everything(room)


@pytest.mark.parametrize("game", ALL)
def test_folding_on_from_anywhere_gives_the_same(house: House, ada: Browser, game: str) -> None:
    """Whoever has folded a part goes on with the rest, as another server will."""
    room = house.room(ada.open(game, option_seats=2, idle=60, seat_0="me", seat_1="me"))
    house.do(play_somehow, house, room, 60, Random(f"on {game}"))
    table = found(house, room)
    for part in (1, len(table.entries) // 3, len(table.entries) - 1):
        begun = folded_again(house, room, table._replace(entries=table.entries[:part]))
        for entry in table.entries[part:]:
            begun.fold(*entry)
        assert everything(begun) == everything(room)


def test_an_entry_that_leads_elsewhere_is_noticed(house: House, ada: Browser) -> None:
    room = house.room(ada.open("polycrisis", option_seats=1))
    house.do(room.play, 0, room.sitting.numbers(0)[0])
    table = found(house, room)
    moved = table.entries[-1].body
    assert isinstance(moved, Moved)
    forged = table.entries[-1]._replace(body=Moved(0, moved.choice, moved.arguments, mark="0" * 16))
    with pytest.raises(MarkError):
        folded_again(house, room, table._replace(entries=[*table.entries[:-1], forged]))


def test_rules_that_fail_on_a_move_lose_and_change_nothing(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is tried on a copy before it is written."""
    table = ada.open("polycrisis", option_seats=1)
    room = house.room(table)
    before, rows = everything(room), house.do(house.hall.store.log, table)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a bug in the rules")

    with ada.at(table, 0) as line:
        with monkeypatch.context() as broken:
            broken.setattr(room.sitting.machine, "answer", fail)
            assert "rules of the game have failed" in line.play()["error"]
        assert everything(room) == before
        assert house.do(house.hall.store.log, table) == rows
        assert line.play()["type"] == "done"


def test_words_that_fail_lose_no_move(house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is on disk before anybody puts it into words; who could not be told comes again."""
    table = ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me")
    room = house.room(table)

    def fail(*_: Any) -> None:
        raise KeyError("a word is missing")

    with monkeypatch.context() as broken:
        broken.setattr(Sitting, "line", fail)
        for _ in range(20):
            seat = room.sitting.waiting[0]
            house.do(room.play, seat, room.sitting.numbers(seat)[0])
    assert len(room.sitting.history) == 20
    house.forget(room)
    again = house.room(table)
    assert everything(again) == everything(room)
    assert again is not room


def test_what_was_told_is_put_into_words_sooner_or_later(tmp_path: Path) -> None:
    """Nothing waits for the words; when a table leaves memory all of them are on disk."""
    with House(tmp_path) as house:
        ada = house.browser()
        room = house.room(ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me"))
        for _ in range(5):
            seat = room.sitting.waiting[0]
            house.do(room.play, seat, room.sitting.numbers(seat)[0])
        said = [line.text for line in room.sitting.lines()]
    with House(tmp_path) as house:
        told = house.do(house.hall.store.told, room.info.id)
        lines = [line for number in sorted(told) for line in read_lines(told[number])]
        assert [line.text for line in lines if line is not None and line.audience == -1] == said


def test_who_has_gone_meanwhile_is_not_half_heard(house: House, ada: Browser) -> None:
    """What is on its way to the disk arrives, also if whoever wanted it is cut off."""
    room = house.room(ada.open("polycrisis", option_seats=1))

    async def ask_and_go() -> None:
        task = asyncio.create_task(room.play(0, room.sitting.numbers(0)[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with room.turn:
            pass

    house.do(ask_and_go)
    kinds: Sequence[str] = [row.kind for row in house.do(house.hall.store.log, room.info.id)]
    assert kinds == ["opened", "moved"]
    assert len(room.sitting.history) == 1


def test_two_answers_at_once_are_decided_one_after_the_other(house: House, ada: Browser) -> None:
    room = house.room(ada.open("polycrisis", option_seats=1))
    move = room.sitting.numbers(0)[0]

    async def twice() -> list[Any]:
        return list(await asyncio.gather(*(room.play(0, move, 0) for _ in range(2)), return_exceptions=True))

    first, second = house.do(twice)
    assert first is None
    assert isinstance(second, MoveError)
    assert len(room.sitting.history) == 1
    assert [read(row).__class__.__name__ for row in house.do(house.hall.store.log, room.info.id)] == ["Opened", "Moved"]
