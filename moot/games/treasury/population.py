"""Treasury, chapter 4: population, the cards in the current and the future pile. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import rule, tell
from moot.games.treasury.piles import (
    draw_age,
    lay_event,
    take_event,
    take_top,
    top_of,
    top_tag_of,
)
from moot.games.treasury.rules import (
    Event,
    Treasury,
)


@rule
def grow(s: Treasury) -> None:
    """§4.2 A drawn card joins the future pile; without cards, nothing."""
    age = draw_age(s)
    if age < 0:
        tell(s, Event.CANNOT_GROW)
        return
    card, tag = top_of(s, age), top_tag_of(s, age)
    take_top(s, age)
    lay_event(s, s.population, card, tag)
    s.births += 1
    tell(s, Event.GREW, s.population)


@rule
def lose_population(s: Treasury) -> bool:
    """§4.3 The next event is revealed and will take effect; §4.4 not when there are no more than players."""
    if s.population <= s.seats:
        tell(s, Event.CANNOT_SHRINK)
        return False
    s.resolving[s.nested] = take_event(s)
    s.nested += 1
    s.losses += 1
    tell(s, Event.SHRANK, s.population)
    return True
