"""Where the fields of a game lie while it is played in groups: those that are near while it goes on (see `near`) come first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.inside_numba import PIECE, WORD
from moot.engine.machine import Array

BESIDES = {"bots_luck": np.dtype((np.uint32, 4)), "taken": np.dtype(np.int32), "answers": np.dtype(np.int8)}
FLOW = ("over", "depth", "agenda", "asking")  # all steps and answers read them
NEAR = 160  # bytes that are near, at most: the more of that memory is taken, the less is left to keep others at hand
LINE = 128  # bytes that the GPU reads at once

Kinds = dict[str, np.dtype[Any]]


def room_of(game: Game) -> np.dtype[np.void]:
    """A game's record, without its news, and what is needed besides."""
    near, far = (_aligned(kinds) for kinds in _parted(game))
    start = _up_to(PIECE, near.itemsize)
    places = _places(near) | {name: (kind, start + at) for name, (kind, at) in _places(far).items()}
    layout = {
        "names": [*places],
        "formats": [kind for kind, _ in places.values()],
        "offsets": [at for _, at in places.values()],
        "itemsize": _up_to(LINE, start + far.itemsize),
    }
    return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]


def near_words(game: Game) -> int:
    """How many words of a room are near: its first."""
    return _up_to(WORD, _aligned(_parted(game)[0]).itemsize) // WORD


def blank_room(game: Game, options: Mapping[str, object]) -> Array:
    """The room of a game that has not begun."""
    room, blank = np.zeros(1, room_of(game)), game.blank(game.choose(options))
    for name in _shared(game):
        room[name] = blank[name]
    return room


def records_in(game: Game, rooms: Array) -> Array:
    """The records of games that are over."""
    records = np.zeros(len(rooms), game.dtype)
    for name in _shared(game):
        records[name] = rooms[name]
    return records


def _parted(game: Game) -> tuple[Kinds, Kinds]:
    """The fields that are near, which are as many of the smallest as there is room for, and the others."""
    kinds = BESIDES | {name: _places(game.dtype)[name][0] for name in _shared(game)}
    order = sorted(kinds, key=lambda name: (name not in FLOW, kinds[name].itemsize))
    ends = {name: at + kind.itemsize for name, (kind, at) in _places(_aligned({n: kinds[n] for n in order})).items()}
    near = {name: kinds[name] for name in order if ends[name] <= NEAR}
    return near, {name: kinds[name] for name in order if name not in near}


def _shared(game: Game) -> list[str]:
    return [name for name in game.dtype.names or () if name != "news"]


def _aligned(kinds: Kinds) -> np.dtype[np.void]:
    return np.dtype([*kinds.items()], align=True)


def _places(layout: np.dtype[np.void]) -> dict[str, tuple[np.dtype[Any], int]]:
    return {name: (part[0], part[1]) for name, part in (layout.fields or {}).items()}


def _up_to(unit: int, size: int) -> int:
    return -(-size // unit) * unit
