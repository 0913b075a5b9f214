"""What is in the box: 96 cards (from cards.csv) as tables, and their texts (from texts.toml). Sections are those of rulebook.md."""

from __future__ import annotations

import csv
import tomllib
from enum import IntEnum, auto
from pathlib import Path

from moot.engine import table

SEATS = 4  # §1.1
AGES = 6  # §7.1
AGE_NAMES = ("[]", "I", "II", "III", "IV", "V")
AGE_SIGNS = ("0", *AGE_NAMES[1:])  # as people read them: the brackets of the first look like a sign that is missing


class Icon(IntEnum):
    """§1.5 §1.6 What businesses provide; weapons are in no demand but that of barbarians."""

    FOOD = 0
    SCIENCE = 1
    HAPPINESS = 2
    HIDES = 3
    STONE = 4
    BRONZE = 5
    CLOTH = 6
    COAL = 7
    ELECTRICITY = 8
    CLUBS = 9
    SPEARS = 10
    SWORDS = 11
    RIFLES = 12
    TANKS = 13
    BOMBS = 14


ICONS = len(Icon)
BARBARIAN = ICONS  # where the demand pile's icons are counted
NO_ICON = ICONS
FIRST_WEAPON = Icon.CLUBS


class Sale(IntEnum):
    """§10 What selling a business pays."""

    ANY = 0
    OPENED = 1
    ONE = 2


class Ability(IntEnum):
    """§8.1 What an opened business can do, by the key in cards.csv."""

    TANNER = auto()
    BAKERY = auto()
    MENTOR = auto()
    WARRIOR = auto()
    COUNCIL = auto()
    FARM = auto()
    GUIDE = auto()
    THUG = auto()
    GATHERER = auto()
    SCRIBE = auto()
    PHILOSOPHER = auto()
    JUDGE = auto()
    PROPHET = auto()
    SKINNER = auto()
    ARCHIVES = auto()
    ALCHEMIST = auto()
    SHAMAN = auto()
    HUNTER = auto()
    INFLUENCER = auto()
    TRAPPER = auto()
    HUT_BUILDER = auto()
    TINKERER = auto()
    QUARRY = auto()
    ARMORY = auto()
    BANK = auto()
    LODGE = auto()
    TOWER = auto()
    TEMPLE = auto()
    SPEAR_MAKER = auto()
    INVENTOR = auto()
    GUARD = auto()
    HAY_MAKER = auto()
    SPEARMAN = auto()
    LARGE_FARM = auto()
    TRADE_POST = auto()
    BRONZE_MINE = auto()
    MARKET = auto()
    KNIGHT = auto()
    SWORDMAKER = auto()
    LABORATORY = auto()
    DAIRY_FARM = auto()
    WAREHOUSE = auto()
    BARD = auto()
    CASTLE = auto()
    BUTCHER = auto()
    ACCOUNTANT = auto()
    GROCER = auto()
    TRADER = auto()
    GRAVEDIGGER = auto()
    MONASTERY = auto()
    COTTON_MILL = auto()
    CAFE = auto()
    ARMY = auto()
    SECURITY = auto()
    CLOTHIER = auto()
    MUSEUM = auto()
    UNIVERSITY = auto()
    COAL_MINE = auto()
    RAILWAY = auto()
    TANK_WORKS = auto()
    MAYOR = auto()
    ENGINEER = auto()
    CANNERY = auto()
    NEWSPAPER = auto()
    ARSENAL = auto()
    TENEMENT = auto()
    PAWNBROKER = auto()
    FACTORY = auto()
    FIELD_KITCHEN = auto()
    POWER_PLANT = auto()
    RADIO = auto()
    TELEVISION = auto()
    BOMB_FACTORY = auto()
    AIRFIELD = auto()
    COMPUTER = auto()
    SUPERMARKET = auto()
    CASINO = auto()
    REACTOR = auto()
    PARLIAMENT = auto()
    RECYCLER = auto()
    BOMBER = auto()


class Effect(IntEnum):
    """§9.1 What an event does, by the key in cards.csv."""

    MOST_SCIENCE_DRAWS = auto()
    BARBARIANS = auto()
    FERTILITY = auto()
    PROVIDERS_GAIN = auto()
    INVENTION = auto()
    SCARCITY = auto()
    VOLCANO = auto()
    GAIN_PER_ICON = auto()
    BREAKTHROUGH = auto()
    STIMULUS = auto()
    GOLDEN_AGE = auto()
    MODERNIZATION = auto()
    GREAT_LEADER = auto()
    WAR = auto()
    ALLIANCE = auto()
    REBELLION = auto()
    BOOM = auto()
    PEACE = auto()
    STRIKE = auto()
    EXHIBITION = auto()
    BLACKOUT = auto()
    ELECTION = auto()


