"""The shortest way to an answer, pressed on the real page; what is pressed is counted in the page itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.browser.evening.forms import presses, read_as_form
from tests.browser.evening.held import HeldTable

SHORTEST = (Path(__file__).parent / "shortest.js").read_text()
COUNT = "() => { window.presses = 0; addEventListener('pointerdown', () => (window.presses += 1), true); }"
BETWEEN = 300  # milliseconds from one press to the next: what appears at one's own press is dead for 250
CHOSEN = 2  # presses that a list takes: to open it, and to choose
PIECE = "piece "  # begins the name of a piece, among the selectors of other controls
BUTTONS = ":is(#dock, #inbox) .move[data-move]"


def piece(name: str) -> str:
    """Where a piece that can be chosen now is."""
    return f":is(#board, #tray) .lit[data-piece='{name.removeprefix(PIECE)}']:visible"


class Presser:
    """Somebody who knows what they want, and takes the shortest way to it."""

    def __init__(self, table: HeldTable) -> None:
        self.table, self.page, self.extra = table, table.page, 0
        self.page.evaluate(COUNT)

    # With a mouse

    def press(self, selector: str) -> None:
        """One control, when it can be pressed."""
        if selector.startswith(PIECE):
            self.table.one.press_piece(0, piece(selector))
        else:
            self.page.locator(selector).click()
        self.table.let(BETWEEN)

    def choose(self, selector: str, value: str) -> None:
        """In a list, unless it stands there already."""
        chooser = self.page.locator(selector)
        if chooser.count() and chooser.input_value() != value:
            chooser.select_option(value)
            self.extra += CHOSEN

    def write(self, selector: str, text: str) -> None:
        """Into a field."""
        self.page.locator(selector).click()
        self.page.locator(selector).fill(text)

    # What is wanted

    @property
    def pressed(self) -> int:
        """How often something was pressed, from the beginning on."""
        return int(self.page.evaluate("() => window.presses")) + self.extra

    def give(self, way: Sequence[int]) -> None:
        """Give the first of some answers, and as many of the others as go with it."""
        before = self.table.one.answers
        if not (self._ready(way) or self._form(way)):
            self._button(way)
        self.page.wait_for_function("before => window.asks !== before || window.lines < 0", arg=before)

    def _ready(self, way: Sequence[int]) -> bool:
        """Several answers that a game has put on one button of the tray."""
        for button in self.page.locator("#tray [data-plays]:visible").all():
            numbers = list(map(int, (button.get_attribute("data-plays") or "").split()))
            if list(way[: len(numbers)]) == numbers:
                self.press(f"#tray [data-plays='{button.get_attribute('data-plays')}']")
                return True
        return False

    def _form(self, way: Sequence[int]) -> bool:
        found = read_as_form(self.page, way)
        if found is None:
            return False
        filled, form = found
        for wanted, name in ((filled.name, "name"), (filled.end, "end")):
            if wanted is not None:
                self.choose(f"#tray [data-choice='{name}']", str(wanted))
        for selector in presses(filled, form):
            self.press(selector)
        self._send("#step-send")
        return True

    def _send(self, selector: str) -> None:
        """A press on what sends; a second one on what is costly."""
        button = self.page.locator(selector)
        costly = button.get_attribute("data-costly") is not None
        self.press(selector)
        if costly:
            self.press(".step[data-confirm]")

    def _button(self, way: Sequence[int]) -> None:
        """The button that gives as many of the answers as any does, by way of verbs and pieces."""
        numbers = self.page.locator(BUTTONS).evaluate_all("all => all.map((one) => one.dataset.move)")
        best = max(numbers, key=lambda text: _shared([int(one) for one in text.split("-")], way))
        steps = self.page.evaluate(SHORTEST, best)
        assert steps is not None, f"no presses lead to {best}"
        for step in steps:
            self.press(step)
        self._fill(best, way[0])
        self._send(f"{BUTTONS}[data-move='{best}']")

    def _fill(self, move: str, wanted: int) -> None:
        """A name that nobody has written yet, or the amount that makes the move of a field the one that is wanted."""
        selector = f".entry:has(.move[data-move='{move}']) input"
        field = self.page.locator(selector)
        if field.count() and field.get_attribute("data-writes") is not None:
            self.write(selector, f"thing {self.table.live.number}")
        elif field.count():
            low, step = (int(field.get_attribute(name) or 0) for name in ("min", "data-step"))
            self.write(selector, str(low + (wanted - int(move)) // step))


def _shared(numbers: Sequence[int], way: Sequence[int]) -> int:
    """How many of the answers of a button are those that are wished for; one that gives others too is worse."""
    same = 0
    for one, other in zip(numbers, way, strict=False):
        if one != other:
            break
        same += 1
    return same * 10 - len(numbers)
