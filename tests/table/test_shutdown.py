"""Stopping: people are told, nothing that was acknowledged is lost, and it does not take long."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from moot.table import serve
from moot.table.live.table import LiveTable
from moot.table.serve import free_port
from tests.faults.disk import read_tables
from tests.table.desk import Desk
from tests.table.house import Browser, House

ROOT = Path(__file__).parents[2]


def test_who_is_here_is_told_to_come_again_and_nobody_is_led_here(house: House, ada: Browser) -> None:
    table = ada.open(option_seats=1)
    with ada.at(table, 0) as line, ada.at(table, 0, page=True) as page:

        async def stop() -> None:
            house.registry.send_away()

        house.do(stop)
        assert [one.until_closed() for one in (line, page)] == [1012, 1012]
    assert ada.get("/ready").status_code == 503
    assert ada.get("/live").status_code == 200


def test_a_move_on_its_way_is_acknowledged_before_its_player_is_asked_to_go(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ada.open(option_seats=1)
    live = house.live(table)
    answer = LiveTable.answer

    async def answer_while_stopping(self: LiveTable, *given: Any) -> None:
        house.registry.send_away()
        await asyncio.sleep(0.05)
        await answer(self, *given)

    monkeypatch.setattr(LiveTable, "answer", answer_while_stopping)
    with ada.at(table, 0) as line:
        line.socket.send_json({"do": "play", "move": live.sitting.numbers(0)[0], "answer": 0, "id": 5})
        assert line.until_closed() == 1012
        assert any(json.loads(heard).get("done") == [5] for heard in line.heard)
    assert live.answers[0] == 1


def test_a_facilitator_is_told_too(desk: Desk) -> None:
    with desk.browser.client.websocket_connect(f"{desk.at}/socket") as socket:
        socket.receive_json()

        async def stop() -> None:
            desk.house.registry.send_away()

        desk.house.do(stop)
        closed = socket.receive()
        while closed["type"] != "websocket.close":
            closed = socket.receive()
        assert (closed["code"], closed["reason"]) == (1012, "The server restarts.")


def test_a_server_that_still_thinks_is_ended_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(os, "_exit", lambda code: ended.set())
    serve._end_after(0.01)
    assert ended.wait(5)


async def _play_until_stopped(url: str, process: subprocess.Popen[bytes]) -> tuple[str, int, ConnectionClosed]:
    """Play as fast as one can; how many answers were acknowledged when the server hung up."""
    wish = {"game": "polycrisis", "option.seats": 1, "name": "Ada"}
    async with httpx.AsyncClient(base_url=url) as web:
        opened = (await web.post("/tables", json=wish, headers={"accept": "application/json"})).json()
        address = f"{url.replace('http', 'ws')}/tables/{opened['table']}/socket?seat=0"
        headers = {"authorization": f"Bearer {opened['token']}"}
        done = 0
        state: dict[str, Any] = {}
        async with connect(address, additional_headers=headers, compression=None) as socket:
            try:
                while True:
                    heard = json.loads(await socket.recv())
                    state |= heard
                    done += len(heard.get("done", ()))
                    if "done" in heard or done == 0:
                        move = state["moves"][0]["number"]
                        await socket.send(json.dumps({"do": "play", "move": move, "answer": state["answer"]}))
                    if done == 20:
                        process.send_signal(signal.SIGTERM)
                        while (await web.get("/ready")).status_code == 200:
                            await asyncio.sleep(0.02)
            except ConnectionClosed as closed:
                return opened["table"], done, closed


def test_sigterm_says_not_ready_closes_with_1012_and_loses_nothing(tmp_path: Path) -> None:
    port = free_port("127.0.0.1", 8870)
    command = [sys.executable, "-m", "moot", "serve", "--data", str(tmp_path / "data"), "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        table, done, closed = asyncio.run(_play_until_stopped(f"http://127.0.0.1:{port}", process))
        begun = time.monotonic()
        assert process.wait(20) == 0
        assert time.monotonic() - begun < 20
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1012, "The server restarts.")
    rows = [row for row in read_tables(tmp_path / "data")[table].log if row.kind == "moved"]
    assert 20 <= done <= len(rows)
