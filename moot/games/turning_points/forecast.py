"""How events are going to turn out, what that is worth to a player, and what a card would bring: what the quick player and its
estimates go by. Totals and points are counted in hundredths, chances in thousandths.
"""

from __future__ import annotations

from moot.engine import rule, table
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    FIRST_BACK,
    LINKS,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    SUPPORTING,
    YES_ARC,
    Side,
)
from moot.games.turning_points.realize import link_in_force, strength_of, tokens_total
from moot.games.turning_points.rules import (
    TurningPoints,
    has_event,
    holds,
    is_on_map,
    is_open_event,
    is_realized,
    pace_of,
    pattern_of,
    worth_of,
)
from moot.games.turning_points.weights import Weight, weight

LINKED_SIDES = [[side for side in range(DIRECTIONS) if LINKS[p, side] != NO_LINK] for p in range(len(LINKS))]
LINKED = table([len(sides) for sides in LINKED_SIDES])
LINKED_SIDE = table([(sides + [0] * DIRECTIONS)[:DIRECTIONS] for sides in LINKED_SIDES])
PULL_BITS, PULL_ZERO = 10, 512


@rule
def signed(pack: int, direction: int) -> int:
    """What stands for a direction among numbers that may be negative."""
    return (pack >> PULL_BITS * direction & 2 * PULL_ZERO - 1) - PULL_ZERO


@rule
def as_signed(value: int, direction: int) -> int:
    """A number put where it stands for a direction."""
    return max(1 - PULL_ZERO, min(PULL_ZERO - 1, value)) + PULL_ZERO << PULL_BITS * direction


# What a point is worth


@rule
def rating_of(v: TurningPoints, seat: int, arc: int) -> int:
    """What a point for somebody is worth to a player."""
    if arc == 0 or arc > v.seats:
        return 0
    if arc == seat + 1:
        return weight(seat, Weight.POINT)
    each = weight(seat, Weight.AHEAD) + weight(seat, Weight.LATE_AHEAD) * v.present // v.nodes
    less = weight(seat, Weight.OTHERS) + each * (v.points[arc - 1] - v.points[seat])
    return -max(weight(seat, Weight.LEAST), less) // (v.seats - 1)


@rule
def stake_of(v: TurningPoints, seat: int, node: int) -> int:
    """What it is worth to a player that an event occurs rather than not."""
    worth = v.worth[node]
    if worth == 0:
        return 0
    if v.event[node] == SUPPORTING + 1 and v.organizer[node] == seat + 1:
        return ally_stake(v, seat, v.yes_arc[node]) - ally_stake(v, seat, v.no_arc[node])
    return worth * (rating_of(v, seat, v.yes_arc[node]) - rating_of(v, seat, v.no_arc[node]))


# How an event is going to turn out


@rule
def waits_of(v: TurningPoints, node: int) -> int:
    """How many rounds it takes until a node is realized; in the last round none (§6.1)."""
    return 0 if v.due > pace_of(v) else (node - v.present) // pace_of(v)


@rule
def spread_of(v: TurningPoints, seat: int, node: int) -> int:
    """How far the total of an event may still move: by the own steps that are left, and by others before it is realized."""
    spread = weight(seat, Weight.SURE) + weight(seat, Weight.OWN_SPREAD) * max(0, v.left - 1)
    spread += weight(seat, Weight.TURN_SPREAD) * (v.seats - v.turns)
    spread += weight(seat, Weight.ROUND_SPREAD) * waits_of(v, node)
    return min(weight(seat, Weight.MOST_SPREAD), spread)


@rule
def tip_of(v: TurningPoints, seat: int, node: int, side: int) -> int:
    """§5.5 What the organizer's token counts: it decides at 0, and says what its owner is going to do."""
    tip = weight(seat, Weight.TIP) if waits_of(v, node) > 0 or v.turns < v.seats else 50
    return tip if side == Side.YES else -tip


