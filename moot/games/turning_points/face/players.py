"""Turning Points: what is beside the map: the players, the deck and the key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from moot.engine import plural
from moot.games.turning_points.components import ATTACKING, CAUSE, FLEXIBLE, HINDRANCE, Side
from moot.games.turning_points.face.geometry import SOCKET
from moot.games.turning_points.face.map import total_pill
from moot.games.turning_points.face.signs import NEUTRAL, link_sign, piece, shape, sign_of
from moot.games.turning_points.picture import FLEXIBLE_NAMES, held_flexible, score, signed
from moot.games.turning_points.rules import actions_of, holds
from moot.games.turning_points.words import is_taking_turns

LONGEST = 15  # letters of a name that have room


def players(view: Any, names: Sequence[str]) -> str:
    """§3.1 §6.2 A row for each player; and in a game of two the colour that nobody plays."""
    rows = "".join(draw_player(view, seat, names[seat]) for seat in range(view.seats))
    return rows + "".join(neutral_colour(colour) for colour in range(view.seats, view.colours))


def neutral_colour(colour: int) -> str:
    """§7.1 The colour of a game of two that nobody plays."""
    return f'<g class="third">{shape(colour, 32, 0, 22)}<text class="soft" x="70" y="8">neutral colour</text></g>'


def draw_player(view: Any, seat: int, name: str) -> str:
    """One player: points, cards, and whose turn it is."""
    turn = is_turn(view, seat)
    state = f"{view.points[seat]}/{view.hand_size[seat]}/{view.flexible[seat]}"
    tag = piece(f"seat-{seat}", state, f"{name}: {score(view.points[seat])}", player_tip(view, seat, name))
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    first = f'<text class="soft end" x="332" y="29">{mark_of(view, seat)}</text>'
    right = ticks(view) if turn else ""
    return (
        f'<g class="player q{seat}{" turn" if turn else ""}" {tag}><use class="plate" href="#tp-row"/>'
        f'<use class="ring" href="#tp-row"/>{shape(seat, 24, 24, 26)}<text class="name" x="46" y="31">{escape(short)}</text>'
        f'<text class="points" x="14" y="69">{signed(view.points[seat])}</text>{first}{right}'
        f'<text class="soft" x="76" y="68">{cards_words(view, seat)}</text>{flexible(view, seat)}</g>'
    )


def is_turn(view: Any, seat: int) -> bool:
    """§3.1 Whether a player is spending ✓."""
    return not view.over and view.turns > 0 and view.active == seat and is_taking_turns(view) and view.left > 0


def mark_of(view: Any, seat: int) -> str:
    """§3.1 The first player of the round; §6.2 after the end what decides between equal points."""
    if view.over:
        return f"foresaw {view.foreseen[seat]}"
    return "first" if seat == view.first else ""


def ticks(view: Any) -> str:
    """§3.2 The ✓ of the turn: those that are left, and those that are spent."""
    most = max(actions_of(view), view.left)
    left = 348 - 22 * most - (58 if view.first == view.active else 0)
    looks = ["tick" if number < view.left else "tick spent" for number in range(most)]
    return "".join(f'<use class="{look}" href="#tp-1" x="{left + 22 * i}" y="24"/>' for i, look in enumerate(looks))


def cards_words(view: Any, seat: int) -> str:
    """§8 How many cards a player holds."""
    return plural("card")(view.hand_size[seat])


def flexible(view: Any, seat: int) -> str:
    """§1.5 The flexible cards that a player still holds, by their letters; those that are gone are struck out."""
    return "".join(letter(kind, bool(holds(view, seat, ATTACKING + kind))) for kind in range(FLEXIBLE))


@lru_cache
def letter(kind: int, is_held: bool) -> str:
    """One of them."""
    opening = f'<g class="flexible{"" if is_held else " gone"}" transform="translate({236 + 38 * kind} 60)">'
    return f'{opening}<use href="#tp-core" transform="scale(.7)"/><text y="7">{FLEXIBLE_NAMES[kind][0]}</text></g>'


def player_tip(view: Any, seat: int, name: str) -> str:
    """All of it in a sentence."""
    held = held_flexible(view, seat)
    flexible_words = f"flexible: {', '.join(held)}" if held else "no flexible card"
    place = f"{name} has {score(view.points[seat])}, stands on node {view.pawn[seat] + 1}"
    foresaw = f"foresaw {plural('own event')(view.foreseen[seat])}"
    return f"{place}, holds {cards_words(view, seat)} ({flexible_words}) and {foresaw}."


def deck(view: Any) -> str:
    """§1.4 How many cards can still be drawn."""
    words = f"{plural('card')(view.deck_size)} to draw"
    tag = piece("deck-0", view.deck_size, words, f"The deck: {words}. It is not refilled.")
    return f'<g class="deck" {tag}>{DECK}<text x="70" y="8">{words}</text></g>'


DECK = (
    '<rect class="ring" y="-20" width="220" height="42" rx="8"/><rect class="hit" y="-20" width="220" height="42"/>'
    '<use class="back" href="#tp-core" transform="translate(36 3)scale(.8)"/>'
    '<use class="back" href="#tp-core" transform="translate(32 -1)scale(.8)"/>'
)


def key_item(column: int, row: int, sign: str, words: str) -> str:
    """A sign, and what it means."""
    x, y = 174 * column, 37 * row
    return f'<g transform="translate({x + 32} {y})">{sign}</g><text x="{x + 70}" y="{y + 8}">{words}</text>'


KEY = Markup(
    '<g class="key" data-fixed>'
    + key_item(0, 0, link_sign(CAUSE, 2, 0, 0, 0, (SOCKET, 0), ""), "cause")
    + key_item(1, 0, link_sign(HINDRANCE, 2, 0, 0, 0, (SOCKET, 0), ""), "hindrance")
    + key_item(0, 1, link_sign(CAUSE, 2, 0, 0, 0, (SOCKET, 0), "over"), "overridden")
    + key_item(1, 1, '<use class="tag next" href="#tp-tag" y="7"/><text class="nth" y="7">n</text>', "next")
    + key_item(0, 2, f'<g transform="translate(36 25)">{sign_of(Side.YES, NEUTRAL)}</g>', "organizer")
    + key_item(1, 2, total_pill(0, 1, True), "total")
    + "</g><!--/fixed-->"
)
