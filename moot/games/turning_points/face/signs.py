"""Turning Points: what is on a card, and the sentences that explain events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from markupsafe import escape

from moot.engine import plural
from moot.games.turning_points.components import CARDS, EARLIER, FIRST_BACK, NO_ARC, NO_LINK, YES_ARC, Side
from moot.games.turning_points.face.geometry import ACROSS, SIDE_ANGLES, SOCKET, SYMBOLS, turned
from moot.games.turning_points.organize import flexible_worth
from moot.games.turning_points.picture import LINK_NAMES, SIDES, event_name, owner, signed
from moot.games.turning_points.realize import link_effect, link_in_force, outcome, strength_of, token_effect, total_of
from moot.games.turning_points.rules import is_realized, worth_of

YES, NO = int(Side.YES), int(Side.NO)
HALF = ACROSS // 2
TRIANGLE = 2  # the seat whose shape has its room further down
NEUTRAL, NO_TOKEN = -1, -2  # in place of a seat: the neutral token, or none


def piece(name: str, state: object, label: str, tip: str, prefix: str = "p") -> str:
    """What makes a thing a piece that can be looked at."""
    seen = f'data-state="{state}" data-tip="{escape(tip)}" aria-label="{escape(label)}" role="img" tabindex="0"'
    return f'id="{prefix}-{name}" data-piece="{name}" {seen}'


def shape(seat: int, x: float, y: float, size: float) -> str:
    """A seat's own shape."""
    return f'<use href="#tp-s{seat}" transform="translate({x:g} {y:g})scale({size / 24:.3g})"/>'


# A card: the hexagon in its middle with its points, and on either side a sign, an arc and perhaps a token


@lru_cache(4_000)
def card_face(yes: int, no: int, worth: int, token: int = NO_TOKEN, side: int = YES) -> str:
    """§1.3 What is printed on a card, and the organizer's token."""
    arcs = (arc_of(yes, YES) + arc_of(no, NO)) if worth else ""
    signs = sign_of(YES, token if side == YES else NO_TOKEN) + sign_of(NO, token if side == NO else NO_TOKEN)
    return arcs + core(worth) + signs


@lru_cache(20)
def core(worth: int) -> str:
    """§1.3 The hexagon with its points, and its orbits."""
    colour = "g" if worth > 0 else "r" if worth < 0 else "w"
    points = f'<text class="worth" y="8">{signed(worth)}</text>' if worth else ""
    orbits = "".join(f'<circle class="orbit" r="{22 + 5 * orbit}"/>' for orbit in range(1, abs(worth)))
    return f'{orbits}<use class="core {colour}" href="#tp-core"/>{points}'


def arc_of(arc: int, side: int) -> str:
    """§1.3 An arc in the colour, and with the shape, of who gains or loses; an empty one is a thin line."""
    line = f'<use class="arc{f" seat-{arc - 1}" if arc else " none"}" href="#tp-a{side}"/>'
    return line + (shape(arc - 1, -36 if side == YES else 36, 5, 19) if arc else "")


def sign_of(side: int, token: int) -> str:
    """§3.4 ✓ or ×; it stands on the organizer's token if that lies near it."""
    x, under, look = (-36 if side == YES else 36), "", "sign"
    if token >= 0:
        under, look = shape(token, x, -25, 29), f"sign on seat-{token}"
    elif token == NEUTRAL:
        under, look = f'<circle class="neutral" cx="{x}" cy="-25" r="13"/>', "sign on"
    return f'{under}<use class="{look}" href="#tp-{side}" x="{x}" y="{-23 if token == TRIANGLE else -25}"/>'


@lru_cache(4_000)
def link_sign(kind: int, strength: int, angle: int, x: int, y: int, number: tuple[int, int], look: str) -> str:
    """§1.3 §5.2 One link, drawn along an angle, with its strength at its owner's end; §5.3 struck out if it is overridden."""
    name = "cause" if kind > 0 else "hindrance"
    slash = '<use class="slash" href="#tp-slash"/>' if look == "over" else ""
    group = f'<g class="{name} x{min(strength, 6)}" transform="rotate({angle})translate({x} {y})">'
    drawn = f'{group}<use href="#{SYMBOLS[kind]}"/>{slash}</g>'
    text = f'<text class="strength" x="{number[0]}" y="{number[1] + 7}">{strength}</text>'
    return f'<g class="{look}">{drawn}{text}</g>' if look else drawn + text


