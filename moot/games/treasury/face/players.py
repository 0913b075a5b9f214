"""Treasury: what lies in front of each player, as the board draws it.

A business is a tile. How large tiles are and where they lie is said by classes: board.html has the rules for the wide drawing
and for the pane of a narrow screen, so that a tile is drawn once for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from moot.engine import plural
from moot.games.treasury.components import AGE_SIGNS, FIRST_WEAPON, PROVIDED, PROVIDES
from moot.games.treasury.face.signs import WHEN, abbreviated, about, about_ability, icon, piece, when_of
from moot.games.treasury.piles import weapons_of
from moot.games.treasury.round import value_of
from moot.games.treasury.rules import BACK, SLOTS, Source
from moot.games.treasury.vocabulary import ICON_NAMES, LABELS, gold, letter, place_of, provided

GAP, BETWEEN = 4, 6  # between tiles, and between players
LONG = 11  # letters: longer names are set narrower
NAME, SHORT_NAME = 8, 6  # letters of a player's name, wide and in the pane


class Fit(NamedTuple):
    """A way to lay out tiles: how many in a row, how high, and how many letters of a name have room."""

    across: int
    height: int
    letters: int
    least: int  # the height of what stands before a player's tiles


class Spot(NamedTuple):
    """Where a business is in the wide drawing: the middle of its lower edge, and its seal."""

    slot: int
    x: int
    y: int
    seal: tuple[int, int]


LEFT, TOP, CELL = 384, 3, 100  # where the players stand, and where their tiles begin
SEAL = 15  # its middle, from the lower right corner of a tile
TILE = {4: 95, 5: 75, 6: 62}  # the width of a tile, by how many are in a row

# From the most generous on; the first that has room is taken.
WIDE = (Fit(4, 70, 13, 70), Fit(4, 58, 13, 58), Fit(4, 46, 13, 58), Fit(5, 46, 9, 58), Fit(6, 38, 7, 58))
PANE = (Fit(3, 54, 13, 54), Fit(4, 54, 8, 54), Fit(6, 54, 6, 54), Fit(6, 46, 6, 54))
PANE_HEIGHT = 218  # what a low window has


def fit(tiles: Sequence[int], ways: Sequence[Fit], room: int) -> Fit:
    """The first way in which all players' tiles have room, or the lowest."""
    return next(
        (way for way in ways if height_of(tiles, way) <= room), min(ways, key=lambda way: height_of(tiles, way))
    )


def height_of(tiles: Sequence[int], way: Fit) -> int:
    """How high the players stand, one below the other."""
    return sum(max(way.least, rows_of(number, way) * (way.height + GAP) - GAP) + BETWEEN for number in tiles)


