"""What people do at a table beside answering: hot seat, take back, talk, ask why, read the rules, come and go."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from moot.games import GAMES
from moot.table.live.entries import Said
from tests.browser.conftest import Invite
from tests.browser.people import AWAKE, MOVES, PHONE, Person
from tests.browser.server import Server

P2S, POLYCRISIS = "path_to_safety", "polycrisis"


def answer_until(one: Person, wanted: str, most: int = 60) -> None:
    """Answer with the first move that is more than to be done, until something is on the page."""
    for _ in range(most):
        one.wait_until_asked()
        if one.page.locator(wanted).count():
            return
        exits = one.page.locator(MOVES).evaluate_all("moves => moves.map(move => 'exit' in move.dataset)")
        one.answer(exits.index(False) if False in exits else 0)
    raise AssertionError(f"{wanted} never came")


# Hot seat


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_is_passed_and_nothing_of_a_hand_is_behind_the_cover(
    server: Server, person: Invite, game: str
) -> None:
    ann = person()
    ann.open_table(game, "me", "me")
    page = ann.page
    for turn in range(8):
        expect(page.locator(".cover:not([hidden]), #dock .move").first).to_be_attached()
        if page.locator(".cover:not([hidden])").count():
            next_name = page.locator(".cover:not([hidden]) h1").inner_text()
            assert page.locator(".mine, .move, #chat li").count() == 0
            assert page.locator("main").evaluate("main => main.inert")
            expect(page.get_by_role("link", name=f"I am {next_name}")).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_url("**seat=*")
            expect(page.locator("#dock .whose")).to_contain_text(next_name)
            if turn > 1:
                return
        elif ann.asked:
            ann.answer(-1 if game == "solidarity" else 0)  # who hands in the sheet is done
            page.wait_for_timeout(100)
    raise AssertionError("the screen was never passed")


# Take back


def test_an_answer_is_taken_back(person: Invite) -> None:
    ann = person()
    ann.play_now(POLYCRISIS)
    answer_until(ann, "[data-take-back]")
    asked_then = ann.page.locator("#question").inner_text()
    before = ann.answers
    ann.page.get_by_role("button", name="Take back").click()
    ann.wait_for_answer(before)
    ann.wait_until_asked()
    assert ann.page.locator("#question").inner_text() != asked_then
    expect(ann.page.locator("#why")).to_have_text("")


# Talk


def test_a_page_begins_with_the_newest_messages_and_loads_earlier_ones(server: Server, person: Invite) -> None:
    ann = person()
    link = ann.open_table(P2S, "me", "greedy")
    server.live(link).chat.extend(Said(0, -1, f"Line {number}.") for number in range(450))
    ann.page.reload()
    ann.wait_until_live()
    ann.page.get_by_role("tab", name="Chat").click()
    lines, earlier = ann.page.locator("#chat li"), ann.page.get_by_role("button", name="Earlier messages")
    for shown in (200, 400, 450):
        expect(lines).to_have_count(shown)
        expect(lines.first).to_contain_text(f"Line {450 - shown}.")
        if shown < 450:
            earlier.click()
    expect(lines.last).to_contain_text("Line 449.")
    expect(earlier).to_be_hidden()


def test_chat_reaches_all_or_one(person: Invite) -> None:
    ann, ben, cyd, eve = person(), person(), person(size=PHONE), person()
    link = ann.open_table(P2S, "me", "open", "open")
    ben.join(link, "Ben")
    cyd.join(link, "Cyd")
    eve.page.goto(f"{link}?watch")
    for one in (ann, ben, cyd, eve):
        expect(one.page.locator("#seats")).to_contain_text("Cyd")
        one.page.get_by_role("tab", name="Chat").click()
    say(ann, "Hello <b>all</b>", "Everyone")
    for one in (ann, ben, cyd, eve):
        expect(one.page.locator("#chat")).to_contain_text("Hello <b>all</b>")
    say(ann, "Between us", "Only Ben")
    expect(ben.page.locator("#chat")).to_contain_text("Between us")
    expect(ben.page.locator("#chat")).to_contain_text("to you only")
    say(ben, "Good", "Everyone")
    for one in (cyd, eve):
        expect(one.page.locator("#chat")).to_contain_text("Good")
        assert "Between us" not in one.page.content()
    ben.page.get_by_role("tab", name="Log").click()
    say(ann, "Ben?", "Everyone")
    expect(ben.page.locator("#chat-new")).to_have_text("1")
    ann.page.reload()
    ann.page.get_by_role("tab", name="Chat").click()
    expect(ann.page.locator("#chat li")).to_have_count(4)


def say(one: Person, text: str, to: str) -> None:
    one.page.get_by_role("tab", name="Chat").click()
    one.page.get_by_label("To", exact=True).select_option(label=to)
    one.page.get_by_label("Message").fill(text)
    one.page.get_by_label("Message").press("Enter")


# Why not, and where it is written


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_that_cannot_be_chosen_says_why_and_links_to_the_rule(person: Invite, game: str) -> None:
    ann = person()
    ann.play_now(game)
    ann.wait_until_asked()
    kind = {P2S: "strategy", POLYCRISIS: "problem", "treasury": "treasury"}.get(game, "seat")
    ann.press_piece(0, f"#board [data-piece^={kind}]:not(.lit)")
    expect(ann.page.locator("#why")).to_have_text(re.compile(r"\w+.* §\d"))
    expect(ann.page.locator("#tip")).to_be_visible()
    ann.page.locator("#why .section").click()
    rule_is_in_sight(ann.page)


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_rulebook_opens_at_the_section_of_a_question_or_a_line(person: Invite, size: tuple[int, int]) -> None:
    ann = person(size=size)
    ann.play_now(POLYCRISIS)
    ann.wait_until_asked()
    ann.page.locator(".question .section").click()
    rule_is_in_sight(ann.page)
    ann.answer()
    ann.page.get_by_role("tab", name="Log").click()
    ann.page.locator("#log li:not(.turn) .section").first.click()
    rule_is_in_sight(ann.page)
    expect(ann.page.locator("#board svg")).to_be_attached()


def rule_is_in_sight(page: Page) -> None:
    expect(page.locator(".rulebook .here")).to_have_count(1)
    expect(page.locator(".rulebook .here")).to_be_in_viewport()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")


# Keyboard


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_by_keyboard_alone(person: Invite, game: str) -> None:
    ann = person()
    ann.play_now(game)
    answer_until(ann, "#board .lit, #tray .lit")
    page, before = ann.page, ann.answers
    tab_to(page, ".lit")
    first = focused(page)
    expect(page.locator("#tip")).to_be_visible()
    if page.locator(".lit").count() > 1:
        page.keyboard.press("ArrowRight")
        assert focused(page) != first
    assert "lit" in (page.locator(":focus").get_attribute("class") or "")
    assert page.locator(":focus").get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # what has just appeared cannot be pressed yet
    while ann.answers == before and not page.locator(".move[aria-busy]").count():
        tab_to(page, "#answers .move, .step[data-confirm]")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    ann.wait_for_answer(before)
    ann.wait_until_asked()
    # The keyboard goes on where it was, or in the panel.
    page.wait_for_function("() => document.activeElement !== document.body")


def tab_to(page: Page, wanted: str) -> None:
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"the keyboard never comes to {wanted}")


def focused(page: Page) -> str | None:
    return page.locator(":focus").get_attribute("id")


def test_the_keyboard_goes_on_at_an_answer_and_not_at_an_exit(server: Server, person: Invite) -> None:
    """In Turning Points, when every answer but the exit is behind its verb."""
    ann = person()
    link = ann.open_table("turning_points", "me", "open")
    page, verb = ann.page, ann.page.locator("#step-verb-Move")
    while not (verb.is_visible() and page.locator("#answers .move[data-move]:visible").count() == 0):
        server.play_on(link, len(server.live(link).sitting.history) + 1)
        page.wait_for_timeout(150)
    page.wait_for_function(AWAKE)
    verb.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('#answers .move[data-move]')")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.matches('#answers .step, .exits .move')")
    assert page.evaluate("document.activeElement.matches('#answers .step')")


def test_focus_stays_when_others_move(server: Server, person: Invite) -> None:
    ann = person()
    link = ann.open_table(POLYCRISIS, "me", "open", "open")
    ann.wait_until_asked()
    ann.page.locator("#p-problem-3").focus()
    server.play_on(link, 6)
    expect(ann.page.locator("#log li").nth(4)).to_be_attached()
    assert focused(ann.page) == "p-problem-3"


def test_keys_of_tabs_and_menu(person: Invite) -> None:
    ann = person()
    ann.play_now(P2S)
    page = ann.page
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Chat")).to_be_focused()
    page.locator("#menu summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Leave my seat")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Leave my seat")).to_be_hidden()


# Come and go


def test_invite_share_watch_and_leave(person: Invite) -> None:
    ann, ben, eve = person(), person(size=PHONE), person()
    ann.open_table(P2S, "me", "open", "greedy")
    ann.page.get_by_role("button", name="Invite", exact=True).click()
    dialog = ann.page.get_by_role("dialog", name="Invite")
    expect(dialog.locator("svg")).to_be_visible()
    link = dialog.locator("#invite-link").inner_text()
    dialog.get_by_role("button", name="Done").click()
    ben.join(ann.link_to_share(), "Ben")
    ben.wait_until_asked()
    assert ben.page.locator("#question").inner_text() == ann.page.locator("#question").inner_text()
    eve.page.goto(link)
    eve.page.get_by_role("link", name="Watch").click()
    expect(eve.page.locator("#dock")).to_contain_text("You are watching")
    assert eve.page.locator(".mine, .move").count() == 0
    before = ann.answers
    ben.answer()
    ann.wait_for_answer(before)
    ben.page.locator("#menu summary").click()
    ben.page.get_by_role("button", name="Leave my seat").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.page.get_by_role("heading", name="Games of collective action")).to_be_visible()
    assert not ben.scrolls_sideways()


def test_an_open_seat_is_given_to_a_bot(person: Invite) -> None:
    ann = person()
    ann.open_table(P2S, "open", "me")
    ann.page.get_by_role("button", name="Let a bot play").click()
    expect(ann.page.locator("#seats")).to_contain_text("fair bot")


def test_an_open_seat_is_given_to_a_bot_while_one_owes_an_answer(person: Invite) -> None:
    ann = person()
    ann.open_table(P2S, "me", "open")
    ann.wait_until_asked()
    ann.page.locator("[data-dialog][aria-label^=Invite]").first.click()
    ann.page.locator("#dialog").get_by_role("button", name="Let a bot play").click()
    expect(ann.page.locator("#seats")).to_contain_text("fair bot")
    expect(ann.page.locator("#dialog")).to_be_hidden()


def test_several_open_seats_are_given_to_bots_one_after_the_other(person: Invite) -> None:
    ann = person()
    ann.open_table(P2S, "me", "open", "open")
    ann.page.locator("[data-dialog][aria-label^=Invite]").first.click()
    dialog = ann.page.locator("#dialog")
    expect(dialog.get_by_role("heading", name="Invite")).to_be_focused()
    for left in (1, 0):
        dialog.get_by_role("button", name="Let a bot play").first.click()
        expect(dialog.locator(".open-seats li")).to_have_count(left)
    expect(dialog).to_be_hidden()


def test_names_are_whole_while_the_goal_can_take_two_lines(person: Invite) -> None:
    ann = person()
    ann.open_table("turning_points", "me", "greedy", "greedy", "greedy")
    goal = "Most points after node 19. You: −1, 4th. Next: node 3, now 0, does not occur: Birch +2. And more words."
    ann.page.locator("#goal .wide").evaluate("(goal, words) => { goal.textContent = words; }", goal)
    names = ann.page.locator(".seat .seat-name")
    assert all(names.evaluate_all("names => names.map((name) => name.scrollWidth <= name.clientWidth)"))


def test_an_answer_given_while_the_connection_is_lost_counts(server: Server, person: Invite) -> None:
    ann = person()
    ann.play_now(P2S)
    ann.wait_until_asked()
    server.stop()
    expect(ann.page.locator("#offline")).to_be_visible()
    before = ann.answers
    ann.page.locator("#dock .move:visible").first.click()
    expect(ann.page.locator("#why")).to_contain_text("Your answer is sent as soon as")
    server.start()
    expect(ann.page.locator("#offline")).to_be_hidden()
    ann.wait_for_answer(before)


LOST = "No connection. Trying again…"
# What is sent goes nowhere; what is said of the connection is kept.
DEAD = """() => {
  Object.assign(window, { kept: WebSocket.prototype.send, told: [] });
  WebSocket.prototype.send = () => {};
  const notice = document.getElementById("offline");
  new MutationObserver(() => window.told.push(notice.textContent)).observe(notice, { childList: true });
}"""


def test_an_answer_that_is_not_heard_says_that_there_is_no_connection(person: Invite) -> None:
    """The line is dead, and the browser does not know it yet; another one brings the answer there."""
    ann = person()
    ann.play_now(P2S)
    ann.wait_until_asked()
    ann.page.evaluate(DEAD)
    before = ann.answers
    ann.page.locator("#dock .move:visible").first.click()
    expect(ann.page.locator("#offline")).to_have_text(LOST)
    expect(ann.page.locator("#why")).to_contain_text("Your answer is sent as soon as")
    ann.page.evaluate("() => void (WebSocket.prototype.send = window.kept)")
    ann.wait_for_answer(before)
    expect(ann.page.locator("#offline")).to_be_hidden()
    assert ann.page.evaluate("window.told") == [LOST, "The connection is back."]


def test_a_browser_without_a_network_says_so(person: Invite) -> None:
    ann = person()
    ann.play_now(P2S)
    ann.context.set_offline(True)
    expect(ann.page.locator("#offline")).to_have_text(LOST)
    ann.context.set_offline(False)
    expect(ann.page.locator("#offline")).to_be_hidden(timeout=20_000)


async def _send_away(server: Server) -> None:
    server.registry.send_away()


def test_after_a_restart_the_page_is_back_by_itself_within_seconds(server: Server, person: Invite) -> None:
    ann = person()
    ann.play_now(P2S)
    ann.wait_until_asked()
    ann.page.evaluate("Math.random = () => 0.2")  # of five seconds
    server.do(_send_away(server))
    expect(ann.page.locator("#offline")).to_be_visible()
    server.stop()
    server.start()
    expect(ann.page.locator("#offline")).to_be_hidden()
    before = ann.answers
    ann.answer()
    ann.wait_for_answer(before)


def test_the_time_that_is_left_goes_by_the_servers_clock(person: Invite) -> None:
    ann = person()
    ann.page.add_init_script("const now = Date.now; Date.now = () => now() + 600_000")  # a browser ten minutes ahead
    ann.open_table(P2S, "me", "greedy", idle=60)
    ann.wait_until_asked()
    expect(ann.page.locator("[data-me='0'] .seat-0 .countdown")).to_have_text(re.compile(r"0:[45]\d|1:00"))


def test_a_bot_plays_for_who_is_idle_until_they_are_back(server: Server, person: Invite) -> None:
    ann = person(size=PHONE)
    link = ann.open_table(P2S, "me", "greedy", idle=60)
    ann.wait_until_asked()
    expect(ann.page.locator("[data-me='0'] .seat-0 .countdown")).to_have_text(re.compile(r"0:[45]\d|1:00"))
    live = server.live(link)
    live.chairs[0].since -= 59
    server.do(publish(live))
    expect(ann.page.get_by_role("button", name="I am back")).to_be_visible()
    ann.page.get_by_role("button", name="I am back").dispatch_event("click")  # the bots are quick: the page never rests
    expect(ann.page.get_by_role("button", name="I am back")).to_be_hidden()


async def publish(live: object) -> None:
    live.publish()  # type: ignore[attr-defined]


# How it looks and sounds


def test_look_and_sound_are_remembered(person: Invite) -> None:
    ann = person()
    ann.play_now(P2S)
    page = ann.page
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != ground
    knock = page.get_by_role("button", name="A soft knock")
    expect(knock).to_have_attribute("aria-pressed", "false")
    knock.click()
    page.reload()
    expect(knock).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_changes_are_told_in_their_order_and_marked_until_the_next_answer(server: Server, person: Invite) -> None:
    ann = person()
    link = ann.open_table(POLYCRISIS, "open", "open", "me")
    server.play_on(link, 1)
    ann.page.wait_for_selector("#log li")
    server.play_on(link, 40)
    expect(ann.page.locator("#board .changed").first).to_be_attached()
    expect(ann.page.locator("#ticker")).not_to_be_empty()
    expect(ann.page.locator("#spoken")).not_to_be_empty()
    assert ann.page.title().startswith("●") == ann.asked


def test_with_less_motion_nothing_waits(server: Server, person: Invite) -> None:
    ann = person(calm=True)
    link = ann.open_table(POLYCRISIS, "open", "open", "me")
    server.play_on(link, 12)
    expect(ann.page.locator("#ticker")).not_to_be_empty()
    assert ann.page.locator("#board [style]").count() == 0
    assert ann.page.evaluate("getComputedStyle(document.querySelector('#board .ring')).transitionDuration") == "0s"


def test_every_lit_piece_can_be_pressed_on_a_phone(server: Server, person: Invite) -> None:
    ann = person(size=PHONE)
    ann.play_now(POLYCRISIS)
    luck = Random(1)
    for _ in range(6):
        ann.wait_until_asked()
        if ann.page.locator("#board .lit, #tray .lit").count():
            ann.answer_by_piece(luck)
        else:
            ann.answer(ann.page.locator(MOVES).count() - 1)


def test_nothing_changes_under_the_finger(server: Server, person: Invite) -> None:
    """An answer is not lost because the page was drawn anew between press and release."""
    ann = person(size=PHONE)
    link = ann.open_table(POLYCRISIS, "me", "open")
    ann.wait_until_asked()
    page, before = ann.page, ann.answers
    page.locator("#dock .move:visible").first.hover()
    page.mouse.down()
    server.do(server.live(link).say(1, "hello"))
    page.wait_for_timeout(300)
    assert "hello" not in page.content()
    page.mouse.up()
    ann.wait_for_answer(before)
    expect(page.locator("#chat")).to_contain_text("hello")
