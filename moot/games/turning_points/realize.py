"""Turning Points, chapters 5 and 6: how events turn out, what follows, and the end. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, finish, offer, pick, rule, tell
from moot.games.turning_points.components import (
    DIRECTIONS,
    EARLIER,
    FIRST_BACK,
    LATER,
    LOGISTIC,
    NEIGHBOUR,
    NO_LINK,
    NODES,
    Side,
)
from moot.games.turning_points.rules import (
    Ending,
    Event,
    First,
    Step,
    TurningPoints,
    has_event,
    is_realized,
    rules,
)

# 5.2 to 5.5 What decides an event, part by part. All of these may be asked of any event at any time, on a view too.


@rule
def link_in_force(s: TurningPoints, edge: int) -> int:
    """§5.3 The forward link of the earlier event, if it has one, overrides the later event's link back."""
    return s.forward[edge] if s.forward[edge] != NO_LINK else s.back[edge]


@rule
def strength_of(s: TurningPoints, edge: int) -> int:
    """§5.2 The strength of a link on this edge, with its reinforcement."""
    return s.link_strength + s.extra[edge]


@rule
def link_effect(s: TurningPoints, edge: int) -> int:
    """§5.2 What the link in force does to the later event; 0 while the earlier node is unrealized, or if it was empty."""
    return link_in_force(s, edge) * s.fate[EARLIER[edge]] * strength_of(s, edge)


@rule
def token_effect(s: TurningPoints, node: int, seat: int) -> int:
    """§5.4 Each of a player's tokens near ✓ counts 1, each near × counts -1."""
    return s.pros[node, seat] - s.cons[node, seat]


@rule
def links_total(s: TurningPoints, node: int) -> int:
    """§5.2 All links together."""
    total = 0
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        total += link_effect(s, edge)
    return total


@rule
def tokens_total(s: TurningPoints, node: int) -> int:
    """§5.4 All tokens together; the organizer's own token is not among them."""
    total = 0
    for seat in range(s.seats):
        total += token_effect(s, node, seat)
    return total


@rule
def total_of(s: TurningPoints, node: int) -> int:
    """§5.5 The realization points of an event."""
    return links_total(s, node) + tokens_total(s, node)


@rule
def outcome(total: int, side: int) -> int:
    """§5.5 More than 0 occurs, less does not; at exactly 0 the organizer's token decides."""
    if total == 0:
        return 1 if side == Side.YES else -1
    return 1 if total > 0 else -1


@rule
def arc_of(s: TurningPoints, node: int, fate: int) -> int:
    """§5.6 The arc of an outcome: the colour + 1 that gains or loses by it."""
    return s.yes_arc[node] if fate > 0 else s.no_arc[node]


# The realization, step by step


@rules.step(Step.REALIZE)
def realize(s: TurningPoints) -> None:
    """§5.1 The lowest-numbered unrealized node."""
    node = s.present
    if has_event(s, node):
        tell(s, Event.REALIZING, node, s.event[node] - 1)
        tell_links(s, node)
        tell_tokens(s, node)
        decide(s, node)
        score(s, node)
    else:
        tell(s, Event.NOTHING_THERE, node)
    s.present = node + 1
    s.due -= 1
    s.leaving = 0
    do(s, Step.LEAVE, Step.SETTLE, Step.NEXT)


@rule
def tell_links(s: TurningPoints, node: int) -> None:
    """§5.2 §5.3 The effect of every link on the event, one by one."""
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if s.forward[edge] != NO_LINK and s.back[edge] != NO_LINK:
            tell(s, Event.OVERRIDDEN, edge, EARLIER[edge], s.forward[edge], s.back[edge])
        if link_in_force(s, edge) != NO_LINK:
            if s.fate[EARLIER[edge]] == 0:
                tell(s, Event.LINK_IDLE, edge, EARLIER[edge], link_in_force(s, edge))
            else:
                tell_effect(s, edge)


@rule
def tell_effect(s: TurningPoints, edge: int) -> None:
    """§5.2 One link, with its strength and what it counts."""
    earlier = EARLIER[edge]
    tell(
        s,
        Event.LINK_COUNTS,
        link_in_force(s, edge),
        earlier,
        s.fate[earlier],
        strength_of(s, edge),
        link_effect(s, edge),
    )


@rule
def tell_tokens(s: TurningPoints, node: int) -> None:
    """§5.4 The tokens of every player who has put some."""
    for seat in range(s.seats):
        if s.pros[node, seat] + s.cons[node, seat] > 0:
            tell(s, Event.TOKENS_COUNT, seat, s.pros[node, seat], s.cons[node, seat], token_effect(s, node, seat))


@rule
def decide(s: TurningPoints, node: int) -> None:
    """§5.5 The final decision."""
    total = total_of(s, node)
    tell(s, Event.TOTAL, links_total(s, node), tokens_total(s, node), total)
    if total == 0 and s.organizer[node] > 0:
        tell(s, Event.TOKEN_DECIDES, s.organizer[node] - 1, s.side[node])
    elif total == 0:
        tell(s, Event.NEUTRAL_DECIDES, s.side[node])
    s.fate[node] = outcome(total, s.side[node])
    tell(s, Event.OCCURRED if s.fate[node] > 0 else Event.FAILED, node)


