"""Crowds: who comes and goes is told seldom, and spectators' coming and going to nobody."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from moot.engine import NOBODY
from moot.table.feeds.audiences import Audiences
from moot.table.feeds.session import Session
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.rendering.renderer import Renderer
from tests.table.house import Browser, House

MANY = 100


class Wire:
    """A socket at the other end of which nobody speaks."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.client = None
        self.sent: list[str] = []
        self._closed = asyncio.Event()

    async def send_text(self, text: str) -> None:
        """Something is told."""
        self.sent.append(text)

    async def receive(self) -> dict[str, Any]:
        """Nothing comes until the other end is gone."""
        await self._closed.wait()
        return {"type": "websocket.disconnect"}

    def close(self) -> None:
        """It goes."""
        self._closed.set()


@asynccontextmanager
async def looking_on(
    house: House, live: LiveTable, renderer: Renderer, seat: int, many: int
) -> AsyncIterator[list[Wire]]:
    """So many pages, one after the other."""
    audiences = Audiences(renderer)
    wires, person = [Wire() for _ in range(many)], Person(next(iter(live.chairs[0].sitters)), "Ada")
    tasks = []
    for wire in wires:
        feed = audiences.pages(live, seat, person.id)
        tasks.append(asyncio.create_task(Session(wire, house.registry, feed, person).attend()))  # type: ignore[arg-type]
        await asyncio.sleep(0.002)
    yield wires
    for wire in wires:
        wire.close()
    await asyncio.gather(*tasks)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each part of a page has been drawn."""
    count, page = Counter[str](), Renderer.page

    def counted(self: Renderer, template: str, **context: Any) -> str:
        count[template] += 1
        return page(self, template, **context)

    monkeypatch.setattr(Renderer, "page", counted)
    return count


@pytest.fixture
def live(house: House, ada: Browser) -> LiveTable:
    """A table that waits for Ada."""
    return house.live(ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="open"))


def test_spectators_are_told_to_nobody(house: House, live: LiveTable, drawn: Counter[str]) -> None:
    async def crowd() -> list[int]:
        renderer = Renderer([live.info.game])
        drawn.clear()
        async with looking_on(house, live, renderer, NOBODY, MANY) as wires:
            await asyncio.sleep(0.1)
            return [len(wire.sent) for wire in wires]

    assert house.do(crowd) == [1] * MANY  # each hears how it stands, and no more
    assert drawn["_board.html"] == 2  # once whole, and once to see what changes of it
    assert drawn["_seats.html"] == drawn["_strip.html"] == 1


def test_who_sits_down_and_leaves_again_and_again_is_told_twice_a_second(
    house: House, live: LiveTable, drawn: Counter[str]
) -> None:
    async def come_and_go() -> tuple[int, float]:
        renderer, loop = Renderer([live.info.game]), asyncio.get_running_loop()
        async with looking_on(house, live, renderer, NOBODY, MANY) as wires:
            await asyncio.sleep(0.1)
            drawn.clear()
            began = loop.time()
            for _ in range(MANY):
                async with looking_on(house, live, renderer, 0, 1):
                    pass
            await asyncio.sleep(0.6)
            return max(len(wire.sent) for wire in wires) - 1, loop.time() - began

    told, seconds = house.do(come_and_go)
    assert 1 <= told <= 2 * seconds + 2
    assert drawn["_board.html"] == 0  # what has not changed is not drawn
    assert drawn["_dock.html"] <= MANY  # of the one who comes
    assert drawn["_seats.html"] <= MANY + 2 * seconds + 2
    assert house.do(is_shown_away, live)


async def is_shown_away(live: LiveTable) -> bool:
    """In the end it is as it is."""
    return not live.watchers.is_at(0)
