"""Which games go on together: arithmetic that one thread of a block does for all. Lists are by kind, by what games wait for;
kind 0 is nothing.
"""

from __future__ import annotations

from moot.engine.fields import Row

GROUP = 32  # threads of a GPU that do the same instruction


def plan(waiting: Row, first: Row, place: Row, taken: Row, groups: Row) -> None:
    """From how many games wait: where those of each kind begin and are put when they are sorted, how many of them are taken, and
    how many groups these are, together with those of the kinds before. Full groups are taken; where there are none, all.
    """
    full, games, until = 0, 0, 0
    for kind in range(1, len(waiting)):
        full += waiting[kind] // GROUP
    groups[0] = 0
    for kind in range(1, len(waiting)):
        here = waiting[kind]
        until += here // GROUP if full > 0 else (here + GROUP - 1) // GROUP
        groups[kind] = until
        taken[kind] = min(here, (until - groups[kind - 1]) * GROUP)
        waiting[kind] = here - taken[kind]
        first[kind] = place[kind] = games
        games += here


def kind_of(group: int, groups: Row) -> int:
    """What the games of a group wait for."""
    low, high = 1, len(groups) - 1
    while low < high:
        middle = (low + high) // 2
        if groups[middle] > group:
            high = middle
        else:
            low = middle + 1
    return low
