"""What the board of Treasury shows and has to be worked out: places, payouts, and the sentence that explains each piece.

Measures are units of the drawing, which is 720 wide: on a phone two units are about a pixel. A face is made from a view alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any

from markupsafe import Markup, escape

from moot.engine import NOBODY, plural
from moot.games.treasury.components import (
    AGE,
    AGE_NAMES,
    BARBARIAN,
    BARBARIANS,
    CONTRACT,
    COST,
    DEMAND,
    DEVELOP,
    EVENT_NAMES,
    FIRST_WEAPON,
    PROVIDED,
    PROVIDES,
    Ability,
    Icon,
    ability_text,
    event_text,
)
from moot.games.treasury.opening import cards_needed, cost_of
from moot.games.treasury.piles import age_in_force, weapons_of
from moot.games.treasury.round import tax_rate, value_of
from moot.games.treasury.rules import BACK, SLOTS, Beneath, Source, Step
from moot.games.treasury.words import ICON_NAMES, LABELS, demands, gold, provided

WIDTH, MARGIN, RIGHT = 720, 16, 704
TOP_HEIGHT = 118  # treasury, tax and population
PASS_WIDTH, PASS_HEIGHT, PASSES = 167, 70, 4  # of the payouts that are drawn
EVENT_LETTERS = 46  # to a line of an event's text
BACK_STEP, BACKS = 29, 18  # from one card of the event piles to the next; how many have room
CURRENT_WIDTH, FUTURE_WIDTH = 78, 76  # the words before them
CHIP, RAID_CHIP, CHIP_HEIGHT, CHIP_GAP = 38, 66, 40, 6  # a demand card, and one with a barbarian
GROUP_GAP, LABEL_HEIGHT = 10, 28  # between two icons; above the cards of one
SPACE = RIGHT - MARGIN  # for a row
LETTER = 10  # the width of one, about, in what is 21 high
CARD_WIDTH, CARD_HEIGHT, CARD_GAP, ACROSS = 132, 78, 7, 5
LONG = 11  # letters: longer names are set smaller
BASICS = 3  # the icons of every age, before the materials

# An icon is a sign on a ground: a disc for what every age needs, a tile for materials, a shield for weapons.
GROUNDS = ("M0-12A12 12 0 1 1 0 12A12 12 0 1 1 0-12Z", "M-11-11H11V11H-11Z", "M-11-11H11V2Q10 9 0 13Q-10 9-11 2Z")
# Selectors of the board do not reach into a symbol that is used: its looks are attributes. Cards are paper in both themes.
TINTS = ("oklch(0.9 0.075 95)", "oklch(0.89 0.045 235)", "oklch(0.87 0.065 25)")
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


def _symbol(icon: int) -> str:
    kind = 0 if icon < BASICS else 1 if icon < FIRST_WEAPON else 2
    ink, fill = ("var(--black-suit)", TINTS[kind]) if icon != BARBARIAN else ("var(--card-paper)", "var(--black-suit)")
    ground = f'<path stroke="var(--black-suit)" stroke-width="1.5" d="{GROUNDS[kind]}"/>'
    sign = f'<path fill="none" stroke="{ink}" stroke-width="2" stroke-linecap="round" d="{SIGNS[icon]}"/>'
    return f'<g id="tre-{icon}" fill="{fill}">{ground}{sign}</g>'


SYMBOLS = Markup(
    '<defs id="tre-icons" data-fixed>' + "".join(_symbol(icon) for icon in range(len(SIGNS))) + "</defs><!--/fixed-->"
)


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§11 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else mine(view, seat, names)


def icon(number: int, x: int, y: int) -> str:
    """One icon, from its symbol."""
    return f'<use href="#tre-{number}" x="{x}" y="{y}"/>'


def icons_of(card: int, x: int, y: int) -> str:
    """What a business provides."""
    return "".join(icon(PROVIDES[card, i], x + 27 * i, y) for i in range(PROVIDED[card]))


def piece(name: str, state: object, tip: str, prefix: str = "p") -> Markup:
    """What makes a thing a piece that can be looked at: its first sentence is its name, all of them explain it."""
    return Markup(
        'id="{0}-{1}" data-piece="{1}" data-state="{2}" data-tip="{3}" aria-label="{4}" role="img" tabindex="0"'
    ).format(prefix, name, state, tip, tip.partition(". ")[0])


# Cards in words


@lru_cache
def about(card: int) -> str:
    """§1.5 A card as a business, in a sentence; what it does, and where the rulebook says so."""
    return f"{LABELS[card]}, age {AGE_NAMES[AGE[card]]}: {print_on(card)}"


@lru_cache
def print_on(card: int) -> str:
    """§1.5 What is printed on it."""
    costs = f"opens with {plural('card')(DEVELOP[card])} or for {gold(COST[card])}"
    return (
        f"provides {provided(card).replace(' ', ', ')}; {costs}; "
        f"a contract pays {gold(CONTRACT[card])}. {ability_text(card)} (8.1)"
    )


@lru_cache
def about_demand(card: int) -> str:
    """§2.6 A card as a demand."""
    return f"{LABELS[card]} demands {demands(card)} (2.6)."


@lru_cache
def about_event(card: int) -> str:
    """§2.3 A card as an event."""
    return f"{EVENT_NAMES[card]}: {event_text(card)} (9)"


# The public board


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§11 What the table shows, from top to bottom."""
    payout = payouts(view, names)
    events_top = TOP_HEIGHT + 36 + PASS_HEIGHT + 12
    events = event_card(view)
    demand_top = events_top + events["height"] + 14
    demand, demand_height = demand_pile(view)
    players_top = demand_top + demand_height + 12
    seats, height = tableaus(view, names, players_top)
    return {
        "symbols": SYMBOLS,
        "height": height,
        "treasury": treasury(view),
        "tax": tax(view),
        "population": population(view),
        "payout": payout,
        "events_top": events_top,
        "event": events,
        "decks": decks(view),
        "discard": discard(view),
        "demand_top": demand_top,
        "demand": demand,
        "raiders": view.demanded[BARBARIAN],
        "seats": seats,
    }


