"""Panes: the parts of a board that a narrow screen shows one at a time (docs/boards.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

ROOM = 218  # the height of a pane 374 wide, in the lowest window that it is laid out for

Pane = dict[str, str | list[str]]


def pane(name: str, left: float, width: float, height: float, cuts: Sequence[float] = (), room: float = ROOM) -> Pane:
    """A pane as a whole; and in parts, for windows that have no room for it: cut where nothing is cut in two."""
    whole: Pane = {"name": name, "box": _box(left, 0, width, height)}
    if height <= room or not cuts:
        return whole
    ends = [*_ends(height, cuts, room)]
    return whole | {"parts": [_box(left, top, width, end - top) for top, end in zip([0, *ends], ends, strict=False)]}


def _ends(height: float, cuts: Sequence[float], room: float) -> Iterator[float]:
    """Where the parts end: each is as high as the room lets it be."""
    top = 0.0
    while top < height:
        low = [cut for cut in (*cuts, height) if top < cut <= top + room]
        top = max(low, default=min(cut for cut in (*cuts, height) if cut > top))
        yield top


def _box(*numbers: float) -> str:
    return " ".join(f"{number:.0f}" for number in numbers)
