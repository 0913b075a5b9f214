"""Treasury, chapters 2.3 to 2.5: seed, start, develop, sell. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, offer, rule, tell
from moot.games.treasury.components import ABILITY, ANY_CARD, COST, DEMAND, Ability, Icon, Sale
from moot.games.treasury.opening import begin_opening, cost_of, may_open
from moot.games.treasury.piles import (
    add_to_demand,
    bit_of,
    can_use,
    card_with,
    change_powers,
    earn,
    free_slot,
    gain,
    is_empty,
    lay_event,
    lay_under,
    leave,
    play_hidden,
    power,
    put_on_discard,
    reveal_event,
    take_event,
    take_under,
    use,
)
from moot.games.treasury.rules import (
    BENEATH,
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

HIDDEN, PAID, LODGE = range(3)  # the ways to start a business, in the order of the menu


@rule
def offer_hand(s: Treasury, seat: int, what: int, out: Moves) -> None:
    """§2.2 Each card in hand, for one purpose."""
    for i in range(s.hand_size[seat]):
        offer(out, what, s.hand[seat, i])


# 2.3 Seed


@rule
def may_seed(s: Treasury, seat: int) -> bool:
    """§8.6 Gatherer keeps its owner from seeding."""
    return s.hand_size[seat] > 0 and power(s, seat, Ability.GATHERER) == 0


@rule
def can_seed(s: Treasury, seat: int) -> bool:
    """§2.3 Not when the current pile is empty; §8.6 but with Spearman."""
    return may_seed(s, seat) and (s.currents > 0 or power(s, seat, Ability.SPEARMAN) > 0)


@rule
def can_seed_free(s: Treasury, seat: int) -> bool:
    """§8.5 Hay Maker, and Prophet after an action that seeded: not past the end of the current pile."""
    if s.currents == 0 or not may_seed(s, seat):
        return False
    return can_use(s, seat, Ability.HAY_MAKER) or (s.seeded > 0 and can_use(s, seat, Ability.PROPHET))


@rule
def seed(s: Treasury, seat: int, card: int, free: bool) -> None:
    """§2.3 A hand card goes on the future pile, and the next event takes effect: it is chosen before the card is laid."""
    if free:
        spend_free_seed(s, seat)
    else:
        s.seeded = 1
    s.seeder = seat + 1
    event = take_event(s)
    lay_event(s, s.population, card, play_hidden(s, seat, card) | bit_of(seat))
    tell(s, Event.SEEDED, seat)
    do(s, Step.EFFECT, Step.RESOLVED)
    if power(s, seat, Ability.SHAMAN) > 0:
        do(s, Step.SHAMAN)
    pray(s, seat)
    if power(s, seat, Ability.KNIGHT) > 0:
        do(s, Step.KNIGHT)
    s.resolving[s.nested] = event
    s.nested += 1


@rule
def spend_free_seed(s: Treasury, seat: int) -> None:
    """§8.5 By Prophet if it may be used, else by Hay Maker."""
    if s.seeded > 0 and can_use(s, seat, Ability.PROPHET):
        use(s, seat, Ability.PROPHET)
    else:
        use(s, seat, Ability.HAY_MAKER)


@rule
def pray(s: Treasury, seat: int) -> None:
    """§8.6 Temple: draw a card, then discard one."""
    if power(s, seat, Ability.TEMPLE) > 0:
        s.draws[seat] = s.loots = power(s, seat, Ability.TEMPLE)
        do(s, Step.DRAW, Step.LOOT)


@rules.step(Step.KNIGHT)
def ask_knight(s: Treasury) -> None:
    """§8.6 Knight's owner decides where the seeded event goes."""
    if s.population - s.currents > 1:
        ask(s, s.active, Step.UNDER)


@rules.then(Step.UNDER)
def slide_under(s: Treasury, seat: int, under: int) -> None:
    """§8.6 Under the future pile it comes up first next round."""
    if under:
        last = s.population - 1
        card, tag = s.event[last], s.event_tag[last]
        s.event[last] = s.event_tag[last] = 0
        s.population -= 1
        lay_event(s, s.currents, card, tag)
        tell(s, Event.SLID_UNDER, seat)


@rules.step(Step.SHAMAN)
def ask_shaman(s: Treasury) -> None:
    """§8.6 Shaman's owner decides whether the event takes effect."""
    ask(s, s.active, Step.SKIP)


@rules.then(Step.SKIP)
def skip(s: Treasury, seat: int, skipping: int) -> None:
    """§8.6 It still moves to the demand pile."""
    s.skipping = skipping


