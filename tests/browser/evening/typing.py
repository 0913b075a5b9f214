"""Somebody who has a keyboard and no mouse: Tab leads to what is wanted, Enter presses it."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.evening.pressing import BETWEEN, PIECE, Presser, piece

MOST_TABS = 250
# Whether something has the focus, or else by which key one comes nearer to it.
WAY = """wanted => {
  const now = document.activeElement;
  if (now === wanted) return "";
  return now === document.body || now.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? "Tab" : "Shift+Tab";
}"""
# What has the focus when what was pressed has been drawn, and can be seen; nothing if it was lost.
FOCUS = """() => {
  window.pass(100);
  const now = document.activeElement;
  return now !== document.body && now.checkVisibility() ? now.id || now.tagName : "";
}"""


class Typist(Presser):
    """Somebody at the keyboard."""

    def go_to(self, wanted: Locator) -> None:
        """By Tab, forwards or backwards."""
        for _ in range(MOST_TABS):
            key = wanted.evaluate(WAY)
            if not key:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{wanted} is not reached by Tab; the focus is on {self.focus}")

    @property
    def focus(self) -> str:
        """What has the focus; empty if it was lost."""
        return str(self.page.evaluate(FOCUS))

    def press(self, selector: str) -> None:
        """One control."""
        wanted = self.page.locator(piece(selector) if selector.startswith(PIECE) else selector).first
        self.go_to(wanted)
        self.page.keyboard.press("Enter")
        self.table.let(BETWEEN)
        assert self.focus, f"the focus is lost after {selector}"

    def choose(self, selector: str, value: str) -> None:
        """In a list, by its arrows."""
        chooser = self.page.locator(selector)
        if not chooser.count() or chooser.input_value() == value:
            return
        self.go_to(chooser)
        for key in ("Home", *["ArrowDown"] * chooser.locator("option").count()):
            if chooser.input_value() != value:
                self.page.keyboard.press(key)
        assert chooser.input_value() == value

    def write(self, selector: str, text: str) -> None:
        """Into a field."""
        self.go_to(self.page.locator(selector))
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
