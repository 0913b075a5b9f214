"""Treasury, chapter 11: what is seen and can be known, and the laws that hold whatever happens. Sections are in rulebook.md."""

from __future__ import annotations

from moot.engine import Row, pick, rule
from moot.games.treasury.components import (
    ABILITIES,
    ABILITY,
    AGE,
    AGE_SIZE,
    BARBARIAN,
    BARBARIANS,
    CARDS,
    DEMAND,
    FIRST_AGE,
    ICONS,
    IS_BESIDES,
    IS_LABOUR,
    PROVIDED,
    PROVIDES,
    SEATS,
)
from moot.games.treasury.piles import (
    knows,
    power,
)
from moot.games.treasury.rules import (
    BACK,
    SLOTS,
    Beneath,
    Treasury,
    rules,
)

HALF = CARDS // 2  # of the cards: a set of them fits a number


# Who sees what


@rules.view
def show_what_was_seen(v: Treasury, s: Treasury, seat: int) -> None:
    """§11 A hidden card is shown to those who have seen it where it lies."""
    show_row(v.event, s.event, s.event_tag, s.population, seat)
    for age in range(s.ages):
        show_row(v.deck[age], s.deck[age], s.deck_tag[age], s.deck_size[age], seat)
    for other in range(s.seats):
        if other != seat:
            show_row(v.hand[other], s.hand[other], s.hand_tag[other], s.hand_size[other], seat)
            show_row(v.under[other], s.under[other], s.under_tag[other], s.unders[other], seat)
            show_row(v.startup[other], s.startup[other], s.startup_tag[other], SLOTS, seat)


@rule
def show_row(seen: Row, cards: Row, tags: Row, size: int, seat: int) -> None:
    """§11 Card by card."""
    for i in range(size):
        if knows(tags[i], seat):
            seen[i] = cards[i]


# Guesses


@rules.guess
def redeal(g: Treasury, seat: int) -> None:
    """§11 What a seat cannot see is any card that it sees nowhere else, with the back that all see."""
    first, second = seen_cards(g, 0), seen_cards(g, 1)
    first, second = deal_row(g, g.event, g.event_tag, g.population, first, second)
    for age in range(g.ages):
        first, second = deal_row(g, g.deck[age], g.deck_tag[age], g.deck_size[age], first, second)
    for other in range(g.seats):
        if other != seat:
            first, second = deal_row(g, g.hand[other], g.hand_tag[other], g.hand_size[other], first, second)
            first, second = deal_row(g, g.under[other], g.under_tag[other], g.unders[other], first, second)
            first, second = deal_row(g, g.startup[other], g.startup_tag[other], SLOTS, first, second)
    fill_box(g, first, second)


@rule
def deal_row(g: Treasury, cards: Row, tags: Row, size: int, first: int, second: int) -> tuple[int, int]:
    """§11 Every hidden card of a row becomes one that its back allows; the cards seen or dealt so far, in two sets."""
    for i in range(size):
        if tags[i] > 0 and cards[i] == 0:
            card = any_unseen(g, (tags[i] & BACK) - 1, first, second)
            cards[i] = card
            first |= in_half(0, card)
            second |= in_half(1, card)
    return first, second


@rule
def first_of(age: int) -> int:
    """§1.3 The lowest card of an age."""
    return 1 if age == 0 else FIRST_AGE + (age - 1) * AGE_SIZE + 1


@rule
def is_seen(card: int, first: int, second: int) -> bool:
    """§11 Whether a card is in one of the two sets."""
    return (first & in_half(0, card)) | (second & in_half(1, card)) != 0


@rule
def any_unseen(g: Treasury, age: int, first: int, second: int) -> int:
    """§11 A card of an age that is in neither set, each as likely."""
    found, number = 0, 0
    for card in range(first_of(age), first_of(age + 1)):
        if not is_seen(card, first, second):
            number += 1
            if pick(g, number) == 0:
                found = card
    return found


