"""What the quick player of Treasury thinks things are worth: all of its numbers in one place.

`python benchmarks/policies.py treasury` tunes them by paired games, and prints what it has found.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import rule, table
from moot.games.treasury.components import ABILITIES, Ability

GOLD = 100


class Weight(IntEnum):
    """By name. Gold is counted in hundredths; what ends in _SHARE is so many in a hundred."""

    # How long it still goes on
    SEEDS_SHARE = 0  # of all turns that are left, in how many somebody seeds
    MOST_PAYOUTS = auto()  # in hundredths
    TURNS_PER_CARD = auto()  # hundredths of a turn, for each card of a player that the decks still hold
    TURNS_PER_HAND = auto()  # hundredths of a turn, for each card of the smallest hand

    # How likely a contract is, for each icon that is not in demand yet
    SOON_SHARE = auto()  # an event that can be seen will demand it
    MADE_SHARE = auto()  # a card in hand would
    BLIND_SHARE = auto()  # four cards that have not been seen yet would
    MOST_BLIND_SHARE = auto()

    # What contracts are worth: a player's largest is paid first, and the others only as far as the treasury goes
    FIRST_SHARE = auto()
    SECOND_SHARE = auto()
    THIRD_SHARE = auto()
    LATER_SHARE = auto()

    # What actions and cards are worth
    ACTION = auto()
    CARD = auto()
    ROOM = auto()  # to have a card less for who is at the limit
    KEEP_SHARE = auto()  # of what a business might bring, for the card in hand
    RESALE_SHARE = auto()  # of the price that a business will have at the end
    HURRY = auto()  # not to stand still: for each turn without a draw, to who has no better farm than the others

    # Businesses
    START_SHARE = auto()  # of what a business will bring that has still to be developed
    DEVELOP_SHARE = auto()
    PATIENCE_SHARE = auto()  # how much of what patience saves counts against paying
    DELAY = auto()  # to open later
    FARM_SHARE = auto()  # of the gold that a farm gains now
    FARMING_SHARE = auto()  # of the gold that it will
    SALE_SHARE = auto()  # of the price

    # Seeding
    SEED = auto()
    CLAIM_SHARE = auto()  # of a contract that the event brings at once
    THEIR_CLAIM_SHARE = auto()
    LATER_CLAIM_SHARE = auto()  # of one that the seeded card will bring
    THEIR_LATER_SHARE = auto()
    EVENT_SHARE = auto()  # of what the event does
    LATER_EVENT_SHARE = auto()
    HASTEN_SHARE = auto()  # of what the payout brings more than to others
    TREASURY_SHARE = auto()  # of gold in the treasury, to who has all contracts
    TREASURY_COST = auto()  # of gold in the treasury, whoever gets it

    # Claiming
    BARBARIAN = auto()  # to take one out of demand, for who has all contracts
    NEEDED = auto()  # a card that another business waits for

    ABILITY = auto()  # from here on, what abilities bring


VALUES = {
    Weight.SEEDS_SHARE: 35,
    Weight.MOST_PAYOUTS: 500,
    Weight.TURNS_PER_CARD: 100,
    Weight.TURNS_PER_HAND: 70,
    Weight.SOON_SHARE: 70,
    Weight.MADE_SHARE: 45,
    Weight.BLIND_SHARE: 25,
    Weight.MOST_BLIND_SHARE: 50,
    Weight.FIRST_SHARE: 100,
    Weight.SECOND_SHARE: 80,
    Weight.THIRD_SHARE: 60,
    Weight.LATER_SHARE: 40,
    Weight.ACTION: 130,
    Weight.CARD: 60,
    Weight.ROOM: 60,
    Weight.KEEP_SHARE: 40,
    Weight.RESALE_SHARE: 60,
    Weight.HURRY: 5,
    Weight.START_SHARE: 70,
    Weight.DEVELOP_SHARE: 100,
    Weight.PATIENCE_SHARE: 20,
    Weight.DELAY: 50,
    Weight.FARM_SHARE: 100,
    Weight.FARMING_SHARE: 70,
    Weight.SALE_SHARE: 100,
    Weight.SEED: 0,
    Weight.CLAIM_SHARE: 90,
    Weight.THEIR_CLAIM_SHARE: 20,
    Weight.LATER_CLAIM_SHARE: 40,
    Weight.THEIR_LATER_SHARE: 20,
    Weight.EVENT_SHARE: 100,
    Weight.LATER_EVENT_SHARE: 40,
    Weight.HASTEN_SHARE: 100,
    Weight.TREASURY_SHARE: 100,
    Weight.TREASURY_COST: 15,
    Weight.BARBARIAN: 100,
    Weight.NEEDED: 200,
}

# What abilities bring besides contracts, in hundredths of a gold: in MANY turns or more, or at once. Farms are worth what they
# gain, and not in this table.
MANY = 8
ABILITY_VALUES = {
    Ability.TANNER: 100,
    Ability.BAKERY: 200,
    Ability.MENTOR: 100,
    Ability.WARRIOR: 100,
    Ability.COUNCIL: 100,
    Ability.FARM: 100,
    Ability.GUIDE: 100,
    Ability.THUG: 200,
    Ability.GATHERER: -300,
    Ability.SCRIBE: 200,
    Ability.PHILOSOPHER: 100,
    Ability.JUDGE: 200,
    Ability.PROPHET: 200,
    Ability.SKINNER: 100,
    Ability.ARCHIVES: 100,
    Ability.ALCHEMIST: 100,
    Ability.SHAMAN: 100,
    Ability.HUNTER: 200,
    Ability.INFLUENCER: 100,
    Ability.TRAPPER: 100,
    Ability.HUT_BUILDER: 100,
    Ability.TINKERER: 100,
    Ability.QUARRY: 100,
    Ability.ARMORY: 300,
    Ability.BANK: 300,
    Ability.LODGE: 100,
    Ability.TOWER: 200,
    Ability.TEMPLE: 300,
    Ability.SPEAR_MAKER: 300,
    Ability.INVENTOR: 100,
    Ability.GUARD: 300,
    Ability.HAY_MAKER: 200,
    Ability.SPEARMAN: 100,
    Ability.LARGE_FARM: 100,
    Ability.TRADE_POST: 200,
    Ability.BRONZE_MINE: 300,
    Ability.MARKET: 100,
    Ability.KNIGHT: 100,
    Ability.SWORDMAKER: 100,
    Ability.LABORATORY: 500,
    Ability.DAIRY_FARM: 100,
    Ability.WAREHOUSE: 100,
    Ability.BARD: 100,
    Ability.CASTLE: 100,
    Ability.BUTCHER: 100,
    Ability.ACCOUNTANT: 100,
    Ability.GROCER: 100,
    Ability.TRADER: 500,
    Ability.GRAVEDIGGER: 100,
    Ability.MONASTERY: 100,
    Ability.COTTON_MILL: 100,
    Ability.CAFE: 500,
    Ability.ARMY: 500,
    Ability.SECURITY: 300,
    Ability.CLOTHIER: 100,
    Ability.MUSEUM: 100,
    Ability.UNIVERSITY: 300,
    Ability.COAL_MINE: 300,
    Ability.RAILWAY: 100,
    Ability.TANK_WORKS: 200,
    Ability.MAYOR: 100,
    Ability.ENGINEER: 200,
    Ability.CANNERY: 400,
    Ability.NEWSPAPER: 100,
    Ability.ARSENAL: 400,
    Ability.TENEMENT: 300,
    Ability.PAWNBROKER: 100,
    Ability.FACTORY: 300,
    Ability.FIELD_KITCHEN: 100,
    Ability.POWER_PLANT: 500,
    Ability.RADIO: 100,
    Ability.TELEVISION: 400,
    Ability.BOMB_FACTORY: 500,
    Ability.AIRFIELD: 100,
    Ability.COMPUTER: 200,
    Ability.SUPERMARKET: 400,
    Ability.CASINO: 200,
    Ability.REACTOR: 100,
    Ability.PARLIAMENT: 100,
    Ability.RECYCLER: 200,
    Ability.BOMBER: 100,
}

_ONCE = "HUNTER TRADE_POST TANK_WORKS REACTOR SPEAR_MAKER BUTCHER GRAVEDIGGER BOMBER FIELD_KITCHEN THUG ALCHEMIST"
IS_ONCE = table([int(ability in [Ability[name] for name in _ONCE.split()]) for ability in range(ABILITIES)])

WEIGHTS = table(
    [VALUES[Weight(weight)] for weight in range(Weight.ABILITY)]
    + [0, *(ABILITY_VALUES[ability] for ability in Ability)]
)


@rule
def weight(seat: int, which: int) -> int:
    """What a weight is: the same for every seat, but while weights are tuned against each other."""
    return WEIGHTS[which]


NAMES = [w.name for w in Weight if w != Weight.ABILITY] + ["none", *(ability.name for ability in Ability)]
