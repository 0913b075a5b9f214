"""Rules that have changed since a table was opened: it goes on, by the new rules or its own; or it can still be read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.engine import Game, MoveError, Sitting
from moot.engine.fingerprint import fingerprint
from moot.table import registry
from moot.table.feeds.messages import COME_AGAIN
from moot.table.live import entries, releases
from moot.table.live.appending import catch_up, entry_added
from moot.table.live.loading import Kept, find
from moot.table.live.releases import ReleaseError, copy_game, package_name
from moot.table.live.table import LiveTable
from moot.table.persistence import schema, store
from tests.table.house import House, place_of
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
        live = house.live(table)
        for move in moves:
            house.do(live.play, live.sitting.waiting[0], move)
        house.do(live.say, 0, "Hello")
        return table, ada.secret


def listed(house: House, table: str) -> Any:
    """A table's row in the lists."""
    return house.do(house.registry.store.row, select(schema.tables).where(schema.tables.c.id == table))


# The same positions: the new rules


def test_rules_that_lead_to_the_same_positions_take_over(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    later = {"leduc": replace(LEDUC, version=2)}
    for _ in range(2):  # also the second time
        with House(tmp_path, later) as house:
            live = house.live(table)
            assert live.sitting.history == [(0, RAISE)]
            assert live.past == []
            assert listed(house, table).rules == fingerprint(later["leduc"])
            kinds = [row.kind for row in house.do(house.registry.store.log, table)]
            assert kinds == ["opened", "moved", "said", "rules"]


# Other positions: its own rules


@pytest.mark.parametrize("what", CHANGES)
def test_a_running_game_goes_on_by_the_rules_it_began_with(what: str, tmp_path: Path) -> None:
    table, secret = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    later = with_another(what, tmp_path, version=2)
    assert fingerprint(later) != fingerprint(replace(LEDUC, version=2)), "what its numbers mean has changed"
    with House(tmp_path / "data", {"leduc": later}, releases=True) as house:
        ada, live = house.browser(secret), house.live(table)
        own = "leduc" if what == "choice" else package_name(fingerprint(LEDUC))  # one more answer changes no position
        assert live.info.game.name == own
        assert live.sitting.history == [(0, RAISE)]
        assert "raises to 3." in ada.page(f"/tables/{table}")
        assert ada.get(f"/games/{live.info.game.name}/rulebook").status_code == 200
        with ada.at(table, 1) as line:
            assert line.play(FOLD)["type"] == "done"
            assert line.state["over"]["text"]
        assert house.live(ada.open("leduc", **MINE)).info.game is later, "who begins now plays by the new rules"
    with House(tmp_path / "data", {"leduc": later}, releases=True) as house:
        assert house.live(table).state == "over"


def test_old_rules_that_others_can_write_are_not_run(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    put_by = tmp_path / "data" / "releases" / package_name(fingerprint(LEDUC)) / "rules.py"
    put_by.chmod(0o666)
    later = {"leduc": with_another("field", tmp_path, version=2)}
    with House(tmp_path / "data", later, releases=True) as house:
        assert isinstance(house.do(house.registry.find, table), Kept)
    put_by.chmod(0o600)
    with House(tmp_path / "data", later, releases=True) as house:
        assert house.live(table).sitting.history == [(0, RAISE)]


def test_rules_are_put_by_for_their_owner_alone(tmp_path: Path) -> None:
    """Also where files belong to a group, as in many people's checkouts."""
    source = tmp_path / "leduc"
    copy_game(LEDUC, source)
    for file in source.iterdir():
        file.chmod(0o664)
    copy_game(replace(LEDUC, folder=source), tmp_path / "put_by")
    assert all(not file.stat().st_mode & 0o022 for file in (tmp_path / "put_by").iterdir())


@pytest.mark.one_store
def test_rules_that_belong_to_another_user_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_game(LEDUC, tmp_path / "put_by")
    releases._must_be_ours(tmp_path / "put_by")
    monkeypatch.setattr(releases, "OWNERS", {tmp_path.stat().st_uid + 1})
    with pytest.raises(ReleaseError, match="belongs to somebody else"):
        releases._must_be_ours(tmp_path / "put_by")


@pytest.mark.one_store
def test_several_servers_may_put_the_same_rules_by_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as servers:
        for _ in range(3):
            target = tmp_path / f"put_by_{_}"
            list(servers.map(lambda _, target=target: copy_game(LEDUC, target), range(4)))
            assert (target / "rules.py").is_file()
    assert len(list(tmp_path.iterdir())) == 3, "no draft is left"


def test_old_rules_that_are_no_longer_what_they_were_are_not_run(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path / "data", RAISE, releases=True)
    put_by = tmp_path / "data" / "releases" / package_name(fingerprint(LEDUC)) / "rules.py"
    put_by.write_text(
        put_by.read_text(encoding="utf-8").replace("ANTE, MOST_RAISES = 1, 2", "ANTE, MOST_RAISES = 1, 3")
    )
    with House(tmp_path / "data", {"leduc": with_another("card", tmp_path, version=2)}, releases=True) as house:
        assert isinstance(house.do(house.registry.find, table), Kept)


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
        assert isinstance(house.do(house.registry.find, table), Kept)
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
        assert house.live(table).sitting.history == [(0, RAISE)]
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
        assert house.live(table).state == "ended"
        assert house.live(table).sitting.ended == "The host has ended the game."


def test_a_game_whose_end_was_never_put_into_words_says_why_it_ended(tmp_path: Path) -> None:
    table, _ = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, {"leduc": unreadable(tmp_path)}) as house:
        row = entries.written(9, 0.0, entries.Ended("The host ended it."))
        house.do(house.registry.store.write, [store.NewRow(table, row)])
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

        monkeypatch.setattr("moot.table.live.loading.find", count)
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
        monkeypatch.setattr(Sitting, "outcome", fail)
        page = house.browser().get(f"/tables/{table}")
        assert page.status_code == 200
        assert "raises to 3." in page.text


def test_a_table_that_went_on_from_a_position_says_so(tmp_path: Path) -> None:
    """So did tables of earlier releases: their logs hold the position."""
    table, secret = table_of_leduc(tmp_path, RAISE)
    with House(tmp_path, TODAY) as house:
        record = bytes(house.live(table).sitting)
        row = entries.written(3, 0.0, entries.Rules("", record))
        house.do(house.registry.store.write, [store.NewRow(table, row)])
    with House(tmp_path, TODAY) as house:
        ada, live = house.browser(secret), house.live(table)
        assert bytes(live.sitting) == record
        assert ada.page(f"/tables/{table}").count("The rules have changed since") == 1
        with ada.at(table, 1) as line:
            assert [said["text"] for said in line.state["chat"]] == ["Hello"]
            assert line.play(CALL)["type"] == "done"
        assert ada.get(f"/tables/{table}/game.json").status_code in (200, 400)


# Two releases at once, on one database


@pytest.fixture
def at_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    """Servers of two releases on one database."""
    monkeypatch.setattr(registry, "KEPT_FOR", 0.0)
    with Two(tmp_path) as two:
        yield two


class Two(ExitStack):
    """A server of the release before, and one of the next, which plays the same game by other rules."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._seeds = folder, count(1000, 1000)
        self.later = replace(LEDUC, version=2)

    def start(self, *, new: bool, releases: str = "") -> House:
        """One of them, with what was put by in a folder of that name."""
        games, url = {"leduc": self.later if new else LEDUC}, place_of(self._folder).url
        folder = self._folder / (releases or f"{new}")
        house = House(folder, games, store=url, releases=bool(releases), seed=next(self._seeds))
        house.secrets.used += ["taken"] * next(self._seeds)
        return self.enter_context(house)


def kinds_of(house: House, table: str) -> list[str]:
    return [row.kind for row in house.do(house.registry.store.log, table)]


async def caught_up(live: LiveTable) -> None:
    async with live.turn:
        await catch_up(live)


def bet(house: House, table: str, move: int) -> None:
    """Whoever is awaited bets, by one of the servers."""
    live = house.live(table)
    house.do(caught_up, live)
    house.do(live.play, live.sitting.waiting[0], move)


@pytest.mark.shared_store
def test_two_releases_play_on_by_the_rules_that_were_put_by(at_two: Two) -> None:
    old = at_two.start(new=False, releases="both")
    table = old.browser().open("leduc", **MINE)
    bet(old, table, RAISE)
    new = at_two.start(new=True, releases="both")
    bet(new, table, RAISE)
    bet(old, table, CALL)
    bet(new, table, CALL)
    assert "rules" not in kinds_of(new, table)
    history = new.live(table).sitting.history
    assert len(history) == 4
    for house in (old, new):
        house.close()
    again = at_two.start(new=True)
    assert again.live(table).sitting.history == history
    bet(again, table, CALL)
    assert kinds_of(again, table)[-2:] == ["rules", "moved"]


@pytest.mark.shared_store
def test_who_lacks_a_tables_rules_shows_it_and_never_plays_it_by_others(at_two: Two) -> None:
    old = at_two.start(new=False)
    table = old.browser().open("leduc", **MINE)
    bet(old, table, RAISE)
    new = at_two.start(new=True)
    assert "version 1 of the rules of Leduc hold'em, which this server does not have" in unescape(
        new.browser().page(f"/tables/{table}")
    )
    bet(old, table, RAISE)
    assert "rules" not in kinds_of(old, table)
    old.close()
    assert len(new.live(table).sitting.history) == 2, "alone it goes over to its own rules"
    back = at_two.start(new=False)
    assert isinstance(back.do(back.registry.find, table), Kept)
    bet(new, table, CALL)
    assert kinds_of(new, table) == ["opened", "moved", "moved", "rules", "moved"]


@pytest.mark.shared_store
def test_a_table_that_is_pinned_to_other_rules_is_left_at_once(at_two: Two) -> None:
    """Whoever plays on by the old ones would write what neither can read."""
    old = at_two.start(new=False)
    ada = old.browser()
    table = ada.open("leduc", **MINE)
    live, new = old.live(table), at_two.start(new=True)
    pinned = entries.Rules(fingerprint(at_two.later))
    row = entries.written(1, 0.0, pinned)
    with ada.at(table, 0) as line:
        new.do(new.registry.store.write, entry_added(table, row, pinned))
        assert line.until_closed() == COME_AGAIN
    with pytest.raises(MoveError, match="read anew"):
        old.do(live.play, 0, RAISE)
    assert isinstance(old.do(old.registry.find, table), Kept)
    bet(new, table, RAISE)
    assert kinds_of(new, table) == ["opened", "rules", "moved"]
