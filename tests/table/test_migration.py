"""Databases of earlier releases: every table in them goes on, and says what it said."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from tests.table.desk import opened
from tests.table.house import House

# Made by the release before tables became one log: Polycrisis in play with a move taken back, a finished game of Path to Safety,
# and a workshop of Solidarity with one table paused and one ended.
OLD = Path(__file__).parent / "tables_0003.sqlite.gz"
POLYCRISIS, PATH, PAUSED, ENDED = "0001-is-numb", "0006-is-numb", "0012-is-numb", "0013-is-numb"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with the old database."""
    (tmp_path / "moot.sqlite").write_bytes(gzip.decompress(OLD.read_bytes()))
    return tmp_path


def test_a_game_in_play_goes_on(data: Path) -> None:
    with House(data) as house:
        room = house.room(POLYCRISIS)
        assert (room.state, room.answers, len(room.sitting.history)) == ("playing", [12, 14, 15], 39)
        assert room.info.seed == 7
        assert room.names == ["Ada 1", "Bo", "Ada 2"]
        assert [said.text for said in room.chat] == ["Hello"]
        assert room.sitting.lines()[-1].text == "Ada 2 drew from spades ♠."
        seat = room.sitting.waiting[0]
        house.do(room.play, seat, room.sitting.numbers(seat)[0])
        left = bytes(room.sitting), room.number
    with House(data) as house:
        room = house.room(POLYCRISIS)
        assert (bytes(room.sitting), room.number) == left


def test_who_sat_there_still_does(data: Path) -> None:
    with House(data) as house:
        ada = house.browser("0000-is-number-and-the-rest-is-secret")
        assert 'data-mine="0 2"' in ada.page(f"/tables/{POLYCRISIS}")
        assert f'href="/tables/{POLYCRISIS}">Go on' in ada.page("/")


def test_a_finished_game_is_finished(data: Path) -> None:
    with House(data) as house:
        assert house.room(PATH).state == "over"
        assert house.browser().get(f"/tables/{PATH}/replay").status_code == 200


def test_a_workshop_is_as_it_was_left(data: Path) -> None:
    with House(data) as house:
        paused, ended = house.room(PAUSED), house.room(ENDED)
        assert (paused.state, paused.paused, paused.due) == ("playing", 1_000_000.0, 1_000_100.0)
        assert (paused.times, paused.only_show) == ({"Orders": 100}, True)
        assert (ended.state, ended.why) == ("ended", "The facilitator has ended the game here.")
        assert paused.names == ["Ada & Eve (North)", "Cy (South)"]


def test_what_was_told_can_be_read_without_the_rules(data: Path) -> None:
    with House(data, {}) as house:
        page = house.browser().page(f"/tables/{POLYCRISIS}")
        assert "Ada 2 drew from spades ♠." in page
        assert "can no longer be played" in page


def test_a_database_from_before_workshops_is_upgraded(data: Path) -> None:
    with sqlite3.connect(data / "moot.sqlite") as disk:
        for statement in ("DROP TABLE guests", "DROP TABLE workshops", "DROP INDEX tables_by_workshop"):
            disk.execute(statement)
        for column in ("workshop", "place", "paused", "due", "votes"):
            disk.execute(f"ALTER TABLE tables DROP COLUMN {column}")
        disk.execute("UPDATE alembic_version SET version_num = '0001'")
    with House(data) as house:
        room = house.room(POLYCRISIS)
        assert room.workshop is None
        assert room.state == "playing"
        assert opened(house).rooms
