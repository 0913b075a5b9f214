"""The narrator: puts a sitting into words. What the words are a game's `Words` say; here is when, and with whose names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from moot.engine.hearing import Entry, heard_by
from moot.engine.labels import label_of
from moot.engine.moves import Move, move_of
from moot.engine.words import Line, seat_names
from moot.engine.writing import NOTHING_WRITTEN, Names, slot_of

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting


def moves_in_words(sitting: Sitting, view: Any, seat: int, numbers: Iterable[int]) -> list[Move]:
    """Moves as the seat that may make them reads them; from what the seat sees."""
    game, numbering, names = sitting.game, sitting.machine.numbering, sitting.names
    seen = bytes(view)  # a view is written over by the next look, and labels are made later
    moves = []
    for number in numbers:
        choice, arguments = numbering.read(number)
        step = choice.step
        words, pieces = game.words.move(view, seat, step, arguments, names)
        label = partial(label_of, game, seen, seat, step, arguments, names) if game.words.labels else None
        writes = slot_of(game.writing, numbering, number) != NOTHING_WRITTEN
        said = {"words": words, "pieces": pieces, "writes": writes, "_label": label}
        moves.append(move_of({"number": number, "choice": step, "arguments": arguments, **said}))
    return moves


def wording(sitting: Sitting, entry: Entry) -> str:
    """One event in words, whatever the seats are called: two events that differ in what was written differ in it."""
    words = sitting.game.words
    names = Names(seat_names(words, sitting.seats), sitting.book.names(entry.after).written)
    return words.event(entry.event, entry.arguments, names).text


def result_line(sitting: Sitting) -> Line | None:
    """Who has won, or how a game stood that was broken off; None while it is played."""
    result = sitting.result
    where = sitting.game.strip(sitting.view()).title if sitting.ended else ""
    return sitting.game.words.result(result, sitting.names, sitting.ended, where) if result else None


def story(sitting: Sitting, seat: int) -> Iterator[str]:
    """The game from its beginning as a seat has heard it, piece by piece, with the position shown at each scene."""
    log, scenes, shown = sitting.log, sitting.scenes, ""
    for place in heard_by(log, seat):
        yield sitting.line(log[place]).text
        if place in scenes:
            shown = _scene(sitting, seat, scenes[place], log[place].after)
            yield f"\n{shown}\n"
    if (last := sitting.picture(seat)) != shown:
        yield f"\n{last}\n"
    if sitting.result_line is not None:
        yield sitting.result_line.text


def _scene(sitting: Sitting, seat: int, record: bytes, moves: int) -> str:
    """An earlier position as text, with the names as they were after a number of moves."""
    return sitting.game.words.picture(sitting.look_back(record, seat), seat, sitting.book.names(moves))
