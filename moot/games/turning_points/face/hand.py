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
from moot.games.turning_points.face.signs import NO, YES, card_face, core, link_sign, piece, shape, stakes
from moot.games.turning_points.organize import (
    flexible_worth,
    is_back,
    links_back,
    planned,
    planned_strength,
    planned_total,
)
from moot.games.turning_points.picture import FLEXIBLE_NAMES, LINK_NAMES, links, owner, signed
from moot.games.turning_points.realize import link_effect, strength_of
from moot.games.turning_points.rules import Step, holds, is_on_map, is_realized, link_on, pattern_of, worth_of

HALF = ACROSS // 2
SIGNS = {1: "✓", -1: "×", 0: "∅"}


def holdings(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 The card that is about to be organized, if there is one; otherwise the hand."""
    number = planned(view, seat)
    if number >= 0:
        return {"plan": Markup(plan(view, seat, number, view.asking[seat], names))}
    return {
        "hand": Markup("".join(hand_card(view, held, names) for held in hand_of(view, seat))),
        "flexible": Markup("".join(hand_card(view, held, names) for held in flexible_of(view, seat))),
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
    pattern = pattern_of(view, number)
    links = "".join(
        side_link(kind, view.link_strength, direction) for direction, kind in enumerate(LINKS[pattern]) if kind
    )
    drawn = f'<use class="cell" href="#tp-hex"/>{links}{card_face(*printed(view, number))}'
    label, tip = card_words(view, number, names)
    caption = f"<i>{FLEXIBLE_NAMES[number - CARDS]}</i>" if number >= CARDS else ""
    opening = f'<span class="card" {piece(f"card-{number}", "", label, tip, "m")}>'
    return f'{opening}<svg viewBox="-99 -93 198 186" aria-hidden="true">{drawn}</svg>{caption}</span>'


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
    "Supporting: another player gains a point if the event turns out as you say (§4.2).",
    "Logistic: nobody scores by it; you lay links and reinforcement round it (§4.3).",
)


def side_link(kind: int, strength: int, direction: int, look: str = "") -> str:
    """A link on a side of a card."""
    angle = SIDE_ANGLES[direction]
    return link_sign(kind, strength, angle, HALF, 0, turned(HALF + SOCKET, 0, angle), look)


# What is about to be organized


def plan(view: Any, seat: int, number: int, asked: int, names: Sequence[str]) -> str:
    """§3.4 What is still to be chosen about the card."""
    if asked == Step.ARCS:
        return arcs(view, seat, number, names)
    if asked == Step.LAY:
        return laying(view, seat)
    if number == LOGISTIC:
        return sides(seat)
    turns = "".join(rotation(view, seat, number, by) for by in range(DIRECTIONS))
    return f'<div class="turns">{turns}</div>{sides(seat)}'


def rotation(view: Any, seat: int, number: int, by: int) -> str:
    """§3.4 The card turned so far, at the own node: which links would count, and what they would count now."""
    here, pattern = view.pawn[seat], pattern_of(view, number)
    kinds = [link_on(pattern, by, direction) for direction in range(DIRECTIONS)]
    now = signed(sum(effect_of(view, here, direction, kind) for direction, kind in enumerate(kinds)))
    links = ", ".join(link_words(view, here, direction, kind) for direction, kind in enumerate(kinds) if kind)
    label, illegal = f"Turned by {by}: {links}", "" if links_back(view, here, number, by) else " illegal"
    tip = f"{label}. No link faces the past (§3.4)." if illegal else f"{label}. Now that makes {now}."
    caption = "no link back" if illegal else f"<b>{now}</b> now"
    drawn = "".join(turned_link(view, here, direction, kind) for direction, kind in enumerate(kinds) if kind)
    inside = f'{around(view, here)}<use class="cell" href="#tp-hex"/>{drawn}<g transform="scale(1.3)">{points(view, number)}</g>'
    picture = f'<svg viewBox="-138 -124 276 248" aria-hidden="true">{inside}</svg>'
    return f'<span class="rotation{illegal}" {piece(f"rotation-{by}", "", label, tip, "m")}>{picture}<i>{caption}</i></span>'


def points(view: Any, number: int) -> str:
    """§1.3 The middle of a card, which is all that the eye needs while it is turned."""
    return core(printed(view, number)[2])


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


def around(view: Any, here: int, reach: int = 117) -> str:
    """§1.2 The neighbours: those in the past with what became of them, those in the future by their numbers."""
    drawn = ""
    for direction in range(DIRECTIONS):
        other = NEIGHBOUR[here, direction]
        if is_on_map(view, other):
            (x, y), (at, down) = turned(ACROSS, 0, SIDE_ANGLES[direction]), turned(reach, 0, SIDE_ANGLES[direction])
            look = "before" if other < here else "after"
            sign = SIGNS[view.fate[other]] if is_realized(view, other) else ""
            cell = f'<use class="cell {look}" href="#tp-hex" x="{x}" y="{y}"/>'
            drawn += f'{cell}<text class="{look}" x="{at}" y="{down + 10}">{other + 1}{sign}</text>'
    return drawn


def sides(seat: int) -> str:
    """§3.4 Near which side the own token shall lie."""
    return f'<div class="sides">{side(seat, YES, "✓", "occurs")}{side(seat, NO, "×", "does not occur")}</div>'


def side(seat: int, which: int, sign: str, fate: str) -> str:
    """One of them."""
    tag = piece(
        f"side-{which}",
        "",
        f"Your token near {sign}",
        f"Your token near {sign}: in balance the event {fate} (§5.5).",
        "m",
    )
    drawn = f'{shape(seat, 0, 0, 29)}<use class="sign on seat-{seat}" href="#tp-{which}"/>'
    return f'<span class="side" {tag}><svg viewBox="-18 -18 36 36" aria-hidden="true">{drawn}</svg>in balance it {fate}</span>'


# 4.1 Attacking, 4.2 Supporting


def arcs(view: Any, seat: int, number: int, names: Sequence[str]) -> str:
    """§4.1 §4.2 Who shall be under ✓, and who under ×."""
    verb = "gains" if number == SUPPORTING else "loses"
    choices = arc_choices(view, seat, number)
    rows = [
        f'<div class="arcs"><b>{sign}</b>{"".join(arc(kind, who, names, verb) for who in choices)}</div>'
        for sign, kind in (("✓", "yes"), ("×", "no"))
    ]
    return "".join(rows)


def arc_choices(view: Any, seat: int, number: int) -> list[int]:
    """§4.1 §4.2 The other colours; for Supporting also nobody."""
    others = [colour + 1 for colour in range(view.colours) if colour != seat]
    return [*others, 0] if number == SUPPORTING else others


def arc(kind: str, who: int, names: Sequence[str], verb: str) -> str:
    """One colour under one sign."""
    name = owner(who, names)
    fate = "occurs" if kind == "yes" else "does not occur"
    tag = piece(f"{kind}-{who}", "", name, f"If the event {fate}, {name} {verb} a point.", "m")
    drawn = shape(who - 1, 0, 0, 24) if who else '<circle class="nobody" r="9"/>'
    return (
        f'<span class="arc-of" {tag}><svg viewBox="-13 -13 26 26" aria-hidden="true">{drawn}</svg>{escape(name)}</span>'
    )


# 4.3 Logistic


def laying(view: Any, seat: int) -> str:
    """§4.3 The own node with what has been laid round it so far."""
    here = view.pawn[seat]
    drawn = "".join(lay_edge(view, seat, here, direction) for direction in range(DIRECTIONS))
    used = f"{planned_total(view, seat)}/{view.logistic_strength}"
    middle = f'{card_face(0, 0, 0, seat, view.plan_side[seat])}<text class="used" y="46">{used}</text>'
    label = f"Your Logistic event on node {here + 1}: {used} used"
    opening = f'<svg class="laying" viewBox="-160 -142 320 284" role="group" aria-label="{label}">'
    return f'{opening}{around(view, here, 128)}<use class="cell" href="#tp-hex"/>{middle}{drawn}</svg>'


def lay_edge(view: Any, seat: int, here: int, direction: int) -> str:
    """§4.3 One edge: its planned link, or a place for one."""
    other = NEIGHBOUR[here, direction]
    if not is_on_map(view, other):
        return ""
    edge, kind, angle = EDGE[here, direction], view.plan_link[seat][direction], SIDE_ANGLES[direction]
    x, y = turned(HALF, 0, angle)
    strength = planned_strength(view, seat, direction)
    way = f"{'back' if other < here else 'forward'} to {other + 1}"
    words = f"{LINK_NAMES[kind].capitalize()} {way}, strength {strength}" if kind else f"No link {way} yet"
    drawn = side_link(kind, strength, direction) if kind else f'<circle class="free" cx="{x}" cy="{y}" r="13"/>'
    ring = f'<use class="ring" href="#tp-edge" transform="translate({x} {y})rotate({angle})"/>'
    return f'<g class="edge" {piece(f"edge-{edge}", f"{kind}{strength}", words, words + ".", "m")}>{ring}{drawn}</g>'
