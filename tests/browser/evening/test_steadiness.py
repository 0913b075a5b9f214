"""A double press is never two answers, nor one that is costly."""

from __future__ import annotations

from itertools import cycle
from random import Random

import pytest
from playwright.sync_api import Locator

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server

QUICK, DOUBLE = 40, 250  # milliseconds between the presses of a double press: as tried, and at most
A_WHILE = 900  # milliseconds: longer than a control that has just appeared is dead
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
