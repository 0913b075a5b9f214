"""Turning Points: where things are drawn, and the outlines that are drawn more than once.

The map has units of its own, in which nodes are 150 apart; it is scaled into the drawing, which is 880 by 484. Cards in a hand are
drawn alike.
"""

from __future__ import annotations

from math import cos, radians, sin

from markupsafe import Markup

from moot.games.turning_points.components import CAUSE, DIRECTIONS, EDGES, ENDS, HINDRANCE, NODES, NODES_IN, PLACES

ACROSS, DOWN = 150, 130  # from a node to the next in its row, and from row to row
RADIUS = 62
SCALE = (1.0, 1.06, 0.685, 0.5)  # by the number of rings: every map fills its part of the drawing
MIDDLE = (292, (0, 272, 259, 253))  # of the map in the drawing; how far down, by the number of rings
PAWNS_ABOVE, BELOW = 104, 78  # what a map needs above the middle of its highest nodes, and below that of its lowest
NEAR = 560  # so much of a map is seen across near a pawn
SOCKET = -6  # where a link carries its strength: towards its owner
LANE = 15  # how far two links on an edge keep from its middle


def corners(radius: float) -> str:
    """A hexagon that stands on a corner."""
    x, y = round(radius * cos(radians(30))), round(radius / 2)
    return f"M0-{radius:g}L{x}-{y}V{y}L0 {radius:g}L-{x} {y}V-{y}Z"


def spot(node: int) -> tuple[int, int]:
    """The middle of a node, counted from the centre of the map."""
    column, row = PLACES[node]
    return ACROSS * column + ACROSS // 2 * row, DOWN * row


SPOTS = [spot(node) for node in range(NODES)]


def halfway(edge: int) -> tuple[int, int]:
    """The middle of an edge."""
    (x, y), (other_x, other_y) = (SPOTS[node] for node in ENDS[edge])
    return (x + other_x) // 2, (y + other_y) // 2


def angle_of(edge: int) -> int:
    """The way from the earlier node of an edge to the later one, in degrees clockwise from east."""
    (column, row), (other_column, other_row) = (PLACES[node] for node in ENDS[edge])
    return ANGLES[other_column - column, other_row - row]


ANGLES = {(1, 0): 0, (0, 1): 60, (-1, 1): 120, (-1, 0): 180, (0, -1): 240, (1, -1): 300}
HALFWAYS = [halfway(edge) for edge in range(EDGES)]
EDGE_ANGLES = [angle_of(edge) for edge in range(EDGES)]


def turned(x: float, y: float, angle: int) -> tuple[int, int]:
    """A point turned clockwise round the origin."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return round(x * c - y * s), round(x * s + y * c)


def side_angle(direction: int) -> int:
    """§1.2 Where a side faces: sides are counted anticlockwise from east."""
    return (360 - 60 * direction) % 360


SIDE_ANGLES = [side_angle(direction) for direction in range(DIRECTIONS)]


def spiral_path(nodes: int) -> str:
    """§1.2 The way of time through all nodes."""
    return "M" + "L".join(f"{x} {y}" for x, y in SPOTS[:nodes])


SPIRALS = {rings: spiral_path(nodes) for rings, nodes in enumerate(NODES_IN)}

# A cause ends in an arrow, a hindrance in a bar; a disc or a square carries the strength. (Selectors of the page do not reach into
# what is used: what differs within an outline is said by attributes.)
SYMBOLS = {CAUSE: "tp-c", HINDRANCE: "tp-h"}
CHECK, CROSS = "M-7 0L-2 6L8-7", "M-6-6L6 6M6-6L-6 6"
OUTLINES = Markup(
    f'<path id="tp-hex" d="{corners(RADIUS)}"/><path id="tp-out" d="{corners(RADIUS + 6)}"/>'
    f'<path id="tp-core" d="{corners(22)}"/><path id="tp-1" d="{CHECK}"/><path id="tp-0" d="{CROSS}"/>'
    '<path id="tp-a1" d="M-31-8A32 32 0 0 0-22 23"/><path id="tp-a0" d="M31-8A32 32 0 0 1 22 23"/>'
    '<g id="tp-c"><path d="M-24 0H8"/><path stroke="none" d="M24 0L6-12V12Z"/><circle stroke="none" cx="-6" r="12"/></g>'
    '<g id="tp-h"><path d="M-24 0H20"/><path stroke-width="6" stroke-linecap="round" stroke-dasharray="none" d="M20-12V12"/>'
    '<rect stroke="none" x="-17" y="-11" width="22" height="22" rx="3"/></g>'
    '<path id="tp-slash" d="M2 14L18-14"/><rect id="tp-edge" x="-34" y="-19" width="68" height="38" rx="14"/>'
    '<rect id="tp-hit" x="-35" y="-35" width="70" height="70" rx="20"/>'
    '<path id="tp-foot" d="M-13 14H13L7 4H-7Z"/><rect id="tp-pill" x="-30" y="-14" width="60" height="28" rx="14"/>'
    '<rect id="tp-tag" x="-21" y="-20" width="42" height="25" rx="6"/><rect id="tp-row" width="278" height="26" rx="6"/>'
)
