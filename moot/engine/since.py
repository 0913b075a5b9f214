"""What has changed between two views of a seat: first for it, then for the others, then in what wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moot.engine.fields import NOBODY
from moot.engine.game import Game
from moot.engine.standing import Place, goal, standing
from moot.engine.words import as_names, minus, ordinal

MOST_LINES = 4


def since(game: Game, before: Any, after: Any, seat: int, names: Sequence[str], told: Sequence[str] = ()) -> list[str]:
    """What changed for a seat from one of its views to a later one, in at most four lines; nothing that the views do not hold.
    What it was told meanwhile and matters most comes last, the newest first, as far as there is room.
    """
    then, now = standing(game, before) or [], standing(game, after) or []
    changed = (_own(game, then, now, seat), _others(then, now, seat, names), _figures(game, before, after, seat, names))
    return [line for line in (*changed, *reversed(told)) if line][:MOST_LINES]


def _own(game: Game, then: Sequence[Place], now: Sequence[Place], seat: int) -> str:
    """What became of the seat itself: "You: 3 → 5 gold, 4th → 3rd."."""
    if seat == NOBODY or not then or not now or then[seat] == now[seat]:
        return ""
    old, new = then[seat], now[seat]
    parts = [f"{minus(old.points)} → {game.words.points(new.points)}"] if old.points != new.points else []
    if old.rank != new.rank:
        parts.append(f"{ordinal(old.rank)} → {ordinal(new.rank)}")
    return f"You: {', '.join(parts)}."


def _others(then: Sequence[Place], now: Sequence[Place], seat: int, names: Sequence[str]) -> str:
    """What became of the others: "Cedar 12 → 15, Birch 4 → 6."."""
    moved = [
        f"{names[other]} {minus(old.points)} → {minus(new.points)}"
        for other, (old, new) in enumerate(zip(then, now, strict=False))
        if other != seat and old.points != new.points
    ]
    return f"{', '.join(moved)}." if moved else ""


def _figures(game: Game, before: Any, after: Any, seat: int, names: Sequence[str]) -> str:
    """What changed in the line of what wins: "Cards in the decks 23 → 19, round 3 → 4."."""
    then = dict(goal(game, before, seat, as_names(names)).figures)
    changed = list(_changed(then, goal(game, after, seat, as_names(names)).figures))
    said = ", ".join(changed)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _changed(then: dict[str, str], now: Sequence[tuple[str, str]]) -> Iterator[str]:
    for label, value in now:
        if then.get(label) != value:
            yield " ".join(filter(None, (label, f"{then[label]} →" if label in then else "", value)))
