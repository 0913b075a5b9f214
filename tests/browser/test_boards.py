"""Boards and trays in the places that the page gives them: letters and pieces are large enough, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

import moot
from moot.bots import Player
from moot.engine import Sitting
from moot.table.rendering.renderer import Renderer
from tests.browser.chromium import Chromium
from tests.browser.server import Server


class Place(NamedTuple):
    """What a window of some size leaves for the board and the tray, and how small things may be there."""

    window: tuple[int, int]
    board: tuple[int, int]
    tray: tuple[int, int]
    letters: int
    piece: int


LAPTOP = Place((1280, 800), (826, 454), (836, 132), 13, 32)
LARGE = Place((1920, 1080), (1410, 687), (1420, 155), 13, 32)
LOW = Place((1280, 640), (826, 454), (842, 44), 13, 32)  # a laptop with the bars of its browser
PHONE = Place((390, 844), (364, 267), (358, 88), 12, 44)
SHORT = Place((390, 664), (382, 222), (374, 44), 12, 44)
TRADING = SHORT._replace(board=(382, 174))  # with an inbox
PLACES = {"laptop": LAPTOP, "large": LARGE, "low": LOW, "phone": PHONE, "short": SHORT}

# By game: seats, options, bot and how many moves have been played.
STAGES: dict[str, list[tuple[dict[str, int], str, int]]] = {
    "treasury": [
        ({"seats": 2, "ages": 3}, "random", 30),
        ({"seats": 3, "ages": 6}, "greedy", 90),
        ({"seats": 4, "ages": 6}, "random", 10),
        ({"seats": 4, "ages": 6}, "random", 190),
    ],
    "turning_points": [
        ({"seats": 2, "rings": 1}, "random", 20),
        ({"seats": 4, "rings": 2}, "greedy", 150),
        ({"seats": 6, "rings": 2}, "random", 60),
        ({"seats": 6, "rings": 3}, "greedy", 300),
    ],
    "polycrisis": [({"seats": 2}, "random", 20), ({"seats": 4}, "greedy", 120), ({"seats": 6}, "random", 150)],
    "path_to_safety": [({"seats": 1}, "greedy", 12), ({"seats": 4}, "greedy", 60), ({"seats": 6}, "random", 90)],
}
ONLY_LOOKED_AT = {"All"}  # a pane for the whole of it: what is to be pressed has a pane that is nearer

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A board</title>
<link rel="stylesheet" href="/static/moot.css"><style>{css}
body {{ margin: 0; }} #board#board, #tray#tray {{ margin: 0; padding: 0; border: 0; }}
#board#board {{ inline-size: {board[0]}px; block-size: {board[1]}px; }}
#board svg.board-svg {{ inline-size: 100%; block-size: 100%; max-block-size: none; }}
#tray {{ inline-size: {tray[0]}px; block-size: {tray[1]}px; overflow-x: auto; overflow-y: hidden; }}
</style></head><body><main data-seat="{seat}"><div id="board">{drawn}</div>
<div id="tray" class="tray mine">{mine}</div></main></body></html>"""

