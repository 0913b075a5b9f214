"""Records on the GPU: all but the news, of which simulations have none."""

from __future__ import annotations

from typing import Any

import numpy as np

from moot.engine import Game
from moot.engine.fields import SMALL
from moot.engine.machine import Array


def played(game: Game) -> int:
    """How many bytes of a record are played."""
    return int(_fields_of(game)["news"][1])


def optional(game: Game) -> int:
    """How many bytes of a record may differ from 0 before a game begins: its options are small fields, and these come first."""
    return min(int(part[1]) for part in _fields_of(game).values() if part[0].itemsize > SMALL)


def _fields_of(game: Game) -> Any:
    return game.dtype.fields


def bytes_of(array: Array) -> Array:
    """The same memory, each record or row of words a row of bytes."""
    return array.view(np.uint8).reshape(len(array), -1)


def whole(game: Game, parts: Array) -> Array:
    """Records from the bytes that were played of them."""
    records = np.zeros(len(parts), game.dtype)
    bytes_of(records)[:, : played(game)] = parts
    return records
