"""§3.4 What names read, and which texts will not do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import Names, Writing, text_key
from moot.engine.words import ordinal
from moot.games.solidarity.components import OWN_NAMES, PRINTED, PRINTED_NAMES, Task
from moot.games.solidarity.rules import Step

NO_NAME = -1
BRIEF = 10  # signs of a name where there is little room


def text_of(name: int, names: Names) -> str:
    """A name as it was printed or written, with its unit: "kittens (litters)"."""
    if name < PRINTED:
        return PRINTED_NAMES[name]
    seat, number = divmod(name - PRINTED, OWN_NAMES)
    return names.written.get(name) or f"{names[seat]}’s {ordinal(number + 1)} novelty"


def resource(name: int, names: Names, *, unit: bool = False) -> str:
    """A name in a sentence, with its unit where it is introduced."""
    text = text_of(name, names)
    return text if unit else text.partition(" (")[0]


def brief(name: int, names: Names) -> str:
    """A name where there is little room; nothing where there is none to say."""
    text = "" if name == NO_NAME else resource(name, names)
    return text if len(text) <= BRIEF else f"{text[: BRIEF - 1].rstrip()}…"


def quantity(amount: int, name: int, names: Names) -> str:
    """So much of it: "3 EcU of apples"."""
    return f"{amount} EcU of {resource(name, names)}"


def written_slot(arguments: Sequence[int]) -> int:
    """§3.4 The name that an answer writes; printed ones are there already."""
    return arguments[0] if arguments[0] >= PRINTED else -1


def refuse(view: Any, seat: int, arguments: Sequence[int], text: str, names: Names) -> str | None:
    """§3.4 A name is new to the game, as far as the org can see; and on its own sheet it stands for one thing."""
    same = text_key(text)
    for number in range(view.resources):
        if text_key(text_of(view.name[number], names)) == same:
            return f"The name {resource(view.name[number], names)} is taken. A new one is needed."
    for line in range(view.lines[seat]):
        if view.task[seat, line] != Task.BUILD and text_key(text_of(view.what[seat, line], names)) == same:
            return (
                f"{resource(view.what[seat, line], names).capitalize()} is on your sheet already, in line {line + 1}."
            )
    return None


WRITING = Writing(choice=Step.NAME, slot=written_slot, key="key", printed=PRINTED_NAMES, refuse=refuse)
