"""Polycrisis, chapter 3.1: money, and two cards drawn blind."""

from __future__ import annotations

from moot.engine import Moves, ask, count, draw_any, is_in, offer, rule, tell, whisper
from polycrisis_1_8e3db885635bae90.components import CLASS_SUITS, ECONOMIC, KIND_OF, PROBLEMS_IN
from polycrisis_1_8e3db885635bae90.rules import Event, Phase, Polycrisis, Step, rules


@rules.step(Step.ENGAGE)
def engage(s: Polycrisis) -> None:
    """§3.1 Everyone at the same time, blind."""
    s.phase = Phase.ENGAGE
    income = 5 - count(s.crisis & PROBLEMS_IN[ECONOMIC])  # there are four: 1 is always left
    tell(s, Event.INCOME, income)
    for seat in range(s.seats):
        s.money[seat] += income  # §3.1.1
        draw_next(s, seat)


@rule
def is_on_offer(s: Polycrisis, seat: int, pile: int) -> bool:
    """§3.1.2 §3.1.3 As far as the seat can know: the first draw is from any pile, the second from one of the class's."""
    if s.draws[seat] == 1 and not is_class_suit(s, seat, pile):
        return False
    taken = 0
    for draw in range(s.draws[seat]):
        taken += s.drawn_from[seat, draw] == pile
    return s.left[pile] + s.discards[pile] > taken and not is_in(s.found_empty[seat], pile)


@rule
def is_class_suit(s: Polycrisis, seat: int, suit: int) -> bool:
    """§1.4 Whether the suit is one of the two of the seat's class."""
    role = s.role[seat] - 1
    return suit == CLASS_SUITS[role, 0] or suit == CLASS_SUITS[role, 1]


@rule
def draw_next(s: Polycrisis, seat: int) -> None:
    """§3.1.2 Two draws, while there is a pile to draw from."""
    for pile in range(4):
        if s.draws[seat] < 2 and is_on_offer(s, seat, pile):
            ask(s, seat, Step.PILE_DRAW)


@rules.choice(Step.PILE_DRAW, 4, sealed=True)
def piles(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.1.2 The piles on offer."""
    for pile in range(4):
        if is_on_offer(s, seat, pile):
            offer(out, pile)


@rules.then(Step.PILE_DRAW)
def draw(s: Polycrisis, seat: int, pile: int) -> None:
    """§3.1.2 Take a card, and look at it; a pile that the others have emptied meanwhile is seen to be so (§3.1.3)."""
    refill_if_empty(s, pile)
    if s.pile_size[pile] == 0:
        s.found_empty[seat] |= 1 << pile
        whisper(s, seat, Event.FOUND_EMPTY, pile)
    else:
        card = draw_any(s, s.pile[pile], s.pile_size[pile])
        s.pile_size[pile] -= 1
        take_card(s, seat, pile, card)
        whisper(s, seat, Event.DREW, KIND_OF[card], pile)
    draw_next(s, seat)


@rule
def take_card(s: Polycrisis, seat: int, pile: int, card: int) -> None:
    """§3.1.2 Until all have drawn, the card is kept apart."""
    s.drawn[seat, s.draws[seat]] = card
    s.drawn_from[seat, s.draws[seat]] = pile
    s.draws[seat] += 1


@rule
def refill_if_empty(s: Polycrisis, pile: int) -> None:
    """§3.1.3 The discard pile becomes the new pile. It is shown as it was until all have drawn."""
    if s.pile_size[pile] == 0 and not s.refilled[pile]:
        s.refilled[pile] = 1
        for place in range(s.discards[pile]):
            s.pile[pile, place] = s.discard[pile, place]
        s.pile_size[pile] = s.discards[pile]


@rules.step(Step.RISE)
def rise(s: Polycrisis) -> None:
    """§3.1.4 Chips are added once for the table."""
    s.chips += s.chips_per_turn
    tell(s, Event.CHIPS_RISE, s.chips_per_turn, s.chips)


@rules.step(Step.SHOW_DRAWS)
def show_draws(s: Polycrisis) -> None:
    """§3.1.5 All are done: everyone sees the suits, and what became of the piles."""
    for pile in range(4):
        show_refill(s, pile)
        s.left[pile] = s.pile_size[pile]
    for seat in range(s.seats):
        for place in range(s.draws[seat]):
            put_in_hand(s, seat, s.drawn_from[seat, place], s.drawn[seat, place])
            s.drawn_from[seat, place] = s.drawn[seat, place] = 0
        s.draws[seat] = s.found_empty[seat] = 0


@rule
def show_refill(s: Polycrisis, pile: int) -> None:
    """§3.1.3 The refill is seen by all: these cards are the pile now."""
    if s.refilled[pile] and s.discards[pile] > 0:
        s.refills[pile] += 1
        for place in range(s.discards[pile]):
            s.generation[s.discard[pile, place]] = s.refills[pile]
            s.discard[pile, place] = 0
        s.discards[pile] = 0
        tell(s, Event.PILE_REFILLED, pile)
    s.refilled[pile] = 0


@rule
def put_in_hand(s: Polycrisis, seat: int, pile: int, card: int) -> None:
    """§3.1.5 Others see only the back: the suit of the pile."""
    s.hand[seat, s.cards[seat]] = card
    s.back[seat, s.cards[seat]] = pile + 4 * s.generation[card]
    s.cards[seat] += 1
    tell(s, Event.SUIT_SHOWN, seat, pile)
