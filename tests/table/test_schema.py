"""The migrations make the schema that the code is written for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from moot.table.hall import Settings
from moot.table.migrations import upgrade
from moot.table.schema import metadata
from tests.table.house import House


def test_a_fresh_database_is_what_the_schema_says(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / '100% new.sqlite'}"
    upgrade(url)
    with create_engine(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_upgrading_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'moot.sqlite'}"
    upgrade(url)
    before = (tmp_path / "moot.sqlite").read_bytes()
    upgrade(url)
    assert (tmp_path / "moot.sqlite").read_bytes() == before


def test_a_seed_of_an_older_file_is_what_it_was(tmp_path: Path) -> None:
    file = tmp_path / "moot.sqlite"
    with House(tmp_path, seed=2**53 - 1) as house:
        table = house.browser().open("polycrisis", option_seats=1)
        before = bytes(house.room(table).sitting)
    with closing(sqlite3.connect(file)) as old:
        old.execute("UPDATE alembic_version SET version_num = '0003'")
        old.execute("DROP TABLE acts")
        old.execute("ALTER TABLE tables ADD COLUMN old INTEGER NOT NULL DEFAULT 0")
        old.execute("UPDATE tables SET old = seed")
        old.execute("ALTER TABLE tables DROP COLUMN seed")
        old.execute("ALTER TABLE tables RENAME COLUMN old TO seed")
        old.commit()
    with House(tmp_path) as house:
        room = house.room(table)
        assert (room.info.seed, bytes(room.sitting)) == (2**53 - 1, before)


def test_a_table_draws_128_bits_and_keeps_them(tmp_path: Path) -> None:
    drawn = [Settings(tmp_path, {}).new_seed() for _ in range(200)]
    assert max(drawn).bit_length() > 120
    with House(tmp_path, seed=drawn[0]) as house:
        table = house.browser().open("polycrisis", option_seats=1)
        before = bytes(house.room(table).sitting)
    with House(tmp_path) as house:
        assert (house.room(table).info.seed, bytes(house.room(table).sitting)) == (drawn[0], before)
