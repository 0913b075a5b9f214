"""Chat: heard by exactly those it is for, kept with the game, and always text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.table.house import Browser, House, Line

MARKUP = "<script>alert(1)</script>"
NAME = "<img src=x onerror=a()>"


@pytest.fixture
def table(ada: Browser) -> str:
    """Three seats, all of one person."""
    return ada.open("polycrisis", option_seats=3, seat_0="me", seat_1="me", seat_2="me")


@pytest.fixture
def lines(ada: Browser, table: str) -> Iterator[list[Line]]:
    """The three seats and a spectator."""
    with ExitStack() as stack:
        yield [stack.enter_context(ada.at(table, seat)) for seat in (0, 1, 2, -1)]


def heard(lines: list[Line]) -> list[list[str]]:
    """What each has heard in chat."""
    for line in lines:
        line.settle()
    return [[said["text"] for said in line.state["chat"]] for line in lines]


def test_what_is_said_to_the_table_reaches_all(lines: list[Line]) -> None:
    assert lines[1].send(do="chat", text="  Hello\n there ")["type"] == "done"
    assert heard(lines) == [["Hello there"]] * 4


def test_what_is_said_to_one_seat_reaches_the_two_alone(lines: list[Line]) -> None:
    lines[0].send(do="chat", text="a deal?", to=2)
    assert heard(lines) == [["a deal?"], [], ["a deal?"], []]


def test_who_comes_later_hears_the_same(ada: Browser, table: str, lines: list[Line]) -> None:
    lines[0].send(do="chat", text="to all")
    lines[0].send(do="chat", text="to one", to=1)
    for seat, said in ((0, ["to all", "to one"]), (1, ["to all", "to one"]), (2, ["to all"]), (-1, ["to all"])):
        with ada.at(table, seat) as line:
            assert [one["text"] for one in line.state["chat"]] == said


def test_pages_hear_the_same(ada: Browser, table: str, lines: list[Line]) -> None:
    lines[0].send(do="chat", text="psst", to=1)
    assert ["psst" in ada.page(f"/tables/{table}?seat={seat}") for seat in range(3)] == [True, True, False]
    assert "psst" not in ada.page(f"/tables/{table}?watch")


@pytest.mark.parametrize("to", [0, 3, -2, 10**30])
def test_one_speaks_to_the_table_or_to_another_seat(lines: list[Line], to: int) -> None:
    assert lines[0].send(do="chat", text="hm", to=to)["error"] == "Speak to the table, or to one of the other seats."
    assert heard(lines) == [[], [], [], []]


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "a" * 501, "\u202e"])
def test_a_message_has_some_text_and_not_too_much(lines: list[Line], text: str) -> None:
    assert lines[0].send(do="chat", text=text)["error"] == "A message has 1 to 500 characters."


def test_markup_in_names_and_chat_is_text(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me", public=1, name=NAME)
    pages = ["/", "/tables", f"/tables/{table}", f"/tables/{table}?watch", f"/tables/{table}/invite", "/new/polycrisis"]
    with ada.at(table, 0) as line, ada.at(table, 1, page=True) as page:
        line.send(do="chat", text=MARKUP)
        for _ in range(30):
            for other in house.room(table).sitting.waiting:
                house.do(house.room(table).play, other, house.room(table).sitting.numbers(other)[-1])
        page.settle()
        shown = [*page.heard, *(ada.page(address) for address in pages)]
    shown += [house.browser().page(f"/tables/{table}"), ada.get(f"/new/{MARKUP}").text]
    for text in shown:
        assert "<script>alert" not in text
        assert "<img" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in ada.page(f"/tables/{table}")
    assert "&lt;img src=x onerror=a()&gt; 1" in ada.page(f"/tables/{table}")
