"""Treasury, chapters 5, 8.1 and 11: gold, tags, hands, decks, piles and businesses, which all chapters move. Sections are those of
rulebook.md.
"""

from __future__ import annotations

from moot.engine import (
    NOBODY,
    do,
    find,
    remove_at,
    rule,
    tell,
)
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    BARBARIAN,
    BARBARIANS,
    DEMAND,
    FIRST_WEAPON,
    ICONS,
    IS_BESIDES,
    IS_LABOUR,
    PROVIDED,
    PROVIDES,
    Ability,
)
from moot.games.treasury.rules import (
    BACK,
    EVERYONE,
    MOST_POWER,
    NO_SLOT,
    POWER_BITS,
    REMEMBERED,
    SLOTS,
    Beneath,
    Event,
    Source,
    Step,
    Treasury,
)

# 11 Tags


@rule
def back_of(card: int) -> int:
    """§11 The back of a card that nobody has seen: its age, counted from 1."""
    return AGE[card] + 1


@rule
def bit_of(seat: int) -> int:
    """§11 A seat among those who have seen a card."""
    return 8 << seat


@rule
def knows(tag: int, seat: int) -> bool:
    """§11 Whether a seat has seen the card; a spectator only what all have."""
    return tag & EVERYONE == EVERYONE if seat == NOBODY else tag & bit_of(seat) != 0


@rule
def watchers(s: Treasury, ability: int) -> int:
    """§8.3 The seats whose opened businesses look through a pile."""
    seats = 0
    for seat in range(s.seats):
        if power(s, seat, ability) > 0:
            seats |= bit_of(seat)
    return seats


# 5 Gold


@rule
def gain(s: Treasury, seat: int, amount: int, source: int) -> None:
    """§5.1 From the supply, unless the caller has taken it elsewhere."""
    s.gold[seat] += amount
    s.income[seat, source] += amount


@rule
def earn(s: Treasury, seat: int, amount: int, card: int) -> None:
    """§5.1 Gold by a business."""
    gain(s, seat, amount, Source.ABILITY)
    tell(s, Event.EARNED, seat, amount, card)


@rule
def take_treasury(s: Treasury, amount: int) -> int:
    """§5.1 The treasury never falls below 0; what was really taken."""
    taken = min(amount, s.treasury)
    s.treasury -= taken
    if taken > 0 and s.treasury == 0:
        run_dry(s)
    return taken


@rule
def run_dry(s: Treasury) -> None:
    """§8.10 Bank gains each time the treasury falls from above 0 to 0."""
    tell(s, Event.RAN_DRY)
    for seat in range(s.seats):
        if power(s, seat, Ability.BANK) > 0:
            gain(s, seat, 2 * power(s, seat, Ability.BANK), Source.ABILITY)
            tell(s, Event.EARNED, seat, 2 * power(s, seat, Ability.BANK), card_with(s, seat, Ability.BANK))


@rule
def pay_in(s: Treasury, seat: int, amount: int) -> None:
    """§5.1 From a player to the treasury, as far as there is gold."""
    paid = min(amount, s.gold[seat])
    s.gold[seat] -= paid
    s.treasury += paid
    tell(s, Event.PAID_IN, seat, paid, s.treasury)


# Hands


@rule
def add_to_hand(s: Treasury, seat: int, card: int, tag: int) -> None:
    """§11 A card goes into a hand, with what is known of it."""
    at = s.hand_size[seat]
    s.hand[seat, at], s.hand_tag[seat, at] = card, tag
    s.hand_size[seat] = at + 1


@rule
def play_openly(s: Treasury, seat: int, card: int) -> None:
    """§11 A card leaves a hand, and all see which."""
    remove_from_hand(s, seat, find(s.hand[seat], s.hand_size[seat], card))


@rule
def remove_from_hand(s: Treasury, seat: int, at: int) -> None:
    """§11 The hand closes up."""
    remove_at(s.hand[seat], s.hand_size[seat], at)
    remove_at(s.hand_tag[seat], s.hand_size[seat], at)
    s.hand_size[seat] -= 1


