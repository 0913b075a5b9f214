"""Turning Points: the card that a seat is about to organize, to be turned and looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import escape

from moot.games.turning_points.components import (
    DIRECTIONS,
    EARLIER,
    EDGE,
    LOGISTIC,
    NEIGHBOUR,
    NO_LINK,
    SUPPORTING,
)
from moot.games.turning_points.face.geometry import ACROSS, SIDE_ANGLES, turned
from moot.games.turning_points.face.signs import NO, YES, core, link_sign, piece, printed, shape, side_link
from moot.games.turning_points.organize import is_back, links_back, planned_strength, planned_total
from moot.games.turning_points.picture import LINK_NAMES, owner, signed
from moot.games.turning_points.realize import link_effect, strength_of
from moot.games.turning_points.rules import Step, is_on_map, is_realized, link_on, pattern_of

SIGNS = {1: "✓", -1: "×", 0: "∅"}


def plan(view: Any, seat: int, number: int, asked: int, names: Sequence[str]) -> str:
    """§3.4 What is still to be chosen about the card."""
    if asked == Step.ARCS:
        return arcs(view, seat, number, names)
    if asked == Step.LAY:
        return laying(view, seat)
    if number == LOGISTIC:
        return sides(seat)
    turns = "".join(rotation(view, seat, number, by) for by in range(DIRECTIONS))
    return f"{turns}{sides(seat)}"


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
        f"The token near {sign}",
        f"The token near {sign}: in balance the event {fate} (§5.5).",
        "m",
    )
    drawn = f'{shape(seat, 0, 0, 29)}<use class="sign on seat-{seat}" href="#tp-{which}"/>'
    return f'<span class="side" {tag}><svg viewBox="-18 -18 36 36" aria-hidden="true">{drawn}</svg>My token: it {fate}</span>'


# 4.1 Attacking, 4.2 Supporting


def arcs(view: Any, seat: int, number: int, names: Sequence[str]) -> str:
    """§4.1 §4.2 Who shall be under ✓, and who under ×."""
    verb = "gains" if number == SUPPORTING else "loses"
    choices = arc_choices(view, seat, number)
    rows = [
        f'<div class="arcs"><b>{sign} {fate}</b>{"".join(arc(kind, who, names, verb) for who in choices)}</div>'
        for sign, kind, fate in (("✓", "yes", "occurs"), ("×", "no", "does not"))
    ]
    return f'<div class="arc-rows">{"".join(rows)}</div>'


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
    """§4.3 What has been laid round the own node so far, edge by edge; the edges on the map are the same pieces."""
    here = view.pawn[seat]
    edges = "".join(lay_edge(view, seat, here, direction) for direction in range(DIRECTIONS))
    used = f"{planned_total(view, seat)}/{view.logistic_strength}"
    return f'<p class="used">Logistic on {here + 1}: <b>{used}</b> used</p><div class="laying">{edges}</div>'


def lay_edge(view: Any, seat: int, here: int, direction: int) -> str:
    """§4.3 One edge: its planned link, or that there is none."""
    other = NEIGHBOUR[here, direction]
    if not is_on_map(view, other):
        return ""
    edge, kind = EDGE[here, direction], view.plan_link[seat][direction]
    strength = planned_strength(view, seat, direction)
    way = f"{'back' if other < here else 'forward'} to {other + 1}"
    words = f"{LINK_NAMES[kind].capitalize()} {way}, strength {strength}" if kind else f"No link {way} yet"
    sign = link_sign(kind, strength, 0, 0, 0, (-6, 0), "") if kind else '<circle class="free" r="13"/>'
    drawn = f'<svg viewBox="-27 -16 54 32" aria-hidden="true">{sign}</svg>'
    return (
        f'<span class="edge" {piece(f"edge-{edge}", f"{kind}{strength}", words, words + ".", "m")}>{drawn}{way}</span>'
    )
