"""What a position is worth: the points of each player, with what open events are likely to bring, and how much can still change."""

from __future__ import annotations

from moot.engine import rule
from moot.games.turning_points.forecast import expected_total, likelihood, spread_of
from moot.games.turning_points.rules import TurningPoints, is_open_event, rules

E = 2.718281828459045
SETTLED, UNSETTLED = (
    80,
    12,
)  # hundredths of a point by which a lead counts: at the end, and for each node to be realized


@rule
def expected_points(s: TurningPoints, seat: int) -> int:
    """§5.6 The points of a player with what open events are going to add, in thousandths."""
    points = 1000 * s.points[seat]
    for node in range(s.present, s.nodes):
        if is_open_event(s, node) and (s.yes_arc[node] == seat + 1 or s.no_arc[node] == seat + 1):
            occurs = likelihood(expected_total(s, seat, node), spread_of(s, seat, node))
            points += s.worth[node] * (occurs if s.yes_arc[node] == seat + 1 else 1000 - occurs)
    return points


@rules.estimate
def hope(s: TurningPoints, seat: int) -> float:
    """§6.2 The share of the win: who is a little behind still has some of it, the more the more nodes are left."""
    mine, everyone = expected_points(s, seat), 0.0
    for other in range(s.seats):
        lead = (expected_points(s, other) - mine) / (10.0 * (SETTLED + UNSETTLED * (s.nodes - s.present)))
        everyone += E ** max(-30.0, min(30.0, lead))
    return 1.0 / everyone
