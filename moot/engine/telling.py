"""How what happened is told: how much weight an event has, and the dice that were rolled with it.

A game gives these with its `Words`. What it says nothing of is told as an ordinary step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from moot.engine.hearing import Entry

Weight = Literal["small", "ordinary", "large", "dice"]
SMALL: Weight = "small"  # told together with others of its kind
ORDINARY: Weight = "ordinary"
LARGE: Weight = "large"  # told for longer, with the board as it was then
DICE: Weight = "dice"  # the same, and its dice fall into the well
WEIGHTS = (SMALL, LARGE)  # those that are given; ordinary needs none, and dice follow from the dice that are shown

MOST_DICE, LONGEST_FACE, LONGEST_NEEDED = 16, 8, 60  # that there is room for


class Dice(NamedTuple):
    """Dice that were rolled: "5 + 2 = 7, needed 8 or less: done"."""

    faces: tuple[int | str, ...]  # as they lie: numbers of pips, or signs and short words
    needed: str  # what they had to beat: "needed 8 or less"; may be empty
    said: str  # what came of it: "done"
    good: bool | None = None  # whether that is good news, where it is news

    @property
    def words(self) -> str:
        """All of it in one line."""
        return f"{', '.join(filter(None, [self.shown, self.needed]))}: {self.said}"

    @property
    def shown(self) -> str:
        """What they show: numbers with their sum, many signs counted."""
        if all(isinstance(face, int) for face in self.faces):
            told = " + ".join(map(str, self.faces))
            return f"{told} = {sum(map(int, self.faces))}" if len(self.faces) > 1 else told
        if len(self.faces) > 3:
            return " ".join(f"{self.faces.count(face)} {face}" for face in dict.fromkeys(self.faces))
        return " · ".join(map(str, self.faces))


def wrong_dice(dice: Dice) -> Iterator[str]:
    """What is wrong with dice that a game wants to show."""
    if not 1 <= len(dice.faces) <= MOST_DICE:
        yield f"there are {len(dice.faces)} dice, not 1 to {MOST_DICE}"
    for face in dice.faces:
        if not 1 <= len(str(face)) <= LONGEST_FACE:
            yield f"a die shows {face!r}, which has not 1 to {LONGEST_FACE} signs"
    if not dice.said.strip():
        yield "they do not say what came of it"
    if len(dice.needed) + len(dice.said) > LONGEST_NEEDED:
        yield f"what they needed and what came of it have more than {LONGEST_NEEDED} signs"


class Step(NamedTuple):
    """Entries of a log that are told at once."""

    weight: Weight
    entries: tuple[Entry, ...]


def steps_of(weight_of: Mapping[Any, Weight], entries: Sequence[Entry]) -> list[Step]:
    """What was heard, step by step: small events of a kind that follow each other are one step."""
    steps: list[Step] = []
    for entry in entries:
        weight = weight_of.get(entry.event, ORDINARY)
        last = steps[-1] if steps else None
        if weight == SMALL and last is not None and last.entries[0].event == entry.event:
            steps[-1] = Step(SMALL, (*last.entries, entry))
        else:
            steps.append(Step(weight, (entry,)))
    return steps
