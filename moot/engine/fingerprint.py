"""A fingerprint of everything that the numbers of a game's record mean.

Two games of the same fingerprint read each other's records and moves alike: their fields, steps, choices, events, endings and
options have the same numbers, and their rules the same tables of cards, prices and places. What the rules do with
them is not in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from moot.engine.game import Game
from moot.engine.validating import rules_to_play

LENGTH = 16
ENGINE = Path(__file__).parent


def fingerprint(game: Game) -> str:
    """`polycrisis@3+1f0c…`: the game, the version of its rules, and what their numbers mean."""
    meaning = hashlib.sha256("\n".join(meanings(game)).encode()).hexdigest()
    return f"{game.name}@{game.version}+{meaning[:LENGTH]}"


@cache
def code_of(game: Game) -> str:
    """What the rules do, as far as files tell: a digest of the game's and of the engine's. While it is the same, so are the
    positions that moves lead to.
    """
    digest = hashlib.sha256()
    for file in (*game.sources, *sorted(ENGINE.glob("*.py"))):
        digest.update(f"{file.name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:LENGTH]


def meanings(game: Game) -> Iterator[str]:
    """Every part of it as a line."""
    yield f"record {game.dtype.descr!r}"
    for kind, members in (("step", game.rules.names), ("event", game.events), ("ending", game.endings)):
        yield from (f"{kind} {member.value} {member.name}" for member in members)
    for choice in game.rules.choices.values():
        yield f"choice {choice.step.name} {choice.shape!r} {choice.sealed}"
    for name, option in game.options.items():
        yield f"option {name} {[option.says(value) for value in range(option.low, option.high + 1)]!r}"
    yield from sorted(set(_tables(game)))


def _tables(game: Game) -> Iterator[str]:
    """What the rules look up: numbers and tables of numbers, by name."""
    for function in rules_to_play(game):
        for name in function.__code__.co_names:
            yield from _table(name, function.__globals__.get(name))


def _table(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, np.ndarray):
        yield f"table {name} {value.dtype.str} {value.tolist()!r}"
    elif isinstance(value, type) and issubclass(value, IntEnum):
        yield f"names {name} {[(member.name, member.value) for member in value]!r}"
    elif isinstance(value, int | float | str | tuple) and not isinstance(value, FunctionType | ModuleType):
        yield f"table {name} {value!r}"
