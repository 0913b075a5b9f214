"""Solidarity: what the parts of the board are made of. Names are players' texts: here they are made to fit their room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from markupsafe import Markup

_PIECE = Markup(
    'id="{0}-{1}" data-piece="{1}" data-state="{2}" data-tip="{3}" aria-label="{4}" role="img" tabindex="0"'
)
SIZE = 14  # of letters on the board
_NARROW, _WIDE = frozenset("fijlrtI.,:;'’!|()[] "), frozenset("mwMW@%&—…")


def piece(name: str, state: object, tip: str, at: str = "p", label: str = "") -> Markup:
    """What makes an element a piece: its name, how it stands, and a sentence about it, or what to call it."""
    return _PIECE.format(at, name, state, tip, label or tip)


def width(letter: str) -> float:
    """About how wide a letter is, in letters' heights."""
    if letter in _NARROW:
        return 0.3
    if letter in _WIDE:
        return 0.87
    return 1.0 if ord(letter) > 0x2E80 else 0.62 if letter.isupper() else 0.52


@lru_cache(maxsize=4096)
def fit(text: str, room: int, size: int = SIZE) -> str:
    """As much of a text as there is room for."""
    left = room / size
    for place, letter in enumerate(text):
        left -= width(letter)
        if left < 0:
            return f"{text[: max(place - 1, 1)].rstrip()}…"
    return text


@lru_cache(maxsize=512)
def fit_name(name: str, room: int, size: int) -> str:
    """As much of a seat's name as there is room for; which org it is stays: "Benedi… (North)"."""
    person, bracket, org = name.rpartition(" (")
    if not bracket or fit(name, room, size) == name:
        return fit(name, room, size)
    tail = f" ({org}"
    return fit(person, max(room - int(size * sum(map(width, tail))), 2 * size), size) + tail


def rows(texts: Sequence[str], room: int, most: int) -> Iterator[str]:
    """As many texts as there are rows for, each made to fit; then how many more there are."""
    shown = texts if len(texts) <= most else texts[: most - 1]
    for text in shown:
        yield fit(text, room)
    if len(shown) < len(texts):
        yield f"and {len(texts) - len(shown)} more"


def listed(parts: Iterable[str]) -> str:
    """In a sentence: "a, b and c"."""
    *first, last = [*parts] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last
