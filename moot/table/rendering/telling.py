"""What is new, step by step, for a page that tells it at its reader's pace: each step with its weight, its dice, and the board as
it was then, where that is not the board at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from moot.engine import Entry
from moot.engine.telling import DICE, ORDINARY, SMALL, Dice, Step, steps_of
from moot.table.feeds.hush import hush_of, view_of
from moot.table.live.table import LiveTable
from moot.table.rendering.drawing import Drawing


def told(live: LiveTable, seat: int, drawing: Drawing, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The steps of what a seat has heard, in its order."""
    steps = steps_of(live.info.game.words.weight_of, entries)
    boards = _boards(live, drawing, steps)
    return [_step(live, seat, step) | board for step, board in zip(steps, boards, strict=True)]


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


def _boards(live: LiveTable, drawing: Drawing, steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The boards that look different from what follows: the last is the board at the end, which is sent in any case. (What is not
    seen on them must not even decide whether one is sent.)
    """
    boards: list[dict[str, Any]] = []
    after = drawing.board
    for step in reversed(steps):
        record = live.scenes.after(step.entries[-1])
        board = drawing.board_then(live, record) if record is not None else after
        boards.append({"board": Raw(board)} if board != after else {})
        after = board
    return boards[::-1]