@rule
def fill_box(g: Treasury, first: int, second: int) -> None:
    """§1.3 The rest of age [] is in the box, in no order."""
    at = 0
    for card in range(1, FIRST_AGE + 1):
        if not is_seen(card, first, second) and at < g.box_size:
            g.box[at] = card
            at += 1


# Sets of cards, in two halves


@rule
def in_half(half: int, card: int) -> int:
    """§1.3 A card as a member of the first or the second half of all cards, as a set."""
    return 1 << (card - 1 - half * HALF) if card > 0 and (card - 1) // HALF == half else 0


@rule
def bits_of(cards: Row, size: int, half: int) -> int:
    """§1.3 The cards of one half that are in a row."""
    bits = 0
    for i in range(size):
        bits |= in_half(half, cards[i])
    return bits


@rule
def seen_cards(s: Treasury, half: int) -> int:
    """§1.3 The cards of one half that lie anywhere but in the box; in a view, those that are seen."""
    bits = bits_of(s.event, s.population, half) | bits_of(s.resolving, s.nested, half)
    bits |= bits_of(s.demand, s.demand_size, half) | bits_of(s.discard, s.discards, half)
    for age in range(s.ages):
        bits |= bits_of(s.deck[age], s.deck_size[age], half)
    for seat in range(s.seats):
        bits |= bits_of(s.hand[seat], s.hand_size[seat], half) | bits_of(s.under[seat], s.unders[seat], half)
        bits |= bits_of(s.startup[seat], SLOTS, half) | bits_of(s.opened[seat], SLOTS, half)
    return bits


@rule
def cards_on_table(s: Treasury) -> int:
    """§1.3 How many places hold a card."""
    number = s.population + s.nested + s.demand_size + s.discards + s.box_size
    for age in range(s.ages):
        number += s.deck_size[age]
    for seat in range(s.seats):
        number += s.hand_size[seat] + s.unders[seat] + s.businesses[seat]
    return number


@rule
def cards_in_half(s: Treasury, half: int) -> int:
    """§1.3 The cards of one half that are played with: all of the ages that were chosen."""
    bits = 0
    for card in range(1, FIRST_AGE + (s.ages - 1) * AGE_SIZE + 1):
        bits |= in_half(half, card)
    return bits


# Laws


@rules.law("every card is in exactly one place")
def cards_are_kept(s: Treasury) -> bool:
    """§1.3 As many places as cards, and every card in one of them."""
    if s.rounds == 0:
        return True
    number = FIRST_AGE + (s.ages - 1) * AGE_SIZE
    first = seen_cards(s, 0) | bits_of(s.box, s.box_size, 0)
    second = seen_cards(s, 1) | bits_of(s.box, s.box_size, 1)
    return cards_on_table(s) == number and first == cards_in_half(s, 0) and second == cards_in_half(s, 1)


@rules.law("gold is never negative")
def gold_is_kept(s: Treasury) -> bool:
    """§5.1 Neither a player's nor the treasury's."""
    for seat in range(s.seats):
        if s.gold[seat] < 0:
            return False
    return s.treasury >= 0


@rules.law("population changes by births and losses alone, and not below the number of players")
def population_is_kept(s: Treasury) -> bool:
    """§4.1 §4.4 An ordinary seed leaves it as it was."""
    if s.rounds == 0 or s.last == 2:
        return True
    return s.population == s.seats + s.births - s.losses and s.population >= s.seats and s.currents <= s.population


@rules.law("all players have equal turns when a round ends")
def turns_are_equal(s: Treasury) -> bool:
    """§2.3 Within a round those who have played are one turn ahead."""
    for k in range(1, s.seats):
        before, after = (s.starter + k - 1) % s.seats, (s.starter + k) % s.seats
        if not 0 <= s.turns[before] - s.turns[after] <= 1:
            return False
    return s.turns[s.starter] - s.turns[(s.starter + s.seats - 1) % s.seats] <= 1


