"""The ways to an answer: its verb first, or its pieces first. Each press of them is in view when it is needed; none is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

from playwright.sync_api import Error, Locator

from tests.browser.people import POINT, Person

MOST_PRESSES = 20
BRIEFLY = 3_000  # milliseconds in which a press must be possible


def ways_to(one: Person, move: str) -> Iterator[str]:
    """What is wrong with the ways to a move; the draft is cleared again."""
    button = one.page.locator(f".move[data-move='{move}']")
    if not button.count():
        return  # it is part of a field, or of an offer
    for name, way in (("by its verb", _by_verb), ("by its pieces", _by_pieces)):
        try:
            if not way(one, button):
                yield f"the answer “{_words(button)}” is not reached {name}"
        except Error as error:
            yield f"the answer “{_words(button)}” is not reached {name}: {str(error).splitlines()[0]}"
        _clear(one)


def _words(button: Locator) -> str:
    return " ".join((button.text_content() or "").split())


def _by_verb(one: Person, button: Locator) -> bool:
    """Its verb, then more pages, until it is in view."""
    verb = json.dumps(button.get_attribute("data-verb"))
    for _ in range(MOST_PRESSES):
        if button.is_visible():
            return is_in_view(one, button)
        ways = map(one.page.locator, (f".step[data-verbs={verb}]", ".step[data-more]"))
        step = next((way for way in ways if way.is_visible()), None)
        if step is None:
            return False
        step.click(timeout=BRIEFLY)
    return False


def _by_pieces(one: Person, button: Locator) -> bool:
    """Those of its pieces that are ringed, one after the other; a move that names none has no such way."""
    for name in (button.get_attribute("data-pieces") or "").split():
        piece = one.page.locator(f":is(#board, #tray) .lit[data-piece='{name}']:visible")
        if piece.count() and not _press(one, piece.first):
            return False
    return _by_verb(one, button)


def _press(one: Person, piece: Locator) -> bool:
    """Where nothing covers it; on a phone in the pane that shows it."""
    panes = one.page.locator("#panes [data-pane]")
    places = [
        place for place in range(panes.count()) for _ in range(int(panes.nth(place).get_attribute("data-parts") or 1))
    ]
    for place in [-1, *places]:
        if place >= 0:
            panes.nth(place).click(timeout=BRIEFLY)  # once more: its next part
        piece.evaluate(
            "piece => piece.closest('#tray') && piece.scrollIntoView({ block: 'nearest', inline: 'nearest' })"
        )
        if point := piece.evaluate(POINT):
            one.page.mouse.click(*point)
            return True
    return False


def is_in_view(one: Person, button: Locator) -> bool:
    """Whether it is whole within the window."""
    box, size = button.bounding_box(), one.page.viewport_size
    if box is None or size is None:
        return False
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return min(box["x"], box["y"]) >= 0 and right <= size["width"] and bottom <= size["height"]


def _clear(one: Person) -> None:
    """Nothing is chosen any more, nor filled in."""
    less = one.page.locator("#tray .count.used [data-count='-1']:enabled")
    while less.count():
        less.first.click()
    one.page.keyboard.press("Escape")
    one.page.wait_for_function("() => !document.querySelector('#board .chosen, #tray .chosen')")
