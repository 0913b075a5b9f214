"""The migrations make the schema that the code is written for."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from moot.table.migrations import upgrade
from moot.table.schema import metadata


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
