"""Treasury, chapters 2.1 and 8.8: businesses are opened, and what some of them do then. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, offer, rule, tell
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    ANY_CARD,
    BARBARIAN,
    BARBARIANS,
    COST,
    DEMAND,
    DEVELOP,
    ICONS,
    NO_CARD,
    OFFERING,
    PROVIDED,
    PROVIDES,
    SEATS,
    Ability,
    Icon,
)
from moot.games.treasury.piles import (
    add_to_demand,
    back_of,
    bit_of,
    change_powers,
    earn,
    gain,
    lay_under,
    leave,
    pay_in,
    play_openly,
    power,
    put_on_discard,
    take_demand,
    take_top,
    take_under,
    top_of,
    top_tag_of,
)
from moot.games.treasury.population import grow, lose_population
from moot.games.treasury.rules import (
    BENEATH,
    EVERYONE,
    NO_SLOT,
    SLOTS,
    Beneath,
    Do,
    Event,
    Leaving,
    Source,
    Step,
    Treasury,
    rules,
)

PLACES = SEATS * SLOTS  # every business on the table: seat * SLOTS + slot
AGE_II = 2
ON_THUG, ON_GUARD = 2, 5  # §8.8 gold that these open with


@rule
def cost_of(s: Treasury, seat: int, card: int) -> int:
    """§2.1 The gold cost; §8.8 Scribe takes 1 off."""
    return max(0, COST[card] - power(s, seat, Ability.SCRIBE))


@rule
def cards_needed(s: Treasury, seat: int, card: int) -> int:
    """§2.1 The develop cost; §8.8 Quarry takes 1 off what is 2 or more."""
    return max(0, DEVELOP[card] - power(s, seat, Ability.QUARRY)) if DEVELOP[card] >= 2 else DEVELOP[card]


@rule
def provides(card: int, icon: int) -> bool:
    """§8.1 Whether a card shows an icon that it provides."""
    for i in range(PROVIDED[card]):
        if PROVIDES[card, i] == icon:
            return True
    return False


@rule
def offering_icon(card: int) -> int:
    """§8.8 What must be given up for Castle and Grocer, or -1."""
    return OFFERING[card]


@rule
def may_open(s: Treasury, seat: int, card: int, spent: int) -> bool:
    """§8.8 Castle and Grocer need a business to give up, other than the one that is spent on opening them."""
    icon = offering_icon(card)
    if icon < 0:
        return True
    for slot in range(s.reach[seat]):
        if slot != spent and s.opened[seat, slot] > 0 and provides(s.opened[seat, slot], icon):
            return True
    return False


@rule
def offer_openings(s: Treasury, seat: int, out: Moves) -> None:
    """§2.1 By development cards, or by gold."""
    for slot in range(s.reach[seat]):
        card = s.startup[seat, slot]
        if card > 0 and may_open(s, seat, card, NO_SLOT):
            if s.developed[seat, slot] >= cards_needed(s, seat, card):
                offer(out, Do.OPEN, slot)
            elif s.gold[seat] >= cost_of(s, seat, card):
                offer(out, Do.OPEN_PAID, slot)


@rule
def open_developed(s: Treasury, seat: int, slot: int) -> None:
    """§2.1 With at least the develop cost in cards on it."""
    s.focus = slot
    tell(s, Event.OPENED, seat, s.startup[seat, slot])
    begin_opening(s, seat)


@rule
def open_paid(s: Treasury, seat: int, slot: int) -> None:
    """§2.1 For its gold cost."""
    s.focus = slot
    cost = cost_of(s, seat, s.startup[seat, slot])
    s.gold[seat] -= cost
    tell(s, Event.OPENED_PAID, seat, s.startup[seat, slot], cost)
    begin_opening(s, seat)


@rule
def begin_opening(s: Treasury, seat: int) -> None:
    """§8.8 Castle and Grocer are opened only after another business is discarded; all see by now what is being opened."""
    s.startup_tag[seat, s.focus] |= EVERYONE
    do(s, Step.OPEN_UP)
    if offering_icon(s.startup[seat, s.focus]) >= 0:
        do(s, Step.SACRIFICE)


@rules.step(Step.SACRIFICE)
def ask_offering(s: Treasury) -> None:
    """§8.8 Which business that is, the owner decides."""
    ask(s, s.active, Step.OFFERING)


@rules.choice(Step.OFFERING, SLOTS)
def offerings(s: Treasury, seat: int, out: Moves) -> None:
    """§8.8 An opened business that provides the icon."""
    icon = offering_icon(s.startup[seat, s.focus])
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0 and provides(s.opened[seat, slot], icon):
            offer(out, slot)


@rules.then(Step.OFFERING)
def give_up(s: Treasury, seat: int, slot: int) -> None:
    """§8.8 One of its contract cards returns to the demand pile."""
    tell(s, Event.GAVE_UP, seat, s.opened[seat, slot])
    leave(s, seat, slot, Leaving.ONE_RETURNS)


@rules.step(Step.OPEN_UP)
def open_up(s: Treasury) -> None:
    """§2.1 The business is turned face up; its development cards will be discarded."""
    seat, slot = s.active, s.focus
    card = s.startup[seat, slot]
    s.opened[seat, slot] = card
    s.startup[seat, slot] = s.startup_tag[seat, slot] = 0
    change_powers(s, seat, card, 1)
    if power(s, seat, Ability.INFLUENCER) > 0 and s.developed[seat, slot] > 0 and s.gold[seat] > 0:
        do(s, Step.WHEN_OPENED)
        ask(s, seat, Step.INFLUENCE)
    else:
        when_opened(s)


@rules.choice(Step.INFLUENCE, ANY_CARD, declines=[NO_CARD])
def influences(s: Treasury, seat: int, out: Moves) -> None:
    """§8.8 One of the development cards, or none."""
    offer(out, NO_CARD)
    for i in range(s.unders[seat]):
        if s.under_at[seat, i] == s.focus * 4 + Beneath.DEVELOPMENT:
            offer(out, s.under[seat, i])


@rules.then(Step.INFLUENCE)
def influence(s: Treasury, seat: int, card: int) -> None:
    """§8.8 Influencer pays 1 gold into the treasury, and the card joins the demand pile."""
    if card != NO_CARD:
        pay_in(s, seat, 1)
        take_under(s, seat, find(s.under[seat], s.unders[seat], card))
        add_to_demand(s, card)


@rule
def clear_site(s: Treasury, seat: int, slot: int) -> None:
    """§2.1 Development cards are discarded; §8.8 Museum keeps those of age []."""
    museum = ABILITY[s.opened[seat, slot]] == Ability.MUSEUM
    for i in range(s.unders[seat] - 1, -1, -1):
        if s.under_at[seat, i] == slot * 4 + Beneath.DEVELOPMENT:
            if museum and AGE[s.under[seat, i]] == 0:
                s.under_at[seat, i] = slot * 4 + Beneath.KEPT
                s.developed[seat, slot] -= 1
            else:
                put_on_discard(s, take_under(s, seat, i))


@rules.step(Step.WHEN_OPENED)
def when_opened(s: Treasury) -> None:
    """§8.8 Thugs of the others take their gold; then the business does what it does when opened."""
    seat, slot = s.active, s.focus
    if s.developed[seat, slot] > 0:
        clear_site(s, seat, slot)
    rob(s, seat)
    ability = ABILITY[s.opened[seat, slot]]
    if ability == Ability.THUG:
        s.on_card[seat, slot] = ON_THUG
    elif ability == Ability.GUARD:
        s.on_card[seat, slot] = ON_GUARD
    elif ability == Ability.ALCHEMIST:
        store(s, seat, slot)
    elif ability == Ability.GUIDE:
        look_through(s, seat, 0, s.currents)
    elif ability == Ability.PHILOSOPHER:
        look_through(s, seat, s.currents, s.population)
    elif ability == Ability.TRADE_POST:
        earn(s, seat, s.businesses[seat], s.opened[seat, slot])
    elif ability == Ability.CAFE:
        s.actions += 1
    else:
        when_opened_choosing(s, seat, slot, ability)


@rule
def when_opened_choosing(s: Treasury, seat: int, slot: int, ability: int) -> None:
    """§8.8 Openings that grow the population or leave a choice."""
    if ability == Ability.HUNTER:
        grow(s)
        earn(s, seat, 2, s.opened[seat, slot])
    elif ability == Ability.SPEAR_MAKER and s.demand_size > 0 and s.unders[seat] < BENEATH:
        ask(s, seat, Step.SPEAR_CARD)
    elif ability == Ability.BUTCHER and s.hand_size[seat] > 0:
        ask(s, seat, Step.BUTCHER)
    elif ability == Ability.GRAVEDIGGER:
        s.each = 0
        do(s, Step.DIG)
    elif ability == Ability.TANK_WORKS and s.demanded[BARBARIAN] > 0:
        ask(s, seat, Step.TANK_WORKS)
    elif ability == Ability.FIELD_KITCHEN:
        ask(s, seat, Step.FIELD_KITCHEN)
    elif ability == Ability.REACTOR and s.demanded[Icon.COAL] > 0:
        ask(s, seat, Step.REACTOR)
    elif ability == Ability.BOMBER and has_target(s, seat):
        ask(s, seat, Step.BOMB)


@rule
def rob(s: Treasury, opener: int) -> None:
    """§8.8 Each Thug of another player gives its owner 1 gold of those on it."""
    for seat in range(s.seats):
        if seat != opener and power(s, seat, Ability.THUG) > 0:
            for slot in range(s.reach[seat]):
                if ABILITY[s.opened[seat, slot]] == Ability.THUG and s.on_card[seat, slot] > 0:
                    s.on_card[seat, slot] -= 1
                    earn(s, seat, 1, s.opened[seat, slot])


@rule
def store(s: Treasury, seat: int, slot: int) -> None:
    """§8.8 Alchemist opens with two cards of the age II deck, which its owner may look at."""
    for _ in range(2):
        if s.deck_size[AGE_II] > 0 and s.unders[seat] < BENEATH:
            card, tag = top_of(s, AGE_II), top_tag_of(s, AGE_II)
            take_top(s, AGE_II)
            lay_under(s, seat, slot, Beneath.STORE, card, tag)


@rule
def look_through(s: Treasury, seat: int, first: int, end: int) -> None:
    """§8.3 Guide sees the current pile, Philosopher the future pile."""
    for i in range(first, end):
        s.event_tag[i] |= bit_of(seat)


# Spear Maker


@rules.choice(Step.SPEAR_CARD, ANY_CARD, declines=[NO_CARD])
def spear_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§8.9 Any demand card, or none."""
    offer(out, NO_CARD)
    for i in range(s.demand_size):
        offer(out, s.demand[i])


