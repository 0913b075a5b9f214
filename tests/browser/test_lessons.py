"""A newcomer learns a game by presses alone: what the coach speaks of is in view, and what it asks for can be done."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moot.games import GAMES, load
from moot.lessons import lesson_of
from tests.browser.conftest import Invite
from tests.browser.people import AWAKE, PHONE, WIDE, Person

SIZES = {"laptop": WIDE, "desktop": (1920, 1080), "phone": PHONE}
TAUGHT = [name for name in GAMES if lesson_of(load(name)) is not None]
PATIENCE = 60_000  # milliseconds that bots and dice may take
# What the coach rings, and the coach itself, of which nothing can be seen. A piece may be drawn on the board and in the tray.
HIDDEN = """() => {
  const isIn = (box) => box.width && box.left < innerWidth && box.right > 0 && box.top < innerHeight && box.bottom > 0;
  const nameOf = (one) => one.dataset.piece ?? one.id, all = [...document.querySelectorAll("#coach, .taught")];
  const seen = new Set(all.filter((one) => isIn(one.getBoundingClientRect())).map(nameOf));
  return all.map(nameOf).filter((name) => !seen.has(name));
}"""
REPLIED = "before => document.getElementById('coach').dataset.beat !== before || document.getElementById('coach-reply').innerText"
NEXT = "before => document.getElementById('coach').hidden || document.getElementById('coach').dataset.beat !== before"


# Nobody waits for twenty seconds.
SOON = "const later = setTimeout; window.setTimeout = (what, time, ...more) => later(what, time === 20000 ? 50 : time, ...more)"


def begin(one: Person, game: str) -> None:
    """From the page of a lesson to its table."""
    one.page.goto(f"{one.url}/learn/{game}")
    one.page.get_by_role("button", name="Learn").click()
    one.wait_until_live()


def told(one: Person, name: str) -> str:
    """Something that the coach says of itself."""
    return one.page.locator("#coach").get_attribute(f"data-{name}") or ""


def go_on(one: Person) -> None:
    """Do what the coach wants."""
    beat, kind = told(one, "beat"), told(one, "kind")
    if kind == "read":
        one.page.get_by_role("button", name="Next", exact=True).click()
    elif kind == "do":
        one.give(told(one, "right").split()[0])
    elif kind == "ask":
        answer(one, beat)
    one.page.wait_for_function(NEXT, arg=beat, timeout=PATIENCE)


def answer(one: Person, beat: str) -> None:
    """Try one answer after the other; a wrong one is explained."""
    for place in range(one.page.locator("#coach [data-learn]").count()):
        one.page.locator(f"#coach[data-beat='{beat}'] [data-learn='{place}']").click()
        one.page.wait_for_function(REPLIED, arg=beat)
        if told(one, "beat") != beat:
            return


def learn(one: Person, game: str) -> None:
    """The whole lesson, with a look at every step."""
    begin(one, game)
    for _ in range(80):
        if told(one, "kind") == "free":
            break
        one.page.wait_for_function(f"() => !({HIDDEN})().length")
        assert not one.scrolls_down()
        assert not one.scrolls_sideways()
        go_on(one)
    expect(one.page.locator("#coach .say")).to_contain_text("Play this one to its end")


@pytest.mark.parametrize("size", SIZES)
def test_a_lesson_is_learned_by_presses_alone(person: Invite, size: str) -> None:
    learn(person(size=SIZES[size], calm=True), "treasury")


@pytest.mark.evening
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_is_learned_by_presses_alone(person: Invite, game: str, size: str) -> None:
    learn(person(size=SIZES[size], dark=size == "desktop", calm=True), game)


def test_another_press_is_answered_and_changes_nothing(person: Invite) -> None:
    one = person(calm=True)
    begin(one, "treasury")
    while told(one, "kind") != "do":
        go_on(one)
    beat, right = told(one, "beat"), told(one, "right").split()
    one.page.locator(".step[data-verbs='Seed']").click()
    one.page.locator("#answers .move[data-move]:visible").first.click()
    expect(one.page.locator("#why")).to_contain_text("first start Skinner 1 face down")
    assert (told(one, "beat"), told(one, "right").split()) == (beat, right)


def test_after_a_while_the_right_control_glows_and_show_me_does_it(person: Invite) -> None:
    one = person(calm=True)
    one.page.add_init_script(SOON)
    begin(one, "treasury")
    while told(one, "kind") != "do":
        go_on(one)
    expect(one.page.locator(".step.glow")).to_have_text("Start face down5 ways")
    beat = told(one, "beat")
    one.page.get_by_role("button", name="Show me").click()
    one.page.wait_for_function(NEXT, arg=beat)


def begin_a_business(one: Person) -> None:
    """Treasury: to the step in which Skinner 1 is started face down."""
    begin(one, "treasury")
    while "Start face down" not in one.page.locator("#coach").inner_text():
        go_on(one)


def test_while_something_is_told_there_is_nothing_to_show(person: Invite) -> None:
    one = person(size=WIDE)
    begin_a_business(one)
    show = one.page.get_by_role("button", name="Show me")
    expect(show).to_be_enabled()
    one.page.evaluate("import('/static/table/drawing.js').then(page => page.cover(true))")
    expect(show).to_be_disabled()
    one.page.evaluate("import('/static/table/drawing.js').then(page => page.uncover())")
    expect(show).to_be_enabled()


def test_a_verb_that_was_pressed_first_can_be_another_when_the_piece_is_chosen(person: Invite) -> None:
    one = person(size=WIDE)
    begin_a_business(one)
    one.page.locator("#answers .step[data-verbs=Seed]").click()
    one.page.locator("#tray [data-piece].lit", has_text="Skinner 1").click()
    expect(one.page.locator("#answers .move:visible").first).to_contain_text("Seed")
    expect(one.page.locator("#answers .move[data-verb='Start face down']:visible")).to_have_count(1)


def test_what_the_coach_shows_takes_the_place_of_what_was_chosen(person: Invite) -> None:
    one = person(size=WIDE)
    begin_a_business(one)
    beat = told(one, "beat")
    one.page.locator("#answers .step[data-verbs='Start face down']").click()
    one.page.get_by_role("button", name="Show me").click()
    one.page.wait_for_function(NEXT, arg=beat, timeout=PATIENCE)
    open_again = "#dock[data-state=asked]:not([data-telling]) .move"
    one.page.locator(open_again).first.wait_for(state="attached", timeout=PATIENCE)
    expect(one.page.locator("#why s")).to_have_count(0)


def test_a_lesson_is_taught_with_the_form_that_the_game_has(person: Invite) -> None:
    """What is wrong in it is answered, and nothing of it is sent; what is right goes on, all of it at once."""
    one = person(size=PHONE, calm=True)
    begin(one, "solidarity")
    go_on(one)
    sheet = one.page.locator("#tray .sheet-form")
    sheet.locator("#count-build [data-count='1']").click()
    one.page.locator("#step-send").click()
    one.page.locator("[data-confirm]").click()
    expect(one.page.locator("#why")).to_contain_text("One robot invents kittens")
    assert told(one, "step") == "2"
    sheet.locator("#count-build [data-count='-1']").click()
    sheet.locator("#count-invent select").select_option(label="kittens")
    sheet.locator("#count-produce-new [data-count='1']").click()
    one.page.wait_for_function(AWAKE)
    one.page.locator("#step-send").click()
    one.page.wait_for_function("() => document.getElementById('coach').dataset.step === '3'", timeout=PATIENCE)


def test_a_lesson_goes_on_where_it_was_left(person: Invite) -> None:
    one = person(calm=True)
    begin(one, "path_to_safety")
    go_on(one)
    go_on(one)
    beat = told(one, "beat")
    one.page.reload()
    one.wait_until_live()
    assert told(one, "beat") == beat


def test_a_coach_who_was_sent_away_stays_away(person: Invite) -> None:
    one = person(calm=True)
    learn(one, "path_to_safety")
    one.page.get_by_role("button", name="On my own").click()
    coach = one.page.locator("#coach")
    expect(coach).to_be_hidden()
    one.wait_until_asked()
    one.answer()
    one.wait_until_asked()
    expect(coach).to_be_hidden()
    one.page.reload()
    one.wait_until_live()
    expect(coach).to_be_hidden()


def test_on_a_phone_the_coach_shows_the_lines_and_the_piles(person: Invite) -> None:
    """Of a problem that is spoken of where it leads is drawn; a step that names nothing opens the pane in which one can choose."""
    one = person(size=PHONE)
    begin(one, "polycrisis")
    expect(one.page.locator("#board .links.narrow .hot").first).to_be_visible()
    for _ in range(2):
        go_on(one)
    expect(one.page.locator("#panes [data-name=Table]")).to_have_attribute("aria-selected", "true")
    assert one.page.locator("#board .lit").count()
