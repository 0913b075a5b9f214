"""Treasury: which games do much the same next, so that a GPU goes on with them together. No rule depends on it.

Measured by `benchmarks/gpu.py treasury`.
"""

from __future__ import annotations

from moot.games.treasury.components import EFFECT, Effect
from moot.games.treasury.event import present
from moot.games.treasury.rules import Step, Treasury, rules

DEMANDS = 8  # sorts of demand piles, by their size
DEMAND_CARDS = 4  # by which one sort is larger than the one before


@rules.sorts_by(Step.MENU, 4)
def abilities_at_hand(s: Treasury, seat: int) -> int:
    """§8.4 §8.5 Whether there may be abilities to use, with the action or besides."""
    return int(s.besides[seat] > 0) | int(s.labour[seat] > 0) << 1


@rules.sorts_by(Step.CONTRACT, DEMANDS)
def size_of_demand(s: Treasury, seat: int) -> int:
    """§2.6 How long it takes to look through the demand pile."""
    return min(s.demand_size // DEMAND_CARDS, DEMANDS - 1)


@rules.sorts_by(Step.EFFECT, len(Effect) + 1)
def present_effect(s: Treasury, seat: int) -> int:
    """§9.1 What the event does, or 0 if it is skipped."""
    return EFFECT[present(s)] if s.skipping == 0 else 0
