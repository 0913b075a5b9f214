"""Rules that have changed since a table was opened: it goes on, by the new rules or its own; or it can still be read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.engine import Game, Sitting
from moot.engine.fingerprint import fingerprint
from moot.table import entries, schema, store
from moot.table.keeping import Kept, find
from moot.table.releases import copy_game, package_name
from tests.table.house import House
from tests.table.other_rules import CHANGES, with_another


@pytest.fixture(autouse=True)
def fresh_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test puts rules by in a folder of its own: none sees the modules of another."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in [name for name in sys.modules if name.startswith("leduc_")]:
        del sys.modules[name]


MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me", "name": "Ada"}
TODAY = {"leduc": LEDUC}


def table_of_leduc(folder: Path, *moves: int, **settings: Any) -> tuple[str, str]:
    """A table after these bets; its name, and the secret of who sits there."""
    with House(folder, TODAY, **settings) as house:
        ada = house.browser()
        table = ada.open("leduc", **MINE)
        room = house.room(table)
        for move in moves:
            house.do(room.play, room.sitting.waiting[0], move)
        house.do(room.say, 0, "Hello")
        return table, ada.secret


def listed(house: House, table: str) -> Any:
    """A table's row in the lists."""
    return house.do(house.hall.store.row, select(schema.tables).where(schema.tables.c.id == table))


# The same positions: the new rules


