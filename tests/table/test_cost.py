"""What a move costs: its rules run once, what is new is made once for all who see the same, and goes out in one frame."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import ExitStack
from typing import Any

import pytest

from moot.engine import NOBODY, Sitting
from moot.table.feeds.audiences import Audiences
from moot.table.feeds.feed import Feed
from moot.table.feeds.json_feed import JsonFeed
from moot.table.live import crowd
from moot.table.live.crowd import Crowd
from moot.table.live.table import LiveTable
from moot.table.persistence.sqlite import SqliteStore
from moot.table.persistence.store import LogRow, NewRow
from moot.table.rendering.renderer import Renderer
from tests.table.house import Browser, House
from tests.table.test_presence import looking_on

MANY = 200


@pytest.fixture
def live(house: House, ada: Browser) -> LiveTable:
    """A table at which Ada holds all seats."""
    return house.live(ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me"))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often templates were drawn and messages made."""
    count, page, message = Counter[str](), Renderer.page, JsonFeed._message

    def drawing(self: Renderer, template: str, **context: Any) -> str:
        count[template] += 1
        return page(self, template, **context)

    def making(self: JsonFeed, *known: Any, **how: Any) -> bytes | None:
        count["message"] += 1
        return message(self, *known, **how)

    monkeypatch.setattr(Renderer, "page", drawing)
    monkeypatch.setattr(JsonFeed, "_message", making)
    return count


async def play_any(live: LiveTable) -> None:
    """The first move that is open to whoever is awaited."""
    seat = live.sitting.waiting[0]
    await live.play(seat, live.sitting.numbers(seat)[0])


def drawn_for(house: House, live: LiveTable, made: Counter[str], many: int) -> Counter[str]:
    """What is drawn of a move for so many spectators, once they are there."""

    async def play() -> Counter[str]:
        async with looking_on(house, live, Renderer([live.info.game]), NOBODY, many) as wires:
            await asyncio.sleep(0.1)
            made.clear()
            await play_any(live)
            await asyncio.sleep(2 * crowd.PAUSE)
            assert [len(wire.sent) for wire in wires] == [2] * many
            return Counter(made)

    return house.do(play)


