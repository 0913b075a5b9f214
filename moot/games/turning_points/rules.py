"""Turning Points, chapters 1, 2 and 3.1, and the order of turns. What players do is in turn.py and organize.py, how events turn
out in realize.py, who sees what in secrets.py; sections are those of rulebook.md.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    SECRET,
    Rules,
    State,
    do,
    find,
    i8,
    i16,
    is_in,
    one_of,
    option,
    pick,
    remove_at,
    rule,
    shuffle,
    tell,
    whisper,
)
from moot.games.turning_points.components import (
    CARDS,
    CENTRE,
    DIRECTIONS,
    EDGE,
    EDGES,
    FEWEST_COLOURS,
    FLEXIBLE,
    FLEXIBLE_PATTERN,
    LINKS,
    NEIGHBOUR,
    NO_ARC,
    NODES,
    NODES_IN,
    ORIGINAL,
    PATTERN,
    RINGS,
    SEATS,
    SIGN,
    YES_ARC,
)

MOST_HAND = 6


class First(IntEnum):
    """§5.9 How the first player of the next round is found."""

    LOT = 0
    CLOCKWISE = 1


class Numbers(IntEnum):
    """§7.3 Which numbers hold where an option is 0: those of today, or those of the first design."""

    TUNED = 0
    FIRST = 1


class TurningPoints(State):
    """§8 The position, and who sees what."""

    seats = option(4, 2, SEATS, "How many players.")
    rings = option(2, 1, RINGS, "Rings of hexagons round the centre: 7, 19 or 37 nodes.")
    actions = option(0, 0, 6, "Steps to spend in a turn; 0: 3, with three rings 4.")
    open_events = option(0, 0, 4, "Own events that may be unrealized at a time; 0: 2, with one ring 1.")
    pace = option(0, 0, 3, "Nodes realized after a round; 0: 1, with three rings 2.")
    closing = option(
        0,
        0,
        12,
        "A round that begins with at most so many unrealized nodes is the last; "
        "0: as many as players, with one ring 2, with three rings 6.",
    )
    numbers = one_of(
        Numbers.TUNED,
        "What 0 stands for in open_events and closing: what is said there, or the first design (section 7.3).",
    )
    opening = option(1, 0, 3, "Rounds at the beginning in which nobody organizes.")
    first_player = one_of(First.LOT, "Who is first in the next round: drawn by lot, or the next player clockwise.")
    hand = option(4, 1, MOST_HAND, "Cards to draw up to, beside the flexible ones.")
    exchanges = option(1, 0, 3, "Cards that may be exchanged in a turn.")
    cards_per_node = option(2, 1, 2, "The deck is doubled until it has at least so many cards for each node.")
    most_tokens = option(4, 0, 6, "Tokens of one player on one event, beside the organizer's.")
    link_strength = option(2, 1, 3, "The strength of a link without reinforcement.")
    most_reinforcement = option(2, 0, 3, "Reinforcement on one edge, that of Logistic events too.")
    most_strength = option(4, 3, 6, "The most strength of a link with its reinforcement.")
    logistic_strength = option(8, 6, 12, "The most strength of all links of a Logistic event together.")
    green_orbits = option(1, 0, 2, "Yellow orbits on green cards: points gained beyond the first.")
    red_orbits = option(0, 0, 2, "Yellow orbits on red cards: points lost beyond the first.")

    nodes = i8()
    colours = i8()
    rounds = i8()
    first = i8()  # the first player of the round
    opener = i8()  # §2.3 the first player of the first round
    turns = i8()  # how many players have begun their turn in this round
    active = i8()  # whose turn it is
    left = i8()  # ✓ left in this turn
    exchanged = i8()  # cards exchanged in this turn
    present = i8()  # the lowest-numbered unrealized node: all before it are realized
    due = i8()  # nodes still to be realized in this round
    leaving = i8()  # how many players have been looked at when a realized node is left

    # What lies on each node.
    event = i8(NODES)  # the card + 1
    organizer = i8(NODES)  # the seat + 1; 0 for the original event
    side = i8(NODES)  # where the organizer's token lies
    yes_arc = i8(NODES)  # the colour + 1 under ✓
    no_arc = i8(NODES)  # the colour + 1 under ×
    worth = i8(NODES)  # points gained, or lost if negative
    fate = i8(NODES)  # 1 occurred, -1 did not; 0 unrealized, or realized without an event
    pros = i8(NODES, SEATS)  # tokens near ✓ of each player
    cons = i8(NODES, SEATS)  # tokens near ×

    # What lies on each edge.
    forward = i8(EDGES)  # the link of the earlier event
    back = i8(EDGES)  # the link of the later event
    extra = i8(EDGES)  # reinforcement

    pawn = i8(SEATS)
    points = i16(SEATS)
    foreseen = i8(SEATS)  # own events that ended on the side of the own token
    flexible = i8(SEATS)  # which flexible cards are still held: a bit for each
    hand_size = i8(SEATS)
    hand_card = i8(SEATS, MOST_HAND, seen_by=OWNER)  # cards + 1
    deck = i8(CARDS, seen_by=SECRET)  # its top last
    deck_size = i8()

    # What a player is about to organize; others see it when it is done.
    plan_card = i8(SEATS, seen_by=OWNER)  # the card + 1
    plan_yes = i8(SEATS, seen_by=OWNER)
    plan_no = i8(SEATS, seen_by=OWNER)
    plan_side = i8(SEATS, seen_by=OWNER)
    plan_link = i8(SEATS, DIRECTIONS, seen_by=OWNER)
    plan_extra = i8(SEATS, DIRECTIONS, seen_by=OWNER)


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    DEAL = auto()
    ROUND = auto()
    TURN = auto()
    GO_ON = auto()
    REALIZE = auto()
    LEAVE = auto()
    SETTLE = auto()
    NEXT = auto()
    ACT = auto()
    ARCS = auto()
    ROTATE = auto()
    LAY = auto()
    LEAVE_TO = auto()


class Act(IntEnum):
    """What a ✓ is spent on."""

    MOVE = 0
    ORGANIZE = 1
    INFLUENCE_YES = 2
    INFLUENCE_NO = 3
    REINFORCE = 4
    EXCHANGE = 5
    STOP = 6


class Lay(IntEnum):
    """What is laid round a Logistic event."""

    CAUSE = 0
    HINDRANCE = 1
    REINFORCEMENT = 2
    DONE = 3


class Event(IntEnum):
    """What is told."""

    BEGAN = auto()
    ROUND_BEGAN = auto()
    LAST_ROUND = auto()
    DREW = auto()
    DREW_CARD = auto()
    MOVED = auto()
    ORGANIZED = auto()
    ARCS_SET = auto()
    LINKED = auto()
    INFLUENCED = auto()
    REINFORCED = auto()
    EXCHANGED = auto()
    STOPPED = auto()
    REALIZING = auto()
    OVERRIDDEN = auto()
    LINK_COUNTS = auto()
    LINK_IDLE = auto()
    TOKENS_COUNT = auto()
    TOTAL = auto()
    TOKEN_DECIDES = auto()
    NEUTRAL_DECIDES = auto()
    OCCURRED = auto()
    FAILED = auto()
    NOTHING_THERE = auto()
    GAINED = auto()
    LOST = auto()
    NEUTRAL_SCORES = auto()
    NOBODY_SCORES = auto()
    FORESAW = auto()
    LEFT = auto()
    STAYED = auto()
    STAYS_ON_EDGE = auto()
    FINAL_POINTS = auto()


class Ending(IntEnum):
    """How it ends."""

    ALL_REALIZED = auto()


rules = Rules(Step)


# 1 The map


@rule
def is_on_map(s: TurningPoints, node: int) -> bool:
    """§1.2 Whether there is such a node; a small map has the first numbers."""
    return 0 <= node < s.nodes


@rule
def is_realized(s: TurningPoints, node: int) -> bool:
    """§5.1 Nodes are realized in the order of their numbers."""
    return node < s.present


@rule
def has_event(s: TurningPoints, node: int) -> bool:
    """§3.4 Whether an event lies there."""
    return s.event[node] > 0


@rule
def is_open_event(s: TurningPoints, node: int) -> bool:
    """§3.5 An event that has still to be realized."""
    return not is_realized(s, node) and has_event(s, node)


@rule
def set_link(s: TurningPoints, node: int, direction: int, kind: int) -> None:
    """§1.3 A link of the event on a node: back if the other end is earlier, forward if it is later."""
    if NEIGHBOUR[node, direction] < node:
        s.back[EDGE[node, direction]] = kind
    else:
        s.forward[EDGE[node, direction]] = kind


@rule
def pattern_of(s: TurningPoints, card: int) -> int:
    """§1.4 §1.5 The link pattern of a card."""
    return PATTERN[s.seats, card] if card < CARDS else FLEXIBLE_PATTERN[card - CARDS]


@rule
def link_on(pattern: int, rotation: int, direction: int) -> int:
    """§3.4 The link that faces a direction when a card is turned by so many sides."""
    return LINKS[pattern, (direction + DIRECTIONS - rotation) % DIRECTIONS]


# §7.2 What the map says where an option does not


@rule
def actions_of(s: TurningPoints) -> int:
    """§3.2 How many ✓ a turn has."""
    if s.actions > 0:
        return s.actions
    return 4 if s.rings == 3 else 3


@rule
def open_limit(s: TurningPoints) -> int:
    """§3.4 §7.3 How many own events may be unrealized at a time."""
    if s.open_events > 0:
        return s.open_events
    if s.numbers == Numbers.FIRST:
        return 2 if s.rings == 3 else 1
    return 1 if s.rings == 1 else 2


@rule
def pace_of(s: TurningPoints) -> int:
    """§5.1 How many nodes are realized after a round."""
    if s.pace > 0:
        return s.pace
    return 2 if s.rings == 3 else 1


@rule
def closing_of(s: TurningPoints) -> int:
    """§6.1 §7.3 With how many unrealized nodes the last round begins."""
    if s.closing > 0:
        return s.closing
    if s.rings == 3:
        return 6
    if s.numbers == Numbers.FIRST:
        return 1 + (s.nodes - 1) % s.seats
    return 2 if s.rings == 1 else s.seats


# 2 Setting up


@rules.turn_order
def turn_order(s: TurningPoints, seat: int) -> int:
    """§2.3 §3.1 The order of the first round, in seat order from the first player on."""
    return (seat - s.opener + s.seats) % s.seats


@rules.setup
def lay_out(s: TurningPoints) -> None:
    """§2.1 §2.3 The original event with its neutral token on the centre, where all pawns stand; and the first player."""
    s.nodes = NODES_IN[s.rings]
    s.colours = max(s.seats, FEWEST_COLOURS)
    s.event[CENTRE] = ORIGINAL + 1
    s.side[CENTRE] = pick(s, 2)
    s.opener = s.first = pick(s, s.seats)
    make_deck(s)
    do(s, Step.DEAL, Step.ROUND)


@rule
def deck_for(s: TurningPoints) -> int:
    """§1.4 How many cards the deck has: doubled until there are two for each node."""
    size = s.colours * (2 * (s.colours - 1) + 4)
    while size < s.cards_per_node * s.nodes:
        size *= 2
    return size


@rule
def make_deck(s: TurningPoints) -> None:
    """§1.4 All cards, shuffled."""
    s.deck_size = deck_for(s)
    for card in range(s.deck_size):
        s.deck[card] = card
    shuffle(s, s.deck, s.deck_size)


@rules.step(Step.DEAL)
def deal(s: TurningPoints) -> None:
    """§2.2 Everyone has the flexible cards, and draws."""
    tell(s, Event.BEGAN, s.first, s.side[CENTRE])
    for seat in range(s.seats):
        s.flexible[seat] = (1 << FLEXIBLE) - 1
        draw_up(s, seat)


# 3 The round


@rules.step(Step.ROUND)
def begin_round(s: TurningPoints) -> None:
    """§3.1 Everyone has a turn; then nodes are realized, in the last round (§6.1) all that are left."""
    s.rounds += 1
    s.turns = 0
    unrealized = s.nodes - s.present
    s.due = min(pace_of(s), unrealized)
    tell(s, Event.ROUND_BEGAN, s.rounds, s.first)
    if unrealized <= closing_of(s):
        s.due = unrealized
        tell(s, Event.LAST_ROUND, unrealized)
    do(s, Step.TURN)


@rules.step(Step.TURN)
def begin_turn(s: TurningPoints) -> None:
    """§3.1 The next player draws up and has ✓ to spend; after the last player the round ends."""
    if s.turns == s.seats:
        do(s, Step.REALIZE)
        return
    s.active = (s.first + s.turns) % s.seats
    s.turns += 1
    s.left = actions_of(s)
    s.exchanged = 0
    draw_up(s, s.active)
    do(s, Step.GO_ON)


@rule
def draw_up(s: TurningPoints, seat: int) -> None:
    """§3.1 Draw until the hand is full or the deck is empty."""
    number = min(s.hand - s.hand_size[seat], s.deck_size)
    if number > 0:
        tell(s, Event.DREW, seat, number)
    for _ in range(number):
        draw_card(s, seat)


@rule
def draw_card(s: TurningPoints, seat: int) -> None:
    """§8 The top of the deck, which the drawer alone sees."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    s.hand_card[seat, s.hand_size[seat]] = card + 1
    s.hand_size[seat] += 1
    tell_card(s, seat, card)


@rule
def worth_of(s: TurningPoints, card: int) -> int:
    """§1.4 A point, and one more for each orbit; gained with a green hexagon, lost with a red one."""
    return 1 + s.green_orbits if SIGN[s.seats, card] > 0 else -1 - s.red_orbits


@rule
def tell_card(s: TurningPoints, seat: int, card: int) -> None:
    """§8 A card, to the player who holds it."""
    yes, no = YES_ARC[s.seats, card], NO_ARC[s.seats, card]
    whisper(s, seat, Event.DREW_CARD, card, yes, no, worth_of(s, card), PATTERN[s.seats, card])


@rule
def holds(s: TurningPoints, seat: int, card: int) -> int:
    """§1.5 Whether a flexible card is still held."""
    return is_in(s.flexible[seat], card - CARDS)


@rule
def give_up(s: TurningPoints, seat: int, card: int) -> None:
    """§3.4 §3.7 A card leaves the hand."""
    remove_at(s.hand_card[seat], s.hand_size[seat], find(s.hand_card[seat], s.hand_size[seat], card + 1))
    s.hand_size[seat] -= 1
