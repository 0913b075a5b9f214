"""Treasury, chapters 4 and 9: events take effect, one small function for each effect. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, offer, rule, tell
from moot.games.treasury.action import sell, turn_up
from moot.games.treasury.components import (
    AMOUNT,
    BARBARIAN,
    BARBARIANS,
    DEMAND,
    EFFECT,
    EVENT_ICON,
    NO_CARD,
    Ability,
    Effect,
    Icon,
)
from moot.games.treasury.piles import (
    add_to_demand,
    card_with,
    draw_age,
    gain,
    leave,
    pay_in,
    play_openly,
    power,
    put_on_discard,
    take_demand,
    take_top,
    take_treasury,
    top_of,
)
from moot.games.treasury.population import grow, lose_population
from moot.games.treasury.rules import (
    NO_SLOT,
    SLOTS,
    Event,
    Leaving,
    Source,
    Step,
    Treasury,
    rules,
)


@rule
def present(s: Treasury) -> int:
    """§4.3 The event that takes effect: the innermost."""
    return s.resolving[s.nested - 1]


@rules.step(Step.EFFECT)
def take_effect(s: Treasury) -> None:
    """§2.3 The event takes effect, unless §8.6 Shaman's owner prevents it."""
    card = present(s)
    tell(s, Event.HAPPENED, card)
    s.each = 0
    if s.skipping:
        s.skipping = 0
        tell(s, Event.SKIPPED, card)
    elif EFFECT[card] <= Effect.VOLCANO:
        happen_early(s, EFFECT[card], AMOUNT[card], EVENT_ICON[card])
    elif EFFECT[card] <= Effect.GREAT_LEADER:
        happen_later(s, EFFECT[card], AMOUNT[card], EVENT_ICON[card])
    else:
        happen_last(s, EFFECT[card], AMOUNT[card])


@rule
def happen_early(s: Treasury, effect: int, amount: int, icon: int) -> None:
    """§9.1 to §9.6 From an effect to its function."""
    if effect == Effect.MOST_SCIENCE_DRAWS:
        discovery(s, amount)
        do(s, Step.DRAW)
    elif effect == Effect.BARBARIANS:
        barbarians(s, amount)
    elif effect == Effect.FERTILITY:
        fertility(s)
    elif effect == Effect.PROVIDERS_GAIN:
        providers_gain(s, amount, icon)
    elif effect == Effect.INVENTION:
        invention(s)
    elif effect == Effect.SCARCITY:
        scarcity(s)
    else:
        do(s, Step.EACH)  # Volcano


@rule
def happen_later(s: Treasury, effect: int, amount: int, icon: int) -> None:
    """§9.1 to §9.5 From an effect to its function."""
    if effect == Effect.GAIN_PER_ICON:
        gain_per_icon(s, amount, icon)
    elif effect == Effect.BREAKTHROUGH:
        discovery(s, amount)
        do(s, Step.DRAW, Step.EACH)
    elif effect == Effect.STIMULUS:
        stimulus(s)
    elif effect == Effect.GOLDEN_AGE:
        golden_age(s, amount)
    elif effect == Effect.MODERNIZATION:
        do(s, Step.EACH, Step.DRAW)
    else:
        great_leader(s)


@rule
def happen_last(s: Treasury, effect: int, amount: int) -> None:
    """§9.2 to §9.6 From an effect to its function."""
    if effect == Effect.WAR:
        war(s)
    elif effect == Effect.ALLIANCE:
        alliance(s, amount)
    elif effect == Effect.REBELLION:
        rebellion(s, amount)
    elif effect == Effect.BOOM:
        boom(s, amount)
    elif effect == Effect.PEACE:
        peace(s)
    elif effect == Effect.STRIKE:
        strike(s, amount)
    elif effect == Effect.ELECTION:
        election(s, amount)
    else:
        do(s, Step.EACH)  # Exhibition and Blackout


@rules.step(Step.RESOLVED)
def resolved(s: Treasury) -> None:
    """§2.3 The event goes to the demand pile, §4.3 the inner one before the one that caused it; then the next is turned up."""
    s.nested -= 1
    card = s.resolving[s.nested]
    s.resolving[s.nested] = 0
    add_to_demand(s, card)
    if s.nested > 0:
        do(s, Step.RESOLVED)
    elif s.last < 2:
        turn_up(s)


# 9.1 Science


@rule
def most_science(s: Treasury) -> int:
    """§9.1 The most science icons that a player provides; at least 1."""
    most = 1
    for seat in range(s.seats):
        most = max(most, s.provided[seat, Icon.SCIENCE])
    return most


@rule
def discovery(s: Treasury, cards: int) -> None:
    """§9.1 Whoever provides the most science draws; ties all count."""
    most = most_science(s)
    for seat in range(s.seats):
        s.draws[seat] = cards if s.provided[seat, Icon.SCIENCE] == most else 0


@rule
def invention(s: Treasury) -> None:
    """§9.1 They draw a card for each of their science icons."""
    discovery(s, most_science(s))
    do(s, Step.DRAW)


# 9.2 Barbarians and war