@rules.then(Step.SPEAR_CARD)
def choose_spear_card(s: Treasury, seat: int, card: int) -> None:
    """§8.9 Then the business it goes on."""
    if card != NO_CARD:
        s.chosen = card
        ask(s, seat, Step.SPEAR_ON)


@rules.choice(Step.SPEAR_ON, SLOTS)
def spear_places(s: Treasury, seat: int, out: Moves) -> None:
    """§8.9 An own opened business without a contract; Spear Maker itself is one."""
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0 and s.contracted[seat, slot] == 0:
            offer(out, slot)


@rules.then(Step.SPEAR_ON)
def lay_spear_card(s: Treasury, seat: int, slot: int) -> None:
    """§8.9 No match is needed."""
    take_demand(s, s.chosen)
    lay_under(s, seat, slot, Beneath.CONTRACT, s.chosen, back_of(s.chosen))
    tell(s, Event.CONTRACTED, seat, s.opened[seat, slot], s.chosen)
    clothe(s, seat, slot)
    s.chosen = 0


@rule
def clothe(s: Treasury, seat: int, slot: int) -> None:
    """§8.9 Clothier gains 2 gold for each kind of icon its owner provides when it gets a contract."""
    card = s.opened[seat, slot]
    if ABILITY[card] == Ability.CLOTHIER:
        kinds = 0
        for icon in range(ICONS):
            kinds += s.provided[seat, icon] > 0
        earn(s, seat, 2 * kinds, card)


