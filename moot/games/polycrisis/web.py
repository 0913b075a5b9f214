"""Where things lie in the web of Polycrisis, and what never changes there: links, places and names. Computed once.

The problems stand around the web: one category along the top, one along the bottom, one at the left, three at the right. On a
narrow screen the categories are six blocks in two rows, so that a finger meets every problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from moot.games.polycrisis.components import (
    CATEGORIES,
    CATEGORY_NAMES,
    CATEGORY_OF,
    FIRST_IN,
    LINKS,
    PROBLEM_NAMES,
    PROBLEMS,
    SIZE_OF,
)

# Units of a board of 850 by 468; the web is at its left.
INDUSTRIAL, ECONOMIC, SOCIAL, CLASS, ENVIRONMENTAL, LIVING = range(CATEGORIES)
LETTER = 7  # the width of a letter of a problem's name, with what is left free beside it
LINE = 13  # from one line of a name to the next
HEAD = 17  # the height of a category's name at the right
MIDDLE = (280, 235)  # of the web
# The names of problems where there is room for two short lines, in their order.
BRIEF = (
    *("Harvest", "Pollut./indust.", "Fossil/fuel", "Sprawl"),
    *("Inflat.", "Mono-/poly", "Market", "Ineffi-/ciency"),
    *("Social/inequ.", "Edu-/cation", "Voice", "Unrest", "Comm./netw."),
    *("Energy", "Health/care", "Hous-/ing", "Clean/water", "Food"),
    *("Biodiv./loss", "Chem./pollut.", "Climate", "Fresh-/water", "Air &/ozone", "Ocean", "Land", "Nitro-/gen"),
    *("Econ./inequ.", "Discri-/minat.", "Labour", "Cor-/ruption"),
)


class Spot(NamedTuple):
    """Where a problem is: its middle, its half width and height, and the step from its middle towards the web."""

    x: float
    y: float
    wide: float
    high: float
    inward: tuple[int, int]

    def edge(self, along: float) -> tuple[int, int]:
        """The point where links begin and end, so far along the edge that looks towards the web."""
        across, down = self.inward
        return (
            round(self.x + across * (self.wide + 3) + abs(down) * along),
            round(self.y + down * (self.high + 3) + abs(across) * along),
        )


class Block(NamedTuple):
    """Where a category is: its ground, and where its name begins."""

    x: float
    y: float
    wide: float
    high: float
    name: tuple[float, float]


def _row(category: int, top: float, pitch: float, down: int) -> Iterator[Spot]:
    """A category along the top or the bottom, from left to right."""
    for place in range(SIZE_OF[category]):
        yield Spot(4 + pitch * (place + 0.5), top + 21, pitch / 2 - 1.5, 21, (0, down))


def _column(category: int, x: float, top: float, pitch: float, across: int) -> Iterator[Spot]:
    """A category at the left or the right, from above."""
    for place in range(SIZE_OF[category]):
        yield Spot(x, top + pitch * (place + 0.5), 49, pitch / 2 - 0.6, (across, 0))


RIGHT, PITCH = 509, 34.2
RIGHT_STEP = HEAD + 4 * PITCH  # from one category of the right column to the next
AT_RIGHT = (ECONOMIC, INDUSTRIAL, LIVING)


def _spots() -> list[Spot]:
    """The place of every problem, by its number."""
    placed = {
        SOCIAL: _row(SOCIAL, 3, 85, 1),
        CLASS: _row(CLASS, 423, 90, -1),
        ENVIRONMENTAL: _column(ENVIRONMENTAL, 53, 68, 43.6, 1),
    }
    for place, category in enumerate(AT_RIGHT):
        placed[category] = _column(category, RIGHT, 3 + RIGHT_STEP * place + HEAD, PITCH, -1)
    return [spot for category in range(CATEGORIES) for spot in placed[category]]


SPOTS = tuple(_spots())


def _block(category: int) -> Block:
    """The ground that the problems of a category stand on."""
    spots = [spot for spot, its in zip(SPOTS, CATEGORY_OF, strict=True) if its == category]
    left, top = min(one.x - one.wide for one in spots) - 2, min(one.y - one.high for one in spots) - 2
    right, bottom = max(one.x + one.wide for one in spots) + 2, max(one.y + one.high for one in spots) + 2
    return Block(left, top, right - left, bottom - top, _name_place(category, top))


def name_width(category: int) -> int:
    """About how wide a category's name is, with its suits and its count."""
    return 66 + round(7.3 * len(CATEGORY_NAMES[category]))


def _name_place(category: int, top: float) -> tuple[float, float]:
    """Where the name of a category begins: inside the web along a row, above the first problem of a column."""
    if category in (SOCIAL, CLASS):
        return MIDDLE[0] - name_width(category) / 2, 61 if category == SOCIAL else 417
    return (4 if category == ENVIRONMENTAL else 558 - name_width(category)), top - 3


BLOCKS = tuple(map(_block, range(CATEGORIES)))

# On a narrow screen, in pixels of a pane of 364 by 244: two rows of blocks, each a name of two lines above two lines of problems.
FINGER, STEP = 44, 44.4
NAME = 33  # the height of a block's name
ROWS = ((ENVIRONMENTAL, LIVING, INDUSTRIAL), (CLASS, SOCIAL, ECONOMIC))


