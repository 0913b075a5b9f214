"""What the quick player of Treasury looks at before anything else: what is in demand and will be, how long the game goes on, who is
paid how much, and so what a business is worth.

Numbers for each icon that can be demanded are kept side by side in one number: SIX bits each, weapons of any kind last.
"""

from __future__ import annotations

from moot.engine import rule, table
from moot.games.treasury.action import price_of
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    AGE_SIZE,
    AGES,
    ANY_CARD,
    BARBARIAN,
    BARBARIANS,
    CARDS,
    CONTRACT,
    DEMAND,
    EARLIER,
    FIRST_WEAPON,
    ICONS,
    PROVIDED,
    WANTED,
    Ability,
)
from moot.games.treasury.piles import power
from moot.games.treasury.round import value_of
from moot.games.treasury.rules import CARD_LIMIT, PATIENCE, Treasury
from moot.games.treasury.weights import GOLD, IS_ONCE, MANY, Weight, weight

SIX = 6
MOST = (1 << SIX) - 1
WEAPONS = FIRST_WEAPON  # their place, after the icons that are demanded one by one

# Where the number of an icon begins, by what a demand card must show; what a card demands, side by side; what each age demands.
PLACE = table([SIX * min(icon, int(WEAPONS)) for icon in range(ICONS + 1)])
_DEMANDS = [0, *((1 << PLACE[DEMAND[card]]) + (BARBARIANS[card] << PLACE[BARBARIAN]) for card in range(1, ANY_CARD))]
DEMANDS = table(_DEMANDS)
UNSEEN = table([sum(_DEMANDS[card] for card in range(1, CARDS + 1) if AGE[card] == age) for age in range(AGES)])

# What is looked at, by its place in an outlook.
Outlook = tuple[int, ...]
NOW, SOON, MADE, BLIND, PAYOUTS, TURNS, RESALE, ROOM, DEFICIT = range(9)
MY_WANTS, THEIR_WANTS, MY_CONTRACTS, MY_SHARE, LEAD, HARVESTS = range(9, 15)


# What is in demand


@rule
def demand_now(v: Treasury) -> int:
    """How often each icon is in demand."""
    counts = v.demanded[BARBARIAN] << PLACE[BARBARIAN]
    for icon in range(WEAPONS):
        counts |= v.demanded[icon] << PLACE[icon]
    return counts


@rule
def demand_soon(v: Treasury) -> int:
    """How often events demand it that the player knows of."""
    counts = 0
    for i in range(v.population):
        counts += DEMANDS[v.event[i]]
    return counts


@rule
def demand_made(v: Treasury, seat: int) -> int:
    """How often the player's own cards demand it."""
    counts = 0
    for i in range(v.hand_size[seat]):
        counts += DEMANDS[v.hand[seat, i]]
    return counts


@rule
def demand_unseen(v: Treasury) -> int:
    """How often the cards of those ages demand it whose decks are at least half full."""
    counts = 0
    for age in range(v.ages):
        if 2 * v.deck_size[age] >= AGE_SIZE:
            counts += UNSEEN[age]
    return counts


@rule
def has_enough(counts: int, place: int, earlier: int) -> bool:
    """Whether an icon is there once more than is needed before."""
    return (counts >> place & MOST) > earlier


@rule
def chance(seat: int, card: int, look: Outlook) -> int:
    """How likely a business is to have a contract, in a hundred."""
    share = 100
    for i in range(PROVIDED[card]):
        place, earlier = PLACE[WANTED[card, i]], EARLIER[card, i]
        if has_enough(look[NOW], place, earlier):
            continue
        if has_enough(look[SOON], place, earlier):
            share = share * weight(seat, Weight.SOON_SHARE) // 100
        elif has_enough(look[MADE], place, earlier):
            share = share * weight(seat, Weight.MADE_SHARE) // 100
        else:
            blind = (look[BLIND] >> place & MOST) * weight(seat, Weight.BLIND_SHARE) // 4
            share = share * min(blind, weight(seat, Weight.MOST_BLIND_SHARE)) // 100
    return share


