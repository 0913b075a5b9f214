"""Treasury: the position, who sees what, and the names of steps, choices and events. The rules are in files by chapter: setup.py
(1), turn.py, action.py and claim.py (2), round.py (3), population.py (4), piles.py (5), finale.py (6), labour.py, business.py and
opening.py (8), event.py (9), secrets.py (11); sections are those of rulebook.md.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    SECRET,
    Rules,
    State,
    i8,
    i16,
    i32,
    one_of,
    option,
    switch,
    u8,
)
from moot.games.treasury.components import (
    ABILITIES,
    AGE_SIZE,
    AGES,
    CARDS,
    FIRST_AGE,
    ICONS,
    SEATS,
    Sale,
)

HAND = 40  # §2.7 room for cards in a hand
SLOTS = 16  # §2.7 room for businesses
BENEATH = 40  # §2.7 room for cards beneath a player's businesses
NO_SLOT = SLOTS
NESTED = 12  # more events than this cannot be resolved within one another: so few of them lose population
DEALT = 5  # §1.3 cards in a hand at the start
DECK_EACH = 3  # §1.3 cards of the first deck, for each player
BOX = FIRST_AGE - 2 * (DEALT + 1 + DECK_EACH)  # the most that stays in the box
CARD_LIMIT = 8  # §2.7
REMEMBERED = 24  # §11 rounds whose treasury is remembered
POWER_BITS = 2  # §8.1 for how many opened businesses of a seat have an ability: up to three have the same
MOST_POWER = (1 << POWER_BITS) - 1
PATIENCE = 20  # §6.1 turns of each player without a card leaving the decks
LAST_WARNINGS = 5  # §6.1 turns of each player that are counted down before that ends the game

# §11 What everyone knows of a hidden card: its back, which is its age, and who has seen it: back | seats << 3.
BACK = 0b111
EVERYONE = 0b1111 << 3


class Beneath(IntEnum):
    """§2.4 §2.6 What a card lies beneath a business for."""

    DEVELOPMENT = 0
    CONTRACT = 1
    STORE = 2
    KEPT = 3


class Source(IntEnum):
    """§5.1 Where gold comes from."""

    CONTRACT = 0
    ABILITY = 1
    EVENT = 2
    SALE = 3


class Leaving(IntEnum):
    """§2.5 What becomes of the contract cards of a business that leaves."""

    NONE_RETURNS = 0
    ONE_RETURNS = 1
    ALL_RETURN = 2


class Treasury(State):
    """§11 The position, and who sees what. Numbers that rules hand on to one another are wide, so that each is compiled once."""

    # §10 Options
    seats = option(4, 2, SEATS, "How many citizens play.")
    ages = option(
        3,
        3,
        AGES,
        "How many ages are played: the first three have the original's cards, the fourth those of a later version, "
        "the last two are ours.",
    )
    sale = one_of(
        Sale.ANY,
        "What a sale pays: the gold cost of any business, that of opened ones only, or one gold.",
        people=Sale.OPENED,  # with any, starting and selling beats everything else (docs/treasury.md)
    )
    final_tax = switch(True, "Whether the last end of a round collects tax.")
    first_gold = option(2, 0, 9, "What the first player starts with.")
    rising_gold = switch(True, "Whether each later player starts with one gold more than the one before.")
    treasury_each = option(2, 0, 9, "What the treasury starts with, for each player.")

    rounds = i16()
    turns = i16(SEATS)  # how many turns each has had
    active = i8()
    starter = i8()
    last = i8()  # §6.1 1 when the end has been triggered, 2 when the remaining events are resolved
    idle = i16()  # §6.1 turns in which no card has left the decks, the present one among them
    coming = i8()  # §6.1 the ending, once it is near
    opener = i8()  # §1.1 who had the first turn of the game

    treasury = i16()
    curve = i16(REMEMBERED)  # §11 what it held when each round began, the last ones of them
    gold = i16(SEATS)
    income = i16(SEATS, len(Source))

    # Cards. A tag says what everyone knows of a hidden card; it is 0 where there is none.
    deck = i8(AGES, AGE_SIZE, seen_by=SECRET)  # the top is the last
    deck_tag = i8(AGES, AGE_SIZE)
    deck_size = i8(AGES)
    box = i8(BOX, seen_by=SECRET)
    box_size = i8()
    event = i8(CARDS, seen_by=SECRET)  # in the order in which they come up: the current pile, then the future pile
    event_tag = i8(CARDS)
    currents = i8()  # how many of them are the current pile
    population = i8()
    births = i16()
    losses = i16()
    resolving = i8(NESTED)  # events that take effect, each within the one before
    nested = i8()
    hand = i8(SEATS, HAND, seen_by=OWNER)
    hand_tag = i8(SEATS, HAND)
    hand_size = i8(SEATS)
    demand = i8(CARDS)  # the oldest first
    demand_size = i8()
    demanded = i8(ICONS + 1)  # how often each icon is in the demand pile; barbarians last
    discard = i8(CARDS)  # the top is the last
    discards = i8()

    # Businesses, by seat and place
    opened = i8(SEATS, SLOTS)
    startup = i8(SEATS, SLOTS, seen_by=OWNER)
    startup_tag = i8(SEATS, SLOTS)
    businesses = i8(SEATS)
    reach = i8(SEATS)  # how many places are in use, counted from the first
    developed = i8(SEATS, SLOTS)  # how many development cards
    contracted = i8(SEATS, SLOTS)  # how many contract cards
    on_card = i8(SEATS, SLOTS)  # gold
    used = i8(SEATS, SLOTS)  # once a turn
    under = i8(SEATS, BENEATH, seen_by=OWNER)
    under_tag = i8(SEATS, BENEATH)
    under_at = i8(SEATS, BENEATH)  # place * 4 + Beneath
    unders = i8(SEATS)
    powers = u8(ABILITIES)  # how many opened businesses have an ability: POWER_BITS for each seat
    provided = i8(SEATS, ICONS)  # how often opened businesses provide an icon
    labour = i8(SEATS)  # how many opened businesses have an ability that takes the action (§8.4)
    besides = i8(SEATS)  # how many have one that is used besides (§8.5)

    # The turn
    actions = i8()  # left
    acted = i8()
    seeded = i8()  # by an action
    uses = i8()  # abilities used this turn
    developing = i8()  # 1 when a business was developed this turn, -1 when none may be
    seeder = i8()  # who seeded the event that takes effect, + 1
    skipping = i8()  # the event takes no effect
    focus = i8()  # the business that is being opened
    chosen = i8()  # a demand or discard card that was chosen first
    draws = i8(SEATS)  # cards to draw
    loots = i8()  # cards to discard after drawing
    leaver = i8()
    leaving = i8()  # the business that leaves
    leaving_how = i8()
    each = i8()  # how far a step has come that goes through players or businesses
    sold = i8()  # the player who pays tax has sold

    # Claiming a contract
    claimer = i8()  # the business
    claim = i8(3)
    claims = i8()
    ways = i8()  # a set: which of Bard and Market may have been used for it so far

    # The end of a round
    paid = i32(SEATS)  # a set of businesses
    passes = i8()
    tax_shift = i8()
    tax = i8()  # what each pays, while it is collected


class Step(IntEnum):
    """What the agenda holds, then what seats are asked."""

    DEAL = auto()
    TURN = auto()
    GO_ON = auto()
    KNIGHT = auto()
    SHAMAN = auto()
    EFFECT = auto()
    EACH = auto()
    RESOLVED = auto()
    CLEAR = auto()
    SACRIFICE = auto()
    OPEN_UP = auto()
    WHEN_OPENED = auto()
    DIG = auto()
    STARTED = auto()
    DRAW = auto()
    LOOT = auto()
    CONTRACTS = auto()
    END_TURN = auto()
    FINAL = auto()
    END_ROUND = auto()
    ABILITIES = auto()
    ARMORY = auto()
    PASS = auto()
    ARMY = auto()
    PARLIAMENT = auto()
    TAX = auto()
    TAX_EACH = auto()
    STRONGEST = auto()
    FINISH = auto()
    # Choices
    MENU = auto()
    DEVELOP_ON = auto()
    UNDER = auto()
    SKIP = auto()
    WARRIOR_TAKES = auto()
    TINKER_WITH = auto()
    MILL = auto()
    RAIL_TO = auto()
    SCOUT = auto()
    SALVAGE = auto()
    OFFERING = auto()
    RETURN = auto()
    INFLUENCE = auto()
    SPEAR_CARD = auto()
    SPEAR_ON = auto()
    BUTCHER = auto()
    DIG_UP = auto()
    TANK_WORKS = auto()
    FIELD_KITCHEN = auto()
    REACTOR = auto()
    BOMB = auto()
    DRAW_FROM = auto()
    LOOT_CARD = auto()
    CONTRACT = auto()
    CLAIM = auto()
    COUNCIL = auto()
    VOLCANO = auto()
    MODERNIZE = auto()
    ADD_CARD = auto()
    EXHIBIT = auto()
    BLACKOUT = auto()
    TANNER = auto()
    BAKERY = auto()
    SECURITY = auto()
    MAYOR = auto()
    TELEVISION = auto()
    SHIFT_TAX = auto()
    TAX_SALE = auto()
    JUDGE = auto()


class Do(IntEnum):
    """§2.2 What is done in a turn; those before SEED do not end the time to open."""

    DONE = 0
    OPEN = 1
    OPEN_PAID = 2
    SEED = 3
    START = 4
    START_PAID = 5
    START_LODGE = 6
    DEVELOP = 7
    SELL = 8
    SEED_FREE = 9
    START_FREE = 10
    START_PAID_FREE = 11
    START_LODGE_FREE = 12
    DEVELOP_FREE = 13
    WARRIOR = 14
    FARM = 15
    SKINNER = 16
    COTTON_MILL = 17
    COAL_MINE = 18
    ARSENAL = 19
    TENEMENT = 20
    BOMB_FACTORY = 21
    CASINO = 22
    MENTOR = 23
    TINKERER = 24
    GUARD = 25
    RAILWAY = 26
    ENGINEER = 27
    CANNERY = 28
    NEWSPAPER = 29
    PAWNBROKER = 30
    POWER_PLANT = 31
    RADIO = 32
    AIRFIELD = 33
    SUPERMARKET = 34
    RECYCLER = 35


class Event(IntEnum):
    """What is told."""

    DEALT = auto()
    FIRST_EVENT = auto()
    ROUND_BEGAN = auto()
    PASSED = auto()
    SEEDED = auto()
    SLID_UNDER = auto()
    HAPPENED = auto()
    SKIPPED = auto()
    INTO_DEMAND = auto()
    TURNED_UP = auto()
    USED_UP = auto()
    STARTED = auto()
    DEVELOPED = auto()
    OPENED = auto()
    OPENED_PAID = auto()
    OPENED_LODGE = auto()
    SOLD = auto()
    SOLD_FOR_TAX = auto()
    GAVE_UP = auto()
    LOST_BUSINESS = auto()
    RETURNED = auto()
    DISCARDED = auto()
    EARNED = auto()
    GAINED = auto()
    PAID_IN = auto()
    TOOK_GOLD = auto()
    FROM_TREASURY = auto()
    TREASURY_LOST = auto()
    TREASURY_GAINED = auto()
    RAN_DRY = auto()
    DREW = auto()
    DREW_CARD = auto()
    DREW_SHOWN = auto()
    TOOK_CARD = auto()
    NOTHING_TO_DRAW = auto()
    GREW = auto()
    SHRANK = auto()
    CANNOT_GROW = auto()
    CANNOT_SHRINK = auto()
    NO_EFFECT = auto()
    SPARED = auto()
    CONTRACTED = auto()
    CONTRACT_MOVED = auto()
    LOOKED = auto()
    SAW = auto()
    DUG = auto()
    REMOVED = auto()
    EVENT_DELAYED = auto()
    EVENT_SWAPPED = auto()
    SCOUTED = auto()
    PUT_UNDER = auto()
    EXTRA_ACTION = auto()
    LAST_TURNS = auto()
    STANDSTILL_AHEAD = auto()
    STANDS_STILL = auto()
    FINAL_EVENTS = auto()
    ROUND_ENDS = auto()
    PASS_PAID = auto()
    CONTRACT_PAID = auto()
    TREASURY_EXHAUSTED = auto()
    UNPAID = auto()
    SHIFTED_TAX = auto()
    TAX_RATE = auto()
    TAX_PAID = auto()
    TAX_FREE = auto()
    STARTS_NEXT = auto()
    STAYS_STARTER = auto()
    FINAL_GOLD = auto()


class Ending(IntEnum):
    """§6.1 How it ends."""

    LAST_CARD = auto()
    STANDSTILL = auto()


rules = Rules(Step)
