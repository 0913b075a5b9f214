"""Turning Points, chapter 8: what is seen and what can be guessed; and the laws that hold whatever happens."""

from __future__ import annotations

from moot.engine import NOBODY, ask, count, is_in, rule, shuffle
from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    CENTRE,
    EDGES,
    FIRST_BACK,
    FLEXIBLE,
    LATER,
    NO_LINK,
    NODES,
)
from moot.games.turning_points.organize import planned, planned_total
from moot.games.turning_points.realize import strength_of
from moot.games.turning_points.rules import (
    Step,
    TurningPoints,
    deck_for,
    has_event,
    is_realized,
    open_limit,
    rules,
)
from moot.games.turning_points.turn import has_link, open_events

UNKNOWN = -1  # what others see of a choice under seal


@rules.guess
def redeal(g: TurningPoints, seat: int) -> None:
    """§8 Hands and deck are dealt anew from the cards that the seat has not seen; plans of others are not known."""
    unseen = gather_unseen(g, seat)
    shuffle(g, g.deck, unseen)
    for other in range(g.seats):
        if other != seat:
            for i in range(g.hand_size[other]):
                unseen -= 1
                g.hand_card[other, i] = g.deck[unseen] + 1
                g.deck[unseen] = 0
        if g.asking[other] == UNKNOWN:
            ask(g, other, Step.ACT)


@rule
def gather_unseen(g: TurningPoints, seat: int) -> int:
    """§8 Makes a deck of the cards that lie neither on the map nor in the seat's own hand, and counts them."""
    for node in range(g.nodes):
        if 0 < g.event[node] <= CARDS:
            g.deck[g.event[node] - 1] = 1
    if seat != NOBODY:
        for i in range(g.hand_size[seat]):
            g.deck[g.hand_card[seat, i] - 1] = 1
    size = 0
    for card in range(deck_for(g)):
        seen = g.deck[card]
        g.deck[card] = 0
        if not seen:
            g.deck[size] = card
            size += 1
    return size


# Laws


@rules.law("each card of the deck is in one place")
def cards_are_kept(s: TurningPoints) -> bool:
    """§1.4 In the deck, in a hand or on the map."""
    number, low, high = s.deck_size, 0, 0
    for i in range(s.deck_size):
        low, high = low | low_bit(s.deck[i]), high | high_bit(s.deck[i])
    for seat in range(s.seats):
        number += s.hand_size[seat]
        for i in range(s.hand_size[seat]):
            low, high = low | low_bit(s.hand_card[seat, i] - 1), high | high_bit(s.hand_card[seat, i] - 1)
    for node in range(s.nodes):
        if 0 < s.event[node] <= CARDS:
            number += 1
            low, high = low | low_bit(s.event[node] - 1), high | high_bit(s.event[node] - 1)
    return number == deck_for(s) == count(low) + count(high)


@rule
def low_bit(card: int) -> int:
    """§1.4 A bit for each of the first half of the cards."""
    return 1 << card if card < CARDS // 2 else 0


@rule
def high_bit(card: int) -> int:
    """§1.4 A bit for each of the second half."""
    return 1 << (card - CARDS // 2) if card >= CARDS // 2 else 0


@rules.law("every player's flexible cards are in hand or on the map")
def flexible_are_kept(s: TurningPoints) -> bool:
    """§1.5 Each player has one of each."""
    kept = True
    for seat in range(s.seats):
        for kind in range(FLEXIBLE):
            played = 0
            for node in range(s.nodes):
                played += s.event[node] == ATTACKING + kind + 1 and s.organizer[node] == seat + 1
            kept &= played + is_in(s.flexible[seat], kind) == 1
    return kept


@rules.law("the past is realized, the future is not")
def time_runs(s: TurningPoints) -> bool:
    """§5.1 An event has a fate exactly if its node is realized; nothing lies beyond the map."""
    kept = s.event[CENTRE] > 0
    for node in range(NODES):
        kept &= (s.fate[node] != 0) == (is_realized(s, node) and has_event(s, node))
        kept &= node < s.nodes or not has_event(s, node)
    return kept


@rules.law("pawns stand in the present or the future")
def pawns_stand(s: TurningPoints) -> bool:
    """§5.7 But for those about to leave the node that has just been realized."""
    kept = True
    for seat in range(s.seats):
        kept &= s.pawn[seat] < s.nodes and (s.pawn[seat] >= s.present - 1)
        kept &= s.pawn[seat] >= s.present or s.asking[s.active] != Step.ACT
    return kept


@rules.law("tokens lie on unrealized events, not more than allowed")
def tokens_are_counted(s: TurningPoints) -> bool:
    """§3.5 §5.8 Those of a node that is being realized lie until it is settled."""
    kept = True
    for node in range(s.nodes):
        for seat in range(s.seats):
            number = s.pros[node, seat] + s.cons[node, seat]
            kept &= number <= s.most_tokens and s.pros[node, seat] >= 0 and s.cons[node, seat] >= 0
            kept &= number == 0 or (has_event(s, node) and node >= s.present - 1)
    return kept


@rules.law("reinforcement lies on links that lead to unrealized nodes")
def reinforcement_is_counted(s: TurningPoints) -> bool:
    """§3.6 §4.3 §5.8 Within the limits."""
    kept = True
    for edge in range(EDGES):
        if s.extra[edge] != 0:
            kept &= s.extra[edge] > 0 and has_link(s, edge) and LATER[edge] >= s.present - 1
            kept &= s.extra[edge] <= s.most_reinforcement and strength_of(s, edge) <= s.most_strength
    return kept


@rules.law("every unrealized event has a link to the past, and nobody has too many")
def events_have_links(s: TurningPoints) -> bool:
    """§3.4 But for the original event."""
    kept = True
    for node in range(s.present, s.nodes):
        if has_event(s, node) and node != CENTRE:
            links = 0
            for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
                links += s.back[edge] != NO_LINK
            kept &= links > 0 and s.organizer[node] > 0
    for seat in range(s.seats):
        kept &= open_events(s, seat) <= open_limit(s)
    return kept


@rules.law("plans are made by the active player, within the limits")
def plans_are_fair(s: TurningPoints) -> bool:
    """§3.4 §4.3 Whoever plans is being asked about it."""
    kept = True
    for seat in range(s.seats):
        asked = s.asking[seat]
        kept &= (planned(s, seat) >= 0) == (asked in (Step.ARCS, Step.ROTATE, Step.LAY))
        kept &= planned_total(s, seat) <= s.logistic_strength
    return kept
