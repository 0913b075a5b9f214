"""Whole random games on a GPU, by the very functions that the CPU runs. Needs `pip install moot[gpu]`.

A GPU has 32 threads do the same instruction at the same time, and reads instructions slowly. Two ways suit that: games with few
rules are played from beginning to end, each in its own thread, and go in step as well as they can (`in_step`); games with many are
taken apart, and those that wait for the same are played together (`in_groups`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from moot.engine import Game
from moot.engine.machine import Array
from moot.lab.gpu.in_groups import InGroups
from moot.lab.gpu.in_step import InStep

MANY_RULES = 40  # steps and choices


class Games(Protocol):
    """Room on the GPU for many games of one kind."""

    def play(self, seed: int) -> None:
        """Play all games to their end."""

    def decisions(self) -> int:
        """How many decisions all games took."""

    def results(self) -> tuple[Array, Array]:
        """The final records, and how many decisions each game took."""


def room_for(game: Game, games: int, *, options: Mapping[str, object] | None = None) -> Games:
    """Room for so many games."""
    return way_of(game)(game, games, options or {})


def way_of(game: Game) -> type[InStep] | type[InGroups]:
    """The way that suits a game."""
    return InGroups if len(game.rules.steps) + len(game.rules.choices) > MANY_RULES else InStep