def rows_of(tiles: int, way: Fit) -> int:
    """In how many rows tiles lie."""
    return max(1, -(-tiles // way.across))


def tableaus(view: Any, names: Sequence[str], room: int) -> dict[str, Any]:
    """§2.4 All players, each with their businesses, in a room so high; and how high they stand, wide and in the pane."""
    tiles = [sum(map(any, zip(*taken(view, seat), strict=True))) for seat in range(view.seats)]
    wide, pane = fit(tiles, WIDE, room - TOP), fit(tiles, PANE, PANE_HEIGHT)
    return {
        "spots": list(spots(view, view.active, tiles, wide)),
        "seats": [tableau(view, seat, names[seat], wide, pane) for seat in range(view.seats)],
        "fits": f"w{wide.across} h{wide.height} p{pane.across} q{pane.height}",
        "height": TOP + height_of(tiles, wide),
        "pane": [height_of(tiles[: seat + 1], pane) for seat in range(view.seats)],
    }


def taken(view: Any, seat: int) -> tuple[Any, Any]:
    """§2.4 The places of a player's businesses: opened ones, and startups."""
    reach = view.reach[seat]
    return view.opened[seat][:reach], view.startup_tag[seat][:reach]


def spots(view: Any, seat: int, tiles: Sequence[int], way: Fit) -> Iterator[Spot]:
    """§2.4 Where the tiles of a player lie in the wide drawing."""
    top = TOP + height_of(tiles[:seat], way)
    slots = [slot for slot, both in enumerate(zip(*taken(view, seat), strict=True)) if any(both)]
    for number, slot in enumerate(slots):
        row, column = divmod(number, way.across)
        right, y = (
            LEFT + CELL + (TILE[way.across] + GAP) * column + TILE[way.across],
            top + (way.height + GAP) * row + way.height,
        )
        yield Spot(slot, right - TILE[way.across] // 2, y, (right - SEAL, y - SEAL))


def tableau(view: Any, seat: int, name: str, wide: Fit, pane: Fit) -> dict[str, Any]:
    """§11 What everyone sees of a player."""
    turn = view.active == seat and not view.over
    hand, strength = view.hand_size[seat], weapons_of(view, seat)
    cards = [
        drawn | {"at": at_of(number, wide, pane)} for number, drawn in enumerate(businesses(view, seat, wide, pane))
    ]
    state = f"{view.gold[seat]} {hand} {strength} {turn:d}"
    return {
        "name": shorten(name, NAME),
        "short": shorten(name, SHORT_NAME),
        "turn": turn,
        "starts": view.starter == seat,
        "gold": view.gold[seat],
        "hand": hand,
        "held": plural("card")(hand),
        "strength": strength,
        "weapon": WEAPON,
        "businesses": cards,
        "rows": f"n{rows_of(len(cards), wide)} m{rows_of(len(cards), pane)}",
        "piece": piece(f"seat-{seat}", state, ". ".join(about_player(view, seat, name, turn, strength)) + "."),
    }


WEAPON = Markup(icon(FIRST_WEAPON, 0, 0, 0.6))


def at_of(number: int, wide: Fit, pane: Fit) -> str:
    """§2.4 Column and row of a tile, wide and in the pane, as classes; wide the first of both goes without saying."""
    row, column = divmod(number, wide.across)
    pane_row, pane_column = divmod(number, pane.across)
    first = f"{f'c{column} ' if column else ''}{f'r{row} ' if row else ''}"
    return f"{first}k{pane_column} l{pane_row}"


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


def businesses(view: Any, seat: int, wide: Fit, pane: Fit) -> Iterator[dict[str, Any]]:
    """§2.4 The businesses of a player."""
    letters = min(wide.letters, pane.letters)
    startup = view.startup[seat]
    for slot, (opened, tag) in enumerate(zip(*taken(view, seat), strict=True)):
        if opened:
            yield opened_business(view, seat, slot, opened, letters)
        elif tag:
            lies = view.developed[seat, slot]
            yield startup_at(place_of(seat, slot), (tag & BACK) - 1, lies, startup[slot], letters)


def opened_business(view: Any, seat: int, slot: int, card: int, letters: int) -> dict[str, Any]:
    """§2.6 An opened business: its face, its contract, the gold on it."""
    cards, on_it, used = view.contracted[seat, slot], view.on_card[seat, slot], view.used[seat, slot]
    return drawn_business(place_of(seat, slot), card, value_of(view, seat, slot), cards, on_it, bool(used), letters)


@lru_cache(maxsize=4096)
def drawn_business(
    place: int, card: int, value: int, cards: int, on_it: int, used: bool, letters: int
) -> dict[str, Any]:
    """§2.6 The same, once drawn."""
    contract = f"its contract pays {value}" if cards else f"no contract yet, one would pay {value}"
    more = f", {gold(on_it)} on it" if on_it else ""
    done = " Used this turn." if used else ""
    tip = f"{LABELS[card]}: {contract}{more} (§2.6). Provides {provided(card)}. {about_ability(card)}{done}"
    held = f'<g class="coin"><circle r="9"/><text y="5">{on_it}</text></g>' if on_it else ""
    told = f'<g class="mark" data-piece="card-{card}"><rect class="ring"/></g>'
    return {
        "piece": piece(f"business-{place}", f"{card} {cards} {on_it}", tip),
        "look": "open",
        "drawn": Markup(paper(card, letters) + seal(value, cards) + held + ability_mark(card, used) + told),
    }


@lru_cache
def paper(card: int, letters: int) -> str:
    """§1.5 The face of a business: its name, and what it provides."""
    icons = "".join(icon(PROVIDES[card, i], 18 + 26 * i, 0) for i in range(PROVIDED[card]))
    look = "icons three" if PROVIDED[card] > 2 else "icons"
    return f'<rect class="ring"/><rect class="paper"/>{named(LABELS[card], letters)}<g class="{look}">{icons}</g>'


def named(name: str, letters: int, bare: str = "") -> str:
    """A name, and one in short where it has less room."""
    long = " long" if len(name) > LONG else ""
    if len(name) <= letters:
        return f'<text class="name{long}">{escape(name)}</text>'
    full, short = escape(name), escape(bare or abbreviated(name, letters))
    return f'<text class="name full{long}">{full}</text><text class="name short">{short}</text>'


def seal(value: int, cards: int) -> str:
    """§2.6 §3.4 What the contract pays: a seal if there is one, a broken circle if not."""
    look = "sealed" if cards else "unsealed"
    return f'<g class="seal {look}"><circle r="12"/><text y="5">{value}</text></g>'


def ability_mark(card: int, used: bool) -> str:
    """§8.4 §8.5 §8.10 When its ability works: a mark, which is open when the ability has been used."""
    when = when_of(card)
    look = "when used" if used else "when"
    return f'<use class="{look}" href="#tre-mark{when}"/>' if WHEN[when] else ""


@lru_cache(maxsize=4096)
def startup_at(place: int, age: int, developed: int, card: int, letters: int) -> dict[str, Any]:
    """§2.4 A startup, face down; its name where the view shows it."""
    which, lies = letter(place % SLOTS), plural("development card")(developed)
    tip = f"Startup {which} of age {AGE_SIGNS[age]}, face down, with {lies} (§2.4).{f' It is {about(card)}' if card else ''}"
    name, bare = (LABELS[card], "") if card else (f"{which} · age {AGE_SIGNS[age]}", f"{which} · {AGE_SIGNS[age]}")
    return {
        "piece": piece(f"business-{place}", f"startup {developed} {card}", tip),
        "look": "startup",
        "drawn": Markup(
            f'<rect class="ring"/><rect class="back"/>{named(name, letters, bare)}{development(developed)}'
        ),
    }


@lru_cache
def development(cards: int) -> str:
    """§2.4 How many development cards lie on a startup."""
    if not cards:
        return '<g class="stack"><text x="4" y="5">0 cards</text></g>'
    backs = range(min(cards, 2))
    drawn = "".join(f'<rect class="lies" x="{4 + 7 * i}" y="-9" width="13" height="18" rx="2"/>' for i in backs)
    return f'<g class="stack">{drawn}<text x="27" y="5">{cards}</text></g>'
