"""What stands in the way of a first evening, counted on the page: `python benchmarks/evening.py`. One game of each kind is played
by random answers at every size, and one by a greedy bot's; it prints the table of benchmarks/README.md.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from moot.bots.rating import ratings
from moot.games import GAMES
from tests.browser.chromium import launch
from tests.browser.evening.held import HeldTable
from tests.browser.evening.pressing import Presser
from tests.browser.people import Person
from tests.browser.server import Server

SIZES = {"1280x800": (1280, 800), "1920x1080": (1920, 1080), "390x844": (390, 844)}
SHORT: dict[str, dict[str, int]] = {"solidarity": {"rounds": 2}}
# What is seen of the answers before anything was pressed: a button in view, the button of a verb, or a ringed piece.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const inView = (one) => {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || box.width === 0) return false;
    return box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  };
  const moves = all(":is(#dock, #inbox) .move[data-move]");
  const buttons = all(":is(#dock, #inbox) :is(.move, .step)").filter(inView);
  const verbs = new Set(all("#dock [data-verbs]").filter(inView).map((one) => one.dataset.verbs));
  const ringed = new Set(all("#board .lit, #tray .lit").filter(inView).map((one) => one.dataset.piece));
  const isRinged = (move) => move.dataset.pieces.split(" ").some((name) => ringed.has(name));
  const isThere = (move) => inView(move) || verbs.has(move.dataset.verb) || isRinged(move);
  const filled = buttons.find((one) => one.matches(".primary"));
  const small = (one) => { const box = one.getBoundingClientRect(); return box.width < 43.25 || box.height < 43.25; };
  return {
    every: moves.every(isThere), none: buttons.length === 0,
    buttons: buttons.length, small: buttons.filter(small).length,
    filled: filled?.dataset.move ? Number(filled.dataset.move.split("-")[0]) : null,
    longest: Math.max(0, ...buttons.map((one) => one.textContent.replace(/\\s+/g, " ").trim().length)),
  };
}"""


@dataclass
class Counted:
    """What was seen in a game at one size."""

    questions: int = 0
    every: int = 0  # questions at which every answer is in view
    none: int = 0  # questions without any button in view
    buttons: int = 0
    small: int = 0  # buttons under 44 px
    filled: int = 0  # questions with a filled button
    lowest: int = 0  # of them, those at which it is rated lowest
    longest: int = 0  # signs of a button
    answers: list[int] = field(default_factory=list)

    def note(self, look: dict[str, Any], table: HeldTable) -> None:
        """One question."""
        self.questions += 1
        for name in ("every", "none", "buttons", "small"):
            setattr(self, name, getattr(self, name) + look[name])
        self.longest = max(self.longest, look["longest"])
        if look["filled"] is not None:
            self.filled += 1
            self.lowest += is_lowest(table, look["filled"])


def is_lowest(table: HeldTable, number: int) -> bool:
    """Whether no answer is rated lower than this one, and some are rated higher."""
    sitting = table.live.sitting
    if sitting.state.asking[0] not in sitting.game.rules.ratings:
        return False
    rated = ratings(sitting, 0)
    return rated.get(number) == min(rated.values()) < max(rated.values())


def played(table: HeldTable, choose: Callable[[HeldTable], list[int]], most: int) -> Counted:
    """A game in which everything is looked at."""
    counted, presser = Counted(), Presser(table)
    for _ in table.questions(most):
        counted.note(table.page.evaluate(LOOK), table)
        presser.give(choose(table))
    counted.answers.append(sum(1 for seat, _ in table.live.sitting.history if seat == 0))
    return counted


def at_random(luck: Random) -> Callable[[HeldTable], list[int]]:
    """Any answer that the page offers."""

    def choose(table: HeldTable) -> list[int]:
        offered = table.page.locator(":is(#dock, #inbox) .move[data-move]").evaluate_all(
            "all => all.map(one => one.dataset.move)"
        )
        return list(map(int, luck.choice(offered).split("-")))

    return choose


def rows(seen: dict[str, dict[str, Counted]], greedy: dict[str, Counted]) -> Iterator[tuple[str, list[str]]]:
    """The rows of the table, each with a cell for every game."""
    sizes, phone = list(SIZES), "390x844"
    every = [" / ".join(share(by[size].every, by[size].questions) for size in sizes) for by in seen.values()]
    yield f"every answer in view at its question, {' / '.join(sizes)}", every
    none = [" / ".join(share(by[size].none, by[size].questions) for size in (sizes[0], phone)) for by in seen.values()]
    yield "questions without any button in view, 1280 / 390", none
    yield "buttons under 44 px, at 390", [share(by[phone].small, by[phone].buttons) for by in seen.values()]
    lowest = [(sum(one.lowest for one in by.values()), sum(one.filled for one in by.values())) for by in seen.values()]
    yield "of the filled buttons, those that the bot rates lowest", [share(*one) for one in lowest]
    longest = [max(one.longest for one in by.values()) for by in seen.values()]
    answers = [greedy[game].answers[0] for game in seen]
    said = [f"{many}; {signs}" for many, signs in zip(answers, longest, strict=True)]
    yield "answers a seat gives in a game (greedy); longest button", said


def share(some: int, of: int) -> str:
    """In hundredths."""
    return f"{100 * some / of:.0f} %" if of else "—"


def main() -> None:
    """Count what stands in the way of a first evening, in every game and at every size."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--questions", type=int, default=1000, help="at most so many of each game")
    chosen = parser.parse_args()
    seen: dict[str, dict[str, Counted]] = {}
    greedy: dict[str, Counted] = {}
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder), first_port=8950, forced=True), launch(playwright)
        for game in chosen.games:
            for name, size in SIZES.items():
                table = HeldTable(
                    server,
                    lambda **ways: Person(browser, server.url, **ways),
                    game,
                    size=size,
                    options=SHORT.get(game, {}),
                )
                luck = Random(f"{game} {name}")
                seen.setdefault(game, {})[name] = played(table, at_random(luck), chosen.questions)
                table.one.context.close()
            table = HeldTable(server, lambda **ways: Person(browser, server.url, **ways), game)
            greedy[game] = played(table, HeldTable.greedy_way, 1000)
            table.one.context.close()
        browser.close()
        server.stop()
    print("| | " + " | ".join(chosen.games) + " |")
    print("|---" * (1 + len(chosen.games)) + "|")
    for name, cells in rows(seen, greedy):
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
