"""Turning Points, chapters 3.4 and 4: how a card is organized. Nothing is told, and others see nothing, until the card lies on the
map: so a player can turn a card this way and that, and take it back. Sections are those of rulebook.md.
"""

from __future__ import annotations

from moot.engine import Moves, ask, do, offer, rule, tell
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    CAUSE,
    DIRECTIONS,
    EDGE,
    EDGES,
    HINDRANCE,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    SEATS,
    SUPPORTING,
    YES_ARC,
    Side,
)
from moot.games.turning_points.realize import strength_of
from moot.games.turning_points.rules import (
    Event,
    Lay,
    Step,
    TurningPoints,
    give_up,
    is_on_map,
    link_on,
    pattern_of,
    rules,
    set_link,
    worth_of,
)


@rule
def planned(s: TurningPoints, seat: int) -> int:
    """§3.4 The card that a player is about to organize, or -1."""
    return s.plan_card[seat] - 1


@rule
def begin_plan(s: TurningPoints, seat: int, card: int) -> None:
    """§3.4 First the card, then for Attacking and Supporting the arcs, then rotation and token."""
    s.plan_card[seat] = card + 1
    if card in (ATTACKING, SUPPORTING):
        ask(s, seat, Step.ARCS)
    else:
        ask(s, seat, Step.ROTATE)


# 4.1 Attacking, 4.2 Supporting


@rules.choice(Step.ARCS, SEATS + 1, SEATS + 1, sealed=True)
def arcs(s: TurningPoints, seat: int, out: Moves) -> None:
    """§4.1 Two other players. §4.2 One other player, on one arc; the other stays empty."""
    for other in range(1, s.colours + 1):
        if other != seat + 1:
            if planned(s, seat) == SUPPORTING:
                offer(out, other, 0)
                offer(out, 0, other)
            else:
                offer_second_arcs(s, seat, other, out)


@rule
def offer_second_arcs(s: TurningPoints, seat: int, first: int, out: Moves) -> None:
    """§4.1 The other arc of an Attacking event: a third player."""
    for other in range(1, s.colours + 1):
        if other not in (seat + 1, first):
            offer(out, first, other)


@rules.then(Step.ARCS)
def set_arcs(s: TurningPoints, seat: int, yes: int, no: int) -> None:
    """§4.1 §4.2 Whatever has been agreed (§9), the player chooses; then rotation and token."""
    s.plan_yes[seat], s.plan_no[seat] = yes, no
    ask(s, seat, Step.ROTATE)


# 3.4 Rotation and token


@rule
def is_back(s: TurningPoints, node: int, direction: int) -> bool:
    """§3.4 Whether an edge leads to the past."""
    return 0 <= NEIGHBOUR[node, direction] < node


@rule
def links_back(s: TurningPoints, node: int, card: int, rotation: int) -> int:
    """§3.4 How many links of a turned card face the past."""
    pattern, number = pattern_of(s, card), 0
    for direction in range(DIRECTIONS):
        number += is_back(s, node, direction) and link_on(pattern, rotation, direction) != NO_LINK
    return number


@rules.choice(Step.ROTATE, DIRECTIONS, len(Side), sealed=True)
def rotations(s: TurningPoints, seat: int, out: Moves) -> None:
    """§3.4 Rotations with at least one link to the past, and either side for the own token. §4.3 Logistic has no sides to turn."""
    card = planned(s, seat)
    for rotation in range(1 if card == LOGISTIC else DIRECTIONS):
        if card == LOGISTIC or links_back(s, s.pawn[seat], card, rotation) > 0:
            offer(out, rotation, Side.YES)
            offer(out, rotation, Side.NO)


@rules.then(Step.ROTATE)
def rotate(s: TurningPoints, seat: int, rotation: int, side: int) -> None:
    """§3.4 The card lies; §4.3 but for a Logistic event its tokens come first."""
    card = planned(s, seat)
    s.plan_side[seat] = side
    if card == LOGISTIC:
        ask(s, seat, Step.LAY)
        return
    pattern = pattern_of(s, card)
    for direction in range(DIRECTIONS):
        s.plan_link[seat, direction] = link_on(pattern, rotation, direction)
    organize(s, seat)


# 4.3 Logistic


@rule
def planned_strength(s: TurningPoints, seat: int, direction: int) -> int:
    """§4.3 The strength of a planned link, with what reinforces it already."""
    if s.plan_link[seat, direction] == NO_LINK:
        return 0
    return strength_of(s, EDGE[s.pawn[seat], direction]) + s.plan_extra[seat, direction]


@rule
def planned_total(s: TurningPoints, seat: int) -> int:
    """§4.3 The strength of all planned links together."""
    total = 0
    for direction in range(DIRECTIONS):
        total += planned_strength(s, seat, direction)
    return total


@rule
def planned_back(s: TurningPoints, seat: int) -> int:
    """§4.3 How many planned links lead back."""
    number = 0
    for direction in range(DIRECTIONS):
        number += is_back(s, s.pawn[seat], direction) and s.plan_link[seat, direction] != NO_LINK
    return number