# Others


@rules.then(Step.BUTCHER)
def butcher(s: Treasury, seat: int, card: int) -> None:
    """§8.8 Butcher puts it into the demand pile."""
    if card != NO_CARD:
        play_openly(s, seat, card)
        add_to_demand(s, card)


@rules.step(Step.DIG)
def dig(s: Treasury) -> None:
    """§8.8 Gravedigger: two cards of the discard pile, one after the other."""
    if s.each < 2 and s.discards > 0:
        s.each += 1
        do(s, Step.DIG)
        ask(s, s.active, Step.DIG_UP)


@rules.choice(Step.DIG_UP, ANY_CARD)
def graves(s: Treasury, seat: int, out: Moves) -> None:
    """§8.8 Any card of the discard pile."""
    for i in range(s.discards):
        offer(out, s.discard[i])


@rules.then(Step.DIG_UP)
def dig_up(s: Treasury, seat: int, card: int) -> None:
    """§8.8 It joins the demand pile."""
    take_discard(s, card)
    add_to_demand(s, card)


@rule
def take_discard(s: Treasury, card: int) -> None:
    """§8.8 A card leaves the discard pile; the others keep their order."""
    at = find(s.discard, s.discards, card)
    for i in range(at, s.discards - 1):
        s.discard[i] = s.discard[i + 1]
    s.discards -= 1
    s.discard[s.discards] = 0


