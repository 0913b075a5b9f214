"""Runs a game's rules: interpreted (for debugging, coverage and single games) or compiled by Numba (for millions).

Compiled code is kept on disk. Its folder is named after the content of every source it was made from, so that code of other
sources cannot be found there.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from moot.engine import drive
from moot.engine.binding import Binder, rules_called_by
from moot.engine.dispatch import Numbering, fill_slots
from moot.engine.fields import State, dtype_of
from moot.engine.light import LightRecord, LightRecords, light_class
from moot.engine.mistakes import careful_class, guarded, not_compiled
from moot.engine.rules import Rules
from moot.engine.tables import as_array

Array = np.ndarray[Any, Any]


class Room(NamedTuple):
    """The place of one record, in the three ways it is used."""

    memory: memoryview  # its bytes; to copy these takes a hundredth of the time that NumPy takes for the fields
    records: Any  # as the machine's functions take it
    state: Any  # to look at


class Machine:
    """A game's rules, interpreted. Its functions take and change records made by `records`."""

    compiled = False

    def __init__(
        self,
        state: type[State],
        rules: Rules,
        length: str,
        sources: Iterable[Path],
        folder: Path,
        *,
        instead: Mapping[Any, Any] | None = None,
    ) -> None:
        """`instead`: functions of the engine, and what runs in their place."""
        self.state, self.rules, self.sources, self.folder = state, rules, tuple(sources), folder
        self.dtype = dtype_of(state)
        self.numbering = Numbering(rules)
        self.fills = fill_slots(state, rules, length) | dict(instead or {})
        self._light = self._record_class()
        self._binder = Binder(self.fills, self._run_as, self._as_table)
        self._entries: dict[Any, Any] = {}
        self.on_compile: Callable[[str], None] = lambda name: None  # told what is about to be compiled

    def _record_class(self) -> type[LightRecord]:
        return light_class(self.state, self.dtype)

    def _run_as(self, function: FunctionType) -> Any:
        return function

    def _as_table(self, value: Any) -> Any:
        return None

    def entry(self, function: Callable[..., Any]) -> Any:
        """A function of the engine, the bots or the lab, as this machine runs it for this game."""
        if function not in self._entries:
            self._entries[function] = self._make_entry(function)
        return self._entries[function]

    def _make_entry(self, function: Callable[..., Any]) -> Any:
        """What goes wrong in it is told in the words of the game's author."""
        return guarded(self.twin(function), self._careful, self.folder, self.rules.names)

    def twin(self, function: Callable[..., Any]) -> Any:
        """A rule as this machine's other functions call it."""
        return self._binder.twin(function)

    def records(self, array: Array) -> Any:
        """An array of records as this machine's functions take it."""
        return LightRecords(self._light, array)

    def room(self, array: Array) -> Room:
        """The place of the one record of an array. All arrays of a game should have the same `dtype`, not only an equal one: Numba
        knows it by its object, and takes many times as long over another.
        """
        return Room(memoryview(array.view(np.uint8).data), self.records(array), self.light(array))

    def moves(self) -> Any:
        """Room for a list of moves."""
        return [0] * self.numbering.room

    def numbers(self, values: Iterable[int]) -> Any:
        """A row of numbers as this machine's functions take it."""
        return [*values]

    def likes(self) -> Any:
        """Room for how much each move of a list is liked."""
        return self.numbers([0] * self.numbering.room)

    def luck(self) -> Any:
        """Room for a generator's state outside of any record."""
        return [0] * 4

    def light(self, array: Array, i: int = 0) -> Any:
        """One record to look at with plain Python numbers."""
        return LightRecords(self._light, array[i : i + 1])[0]

    def _careful(self) -> type[LightRecord]:
        return careful_class(self._light, self.state)

    begin = cached_property(lambda self: self.entry(drive.begin_at))
    step = cached_property(lambda self: self.entry(drive.step_at))
    answer = cached_property(lambda self: self.entry(drive.answer_at))
    list_moves = cached_property(lambda self: self.entry(drive.list_at))
    broken_law = cached_property(lambda self: self.entry(drive.law_at))
    view = cached_property(lambda self: self.entry(drive.view_at))
    guess = cached_property(lambda self: self.entry(drive.guess_at))


class CompiledMachine(Machine):
    """The same rules, compiled for the CPU."""

    compiled = True

    def _run_as(self, function: FunctionType) -> Any:
        from moot.engine.compiling import compiled_rule

        return compiled_rule(function)

    def _as_table(self, value: Any) -> Any:
        return as_array(value)

    def records(self, array: Array) -> Any:
        return array

    def moves(self) -> Any:
        return np.zeros(self.numbering.room, np.int32)

    def numbers(self, values: Iterable[int]) -> Any:
        return np.array([*values], np.int64)

    def luck(self) -> Any:
        return np.zeros(4, np.uint32)

    def _make_entry(self, function: Callable[..., Any]) -> Any:
        from moot.engine.compiling import compiled_entry

        folder = self.cache_folder(function)
        entry = compiled_entry(self._binder.copy(function), folder)  # type: ignore[arg-type]
        if any(folder.rglob(f"*.{function.__name__}-*.nbc")):
            return entry
        self.on_compile(function.__name__)
        return self._compiling(entry)

    def _compiling(self, entry: Any) -> Any:
        """An entry that is compiled when it is first called, and may turn out to be one that cannot be."""
        from numba import NumbaError

        def call(*arguments: Any) -> Any:
            try:
                return entry(*arguments)
            except NumbaError as error:
                raise not_compiled(error, self.folder) from error

        return call

    def cache_folder(self, function: Callable[..., Any]) -> Path:
        """Where the code compiled from these very sources is kept."""
        reached = self._binder.reach(function)
        files = {Path(f.__code__.co_filename) for f in reached} | set(self.sources)
        files |= set(Path(drive.__file__).parent.glob("*.py"))
        # The same files can be put together to different games: what they were put together to counts too.
        names = sorted(f"{f.__module__}.{f.__qualname__}" for f in reached) + sorted(_written(f) for f in reached)
        return _cache_root() / _fingerprint(names, sorted(f for f in files if f.is_file()))


def _written(function: FunctionType) -> str:
    """The source of a function that `dispatch` wrote, and the names of what it calls."""
    source = "".join(linecache.getlines(function.__code__.co_filename))
    called = sorted(f"{name} {f.__module__}.{f.__qualname__}" for name, f in rules_called_by(function).items())
    return f"{source} {called}" if function.__code__.co_filename.startswith("<") else ""


def _fingerprint(names: Iterable[str], files: Iterable[Path]) -> str:
    import numba

    digest = hashlib.sha256(f"{sys.version} {np.__version__} {numba.__version__} {list(names)}".encode())
    for file in files:
        digest.update(f"{file}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _cache_root() -> Path:
    """MOOT_CACHE, or the user's cache folder, or where neither can be written a folder for this process alone."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "moot"
    root = Path(os.environ.get("MOOT_CACHE") or default)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _own_folder()
    return root if os.access(root, os.W_OK) else _own_folder()


@cache
def _own_folder() -> Path:
    """Compiled code is run when it is read: a folder that others could have filled will not do."""
    return Path(tempfile.mkdtemp(prefix="moot-"))
