"""What a page may fill: what somebody has made themselves, the only answer, or the only way out where nothing else is left."""

from __future__ import annotations

from playwright.sync_api import Page

# The filled buttons that are shown, each with what would allow it; of a draft that was made nothing is asked.
FILLED = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)], moves = all(":is(#dock, #inbox) .move[data-move]");
  const made = (one) => one.id === "step-send" || "side" in one.dataset || one.closest(".entry") !== null;
  const isExit = (one) => "exit" in one.dataset;
  return all(":is(#dock, #inbox) .primary").filter((one) => one.checkVisibility()).map((one) => ({
    words: one.textContent.trim(),
    made: made(one),
    only: moves.length === 1,
    exit: isExit(one) && !("costly" in one.dataset) && moves.every(isExit),
  }));
}"""


def check_recommended(page: Page) -> None:
    """At most one button is filled, and only one that may be."""
    filled = page.evaluate(FILLED)
    assert len(filled) <= 1, filled
    for one in filled:
        assert one["made"] or one["only"] or one["exit"], one
