"""The frame of a table's page: nothing scrolls, every answer is a few presses away, and nothing changes under the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import MOVES, PHONE, WIDE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check
from tests.browser.test_whole_games import to_market

POLYCRISIS, TREASURY = "polycrisis", "treasury"

# What shifts in the dock is added up.
WATCH = """() => {
  window.shifts = 0;
  const inDock = (source) => source.node?.closest?.("#dock");
  const add = (entry) => { if (entry.sources.some(inDock)) window.shifts += entry.value; };
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift" });
}"""


# Selecting


def test_more_than_six_answers_are_verbs_with_their_number(person: Invite) -> None:
    ann = person()
    ann.play_now(TREASURY)
    ann.wait_until_asked()
    seed = ann.page.get_by_role("button", name="Seed: ")
    many = int((seed.get_attribute("aria-label") or "").split()[1])
    seed.click()
    expect(ann.page.locator(f"{MOVES}:visible")).to_have_count(many)
    expect(ann.page.locator("#tray .lit")).to_have_count(many)
    expect(ann.page.locator("#picked")).to_contain_text("Seed")
    ann.page.keyboard.press("Escape")
    expect(seed).to_be_visible()


def test_a_piece_is_selected_and_its_answers_are_listed(person: Invite) -> None:
    """A press on another piece selects that one instead, the same again or one beside clears it; nothing is sent."""
    ann = person()
    ann.play_now(TREASURY)
    ann.wait_until_asked()
    page, before = ann.page, ann.answers
    ann.press_piece(0, "#tray .lit")
    expect(page.locator("#tray .chosen")).to_have_count(1)
    expect(page.locator(f"{MOVES}:visible")).to_have_count(3)
    first = page.locator("#picked").inner_text()
    ann.press_piece(1, "#tray [data-piece^=card-]")
    expect(page.locator("#tray .chosen")).to_have_count(1)
    assert page.locator("#picked").inner_text() != first
    ann.press_piece(0, "#tray .chosen")
    expect(page.locator("#tray .chosen")).to_have_count(0)
    ann.press_piece(0, "#tray .lit")
    page.locator("#told").click()
    expect(page.locator("#tray .chosen")).to_have_count(0)
    assert ann.answers == before
    assert page.locator(".dim").count() == 0


# Two presses


def to_a_costly_exit(ann: Person) -> str:
    """Turning Points: to end a turn with steps left."""
    ann.play_now("turning_points")
    ann.wait_until_asked()
    while not ann.page.locator(".exits .move[data-costly]").count():
        ann.answer()
        ann.wait_until_asked()
    ann.page.wait_for_timeout(700)
    return ann.answers


def test_a_costly_answer_takes_two_presses_in_two_places(person: Invite) -> None:
    ann = person()
    before = to_a_costly_exit(ann)
    page, exit_move = ann.page, ann.page.locator(".exits .move[data-costly]")
    at = exit_move.bounding_box()
    exit_move.click()
    keep, sure = page.get_by_role("button", name="No, keep"), page.locator("[data-confirm]")
    assert keep.bounding_box() == at
    assert sure.bounding_box() != at
    keep.click()
    expect(sure).to_have_count(0)
    expect(exit_move).to_be_visible()
    exit_move.click()
    expect(sure).to_be_visible()
    ann.press_piece(0)  # any other press ends it
    expect(sure).to_have_count(0)
    assert ann.answers == before
    page.keyboard.press("Escape")
    exit_move.click()
    sure.click()
    ann.wait_for_answer(before)


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_double_press_never_gives_two_answers_nor_a_costly_one(
    server: Server, person: Invite, size: tuple[int, int]
) -> None:
    ann = person(size=size)
    to_a_costly_exit(ann)
    live = server.live(ann.page.url)
    before = live.answers[0]
    ann.page.locator(".exits .move[data-costly]").dblclick(delay=10)
    ann.page.wait_for_timeout(400)
    assert live.answers[0] == before
    ann.page.keyboard.press("Escape")
    for _ in range(4):
        ann.wait_until_asked()
        ann.page.wait_for_timeout(700)
        before = live.answers[0]
        ann.page.locator("#answers .move:visible").first.dblclick(delay=10)
        ann.page.wait_for_timeout(400)
        assert live.answers[0] - before <= 1


# Stability


def test_what_has_just_appeared_cannot_be_pressed(server: Server, person: Invite) -> None:
    ann = person()
    link = ann.open_table(POLYCRISIS, "open", "me")
    server.play_on(link, 1)
    ann.wait_until_asked()
    fresh = ann.page.evaluate("document.querySelectorAll('#dock .fresh').length")
    assert fresh
    ann.page.locator("#dock .move").first.dispatch_event("click")
    ann.page.wait_for_timeout(100)
    assert ann.answers == "0"
    expect(ann.page.locator("#dock .fresh")).to_have_count(0)


def test_that_others_are_waited_for_does_not_wait_while_a_draft_is_open(person: Invite) -> None:
    """There is no new question to look at: the seat has answered, in another window."""
    ann, ada = person(), person()
    ann.open_table(POLYCRISIS, "me", "open")
    ada.join(ann.link_to_share(), "Ada")
    ann.press_piece(0, "#board .lit")
    ada.answer()
    expect(ann.page.locator("#dock[data-state=waiting]")).to_contain_text("Waiting for")
    expect(ann.page.locator("#look")).to_be_hidden()


def test_a_draft_survives_what_others_do_and_the_dock_does_not_shift(server: Server, person: Invite) -> None:
    ann, ben = person(), person()
    link = ann.open_table(TREASURY, "me", "open", "open")
    ann.wait_until_asked()
    ann.page.evaluate(WATCH)
    ann.press_piece(0, "#tray .lit")
    chosen = ann.page.locator("#picked").inner_text()
    ben.join(link, "Ben")
    server.do(server.live(link).say(1, "hello"))
    expect(ann.page.locator("#chat")).to_contain_text("hello")
    assert ann.page.locator("#picked").inner_text() == chosen
    assert ann.page.evaluate("window.shifts") == 0


def test_an_offer_goes_to_the_inbox_and_leaves_the_dock_as_it_is(server: Server, person: Invite) -> None:
    ann, ben = person(), person()
    link = ann.open_table("solidarity", "me", "open")
    ben.join(link, "Ben")
    to_market(server, link)
    ben.wait_until_asked()
    expect(ben.page.locator("#dock .fresh")).to_have_count(0)
    before = ben.page.locator("#answers").inner_html()
    ann.page.locator("#tray [data-plays]").first.click()
    expect(ben.page.locator("#inbox .card")).to_have_count(1)
    assert ben.page.locator("#answers").inner_html() == before
    ben.page.locator("#inbox .move", has_text="Accept").click()
    expect(ben.page.locator("#inbox [data-keep]")).to_be_visible()
    check(ben, "an offer that is about to be accepted")
    ben.page.locator("#inbox [data-confirm]").click()
    expect(ben.page.locator("#inbox .card")).to_have_count(0)


# The phone


def test_log_chat_and_rules_take_the_boards_place_on_a_phone(person: Invite) -> None:
    ann = person(size=PHONE)
    ann.play_now(POLYCRISIS)
    ann.wait_until_asked()
    for name, view in (("Log", "#view-log"), ("Chat", "#view-chat"), ("Rules", "#view-rules")):
        ann.page.get_by_role("tab", name=name).click()
        expect(ann.page.locator(view)).to_be_in_viewport()
        expect(ann.page.locator("#dock")).to_be_in_viewport(ratio=1)
        assert not ann.scrolls_down()
    ann.page.locator("#panes [data-pane]").first.click()
    expect(ann.page.locator("#side")).to_be_hidden()


def test_what_wins_is_a_press_away(person: Invite) -> None:
    ann = person()
    ann.play_now(TREASURY)
    ann.page.locator("#goal").click()
    expect(ann.page.get_by_role("dialog", name="How do I win?")).to_contain_text("gold")
    check(ann, "how to win")
    ann.page.get_by_role("button", name="Close").click()
    expect(ann.page.locator("#seats .points").first).to_be_visible()