@rule
def may_lay_link(s: TurningPoints, seat: int, direction: int) -> bool:
    """§4.3 A link back comes first; then any edge without a link of this event, while the total allows it."""
    node = s.pawn[seat]
    if not is_on_map(s, NEIGHBOUR[node, direction]) or s.plan_link[seat, direction] != NO_LINK:
        return False
    if planned_back(s, seat) == 0 and not is_back(s, node, direction):
        return False
    return planned_total(s, seat) + strength_of(s, EDGE[node, direction]) <= s.logistic_strength


@rule
def planned_extra(s: TurningPoints, seat: int, direction: int) -> int:
    """§4.3 The reinforcement on an edge, with what is about to be laid there."""
    return s.extra[EDGE[s.pawn[seat], direction]] + s.plan_extra[seat, direction]


@rule
def may_lay_extra(s: TurningPoints, seat: int, direction: int) -> bool:
    """§4.3 Reinforcement for a link of this event, while the link and the total allow it, and (§3.6) the edge has room."""
    strength = planned_strength(s, seat, direction)
    if not 0 < strength < s.most_strength or planned_total(s, seat) >= s.logistic_strength:
        return False
    return planned_extra(s, seat, direction) < s.most_reinforcement


@rules.choice(Step.LAY, len(Lay), EDGES, sealed=True, declines=[Lay.DONE])
def lays(s: TurningPoints, seat: int, out: Moves) -> None:
    """§4.3 Link tokens and reinforcement, edge by edge, until the player is done."""
    if planned_back(s, seat) > 0:
        offer(out, Lay.DONE)
    for direction in range(DIRECTIONS):
        edge = EDGE[s.pawn[seat], direction]
        if may_lay_link(s, seat, direction):
            offer(out, Lay.CAUSE, edge)
            offer(out, Lay.HINDRANCE, edge)
        if may_lay_extra(s, seat, direction):
            offer(out, Lay.REINFORCEMENT, edge)


@rule
def direction_of(node: int, edge: int) -> int:
    """§1.2 Where an edge of a node leads."""
    direction = 0
    while EDGE[node, direction] != edge:
        direction += 1
    return direction


@rules.then(Step.LAY)
def lay(s: TurningPoints, seat: int, what: int, edge: int) -> None:
    """§4.3 One token more, or the card lies."""
    if what == Lay.DONE:
        organize(s, seat)
        return
    direction = direction_of(s.pawn[seat], edge)
    if what == Lay.REINFORCEMENT:
        s.plan_extra[seat, direction] += 1
    else:
        s.plan_link[seat, direction] = CAUSE if what == Lay.CAUSE else HINDRANCE
    ask(s, seat, Step.LAY)


# The card lies


@rule
def organize(s: TurningPoints, seat: int) -> None:
    """§3.4 The planned card lies on the player's node, and everyone sees it."""
    card, node = planned(s, seat), s.pawn[seat]
    s.left -= 1
    s.event[node], s.organizer[node], s.side[node] = card + 1, seat + 1, s.plan_side[seat]
    tell(s, Event.ORGANIZED, seat, card, node, s.side[node])
    if card < CARDS:
        give_up(s, seat, card)
        print_event(s, node, card)
    else:
        s.flexible[seat] &= ~(1 << (card - CARDS))
        set_event(s, node, s.plan_yes[seat], s.plan_no[seat], flexible_worth(card))
    lay_links(s, seat, node)
    clear_plan(s, seat)
    do(s, Step.GO_ON)


@rule
def flexible_worth(card: int) -> int:
    """§1.5 Attacking has a red hexagon and Supporting a green one, both without orbit."""
    if card == LOGISTIC:
        return 0
    return -1 if card == ATTACKING else 1


@rule
def print_event(s: TurningPoints, node: int, card: int) -> None:
    """§1.4 What is printed on a card."""
    set_event(s, node, YES_ARC[s.seats, card], NO_ARC[s.seats, card], worth_of(s, card))


@rule
def set_event(s: TurningPoints, node: int, yes: int, no: int, worth: int) -> None:
    """§1.3 Who scores how much."""
    s.yes_arc[node], s.no_arc[node], s.worth[node] = yes, no, worth
    if worth != 0:
        tell(s, Event.ARCS_SET, node, yes, no, worth)


@rule
def lay_links(s: TurningPoints, seat: int, node: int) -> None:
    """§3.4 The links that lie on edges of the map, with the reinforcement of a Logistic event."""
    for direction in range(DIRECTIONS):
        kind, other = s.plan_link[seat, direction], NEIGHBOUR[node, direction]
        if kind != NO_LINK and is_on_map(s, other):
            edge = EDGE[node, direction]
            set_link(s, node, direction, kind)
            s.extra[edge] += s.plan_extra[seat, direction]
            tell(s, Event.LINKED, kind, other, int(other > node), strength_of(s, edge))


@rule
def clear_plan(s: TurningPoints, seat: int) -> None:
    """§3.4 Nothing is planned any more."""
    s.plan_card[seat] = s.plan_yes[seat] = s.plan_no[seat] = s.plan_side[seat] = 0
    for direction in range(DIRECTIONS):
        s.plan_link[seat, direction] = s.plan_extra[seat, direction] = 0
