"""A quick player of Treasury: what brings more gold than to farm, in the time that is left. Likes are in hundredths of a gold; what
things are worth is in weights.py.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule, second_of
from moot.games.treasury.action import business_at, price_of
from moot.games.treasury.bot import event_pays, rate_ability
from moot.games.treasury.components import AMOUNT, BARBARIAN, EFFECT, Ability, Effect
from moot.games.treasury.opening import cards_needed, cost_of
from moot.games.treasury.outlook import (
    DEFICIT,
    LEAD,
    MY_CONTRACTS,
    MY_SHARE,
    MY_WANTS,
    PAYOUTS,
    RESALE,
    ROOM,
    THEIR_WANTS,
    TURNS,
    Outlook,
    harvest_of,
    lasting,
    outlook,
    paid_share,
    prospects,
    wanted,
    worth,
)
from moot.games.treasury.piles import power
from moot.games.treasury.round import value_of
from moot.games.treasury.rules import Do, Step, Treasury, rules
from moot.games.treasury.weights import GOLD, Weight, weight

FIRST = 100 * GOLD  # openings come before all else
NEVER = -1000 * GOLD


@rule
def building_cost(v: Treasury, seat: int, card: int, has: int) -> int:
    """What it takes to open a business by developing it: cards and actions."""
    lacking = max(0, cards_needed(v, seat, card) - has)
    return lacking * (weight(seat, Weight.ACTION) + weight(seat, Weight.CARD))


@rule
def keep(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What a card in hand might still be worth as a business."""
    cost = min(cost_of(v, seat, card) * GOLD, building_cost(v, seat, card, 0)) + weight(seat, Weight.ACTION)
    return max(0, worth(v, seat, card, look) - cost) * weight(seat, Weight.KEEP_SHARE) // 100 + weight(
        seat, Weight.CARD
    )


@rule
def treasury_gain(v: Treasury, seat: int, change: int, look: Outlook) -> int:
    """What gold in the treasury is worth to a player: more, the more of the contracts are theirs."""
    share = weight(seat, Weight.TREASURY_SHARE) * look[MY_SHARE] // 100 - weight(seat, Weight.TREASURY_COST)
    return change * share * GOLD // 100


