"""What a good player of Treasury looks at: what a business will still earn, what an event brings to whom, and when to turn all into
gold. Ratings are in tenths of a gold.
"""

from __future__ import annotations

from moot.engine import rule, table
from moot.games.treasury.action import business_at, price_of
from moot.games.treasury.claim import serves
from moot.games.treasury.components import (
    ABILITIES,
    ABILITY,
    AMOUNT,
    BARBARIAN,
    BARBARIANS,
    CONTRACT,
    COST,
    DEMAND,
    EFFECT,
    EVENT_ICON,
    FIRST_WEAPON,
    NO_CARD,
    PROVIDED,
    PROVIDES,
    Ability,
    Effect,
    Icon,
)
from moot.games.treasury.event import most_science
from moot.games.treasury.opening import PLACES, cards_needed, cost_of
from moot.games.treasury.piles import draw_age, power, top_of, weapons_of
from moot.games.treasury.round import HIGHER, KEEP, price_of_pass, value_of
from moot.games.treasury.rules import CARD_LIMIT, NO_SLOT, SLOTS, Do, Step, Treasury, rules

GOLD = 10
CARD = 12  # a hand card
MOST_ROUNDS = 4  # how far ahead to look

# What abilities bring besides contracts, in gold, to who opens them early; 1 if they are not named.
_BRINGS = {
    -2: "GATHERER",
    2: "TANK_WORKS ENGINEER COMPUTER RECYCLER CASINO",
    3: "FARM LARGE_FARM ARMORY SECURITY BANK UNIVERSITY COAL_MINE TENEMENT FACTORY",
    4: "CANNERY SUPERMARKET ARSENAL TELEVISION",
    5: "CAFE LABORATORY TRADER ARMY POWER_PLANT BOMB_FACTORY",
}
_SPECIAL = {Ability[name]: gold for gold, names in _BRINGS.items() for name in names.split()}
SPECIAL = table([GOLD * _SPECIAL.get(Ability(ability), 1) if ability else 0 for ability in range(ABILITIES)])


