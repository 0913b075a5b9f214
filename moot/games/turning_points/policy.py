"""What a good player looks at: how each open event is going to turn out, what that is worth, and what the steps of this turn can do
here or a step away.

All of it is worked out once for a whole list of moves. Tokens in reach are kept for seven places at a time (the six neighbours and
the own node), as lanes of one number.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule, second_of, table
from moot.games.turning_points.components import (
    CARDS,
    DIRECTIONS,
    EARLIER,
    LATER,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    PLACES,
    YES_ARC,
    Side,
    distance,
)
from moot.games.turning_points.forecast import (
    best_in_hand,
    best_turned,
    card_stake,
    expected_total,
    full_stake,
    given_pull,
    given_push,
    in_hand,
    laid_value,
    lean,
    likelihood,
    organizing,
    own_event,
    pulls,
    pushes,
    signed,
    spread_of,
    value_here,
)
from moot.games.turning_points.organize import planned, planned_back
from moot.games.turning_points.realize import link_in_force
from moot.games.turning_points.rules import (
    Act,
    Lay,
    Step,
    TurningPoints,
    is_open_event,
    open_limit,
    pattern_of,
    rules,
)
from moot.games.turning_points.turn import may_influence, open_events
from moot.games.turning_points.weights import Weight, weight

NEAR = table([[distance(one, other) for other in PLACES] for one in PLACES])
HERE, LANES, LANE_BITS = DIRECTIONS, DIRECTIONS + 1, 9
MOST_IN_LANE = (1 << LANE_BITS) - 1
AROUND = table([[*(int(NEIGHBOUR[node, d]) for d in range(DIRECTIONS)), node] for node in range(len(PLACES))])


@rule
def lane_of(lanes: int, lane: int) -> int:
    """What stands in a lane."""
    return lanes >> LANE_BITS * lane & MOST_IN_LANE


@rule
def raised(lanes: int, lane: int, value: int) -> int:
    """The lanes with at least this value in one of them."""
    more = min(MOST_IN_LANE, value) - lane_of(lanes, lane)
    return lanes + (more << LANE_BITS * lane) if more > 0 else lanes


# Places


@rule
def plan(seat: int, card: int, token: int, second: int, steps: int) -> int:
    """What some steps at a place are worth: the card, and the best tokens."""
    if steps <= 0:
        return 0
    if steps == 1:
        return max(card, token)
    third = (steps - 2) * second
    return max(token + second + third * weight(seat, Weight.MORE_SHARE) // 100, card + token + third)


@rule
def token_gains(v: TurningPoints, seat: int, node: int) -> tuple[int, int, int]:
    """The side on which tokens help (1 or -1), and what the first is worth and the second; if it takes several, they share it."""
    stake = full_stake(v, seat, node)
    total, spread, toward = expected_total(v, seat, node), spread_of(v, seat, node), 1 if stake > 0 else -1
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
def like_tokens(seat: int, moves: Moves, likes: Row, node: int, yes: int) -> None:
    """Writes what a token near ✓ of a node is worth; near × it is worth the opposite."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if second_of(moves[place]) == node:
            if first_of(moves[place]) == Act.INFLUENCE_YES:
                likes[place] = yes - weight(seat, Weight.EFFORT)
            elif first_of(moves[place]) == Act.INFLUENCE_NO:
                likes[place] = -yes - weight(seat, Weight.EFFORT)