@rules.law("a tag tells the age of the card")
def tags_are_true(s: Treasury) -> bool:
    """§11 Everyone sees the backs."""
    true = are_true(s.event, s.event_tag, s.population)
    for age in range(s.ages):
        true &= are_true(s.deck[age], s.deck_tag[age], s.deck_size[age])
    for seat in range(s.seats):
        true &= are_true(s.hand[seat], s.hand_tag[seat], s.hand_size[seat])
        true &= are_true(s.under[seat], s.under_tag[seat], s.unders[seat])
        true &= are_true(s.startup[seat], s.startup_tag[seat], SLOTS)
    return true


@rule
def are_true(cards: Row, tags: Row, size: int) -> bool:
    """§11 No tag without a card, and the right age on it."""
    true = True
    for i in range(size):
        if cards[i] > 0 or tags[i] > 0:
            true &= (tags[i] & BACK) == AGE[cards[i]] + 1 and cards[i] > 0
    return true


@rules.law("what is counted is what lies there")
def counts_are_true(s: Treasury) -> bool:
    """§2.6 §8.1 Demand by icon, businesses, icons and abilities by player, cards beneath."""
    true = is_demand_counted(s)
    for seat in range(SEATS):
        true &= are_businesses_counted(s, seat) and are_abilities_counted(s, seat)
        for ability in range(ABILITIES):
            true &= power(s, seat, ability) == copies(s, seat, ability)
        for icon in range(ICONS):
            true &= s.provided[seat, icon] == icons(s, seat, icon)
    return true


@rule
def is_demand_counted(s: Treasury) -> bool:
    """§2.6 How often each icon is demanded, and barbarians."""
    total, barbarians = 0, 0
    for i in range(s.demand_size):
        barbarians += BARBARIANS[s.demand[i]]
    for icon in range(ICONS):
        number = 0
        for i in range(s.demand_size):
            number += DEMAND[s.demand[i]] == icon
        if number != s.demanded[icon]:
            return False
        total += number
    return total == s.demand_size and barbarians == s.demanded[BARBARIAN]


@rule
def are_abilities_counted(s: Treasury, seat: int) -> bool:
    """§8.4 §8.5 How many businesses work as an action, and how many besides."""
    labour, besides = 0, 0
    for slot in range(SLOTS):
        labour += IS_LABOUR[s.opened[seat, slot]]
        besides += IS_BESIDES[s.opened[seat, slot]]
    return s.labour[seat] == labour and s.besides[seat] == besides


@rule
def copies(s: Treasury, seat: int, ability: int) -> int:
    """§8.1 Opened businesses with an ability."""
    number = 0
    for slot in range(SLOTS):
        number += s.opened[seat, slot] > 0 and ABILITY[s.opened[seat, slot]] == ability
    return number


@rule
def icons(s: Treasury, seat: int, icon: int) -> int:
    """§8.1 How often opened businesses provide an icon."""
    number = 0
    for slot in range(SLOTS):
        for i in range(PROVIDED[s.opened[seat, slot]]):
            number += PROVIDES[s.opened[seat, slot], i] == icon
    return number


@rule
def are_businesses_counted(s: Treasury, seat: int) -> bool:
    """§2.4 §2.6 Businesses, and what lies beneath them; only opened ones have contracts, only startups development cards."""
    number = 0
    for slot in range(SLOTS):
        is_open, hidden = s.opened[seat, slot] > 0, s.startup_tag[seat, slot] > 0
        number += is_open or hidden
        developed, contracted = beneath(s, seat, slot, Beneath.DEVELOPMENT), beneath(s, seat, slot, Beneath.CONTRACT)
        if (is_open and hidden) or s.developed[seat, slot] != developed or s.contracted[seat, slot] != contracted:
            return False
        if contracted > 0 and not is_open:
            return False
        if slot >= s.reach[seat] and (is_open or hidden):
            return False
    return number == s.businesses[seat]


@rule
def beneath(s: Treasury, seat: int, slot: int, purpose: int) -> int:
    """§2.4 §2.6 How many cards lie beneath a business for this."""
    number = 0
    for i in range(s.unders[seat]):
        number += s.under_at[seat, i] == slot * 4 + purpose
    return number
