"""Rules of the house that a machine can check: no class and no file grows past what one can keep in mind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "moot").rglob("*.py"))
TOO_MANY_METHODS = 40
MOST_LINES = 600
ANOTHER_SIDE = {"setter", "deleter", "overload"}  # of a property or method that is counted already


def is_method(node: ast.stmt) -> bool:
    """Whether this adds a method or a property to a class."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return not any(ast.unparse(mark).rpartition(".")[2] in ANOTHER_SIDE for mark in node.decorator_list)


def methods(source: str) -> Iterator[tuple[str, int]]:
    """Each class of a file, with the number of its own methods and properties, private ones too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            yield node.name, sum(map(is_method, node.body))


def test_methods_and_properties_are_counted_and_nothing_else() -> None:
    source = """
class One:
    number: int
    def __init__(self): ...
    async def wait(self): ...
    @property
    def name(self): ...
    @name.setter
    def name(self, name): ...
    class Two:
        @staticmethod
        def _hidden():
            def inner(): ...
"""
    assert dict(methods(source)) == {"One": 3, "Two": 1}


def test_there_are_files_to_look_at() -> None:
    assert {"cli.py", "sitting.py"} <= {file.name for file in FILES}


def test_no_class_has_too_many_methods() -> None:
    """One that has is parted by chapter."""
    counted = [(file, *one) for file in FILES for one in methods(file.read_text(encoding="utf-8"))]
    crowded = [
        f"{file.relative_to(ROOT)}: {name} has {count} methods"
        for file, name, count in counted
        if count >= TOO_MANY_METHODS
    ]
    assert crowded == []


def test_no_file_is_too_long() -> None:
    """One that is is parted by chapter."""
    lengths = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
