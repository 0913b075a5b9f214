"""Makes the pictures of the rulebook of Turning Points from the code of its board: `make pictures`.

They are drawings with their own style, light on paper, so that a rulebook shows them wherever it is read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import moot.table
from moot.bots import Player
from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import LOGISTIC
from moot.games.turning_points.face.geometry import SPOTS
from moot.table.rendering.renderer import Renderer
from tests.games.turning_points.table import table

FOLDER = GAME.folder / "pictures"
STYLES = Path(moot.table.__file__).parent / "static" / "css"
FACE = Renderer([GAME]).face(GAME)
# What only a page can use: rings, places to press, marks for one seat, and what makes pieces of things.
UNSEEN = re.compile(
    r'<\w+ class="(?:ring|hit)"[^>]*/>|<path id="p-here[^>]*/>|<g class="stake .*?</g>|<!--/fixed-->'
    r'|\s(?:id="p-[^"]*"|data-fixed|(?:tabindex|role|aria-label|data-\w+)="[^"]*")'
)
RULE = re.compile(r"[^{}]+\{[^{}]*\}")
TOKEN = re.compile(r"(--[\w-]+): ([^;]+);")


class Picture(NamedTuple):
    """A position, and the part of its map that is shown."""

    sitting: Sitting
    middle: tuple[int, int] = (0, -4)
    width: int = 440
    height: int = 470


def away(sitting: Sitting) -> Sitting:
    """All pawns stand on node 6, where they hide nothing."""
    for seat in range(sitting.state.seats):
        sitting.state.pawn[seat] = 5
    return sitting


def game() -> Picture:
    """§1.2 The usual map in the middle of a game."""
    sitting = GAME.start(seats=4, seed=6)
    player = Player(sitting, ["greedy"])
    while len(sitting.history) < 112:
        player.play()
    return Picture(sitting, (0, -14), 730, 720)


def event() -> Picture:
    """§1.3 One event."""
    sitting = table(
        r"""
               [2 Y✓]  H   (7 ·)
              /     c     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        2: yellow’s event; green +2; ✓ yellow, × blue; tokens yellow ✓2 ×0, orange ✓0 ×1
        """,
        seats=3,
    )
    x, y = SPOTS[1]
    return Picture(away(sitting), (x + 16, y + 12), 250, 190)


def logistic() -> Picture:
    """§4.3 The example of a Logistic event."""
    sitting = table(
        r"""
               [2 Y✓]  H2  (7 ·)
              H     c     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        """,
        seats=3,
    )
    sitting.state.event[1] = LOGISTIC + 1
    return Picture(away(sitting))


def decision() -> Picture:
    """§5.5 The example of a final decision."""
    sitting = table(
        r"""
               (2 ∅)   ─   (7 ·)
              /     \     /     \
        (3 ×)   ─   (1 ✓)   ─   (6 ·)
             Ch2   c1     \     /
              [4 B✓]  H1   (5 ·)
        4: blue’s event; red −1; ✓ orange, × nobody; tokens yellow ✓2 ×0, orange ✓0 ×1
        """,
        seats=3,
    )
    return Picture(away(sitting))


PICTURES = {"game": game, "event": event, "logistic": logistic, "decision": decision}


def drawing(picture: Picture) -> str:
    """The map as the board draws it, without what only a page can use."""
    board = str(FACE.board(picture.sitting.view(), picture.sitting.names))
    outlines, map_ = (
        re.search(r"<defs.*?</defs>", board),
        re.search(r'<g class="map".*?(?=\s*<g class="beside")', board),
    )
    assert outlines
    assert map_
    inside = re.sub(r'(<g class="map") transform="[^"]*"', r"\1", map_.group())
    return UNSEEN.sub("", outlines.group() + inside)


def style(drawn: str) -> str:
    """The rules and the colours that a drawing uses."""
    css = (STYLES / "pieces.css").read_text(encoding="utf-8") + FACE.css.partition("@media")[0]
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    rules = [rule.strip() for rule in RULE.findall(css) if is_used(rule.partition("{")[0], drawn)]
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    seats = re.findall(r"^\.seat-\d \{.*\}$", tokens, re.MULTILINE)
    used = set(re.findall(r"var\((--[\w-]+)", "".join(rules) + "".join(seats) + drawn))
    colours = "".join(f"{name}: {value};" for name, value in TOKEN.findall(tokens.partition("\n}")[0]) if name in used)
    return f":root {{ color-scheme: light; {colours} }}\n" + "\n".join([*seats, *rules])


def is_used(selectors: str, drawn: str) -> bool:
    """Whether a rule is about something in a drawing."""
    there = {name for names in re.findall(r'class="([^"]*)"', drawn) for name in names.split()}
    return any(_is_there(part, there) for part in re.split(r",(?![^(]*\))", selectors))


def _is_there(selector: str, there: set[str]) -> bool:
    """Whether everything that a selector asks for is there."""
    bare = re.sub(r":(?:is|not)\([^)]*\)", "", selector)
    asked = re.findall(r"\.([a-z][\w-]*)", bare)
    return bool(asked) and set(asked) <= there | {"board-turning_points"} and ":hover" not in bare and "[" not in bare


def svg(picture: Picture) -> str:
    """The whole file."""
    drawn = drawing(picture)
    x, y = picture.middle[0] - picture.width // 2, picture.middle[1] - picture.height // 2
    box = f'viewBox="{x} {y} {picture.width} {picture.height}" width="{picture.width}" height="{picture.height}"'
    paper = f'<rect x="{x}" y="{y}" width="{picture.width}" height="{picture.height}" rx="14" fill="var(--sheet)"/>'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" class="board-turning_points" {box}>'
    return f"{opening}\n<style>{style(drawn + 'var(--sheet)')}</style>\n{paper}{drawn}</svg>\n"


def main() -> None:
    """All of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(svg(make()), encoding="utf-8")


if __name__ == "__main__":
    main()
