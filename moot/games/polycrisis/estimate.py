"""What a position is worth: how many problems are going to be in crisis at the end, if chips come and players mend as usual."""

from __future__ import annotations

from moot.engine import count, rule
from moot.games.polycrisis.rules import Polycrisis, full_categories, rules

E = 2.718281828459045
# Fitted to 41,000 positions of games of quick players. In crises: with how many at the end it is as likely lost as won, and what a
# full category is like; what a chip brings, and what a player mends in a turn; how far it may turn out otherwise, anyhow and for
# each turn.
LOST_WITH, FULL, CHIP, MENDED, SURE, TURN = 25.2, 0.47, 0.705, 0.238, 0.97, 0.38
SHIELD, BEGUN = 1.8, 0.2  # a protected problem, and a success on a project that stands


@rule
def work_begun(s: Polycrisis) -> int:
    """§3.2.3 Successes on all projects that stand."""
    successes = 0
    for slot in range(s.seats):
        successes += s.progress[slot, 0] + s.progress[slot, 1]
    return successes


@rules.estimate
def hope(s: Polycrisis, seat: int) -> float:
    """§4 Won if it does not come to all problems in crisis; once most categories are full, the dice run away (§3.6.6)."""
    turns = max(1, s.turns - s.turn + 1)
    crises = count(s.crisis) + FULL * full_categories(s) - SHIELD * count(s.protected) - BEGUN * work_begun(s)
    crises += turns * (CHIP * s.chips_per_turn - MENDED * s.seats)
    odds: float = E ** max(-30.0, min(30.0, (crises - LOST_WITH) / (SURE + TURN * turns)))
    return 1.0 / (1.0 + odds)