# What is too small or cut off; of pieces those that a move names.
MEASURE = """([letters, least, named]) => {
  const svg = document.querySelector("#board svg"), place = svg.getBoundingClientRect(), tray = document.getElementById("tray");
  const troubles = [], near = svg.dataset.pane === "Near me" || svg.dataset.part; // others go on beyond the edge
  const isThere = (box) =>
    box.width && box.right > place.left && box.left < place.right && box.bottom > place.top && box.top < place.bottom;
  const size = (text) => {
    const scale = text.getScreenCTM?.() ?? { a: 1, b: 0, c: 0, d: 1 };
    return parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(scale.a * scale.d - scale.b * scale.c));
  };
  for (const text of document.querySelectorAll("#board text")) {
    const box = text.getBoundingClientRect();
    if (!isThere(box) || getComputedStyle(text).visibility === "hidden") continue;
    if (size(text) < letters - 0.05) troubles.push(`letters ${size(text).toFixed(1)}: ${text.textContent}`);
    // The box of a text is higher than its letters.
    const out = Math.max(place.left - box.left, box.right - place.right, place.top - box.top, box.bottom - place.bottom);
    if (out > 0.4 * size(text) && !near) troubles.push(`cut off by ${out.toFixed(1)}: ${text.textContent}`);
  }
  const own = document.createTreeWalker(tray, NodeFilter.SHOW_TEXT);
  while (own.nextNode()) {
    const text = own.currentNode.textContent.trim(), parent = own.currentNode.parentElement;
    if (!text || !parent.getClientRects().length) continue;
    if (size(parent) < letters - 0.05) troubles.push(`letters ${size(parent).toFixed(1)} in the tray: ${text}`);
  }
  for (const piece of document.querySelectorAll("[data-piece]")) {
    if (!named.includes(piece.dataset.piece)) continue;
    piece.classList.add("lit");
    const box = piece.getBoundingClientRect(), small = Math.min(box.width, box.height);
    const here = piece.closest("#tray") || isThere(box);
    if (here && small && small < least - 0.5) troubles.push(`piece ${small.toFixed(1)}: ${piece.dataset.piece}`);
  }
  if (tray.scrollHeight > tray.clientHeight + 2) troubles.push(`the tray is ${tray.scrollHeight} high`);
  return troubles;
}"""
# The same as the page's script does it (static/table/panes.js).
SHOW = """([pane, seat, shape, low]) => {
  const svg = document.querySelector("#board svg"), whole = svg.dataset.whole ??= svg.getAttribute("viewBox");
  svg.setAttribute("viewBox", whole);
  svg.dataset.pane = pane.name;
  svg.toggleAttribute("data-low", low);
  svg.dataset.part = pane.part ?? "";
  svg.setAttribute("preserveAspectRatio", pane.part ? "xMidYMin" : "xMidYMid");
  if (pane.box) return svg.setAttribute("viewBox", pane.box);
  const box = document.getElementById(`p-${pane.near.replace("{seat}", seat)}`).getBoundingClientRect();
  const at = new DOMPoint(box.left, box.top).matrixTransform(svg.getScreenCTM().inverse()), high = pane.width * shape;
  svg.setAttribute("viewBox", [at.x - pane.width / 2, at.y - high / 2, pane.width, high].join(" "));
}"""


def played(game: str, options: dict[str, int], bot: str, moves: int) -> Sitting:
    """A game that bots have played so far."""
    known = moot.load(game)
    t = Sitting(known, known.choose(options), seed=3)
    player = Player(t, [bot])
    while not t.over and len(t.history) < moves:
        player.play()
    return t