@rule
def likelihood(total: int, spread: int) -> int:
    """How likely an event is to occur."""
    return max(0, min(1000, 500 + 500 * total // spread))


@rule
def standing_total(v: TurningPoints, seat: int, node: int) -> int:
    """The total of an event as it stands: links to unrealized events count nothing yet."""
    total = 100 * tokens_total(v, node) + tip_of(v, seat, node, v.side[node])
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        total += 100 * link_in_force(v, edge) * v.fate[EARLIER[edge]] * strength_of(v, edge)
    return total


@rule
def lean(v: TurningPoints, seat: int, node: int) -> int:
    """Whether an event occurred or is going to: from -100 to 100."""
    if is_realized(v, node):
        return 100 * v.fate[node]
    if not has_event(v, node):
        return 0
    return (likelihood(standing_total(v, seat, node), spread_of(v, seat, node)) - 500) // 5


@rule
def expected_total(v: TurningPoints, seat: int, node: int) -> int:
    """The total that an event is going to have."""
    total = 100 * tokens_total(v, node) + tip_of(v, seat, node, v.side[node])
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        link = link_in_force(v, edge)
        if link != NO_LINK:
            total += link * strength_of(v, edge) * lean(v, seat, EARLIER[edge])
    return total


@rule
def push_on(v: TurningPoints, seat: int, later: int, strength: int) -> int:
    """What it is worth that a cause of this strength leads to a later event, from one that occurs."""
    stake = stake_of(v, seat, later)
    if stake == 0:
        return 0
    total, spread = standing_total(v, seat, later), spread_of(v, seat, later)
    return stake * (likelihood(total + 100 * strength, spread) - likelihood(total - 100 * strength, spread)) // 2000


@rule
def full_stake(v: TurningPoints, seat: int, node: int) -> int:
    """What it is worth that an event occurs, with what it does to later events."""
    worth = stake_of(v, seat, node)
    for direction in range(DIRECTIONS):
        later = NEIGHBOUR[node, direction]
        if later > node and is_open_event(v, later):
            edge = EDGE[node, direction]
            link = link_in_force(v, edge)
            if link != NO_LINK:
                worth += 2 * link * push_on(v, seat, later, strength_of(v, edge))
    return worth


# Cards in hand, and agreements


@rule
def card_stake(v: TurningPoints, seat: int, card: int, arc: int) -> int:
    """What a card brings a player if its outcome is the one of this arc."""
    if card < CARDS:
        return worth_of(v, card) * rating_of(v, seat, arc)
    if card == ATTACKING:
        return -rating_of(v, seat, arc)
    return ally_stake(v, seat, arc) if card == SUPPORTING else 0


@rule
def has_named(v: TurningPoints, other: int, seat: int) -> bool:
    """§4.2 Whether another player has named this one in a Supporting event."""
    named = False
    for node in range(v.nodes):
        if v.event[node] == SUPPORTING + 1 and v.organizer[node] == other + 1:
            named |= v.yes_arc[node] == seat + 1 or v.no_arc[node] == seat + 1
    return named


@rule
def ally_stake(v: TurningPoints, seat: int, arc: int) -> int:
    """§4.2 What a point for whom one names is worth: who has named one is helped in turn, who still may is trusted a little."""
    worth = rating_of(v, seat, arc)
    if arc == 0 or arc > v.seats:
        return worth
    if has_named(v, arc - 1, seat):
        return max(worth, weight(seat, Weight.PARTNER))
    if v.seats > 2 and holds(v, arc - 1, SUPPORTING):
        return worth + weight(seat, Weight.TRUST) // (v.seats - 1)
    return worth


@rule
def in_hand(v: TurningPoints, seat: int, card: int) -> int:
    """What a card is likely to bring, wherever it lies."""
    yes = card_stake(v, seat, card, YES_ARC[v.seats, card])
    no = card_stake(v, seat, card, NO_ARC[v.seats, card])
    share = weight(seat, Weight.CONTROL_SHARE)
    return (share * max(yes, no) + (100 - share) * min(yes, no)) // 100


@rule
def best_in_hand(v: TurningPoints, seat: int) -> int:
    """What the best card in hand is worth; the flexible ones are looked at where they would lie."""
    best = 0
    for i in range(v.hand_size[seat]):
        best = max(best, in_hand(v, seat, v.hand_card[seat, i] - 1))
    return best


# A card on the player's node


@rule
def pulls(v: TurningPoints, seat: int, node: int) -> int:
    """For each direction to the past: what a cause there is going to count."""
    pack = 0
    for direction in range(DIRECTIONS):
        earlier, pull = NEIGHBOUR[node, direction], 0
        if 0 <= earlier < node and v.forward[EDGE[node, direction]] == NO_LINK:
            pull = strength_of(v, EDGE[node, direction]) * lean(v, seat, earlier)
        pack += as_signed(pull, direction)
    return pack


@rule
def given_pull(v: TurningPoints, seat: int, node: int) -> int:
    """§5.3 What the links of earlier events are going to count, whatever lies here."""
    total = 0
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if v.forward[edge] != NO_LINK:
            total += v.forward[edge] * strength_of(v, edge) * lean(v, seat, EARLIER[edge])
    return total


@rule
def pushes(v: TurningPoints, seat: int, node: int) -> int:
    """For each direction to the future: what a cause there is worth, from an event that occurs."""
    pack = 0
    for direction in range(DIRECTIONS):
        later, push = NEIGHBOUR[node, direction], 0
        if later > node and is_open_event(v, later):
            push = push_on(v, seat, later, strength_of(v, EDGE[node, direction]))
            push = weight(seat, Weight.FORWARD_SHARE) * push // 100
        pack += as_signed(push, direction)
    return pack


@rule
def given_push(v: TurningPoints, node: int, push: int) -> int:
    """What links back of later events make it worth that an event here occurs."""
    worth = 0
    for direction in range(DIRECTIONS):
        if NEIGHBOUR[node, direction] > node:
            worth += v.back[EDGE[node, direction]] * signed(push, direction)
    return worth


@rule
def held_total(v: TurningPoints, seat: int, node: int, total: int, side: int, wanted: bool) -> int:
    """The total of an own event, with what its organizer does for it."""
    hold = weight(seat, Weight.HOLD) + weight(seat, Weight.HOLD_ROUND) * min(2, waits_of(v, node))
    return total + tip_of(v, seat, node, side) + (hold if wanted else -hold)


@rule
def laid_value(
    v: TurningPoints,
    seat: int,
    node: int,
    pattern: int,
    rotation: int,
    side: int,
    yes: int,
    no: int,
    pull: int,
    push: int,
    total: int,
    ahead: int,
) -> int:
    """What a card is worth, turned like this, with the own token on this side; `yes` and `no` are what its outcomes bring, `total`
    and `ahead` what the links of others are going to count and make it worth.
    """
    for k in range(LINKED[pattern]):
        direction = (LINKED_SIDE[pattern, k] + rotation) % DIRECTIONS
        link, other = LINKS[pattern, LINKED_SIDE[pattern, k]], NEIGHBOUR[node, direction]
        if 0 <= other < node:
            total += link * signed(pull, direction)
        elif other > node:
            ahead += (link - v.back[EDGE[node, direction]]) * signed(push, direction)
    wanted = yes + ahead > no - ahead
    occurs = likelihood(held_total(v, seat, node, total, side, wanted), spread_of(v, seat, node))
    value = (occurs * (yes + ahead) + (1000 - occurs) * (no - ahead)) // 1000
    return value + weight(seat, Weight.FORESIGHT) * (wanted == side)


@rule
def leads_back(node: int, pattern: int, rotation: int) -> bool:
    """§3.4 Whether a card turned like this has a link to the past."""
    for k in range(LINKED[pattern]):
        if 0 <= NEIGHBOUR[node, (LINKED_SIDE[pattern, k] + rotation) % DIRECTIONS] < node:
            return True
    return False


@rule
def best_turned(v: TurningPoints, seat: int, node: int, pattern: int, yes: int, no: int, pull: int, push: int) -> int:
    """What a card is worth, turned in the best way, with the own token where more is to be had."""
    best, side, total, ahead = -PULL_ZERO, int(yes > no), given_pull(v, seat, node), given_push(v, node, push)
    for rotation in range(DIRECTIONS):
        if leads_back(node, pattern, rotation):
            worth = laid_value(v, seat, node, pattern, rotation, side, yes, no, pull, push, total, ahead)
            best = max(best, worth)
    return best


@rule
def best_ally(v: TurningPoints, seat: int) -> int:
    """§4.2 What it is worth to name whom one likes best to name."""
    best = -PULL_ZERO
    for arc in range(1, v.colours + 1):
        if arc != seat + 1:
            best = max(best, ally_stake(v, seat, arc))
    return best


@rule
def support_value(v: TurningPoints, seat: int, node: int, pull: int, push: int) -> int:
    """§4.2 What a Supporting event is worth here."""
    ally, pattern = best_ally(v, seat), pattern_of(v, SUPPORTING)
    yes = best_turned(v, seat, node, pattern, ally, 0, pull, push)
    return max(yes, best_turned(v, seat, node, pattern, 0, ally, pull, push))


@rule
def attack_value(v: TurningPoints, seat: int, node: int, pull: int, push: int) -> int:
    """§4.1 What an attack on the two others furthest ahead is worth here."""
    best, second = 0, 0
    for arc in range(1, v.seats + 1):
        worth = -rating_of(v, seat, arc)
        second = max(second, min(best, worth))
        best = max(best, worth)
    pattern = pattern_of(v, ATTACKING)
    yes = best_turned(v, seat, node, pattern, best, second, pull, push)
    return max(yes, best_turned(v, seat, node, pattern, second, best, pull, push))


@rule
def logistic_value(v: TurningPoints, seat: int, node: int, pull: int, push: int) -> int:
    """§4.3 The surest link back makes it occur or not; that leaves a link of 4 and one of 2 to later events."""
    surest, best, second = 0, 0, 0
    for direction in range(DIRECTIONS):
        other = NEIGHBOUR[node, direction]
        if 0 <= other < node:
            surest = max(surest, abs(signed(pull, direction)))
        elif other > node and is_on_map(v, other):
            worth, back = signed(push, direction), v.back[EDGE[node, direction]]
            more = max((1 - back) * worth, (-1 - back) * worth)
            second = max(second, min(best, more))
            best = max(best, more)
    occurs = likelihood(
        surest + abs(given_pull(v, seat, node)) + tip_of(v, seat, node, Side.YES), spread_of(v, seat, node)
    )
    return (2 * occurs - 1000) * (best + best // 2 + second) // 1000


@rule
def value_here(v: TurningPoints, seat: int, card: int, pull: int, push: int) -> int:
    """What a card is worth on the player's node."""
    node = v.pawn[seat]
    if card == ATTACKING:
        return attack_value(v, seat, node, pull, push)
    if card == SUPPORTING:
        return support_value(v, seat, node, pull, push)
    if card == LOGISTIC:
        return logistic_value(v, seat, node, pull, push)
    yes = card_stake(v, seat, card, YES_ARC[v.seats, card])
    no = card_stake(v, seat, card, NO_ARC[v.seats, card])
    return best_turned(v, seat, node, pattern_of(v, card), yes, no, pull, push)


@rule
def own_event(v: TurningPoints, seat: int, node: int) -> int:
    """What an event of one's own on a node is worth beside its points."""
    return weight(seat, Weight.ORGANIZING) - weight(seat, Weight.WAITING) * waits_of(v, node)


@rule
def organizing(v: TurningPoints, seat: int, node: int, hand: int) -> int:
    """What organizing on a node is worth with this best card; nothing if there is none to lay, or no room."""
    return max(0, hand + own_event(v, seat, node)) if hand > 0 and not has_event(v, node) else 0
