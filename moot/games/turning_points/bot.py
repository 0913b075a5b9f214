"""What a greedy player looks at: what each open event is worth to it, how likely it is to occur, and how much a ✓ can still change
that before the event is realized. Totals are counted in hundredths, chances in thousandths. The weights were found by playing.
"""

from __future__ import annotations

from moot.engine import rule
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    FIRST_BACK,
    LATER,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    SUPPORTING,
    YES_ARC,
    Side,
)
from moot.games.turning_points.organize import planned
from moot.games.turning_points.realize import link_in_force, strength_of, tokens_total
from moot.games.turning_points.rules import (
    Act,
    Lay,
    Step,
    TurningPoints,
    has_event,
    is_on_map,
    is_open_event,
    is_realized,
    link_on,
    open_limit,
    pace_of,
    pattern_of,
    rules,
    worth_of,
)
from moot.games.turning_points.turn import may_influence, open_events

POINT = 100  # a point for oneself; a point for another is worth as much less, shared among all others
AHEAD = 15  # more for each point that another is ahead
SURE, OWN_SPREAD, TURN_SPREAD, ROUND_SPREAD, MOST_SPREAD = 50, 100, 100, 140, 600  # how far a total may still move
HOLD = 60  # what an organizer will do for the own event later
CONTROL = 70  # how often a card ends as its organizer wants it, in hundredths
EXCHANGE_FOR = 45  # what a new card is worth
NEAR, FAR = 80, 35  # what can be done after a move counts so much: in this turn, in a later one
ORGANIZING = 20  # an event of one's own is worth this beside its points
EFFORT = 1  # what changes nothing is not done
FORESIGHT = 5  # the own token on the side that is wanted
WAITING = 30  # but less for every round in which it waits to be realized, for its organizer waits too


# What is at stake


