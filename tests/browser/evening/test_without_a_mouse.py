"""Whole games by the keyboard alone; and by ear alone, by what a screen reader reads out and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Locator

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.evening.held import WAKE, HeldTable
from tests.browser.evening.typing import Typist
from tests.browser.server import Server

FORCED = True
FIRST = 8  # questions in `make test`
MANY = 1000
SHORT: dict[str, dict[str, int]] = {"solidarity": {"rounds": 2}, "turning_points": {"rings": 1}}
NAME = re.compile(r'button "((?:[^"\\\\]|\\\\.)*)"')  # as it is read out
TRIES = 30  # presses that lead to one answer


# By keyboard


def by_keyboard(table: HeldTable, most: int) -> int:
    """A game; the focus is never lost. How many questions were answered."""
    typist, answered = Typist(table), 0
    for _ in table.questions(most):
        assert answered == 0 or typist.focus, "the focus is lost when a question comes"
        typist.give(table.greedy_way())
        table.let(WAKE)
        assert typist.focus, "the focus is lost when an answer is given"
        answered += 1
    return answered


@pytest.mark.parametrize("game", GAMES)
def test_the_first_questions_by_keyboard(server: Server, person: Invite, game: str) -> None:
    assert by_keyboard(HeldTable(server, person, game), FIRST) == FIRST


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_by_keyboard(server: Server, person: Invite, game: str) -> None:
    table = HeldTable(server, person, game, options=SHORT.get(game, {}))
    by_keyboard(table, MANY)
    assert table.live.sitting.over
    assert Typist(table).focus


def test_the_answer_is_one_key_from_the_top(server: Server, person: Invite) -> None:
    table = HeldTable(server, person, "treasury")
    table.settle()
    table.tell()
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Tab")
    assert table.page.evaluate("() => document.activeElement.textContent") == "Skip to your answer"
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Tab")
    assert table.page.evaluate("() => document.activeElement.closest('#dock') !== null")


# By ear


class Listener:
    """Somebody who knows of the page what a screen reader says: roles and names."""

    def __init__(self, table: HeldTable, luck: Random) -> None:
        self.table, self.luck = table, luck
        self.dock = table.page.get_by_role("region", name="Your answer")

    def buttons(self, among: Locator) -> list[str]:
        """Those that can be pressed, by their names; no two are called alike, and none has no name."""
        said = among.aria_snapshot() if among.count() else ""
        names = [re.sub(r"\\(.)", r"\1", name) for name in NAME.findall(said)]
        assert len(names) == len(re.findall(r"^\s*- '?button", said, re.MULTILINE)), f"a button has no name: {said}"
        twice = [name for name, many in Counter(names).items() if many > 1]
        assert not twice, f"these buttons cannot be told apart by ear: {twice}"
        return names

    def give(self) -> None:
        """Any answer: a verb, what it can be done to, and once more for what is asked after."""
        before = self.table.live.answers[0]
        for tried in range(TRIES):
            answers, exits = self.buttons(self.dock.get_by_role("group")), self.buttons(self.dock.locator(".exits"))
            exits = [name for name in exits if name != "Take back"]
            sure = [name for name in answers + exits if name.startswith("Yes: ")]
            self._press(self.luck.choice(sure or (exits if self._leaves(tried) else []) or answers or exits))
            if self.table.live.answers[0] != before or self.table.live.sitting.over:
                return
        raise AssertionError("no answer was given")

    def _leaves(self, tried: int) -> bool:
        """Whether they have enough."""
        return self.luck.random() < (0.25 if tried < TRIES / 2 else 0.9)

    def _press(self, name: str) -> None:
        """By Enter; a field beside it is filled in first."""
        button = self.dock.get_by_role("button", name=name, exact=True).first
        field = button.locator("xpath=ancestor::form//input")
        if field.count() and not field.input_value():
            field.fill(field.get_attribute("min") or f"thing {self.table.live.answers[0]}")
        button.focus()
        self.table.page.keyboard.press("Enter")
        self.table.let(WAKE)
        self.table.page.wait_for_function("() => !document.querySelector('.move[aria-busy]')")
        self.table.let(WAKE)


def by_ear(table: HeldTable, game: str, most: int) -> int:
    """A game; how many questions were answered."""
    listener, answered = Listener(table, Random(game)), 0
    for _ in table.questions(most):
        question = listener.dock.get_by_role("paragraph").first.inner_text()
        assert question, "the question is read out"
        listener.give()
        answered += 1
    return answered


@pytest.mark.parametrize("game", GAMES)
def test_the_first_questions_by_ear(server: Server, person: Invite, game: str) -> None:
    assert by_ear(HeldTable(server, person, game), game, FIRST) == FIRST


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_by_ear(server: Server, person: Invite, game: str) -> None:
    table = HeldTable(server, person, game, options=SHORT.get(game, {}))
    by_ear(table, game, MANY)
    assert table.live.sitting.over
    assert "How it ended" in table.page.locator("#dock").aria_snapshot()
