"""Nothing moves or changes its meaning under a resting pointer, and a double press is never two answers, nor one that is costly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server

QUICK, DOUBLE = 40, 250  # milliseconds between the presses of a double press: as tried, and at most
A_WHILE = 900  # milliseconds: longer than a control that has just appeared is dead
# What is under the pointer, and where: its place, its words, its move, whether it can be pressed.
UNDER = """([x, y]) => {
  const control = document.elementFromPoint(x, y)?.closest('button, a, [data-piece]');
  if (!control) return null;
  const box = control.getBoundingClientRect(), place = [Math.round(box.left), Math.round(box.top)];
  return [control.id, ...place, control.textContent, control.dataset.move ?? '', control.disabled ?? false];
}"""


# Two presses that came too late on a busy machine are no double press.
GAP = "() => { const [a, b] = window.pressed.splice(0); return b - a; }"
# And what is sent is counted: one answer may be several moves, and the only answer to a question is given by itself.
NOTE = """() => {
  Object.assign(window, { pressed: [], played: 0 });
  addEventListener('pointerdown', (event) => window.pressed.push(event.timeStamp), true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { window.played += JSON.parse(text).do === 'play'; return send.call(this, text); };
}"""


def in_view(one: Person) -> Locator:
    """The answers that can be pressed now."""
    one.page.wait_for_function("() => !document.querySelector('.fresh')")
    return one.page.locator("#dock .move:visible")


@pytest.mark.parametrize(("game", "size"), list(zip(GAMES, cycle([WIDE, PHONE]), strict=False)), ids=GAMES)
def test_a_double_press_is_at_most_one_answer_and_never_a_costly_one(
    server: Server, person: Invite, game: str, size: tuple[int, int]
) -> None:
    luck, one = Random(game), person(size=size)
    one.open_table(game, "me", "greedy", "greedy")
    tried = 0
    one.page.evaluate(NOTE)
    for _ in range(6):
        one.page.wait_for_function("() => document.querySelector('#dock[data-state=asked] .move, #dock .result')")
        if one.over:
            break
        buttons = in_view(one)
        button = buttons.nth(luck.randrange(buttons.count()))
        costly = button.get_attribute("data-costly") is not None
        box = button.bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        one.page.mouse.click(*at)
        one.page.wait_for_timeout(QUICK)
        one.page.mouse.click(*at)
        one.page.wait_for_timeout(A_WHILE)
        if one.page.evaluate(GAP) < DOUBLE:
            tried += 1
            assert one.page.evaluate("() => window.played") <= (0 if costly else 1)
        one.page.keyboard.press("Escape")
        one.answer()
        one.page.evaluate("() => { window.pressed = []; window.played = 0; }")
    assert tried


def chat(server: Server, link: str) -> None:
    """Somebody says something."""
    server.do(server.live(link).say(1, "hello", -1))


def answer_of_another(server: Server, link: str) -> None:
    """Whoever else is asked answers."""
    live = server.live(link)
    others = [seat for seat in live.sitting.waiting if seat]
    if others:
        server.do(live.play(others[0], live.sitting.numbers(others[0])[0]))


ARRIVALS: list[Callable[[Server, str], Any]] = [chat, answer_of_another]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("game", ["polycrisis", "solidarity"])
def test_nothing_changes_under_a_resting_pointer(
    server: Server, person: Invite, game: str, size: tuple[int, int]
) -> None:
    """What others do and say while somebody is about to press."""
    one = person(size=size)
    link = one.open_table(game, "me", "open", "open")
    for number in range(5):
        one.page.wait_for_function("() => document.querySelector('#dock[data-state=asked] .move')", timeout=30_000)
        buttons = in_view(one)
        box = buttons.nth(number % buttons.count()).bounding_box()
        assert box
        at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        one.page.mouse.move(*at)
        before = one.page.evaluate(UNDER, at)
        for arrives in ARRIVALS:
            arrives(server, link)
            one.page.wait_for_timeout(150)
            assert one.page.evaluate(UNDER, at) == before, f"after {arrives.__name__}"
        one.page.mouse.move(2, 2)
        one.answer(number % 3 if one.page.locator("#dock .move[data-move]").count() > 2 else 0)
        while 0 not in (live := server.live(link)).sitting.waiting and not live.sitting.over:
            answer_of_another(server, link)