@rule
def play_hidden(s: Treasury, seat: int, card: int) -> int:
    """§11 A card leaves a hand face down. Among several with its back nobody can say which it was: the last of them makes way, and
    what others had seen of them is forgotten. Its tag.
    """
    at = find(s.hand[seat], s.hand_size[seat], card)
    back, last, alike = s.hand_tag[seat, at] & BACK, at, 0
    for i in range(s.hand_size[seat]):
        if s.hand_tag[seat, i] & BACK == back:
            last = i
            alike += 1
    tag = s.hand_tag[seat, at] if alike == 1 else back
    for i in range(s.hand_size[seat]):
        if alike > 1 and s.hand_tag[seat, i] & BACK == back:
            s.hand_tag[seat, i] = back
    s.hand[seat, at] = s.hand[seat, last]
    remove_from_hand(s, seat, last)
    return tag


# The treasury


@rule
def remember_treasury(s: Treasury) -> None:
    """§11 What the treasury held at the start of a round stays known; of very many rounds, that of the last."""
    if s.rounds > REMEMBERED:
        for i in range(REMEMBERED - 1):
            s.curve[i] = s.curve[i + 1]
    s.curve[min(s.rounds, REMEMBERED) - 1] = s.treasury


# Decks


@rule
def draw_age(s: Treasury) -> int:
    """§1.3 The lowest age that still has cards, or -1."""
    for age in range(s.ages):
        if s.deck_size[age] > 0:
            return age
    return -1


@rule
def age_in_force(s: Treasury) -> int:
    """§1.4 That of the draw deck; the last age when all are empty."""
    age = draw_age(s)
    return age if age >= 0 else s.ages - 1


@rule
def top_of(s: Treasury, age: int) -> int:
    """§1.3 The next card of a deck."""
    return s.deck[age, s.deck_size[age] - 1]


@rule
def top_tag_of(s: Treasury, age: int) -> int:
    """§11 What is known of it."""
    return s.deck_tag[age, s.deck_size[age] - 1]


@rule
def take_top(s: Treasury, age: int) -> None:
    """§1.3 The next card has left its deck."""
    s.deck_size[age] -= 1
    s.deck[age, s.deck_size[age]] = s.deck_tag[age, s.deck_size[age]] = 0
    s.idle = 0


@rule
def put_under_deck(s: Treasury, card: int, tag: int) -> None:
    """§8.3 To the bottom of the deck that a card came from."""
    age = AGE[card]
    for i in range(s.deck_size[age], 0, -1):
        s.deck[age, i], s.deck_tag[age, i] = s.deck[age, i - 1], s.deck_tag[age, i - 1]
    s.deck[age, 0], s.deck_tag[age, 0] = card, tag
    s.deck_size[age] += 1


# The event piles


@rule
def lay_event(s: Treasury, at: int, card: int, tag: int) -> None:
    """§2.3 A card joins the event piles at a place; those who look through the future pile see it."""
    for i in range(s.population, at, -1):
        s.event[i], s.event_tag[i] = s.event[i - 1], s.event_tag[i - 1]
    s.event[at] = card
    s.event_tag[at] = tag | watchers(s, Ability.PHILOSOPHER)
    s.population += 1


@rule
def take_event(s: Treasury) -> int:
    """§2.3 §4.3 The next event: the top of the current pile, or the oldest of the future pile if there is none."""
    card = remove_at(s.event, s.population, 0)
    remove_at(s.event_tag, s.population, 0)
    s.population -= 1
    s.currents = max(0, s.currents - 1)
    return card


@rule
def reveal_event(s: Treasury) -> None:
    """§2.3 The top of the current pile lies face up."""
    if s.currents > 0:
        s.event_tag[0] |= EVERYONE


# The demand pile and the discard pile


@rule
def add_to_demand(s: Treasury, card: int) -> None:
    """§2.3 A card joins the demand pile. §8.10 Trader gains by those without barbarians."""
    s.demand[s.demand_size] = card
    s.demand_size += 1
    count_demand(s, card, 1)
    tell(s, Event.INTO_DEMAND, card)
    for seat in range(s.seats):
        if power(s, seat, Ability.TRADER) > 0 and BARBARIANS[card] == 0:
            earn(s, seat, power(s, seat, Ability.TRADER), card_with(s, seat, Ability.TRADER))


@rule
def count_demand(s: Treasury, card: int, change: int) -> None:
    """§2.6 §5.2 A card demands its icon, and with barbarians weapons."""
    s.demanded[DEMAND[card]] += change
    s.demanded[BARBARIAN] += change * BARBARIANS[card]


