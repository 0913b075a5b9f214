"""Treasury: what lies in front of each player, as the board draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from moot.engine import plural
from moot.games.treasury.components import AGE_NAMES, PROVIDED, PROVIDES
from moot.games.treasury.face.signs import (
    BUSINESS,
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    WHEN,
    about,
    about_ability,
    icon,
    outline,
    piece,
    ring,
    when_of,
)
from moot.games.treasury.piles import weapons_of
from moot.games.treasury.round import value_of
from moot.games.treasury.rules import BACK, SLOTS, Source
from moot.games.treasury.vocabulary import ICON_NAMES, LABELS, gold, letter, place_of, provided

ACROSS, GAP = 4, 7
BAR = 46  # the height of a player's bar, and the room below it
LONG = 11  # letters: longer names are set smaller
EMPTY = 34  # the height of the words that stand for businesses to come


def tableaus(view: Any, names: Sequence[str]) -> tuple[list[dict[str, Any]], int]:
    """§2.4 All players, each with their businesses; and how high they stand."""
    shown, top = [], 0
    for seat in range(view.seats):
        block = tableau(view, seat, names[seat]) | {"y": top}
        shown.append(block)
        top += block["height"] + 10
    return shown, top


def tableau(view: Any, seat: int, name: str) -> dict[str, Any]:
    """§11 What everyone sees of a player."""
    turn = view.active == seat and not view.over
    cards = list(businesses(view, seat))
    rows = -(-len(cards) // ACROSS)
    hand, strength = view.hand_size[seat], weapons_of(view, seat)
    state = f"{view.gold[seat]} {hand} {strength} {turn:d}"
    return {
        "name": shorten(name, 15),
        "turn": turn,
        "starts": view.starter == seat,
        "gold": view.gold[seat],
        "hand": hand,
        "strength": plural("weapon")(strength),
        "businesses": cards,
        "height": BAR + ((CARD_HEIGHT + GAP) * rows if rows else EMPTY),
        "piece": piece(f"seat-{seat}", state, ". ".join(about_player(view, seat, name, turn, strength)) + "."),
    }


def shorten(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def about_player(view: Any, seat: int, name: str, turn: bool, strength: int) -> Iterator[str]:
    """§11 The same in a few sentences."""
    cards = plural("card")(view.hand_size[seat])
    yield f"{name} has {gold(view.gold[seat])}, {cards} in hand, {plural('weapon')(strength)}"
    icons = [f"{ICON_NAMES[at]} {number}" for at, number in enumerate(view.provided[seat]) if number]
    if icons:
        yield f"Provides {', '.join(icons)}"
    earned = view.income[seat]
    yield (
        f"Has earned {earned[Source.CONTRACT]} by contracts, {earned[Source.ABILITY]} by abilities, "
        f"{earned[Source.EVENT]} by events, {earned[Source.SALE]} by sales"
    )
    known = [LABELS[card] for card in view.hand[seat][: view.hand_size[seat]] if card]
    if known and not view.over:
        yield f"Seen by all in the hand: {', '.join(known)}"
    if view.starter == seat:
        yield "The starting player (§3.7)"
    if turn:
        yield "It is their turn"


def businesses(view: Any, seat: int) -> Iterator[dict[str, Any]]:
    """§2.4 The businesses of a player, in rows."""
    reach, number = view.reach[seat], 0
    opened, tags, startup = view.opened[seat][:reach], view.startup_tag[seat][:reach], view.startup[seat][:reach]
    for slot in range(reach):
        if opened[slot]:
            drawn = opened_business(view, seat, slot, opened[slot])
        elif tags[slot]:
            drawn = startup_at(place_of(seat, slot), (tags[slot] & BACK) - 1, view.developed[seat, slot], startup[slot])
        else:
            continue
        row, column = divmod(number, ACROSS)
        yield drawn | {"x": MARGIN + (CARD_WIDTH + GAP) * column, "y": BAR + (CARD_HEIGHT + GAP) * row}
        number += 1


def opened_business(view: Any, seat: int, slot: int, card: int) -> dict[str, Any]:
    """§2.6 An opened business: its face, its contract, the gold on it."""
    cards, on_it, used = view.contracted[seat, slot], view.on_card[seat, slot], view.used[seat, slot]
    return drawn_business(place_of(seat, slot), card, value_of(view, seat, slot), cards, on_it, bool(used))


@lru_cache(maxsize=4096)
def drawn_business(place: int, card: int, value: int, cards: int, on_it: int, used: bool) -> dict[str, Any]:
    """§2.6 The same, once drawn."""
    contract = f"its contract pays {value}" if cards else f"no contract yet, one would pay {value}"
    more = f", {gold(on_it)} on it" if on_it else ""
    done = " Used this turn." if used else ""
    tip = f"{LABELS[card]}: {contract}{more} (§2.6). Provides {provided(card)}. {about_ability(card)}{done}"
    held = f'<text class="on" x="46" y="70">{on_it} gold</text>' if on_it else ""
    told = f'<g class="mark" data-piece="card-{card}">{ring(BUSINESS)}</g>'
    return {
        "piece": piece(f"business-{place}", f"{card} {cards} {on_it}", tip),
        "look": "open",
        "drawn": Markup(paper(card) + seal(value, cards) + held + ability_mark(card, used) + told),
    }


@lru_cache
def paper(card: int) -> str:
    """§1.5 The face of a business: its name, and what it provides."""
    icons = "".join(icon(PROVIDES[card, i], 24 + 30 * i, 64) for i in range(PROVIDED[card]))
    return f'{outline(BUSINESS, "paper")}<text{small(LABELS[card])} x="10" y="29">{escape(LABELS[card])}</text>{icons}'


def small(name: str) -> str:
    """Long names are set smaller."""
    return ' class="long"' if len(name) > LONG else ""


def seal(value: int, cards: int) -> str:
    """§2.6 §3.4 What the contract pays: a seal if there is one, a broken circle if not."""
    look = "sealed" if cards else "unsealed"
    return f'<g class="{look}"><circle cx="142" cy="68" r="19"/><text x="142" y="76">{value}</text></g>'


def ability_mark(card: int, used: bool) -> str:
    """§8.4 §8.5 §8.10 When its ability works: a mark, which is open when the ability has been used."""
    when = when_of(card)
    look = "when used" if used else "when"
    return f'<use class="{look}" href="#tre-mark{when}" x="150" y="20"/>' if WHEN[when] else ""


@lru_cache(maxsize=4096)
def startup_at(place: int, age: int, developed: int, card: int) -> dict[str, Any]:
    """§2.4 A startup, face down; its name where the view shows it."""
    which, lies = letter(place % SLOTS), plural("development card")(developed)
    tip = f"Startup {which} of age {AGE_NAMES[age]}, face down, with {lies} (§2.4).{f' It is {about(card)}' if card else ''}"
    name = LABELS[card] if card else f"age {AGE_NAMES[age]}"
    return {
        "piece": piece(f"business-{place}", f"startup {developed} {card}", tip),
        "look": "startup",
        "drawn": Markup(turned(name, which) + development(developed)),
    }


def turned(name: str, which: str) -> str:
    """§2.4 The back of a card, with what is known of it, and its letter."""
    return (
        f'{outline(BUSINESS, "back")}<rect class="line" x="5" y="5" width="157" height="88" rx="5"/>'
        f'<text{small(name)} x="12" y="31">{escape(name)}</text><text class="number" x="154" y="31">{which}</text>'
    )


def development(cards: int) -> str:
    """§2.4 How many development cards lie on a startup."""
    stack = (
        f'<rect class="lies" x="{12 + 13 * i}" y="54" width="21" height="30" rx="3"/>' for i in range(min(cards, 4))
    )
    count = plural("card")(cards) if cards else "no cards"
    return f'{"".join(stack)}<text class="number" x="154" y="77">{count}</text>'
