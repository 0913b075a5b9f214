"""The dock's finer points: what is not open now, how often one is asked before an answer, a step back and all of them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import MOVES, PHONE, WIDE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check

LOW = (390, 664)
HOLD, PRESS = 900, 150  # milliseconds: longer than it takes to go all the way, and a press
# How often a step back was sent, and how far.
NOTE = """() => {
  window.back = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const said = JSON.parse(text);
    if (said.do === "take_back") window.back.push(said.whole), (window.at = document.getElementById("dock").dataset.answer);
    return send.call(this, text);
  };
}"""


def at_table(ann: Person, server: Server, game: str, *seats: str) -> LiveTable:
    """Ann's table, when she is asked and can press everything; if she plays all seats, as the one that is asked."""
    live = server.live(ann.open_table(game, *(seats or ("me", "me"))))
    if not seats:
        ann.sit_at(live.sitting.waiting[0])
    awake(ann)
    return live


def awake(ann: Person) -> None:
    """Until something is asked and nothing has just appeared."""
    ann.wait_until_asked()
    expect(ann.page.locator("#dock .fresh")).to_have_count(0)


def boxes(shown: Locator) -> list[Any]:
    """Where some things stand."""
    return [one.bounding_box() for one in shown.all()]


# What is not open now


@pytest.mark.parametrize("size", [WIDE, PHONE, LOW], ids=["wide", "phone", "low"])
def test_what_is_not_open_now_stands_after_the_answers_with_its_reason(
    server: Server, person: Invite, size: tuple[int, int]
) -> None:
    """It is text and no button; answers come first, and all six have their place."""
    ann = person(size=size)
    at_table(ann, server, "treasury")
    page, dashed = ann.page, ann.page.locator("#answers > .not-now:visible")
    expect(dashed.filter(has_text="Develop")).to_contain_text("you have no face-down business")
    assert all(one.evaluate("one => one.tagName === 'P' && one.tabIndex < 0") for one in dashed.all())
    shown = page.locator("#answers > *:visible")
    kinds = ["not-now" in (one.get_attribute("class") or "") for one in shown.all()]
    assert kinds == sorted(kinds)
    assert len(kinds) == 6
    tops = [(box["y"], box["x"]) for box in boxes(shown)]
    assert tops == sorted(tops)
    assert page.locator("#answers").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    check(ann, "what is not open now")


def test_the_place_of_the_exit_says_why_there_is_none(server: Server, person: Invite) -> None:
    ann = person()
    at_table(ann, server, "treasury")
    missing = ann.page.locator(".exits > .not-now")
    expect(missing).to_contain_text("End turn")
    expect(missing).to_contain_text("act first")
    assert ann.page.locator(".exits .move").count() == 0


def test_a_draft_hides_what_is_not_open_and_moves_nothing_else(server: Server, person: Invite) -> None:
    ann = person()
    at_table(ann, server, "treasury")
    dashed, steps = ann.page.locator("#answers > .not-now:visible"), ann.page.locator("#answers .step:visible")
    before, many = boxes(steps), dashed.count()
    ann.page.locator(".step[data-verbs='Seed']").click()
    expect(dashed).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(dashed).to_have_count(many)
    assert boxes(steps) == before


def test_an_exit_is_confirmed_in_the_place_of_what_is_not_open(server: Server, person: Invite) -> None:
    """All six places are taken: no answer is moved, and none is covered."""
    ann = person()
    at_table(ann, server, "turning_points")
    page, answers = ann.page, ann.page.locator("#answers > :is(.move, .step):not([data-confirm]):visible")
    expect(page.locator("#answers > *:visible")).to_have_count(6)
    last, before = boxes(page.locator("#answers > .not-now:visible").last), boxes(answers)
    page.locator(".exits .move[data-costly]").click()
    assert boxes(page.locator("#answers [data-confirm]")) == last
    assert boxes(answers) == before


def test_turning_points_says_why_no_card_can_be_laid(server: Server, person: Invite) -> None:
    ann = person(size=PHONE)
    at_table(ann, server, "turning_points")
    organize = ann.page.locator(".not-now:visible", has_text="Organize")
    expect(organize).to_contain_text("nobody organizes before round 2")


def test_organize_lists_one_answer_a_card(server: Server, person: Invite) -> None:
    """And the card is chosen by it, as by a press on it."""
    ann = person()
    live = at_table(ann, server, "turning_points")
    while not ann.page.locator(".step[data-verbs='Organize']").count():
        server.play_on(ann.page.url, len(live.sitting.history) + 1)
        ann.page.goto(f"{ann.page.url.partition('?')[0]}?seat={live.sitting.waiting[0]}")
        ann.wait_until_live()
    awake(ann)
    ann.page.locator(".step[data-verbs='Organize']").click()
    cards = ann.page.locator("#answers > *:visible")
    outcomes = [one.locator(".outcome").inner_text() for one in cards.all() if one.locator(".outcome").count()]
    assert len(set(outcomes)) == len(outcomes) >= 4
    first = ann.page.locator(".step[data-begins]").first
    card = first.get_attribute("data-begins")
    expect(ann.page.locator("#dock .fresh")).to_have_count(0)
    first.click()
    expect(ann.page.locator(f"#tray .chosen[data-piece='{card}']")).to_have_count(1)
    expect(ann.page.locator("#answers .move[data-side]:visible, #step-turn1")).not_to_have_count(0)


# Ask before


