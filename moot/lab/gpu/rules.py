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
    """The function for the GPU; what its code is marked with tells NVIDIA's compiler what to do with it."""
    from numba import cuda

    from moot.engine.compiling import compiled_once

    device = compiled_once(cuda.jit(device=True)(function))
    compile_device = device.compile_device

    def compile_marked(*args: Any) -> Any:
        result = compile_device(*args)
        for code in result.library.modules[0].functions:
            if not code.is_declaration:
                for mark in marks:
                    code.attributes.add(mark)
        return result

    device.compile_device = compile_marked
    return device