@rule
def lose_treasury(s: Treasury, amount: int) -> int:
    """§5.1 What was really lost."""
    taken = take_treasury(s, amount)
    tell(s, Event.TREASURY_LOST, taken, s.treasury)
    return taken


@rule
def barbarians(s: Treasury, each: int) -> None:
    """§9.2 The treasury loses gold for each barbarian; §8.10 Swordmaker's owner has the loot."""
    loot = lose_treasury(s, each * s.demanded[BARBARIAN])
    for seat in range(s.seats):
        if power(s, seat, Ability.SWORDMAKER) > 0 and loot > 0:
            gain(s, seat, loot, Source.ABILITY)
            tell(s, Event.EARNED, seat, loot, card_with(s, seat, Ability.SWORDMAKER))


@rule
def war(s: Treasury) -> None:
    """§9.2 With two barbarians or more, a third of the treasury (rounded down), then population -1."""
    if s.demanded[BARBARIAN] < 2:
        tell(s, Event.NO_EFFECT)
        return
    lose_treasury(s, s.treasury // 3)
    shrink(s)


@rule
def rebellion(s: Treasury, amount: int) -> None:
    """§9.2 Less 3, 2 or 1 gold for each happiness icon that all players provide."""
    for seat in range(s.seats):
        amount -= (5 - s.seats) * s.provided[seat, Icon.HAPPINESS]
    lose_treasury(s, max(0, amount))


# 9.3 Gold


@rule
def gain_by_event(s: Treasury, seat: int, amount: int) -> None:
    """§9.3 Gold for a player, from the supply."""
    if amount > 0:
        gain(s, seat, amount, Source.EVENT)
        tell(s, Event.GAINED, seat, amount)


@rule
def providers_gain(s: Treasury, amount: int, icon: int) -> None:
    """§9.3 As much for one icon as for several."""
    for seat in range(s.seats):
        gain_by_event(s, seat, amount if s.provided[seat, icon] > 0 else 0)


@rule
def gain_per_icon(s: Treasury, amount: int, icon: int) -> None:
    """§9.3 For each icon."""
    for seat in range(s.seats):
        gain_by_event(s, seat, amount * s.provided[seat, icon])


@rule
def golden_age(s: Treasury, amount: int) -> None:
    """§9.3 From the supply to the treasury."""
    s.treasury += amount
    tell(s, Event.TREASURY_GAINED, amount, s.treasury)


@rule
def boom(s: Treasury, amount: int) -> None:
    """§9.3 Opened businesses without a contract earn."""
    for seat in range(s.seats):
        idle = 0
        for slot in range(s.reach[seat]):
            idle += s.opened[seat, slot] > 0 and s.contracted[seat, slot] == 0
        gain_by_event(s, seat, amount * idle)


@rule
def strike(s: Treasury, amount: int) -> None:
    """§9.3 Who provides no happiness pays, as far as there is gold; §9.5 Tower's owner is spared."""
    for seat in range(s.seats):
        if s.provided[seat, Icon.HAPPINESS] == 0:
            if is_spared(s, seat):
                tell(s, Event.SPARED, seat)
            else:
                pay_in(s, seat, amount)


@rule
def election(s: Treasury, amount: int) -> None:
    """§9.3 The treasury pays the poorest; several share it, rounded down."""
    least, sharers = s.gold[0], 0
    for seat in range(s.seats):
        least = min(least, s.gold[seat])
    poor = 0
    for seat in range(s.seats):
        if s.gold[seat] == least:
            poor |= 1 << seat
            sharers += 1
    share = min(amount, s.treasury) // sharers
    for seat in range(s.seats):
        if poor >> seat & 1:
            gain_by_event(s, seat, share)
    lose_treasury(s, share * sharers)


# 9.4 The demand pile


@rule
def stimulus(s: Treasury) -> None:
    """§9.4 The top card of the deck."""
    age = draw_age(s)
    if age < 0:
        tell(s, Event.NO_EFFECT)
        return
    card = top_of(s, age)
    take_top(s, age)
    add_to_demand(s, card)


@rule
def remove_demand(s: Treasury, i: int) -> None:
    """§9.4 A card of the demand pile is discarded."""
    card = s.demand[i]
    take_demand(s, card)
    put_on_discard(s, card)
    tell(s, Event.REMOVED, card)


@rule
def great_leader(s: Treasury) -> None:
    """§9.4 The oldest demand for happiness."""
    for i in range(s.demand_size):
        if DEMAND[s.demand[i]] == Icon.HAPPINESS:
            remove_demand(s, i)
            return
    tell(s, Event.NO_EFFECT)


@rule
def first_barbarian(s: Treasury) -> int:
    """§9.4 Where the oldest barbarian card lies, or -1."""
    for i in range(s.demand_size):
        if BARBARIANS[s.demand[i]] > 0:
            return i
    return -1


@rule
def alliance(s: Treasury, cards: int) -> None:
    """§9.4 The oldest barbarian cards."""
    for _ in range(cards):
        if first_barbarian(s) >= 0:
            remove_demand(s, first_barbarian(s))


@rule
def peace(s: Treasury) -> None:
    """§9.4 All barbarian cards."""
    while first_barbarian(s) >= 0:
        remove_demand(s, first_barbarian(s))


# 9.5 What each player decides


@rules.step(Step.EACH)
def ask_each(s: Treasury) -> None:
    """§8.2 In turn order from the active player."""
    while s.each < s.seats:
        seat = (s.active + s.each) % s.seats
        s.each += 1
        if ask_one(s, seat, EFFECT[present(s)]):
            do(s, Step.EACH)
            return


@rule
def ask_one(s: Treasury, seat: int, effect: int) -> bool:
    """§9.5 Whether the event asks this player something."""
    asked = False
    if effect == Effect.VOLCANO:
        asked = ask_volcano(s, seat)
    elif effect == Effect.BREAKTHROUGH:
        asked = s.provided[seat, Icon.SCIENCE] == most_science(s) and ask_if_cards(s, seat, Step.ADD_CARD)
    elif effect == Effect.MODERNIZATION:
        asked = ask_modernization(s, seat)
    elif effect == Effect.EXHIBITION:
        asked = ask_if_cards(s, seat, Step.EXHIBIT)
    elif effect == Effect.BLACKOUT:
        asked = ask_blackout(s, seat)
    return asked


@rule
def ask_if_cards(s: Treasury, seat: int, choice: Step) -> bool:
    """§9.5 Who has no hand card is not asked for one."""
    if s.hand_size[seat] > 0:
        ask(s, seat, choice)
    return s.hand_size[seat] > 0


@rule
def is_spared(s: Treasury, seat: int) -> bool:
    """§9.5 Tower keeps events from harming its owner."""
    return power(s, seat, Ability.TOWER) > 0


@rule
def has_opened(s: Treasury, seat: int) -> bool:
    """§9.5 Whether a player has an opened business."""
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0:
            return True
    return False


@rule
def ask_volcano(s: Treasury, seat: int) -> bool:
    """§9.5 Each player loses an opened business; not the owner of Tower."""
    if not has_opened(s, seat):
        return False
    if is_spared(s, seat):
        tell(s, Event.SPARED, seat)
        return False
    ask(s, seat, Step.VOLCANO)
    return True


@rules.choice(Step.VOLCANO, SLOTS)
def volcano_choices(s: Treasury, seat: int, out: Moves) -> None:
    """§9.5 One of the opened ones."""
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0:
            offer(out, slot)


@rules.then(Step.VOLCANO)
def lose_business(s: Treasury, seat: int, slot: int) -> None:
    """§9.5 Its contract cards are discarded too."""
    tell(s, Event.LOST_BUSINESS, seat, s.opened[seat, slot])
    leave(s, seat, slot, Leaving.NONE_RETURNS)


@rule
def ask_modernization(s: Treasury, seat: int) -> bool:
    """§9.5 Who provides the icon may sell a business."""
    may = s.provided[seat, EVENT_ICON[present(s)]] > 0
    if may:
        ask(s, seat, Step.MODERNIZE)
    return may


@rules.choice(Step.MODERNIZE, SLOTS + 1, declines=[NO_SLOT])
def modern_sales(s: Treasury, seat: int, out: Moves) -> None:
    """§9.5 Any own business, or none."""
    offer(out, NO_SLOT)
    for slot in range(s.reach[seat]):
        if s.opened[seat, slot] > 0 or s.startup_tag[seat, slot] > 0:
            offer(out, slot)


@rules.then(Step.MODERNIZE)
def modernize(s: Treasury, seat: int, slot: int) -> None:
    """§9.5 Only who sells draws."""
    if slot != NO_SLOT:
        s.draws[seat] = 1
        sell(s, seat, slot, Event.SOLD)


@rules.then(Step.ADD_CARD)
def add_card(s: Treasury, seat: int, card: int) -> None:
    """§9.5 It joins the demand pile."""
    play_openly(s, seat, card)
    add_to_demand(s, card)


@rules.then(Step.EXHIBIT)
def exhibit(s: Treasury, seat: int, card: int) -> None:
    """§9.5 It joins the demand pile, for gold."""
    if card != NO_CARD:
        play_openly(s, seat, card)
        add_to_demand(s, card)
        gain_by_event(s, seat, AMOUNT[present(s)])


@rule
def ask_blackout(s: Treasury, seat: int) -> bool:
    """§9.5 Each player discards a hand card; not the owner of Tower."""
    if is_spared(s, seat):
        tell(s, Event.SPARED, seat)
        return False
    return ask_if_cards(s, seat, Step.BLACKOUT)


# 9.6 Population


@rule
def shrink(s: Treasury) -> None:
    """§4.3 The event that population loss reveals takes effect within this one."""
    if lose_population(s):
        do(s, Step.EFFECT)


@rule
def fertility(s: Treasury) -> None:
    """§9.6 Without demand for food the population grows."""
    if s.demanded[Icon.FOOD] == 0:
        grow(s)
    else:
        tell(s, Event.NO_EFFECT)


@rule
def scarcity(s: Treasury) -> None:
    """§9.6 It grows without demand for food, and shrinks with it."""
    if s.demanded[Icon.FOOD] == 0:
        grow(s)
    else:
        shrink(s)
