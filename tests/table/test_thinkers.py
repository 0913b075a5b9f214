"""Bots that think ahead at a table: in processes of their own, in time, from what their seats see."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np
import pytest

from examples.leduc import GAME
from moot.bots import COMPANY, choose_as, luck_of, read_bot
from moot.engine import Sitting
from moot.table.live import runner
from moot.table.live.machines import Machines
from moot.table.live.thinkers import Thinkers
from tests.table.house import Browser, House
from tests.table.test_restart import bots_rest

STRONG = read_bot("strong")
pytestmark = pytest.mark.one_store


@pytest.fixture(scope="module")
def prepared() -> Machines:
    """With all compiled that bots need."""
    machines = Machines(lambda game: None)

    async def prepare() -> None:
        await machines.prepare(GAME)
        await machines.prepare_thinking(GAME)

    asyncio.run(prepare())
    return machines


@pytest.fixture
def thinkers(prepared: Machines) -> Iterator[Thinkers]:
    """Bots at work."""
    at_work = Thinkers(prepared)
    yield at_work
    at_work.close()


def asked(seed: int = 1) -> tuple[Sitting, int]:
    """A game, and who answers first."""
    t = GAME.start(seed=seed)
    return t, t.waiting[0]


async def strong_move(thinkers: Thinkers, t: Sitting, seat: int) -> int:
    """What comes of a short thought."""
    return await thinkers.move(GAME, t.array, seat, STRONG, 1, monotonic() + 0.1)


def test_it_comes_to_a_legal_move(thinkers: Thinkers) -> None:
    t, seat = asked()
    assert asyncio.run(strong_move(thinkers, t, seat)) in t.numbers(seat)


def test_when_its_process_is_killed_the_game_goes_on(thinkers: Thinkers) -> None:
    t, seat = asked()

    async def twice() -> list[int]:
        first = await strong_move(thinkers, t, seat)
        assert thinkers._pool is not None
        for pid in list(thinkers._pool._processes):
            os.kill(pid, signal.SIGKILL)
        return [first, await strong_move(thinkers, t, seat), await strong_move(thinkers, t, seat)]

    assert set(asyncio.run(twice())) <= set(t.numbers(seat))


def test_only_what_its_seat_sees_leaves_the_server(thinkers: Thinkers) -> None:
    t, seat = asked()
    twins = [np.frombuffer(bytearray(bytes(t.guess(seat, seed=seed))), GAME.dtype) for seed in range(8)]
    assert len({twin.tobytes() for twin in twins}) > 1
    assert len({thinkers._seen(GAME, twin, seat) for twin in twins}) == 1


def test_until_it_can_think_it_answers_quickly() -> None:
    t, seat = asked()
    machine = GAME.interpreted
    quick = choose_as(machine, t.array, seat, read_bot("fair"), luck_of(machine, 1))
    assert asyncio.run(strong_move(Thinkers(Machines(lambda game: None)), t, seat)) == quick


def test_a_whole_blind_turn_takes_no_longer_than_one_open_answer() -> None:
    gone = 0.0
    for _ in range(20):
        gone += runner.time_to_think(gone, blind=True)
    assert 0.9 * runner.TO_THINK < gone <= runner.TO_THINK
    assert runner.time_to_think(0.5, blind=False) == runner.TO_THINK - 0.5
    assert runner.time_to_think(9.0, blind=False) == 0


@pytest.mark.parametrize("kind", COMPANY)
def test_whatever_bot_is_asked_for_plays(house: House, ada: Browser, kind: str) -> None:
    fields: dict[str, Any] = {"seat_0": kind, "seat_1": "me"}
    live = house.live(ada.open("path_to_safety", option_seats=2, **fields))
    assert live.chairs[0].kind == kind
    for _ in range(30):
        house.do(bots_rest, house, live)
        if live.answers[0] or live.state != "playing":
            break
        house.do(live.play, 1, live.sitting.numbers(1)[0])
    assert live.answers[0]
