"""A facilitator with a workshop, as tests move them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import httpx

from moot.table.live.table import LiveTable
from tests.table.house import Browser, House

NAMES = "Ada\nBo\nCy\nDee\nEve"
SOLIDARITY = {"option_seats": 2, "option_rounds": 2, "vary": "objective", "vary.1": "greed", "vary.2": "solidarity"}


@dataclass
class Desk:
    """A facilitator with a workshop."""

    house: House
    browser: Browser
    id: str
    key: str

    @property
    def at(self) -> str:
        """The facilitator's own address."""
        return f"/workshops/{self.id}/{self.key}"

    @property
    def live_tables(self) -> list[LiveTable]:
        """The tables, by their places."""
        workshop = self.house.do(self.house.registry.workshop, self.id)
        assert workshop is not None
        return [self.house.live(table) for table in workshop.tables]

    def page(self, more: str = "") -> str:
        """What the facilitator sees."""
        return self.browser.page(f"{self.at}{more}")

    def try_to(self, wish: str, **fields: Any) -> httpx.Response:
        """Send a wish."""
        return self.browser.post(f"{self.at}/do", do=wish, **fields)

    def do(self, wish: str, **fields: Any) -> None:
        """A wish that is fulfilled."""
        answer = self.try_to(wish, **fields)
        assert answer.status_code == 303, answer.text

    def refused(self, wish: str, **fields: Any) -> str:
        """A wish that is not; why."""
        answer = self.try_to(wish, **fields)
        assert answer.status_code == 400, answer.text
        return answer.text

    @property
    def links(self) -> dict[str, str]:
        """Everyone's link by name."""
        slips = re.findall(r"<h2>(.*?)</h2>.*?<code>(.*?)</code>", self.page("/links"))
        return {name: link.removeprefix("http://testserver") for name, link in slips}

    def seat(self, name: str) -> tuple[Browser, str, int]:
        """A guest comes by their link and sits down: their browser, table and seat."""
        browser = self.house.browser()
        answer = browser.post(self.links[name])
        assert answer.status_code == 303, answer.text
        return browser, *where(answer)


def where(answer: httpx.Response) -> tuple[str, int]:
    """The table and the seat that an answer leads to."""
    found = re.fullmatch(r"/tables/(.+)\?seat=(\d+)", answer.headers["location"])
    assert found
    return found[1], int(found[2])


def opened(house: House, game: str = "polycrisis", **fields: Any) -> Desk:
    """A workshop by its form."""
    browser = house.browser()
    answer = browser.post("/workshops", game=game, **{"names": NAMES, "tables": 2, "option_seats": 2, **fields})
    assert answer.status_code == 303, answer.text
    _, _, name, key = answer.headers["location"].split("/")
    return Desk(house, browser, name, key)