def treasury(view: Any) -> dict[str, Any]:
    """§5.1 What all share."""
    tip = (
        f"The treasury has {gold(view.treasury)}: it pays contracts at the end of a round, and tax fills it (3.4, 3.5)."
    )
    return {"piece": piece("treasury-0", view.treasury, tip), "gold": view.treasury}


def tax(view: Any) -> dict[str, Any]:
    """§3.5 The tax and its reasons."""
    age, wanted, rate = age_in_force(view), view.demanded[Icon.HAPPINESS], tax_rate(view)
    why = ("+0: happiness", "is in demand") if wanted else ("+1: no demand", "for happiness")
    lines = (f"{age} for age {AGE_NAMES[age]}", *why)
    shift = f", {view.tax_shift:+d} by Parliament" if view.tax_shift else ""
    tip = (
        f"Tax {rate} = {age} for age {AGE_NAMES[age]}, {'0, as' if wanted else '1 more, as no'} happiness is in demand{shift}. "
        f"The supply pays it for each of {view.population} population: {gold(rate * view.population)}; each player once (3.5)."
    )
    return {"piece": piece("tax-0", f"{rate} {age}", tip), "rate": rate, "lines": lines}


def population(view: Any) -> dict[str, Any]:
    """§4.1 The population and what it consists of."""
    future = view.population - view.currents
    tip = (
        f"Population {view.population} = {view.currents} in the current pile + {future} in the future pile; "
        f"{view.births} born and {view.losses} lost so far, never below {view.seats} (4.1, 4.4)."
    )
    lines = (f"{view.currents} current", f"+ {future} future")
    return {"piece": piece("population-0", view.population, tip), "lines": lines}


# Payout


