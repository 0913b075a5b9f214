"""Makes docs/api.md from the docstrings: `python -m docs.api`. A test holds that the page is what this makes."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import moot
import moot.battery
import moot.bots
import moot.engine
import moot.lab

PAGE = Path(__file__).parent / "api.md"
HEAD = """# Every name

What a program that uses Moot may import, and what a game may be written with. Everything else may change without notice.
This page is made from the docstrings, by `python -m docs.api`.
[python.md](python.md) and [add-a-game.md](add-a-game.md) show most of it at work.
"""
PARTS: dict[ModuleType, str] = {
    moot: "`import moot`: load a game, play it, save it.",
    moot.bots: "Players that are programs.",
    moot.lab: "Simulate and measure.",
    moot.battery: "The checks that every game must pass.",
    moot.engine: "What a game is written with. (The names that `moot` has too are described there.)",
}
# What has no docstring of its own.
VALUES = {
    "GAMES": "The names of Moot's own games.",
    "COUNT": "The place in a list of moves where it says how many there are.",
    "FIRST_MOVE": "The place of the first move in a list of moves.",
    "MOST_SEATS": "The most seats that a game can have.",
    "NOBODY": "The seat of a spectator, and of no seat at all.",
    "PUBLIC": "Everyone sees the field.",
    "OWNER": "Each seat sees its own part of the field, whose first axis is the seat.",
    "SECRET": "Nobody sees the field.",
    "SMALL": "The weight of an event that is told together with others of its kind.",
    "LARGE": "The weight of an event that is told for longer, with the board as it was then.",
    "BOTS": "The kinds of bots, by name.",
    "LEVELS": "All bots by name, with what may be said of each.",
    "COMPANY": "The kinds of bots that people may want to play with.",
    "RANDOM": "The kind of bot that makes any move.",
    "GREEDY": "The kind of bot that makes the move it likes best.",
    "PASSIVE": "The kind of bot that declines whatever it may.",
    "CHECKS": "The checks by their names.",
    "Moves": "The list of moves that a choice writes with `offer`.",
    "i8": "A field of whole numbers from -128 to 127: `i8()` is one, `i8(6)` a row of six, `i8(6, 3)` six rows of three.",
    "i16": "The same from -32,768 to 32,767.",
    "i32": "The same from -2,147,483,648 to 2,147,483,647.",
    "i64": "The same in 64 bits.",
    "u8": "The same from 0 to 255.",
    "u32": "The same from 0 to 4,294,967,295.",
}


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section for module in PARTS for section in _part(module))])


def _part(module: ModuleType) -> Iterator[str]:
    yield f"## {module.__name__}\n\n{PARTS[module]}\n"
    for name in sorted(module.__all__, key=str.casefold):
        if module is not moot.engine or name not in moot.__all__:
            yield _entry(name, getattr(module, name))


def _entry(name: str, value: Any) -> str:
    if name in VALUES:
        return f"### {name}\n\n{VALUES[name]}\n"
    if inspect.isclass(value):
        return f"### {name}\n\n{_said(value)}\n{_members(value)}"
    return f"### {name}\n\n`{name}{_signature(value)}`\n\n{_said(value)}\n"


def _said(value: Any) -> str:
    """A docstring as one paragraph, or several."""
    text = inspect.getdoc(value) or ""
    assert text, f"{value} has no docstring"
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


class _Written(str):
    """A type as the source has it: shown without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _written(annotation: Any) -> Any:
    return _Written(re.sub(r"(?:[a-z_]+\.)+(?=[A-Z])", "", annotation)) if isinstance(annotation, str) else annotation


def _signature(value: Any) -> str:
    found = inspect.signature(value)
    taken = [
        one.replace(annotation=_written(one.annotation), default=_by_name(one.default))
        for one in found.parameters.values()
    ]
    shown = found.replace(parameters=taken, return_annotation=_written(found.return_annotation))
    return str(shown).replace("|", "\\|")


def _by_name(default: Any) -> Any:
    """A class that a parameter has by default, as it is written."""
    named = isinstance(default, type) and default is not inspect.Parameter.empty
    return _Written(default.__name__) if named else default


def _members(kind: type) -> str:
    rows = [*_fields(kind), *_methods(kind)]
    return "\n".join(["\n| | |\n|---|---|", *rows, ""]) if rows else ""


def _fields(kind: type) -> Iterator[str]:
    """Fields with the comments beside them."""
    if issubclass(kind, Enum):
        yield from (f"| `{kind.__name__}.{member.name}` | {_comment(kind, member.name)} |" for member in kind)
    else:
        yield from (f"| `{name}` | {_comment(kind, name)} |" for name in _declared(kind))


def _declared(kind: type) -> Iterator[str]:
    """What the body of a class declares by name, in its order."""
    (body,) = (node.body for node in ast.parse(dedent(inspect.getsource(kind))).body if isinstance(node, ast.ClassDef))
    for node in body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (at.id for at in targets if isinstance(at, ast.Name) and not at.id.startswith("_"))


def _comment(kind: type, name: str) -> str:
    """What stands beside a field, or above it."""
    lines = inspect.getsource(kind).splitlines()
    at = next(i for i, line in enumerate(lines) if re.match(rf"\s+{name}\b\s*[:=]", line))
    beside = lines[at].partition("  # ")[2]
    above: list[str] = []
    while not beside and lines[at - 1].lstrip().startswith("# "):
        at -= 1
        above.insert(0, lines[at].strip().removeprefix("# "))
    assert beside or above, f"nothing is said about {kind.__name__}.{name}"
    return (beside or " ".join(above)).replace("|", "\\|")


def _methods(kind: type) -> Iterator[str]:
    declared = set(_declared(kind))  # a field may have a function for its default
    for name, value in list(vars(kind).items()):
        if name.startswith("_") or name in declared:
            continue
        getter = getattr(value, "fget", None) or getattr(value, "func", None)
        if getter is not None:
            yield f"| `{name}` | {_said(getter)} |".replace("\n\n", " ")
        elif inspect.isfunction(value):
            yield f"| `{name}{_signature(value).replace('(self, ', '(').replace('(self)', '()')}` | {_said(value)} |".replace(
                "\n\n", " "
            )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