@rule
def rounds_left(v: Treasury) -> int:
    """How many payouts may still come: by the cards that are left."""
    cards = 0
    for age in range(v.ages):
        cards += v.deck_size[age]
    return min(MOST_ROUNDS, 1 + cards // (2 * v.seats))


@rule
def room_value(v: Treasury, seat: int) -> int:
    """What it is worth to have a card less: who is at the limit draws nothing."""
    limit = CARD_LIMIT + power(v, seat, Ability.WAREHOUSE)
    if v.hand_size[seat] + v.businesses[seat] < limit or draw_age(v) < 0:
        return 0
    return CARD // 2


@rule
def is_wanted(v: Treasury, icon: int) -> bool:
    """Whether an icon is in demand."""
    return v.demanded[BARBARIAN if icon >= FIRST_WEAPON else icon] > 0


@rule
def hope(v: Treasury, card: int) -> int:
    """How likely a business is to have a contract, in tenths: by how many of its icons are in demand."""
    wanted = 0
    for i in range(PROVIDED[card]):
        wanted += is_wanted(v, PROVIDES[card, i])
    return 8 if wanted == PROVIDED[card] else 2 + 3 * wanted // PROVIDED[card]


@rule
def special(v: Treasury, card: int) -> int:
    """What some abilities are worth besides contracts."""
    return SPECIAL[ABILITY[card]]


@rule
def worth(v: Treasury, card: int) -> int:
    """What an opened business without a contract will bring until the end."""
    return (
        CONTRACT[card] * hope(v, card) * rounds_left(v) * GOLD // 16 + special(v, card) * rounds_left(v) // MOST_ROUNDS
    )


@rule
def keep_value(v: Treasury, seat: int, slot: int) -> int:
    """What a business brings if it is kept."""
    if v.contracted[seat, slot] > 0:
        return value_of(v, seat, slot) * rounds_left(v) * GOLD
    card = business_at(v, seat, slot)
    if v.opened[seat, slot] > 0:
        return max(worth(v, card), price_of(v, card, True) * GOLD - GOLD)
    lacking = max(0, cards_needed(v, seat, card) - v.developed[seat, slot])
    return max(GOLD // 2, worth(v, card) - min(lacking * 2 * GOLD, cost_of(v, seat, card) * GOLD))


@rule
def serves_me(v: Treasury, seat: int, card: int) -> int:
    """How many own businesses without a contract a demand card would help."""
    number = 0
    for slot in range(v.reach[seat]):
        business = v.opened[seat, slot]
        if business > 0 and v.contracted[seat, slot] == 0:
            for i in range(PROVIDED[business]):
                number += serves(card, PROVIDES[business, i]) and not is_wanted(v, PROVIDES[business, i])
    return number


@rule
def contracts_of(v: Treasury, seat: int) -> int:
    """How many contracts a player has."""
    number = 0
    for slot in range(v.reach[seat]):
        number += v.contracted[seat, slot] > 0
    return number


@rule
def treasury_value(v: Treasury, seat: int, change: int) -> int:
    """What gold in the treasury is worth to a player: nothing without contracts, and little to who has fewest."""
    mine, all_contracts = contracts_of(v, seat), 0
    for other in range(v.seats):
        all_contracts += contracts_of(v, other)
    return change * GOLD * mine // max(1, all_contracts) - change * GOLD // (2 * v.seats)


@rule
def idle_businesses(v: Treasury, seat: int) -> int:
    """Opened businesses without a contract."""
    idle = 0
    for slot in range(v.reach[seat]):
        idle += v.opened[seat, slot] > 0 and v.contracted[seat, slot] == 0
    return idle


@rule
def event_pays(v: Treasury, seat: int, card: int) -> int:
    """What an event pays a player, in gold; a card drawn counts 1, a business lost 2."""
    effect, icon, paid = EFFECT[card], EVENT_ICON[card], 0
    if effect == Effect.PROVIDERS_GAIN:
        paid = AMOUNT[card] * (v.provided[seat, icon] > 0)
    elif effect == Effect.GAIN_PER_ICON:
        paid = AMOUNT[card] * v.provided[seat, icon]
    elif effect == Effect.STRIKE:
        paid = -AMOUNT[card] * (v.provided[seat, Icon.HAPPINESS] == 0)
    elif effect == Effect.BOOM:
        paid = AMOUNT[card] * idle_businesses(v, seat)
    elif effect in (Effect.MOST_SCIENCE_DRAWS, Effect.INVENTION, Effect.BREAKTHROUGH):
        paid = int(v.provided[seat, Icon.SCIENCE] == most_science(v))
    elif effect == Effect.VOLCANO:
        paid = -2 * (power(v, seat, Ability.TOWER) == 0)
    return paid


@rule
def event_value(v: Treasury, seat: int, card: int) -> int:
    """What an event brings, compared with what it brings the others."""
    effect, barbarians = EFFECT[card], v.demanded[BARBARIAN]
    value = event_pays(v, seat, card) * GOLD
    for other in range(v.seats):
        if other != seat:
            value -= event_pays(v, other, card) * GOLD // (v.seats - 1)
    if effect == Effect.BARBARIANS:
        loss = min(v.treasury, AMOUNT[card] * barbarians)
        value += loss * GOLD if power(v, seat, Ability.SWORDMAKER) > 0 else treasury_value(v, seat, -loss)
    elif effect == Effect.GOLDEN_AGE:
        value += treasury_value(v, seat, AMOUNT[card])
    elif effect == Effect.WAR and barbarians > 1:
        value += treasury_value(v, seat, -v.treasury // 3)
    return value


@rule
def payout_value(v: Treasury, seat: int) -> int:
    """What it is worth to bring the payout nearer."""
    income = 0
    for slot in range(v.reach[seat]):
        if v.contracted[seat, slot] > 0:
            income += value_of(v, seat, slot)
    return min(income, v.treasury) * GOLD // (v.currents + 1)


@rule
def rate_seed(v: Treasury, seat: int, card: int) -> int:
    """The event that happens, the demand it leaves, and a card that is better as an event than as a business."""
    value = payout_value(v, seat) + room_value(v, seat) - worth(v, card) // 3
    if v.currents > 0:
        value += event_value(v, seat, v.event[0]) + GOLD * serves_me(v, seat, v.event[0])
    return value + event_value(v, seat, card) // 2 + GOLD * serves_me(v, seat, card) // 2


@rule
def rate_start(v: Treasury, seat: int, card: int, cost: int) -> int:
    """What the business will bring, less what it takes to open it; or what it can be sold for."""
    if cost < 0:
        cost = min(cost_of(v, seat, card), 2 * cards_needed(v, seat, card))
        return max((worth(v, card) - cost * GOLD) // 2, price_of(v, card, False) * GOLD // 2 - 2)
    return max(worth(v, card) - cost * GOLD, (price_of(v, card, True) - cost) * GOLD)


@rule
def rate_develop(v: Treasury, seat: int, slot: int) -> int:
    """Only what still needs cards and is worth more than they are."""
    card = v.startup[seat, slot]
    lacking = cards_needed(v, seat, card) - v.developed[seat, slot]
    return worth(v, card) // (lacking + 1) - CARD + room_value(v, seat) if lacking > 0 else -100


@rule
def rate_sale(v: Treasury, seat: int, slot: int) -> int:
    """Gold now against gold later."""
    card = business_at(v, seat, slot)
    return price_of(v, card, v.opened[seat, slot] > 0) * GOLD - keep_value(v, seat, slot) + room_value(v, seat)


@rules.rates(Step.MENU)
def rate_menu(v: Treasury, seat: int, what: int, which: int) -> int:
    """Open first; then what brings most; abilities that cost nothing as they come."""
    if what in (Do.OPEN, Do.OPEN_PAID):
        rating = rate_opening(v, seat, what, which)
    elif what in (Do.SEED, Do.SEED_FREE):
        rating = rate_seed(v, seat, which)
    elif what in (Do.DEVELOP, Do.DEVELOP_FREE):
        rating = rate_develop(v, seat, which)
    elif what == Do.SELL:
        rating = rate_sale(v, seat, which)
    elif what in (Do.START, Do.START_FREE):
        rating = rate_start(v, seat, which, -1)
    elif what in (Do.START_PAID, Do.START_PAID_FREE):
        rating = rate_start(v, seat, which, cost_of(v, seat, which))
    else:
        rating = rate_ability(v, seat, what, which)
    return rating


@rule
def rate_opening(v: Treasury, seat: int, what: int, slot: int) -> int:
    """Always for nothing, and for gold if it brings more."""
    card = v.startup[seat, slot]
    if what == Do.OPEN:
        return 1000 + worth(v, card)
    return worth(v, card) + 200 if worth(v, card) > cost_of(v, seat, card) * GOLD else -200


@rule
def rate_ability(v: Treasury, seat: int, what: int, which: int) -> int:
    """What abilities bring at once; what is not rated is left alone."""
    if what >= Do.RAILWAY:
        return rate_late_ability(v, seat, what, which)
    rating = -5
    if what == Do.FARM:
        rating = GOLD * (3 if power(v, seat, Ability.LARGE_FARM) > 0 else 2)
    elif what in (Do.COAL_MINE, Do.TENEMENT):
        rating = 2 * GOLD
    elif what == Do.ARSENAL:
        rating = GOLD * min(3, v.treasury)
    elif what == Do.BOMB_FACTORY:
        rating = GOLD * min(v.treasury, weapons_of(v, seat))
    elif what in (Do.GUARD, Do.MENTOR):
        rating = 300
    elif what == Do.CASINO:
        rating = GOLD
    elif what == Do.DONE:
        rating = 0
    return rating


@rule
def rate_late_ability(v: Treasury, seat: int, what: int, which: int) -> int:
    """What the abilities of ages IV and V bring that are used besides the action."""
    rating = 1  # Airfield
    if what == Do.RAILWAY:
        rating = GOLD * rounds_left(v) * gain_by_rail(v, seat, which) - 1
    elif what == Do.ENGINEER:
        rating = CARD - GOLD - room_value(v, seat)
    elif what in (Do.CANNERY, Do.SUPERMARKET):
        rating = 2 * GOLD - worth(v, which) // 3 + room_value(v, seat)
    elif what == Do.NEWSPAPER:
        rating = -event_value(v, seat, v.event[0]) - GOLD
    elif what == Do.PAWNBROKER:
        rating = worth(v, which) // 2 - 3 * GOLD
    elif what == Do.POWER_PLANT:
        rating = 2 * GOLD - worth(v, which) // 3 + room_value(v, seat)
    elif what == Do.RADIO:
        rating = event_value(v, seat, which) - event_value(v, seat, v.event[0]) - GOLD
    elif what == Do.RECYCLER:
        rating = worth(v, which) // 2 - 2 * CARD
    return rating


@rule
def gain_by_rail(v: Treasury, seat: int, slot: int) -> int:
    """How much more a contract pays elsewhere."""
    most, icons = 0, PROVIDED[v.opened[seat, slot]]
    for other in range(v.reach[seat]):
        card = v.opened[seat, other]
        if card > 0 and v.contracted[seat, other] == 0 and PROVIDED[card] >= icons:
            most = max(most, value_of(v, seat, other) - value_of(v, seat, slot))
    return most


@rules.rates(Step.SCOUT)
def rate_scout(v: Treasury, seat: int, under: int) -> int:
    """A card that is worth little goes under the deck."""
    return int((worth(v, top_of(v, draw_age(v))) < 3 * GOLD) == (under == 1))


@rules.rates(Step.CONTRACT)
def rate_contract(v: Treasury, seat: int, slot: int) -> int:
    """Always the largest."""
    return 0 if slot == NO_SLOT else value_of(v, seat, slot)


@rules.rates(Step.CLAIM)
def rate_claim(v: Treasury, seat: int, card: int) -> int:
    """A card that no other business of mine waits for."""
    needed = 0
    for slot in range(v.reach[seat]):
        business = v.opened[seat, slot]
        if business > 0 and v.contracted[seat, slot] == 0 and slot != v.claimer:
            for i in range(PROVIDED[business]):
                needed += serves(card, PROVIDES[business, i])
    return -2 * needed + BARBARIANS[card]


@rules.rates(Step.COUNCIL)
def rate_council(v: Treasury, seat: int, slot: int) -> int:
    """Where it pays most."""
    return value_of(v, seat, slot)


@rules.rates(Step.SPEAR_ON)
def rate_spear_place(v: Treasury, seat: int, slot: int) -> int:
    """Where it pays most."""
    return value_of(v, seat, slot)


@rules.rates(Step.RAIL_TO)
def rate_rail(v: Treasury, seat: int, slot: int) -> int:
    """Where it pays most."""
    return value_of(v, seat, slot)


@rules.rates(Step.SPEAR_CARD)
def rate_spear_card(v: Treasury, seat: int, card: int) -> int:
    """Any card rather than none."""
    return int(card != NO_CARD)


@rules.rates(Step.TANK_WORKS)
def rate_tank_works(v: Treasury, seat: int, card: int) -> int:
    """Gold for each."""
    return int(card != NO_CARD)


@rules.rates(Step.EXHIBIT)
def rate_exhibit(v: Treasury, seat: int, card: int) -> int:
    """The least useful card."""
    return 0 if card == NO_CARD else 2 * GOLD - worth(v, card) // 2


@rules.rates(Step.MILL)
def rate_mill(v: Treasury, seat: int, card: int) -> int:
    """What serves me."""
    return 0 if card == NO_CARD else GOLD * serves_me(v, seat, card) - CARD


@rules.rates(Step.BUTCHER)
def rate_butcher(v: Treasury, seat: int, card: int) -> int:
    """What serves me."""
    return 0 if card == NO_CARD else 2 * GOLD * serves_me(v, seat, card) - CARD


@rule
def rate_loss(v: Treasury, card: int) -> int:
    """A card to part with: the least useful."""
    return -worth(v, card)


@rules.rates(Step.LOOT_CARD)
def rate_loot(v: Treasury, seat: int, card: int) -> int:
    """The least useful."""
    return rate_loss(v, card)


@rules.rates(Step.BLACKOUT)
def rate_blackout(v: Treasury, seat: int, card: int) -> int:
    """The least useful."""
    return rate_loss(v, card)


@rules.rates(Step.DEVELOP_ON)
def rate_development(v: Treasury, seat: int, card: int) -> int:
    """The least useful."""
    return rate_loss(v, card)


@rules.rates(Step.SALVAGE)
def rate_salvage(v: Treasury, seat: int, card: int) -> int:
    """The least useful."""
    return rate_loss(v, card)


@rules.rates(Step.TINKER_WITH)
def rate_tinkering(v: Treasury, seat: int, card: int) -> int:
    """What serves me, else the least useful."""
    return rate_loss(v, card) + 3 * GOLD * serves_me(v, seat, card)


@rules.rates(Step.ADD_CARD)
def rate_added(v: Treasury, seat: int, card: int) -> int:
    """What serves me, else the least useful."""
    return rate_loss(v, card) + 3 * GOLD * serves_me(v, seat, card)


@rules.rates(Step.VOLCANO)
def rate_volcano(v: Treasury, seat: int, slot: int) -> int:
    """What brings least."""
    return -keep_value(v, seat, slot)


@rules.rates(Step.OFFERING)
def rate_offering(v: Treasury, seat: int, slot: int) -> int:
    """What brings least."""
    return -keep_value(v, seat, slot)


@rules.rates(Step.TAX_SALE)
def rate_tax_sale(v: Treasury, seat: int, slot: int) -> int:
    """What brings least."""
    return -keep_value(v, seat, slot)


@rules.rates(Step.MODERNIZE)
def rate_modernize(v: Treasury, seat: int, slot: int) -> int:
    """A sale and a card, if that is more than the business brings."""
    return 0 if slot == NO_SLOT else rate_sale(v, seat, slot) + CARD


@rules.rates(Step.SKIP)
def rate_skip(v: Treasury, seat: int, skipping: int) -> int:
    """Only what harms me more than others."""
    return int((event_value(v, seat, v.resolving[v.nested - 1]) < 0) == (skipping == 1))


@rules.rates(Step.DRAW_FROM)
def rate_source(v: Treasury, seat: int, card: int) -> int:
    """A known card if it is good; University pays for it."""
    gift = 2 * GOLD * (power(v, seat, Ability.UNIVERSITY) > 0)
    return 2 * CARD if card == NO_CARD else worth(v, card) + gift


@rules.rates(Step.TANNER)
def rate_tanner(v: Treasury, seat: int, card: int) -> int:
    """What serves me."""
    return GOLD * serves_me(v, seat, card) - BARBARIANS[card]


@rules.rates(Step.BAKERY)
def rate_bakery(v: Treasury, seat: int, other: int) -> int:
    """The richest."""
    return v.gold[other]


@rules.rates(Step.SECURITY)
def rate_security(v: Treasury, seat: int, other: int) -> int:
    """The richest."""
    return v.gold[other]


@rules.rates(Step.MAYOR)
def rate_mayor(v: Treasury, seat: int, amount: int) -> int:
    """The one gold that keeps payouts going when the treasury would be paid out exactly, or is dry."""
    opens = v.treasury == 0 or v.treasury == price_of_pass(v)
    return 1 if amount == int(opens and contracts_of(v, seat) > 0) else 0


@rules.rates(Step.TELEVISION)
def rate_television(v: Treasury, seat: int, slot: int) -> int:
    """At the end, everything."""
    return 0 if slot == NO_SLOT else value_of(v, seat, slot) * (1 if v.last == 2 else -1)


@rules.rates(Step.SHIFT_TAX)
def rate_shift(v: Treasury, seat: int, shift: int) -> int:
    """Taxes feed contracts; at the end they feed nobody."""
    if shift == KEEP:
        return 0
    higher = shift == HIGHER
    return 1 if higher == (v.last < 2 and contracts_of(v, seat) > 0) else -1


@rules.rates(Step.JUDGE)
def rate_judge(v: Treasury, seat: int, other: int) -> int:
    """Myself if possible."""
    return int(other == seat)


@rules.rates(Step.REACTOR)
def rate_reactor(v: Treasury, seat: int, clearing: int) -> int:
    """Gold at once."""
    return clearing


@rules.rates(Step.BOMB)
def rate_bomb(v: Treasury, seat: int, place: int) -> int:
    """What is worth more to its owner than the gold for it."""
    if place == PLACES:
        return 0
    card = v.opened[place // SLOTS, place % SLOTS]
    return worth(v, card) - COST[card] * GOLD


@rules.rates(Step.INFLUENCE)
def rate_influence(v: Treasury, seat: int, card: int) -> int:
    """What serves me."""
    return 0 if card == NO_CARD else 2 * GOLD * serves_me(v, seat, card) - GOLD


@rules.rates(Step.DIG_UP)
def rate_dig(v: Treasury, seat: int, card: int) -> int:
    """What serves me."""
    return GOLD * serves_me(v, seat, card) + 3 * int(DEMAND[card] == Icon.HAPPINESS)