def ask_before(ann: Person, server: Server, value: str) -> None:
    """Ann's setting; then she is at her table again."""
    page, table = ann.page, ann.page.url
    page.goto(f"{server.url}/me")
    page.locator(f"input[name=ask][value={value}]").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-ask", value)
    page.goto(table)
    ann.wait_until_live()
    awake(ann)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_who_wants_to_be_asked_nothing_presses_once_and_a_double_press_sends_one(
    server: Server, person: Invite, size: tuple[int, int]
) -> None:
    ann = person(size=size)
    live = at_table(ann, server, "turning_points")
    ask_before(ann, server, "never")
    seat = live.sitting.waiting[0]
    ann.page.locator(".exits .move[data-costly]").dblclick(delay=10)
    ann.page.wait_for_timeout(500)
    expect(ann.page.locator("[data-confirm]")).to_have_count(0)
    assert live.answers[seat] == 1


def test_who_wants_so_is_asked_before_every_final_answer(server: Server, person: Invite) -> None:
    """To move can be taken back, and is given at once; an exchange draws a card."""
    ann = person()
    live = at_table(ann, server, "turning_points")
    ask_before(ann, server, "final")
    page, seat = ann.page, live.sitting.waiting[0]
    page.locator(".step[data-verbs='Move']").click()
    awake(ann)
    page.locator("#answers .move:visible").first.click()
    ann.wait_for_answer("0")
    awake(ann)
    page.locator(".step[data-verbs='Exchange']").click()
    awake(ann)
    exchange = page.locator(f"{MOVES}[data-verb='Exchange']:visible").first
    said = exchange.locator(".outcome").inner_text()
    exchange.click()
    sure = page.locator("[data-confirm]")
    expect(sure).to_contain_text(said)
    expect(page.locator("#why")).to_contain_text("cannot be taken back")
    assert live.answers[seat] == 1
    awake(ann)
    sure.click()
    ann.wait_for_answer("1")
    assert live.answers[seat] == 2


def test_usually_a_final_answer_that_is_not_costly_is_given_at_once(server: Server, person: Invite) -> None:
    ann = person()
    at_table(ann, server, "turning_points")
    ann.page.locator(".step[data-verbs='Exchange']").click()
    awake(ann)
    ann.page.locator("#answers .move:visible").first.click()
    ann.wait_for_answer("0")


# Taking back


def after_two_moves(ann: Person, server: Server) -> tuple[LiveTable, bytes]:
    """Two steps of a turn have been taken; how it stood before."""
    live = at_table(ann, server, "turning_points")
    record = bytes(live.sitting)
    for step in range(2):
        awake(ann)
        ann.page.locator(".step[data-verbs='Move']").click()
        awake(ann)
        ann.page.locator("#answers .move:visible").first.click()
        ann.wait_for_answer(str(step))
    ann.page.evaluate(NOTE)
    expect(ann.page.locator("#take-back")).to_be_visible()
    awake(ann)
    return live, record


def sent(ann: Person) -> list[bool]:
    """The steps back that were sent, and whether they went all the way."""
    ann.page.wait_for_function("() => window.back.length")
    ann.wait_for_answer(ann.page.evaluate("() => window.at"))  # the page has been told of it
    ann.page.wait_for_timeout(400)
    found: list[bool] = ann.page.evaluate("() => window.back.splice(0)")
    return found


def test_a_press_takes_one_step_back(server: Server, person: Invite) -> None:
    ann = person()
    live, record = after_two_moves(ann, server)
    ann.page.locator("#take-back").click(delay=PRESS)
    assert sent(ann) == [False]
    assert len(live.sitting.history) == 1
    assert bytes(live.sitting) != record


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_held_down_it_takes_all_steps_back_and_fills_up_meanwhile(
    server: Server, person: Invite, size: tuple[int, int]
) -> None:
    ann = person(size=size)
    live, record = after_two_moves(ann, server)
    ann.page.locator("#take-back").hover()
    ann.page.mouse.down()
    expect(ann.page.locator("#take-back")).to_have_class("button quiet holding")
    ann.page.wait_for_timeout(HOLD)
    ann.page.mouse.up()
    assert sent(ann) == [True]
    assert bytes(live.sitting) == record


def test_who_leaves_the_button_takes_nothing_back(server: Server, person: Invite) -> None:
    ann = person()
    live, _ = after_two_moves(ann, server)
    ann.page.locator("#take-back").hover()
    ann.page.mouse.down()
    ann.page.mouse.move(5, 5)
    expect(ann.page.locator(".holding")).to_have_count(0)
    ann.page.wait_for_timeout(HOLD)
    ann.page.mouse.up()
    assert ann.page.evaluate("() => window.back") == []
    assert len(live.sitting.history) == 2


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_takes_one_step_back_and_held_down_all(server: Server, person: Invite, key: str) -> None:
    """Repeats of a key that is held down are no presses: not here, nor of the answer that has the focus afterwards."""
    ann = person()
    live, record = after_two_moves(ann, server)
    page = ann.page
    page.locator("#take-back").focus()
    page.keyboard.press(key)
    assert sent(ann) == [False]
    assert len(live.sitting.history) == 1
    awake(ann)
    page.locator("#take-back").focus()
    for _ in range(3):
        page.keyboard.down(key)
    page.wait_for_timeout(HOLD)
    page.keyboard.down(key)
    page.keyboard.up(key)
    assert sent(ann) == [True]
    assert bytes(live.sitting) == record


def test_with_shift_all_steps_are_taken_back_and_a_screen_reader_is_told(server: Server, person: Invite) -> None:
    ann = person()
    live, record = after_two_moves(ann, server)
    button = ann.page.get_by_role("button", name="Take back")
    assert "to the start of your turn" in (button.get_attribute("aria-description") or "")
    button.focus()
    ann.page.keyboard.press("Shift+Enter")
    assert sent(ann) == [True]
    assert bytes(live.sitting) == record
