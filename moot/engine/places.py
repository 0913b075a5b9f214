"""Where things stand in an author's files: so that a mistake can be named by file and line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from traceback import extract_tb
from types import FunctionType
from typing import NamedTuple


class Place(NamedTuple):
    """A line of a file, as it is named to the author: "levee/rules.py line 113"."""

    file: Path
    line: int
    folder: Path  # of the game

    def __str__(self) -> str:
        own = self.file.is_relative_to(self.folder)
        name = Path(self.folder.name) / self.file.relative_to(self.folder) if own else Path(self.file.name)
        return f"{name} line {self.line}"


def of_function(function: FunctionType, folder: Path) -> Place:
    """Where a function is defined."""
    code = function.__code__
    return Place(Path(code.co_filename), code.co_firstlineno, folder)


def of_member(member: IntEnum, folder: Path) -> Place | None:
    """Where a named number is declared."""
    kind = type(member).__name__
    for file in _sources(folder):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.ClassDef) and node.name == kind:
                lines = [one.lineno for one in node.body if isinstance(one, ast.Assign) and _names(one, member.name)]
                return Place(file, lines[0] if lines else node.lineno, folder)
    return None


def _names(assignment: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in assignment.targets)


def of_field(state: type, name: str, folder: Path) -> Place | None:
    """Where a field of the state is declared."""
    for file in _sources(folder):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.ClassDef) and node.name in {cls.__name__ for cls in state.__mro__}:
                for one in node.body:
                    if isinstance(one, ast.Assign) and _names(one, name):
                        return Place(file, one.lineno, folder)
    return None


def of_text_key(text: str, folder: Path) -> Place | None:
    """Where a text is the key of a table: `"short": Preset(...)`."""
    for file in _sources(folder):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.Dict):
                for key in node.keys:
                    if isinstance(key, ast.Constant) and key.value == text:
                        return Place(file, key.lineno, folder)
    return None


def of_key(member: IntEnum, folder: Path) -> Place | None:
    """Where a named number is the key of a table: `Event.FLOODED: Line(...)`; if nowhere, where it is declared."""
    for file in _sources(folder):
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.Dict):
                for key in node.keys:
                    if isinstance(key, ast.Attribute) and _is_member(key, member):
                        return Place(file, key.lineno, folder)
    return of_member(member, folder)


def _is_member(key: ast.Attribute, member: IntEnum) -> bool:
    return isinstance(key.value, ast.Name) and (key.value.id, key.attr) == (type(member).__name__, member.name)


def of_error(error: BaseException, folder: Path) -> Place | None:
    """The author's own line that led to an error: the last one within the game's folder."""
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    return Place(Path(frames[-1].filename), frames[-1].lineno or 0, folder) if frames else None


def definition_of(function: FunctionType) -> ast.FunctionDef | None:
    """The source of a function, as a tree; None if it has no file."""
    code = function.__code__
    file = Path(code.co_filename)
    if not file.is_file():
        return None
    return next((node for node in _definitions(file) if _first_line(node) == code.co_firstlineno), None)


def _definitions(file: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(_tree(file)) if isinstance(node, ast.FunctionDef))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _tree(file: Path) -> ast.Module:
    return _parsed(file, file.stat().st_mtime_ns)


@cache
def _parsed(file: Path, changed: int) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))
