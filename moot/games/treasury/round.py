"""Treasury, chapters 3 and 6: the end of a round, and of the game. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, is_in, offer, rule, tell, whisper
from moot.games.treasury.action import sell
from moot.games.treasury.components import (
    ABILITY,
    ANY_CARD,
    CONTRACT,
    COST,
    SEATS,
    Ability,
    Icon,
)
from moot.games.treasury.piles import (
    add_to_demand,
    age_in_force,
    bit_of,
    gain,
    pay_in,
    power,
    put_under_deck,
    remember_treasury,
    reveal_event,
    take_top,
    take_treasury,
    take_under,
    top_of,
    top_tag_of,
    watchers,
    weapons_of,
)
from moot.games.treasury.rules import (
    NO_SLOT,
    SLOTS,
    Beneath,
    Event,
    Source,
    Step,
    Treasury,
    rules,
)

SHOWN = 3  # §8.10 cards that Tanner looks at
MOST_GIFT = 5  # §8.10 what Mayor may pay
NO_SEAT = SEATS
KEEP, HIGHER, LOWER = range(3)  # what Parliament may do


@rules.step(Step.END_ROUND)
def end_round(s: Treasury) -> None:
    """§3.2 The future pile becomes the current pile. §3.3 Abilities, §3.4 payout, §3.5 tax, §3.7 the strongest."""
    tell(s, Event.ROUND_ENDS, s.rounds, s.treasury, s.population)
    s.each = s.passes = 0
    for seat in range(s.seats):
        s.paid[seat] = 0
    if s.last == 2:
        do(s, Step.FINISH)
    else:
        turn_piles(s)
        do(s, Step.STRONGEST)
    if collects_tax(s):
        do(s, Step.PARLIAMENT, Step.TAX)
    do(s, Step.ABILITIES, Step.ARMORY, Step.PASS)


@rule
def collects_tax(s: Treasury) -> bool:
    """§6.1 Every end of a round does, and the last one unless §10 it was agreed otherwise."""
    return s.last == 0 or s.final_tax > 0


@rule
def turn_piles(s: Treasury) -> None:
    """§3.2 What was seeded first comes up first; §8.3 Guides look through the new pile."""
    s.currents = s.population
    for i in range(s.population):
        s.event_tag[i] |= watchers(s, Ability.GUIDE)
    reveal_event(s)
    tell(s, Event.TURNED_UP, s.event[0])


# 3.3 Abilities


@rules.step(Step.ABILITIES)
def use_round_abilities(s: Treasury) -> None:
    """§3.3 From the starting player on, business by business."""
    while s.each < s.seats * SLOTS:
        seat, slot = (s.starter + s.each // SLOTS) % s.seats, s.each % SLOTS
        if slot >= s.reach[seat]:
            s.each += SLOTS - slot  # on to the next player
            continue
        s.each += 1
        card = s.opened[seat, slot]
        if card > 0 and ask_business(s, seat, slot, ABILITY[card]):
            do(s, Step.ABILITIES)
            return
    s.each = 0


@rule
def ask_business(s: Treasury, seat: int, slot: int, ability: int) -> bool:
    """§8.10 Whether a business asks its owner something at the end of the round."""
    asked = False
    if ability == Ability.TANNER:
        asked = show_next(s, seat)
    elif ability == Ability.BAKERY:
        asked = ask_for_victim(s, seat, Step.BAKERY)
    elif ability == Ability.SECURITY:
        asked = ask_for_victim(s, seat, Step.SECURITY)
    elif ability == Ability.MAYOR and s.gold[seat] > 0:
        ask(s, seat, Step.MAYOR)
        asked = True
    elif ability == Ability.TELEVISION and has_contract(s, seat):
        ask(s, seat, Step.TELEVISION)
        asked = True
    return asked


@rule
def nth_age(s: Treasury, n: int) -> int:
    """§8.10 The deck in which the card lies that comes after n others, or -1."""
    for age in range(s.ages):
        if n < s.deck_size[age]:
            return age
        n -= s.deck_size[age]
    return -1


@rule
def nth_place(s: Treasury, n: int) -> int:
    """§8.10 Where in its deck it lies."""
    for age in range(s.ages):
        if n < s.deck_size[age]:
            return s.deck_size[age] - 1 - n
        n -= s.deck_size[age]
    return -1


@rule
def show_next(s: Treasury, seat: int) -> bool:
    """§8.3 §8.10 Tanner's owner, and nobody else, sees the next three cards, on into the next age."""
    for n in range(SHOWN):
        age = nth_age(s, n)
        if age >= 0:
            s.deck_tag[age, nth_place(s, n)] |= bit_of(seat)
            whisper(s, seat, Event.SAW, s.deck[age, nth_place(s, n)])
    if nth_age(s, 0) < 0:
        return False
    ask(s, seat, Step.TANNER)
    return True


