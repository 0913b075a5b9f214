"""How Numba is asked to compile rules. It is imported only when something is compiled, for that takes a second by itself."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from numba import njit

from moot.engine.inside_numba import EntryCompiler, RuleCompiler, cache_in, compiled_once

# Rules do not hold Python's lock, so that bots think in threads; and they make no arrays, so that Numba need not count references
# to any, which costs a third of the time of a small game. Nor do they divide by nothing: Numba need not look.
_AS_RULES: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}


def compiled_rule(function: FunctionType) -> Any:
    """A rule that compiled functions call."""
    return compiled_once(
        njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=RuleCompiler, **_AS_RULES)(function)
    )


def compiled_entry(function: FunctionType, folder: Path) -> Any:
    """A function that is called from Python; what it is compiled to is kept in a folder."""
    with cache_in(folder):
        return njit(cache=True, pipeline_class=EntryCompiler, **_AS_RULES)(function)
