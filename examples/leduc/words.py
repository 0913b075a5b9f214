"""Leduc in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from examples.leduc.rules import Ending, Event, Step
from moot.engine import Line, Words, plural

RANKS = ("jack", "queen", "king")


def card(number: int) -> str:
    """A card's rank and suit."""
    return f"{RANKS[number // 2]} of {('hearts', 'spades')[number % 2]}"


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """The shared card and the stakes."""
    shared = card(view.board - 1) if view.board else "still face down"
    stakes = ", ".join(f"{name} {view.stake[other]}" for other, name in enumerate(names))
    return f"Shared card: {shared}. Stakes: {stakes}."


WORDS = Words(
    kinds={"card": card, "bet": lambda action: ("fold", "call", "raise")[action]},
    choices={Step.BET: Line("2", "Fold, call or raise?")},
    moves={Step.BET: "{0:bet}"},
    events={
        Event.DEALT: Line("1", "You are dealt the {0:card}."),
        Event.FOLDED: Line("2", "{0:seat} folds."),
        Event.CALLED: Line("2", "{0:seat} calls."),
        Event.RAISED: Line("2", "{0:seat} raises to {1}."),
        Event.TURNED_UP: Line("3", "The shared card is the {0:card}."),
        Event.SHOWED: Line("4", "{0:seat} shows the {1:card}."),
    },
    endings={
        Ending.FOLD: Line("2", "The game ends with a fold."),
        Ending.SHOWDOWN: Line("4", "The game ends with the showdown."),
    },
    picture=picture,
    scenes=frozenset({Event.TURNED_UP}),
    points=plural("chip"),
)
