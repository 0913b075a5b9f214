"""The record as the interpreted rules see it: plain Python numbers over the same bytes that NumPy and Numba use.

NumPy's own records would do arithmetic in eight bits and wrap; Numba works in 64. Plain numbers agree with Numba, and a
number that does not fit its field is an error here instead of a silent wrap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from moot.engine.fields import State, fields_of


class LightGrid:
    """A field with two axes."""

    __slots__ = ("_made", "cells", "shape")

    def __init__(self, cells: memoryview, shape: tuple[int, ...]) -> None:
        self.cells, self.shape = cells, shape
        self._made: list[memoryview] | None = None

    @property
    def rows(self) -> list[memoryview]:
        """Its rows; made when they are first asked for, as many grids of a record are never looked at."""
        if self._made is None:
            rows, columns = self.shape
            self._made = [self.cells[i * columns : (i + 1) * columns] for i in range(rows)]
        return self._made

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return self.rows[at[0]][at[1]]
        return self.rows[at]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        self.rows[at[0]][at[1]] = value

    def __len__(self) -> int:
        return self.shape[0]


class LightRecord:
    """A position, as `state`, `view` and `guess` of a sitting give it, with an attribute for each field of the game's state.

    A number is a plain number, a row is read as `row[i]`, a grid as `grid[i]` or `grid[i, j]`. `bytes(record)` are its bytes.
    """

    _layout: tuple[tuple[str, str, tuple[int, ...], int, int], ...] = ()
    _names: frozenset[str] = frozenset()

    def __init__(self, memory: memoryview) -> None:
        self._memory = memory
        for name, code, shape, start, stop in self._layout:
            cells = memory[start:stop].cast(code)  # type: ignore[call-overload]
            self.__dict__[name if shape else f"_{name}"] = LightGrid(cells, shape) if len(shape) == 2 else cells

    def __setattr__(self, name: str, value: Any) -> None:
        """A number is written to its field. A row is written into, never replaced, and what is no field is a slip."""
        if not name.startswith("_") and (name in self.__dict__ or name not in self._names):
            raise AttributeError(f"{type(self).__name__} has no number called {name} to write to")
        object.__setattr__(self, name, value)

    def __bytes__(self) -> bytes:
        return bytes(self._memory)

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, as plain numbers and lists."""
        return {name: _plain(getattr(self, name)) for name, *_ in self._layout}

    def __repr__(self) -> str:
        shown = {name: value for name, value in self.as_dict().items() if _tells(value)}
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in shown.items())})"


def _plain(value: Any) -> Any:
    if isinstance(value, LightGrid):
        return [row.tolist() for row in value.rows]
    return value.tolist() if isinstance(value, memoryview) else value


def _tells(value: Any) -> bool:
    return any(map(_tells, value)) if isinstance(value, list) else value != 0


def _number(name: str) -> property:
    cell = f"_{name}"

    def read(record: Any) -> Any:
        return getattr(record, cell)[0]

    def write(record: Any, value: int) -> None:
        getattr(record, cell)[0] = value

    return property(read, write)


def light_class(state: type[State], dtype: np.dtype[np.void]) -> type[LightRecord]:
    """The class of a game's records when its rules are interpreted."""
    assert dtype.fields is not None
    layout, members = [], {}
    for name, field in fields_of(state).items():
        of, start = dtype.fields[name][:2]
        layout.append((name, np.dtype(field.width).char, field.shape, start, start + of.itemsize))
        if not field.shape:
            members[name] = _number(name)
    return type(state.__name__, (LightRecord,), {**members, "_layout": tuple(layout), "_names": frozenset(members)})


class LightRecords:
    """An array of records for the interpreted rules: `records[i]`, and `records[i] = other` copies."""

    def __init__(self, kind: type[LightRecord], array: np.ndarray[Any, Any]) -> None:
        self._lay(kind, memoryview(array.view(np.uint8).data), array.dtype.itemsize)

    def _lay(self, kind: type[LightRecord], memory: memoryview, size: int) -> None:
        self._memory, self._size = memory, size
        self._items = [kind(memory[start : start + size]) for start in range(0, len(memory), size)]

    def __bytes__(self) -> bytes:
        return bytes(self._memory)

    def laid_out(self, kind: type[LightRecord], content: bytes) -> LightRecords:
        """Other records of the same layout, with their own memory."""
        twin = LightRecords.__new__(LightRecords)
        twin._lay(kind, memoryview(bytearray(content)), self._size)
        return twin

    def __getitem__(self, at: int) -> Any:
        return self._items[at]

    def __setitem__(self, at: int, record: LightRecord) -> None:
        self._items[at]._memory[:] = record._memory

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)
