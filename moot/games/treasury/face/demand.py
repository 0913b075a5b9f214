"""Treasury: the demand pile as the board draws it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from moot.games.treasury.components import BARBARIAN, BARBARIANS, DEMAND
from moot.games.treasury.face.signs import abbreviated, about_demand, icon, piece
from moot.games.treasury.vocabulary import ICON_NAMES, LABELS

WIDTH, HEAD, MARGIN = 880, 70, 8  # of the strip, and of its title
CHIP, ROW = 34, 38  # a demand card without its name, and from row to row
LETTER, GAP, GROUP_GAP = 7.4, 2, 9  # the width of one, about; between cards, and between icons
MOST_ROWS = 2  # with more of them names are left out
PANE_ROW = 47
FOLDED = 24  # so many cards leave no room in the pane for the text of the event
FOLDED_HEIGHT, PILES_HEIGHT, EVENT_HEAD, EVENT_LINE = 38, 34, 38, 18
PANE_NAMED, PANE_ACROSS, PANE_ACROSS_NAMED = 18, 8, 6  # so many cards have names in the pane; how many are in a row
PANE_LETTERS = 9


class Way(NamedTuple):
    """How much is written in the strip: the names of icons, and so many letters of a card's name."""

    labelled: bool
    letters: int


WAYS = (Way(True, 13), Way(False, 13), Way(False, 9), Way(False, 7), Way(True, 0), Way(False, 0))  # the first with room


class Chip(NamedTuple):
    """A demand card: what makes it a piece, how it is drawn, and where, wide and in the pane."""

    card: int
    piece: Markup
    drawn: Markup
    x: int
    y: int
    width: int
    at: str


def demand_pile(view: Any, event_lines: int) -> dict[str, Any]:
    """§2.6 Demand cards by icon, and how high they stand, wide and in the pane below the event."""
    by_icon: dict[int, list[int]] = {}
    for card in view.demand[: view.demand_size]:
        by_icon.setdefault(DEMAND[card], []).append(card)
    groups = tuple((number, tuple(sorted(by_icon[number]))) for number in sorted(by_icon))
    number = view.demand_size
    across = PANE_ACROSS_NAMED if number <= PANE_NAMED else PANE_ACROSS
    ways = (laid(groups, way, across) for way in WAYS)
    shown = next((one for one in ways if one["rows"] <= MOST_ROWS), None) or laid(groups, WAYS[-1], across)
    above = FOLDED_HEIGHT if number > FOLDED else EVENT_HEAD + EVENT_LINE * event_lines
    rows = max(1, -(-number // across))
    return shown | {
        "fold": f"{'e0' if number > FOLDED else f'e{event_lines}'} d{across}",
        "pane": [
            above + PILES_HEIGHT + PANE_ROW * row for row in range(min(2, rows), rows + 1)
        ],  # two rows are never parted
    }


@lru_cache(maxsize=512)
def laid(by_icon: tuple[tuple[int, tuple[int, ...]], ...], way: Way, across: int) -> dict[str, Any]:
    """§2.6 The same, once laid out: in rows, each icon with its name before it."""
    labels: list[tuple[str, int, int]] = []
    chips: list[Chip] = []
    x, y = HEAD, 0
    for number, members in by_icon:
        label = ICON_NAMES[number]
        wide = round(LETTER * len(label)) + 8 if way.labelled else 0
        if x > HEAD and x + wide + width_of(members[0], way.letters) > WIDTH:
            x, y = MARGIN, y + ROW
        if way.labelled:
            labels.append((label, x, y + 22))
        x += wide
        for card in members:
            width = width_of(card, way.letters)
            if x + width > WIDTH:
                x, y = MARGIN, y + ROW
            chips.append(
                Chip(card, *chip(card, way.letters, width, across), x, y, width, pane_place(len(chips), across))
            )
            x += width + GAP
        x += GROUP_GAP
    rows = y // ROW + 1
    return {"labels": labels, "chips": chips, "rows": rows, "height": rows * ROW + 6}


def width_of(card: int, letters: int) -> int:
    """How wide a card is with so many letters of its name."""
    return CHIP + (round(LETTER * len(abbreviated(LABELS[card], letters))) + 8 if letters else 0)


def pane_place(number: int, across: int) -> str:
    """Column and row of a card in the pane, as classes."""
    row, column = divmod(number, across)
    return f"k{column} l{row}"


@lru_cache(maxsize=1024)
def chip(card: int, letters: int, width: int, across: int) -> tuple[Markup, Markup]:
    """§2.6 A demand card: what makes it a piece, and how it is drawn."""
    if BARBARIANS[card]:
        icons = icon(DEMAND[card], 13, 13, 0.8) + icon(BARBARIAN, 23, 23, 0.68)
    else:
        icons = icon(DEMAND[card], CHIP // 2, CHIP // 2)
    shape = f'<rect class="ring" width="{width + 6}"/><rect class="paper" width="{width}"/>'
    drawn = f'{shape}<g class="sign">{icons}</g>{called(card, letters, across)}'
    return piece(f"card-{card}", "demand", about_demand(card)), Markup(drawn)


def called(card: int, letters: int, across: int) -> str:
    """A card's name where it has room, wide and in the pane; once, if it is the same in both."""
    wide = abbreviated(LABELS[card], letters) if letters else ""
    narrow = abbreviated(LABELS[card], PANE_LETTERS) if across != PANE_ACROSS else ""
    shown = f"<text>{wide}</text>" if wide else ""
    return shown + (f'<text class="narrow">{narrow}</text>' if narrow not in ("", wide) else "")
