"""Snapshots: a table that goes on from one is, to the byte, what it is when its log is folded from the beginning."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from examples.leduc import GAME as LEDUC
from examples.levee import GAME as LEVEE
from moot.engine import Game, Sitting, replay
from moot.table.live import scribe, snapshots
from moot.table.live.entries import Away, Back, Body, Clock, Moved, Opened, Paused, Resumed, Said, Seated, TimeUp
from moot.table.live.loading import Entry, find
from moot.table.live.opening import bot_chair, empty_chair
from moot.table.live.snapshots import find_snapshot, read_snapshot, restore_table, take_snapshot
from moot.table.live.state import TableInfo, TableState, chair, info_of
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
from moot.table.persistence.forgetting import forget_person, forget_table
from tests.engine.pets import GAME as PETS
from tests.table.desk import SOLIDARITY, opened
from tests.table.house import ALL, Browser, House
from tests.table.test_fold import everything, play_somehow
from tests.table.test_restart import some_moves
from tests.table.test_workshop_fold import Bustle

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*/*.json"))
GAMES = {**ALL, "leduc": LEDUC, "levee": LEVEE, "pets": PETS}
MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me"}


def all_of(table: TableState) -> dict[str, Any]:
    """Everything, and what only shows later on: what can be taken back, what was written when, the replay's file."""
    sitting = table.sitting
    hidden = {name: vars(sitting)[name] for name in ("_undo", "steps", "texts", "ended", "options")}
    names = [(name, name.written) for name in map(sitting.book.names, range(len(sitting.history) + 1))]
    return {**everything(table), **hidden, "names": names, "file": sitting.to_json(), "bytes": take_snapshot(table)}


def fresh(info: TableInfo, opened: Opened) -> TableState:
    """A table of which nothing but the beginning is known."""
    return TableState(info, [chair(sat) for sat in opened.chairs])


def must_be_the_same_from_anywhere(info: TableInfo, entries: list[Entry], parts: set[int]) -> TableState:
    """Fold a log from its beginning, and from what it had come to after some of its entries; the table."""
    opened = entries[0].body
    assert isinstance(opened, Opened)
    whole, taken = fresh(info, opened), {}
    for entry in entries:
        if entry.number:
            whole.fold(*entry)
        if entry.number in parts:
            taken[entry.number] = take_snapshot(whole)
    for number, state in taken.items():
        table, snapshot = fresh(info, opened), read_snapshot(state, info.game)
        assert snapshot is not None
        restore_table(table, snapshot)
        assert take_snapshot(table) == state
        for entry in entries[number + 1 :]:
            table.fold(*entry)
        assert all_of(table) == all_of(whole)
    return whole


# Logs of all kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_on_from_any_of_its_snapshots(tmp_path: Path, game: str) -> None:
    """Moves and moves taken back, talk, pauses, clocks, people who are away, seats that change hands."""
    with House(tmp_path, GAMES) as house:
        dice = Random(f"snapshot {game}")
        live = house.live(house.browser().open(game, idle=60, **MINE))
        house.do(play_somehow, house, live, 90, dice)
        found = house.do(find, house.registry.store, live.info.id)
        assert found is not None
        parts = {0, live.number, *dice.sample(range(live.number), min(4, live.number))}
        assert all_of(must_be_the_same_from_anywhere(live.info, found.entries, parts)) == all_of(live)


@pytest.mark.parametrize("seed", range(2))
def test_tables_of_a_workshop_go_on_from_any_of_their_snapshots(house: House, seed: int) -> None:
    """What happens around them is in the workshop's log, and no part of theirs."""
    desk, dice = opened(house, "solidarity", **SOLIDARITY), Random(f"workshop {seed}")
    bustle = Bustle(desk, dice)
    for _ in range(6):
        house.do(bustle.go_on, 8)
        desk.do("clock", **{"time.": dice.choice([30, 60])})
        desk.do("extend", seconds=30, table=dice.choice([1, 2]))
        for live in desk.live_tables:
            house.do(play_somehow, house, live, 8, dice)
        desk.do("go_on")
    for live in desk.live_tables:
        found = house.do(find, house.registry.store, live.id)
        assert found is not None
        parts = {0, live.number, *dice.sample(range(live.number), 4)}
        assert all_of(must_be_the_same_from_anywhere(live.info, found.entries, parts)) == all_of(live)
        house.forget(live)
        again = house.live(live.id)
        assert again is not live
        assert all_of(again) == all_of(live)


def disturbances(game: Game, seats: int, dice: Random) -> Iterator[Body]:
    """What is no move, without end."""
    while True:
        seat = dice.randrange(seats)
        chairs = {seat: dice.choice([bot_chair(game, seat, "greedy"), empty_chair(game, seat)]).as_sat()}
        talk = Said(seat, -1, "Hello"), Said(seat, (seat + 1) % seats, "You alone", ears=("a", "b"))
        clock = Clock({"": 60}, dice.random() < 0.5, dice.uniform(0, 9e3))
        bodies: list[Body] = [*talk, Paused(), Resumed(), clock, TimeUp(0), Away(seat), Back(seat), Seated(chairs)]
        yield from dice.sample(bodies, 3)


