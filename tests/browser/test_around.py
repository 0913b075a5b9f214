"""Around the game, by presses alone: what was said and happened meanwhile, the words of the game, the end, and the next one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, SHORT, WIDE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check
from tests.browser.test_telling import texts

OVERLAPS = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


@pytest.fixture(params=[(WIDE, False), (PHONE, True)], ids=["wide-light", "phone-dark"])
def ann(request: pytest.FixtureRequest, person: Invite) -> Person:
    size, dark = request.param
    return person(size=size, dark=dark)


def overlap(page: Page, one: str, other: str) -> bool:
    """Whether one lies over the other."""
    return bool(page.evaluate(OVERLAPS, [one, other]))


def test_a_word_of_the_game_says_what_it_is(ann: Person) -> None:
    ann.play_now("polycrisis")
    page = ann.page
    before = page.locator("#question").bounding_box()
    term = page.locator("#question .term").first
    expect(term).to_be_visible()
    page.wait_for_timeout(700)  # what has just appeared is not pressed
    term.click()
    expect(page.locator("#term")).to_contain_text("it has two suits")
    check(ann, "a term")
    assert page.locator("#question").bounding_box() == before
    page.keyboard.press("Escape")
    expect(page.locator("#term")).to_be_hidden()


def test_the_rules_are_searched_and_the_rule_of_the_question_is_one_press_away(ann: Person) -> None:
    ann.play_now("polycrisis")
    page = ann.page
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator("#view-rules .rulebook")).to_be_visible()
    page.get_by_label("Search the rules").fill("consultants")
    expect(page.locator("#rules-found")).to_contain_text("1 of ")
    expect(page.locator(".rulebook .here")).to_contain_text("onsultants")
    check(ann, "the search")
    page.locator("#rules-now").click()
    expect(page.locator(".rulebook .here")).to_contain_text("picks a class")
    page.get_by_text("Words of the game").click()
    expect(page.locator("#glossary")).to_contain_text("Six groups of problems")


def test_a_ready_sentence_is_said_at_the_seat_in_the_chat_and_under_the_bell(ann: Person, person: Invite) -> None:
    link = ann.open_table("treasury", "me", "open")
    ben = person()
    ben.join(link, "Ben")
    page = ben.page
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Please seed food.").click()
    expect(ann.page.locator(".bubble")).to_have_text("Please seed food.")
    expect(ann.page.locator("#notices")).to_contain_text("Ben: Please seed food.")
    assert not overlap(ann.page, "#notices", "#dock")
    expect(page.locator("#chat")).to_contain_text("Please seed food.")
    expect(ann.page.locator(".bubble")).to_have_count(0, timeout=9000)
    expect(ann.page.locator("#notices p")).to_have_count(0, timeout=9000)
    ann.page.get_by_label("Notices", exact=True).first.click()
    expect(ann.page.locator("#bell-list")).to_contain_text("Ben: Please seed food.")
    check(ann, "the bell")


def until_something_changed(server: Server, ann: Person, game: str) -> Locator:
    """Ann answers until there is something to say of what happened since; that it is said."""
    live = server.live(ann.open_table(game, "me", "greedy", "greedy"))
    since = ann.page.locator("#since")
    expect(since).to_be_hidden()
    while True:
        while 0 not in live.sitting.waiting:
            ann.page.wait_for_timeout(50)
        dock = ann.page.locator(f"#dock[data-state=asked][data-answer='{live.answers[0]}']")
        dock.wait_for()
        if since.is_visible():
            return since
        server.do(live.play(0, live.sitting.numbers(0)[0]))


def test_what_changed_since_the_last_turn(server: Server, ann: Person) -> None:
    since = until_something_changed(server, ann, "treasury")
    since.locator("summary").click()
    expect(since.get_by_role("button", name="Show me")).to_be_visible()
    assert 0 < since.locator("li").count() <= 4
    assert (
        ann.page.locator("#spoken")
        .inner_text()
        .count(f"Since your last turn: {since.locator('li').first.inner_text()}")
        == 1
    )
    check(ann, "since")
    since.get_by_role("button", name="Close").click()
    expect(since).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_it_is_a_row_above_the_dock_that_moves_nothing(server: Server, person: Invite, game: str) -> None:
    ann = person(size=PHONE)
    since = until_something_changed(server, ann, game)
    page = ann.page
    for width, height in (PHONE, SHORT):
        page.set_viewport_size({"width": width, "height": height})
        where = ["#dock", "#board", "#tray"]
        closed = [page.locator(one).bounding_box() for one in where]
        first = since.locator(".first")
        expect(first).to_contain_text(since.locator("li").first.text_content() or "nothing")
        since.locator("summary").click()
        assert 0 < since.locator("li:visible").count() <= 4
        expect(since).to_be_in_viewport(ratio=1)
        assert not overlap(page, "#since", "#dock")
        assert [page.locator(one).bounding_box() for one in where] == closed
        assert not ann.scrolls_down()
        since.locator("summary").click()
    since.get_by_role("button", name="Close").click()
    expect(since).to_be_hidden()
    expect(page.locator("#ticker")).to_be_visible()
    assert [page.locator(one).bounding_box() for one in where] == closed


@pytest.mark.parametrize("game", GAMES)
def test_a_press_on_a_seat_shows_its_player(person: Invite, game: str) -> None:
    ann = person(size=PHONE)
    ann.open_table(game, "me", "greedy", "greedy")
    ann.wait_until_asked()
    page = ann.page
    page.get_by_role("tab", name="Log").click()
    page.locator("#seat-1-shown .seat-badge").click()
    expect(page.locator("#tip")).to_be_visible()
    tip = page.locator("#tip").inner_text()
    expect(page.locator(f"#board [data-piece='seat-1'].told[data-tip='{tip}']").last).to_be_in_viewport()


def test_the_end_shows_how_it_went_and_leads_to_the_next(server: Server, ann: Person) -> None:
    link = ann.open_table("treasury", "me", "open", "open")
    server.play_on(link, 5000)
    page = ann.page
    where = page.locator(".course:visible")
    expect(where.locator("svg")).to_be_visible(timeout=30_000)  # a whole game has to reach the page
    assert where.locator(".line").count() == 3
    moments = page.locator(".turns:visible a")
    assert 0 < moments.count() <= 3
    for name in ("Rematch", "Again, longer", "Invite to the next"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()
    check(ann, "the end")
    moments.first.scroll_into_view_if_needed()
    moments.first.click()
    page.wait_for_url("**/replay?move=*")
    page.goto(link)
    page.get_by_role("button", name="Invite to the next").click()
    expect(page.locator("#invite-link")).to_be_visible()


def test_a_guest_sits_first_and_is_asked_for_a_name_at_the_seat(ann: Person, person: Invite) -> None:
    link = person().open_table("treasury", "me", "open")
    ann.page.goto(link)
    ann.page.get_by_role("button", name="Sit down").click()
    ann.wait_until_live()
    naming = ann.page.locator("#naming")
    expect(naming).to_be_visible()
    check(ann, "a name")
    naming.get_by_label("Your name").fill("Zoë")
    naming.get_by_role("button", name="That is me").click()
    ann.wait_until_live()
    expect(ann.page.locator("#seats")).to_contain_text("Zoë")
    expect(ann.page.locator("#naming")).to_be_hidden()


def test_what_shall_i_play(ann: Person, server: Server) -> None:
    ann.page.goto(server.url)
    ann.page.get_by_text("What shall I play?").click()
    ann.page.get_by_role("radiogroup", name="How do you like it?").get_by_text("Together").click()
    expect(ann.page.locator(".game-card")).to_have_count(2)
    check(ann, "a choice")


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (SHORT, True)], ids=["wide-light", "short-dark"])
def test_a_line_of_the_log_shows_the_board_as_it_was_then(
    server: Server, person: Invite, size: tuple[int, int], dark: bool
) -> None:
    ann = person(size=size, dark=dark)
    link = ann.open_table("treasury", "me", "open", "open")
    server.play_on(link, 40)
    page = ann.page
    page.get_by_role("tab", name="Log").click()
    line = page.locator("#log li").nth(25)
    words, board = line.locator("span").inner_text(), page.locator("#board").inner_html()
    line.locator("span").click()
    expect(page.locator("#then")).to_contain_text(words)
    assert texts(page.locator("#then-board").inner_html()) != texts(board)
    assert page.locator("#then-board").evaluate("board => board.firstElementChild.dataset.pane") == page.locator(
        "#board > svg"
    ).get_attribute("data-pane")
    expect(page.locator("#dock")).to_be_in_viewport(ratio=1)
    check(ann, "a moment")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#then")).to_be_hidden()
    expect(line).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#then")).to_be_visible()
    expect(page.get_by_role("button", name="Back to now")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#then")).to_be_hidden()
    assert texts(page.locator("#board").inner_html()) == texts(board)


def test_my_own_lines_are_bold(server: Server, person: Invite) -> None:
    ann = person()
    server.play_on(ann.open_table("treasury", "open", "me", "open"), 30)
    weights = """(lines, own) => lines.map((line) => [line.dataset.pieces.split(" ")[0] === own,
      Number(getComputedStyle(line.querySelector("span")).fontWeight) >= 700])"""
    found = ann.page.locator("#log li:not(.turn)").evaluate_all(weights, "seat-1")
    assert {tuple(one) for one in found} == {(True, True), (False, False)}
