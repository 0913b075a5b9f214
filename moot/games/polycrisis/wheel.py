"""Where things lie on the wheel of Polycrisis, and what never changes there: links, arcs, places and names. Computed once."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from markupsafe import Markup

from moot.games.polycrisis.components import (
    CATEGORIES,
    CATEGORY_OF,
    FIRST_IN,
    LINKS,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    PROBLEMS,
    SIZE_OF,
)

# The wheel, in units of a board 720 wide: what is at which distance from the middle.
MIDDLE = 360
LINKS_END, LABELS, ORDERS, SHIELDS, NODES, TOKENS = 232, 251, 271, 280, 306, 347
GAP = 0.7  # between two categories, in places
NAME_WIDTH = 13  # letters to a line of a problem's name


def _angles() -> Iterator[float]:
    """A place for each problem, and a gap after each category."""
    step = 360 / (PROBLEMS + GAP * CATEGORIES)
    for problem in range(PROBLEMS):
        yield step * (problem + 0.5 + GAP * (CATEGORY_OF[problem] + 0.5))


def at(angle: float, radius: float) -> tuple[int, int]:
    """The point at an angle from the top and a distance from the middle."""
    return round(MIDDLE + radius * sin(radians(angle))), round(MIDDLE - radius * cos(radians(angle)))


ANGLES = tuple(_angles())


def _thorn(source: int, target: int) -> str:
    """A link as a curve that is broad where it begins and sharp where it ends: direction without arrowheads."""
    start, end = ANGLES[source] + 0.9, ANGLES[target] - 0.9
    apart = abs((end - start + 180) % 360 - 180)
    middle = start + ((end - start + 180) % 360 - 180) / 2
    bend = "{} {}".format(*at(middle, LINKS_END * max(0.04, 0.8 - apart / 170)))
    (a, b), (c, d), (e, f) = at(start - 0.8, LINKS_END), at(end, LINKS_END), at(start + 0.8, LINKS_END)
    return f"M{a} {b}Q{bend} {c} {d} {bend} {e} {f}z"


def targets(problem: int) -> list[int]:
    """§1.1 The problems that a problem links to."""
    return [other for other in range(PROBLEMS) if LINKS[problem] >> other & 1]


def _links_from(problem: int) -> str:
    """§1.1 The links of a problem: the page lights them with it, and warms each with the problem it leads to."""
    paths = "".join(f'<path d="{_thorn(problem, to)}" data-from="problem-{to}"/>' for to in targets(problem))
    return f'<g data-with="problem-{problem}">{paths}</g>' if paths else ""


LINK_LAYER = Markup("".join(map(_links_from, range(PROBLEMS))))


def _sector_edges(category: int) -> tuple[float, float]:
    half = 0.62 * 360 / (PROBLEMS + GAP * CATEGORIES)
    first = FIRST_IN[category]
    return ANGLES[first] - half, ANGLES[first + SIZE_OF[category] - 1] + half


def _sector_outline(category: int, inner: int, outer: int) -> str:
    start, end = _sector_edges(category)
    (a, b), (c, d), (e, f), (g, h) = at(start, outer), at(end, outer), at(end, inner), at(start, inner)
    return f"M{a} {b}A{outer} {outer} 0 0 1 {c} {d}L{e} {f}A{inner} {inner} 0 0 0 {g} {h}z"


def _label_arc(category: int) -> str:
    """The line a category's name is written on: turned about in the lower half, so that no name is upside down."""
    start, end = _sector_edges(category)
    under = 90 < (start + end) / 2 < 270
    radius = LABELS + 10 if under else LABELS - 6
    points = (at(end, radius), at(start, radius)) if under else (at(start, radius), at(end, radius))
    return "M{} {}A{r} {r} 0 0 {way} {} {}".format(*points[0], *points[1], r=radius, way=int(not under))


ARC_LAYER = Markup(
    "".join(
        f'<path id="pc-a{c}" d="{_label_arc(c)}"/><path id="pc-o{c}" d="{_sector_outline(c, LINKS_END + 2, NODES + 29)}"/>'
        for c in range(CATEGORIES)
    )
)


def _wrap(name: str) -> list[str]:
    """A problem's name in short lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= NAME_WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _name(problem: int) -> str:
    """A problem's name, outside the wheel, along its spoke; on the left side it reads towards the middle."""
    angle, lines = ANGLES[problem], _wrap(PROBLEM_NAMES[problem])
    left = angle > 180
    x, turn = (-65 if left else 65), angle + 90 if left else angle - 90
    first, more = lines[0], "".join(f'<tspan x="{x}" dy="17">{line}</tspan>' for line in lines[1:])
    where = f'x="{x}" y="{5 - 8.5 * (len(lines) - 1):g}" transform="rotate({turn:.0f})"'
    begins = '<text class="l"' if left else "<text"
    return f"{begins} {where}>{_escape(first + more)}</text>"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;")


def _texts(problem: int) -> str:
    return f'<text y="7">{PROBLEM_CODES[problem]}</text>{_name(problem)}'


def _place(problem: int) -> str:
    """§3.6.5 Where a problem is, and which crises would cascade to it."""
    pieces = " ".join(f"problem-{p}" for p in range(PROBLEMS) if LINKS[p] >> problem & 1)
    x, y = at(ANGLES[problem], NODES)
    return (f' data-with="{pieces}"' if pieces else "") + f' transform="translate({x} {y})"'


TEXTS = tuple(map(_texts, range(PROBLEMS)))
PLACES = tuple(map(_place, range(PROBLEMS)))
