"""Draws the picture of docs/architecture.md: `python -m docs.pictures.architecture`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "architecture.svg"
WIDTH, HEIGHT, FIRST, STEP = 1280, 700, 100, 154
MOVE, RULES, GAME = 150, 356, 506  # how far down each of the three lies

STYLE = """
text { font-family: "Iowan Old Style", Palatino, Georgia, serif; fill: #22253a }
.paper { fill: #f5f0e6 } .sheet { fill: #fdfaf3; stroke: #d8cdb8 } .soft { fill: #565a70 }
.head { font-size: 25px; font-weight: 600 } .lead { font-size: 15px } .name { font-size: 16.5px; font-weight: 600 }
.words { font-size: 13.5px } .number { font-size: 15px; font-weight: 600; fill: #fdfaf3; text-anchor: middle }
.track { fill: none; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round }
.move { stroke: #2f3f9e } .game { stroke: #2c6b4a } .link { stroke-width: 2.5; stroke-dasharray: 2 7 }
.stop-move { fill: #2f3f9e } .stop-game { fill: #2c6b4a } .disk { fill: #a5492c }
@media (prefers-color-scheme: dark) {
  text { fill: #eeeae0 } .paper { fill: #20242c } .sheet { fill: #2b303a; stroke: #4a515e } .soft { fill: #bdb9ae }
  .number { fill: #1d2028 } .move { stroke: #a3b0f5 } .game { stroke: #86cfa6 } .disk { fill: #eb9b80 }
  .stop-move { fill: #a3b0f5 } .stop-game { fill: #86cfa6 }
}
"""


class Station(NamedTuple):
    """Where a move or a game comes by."""

    name: str
    words: tuple[str, ...]


MOVES = (
    Station("Press", ("a button, or pieces", "on the board")),
    Station("Guard", ("from our own page,", "and not too fast?")),
    Station("Socket", ("whose seat is it?", "is it their answer?")),
    Station("Table", ("the rules play it,", "or say why not")),
    Station("Disk", ("many tables share", "one safe write")),
    Station("Acknowledged", ("now, and not before,", "it has happened")),
    Station("Views", ("for each seat only", "what it may see")),
    Station("Other pages", ("draw what changed,", "and tell what is new")),
)
GAMES = (
    Station("Command", ("moot sim, with", "options and bots")),
    Station("Options", ("preset, seats, values:", "checked by the game")),
    Station("Compiled", ("once, by Numba; then", "read from the cache")),
    Station("Cores", ("game n depends on", "the seed and n alone")),
    Station("Whole games", ("bots choose and rules", "answer, in one loop")),
    Station("Tally", ("whole numbers, the", "same on any machine")),
    Station("Intervals", ("a value, and how far", "it can be trusted")),
    Station("Figure", ("a table, JSON, or the", "form of a new table")),
)


def at(place: int) -> int:
    """How far to the right a station lies."""
    return FIRST + STEP * place


def text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> str:
    """A line of text."""
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(stations: tuple[Station, ...], y: int, kind: str, marked: str = "") -> list[str]:
    """A track and its stations."""
    drawn = [f'<path class="track {kind}" d="M{at(0)} {y}H{at(len(stations) - 1)}"/>']
    for place, (name, words) in enumerate(stations):
        fill = "disk" if name == marked else f"stop-{kind}"
        drawn.append(f'<circle cx="{at(place)}" cy="{y}" r="16" class="{fill}"/>')
        drawn.append(text(at(place), y + 5, str(place + 1), "number"))
        drawn.append(text(at(place), y + 42, name, "name"))
        drawn += [text(at(place), y + 62 + 17 * row, said, "words soft") for row, said in enumerate(words)]
    return drawn


def rules() -> list[str]:
    """What both lines have in common."""
    left, right, middle = at(2) - 40, at(5) + 40, (at(3) + at(4)) / 2
    return [
        f'<rect x="{left}" y="{RULES - 46}" width="{right - left}" height="96" rx="14" class="sheet"/>',
        text(middle, RULES - 18, "One source of rules for each game", "name"),
        text(middle, RULES + 6, "a flat record, and small functions in the words of the rulebook:", "words soft"),
        text(middle, RULES + 26, "interpreted, compiled, or on a GPU, with the same bytes", "words soft"),
        f'<path class="track move link" d="M{at(3)} {MOVE + 96}V{RULES - 50}"/>',
        f'<path class="track game link" d="M{at(4)} {RULES + 54}V{GAME - 24}"/>',
    ]


def sides() -> list[str]:
    """Who else moves at a table, and who else plays whole games."""
    left, knee = (at(0) + at(2) - 130) / 2, RULES - 68
    bots = f"M{left} {RULES - 50}V{knee + 10}q0 -10 10 -10H{at(3) - 24}q10 0 10 -10V{MOVE + 96}"
    return [
        f'<rect x="{at(0) - 60}" y="{RULES - 46}" width="{at(2) - at(0) - 10}" height="96" rx="14" class="sheet"/>',
        text(left, RULES - 18, "Bots and clocks", "name"),
        text(left, RULES + 6, "move at the table like anyone", "words soft"),
        text(left, RULES + 26, "else, from what their seat sees", "words soft"),
        f'<path class="track move link" d="{bots}"/>',
        f'<rect x="{at(5) + 70}" y="{RULES - 46}" width="{at(7) - at(5) - 10}" height="96" rx="14" class="sheet"/>',
        text(at(6) + 65, RULES - 18, "The battery", "name"),
        text(at(6) + 65, RULES + 6, "plays every game in every way", "words soft"),
        text(at(6) + 65, RULES + 26, "and looks for leaks and mistakes", "words soft"),
        f'<path class="track game link" d="M{at(5) + 44} {RULES + 2}H{at(5) + 66}"/>',
    ]


def picture() -> str:
    """All of it."""
    drawn = [
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="18"/>',
        text(FIRST - 60, 58, "A move at the table", "head", "start"),
        text(FIRST - 60, 84, "from one browser to the disk, and to the pages of the others", "lead soft", "start"),
        *line(MOVES, MOVE, "move", "Disk"),
        *rules(),
        *sides(),
        *line(GAMES, GAME, "game"),
        text(FIRST - 60, HEIGHT - 62, "A simulated game", "head", "start"),
        text(FIRST - 60, HEIGHT - 36, "from the command to the figure, a million times over", "lead soft", "start"),
    ]
    title = "<title>A move at the table, and a simulated game, station by station</title>"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    return "\n".join([head, title, f"<style>{STYLE}</style>", *drawn, "</svg>", ""])


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