@rule
def score(s: TurningPoints, node: int) -> None:
    """§5.6 Whoever the arc of the outcome names gains or loses. §6.2 An organizer who foresaw the outcome is remembered."""
    arc = arc_of(s, node, s.fate[node])
    if arc == 0:
        tell(s, Event.NOBODY_SCORES)
    elif arc > s.seats:
        tell(s, Event.NEUTRAL_SCORES, arc - 1)
    else:
        s.points[arc - 1] += s.worth[node]
        tell(s, Event.GAINED if s.worth[node] > 0 else Event.LOST, arc - 1, abs(s.worth[node]))
    if s.organizer[node] > 0 and (s.fate[node] > 0) == (s.side[node] == Side.YES):
        s.foreseen[s.organizer[node] - 1] += 1
        tell(s, Event.FORESAW, s.organizer[node] - 1)


# 5.7 Leaving the node


@rules.step(Step.LEAVE)
def leave(s: TurningPoints) -> None:
    """§5.7 Players on the realized node move away, in order from the first player of the round."""
    node = s.present - 1
    while s.leaving < s.seats:
        seat = (s.first + s.leaving) % s.seats
        s.leaving += 1
        if s.pawn[seat] == node:
            if s.present == s.nodes:
                tell(s, Event.STAYED, seat)
            elif count_exits(s, node) == 1:
                move_away(s, seat, s.present)
            else:
                ask(s, seat, Step.LEAVE_TO)
                do(s, Step.LEAVE)
                return


@rule
def is_exit(s: TurningPoints, node: int) -> bool:
    """§5.7 An unrealized node of the map."""
    return s.present <= node < s.nodes


@rule
def count_exits(s: TurningPoints, node: int) -> int:
    """§5.7 How many unrealized neighbours a node has. The spiral is unbroken: the next node is always one of them."""
    number = 0
    for direction in range(DIRECTIONS):
        number += is_exit(s, NEIGHBOUR[node, direction])
    return number


@rules.choice(Step.LEAVE_TO, NODES)
def exits(s: TurningPoints, seat: int, out: Moves) -> None:
    """§5.7 Any neighbouring unrealized node."""
    for direction in range(DIRECTIONS):
        node = NEIGHBOUR[s.pawn[seat], direction]
        if is_exit(s, node):
            offer(out, node)


@rules.then(Step.LEAVE_TO)
def leave_to(s: TurningPoints, seat: int, node: int) -> None:
    """§5.7 Free of charge."""
    move_away(s, seat, node)


@rule
def move_away(s: TurningPoints, seat: int, node: int) -> None:
    """§5.7 The pawn goes to another node."""
    s.pawn[seat] = node
    tell(s, Event.LEFT, seat, node)


# 5.8 What stays


@rules.step(Step.SETTLE)
def settle(s: TurningPoints) -> None:
    """§5.8 All tokens go, but for those that concern the future: on edges that lead to later nodes."""
    node = s.present - 1
    for seat in range(s.seats):
        s.pros[node, seat] = s.cons[node, seat] = 0
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        s.extra[edge] = 0
        if s.event[node] == LOGISTIC + 1:
            s.back[edge] = NO_LINK
        if s.event[EARLIER[edge]] == LOGISTIC + 1:
            s.forward[edge] = NO_LINK
    tell_kept(s, node)


@rule
def tell_kept(s: TurningPoints, node: int) -> None:
    """§5.8 The reinforcement that stays."""
    for edge in range(FIRST_BACK[node + 1], FIRST_BACK[s.nodes]):
        if EARLIER[edge] == node and s.extra[edge] > 0:
            tell(s, Event.STAYS_ON_EDGE, edge, s.extra[edge], LATER[edge])


@rules.step(Step.NEXT)
def go_on(s: TurningPoints) -> None:
    """§5.1 §5.9 The next node that is due; then the next round, whose first player is drawn by lot or sits next."""
    if s.due > 0:
        do(s, Step.REALIZE)
    elif is_realized(s, s.nodes - 1):
        end(s)
    else:
        s.first = pick(s, s.seats) if s.first_player == First.LOT else (s.first + 1) % s.seats
        do(s, Step.ROUND)


# 6 The end


@rules.points
def points_of(s: TurningPoints, seat: int) -> int:
    """§6.2 Most points win."""
    return s.points[seat]


@rules.tie_break("events foreseen")
def foreseen_by(s: TurningPoints, seat: int) -> int:
    """§6.2 Own events that ended on the side of the own token."""
    return s.foreseen[seat]


@rule
def end(s: TurningPoints) -> None:
    """§6.1 §6.2 All nodes are realized; the points are counted."""
    for seat in range(s.seats):
        tell(s, Event.FINAL_POINTS, seat, s.points[seat], s.foreseen[seat])
    finish(s, Ending.ALL_REALIZED)
