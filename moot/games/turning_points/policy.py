"""What a good player looks at: how each open event is going to turn out, what that is worth, and what the steps of this turn can do
here or a step away. Totals are counted in hundredths, chances in thousandths, points in hundredths.

All of it is worked out once for a whole list of moves. Tokens in reach are kept for seven places at a time (the six neighbours and
the own node), as lanes of one number.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule, second_of, table
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    FIRST_BACK,
    LATER,
    LINKS,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    PLACES,
    SUPPORTING,
    YES_ARC,
    Side,
    distance,
)
from moot.games.turning_points.organize import planned, planned_back
from moot.games.turning_points.realize import link_in_force, strength_of, tokens_total
from moot.games.turning_points.rules import (
    Act,
    Lay,
    Step,
    TurningPoints,
    has_event,
    holds,
    is_on_map,
    is_open_event,
    is_realized,
    open_limit,
    pace_of,
    pattern_of,
    rules,
    worth_of,
)
from moot.games.turning_points.turn import may_influence, open_events

# The weights. They were found by playing (docs/turning-points.md).
# What a point is worth: for oneself, for another (shared among all others), more for each point the other is ahead, and at least.
POINT, OTHERS, AHEAD, LATE_AHEAD, LEAST = 100, 100, 15, 0, 25
# How far a total may still move: anyhow, by each own step, by each player to come in this round, by each round, and at most.
SURE, OWN_SPREAD, TURN_SPREAD, ROUND_SPREAD, MOST_SPREAD = 50, 100, 100, 140, 600
TIP = 50  # what the organizer's token counts while its owner can still add to it
HOLD, HOLD_ROUND = 60, 0  # what an organizer will do for the own event later: in this round, in each round more
CONTROL = 70  # how often a card ends as its organizer wants it, in hundredths
ORGANIZING, WAITING = 20, 30  # an event of one's own, beside its points; less for every round in which it waits
FORESIGHT = 5  # the own token on the side that is wanted
AFTERWARDS = 35  # what could be done at a place after this turn, in hundredths
PROMISE = 70  # of what a card promises on another node
MORE = 40  # what a third step at a place brings, in hundredths of the second
EFFORT, STRIDE = 1, 2  # what changes nothing is not done
GOOD_HAND, DIG, PLAIN = 110, 12, 3  # a hand with a card worth less is dug through, with the worst card first
FORWARD = 100  # what a link to a later event does, in hundredths
PARTNER, TRUST = 20, 0  # a point for who has named one in a Supporting event, and for who may still do so
LINKING = 5  # what a link token must bring

NEAR = table([[distance(one, other) for other in PLACES] for one in PLACES])
HERE, LANES, LANE_BITS = DIRECTIONS, DIRECTIONS + 1, 9
MOST_IN_LANE = (1 << LANE_BITS) - 1
AROUND = table([[*(int(NEIGHBOUR[node, d]) for d in range(DIRECTIONS)), node] for node in range(len(PLACES))])
LINKED_SIDES = [[side for side in range(DIRECTIONS) if row[side] != NO_LINK] for row in LINKS]
LINKED = table([len(sides) for sides in LINKED_SIDES])
LINKED_SIDE = table([(sides + [0] * DIRECTIONS)[:DIRECTIONS] for sides in LINKED_SIDES])
PULL_BITS, PULL_ZERO = 10, 512


@rule
def lane_of(lanes: int, lane: int) -> int:
    """What stands in a lane."""
    return lanes >> LANE_BITS * lane & MOST_IN_LANE


@rule
def raised(lanes: int, lane: int, value: int) -> int:
    """The lanes with at least this value in one of them."""
    more = min(MOST_IN_LANE, value) - lane_of(lanes, lane)
    return lanes + (more << LANE_BITS * lane) if more > 0 else lanes


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
        return POINT
    weight = AHEAD + LATE_AHEAD * v.present // v.nodes
    return -max(LEAST, OTHERS + weight * (v.points[arc - 1] - v.points[seat])) // (v.seats - 1)


@rule
def stake_of(v: TurningPoints, seat: int, node: int) -> int:
    """What it is worth to a player that an event occurs rather than not."""
    worth = v.worth[node]
    if worth == 0:
        return 0
    return worth * (rating_of(v, seat, v.yes_arc[node]) - rating_of(v, seat, v.no_arc[node]))


# How an event is going to turn out


@rule
def waits_of(v: TurningPoints, node: int) -> int:
    """How many rounds it takes until a node is realized; in the last round none (§6.1)."""
    return 0 if v.due > pace_of(v) else (node - v.present) // pace_of(v)


@rule
def spread_of(v: TurningPoints, node: int) -> int:
    """How far the total of an event may still move: by the own steps that are left, and by others before it is realized."""
    mine, theirs = OWN_SPREAD * max(0, v.left - 1), TURN_SPREAD * (v.seats - v.turns)
    return min(MOST_SPREAD, SURE + mine + theirs + ROUND_SPREAD * waits_of(v, node))


@rule
def tip_of(v: TurningPoints, node: int, side: int) -> int:
    """§5.5 What the organizer's token counts: it decides at 0, and says what its owner is going to do."""
    tip = TIP if waits_of(v, node) > 0 or v.turns < v.seats else 50
    return tip if side == Side.YES else -tip


