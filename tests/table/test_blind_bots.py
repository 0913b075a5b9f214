"""Bots in a blind phase: what others hear, and when, does not tell how many unseen answers a bot has given."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.engine import NOBODY
from moot.games.polycrisis.rules import Step
from moot.table.feeds.json_feed import JsonFeed, KnownInJson
from moot.table.feeds.sight import Sight
from moot.table.feeds.stage import Stage
from moot.table.live import runner, thinkers
from moot.table.live.crowd import Crowd
from moot.table.live.table import LiveTable
from tests.table.house import ALL, House
from tests.table.test_restart import bots_rest

PACE, THINKING = 0.7, 0.11  # seconds
BOT, SEATS = 1, 3


class Watch:
    """Time that passes only while a bot thinks or waits; bots that give as many unseen answers as they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, unseen: int) -> None:
        self.now, self.left = 0.0, unseen
        monkeypatch.setattr(runner, "passing", lambda: self.now)
        monkeypatch.setattr(Crowd, "stir", Crowd.tell)  # at once
        monkeypatch.setattr(runner, "sleep", self.sleep)
        monkeypatch.setattr(thinkers, "choose_as", self.choose)

    async def sleep(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
        await asyncio.sleep(0)

    def choose(self, machine: Any, record: Any, seat: int, *_: Any) -> int:
        """Something that nobody sees, or the end of the turn; if there is no end yet, no to what may be declined."""
        self.now += THINKING
        out = machine.moves()
        machine.list_moves(machine.records(record), 0, seat, out)
        moves: list[int] = [
            machine.numbering.unpack(machine.light(record).asking[seat], int(one)) for one in out[1 : 1 + out[0]]
        ]
        hidden = [move for move in moves if not runner.is_seen(machine, record, seat, move)]
        if hidden and self.left:
            self.left -= 1
            return hidden[0]
        seen = [move for move in moves if move not in hidden]
        return seen[0] if seen else hidden[-1]


class Session:
    """Somebody who writes down what they hear, and when."""

    def __init__(self, live: LiveTable, seat: int, watch: Watch) -> None:
        self.seat = seat
        self.person: str | None = None
        self._watch, self._live = watch, live
        self._feed = JsonFeed(live, seat, Stage(live, Sight(live.info.game)), None)
        self._known: KnownInJson | None = None
        self.heard: list[tuple[float, str]] = []

    def stir(self) -> None:
        """Something may be new."""
        news, self._known = self._feed.news(self._known)
        if news is not None:
            self.heard.append((round(self._watch.now, 6), news.decode()))

    def dismiss(self, to: str = "") -> None:
        """Nobody is."""


def until_orders(house: House, live: LiveTable) -> None:
    """On to the blind phase, before the bot has done anything in it."""
    dice = Random(0)
    while live.sitting.state.asking[BOT] != Step.START_PROJECT:
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))


def heard_of(folder: Path, unseen: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[list[tuple[float, str]]]]:
    """How many answers a bot gave in a blind phase, and what a seat and a spectator heard of it."""
    with House(folder, pace=PACE) as house:
        ada = house.browser()
        seats = {"seat_0": "me", "seat_1": "me", "seat_2": "me"}
        live = house.live(ada.open("polycrisis", option_seats=SEATS, **seats))
        until_orders(house, live)
        watch = Watch(monkeypatch, unseen)
        listeners = [Session(live, seat, watch) for seat in (0, NOBODY)]
        live.watchers.update(listeners)
        before = live.answers[BOT]

        async def let_a_bot_play() -> None:
            live.chairs[BOT].stand_in = True
            live.publish()
            while not house.registry.leases.holds(live.id):  # a shared store is asked whether another server does
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)

        house.do(let_a_bot_play)
        house.do(bots_rest, house, live)
        live.watchers.clear()
        return live.answers[BOT] - before, [one.heard for one in listeners]


def test_nobody_can_tell_how_many_unseen_answers_a_bot_gave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [heard_of(tmp_path / str(unseen), unseen, monkeypatch) for unseen in range(4)]
    assert len({answers for answers, _ in games}) > 1
    for _, (seat, spectator) in games:
        assert seat == games[0][1][0]
        assert spectator == games[0][1][1]
        assert seat[-1][0] == pytest.approx(runner.BEAT * PACE)  # the end of the blind turn was heard


def test_every_blind_question_of_every_game_is_known_as_one() -> None:
    for game in ALL.values():
        machine = game.interpreted
        record = game.blank(game.choose({}))
        for step, choice in game.rules.choices.items():
            record["asking"][0][0] = step
            assert runner.is_blind(machine, record, 0) == choice.sealed
