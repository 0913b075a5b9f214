"""What the others decide while a seat waits, in words that are the same in every position: they tell nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.engine import Line, Sitting


class Decided(NamedTuple):
    """What somebody is asked."""

    question: str = ""  # where it may be known, and reads the same whatever they hold
    phase: str = ""  # else the part of the turn, which everyone sees


def decided_by(sitting: Sitting, others: Sequence[int]) -> Decided:
    """What these seats are asked. In a blind phase nobody learns how far they have come."""
    asked, words = {sitting.state.asking[seat] for seat in others}, sitting.game.words
    choice = sitting.game.rules.choices[asked.pop()] if len(asked) == 1 else None
    line = words.choices[choice.step] if choice is not None and not choice.sealed else None
    if isinstance(line, Line):
        return Decided(question=line.text)
    strip = sitting.game.strip(sitting.look())
    return Decided(phase=strip.phases[strip.phase] if strip.phases and others else "")
