"""Polycrisis, chapter 6: what a seat cannot see, as it might be; and the laws that hold whatever happens."""

from __future__ import annotations

from moot.engine import NOBODY, draw_any, is_in, pick, rule
from polycrisis_1_8e3db885635bae90.activate import begin_activate
from polycrisis_1_8e3db885635bae90.components import ALL_PROBLEMS, CARDS, JOKER, KIND_OF, PILE_CARDS
from polycrisis_1_8e3db885635bae90.engage import draw_next, is_class_suit, take_card
from polycrisis_1_8e3db885635bae90.rules import Phase, Polycrisis, rules

HALF = CARDS // 2  # of the cards: a set of them fits a number


@rules.guess
def redeal(g: Polycrisis, seat: int) -> None:
    """§6 Hidden cards are dealt anew, and the others go back to where a blind phase began."""
    mark_seen(g, seat)
    gather_piles(g)
    deal_hands(g, seat)
    for card in range(CARDS):
        g.seen[card] = 0
    if g.phase == Phase.ENGAGE and seat != NOBODY:
        hand_out_missing(g, seat)
    if g.phase != Phase.OPEN:
        put_back(g, seat)


@rule
def mark_seen(g: Polycrisis, seat: int) -> None:
    """§6 The discard piles are open; a seat knows its own cards."""
    for pile in range(4):
        for place in range(g.discards[pile]):
            g.seen[g.discard[pile, place]] = 1
    if seat != NOBODY:
        for place in range(g.cards[seat]):
            g.seen[g.hand[seat, place]] = 1
        for place in range(g.draws[seat]):
            g.seen[g.drawn[seat, place]] = 1


