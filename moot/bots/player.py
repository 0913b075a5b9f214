"""Bots at a sitting: a game played move by move, as `moot story` tells it and as people meet them at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moot.bots.bot import Bot, read_bots
from moot.bots.choose import BOTS, choose_at
from moot.bots.scratch import make_scratch
from moot.bots.thinking import bot_move
from moot.engine import RulesError, Sitting
from moot.engine.chance import glance, halves, seed_widely
from moot.engine.drive import BOT_STREAM
from moot.engine.flow import COUNT
from moot.engine.machine import Array, Machine
from moot.engine.rules import no_move


def choose_for(machine: Machine, record: Array, seat: int, kind: int, luck: Any) -> int:
    """The move that a bot of some kind makes for a seat, in the position of a record (an array of one)."""
    records, views = machine.records(record), machine.records(np.zeros(1, record.dtype))
    asked, moves = int(record["asking"][0, seat]), machine.moves()
    packed = machine.entry(choose_at)(kind, records, 0, seat, views, 0, moves, luck)
    if not moves[COUNT]:
        raise RulesError(no_move(machine.rules.choices[asked], seat, machine.folder))
    return machine.numbering.unpack(asked, int(packed))


def choose_as(machine: Machine, record: Array, seat: int, bot: Bot, luck: Any) -> int:
    """The move that a bot makes for a seat, in the position of a record (an array of one); with the iterations of a simulation."""
    if bot.kind < len(BOTS):
        return choose_for(machine, record, seat, bot.kind, luck)
    records, how, asked = machine.records(record), bot.row(machine.rules.effort), int(record["asking"][0, seat])
    packed = machine.entry(bot_move)(machine.numbers(how), records, 0, seat, make_scratch(machine), luck)
    return machine.numbering.unpack(asked, int(packed))


def luck_of(machine: Machine, seed: int) -> Any:
    """The dice of bots."""
    luck = machine.luck()
    machine.entry(seed_widely)(luck, *halves(seed), BOT_STREAM)
    return luck


class Player:
    """The bots of one sitting. The same seed gives the same moves as in a simulation of that game."""

    sitting: Sitting  # at which they play
    bots: list[Bot]  # the bot at each seat

    def __init__(self, sitting: Sitting, bots: Sequence[str]) -> None:
        self.sitting, self.bots = sitting, read_bots(bots, sitting.seats)
        self._last, self._steps = 0, -1
        self._luck = luck_of(sitting.machine, sitting.seed)

    def move(self, seat: int) -> int:
        """The move that the seat's bot makes."""
        return choose_as(self.sitting.machine, self.sitting.array, seat, self.bots[seat], self._luck)

    def play(self) -> None:
        """One of the awaited seats moves, in the order of a simulation."""
        waiting, steps = self.sitting.waiting, self.sitting.steps
        start = self._last if steps == self._steps else self._first()
        seat = min(waiting, key=lambda seat: (seat - start) % self.sitting.seats)
        self._last, self._steps = seat, steps
        self.sitting.play(seat, self.move(seat))

    def _first(self) -> int:
        """The seat from which answers go round after a step."""
        return int(self.sitting.machine.entry(glance)(self._luck, self.sitting.seats))


def play_out(sitting: Sitting, bots: Sequence[str]) -> Sitting:
    """Let bots play a game to its end."""
    player = Player(sitting, bots)
    while not sitting.over:
        player.play()
    return sitting