@rules.choice(Step.TANNER, ANY_CARD)
def shown_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 One of the three."""
    for n in range(SHOWN):
        if nth_age(s, n) >= 0:
            offer(out, s.deck[nth_age(s, n), nth_place(s, n)])


@rules.then(Step.TANNER)
def tan(s: Treasury, seat: int, card: int) -> None:
    """§8.10 It goes to the demand pile, the others to the bottom of the decks they came from."""
    left = SHOWN
    for age in range(s.ages):
        shown = min(left, s.deck_size[age])
        left -= shown
        for _ in range(shown):
            move_shown(s, age, card)
    tell(s, Event.DUG, seat, card)
    add_to_demand(s, card)


@rule
def move_shown(s: Treasury, age: int, chosen: int) -> None:
    """§8.10 The next card of a deck goes to its bottom, unless it was chosen."""
    card, tag = top_of(s, age), top_tag_of(s, age)
    take_top(s, age)
    if card != chosen:
        put_under_deck(s, card, tag)


@rule
def is_victim(s: Treasury, seat: int, other: int, choice: int) -> bool:
    """§8.10 Bakery takes from who provides no food, Security from who is weaker; from those who have gold."""
    if other == seat or s.gold[other] == 0:
        return False
    if choice == Step.BAKERY:
        return s.provided[other, Icon.FOOD] == 0
    return weapons_of(s, other) < weapons_of(s, seat)


@rule
def ask_for_victim(s: Treasury, seat: int, choice: Step) -> bool:
    """§8.10 Asked even if there is only one; not if there is none."""
    for other in range(s.seats):
        if is_victim(s, seat, other, choice):
            ask(s, seat, choice)
            return True
    return False


@rule
def offer_victims(s: Treasury, seat: int, choice: int, out: Moves) -> None:
    """§8.10 Those who qualify."""
    for other in range(s.seats):
        if is_victim(s, seat, other, choice):
            offer(out, other)


@rule
def rob_player(s: Treasury, seat: int, other: int, amount: int) -> None:
    """§8.10 What there is, from one player to another."""
    taken = min(amount, s.gold[other])
    s.gold[other] -= taken
    gain(s, seat, taken, Source.ABILITY)
    tell(s, Event.TOOK_GOLD, seat, taken, other)


@rules.choice(Step.BAKERY, SEATS)
def bakery_victims(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 Another player who provides no food."""
    offer_victims(s, seat, Step.BAKERY, out)


@rules.then(Step.BAKERY)
def bake(s: Treasury, seat: int, other: int) -> None:
    """§8.10 Bakery takes 1 gold."""
    rob_player(s, seat, other, 1)


