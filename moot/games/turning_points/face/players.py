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

LONGEST = 9  # letters of a name that have room
ROW = 28  # from a player to the next


def players(view: Any, names: Sequence[str]) -> str:
    """§3.1 §6.2 A row for each player; and in a game of two the colour that nobody plays."""
    rows = "".join(draw_player(view, seat, names[seat]) for seat in range(view.seats))
    return rows + "".join(neutral_colour(colour) for colour in range(view.seats, view.colours))


def neutral_colour(colour: int) -> str:
    """§7.1 The colour of a game of two that nobody plays."""
    place = f'transform="translate(0 {ROW * colour})"'
    return f'<g class="player" {place}>{shape(colour, 14, 13, 15)}<text class="soft" x="28" y="18">neutral colour</text></g>'


def draw_player(view: Any, seat: int, name: str) -> str:
    """One player: points, cards, and whose turn it is."""
    turn = is_turn(view, seat)
    state = f"{view.points[seat]}/{view.hand_size[seat]}/{view.flexible[seat]}"
    tag = piece(f"seat-{seat}", state, f"{name}: {score(view.points[seat])}", player_tip(view, seat, name))
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    beside = (dots(view) if turn else "") + mark_of(view, seat)
    return (
        f'<g class="player{" turn" if turn else ""}" {tag} transform="translate(0 {ROW * seat})">'
        f'<use class="plate" href="#tp-row"/><use class="ring" href="#tp-row"/>'
        f'{shape(seat, 14, 13, 15)}<text class="name" x="28" y="18">{escape(short)}</text>{beside}'
        f'<text class="points" x="172" y="19">{signed(view.points[seat])}</text>'
        f'<text class="soft" x="180" y="18">{cards_words(view, seat)}</text>{flexible(view, seat)}</g>'
    )


def is_turn(view: Any, seat: int) -> bool:
    """§3.1 Whether a player is spending ✓."""
    return not view.over and view.turns > 0 and view.active == seat and is_taking_turns(view) and view.left > 0


def mark_of(view: Any, seat: int) -> str:
    """§3.1 The first player of the round; §6.2 after the end what decides between equal points."""
    if view.over:
        return f'<text class="soft" x="92" y="18">foresaw {view.foreseen[seat]}</text>'
    return '<text class="flag" x="141" y="18">⚑</text>' if seat == view.first else ""


def dots(view: Any) -> str:
    """§3.2 The steps of the turn: those that are left are full, those that are spent empty."""
    most = max(actions_of(view), view.left)
    looks = ["dot" if number < view.left else "dot spent" for number in range(most)]
    return "".join(f'<circle class="{look}" cx="{102 + 11 * i}" cy="13" r="4"/>' for i, look in enumerate(looks))


def cards_words(view: Any, seat: int) -> str:
    """§8 How many cards a player holds."""
    return plural("card")(view.hand_size[seat])


def flexible(view: Any, seat: int) -> str:
    """§1.5 The flexible cards that a player still holds, by their letters; those that are gone are struck out."""
    return "".join(letter(kind, bool(holds(view, seat, ATTACKING + kind))) for kind in range(FLEXIBLE))


@lru_cache
def letter(kind: int, is_held: bool) -> str:
    """One of them."""
    opening = f'<g class="flexible{"" if is_held else " gone"}" transform="translate({235 + 17 * kind} 13)">'
    return f'{opening}<text y="5">{FLEXIBLE_NAMES[kind][0]}</text></g>'


def player_tip(view: Any, seat: int, name: str) -> str:
    """All of it in a sentence."""
    held = held_flexible(view, seat)
    flexible_words = f"flexible: {', '.join(held)}" if held else "no flexible card"
    place = f"{name} has {score(view.points[seat])}, stands on node {view.pawn[seat] + 1}"
    foresaw = f"foresaw {plural('own event')(view.foreseen[seat])}"
    first = " First in this round." if seat == view.first and not view.over else ""
    return f"{place}, holds {cards_words(view, seat)} ({flexible_words}) and {foresaw}.{first}"


def deck(view: Any) -> str:
    """§1.4 How many cards can still be drawn."""
    words = f"{plural('card')(view.deck_size)} to draw"
    tag = piece("deck-0", view.deck_size, words, f"The deck: {words}. It is not refilled.")
    return f'<g class="deck" {tag}>{DECK}<text x="34" y="5">{words}</text></g>'


DECK = (
    '<rect class="ring" x="0" y="-14" width="140" height="28" rx="6"/><rect class="hit" y="-14" width="140" height="28"/>'
    '<use class="back" href="#tp-core" transform="translate(16 1)scale(.5)"/>'
    '<use class="back" href="#tp-core" transform="translate(13 -1)scale(.5)"/>'
)


def key_item(column: int, row: int, sign: str, words: str) -> str:
    """A sign, and what it means."""
    x, y = 140 * column, 25 * row
    return f'<g transform="translate({x + 18} {y})scale(.72)">{sign}</g><text x="{x + 44}" y="{y + 5}">{words}</text>'


KEY = Markup(
    '<g class="key" data-fixed>'
    + key_item(0, 0, link_sign(CAUSE, 2, 0, 0, 0, (SOCKET, 0), ""), "cause")
    + key_item(1, 0, link_sign(HINDRANCE, 2, 0, 0, 0, (SOCKET, 0), ""), "hindrance")
    + key_item(0, 1, link_sign(CAUSE, 2, 0, 0, 0, (SOCKET, 0), "over"), "overridden")
    + key_item(1, 1, total_pill(0, 1, True), "stands at")
    + key_item(0, 2, f'<g transform="translate(36 25)">{sign_of(Side.YES, NEUTRAL)}</g>', "organizer")
    + "</g><!--/fixed-->"
)
