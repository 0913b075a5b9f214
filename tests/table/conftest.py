"""A house for every test, and somebody in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from moot.engine import Game
from moot.table import app
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.sqlite import SqliteStore
from moot.table.rendering.renderer import Renderer
from tests.postgres import HURRY, Postgres, postgres
from tests.table import house as house_module
from tests.table.desk import Desk, opened
from tests.table.house import Browser, Disk, House, Lent


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of the table runs on both stores, but for those of what lies in a folder or in no store."""
    if "store" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        stores = (
            ["sqlite"]
            if "one_store" in marks
            else ["postgresql"]
            if "shared_store" in marks
            else ["sqlite", "postgresql"]
        )
        metafunc.parametrize("store", stores, indirect=True)


@pytest.fixture(scope="session")
def databases() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process."""
    with postgres(**HURRY) as server:
        yield server


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where houses keep their tables: in their folders, or in a database for each folder."""
    kind: str = request.param
    if kind == "sqlite":
        yield kind
        return
    lent = Lent(request.getfixturevalue("databases"))
    house_module.STORES = lent
    yield kind
    house_module.STORES = None
    lent.give_back()


@cache
def renderer_of(*games: Game) -> Renderer:
    """Templates and pictures are the same whatever the server: to make them again for each takes longer than most tests do."""
    return Renderer(games)


@pytest.fixture(autouse=True)
def _drawn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers of the same games share what draws them."""
    monkeypatch.setattr(app, "Renderer", lambda games: renderer_of(*games))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for others to share a write."""
    for kind in (SqliteStore, PostgresStore):
        monkeypatch.setattr(kind, "gather", 0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def ada(house: House) -> Browser:
    """Somebody."""
    return house.browser()


@pytest.fixture
def bo(house: House) -> Browser:
    """Somebody else."""
    return house.browser()


@pytest.fixture
def desk(house: House) -> Desk:
    """A facilitator with two tables of two seats and five people."""
    return opened(house)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A disk."""
    return Disk(monkeypatch)
