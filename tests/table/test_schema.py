"""The migrations make the schema that the code is written for."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from moot.table.persistence.migrations import upgrade
from moot.table.persistence.schema import metadata
from moot.table.settings import Settings
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


def test_a_table_draws_128_bits_and_keeps_them(tmp_path: Path) -> None:
    drawn = [Settings(tmp_path, {}).new_seed() for _ in range(200)]
    assert max(drawn).bit_length() > 120
    with House(tmp_path, seed=drawn[0]) as house:
        table = house.browser().open("polycrisis", option_seats=1)
        before = bytes(house.live(table).sitting)
    with House(tmp_path) as house:
        assert (house.live(table).info.seed, bytes(house.live(table).sitting)) == (drawn[0], before)
