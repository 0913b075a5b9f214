"""Treasury, chapters 2.7 and 8.7: drawing cards. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, find, offer, rule, tell, whisper
from moot.games.treasury.action import turn_up
from moot.games.treasury.components import ANY_CARD, DEMAND, Ability, Icon
from moot.games.treasury.piles import (
    add_to_hand,
    back_of,
    card_with,
    draw_age,
    earn,
    power,
    take_demand,
    take_event,
    take_top,
    take_under,
    top_of,
    top_tag_of,
)
from moot.games.treasury.rules import (
    CARD_LIMIT,
    EVERYONE,
    HAND,
    Beneath,
    Event,
    Step,
    Treasury,
    rules,
)

DECK = 0  # where to draw from: the deck, or the card that is taken instead


@rule
def draw_at_last(s: Treasury) -> None:
    """§2.7 One card for who has fewer than eight (§8.7 Warehouse nine); development and contract cards do not count."""
    seat = s.active
    limit = CARD_LIMIT + power(s, seat, Ability.WAREHOUSE)
    if s.hand_size[seat] + s.businesses[seat] >= limit or draw_age(s) < 0:
        return
    if power(s, seat, Ability.COMPUTER) > 0:
        s.loots = power(s, seat, Ability.COMPUTER)
        s.draws[seat] = 1 + s.loots
        do(s, Step.DRAW, Step.LOOT)
    else:
        draw_one(s, seat)


@rules.step(Step.DRAW)
def draw(s: Treasury) -> None:
    """§8.2 Who has cards to draw does so one by one, in turn order from the active player."""
    for k in range(s.seats):
        seat = (s.active + k) % s.seats
        if s.draws[seat] > 0:
            s.draws[seat] -= 1
            do(s, Step.DRAW)
            draw_one(s, seat)
            return


@rule
def draw_one(s: Treasury, seat: int) -> None:
    """§2.7 A card of the draw deck; §8.7 or another, for whom an ability allows it. Without cards there is nothing to draw."""
    if draw_age(s) < 0 or s.hand_size[seat] == HAND:
        tell(s, Event.NOTHING_TO_DRAW, seat)
    elif has_other_source(s, seat):
        ask(s, seat, Step.DRAW_FROM)
    else:
        draw_from_deck(s, seat)


@rule
def may_take_discard(s: Treasury, seat: int) -> bool:
    """§8.7 Archives and University."""
    return s.discards > 0 and power(s, seat, Ability.ARCHIVES) + power(s, seat, Ability.UNIVERSITY) > 0


@rule
def may_take_event(s: Treasury, seat: int) -> bool:
    """§8.7 Monastery takes the revealed event, unless it is just happening, or the population is at its least (§4.4)."""
    return power(s, seat, Ability.MONASTERY) > 0 and s.nested == 0 and s.currents > 0 and s.population > s.seats


@rule
def stored(s: Treasury, seat: int) -> bool:
    """§8.7 Whether cards lie beneath an Alchemist."""
    for i in range(s.unders[seat]):
        if s.under_at[seat, i] % 4 == Beneath.STORE:
            return True
    return False


@rule
def has_other_source(s: Treasury, seat: int) -> bool:
    """§8.7 Whether a player may draw elsewhere."""
    if may_take_discard(s, seat) or may_take_event(s, seat) or stored(s, seat):
        return True
    return power(s, seat, Ability.MONASTERY) > 0 and s.demand_size > 0


@rules.choice(Step.DRAW_FROM, ANY_CARD, declines=[DECK])
def sources(s: Treasury, seat: int, out: Moves) -> None:
    """§8.7 The deck, or a card that may be taken instead."""
    offer(out, DECK)
    if may_take_discard(s, seat):
        offer(out, s.discard[s.discards - 1])
    if may_take_event(s, seat):
        offer(out, s.event[0])
    if power(s, seat, Ability.MONASTERY) > 0 and s.demand_size > 0:
        offer(out, s.demand[s.demand_size - 1])
    for i in range(s.unders[seat]):
        if s.under_at[seat, i] % 4 == Beneath.STORE:
            offer(out, s.under[seat, i])


@rules.then(Step.DRAW_FROM)
def draw_from(s: Treasury, seat: int, card: int) -> None:
    """§8.7 Each card lies in one place, so the card says where it is taken from."""
    at = find(s.under[seat], s.unders[seat], card)
    if card == DECK:
        draw_from_deck(s, seat)
    elif at >= 0:
        take_stored(s, seat, at)
    else:
        take_lying(s, seat, card)


@rule
def draw_from_deck(s: Treasury, seat: int) -> None:
    """§2.7 The next card; all see that it is drawn, the drawer sees which."""
    age = draw_age(s)
    card, tag = top_of(s, age), top_tag_of(s, age)
    take_top(s, age)
    tell(s, Event.DREW, seat)
    whisper(s, seat, Event.DREW_CARD, card)
    keep_drawn(s, seat, card, tag)


@rule
def keep_drawn(s: Treasury, seat: int, card: int, tag: int) -> None:
    """§8.7 Laboratory shows a card that demands science and gains 8 gold."""
    if power(s, seat, Ability.LABORATORY) > 0 and DEMAND[card] == Icon.SCIENCE:
        tell(s, Event.DREW_SHOWN, seat, card)
        earn(s, seat, 8 * power(s, seat, Ability.LABORATORY), card_with(s, seat, Ability.LABORATORY))
        tag |= EVERYONE
    add_to_hand(s, seat, card, tag)


@rule
def take_stored(s: Treasury, seat: int, at: int) -> None:
    """§8.7 A card from beneath Alchemist."""
    tag = s.under_tag[seat, at]
    card = take_under(s, seat, at)
    tell(s, Event.DREW, seat)
    keep_drawn(s, seat, card, tag)


@rule
def take_lying(s: Treasury, seat: int, card: int) -> None:
    """§8.7 A card that all have seen: from the discard pile (University gains 2 gold), the demand pile or the current pile."""
    tell(s, Event.TOOK_CARD, seat, card)
    if s.discards > 0 and s.discard[s.discards - 1] == card:
        s.discards -= 1
        s.discard[s.discards] = 0
        if power(s, seat, Ability.UNIVERSITY) > 0:
            earn(s, seat, 2 * power(s, seat, Ability.UNIVERSITY), card_with(s, seat, Ability.UNIVERSITY))
    elif find(s.demand, s.demand_size, card) >= 0:
        take_demand(s, card)
    else:
        take_event(s)
        s.losses += 1
        turn_up(s)
    keep_drawn(s, seat, card, back_of(card) | EVERYONE)


@rules.step(Step.LOOT)
def loot(s: Treasury) -> None:
    """§8.6 §8.7 Temple, Inventor and Computer: after drawing, a card is discarded."""
    if s.loots > 0:
        s.loots -= 1
        do(s, Step.LOOT)
        if s.hand_size[s.active] > 0:
            ask(s, s.active, Step.LOOT_CARD)
