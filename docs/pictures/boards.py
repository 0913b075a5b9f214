"""Makes the pictures of the boards: `python -m docs.pictures.boards`, or `make pictures`.

Games of known seeds are played by bots on the real server, and shown by a real Chromium as somebody at the table sees them:
`<game>-<early|middle|end>-<wide|phone>.png`, one of each game in dark, and the lobby.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from docs.pictures import rulebooks
from tests.browser.chromium import launch
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server

HERE = Path(__file__).parent
SEED = 6
LONG = 100_000
MIDDLE = {"path_to_safety": 24, "polycrisis": 150, "treasury": 100, "solidarity": 260, "turning_points": 112}
SIZES = {"wide": WIDE, "phone": PHONE}
LAST = 5  # moves that the pictures mark as new
TOLD = 5500  # milliseconds until the newest steps have been told


def show_game(browser: Browser, server: Server, game: str) -> None:
    """One game, from its beginning to its end, in all sizes."""
    people = {name: Person(browser, server.url, size=size) for name, size in SIZES.items()}
    night = Person(browser, server.url, dark=True)
    link = people["wide"].open_table(game, "me", "open", "open", "open", name="Ada")
    others = [Person(browser, server.url) for _ in range(3)]
    for seat, (one, name) in enumerate(zip(others, ("Ben", "Cleo", "Dan"), strict=True), 1):
        one.join(link, name, seat)
    for one in (people["phone"], night):
        one.join(people["wide"].link_to_share(), "Ada")
    for when, moves in (("early", 0), ("middle", MIDDLE[game]), ("end", LONG)):
        server.play_on(link, moves - LAST)
        for one in (*people.values(), night):
            one.page.reload()  # what has happened so far has been seen; what comes now is marked
            one.wait_until_live()
        _play_until_asked(server, link, moves)
        people["wide"].page.wait_for_timeout(TOLD)
        for name, one in people.items():
            _take(one, f"{game}-{when}-{name}")
        if when == "middle":
            _take(night, f"{game}-{when}-dark")
    for one in (*people.values(), night, *others):
        one.close()


def _play_until_asked(server: Server, link: str, moves: int) -> None:
    """So many moves, and on until the first seat is asked about something on the table."""
    live = server.play_on(link, moves)
    sitting = live.sitting
    while not sitting.over and not (0 in sitting.waiting and any(move.pieces for move in sitting.moves(0))):
        server.play_on(link, len(sitting.history) + 1)


def _take(one: Person, name: str) -> None:
    one.page.mouse.move(0, 0)
    one.picture(HERE / f"{name}.png")


def main() -> None:
    """All of them, and those in rulebooks."""
    rulebooks.main()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), seed=SEED)
        visitor = Person(browser, server.url)
        visitor.page.goto(server.url)
        _take(visitor, "lobby")
        visitor.close()
        for game in MIDDLE:
            show_game(browser, server, game)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
