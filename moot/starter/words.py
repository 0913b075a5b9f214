"""Starter in words. No rule lives here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import Line, Strip, Words, plural
from moot.starter.rules import Ending, Event, Step


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """The position as text, from what a seat sees."""
    rows = [f"Round {view.round} of {view.rounds}"]
    for other, name in enumerate(names):
        luck = f", lucky number {view.lucky[other]}" if view.lucky[other] else ""
        last = f", named {view.shown[other]}" if view.shown[other] else ""
        rows.append(f"{name}: {plural('point')(view.points[other])}{last}{luck}")
    return "\n".join(rows)


WORDS = Words(
    kinds={"points": plural("point")},
    choices={Step.NAME: Line("2.1", "Name a number. The highest that nobody else names scores.")},
    moves={Step.NAME: "{0}"},
    events={
        Event.DEALT: Line("1", "Your lucky number is {0}."),
        Event.ROUND_BEGAN: Line("2", "— Round {0} of {1} —"),
        Event.NAMED: Line("2.1", "{0:seat} names {1}."),
        Event.SCORED: Line("2.2", "{0:seat} scores {1:points}."),
        Event.NOBODY_SCORED: Line("2.2", "Nobody was alone with a number, and nobody scores."),
        Event.LUCKY: Line("3", "{0:seat}'s lucky number was {1}: {2:points} more."),
    },
    endings={Ending.LAST_ROUND: Line("3", "The last round is over.")},
    picture=picture,
    scenes=frozenset({Event.ROUND_BEGAN}),
    strip=lambda view: Strip(f"Round {view.round} of {view.rounds}"),
)
