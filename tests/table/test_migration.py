"""Databases of earlier releases: every table in them goes on, and says what it said."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from moot.table.people import hashed
from moot.table.persistence import migrations
from tests.table.desk import Desk, opened
from tests.table.house import House

pytestmark = pytest.mark.one_store

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
        live = house.live(POLYCRISIS)
        assert (live.state, live.answers, len(live.sitting.history)) == ("playing", [12, 14, 15], 39)
        assert live.info.seed == 7
        assert live.names == ["Ada 1", "Bo", "Ada 2"]
        assert [said.text for said in live.chat] == ["Hello"]
        assert live.sitting.lines()[-1].text == "Ada 2 drew from spades ♠."
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
        left = bytes(live.sitting), live.number
    with House(data) as house:
        live = house.live(POLYCRISIS)
        assert (bytes(live.sitting), live.number) == left


def test_who_sat_there_still_does(data: Path) -> None:
    with House(data) as house:
        ada = house.browser("0000-is-number-and-the-rest-is-secret")
        assert 'data-mine="0 2"' in ada.page(f"/tables/{POLYCRISIS}")
        assert f'href="/tables/{POLYCRISIS}">Go on' in ada.page("/")


def test_a_finished_game_is_finished(data: Path) -> None:
    with House(data) as house:
        assert house.live(PATH).state == "over"
        assert house.browser().get(f"/tables/{PATH}/replay").status_code == 200


def test_a_workshop_is_as_it_was_left(data: Path) -> None:
    with House(data) as house:
        paused, ended = house.live(PAUSED), house.live(ENDED)
        assert (paused.state, paused.paused, paused.due) == ("playing", 1_000_000.0, 1_000_100.0)
        assert (paused.times, paused.only_show) == ({"Orders": 100}, True)
        assert (ended.state, ended.why) == ("ended", "The facilitator has ended the game here.")
        assert paused.names == ["Ada & Eve (North)", "Cy (South)"]


def test_guests_and_ways_of_a_workshop_are_in_its_log(data: Path) -> None:
    with sqlite3.connect(data / "moot.sqlite") as disk:
        (name, key), *_ = disk.execute("SELECT id, key FROM workshops").fetchall()
        guests = disk.execute(
            "SELECT number, name, table_id, seat, secret, person FROM guests ORDER BY number"
        ).fetchall()
    with House(data) as house:
        workshop = house.do(house.registry.workshop, name)
        assert workshop is not None
        assert (workshop.key, workshop.vary, workshop.tables) == (key, "objective", [PAUSED, ENDED])
        assert [workshop.says(place) for place in (1, 2)] == [
            house.live(table).info.game.says(house.live(table).info.options)["objective"] for table in (PAUSED, ENDED)
        ]
        assert (workshop.ways.times, workshop.ways.only_show, workshop.ways.rest) == ({"Orders": 100}, True, "open")
        assert [(g.number, g.name, g.table, g.seat, g.secret, g.person) for g in workshop.guests] == guests
        assert workshop.next_guest == len(guests)
        assert (workshop.acts, workshop.at) == ([], 1_000_000.0)


def test_what_happened_around_the_tables_is_in_the_log_of_their_workshop(data: Path) -> None:
    config = Config(attributes={"url": f"sqlite:///{data / 'moot.sqlite'}"})
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    command.upgrade(config, "0006")
    with sqlite3.connect(data / "moot.sqlite") as disk:
        ((name,),) = disk.execute("SELECT id FROM workshops").fetchall()
        for number, act in enumerate(
            (("removed", PAUSED, 1, 9, "Lou", "lous browser", ""), ("say", "", -1, -1, "", "", "Hi"))
        ):
            row = (name, number * 3 + 1, 1_000_001.0 + number, *act)
            disk.execute("INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    with House(data) as house:
        workshop = house.do(house.registry.workshop, name)
        assert workshop is not None
        removed, said = workshop.acts
        assert (removed.what, removed.table, removed.seat, removed.guest, removed.name) == (
            "removed",
            PAUSED,
            1,
            9,
            "Lou",
        )
        assert (said.what, said.text, said.at) == ("say", "Hi", 1_000_002.0)
        assert workshop.was_removed("lous browser")
        assert workshop.next_guest == 10
        assert workshop.guest(9) is None


def test_a_workshop_goes_on(data: Path) -> None:
    """By another key, for the one that it had is not known any more."""
    with sqlite3.connect(data / "moot.sqlite") as disk:
        ((name,),) = disk.execute("SELECT id FROM workshops").fetchall()
        disk.execute("UPDATE workshops SET key = ?", (hashed("a new key"),))
    with House(data) as house:
        desk = Desk(house, house.browser(), name, "a new key")
        desk.do("go_on")
        desk.do("move", guest=1, to="1.1")
        desk.do("forget", what="guest.0")
    with House(data) as house:
        desk = Desk(house, house.browser(), name, "a new key")
        assert "Ada" not in desk.page()
        assert desk.live_tables[0].names[1].startswith("Bo & Cy")


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
        live = house.live(POLYCRISIS)
        assert live.workshop is None
        assert live.state == "playing"
        house.secrets.used += ["of before"] * 20
        assert opened(house).live_tables
