"""What the server counts and times: each thing once, and nothing about people."""

from __future__ import annotations

import asyncio
from urllib.request import urlopen

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from moot.table.persistence.folder import StartError
from moot.table.serve import _must_differ, bound, free_port
from moot.table.web.metrics import Metrics, exposed
from tests.table.desk import Desk
from tests.table.house import Browser, House
from tests.table.test_restart import bots_rest


def read(registry: CollectorRegistry) -> dict[str, float]:
    """Every figure by its name and labels."""
    return figures(generate_latest(registry).decode())


def figures(text: str) -> dict[str, float]:
    """The same from text, as Prometheus reads it."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = {name: value for name, value in sample.labels.items() if name != "le"}
            found[" ".join([sample.name, *labels.values()])] = sample.value
    return found


def test_what_happens_is_counted(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="greedy", seat_1="me", name="Ada Lovelace")
    with ada.at(table, 1) as line:
        line.until(lambda state: bool(state["moves"]))
        line.play()
        assert line.send(do="play", move=10**6, answer=line.state["answer"])["type"] == "refused"
        assert line.say("nonsense")["type"] == "refused"
        found = read(house.registry.metrics.registry)
        assert found["moot_sockets"] == 1
    ada.get("/nowhere")
    ada.client.post("/tables", headers={"origin": "https://elsewhere.example"})
    house.do(bots_rest, house, live := house.live(table))
    text = generate_latest(house.registry.metrics.registry).decode()
    found = figures(text)
    by_bots = sum(seat == 0 for seat, _ in live.sitting.history)
    assert (found["moot_moves_total person"], found["moot_moves_total bot"]) == (1, by_bots)
    for reason in ("move", "message", "http_404", "foreign_page"):
        assert found[f"moot_refusals_total {reason}"] == 1
    assert found["moot_sockets"] == 0
    assert found["moot_tables_in_memory"] == 1
    assert found["moot_append_seconds_count"] == found["moot_batch_size_count"] > 0
    assert found["moot_render_seconds_count"] > 0
    assert found["moot_bot_thinking_seconds_count"] >= by_bots
    assert "Lovelace" not in text
    assert table not in text


def test_a_clock_that_runs_out_is_timed(desk: Desk) -> None:
    desk.do("extend", table=1, seconds=1)

    async def heard() -> float:
        await asyncio.sleep(0.05)
        return read(desk.house.registry.metrics.registry)["moot_clock_lag_seconds_count"]

    while not desk.house.do(heard):
        pass
    assert read(desk.house.registry.metrics.registry)["moot_event_loop_lag_seconds_count"] > 0


def test_they_are_told_on_a_port_of_their_own() -> None:
    metrics, port = Metrics(), free_port("127.0.0.1", 8880)
    metrics.moved(by_bot=False)
    with exposed(metrics, str(port)):
        answer = urlopen(f"http://127.0.0.1:{port}/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        assert figures(answer.read().decode())["moot_moves_total person"] == 1
    with exposed(metrics, None):
        bound("127.0.0.1", port).close()  # nobody is there


def test_a_port_that_is_taken_is_said() -> None:
    port = free_port("127.0.0.1", 8880)
    with bound("127.0.0.1", port) as taken:
        taken.listen()
        with pytest.raises(StartError, match=f"Port {port} cannot be used for metrics"), exposed(Metrics(), str(port)):
            pass
    with pytest.raises(StartError, match="--metrics takes PORT or HOST:PORT, not 'yes'"), exposed(Metrics(), "yes"):
        pass


@pytest.mark.one_store
def test_the_port_of_the_table_is_not_that_of_its_figures() -> None:
    with pytest.raises(StartError, match="is that of the table itself"):
        _must_differ(8000, "127.0.0.1:8000")
    _must_differ(8000, "9100")
