"""A game's rules as functions of the GPU."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from moot.engine import Game
from moot.engine.binding import Binder
from moot.engine.tables import as_array

APART = 1000  # bytes of Python's code from which a function is called, and not copied to where it is called


def binder_of(game: Game, fills: Mapping[Any, Any]) -> Binder:
    """Makes twins of rules for the GPU. It reads code slowly, so code is asked for that is small rather than fast: measured, it is
    the faster one in every game.
    """

    def on_device(function: FunctionType) -> Any:
        called = len(function.__code__.co_code) > APART
        return _compiled(function, ["optsize", "noinline"] if called else ["optsize"])

    return Binder({**game.simulated.fills, **fills}, on_device, as_array)


def _compiled(function: FunctionType, marks: list[str]) -> Any:
    """The function for the GPU, with marks on its code."""
    from numba import cuda

    from moot.engine.inside_numba import compiled_once, marked

    return marked(compiled_once(cuda.jit(device=True)(function)), marks)