@rule
def turn_up(s: Treasury) -> None:
    """§2.3 The next current event; §8.6 Trapper gains if seeding turned up one that demands food."""
    if s.currents == 0:
        tell(s, Event.USED_UP)
    else:
        reveal_event(s)
        tell(s, Event.TURNED_UP, s.event[0])
        trap(s)
    s.seeder = 0


@rule
def trap(s: Treasury) -> None:
    """§8.6 Trapper gains 3 gold by an event that demands food."""
    seat = s.seeder - 1
    if seat >= 0 and power(s, seat, Ability.TRAPPER) > 0 and DEMAND[s.event[0]] == Icon.FOOD:
        earn(s, seat, 3 * power(s, seat, Ability.TRAPPER), card_with(s, seat, Ability.TRAPPER))


# 2.4 Start and develop


@rule
def can_start(s: Treasury, seat: int) -> bool:
    """§2.4 §2.7 Whether there is a card and a place for it."""
    return s.hand_size[seat] > 0 and s.businesses[seat] < SLOTS


@rule
def offer_starts(s: Treasury, seat: int, first: int, out: Moves) -> None:
    """§2.4 Each hand card face down, or face up by paying; §8.8 or by discarding Lodge."""
    gold, lodges = s.gold[seat], power(s, seat, Ability.LODGE)
    for i in range(s.hand_size[seat]):
        card = s.hand[seat, i]
        offer(out, first + HIDDEN, card)
        if gold >= cost_of(s, seat, card) and may_open(s, seat, card, NO_SLOT):
            offer(out, first + PAID, card)
        if lodges > 0 and may_open(s, seat, card, lodge_of(s, seat)):
            offer(out, first + LODGE, card)


@rule
def lodge_of(s: Treasury, seat: int) -> int:
    """§8.8 Where Lodge lies."""
    return find(s.opened[seat], SLOTS, card_with(s, seat, Ability.LODGE))


@rule
def start(s: Treasury, seat: int, card: int, way: int) -> None:
    """§2.4 The card lies in front of its owner, and may be opened at once."""
    slot = free_slot(s, seat)
    s.startup_tag[seat, slot] = play_hidden(s, seat, card)
    s.startup[seat, slot] = card
    s.businesses[seat] += 1
    s.reach[seat] = max(s.reach[seat], slot + 1)
    s.focus = slot
    if power(s, seat, Ability.INVENTOR) > 0 or ABILITY[card] == Ability.INVENTOR:
        do(s, Step.STARTED)
    if way == HIDDEN:
        tell(s, Event.STARTED, seat)
    else:
        start_open(s, seat, card, way)


@rule
def start_open(s: Treasury, seat: int, card: int, way: int) -> None:
    """§2.4 By paying its gold cost; §8.8 or for nothing by discarding Lodge, whose contract returns to the demand pile."""
    begin_opening(s, seat)
    if way == PAID:
        s.gold[seat] -= cost_of(s, seat, card)
        tell(s, Event.OPENED_PAID, seat, card, cost_of(s, seat, card))
    else:
        lodge = lodge_of(s, seat)
        tell(s, Event.OPENED_LODGE, seat, card, s.opened[seat, lodge])
        leave(s, seat, lodge, Leaving.ALL_RETURN)


@rules.step(Step.STARTED)
def after_start(s: Treasury) -> None:
    """§8.8 Inventor: after starting a business draw a card, then discard one."""
    if power(s, s.active, Ability.INVENTOR) > 0:
        s.draws[s.active] = s.loots = power(s, s.active, Ability.INVENTOR)
        do(s, Step.DRAW, Step.LOOT)


@rule
def has_startup(s: Treasury, seat: int) -> bool:
    """§2.4 Whether there is a business to develop, and room beneath."""
    if s.unders[seat] < BENEATH:
        for slot in range(s.reach[seat]):
            if s.startup_tag[seat, slot] > 0:
                return True
    return False


@rule
def offer_developments(s: Treasury, seat: int, what: int, out: Moves) -> None:
    """§2.4 Own startups; more cards than needed are allowed."""
    if s.hand_size[seat] > 0 and s.businesses[seat] > 0 and s.unders[seat] < BENEATH:
        for slot in range(s.reach[seat]):
            if s.startup_tag[seat, slot] > 0:
                offer(out, what, slot)


@rule
def develop(s: Treasury, seat: int, slot: int, free: bool) -> None:
    """§2.4 First the business, then the card."""
    if free:
        use(s, seat, Ability.FACTORY)
    s.focus = slot
    s.developing = 1
    ask(s, seat, Step.DEVELOP_ON)


