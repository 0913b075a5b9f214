"""Every page, wide and on a phone, in light and dark: axe-core finds nothing, nothing scrolls sideways, nothing complains."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, SHORT, WIDE, Person
from tests.browser.server import Server

LATE = {"path_to_safety": 60, "polycrisis": 130, "treasury": 150, "solidarity": 150, "turning_points": 60}
LONG = 10_000


def check(one: Person, what: str) -> None:
    """What axe-core finds, in a line each."""
    one.page.wait_for_timeout(700)  # colours are on their way, and what has just appeared fades in
    heard = list(one.troubles)
    found = Axe().run(one.page, options={"preload": False, "resultTypes": ["violations"]}).response["violations"]
    one.troubles[:] = heard  # axe-core tries things that our pages forbid
    said = [f"{what}: {v['id']}: {node['target']} {node['failureSummary']}" for v in found for node in v["nodes"]]
    assert not said, "\n".join(said[:5])
    assert not one.scrolls_sideways(), f"{what} scrolls sideways"


LOOKS = {
    "wide-light": (WIDE, False),
    "phone-dark": (PHONE, True),
    "wide-dark": (WIDE, True),
    "short-light": (SHORT, False),
}
SELDOM = {"wide-dark": pytest.mark.evening, "short-light": pytest.mark.evening}


@pytest.fixture(params=[pytest.param(look, id=name, marks=SELDOM.get(name, ())) for name, look in LOOKS.items()])
def ann(request: pytest.FixtureRequest, person: Invite) -> Person:
    size, dark = request.param
    return person(size=size, dark=dark)


def test_pages_around_the_table(ann: Person, server: Server) -> None:
    host = server.url
    link = ann.open_table("path_to_safety", "open", "greedy", "me")
    addresses: Mapping[str, str] = {
        "lobby": "/",
        **{f"new {game}": f"/new/{game}" for game in GAMES},
        **{f"rulebook {game}": f"/games/{game}/rulebook" for game in GAMES},
        "me": "/me",
        "before": "/before",
        "notices": "/me/notices",
        "games of a workshop": "/workshops/new",
        **{f"lesson {game}": f"/learn/{game}" for game in GAMES},
        "error": "/tables/nowhere",
    }
    for name, address in addresses.items():
        ann.page.goto(host + address)
        check(ann, name)
    ann.page.goto(link)
    ann.page.locator("#menu summary").click()
    check(ann, "menu")
    ann.page.get_by_role("button", name="Leave my seat").click()
    check(ann, "leaving")
    ann.context.clear_cookies()
    ann.page.goto(f"{host}/me")
    check(ann, "nobody")
    ann.page.goto(link)
    check(ann, "join")
    ann.page.goto(f"{link}?watch")
    check(ann, "watching")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_early_late_and_over_and_its_replay(ann: Person, server: Server, game: str) -> None:
    link = ann.open_table(game, "me", "open", "open", "open")
    expect(ann.page.locator("#board svg")).to_be_visible()
    check(ann, "early")
    for many, when in ((LATE[game], "late"), (LONG, "over")):
        server.play_on(link, many)
        ann.page.reload()
        ann.page.wait_for_timeout(100)
        check(ann, when)
    ann.page.get_by_role("tab", name="Rules").click()
    expect(ann.page.locator(".rulebook")).to_be_visible()
    check(ann, "rulebook beside the board")
    ann.page.goto(f"{link}/replay?move={LATE[game]}")
    check(ann, "replay")


def test_the_form_of_a_new_table_keeps_what_was_filled_in(person: Invite, server: Server) -> None:
    one = person()
    page = one.page
    page.goto(f"{server.url}/new/polycrisis")
    page.get_by_label("Your name").fill("Zoë")
    page.locator("input[name='seat.1'][value=open]").check()
    page.locator("details.rules summary").click()
    rule = page.locator(".rule-fields input[type=number]").first
    rule.fill(str(int(rule.get_attribute("min") or 0)))
    page.get_by_label("How many").fill("5")
    page.get_by_label("How many").press("Tab")
    expect(page.get_by_role("radiogroup", name="Seat")).to_have_count(5)
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    expect(page.locator("input[name='seat.1'][value=open]")).to_be_checked()
    expect(rule).to_have_value(rule.get_attribute("min") or "")
    expect(rule).to_be_visible()
    page.locator("input[name=preset]").nth(1).check()
    expect(page.get_by_role("status")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Zoë")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#seats")).to_contain_text("Zoë")
