"""Whether an answer reveals something: its rules are run once more behind a veil, on a record that notices when they look at what
the seat cannot see.

If they never do (chance is nobody's to see), and nothing that was hidden from it is shown to anyone afterwards, then all that comes
of the answer follows from what its seat saw: the others may be told much, but nobody learns more than the seat has given away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from threading import get_ident
from typing import Any

import numpy as np

from moot.engine.agenda import MOST_STEPS
from moot.engine.fields import NOBODY, OWNER, PUBLIC, Field, fields_of
from moot.engine.game import Game
from moot.engine.light import LightGrid, LightRecord
from moot.engine.machine import Array, Machine

Look = Callable[[bytes, int], bytes]  # what a seat sees of a record
VERDICTS = 512  # that are kept: of an answer that was looked ahead to, it is asked again when it is given
POSITIONS = 8  # of which it is kept what a seat cannot see: whoever looks ahead tries many answers in the same few


class Revealed(Exception):  # noqa: N818 (nothing is wrong: the answer is final)
    """Rules have looked at what the seat cannot see."""


class VeiledRow:
    """A field with one axis, some of whose numbers are hidden. What rules write is no secret to them any more."""

    def __init__(self, cells: Any, hidden: Any) -> None:
        self._cells, self._hidden = cells, hidden

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[int]:
        return (self[place] for place in range(len(self._cells)))

    def __getitem__(self, place: int) -> int:
        if self._hidden[place]:
            raise Revealed
        return int(self._cells[place])

    def __setitem__(self, place: int, value: int) -> None:
        self._cells[place], self._hidden[place] = value, 0


class VeiledGrid:
    """A field with two axes, likewise."""

    def __init__(self, grid: LightGrid, hidden: LightGrid) -> None:
        self._rows = [VeiledRow(*pair) for pair in zip(grid.rows, hidden.rows, strict=True)]

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        return self._rows[place[0]][place[1]] if isinstance(place, tuple) else self._rows[place]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        self._rows[place[0]][place[1]] = value


class VeiledMachine(Machine):
    """A game's rules, interpreted on one record behind a veil."""

    def __init__(self, *parts: Any, **instead: Any) -> None:
        super().__init__(*parts, **instead)
        self._plain = self._light
        self._light = _veiled_class(self._plain, fields_of(self.state))

    def _make_entry(self, function: Any) -> Any:
        """These rules have been run before: nothing can go wrong but that they look behind the veil."""
        return self.twin(function)


def _veiled_class(kind: type[LightRecord], fields: dict[str, Field]) -> type[LightRecord]:
    """Records like those of a game that have a record of what is hidden beside them, not 0 where something is."""

    def begin(record: Any, memory: memoryview) -> None:
        kind.__init__(record, memory)
        record._behind_the_veil = hidden = kind(memoryview(bytearray(len(memory))))
        for name, field in fields.items():
            if field.shape:
                veiled = VeiledGrid if len(field.shape) == 2 else VeiledRow
                record.__dict__[name] = veiled(getattr(record, name), getattr(hidden, name))

    numbers = {name: _veiled_number(kind, name) for name, field in fields.items() if not field.shape}
    return type(kind.__name__, (kind,), {**numbers, "__init__": begin})


def _veiled_number(kind: type[LightRecord], name: str) -> property:
    plain: Any = getattr(kind, name)

    def read(record: Any) -> Any:
        if plain.fget(record._behind_the_veil):
            raise Revealed
        return plain.fget(record)

    def write(record: Any, value: Any) -> None:
        plain.fset(record, value)
        plain.fset(record._behind_the_veil, 0)

    return property(read, write)


