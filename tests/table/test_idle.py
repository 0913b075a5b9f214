"""Idle seats and bots: a bot plays for who is away until they are back; and no bot holds up a page."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from moot.bots import choose_as
from moot.table.live import runner, thinkers
from moot.table.live.table import LiveTable
from tests.table.house import Browser, House

SEATS: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "open"}


def look_at_the_clock(house: House, live: LiveTable) -> None:
    """Something happens, however little: the alarm is set by the clock as it is now."""

    async def stir() -> None:
        live.publish()

    house.do(stir)


def test_after_the_countdown_a_bot_plays_until_its_person_is_back(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("polycrisis", idle=60, **SEATS)
    bo.join(table, 1)
    live = house.live(table)
    with ada.at(table, 0) as line:
        while 1 not in live.sitting.waiting:
            line.play()
            line.settle()
        house.clock.now += 59
        look_at_the_clock(house, live)
        line.settle()
        assert not live.chairs[1].stand_in
        moved = live.answers[1]
        house.clock.now += 1
        look_at_the_clock(house, live)
        while live.answers[1] == moved:
            line.hear()
        assert live.chairs[1].stand_in
        assert not live.chairs[0].stand_in or 0 in live.sitting.waiting
        with bo.at(table, 1):
            assert not live.chairs[1].stand_in


def test_who_answers_is_back(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", idle=60, option_seats=1)
    live = house.live(table)
    with ada.at(table, 0) as line:
        live.chairs[0].stand_in = True
        assert line.send(do="back")["type"] == "done"
        assert not live.chairs[0].stand_in


def test_a_table_that_waits_waits_for_ever(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", idle=0, option_seats=1))
    house.clock.now += 10**9
    look_at_the_clock(house, live)
    assert runner.next_deadline(live) is None
    assert not live.chairs[0].stand_in


def test_a_new_question_gives_new_time(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", idle=60, option_seats=1))
    assert runner.next_deadline(live) == house.clock.now + 60
    house.clock.now += 40
    house.do(live.play, 0, live.sitting.numbers(0)[0])
    assert runner.next_deadline(live) == house.clock.now + 60


class Slow:
    """A bot that thinks until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        monkeypatch.setattr(thinkers, "choose_as", self.choose)

    def choose(self, *arguments: Any) -> int:
        """As any bot does, later."""
        self.begun.set()
        assert self.go_on.wait(10)
        return choose_as(*arguments)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """A slow bot."""
    return Slow(monkeypatch)


def test_pages_answer_while_a_bot_thinks(house: House, ada: Browser, slow: Slow) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="greedy", seat_1="me")
    assert slow.begun.wait(10)
    with ada.at(table, 1) as line:
        assert "bot, thinking" in ada.page(f"/tables/{table}")
        assert line.send(do="chat", text="Take your time")["type"] == "done"
        assert house.live(table).sitting.history == []
        slow.go_on.set()
        line.until(lambda state: bool(state["moves"]))
    assert house.live(table).sitting.history[0][0] == 0


def test_a_bot_that_still_thinks_when_its_person_is_back_does_not_play(house: House, ada: Browser, slow: Slow) -> None:
    table = ada.open("polycrisis", idle=60, option_seats=1)
    live = house.live(table)
    house.clock.now += 60
    look_at_the_clock(house, live)
    assert slow.begun.wait(10)
    with ada.at(table, 0) as line:
        slow.go_on.set()
        line.play()
        line.settle()
        while table in house.registry.runner._playing:
            line.settle()
    assert len(live.sitting.history) == 1


def test_a_bot_that_fails_leaves_the_table_standing(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(thinkers, "choose_as", fail)
    table = ada.open("polycrisis", option_seats=2, seat_0="greedy", seat_1="me")
    with ada.at(table, 1) as line:
        assert line.send(do="chat", text="Hello?")["type"] == "done"
        assert line.send(do="hand", seat=0, to="open")["type"] == "done"
