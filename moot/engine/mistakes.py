"""What goes wrong while rules run, said in their author's words: the field, the number, the step; and the author's own line."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from linecache import getline
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import numpy as np

from moot.engine.fields import Field, State, fields_of
from moot.engine.light import LightGrid, LightRecord, LightRecords
from moot.engine.places import Place, of_error

PATIENCE = 10.0  # seconds for one call of the interpreted rules: thousands of times what it needs
_AT = re.compile(r'File "([^"]+)", line (\d+)')


class RulesError(RuntimeError):
    """The rules themselves went wrong: a bug in the game."""


class EndlessError(RulesError):
    """Rules that run for ever: whoever has met them once need not wait for them again."""


class Slip(Exception):  # noqa: N818  (it is caught where it is raised, and told as a RulesError)
    """A number that does not fit its field, or a place that is not there."""


def at(what: str, place: Place | None) -> str:
    """What went wrong, and where."""
    return f"{what}, {place}" if place else what


# Numbers that do not fit: found by running the same rules again on records that look at every number.


class CarefulRow:
    """A field with one axis that knows its name."""

    def __init__(self, name: str, cells: Any, width: str) -> None:
        self._name, self._cells, self._width = name, cells, width

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __getitem__(self, place: Any) -> int:
        _check_place(self._name, place, len(self._cells))
        return int(self._cells[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        _check_place(self._name, place, len(self._cells))
        check_fit(f"{self._name}[{place}]", value, self._width)
        self._cells[place] = value


class CarefulGrid:
    """A field with two axes that knows its name."""

    def __init__(self, name: str, grid: LightGrid, width: str) -> None:
        self._name, self._rows, self._width = name, grid.rows, width

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, tuple):
            return self[place[0]][place[1]]
        _check_place(self._name, place, len(self._rows))
        return CarefulRow(f"{self._name}[{place}]", self._rows[place], self._width)

    def __setitem__(self, place: tuple[int, int], value: Any) -> None:
        self[place[0]][place[1]] = value


class CarefulMoves(list[int]):
    """Room for a list of moves that says when it is full."""

    def __setitem__(self, place: Any, value: Any) -> None:
        if place >= len(self):
            raise Slip("more moves are offered than the choice's shape has")
        super().__setitem__(place, value)


def _check_place(name: str, place: Any, length: int) -> None:
    if not isinstance(place, int):
        raise Slip(f"{name}[{place!r}]: a place is a whole number")
    if not 0 <= place < length:
        raise Slip(f"there is no {name}[{place}]: its places are 0 to {length - 1}")


def check_fit(name: str, value: Any, width: str) -> None:
    """Refuse a value that does not fit."""
    limits = np.iinfo(width)
    if name.startswith("news["):
        name = "a number that an event is told with"
    if not isinstance(value, int):
        raise Slip(f"{name} = {value!r}: fields hold whole numbers")
    if not limits.min <= value <= limits.max:
        short = width.replace("uint", "u").replace("int", "i")
        raise Slip(f"{name} = {value} does not fit {short} ({limits.min} to {limits.max})")


def careful_class(kind: type[LightRecord], state: type[State]) -> type[LightRecord]:
    """Records like those of a game that look at every number."""
    fields = fields_of(state)

    def begin(record: Any, memory: memoryview) -> None:
        kind.__init__(record, memory)
        for name, field in fields.items():
            if field.shape:
                record.__dict__[name] = _careful(name, getattr(record, name), field)

    members = {name: _careful_number(kind, name, field) for name, field in fields.items() if not field.shape}
    return type(kind.__name__, (kind,), {**members, "__init__": begin})


def _careful(name: str, cells: Any, field: Field) -> Any:
    return (CarefulGrid if len(field.shape) == 2 else CarefulRow)(name, cells, field.width)


def _careful_number(kind: type[LightRecord], name: str, field: Field) -> property:
    plain: Any = getattr(kind, name)

    def write(record: Any, value: Any) -> None:
        check_fit(name, value, field.width)
        plain.fset(record, value)

    return property(plain.fget, write)


# Rules that run for ever


class _Patience:
    """How long one call of the interpreted rules may take; 0: as long as it likes."""

    seconds = 0.0


@contextmanager
def limited() -> Iterator[None]:
    """Meanwhile, interrupt interpreted rules that lose patience. (Compiled ones cannot be interrupted.)"""
    before, _Patience.seconds = _Patience.seconds, PATIENCE
    try:
        yield
    finally:
        _Patience.seconds = before


def _in_time(run: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run, for as long as patience lasts. Only a program's main thread can be interrupted."""
    if not _Patience.seconds or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return run(*arguments)
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, _Patience.seconds)
    try:
        return run(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise TimeoutError(f"the rules run for more than {_Patience.seconds:g} seconds without asking anyone")


# Running rules


def guarded(
    run: Callable[..., Any], careful: Callable[[], type[LightRecord]], folder: Path, steps: type[Any]
) -> Callable[..., Any]:
    """A function of the interpreted rules, of which what goes wrong is told in the author's words."""

    def call(*arguments: Any) -> Any:
        before = [_kept(one) for one in arguments]
        try:
            return _in_time(run, arguments)
        except RulesError:
            raise
        except TimeoutError as error:  # again it would take as long
            raise EndlessError(at(str(error), of_error(error, folder))) from error
        except Exception as error:
            again = [_again(*pair, careful()) for pair in zip(arguments, before, strict=True)]
            raise RulesError(_explained(error, run, again, folder, steps)) from error

    return call


def _kept(argument: Any) -> Any:
    """What an argument is before rules change it."""
    if isinstance(argument, LightRecords):
        return bytes(argument)
    return list(argument) if isinstance(argument, list) else None


def _again(argument: Any, before: Any, careful: type[LightRecord]) -> Any:
    """An argument as it was; records and lists of moves as careful ones."""
    if isinstance(argument, LightRecords):
        return argument.laid_out(careful, before)
    return CarefulMoves(before) if isinstance(argument, list) else argument


def _explained(error: Exception, run: Callable[..., Any], again: list[Any], folder: Path, steps: type[Any]) -> str:
    try:
        run(*again)
    except Slip as slip:
        return at(_agenda_is_full(again, steps) or str(slip), of_error(slip, folder))
    except Exception as same:
        error = same
    return in_words(error, folder)


def in_words(error: Exception, folder: Path) -> str:
    """What went wrong in a game, and where; what was found by looking has been said already."""
    if type(error) is AssertionError or isinstance(error, RulesError):
        return str(error)
    return at(_said(error, folder), of_error(error, folder))


def _said(error: Exception, folder: Path) -> str:
    """What Python says of an error, with the author's own code where that says more."""
    if isinstance(error, RecursionError):
        return "rules call each other without end"
    if isinstance(error, IndexError):
        place = of_error(error, folder)
        code = f": {getline(str(place.file), place.line).strip()}" if place else ""
        return f"a table or a tuple has no such place{code}"
    if isinstance(error, ValueError) and "memoryview" in str(error):
        return "a number does not fit its field"
    return f"{type(error).__name__}: {error}"


def _agenda_is_full(again: list[Any], steps: type[Any]) -> str | None:
    """The steps that are on an agenda which has room for no more."""
    records = next((one for one in again if isinstance(one, LightRecords)), None)
    full = [record for record in records or () if record.depth >= len(record.agenda)]
    if not full:
        return None
    names = ", ".join(steps(step).name for step in full[0].agenda)
    return f"the agenda is full: it has room for {len(full[0].agenda)} steps and holds {names}"


# Compiling


def not_compiled(error: Exception, folder: Path) -> RulesError:
    """Why rules could not be compiled, as short as can be."""
    places = [(Path(file), int(line)) for file, line in _AT.findall(str(error))]
    own = [Place(file, line, folder) for file, line in places if file.is_relative_to(folder)]
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = next(
        (line for line in lines if not line.startswith(("Failed in", "During:", "File ", "-"))), "unknown reason"
    )
    return RulesError(at(f"the rules cannot be compiled: {said}", own[-1] if own else None))
