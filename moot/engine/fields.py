"""The position of a game: one flat record, each field declared once with its width and with who may see it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, Protocol, cast, overload

import numpy as np

MOST_SEATS = 8
SMALL = 24  # bytes: as long as the agenda
NOBODY = -1  # the seat of a spectator, and of "no seat at all"

NEWS_ROOM = 48  # how many events one step or one answer may tell
NEWS_WIDTH = 7  # event, audience, and five arguments


class SeenBy(Enum):
    """Who may see a field. OWNER: the first axis is the seat."""

    PUBLIC = "everyone"
    OWNER = "its seat"
    SECRET = "nobody"


PUBLIC, OWNER, SECRET = SeenBy.PUBLIC, SeenBy.OWNER, SeenBy.SECRET


class Row(Protocol):
    """A field with one axis, as rules see it."""

    def __getitem__(self, at: int) -> int: ...
    def __setitem__(self, at: int, value: int) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Grid(Protocol):
    """A field with two axes: `grid[i]` is a row, `grid[i, j]` a number."""

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: tuple[int, int]) -> int: ...
    def __setitem__(self, at: tuple[int, int], value: int) -> None: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True)
class Field:
    """What a class attribute of a `State` declares."""

    width: str  # a NumPy integer type
    shape: tuple[int, ...] = ()
    seen_by: SeenBy = PUBLIC
    option: Option | None = None


@dataclass(frozen=True)
class Option:
    """A number chosen before the game: declared once, offered by the command line, the page, the lab and the docs."""

    default: int  # for simulations, and for people if nothing else is said
    low: int  # the lowest value
    high: int  # the highest
    help: str  # what it does, in a sentence
    names: tuple[str, ...] = ()  # the words for low, low + 1, ...
    people: int | None = None  # the default at a table of people, where it differs

    def says(self, value: int) -> str:
        """The value as people write it."""
        return self.names[value - self.low] if self.names else str(value)

    @property
    def range(self) -> str:
        """What may be chosen, in words."""
        return " | ".join(self.names) if self.names else f"{self.low} to {self.high}"

    def reads(self, value: object) -> int | None:
        """The number meant by what somebody wrote, or None if it is not allowed."""
        if isinstance(value, str) and value in self.names:
            return self.low + self.names.index(value)
        try:
            number = int(cast(Any, value))
        except (TypeError, ValueError, OverflowError):
            return None
        exact = not isinstance(value, float) or value == number
        return number if exact and self.low <= number <= self.high else None


class _Width:
    """`i8()` declares a number, `i8(6)` a row of six, `i8(6, 3)` six rows of three."""

    def __init__(self, width: str) -> None:
        self.width = width

    @overload
    def __call__(self, *, seen_by: SeenBy = PUBLIC) -> int: ...
    @overload
    def __call__(self, n: int, /, *, seen_by: SeenBy = PUBLIC) -> Row: ...
    @overload
    def __call__(self, n: int, m: int, /, *, seen_by: SeenBy = PUBLIC) -> Grid: ...
    def __call__(self, *shape: int, seen_by: SeenBy = PUBLIC) -> Any:
        return Field(self.width, shape, seen_by)


i8, i16, i32, i64 = _Width("int8"), _Width("int16"), _Width("int32"), _Width("int64")
u8, u32 = _Width("uint8"), _Width("uint32")


def option(default: int, low: int, high: int, help: str, *, people: int | None = None) -> int:
    """An option that is a number."""
    return _declared(Option(default, low, high, help, people=people))


def switch(default: bool, help: str, *, people: bool | None = None) -> int:
    """An option that is off or on."""
    on = None if people is None else int(people)
    return _declared(Option(int(default), 0, 1, help, ("off", "on"), on))


def one_of(default: IntEnum, help: str, *, people: IntEnum | None = None) -> int:
    """An option that is one of a few named ways to play."""
    members = list(type(default))
    names, low = tuple(member.name.lower() for member in members), int(members[0])
    if [int(member) for member in members] != list(range(low, low + len(members))):
        raise TypeError(f"the ways of {type(default).__name__} must be numbered one after the other")
    suits = None if people is None else int(people)
    return _declared(Option(int(default), low, low + len(names) - 1, help, names, suits))


def _declared(option: Option) -> int:
    return cast(int, Field(narrowest(option.low, option.high), option=option))


def narrowest(low: int, high: int) -> str:
    """The width that is just enough for numbers from low to high."""
    return next(w for w in ("int8", "int16", "int32", "int64") if np.iinfo(w).min <= low and high <= np.iinfo(w).max)


class State:
    """The fields every game has. A game's own class adds its fields below these, and the option `seats`."""

    luck = u32(4, seen_by=SECRET)  # the state of chance
    seats: int  # how many play: an option that each game declares
    telling = i8()  # whether events are kept: 1 at a table, 0 in simulations
    over = i8()  # 0, or how the game has ended
    depth = i8()  # how many steps are on the agenda
    agenda = i8(24)  # the steps to come, at most 24: the next is `agenda[depth - 1]`
    # The choice that each seat owes an answer to; 0 is none, and -1 in a view one that only the seat may know.
    asking = i8(MOST_SEATS)
    told = i16(seen_by=SECRET)  # how many events there have been since the last step or answer
    # These events, at most 48: each its number, its audience and five arguments, from -32,768 to 32,767.
    news = i16(NEWS_ROOM, NEWS_WIDTH, seen_by=SECRET)


def fields_of(state: type[State]) -> dict[str, Field]:
    """The fields of a state class and its bases, in order of declaration."""
    return {
        name: value for cls in reversed(state.__mro__) for name, value in vars(cls).items() if isinstance(value, Field)
    }


def options_of(state: type[State]) -> dict[str, Option]:
    """The options that a state class declares, by name."""
    return {name: field.option for name, field in fields_of(state).items() if field.option is not None}


def dtype_of(state: type[State]) -> np.dtype[np.void]:
    """The record as NumPy, Numba and CUDA lay it out: small fields first, and of these narrow ones first, for a rule looks at
    several of them, and memory is read in pieces; the news last, of which simulations have none. Every byte belongs to a field.
    (Bytes between fields would be nobody's: copies need not keep them, and equal records could differ.)
    """
    fields = {name: np.dtype((field.width, field.shape)) for name, field in fields_of(state).items()}
    news = [("news", fields.pop("news"))]
    small = {name: of for name, of in fields.items() if of.itemsize <= SMALL}
    large = {name: of for name, of in fields.items() if of.itemsize > SMALL}
    return np.dtype([*_laid_out(small, "spare"), *_laid_out(large, "rest"), *news], align=True)


def _laid_out(fields: dict[str, np.dtype[Any]], spare: str) -> list[Any]:
    """Narrow fields first. After the bytes comes a spare row, so long that the last word is full and all that is wider is where
    numbers of its width must begin.
    """
    missing = -sum(of.itemsize for of in fields.values()) % 8
    filled = {**fields, spare: np.dtype((np.int8, (missing,)))} if missing else fields
    return sorted(filled.items(), key=lambda item: item[1].base.itemsize)
