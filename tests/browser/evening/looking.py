"""Looking at the page as a person does: what is out of view, too small to press or to read, or changes its place."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "looking.js").read_text()


class Look(NamedTuple):
    """The page at one question."""

    wrong: list[str]  # sentences
    rows: dict[str, list[int]]  # of the dock: left, top, width and height of each


def look(page: Page) -> Look:
    """What is wrong with a page now."""
    return Look(**page.evaluate(SCRIPT))
