"""What a player that thinks writes on: it belongs to whoever calls, so that nothing is allocated while it thinks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from moot.engine.drive import Records
from moot.engine.fields import MOST_SEATS, Row
from moot.engine.flow import Moves
from moot.engine.machine import Machine

VIEW, GUESS, WORK = range(3)  # records: what the seat sees, a guess at the rest, the guess as it is played on
MOST_CANDIDATES = 64
ROLLOUTS, ANSWERS, SEARCHES = range(3)  # in the counts: positions played on, answers in that, decisions thought about


class Scratch(NamedTuple):
    """Room for one decision at a time."""

    records: Records
    moves: Moves  # of whoever answers in a guess
    likes: Row
    luck: Row  # of those who answer in a guess
    noise: Row  # of each seat in a guess: how many of 100 answers it leaves to chance
    candidates: Moves  # the moves to choose from, the more promising first
    liked: Row
    total: Row  # of each candidate, over all guesses it was tried in: what came of it
    total_squared: Row  # its squares
    gain: Row  # the same, less what came of the first candidate in the same guess
    gain_squared: Row  # its squares
    tries: Row  # in how many guesses
    counts: Row  # of all that has been thought


def make_scratch(machine: Machine) -> Scratch:
    """Room to think about a machine's game."""

    def row(size: int = MOST_CANDIDATES) -> Row:
        numbers: Row = machine.numbers([0] * size)
        return numbers

    return Scratch(
        records=machine.records(np.zeros(3, machine.dtype)),
        moves=machine.moves(),
        likes=machine.likes(),
        luck=machine.luck(),
        noise=row(MOST_SEATS),
        candidates=machine.moves(),
        liked=machine.likes(),
        total=row(),
        total_squared=row(),
        gain=row(),
        gain_squared=row(),
        tries=row(),
        counts=row(3),
    )
