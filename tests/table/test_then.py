"""A line of the log leads to the board as everyone saw it then, and to nothing else."""

from __future__ import annotations

import re

import pytest

from moot.engine.flow import EVERYONE
from moot.engine.hearing import heard_by
from moot.table.live.table import LiveTable
from moot.table.rendering.then import moves_until
from tests.table.house import ALL, Browser, House

SEATS = {"option_seats": 3, "seat_0": "me", "seat_1": "me", "seat_2": "me"}
MOVES = 24


def played(house: House, ada: Browser, name: str) -> tuple[LiveTable, list[str]]:
    """A table in mid-game, and its public board after every move."""
    live = house.live(ada.open(name, name="Ada", **SEATS))
    boards = [board_now(ada, live)]
    for _ in range(MOVES):
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
        boards.append(board_now(ada, live))
    return live, boards


def board_now(ada: Browser, live: LiveTable) -> str:
    """What the board says to those who watch."""
    page = ada.page(f"/tables/{live.id}?watch")
    return texts(page.partition('id="board"')[2].partition('<div id="told"')[0])


def texts(html: str) -> str:
    """A drawing without its marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", html.partition(">")[2]).split())


@pytest.mark.parametrize("name", ALL)
def test_a_line_leads_to_the_board_as_all_saw_it_when_it_was_told(house: House, name: str) -> None:
    ada = house.browser()
    live, boards = played(house, ada, name)
    heard = [live.sitting.log[place] for place in heard_by(live.sitting.log, 0)]
    for line in {0, len(heard) // 2, len(heard) - 1}:
        shown = texts(">" + ada.page(f"/tables/{live.id}/then?seat=0&line={line}"))
        assert shown == boards[moves_until(live, 0, line)]


@pytest.mark.parametrize("name", ALL)
def test_what_was_told_to_one_alone_leads_to_what_all_had_heard_before(house: House, name: str) -> None:
    live, _ = played(house, house.browser(), name)
    log = live.sitting.log
    for seat in range(3):
        last = 0
        for line, place in enumerate(heard_by(log, seat)):
            last = log[place].after if log[place].audience == EVERYONE else last
            assert moves_until(live, seat, line) == last


def test_a_stranger_is_shown_what_those_who_watch_have_heard(house: House) -> None:
    live, _ = played(house, house.browser(), "path_to_safety")
    stranger = house.browser()
    own, watching = (stranger.page(f"/tables/{live.id}/then?line=9&{way}") for way in ("seat=0", "watch"))
    assert own == watching


def test_nothing_of_a_board_that_was_can_be_pressed(house: House) -> None:
    ada = house.browser()
    live, _ = played(house, ada, "treasury")
    drawn = ada.page(f"/tables/{live.id}/then?seat=0&line=3")
    assert not re.search(r'data-piece=|tabindex=|\bid="(?!then-)', drawn)
