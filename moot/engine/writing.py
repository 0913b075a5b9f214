"""Names that players write. To the rules a name is a number; what it reads is kept beside the record, by the Sitting.

The names 0, 1, 2, ... may be printed; the others are slots that players fill. Rules cannot compare texts: before an answer that
writes a name, the Sitting notes in a secret row of the record which names read the same.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from moot.engine.dispatch import Numbering

NOTHING_WRITTEN = -1  # the slot of a move that writes no name
LONGEST = 24  # characters of a name, and of its unit
LONGEST_LINE = 200  # characters of what a seat is called, or of why a game was ended
_PARTS = re.compile(r"([^()]*)(?:\(([^()]*)\))?")


class Names(tuple[str, ...]):
    """The names of the seats; and, by their numbers, the names that have been written."""

    written: Mapping[int, str]  # by their numbers, as they were written: "kittens (litters)"
    _hash: int

    def __new__(cls, seats: Iterable[str], written: Mapping[int, str] | None = None) -> Names:
        """Names do not change: what they are looked up by is worked out once."""
        names = super().__new__(cls, seats)
        names.written = dict(written or {})
        names._hash = hash((tuple(names), *sorted(names.written.items()))) if written else tuple.__hash__(names)
        return names

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other) is True and self.written == getattr(other, "written", {})

    def __ne__(self, other: object) -> bool:
        return not self == other


def is_line(text: object) -> bool:
    """Whether this is a text of one line that says something."""
    return isinstance(text, str) and text.strip() != "" and text.isprintable() and len(text) <= LONGEST_LINE


def are_names(names: object) -> bool:
    """Whether seats can be called so. Two may be called the same, as people are."""
    return isinstance(names, Sequence) and not isinstance(names, str) and all(map(is_line, names))


class Writing(NamedTuple):
    """How players of a game write names."""

    choice: IntEnum  # the one choice whose moves may carry a text
    slot: Callable[[Sequence[int]], int]  # the name that a move (by its arguments) writes; -1 if it takes no text
    key: str  # the record's SECRET row of keys: for each name the lowest that reads the same; set_up fills it with 0, 1, 2, ...
    printed: tuple[str, ...]  # what the names 0, 1, 2, ... read from the start
    # Why a text will not do, or None: from the seat's view, the seat, the move's arguments, the text and the names. It is told
    # to the seat, so it may look at those names only whose numbers are in the view.
    refuse: Callable[[Any, int, Sequence[int], str, Names], str | None]


def slot_of(writing: Writing | None, numbering: Numbering, number: int) -> int:
    """The name that a move writes; `NOTHING_WRITTEN` if it writes none."""
    if writing is None:
        return NOTHING_WRITTEN
    choice, arguments = numbering.read(number)
    return writing.slot(arguments) if choice.step == writing.choice else NOTHING_WRITTEN


def tidy(text: str) -> str:
    """A text as it is kept: "kittens (litters)", without blanks around its parts."""
    name, unit = _parts(text)
    return name if unit is None else f"{name} ({unit})"


def text_key(text: str) -> str:
    """What makes two names the same: the name without its unit, outer blanks and case."""
    return _parts(text)[0].casefold()


def what_is_wrong(text: object) -> str | None:
    """Why a text is no name, or None."""
    if not isinstance(text, str) or not all(character.isprintable() for character in text):
        return "A name is plain text on one line."
    if _PARTS.fullmatch(text.strip()) is None:
        return "A name may be followed by a unit in round brackets, and has no other brackets: kittens (litters)."
    name, unit = _parts(text)
    if not 1 <= len(name) <= LONGEST:
        return f"A name has 1 to {LONGEST} characters, not {len(name)}."
    if unit is not None and not 1 <= len(unit) <= LONGEST:
        return f"A unit has 1 to {LONGEST} characters, not {len(unit)}."
    return None


def _parts(text: str) -> tuple[str, str | None]:
    """The name and the unit, each letter written the one usual way and with single blanks."""
    found = _PARTS.fullmatch(unicodedata.normalize("NFC", text).strip())
    name, unit = found.groups() if found else (text, None)
    return " ".join(name.split()), None if unit is None else " ".join(unit.split())


class Book:
    """What has been written in one game, and when: an old line of the log keeps its words when a name is written anew."""

    def __init__(self, seats: Iterable[str], written: Mapping[int, str] | None = None) -> None:
        self._since = [0]  # the numbers of moves after which other names hold
        self._pages = [Names(seats, written)]

    def names(self, moves: int) -> Names:
        """The names as they were after a number of moves."""
        return self._pages[bisect_right(self._since, moves) - 1]

    def call(self, seats: Iterable[str]) -> None:
        """The seats have other names now, in all that is told."""
        called = tuple(seats)
        self._pages = [Names(called, page.written) for page in self._pages]

    def write(self, moves: int, name: int, text: str) -> None:
        """From this number of moves on a name reads like this; or, if the text is empty, like nothing that was written."""
        last = self._pages[-1]
        if text == last.written.get(name, ""):
            return
        others = {number: known for number, known in last.written.items() if number != name}
        self._since.append(moves)
        self._pages.append(Names(last, {**others, name: text} if text else others))

    def forget(self, moves: int) -> None:
        """Whatever has been written after a number of moves was not."""
        kept = bisect_right(self._since, moves)
        self._since, self._pages = self._since[:kept], self._pages[:kept]

    @property
    def pages(self) -> list[tuple[int, dict[int, str]]]:
        """What had been written after a number of moves, each time that something was: `of` makes a book of them."""
        return [(moves, dict(page.written)) for moves, page in zip(self._since, self._pages, strict=True)]

    @classmethod
    def of(cls, seats: Iterable[str], pages: Sequence[tuple[int, Mapping[int, str]]]) -> Book:
        """A book of these pages."""
        book, called = cls(()), tuple(seats)
        book._since = [moves for moves, _ in pages]
        book._pages = [Names(called, written) for _, written in pages]
        return book

    def copy(self) -> Book:
        """The same, independent of this one."""
        twin = Book.__new__(Book)
        twin._since, twin._pages = list(self._since), list(self._pages)
        return twin


def keys(names: Names, printed: Sequence[str]) -> dict[int, int]:
    """For each written name the lowest name, printed or written, that reads the same."""
    lowest: dict[str, int] = {}
    for number, text in (*enumerate(printed), *sorted(names.written.items())):
        lowest.setdefault(text_key(text), number)
    return {number: lowest[text_key(text)] for number, text in names.written.items()}


def lay_keys(writing: Writing, state: Any, slot: int, names: Names) -> None:
    """The rules are told which names read the same, now that one of them is written."""
    row = getattr(state, writing.key)
    row[slot] = slot
    for other, key in keys(names, writing.printed).items():
        row[other] = key
