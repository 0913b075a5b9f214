"""Rules that have changed since a table was opened: it goes on, or it can still be read; it is never broken or lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, RAISE, Leduc
from moot.engine import Game, Sitting, i8
from moot.table import schema, store
from moot.table.keeping import Kept, find
from tests.table.house import House

MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me", "name": "Ada"}


def renewed(**changes: Any) -> Game:
    """Leduc with version 2 of its rules."""
    return replace(LEDUC, version=2, **changes)


class Wider(Leduc):
    """Another layout."""

    more = i8(3)


def with_another_layout() -> Game:
    """Rules that keep one thing more."""
    return renewed(state=Wider)


def table_of_leduc(folder: Path, *moves: int) -> tuple[str, str]:
    """A table after these bets; its name, and the secret of who sits there."""
    with House(folder, {"leduc": LEDUC}) as house:
        ada = house.browser()
        table = ada.open("leduc", **MINE)
        room = house.room(table)
        for move in moves:
            house.do(room.play, room.sitting.waiting[0], move)
        house.do(room.say, 0, "Hello")
        return table, ada.secret


def spoil(folder: Path, table: str) -> bytes:
    """What the new rules cannot replay: the position that was kept is another than the log leads to."""
    with House(folder, {"leduc": LEDUC}) as house:
        room = house.room(table)
        room.sitting.array["stake"][0, 0] += 1
        house.do(house.hall.store.write, [room.snapshot()])
        return bytes(room.sitting)


def test_a_new_version_under_which_the_log_replays_changes_nothing(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": renewed()}) as house:
        room = house.room(table)
        assert room.sitting.history == [(0, RAISE)]
        assert room.past == []
        assert found(house, table).rules == 2


def test_the_same_rules_with_another_layout_change_nothing(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    for _ in range(2):  # also the second time
        with House(tmp_path, {"leduc": replace(LEDUC, state=Wider)}) as house:
            room = house.room(table)
            assert room.sitting.history == [(0, RAISE)]
            assert room.past == []


def test_a_table_goes_on_from_its_position_and_says_so(tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    kept = spoil(tmp_path, table)
    with House(tmp_path, {"leduc": renewed()}) as house:
        ada, room = house.browser(secret), house.room(table)
        assert bytes(room.sitting) == kept
        page = ada.page(f"/tables/{table}")
        assert "raises to 3." in page
        assert "The rules have changed since" in page
        with ada.at(table, 1) as line:
            assert any("The rules have changed since" in event["text"] for event in line.state["events"])
            assert [said["text"] for said in line.state["chat"]] == ["Hello"]
            assert line.play(CALL)["type"] == "done"


def test_after_the_change_it_is_resumed_exactly(tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    spoil(tmp_path, table)
    with House(tmp_path, {"leduc": renewed()}) as house:
        room = house.room(table)
        house.do(room.play, 1, CALL)
        left = bytes(room.sitting), room.sitting.log, room.past, room.chat, room.answers, room.number
    with House(tmp_path, {"leduc": renewed()}) as house:
        room = house.room(table)
        assert (bytes(room.sitting), room.sitting.log, room.past, room.chat, room.answers, room.number) == left
        assert house.browser(secret).page(f"/tables/{table}").count("The rules have changed since") == 1


def test_a_game_that_went_on_by_other_rules_ends_and_is_looked_at(tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    spoil(tmp_path, table)
    with House(tmp_path, {"leduc": renewed()}) as house:
        room, ada = house.room(table), house.browser(secret)
        house.do(room.play, 1, 0)
        assert room.sitting.over
        assert "0 of 0" in ada.page(f"/tables/{table}/replay")
        assert ada.get(f"/tables/{table}/game.json").status_code == 400
        assert ada.post(f"/tables/{table}/rematch").status_code == 303


@pytest.mark.parametrize("games", [{"leduc": with_another_layout()}, {}], ids=["another layout", "no such game"])
def test_a_table_that_cannot_go_on_is_kept_readable_and_marked(tmp_path: Path, games: dict[str, Game]) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, games) as house:
        ada = house.browser(secret)
        for _ in range(2):  # also the second time
            page = ada.page(f"/tables/{table}")
            assert "This table can no longer be played." in page
            assert "raises to 3." in page
            assert "You are dealt" not in page
        assert isinstance(house.do(house.hall.room, table), Kept)
        assert found(house, table).state == "playing", "when its rules are back it is what it was"
        for address in ("invite", "replay", "moment", "game.json"):
            assert ada.get(f"/tables/{table}/{address}").status_code == 400
        for address in ("join", "leave", "rematch"):
            assert ada.post(f"/tables/{table}/{address}", seat=0, name="Ada").status_code == 400
        with pytest.raises(WebSocketDisconnect), ada.client.websocket_connect(f"/tables/{table}/socket"):
            pass
        assert ada.get("/").status_code == 200


def test_a_kept_table_is_played_again_when_its_rules_are_back(tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {}) as house:
        house.browser().page(f"/tables/{table}")
    with House(tmp_path, {"leduc": LEDUC}) as house:
        assert house.room(table).sitting.history == [(0, RAISE)]
        assert found(house, table).state == "playing"
        assert table in house.browser(secret).page("/")


def test_a_game_that_was_ended_early_stays_so_whatever_becomes_of_its_rules(tmp_path: Path) -> None:
    with House(tmp_path, {"leduc": LEDUC}) as house:
        ada = house.browser()
        table = ada.open("leduc", **MINE)
        ada.post(f"/tables/{table}/end")
    with House(tmp_path, {"leduc": with_another_layout()}) as house:
        page = house.browser(ada.secret).page(f"/tables/{table}")
        assert "This game is over; it can no longer be looked through. It was played by version 1 of the rules" in page
        assert "can no longer be played" not in page
        assert "The host has ended the game. It stood: Ada 1 0 chips, Ada 2 0 chips." in page
        assert (found(house, table).state, found(house, table).why) == ("ended", "The host has ended the game.")
    with House(tmp_path, {"leduc": LEDUC}) as house:
        assert house.room(table).state == "ended"
        assert house.room(table).sitting.ended == "The host has ended the game."


def test_a_game_that_was_ended_before_logs_had_a_line_for_it_says_so_too(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": with_another_layout()}) as house:
        house.do(house.hall.store.write, [store.table_changed(table, state="ended", why="The host ended it.")])
        assert house.browser().page(f"/tables/{table}").count("The host ended it.") == 1


def test_a_finished_game_of_other_rules_is_read_to_its_end(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE, 0)
    with House(tmp_path, {"leduc": with_another_layout()}) as house:
        page = house.browser().page(f"/tables/{table}")
        assert "This game is over" in page
        assert "wins with" in page


def test_a_kept_table_is_listed_to_be_read(tmp_path: Path) -> None:
    with House(tmp_path, {"leduc": LEDUC}) as house:
        ada = house.browser()
        table = ada.open("leduc", **{**MINE, "seat_1": "open"}, public="on")
        assert house.browser().page("/").count(f"/tables/{table}") == 1
    with House(tmp_path, {"leduc": with_another_layout()}) as house:
        assert f'href="/tables/{table}">Read it' in house.browser(ada.secret).page("/")
        assert table not in house.browser().page("/"), "nobody can join it"


def test_a_kept_table_is_read_from_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": with_another_layout()}) as house:
        read: list[str] = []

        async def count(store: Any, table: str) -> Any:
            read.append(table)
            return await find(store, table)

        monkeypatch.setattr("moot.table.hall.find", count)
        for _ in range(3):
            house.browser(secret).page(f"/tables/{table}")
        assert read == [table]


def test_options_that_are_no_longer_there_keep_a_table_readable(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path)
    with House(tmp_path, {"leduc": LEDUC}) as house:
        house.do(house.hall.store.write, [store.table_changed(table, options='{"seats": 9}')])
        assert "can no longer be played with its options" in house.browser().page(f"/tables/{table}")


def test_rules_that_fail_on_old_moves_are_no_page_of_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with House(tmp_path, {"leduc": renewed()}) as house:
        monkeypatch.setattr(Sitting, "play", fail)
        assert house.browser().get(f"/tables/{table}").status_code == 200
        assert house.room(table).past


def found(house: House, table: str) -> Any:
    """A table's row."""
    return house.do(house.hall.store.row, select(schema.tables).where(schema.tables.c.id == table))
