"""Treasury, chapter 8.5: what businesses let their owner do besides the action. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, offer, rule, tell, whisper
from moot.games.treasury.action import has_startup, offer_developments, offer_hand
from moot.games.treasury.answers import discard_hand_card
from moot.games.treasury.components import (
    ABILITY,
    DEMAND,
    PROVIDED,
    Ability,
    Icon,
)
from moot.games.treasury.labour import offer_peaceful, take_ability_action, take_up
from moot.games.treasury.opening import clothe, drop_demand, take_discard
from moot.games.treasury.piles import (
    add_to_demand,
    back_of,
    bit_of,
    can_use,
    draw_age,
    earn,
    knows,
    pay_in,
    play_openly,
    power,
    put_under_deck,
    reveal_event,
    take_demand,
    top_of,
    top_tag_of,
    use,
)
from moot.games.treasury.rules import (
    EVERYONE,
    HAND,
    SLOTS,
    Beneath,
    Do,
    Event,
    Step,
    Treasury,
    rules,
)

PLEDGE = 3  # §8.5 Pawnbroker


@rule
def use_ability(s: Treasury, seat: int, what: int, which: int) -> None:
    """§8.4 §8.5 From what was chosen to its function."""
    if what <= Do.CASINO:
        take_ability_action(s, seat, what, which)
    elif what <= Do.CANNERY:
        use_early_ability(s, seat, what, which)
    else:
        use_late_ability(s, seat, what, which)


@rule
def has_free_ability(s: Treasury, seat: int) -> bool:
    """§8.5 Whether something can be used now, as far as all can see."""
    if can_tap(s, seat):
        return True
    if s.besides[seat] == 0:
        return False
    if can_mentor(s, seat) or can_tinker(s, seat) or can_move(s, seat):
        return True
    if can_hire(s, seat) or can_delay(s, seat) or can_pledge(s, seat) or can_develop_free(s, seat):
        return True
    if s.hand_size[seat] > 0 and has_use_for_card(s, seat):
        return True
    return can_scout(s, seat)


@rule
def has_use_for_card(s: Treasury, seat: int) -> bool:
    """§8.5 Abilities that take a hand card."""
    if can_use(s, seat, Ability.CANNERY) or can_use(s, seat, Ability.POWER_PLANT):
        return True
    if can_use(s, seat, Ability.SUPERMARKET) or (s.currents > 0 and can_use(s, seat, Ability.RADIO)):
        return True
    return s.discards > 0 and can_use(s, seat, Ability.RECYCLER)


@rule
def offer_abilities(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 What can be used now."""
    offer_guards(s, seat, out)
    if s.besides[seat] > 0:
        offer_own_abilities(s, seat, out)


