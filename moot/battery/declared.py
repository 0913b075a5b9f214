"""What can be checked without playing: options, sizes, and that everything has words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any

from moot.battery.walks import Plan, insist
from moot.engine import MOST_SEATS, Game, Line, Option
from moot.engine.fields import fields_of

ROOM = 4096  # bytes: a record this small is copied by the million
MOST = 127  # steps, events and endings are kept in eight bits


def options(game: Game, plan: Plan) -> None:
    """Every option has help and a default in its range; presets say what they are for and choose what is allowed."""
    for name, option in game.options.items():
        _check_option(name, option)
    insist("seats" in game.options, "there is no option 'seats'")
    seats = game.options["seats"]
    insist(seats.low >= 1 and seats.high <= MOST_SEATS, f"seats may be {seats.range}, not within 1 to {MOST_SEATS}")
    for name, preset in game.presets.items():
        insist(preset.help.strip(), f"preset {name} has no help")
        insist(set(preset.by_seats) <= set(range(seats.low, seats.high + 1)), f"preset {name}: seats are {seats.range}")
        for chosen, value in (pair for of in (preset.options, *preset.by_seats.values()) for pair in of.items()):
            insist(chosen in game.options, f"preset {name} sets {chosen}, which is no option")
            insist(game.options[chosen].reads(value) == value, f"preset {name}: {chosen} may not be {value}")
    insist(game.people_preset in ("", *game.presets), f"people begin with {game.people_preset}, which is no preset")


def _check_option(name: str, option: Option) -> None:
    insist(option.help.strip(), f"option {name} has no help")
    insist(option.low <= option.default <= option.high, f"the default of {name} is {option.default}: {option.range}")
    insist(option.people is None or option.low <= option.people <= option.high, f"{name}: people={option.people}")
    if option.names:
        insist(len(option.names) == option.high - option.low + 1, f"{name} has names for some values, not for all")
        insist(len(set(option.names)) == len(option.names), f"two values of {name} have one name: {option.range}")


def size(game: Game, plan: Plan) -> None:
    """The record is smaller than 4096 bytes and holds every step, event and ending; every step has a rule."""
    insist(game.dtype.itemsize < ROOM, f"the record takes {game.dtype.itemsize} bytes, not less than {ROOM}")
    for name, numbers in (("step", game.rules.names), ("event", game.events), ("ending", game.endings)):
        for member in numbers:
            insist(1 <= member <= MOST, f"{name} {member.name} is {int(member)}, not within 1 to {MOST}")
    rules = game.rules
    idle = [step.name for step in rules.names if step not in rules.steps and step not in rules.consequences]
    insist(not idle, f"no rule says what is done at {', '.join(idle)}")
    field = fields_of(game.state).get(game.length)
    insist(field is not None and not field.shape, f"the length of a game is read from {game.length!r}: no such number")


def words(game: Game, plan: Plan) -> None:
    """Every choice, event and ending has words, which cite a section of the rulebook that is there."""
    said, choices = game.words, [choice.step for choice in game.rules.choices.values()]
    _check_keys("choice", choices, said.choices)
    _check_keys("move", choices, said.moves)
    _check_keys("event", game.events, said.events)
    _check_keys("ending", game.endings, said.endings)
    known = sections(game)
    for key, line in [*said.choices.items(), *said.events.items(), *said.endings.items()]:
        if not callable(line):
            check_line(f"{key!r}", line, known)
    insist(game.title.strip() and game.about.strip(), "the game has no title, or nothing says what it is about")


def _check_keys(what: str, names: Iterable[IntEnum], mapping: Mapping[Any, object]) -> None:
    missing = [name.name for name in names if name not in mapping]
    insist(not missing, f"no words for {what} {', '.join(missing)}")


def check_line(what: str, line: Line, known: Collection[str]) -> None:
    """A line says something and cites what is there."""
    insist(line.text.strip(), f"the words for {what} are empty")
    insist(line.section in known, f"the words for {what} cite section {line.section!r}, not in rulebook.md")


def sections(game: Game) -> set[str]:
    """The rulebook's sections: paragraphs that begin with a number in bold."""
    return set(_numbers(game.rulebook))


def _numbers(rulebook: str) -> Iterator[str]:
    for found in re.finditer(r"^\*\*(\d+(?:\.\w+)*)\.?\*\*", rulebook, re.MULTILINE):
        yield found[1]