def test_one_more_spectator_costs_no_drawing(house: House, ada: Browser, made: Counter[str]) -> None:
    costs = []
    for many in (1, 40):
        fresh = house.live(ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me"))
        costs.append(drawn_for(house, fresh, made, many))
    assert costs[0] == costs[1]
    assert costs[0]["_board.html"] == 1


def test_many_arrivals_draw_little(house: House, live: LiveTable, made: Counter[str]) -> None:
    async def arrive() -> int:
        renderer = Renderer([live.info.game])
        made.clear()
        async with looking_on(house, live, renderer, NOBODY, MANY):
            return made.total()

    assert house.do(arrive) <= 20


def test_many_who_come_to_the_page_draw_it_once(ada: Browser, live: LiveTable, made: Counter[str]) -> None:
    with ada.at(live.info.id, page=True):
        made.clear()
        for _ in range(5):
            ada.page(f"/tables/{live.info.id}?watch")
    assert made == {"table.html": 5}


def test_programs_that_see_the_same_share_what_is_made(house: House, live: LiveTable, made: Counter[str]) -> None:
    ada = next(iter(live.chairs[0].sitters))

    async def play() -> tuple[Any, ...]:
        audiences = Audiences(Renderer([live.info.game]))
        mine = [audiences.programs(live, 0, ada) for _ in range(3)]
        others = [audiences.programs(live, NOBODY, person) for person in (ada, "somebody", None)]
        assert len({*mine}) == len({*others}) == 1
        known = [feed.news(None)[1] for feed in (*mine, *others)]
        made.clear()
        await play_any(live)
        news = [feed.news(one)[0] for feed, one in zip((*mine, *others), known, strict=True)]
        return made["message"], len({id(one) for one in news[:3]}), len({id(one) for one in news[3:]})

    assert house.do(play) == (2, 1, 1)


def test_who_shares_a_seat_hears_by_their_own_ears(live: LiveTable) -> None:
    audiences = Audiences(Renderer([live.info.game]))
    assert audiences.programs(live, 0, "ada") is not audiences.programs(live, 0, "ben")
    assert audiences.programs(live, 0, "ada") is not audiences.programs(live, 1, "ada")


@pytest.mark.parametrize("page", [False, True])
def test_an_answer_is_acknowledged_in_the_frame_with_what_it_led_to(ada: Browser, live: LiveTable, page: bool) -> None:
    with ada.at(live.info.id, 0, page=page) as line:
        before = len(line.heard)
        seat = live.sitting.waiting[0]
        assert seat == 0
        line.send(do="play", move=live.sitting.numbers(0)[0], answer=0)
        told = json.loads(line.heard[-1])
        assert len(line.heard) == before + 1
        assert told["type"] == ("page" if page else "state")
        assert told["done"] == [line._sent]
        assert ("dock" in told["pieces"]) if page else told["answer"] == 1


def test_what_changes_nothing_is_acknowledged_too(ada: Browser, live: LiveTable) -> None:
    with ada.at(live.info.id, 0) as line:
        line.send(do="back")
        assert json.loads(line.heard[-1]) == {"type": "state", "done": [line._sent]}


def test_others_are_told_together_and_the_mover_at_once(house: House, ada: Browser, live: LiveTable) -> None:
    with ExitStack() as stack:
        spectator = stack.enter_context(ada.at(live.info.id))

        async def play_on() -> None:
            while asyncio.get_running_loop().time() % crowd.PAUSE > 0.01:  # a moment has just been
                await asyncio.sleep(0.001)
            for _ in range(4):
                await play_any(live)

        before = len(spectator.heard)
        house.do(play_on)
        spectator.until(lambda state: len(state["events"]) >= len(live.sitting.events(NOBODY)))
        assert len(spectator.heard) - before < 4


def test_moments_do_not_depend_on_what_happens() -> None:
    told: list[float] = []

    class Ear:
        seat = 0
        person: str | None = None

        def stir(self) -> None:
            told.append(asyncio.get_running_loop().time())

        def dismiss(self, to: str = "") -> None:
            """Nobody is."""

    async def stir(waits: list[float]) -> None:
        one = Crowd()
        one.add(Ear())
        for wait in waits:
            await asyncio.sleep(wait)
            one.stir()
        await asyncio.sleep(2 * crowd.PAUSE)

    asyncio.run(stir([0.0, 0.01, 0.07, 0.0]))
    assert 2 <= len(told) <= 3
    assert all(at % crowd.PAUSE < 0.02 for at in told)


def test_a_move_on_its_way_to_the_disk_needs_no_task(house: House, live: LiveTable) -> None:
    async def play() -> set[Any]:
        before = asyncio.all_tasks()
        move = asyncio.create_task(play_any(live))
        await asyncio.sleep(0)
        assert live.turn.locked()
        more = asyncio.all_tasks() - before - {move}
        await move
        return more

    assert house.do(play) == set()
    assert live.number == 1


@pytest.mark.one_store
def test_rows_that_come_alone_share_a_statement(house: House, live: LiveTable) -> None:
    store, said = house.registry.store, list[str]()
    assert isinstance(store, SqliteStore)
    assert store._pen is not None
    store._pen._disk.set_trace_callback(said.append)
    rows = [LogRow(live.number + more, live.at, "next", NOBODY, b'{"type":"next","table":"x"}') for more in (1, 2, 3)]

    async def write() -> None:
        await asyncio.gather(*(store.write([NewRow(live.id, row)]) for row in rows))

    house.do(write)
    assert len(said) == 1
    assert house.do(store.log, live.id, 0) == rows


def test_the_rules_run_once_for_a_move(house: House, live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, attempt = [], Sitting.try_legal

    def trying(self: Sitting, *move: Any) -> Any:
        tried.append(move)
        return attempt(self, *move)

    monkeypatch.setattr(Sitting, "try_legal", trying)
    house.do(play_any, live)
    assert len(tried) == 1


def test_feeds_are_forgotten_with_those_who_listened(live: LiveTable) -> None:
    audiences = Audiences(Renderer([live.info.game]))
    feed: Feed[Any] | None = audiences.programs(live, 0, None)
    assert len(audiences._tables[live]) == 2  # with what all of the table's programs share
    del feed
    assert not len(audiences._tables[live])
