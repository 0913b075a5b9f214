"""Turning Points: what is beside the map: the players, the deck and the key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from moot.engine import plural
from moot.games.turning_points.components import ATTACKING, FLEXIBLE
from moot.games.turning_points.face.signs import piece, shape
from moot.games.turning_points.picture import FLEXIBLE_NAMES, held_flexible, signed
from moot.games.turning_points.rules import actions_of, holds
from moot.games.turning_points.words import is_taking_turns

ROW, GAP = 80, 8
KEY_HEIGHT = 130
LONGEST = 15  # letters of a name that have room


def players(view: Any, names: Sequence[str]) -> str:
    """§3.1 §6.2 A row for each player; and in a game of two the colour that nobody plays."""
    return "".join(draw_player(view, seat, names[seat]) for seat in range(view.seats))


def draw_player(view: Any, seat: int, name: str) -> str:
    """One player: points, cards, and whose turn it is."""
    turn = is_turn(view, seat)
    state = f"{view.points[seat]}/{view.hand_size[seat]}/{view.flexible[seat]}"
    tag = piece(f"seat-{seat}", state, f"{name}: {plural('point')(view.points[seat])}", player_tip(view, seat, name))
    short = name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
    first = '<text class="soft end" x="332" y="29">first</text>' if seat == view.first and not view.over else ""
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


def ticks(view: Any) -> str:
    """§3.2 The ✓ of the turn: those that are left, and those that are spent."""
    shown, most = "", max(actions_of(view), view.left)
    for number in range(most):
        look = "tick" if number < view.left else "tick spent"
        shown += f'<use class="{look}" href="#tp-1" x="{326 - 22 * (most - number - 1) - (58 if view.first == view.active else 0)}" y="24"/>'
    return shown


def cards_words(view: Any, seat: int) -> str:
    """§8 How many cards a player holds."""
    return plural("card")(view.hand_size[seat])


def flexible(view: Any, seat: int) -> str:
    """§1.5 The flexible cards that a player still holds, by their letters; those that are gone are struck out."""
    shown = ""
    for kind in range(FLEXIBLE):
        look = "held" if holds(view, seat, ATTACKING + kind) else "gone"
        x = 236 + 38 * kind
        shown += f'<g class="flexible {look}" transform="translate({x} 60)"><use href="#tp-core" transform="scale(.7)"/><text y="7">{FLEXIBLE_NAMES[kind][0]}</text></g>'
    return shown


def player_tip(view: Any, seat: int, name: str) -> str:
    """All of it in a sentence."""
    held = held_flexible(view, seat)
    flexible_words = f"flexible: {', '.join(held)}" if held else "no flexible card"
    place = f"{name} has {plural('point')(view.points[seat])}, stands on node {view.pawn[seat] + 1}"
    foresaw = f"foresaw {plural('own event')(view.foreseen[seat])}"
    return f"{place}, holds {cards_words(view, seat)} ({flexible_words}) and {foresaw}."


def deck(view: Any) -> str:
    """§1.4 How many cards can still be drawn."""
    tag = piece("deck-0", view.deck_size, f"The deck, {plural('card')(view.deck_size)}", f"The deck has {plural('card')(view.deck_size)}. It is not refilled.")
    return (
        f'<g class="deck" {tag}><rect class="ring" x="-3" y="-3" width="106" height="50" rx="8"/><rect class="hit" width="100" height="44"/>'
        f'<use class="back" href="#tp-core" x="26" y="25"/><use class="back" href="#tp-core" x="22" y="21"/><text x="56" y="30" class="name">{view.deck_size}</text></g>'
    )


KEY = Markup(
    '<g class="key" data-fixed>'
    '<g class="cause x2" transform="translate(34 14)"><use href="#tp-c"/><text class="strength" x="-18" y="7">2</text></g><text x="76" y="21">cause</text>'
    '<g class="hindrance x2" transform="translate(190 14)"><use href="#tp-h"/><text class="strength" x="-18" y="7">2</text></g><text x="232" y="21">hindrance</text>'
    '<g transform="translate(34 52)"><g class="over"><g class="cause x2"><use href="#tp-c"/><use class="slash" href="#tp-slash"/></g></g></g><text x="76" y="59">overridden</text>'
    '<g class="pill good open" transform="translate(196 52)scale(.8)"><use href="#tp-pill"/><text x="-9" y="8">0</text><use href="#tp-1" x="16"/></g><text x="232" y="59">total so far</text>'
    '<g transform="translate(28 92)"><circle class="neutral" r="13"/><use class="sign on" href="#tp-1"/></g><text x="76" y="99">organizer’s token</text>'
    "</g><!--/fixed-->"
)
