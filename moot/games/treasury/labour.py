"""Treasury, chapter 8.4: what businesses let their owner do as an action. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, offer, rule, tell
from moot.games.treasury.action import offer_hand
from moot.games.treasury.answers import discard_hand_card
from moot.games.treasury.components import (
    ANY_CARD,
    BARBARIAN,
    BARBARIANS,
    NO_CARD,
    Ability,
)
from moot.games.treasury.opening import drop_demand, offer_barbarians
from moot.games.treasury.piles import (
    add_to_demand,
    add_to_hand,
    back_of,
    card_with,
    draw_age,
    earn,
    gain,
    pay_in,
    play_openly,
    power,
    take_demand,
    take_top,
    take_treasury,
    top_of,
    weapons_of,
)
from moot.games.treasury.population import grow
from moot.games.treasury.rules import (
    EVERYONE,
    Do,
    Event,
    Source,
    Step,
    Treasury,
    rules,
)

STAKE, PRIZE = 3, 4  # §8.4 Casino


@rule
def offer_ability_actions(s: Treasury, seat: int, out: Moves) -> None:
    """§8.4 Abilities that take the turn's action."""
    if s.labour[seat] == 0:
        return
    offer_card_actions(s, seat, out)
    drawable = draw_age(s) >= 0
    if drawable and power(s, seat, Ability.FARM) + power(s, seat, Ability.LARGE_FARM) > 0:
        offer(out, Do.FARM)
    if drawable and power(s, seat, Ability.COAL_MINE) > 0:
        offer(out, Do.COAL_MINE)
    if drawable and power(s, seat, Ability.TENEMENT) > 0:
        offer(out, Do.TENEMENT)
    if power(s, seat, Ability.BOMB_FACTORY) > 0 and s.treasury > 0:
        offer(out, Do.BOMB_FACTORY)
    if drawable and power(s, seat, Ability.CASINO) > 0 and s.gold[seat] >= STAKE:
        offer(out, Do.CASINO)


@rule
def offer_card_actions(s: Treasury, seat: int, out: Moves) -> None:
    """§8.4 Those that name a card."""
    if power(s, seat, Ability.WARRIOR) > 0 and s.demanded[BARBARIAN] > 0:
        offer_peaceful(s, seat, Do.WARRIOR, out)
    if power(s, seat, Ability.SKINNER) > 0:
        offer_hand(s, seat, Do.SKINNER, out)
    if power(s, seat, Ability.COTTON_MILL) > 0:
        offer_hand(s, seat, Do.COTTON_MILL, out)
    if power(s, seat, Ability.ARSENAL) > 0:
        offer_barbarian_cards(s, Do.ARSENAL, out)


@rule
def offer_peaceful(s: Treasury, seat: int, what: int, out: Moves) -> None:
    """§8.4 Each hand card without barbarians, for one purpose."""
    for i in range(s.hand_size[seat]):
        if BARBARIANS[s.hand[seat, i]] == 0:
            offer(out, what, s.hand[seat, i])


@rule
def offer_barbarian_cards(s: Treasury, what: int, out: Moves) -> None:
    """§8.4 Each demand card with barbarians, for one purpose."""
    for i in range(s.demand_size):
        if BARBARIANS[s.demand[i]] > 0:
            offer(out, what, s.demand[i])


@rule
def take_ability_action(s: Treasury, seat: int, what: int, which: int) -> None:
    """§8.4 Actions."""
    if what == Do.WARRIOR:
        play_openly(s, seat, which)
        add_to_demand(s, which)
        ask(s, seat, Step.WARRIOR_TAKES)
    elif what == Do.FARM:
        farm(s, seat)
    elif what == Do.SKINNER:
        discard_hand_card(s, seat, which)
    elif what == Do.COTTON_MILL:
        mill(s, seat, which)
    elif what == Do.COAL_MINE:
        mine_coal(s, seat)
    elif what == Do.ARSENAL:
        shoot(s, seat, which)
    elif what == Do.TENEMENT:
        grow(s)
        earn(s, seat, 2, card_with(s, seat, Ability.TENEMENT))
    elif what == Do.BOMB_FACTORY:
        raid(s, seat)
    else:
        gamble(s, seat)


@rules.choice(Step.WARRIOR_TAKES, ANY_CARD)
def barbarian_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§8.4 A demand card with barbarians."""
    offer_barbarians(s, out)


@rules.then(Step.WARRIOR_TAKES)
def exchange(s: Treasury, seat: int, card: int) -> None:
    """§8.4 Warrior: it comes into the hand, for the card that went into demand."""
    take_demand(s, card)
    take_up(s, seat, card)


@rule
def take_up(s: Treasury, seat: int, card: int) -> None:
    """§11 A card that all have seen comes into a hand."""
    add_to_hand(s, seat, card, back_of(card) | EVERYONE)
    tell(s, Event.TOOK_CARD, seat, card)


@rule
def harvest(s: Treasury, seat: int) -> int:
    """§8.4 Farm gains 2 gold, the larger one of age I 3."""
    return 3 if power(s, seat, Ability.LARGE_FARM) > 0 else 2


@rule
def farm(s: Treasury, seat: int) -> None:
    """§8.4 The best one is used."""
    best = Ability.LARGE_FARM if power(s, seat, Ability.LARGE_FARM) > 0 else Ability.FARM
    earn(s, seat, harvest(s, seat), card_with(s, seat, best))


@rule
def mill(s: Treasury, seat: int, card: int) -> None:
    """§8.4 Cotton Mill: a hand card into demand, and then another, until its owner stops."""
    play_openly(s, seat, card)
    add_to_demand(s, card)
    if s.hand_size[seat] > 0:
        ask(s, seat, Step.MILL)


@rules.then(Step.MILL)
def mill_on(s: Treasury, seat: int, card: int) -> None:
    """§8.4 Any number of cards."""
    if card != NO_CARD:
        mill(s, seat, card)


@rule
def turn_into_demand(s: Treasury) -> int:
    """§8.4 The top card of the deck joins the demand pile."""
    age = draw_age(s)
    card = top_of(s, age)
    take_top(s, age)
    add_to_demand(s, card)
    return card


@rule
def mine_coal(s: Treasury, seat: int) -> None:
    """§8.4 Coal Mine: demand from the deck, and 2 gold."""
    turn_into_demand(s)
    earn(s, seat, 2, card_with(s, seat, Ability.COAL_MINE))


@rule
def take_out(s: Treasury, seat: int, amount: int) -> None:
    """§5.1 Gold from the treasury, as far as there is some."""
    taken = take_treasury(s, amount)
    gain(s, seat, taken, Source.ABILITY)
    tell(s, Event.FROM_TREASURY, seat, taken, s.treasury)


@rule
def shoot(s: Treasury, seat: int, card: int) -> None:
    """§8.4 Arsenal: a barbarian card is discarded, and the treasury pays 3 gold."""
    drop_demand(s, seat, card)
    take_out(s, seat, 3)


@rule
def raid(s: Treasury, seat: int) -> None:
    """§8.4 Bomb Factory: the treasury pays 1 gold for each weapon."""
    take_out(s, seat, weapons_of(s, seat))


@rule
def gamble(s: Treasury, seat: int) -> None:
    """§8.4 Casino: with barbarians on the card turned up the stake goes to the treasury, otherwise 4 gold are won."""
    if BARBARIANS[turn_into_demand(s)] > 0:
        pay_in(s, seat, STAKE)
    else:
        earn(s, seat, PRIZE, card_with(s, seat, Ability.CASINO))
