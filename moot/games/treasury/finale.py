"""Treasury, chapter 6: the end of the game. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import do, tell
from moot.games.treasury.components import (
    CONTRACT,
)
from moot.games.treasury.piles import (
    take_event,
)
from moot.games.treasury.rules import (
    Event,
    Step,
    Treasury,
    rules,
)


@rules.step(Step.FINAL)
def resolve_remaining(s: Treasury) -> None:
    """§6.1 All remaining events are resolved in order, then comes one last end of round."""
    if s.population == 0:
        do(s, Step.END_ROUND)
        return
    s.resolving[s.nested] = take_event(s)
    s.nested += 1
    do(s, Step.EFFECT, Step.RESOLVED, Step.FINAL)


@rules.tie_break("contract income")
def printed_income(s: Treasury, seat: int) -> int:
    """§6.2 What is printed on the contracted businesses of a player."""
    income = 0
    for slot in range(s.reach[seat]):
        if s.contracted[seat, slot] > 0:
            income += CONTRACT[s.opened[seat, slot]]
    return income


@rules.points
def gold_of(s: Treasury, seat: int) -> int:
    """§6.2 Most gold wins."""
    return s.gold[seat]


@rules.step(Step.FINISH)
def finish_game(s: Treasury) -> None:
    """§6.2 The gold is counted. §6.1 Why the end came was known when it was near."""
    for seat in range(s.seats):
        tell(s, Event.FINAL_GOLD, seat, s.gold[seat], printed_income(s, seat))
    s.over = s.coming
