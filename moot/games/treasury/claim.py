"""Treasury, chapters 2.6 and 8.9: contracts are claimed. Sections are those of rulebook.md.

A business provides at most three icons. Different cards can be found for all of them if for every set of these icons there are as
many cards that serve one of it. So it is enough to count, for each of the seven sets, the cards that serve one of its icons. The
seven counts are bytes of one number, and the eighth byte is how many cards were counted. Cards that demand happiness are counted
apart, because Bard may use one of them for any icon.
"""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, is_in, offer, rule, table, tell
from moot.games.treasury.components import (
    ABILITY,
    ANY_CARD,
    BARBARIANS,
    DEMAND,
    EARLIER,
    FIRST_WEAPON,
    IS_MIXED,
    MOST_ICONS,
    PROVIDED,
    PROVIDES,
    WANTED,
    Ability,
    Icon,
)
from moot.games.treasury.draw import draw_at_last
from moot.games.treasury.opening import clothe
from moot.games.treasury.piles import (
    back_of,
    lay_under,
    power,
    take_demand,
)
from moot.games.treasury.rules import (
    BENEATH,
    NO_SLOT,
    SLOTS,
    Beneath,
    Event,
    Step,
    Treasury,
    rules,
)

BARD, MARKET = 1, 2  # what may stand in for an icon of the present claim
WAYS = 4  # §8.9 neither has been used, one, the other, or both
NEITHER = 1 << 0  # as a set of ways
NO_WILD = -1

# A set of icons is three bits.
_SETS = range(1, 1 << MOST_ICONS)
_BYTE = {icons: 1 << 8 * (icons - 1) for icons in _SETS}
NUMBER = 8 * len(_SETS)  # where the number of cards begins
EACH = sum(_BYTE.values())
ENOUGH = 0x80 * EACH  # a bit of each byte that no count comes up to

# What a card counts that serves a set of icons; how many cards a set and its parts need; all sets with an icon.
COUNTED = table([sum(_BYTE[of] for of in _SETS if of & icons) + (1 << NUMBER) for icons in (0, *_SETS)])
NEEDED = table([sum(of.bit_count() * _BYTE[of] for of in _SETS if of & icons == of) for icons in (0, *_SETS)])
HAVING = table([sum(0xFF * _BYTE[of] for of in _SETS if of >> icon & 1) for icon in range(MOST_ICONS)])


@rule
def serves(card: int, icon: int) -> bool:
    """§2.6 A card serves its own icon, and with barbarians any weapon."""
    return BARBARIANS[card] > 0 if icon >= FIRST_WEAPON else DEMAND[card] == icon


def _icons_served(business: int, card: int) -> int:
    return sum(1 << i for i in range(PROVIDED[business]) if serves(card, PROVIDES[business, i]))


SERVED = table([[_icons_served(business, card) for card in range(ANY_CARD)] for business in range(ANY_CARD)])


@rule
def is_happy(card: int) -> bool:
    """§8.9 Whether Bard may use a card for any icon."""
    return DEMAND[card] == Icon.HAPPINESS


@rule
def count_card(counts: tuple[int, int], business: int, card: int, change: int) -> tuple[int, int]:
    """§2.6 One card more or less that may serve a business: among those that demand happiness, or among the others."""
    happy, others = counts
    counted = change * COUNTED[SERVED[business, card]]
    return (happy + counted, others) if is_happy(card) else (happy, others + counted)


@rule
def count_for(s: Treasury, business: int) -> tuple[int, int]:
    """§2.6 The cards in the demand pile that are not chosen yet."""
    counts = 0, 0
    for i in range(s.demand_size):
        counts = count_card(counts, business, s.demand[i], 1)
    for i in range(s.claims):
        counts = count_card(counts, business, s.claim[i], -1)
    return counts


@rule
def is_market_icon(business: int, i: int) -> bool:
    """§8.9 Market's food or hides."""
    return ABILITY[business] == Ability.MARKET and PROVIDES[business, i] in (Icon.FOOD, Icon.HIDES)