@rules.then(Step.DEVELOP_ON)
def develop_with(s: Treasury, seat: int, card: int) -> None:
    """§2.4 Face down on the startup."""
    lay_under(s, seat, s.focus, Beneath.DEVELOPMENT, card, play_hidden(s, seat, card))
    tell(s, Event.DEVELOPED, seat, s.developed[seat, s.focus])


# 2.5 Sell


@rule
def offer_sales(s: Treasury, seat: int, out: Moves) -> None:
    """§2.5 Any own business."""
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0 or s.startup_tag[seat, slot] > 0:
            offer(out, Do.SELL, slot)


@rule
def business_at(s: Treasury, seat: int, slot: int) -> int:
    """§2.5 The card of a business, opened or not; 0 if it cannot be seen or is none."""
    return s.opened[seat, slot] if s.opened[seat, slot] > 0 else s.startup[seat, slot]


@rule
def price_of(s: Treasury, card: int, is_open: bool) -> int:
    """§2.5 §10 What a sale pays: the gold cost, or what the option says."""
    if s.sale == Sale.ONE:
        return 1
    return COST[card] if s.sale == Sale.ANY or is_open else 0


@rule
def sell(s: Treasury, seat: int, slot: int, event: Event) -> None:
    """§2.5 The business is discarded for gold; one of its contract cards returns to the demand pile."""
    card = business_at(s, seat, slot)
    price = price_of(s, card, s.opened[seat, slot] > 0)
    gain(s, seat, price, Source.SALE)
    tell(s, event, seat, card, price)
    leave(s, seat, slot, Leaving.ONE_RETURNS)


@rules.step(Step.CLEAR)
def clear(s: Treasury) -> None:
    """§2.5 Of several contract cards the owner chooses the one that returns."""
    seat, slot = s.leaver, s.leaving
    if s.leaving_how == Leaving.ONE_RETURNS and s.contracted[seat, slot] > 1:
        do(s, Step.CLEAR)
        ask(s, seat, Step.RETURN)
    elif s.leaving_how != Leaving.NONE_RETURNS and s.contracted[seat, slot] > 0:
        do(s, Step.CLEAR)
        return_card(s, seat, first_contract(s, seat, slot))
    else:
        remove_business(s, seat, slot)


@rule
def first_contract(s: Treasury, seat: int, slot: int) -> int:
    """§2.5 A contract card of a business."""
    return s.under[seat, find(s.under_at[seat], s.unders[seat], slot * 4 + Beneath.CONTRACT)]


@rules.choice(Step.RETURN, ANY_CARD)
def contract_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§2.5 The contract cards of the business that leaves."""
    for i in range(s.unders[seat]):
        if s.under_at[seat, i] == s.leaving * 4 + Beneath.CONTRACT:
            offer(out, s.under[seat, i])


@rules.then(Step.RETURN)
def return_chosen(s: Treasury, seat: int, card: int) -> None:
    """§2.5 It goes back to the demand pile; the others are discarded."""
    return_card(s, seat, card)


@rule
def return_card(s: Treasury, seat: int, card: int) -> None:
    """§2.5 One card returns; where only one does, the others will be discarded."""
    take_under(s, seat, find(s.under[seat], s.unders[seat], card))
    tell(s, Event.RETURNED, seat, card)
    add_to_demand(s, card)
    if s.leaving_how == Leaving.ONE_RETURNS:
        s.leaving_how = Leaving.NONE_RETURNS


@rule
def remove_business(s: Treasury, seat: int, slot: int) -> None:
    """§2.5 The business, and all that is still beneath it, is discarded; §8.5 gold on it is lost."""
    card = business_at(s, seat, slot)
    if s.opened[seat, slot] > 0:
        change_powers(s, seat, card, -1)
    discard_beneath(s, seat, slot)
    s.opened[seat, slot] = s.startup[seat, slot] = s.startup_tag[seat, slot] = 0
    s.on_card[seat, slot] = s.used[seat, slot] = 0
    s.businesses[seat] -= 1
    while s.reach[seat] > 0 and is_empty(s, seat, s.reach[seat] - 1):
        s.reach[seat] -= 1
    put_on_discard(s, card)


@rule
def discard_beneath(s: Treasury, seat: int, slot: int) -> None:
    """§2.5 All cards beneath a business go to the discard pile."""
    for i in range(s.unders[seat] - 1, -1, -1):
        if s.under_at[seat, i] // 4 == slot:
            put_on_discard(s, take_under(s, seat, i))