@rule
def home(g: Polycrisis, card: int) -> int:
    """§3.2.7 The pile a card belongs to; a joker belongs where it last stood for a suit."""
    return g.joker_pile[card // PILE_CARDS] if KIND_OF[card] == JOKER else card // PILE_CARDS


@rule
def gather_piles(g: Polycrisis) -> None:
    """§3.1.3 Unseen cards of the present filling of a pile may be anywhere in it, or in hands it was drawn into."""
    for card in range(CARDS):
        pile = home(g, card)
        if not g.seen[card] and g.generation[card] == g.refills[pile]:
            g.pile[pile, g.pile_size[pile]] = card
            g.pile_size[pile] += 1


@rule
def deal_hands(g: Polycrisis, seat: int) -> None:
    """§6 Every hidden card of a hand is one that its back allows."""
    for other in range(g.seats):
        for place in range(g.cards[other]):
            if other != seat:
                g.hand[other, place] = any_card_of(g, g.back[other, place] % 4, g.back[other, place] // 4)


@rule
def any_card_of(g: Polycrisis, pile: int, generation: int) -> int:
    """§3.1.3 A card drawn since the last refill comes from the pile as it is; one drawn before can only be in a hand."""
    if generation == g.refills[pile]:
        g.pile_size[pile] -= 1
        return draw_any(g, g.pile[pile], g.pile_size[pile] + 1)
    return any_old_card(g, pile, generation)


@rule
def is_old_card(g: Polycrisis, card: int, pile: int, generation: int) -> bool:
    """§3.1.3 An unseen card of an earlier filling."""
    return not g.seen[card] and g.generation[card] == generation and home(g, card) == pile


@rule
def any_old_card(g: Polycrisis, pile: int, generation: int) -> int:
    """§3.1.3 One of them, each as likely."""
    found, count = 0, 0
    for card in range(CARDS):
        if is_old_card(g, card, pile, generation):
            count += 1
            if pick(g, count) == 0:
                found = card
    g.seen[found] = 1
    return found


@rule
def drew(g: Polycrisis, seat: int, card: int) -> bool:
    """§3.1.2 Whether the seat drew this card in this phase."""
    for place in range(g.draws[seat]):
        if g.drawn[seat, place] == card:
            return True
    return False


@rule
def drew_from_refill(g: Polycrisis, seat: int, pile: int) -> bool:
    """§3.1.3 The seat holds a card that lay in the discard pile: the others must have emptied the pile before."""
    for place in range(g.discards[pile]):
        if drew(g, seat, g.discard[pile, place]):
            return True
    return False


@rule
def refill(g: Polycrisis, seat: int, pile: int) -> None:
    """§3.1.3 The discard pile joins the pile, less what the seat drew of it."""
    g.refilled[pile] = 1
    for place in range(g.discards[pile]):
        if not drew(g, seat, g.discard[pile, place]):
            g.pile[pile, g.pile_size[pile]] = g.discard[pile, place]
            g.pile_size[pile] += 1


@rule
def hand_out_missing(g: Polycrisis, seat: int) -> None:
    """§3.1.3 What a seat knows to be gone from the piles, the others have drawn."""
    gone = 0
    for pile in range(4):
        if is_in(g.found_empty[seat], pile):
            refill(g, seat, pile)
        if is_in(g.found_empty[seat], pile) or drew_from_refill(g, seat, pile):
            gone |= 1 << pile
    for other in range(g.seats):
        if gone and other != seat:
            take_missing(g, other, gone)
    for pile in range(4):
        if is_in(gone, pile) and not is_in(g.found_empty[seat], pile):
            refill(g, seat, pile)


@rule
def take_missing(g: Polycrisis, other: int, gone: int) -> None:
    """§3.1.2 A first draw from any pile, rather one that is not of the class; whoever is done has drawn a second."""
    done = g.asking[other] == 0
    for draw in range(1 + int(done)):
        chosen, best = -1, 0
        for pile in range(4):
            own = is_class_suit(g, other, pile)
            wish = 2 * g.pile_size[pile] + 100 * int(own == (draw == 1))
            if is_in(gone, pile) and g.pile_size[pile] > 0 and (own or draw == 0) and wish > best:
                chosen, best = pile, wish
        if chosen >= 0:
            g.pile_size[chosen] -= 1
            take_card(g, other, chosen, g.pile[chosen, g.pile_size[chosen]])


@rule
def put_back(g: Polycrisis, seat: int) -> None:
    """§3 What the others do in a blind phase is not seen: they might be at its beginning."""
    for other in range(g.seats):
        if other != seat:
            g.asking[other] = 0
            if g.phase == Phase.ENGAGE:
                draw_next(g, other)
            else:
                begin_activate(g, other)


@rules.law("each of the 108 cards is in one place")
def cards_are_conserved(s: Polycrisis) -> bool:
    """§1.3 108 places with a card, and among them every card."""
    return cards_on_table(s) == CARDS and cards_present(s, 0) & cards_present(s, 1) == (1 << HALF) - 1


@rule
def cards_on_table(s: Polycrisis) -> int:
    """§1.3 In a pile, a discard pile, a hand, or just drawn."""
    number = 0
    for pile in range(4):
        number += s.pile_size[pile] + (0 if s.refilled[pile] else s.discards[pile])
    for seat in range(s.seats):
        number += s.cards[seat] + s.draws[seat]
    return number


@rule
def in_half(half: int, card: int) -> int:
    """§1.3 A card as a member of the first or the second half of all cards, as a set."""
    return 1 << (card - half * HALF) if card // HALF == half else 0


@rule
def cards_present(s: Polycrisis, half: int) -> int:
    """§1.3 The cards of one half that are somewhere on the table, as a set."""
    present = 0
    for pile in range(4):
        for place in range(s.pile_size[pile]):
            present |= in_half(half, s.pile[pile, place])
        for place in range(0 if s.refilled[pile] else s.discards[pile]):
            present |= in_half(half, s.discard[pile, place])
    for seat in range(s.seats):
        for place in range(s.cards[seat]):
            present |= in_half(half, s.hand[seat, place])
        for place in range(s.draws[seat]):
            present |= in_half(half, s.drawn[seat, place])
    return present


@rules.law("the known filling of a pile is where its cards are")
def backs_are_true(s: Polycrisis) -> bool:
    """§3.1.5 Every card of a hand has the back of the pile it was drawn from."""
    for seat in range(s.seats):
        for place in range(s.cards[seat]):
            card = s.hand[seat, place]
            if s.back[seat, place] != home(s, card) + 4 * s.generation[card]:
                return False
    return True


@rules.law("no problem is in crisis and protected at once")
def states_are_apart(s: Polycrisis) -> bool:
    """§1.1 Stable, in crisis or protected."""
    return s.crisis & s.protected == 0 and (s.crisis | s.protected) & ~ALL_PROBLEMS == 0


@rules.law("nobody owes money and chips are not negative")
def nothing_is_owed(s: Polycrisis) -> bool:
    """§2.3 §3.2.5 Only money that is there is spent."""
    for seat in range(s.seats):
        if s.spent[seat] > s.money[seat]:
            return False
    return s.chips >= 0


@rules.law("a slot holds one project and one tech at most")
def slots_are_single(s: Polycrisis) -> bool:
    """§2.3 §3.2.1 §3.3.1 A new one is started only in a free slot; what is known is not researched."""
    for seat in range(s.seats):
        if s.project[seat] and s.new_project[seat]:
            return False
        if s.tech[seat] and (s.new_tech[seat] or is_in(s.known, s.tech[seat] - 1)):
            return False
    return True
