"""Words are read to their end, at every size: each question of whole games in its two lines, what is told, and what wins."""

from __future__ import annotations

from functools import cache

import pytest

import moot
from moot.bots import Player
from moot.engine import Sitting
from moot.games import GAMES
from tests.browser.chromium import Chromium
from tests.browser.server import Server

SIZES = [(1920, 1080), (1280, 800), (390, 844), (390, 664)]
LONGEST = "Which of these events shall be moved to the node of Birch 12?"[:60]  # a question has no more signs
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Questions</title>
<link rel="stylesheet" href="/static/moot.css"></head><body><main class="stage"><div class="left"></div><div class="right">
<div class="dock-place"><section id="dock" class="dock" data-state="asked"><div class="question"><p id="question"></p>
<a class="section">§10.10</a></div></section></div></div></main></body></html>"""
# Those of some questions that are higher or wider than their place.
MEASURE = """async ([questions, long]) => {
  const said = document.getElementById("question"), row = said.parentElement, cut = [];
  await document.fonts.load(getComputedStyle(said).font);
  for (const question of questions) {
    said.textContent = question;
    said.className = question.length > long ? "long" : "";
    if (said.getBoundingClientRect().height > row.clientHeight + 1 || row.scrollWidth > row.clientWidth + 1) cut.push(question);
  }
  return cut;
}"""
LONG = 45  # as the dock's template has it
GOAL = "Most gold: you 15, 1st, 1 ahead of Dogwood. 23 cards."
TOLD = "Dogwood has a contract for Hut Builder 1: Scribe 2 and Early Trade pays 2 gold for it now "
AROUND = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Around</title>
<link rel="stylesheet" href="/static/moot.css">
</head><body><section class="standing"><ul class="seats"></ul>
<button id="goal" class="goal"><span class="wide">{goal}</span>
<span class="short">{goal}</span></button></section>
<main class="stage"><div class="left"><div class="tabletop"><div id="board"></div>
<div id="told" class="told-line">
<p id="ticker" class="{long}">{told}</p><button class="button quiet icon">x</button></div></div></div>
<div class="right"></div></main></body></html>"""
# Letters may be a little higher than their row.
CUT = """async () => {
  const shown = [...document.querySelectorAll("#ticker, #goal")];
  for (const one of shown) await document.fonts.load(getComputedStyle(one).font);
  const isCut = (one) => one.scrollHeight > one.clientHeight + 6 || one.scrollWidth > one.clientWidth + 1;
  return shown.filter(isCut).map((one) => one.id);
}"""


@cache
def questions(game: str) -> list[str]:
    """What is asked in some games, by bots of each kind."""
    known, asked = moot.load(game), {LONGEST}
    for seed, bot in enumerate(("greedy", "random", "random")):
        t = Sitting(known, known.choose({}), seed=seed)
        player = Player(t, [bot])
        while not t.over and len(t.history) < 150:
            asked |= {line.text for seat in t.waiting if (line := t.question(seat))}
            player.play()
    return sorted(asked)


@pytest.mark.parametrize("game", GAMES)
def test_no_question_is_cut_off(game: str, chromium: Chromium, server: Server) -> None:
    page = chromium.browser.new_page()
    page.route(f"{server.url}/asked", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.url}/asked")
        assert not page.evaluate(MEASURE, [questions(game), LONG]), (width, height)
    with chromium.closing():
        page.close()


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_and_what_wins_are_read_to_the_end(
    size: tuple[int, int], chromium: Chromium, server: Server
) -> None:
    """As many signs as there may be: 90 and 55 on a phone, 150 and 90 where there is more room."""
    page, phone = chromium.browser.new_page(viewport={"width": size[0], "height": size[1]}), size[0] < 1000
    told = TOLD if phone else TOLD + TOLD[:60]
    text = AROUND.format(goal=GOAL if phone else GOAL + GOAL[:37], told=told, long="long" if phone else "")
    page.route(f"{server.url}/around", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{server.url}/around")
    assert page.evaluate(CUT) == (["goal"] if size == (390, 664) else [])  # there it is a press on one's seat
    with chromium.closing():
        page.close()