def open_board(page: Page, server: Server, t: Sitting, place: Place) -> int:
    """A page with nothing but the board and the tray of who is asked; gives the seat."""
    seat, face = (t.waiting or [0])[0], Renderer([t.game]).face(t.game)
    drawn, mine = str(face.board(t.view(), t.names)), str(face.mine(t.view(seat), seat, t.names))
    text = PAGE.format(css=face.css, drawn=drawn, mine=mine, seat=seat, board=place.board, tray=place.tray)
    page.route(f"{server.url}/board", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{server.url}/board")
    page.unroute(f"{server.url}/board")
    return seat


def panes_of(page: Page) -> list[dict[str, Any]]:
    """The views of a narrow screen that a board names."""
    panes: list[dict[str, Any]] = page.evaluate(
        "JSON.parse(document.querySelector('#board svg').dataset.panes ?? '[]')"
    )
    return panes


def seen_in(pane: dict[str, Any], place: Place) -> list[dict[str, Any]]:
    """A pane as a window shows it, as the page's script does it: laid out lower, whole, or in parts."""
    if "box" not in pane:
        return [pane]
    box = pane.get("low", pane["box"]) if place.window == SHORT.window else pane["box"]
    left, top, wide, high = map(float, box.split())
    room, ends = place.board[1] / (0.98 * min(1, place.board[0] / wide)), [0.0]
    if high <= room or "cuts" not in pane:
        return [pane | {"box": box}]
    while ends[-1] < high:
        later = [cut for cut in [*pane["cuts"], high] if cut > ends[-1]]
        ends.append(max((cut for cut in later if cut <= ends[-1] + room), default=later[0]))
    boxes = [f"{left} {top + start} {wide} {end - start}" for start, end in pairwise(ends)]
    return [pane | {"box": part, "part": "yes"} for part in boxes]


def troubles(page: Page, server: Server, t: Sitting, place: Place) -> Iterator[str]:
    """Whatever is too small or cut off."""
    seat = open_board(page, server, t, place)
    named = sorted({piece for move in t.moves(seat) for piece in move.pieces}) if t.waiting else []
    panes = panes_of(page) if place.window[0] < 1000 else [{"name": ""}]
    assert panes, "a board says which panes it has"
    for pane in (part for whole in panes for part in seen_in(whole, place)):
        if pane["name"]:
            page.evaluate(SHOW, [pane, seat, place.board[1] / place.board[0], place.window == SHORT.window])
        pressed = [] if pane["name"] in ONLY_LOOKED_AT else named
        yield from (f"{pane['name']}: {one}" for one in page.evaluate(MEASURE, [place.letters, place.piece, pressed]))


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("game", STAGES)
def test_a_board_and_its_tray_fit(game: str, where: str, chromium: Chromium, server: Server) -> None:
    """With few seats and many, early and late: letters and pieces are large enough, and nothing is cut off."""
    place = PLACES[where]
    page = chromium.browser.new_page(viewport={"width": place.window[0], "height": place.window[1]})
    for options, bot, moves in STAGES[game]:
        t = played(game, options, bot, moves)
        assert not list(troubles(page, server, t, place)), (options, bot, moves)
    with chromium.closing():
        page.close()


DRAWN = """() => [...document.querySelectorAll("#board [data-piece]")]
  .filter((one) => one.getBoundingClientRect().width).map((one) => one.dataset.piece)"""


@pytest.mark.parametrize("where", ["phone", "short"])
def test_the_panes_of_treasury_leave_nothing_out(where: str, chromium: Chromium, server: Server) -> None:
    """Whatever is drawn on a large board is drawn in one of them: tax, population and barbarians, too."""
    t, place = played("treasury", {"seats": 4, "ages": 3}, "greedy", 40), PLACES[where]
    page = chromium.browser.new_page(viewport={"width": 1280, "height": 800})
    seat = open_board(page, server, t, LAPTOP)
    whole, seen = set(page.evaluate(DRAWN)), set[str]()
    page.set_viewport_size({"width": place.window[0], "height": place.window[1]})
    for pane in (part for one in panes_of(page) for part in seen_in(one, place)):
        page.evaluate(SHOW, [pane, seat, place.board[1] / place.board[0], where == "short"])
        seen |= set(page.evaluate(DRAWN))
    assert {"tax-0", "population-0", "barbarians-0"} <= whole == seen
    with chromium.closing():
        page.close()


# The rings of all cards of the tray, as such a card has them.
RINGS = """(look) => [...document.querySelectorAll("#tray [data-piece]")].map((card) => {
  card.classList.add(look);
  return getComputedStyle(card).boxShadow;
})"""


def test_cards_that_are_held_twice_have_a_ring_as_others_have(chromium: Chromium, server: Server) -> None:
    """§3.2 Of Path to Safety: they can be chosen, and have been."""
    page = chromium.browser.new_page(viewport={"width": 1280, "height": 800})
    open_board(page, server, played("path_to_safety", {"seats": 2}, "random", 60), LAPTOP)
    assert page.locator("#tray .two").count(), "somebody holds a card twice"
    for look in ("lit", "chosen"):
        assert len(set(page.evaluate(RINGS, look))) == 1
    with chromium.closing():
        page.close()