@rule
def serving(counted: int, icon: int) -> int:
    """§8.9 What the counts are if each card serves one icon besides; or none, if it is NO_WILD."""
    if icon == NO_WILD:
        return counted
    return counted & ~HAVING[icon] | (counted >> NUMBER) * EACH & HAVING[icon]


@rule
def match(counts: tuple[int, int], icons: int, bard: int, market: int) -> bool:
    """§2.6 Whether the icons of a set find different cards: every part of the set has enough cards to choose from."""
    happy, others = counts
    counted = serving(serving(happy, bard) + others, market)
    return (counted + ENOUGH - NEEDED[icons]) & ENOUGH == ENOUGH


@rule
def can_fill(s: Treasury, seat: int, business: int, first: int, counts: tuple[int, int], used: int) -> bool:
    """§2.6 §8.9 Whether the icons from the first one on can be filled, with Bard and Market where they help and are not used."""
    end = PROVIDED[business]
    icons = (1 << end) - (1 << first)
    bards = power(s, seat, Ability.BARD) > 0 and used & BARD == 0
    markets = used & MARKET == 0 and first < end and is_market_icon(business, first)  # they come first on Market
    for bard in range(first if bards else NO_WILD, end if bards else 0):
        for market in range(first if markets else NO_WILD, end if markets else 0):
            if (not markets or is_market_icon(business, market)) and match(counts, icons, bard, market):
                return True
    return icons == 0


@rule
def may_have(s: Treasury, seat: int, slot: int) -> bool:
    """§2.6 An opened business without a contract, and room beneath."""
    card = s.opened[seat, slot]
    return card > 0 and s.contracted[seat, slot] == 0 and s.unders[seat] + PROVIDED[card] <= BENEATH


@rule
def is_hopeless(s: Treasury, seat: int, business: int) -> bool:
    """§2.6 A quick look: an icon that nothing demands, and nothing that could stand in."""
    if has_wilds(s, seat, business):
        return s.demand_size < PROVIDED[business]
    for i in range(PROVIDED[business]):
        if s.demanded[WANTED[business, i]] <= EARLIER[business, i]:
            return True
    return False


@rule
def has_wilds(s: Treasury, seat: int, business: int) -> bool:
    """§8.9 Whether Bard or Market can stand in."""
    return power(s, seat, Ability.BARD) > 0 or ABILITY[business] == Ability.MARKET


@rule
def is_plain(s: Treasury, seat: int, business: int) -> bool:
    """§2.6 Whether the cards that serve one icon cannot serve another: then counting them is enough."""
    return IS_MIXED[business] == 0 and not has_wilds(s, seat, business)


@rule
def can_claim(s: Treasury, seat: int, slot: int) -> bool:
    """§2.6 All its icons are found among different cards of the demand pile."""
    if not may_have(s, seat, slot):
        return False
    card = s.opened[seat, slot]
    if is_hopeless(s, seat, card):
        return False
    return is_plain(s, seat, card) or can_fill(s, seat, card, 0, count_for(s, card), 0)


@rules.step(Step.CONTRACTS)
def ask_for_contracts(s: Treasury) -> None:
    """§2.6 At the end of the own turn, as long as there is something to claim; then comes the draw (§2.7)."""
    for slot in range(s.reach[s.active] if s.demand_size > 0 else 0):
        if can_claim(s, s.active, slot):
            ask(s, s.active, Step.CONTRACT)
            return
    draw_at_last(s)


@rules.choice(Step.CONTRACT, SLOTS + 1, declines=[NO_SLOT])
def contracts(s: Treasury, seat: int, out: Moves) -> None:
    """§2.6 A business that can have a contract, or none."""
    for slot in range(s.reach[seat]):
        if can_claim(s, seat, slot):
            offer(out, slot)
    offer(out, NO_SLOT)


@rules.then(Step.CONTRACT)
def begin_claim(s: Treasury, seat: int, slot: int) -> None:
    """§2.6 Then a card for each icon."""
    if slot == NO_SLOT:
        draw_at_last(s)
    else:
        s.claimer, s.ways = slot, NEITHER
        ask(s, seat, Step.CLAIM)


