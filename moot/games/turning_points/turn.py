"""Turning Points, chapter 3: what ✓ are spent on. How a card is organized is in organize.py; sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, offer, rule, tell
from moot.games.turning_points.components import (
    ALL_CARDS,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    FLEXIBLE,
    LATER,
    NEIGHBOUR,
    NO_LINK,
)
from moot.games.turning_points.organize import begin_plan
from moot.games.turning_points.realize import strength_of
from moot.games.turning_points.rules import (
    Act,
    Event,
    Step,
    TurningPoints,
    draw_card,
    give_up,
    has_event,
    holds,
    is_on_map,
    is_open_event,
    is_realized,
    open_limit,
    rules,
)


@rules.step(Step.GO_ON)
def ask_for_act(s: TurningPoints) -> None:
    """§3.2 As long as there are ✓ left; then the next player's turn."""
    if s.left > 0:
        ask(s, s.active, Step.ACT)
    else:
        do(s, Step.TURN)


@rules.choice(Step.ACT, len(Act), ALL_CARDS, sealed=True, declines=[Act.STOP])
def acts(s: TurningPoints, seat: int, out: Moves) -> None:
    """§3.2 Move, organize, influence, reinforce, exchange or stop. (Under seal, for a plan is nobody else's business, §8.)"""
    offer(out, Act.STOP)
    offer_moves(s, seat, out)
    if may_organize(s, seat):
        offer_cards(s, seat, Act.ORGANIZE, out)
        for card in range(CARDS, CARDS + FLEXIBLE):
            if holds(s, seat, card):
                offer(out, Act.ORGANIZE, card)
    offer_influence(s, seat, s.pawn[seat], out)
    for direction in range(DIRECTIONS):
        offer_influence(s, seat, NEIGHBOUR[s.pawn[seat], direction], out)
    offer_edges(s, seat, out)
    if may_exchange(s):
        offer_cards(s, seat, Act.EXCHANGE, out)


@rules.then(Step.ACT)
def act(s: TurningPoints, seat: int, what: int, which: int) -> None:
    """§3.2 Each costs 1 ✓; organizing costs it when the card is laid. §3.8 Who stops loses what is left."""
    if what == Act.ORGANIZE:
        begin_plan(s, seat, which)
        return
    s.left -= 1
    if what == Act.MOVE:
        s.pawn[seat] = which
        tell(s, Event.MOVED, seat, which)
    elif what in (Act.INFLUENCE_YES, Act.INFLUENCE_NO):
        influence(s, seat, which, what)
    elif what == Act.REINFORCE:
        s.extra[which] += 1
        tell(s, Event.REINFORCED, seat, which, EARLIER[which], LATER[which], strength_of(s, which))
    elif what == Act.EXCHANGE:
        exchange(s, seat, which)
    else:
        s.left = 0
        tell(s, Event.STOPPED, seat)
    do(s, Step.GO_ON)


# 3.3 Move


@rule
def offer_moves(s: TurningPoints, seat: int, out: Moves) -> None:
    """§3.3 To neighbouring unrealized nodes."""
    for direction in range(DIRECTIONS):
        node = NEIGHBOUR[s.pawn[seat], direction]
        if is_on_map(s, node) and not is_realized(s, node):
            offer(out, Act.MOVE, node)


# 3.4 Organize


@rule
def open_events(s: TurningPoints, seat: int) -> int:
    """§3.4 How many of a player's own events are unrealized."""
    number = 0
    for node in range(s.present, s.nodes):
        number += s.organizer[node] == seat + 1
    return number


@rule
def may_organize(s: TurningPoints, seat: int) -> bool:
    """§3.4 Not in the first round; on the own node, if it is empty and few enough own events are unrealized."""
    return s.rounds > s.opening and not has_event(s, s.pawn[seat]) and open_events(s, seat) < open_limit(s)


@rule
def offer_cards(s: TurningPoints, seat: int, what: Act, out: Moves) -> None:
    """§3.4 §3.7 Each card in hand."""
    for i in range(s.hand_size[seat]):
        offer(out, what, s.hand_card[seat, i] - 1)


# 3.5 Influence


@rule
def may_influence(s: TurningPoints, seat: int, node: int) -> bool:
    """§3.5 An unrealized event on which the player has room for a token."""
    return is_open_event(s, node) and s.pros[node, seat] + s.cons[node, seat] < s.most_tokens


@rule
def offer_influence(s: TurningPoints, seat: int, node: int, out: Moves) -> None:
    """§3.5 Near ✓ or near ×."""
    if is_on_map(s, node) and may_influence(s, seat, node):
        offer(out, Act.INFLUENCE_YES, node)
        offer(out, Act.INFLUENCE_NO, node)


@rule
def influence(s: TurningPoints, seat: int, node: int, what: int) -> None:
    """§3.5 One token."""
    if what == Act.INFLUENCE_YES:
        s.pros[node, seat] += 1
    else:
        s.cons[node, seat] += 1
    tell(s, Event.INFLUENCED, seat, node, what == Act.INFLUENCE_YES)


# 3.6 Reinforce


@rule
def has_link(s: TurningPoints, edge: int) -> bool:
    """§3.6 Whether an event at either end of an edge has a link on it."""
    return s.forward[edge] != NO_LINK or s.back[edge] != NO_LINK


@rule
def may_reinforce(s: TurningPoints, edge: int) -> bool:
    """§3.6 An edge with a link, that has room for reinforcement."""
    return has_link(s, edge) and s.extra[edge] < s.most_reinforcement and strength_of(s, edge) < s.most_strength


@rule
def offer_edges(s: TurningPoints, seat: int, out: Moves) -> None:
    """§3.6 The edges of the own node."""
    node = s.pawn[seat]
    for direction in range(DIRECTIONS):
        if is_on_map(s, NEIGHBOUR[node, direction]) and may_reinforce(s, EDGE[node, direction]):
            offer(out, Act.REINFORCE, EDGE[node, direction])


# 3.7 Exchange


@rule
def may_exchange(s: TurningPoints) -> bool:
    """§3.7 Once a turn, and only while the deck has cards."""
    return s.exchanged < s.exchanges and s.deck_size > 0


@rule
def exchange(s: TurningPoints, seat: int, card: int) -> None:
    """§3.7 A card goes under the deck, and the top one is drawn."""
    s.exchanged += 1
    give_up(s, seat, card)
    tell(s, Event.EXCHANGED, seat)
    for i in range(s.deck_size, 0, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[0] = card
    s.deck_size += 1
    draw_card(s, seat)
