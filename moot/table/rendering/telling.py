"""What is new, step by step, for a page that tells it at its reader's pace: each step with its weight, its dice, and the board as
it was then, with what stood above it, where that is not as it was before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Raw

from moot.engine import Entry
from moot.engine.telling import DICE, ORDINARY, SMALL, Dice, Step, steps_of
from moot.table.feeds.hush import hush_of, view_of
from moot.table.live.table import LiveTable
from moot.table.rendering.drawing import Drawing


def told(
    live: LiveTable,
    seat: int,
    drawing: Drawing,
    entries: Sequence[Entry],
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
) -> list[dict[str, Any]]:
    """The steps of what a seat has heard, in its order: they lead from what a page shows to what it shows when all is told."""
    steps = steps_of(live.info.game.words.weight_of, entries)
    scenes = _scenes(live, seat, drawing, steps, before, after)
    return [_step(live, seat, step) | scene for step, scene in zip(steps, scenes, strict=True)]


def _step(live: LiveTable, seat: int, step: Step) -> dict[str, Any]:
    """How many lines of the log it takes, and what there is to say of it beyond them; the usual is left out."""
    first = step.entries[0]
    made: dict[str, Any] = {"lines": len(step.entries)}
    if step.weight != ORDINARY:
        made["weight"] = step.weight
    if first.after and live.sitting.history[first.after - 1][0] == seat:
        made["own"] = True
    if step.weight == SMALL and (words := _at_once(live, step)):
        made["words"] = words
    if step.weight == DICE:
        made["dice"] = _dice(live, seat, first)
    return made


def _at_once(live: LiveTable, step: Step) -> str:
    arguments = [entry.arguments for entry in step.entries]
    return live.info.game.words.at_once(step.entries[0].event, arguments, live.sitting.names)


def _dice(live: LiveTable, seat: int, entry: Entry) -> dict[str, Any]:
    view = view_of(live, seat, hush_of(live, seat))
    dice = live.info.game.words.rolled(entry.event, entry.arguments, view)
    assert isinstance(dice, Dice)
    return {"faces": dice.faces, "shown": dice.shown, "needed": dice.needed, "said": dice.said, "good": dice.good}


def _scenes(
    live: LiveTable,
    seat: int,
    drawing: Drawing,
    steps: Sequence[Step],
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
) -> list[dict[str, Any]]:
    """The boards that look different from what was shown before, with what stands above them; what is shown in the end is sent in
    any case. (What is not seen must not even decide whether something is sent.)
    """
    scenes: list[dict[str, Any]] = []
    for step in steps:
        record = live.scenes.after(step.entries[-1])
        shown = drawing.scene(live, record, seat) if record is not None else {}
        seen = {**before, **after} if step is steps[-1] else before
        scenes.append(_scene({name: Raw(html) for name, html in shown.items() if html != seen[name]}))
        before = {**before, **shown}
    return scenes


def _scene(parts: dict[str, Raw]) -> dict[str, Any]:
    board, above = parts.pop("board", None), parts
    return ({"board": board} if board is not None else {}) | ({"standing": above} if above else {})