@rules.choice(Step.SECURITY, SEATS)
def security_victims(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 A weaker player."""
    offer_victims(s, seat, Step.SECURITY, out)


@rules.then(Step.SECURITY)
def extort(s: Treasury, seat: int, other: int) -> None:
    """§8.10 Security takes 3 gold."""
    rob_player(s, seat, other, 3)


@rules.choice(Step.MAYOR, MOST_GIFT + 1, declines=[0])
def gifts(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 Nothing, or up to 5 gold."""
    for amount in range(min(MOST_GIFT, s.gold[seat]) + 1):
        offer(out, amount)


@rules.then(Step.MAYOR)
def give(s: Treasury, seat: int, amount: int) -> None:
    """§8.10 Mayor pays into the treasury before contracts are paid."""
    if amount > 0:
        pay_in(s, seat, amount)


@rule
def has_contract(s: Treasury, seat: int) -> bool:
    """§2.6 Whether a player has a contract."""
    for slot in range(s.reach[seat]):
        if s.contracted[seat, slot] > 0:
            return True
    return False


@rules.choice(Step.TELEVISION, SLOTS + 1, declines=[NO_SLOT])
def shows(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 A contract to give up, or none."""
    offer(out, NO_SLOT)
    for slot in range(s.reach[seat]):
        if s.contracted[seat, slot] > 0:
            offer(out, slot)


@rules.then(Step.TELEVISION)
def give_up_contract(s: Treasury, seat: int, slot: int) -> None:
    """§8.10 Television: the supply pays it at once, and its cards return to the demand pile."""
    if slot != NO_SLOT:
        gain(s, seat, value_of(s, seat, slot), Source.ABILITY)
        tell(s, Event.EARNED, seat, value_of(s, seat, slot), s.opened[seat, slot])
        while s.contracted[seat, slot] > 0:
            at = find(s.under_at[seat], s.unders[seat], slot * 4 + Beneath.CONTRACT)
            card = take_under(s, seat, at)
            tell(s, Event.RETURNED, seat, card)
            add_to_demand(s, card)


@rules.step(Step.ARMORY)
def arm(s: Treasury) -> None:
    """§8.10 Armory takes 2 gold from the treasury just before contracts are paid."""
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        for _ in range(power(s, seat, Ability.ARMORY)):
            taken = take_treasury(s, 2)
            gain(s, seat, taken, Source.ABILITY)
            tell(s, Event.FROM_TREASURY, seat, taken, s.treasury)


# 3.4 Payout


@rule
def value_of(s: Treasury, seat: int, slot: int) -> int:
    """§3.4 What a contract pays: §8.10 Accountant adds 1, and cards beneath Museum 2 each."""
    value = CONTRACT[s.opened[seat, slot]] + power(s, seat, Ability.ACCOUNTANT)
    if ABILITY[s.opened[seat, slot]] == Ability.MUSEUM:
        for i in range(s.unders[seat]):
            if s.under_at[seat, i] == slot * 4 + Beneath.KEPT:
                value += 2
    return value


@rule
def largest_unpaid(s: Treasury, seat: int) -> int:
    """§3.4 A player's largest contract that has not been paid this round, or NO_SLOT."""
    best, most = NO_SLOT, -1
    for slot in range(s.reach[seat]):
        if s.contracted[seat, slot] > 0 and not is_in(s.paid[seat], slot):
            value = value_of(s, seat, slot)
            if value > most:
                best, most = slot, value
    return best


@rule
def price_of_pass(s: Treasury) -> int:
    """§3.4 What the next pass takes."""
    total = 0
    for seat in range(s.seats):
        slot = largest_unpaid(s, seat)
        if slot != NO_SLOT:
            total += value_of(s, seat, slot)
    return total


@rules.step(Step.PASS)
def pay_pass(s: Treasury) -> None:
    """§3.4 While the treasury is above 0: every player's largest unpaid contract; the last pass is paid in full."""
    total = price_of_pass(s)
    if s.treasury == 0 or total == 0:
        do(s, Step.ARMY)
        return
    s.passes += 1
    tell(s, Event.PASS_PAID, s.passes, total, s.treasury)
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        slot = largest_unpaid(s, seat)
        if slot != NO_SLOT:
            pay_contract(s, seat, slot)
    if total > s.treasury:
        tell(s, Event.TREASURY_EXHAUSTED, total - s.treasury)
    take_treasury(s, total)
    do(s, Step.PASS)


@rule
def pay_contract(s: Treasury, seat: int, slot: int) -> None:
    """§3.4 The contract stays, but is paid once a round."""
    s.paid[seat] |= 1 << slot
    gain(s, seat, value_of(s, seat, slot), Source.CONTRACT)
    tell(s, Event.CONTRACT_PAID, seat, s.opened[seat, slot], value_of(s, seat, slot))


@rules.step(Step.ARMY)
def pay_army(s: Treasury) -> None:
    """§8.10 When the treasury is dry the supply pays all contracts of Army's owner. Those of the others go unpaid."""
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        if power(s, seat, Ability.ARMY) > 0:
            while largest_unpaid(s, seat) != NO_SLOT:
                pay_contract(s, seat, largest_unpaid(s, seat))
        elif largest_unpaid(s, seat) != NO_SLOT:
            tell(s, Event.UNPAID, seat, count_unpaid(s, seat))


@rule
def count_unpaid(s: Treasury, seat: int) -> int:
    """§3.4 Contracts that payouts have not reached."""
    unpaid = 0
    for slot in range(s.reach[seat]):
        unpaid += s.contracted[seat, slot] > 0 and not is_in(s.paid[seat], slot)
    return unpaid


# 3.5 Tax


@rules.step(Step.PARLIAMENT)
def ask_parliament(s: Treasury) -> None:
    """§8.10 Parliament's owner decides before the tax."""
    for seat in range(s.seats):
        if power(s, seat, Ability.PARLIAMENT) > 0:
            ask(s, seat, Step.SHIFT_TAX)


@rules.choice(Step.SHIFT_TAX, 3, declines=[KEEP])
def shifts(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 Keep the tax, or make it 1 higher or lower."""
    offer(out, KEEP)
    offer(out, HIGHER)
    offer(out, LOWER)


@rules.then(Step.SHIFT_TAX)
def shift_tax(s: Treasury, seat: int, shift: int) -> None:
    """§8.10 For all."""
    s.tax_shift = int(shift == HIGHER) - int(shift == LOWER)
    if shift != KEEP:
        tell(s, Event.SHIFTED_TAX, seat, shift)


@rule
def tax_rate(s: Treasury) -> int:
    """§3.5 The age, and 1 more if no happiness is in demand."""
    return max(0, age_in_force(s) + int(s.demanded[Icon.HAPPINESS] == 0) + s.tax_shift)


@rules.step(Step.TAX)
def tax(s: Treasury) -> None:
    """§3.5 Worked out once, before anyone sells or pays. The supply pays once for each of the population, each player once."""
    s.tax = tax_rate(s)
    s.treasury += s.tax * s.population
    tell(s, Event.TAX_RATE, s.tax, s.population, s.treasury)
    s.each = s.sold = 0
    do(s, Step.TAX_EACH)


@rules.step(Step.TAX_EACH)
def tax_next(s: Treasury) -> None:
    """§3.5 From the starting player on. §3.6 Who is short sells first, one business at most. §8.10 A changed tax is paid once."""
    if s.each == s.seats:
        s.tax_shift = 0
        return
    do(s, Step.TAX_EACH)
    seat = (s.starter + s.each) % s.seats
    if power(s, seat, Ability.GATHERER) > 0:
        tell(s, Event.TAX_FREE, seat)
    elif s.gold[seat] < s.tax and s.sold == 0 and cost_to_sell(s, seat, s.tax) >= 0:
        s.sold = 1
        sell_for_tax(s, seat)
        return
    else:
        pay_tax(s, seat)
    s.each += 1
    s.sold = 0


@rule
def pay_tax(s: Treasury, seat: int) -> None:
    """§3.5 §3.6 What can be paid goes into the treasury."""
    paid = min(s.tax, s.gold[seat])
    s.gold[seat] -= paid
    s.treasury += paid
    tell(s, Event.TAX_PAID, seat, paid, s.treasury)


@rule
def cost_to_sell(s: Treasury, seat: int, tax: int) -> int:
    """§3.6 Of the opened businesses the cheapest that covers the shortfall, else the dearest: its gold cost, or -1."""
    short = tax - s.gold[seat]
    cheapest, dearest = 99, -1
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0:
            cost = COST[s.opened[seat, slot]]
            dearest = max(dearest, cost)
            if cost >= short:
                cheapest = min(cheapest, cost)
    return cheapest if dearest >= short else dearest


@rule
def sell_for_tax(s: Treasury, seat: int) -> None:
    """§3.6 Of several that cost the same the player chooses."""
    cost, candidates, last = cost_to_sell(s, seat, s.tax), 0, NO_SLOT
    for slot in range(s.reach[seat]):
        if is_for_tax(s, seat, slot, cost):
            candidates += 1
            last = slot
    if candidates == 1:
        sell(s, seat, last, Event.SOLD_FOR_TAX)
    else:
        ask(s, seat, Step.TAX_SALE)


@rule
def is_for_tax(s: Treasury, seat: int, slot: int, cost: int) -> bool:
    """§3.6 An opened business of that cost."""
    return s.opened[seat, slot] > 0 and COST[s.opened[seat, slot]] == cost


@rules.choice(Step.TAX_SALE, SLOTS)
def tax_sales(s: Treasury, seat: int, out: Moves) -> None:
    """§3.6 Those that cost the same."""
    for slot in range(s.reach[seat]):
        if is_for_tax(s, seat, slot, cost_to_sell(s, seat, s.tax)):
            offer(out, slot)


@rules.then(Step.TAX_SALE)
def choose_tax_sale(s: Treasury, seat: int, slot: int) -> None:
    """§3.6 It is sold as in a turn."""
    sell(s, seat, slot, Event.SOLD_FOR_TAX)


# 3.7 The strongest


@rule
def strongest(s: Treasury) -> int:
    """§3.7 Those with the most weapons, as a set."""
    most, seats = -1, 0
    for seat in range(s.seats):
        if weapons_of(s, seat) > most:
            most, seats = weapons_of(s, seat), 0
        if weapons_of(s, seat) == most:
            seats |= 1 << seat
    return seats


@rules.step(Step.STRONGEST)
def find_starter(s: Treasury) -> None:
    """§3.7 The strongest starts; on a tie the starting player stays, unless §8.10 Judge's owner decides."""
    seats = strongest(s)
    judge = NO_SEAT
    for seat in range(s.seats):
        if power(s, seat, Ability.JUDGE) > 0:
            judge = seat
    do(s, Step.TURN)
    if seats & (seats - 1) == 0:
        begin_round(s, sole(seats))
    elif judge != NO_SEAT:
        ask(s, judge, Step.JUDGE)
    else:
        begin_round(s, s.starter)


@rule
def sole(seats: int) -> int:
    """§3.7 The only member of a set."""
    seat = 0
    while not is_in(seats, seat):
        seat += 1
    return seat


@rules.choice(Step.JUDGE, SEATS)
def candidates(s: Treasury, seat: int, out: Moves) -> None:
    """§8.10 The strongest."""
    for other in range(s.seats):
        if is_in(strongest(s), other):
            offer(out, other)


@rules.then(Step.JUDGE)
def decide(s: Treasury, seat: int, other: int) -> None:
    """§8.10 One of them starts the next round."""
    begin_round(s, other)


@rule
def begin_round(s: Treasury, starter: int) -> None:
    """§3.7 A new round, from its starting player."""
    tell(s, Event.STAYS_STARTER if starter == s.starter else Event.STARTS_NEXT, starter, weapons_of(s, starter))
    s.starter = s.active = starter
    s.rounds += 1
    remember_treasury(s)
    tell(s, Event.ROUND_BEGAN, s.rounds, starter)
