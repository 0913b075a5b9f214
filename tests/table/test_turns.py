"""Turns: whoever asks for much at once does not go before all others."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from moot.table.web.turns import Turns

pytestmark = pytest.mark.one_store

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
LONG = 60.0  # seconds


async def ask(turns: Turns, address: str, said: list[str]) -> None:
    """Something that is done in one piece."""
    served = await turns.take(address, LONG)
    said.append(address)
    served()


async def until_empty(turns: Turns) -> None:
    """Nothing is kept of those who have been served."""
    while turns._queues:
        await asyncio.sleep(0)


def soon(what: Coroutine[Any, Any, None]) -> None:
    """It does not hang."""
    asyncio.run(asyncio.wait_for(what, LONG))


def test_of_an_address_one_thing_is_begun_at_a_time_and_others_go_between() -> None:
    said: list[str] = []

    async def ask_all() -> None:
        turns = Turns()
        await asyncio.gather(*(ask(turns, HERE, said) for _ in range(5)), ask(turns, ELSEWHERE, said))
        await until_empty(turns)

    soon(ask_all())
    assert said == [HERE, ELSEWHERE, *[HERE] * 4]


def test_who_waits_for_something_else_does_not_hold_up_the_next() -> None:
    said: list[str] = []

    async def wait_and_ask() -> None:
        turns = Turns()
        served = await turns.take(HERE, 0.01)
        await ask(turns, HERE, said)
        served()
        await ask(turns, HERE, said)
        await until_empty(turns)

    soon(wait_and_ask())
    assert said == [HERE] * 2


def test_who_goes_while_they_wait_is_not_waited_for() -> None:
    said: list[str] = []

    async def go() -> None:
        turns = Turns()
        served = await turns.take(HERE, LONG)
        gone, stays = (asyncio.ensure_future(ask(turns, HERE, said)) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        served()
        await stays
        await until_empty(turns)

    soon(go())
    assert said == [HERE]