def log_of(file: Path) -> tuple[TableInfo, list[Entry]]:
    """A recorded game as the log of a table, with something else between its moves here and there."""
    game, dice = ALL[file.parent.name], Random(file.name)
    sitting = replay(game, file.read_text(encoding="utf-8"))
    chairs = tuple(empty_chair(game, seat).as_sat() for seat in range(sitting.seats))
    opened = Opened(game.name, "", dict(game.says(sitting.options)), sitting.seed, chairs, idle=60)
    others = disturbances(game, sitting.seats, dice)
    bodies: list[Body] = [opened]
    for seat, name, *arguments in json.loads(file.read_text(encoding="utf-8"))["moves"]:
        text = arguments.pop() if arguments and isinstance(arguments[-1], str) else ""
        bodies += [Moved(seat, name, tuple(arguments), text=text), *([next(others)] if dice.random() < 0.2 else [])]
    entries = [Entry(number, 10.0 * number, body) for number, body in enumerate(bodies)]
    return info_of("t", 0.0, opened, game, sitting.options), entries


@pytest.mark.long
@pytest.mark.one_store
@pytest.mark.parametrize("file", RECORDED, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_recorded_games_go_on_from_any_snapshot(file: Path) -> None:
    info, entries = log_of(file)
    parts = set(Random(file.name).sample(range(len(entries)), 2))
    assert must_be_the_same_from_anywhere(info, entries, parts).state == "over"


@pytest.mark.one_store
def test_there_are_names_among_what_was_recorded() -> None:
    assert any(entry.body.text for file in RECORDED for entry in log_of(file)[1] if isinstance(entry.body, Moved))


# At the server


def kept(house: House, table: str) -> snapshots.KeptSnapshot | None:
    """A table's snapshot on disk, when all that is on its way has arrived there."""
    house.do(house.registry.store.write, [])
    return house.do(find_snapshot, house.registry.store, table)[0]


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the entries that are folded from now on."""
    numbers: list[int] = []
    fold = TableState.fold

    def count(table: TableState, number: int, at: float, body: Body) -> None:
        numbers.append(number)
        fold(table, number, at, body)

    monkeypatch.setattr(TableState, "fold", count)
    return numbers


def test_a_table_comes_back_from_its_snapshot_and_what_came_since(house: House, ada: Browser, folds: list[int]) -> None:
    live = house.live(ada.open(**MINE))
    last = some_moves(house, live, 30, Random(5))
    house.forget(live)
    assert kept(house, live.info.id) is not None
    again = house.live(live.info.id)
    folds.clear()
    some_moves(house, again, 3, Random(5))
    house.do(again.say, 0, "Hello")
    assert folds == [last + 1, last + 2, last + 3, last + 4]
    house.registry.live.clear()  # as if the server had been killed: there is no newer snapshot
    folds.clear()
    third = house.live(live.info.id)
    assert folds == [last + 1, last + 2, last + 3, last + 4]
    assert all_of(third) == all_of(again)


def test_a_restart_brings_every_table_back_from_its_snapshot(tmp_path: Path, folds: list[int]) -> None:
    left = {}
    with House(tmp_path) as house:
        for game in ALL:
            live = house.live(house.browser().open(game, **MINE))
            some_moves(house, live, 6, Random(game))
            left[live.info.id] = live
    folds.clear()
    with House(tmp_path) as house:
        for table, live in left.items():
            assert all_of(house.live(table)) == all_of(live)
    assert folds == []


def test_a_short_game_that_is_over_is_not_worth_one_and_a_long_one_is(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.live(ada.open("path_to_safety", **MINE))
    some_moves(house, live, 500, Random(1))
    assert live.is_done
    house.forget(live)
    assert kept(house, live.info.id) is None
    monkeypatch.setattr(scribe, "WORTH_IT", live.number)
    house.forget(house.live(live.info.id))
    found = kept(house, live.info.id)
    assert found is not None
    assert found.number == live.number
    assert house.live(live.info.id).result == live.result


def test_nothing_is_written_if_nothing_has_happened_since(house: House, ada: Browser) -> None:
    live = house.live(ada.open(**MINE))
    house.forget(live)
    assert kept(house, live.info.id) is not None
    again = house.live(live.info.id)
    assert again.scribe._snapshot("") == []
    house.do(again.say, 0, "Hello")
    assert again.scribe._snapshot("") != []


def spoil(house: House, table: str, **values: Any) -> None:
    """Something else lies on disk instead of a snapshot."""
    house.do(house.registry.store.write, [(update(schema.snapshots).values(**values), {})])


@pytest.mark.parametrize(
    "how", ["junk", "not packed", "of another form", "cut off", "of another game", "by other code"]
)
def test_a_snapshot_that_cannot_be_read_or_does_not_fit_is_ignored(
    house: House, ada: Browser, how: str, folds: list[int]
) -> None:
    live = house.live(ada.open(**MINE))
    last = some_moves(house, live, 20, Random(2))
    state = take_snapshot(live)
    plain = msgspec.msgpack.decode(zlib.decompress(state), strict=False)
    spoilt = {
        "junk": b"\x80\x04junk",
        "not packed": zlib.compress(b"junk"),
        "of another form": zlib.compress(msgspec.msgpack.encode({**plain, "form": 0, "table": None})),
        "cut off": zlib.compress(msgspec.msgpack.encode({**plain, "table": {}})),
        "of another game": zlib.compress(msgspec.msgpack.encode({**plain, "record": b"", "sitting": [b""]})),
        "by other code": zlib.compress(msgspec.msgpack.encode({**plain, "code": "other"})),
    }
    house.forget(live)
    spoil(house, live.info.id, state=spoilt[how])
    folds.clear()
    assert all_of(house.live(live.info.id)) == all_of(live)
    assert folds == list(range(1, last + 1))


def test_a_snapshot_by_other_rules_is_ignored(house: House, ada: Browser, folds: list[int]) -> None:
    live = house.live(ada.open(**MINE))
    last = some_moves(house, live, 5, Random(2))
    house.forget(live)
    spoil(house, live.info.id, rules="polycrisis@1+0")
    folds.clear()
    assert house.live(live.info.id).number == last
    assert folds == list(range(1, last + 1))


def test_what_is_not_what_is_on_disk_leaves_no_snapshot(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.live(ada.open(**MINE))

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Sitting, "take_over", fail)
        with pytest.raises(ZeroDivisionError):
            some_moves(house, live, 1, Random(2))
    house.forget(live)
    assert kept(house, live.info.id) is None
    assert len(house.live(live.info.id).sitting.history) == 1


def test_words_that_failed_are_told_again_from_the_beginning(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot would hide that they are missing."""
    live = house.live(ada.open(**MINE))

    def fail(*_: Any) -> None:
        raise KeyError("a word is missing")

    with monkeypatch.context() as broken:
        broken.setattr(Sitting, "line", fail)
        some_moves(house, live, 20, Random(3))
    house.forget(live)
    assert kept(house, live.info.id) is None
    house.forget(house.live(live.info.id))
    assert kept(house, live.info.id) is not None
    assert set(house.do(house.registry.store.told, live.info.id)) == set(range(live.number + 1))


# Deleting


def with_two(house: House) -> tuple[LiveTable, Browser]:
    """A table of two people; the second of them speaks."""
    ada, other = house.browser(), house.browser()
    table = ada.open(name="Ada", option_seats=2, seat_0="me", seat_1="open")
    other.join(table, 1, "Wilhelmina")
    live = house.live(table)
    house.do(live.say, 1, "my deepest secret")
    return live, other


async def forget_the_other(house: House, other: Browser) -> None:
    """Delete a person."""
    person = await house.registry.people.who(other.secret)
    assert person is not None
    await house.registry.forget(partial(forget_person, house.registry.store, ALL, person.id))


def test_a_deleted_person_is_in_no_snapshot(house: House) -> None:
    live, other = with_two(house)
    house.forget(live)
    found = kept(house, live.info.id)
    assert found is not None
    assert b"Wilhelmina" in zlib.decompress(found.state)
    house.do(forget_the_other, house, other)
    assert kept(house, live.info.id) is None
    house.forget(house.live(live.info.id))
    found = kept(house, live.info.id)
    assert found is not None
    assert not any(word in zlib.decompress(found.state) for word in (b"Wilhelmina", b"secret"))


def test_what_another_server_still_has_in_memory_is_not_kept(house: House) -> None:
    """Deleted while it is in memory: the table that is left later on tells of nobody who is gone."""
    live, other = with_two(house)
    other_servers = dict(house.registry.live)
    house.registry.live.clear()
    house.do(forget_the_other, house, other)
    house.forget(other_servers[live.info.id])
    assert kept(house, live.info.id) is None


def test_an_older_snapshot_takes_no_newer_ones_place(house: House, ada: Browser) -> None:
    live = house.live(ada.open(**MINE))
    some_moves(house, live, 3, Random(1))
    older = snapshots.KeptSnapshot(live.number, "polycrisis@1+0", take_snapshot(live))
    some_moves(house, live, 3, Random(1))
    house.forget(live)
    house.do(house.registry.store.write, snapshots.snapshot_kept(live.info.id, 0, older))
    found = kept(house, live.info.id)
    assert found is not None
    assert found.number == live.number


def test_a_deleted_table_has_no_snapshot(house: House, ada: Browser) -> None:
    live = house.live(ada.open(**MINE))
    house.forget(live)
    house.do(house.registry.forget, partial(forget_table, house.registry.store, live.info.id))
    house.forget(live)
    assert house.do(house.registry.store.rows, select(schema.snapshots)) == []
