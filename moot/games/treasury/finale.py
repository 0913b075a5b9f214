"""Treasury, chapter 6: the end of the game. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import do, finish, rule, tell
from moot.games.treasury.components import (
    CONTRACT,
)
from moot.games.treasury.piles import (
    take_event,
)
from moot.games.treasury.rules import (
    Ending,
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


@rule
def printed_income(s: Treasury, seat: int) -> int:
    """§6.2 What is printed on the contracted businesses of a player."""
    income = 0
    for slot in range(s.reach[seat]):
        if s.contracted[seat, slot] > 0:
            income += CONTRACT[s.opened[seat, slot]]
    return income


@rule
def is_beaten(s: Treasury, seat: int, other: int) -> bool:
    """§6.2 Whether another player has as much gold, but more income."""
    return s.gold[other] == s.gold[seat] and printed_income(s, other) > printed_income(s, seat)


@rules.step(Step.FINISH)
def finish_game(s: Treasury) -> None:
    """§6.2 Most gold wins, then most contract income. The score is the gold; who loses a tie has 1 less there."""
    most = 0
    for seat in range(s.seats):
        tell(s, Event.FINAL_GOLD, seat, s.gold[seat], printed_income(s, seat))
        most = max(most, s.gold[seat])
        s.score[seat] = s.gold[seat]
        for other in range(s.seats):
            if is_beaten(s, seat, other):
                s.score[seat] = s.gold[seat] - 1
    richest, winners = 0, 0
    for seat in range(s.seats):
        richest += s.gold[seat] == most
        winners += s.score[seat] == most
    if winners > 1:
        finish(s, Ending.SHARED)
    else:
        finish(s, Ending.RICHEST if richest == 1 else Ending.MOST_INCOME)
