"""Turning Points: what a seat holds, and the card that it is about to organize, to be turned and looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from moot.games.turning_points.components import (
    ATTACKING,
    CARDS,
    DIRECTIONS,
    EARLIER,
    EDGE,
    FLEXIBLE,
    LINKS,
    LOGISTIC,
    NEIGHBOUR,
    NO_ARC,
    NO_LINK,
    SUPPORTING,
    YES_ARC,
)
from moot.games.turning_points.face.geometry import ACROSS, SIDE_ANGLES, SOCKET, turned
from moot.games.turning_points.face.signs import NEUTRAL, NO, YES, card_face, link_sign, owner, piece, shape, stakes
from moot.games.turning_points.organize import (
    flexible_worth,
    is_back,
    links_back,
    may_lay_extra,
    may_lay_link,
    planned,
    planned_back,
    planned_strength,
    planned_total,
)
from moot.games.turning_points.picture import FLEXIBLE_NAMES, LINK_NAMES, PATTERNS, signed
from moot.games.turning_points.realize import link_effect, strength_of
from moot.games.turning_points.rules import Step, holds, is_on_map, is_realized, link_on, pattern_of, worth_of

HALF = ACROSS // 2
NO_TOKEN = NEUTRAL - 1
SIGNS = {1: "✓", -1: "×", 0: "∅"}


def holdings(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 The plan, if there is one, and the hand."""
    number = planned(view, seat)
    asked = view.asking[seat]
    return {
        "plan": Markup(plan(view, seat, number, asked, names)) if number >= 0 else "",
        "hand": Markup("".join(hand_card(view, number, names) for number in hand_of(view, seat))),
        "flexible": Markup("".join(hand_card(view, number, names) for number in flexible_of(view, seat))),
    }


def hand_of(view: Any, seat: int) -> list[int]:
    """§8 The cards that are seen in a hand."""
    return [view.hand_card[seat][i] - 1 for i in range(view.hand_size[seat]) if view.hand_card[seat][i] > 0]


def flexible_of(view: Any, seat: int) -> list[int]:
    """§1.5 The flexible cards that are still held."""
    return [ATTACKING + kind for kind in range(FLEXIBLE) if holds(view, seat, ATTACKING + kind)]


# Cards


def printed(view: Any, number: int) -> tuple[int, int, int]:
    """§1.4 §1.5 Both arcs and the points of a card."""
    if number >= CARDS:
        return 0, 0, flexible_worth(number)
    return YES_ARC[view.seats, number], NO_ARC[view.seats, number], worth_of(view, number)


def hand_card(view: Any, number: int, names: Sequence[str]) -> str:
    """§1.3 A card as it lies in the hand."""
    yes, no, worth = printed(view, number)
    pattern = pattern_of(view, number)
    links = "".join(
        side_link(kind, view.link_strength, direction) for direction, kind in enumerate(LINKS[pattern]) if kind
    )
    drawn = f'<use class="cell" href="#tp-hex"/>{links}{card_face(yes, no, worth, NO_TOKEN)}'
    label, tip = card_words(view, number, names)
    caption = f"<i>{FLEXIBLE_NAMES[number - CARDS]}</i>" if number >= CARDS else ""
    tag = piece(f"card-{number}", "", label, tip, "m")
    return f'<span class="card" {tag}><svg viewBox="-92 -92 184 184" aria-hidden="true">{drawn}</svg>{caption}</span>'


def card_words(view: Any, number: int, names: Sequence[str]) -> tuple[str, str]:
    """A card in a sentence."""
    if number >= CARDS:
        return FLEXIBLE_NAMES[number - CARDS], ABOUT[number - ATTACKING]
    yes, no, worth = printed(view, number)
    colour = "Green" if worth > 0 else "Red"
    pattern = PATTERNS[pattern_of(view, number)]
    at_stake = stakes(yes, no, worth, names)
    return f"{colour} card: {at_stake}", f"{colour} card: {at_stake}. Links: {pattern_words(pattern)}."


def pattern_words(pattern: str) -> str:
    """§1.3 The links of a pattern: "cause on side 0, hindrance on side 3"."""
    kinds = {"C": "cause", "H": "hindrance"}
    return ", ".join(f"{kinds[kind]} on side {side}" for side, kind in zip(pattern[::2], pattern[1::2], strict=True))


