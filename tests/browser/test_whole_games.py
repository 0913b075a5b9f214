"""For each game two people and bots play from the lobby to the end by pressing what is on the page, and look through it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, POINT, Person
from tests.browser.server import Server

MOST_ANSWERS = 400


def wait_for_either(ann: Person, ben: Person) -> Person | None:
    """The first of two who is asked; None when the game is over for both."""
    for _ in range(1500):
        for one in (ann, ben):
            if one.asked:
                return one
        if ann.over and ben.over:
            return None
        ann.page.wait_for_timeout(10)
    raise AssertionError("nobody is asked, and the game is not over")


def answer_somehow(one: Person, luck: Random, pressed: set[str]) -> None:
    """By a piece if its kind of question has not been answered so yet, otherwise as it comes."""
    section = one.page.locator("#question .section").inner_text()
    lit = one.page.locator("#board .lit, .mine .lit").count()
    if lit and (section not in pressed or luck.random() < 0.4):
        pressed.add(section)
        one.answer_by_piece(luck)
    else:
        one.answer(luck.randrange(one.page.locator("#panel .move:not(.dim)").count()))


def sheet_hides_nothing(one: Person) -> None:
    """On a phone: what is asked about on the board can be pressed without scrolling."""
    one.page.wait_for_timeout(450)  # the page scrolls by itself
    for piece in one.page.locator("#board .lit").all():
        assert piece.evaluate(POINT), f"the sheet hides {piece.get_attribute('data-piece')}"


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_to_the_end(server: Server, person: Invite, game: str) -> None:
    luck, pressed, seen = Random(game), set[str](), set[str]()
    ann, ben = person(), person(size=PHONE)
    link = ann.open_table(game, "me", "open", "greedy", "greedy")
    ben.join(link, "Ben")
    expect(ann.page.locator("#seats")).to_contain_text("Ben")

    disturbances: dict[int, Callable[[], object]] = {
        8: ben.page.reload,
        13: lambda: again(server),
        18: ann.page.reload,
    }
    for number in range(MOST_ANSWERS):
        one = wait_for_either(ann, ben)
        if one is None:
            break
        if number in disturbances:
            disturbances[number]()
            one.wait_until_asked()
            expect(one.page.locator("#offline")).to_be_hidden(timeout=20_000)
        section = one.page.locator("#question .section").inner_text()
        if one is ben and section not in seen:
            seen.add(section)
            sheet_hides_nothing(ben)
            assert not ben.scrolls_sideways()
        answer_somehow(one, luck, pressed)
    assert ann.over
    assert ben.over
    assert pressed
    ended = ann.page.locator(".result h2").inner_text()
    assert ben.page.locator(".result h2").inner_text() == ended
    for one in (ann, ben):
        look_through(one)
    rematch(ann, ben, link)


def again(server: Server) -> None:
    """The server stops and starts."""
    server.stop()
    server.start()


def look_through(one: Person) -> None:
    """The replay: its slider, its buttons, every seat, and a link to a moment."""
    page = one.page
    page.get_by_role("link", name="Look through it").click()
    slider = page.get_by_role("slider", name="Move")
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".slider output")).to_have_text(f"0 of {last}")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".slider output")).to_have_text(f"1 of {last}")
    slider.fill(str(last // 2))
    expect(page.locator(".slider output")).to_have_text(f"{last // 2} of {last}")
    expect(page.locator(".mine")).to_have_count(4)
    page.get_by_label("As seen by").select_option(label="Ben")
    expect(page.locator(".mine")).to_have_count(1)
    page.wait_for_url(re.compile(rf"move={last // 2}&seat=1"))
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    fresh = one.new_page()
    fresh.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(fresh.locator(".slider output")).to_have_text(f"{last // 2} of {last}")
    expect(fresh.get_by_label("As seen by")).to_have_value("1")
    fresh.close()
    assert not one.scrolls_sideways()


def rematch(ann: Person, ben: Person, link: str) -> None:
    """The same people at a new table."""
    for one in (ann, ben):
        one.page.goto(link)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: url.partition("?")[0] != link)
    ben.page.get_by_role("link", name="To the rematch").click()
    expect(ben.page.locator("#seats")).to_contain_text("Ann")
    expect(ben.page.locator("#board svg")).to_be_visible()


def test_treasury_is_played_where_its_cards_lie(person: Invite) -> None:
    """A hand card, then what to do with it; a business on the board; and why the treasury cannot be pressed."""
    ann = person()
    ann.open_table("treasury", "me", "greedy")
    ann.wait_until_asked()
    page, own = ann.page, "#board [data-piece^='business-'].lit"
    ann.press_piece(0, "#board [data-piece='treasury-0']")
    expect(page.locator("#why")).to_contain_text("pays contracts at the end of a round. §3.4")
    for _ in range(MOST_ANSWERS):
        if page.locator(own).count():
            break
        ann.press_piece(0, ".mine [data-piece^='card-'].lit")
        expect(page.locator(".mine .chosen")).to_have_count(1)
        ann.answer(1)  # the first is to seed it, the second to start a business with it
        ann.wait_until_asked()
    ann.press_piece(0, own)
    before = ann.answers
    page.locator("#panel .move:not(.dim)", has_text="Sell").first.click()
    ann.wait_for_answer(before)
    expect(page.locator("#log")).to_contain_text("Ann sells")