with (Path(__file__).parent / "cards.csv").open(encoding="utf-8", newline="") as _file:
    _ROWS = list(csv.DictReader(_file))
with (Path(__file__).parent / "texts.toml").open("rb") as _texts:
    _TEXTS: dict[str, dict[str, str]] = tomllib.load(_texts)

# §1.3 Cards are numbered from 1 in the order of their ages; 0 is no card.
CARDS = len(_ROWS)
NO_CARD = 0
ANY_CARD = CARDS + 1  # how many values a card or none has
AGE_SIZE = 12  # cards of each age but the first
FIRST_AGE = sum(row["age"] == AGE_NAMES[0] for row in _ROWS)  # cards of age []
MOST_ICONS = 3  # that a business provides
ABILITIES = len(Ability) + 1  # they are numbered from 1


def _column(name: str) -> list[int]:
    return [0, *(int(row[name]) for row in _ROWS)]


def _icon(name: str) -> int:
    return Icon[name.upper()] if name else NO_ICON


def _icons(names: str) -> list[int]:
    icons = [_icon(name) for name in names.split()]
    return icons + [NO_ICON] * (MOST_ICONS - len(icons))


AGE = table([0, *(AGE_NAMES.index(row["age"]) for row in _ROWS)])
PROVIDES = table([_icons(""), *(_icons(row["provides"]) for row in _ROWS)])
PROVIDED = table([0, *(len(row["provides"].split()) for row in _ROWS)])  # how many icons
# §7.2 Materials are demanded for an age or two.
DEMAND = table([NO_ICON, *(_icon(row["demand"]) for row in _ROWS)])
BARBARIANS = table(_column("barbarian"))
DEVELOP = table(_column("develop"))
COST = table(_column("gold"))
CONTRACT = table(_column("contract"))
ABILITY = table([0, *(Ability[row["ability"].upper()] for row in _ROWS)])
EFFECT = table([0, *(Effect[row["effect"].upper()] for row in _ROWS)])
AMOUNT = table(_column("amount"))
EVENT_ICON = table([NO_ICON, *(_icon(row["icon"]) for row in _ROWS)])

# §2.6 What a demand card must show to serve each icon, how many icons before ask for the same, and whether weapons are among
# others: then one card may serve either, and which serves what has to be found out.
_CARDS = range(CARDS + 1)
WANTED = table([[int(icon) if icon < FIRST_WEAPON else BARBARIAN for icon in PROVIDES[card]] for card in _CARDS])
EARLIER = table([[list(WANTED[card])[:i].count(WANTED[card, i]) for i in range(MOST_ICONS)] for card in _CARDS])
IS_MIXED = table([len({PROVIDES[card, i] >= FIRST_WEAPON for i in range(PROVIDED[card])}) - 1 for card in _CARDS])

# §8.8 The icon that must be given up to open a business, or -1.
_OFFERINGS: dict[int, int] = {Ability.CASTLE: Icon.STONE, Ability.GROCER: Icon.FOOD}
OFFERING = table([_OFFERINGS.get(int(ability), -1) for ability in ABILITY])

# §8.4 §8.5 Abilities that take the action, and those that are used besides.
_LABOUR = "WARRIOR FARM LARGE_FARM SKINNER COTTON_MILL COAL_MINE ARSENAL TENEMENT BOMB_FACTORY CASINO"
_BESIDES = (
    "MENTOR TINKERER RAILWAY ENGINEER CANNERY NEWSPAPER PAWNBROKER FACTORY POWER_PLANT RADIO AIRFIELD SUPERMARKET RECYCLER "
    "HUT_BUILDER HAY_MAKER PROPHET DAIRY_FARM"
)
IS_LABOUR = table([int(any(Ability[name] == ability for name in _LABOUR.split())) for ability in ABILITY])
IS_BESIDES = table([int(any(Ability[name] == ability for name in _BESIDES.split())) for ability in ABILITY])

NAMES = ("nothing", *(row["name"] for row in _ROWS))
EVENT_NAMES = ("nothing", *(row["event"] for row in _ROWS))


def ability_text(card: int) -> str:
    """§8.1 What is printed on a business."""
    return _TEXTS["ability"][_ROWS[card - 1]["ability"]]


def event_text(card: int) -> str:
    """§9.1 What is printed on an event."""
    row = _ROWS[card - 1]
    return _TEXTS["effect"][row["effect"]].format(amount=row["amount"], icon=row["icon"])
