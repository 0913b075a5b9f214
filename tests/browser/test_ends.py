"""A game that ends while its pages are open: what can no longer be done is no longer offered."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from moot.table.live.controls import end
from tests.browser.conftest import Invite
from tests.browser.server import Server

PICTURES = os.environ.get("MOOT_PICTURES", "")  # a folder in which to keep what was seen


# Two dice lie in the well.
ROLL = """async () => {
  const { src } = [...document.scripts].find((one) => /table[^/]*[.]js/.test(one.src));
  const { roll } = await import(new URL("table/well.js", src));
  roll({ faces: [1, 5], shown: "1 + 5 = 6", needed: "below 7", said: "a hit", good: false }, {}, false);
}"""


def test_the_host_ends_a_game_once(server: Server, person: Invite) -> None:
    ann = person()
    link = ann.open_table("treasury", "me", "open")
    ann.page.get_by_label("Menu").click()
    expect(ann.page.locator("#end-game")).to_be_visible()
    expect(ann.page.locator(".board-treasury text.now")).to_be_visible()
    ann.page.evaluate(ROLL)
    expect(ann.page.locator("#well")).to_be_visible()
    server.do(end(server.live(link), "Enough for today."))
    expect(ann.page.locator("#dock .result h2").first).to_contain_text("Enough for today. It stood: ")
    expect(ann.page.locator("#end-game")).to_be_hidden()
    expect(ann.page.locator(".board-treasury text.now")).to_be_hidden()
    expect(ann.page.locator("#well")).to_be_hidden()


def test_a_facilitator_is_offered_the_games_that_are_played(person: Invite, server: Server) -> None:
    page = person().page
    page.goto(f"{server.url}/workshops/new")
    page.get_by_role("link", name="Choose Treasury").click()
    page.get_by_label("Names, one a line").fill("Amina\nBen")
    page.get_by_label("Tables").fill("3")
    page.get_by_role("button", name="Open the workshop").click()
    expect(page.locator("main[data-live=yes]")).to_be_visible()
    for left in (["Table 2", "Table 3"], ["Table 3"]):
        page.get_by_role("button", name="End games").click()
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"end-{len(left)}.png")
        page.get_by_role("button", name="End it").click()
        expect(page.locator("#ending")).to_be_hidden()
        expect(page.locator("#end-table option")).to_have_text(left)
    page.get_by_role("button", name="End games").click()
    page.get_by_role("button", name="End all tables").click()
    expect(page.locator("#end-table option")).to_have_count(0)
