"""Pages that are begun by somebody, by day and at night, wide and on phones: axe-core finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, SHORT, WIDE
from tests.browser.server import Server
from tests.browser.test_lessons import TAUGHT, begin
from tests.browser.test_pages import check
from tests.browser.test_workshop import open_workshop

LOOKS = {"wide-dark": (WIDE, True), "phone-light": (PHONE, False), "short-dark": (SHORT, True)}


@pytest.mark.parametrize("look", LOOKS)
def test_a_lesson(person: Invite, look: str) -> None:
    """Each look has a game of its own."""
    size, dark = LOOKS[look]
    one = person(size=size, dark=dark)
    begin(one, TAUGHT[list(LOOKS).index(look)])
    check(one, "the lesson")
    assert not one.scrolls_down()


@pytest.mark.parametrize("look", LOOKS)
def test_a_workshop(server: Server, person: Invite, look: str) -> None:
    size, dark = LOOKS[look]
    flo = person(size=size, dark=dark)
    open_workshop(flo, server)
    check(flo, "the workshop")
    overview = flo.page.url
    flo.page.goto(f"{overview}/links")
    check(flo, "its links")


@pytest.mark.parametrize("look", LOOKS)
def test_the_settings_and_an_end(server: Server, person: Invite, look: str) -> None:
    size, dark = LOOKS[look]
    one = person(size=size, dark=dark)
    link = one.open_table(GAMES[list(LOOKS).index(look)], "me", "open", "open")
    server.play_on(link, 10_000)
    one.page.reload()
    expect(one.page.locator("#dock .result")).to_be_visible()
    check(one, "the end")
    one.page.goto(f"{server.url}/me")
    check(one, "the settings")