@rule
def likelihood(total: int, spread: int) -> int:
    """How likely an event is to occur."""
    return max(0, min(1000, 500 + 500 * total // spread))


@rule
def standing_total(v: TurningPoints, node: int) -> int:
    """The total of an event as it stands: links to unrealized events count nothing yet."""
    total = 100 * tokens_total(v, node) + tip_of(v, node, v.side[node])
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
    return (likelihood(standing_total(v, node), spread_of(v, node)) - 500) // 5


@rule
def expected_total(v: TurningPoints, node: int) -> int:
    """The total that an event is going to have."""
    total = 100 * tokens_total(v, node) + tip_of(v, node, v.side[node])
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        link = link_in_force(v, edge)
        if link != NO_LINK:
            total += link * strength_of(v, edge) * lean(v, EARLIER[edge])
    return total


@rule
def push_on(v: TurningPoints, seat: int, later: int, strength: int) -> int:
    """What it is worth that a cause of this strength leads to a later event, from one that occurs."""
    stake = stake_of(v, seat, later)
    if stake == 0:
        return 0
    total, spread = standing_total(v, later), spread_of(v, later)
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
    return ally_stake(v, seat, arc) if card == SUPPORTING and arc > 0 else 0


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
    """§4.2 What it is worth to name somebody: who has named one is named in turn, who still may is trusted a little."""
    worth = rating_of(v, seat, arc)
    if arc > v.seats:
        return worth
    if has_named(v, arc - 1, seat):
        return max(worth, PARTNER)
    return worth + TRUST * holds(v, arc - 1, SUPPORTING)


@rule
def in_hand(v: TurningPoints, seat: int, card: int) -> int:
    """What a card is likely to bring, wherever it lies."""
    yes = card_stake(v, seat, card, YES_ARC[v.seats, card])
    no = card_stake(v, seat, card, NO_ARC[v.seats, card])
    return (CONTROL * max(yes, no) + (100 - CONTROL) * min(yes, no)) // 100


@rule
def best_in_hand(v: TurningPoints, seat: int) -> int:
    """What the best card in hand is worth; the flexible ones are looked at where they would lie."""
    best = 0
    for i in range(v.hand_size[seat]):
        best = max(best, in_hand(v, seat, v.hand_card[seat, i] - 1))
    return best


# A card on the player's node


@rule
def pulls(v: TurningPoints, node: int) -> int:
    """For each direction to the past: what a cause there is going to count."""
    pack = 0
    for direction in range(DIRECTIONS):
        earlier, pull = NEIGHBOUR[node, direction], 0
        if 0 <= earlier < node and v.forward[EDGE[node, direction]] == NO_LINK:
            pull = strength_of(v, EDGE[node, direction]) * lean(v, earlier)
        pack += as_signed(pull, direction)
    return pack


@rule
def given_pull(v: TurningPoints, node: int) -> int:
    """§5.3 What the links of earlier events are going to count, whatever lies here."""
    total = 0
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if v.forward[edge] != NO_LINK:
            total += v.forward[edge] * strength_of(v, edge) * lean(v, EARLIER[edge])
    return total


@rule
def pushes(v: TurningPoints, seat: int, node: int) -> int:
    """For each direction to the future: what a cause there is worth, from an event that occurs."""
    pack = 0
    for direction in range(DIRECTIONS):
        later, push = NEIGHBOUR[node, direction], 0
        if later > node and is_open_event(v, later):
            push = FORWARD * push_on(v, seat, later, strength_of(v, EDGE[node, direction])) // 100
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
def held_total(v: TurningPoints, node: int, total: int, side: int, wanted: bool) -> int:
    """The total of an own event, with what its organizer does for it."""
    hold = HOLD + HOLD_ROUND * min(2, waits_of(v, node))
    return total + tip_of(v, node, side) + (hold if wanted else -hold)


@rule
def laid_value(
    v: TurningPoints,
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
    occurs = likelihood(held_total(v, node, total, side, wanted), spread_of(v, node))
    return (occurs * (yes + ahead) + (1000 - occurs) * (no - ahead)) // 1000 + FORESIGHT * (wanted == side)


@rule
def leads_back(node: int, pattern: int, rotation: int) -> bool:
    """§3.4 Whether a card turned like this has a link to the past."""
    for k in range(LINKED[pattern]):
        if 0 <= NEIGHBOUR[node, (LINKED_SIDE[pattern, k] + rotation) % DIRECTIONS] < node:
            return True
    return False


@rule
def best_turned(v: TurningPoints, node: int, pattern: int, yes: int, no: int, pull: int, push: int) -> int:
    """What a card is worth, turned in the best way, with the own token where more is to be had."""
    best, side, total, ahead = -PULL_ZERO, int(yes > no), given_pull(v, node), given_push(v, node, push)
    for rotation in range(DIRECTIONS):
        if leads_back(node, pattern, rotation):
            worth = laid_value(v, node, pattern, rotation, side, yes, no, pull, push, total, ahead)
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
    yes = best_turned(v, node, pattern, ally, 0, pull, push)
    return max(yes, best_turned(v, node, pattern, 0, ally, pull, push))


@rule
def attack_value(v: TurningPoints, seat: int, node: int, pull: int, push: int) -> int:
    """§4.1 What an attack on the two others furthest ahead is worth here."""
    best, second = 0, 0
    for arc in range(1, v.seats + 1):
        worth = -rating_of(v, seat, arc)
        second = max(second, min(best, worth))
        best = max(best, worth)
    pattern = pattern_of(v, ATTACKING)
    yes = best_turned(v, node, pattern, best, second, pull, push)
    return max(yes, best_turned(v, node, pattern, second, best, pull, push))


@rule
def logistic_value(v: TurningPoints, node: int, pull: int, push: int) -> int:
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
    occurs = likelihood(surest + abs(given_pull(v, node)) + tip_of(v, node, Side.YES), spread_of(v, node))
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
        return logistic_value(v, node, pull, push)
    yes = card_stake(v, seat, card, YES_ARC[v.seats, card])
    no = card_stake(v, seat, card, NO_ARC[v.seats, card])
    return best_turned(v, node, pattern_of(v, card), yes, no, pull, push)


# Places


@rule
def own_event(v: TurningPoints, node: int) -> int:
    """What an event of one's own on a node is worth beside its points."""
    return ORGANIZING - WAITING * waits_of(v, node)


@rule
def organizing(v: TurningPoints, node: int, hand: int) -> int:
    """What organizing on a node is worth with this best card; nothing if there is none to lay, or no room."""
    return max(0, hand + own_event(v, node)) if hand > 0 and not has_event(v, node) else 0


@rule
def plan(card: int, token: int, second: int, steps: int) -> int:
    """What some steps at a place are worth: the card, and the best tokens."""
    if steps <= 0:
        return 0
    if steps == 1:
        return max(card, token)
    return max(token + second + (steps - 2) * second * MORE // 100, card + token + (steps - 2) * second)


@rule
def token_gains(v: TurningPoints, seat: int, node: int) -> tuple[int, int, int]:
    """The side on which tokens help (1 or -1), and what the first is worth and the second; if it takes several, they share it."""
    stake = full_stake(v, seat, node)
    total, spread, toward = expected_total(v, node), spread_of(v, node), 1 if stake > 0 else -1
    now = likelihood(total, spread)
    one = stake * (likelihood(total + 100 * toward, spread) - now) // 1000
    both = stake * (likelihood(total + 200 * toward, spread) - now) // 1000
    if v.left >= 3:
        share = stake * (likelihood(total + 300 * toward, spread) - now) // 3000
        if share > max(one, both // 2):
            return toward, share, share
    if v.left >= 2 and both > 2 * one:
        return toward, both // 2, both // 2
    return toward, one, both - one


@rule
def like_tokens(moves: Moves, likes: Row, node: int, yes: int) -> None:
    """Writes what a token near ✓ of a node is worth; near × it is worth the opposite."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if second_of(moves[place]) == node:
            if first_of(moves[place]) == Act.INFLUENCE_YES:
                likes[place] = yes - EFFORT
            elif first_of(moves[place]) == Act.INFLUENCE_NO:
                likes[place] = -yes - EFFORT


@rule
def survey(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> tuple[int, int]:
    """The best and the second-best token at each place around, in lanes. Tokens that may be laid now are liked."""
    here, best, second = v.pawn[seat], 0, 0
    for node in range(v.present, v.nodes):
        if NEAR[here, node] <= 2 and may_influence(v, seat, node):
            toward, one, two = token_gains(v, seat, node)
            if NEAR[here, node] <= 1:
                like_tokens(moves, likes, node, toward * one)
            for lane in range(LANES):
                place = AROUND[here, lane]
                if place >= 0 and NEAR[place, node] <= 1:
                    second = raised(second, lane, min(one, lane_of(best, lane)))
                    best = raised(best, lane, one)
                    second = raised(second, lane, min(two, lane_of(best, lane)))
    return best, second


@rule
def direction_to(here: int, there: int) -> int:
    """§1.2 In which direction a neighbour lies."""
    direction = 0
    while NEIGHBOUR[here, direction] != there:
        direction += 1
    return direction


@rule
def room_for_event(v: TurningPoints, seat: int) -> bool:
    """§3.4 Whether a player may organize in this round, or soon."""
    return v.rounds >= v.opening and open_events(v, seat) < open_limit(v)


# Steps


@rules.policy(Step.ACT)
def like_acts(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2 What a step brings, with what the others of this turn can still do after it."""
    hand = best_in_hand(v, seat)
    usable = hand if room_for_event(v, seat) else 0
    best, second = survey(v, seat, moves, likes)
    card, token, other = like_cards(v, seat, moves, likes), lane_of(best, HERE), lane_of(second, HERE)
    stay = plan(max(card, AFTERWARDS * organizing(v, v.pawn[seat], usable) // 100), token, other, 2)
    away = like_walks(v, seat, moves, likes, usable, best, second, stay)
    rest = max(away, plan(card, token, other, v.left) - plan(card, token, other, 1))
    like_deeds(v, seat, moves, likes, hand, rest)


@rule
def like_cards(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> int:
    """§3.4 What each card would bring on the own node; returns the best of them."""
    node, pull, push, best = v.pawn[seat], 0, 0, 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if first_of(moves[place]) == Act.ORGANIZE:
            if pull == 0:
                pull, push = pulls(v, node), pushes(v, seat, node)
            likes[place] = value_here(v, seat, second_of(moves[place]), pull, push) + own_event(v, node)
            best = max(best, likes[place])
    return best


@rule
def like_walks(
    v: TurningPoints, seat: int, moves: Moves, likes: Row, hand: int, best: int, second: int, stay: int
) -> int:
    """§3.3 What can be done there with the steps that are left, and after this turn rather than here. Returns what a move is worth
    after one more step here.
    """
    here, away = v.pawn[seat], 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if first_of(moves[place]) == Act.MOVE:
            node = second_of(moves[place])
            lane = direction_to(here, node)
            token, other = lane_of(best, lane), lane_of(second, lane)
            card = PROMISE * organizing(v, node, hand) // 100
            later = AFTERWARDS * (plan(card, token, other, 2) - stay) // 100 - STRIDE
            likes[place] = plan(card, token, other, v.left - 1) + later
            if v.left >= 2:
                away = max(away, plan(card, token, other, v.left - 2) + later)
    return away


@rule
def like_deeds(v: TurningPoints, seat: int, moves: Moves, likes: Row, hand: int, rest: int) -> None:
    """§3.5 to §3.8 What is done where one stands, with what the other steps are worth."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        what, which = first_of(moves[place]), second_of(moves[place])
        if what == Act.STOP:
            likes[place] = 0
        elif what in (Act.INFLUENCE_YES, Act.INFLUENCE_NO, Act.ORGANIZE):
            likes[place] += rest
        elif what == Act.REINFORCE:
            likes[place] = reinforcing(v, seat, which) - EFFORT + rest
        elif what == Act.EXCHANGE:
            likes[place] = (DIG * max(0, GOOD_HAND - hand) - PLAIN * in_hand(v, seat, which)) // 100 + rest


@rule
def reinforcing(v: TurningPoints, seat: int, edge: int) -> int:
    """§3.6 One more strength for the link in force."""
    later = LATER[edge]
    if not is_open_event(v, later):
        return 0
    change, total, spread = (
        link_in_force(v, edge) * lean(v, EARLIER[edge]),
        expected_total(v, later),
        spread_of(v, later),
    )
    return full_stake(v, seat, later) * (likelihood(total + change, spread) - likelihood(total, spread)) // 1000


@rules.policy(Step.LEAVE_TO)
def like_exits(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§5.7 Where there is most to do."""
    hand = best_in_hand(v, seat) if room_for_event(v, seat) else 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        exit_to, best, second = first_of(moves[place]), 0, 0
        for node in range(v.present, v.nodes):
            if NEAR[exit_to, node] <= 1 and may_influence(v, seat, node):
                _, one, _ = token_gains(v, seat, node)
                second = max(second, min(best, one))
                best = max(best, one)
        likes[place] = plan(organizing(v, exit_to, hand), best, second, 2)


# Organizing


@rules.policy(Step.ARCS)
def like_arcs(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§4.1 §4.2 Who shall lose, or gain: with the card turned in the best way for it."""
    card, node = planned(v, seat), v.pawn[seat]
    pull, push, pattern = pulls(v, node), pushes(v, seat, node), pattern_of(v, card)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        yes = card_stake(v, seat, card, first_of(moves[place]))
        no = card_stake(v, seat, card, second_of(moves[place]))
        likes[place] = best_turned(v, node, pattern, yes, no, pull, push)


@rule
def planned_stake(v: TurningPoints, seat: int, side: int) -> int:
    """What an outcome of the planned card brings."""
    card = planned(v, seat)
    if card < CARDS:
        return card_stake(v, seat, card, YES_ARC[v.seats, card] if side == Side.YES else NO_ARC[v.seats, card])
    return card_stake(v, seat, card, v.plan_yes[seat] if side == Side.YES else v.plan_no[seat])


@rules.policy(Step.ROTATE)
def like_turns(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§3.4 The links that help, and the token on the side that is wanted."""
    node, pattern = v.pawn[seat], pattern_of(v, planned(v, seat))
    yes, no = planned_stake(v, seat, Side.YES), planned_stake(v, seat, Side.NO)
    pull, push = pulls(v, node), pushes(v, seat, node)
    total, ahead = given_pull(v, node), given_push(v, node, push)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        rotation, side = first_of(moves[place]), second_of(moves[place])
        if planned(v, seat) == LOGISTIC:
            likes[place] = int((total >= 0) == side)
        else:
            likes[place] = laid_value(v, node, pattern, rotation, side, yes, no, pull, push, total, ahead)


@rules.policy(Step.LAY)
def like_lays(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§4.3 One link back that decides the event as the own token says, then what helps later events."""
    node, toward = v.pawn[seat], 1 if v.plan_side[seat] == Side.YES else -1
    pull, push = pulls(v, node), pushes(v, seat, node)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        what, edge = first_of(moves[place]), second_of(moves[place])
        if what == Lay.DONE:
            likes[place] = 0
        elif LATER[edge] == node:
            likes[place] = toward * backing(v, seat, what, direction_to(node, EARLIER[edge]), pull) - LINKING
        else:
            likes[place] = toward * pointing(v, seat, what, edge, push) - LINKING


@rule
def backing(v: TurningPoints, seat: int, what: int, direction: int, pull: int) -> int:
    """§4.3 What a token on a link back adds to the total; one link is enough."""
    if what == Lay.REINFORCEMENT or planned_back(v, seat) > 0:
        return 0
    return signed(pull, direction) if what == Lay.CAUSE else -signed(pull, direction)


@rule
def pointing(v: TurningPoints, seat: int, what: int, edge: int, push: int) -> int:
    """§4.3 What a token on an edge to the future is worth if the event occurs."""
    direction = direction_to(v.pawn[seat], LATER[edge])
    worth = signed(push, direction)
    if what == Lay.REINFORCEMENT:
        return worth * v.plan_link[seat, direction] // 2
    return worth * ((1 if what == Lay.CAUSE else -1) - v.back[edge])
