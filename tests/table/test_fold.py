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
from moot.table.live import controls
from moot.table.live.entries import Moved, read
from moot.table.live.loading import Found, find, folded
from moot.table.live.state import MarkError, TableState
from moot.table.live.table import LiveTable
from moot.table.live.told import read_lines
from tests.table.house import ALL, Browser, House


def everything(table: TableState) -> dict[str, Any]:
    """All that a log has made of a table, but for the scenes that are still to be told."""
    sitting, left_out = (
        table.sitting,
        {"sitting", "info", "scribe", "store", "clock", "turn", "version", "watchers", "scenes"},
    )
    own = {name: value for name, value in vars(table).items() if name in vars(TableState(table.info, table.chairs))}
    return {
        **{name: value for name, value in own.items() if name not in left_out},
        "record": bytes(sitting),
        "moves": sitting.played,
        "log": list(sitting.log),
        "lines": [sitting.lines(seat) for seat in range(-1, sitting.seats)],
        "may take back": [sitting.may_take_back(seat) for seat in range(sitting.seats)],
        "info": (
            table.info.options,
            table.info.seed,
            table.info.idle,
            table.info.hours,
            table.info.votes,
            table.info.at,
        ),
    }


async def disturb(house: House, live: LiveTable, dice: Random) -> None:
    """Something that is no move: talk, a pause, a clock, somebody who is away, a seat that changes hands."""
    house.clock.now += dice.uniform(0, 5)
    seat = dice.randrange(len(live.chairs))
    match dice.randrange(8):
        case 0:
            await live.say(seat, f"At {house.clock.now:.0f}")
        case 1:
            await controls.pause(live)
        case 2:
            await controls.go_on(live)
        case 3:
            await controls.set_clock(live, {"": 60}, only_show=dice.random() < 0.5)
        case 4:
            await controls.time_up(live, live.phase_began)
        case 5:
            await controls.away(live, seat)
        case 6:
            await live.come_back(seat)
        case 7:
            await live.reseat(seat, lambda: live.chairs[seat])


async def play_somehow(house: House, live: LiveTable, many: int, dice: Random) -> None:
    """Moves, some taken back, with everything else in between; where a bot stands in it may be quicker."""
    for _ in range(many):
        with suppress(MoveError):
            if dice.random() < 0.3:
                await disturb(house, live, dice)
            seat = dice.choice(live.sitting.waiting or [0])
            if live.sitting.may_take_back(seat) and dice.random() < 0.3:
                await live.take_back(seat)
            else:
                await live.play(seat, dice.choice(live.sitting.numbers(seat) or [0]))
    await controls.pause(live)
    while live.info.id in house.registry.runner._playing or live.turn.locked():
        await asyncio.sleep(0.01)


def found(house: House, live: LiveTable) -> Found:
    """A table as it lies on disk."""
    table = house.do(find, house.registry.store, live.info.id)
    assert table is not None
    return table


def folded_again(house: House, live: LiveTable, table: Found) -> LiveTable:
    return folded(table, live.info.game, house.registry.store, live.clock)


@pytest.mark.parametrize("game", ALL)
def test_folding_from_the_beginning_gives_what_the_server_holds(house: House, ada: Browser, game: str) -> None:
    seats = {f"seat_{seat}": "me" for seat in range(3)}
    live = house.live(ada.open(game, option_seats=3, idle=60, **seats))
    house.do(play_somehow, house, live, 120, Random(f"fold {game}"))
    assert everything(folded_again(house, live, found(house, live))) == everything(live)


