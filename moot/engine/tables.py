"""Tables of numbers that rules look things up in: the components of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, overload

import numpy as np

from moot.engine.fields import Grid, Row


@overload
def table(rows: Sequence[int]) -> Row: ...
@overload
def table(rows: Sequence[Sequence[int]]) -> Grid: ...
def table(rows: Any) -> Any:
    """A row or a grid of numbers that compiled rules can read."""
    return cast(Any, np.array(rows, np.int64))