ABOUT = (
    "Attacking: one of two other players loses a point, as the event turns out (§4.1).",
    "Supporting: another player gains a point if the event turns out as you say (§4.2).",
    "Logistic: nobody scores by it; you lay links and reinforcement round it (§4.3).",
)


def side_link(kind: int, strength: int, direction: int, look: str = "") -> str:
    """A link on a side of a card."""
    angle = SIDE_ANGLES[direction]
    return link_sign(kind, strength, angle, HALF - 4, 0, turned(HALF - 4 + SOCKET, 0, angle), look)


# What is about to be organized


def plan(view: Any, seat: int, number: int, asked: int, names: Sequence[str]) -> str:
    """§3.4 What is still to be chosen about the card."""
    if asked == Step.ARCS:
        return arcs(view, seat, number, names)
    if asked == Step.LAY:
        return laying(view, seat)
    turns = "" if number == LOGISTIC else f'<div class="turns">{"".join(rotation(view, seat, number, by) for by in range(DIRECTIONS))}</div>'
    return turns + sides(seat)


def rotation(view: Any, seat: int, number: int, by: int) -> str:
    """§3.4 The card turned so far, at the own node: which links would count, and what they would count now."""
    here, pattern = view.pawn[seat], pattern_of(view, number)
    legal = links_back(view, here, number, by) > 0
    kinds = [link_on(pattern, by, direction) for direction in range(DIRECTIONS)]
    drawn = "".join(turned_link(view, here, direction, kind) for direction, kind in enumerate(kinds) if kind)
    yes, no, worth = (view.plan_yes[seat], view.plan_no[seat], flexible_worth(number)) if number >= CARDS else printed(view, number)
    now = sum(effect_of(view, here, direction, kind) for direction, kind in enumerate(kinds))
    said = f"Turned by {by}: {', '.join(link_words(view, here, direction, kind) for direction, kind in enumerate(kinds) if kind)}."
    tip = f"{said} Now that makes {signed(now)}." if legal else f"{said} No link faces the past: not allowed (§3.4)."
    caption = f"<b>{signed(now)}</b> now" if legal else "no link back"
    tag = piece(f"rotation-{by}", int(legal), said, tip, "m")
    inside = f'{around(view, here)}<use class="cell" href="#tp-hex"/>{drawn}{card_face(yes, no, worth, NO_TOKEN)}'
    return f'<span class="rotation{"" if legal else " illegal"}" {tag}><svg viewBox="-128 -128 256 256" aria-hidden="true">{inside}</svg><i>{caption}</i></span>'


def turned_link(view: Any, here: int, direction: int, kind: int) -> str:
    """§1.3 §5.3 A link of the turned card: faint where it faces no edge, struck out where it would be overridden."""
    other = NEIGHBOUR[here, direction]
    if not is_on_map(view, other):
        return side_link(kind, view.link_strength, direction, "off")
    edge = EDGE[here, direction]
    return side_link(kind, strength_of(view, edge), direction, "over" if is_overridden(view, here, direction) else "")


def is_overridden(view: Any, here: int, direction: int) -> bool:
    """§5.3 Whether the earlier event has a link forward on this edge."""
    return is_back(view, here, direction) and view.forward[EDGE[here, direction]] != NO_LINK


def effect_of(view: Any, here: int, direction: int, kind: int) -> int:
    """§5.2 §5.3 What an edge to the past would count now: the link that leads here from there, or the one laid now."""
    if not is_back(view, here, direction):
        return 0
    edge = EDGE[here, direction]
    if view.forward[edge] != NO_LINK:
        return int(link_effect(view, edge))
    return int(kind * view.fate[EARLIER[edge]] * strength_of(view, edge))


def link_words(view: Any, here: int, direction: int, kind: int) -> str:
    """A link of the turned card: where it leads."""
    other = NEIGHBOUR[here, direction]
    if not is_on_map(view, other):
        return f"{LINK_NAMES[kind]} off the map"
    over = " (overridden)" if is_overridden(view, here, direction) else ""
    return f"{LINK_NAMES[kind]} {'back' if other < here else 'forward'} to {other + 1}{over}"