@rule
def event_gain(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What an event brings, compared with what it brings the others."""
    effect, barbarians = EFFECT[card], v.demanded[BARBARIAN]
    if effect == Effect.BARBARIANS:
        loss = min(v.treasury, AMOUNT[card] * barbarians)
        return loss * GOLD if power(v, seat, Ability.SWORDMAKER) > 0 else treasury_gain(v, seat, -loss, look)
    if effect == Effect.GOLDEN_AGE:
        return treasury_gain(v, seat, AMOUNT[card], look)
    if effect == Effect.WAR:
        return treasury_gain(v, seat, -v.treasury // 3, look) if barbarians > 1 else 0
    if effect == Effect.REBELLION:
        return treasury_gain(v, seat, -min(v.treasury, AMOUNT[card]), look) // 2
    if effect in (Effect.FERTILITY, Effect.SCARCITY, Effect.STIMULUS, Effect.GREAT_LEADER):
        return 0
    mine, theirs = event_pays(v, seat, card), 0
    for other in range(v.seats):
        if other != seat:
            theirs += event_pays(v, other, card)
    return (mine * (v.seats - 1) - theirs) * GOLD // (v.seats - 1)


@rule
def seeding(v: Treasury, seat: int, look: Outlook) -> int:
    """What seeding brings with any card: the event that happens, the demand that it leaves, a payout that is nearer."""
    value = weight(seat, Weight.SEED) + look[ROOM]
    value += look[LEAD] * weight(seat, Weight.HASTEN_SHARE) // 100
    if v.currents > 0:
        event = v.event[0]
        value += event_gain(v, seat, event, look) * weight(seat, Weight.EVENT_SHARE) // 100
        value += wanted(look[MY_WANTS], event) * weight(seat, Weight.CLAIM_SHARE) // 100
        value -= wanted(look[THEIR_WANTS], event) * weight(seat, Weight.THEIR_CLAIM_SHARE) // 100
    return value


@rule
def seeded(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What a card will bring as an event, less what it might as a business."""
    value = event_gain(v, seat, card, look) * weight(seat, Weight.LATER_EVENT_SHARE) // 100
    value += wanted(look[MY_WANTS], card) * weight(seat, Weight.LATER_CLAIM_SHARE) // 100
    value -= wanted(look[THEIR_WANTS], card) * weight(seat, Weight.THEIR_LATER_SHARE) // 100
    return value - keep(v, seat, card, look)


@rule
def starting(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What a business that has still to be opened will bring."""
    cost = min(cost_of(v, seat, card) * GOLD, building_cost(v, seat, card, 0)) + weight(seat, Weight.DELAY)
    return (worth(v, seat, card, look) - cost) * weight(seat, Weight.START_SHARE) // 100


@rule
def starting_open(v: Treasury, seat: int, card: int, cost: int, look: Outlook) -> int:
    """What a business brings that is opened at once, against having it later for less."""
    brings = worth(v, seat, card, look)
    spared = max(0, brings - building_cost(v, seat, card, 0) - weight(seat, Weight.DELAY))
    return brings - cost * GOLD - spared * weight(seat, Weight.PATIENCE_SHARE) // 100


@rule
def developing(v: Treasury, seat: int, slot: int, look: Outlook) -> int:
    """Only what still needs cards; the nearer it is, the better."""
    card = v.startup[seat, slot]
    lacking = cards_needed(v, seat, card) - v.developed[seat, slot]
    if lacking <= 0:
        return NEVER
    rest = building_cost(v, seat, card, v.developed[seat, slot] + 1) + weight(seat, Weight.CARD)
    value = (worth(v, seat, card, look) - rest) * weight(seat, Weight.DEVELOP_SHARE) // (100 * lacking)
    return value + look[ROOM]


@rule
def opening(v: Treasury, seat: int, what: int, slot: int, look: Outlook) -> int:
    """Before all else: what can be opened for nothing, and what is worth the gold."""
    card = v.startup[seat, slot]
    brings = worth(v, seat, card, look)
    if what == Do.OPEN_PAID:
        spared = max(0, brings - building_cost(v, seat, card, v.developed[seat, slot]))
        brings -= cost_of(v, seat, card) * GOLD + spared * weight(seat, Weight.PATIENCE_SHARE) // 100
    return FIRST + brings if brings > 0 else NEVER


@rule
def kept(v: Treasury, seat: int, slot: int, look: Outlook) -> int:
    """What a business brings that is not sold now."""
    card = v.opened[seat, slot]
    if card == 0:
        return worth(v, seat, v.startup[seat, slot], look)
    if v.contracted[seat, slot] == 0:
        return prospects(v, seat, card, look) + lasting(v, seat, card, look)
    pays = value_of(v, seat, slot) * look[PAYOUTS] * paid_share(seat, look[MY_CONTRACTS] - 1) // 100
    return pays + price_of(v, card, True) * look[RESALE] + lasting(v, seat, card, look)


@rule
def selling(v: Treasury, seat: int, slot: int, look: Outlook) -> int:
    """Gold now against gold later. What is not opened is not sold while there is time to open it."""
    is_open = v.opened[seat, slot] > 0
    if not is_open and look[TURNS] > 0:
        return NEVER
    price = price_of(v, business_at(v, seat, slot), is_open)
    return price * weight(seat, Weight.SALE_SHARE) - kept(v, seat, slot, look) + look[ROOM]


@rule
def doing(v: Treasury, seat: int, what: int, which: int, look: Outlook) -> int:
    """Whatever is neither seeded nor plainly started."""
    if what in (Do.OPEN, Do.OPEN_PAID):
        value = opening(v, seat, what, which, look)
    elif what in (Do.DEVELOP, Do.DEVELOP_FREE):
        value = developing(v, seat, which, look)
    elif what == Do.SELL:
        value = selling(v, seat, which, look)
    elif what in (Do.START_LODGE, Do.START_LODGE_FREE):
        value = worth(v, seat, which, look) - 4 * GOLD
    elif what == Do.FARM:
        value = harvest_of(v, seat) * weight(seat, Weight.FARM_SHARE) - look[DEFICIT]
    else:
        value = rate_ability(v, seat, what, which) * 10
    return value


@rules.policy(Step.MENU)
def like_menu(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """Open first, then what brings most."""
    look = outlook(v, seat)
    common = seeding(v, seat, look)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        what, which = first_of(moves[place]), second_of(moves[place])
        if what in (Do.SEED, Do.SEED_FREE):
            likes[place] = common + seeded(v, seat, which, look) + (what == Do.SEED_FREE)
        elif what in (Do.START, Do.START_FREE):
            likes[place] = starting(v, seat, which, look) + (what == Do.START_FREE)
        elif what in (Do.START_PAID, Do.START_PAID_FREE):
            likes[place] = starting_open(v, seat, which, cost_of(v, seat, which), look)
        else:
            likes[place] = doing(v, seat, what, which, look)