@pytest.mark.parametrize("game", ALL)
def test_folding_on_from_anywhere_gives_the_same(house: House, ada: Browser, game: str) -> None:
    """Whoever has folded a part goes on with the rest, as another server will."""
    live = house.live(ada.open(game, option_seats=2, idle=60, seat_0="me", seat_1="me"))
    house.do(play_somehow, house, live, 60, Random(f"on {game}"))
    table = found(house, live)
    for part in (1, len(table.entries) // 3, len(table.entries) - 1):
        begun = folded_again(house, live, table._replace(entries=table.entries[:part]))
        for entry in table.entries[part:]:
            begun.fold(*entry)
        assert everything(begun) == everything(live)


def test_an_entry_that_leads_elsewhere_is_noticed(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", option_seats=1))
    house.do(live.play, 0, live.sitting.numbers(0)[0])
    table = found(house, live)
    moved = table.entries[-1].body
    assert isinstance(moved, Moved)
    forged = table.entries[-1]._replace(body=Moved(0, moved.choice, moved.arguments, mark="0" * 16))
    with pytest.raises(MarkError):
        folded_again(house, live, table._replace(entries=[*table.entries[:-1], forged]))


def test_rules_that_fail_on_a_move_lose_and_change_nothing(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is tried on a copy before it is written."""
    table = ada.open("polycrisis", option_seats=1)
    live = house.live(table)
    before, rows = everything(live), house.do(house.registry.store.log, table)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a bug in the rules")

    with ada.at(table, 0) as line:
        with monkeypatch.context() as broken:
            broken.setattr(live.sitting.machine, "answer", fail)
            assert "rules of the game have failed" in line.play()["error"]
        assert everything(live) == before
        assert house.do(house.registry.store.log, table) == rows
        assert line.play()["type"] == "done"


def test_words_that_fail_lose_no_move(house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is on disk before anybody puts it into words; who could not be told comes again."""
    table = ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me")
    live = house.live(table)

    def fail(*_: Any) -> None:
        raise KeyError("a word is missing")

    with monkeypatch.context() as broken:
        broken.setattr(Sitting, "line", fail)
        for _ in range(20):
            seat = live.sitting.waiting[0]
            house.do(live.play, seat, live.sitting.numbers(seat)[0])
    assert len(live.sitting.history) == 20
    house.forget(live)
    again = house.live(table)
    assert everything(again) == everything(live)
    assert again is not live


def test_what_was_told_is_put_into_words_sooner_or_later(tmp_path: Path) -> None:
    """Nothing waits for the words; when a table leaves memory all of them are on disk."""
    with House(tmp_path) as house:
        ada = house.browser()
        live = house.live(ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me"))
        for _ in range(5):
            seat = live.sitting.waiting[0]
            house.do(live.play, seat, live.sitting.numbers(seat)[0])
        said = [line.text for line in live.sitting.lines()]
    with House(tmp_path) as house:
        told = house.do(house.registry.store.told, live.info.id)
        lines = [line for number in sorted(told) for line in read_lines(told[number])]
        assert [line.text for line in lines if line is not None and line.audience == -1] == said


def test_who_has_gone_meanwhile_is_not_half_heard(house: House, ada: Browser) -> None:
    """What is on its way to the disk arrives, also if whoever wanted it is cut off."""
    live = house.live(ada.open("polycrisis", option_seats=1))

    async def ask_and_go() -> None:
        task = asyncio.create_task(live.play(0, live.sitting.numbers(0)[0]))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with live.turn:
            pass

    house.do(ask_and_go)
    kinds: Sequence[str] = [row.kind for row in house.do(house.registry.store.log, live.info.id)]
    assert kinds == ["opened", "moved"]
    assert len(live.sitting.history) == 1


def test_two_answers_at_once_are_decided_one_after_the_other(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", option_seats=1))
    move = live.sitting.numbers(0)[0]

    async def twice() -> list[Any]:
        return list(await asyncio.gather(*(live.play(0, move, 0) for _ in range(2)), return_exceptions=True))

    first, second = house.do(twice)
    assert first is None
    assert isinstance(second, MoveError)
    assert len(live.sitting.history) == 1
    assert [read(row).__class__.__name__ for row in house.do(house.registry.store.log, live.info.id)] == [
        "Opened",
        "Moved",
    ]