@rule
def ways_with(s: Treasury, seat: int, business: int, card: int) -> int:
    """§8.9 The ways to come so far if a card fills the present icon: as it is, or by Bard or Market. None if it cannot.

    Where a card may be either's, both ways stay open until another card needs one of them.
    """
    if serves(card, PROVIDES[business, s.claims]):
        return s.ways
    by_bard = is_happy(card) and power(s, seat, Ability.BARD) > 0
    by_market = is_market_icon(business, s.claims)
    ways = 0
    for used in range(WAYS if by_bard or by_market else 0):
        if is_in(s.ways, used):
            if by_bard and used & BARD == 0:
                ways |= 1 << (used | BARD)
            if by_market and used & MARKET == 0:
                ways |= 1 << (used | MARKET)
    return ways


@rule
def leaves_enough(s: Treasury, seat: int, business: int, card: int, counts: tuple[int, int]) -> bool:
    """§2.6 §8.9 Whether a card can fill the present icon so that the others can be filled too."""
    ways = ways_with(s, seat, business, card)
    if ways == 0:
        return False
    left = count_card(counts, business, card, -1)
    for used in range(WAYS):
        if is_in(ways, used) and can_fill(s, seat, business, s.claims + 1, left, used):
            return True
    return False


@rules.choice(Step.CLAIM, ANY_CARD)
def claimable_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§2.6 A matching card for the present icon that leaves enough for the others."""
    business = s.opened[seat, s.claimer]
    plain = is_plain(s, seat, business)
    counts = (0, 0) if plain else count_for(s, business)
    for i in range(s.demand_size):
        card = s.demand[i]
        if find(s.claim, s.claims, card) < 0:
            fits = serves(card, PROVIDES[business, s.claims])
            if fits if plain else leaves_enough(s, seat, business, card, counts):
                offer(out, card)


@rules.then(Step.CLAIM)
def claim_card(s: Treasury, seat: int, card: int) -> None:
    """§2.6 One card serves one icon only."""
    business = s.opened[seat, s.claimer]
    s.ways = ways_with(s, seat, business, card)
    s.claim[s.claims] = card
    s.claims += 1
    if s.claims < PROVIDED[business]:
        ask(s, seat, Step.CLAIM)
    elif power(s, seat, Ability.COUNCIL) > 0 and has_other_place(s, seat):
        ask(s, seat, Step.COUNCIL)
    else:
        lay_contract(s, seat, s.claimer)


@rule
def is_other_place(s: Treasury, seat: int, slot: int) -> bool:
    """§8.9 Another opened business without a contract that provides at least as many icons."""
    card = s.opened[seat, slot]
    enough = PROVIDED[card] >= PROVIDED[s.opened[seat, s.claimer]]
    return slot != s.claimer and card > 0 and s.contracted[seat, slot] == 0 and enough


@rule
def has_other_place(s: Treasury, seat: int) -> bool:
    """§8.9 Whether Council has a choice."""
    for slot in range(s.reach[seat]):
        if is_other_place(s, seat, slot):
            return True
    return False


@rules.choice(Step.COUNCIL, SLOTS)
def contract_places(s: Treasury, seat: int, out: Moves) -> None:
    """§8.9 Where it was earned, or elsewhere."""
    for slot in range(s.reach[seat]):
        if slot == s.claimer or is_other_place(s, seat, slot):
            offer(out, slot)


@rules.then(Step.COUNCIL)
def place_contract(s: Treasury, seat: int, slot: int) -> None:
    """§8.9 Council lays the cards on the business that was chosen."""
    lay_contract(s, seat, slot)


@rule
def lay_contract(s: Treasury, seat: int, slot: int) -> None:
    """§2.6 The cards leave the demand pile and lie face down on the business."""
    tell(s, Event.CONTRACTED, seat, s.opened[seat, slot], s.claim[0], s.claim[1], s.claim[2])
    for i in range(s.claims):
        take_demand(s, s.claim[i])
        lay_under(s, seat, slot, Beneath.CONTRACT, s.claim[i], back_of(s.claim[i]))
        s.claim[i] = 0
    s.claims = s.claimer = s.ways = 0
    clothe(s, seat, slot)
    do(s, Step.CONTRACTS)
