"""What a coach says: names in [brackets] become pieces, {braces} figures of what the learner sees, and § sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from moot.engine import Game, Names, Sitting, minus
from moot.engine.fields import MOST_SEATS
from moot.engine.standing import goal
from moot.lessons.lesson import YOU, Lesson

_MARKS = re.compile(r"\[([^\]]+)\](?:\(([\w -]+)\))?|\{([^}]+)\}|§(\d+(?:\.\d+)*)")
_SECTION = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*", re.MULTILINE)
MOST_PIECES = 400  # numbers of a kind that are looked through for a word


class Bit(NamedTuple):
    """Some of what is said: plain, or with the pieces that it names, or a section of the rulebook."""

    text: str
    pieces: tuple[str, ...] = ()
    section: str = ""


class UnknownError(ValueError):
    """A piece or a figure that there is not."""


def spoken(text: str, lesson: Lesson, sitting: Sitting) -> list[Bit]:
    """A text as it is said in a position: from what the learner sees, and nothing else."""
    return [bit for bit in _bits(text, lesson, sitting) if bit.text]


def _bits(text: str, lesson: Lesson, sitting: Sitting) -> Iterator[Bit]:
    at = 0
    for mark in _MARKS.finditer(text):
        name, piece, figure, section = mark.groups()
        yield Bit(text[at : mark.start()])
        at = mark.end()
        if name:
            yield Bit(name, tuple(piece.split()) if piece else pieces_of(name, lesson, sitting))
        elif figure:
            yield Bit(figure_of(figure, lesson, sitting))
        else:
            yield Bit(f"§{section}", section=section)
    yield Bit(text[at:])


def plain(text: str, lesson: Lesson, sitting: Sitting) -> str:
    """The same as one text."""
    return "".join(bit.text for bit in spoken(text, lesson, sitting))


def pieces_in(text: str, lesson: Lesson, sitting: Sitting) -> tuple[str, ...]:
    """The pieces that a text names."""
    return tuple(piece for bit in spoken(text, lesson, sitting) for piece in bit.pieces)


def sections_in(text: str) -> list[str]:
    """The sections of the rulebook that a text names."""
    return [mark[4] for mark in _MARKS.finditer(text) if mark[4]]


def sections_of(game: Game) -> set[str]:
    """The numbered paragraphs of its rulebook."""
    return set(_SECTION.findall(game.rulebook))


# Pieces


def pieces_of(name: str, lesson: Lesson, sitting: Sitting) -> tuple[str, ...]:
    """The pieces that the game calls so: `[Hut Builder 2]`, `[node 7]`, `[Birch]`."""
    found = {f"seat-{seat}" for seat, who in enumerate(lesson.seats) if who == name and who != YOU}
    found |= set(_called(sitting.game, name))
    found |= {piece for kind in _named_kinds(sitting.game) for piece in _called_now(sitting, kind, name)}
    if not found:
        raise UnknownError(f"nothing is called [{name}]: write its name as the game does, or [{name}](piece-7)")
    return tuple(sorted(found))


def _called(game: Game, name: str) -> list[str]:
    return _by_word(game).get(name, [])


@cache
def _by_word(game: Game) -> dict[str, list[str]]:
    """Every piece by its word, of the kinds that are called the same in every game."""
    words: dict[str, list[str]] = {}
    for kind in sorted(game.words.pieces - set(game.words.named)):
        for number in range(MOST_PIECES):
            if word := _word(game.words.kinds[kind], number):
                words.setdefault(word, []).append(f"{kind}-{number}")
    return words


def _word(kind: Any, *arguments: Any) -> str:
    """The word of a number; empty if it has none."""
    try:
        return str(kind(*arguments))
    except (LookupError, ValueError, TypeError):
        return ""


def _named_kinds(game: Game) -> list[str]:
    return sorted(game.words.pieces & set(game.words.named))


def _called_now(sitting: Sitting, kind: str, name: str) -> Iterator[str]:
    """The pieces of a kind that is called by what players have written."""
    names: Names = sitting.names
    for number in range(MOST_PIECES):
        if _word(sitting.game.words.named[kind], number, names) == name:
            yield f"{kind}-{number}"


# Figures


def figure_of(name: str, lesson: Lesson, sitting: Sitting) -> str:
    """A figure of what the learner sees: a field (`{treasury}`), their own of a row by seats (`{gold}`), another's
    (`{gold of Birch}`), or one of the goal line (`{cards left}`).
    """
    return minus(_figure(name, lesson, sitting))


def _figure(name: str, lesson: Lesson, sitting: Sitting) -> object:
    what, _, who = name.partition(" of ")
    view, seat = sitting.view(lesson.seat), lesson.seats.index(who) if who in lesson.seats else lesson.seat
    value = getattr(view, what, None) if what in (sitting.game.dtype.names or ()) else None
    if value is None:
        told = dict(goal(sitting.game, view, lesson.seat, sitting.names).figures)
        if name not in told:
            raise UnknownError(
                f"there is no figure {{{name}}}: it is a field of the record, or one of {', '.join(told)}"
            )
        return told[name]
    return value if isinstance(value, int) else _of_seat(name, value, seat)


def _of_seat(name: str, row: Sequence[int], seat: int) -> int:
    if len(row) < MOST_SEATS and seat >= len(row):
        raise UnknownError(f"{{{name}}} is no row by seats: name one number of it")
    return int(row[seat])
