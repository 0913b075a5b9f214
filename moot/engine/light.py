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

    _fields: tuple[str, ...] = ()
    _numbers: frozenset[str] = frozenset()  # fields that are one number

    def __init__(self, memory: memoryview) -> None:
        self._memory = memory

    def __setattr__(self, name: str, value: Any) -> None:
        """A number is written to its field. A row is written into, never replaced, and what is no field is a slip."""
        if not name.startswith("_") and name not in self._numbers:
            raise AttributeError(f"{type(self).__name__} has no number called {name} to write to")
        object.__setattr__(self, name, value)

    def __bytes__(self) -> bytes:
        return bytes(self._memory)

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, as plain numbers and lists."""
        return {name: _plain(getattr(self, name)) for name in self._fields}

    def __repr__(self) -> str:
        shown = {name: value for name, value in self.as_dict().items() if _tells(value)}
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in shown.items())})"


def _plain(value: Any) -> Any:
    if isinstance(value, LightGrid):
        return [row.tolist() for row in value.rows]
    return value.tolist() if isinstance(value, memoryview) else value


def _tells(value: Any) -> bool:
    return any(map(_tells, value)) if isinstance(value, list) else value != 0


class _Cells:
    """The place of a field in a record. What is read and written there is made when it is first asked for: a record has many
    fields, and most who look at one look at few of them. From then on Python finds it in the record itself.
    """

    def __init__(self, name: str, code: str, shape: tuple[int, ...], start: int, stop: int) -> None:
        self._name, self._code, self._shape, self._start, self._stop = name, code, shape, start, stop

    def __get__(self, record: LightRecord, _: Any = None) -> Any:
        cells = record._memory[self._start : self._stop].cast(self._code)  # type: ignore[call-overload]
        made = record.__dict__[self._name] = LightGrid(cells, self._shape) if len(self._shape) == 2 else cells
        return made


def _cell(name: str) -> str:
    """Where a number is found that stands alone."""
    return f"_cell_of_{name}"


def _number(name: str) -> property:
    cell = _cell(name)

    def read(record: Any) -> Any:
        return getattr(record, cell)[0]

    def write(record: Any, value: int) -> None:
        getattr(record, cell)[0] = value

    return property(read, write)


def light_class(state: type[State], dtype: np.dtype[np.void]) -> type[LightRecord]:
    """The class of a game's records when its rules are interpreted."""
    assert dtype.fields is not None
    fields, members = fields_of(state), dict[str, Any]()
    for name, field in fields.items():
        of, start = dtype.fields[name][:2]
        cells = name if field.shape else _cell(name)
        members[cells] = _Cells(cells, np.dtype(field.width).char, field.shape, start, start + of.itemsize)
        if not field.shape:
            members[name] = _number(name)
    numbers = frozenset(name for name, field in fields.items() if not field.shape)
    return type(state.__name__, (LightRecord,), {**members, "_fields": tuple(fields), "_numbers": numbers})


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