@rule
def offer_own_abilities(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 What own businesses can do."""
    if can_use(s, seat, Ability.MENTOR):
        offer_startups(s, seat, out)
    if can_tinker(s, seat):
        offer_unhappy(s, out)
    if can_move(s, seat):
        offer_moves(s, seat, out)
    if can_hire(s, seat):
        offer(out, Do.ENGINEER)
    if can_delay(s, seat):
        offer(out, Do.NEWSPAPER)
    if can_pledge(s, seat):
        for i in range(s.demand_size):
            offer(out, Do.PAWNBROKER, s.demand[i])
    offer_late_abilities(s, seat, out)


@rule
def offer_late_abilities(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 Those that take a hand card, and a look at the deck."""
    if can_develop_free(s, seat):
        offer_developments(s, seat, Do.DEVELOP_FREE, out)
    if can_use(s, seat, Ability.CANNERY):
        offer_hand(s, seat, Do.CANNERY, out)
    if can_use(s, seat, Ability.POWER_PLANT):
        offer_hand(s, seat, Do.POWER_PLANT, out)
    if s.currents > 0 and can_use(s, seat, Ability.RADIO):
        offer_hand(s, seat, Do.RADIO, out)
    if can_scout(s, seat):
        offer(out, Do.AIRFIELD)
    if can_use(s, seat, Ability.SUPERMARKET):
        offer_peaceful(s, seat, Do.SUPERMARKET, out)
    if s.hand_size[seat] > 0 and can_use(s, seat, Ability.RECYCLER):
        for i in range(s.discards):
            offer(out, Do.RECYCLER, s.discard[i])


@rule
def use_early_ability(s: Treasury, seat: int, what: int, which: int) -> None:
    """§8.5 Once a turn for each copy."""
    if what == Do.MENTOR:
        look_at(s, seat, which)
    elif what == Do.TINKERER:
        use(s, seat, Ability.TINKERER)
        s.chosen = which
        ask(s, seat, Step.TINKER_WITH)
    elif what == Do.GUARD:
        tap(s, seat, which)
    elif what == Do.RAILWAY:
        use(s, seat, Ability.RAILWAY)
        s.focus = which
        ask(s, seat, Step.RAIL_TO)
    elif what == Do.ENGINEER:
        hire(s, seat)
    else:
        can(s, seat, which)


@rule
def use_late_ability(s: Treasury, seat: int, what: int, which: int) -> None:
    """§8.5 Once a turn for each copy."""
    if what == Do.NEWSPAPER:
        delay(s, seat)
    elif what == Do.PAWNBROKER:
        redeem(s, seat, which)
    elif what == Do.POWER_PLANT:
        power_up(s, seat, which)
    elif what == Do.RADIO:
        swap_event(s, seat, which)
    elif what == Do.AIRFIELD:
        scout(s, seat)
    elif what == Do.SUPERMARKET:
        shelve(s, seat, which)
    else:
        use(s, seat, Ability.RECYCLER)
        s.chosen = which
        ask(s, seat, Step.SALVAGE)


# Mentor


@rule
def is_unknown(s: Treasury, seat: int, other: int, slot: int) -> bool:
    """§8.3 A startup that this player has not seen."""
    tag = s.startup_tag[other, slot]
    return tag > 0 and not knows(tag, seat)


@rule
def can_mentor(s: Treasury, seat: int) -> bool:
    """§8.5 Whether there is something for Mentor to look at."""
    if can_use(s, seat, Ability.MENTOR):
        for other in range(s.seats):
            for slot in range(s.reach[other] if other != seat else 0):
                if is_unknown(s, seat, other, slot):
                    return True
    return False


@rule
def offer_startups(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 Startups of the others."""
    for other in range(s.seats):
        for slot in range(s.reach[other] if other != seat else 0):
            if is_unknown(s, seat, other, slot):
                offer(out, Do.MENTOR, other * SLOTS + slot)


@rule
def look_at(s: Treasury, seat: int, place: int) -> None:
    """§8.3 Mentor shows one startup, to its owner alone."""
    use(s, seat, Ability.MENTOR)
    other, slot = place // SLOTS, place % SLOTS
    s.startup_tag[other, slot] |= bit_of(seat)
    tell(s, Event.LOOKED, seat, other)
    whisper(s, seat, Event.SAW, s.startup[other, slot])


# Tinkerer


@rule
def can_tinker(s: Treasury, seat: int) -> bool:
    """§8.5 Tinkerer needs a demand for happiness and a hand card."""
    return s.hand_size[seat] > 0 and s.demanded[Icon.HAPPINESS] > 0 and can_use(s, seat, Ability.TINKERER)


@rule
def offer_unhappy(s: Treasury, out: Moves) -> None:
    """§8.5 Demand cards that demand happiness."""
    for i in range(s.demand_size):
        if DEMAND[s.demand[i]] == Icon.HAPPINESS:
            offer(out, Do.TINKERER, s.demand[i])


@rules.then(Step.TINKER_WITH)
def tinker(s: Treasury, seat: int, card: int) -> None:
    """§8.5 The replaced card goes to the discard pile."""
    drop_demand(s, seat, s.chosen)
    play_openly(s, seat, card)
    add_to_demand(s, card)
    s.chosen = 0


# Guard


@rule
def guarded(s: Treasury, seat: int, other: int) -> int:
    """§8.5 How many places of another player may hold a Guard."""
    return s.reach[other] if other != seat and power(s, other, Ability.GUARD) > 0 else 0


@rule
def is_tappable(s: Treasury, other: int, slot: int) -> bool:
    """§8.5 A Guard with gold on it, not tapped this turn."""
    guard = ABILITY[s.opened[other, slot]] == Ability.GUARD
    return guard and s.on_card[other, slot] > 0 and s.used[other, slot] == 0


@rule
def can_tap(s: Treasury, seat: int) -> bool:
    """§8.5 Whether there is one."""
    for other in range(s.seats):
        for slot in range(guarded(s, seat, other)):
            if is_tappable(s, other, slot):
                return True
    return False


@rule
def offer_guards(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 Each of them."""
    for other in range(s.seats):
        for slot in range(guarded(s, seat, other)):
            if is_tappable(s, other, slot):
                offer(out, Do.GUARD, other * SLOTS + slot)


@rule
def tap(s: Treasury, seat: int, place: int) -> None:
    """§8.5 Guard: 1 gold of it for the player whose turn it is, and 1 from the supply for its owner."""
    other, slot = place // SLOTS, place % SLOTS
    s.used[other, slot] = 1
    s.uses += 1
    s.on_card[other, slot] -= 1
    earn(s, seat, 1, s.opened[other, slot])
    earn(s, other, 1, s.opened[other, slot])


# Railway


@rule
def can_carry(s: Treasury, seat: int, origin: int, to: int) -> bool:
    """§8.5 From a contract to an opened business without one that provides at least as many icons."""
    if s.contracted[seat, origin] == 0 or s.contracted[seat, to] > 0 or s.opened[seat, to] == 0:
        return False
    return PROVIDED[s.opened[seat, to]] >= PROVIDED[s.opened[seat, origin]]


@rule
def has_destination(s: Treasury, seat: int, origin: int) -> bool:
    """§8.5 Whether a contract can be moved anywhere."""
    for to in range(s.reach[seat]):
        if can_carry(s, seat, origin, to):
            return True
    return False


@rule
def can_move(s: Treasury, seat: int) -> bool:
    """§8.5 Whether Railway has something to move."""
    if can_use(s, seat, Ability.RAILWAY):
        for slot in range(s.reach[seat]):
            if has_destination(s, seat, slot):
                return True
    return False


@rule
def offer_moves(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 Contracts that can be moved."""
    for slot in range(s.reach[seat]):
        if has_destination(s, seat, slot):
            offer(out, Do.RAILWAY, slot)


@rules.choice(Step.RAIL_TO, SLOTS)
def destinations(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 Where the contract may go."""
    for to in range(s.reach[seat]):
        if can_carry(s, seat, s.focus, to):
            offer(out, to)


@rules.then(Step.RAIL_TO)
def carry(s: Treasury, seat: int, to: int) -> None:
    """§8.5 Railway moves all cards of the contract; §8.9 Clothier gains if it gets them."""
    for i in range(s.unders[seat]):
        if s.under_at[seat, i] == s.focus * 4 + Beneath.CONTRACT:
            s.under_at[seat, i] = to * 4 + Beneath.CONTRACT
            s.contracted[seat, s.focus] -= 1
            s.contracted[seat, to] += 1
    tell(s, Event.CONTRACT_MOVED, seat, s.opened[seat, s.focus], s.opened[seat, to])
    clothe(s, seat, to)


# Engineer, Cannery, Newspaper, Pawnbroker, Factory


@rule
def can_hire(s: Treasury, seat: int) -> bool:
    """§8.5 Engineer needs 1 gold and a card to draw."""
    return s.gold[seat] > 0 and draw_age(s) >= 0 and s.hand_size[seat] < HAND and can_use(s, seat, Ability.ENGINEER)


@rule
def hire(s: Treasury, seat: int) -> None:
    """§8.5 Engineer draws a card for 1 gold."""
    use(s, seat, Ability.ENGINEER)
    s.gold[seat] -= 1
    s.draws[seat] = 1
    do(s, Step.DRAW)


@rule
def can(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Cannery discards a hand card for 2 gold."""
    discard_hand_card(s, seat, card)
    earn(s, seat, 2, use(s, seat, Ability.CANNERY))


@rule
def can_delay(s: Treasury, seat: int) -> bool:
    """§8.5 Newspaper needs another current event."""
    return s.currents > 1 and can_use(s, seat, Ability.NEWSPAPER)


@rule
def delay(s: Treasury, seat: int) -> None:
    """§8.5 Newspaper: the revealed event goes under the current pile, and the next is turned up."""
    use(s, seat, Ability.NEWSPAPER)
    card, tag = s.event[0], s.event_tag[0]
    for i in range(s.currents - 1):
        s.event[i], s.event_tag[i] = s.event[i + 1], s.event_tag[i + 1]
    s.event[s.currents - 1], s.event_tag[s.currents - 1] = card, tag
    reveal_event(s)
    tell(s, Event.EVENT_DELAYED, seat, card)
    tell(s, Event.TURNED_UP, s.event[0])


@rule
def can_pledge(s: Treasury, seat: int) -> bool:
    """§8.5 Pawnbroker needs 3 gold and a demand card."""
    return (
        s.gold[seat] >= PLEDGE
        and s.demand_size > 0
        and s.hand_size[seat] < HAND
        and can_use(s, seat, Ability.PAWNBROKER)
    )


@rule
def redeem(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Pawnbroker takes a demand card into the hand for 3 gold, which the treasury gets."""
    use(s, seat, Ability.PAWNBROKER)
    pay_in(s, seat, PLEDGE)
    take_demand(s, card)
    take_up(s, seat, card)


@rule
def can_develop_free(s: Treasury, seat: int) -> bool:
    """§8.5 Factory develops without an action."""
    may = s.developing >= 0 and s.hand_size[seat] > 0
    return may and can_use(s, seat, Ability.FACTORY) and has_startup(s, seat)


# Power Plant, Radio, Airfield, Supermarket, Recycler


@rule
def power_up(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Power Plant: one action more for a hand card."""
    use(s, seat, Ability.POWER_PLANT)
    discard_hand_card(s, seat, card)
    s.actions += 1
    tell(s, Event.EXTRA_ACTION, seat)


@rule
def swap_event(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Radio: a hand card becomes the revealed current event, which comes into the hand."""
    use(s, seat, Ability.RADIO)
    play_openly(s, seat, card)
    old = s.event[0]
    s.event[0], s.event_tag[0] = card, back_of(card) | EVERYONE
    tell(s, Event.EVENT_SWAPPED, seat, card)
    take_up(s, seat, old)


@rule
def can_scout(s: Treasury, seat: int) -> bool:
    """§8.5 Airfield looks at the top card of the deck."""
    return draw_age(s) >= 0 and can_use(s, seat, Ability.AIRFIELD)


@rule
def scout(s: Treasury, seat: int) -> None:
    """§8.3 Airfield's owner alone sees it."""
    use(s, seat, Ability.AIRFIELD)
    age = draw_age(s)
    s.deck_tag[age, s.deck_size[age] - 1] |= bit_of(seat)
    tell(s, Event.SCOUTED, seat)
    whisper(s, seat, Event.SAW, top_of(s, age))
    ask(s, seat, Step.SCOUT)


@rules.then(Step.SCOUT)
def put_away(s: Treasury, seat: int, under: int) -> None:
    """§8.5 All see whether it was put away."""
    if under:
        age = draw_age(s)
        card, tag = top_of(s, age), top_tag_of(s, age)
        s.deck_size[age] -= 1
        s.deck[age, s.deck_size[age]] = s.deck_tag[age, s.deck_size[age]] = 0
        put_under_deck(s, card, tag)
        tell(s, Event.PUT_UNDER, seat)


@rule
def shelve(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Supermarket: a hand card without barbarians into demand, for 2 gold."""
    play_openly(s, seat, card)
    add_to_demand(s, card)
    earn(s, seat, 2, use(s, seat, Ability.SUPERMARKET))


@rules.then(Step.SALVAGE)
def salvage(s: Treasury, seat: int, card: int) -> None:
    """§8.5 Recycler exchanges it for the card that was chosen from the discard pile."""
    take_discard(s, s.chosen)
    discard_hand_card(s, seat, card)
    take_up(s, seat, s.chosen)
    s.chosen = 0
