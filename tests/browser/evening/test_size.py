"""How much a page of a table loads: its own text, scripts, styles and pictures, as they are sent. (Fonts stay in the browser.)"""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.server import Server

MOST = 150_000  # bytes
# What was loaded, and how many bytes of it were sent.
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""


def loaded(page: Page, address: str) -> Counter[str]:
    """Bytes by kind, when nothing is in the browser yet."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    by_kind = Counter[str]()
    for path, size in page.evaluate(LOADED):
        by_kind["page" if path.startswith("/tables/") else path.rpartition(".")[2]] += size
    return by_kind


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_a_table_is_small(server: Server, person: Invite, game: str) -> None:
    one = person()
    link = one.open_table(game, "me", "open", "open", "open")
    server.play_on(link, 60)
    sizes = loaded(one.page, link)
    assert all(sizes[kind] for kind in ("page", "js", "css")), sizes
    assert sum(sizes.values()) - sizes["woff2"] < MOST, sizes
