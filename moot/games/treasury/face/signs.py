"""Treasury: icons, and the sentences that explain cards. Measures are units of the drawing: a wide one is 880 by 484."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup, escape

from moot.engine import plural
from moot.games.treasury.components import (
    ABILITY,
    AGE,
    AGE_SIGNS,
    BARBARIAN,
    BARBARIANS,
    CONTRACT,
    COST,
    DEMAND,
    DEVELOP,
    EFFECT,
    EVENT_NAMES,
    FIRST_WEAPON,
    IS_BESIDES,
    IS_LABOUR,
    Ability,
    Effect,
    ability_text,
    event_text,
)
from moot.games.treasury.vocabulary import LABELS, demands, gold, provided

BASICS = 3  # the icons of every age, before the materials

# An icon is a sign on a ground: a disc for what every age needs, a tile for materials, a shield for weapons.
GROUNDS = (
    "M0-13A13 13 0 1 1 0 13A13 13 0 1 1 0-13Z",
    "M-9-12H9Q12-12 12-9V9Q12 12 9 12H-9Q-12 12-12 9V-9Q-12-12-9-12Z",
    "M-12-12H12V2Q11 10 0 14Q-11 10-12 2Z",
)
# Selectors of the board do not reach into a symbol that is used: its looks are attributes. Cards are paper in both themes.
TINTS = ("oklch(0.9 0.085 95)", "oklch(0.89 0.05 235)", "oklch(0.87 0.07 25)")
SIGNS = (
    "M0-3.500C-3-6.500-8-4.500-7 1C-6 6-3 8 0 6.500C3 8 6 6 7 1C8-4.500 3-6.500 0-3.500ZM0-3.500C0-6 1-8 3-8.500",
    "M-2.500-8H2.500M-1.500-8V-2L-6 5.500Q-7 8-5 8H5Q7 8 6 5.500L1.500-2V-8M-4 3H4",
    "M-3.800-4v1M3.800-4v1M-6 2Q0 9 6 2",
    "M-7-7L-3-5Q0-7 3-5L7-7L5-1L7 7L3 4.500Q0 7-3 4.500L-7 7L-5-1Z",
    "M-7.500-6H7.500V6H-7.500ZM-7.500 0H7.500M0-6V0M-3.500 0V6M3.500 0V6",
    "M-4-5H4L8 5.500H-8ZM-2-1H2",
    "M-3-7L-8-4L-6 0L-4-1V7H4V-1L6 0L8-4L3-7Q0-4-3-7Z",
    "M-7 4L-5-3L0-6L6-3L7 3L3 7H-4ZM-5-3L0 0L6-3M0 0L-1 7",
    "M2-9L-5 1H0L-2 9L5-2H0Z",
    "M-6 8L0 0M-1-1Q-2-6 3-8Q8-7 6-2Q4 1-1-1Z",
    "M-6 8L4-4M1-6.500L7-8L6-2Z",
    "M-2 3L7-8M-6 0L0 5.500M-3.500 4L-6.500 7.500",
    "M-8 5L-4 0L8-4M-4 0L-2 4M3-2V2",
    "M-8 2H8Q8 6 5 6H-5Q-8 6-8 2ZM-4 2V-3H3V2M3-1.500H9",
    "M0 8A5.500 5.500 0 1 1 .1 8ZM3-2.500L6-7M5-8.500L8-6",
    "M-5 6V-1A5 5 0 0 1 5-1V6ZM-5-1Q-9-2-8.500-8M5-1Q9-2 8.500-8M0-6V6",
)

# When an ability works, and its mark: an arrow for an action, a cross besides, an hourglass at the end of the round.
WHEN = ("", "action", "besides", "end of round")
MARKS = ("", "M-5-7L7 0L-5 7Z", "M-2-7H2V-2H7V2H2V7H-2V2H-7V-2H-2Z", "M-6-8H6L1 0L6 8H-6L-1 0Z")
_CLOSING = "TANNER BAKERY SECURITY MAYOR TELEVISION ARMORY ARMY PARLIAMENT JUDGE GATHERER"
CLOSING = frozenset(Ability[name] for name in _CLOSING.split())


def when_of(card: int) -> int:
    """§8.4 §8.5 §8.10 When the ability of a business works, as its mark says."""
    return 1 if IS_LABOUR[card] else 2 if IS_BESIDES[card] else 3 if ABILITY[card] in CLOSING else 0


def _symbol(icon: int) -> str:
    kind = 0 if icon < BASICS else 1 if icon < FIRST_WEAPON else 2
    ink, fill = ("var(--black-suit)", TINTS[kind]) if icon != BARBARIAN else ("var(--card-paper)", "var(--black-suit)")
    ground = f'<path stroke="var(--black-suit)" stroke-width="1.5" d="{GROUNDS[kind]}"/>'
    sign = f'<path fill="none" stroke="{ink}" stroke-width="2" stroke-linecap="round" d="{SIGNS[icon]}"/>'
    return f'<g id="tre-{icon}" fill="{fill}">{ground}{sign}</g>'


SYMBOLS = Markup(
    '<defs id="tre-icons" data-fixed>'
    + "".join(_symbol(icon) for icon in range(len(SIGNS)))
    + "".join(f'<path id="tre-mark{when}" d="{mark}"/>' for when, mark in enumerate(MARKS) if mark)
    + "</defs><!--/fixed-->"
)


def _key() -> str:
    """What the marks on businesses mean."""
    x, shown = 8, []
    for when, words in enumerate(WHEN):
        if words:
            mark = f'<use class="mark-key" href="#tre-mark{when}" x="{x}" y="9"/>'
            shown.append(f'{mark}<text class="note" x="{x + 12}" y="14">{words}</text>')
            x += 36 + 7 * len(words)
    return "".join(shown)


KEY = Markup(f'<g id="tre-key" data-fixed>{_key()}</g><!--/fixed-->')
KEY_HEIGHT = 26


def icon(number: int, x: float, y: float, scale: float = 1) -> str:
    """One icon, from its symbol."""
    if scale == 1:
        return f'<use href="#tre-{number}" x="{x:g}" y="{y:g}"/>'
    return f'<use href="#tre-{number}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


def piece(name: str, state: object, tip: str, prefix: str = "p") -> Markup:
    """What makes a thing a piece that can be looked at: its first sentence is its name, all of them explain it."""
    label = escape(tip.partition(". ")[0])
    seen = f'data-state="{state}" data-tip="{escape(tip)}" aria-label="{label}" role="img" tabindex="0"'
    return Markup(f'id="{prefix}-{name}" data-piece="{name}" {seen}')


@lru_cache
def demand_icons(card: int) -> Markup:
    """§1.5 What a card demands, as icons."""
    return Markup(icon(DEMAND[card], 12, 0, 0.85) + (icon(BARBARIAN, 37, 0, 0.85) if BARBARIANS[card] else ""))


# Cards in words


@lru_cache
def abbreviated(name: str, letters: int) -> str:
    """A name in so many letters: what tells it from others, its number, stays."""
    if len(name) <= letters:
        return name
    bare = name.rstrip(" 0123456789")
    number = name[len(bare) :].strip()
    return f"{bare[: letters - 1 - len(number)].rstrip()}.{number}"


@lru_cache
def about(card: int) -> str:
    """§1.5 A card as a business, in a sentence; what it does, and where the rulebook says so."""
    return f"{LABELS[card]}, age {AGE_SIGNS[AGE[card]]}: {print_on(card)}"


@lru_cache
def print_on(card: int) -> str:
    """§1.5 What is printed on it."""
    costs = f"opens with {plural('card')(DEVELOP[card])} or for {gold(COST[card])}"
    return f"provides {provided(card)}; {costs}; a contract pays {gold(CONTRACT[card])}. {about_ability(card)}"


@lru_cache
def about_ability(card: int) -> str:
    """§8.1 What a business does, and the section that says more."""
    section = SECTIONS[when_of(card)] or UNMARKED[ABILITY[card]]
    return f"{ability_text(card)} (§{section})"


SECTIONS = ("", "8.4", "8.5", "8.10")  # by when an ability works, as its mark says
_UNMARKED = {
    "8.3": "GUIDE PHILOSOPHER",
    "8.5": "GUARD CAFE BRONZE_MINE",
    "8.6": "SPEARMAN KNIGHT TEMPLE SHAMAN TRAPPER",
    "8.7": "ARCHIVES UNIVERSITY ALCHEMIST MONASTERY LABORATORY WAREHOUSE COMPUTER",
    "8.8": "SCRIBE QUARRY LODGE CASTLE GROCER INFLUENCER MUSEUM THUG HUNTER TRADE_POST BUTCHER GRAVEDIGGER INVENTOR "
    "TANK_WORKS FIELD_KITCHEN REACTOR BOMBER",
    "8.9": "COUNCIL MARKET BARD SPEAR_MAKER CLOTHIER",
    "8.10": "BANK TRADER SWORDMAKER ACCOUNTANT",
    "9.5": "TOWER",
}
UNMARKED = {int(Ability[name]): section for section, names in _UNMARKED.items() for name in names.split()}


_EVENTS = {
    "9.1": "MOST_SCIENCE_DRAWS INVENTION BREAKTHROUGH",
    "9.2": "BARBARIANS WAR REBELLION",
    "9.3": "PROVIDERS_GAIN GAIN_PER_ICON GOLDEN_AGE BOOM STRIKE ELECTION",
    "9.4": "STIMULUS GREAT_LEADER ALLIANCE PEACE",
    "9.5": "VOLCANO MODERNIZATION EXHIBITION BLACKOUT",
    "9.6": "FERTILITY SCARCITY",
}
EVENT_SECTIONS = {int(Effect[name]): section for section, names in _EVENTS.items() for name in names.split()}


@lru_cache
def about_demand(card: int) -> str:
    """§2.6 A card as a demand."""
    return f"{LABELS[card]} demands {demands(card)} (§2.6)."


@lru_cache
def about_event(card: int) -> str:
    """§2.3 A card as an event."""
    return f"{EVENT_NAMES[card]}: {event_text(card)} (§{EVENT_SECTIONS[EFFECT[card]]})"