def side_link(kind: int, strength: int, direction: int, look: str = "") -> str:
    """A link on a side of a card."""
    angle = SIDE_ANGLES[direction]
    return link_sign(kind, strength, angle, HALF, 0, turned(HALF + SOCKET, 0, angle), look)


def printed(view: Any, number: int) -> tuple[int, int, int]:
    """§1.4 §1.5 Both arcs and the points of a card."""
    if number >= CARDS:
        return 0, 0, flexible_worth(number)
    return YES_ARC[view.seats, number], NO_ARC[view.seats, number], worth_of(view, number)


# Events in words


def event_words(view: Any, node: int, names: Sequence[str]) -> str:
    """The event on a node: "Ada’s Attacking event"."""
    return event_name(view, node, partial(owner, names=names))


def stakes(yes: int, no: int, worth: int, names: Sequence[str]) -> str:
    """§5.6 Who gains or loses, and when."""
    if worth == 0:
        return "nobody scores by it"
    verb = "gains" if worth > 0 else "loses"
    points = plural("point")(abs(worth))
    if yes == 0:
        return f"if it does not occur, {owner(no, names)} {verb} {points}"
    if no == 0:
        return f"if it occurs, {owner(yes, names)} {verb} {points}"
    return f"if it occurs {owner(yes, names)} {verb} {points}, if not {owner(no, names)}"


def scored_words(arc: int, worth: int, names: Sequence[str]) -> str:
    """§5.6 Who has gained or lost."""
    if arc == 0 or worth == 0:
        return "nobody scored"
    return f"{owner(arc, names)} {'gained' if worth > 0 else 'lost'} {plural('point')(abs(worth))}"


def parts(view: Any, node: int, names: Sequence[str]) -> Iterator[str]:
    """§5.2 §5.4 What decides an event, part by part: links, then tokens."""
    for edge in range(FIRST_BACK[node], FIRST_BACK[node + 1]):
        if link_in_force(view, edge) != NO_LINK:
            yield link_part(view, edge)
    for seat in range(view.seats):
        if view.pros[node][seat] or view.cons[node][seat]:
            yield token_part(view, node, seat, names[seat])


def link_part(view: Any, edge: int) -> str:
    """§5.2 "+3 cause from 2"; an event that is not realized yet leaves it open."""
    earlier = EARLIER[edge]
    way = "from" if view.forward[edge] != NO_LINK else "back to"
    link = f"{LINK_NAMES[link_in_force(view, edge)]} {way} {earlier + 1}"
    if not is_realized(view, earlier):
        return f"? {link} (strength {strength_of(view, edge)}, still open)"
    return f"{signed(link_effect(view, edge))} {link}" + (", empty" if view.fate[earlier] == 0 else "")


def token_part(view: Any, node: int, seat: int, name: str) -> str:
    """§5.4 "−1 token of Ada"."""
    number = view.pros[node][seat] + view.cons[node][seat]
    return f"{signed(token_effect(view, node, seat))} token{'s' if number > 1 else ''} of {name}"


def is_open(view: Any, node: int) -> bool:
    """§5.2 Whether a link still waits for its past event."""
    edges = range(FIRST_BACK[node], FIRST_BACK[node + 1])
    return any(link_in_force(view, edge) != NO_LINK and not is_realized(view, EARLIER[edge]) for edge in edges)


def sum_words(view: Any, node: int, names: Sequence[str]) -> str:
    """§5.5 "+3 cause from 2 · −1 token of Ada = +2: would occur"."""
    total = total_of(view, node)
    fate = "would occur" if outcome(total, view.side[node]) > 0 else "would not occur"
    if total == 0:
        fate = f"in balance, the token near {SIDES[view.side[node]]} decides: {fate}"
    return f"{' · '.join(parts(view, node, names)) or 'Nothing yet'} = {signed(total)}: {fate}"
