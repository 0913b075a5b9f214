"""A house for every test, and somebody in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.table import store
from tests.table.desk import Desk, opened
from tests.table.house import Browser, House


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for others to share a write."""
    monkeypatch.setattr(store, "GATHER", 0)


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
