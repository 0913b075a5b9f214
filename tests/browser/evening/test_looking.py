"""Whoever looks at the page sees what is wrong with it: a page that is right, and one with a fault of each kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import Chromium
from tests.browser.evening.looking import look
from tests.browser.people import PHONE

RIGHT = """<!doctype html><html lang="en"><head><style>
  :root { --lit: #33f; color: #111; background: #fff; font: 16px sans-serif; } body { margin: 0; }
  button { min-width: 44px; min-height: 44px; border: 1px solid; background: #eee; color: #111; } svg { display: block; }
  .lit > .ring { fill: none; stroke: var(--lit); stroke-width: 4; pointer-events: none; }
</style></head><body><main><button id="goal">Most points win</button>
<div id="board"><svg width="300" height="120"><rect width="300" height="120" fill="#fff"/>
<g id="p-card-1" data-piece="card-1" class="lit">
<rect x="10" y="10" width="60" height="60" fill="#ddd"/>
<rect class="ring" x="10" y="10" width="60" height="60"/>
<text x="20" y="40" fill="#111" font-size="14">Farm</text></g></svg></div><p id="told">Told last.</p>
<section id="dock"><div class="question"><p id="question">What?</p></div><div id="about"></div>
<div id="answers"><button class="move">Go</button></div>
<div class="exits"><button class="move">Stop</button></div></section></main></body></html>"""
FAULTS = {
    "a contrast of": ('fill="#111" font-size="14"', 'fill="#aaa" font-size="14"'),
    '"Told last." has a contrast': ("color: #111; background: #fff;", "color: #ddd; background: #fff;"),
    'the ring of "p-card-1"': ("--lit: #33f", "--lit: #eee"),
    "is set in 11.0 px": ('font-size="14"', 'font-size="11"'),
    '"p-card-1" is': ('x="10" y="10" width="60" height="60" fill', 'x="10" y="10" width="60" height="30" fill'),
    '"Go" is': ("min-height: 44px", "height: 30px"),
    '"What?" is cut off': ('<div class="question">', '<div class="question" style="height: 6px; overflow: hidden">'),
    "#told is not in view": ('<p id="told">', '<p id="told" hidden>'),
    "the page is": ('<section id="dock">', '<section id="dock" style="padding-top: 900px">'),
}


@pytest.fixture
def page(chromium: Chromium) -> Iterator[Page]:
    page = chromium.browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    yield page
    with chromium.closing():
        page.close()


def test_nothing_is_wrong_with_a_page_that_is_right(page: Page) -> None:
    page.set_content(RIGHT)
    assert not look(page).wrong


@pytest.mark.parametrize("sentence", FAULTS)
def test_each_fault_is_told(page: Page, sentence: str) -> None:
    right, wrong = FAULTS[sentence]
    assert right in RIGHT
    page.set_content(RIGHT.replace(right, wrong))
    assert any(sentence in said for said in look(page).wrong)
