"""A position by names: of fields, steps, endings and options. So it can be read when the rules that it was made by are gone, and a
game can say how it goes on by newer ones: see `Game.converters`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from moot.engine.fields import MOST_SEATS, fields_of
from moot.engine.game import Game
from moot.engine.saving import SavedGameError, options_in, resume

# What the engine fills in by itself: the room between fields, how deep the agenda is, and events that were heard long ago.
OWN = frozenset({"telling", "depth", "told", "news", "spare", "rest"})


NOBODY_ASKED = ("",) * MOST_SEATS


class Layout(NamedTuple):
    """What the numbers of a record mean, for whoever does not have its rules."""

    fields: Sequence[tuple[str, str, Sequence[int]]]  # each with its width and shape, in the order of their bytes
    steps: Mapping[int, str]
    endings: Mapping[int, str]
    options: Mapping[
        str, tuple[int, Sequence[str]]
    ]  # the lowest value of each, and the words for it and those after it


class ConversionError(SavedGameError):
    """A position that these rules cannot go on from."""


def layout_of(game: Game) -> Layout:
    """What the numbers of a game's records mean."""
    columns = [(name, game.dtype[name]) for name in game.dtype.names or ()]
    return Layout(
        [(name, of.base.str, of.shape) for name, of in columns],
        {step.value: step.name for step in game.rules.names},
        {ending.value: ending.name for ending in game.endings},
        {name: (option.low, option.names) for name, option in game.options.items()},
    )


def by_name(record: bytes, layout: Layout) -> dict[str, Any]:
    """A position as numbers, rows and grids of them by the names of their fields; options as they are said; the steps of the
    agenda (the next is the last), what each seat is asked and how the game has ended by name, or "" where it is nothing.
    """
    row = np.frombuffer(record, _dtype(layout))[0]
    values = {name: row[name].tolist() for name, _, _ in layout.fields}
    said = {name: _say(values[name], *option) for name, option in layout.options.items()}
    flow = {
        "agenda": [layout.steps[step] for step in values["agenda"][: values["depth"]]],
        "asking": [layout.steps.get(step, "") for step in values["asking"]],
        "over": layout.endings.get(values["over"], ""),
    }
    return {name: value for name, value in (values | said | flow).items() if name not in OWN}


def record_of(game: Game, position: Mapping[str, Any]) -> bytes:
    """The record of such a position. What is not named is 0, and an option what it is by default. Refuses with a
    `ConversionError` what these rules cannot go on from.
    """
    try:
        record = _laid(game, position)
    except (ValueError, TypeError, OverflowError, LookupError) as error:
        raise ConversionError(f"This is no position of {game.title}: {error}") from error
    _must_go_on(game, record)
    return record


def _dtype(layout: Layout) -> np.dtype[np.void]:
    """The layout comes from a disk: nothing but numbers is made of it."""
    columns = [(name, np.dtype(width), tuple(shape)) for name, width, shape in layout.fields]
    if any(width.kind not in "iu" for _, width, _ in columns):
        raise ConversionError("A record holds whole numbers and nothing else.")
    return np.dtype(columns)


def _say(value: int, low: int, names: Sequence[str]) -> int | str:
    return names[value - low] if names else value


def _laid(game: Game, position: Mapping[str, Any]) -> bytes:
    left = dict(position)
    array = game.blank(game.choose({name: left.pop(name) for name in game.options if name in left}))
    array["telling"] = 1
    steps = game.rules.names
    agenda = [steps[name].value for name in left.pop("agenda", ())]
    array["agenda"][0, : len(agenda)], array["depth"] = agenda, len(agenda)
    left["asking"] = [steps[name].value if name else 0 for name in left.pop("asking", NOBODY_ASKED)]
    left["over"] = game.endings[left["over"]].value if left.get("over") else 0
    for name, value in left.items():
        array[name][0] = _fitting(game, name, value)
    return bytes(array.tobytes())


def _fitting(game: Game, name: str, value: Any) -> Any:
    """A value that has the shape of its field, and is of whole numbers."""
    if name in OWN or name not in fields_of(game.state):
        raise ConversionError(f"there is no field '{name}' to be filled")
    given = np.asarray(value)
    if given.shape != game.dtype[name].shape or given.dtype.kind not in "iu":
        raise ConversionError(f"{name} is made of {game.dtype[name].shape or 1} whole numbers, not of {value!r}")
    return given.tolist()


def _must_go_on(game: Game, record: bytes) -> None:
    """No law of the game is broken, and somebody has something to answer, or it is over."""
    sitting = resume(game, options_in(game, record), 0, record)
    broken = sitting.machine.broken_law(sitting.machine.records(sitting.array), 0)
    if broken >= 0:
        raise ConversionError(f"a law of {game.title} is broken: {list(game.rules.laws)[broken]}")
    if not sitting.over and not (sitting.waiting and all(map(sitting.numbers, sitting.waiting))):
        raise ConversionError(f"{game.title} cannot go on from there: somebody must be asked, and have an answer")