@rule
def take_demand(s: Treasury, card: int) -> None:
    """§2.6 A card leaves the demand pile."""
    remove_at(s.demand, s.demand_size, find(s.demand, s.demand_size, card))
    s.demand_size -= 1
    count_demand(s, card, -1)


@rule
def put_on_discard(s: Treasury, card: int) -> None:
    """§2.1 One common pile, face up."""
    s.discard[s.discards] = card
    s.discards += 1


# Businesses


@rule
def free_slot(s: Treasury, seat: int) -> int:
    """§2.4 Where the next business goes, or NO_SLOT."""
    for slot in range(SLOTS):
        if is_empty(s, seat, slot):
            return slot
    return NO_SLOT


@rule
def is_empty(s: Treasury, seat: int, slot: int) -> bool:
    """§2.4 Whether no business lies at a place."""
    return s.opened[seat, slot] == 0 and s.startup_tag[seat, slot] == 0


@rule
def power(s: Treasury, seat: int, ability: int) -> int:
    """§8.1 How many opened businesses of a player have an ability."""
    return s.powers[ability] >> POWER_BITS * seat & MOST_POWER


@rule
def change_powers(s: Treasury, seat: int, card: int, change: int) -> None:
    """§8.1 Opened businesses provide icons and have abilities."""
    s.powers[ABILITY[card]] += change << POWER_BITS * seat
    s.labour[seat] += change * IS_LABOUR[card]
    s.besides[seat] += change * IS_BESIDES[card]
    for i in range(PROVIDED[card]):
        s.provided[seat, PROVIDES[card, i]] += change


@rule
def lay_under(s: Treasury, seat: int, slot: int, purpose: int, card: int, tag: int) -> None:
    """§2.4 §2.6 A card goes beneath a business."""
    at = s.unders[seat]
    s.under[seat, at], s.under_tag[seat, at], s.under_at[seat, at] = card, tag, slot * 4 + purpose
    s.unders[seat] = at + 1
    count_under(s, seat, slot * 4 + purpose, 1)


@rule
def count_under(s: Treasury, seat: int, at: int, change: int) -> None:
    """§11 Everyone sees how many development and contract cards there are."""
    if at % 4 == Beneath.DEVELOPMENT:
        s.developed[seat, at // 4] += change
    elif at % 4 == Beneath.CONTRACT:
        s.contracted[seat, at // 4] += change


@rule
def take_under(s: Treasury, seat: int, i: int) -> int:
    """§2.5 A card beneath a business goes elsewhere."""
    count_under(s, seat, s.under_at[seat, i], -1)
    size = s.unders[seat]
    remove_at(s.under_tag[seat], size, i)
    remove_at(s.under_at[seat], size, i)
    s.unders[seat] = size - 1
    return remove_at(s.under[seat], size, i)


@rule
def card_with(s: Treasury, seat: int, ability: int) -> int:
    """§8.1 An opened business with an ability, or 0."""
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0 and ABILITY[s.opened[seat, slot]] == ability:
            return s.opened[seat, slot]
    return 0


@rule
def unused(s: Treasury, seat: int, ability: int) -> int:
    """§8.1 Where a copy lies that has not been used this turn, or NO_SLOT."""
    if power(s, seat, ability) > 0:
        for slot in range(s.reach[seat]):
            card = s.opened[seat, slot]
            if card > 0 and ABILITY[card] == ability and s.used[seat, slot] == 0:
                return slot
    return NO_SLOT


@rule
def can_use(s: Treasury, seat: int, ability: int) -> bool:
    """§8.1 Whether there is such a copy."""
    return unused(s, seat, ability) != NO_SLOT


@rule
def use(s: Treasury, seat: int, ability: int) -> int:
    """§8.1 One copy has been used this turn; the card."""
    slot = unused(s, seat, ability)
    s.used[seat, slot] = 1
    s.uses += 1
    return s.opened[seat, slot]


@rule
def weapons_of(s: Treasury, seat: int) -> int:
    """§3.7 The strength of a player: weapons on opened businesses."""
    weapons = 0
    for icon in range(FIRST_WEAPON, ICONS):
        weapons += s.provided[seat, icon]
    return weapons


@rule
def leave(s: Treasury, seat: int, slot: int, how: int) -> None:
    """§2.5 A business leaves: its owner chooses the contract card that returns, where several might."""
    s.leaver, s.leaving, s.leaving_how = seat, slot, how
    do(s, Step.CLEAR)
