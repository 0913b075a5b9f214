"""Chat: heard by exactly those it is for, kept with the game, and always text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from moot.table.live.entries import Said, written
from moot.table.persistence.store import NewRow
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


def test_what_was_said_before_it_was_written_down_who_heard_it_is_for_those_who_sat_there(
    house: House, ada: Browser, bo: Browser
) -> None:
    """As in logs of earlier releases: whoever takes the seat later on was not spoken to."""
    table = ada.open("polycrisis", name="Ada", option_seats=2, seat_0="me", seat_1="open")
    bo.join(table, 1, "Bo")
    live, cy = house.live(table), house.browser()
    house.forget(live)
    old = written(live.number + 1, live.at, Said(0, 1, "between us"))
    house.do(house.registry.store.write, [NewRow(table, old)])
    for browser, seat in ((ada, 0), (bo, 1)):
        with browser.at(table, seat) as line:
            assert [said["text"] for said in line.state["chat"]] == ["between us"]
    bo.post(f"/tables/{table}/leave", seat=1)
    cy.join(table, 1, "Cy")
    with cy.at(table, 1) as line:
        assert line.state["chat"] == []


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


def drawn(message: str) -> str:
    """A page's message without the words of its steps: these are set as text, never as markup."""
    told = json.loads(message)
    for step in told.get("told", ()):
        step.pop("words", None)
    return json.dumps(told, ensure_ascii=False)


def test_markup_in_names_and_chat_is_text(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me", public=1, name=NAME)
    pages = ["/", "/tables", f"/tables/{table}", f"/tables/{table}?watch", f"/tables/{table}/invite", "/new/polycrisis"]
    with ada.at(table, 0) as line, ada.at(table, 1, page=True) as page:
        line.send(do="chat", text=MARKUP)
        for _ in range(30):
            for other in house.live(table).sitting.waiting:
                house.do(house.live(table).play, other, house.live(table).sitting.numbers(other)[-1])
        page.settle()
        shown = [*map(drawn, page.heard), *(ada.page(address) for address in pages)]
    shown += [house.browser().page(f"/tables/{table}"), ada.get(f"/new/{MARKUP}").text]
    for text in shown:
        assert "<script>alert" not in text
        assert "<img" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in ada.page(f"/tables/{table}")
    assert "&lt;img src=x onerror=a()&gt; 1" in ada.page(f"/tables/{table}")


# Much of it


def test_a_seat_says_so_much_in_ten_minutes(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
        with ada.at(table, 0) as line, ada.at(table, 0) as again, ada.at(table, 1) as other:
            for number in range(30):
                assert (line, again)[number % 2].send(do="chat", text="bla")["type"] == "done"
            for one in (line, again):  # a second page of the seat does not help
                assert (
                    one.send(do="chat", text="bla")["error"] == "A seat may say 30 things in 10 minutes. Wait a little."
                )
            assert other.send(do="chat", text="my turn")["type"] == "done"
            assert line.play()["type"] == "done"


def chatter(house: House, table: str, many: int) -> None:
    """So much has been said, some of it to one seat."""
    live = house.live(table)
    ears = tuple(person for chair in live.chairs[:2] for person in chair.sitters)
    for number in range(many):
        private = {"to": 1, "ears": ears} if number % 10 == 0 else {"to": -1}
        live.chat.append(Said(0, text=f"line {number}", **private))


def test_a_table_hears_so_much(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        table = ada.open("polycrisis", option_seats=1)
        chatter(house, table, 5_000)
        with ada.at(table, 0) as line:
            assert "its chat is full" in line.send(do="chat", text="one more")["error"]


def test_a_page_has_the_newest_and_earlier_ones_when_asked(house: House, ada: Browser, table: str) -> None:
    chatter(house, table, 1_000)
    page = ada.page(f"/tables/{table}?seat=2")
    assert ("line 999<" in page, len(re.findall(r"line \d", page)), 'data-older="700"' in page) == (True, 200, True)
    assert len(page) < 500_000
    with ada.at(table, 2, page=True) as live:
        live.settle()
        shown = json.loads(live.heard[0])
    heard, older = shown["chat"], shown["older"]
    while older:
        answer = ada.get(f"/tables/{table}/chat?as=page&seat=2&before={older}").json()
        heard, older = answer["chat"] + heard, answer["older"]
    assert re.findall(r"line (\d+)", "".join(heard)) == [str(n) for n in range(1_000) if n % 10]


def test_so_has_a_program(house: House, ada: Browser, bo: Browser, table: str) -> None:
    chatter(house, table, 1_000)
    with ada.at(table, 1) as line:
        assert (len(line.state["chat"]), line.state["older_chat"]) == (200, 800)
        line.send(do="chat", text="and now")
        assert len(line.state["chat"]) == 201
    earlier = ada.get(f"/tables/{table}/chat?seat=1&before=800").json()
    assert (earlier["older"], earlier["chat"][-1]["text"], len(earlier["chat"])) == (600, "line 799", 200)
    private = bo.get(f"/tables/{table}/chat?seat=1&before=9999").json()  # who does not sit there hears what is for all
    assert all(one["to"] == -1 for one in private["chat"])
