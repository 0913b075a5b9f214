"""What machines ask: whether the server lives, and whether people may be led to it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from moot.table.web import health
from tests.table.house import ALL, Browser, House


def test_a_server_that_runs_lives_and_is_ready(house: House, ada: Browser) -> None:
    ada.open()
    for address in ("/live", "/health"):
        assert ada.get(address).json() == {"ok": True, "tables": 1}
    answer = ada.get("/ready")
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "why": "", "games": sorted(ALL)}


def test_before_and_after_it_lives_but_is_not_ready(tmp_path: Path) -> None:
    house = House(tmp_path)
    early = TestClient(house.app).get("/ready")  # nobody has opened it
    assert (early.status_code, early.json()["why"]) == (503, "It starts, or is about to stop.")
    with house:
        assert house.browser().get("/ready").status_code == 200
        house.registry.is_open = False
        assert house.browser().get("/ready").status_code == 503
        assert house.browser().get("/live").status_code == 200


async def _silence(*_: Any) -> None:
    await asyncio.sleep(60)


def _fail(*_: Any) -> None:
    raise OSError("the disk is gone")


@pytest.mark.parametrize("trouble", [_silence, _fail])
def test_without_its_database_it_is_not_ready(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch, trouble: Any
) -> None:
    monkeypatch.setattr(health, "LONGEST", 0.05)
    monkeypatch.setattr(house.registry.store, "rows", trouble)
    answer = ada.get("/ready")
    assert (answer.status_code, answer.json()["why"]) == (503, "The database does not answer within 0.05 s.")