# How long it goes on


@rule
def cards_left(v: Treasury) -> int:
    """What the decks still hold."""
    cards = 0
    for age in range(v.ages):
        cards += v.deck_size[age]
    return cards


@rule
def harvests_left(v: Treasury, seat: int, cards: int) -> int:
    """How many turns the player has after this one while there are cards to draw, in hundredths; or until all stands still."""
    if v.last > 0:
        return 0
    turns = weight(seat, Weight.TURNS_PER_CARD) * cards // v.seats
    return max(0, min(turns, (PATIENCE * v.seats - v.idle) * 100 // v.seats))


@rule
def turns_left(v: Treasury, seat: int, harvests: int) -> int:
    """How many turns there are in all, in hundredths: by the decks, then by the smallest hand."""
    if v.last > 0:
        return 0
    fewest = v.hand_size[seat]
    for other in range(v.seats):
        fewest = min(fewest, v.hand_size[other])
    return harvests + weight(seat, Weight.TURNS_PER_HAND) * fewest


@rule
def payouts_left(v: Treasury, seat: int, turns: int) -> int:
    """How many payouts are still to come, in hundredths: the last, and one whenever as many have been seeded as the population."""
    seeds = turns * v.seats * weight(seat, Weight.SEEDS_SHARE) // 100
    return min(weight(seat, Weight.MOST_PAYOUTS), 100 + seeds // max(1, v.population))


# What a business is worth


@rule
def paid_share(seat: int, place: int) -> int:
    """How much of a contract is paid on the average, in a hundred, by how many others the player has."""
    return weight(seat, Weight.FIRST_SHARE + max(0, min(place, 3)))


@rule
def harvest_of(v: Treasury, seat: int) -> int:
    """What a player's best farm gains, or 0."""
    if power(v, seat, Ability.LARGE_FARM) > 0:
        return 3
    return 2 if power(v, seat, Ability.FARM) > 0 else 0


@rule
def farming(v: Treasury, seat: int, gains: int, other: int, look: Outlook) -> int:
    """What a farm brings, as far as it is better than another and than what the player can do anyway."""
    more = max(0, (gains - other) * GOLD if other > 0 else gains * GOLD - weight(seat, Weight.ACTION))
    return look[HARVESTS] * more * weight(seat, Weight.FARMING_SHARE) // 10_000


@rule
def ability_worth(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What an ability brings, once it is opened, in the turns that are left."""
    ability = ABILITY[card]
    if ability in (Ability.FARM, Ability.LARGE_FARM):
        return farming(v, seat, 3 if ability == Ability.LARGE_FARM else 2, harvest_of(v, seat), look)
    value = weight(seat, Weight.ABILITY + ability)
    return value if IS_ONCE[ability] else value * min(look[TURNS], 100 * MANY) // (100 * MANY)


@rule
def lasting(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What the ability of an opened business will still bring."""
    ability, farms, large = ABILITY[card], power(v, seat, Ability.FARM), power(v, seat, Ability.LARGE_FARM)
    if ability == Ability.FARM:
        return farming(v, seat, 2, 0, look) if farms == 1 and large == 0 else 0
    if ability == Ability.LARGE_FARM:
        return farming(v, seat, 3, 2 if farms > 0 else 0, look) if large == 1 else 0
    return 0 if IS_ONCE[ability] else ability_worth(v, seat, card, look)


@rule
def prospects(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What a business without a contract brings besides its ability: the contract that it may have, and its price at the end."""
    pays = CONTRACT[card] * look[PAYOUTS] * paid_share(seat, look[MY_CONTRACTS]) // 100
    return pays * chance(seat, card, look) // 100 + price_of(v, card, True) * look[RESALE]


@rule
def worth(v: Treasury, seat: int, card: int, look: Outlook) -> int:
    """What a business will bring until the end that is opened now."""
    return prospects(v, seat, card, look) + ability_worth(v, seat, card, look)


# What each player wants and has


@rule
def add_want(wants: int, place: int, value: int) -> int:
    """So much more for an icon, as far as there is room for the number."""
    return wants + (min(value, MOST - (wants >> place & MOST)) << place)


@rule
def wanted(wants: int, card: int) -> int:
    """What a demand card brings to who wants so much, in hundredths of a gold."""
    plain = wants >> PLACE[DEMAND[card]] & MOST
    return GOLD * (max(plain, wants >> PLACE[BARBARIAN] & MOST) if BARBARIANS[card] > 0 else plain)


@rule
def add_wants(wants: int, card: int, now: int, pays: int) -> int:
    """What a business wants that lacks some icons: of its contract, in gold, as much as each of them counts."""
    lacking = 0
    for i in range(PROVIDED[card]):
        lacking += not has_enough(now, PLACE[WANTED[card, i]], EARLIER[card, i])
    for i in range(PROVIDED[card] if lacking > 0 else 0):
        if not has_enough(now, PLACE[WANTED[card, i]], EARLIER[card, i]):
            wants = add_want(wants, PLACE[WANTED[card, i]], pays // (lacking * lacking))
    return wants


@rule
def survey(v: Treasury, seat: int, now: int, payouts: int) -> tuple[int, int, int, int, int]:
    """What the player wants, what the others want, how many contracts the player has, and what contracts pay: own, all."""
    mine, theirs, contracts, income, all_income = 0, 0, 0, 0, 0
    for other in range(v.seats):
        for slot in range(v.reach[other]):
            card = v.opened[other, slot]
            if v.contracted[other, slot] > 0:
                all_income += value_of(v, other, slot)
                income += value_of(v, other, slot) if other == seat else 0
                contracts += other == seat
            elif card > 0 and other == seat:
                mine = add_wants(mine, card, now, CONTRACT[card] * payouts // 100)
            elif card > 0:
                theirs = add_wants(theirs, card, now, CONTRACT[card] * payouts // 100)
    return mine, theirs, contracts, income, all_income


@rule
def room_worth(v: Treasury, seat: int, cards: int) -> int:
    """What it is worth to have a card less: who is at the limit draws nothing."""
    limit = CARD_LIMIT + power(v, seat, Ability.WAREHOUSE)
    if v.hand_size[seat] + v.businesses[seat] < limit or cards == 0:
        return 0
    return weight(seat, Weight.ROOM)


@rule
def deficit_of(v: Treasury, seat: int) -> int:
    """What it costs to stand still: time is with who has the best farm, and against the others."""
    mine = harvest_of(v, seat)
    for other in range(v.seats):
        if other != seat and harvest_of(v, other) >= mine:
            return v.idle * weight(seat, Weight.HURRY) // v.seats
    return 0


@rule
def lead_of(v: Treasury, seat: int, income: int, all_income: int) -> int:
    """What one event of the population brings nearer: the player's own payout against the average of the others."""
    if v.treasury == 0 or v.population == 0:
        return 0
    return (income * v.seats - all_income) * GOLD // ((v.seats - 1) * v.population)


@rule
def outlook(v: Treasury, seat: int) -> Outlook:
    """All of it."""
    cards, now = cards_left(v), demand_now(v)
    soon = now + demand_soon(v)
    harvests = harvests_left(v, seat, cards)
    turns = turns_left(v, seat, harvests)
    payouts = payouts_left(v, seat, turns)
    mine, theirs, contracts, income, all_income = survey(v, seat, now, payouts)
    resale = weight(seat, Weight.RESALE_SHARE) * min(100, turns // max(1, v.businesses[seat])) // 100
    share = 100 * income // max(1, all_income)
    deficit = deficit_of(v, seat)
    made = soon + demand_made(v, seat)
    blind, room, lead = made + demand_unseen(v), room_worth(v, seat, cards), lead_of(v, seat, income, all_income)
    return now, soon, made, blind, payouts, turns, resale, room, deficit, mine, theirs, contracts, share, lead, harvests