def contracts(view: Any, seat: int) -> list[tuple[int, int]]:
    """§3.4 What the contracts of a player pay, the largest first, each with its place."""
    reach = view.reach[seat]
    held = [slot for slot, cards in enumerate(view.contracted[seat][:reach]) if cards]
    return sorted(((value_of(view, seat, slot), -slot) for slot in held), reverse=True)


def payouts(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§3.4 Which pass pays what, and how far the treasury reaches as it is now."""
    by_seat = [contracts(view, seat) for seat in range(view.seats)]
    number = max(map(len, by_seat))
    left, passes = view.treasury, []
    for at in range(number):
        paid = [(seat, held[at][0]) for seat, held in enumerate(by_seat) if at < len(held)]
        total = sum(value for _, value in paid)
        passes.append(one_pass(at, paid, total, left, names))
        left = max(0, left - total)
    more = number - PASSES
    return {"passes": passes[:PASSES], "more": f"and {plural('pass', 'passes')(more)} more" if more > 0 else ""}


def one_pass(at: int, paid: list[tuple[int, int]], total: int, left: int, names: Sequence[str]) -> dict[str, Any]:
    """§3.4 One pass: covered, paid with the help of the supply, or not reached."""
    says, look = ("✓ covered", "covered") if left >= total else (f"{total - left} short", "short")
    ending = (
        f"the treasury has {left} for it" if left >= total else f"the supply adds {total - left}, and payouts cease"
    )
    if left == 0:
        says, look, ending = "× dry", "dry", "the treasury is dry before it"
    whom = ", ".join(f"{names[seat]} {value}" for seat, value in paid)
    return {
        "piece": piece(f"pass-{at}", f"{total} {look}", f"Pass {at + 1} pays {whom}: {gold(total)}; {ending} (3.4)."),
        "x": MARGIN + (PASS_WIDTH + 7) * at,
        "look": look,
        "total": total,
        "says": says,
        "paid": paid,
    }


# Piles


def event_card(view: Any) -> dict[str, Any]:
    """§2.3 The event that happens, or the one that is to come; and the backs of those after it."""
    happening = view.nested > 0
    card = view.resolving[view.nested - 1] if happening else view.event[0] if view.currents else 0
    lines = wrap(event_text(card), EVENT_LETTERS) if card else []
    height = max(68 + 25 * len(lines) + 40 if card else 90, 168)
    return {
        "card": card,
        "happening": happening,
        "name": EVENT_NAMES[card],
        "piece": piece(f"event-{card}", "now" if happening else "next", about_event(card)) if card else "",
        "as_card": piece(f"card-{card}", "event", f"{about_demand(card)} As a business: {about(card)}") if card else "",
        "lines": lines,
        "demand": demand_icons(card) if card else "",
        "says": demands(card) if card else "",
        "height": height + 46,
        "box": height,
        "backs": event_backs(view, card),
        "backs_y": height + 8,
        "future_x": CURRENT_WIDTH + 10 + BACK_STEP * min(view.currents, BACKS),
    }


@lru_cache
def demand_icons(card: int) -> Markup:
    """§1.5 What a card demands, as icons."""
    return Markup(icon(DEMAND[card], 14, 0) + (icon(BARBARIAN, 43, 0) if BARBARIANS[card] else ""))


def event_backs(view: Any, shown: int) -> list[dict[str, Any]]:
    """§4.1 The current pile and the future pile, by their backs; what all have seen is a piece."""
    number, backs = view.population, []
    tags, cards, currents = view.event_tag[:number], view.event[:number], view.currents
    for at in range(min(number, BACKS)):
        gap = CURRENT_WIDTH + (FUTURE_WIDTH if at >= currents else 0)
        card = cards[at] if cards[at] != shown and not view.over else 0
        backs.append(
            {
                "x": BACK_STEP * at + gap,
                "age": AGE_NAMES[(tags[at] & BACK) - 1] if tags[at] else "",
                "look": "current" if at < currents else "future",
                "piece": piece(f"card-{card}", "event", f"{about_event(card)} {about_demand(card)}") if card else "",
            }
        )
    return backs


def decks(view: Any) -> list[dict[str, Any]]:
    """§1.3 The decks by age."""
    sizes = view.deck_size[: view.ages]
    present = next((age for age, size in enumerate(sizes) if size), -1)
    return [
        {
            "x": 40 * age,
            "age": AGE_NAMES[age],
            "size": size,
            "look": "present" if age == present else "later" if size else "gone",
            "piece": deck_piece(age, size, age == present) if size else "",
        }
        for age, size in enumerate(sizes)
    ]


@lru_cache
def deck_piece(age: int, size: int, present: bool) -> Markup:
    """§1.3 A deck in a sentence."""
    what = "; you draw from it now" if present else ""
    return piece(f"deck-{age}", size, f"Deck of age {AGE_NAMES[age]}: {plural('card')(size)}{what} (1.3).")


def discard(view: Any) -> dict[str, Any]:
    """§2.1 The top of the discard pile."""
    number = view.discards
    if not number:
        return {"number": 0}
    card = view.discard[number - 1]
    tip = f"On top of {plural('discarded card')(number)}: {about(card)}"
    return {
        "number": number,
        "piece": piece(f"card-{card}", "discarded", tip),
        "name": LABELS[card],
    }


def demand_pile(view: Any) -> tuple[list[dict[str, Any]], int]:
    """§2.6 Demand cards by icon, and how high they stand."""
    groups: list[dict[str, Any]] = []
    x = y = 0
    by_icon: dict[int, list[int]] = {}
    for card in view.demand[: view.demand_size]:
        by_icon.setdefault(DEMAND[card], []).append(card)
    for number in sorted(by_icon):
        members = by_icon[number]
        label = f"{ICON_NAMES[number]} {len(members)}"
        widths = [chip_width(card) + CHIP_GAP for card in members]
        wide = max(sum(widths), LETTER * len(label))
        if x and x + wide > SPACE:
            x, y = 0, y + CHIP_HEIGHT + LABEL_HEIGHT + 6
        chips: list[tuple[tuple[Markup, Markup], int, int]] = []
        groups.append({"label": label, "x": MARGIN + x, "y": y + 20, "chips": chips})
        end = x + wide
        for card, width in zip(members, widths, strict=True):
            if x + width > SPACE + CHIP_GAP:
                x, y, end = 0, y + CHIP_HEIGHT + CHIP_GAP, SPACE
            chips.append((chip(card), MARGIN + x, y + LABEL_HEIGHT))
            x += width
        x = max(x, end) + GROUP_GAP
    return groups, 34 + (y + LABEL_HEIGHT + CHIP_HEIGHT if groups else 0)


def chip_width(card: int) -> int:
    """A demand card with a barbarian is wider."""
    return RAID_CHIP if BARBARIANS[card] else CHIP


@lru_cache
def chip(card: int) -> tuple[Markup, Markup]:
    """§2.6 A demand card: what makes it a piece, and how it is drawn."""
    width, middle = chip_width(card), CHIP_HEIGHT // 2
    raid = icon(BARBARIAN, RAID_CHIP - CHIP // 2, middle) if BARBARIANS[card] else ""
    drawn = f'<rect class="ring" x="-2" y="-2" width="{width + 4}" height="{CHIP_HEIGHT + 4}" rx="8"/>'
    drawn += f'<rect class="chip" width="{width}" height="{CHIP_HEIGHT}" rx="6"/>'
    return piece(f"card-{card}", "demand", about_demand(card)), Markup(
        drawn + icon(DEMAND[card], CHIP // 2, middle) + raid
    )


# Players


def tableaus(view: Any, names: Sequence[str], top: int) -> tuple[list[dict[str, Any]], int]:
    """§2.4 All players, each with their businesses; and where the last ends."""
    shown = []
    for seat in range(view.seats):
        block = tableau(view, seat, names[seat], top)
        shown.append(block)
        top += block["height"] + 8
    return shown, top


def tableau(view: Any, seat: int, name: str, top: int) -> dict[str, Any]:
    """§11 What everyone sees of a player."""
    turn = view.active == seat and not view.over
    cards = businesses(view, seat)
    rows = -(-len(cards) // ACROSS)
    hand, strength = view.hand_size[seat], weapons_of(view, seat)
    return {
        "y": top,
        "name": shorten(name, 15),
        "turn": turn,
        "starts": view.starter == seat,
        "gold": view.gold[seat],
        "hand": hand,
        "strength": plural("weapon")(strength),
        "businesses": cards,
        "height": 42 + (CARD_HEIGHT + CARD_GAP) * rows,
        "piece": piece(
            f"seat-{seat}",
            f"{view.gold[seat]} {hand} {strength} {turn:d}",
            "; ".join(about_player(view, seat, name, turn, strength)) + ".",
        ),
    }


def shorten(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def about_player(view: Any, seat: int, name: str, turn: bool, strength: int) -> Iterator[str]:
    """§11 The same in a sentence."""
    yield f"{name} has {gold(view.gold[seat])}, {plural('card')(view.hand_size[seat])} in hand, {plural('weapon')(strength)}"
    earned = view.income[seat]
    yield (
        f"earned {earned[Source.CONTRACT]} by contracts, {earned[Source.ABILITY]} by abilities, "
        f"{earned[Source.EVENT]} by events, {earned[Source.SALE]} by sales"
    )
    known = [LABELS[card] for card in view.hand[seat][: view.hand_size[seat]] if card]
    if known and not view.over:
        yield f"seen by all in the hand: {', '.join(known)}"
    if view.starter == seat:
        yield "the starting player"
    if turn:
        yield "it is their turn"


def businesses(view: Any, seat: int) -> list[dict[str, Any]]:
    """§2.4 The businesses of a player, in rows."""
    reach = view.reach[seat]
    opened, tags, startup = view.opened[seat][:reach], view.startup_tag[seat][:reach], view.startup[seat][:reach]
    found: list[dict[str, Any]] = []
    for slot in range(reach):
        if not opened[slot] and not tags[slot]:
            continue
        row, column = divmod(len(found), ACROSS)
        where = {"x": MARGIN + (CARD_WIDTH + CARD_GAP) * column, "y": 42 + (CARD_HEIGHT + CARD_GAP) * row}
        if opened[slot]:
            found.append(where | opened_business(view, seat, slot, opened[slot]))
        else:
            age = (tags[slot] & BACK) - 1
            found.append(where | hidden_business(seat, slot, age, view.developed[seat, slot], startup[slot]))
    return found


def opened_business(view: Any, seat: int, slot: int, card: int) -> dict[str, Any]:
    """§2.6 An opened business: its face, its contract, the gold on it."""
    value, cards, on_it = value_of(view, seat, slot), view.contracted[seat, slot], view.on_card[seat, slot]
    return drawn_business(seat * SLOTS + slot, card, value, cards, on_it)


@lru_cache(maxsize=4096)
def drawn_business(place: int, card: int, value: int, cards: int, on_it: int) -> dict[str, Any]:
    """§2.6 The same, once drawn."""
    contract = f"its contract pays {value}" if cards else f"no contract yet, one would pay {value}"
    tip = f"{LABELS[card]}: {contract}{f', {gold(on_it)} on it' if on_it else ''} (2.6). {ability_text(card)} (8.1)"
    coin = f'<g class="{"sealed" if cards else "unsealed"}"><circle cx="111" cy="54" r="17"/>'
    coin += f'<text x="111" y="61">{value}</text></g>'
    held = f'<text class="on" x="40" y="60">{on_it} gold</text>' if on_it else ""
    mark = f'<g id="p-card-{card}" class="mark" data-piece="card-{card}">{ring(CARD_WIDTH, CARD_HEIGHT, 3)}</g>'
    return {
        "piece": piece(f"place-{place}", f"{card} {cards} {on_it}", tip),
        "look": "open",
        "drawn": Markup(paper(card) + coin + held + mark),
    }


@lru_cache
def paper(card: int) -> str:
    """§1.5 The face of a business: its name, and what it provides."""
    small = ' class="long"' if len(LABELS[card]) > LONG else ""
    return (
        f'{ring(CARD_WIDTH, CARD_HEIGHT)}<rect class="paper" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7"/>'
        f"<text{small} x='8' y='25'>{escape(LABELS[card])}</text>{icons_of(card, 20, 54)}"
    )


def ring(width: int, height: int, beyond: int = 2) -> str:
    """The outline around a piece."""
    more = 2 * beyond
    return f'<rect class="ring" x="-{beyond}" y="-{beyond}" width="{width + more}" height="{height + more}" rx="9"/>'


@lru_cache(maxsize=4096)
def hidden_business(seat: int, slot: int, age: int, developed: int, card: int) -> dict[str, Any]:
    """§2.4 A startup, face down; its name where the view shows it."""
    lies = plural("development card")(developed)
    count = plural("card")(developed) if developed else "no cards"
    known = f" It is {about(card)}" if card else ""
    name = LABELS[card] if card else f"age {AGE_NAMES[age]}"
    stack = "".join(
        f'<rect class="lies" x="{10 + 11 * i}" y="42" width="18" height="25" rx="3"/>' for i in range(min(developed, 3))
    )
    small = ' class="long"' if len(name) > LONG else ""
    drawn = (
        f'{ring(CARD_WIDTH, CARD_HEIGHT)}<rect class="back" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7"/>'
        f'<rect class="line" x="4" y="4" width="{CARD_WIDTH - 8}" height="{CARD_HEIGHT - 8}" rx="4"/>'
        f"<text{small} x='10' y='28'>{escape(name)}</text>{stack}<text class='number' x='122' y='61'>{count}</text>"
    )
    return {
        "piece": piece(
            f"place-{seat * SLOTS + slot}",
            f"startup {developed} {card}",
            f"A startup of age {AGE_NAMES[age]}, face down, with {lies} (2.4).{known}",
        ),
        "look": "startup",
        "drawn": Markup(drawn),
    }


# What a seat holds


def mine(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§11 The own hand, the own businesses with what lies beneath, and what has been shown."""
    hand = [card for card in view.hand[seat][: view.hand_size[seat]] if card]
    return {
        "gold": view.gold[seat],
        "hand": [held(card, cost_of(view, seat, card), cards_needed(view, seat, card)) for card in sorted(hand)],
        "businesses": own_businesses(view, seat),
        "seen": [] if view.over else list(seen(view, seat, names)),
        "discard": [small_card(card, "discard") for card in view.discard[: view.discards]] if digs(view, seat) else [],
    }


def digs(view: Any, seat: int) -> bool:
    """§8.5 §8.8 Whether the seat may now choose among all that is discarded."""
    return bool(view.asking[seat] == Step.DIG_UP or view.power[seat, Ability.RECYCLER] > 0)


@lru_cache(maxsize=2048)
def held(card: int, cost: int, needs: int) -> dict[str, Any]:
    """§1.5 A hand card, all of it."""
    return {
        "piece": piece(f"card-{card}", f"{cost} {needs}", about(card), "m"),
        "event_piece": piece(f"event-{card}", "", f"As an event, {about_event(card)}", "m"),
        "age": AGE_NAMES[AGE[card]],
        "name": LABELS[card],
        "provides": icon_marks(card),
        "words": provided(card).replace(" ", ", "),
        "opens": f"{plural('card')(needs) if needs else 'no card'} or {gold(cost)}",
        "pays": CONTRACT[card],
        "demands": demand_marks(card),
        "demand_words": demands(card),
        "event": EVENT_NAMES[card],
        "ability": ability_text(card),
    }


def mark(number: int) -> str:
    """An icon in a line of text."""
    return f'<svg class="tre-icon" viewBox="-13 -13 26 27" aria-hidden="true"><use href="#tre-{number}"/></svg>'


@lru_cache
def icon_marks(card: int) -> Markup:
    """§1.5 What a business provides, in a line of text."""
    return Markup("".join(mark(PROVIDES[card, i]) for i in range(PROVIDED[card])))


@lru_cache
def demand_marks(card: int) -> Markup:
    """§1.5 What a card demands, in a line of text."""
    return Markup(mark(DEMAND[card]) + (mark(BARBARIAN) if BARBARIANS[card] else ""))


@lru_cache(maxsize=2048)
def small_card(card: int, where: str) -> dict[str, Any]:
    """§2.6 A card beneath a business, in the discard pile or seen elsewhere: a chip with its name and demand."""
    tip = f"{about_demand(card)} {about(card)}"
    return {"piece": piece(f"card-{card}", where, tip, "m"), "name": LABELS[card], "demands": demand_marks(card)}


def own_businesses(view: Any, seat: int) -> list[dict[str, Any]]:
    """§2.4 §2.6 Own businesses with the cards beneath."""
    reach, unders = view.reach[seat], view.unders[seat]
    beneath: dict[int, list[dict[str, Any]]] = {}
    for card, at in zip(view.under[seat][:unders], view.under_at[seat][:unders], strict=True):
        if card:
            beneath.setdefault(at // len(Beneath), []).append(small_card(card, "beneath"))
    opened, startup = view.opened[seat][:reach], view.startup[seat][:reach]
    return [
        own_business(view, seat, slot) | {"beneath": beneath.get(slot, ())}
        for slot in range(reach)
        if opened[slot] or startup[slot]
    ]


def own_business(view: Any, seat: int, slot: int) -> dict[str, Any]:
    """§2.4 §2.6 How one of them stands."""
    card = view.opened[seat, slot]
    if card:
        value = value_of(view, seat, slot)
        says = f"✓ contract pays {value}" if view.contracted[seat, slot] else f"no contract ({value})"
        says += f"; {gold(view.on_card[seat, slot])} on it" if view.on_card[seat, slot] else ""
        return own_face(slot, card, says, "open")
    card, lies = view.startup[seat, slot], view.developed[seat, slot]
    needs, cost = cards_needed(view, seat, card), cost_of(view, seat, card)
    return own_face(slot, card, f"face down: {lies} of {plural('card')(needs)}, or {gold(cost)}", "startup")


@lru_cache(maxsize=4096)
def own_face(slot: int, card: int, says: str, look: str) -> dict[str, Any]:
    """§2.4 The same, once drawn."""
    return {
        "piece": piece(f"slot-{slot}", says, f"{LABELS[card]}, {says}. It {print_on(card)}", "m"),
        "look": look,
        "name": LABELS[card],
        "provides": icon_marks(card),
        "says": says,
    }


def seen(view: Any, seat: int, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """§8.3 §11 What abilities have shown, and what one remembers."""
    number = view.population
    for at, card in enumerate(view.event[:number]):
        if card and (at or not view.currents):
            pile, place = ("current", at) if at < view.currents else ("future", at - view.currents)
            yield small_card(card, "seen") | {"where": f"{pile} pile, {place + 1}.", "event": EVENT_NAMES[card]}
    for age in range(view.ages):
        size = view.deck_size[age]
        for at, card in enumerate(view.deck[age][:size]):
            if card:
                yield small_card(card, "seen") | {
                    "where": f"deck {AGE_NAMES[age]}, {size - at}. from the top",
                    "event": "",
                }
    for other in range(view.seats):
        if other != seat:
            yield from seen_of(view, other, names[other])


def seen_of(view: Any, other: int, name: str) -> Iterator[dict[str, Any]]:
    """§11 What one has seen of another player."""
    for where, cards in (
        ("hand", view.hand[other][: view.hand_size[other]]),
        ("startup", view.startup[other][: view.reach[other]]),
        ("beneath", view.under[other][: view.unders[other]]),
    ):
        for card in cards:
            if card:
                yield small_card(card, "seen") | {"where": f"{name}: {where}", "event": ""}
