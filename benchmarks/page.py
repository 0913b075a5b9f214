"""How light and how quick a page of a table is: `python benchmarks/page.py`. What it loads, how long it takes to look ahead, and
how soon a press is seen, in a Chromium of this machine. Prints one line of JSON for each game.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from moot.bots import Player
from moot.engine.ahead import look_ahead
from moot.engine.gestures import gathered
from moot.games import GAMES, load
from tests.browser.chromium import launch
from tests.browser.evening.test_size import loaded
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server

MOST_BYTES, MOST_AHEAD_MS, MOST_PRESS_MS = 150_000, 50, 100  # what the design allows
LATE = 60  # moves of the game whose page is weighed
# From a press to the first picture that shows something of it, by the page's own clock.
PRESSED = """() => {
  window.seen = [];
  let at = 0;
  addEventListener("pointerdown", (event) => (at = event.timeStamp), true);
  const note = (from) => requestAnimationFrame(() => setTimeout(() => window.seen.push(performance.now() - from)));
  const change = () => { if (at) note(at); at = 0; };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(change).observe(document.querySelector("main.stage"), all);
}"""


def at(times: Sequence[float], part: float) -> float:
    """So many of the times are shorter."""
    return round(sorted(times)[min(len(times) - 1, int(part * len(times)))], 1)


def look_ahead_ms(name: str, games: int) -> list[float]:
    """Processor time to say what would follow upon each of some answers of a page, in games of greedy bots."""
    times, luck = list[float](), Random(name)
    for seed in range(games):
        t = load(name).start(seed=seed, seats=4)
        player = Player(t, ["greedy"])
        while not t.over:
            if luck.random() < 0.1:
                seat = luck.choice(t.waiting)
                move = luck.choice(gathered(t, seat))
                begun = process_time()
                look_ahead(t, seat, [(number, "x" if move.writes else "") for number in (move.number, *move.also)])
                times.append(1000 * (process_time() - begun))
            player.play()
    return times


def pressed_ms(browser: Browser, server: Server, name: str, size: tuple[int, int], presses: int) -> list[float]:
    """How soon it is seen that somebody has pressed something: an answer, a verb, or a piece."""
    one, luck = Person(browser, server.url, size=size), Random(name)
    link = one.open_table(name, "me", "open", "open")
    live = server.live(link)
    one.page.evaluate(PRESSED)
    for _ in range(presses):
        while not live.sitting.over and 0 not in live.sitting.waiting:
            server.play_on(link, len(live.sitting.history) + 1)
        one.page.locator("#dock :is([data-move], .result)").first.wait_for(state="attached")
        one.page.wait_for_function("() => !document.querySelector('#dock .fresh')")
        shown = one.page.locator("#answers :is(.move):visible, .exits .move:visible").all()
        if live.sitting.over or not shown:
            break
        luck.choice(shown).click()
        one.page.wait_for_timeout(200)
    times: list[float] = one.page.evaluate("() => window.seen")
    one.context.close()
    return times


def weighed(browser: Browser, server: Server, name: str) -> dict[str, int]:
    """What a page of a table in mid-game loads, in bytes as they are sent, by kind."""
    one = Person(browser, server.url)
    link = one.open_table(name, "me", "open", "open", "open")
    server.play_on(link, LATE)
    sizes = loaded(one.page, link)
    one.context.close()
    return dict(sizes)


def measured(browser: Browser, server: Server, name: str, games: int, presses: int) -> dict[str, Any]:
    """Everything about one game's page."""
    sizes, ahead = weighed(browser, server, name), look_ahead_ms(name, games)
    seen = [ms for size in (WIDE, PHONE) for ms in pressed_ms(browser, server, name, size, presses)]
    without = sum(size for kind, size in sizes.items() if kind != "woff2")
    return {
        "game": name,
        "bytes": without,
        "bytes_of_fonts": sizes.get("woff2", 0),
        "look_ahead_ms": {"median": at(ahead, 0.5), "95 %": at(ahead, 0.95)},
        "press_seen_ms": {"median": at(seen, 0.5), "95 %": at(seen, 0.95)},
        "within": without <= MOST_BYTES and at(ahead, 0.95) <= MOST_AHEAD_MS and at(seen, 0.95) <= MOST_PRESS_MS,
    }


def main() -> None:
    """Weigh the page of a table in every game, and time what its player waits for."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--played", type=int, default=2, help="games in which it is looked ahead")
    parser.add_argument("--presses", type=int, default=30, help="at each of two sizes")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, browser = Server(Path(folder), first_port=8990), launch(playwright)
        for name in chosen.games:
            print(json.dumps(measured(browser, server, name, chosen.played, chosen.presses)), flush=True)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