@rule
def rating_of(v: TurningPoints, seat: int, arc: int) -> int:
    """What a point for somebody is worth to a player."""
    if arc == 0 or arc > v.seats:
        return 0
    if arc == seat + 1:
        return POINT
    ahead = v.points[arc - 1] - v.points[seat]
    return -max(POINT // 4, POINT + AHEAD * ahead) // (v.seats - 1)


@rule
def stake(v: TurningPoints, seat: int, node: int) -> int:
    """What it is worth to a player that an event occurs rather than not."""
    return v.worth[node] * (rating_of(v, seat, v.yes_arc[node]) - rating_of(v, seat, v.no_arc[node]))


@rule
def spread_of(v: TurningPoints, node: int) -> int:
    """How far the total of an event may still move: by the own ✓ that are left, and by others before it is realized."""
    waits, mine = (node - v.present) // pace_of(v), OWN_SPREAD * max(0, v.left - 1)
    return min(MOST_SPREAD, SURE + mine + TURN_SPREAD * (v.seats - v.turns) + ROUND_SPREAD * waits)


@rule
def chance(v: TurningPoints, node: int, total: int, side: int) -> int:
    """How likely an event is to occur with this total."""
    leaning = total + 50 if side == Side.YES else total - 50
    return max(0, min(1000, 500 + 500 * leaning // spread_of(v, node)))


@rule
def plain_total(v: TurningPoints, node: int) -> int:
    """The total of an event as it stands, in hundredths: links to unrealized events count nothing yet."""
    total = 100 * tokens_total(v, node)
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        total += 100 * link_in_force(v, edge) * v.fate[EARLIER[edge]] * strength_of(v, edge)
    return total


@rule
def lean(v: TurningPoints, node: int) -> int:
    """Whether an event occurred or is going to: from -100 to 100."""
    if is_realized(v, node):
        return 100 * v.fate[node]
    if not has_event(v, node):
        return 0
    return (chance(v, node, plain_total(v, node), v.side[node]) - 500) // 5


@rule
def likely_total(v: TurningPoints, node: int) -> int:
    """The total that an event is going to have."""
    total = 100 * tokens_total(v, node)
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if link_in_force(v, edge) != NO_LINK:
            total += link_in_force(v, edge) * strength_of(v, edge) * lean(v, EARLIER[edge])
    return total


@rule
def gain(v: TurningPoints, seat: int, node: int, change: int) -> int:
    """What a change of an event's total is worth."""
    total, side = likely_total(v, node), v.side[node]
    return full_stake(v, seat, node) * (chance(v, node, total + change, side) - chance(v, node, total, side)) // 1000


@rule
def plain_gain(v: TurningPoints, seat: int, node: int, change: int) -> int:
    """The same without what follows from the event."""
    total, side = likely_total(v, node), v.side[node]
    return stake(v, seat, node) * (chance(v, node, total + change, side) - chance(v, node, total, side)) // 1000


@rule
def full_stake(v: TurningPoints, seat: int, node: int) -> int:
    """What it is worth that an event occurs, with what it does to later events."""
    worth = stake(v, seat, node)
    for direction in range(DIRECTIONS):
        later = NEIGHBOUR[node, direction]
        if later > node and is_open_event(v, later):
            edge = EDGE[node, direction]
            if link_in_force(v, edge) != NO_LINK:
                worth += plain_gain(v, seat, later, 200 * link_in_force(v, edge) * strength_of(v, edge))
    return worth


# Cards


@rule
def card_stake(v: TurningPoints, seat: int, card: int, arc: int) -> int:
    """What a card brings a player if its outcome is the one of this arc."""
    if card < CARDS:
        return worth_of(v, card) * rating_of(v, seat, arc)
    return -rating_of(v, seat, arc) if card == ATTACKING else rating_of(v, seat, arc)


@rule
def card_value(v: TurningPoints, seat: int, card: int) -> int:
    """What a card is likely to bring, wherever it lies; an attack hits the two who are furthest ahead."""
    if card == ATTACKING:
        return attack_value(v, seat)
    if card in (SUPPORTING, LOGISTIC):
        return -POINT
    yes = card_stake(v, seat, card, YES_ARC[v.seats, card])
    no = card_stake(v, seat, card, NO_ARC[v.seats, card])
    return (CONTROL * max(yes, no) + (100 - CONTROL) * min(yes, no)) // 100


@rule
def attack_value(v: TurningPoints, seat: int) -> int:
    """What an attack on the two leading others is worth."""
    best, second = 0, 0
    for arc in range(1, v.seats + 1):
        worth = -rating_of(v, seat, arc)
        if worth > best:
            best, second = worth, best
        else:
            second = max(second, worth)
    return (CONTROL * best + (100 - CONTROL) * second) // 100


@rule
def best_card(v: TurningPoints, seat: int) -> int:
    """What the best card in hand is worth."""
    best = card_value(v, seat, ATTACKING) if v.flexible[seat] & 1 else 0
    for i in range(v.hand_size[seat]):
        best = max(best, card_value(v, seat, v.hand_card[seat, i] - 1))
    return best


@rule
def laid_value(v: TurningPoints, seat: int, card: int, yes: int, no: int, rotation: int, side: int) -> int:
    """What a card is worth on the player's node, turned like this, with the own token on this side."""
    node, pattern = v.pawn[seat], pattern_of(v, card)
    wanted, unwanted = card_stake(v, seat, card, yes), card_stake(v, seat, card, no)
    total = HOLD if wanted > unwanted else -HOLD
    for direction in range(DIRECTIONS):
        earlier = NEIGHBOUR[node, direction]
        if 0 <= earlier < node:
            edge = EDGE[node, direction]
            link = v.forward[edge] if v.forward[edge] != NO_LINK else link_on(pattern, rotation, direction)
            total += link * strength_of(v, edge) * lean(v, earlier)
    occurs = chance(v, node, total, side)
    value = (occurs * wanted + (1000 - occurs) * unwanted) // 1000 + FORESIGHT * ((wanted > unwanted) == side)
    for direction in range(DIRECTIONS):
        later = NEIGHBOUR[node, direction]
        if later > node and is_open_event(v, later):
            edge = EDGE[node, direction]
            mine = link_on(pattern, rotation, direction)
            link = mine if mine != NO_LINK else v.back[edge]
            value += plain_gain(v, seat, later, link * strength_of(v, edge) * (occurs - 500) // 5)
    return value


@rule
def best_laid(v: TurningPoints, seat: int, card: int) -> int:
    """What a card is worth on the player's node, turned in the best way."""
    if card >= CARDS:
        return card_value(v, seat, card)
    yes, no = YES_ARC[v.seats, card], NO_ARC[v.seats, card]
    side = card_stake(v, seat, card, yes) > card_stake(v, seat, card, no)
    best = laid_value(v, seat, card, yes, no, 0, side)
    for rotation in range(1, DIRECTIONS):
        best = max(best, laid_value(v, seat, card, yes, no, rotation, side))
    return best


# Places


@rule
def own_event(v: TurningPoints, node: int) -> int:
    """What an event of one's own on a node is worth beside its points."""
    return ORGANIZING - WAITING * ((node - v.present) // pace_of(v))


@rule
def reach_value(v: TurningPoints, seat: int, node: int) -> int:
    """The most that a token could change from a node."""
    best = token_value(v, seat, node)
    for direction in range(DIRECTIONS):
        other = NEIGHBOUR[node, direction]
        if is_on_map(v, other) and not is_realized(v, other):
            best = max(best, token_value(v, seat, other))
    return best


@rule
def token_value(v: TurningPoints, seat: int, node: int) -> int:
    """What a token on an event is worth, on the better side."""
    if not may_influence(v, seat, node):
        return 0
    return max(plain_gain(v, seat, node, 100), plain_gain(v, seat, node, -100))


@rule
def place_value(v: TurningPoints, seat: int, node: int) -> int:
    """What can be done at a node: organize if it is empty and the player is free to, or influence events."""
    value = reach_value(v, seat, node)
    if not has_event(v, node) and v.rounds >= v.opening and open_events(v, seat) < open_limit(v):
        value = max(value, best_card(v, seat) + own_event(v, node))
    return value


# Ratings


@rules.rates(Step.ACT)
def rate_act(v: TurningPoints, seat: int, what: int, which: int) -> int:
    """What a ✓ brings."""
    rating = 0
    if what == Act.INFLUENCE_YES:
        rating = gain(v, seat, which, 100) - EFFORT
    elif what == Act.INFLUENCE_NO:
        rating = gain(v, seat, which, -100) - EFFORT
    elif what == Act.REINFORCE:
        rating = rate_reinforcement(v, seat, which) - EFFORT
    elif what == Act.ORGANIZE:
        rating = best_laid(v, seat, which) + own_event(v, v.pawn[seat])
    elif what == Act.EXCHANGE:
        rating = (EXCHANGE_FOR - card_value(v, seat, which)) // 4
    elif what == Act.MOVE:
        rating = rate_move(v, seat, which)
    return rating


@rule
def rate_reinforcement(v: TurningPoints, seat: int, edge: int) -> int:
    """One more strength for the link in force."""
    later = LATER[edge]
    if not is_open_event(v, later):
        return 0
    return gain(v, seat, later, link_in_force(v, edge) * lean(v, EARLIER[edge]))


@rule
def rate_move(v: TurningPoints, seat: int, node: int) -> int:
    """What can be done there and not here, in this turn or in a later one."""
    share = NEAR if v.left > 1 else FAR
    return share * (place_value(v, seat, node) - place_value(v, seat, v.pawn[seat]) // 2) // 100 - 2


@rules.rates(Step.LEAVE_TO)
def rate_exit(v: TurningPoints, seat: int, node: int) -> int:
    """Where there is most to do."""
    return place_value(v, seat, node)


@rules.rates(Step.ARCS)
def rate_arcs(v: TurningPoints, seat: int, yes: int, no: int) -> int:
    """Who shall lose, or gain: the first is hit more often."""
    card = planned(v, seat)
    return 2 * card_stake(v, seat, card, yes) + card_stake(v, seat, card, no)


@rules.rates(Step.ROTATE)
def rate_rotation(v: TurningPoints, seat: int, rotation: int, side: int) -> int:
    """The links that help, and the token on the side that is wanted."""
    card = planned(v, seat)
    if card < CARDS:
        yes, no = YES_ARC[v.seats, card], NO_ARC[v.seats, card]
    else:
        yes, no = v.plan_yes[seat], v.plan_no[seat]
    return laid_value(v, seat, card, yes, no, rotation, side)


@rules.rates(Step.LAY)
def rate_lay(v: TurningPoints, seat: int, what: int, edge: int) -> int:
    """No more than has to be."""
    return 1 if what == Lay.DONE else 0
