"""Treasury, chapters 2.6 and 8.9: contracts are claimed. Sections are those of rulebook.md.

Each demand card falls into one of 16 classes: which of the business's (at most three) icons it serves, and whether it demands
happiness, which Bard may use for any icon. How many cards of each class there are is kept in one number, four bits for each.
"""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, is_in, offer, rule, table, tell
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    ANY_CARD,
    BARBARIANS,
    DEMAND,
    EARLIER,
    FIRST_WEAPON,
    IS_MIXED,
    PROVIDED,
    PROVIDES,
    WANTED,
    Ability,
    Icon,
)
from moot.games.treasury.draw import draw_at_last
from moot.games.treasury.opening import clothe
from moot.games.treasury.piles import (
    lay_under,
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

CLASSES = 16
HAPPY = 3  # the bit of a class for cards that demand happiness
MOST = 7  # more cards of a class than this need not be told apart
BARD, MARKET = 1, 2  # in `wilds`: what has been used for the present claim
NO_WILD = -1

# A set of icons is three bits. Of each set how large it is, and which sets have an icon of it, a byte for each.
SIZES = table([icons.bit_count() for icons in range(8)])
SERVED_PARTS = table([sum(1 << 8 * part for part in range(8) if part & icons) for icons in range(8)])


@rule
def serves(card: int, icon: int) -> bool:
    """§2.6 A card serves its own icon, and with barbarians any weapon."""
    return BARBARIANS[card] > 0 if icon >= FIRST_WEAPON else DEMAND[card] == icon


@rule
def class_of(card: int, business: int) -> int:
    """§2.6 Which icons of a business a demand card serves."""
    served = int(DEMAND[card] == Icon.HAPPINESS) << HAPPY
    for i in range(PROVIDED[business]):
        served |= int(serves(card, PROVIDES[business, i])) << i
    return served


@rule
def classes_in_demand(s: Treasury, business: int) -> int:
    """§2.6 How many cards of each class are in the demand pile and not chosen yet."""
    counts = 0
    for i in range(s.demand_size):
        card = s.demand[i]
        if find(s.claim, s.claims, card) < 0:
            kind = class_of(card, business)
            if counts >> 4 * kind & MOST < MOST:
                counts += 1 << 4 * kind
    return counts


@rule
def is_market_icon(business: int, i: int) -> bool:
    """§8.9 Market's food or hides."""
    return ABILITY[business] == Ability.MARKET and PROVIDES[business, i] in (Icon.FOOD, Icon.HIDES)


@rule
def match(counts: int, icons: int, bard: int, market: int) -> bool:
    """§2.6 Whether the icons of a set find different cards: every part of the set has enough cards to choose from."""
    wild = 1 << market if market != NO_WILD else 0
    choices = 0
    for kind in range(CLASSES):
        cards = counts >> 4 * kind & MOST
        if cards > 0:
            happy = bard != NO_WILD and is_in(kind, HAPPY)
            choices += cards * SERVED_PARTS[kind & 7 | wild | (1 << bard if happy else 0)]
    for part in range(1, icons + 1):
        if part & icons == part and choices >> 8 * part & 0xFF < SIZES[part]:
            return False
    return True


@rule
def can_fill(s: Treasury, seat: int, business: int, first: int, counts: int, wilds: int) -> bool:
    """§2.6 §8.9 Whether the icons from the first one on can be filled, with Bard and Market where they help."""
    end = PROVIDED[business]
    icons = (1 << end) - (1 << first)
    bards = s.power[seat, Ability.BARD] > 0 and wilds & BARD == 0
    markets = wilds & MARKET == 0 and first < end and is_market_icon(business, first)  # they come first on Market
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
    return s.power[seat, Ability.BARD] > 0 or ABILITY[business] == Ability.MARKET


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
    return is_plain(s, seat, card) or can_fill(s, seat, card, 0, classes_in_demand(s, card), 0)


@rules.step(Step.CONTRACTS)
def ask_for_contracts(s: Treasury) -> None:
    """§2.6 At the end of the own turn, as long as there is something to claim; then comes the draw (§2.7)."""
    for slot in range(s.reach[s.active] if s.demand_size > 0 else 0):
        if can_claim(s, s.active, slot):
            ask(s, s.active, Step.CONTRACT)
            return
    draw_at_last(s)


@rules.choice(Step.CONTRACT, SLOTS + 1)
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
        s.claimer = slot
        ask(s, seat, Step.CLAIM)


@rule
def wild_for(s: Treasury, seat: int, business: int, card: int, counts: int) -> int:
    """§8.9 What a card needs to fill the present icon: 0 nothing, BARD, MARKET; or -1 if it cannot, or leaves too little."""
    icon, left = s.claims, counts - (1 << 4 * class_of(card, business))
    if serves(card, PROVIDES[business, icon]):
        return 0 if can_fill(s, seat, business, icon + 1, left, s.wilds) else -1
    happy = DEMAND[card] == Icon.HAPPINESS and s.power[seat, Ability.BARD] > 0 and s.wilds & BARD == 0
    if happy and can_fill(s, seat, business, icon + 1, left, s.wilds | BARD):
        return BARD
    market = is_market_icon(business, icon) and s.wilds & MARKET == 0
    return MARKET if market and can_fill(s, seat, business, icon + 1, left, s.wilds | MARKET) else -1


@rules.choice(Step.CLAIM, ANY_CARD)
def claimable_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§2.6 A matching card for the present icon that leaves enough for the others."""
    business = s.opened[seat, s.claimer]
    plain = is_plain(s, seat, business)
    counts = 0 if plain else classes_in_demand(s, business)
    for i in range(s.demand_size):
        card = s.demand[i]
        if find(s.claim, s.claims, card) < 0:
            fits = serves(card, PROVIDES[business, s.claims])
            if fits if plain else wild_for(s, seat, business, card, counts) >= 0:
                offer(out, card)


@rules.then(Step.CLAIM)
def claim_card(s: Treasury, seat: int, card: int) -> None:
    """§2.6 One card serves one icon only."""
    business = s.opened[seat, s.claimer]
    if not is_plain(s, seat, business):
        s.wilds |= wild_for(s, seat, business, card, classes_in_demand(s, business))
    s.claim[s.claims] = card
    s.claims += 1
    if s.claims < PROVIDED[business]:
        ask(s, seat, Step.CLAIM)
    elif s.power[seat, Ability.COUNCIL] > 0 and has_other_place(s, seat):
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
        lay_under(s, seat, slot, Beneath.CONTRACT, s.claim[i], AGE[s.claim[i]] + 1)
        s.claim[i] = 0
    s.claims = s.claimer = s.wilds = 0
    clothe(s, seat, slot)
    do(s, Step.CONTRACTS)
