"""Polycrisis: what cannot be done now, in a few words. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import NotNow
from moot.engine.not_now import Missing
from polycrisis_1_8e3db885635bae90.engage import is_class_suit
from polycrisis_1_8e3db885635bae90.naming import SUIT_SIGNS
from polycrisis_1_8e3db885635bae90.rules import Step


def in_drawing(view: Any, seat: int) -> Iterator[NotNow]:
    """§3.1.2 §3.1.3 Piles of other suits than those of the class, and empty ones; two cards are drawn in any case."""
    for pile, sign in enumerate(SUIT_SIGNS):
        foreign = view.draws[seat] == 1 and not is_class_suit(view, seat, pile)
        yield NotNow(f"Draw {sign}", "not a suit of your class" if foreign else "nothing is left to draw")
    yield NotNow("Done", "draw first", exit=True)


NOT_NOW: Missing = {Step.PILE_DRAW: in_drawing}