@rule
def survey(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> tuple[int, int]:
    """The best and the second-best token at each place around, in lanes. Tokens that may be laid now are liked."""
    here, best, second = v.pawn[seat], 0, 0
    for node in range(v.present, v.nodes):
        if NEAR[here, node] <= 2 and may_influence(v, seat, node):
            toward, one, two = token_gains(v, seat, node)
            if NEAR[here, node] <= 1:
                like_tokens(seat, moves, likes, node, toward * one)
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
    soon = weight(seat, Weight.AFTERWARDS_SHARE) * organizing(v, seat, v.pawn[seat], usable) // 100
    stay = plan(seat, max(card, soon), token, other, 2)
    away = like_walks(v, seat, moves, likes, usable, best, second, stay)
    rest = max(away, plan(seat, card, token, other, v.left) - plan(seat, card, token, other, 1))
    like_deeds(v, seat, moves, likes, hand, rest)


@rule
def like_cards(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> int:
    """§3.4 What each card would bring on the own node; returns the best of them."""
    node, pull, push, best = v.pawn[seat], 0, 0, 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if first_of(moves[place]) == Act.ORGANIZE:
            if pull == 0:
                pull, push = pulls(v, seat, node), pushes(v, seat, node)
            likes[place] = value_here(v, seat, second_of(moves[place]), pull, push) + own_event(v, seat, node)
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
            card = weight(seat, Weight.PROMISE_SHARE) * organizing(v, seat, node, hand) // 100
            more = weight(seat, Weight.AFTERWARDS_SHARE) * (plan(seat, card, token, other, 2) - stay) // 100
            later = more - weight(seat, Weight.STRIDE)
            likes[place] = plan(seat, card, token, other, v.left - 1) + later
            if v.left >= 2:
                away = max(away, plan(seat, card, token, other, v.left - 2) + later)
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
            likes[place] = reinforcing(v, seat, which) - weight(seat, Weight.EFFORT) + rest
        elif what == Act.EXCHANGE:
            likes[place] = digging(v, seat, which, hand) + rest


@rule
def digging(v: TurningPoints, seat: int, card: int, hand: int) -> int:
    """§3.7 What it is worth to exchange a card: the more, the less the best of the hand is worth, and the card itself."""
    lacking = weight(seat, Weight.DIG_SHARE) * max(0, weight(seat, Weight.GOOD_HAND) - hand)
    return (lacking - weight(seat, Weight.PLAIN_SHARE) * in_hand(v, seat, card)) // 100


@rule
def reinforcing(v: TurningPoints, seat: int, edge: int) -> int:
    """§3.6 One more strength for the link in force."""
    later = LATER[edge]
    if not is_open_event(v, later):
        return 0
    change, total, spread = (
        link_in_force(v, edge) * lean(v, seat, EARLIER[edge]),
        expected_total(v, seat, later),
        spread_of(v, seat, later),
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
        likes[place] = plan(seat, organizing(v, seat, exit_to, hand), best, second, 2)


# Organizing


@rules.policy(Step.ARCS)
def like_arcs(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§4.1 §4.2 Who shall lose, or gain: with the card turned in the best way for it."""
    card, node = planned(v, seat), v.pawn[seat]
    pull, push, pattern = pulls(v, seat, node), pushes(v, seat, node), pattern_of(v, card)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        yes = card_stake(v, seat, card, first_of(moves[place]))
        no = card_stake(v, seat, card, second_of(moves[place]))
        likes[place] = best_turned(v, seat, node, pattern, yes, no, pull, push)


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
    pull, push = pulls(v, seat, node), pushes(v, seat, node)
    total, ahead = given_pull(v, seat, node), given_push(v, node, push)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        rotation, side = first_of(moves[place]), second_of(moves[place])
        if planned(v, seat) == LOGISTIC:
            likes[place] = int((total >= 0) == side)
        else:
            likes[place] = laid_value(v, seat, node, pattern, rotation, side, yes, no, pull, push, total, ahead)


@rules.policy(Step.LAY)
def like_lays(v: TurningPoints, seat: int, moves: Moves, likes: Row) -> None:
    """§4.3 One link back that decides the event as the own token says, then what helps later events."""
    node, toward = v.pawn[seat], 1 if v.plan_side[seat] == Side.YES else -1
    pull, push = pulls(v, seat, node), pushes(v, seat, node)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        what, edge = first_of(moves[place]), second_of(moves[place])
        if what == Lay.DONE:
            likes[place] = 0
        elif LATER[edge] == node:
            likes[place] = toward * backing(v, seat, what, direction_to(node, EARLIER[edge]), pull) - weight(
                seat, Weight.LINKING
            )
        else:
            likes[place] = toward * pointing(v, seat, what, edge, push) - weight(seat, Weight.LINKING)


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
