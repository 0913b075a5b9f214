"""Saved games: the file that a sitting writes with `to_json` is read here, and played again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from moot.engine.fields import MOST_SEATS
from moot.engine.game import Game, OptionError
from moot.engine.machine import Array
from moot.engine.moves import MoveError
from moot.engine.save_format import FORMAT
from moot.engine.sitting import Sitting
from moot.engine.undo import undo_to_here
from moot.engine.words import seat_names
from moot.engine.writing import Book, are_names, is_line


class SavedGameError(ValueError):
    """A file that is not a saved game of these rules."""


class OtherRulesError(SavedGameError):
    """A saved game of other rules than those that are here: it cannot be played again, but `as_written` reads it."""


def resume(
    game: Game,
    options: Mapping[str, int],
    seed: int,
    record: bytes,
    *,
    compiled: bool = False,
    written: Mapping[int, str] | None = None,
) -> Sitting:
    """A game that goes on from a position, when the moves that led there can no longer be played. Its past is not known, but for
    the names that were written in it.
    """
    array = array_of(game, record)
    sitting = Sitting(game, options, seed, compiled=compiled)
    sitting.array[:] = array
    sitting.log, sitting.scenes = [], {}
    sitting.book = Book(sitting.names, written)
    sitting._undo = undo_to_here(sitting)
    return sitting


def array_of(game: Game, record: bytes) -> Array:
    """A position that was kept as bytes."""
    if len(record) != game.dtype.itemsize:
        raise SavedGameError(f"This is no position of {game.title} as its rules are now.")
    return np.frombuffer(record, game.dtype)


def options_in(game: Game, record: bytes) -> dict[str, int]:
    """The options with which a game is played, from any of its positions."""
    array = array_of(game, record)
    return {name: int(array[name][0]) for name in game.options}


def replay(game: Game, text: str, *, compiled: bool = False) -> Sitting:
    """The game that a saved text records, played again to the same point. What a file says of the result is not read: it
    follows from the moves. Refuses with a `SavedGameError` what is no saved game of these rules.
    """
    saved = _read_saved(game, text)
    try:
        sitting = Sitting(game, game.choose(saved["options"]), _seed_in(saved), compiled=compiled)
    except OptionError as error:
        raise SavedGameError(f"This saved game cannot be started. {error}") from error
    for number, row in enumerate(saved["moves"], 1):
        try:
            sitting.play(*read_row(game, row))
        except (MoveError, SavedGameError) as error:
            raise SavedGameError(f"Move {number} {row} cannot be made. {error}") from error
    sitting.names = _names_in(saved, sitting.seats) or sitting.names
    sitting.ended = "" if sitting.over else _ended_in(saved)
    return sitting


def _seed_in(saved: Mapping[str, Any]) -> Any:
    """The seed; a large one is written as a text."""
    seed = saved["seed"]
    is_big = isinstance(seed, str) and seed.isascii() and seed.isdecimal() and 16 <= len(seed) <= 39
    return int(seed) if is_big else seed


def _names_in(saved: Mapping[str, Any], seats: int | None) -> list[str]:
    """Who played; empty if the file does not say."""
    names = saved.get("names", [])
    if not are_names(names) or (names and seats not in (None, len(names))):
        raise SavedGameError("The names of a saved game are texts of one line, one for each seat.")
    return list(names)


def _ended_in(saved: Mapping[str, Any]) -> str:
    """Why it was broken off, if it was."""
    why = saved.get("ended", "")
    if why != "" and not is_line(why):
        raise SavedGameError("Why a saved game was ended is a text of one line.")
    return str(why)


def read_json(text: str) -> Any:
    """What a file says, whatever it is; a file may come from anywhere."""
    if not isinstance(text, str | bytes):
        raise SavedGameError(f"A saved game is a text, not {text!r}.")
    try:
        return json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise SavedGameError(f"This is not JSON: {error}.") from error
    except (RecursionError, ValueError) as error:
        raise SavedGameError(
            "This is not a saved game: no game nests so many brackets, or has so long a number."
        ) from error


def _read_saved(game: Game, text: str) -> dict[str, Any]:
    saved = read_json(text)
    if not isinstance(saved, dict) or not {"moot", "game", "rules", "seed", "options", "moves"} <= set(saved):
        raise SavedGameError("This is not a saved game: it needs moot, game, rules, seed, options and moves.")
    if not isinstance(saved["options"], dict) or not isinstance(saved["moves"], list):
        raise SavedGameError("This is not a saved game: its options must be an object and its moves a list.")
    if (saved["moot"], saved["game"], saved["rules"]) != (FORMAT, game.name, game.version):
        found = f"{saved['game']}, rules {saved['rules']}, format {saved['moot']}"
        others = (saved["moot"], saved["game"]) == (FORMAT, game.name)
        raise (OtherRulesError if others else SavedGameError)(
            f"Saved by {found}; this is {game.name}, rules {game.version}, format {FORMAT}."
        )
    return saved


def as_written(game: Game, text: str) -> str:
    """A saved game as it was written down, in the words it has: for one that was played by other rules."""
    saved = read_json(text)
    seats = _names_in(saved, None) or seat_names(game.words, MOST_SEATS)
    options = ", ".join(f"{name} {value}" for name, value in saved["options"].items())
    moves = (f"{number:4}  {_row_in_words(seats, row)}" for number, row in enumerate(saved["moves"], 1))
    head = f"{game.title}, seed {saved['seed']}, by version {saved['rules']} of its rules"
    return "\n".join([head, options, *moves, *filter(None, [_ended_in(saved)])])


def _row_in_words(seats: Sequence[str], row: Any) -> str:
    try:
        seat, choice, *arguments = row
        return f"{seats[seat]}: {choice.replace('_', ' ')} {' '.join(map(str, arguments))}"
    except (AttributeError, TypeError, ValueError, IndexError) as error:
        raise SavedGameError("A move is written [seat, choice, numbers].") from error


def read_row(game: Game, row: Any) -> tuple[int, int, str]:
    """A move as saved games write it: its seat, its number, and what was written with it."""
    names = {name.lower(): step for name, step in game.rules.names.__members__.items()}
    try:
        seat, name, *arguments = row
        text = arguments.pop() if arguments and isinstance(arguments[-1], str) else ""
        choice = game.rules.choices[names[name]]
        within = all(0 <= value < count for value, count in zip(arguments, choice.shape, strict=True))
    except (TypeError, ValueError, KeyError):
        within = False
    if not within:
        raise SavedGameError("A move is written [seat, choice, numbers].")
    return seat, game.interpreted.numbering.write(choice, tuple(arguments)), text
