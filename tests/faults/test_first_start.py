"""The first start makes the file. A server that is killed at it starts the next time."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, event

from moot.table.persistence.migrations import upgrade

FILE = "moot.sqlite"
Files = dict[str, bytes]  # by name: the file, and what SQLite keeps beside it


def what_a_kill_would_leave(folder: Path) -> list[Files]:
    """The files as they are after each statement of a first start: a process that is killed then leaves them so."""
    left: list[Files] = []

    def look(*_: object) -> None:
        left.append({file.name: file.read_bytes() for file in folder.iterdir()})

    event.listen(Engine, "after_cursor_execute", look)
    try:
        upgrade(f"sqlite:///{folder / FILE}")
    finally:
        event.remove(Engine, "after_cursor_execute", look)
    return left


def test_a_first_start_is_killed_after_any_statement(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    left = what_a_kill_would_leave(tmp_path / "first")
    assert len(left) > 100
    for number, files in enumerate(left):
        if not number or files != left[number - 1]:  # most statements wait in memory for the end
            start_on(tmp_path / str(number), files)


def start_on(folder: Path, files: Files) -> None:
    """A first start after such an end: it is as new, and can be brought to the present schema."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    assert not files[FILE], "a schema that is half there"
    upgrade(f"sqlite:///{folder / FILE}")