def around(view: Any, here: int) -> str:
    """§1.2 The neighbours: those in the past with what became of them, those in the future by their numbers."""
    drawn = ""
    for direction in range(DIRECTIONS):
        other = NEIGHBOUR[here, direction]
        if is_on_map(view, other):
            x, y = turned(112, 0, SIDE_ANGLES[direction])
            look = "before" if other < here else "after"
            sign = SIGNS[view.fate[other]] if is_realized(view, other) else ""
            drawn += f'<text class="{look}" x="{x}" y="{y + 11}">{other + 1}{sign}</text>'
    return drawn


def sides(seat: int) -> str:
    """§3.4 Near which side the own token shall lie."""
    return f'<div class="sides">{side(seat, YES, "✓", "occurs")}{side(seat, NO, "×", "does not occur")}</div>'


def side(seat: int, which: int, sign: str, fate: str) -> str:
    """One of them."""
    tag = piece(f"side-{which}", "", f"Your token near {sign}", f"Your token near {sign}: in balance the event {fate} (§5.5).", "m")
    drawn = f'{shape(seat, 0, 0, 29)}<use class="sign on seat-{seat}" href="#tp-{which}"/>'
    return f'<span class="side" {tag}><svg viewBox="-18 -18 36 36" aria-hidden="true">{drawn}</svg>in balance it {fate}</span>'


# 4.1 Attacking, 4.2 Supporting


def arcs(view: Any, seat: int, number: int, names: Sequence[str]) -> str:
    """§4.1 §4.2 Who shall be under ✓, and who under ×."""
    verb = "gains" if number == SUPPORTING else "loses"
    rows = "".join(
        f'<div class="arcs"><b>{sign}</b>{"".join(arc(view, kind, who, names, verb) for who in arc_choices(view, seat, number))}</div>'
        for sign, kind in (("✓", "yes"), ("×", "no"))
    )
    return f'<div class="plan">{rows}</div>'


def arc_choices(view: Any, seat: int, number: int) -> list[int]:
    """§4.1 §4.2 The other colours; for Supporting also nobody."""
    others = [colour + 1 for colour in range(view.colours) if colour != seat]
    return [*others, 0] if number == SUPPORTING else others


def arc(view: Any, kind: str, who: int, names: Sequence[str], verb: str) -> str:
    """One colour under one sign."""
    name = owner(who, names)
    fate = "occurs" if kind == "yes" else "does not occur"
    tag = piece(f"{kind}-{who}", "", name, f"If the event {fate}, {name} {verb} a point.", "m")
    drawn = shape(who - 1, 0, 0, 24) if who else '<circle class="nobody" r="9"/>'
    return f'<span class="arc-of" {tag}><svg viewBox="-13 -13 26 26" aria-hidden="true">{drawn}</svg>{escape(name)}</span>'


# 4.3 Logistic


def laying(view: Any, seat: int) -> str:
    """§4.3 The own node with what has been laid round it so far."""
    here = view.pawn[seat]
    drawn = "".join(lay_edge(view, seat, here, direction) for direction in range(DIRECTIONS))
    core = card_face(0, 0, 0, seat, view.plan_side[seat])
    total, most = planned_total(view, seat), view.logistic_strength
    label = f"Your Logistic event on node {here + 1}: {total} of {most} used"
    return (
        f'<svg class="laying" viewBox="-150 -140 300 280" role="group" aria-label="{label}"><use class="cell" href="#tp-hex"/>'
        f'{around(view, here)}{core}<text class="used" y="44">{total}/{most}</text>{drawn}</svg>'
    )


def lay_edge(view: Any, seat: int, here: int, direction: int) -> str:
    """§4.3 One edge: its planned link, or a place for one."""
    other = NEIGHBOUR[here, direction]
    if not is_on_map(view, other):
        return ""
    edge, kind, angle = EDGE[here, direction], view.plan_link[seat][direction], SIDE_ANGLES[direction]
    x, y = turned(HALF - 4, 0, angle)
    strength = planned_strength(view, seat, direction)
    way = f"{'back' if other < here else 'forward'} to {other + 1}"
    words = f"{LINK_NAMES[kind].capitalize()} {way}, strength {strength}" if kind else f"No link {way} yet"
    drawn = side_link(kind, strength, direction) if kind else f'<circle class="free" cx="{x}" cy="{y}" r="13"/>'
    ring = f'<use class="ring" href="#tp-edge" transform="translate({x} {y})rotate({angle})"/>'
    return f'<g class="edge" {piece(f"edge-{edge}", f"{kind}{strength}", words, words + ".", "m")}>{ring}{drawn}</g>'
