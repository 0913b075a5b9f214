"""Tables of numbers that rules look things up in: the components of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, overload

import numpy as np

from moot.engine.fields import Grid, Row, narrowest
from moot.engine.light import LightGrid


@overload
def table(rows: Sequence[int]) -> Row: ...
@overload
def table(rows: Sequence[Sequence[int]]) -> Grid: ...
def table(rows: Any) -> Any:
    """A row or a grid of numbers that rules can read: plain Python numbers here, an array for compiled rules. It is as narrow as
    its numbers allow, for every function that reads it has it as a constant, and a GPU has little room for these.
    """
    wide = np.array(rows, np.int64)
    array = wide.astype(narrowest(wide.min(initial=0), wide.max(initial=0)))
    cells = memoryview(array.reshape(-1).data)
    return cast(Any, cells if array.ndim == 1 else LightGrid(cells, array.shape))


def as_array(value: Any) -> Any:
    """A table as compiled rules read it, or None if the value is no table."""
    if isinstance(value, LightGrid):
        return np.asarray(value.cells).reshape(value.shape)
    return np.asarray(value) if isinstance(value, memoryview) else None
