"""Turning Points: what a seat holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from moot.games.turning_points.components import ATTACKING, CARDS, FLEXIBLE, LINKS
from moot.games.turning_points.face.plan import plan
from moot.games.turning_points.face.signs import card_face, piece, printed, side_link, stakes
from moot.games.turning_points.organize import planned
from moot.games.turning_points.picture import FLEXIBLE_NAMES, links, signed
from moot.games.turning_points.rules import holds, pattern_of


def holdings(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 The card that is about to be organized, if there is one; otherwise the hand."""
    number = planned(view, seat)
    if number >= 0:
        return {"plan": Markup(plan(view, seat, number, view.asking[seat], names))}
    held = [*hand_of(view, seat), *flexible_of(view, seat)]
    return {"hand": Markup("".join(hand_card(view, number, names) for number in held))}


def hand_of(view: Any, seat: int) -> list[int]:
    """§8 The cards that are seen in a hand."""
    return [view.hand_card[seat][i] - 1 for i in range(view.hand_size[seat]) if view.hand_card[seat][i] > 0]


def flexible_of(view: Any, seat: int) -> list[int]:
    """§1.5 The flexible cards that are still held."""
    return [ATTACKING + kind for kind in range(FLEXIBLE) if holds(view, seat, ATTACKING + kind)]


# Cards


def hand_card(view: Any, number: int, names: Sequence[str]) -> str:
    """§1.3 A card as it lies in the hand."""
    pattern = pattern_of(view, number)
    links = "".join(
        side_link(kind, view.link_strength, direction) for direction, kind in enumerate(LINKS[pattern]) if kind
    )
    drawn = f'<use class="cell" href="#tp-hex"/>{links}{card_face(*printed(view, number))}'
    label, tip = card_words(view, number, names)
    caption = FLEXIBLE_NAMES[number - CARDS] if number >= CARDS else caption_of(*printed(view, number))
    opening = f'<span class="card" {piece(f"card-{number}", "", label, tip, "m")}>'
    return f'{opening}<svg viewBox="-99 -80 198 160" aria-hidden="true">{drawn}</svg><i>{caption}</i></span>'


@lru_cache(200)
def caption_of(yes: int, no: int, worth: int) -> str:
    """§5.6 Who scores if the event occurs, and who if it does not: a shape and points, or nobody."""
    return " · ".join(scorer(arc, worth) for arc in (yes, no))


def scorer(arc: int, worth: int) -> str:
    """One of them."""
    if not arc:
        return "nobody"
    return f'<svg class="who" viewBox="-12 -12 24 24" aria-hidden="true"><use href="#tp-s{arc - 1}"/></svg> {signed(worth)}'


def card_words(view: Any, number: int, names: Sequence[str]) -> tuple[str, str]:
    """A card in a sentence."""
    if number >= CARDS:
        return FLEXIBLE_NAMES[number - CARDS], ABOUT[number - ATTACKING]
    yes, no, worth = printed(view, number)
    colour = "Green" if worth > 0 else "Red"
    at_stake = stakes(yes, no, worth, names)
    return f"{colour} card: {at_stake}", f"{colour} card: {at_stake}. Links: {links(pattern_of(view, number))}."


ABOUT = (
    "Attacking: one of two other players loses a point, as the event turns out (§4.1).",
    "Supporting: another player gains a point if the event turns out as its organizer says (§4.2).",
    "Logistic: nobody scores by it; links and reinforcement are laid round it (§4.3).",
)