class Veil:
    """One game's."""

    def __init__(self, game: Game) -> None:
        machine = game.interpreted_with({}, VeiledMachine)
        self._answer, self._step = machine.answer, machine.step
        self._shows = game.rules.refine is not None  # otherwise nothing is ever seen that was not before
        self._array = np.zeros(1, game.dtype)
        self._memory, self._records, _ = machine.room(self._array)
        self._behind: memoryview = self._records[0]._behind_the_veil._memory
        self._hidden = np.frombuffer(self._behind, game.dtype)
        # Who is awaited is known, if not for what; and which names read the same is for those who write them to find out.
        known = {"asking", "told", "news", *([game.writing.key] if game.writing else [])}
        fields = fields_of(game.state).items()
        declared = {name: field for name, field in fields if field.seen_by is not PUBLIC and name not in known}
        narrow = [name for name in declared if game.dtype[name].base.itemsize == 1]
        self._unknown = ~_cells_of(game, known)
        self._hung: dict[tuple[bytes, int], bytes] = {}  # what is hidden, by position and seat
        self._found: dict[tuple[bytes, int, int], bool] = {}  # whether it falls, by position, seat and move
        bytes_alone = {name: declared.pop(name) for name in narrow}
        self._blanks = [_may_be_blank(game, bytes_alone, seat) for seat in range(game.options["seats"].high)]
        self._wide = declared

    def falls(self, record: bytes, seat: int, move: int, look: Look) -> bool:
        """Whether rules look behind it when a seat makes a move, until somebody is asked; or show somebody what is there."""
        found = self._found.get((record, seat, move))
        if found is None:
            while len(self._found) >= VERDICTS:
                del self._found[next(iter(self._found))]
            found = self._found[record, seat, move] = self._falls(record, seat, move, look)
        return found

    def _falls(self, record: bytes, seat: int, move: int, look: Look) -> bool:
        self._hang(record, seat, look)
        return self._is_looked_behind(seat, move) or (self._shows and self._is_lifted(record, look))

    def _is_looked_behind(self, seat: int, move: int) -> bool:
        try:
            self._answer(self._records, 0, seat, move)
            for _ in range(MOST_STEPS):
                if not self._step(self._records, 0):
                    break
        except Revealed:
            return True
        return False

    def _is_lifted(self, record: bytes, look: Look) -> bool:
        """Whether anyone sees something now that is still behind it."""
        after, hidden = bytes(self._memory), np.frombuffer(self._behind, np.uint8) != 0
        viewers = range(NOBODY, int(self._array["seats"][0]))
        return any((hidden & (_bytes(look(after, one)) != _bytes(look(record, one)))).any() for one in viewers)

    def _hang(self, record: bytes, seat: int, look: Look) -> None:
        self._memory[:] = record
        if (record, seat) not in self._hung:
            while len(self._hung) >= POSITIONS:
                del self._hung[next(iter(self._hung))]
            self._hung[record, seat] = self._hidden_from(record, look(record, seat), seat)
        self._behind[:] = self._hung[record, seat]

    def _hidden_from(self, record: bytes, view: bytes, seat: int) -> bytes:
        """What a view does not show as it is, is hidden; and so is, where a field is not for all, whatever may be a blank."""
        true = _bytes(record)
        hidden = (true != _bytes(view)) & self._unknown | (true == 0) & self._blanks[seat]
        self._behind[:] = hidden.tobytes()
        seen = np.frombuffer(view, self._array.dtype)
        for name, field in self._wide.items():
            self._hidden[name] = _hidden_in(field, self._array[name][0], seen[name][0], seat)
        return bytes(self._behind)


def _cells_of(game: Game, names: Collection[str]) -> Array:
    """The bytes of a record that some fields take."""
    cells = np.zeros(game.dtype.itemsize, np.bool_)
    for name in names:
        cells[_place_of(game, name)] = True
    return cells


def _may_be_blank(game: Game, fields: Mapping[str, Field], seat: int) -> Array:
    """The bytes of a record in which a seat cannot tell a 0 from what it does not see: not those of its own row."""
    cells = _cells_of(game, fields)
    for name in (name for name, field in fields.items() if field.seen_by is OWNER):
        cells[_place_of(game, name)].reshape(fields[name].shape)[seat] = False
    return cells


def _place_of(game: Game, name: str) -> slice:
    assert game.dtype.fields is not None
    kind, start = game.dtype.fields[name][:2]
    return slice(start, start + kind.itemsize)


def _bytes(record: bytes) -> Array:
    return np.frombuffer(record, np.uint8)


def _hidden_in(field: Field, true: Array, shown: Array, seat: int) -> Array:
    hidden: Array = (true != shown) | (true == 0)
    if field.seen_by is OWNER:
        hidden[seat] = true[seat] != shown[seat]
    return hidden


def veil_of(game: Game) -> Veil:
    """The veil of a game: it takes a while to weave, and each thread has its own."""
    return _woven(game, get_ident())


@lru_cache(maxsize=64)
def _woven(game: Game, thread: int) -> Veil:
    return Veil(game)
