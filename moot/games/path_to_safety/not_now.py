"""Path to Safety: what cannot be done now, in a few words. Sections are those of rulebook.md."""

from __future__ import annotations

from typing import Any

from moot.engine import NotNow
from moot.engine.not_now import Missing
from moot.games.path_to_safety.rules import Step

# §3.2 A use that no card in hand has is not offered; §3.5 a call comes before the draw.
IN_ACTION = (
    NotNow("Publish", "you hold no innovation card"),
    NotNow("Research", "you hold no research card"),
    NotNow("Conference", "you hold no ace to five"),
    NotNow("Call for the end", "when a turn begins", exit=True),
)


def in_action(view: Any, seat: int) -> tuple[NotNow, ...]:
    """§3.2 What the hand is not good for."""
    return IN_ACTION


NOT_NOW: Missing = {Step.ACTION: in_action}
