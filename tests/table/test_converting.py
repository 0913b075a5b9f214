"""Rules that have changed, and whose older ones are gone: a game that brings a converter goes on from its last position."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.engine import Game, SavedGameError
from moot.engine.fingerprint import fingerprint
from moot.table.live import controls, told
from moot.table.live.appending import catch_up
from moot.table.live.entries import Rules, Said, written
from moot.table.live.loading import Kept, find
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
from moot.table.persistence.store import NewRow
from tests.table.house import House
from tests.table.other_rules import CHANGES, with_another
from tests.table.test_fold import everything
from tests.table.test_rules_change import MINE, TODAY, listed, table_of_leduc

Position = Mapping[str, Any]


@pytest.fixture(autouse=True)
def fresh_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test puts rules in a folder of its own: none sees the modules of another."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in [name for name in sys.modules if name.startswith("leduc_")]:
        del sys.modules[name]


def as_it_is(old: Position) -> Position:
    """Everything has the name it had; what is new is 0, or what it is by default."""
    return old


def converting(
    what: str, folder: Path, convert: Callable[[Position], Position | None] = as_it_is, version: int = 2
) -> Game:
    """Leduc with something changed, which can go on from where Leduc 1 was left."""
    return replace(with_another(what, folder, version), converters={f"leduc@{version - 1}": convert})


def brought_up(house: House, table: str) -> LiveTable | Kept | None:
    return house.do(house.registry.find, table)


def rows_of(house: House, table: str) -> list[str]:
    return [row.kind for row in house.do(house.registry.store.log, table)]


def steps_to_come(live: LiveTable) -> list[str]:
    state = live.sitting.state
    return [live.info.game.rules.names(step).name for step in state.agenda[: state.depth]]


CHANGED = [
    what for what in CHANGES if what != "choice"
]  # one more answer changes no position: nothing has to be converted


@pytest.mark.parametrize("what", CHANGED)
def test_a_game_goes_on_from_its_last_position(what: str, tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": with_another(what, tmp_path, 2)}) as house:
        assert isinstance(brought_up(house, table), Kept), "without a converter it can be read"
    later = {"leduc": converting(what, tmp_path)}
    for _ in range(2):  # also the second time
        with House(tmp_path / "data", later) as house:
            ada, live = house.browser(secret), house.live(table)
            assert live.info.game is later["leduc"]
            assert (live.state, live.sitting.waiting, live.number) == ("playing", [1], 3)
            assert list(live.sitting.state.stake) == [3, 1]
            assert [said.text for said in live.chat] == ["Hello"]
            assert rows_of(house, table) == ["opened", "moved", "said", "rules"]
            assert listed(house, table).rules == fingerprint(later["leduc"])
            page = ada.page(f"/tables/{table}")
            assert page.count("The rules have changed since") == 1
            assert "raises to 3." in page
            assert f'href="/tables/{table}">Go on' in ada.page("/")
    with House(tmp_path / "data", later) as house, house.browser(secret).at(table, 1) as line:
        assert line.play(CALL)["type"] == "done"
        live = house.live(table)
        assert steps_to_come(live) == ["SHOWDOWN"]
        while not house.live(table).is_done:
            house.do(live.play, live.sitting.waiting[0], CALL)
        house.forget(live)
        again = house.live(table)
        assert (again.state, again.outcome) == ("over", live.outcome)


def test_a_game_is_what_it_was_after_it_was_converted(tmp_path: Path) -> None:
    """From the beginning, from a snapshot, and what the server holds that has converted it."""
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    later = {"leduc": converting("field", tmp_path)}
    with House(tmp_path / "data", later) as house:
        live = house.live(table)
        house.do(live.play, 1, CALL)
    with House(tmp_path / "data", later) as house:
        from_snapshot = everything(house.live(table))
        house.do(house.registry.store.write, [(delete(schema.snapshots), {})])
    with House(tmp_path / "data", later) as house:
        assert everything(house.live(table)) == from_snapshot == everything(live)


def test_its_own_rules_go_first(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}, releases=True) as house:
        live = house.live(table)
        assert live.info.game.version == 1
        assert live.past == []


def test_options_may_go_and_come(tmp_path: Path) -> None:
    """What they are now is said by the position: the log says what they were."""
    with House(tmp_path / "data", {"leduc": with_another("option", tmp_path)}) as house:
        table = house.browser().open("leduc", option_limit=3, **MINE)

    def without(old: Position) -> Position:
        assert (old["limit"], old["seats"]) == (3, 2)
        return {name: value for name, value in old.items() if name != "limit"}

    later = {"leduc": replace(LEDUC, version=2, converters={"leduc@1": without})}
    for _ in range(2):
        with House(tmp_path / "data", later) as house:
            assert house.live(table).info.options == {"seats": 2}
    with House(tmp_path / "data", {"leduc": converting("option", tmp_path, version=3)}) as house:
        assert house.live(table).info.options == {"seats": 2, "limit": 2}


def test_a_position_that_was_converted_is_read_by_no_other_rules(tmp_path: Path) -> None:
    """It is as long as theirs, and without moves after it there are no marks that would tell."""
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": converting("event", tmp_path)}) as house:
        assert house.live(table).info.game.version == 2
    with House(tmp_path / "data", {"leduc": with_another("step", tmp_path, 3)}) as house:
        assert isinstance(brought_up(house, table), Kept)
    with House(tmp_path / "data", {"leduc": converting("step", tmp_path, version=3)}) as house:
        live = house.live(table)
        assert steps_to_come(live) == ["SHOWDOWN", "BETTING", "TURN_UP"]
        assert live.past.count(told.CHANGED) == 2


def fail(old: Position) -> Position:
    raise ZeroDivisionError


CANNOT: dict[str, Callable[[Position], Position | None]] = {
    "it says that it cannot": lambda old: None,
    "it fails": fail,
    "no mapping": lambda old: 7,  # type: ignore[dict-item,return-value]
    "a field that is not there": lambda old: {**old, "colour": 1},
    "the engine's own": lambda old: {**old, "news": 0},
    "a number too large for its field": lambda old: {**old, "raises": 1000},
    "no number": lambda old: {**old, "raises": 0.5},
    "a row of another length": lambda old: {**old, "stake": [1, 2, 3]},
    "a step that is not there": lambda old: {**old, "agenda": ["DANCE"]},
    "an agenda too long": lambda old: {**old, "agenda": ["SHOWDOWN"] * 25},
    "an ending that is not there": lambda old: {**old, "over": "DANCE"},
    "an option too high": lambda old: {**old, "seats": 3},
    "a law is broken": lambda old: {**old, "card": [1, 1]},
    "nobody is asked": lambda old: {**old, "asking": [""] * 8},
}


@pytest.mark.parametrize("how", CANNOT)
def test_what_cannot_be_converted_is_kept(how: str, tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path, CANNOT[how])}) as house:
        assert isinstance(brought_up(house, table), Kept)
        assert "raises to 3." in house.browser().page(f"/tables/{table}")
        assert rows_of(house, table) == ["opened", "moved", "said"]


def test_only_what_the_last_move_led_to_is_converted(tmp_path: Path) -> None:
    """A server that was killed has left no snapshot of its last moves."""
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", TODAY) as house:
        live = house.live(table)
        house.do(live.play, 1, RAISE)
        house.registry.live.clear()
    later = {"leduc": converting("field", tmp_path)}
    with House(tmp_path / "data", later) as house:
        assert isinstance(brought_up(house, table), Kept)


def test_talk_after_the_last_move_stands_in_no_ones_way(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}) as house:
        late = written(3, 2e6, Said(1, -1, "Later"))
        house.do(house.registry.store.write, [NewRow(table, late)])
        live = house.live(table)
        assert [said.text for said in live.chat] == ["Hello", "Later"]
        assert live.at == 2e6, "time does not run backwards"


def test_without_a_snapshot_nothing_is_known_of_the_position(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}) as house:
        house.do(house.registry.store.write, [(delete(schema.snapshots), {})])
        assert isinstance(brought_up(house, table), Kept)


def test_a_game_that_is_over_is_not_begun_again(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, FOLD)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}) as house:
        assert isinstance(brought_up(house, table), Kept)
        assert "wins with" in house.browser().page(f"/tables/{table}")


def test_whoever_is_awaited_has_all_the_time_again(tmp_path: Path) -> None:
    with House(tmp_path / "data", TODAY) as house:
        live = house.live(house.browser().open("leduc", idle=60, **MINE))
        house.do(partial(controls.set_clock, live, {"": 90}, only_show=False))
        house.do(live.play, 0, RAISE)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}) as house:
        house.clock.now += 1000
        again = house.live(live.info.id)
        assert [chair.since for chair in again.chairs] == [0.0, house.clock.now]
        assert again.due == house.clock.now + 90
        assert (again.phase_began, again.time_is_up) == (again.number, False)


def test_a_converter_may_be_for_one_fingerprint_alone(tmp_path: Path) -> None:
    """Of two releases of one version only one can be meant."""
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    later = with_another("field", tmp_path)
    for rules, goes_on in (("leduc@1+0", False), (fingerprint(LEDUC), True)):
        with House(tmp_path / "data", {"leduc": replace(later, converters={rules: as_it_is})}) as house:
            assert isinstance(brought_up(house, table), LiveTable) == goes_on


def test_what_is_written_down_is_the_position(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE)
    with House(tmp_path / "data", {"leduc": converting("field", tmp_path)}) as house:
        live = house.live(table)
        found = house.do(find, house.registry.store, table)
        assert found is not None
        assert found.entries[-1].body == Rules(fingerprint(live.info.game), bytes(live.sitting))


def test_a_server_that_has_the_table_in_memory_reads_it_anew_when_another_converts_it(tmp_path: Path) -> None:
    with House(tmp_path / "data", TODAY) as house:
        live = house.live(house.browser().open("leduc", **MINE))
        record = bytes(live.sitting)
        row = written(1, live.at, Rules(fingerprint(LEDUC), record))

        async def hear() -> None:
            await live.store.write([NewRow(live.id, row)])
            async with live.turn:
                await catch_up(live)

        with pytest.raises(SavedGameError):
            house.do(hear)
        assert house.registry.live == {}
        again = house.live(live.id)
        assert (again.past[-1], again.number, bytes(again.sitting)) == (told.CHANGED, 1, record)