def test_rules_that_lead_to_the_same_positions_take_over(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    later = {"leduc": replace(LEDUC, version=2)}
    for _ in range(2):  # also the second time
        with House(tmp_path, later) as house:
            room = house.room(table)
            assert room.sitting.history == [(0, RAISE)]
            assert room.past == []
            assert listed(house, table).rules == fingerprint(later["leduc"])
            kinds = [row.kind for row in house.do(house.hall.store.log, table)]
            assert kinds == ["opened", "moved", "said", "rules"]


# Other positions: its own rules


@pytest.mark.parametrize("what", CHANGES)
def test_a_running_game_goes_on_by_the_rules_it_began_with(what: str, tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    later = with_another(what, tmp_path, version=2)
    assert fingerprint(later) != fingerprint(replace(LEDUC, version=2)), "what its numbers mean has changed"
    with House(tmp_path / "data", {"leduc": later}, releases=True) as house:
        ada, room = house.browser(secret), house.room(table)
        own = "leduc" if what == "choice" else package_name(fingerprint(LEDUC))  # one more answer changes no position
        assert room.info.game.name == own
        assert room.sitting.history == [(0, RAISE)]
        assert "raises to 3." in ada.page(f"/tables/{table}")
        assert ada.get(f"/games/{room.info.game.name}/rulebook").status_code == 200
        with ada.at(table, 1) as line:
            assert line.play(FOLD)["type"] == "done"
            assert line.state["over"]["text"]
        assert house.room(ada.open("leduc", **MINE)).info.game is later, "who begins now plays by the new rules"
    with House(tmp_path / "data", {"leduc": later}, releases=True) as house:
        assert house.room(table).state == "over"


def test_old_rules_that_others_can_write_are_not_run(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    put_by = tmp_path / "data" / "releases" / package_name(fingerprint(LEDUC)) / "rules.py"
    put_by.chmod(0o666)
    later = {"leduc": with_another("field", tmp_path, version=2)}
    with House(tmp_path / "data", later, releases=True) as house:
        assert isinstance(house.do(house.hall.room, table), Kept)
    put_by.chmod(0o600)
    with House(tmp_path / "data", later, releases=True) as house:
        assert house.room(table).sitting.history == [(0, RAISE)]


def test_rules_are_put_by_for_their_owner_alone(tmp_path: Path) -> None:
    """Also where files belong to a group, as in many people's checkouts."""
    source = tmp_path / "leduc"
    copy_game(LEDUC, source)
    for file in source.iterdir():
        file.chmod(0o664)
    copy_game(replace(LEDUC, folder=source), tmp_path / "put_by")
    assert all(not file.stat().st_mode & 0o022 for file in (tmp_path / "put_by").iterdir())


def test_old_rules_that_are_no_longer_what_they_were_are_not_run(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    put_by = tmp_path / "data" / "releases" / package_name(fingerprint(LEDUC)) / "rules.py"
    put_by.write_text(
        put_by.read_text(encoding="utf-8").replace("ANTE, MOST_RAISES = 1, 2", "ANTE, MOST_RAISES = 1, 3")
    )
    with House(tmp_path / "data", {"leduc": with_another("card", tmp_path, version=2)}, releases=True) as house:
        assert isinstance(house.do(house.hall.room, table), Kept)


# Neither: it can be read


def unreadable(folder: Path) -> Game:
    """Rules under which nothing of before can be played."""
    return with_another("field", folder, version=2)


@pytest.mark.parametrize("gone", [False, True], ids=["another layout", "no such game"])
def test_a_table_that_cannot_go_on_is_kept_readable_and_marked(tmp_path: Path, gone: bool) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {} if gone else {"leduc": unreadable(tmp_path)}) as house:
        ada = house.browser(secret)
        for _ in range(2):  # also the second time
            page = ada.page(f"/tables/{table}")
            assert "This table can no longer be played." in page
            assert "raises to 3." in page
            assert "You are dealt" not in page
        assert isinstance(house.do(house.hall.room, table), Kept)
        assert listed(house, table).state == "playing", "when its rules are back it is what it was"
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
    with House(tmp_path, TODAY) as house:
        assert house.room(table).sitting.history == [(0, RAISE)]
        assert listed(house, table).state == "playing"
        assert table in house.browser(secret).page("/")


def test_a_game_that_was_ended_early_stays_so_whatever_becomes_of_its_rules(tmp_path: Path) -> None:
    with House(tmp_path, TODAY) as house:
        ada = house.browser()
        table = ada.open("leduc", **MINE)
        ada.post(f"/tables/{table}/end")
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        page = house.browser(ada.secret).page(f"/tables/{table}")
        assert "This game is over; it can no longer be looked through. It was played by version 1 of the rules" in page
        assert "can no longer be played" not in page
        assert "The host has ended the game. It stood: Ada 1 0 chips, Ada 2 0 chips." in page
        assert (listed(house, table).state, listed(house, table).why) == ("ended", "The host has ended the game.")
    with House(tmp_path, TODAY) as house:
        assert house.room(table).state == "ended"
        assert house.room(table).sitting.ended == "The host has ended the game."


def test_a_game_whose_end_was_never_put_into_words_says_why_it_ended(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        row = entries.written(9, 0.0, entries.Ended("The host ended it."))
        house.do(house.hall.store.write, [store.row_added(table, row)])
        assert house.browser().page(f"/tables/{table}").count("The host ended it.") == 1


def test_a_finished_game_of_other_rules_is_read_to_its_end(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE, FOLD)
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        page = house.browser().page(f"/tables/{table}")
        assert "This game is over" in page
        assert "wins with" in page


def test_a_kept_table_is_listed_to_be_read(tmp_path: Path) -> None:
    with House(tmp_path, TODAY) as house:
        ada = house.browser()
        table = ada.open("leduc", **{**MINE, "seat_1": "open"}, public="on")
        assert house.browser().page("/").count(f"/tables/{table}") == 1
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        assert f'href="/tables/{table}">Read it' in house.browser(ada.secret).page("/")
        assert table not in house.browser().page("/"), "nobody can join it"


def test_a_kept_table_is_read_from_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        read: list[str] = []

        async def count(store: Any, table: str) -> Any:
            read.append(table)
            return await find(store, table)

        monkeypatch.setattr("moot.table.hall.find", count)
        for _ in range(3):
            house.browser(secret).page(f"/tables/{table}")
        assert read == [table]


def test_options_that_are_no_longer_there_keep_a_table_readable(tmp_path: Path) -> None:
    with House(tmp_path, {"leduc": with_another("option", tmp_path)}) as house:
        table = house.browser().open("leduc", option_limit=3, **MINE)
    with House(tmp_path, TODAY) as house:
        assert "can no longer be played with its options" in house.browser().page(f"/tables/{table}")


def test_rules_that_fail_on_old_moves_are_no_page_of_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)

    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with House(tmp_path, {"leduc": replace(LEDUC, version=2)}) as house:
        monkeypatch.setattr(Sitting, "play", fail)
        page = house.browser().get(f"/tables/{table}")
        assert page.status_code == 200
        assert "raises to 3." in page.text


def test_a_table_that_went_on_from_a_position_says_so(tmp_path: Path) -> None:
    """So did tables of earlier releases: their logs hold the position."""
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, TODAY) as house:
        record = bytes(house.room(table).sitting)
        row = entries.written(3, 0.0, entries.Rules("", record))
        house.do(house.hall.store.write, [store.row_added(table, row)])
    with House(tmp_path, TODAY) as house:
        ada, room = house.browser(secret), house.room(table)
        assert bytes(room.sitting) == record
        assert ada.page(f"/tables/{table}").count("The rules have changed since") == 1
        with ada.at(table, 1) as line:
            assert [said["text"] for said in line.state["chat"]] == ["Hello"]
            assert line.play(CALL)["type"] == "done"
        assert ada.get(f"/tables/{table}/game.json").status_code in (200, 400)