@rule
def offer_barbarians(s: Treasury, out: Moves) -> None:
    """§5.2 Each demand card with barbarians."""
    for i in range(s.demand_size):
        if BARBARIANS[s.demand[i]] > 0:
            offer(out, s.demand[i])


@rule
def drop_demand(s: Treasury, seat: int, card: int) -> None:
    """§8.8 A demand card is discarded."""
    take_demand(s, card)
    put_on_discard(s, card)
    tell(s, Event.DISCARDED, seat, card)


@rules.choice(Step.TANK_WORKS, ANY_CARD, declines=[NO_CARD])
def tank_targets(s: Treasury, seat: int, out: Moves) -> None:
    """§8.8 A demand card with barbarians, or stop."""
    offer(out, NO_CARD)
    offer_barbarians(s, out)


@rules.then(Step.TANK_WORKS)
def fight(s: Treasury, seat: int, card: int) -> None:
    """§8.8 Tank Works gains 2 gold for each barbarian card it discards."""
    if card != NO_CARD:
        drop_demand(s, seat, card)
        earn(s, seat, 2, s.opened[seat, s.focus])
        if s.demanded[BARBARIAN] > 0:
            ask(s, seat, Step.TANK_WORKS)


@rules.then(Step.FIELD_KITCHEN)
def feed(s: Treasury, seat: int, shrinking: int) -> None:
    """§8.8 Field Kitchen: population +1, or population -1 (§4.3)."""
    if not shrinking:
        grow(s)
    elif lose_population(s):
        do(s, Step.EFFECT, Step.RESOLVED)


@rules.then(Step.REACTOR)
def replace_coal(s: Treasury, seat: int, clearing: int) -> None:
    """§8.8 Reactor discards all demand for coal and gains 2 gold for each card."""
    if clearing:
        earn(s, seat, 2 * s.demanded[Icon.COAL], s.opened[seat, s.focus])
        for i in range(s.demand_size - 1, -1, -1):
            if DEMAND[s.demand[i]] == Icon.COAL:
                drop_demand(s, seat, s.demand[i])


@rule
def is_target(s: Treasury, seat: int, place: int) -> bool:
    """§8.8 An opened business of another player without a contract."""
    other, slot = place // SLOTS, place % SLOTS
    return other != seat and s.opened[other, slot] > 0 and s.contracted[other, slot] == 0


@rule
def has_target(s: Treasury, seat: int) -> bool:
    """§8.8 Whether Bomber finds one."""
    for place in range(s.seats * SLOTS):
        if is_target(s, seat, place):
            return True
    return False


@rules.choice(Step.BOMB, PLACES + 1, declines=[PLACES])
def targets(s: Treasury, seat: int, out: Moves) -> None:
    """§8.8 One of them, or none."""
    offer(out, PLACES)
    for place in range(s.seats * SLOTS):
        if is_target(s, seat, place):
            offer(out, place)


@rules.then(Step.BOMB)
def bomb(s: Treasury, seat: int, place: int) -> None:
    """§8.8 Bomber destroys it; its owner gains its gold cost from the supply."""
    if place != PLACES:
        other, slot = place // SLOTS, place % SLOTS
        card = s.opened[other, slot]
        tell(s, Event.LOST_BUSINESS, other, card)
        gain(s, other, COST[card], Source.ABILITY)
        tell(s, Event.GAINED, other, COST[card])
        leave(s, other, slot, Leaving.NONE_RETURNS)
