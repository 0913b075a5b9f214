"""Bots at a sitting: a game played move by move, as `moot story` tells it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from moot.bots.choose import choose_at, read_bots
from moot.engine import Sitting
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM


class Player:
    """The bots of one sitting. The same seed gives the same moves as in a simulation of that game."""

    def __init__(self, sitting: Sitting, bots: Sequence[str]) -> None:
        self.sitting, self.kinds = sitting, read_bots(bots, sitting.seats)
        machine = sitting.machine
        self._records = machine.records(sitting.array)
        self._views = machine.records(np.zeros(1, sitting.game.dtype))
        self._last = self._steps = 0
        self._moves, self._luck = machine.moves(), machine.luck()
        machine.entry(seed_luck)(self._luck, sitting.seed, BOT_STREAM)

    def move(self, seat: int) -> int:
        """The move that the seat's bot makes."""
        machine = self.sitting.machine
        choose = machine.entry(choose_at)
        packed = choose(self.kinds[seat], self._records, 0, seat, self._views, 0, self._moves, self._luck)
        return machine.numbering.unpack(self.sitting.state.asking[seat], int(packed))

    def play(self) -> None:
        """One of the awaited seats moves, in the order of a simulation."""
        waiting, steps = self.sitting.waiting, self.sitting.steps
        start = self._last if steps == self._steps else 0
        seat = min(waiting, key=lambda seat: (seat - start) % self.sitting.seats)
        self._last, self._steps = seat, steps
        self.sitting.play(seat, self.move(seat))


def play_out(sitting: Sitting, bots: Sequence[str]) -> Sitting:
    """Let bots play a game to its end."""
    player = Player(sitting, bots)
    while not sitting.over:
        player.play()
    return sitting
