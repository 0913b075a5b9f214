"""A person who plays a whole game by presses alone, looks at every question, and tries some of the ways to each answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from moot.bots import BOTS, choose_for, luck_of
from moot.table.live.table import LiveTable
from tests.browser.evening.looking import look
from tests.browser.evening.ways import ways_to
from tests.browser.people import Person
from tests.browser.server import Server

MOST_QUESTIONS = 400
# Nothing fades in any more, and colours are what they become.
RESTS = (
    "() => !document.querySelector('.fresh') && !document.getAnimations().some((one) => one instanceof CSSTransition)"
)
GREEDILY = 0.5  # how often the answer is the greedy bot's, and not any


# The game is over, or somebody is asked and has answers; an offer has its own beside it.
ANSWERABLE = """() => document.querySelector("#dock .result")
  || (document.querySelector("#dock[data-state=asked]") && document.querySelector(":is(#dock, #inbox) .move[data-move]"))"""


@dataclass
class Protocol:
    """What was seen in one game."""

    questions: int = 0
    wrong: Counter[str] = field(default_factory=Counter)  # by sentence
    rows: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)  # where the dock's rows were

    def note(self, question: str, wrong: list[str], rows: dict[str, list[int]]) -> None:
        """One question."""
        self.questions += 1
        self.wrong.update(f"{question}: {sentence}" for sentence in wrong)
        for row, place in rows.items():
            self.rows.setdefault(row, set()).add(tuple(place or ()))

    def complaints(self) -> list[str]:
        """All that was wrong, most often first."""
        moved = [f"{row} was at {sorted(places)}" for row, places in self.rows.items() if len(places) > 1]
        return [*(f"{many} times: {sentence}" for sentence, many in self.wrong.most_common()), *moved]


class Walk:
    """One person's game, from the first question to the end."""

    def __init__(self, server: Server, one: Person, link: str, luck: Random, tries: int = 2) -> None:
        self._one, self._luck, self._tries = one, luck, tries
        self._live: LiveTable = server.live(link)
        self.protocol = Protocol()

    def play(self, most: int = MOST_QUESTIONS) -> Protocol:
        """Until the game is over, or so many questions have been seen."""
        for _ in range(most):
            if not self._is_asked():
                break
            self._look()
            self._one.give(self._chosen())
        return self.protocol

    def _is_asked(self) -> bool:
        """Wait for the next question; False when the game is over."""
        self._one.page.wait_for_function(
            ANSWERABLE,
            timeout=60_000,
        )
        return not self._one.over

    def _look(self) -> None:
        """At the question, when everything that has just appeared can be pressed; then along the ways to some answers."""
        page = self._one.page
        page.wait_for_function(RESTS)
        seen = look(page)
        ways = [wrong for move in self._some_moves() for wrong in ways_to(self._one, move)]
        self.protocol.note(page.locator("#question").inner_text(), [*seen.wrong, *ways], seen.rows)

    def _some_moves(self) -> list[str]:
        """Some of those that are reached by words and pieces alone, and not by turning something."""
        moves = self._on_page(":not([data-side])")
        return self._luck.sample(moves, min(self._tries, len(moves)))

    def _on_page(self, which: str = "") -> list[str]:
        """The answers as the page's buttons number them."""
        buttons = self._one.page.locator(f":is(#dock, #inbox) .move[data-move]{which}")
        moves: list[str] = buttons.evaluate_all("all => all.map((one) => one.dataset.move)")
        return moves

    def _chosen(self) -> str:
        """The greedy bot's answer, if a button begins with it; or any."""
        sitting, moves = self._live.sitting, self._on_page()
        luck = luck_of(sitting.machine, self._luck.getrandbits(40))
        best = choose_for(sitting.machine, sitting.array.copy(), 0, BOTS.index("greedy"), luck)
        good = [move for move in moves if move.partition("-")[0] == str(best)]
        return self._luck.choice(good if good and self._luck.random() < GREEDILY else moves)