def _narrow_blocks() -> Iterator[tuple[int, float, int, int]]:
    """A category, its left and upper edge, and how many problems stand side by side."""
    for row, categories in enumerate(ROWS):
        x = 1.5
        for category in categories:
            across = -(-int(SIZE_OF[category]) // 2)
            yield category, x, row * 122, across
            x += across * STEP + 3


NARROW = {category: (x, y, across) for category, x, y, across in _narrow_blocks()}


def _narrow_spot(problem: int) -> tuple[float, float]:
    """The middle of a problem on a narrow screen."""
    category = CATEGORY_OF[problem]
    (x, y, across), place = NARROW[category], problem - FIRST_IN[category]
    return x + STEP * (place % across) + FINGER / 2, y + NAME + STEP * (place // across) + FINGER / 2


NARROW_SPOTS = tuple(map(_narrow_spot, range(PROBLEMS)))
NARROW_ROWS = tuple("lower" if NARROW[CATEGORY_OF[problem]][1] else "upper" for problem in range(PROBLEMS))


# Links


def _thorn(source: int, target: int) -> str:
    """A link as a curve that is broad where it begins and sharp where it ends: direction without arrowheads."""
    start, end = SPOTS[source], SPOTS[target]
    (a, b), (c, d), (e, f) = start.edge(3), end.edge(-6), start.edge(8)
    bend = " ".join(f"{(p + q) / 2 * 0.4 + m * 0.6:.0f}" for p, q, m in zip((a, b), (c, d), MIDDLE, strict=True))
    return f"M{a} {b}Q{bend} {c} {d} {bend} {e} {f}z"


def _narrow_thorn(source: int, target: int) -> str:
    """The same on a narrow screen, straight from one problem to the other."""
    (a, b), (c, d) = NARROW_SPOTS[source], NARROW_SPOTS[target]
    long = max(1.0, ((c - a) ** 2 + (d - b) ** 2) ** 0.5)
    x, y = (d - b) / long * 5, (a - c) / long * 5
    return f"M{a - x:.0f} {b - y:.0f}L{c:.0f} {d:.0f} {a + x:.0f} {b + y:.0f}z"


@cache
def targets(problem: int) -> tuple[int, ...]:
    """§1.1 The problems that a problem links to."""
    return tuple(other for other in range(PROBLEMS) if LINKS[problem] >> other & 1)


def _links_from(problem: int) -> str:
    """§1.1 The links of a problem: the page lights them with it, and warms each with the problem it leads to."""
    paths = "".join(f'<path d="{_thorn(problem, to)}" data-from="problem-{to}"/>' for to in targets(problem))
    return f'<g data-with="problem-{problem}">{paths}</g>' if paths else ""


def _narrow_links_from(problem: int) -> str:
    """§1.1 The same on a narrow screen: one drawing of all, seen with their problem only."""
    thorns = "".join(_narrow_thorn(problem, to) for to in targets(problem))
    return f'<path data-with="problem-{problem}" d="{thorns}"/>' if thorns else ""


LINK_LAYER = Markup("".join(map(_links_from, range(PROBLEMS))))
NARROW_LINK_LAYER = Markup("".join(map(_narrow_links_from, range(PROBLEMS))))


# Problems


def _wrap(name: str, letters: int) -> list[str]:
    """A problem's name in short lines."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _texts(problem: int) -> str:
    """A problem's name on a wide board, and in short on a narrow one."""
    lines = _wrap(PROBLEM_NAMES[problem], int(2 * SPOTS[problem].wide / LETTER))
    return _text("name", lines) + _text("brief", BRIEF[problem].split("/"))


def _text(look: str, lines: Sequence[str]) -> str:
    """Lines, one below the other about the middle."""
    first = 4.5 - LINE / 2 * (len(lines) - 1)
    more = "".join(f'<tspan x="0" dy="{LINE}">{_escape(line)}</tspan>' for line in lines[1:])
    return f'<text class="{look}" y="{first:g}">{_escape(lines[0])}{more}</text>'


def _escape(text: str) -> str:
    return text.replace("&", "&amp;")


def _place(problem: int) -> str:
    """Where a problem is on a wide board."""
    return f"translate({SPOTS[problem].x:g} {SPOTS[problem].y:g})"


def _reached_from(problem: int) -> str:
    """§3.6.5 Which crises would cascade to a problem."""
    pieces = " ".join(f"problem-{p}" for p in range(PROBLEMS) if LINKS[p] >> problem & 1)
    return f' data-with="{pieces}"' if pieces else ""


def _box(problem: int) -> str:
    """The outline of a problem."""
    _, _, wide, high, _ = SPOTS[problem]
    return f'x="{-wide:g}" y="{-high:g}" width="{2 * wide:g}" height="{2 * high:g}" rx="9"'


def _moved(problem: int) -> str:
    """The way from its place on a wide board to that on a narrow one."""
    (x, y), spot = NARROW_SPOTS[problem], SPOTS[problem]
    return f"translate({x - spot.x:g} {y - spot.y:g})"


def _beside(problem: int) -> tuple[float, float]:
    """Where the marks of projects stand: beside a problem of a column, on the edge of one in a row."""
    _, _, wide, high, (across, down) = SPOTS[problem]
    return (across * (wide + 11), 0) if across else (30, down * high)


TEXTS, PLACES, BOXES, MOVED, BESIDE, REACHED_FROM = (
    tuple(map(make, range(PROBLEMS))) for make in (_texts, _place, _box, _moved, _beside, _reached_from)
)
