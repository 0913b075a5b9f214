"""What a game tells only when it is over: on the page of its table then, and nowhere before."""

from __future__ import annotations

import re
from typing import Any

from moot.table.rendering.rulebooks import afterwards_html, rulebook_html
from tests.table.house import ALL, Browser, House
from tests.table.test_seats import end

TWO: dict[str, Any] = {
    "name": "Ada",
    "option_seats": 2,
    "option_rounds": 1,
    "option_objective": "solidarity",
    "seat_0": "me",
    "seat_1": "open",
}
TELLING = "more points than any other two together"  # words of what is told
GAME = "solidarity"


def open_two(ada: Browser, bo: Browser, **options: Any) -> str:
    """A table of Ada and Bo."""
    table = ada.open(GAME, **TWO | options)
    bo.join(table, 1, "Bo")
    return table


def test_the_plain_rulebook_never_tells(ada: Browser) -> None:
    assert TELLING in ALL[GAME].afterwards
    for address in ("/", f"/new/{GAME}", f"/games/{GAME}/rulebook", f"/games/{GAME}/board.css"):
        assert TELLING not in ada.page(address)


def test_before_the_end_no_page_of_the_table_tells(ada: Browser, bo: Browser) -> None:
    table = open_two(ada, bo)
    for address in (f"/tables/{table}", f"/tables/{table}?watch", f"/games/{GAME}/rulebook?table={table}"):
        assert TELLING not in ada.page(address)
    with ada.at(table, 0, page=True) as line:
        line.settle()
        assert TELLING not in str(line.state)


def test_after_the_end_the_result_and_the_rulebook_of_the_table_tell(house: House, ada: Browser, bo: Browser) -> None:
    table = open_two(ada, bo)
    other = ada.open(GAME, **TWO)
    end(house, table)
    assert TELLING in ada.page(f"/tables/{table}")
    book = ada.page(f"/games/{GAME}/rulebook?table={table}")
    assert TELLING in book
    assert len(re.findall(r'id="rule-6-4"', book)) == 1
    assert book.index('id="rule-6-4"') < book.index(TELLING) < book.index('id="rule-1-1"')
    assert f'data-rulebook="/games/{GAME}/rulebook?table={table}"' in ada.page(f"/tables/{table}")
    # To those who look at another table, or at none, nothing is told.
    for address in (f"/games/{GAME}/rulebook?table={other}", f"/games/{GAME}/rulebook?table=nowhere"):
        assert TELLING not in ada.page(address)
    assert TELLING not in ada.page(f"/games/polycrisis/rulebook?table={table}")


def test_after_a_game_that_it_does_not_concern_nothing_is_told(house: House, ada: Browser, bo: Browser) -> None:
    """Who has played for Greed may play for Solidarity next."""
    table = open_two(ada, bo, option_objective="greed")
    live = end(house, table)
    assert live.tells_all
    assert ALL[GAME].afterwards_of(live.sitting.state) == live.afterwards == ""
    page, book = ada.page(f"/tables/{table}"), ada.page(f"/games/{GAME}/rulebook?table={table}")
    assert "greed is counted" in page
    for text in (page, book):
        assert TELLING not in text
        assert "what was not said before" not in text
    with ada.at(table, 0) as line, ada.at(table, 0, page=True) as other:
        line.settle()
        other.settle()
        assert TELLING not in "".join([*line.heard, *other.heard])
    assert book == ada.page(f"/games/{GAME}/rulebook")


def test_a_game_with_nothing_to_tell_tells_nothing(house: House, ada: Browser) -> None:
    game = ALL["path_to_safety"]
    assert game.afterwards == ""
    assert afterwards_html(game.afterwards) == ""
    assert rulebook_html(game, game.afterwards) == rulebook_html(game)
    table = ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me")
    end(house, table)
    assert "afterwards" not in ada.page(f"/tables/{table}")
