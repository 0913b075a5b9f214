"""Names that players write, at a table: sent, kept, read by those who may, and never anything but text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import pytest

from moot.engine import Move, replay
from moot.table.feeds.session import Session
from moot.table.live import entries
from moot.table.live.table import LiveTable
from moot.table.persistence.store import NewRow
from moot.table.rendering.answers import Amount, one_amount
from tests.engine.pets import GAME, KINDS, Step
from tests.table.house import Browser, House, Line

PETS = {"pets": GAME}
TWO: dict[str, Any] = {"name": "Ada", "option_seats": 2, "seat_0": "me", "seat_1": "open"}
KEEP, WANT = {"choice": "keep", "arguments": [1]}, {"choice": "amount", "arguments": [5]}
NASTY = '<b>"x"&\'</b>'


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that knows Pets."""
    with House(tmp_path, PETS) as house:
        yield house


def sit_down(ada: Browser, bo: Browser) -> str:
    """A table of Ada and Bo."""
    table = ada.open("pets", **TWO)
    bo.join(table, 1, "Bo")
    return table


def move_of(line: Line, **wanted: Any) -> dict[str, Any]:
    """The first move that is like this."""
    return next(move for move in line.state["moves"] if wanted.items() <= move.items())


def write(line: Line, text: str) -> dict[str, Any]:
    """Answer with the move that writes."""
    return line.send(do="play", move=move_of(line, writes=True)["number"], answer=line.state["answer"], text=text)


def settle(line: Line) -> None:
    """Keep the name, and want some."""
    for wanted in (KEEP, WANT):
        assert line.play(move_of(line, **wanted)["number"])["type"] == "done"


def told(line: Line) -> list[str]:
    """What a line has heard."""
    return [event["text"] for event in line.state["events"]]


def play_out(house: House, live: LiveTable, *rounds: tuple[str, str]) -> None:
    """Whole rounds, each seat with a text."""
    for texts in rounds:
        for seat, text in enumerate(texts):
            house.do(live.play, seat, live.sitting.numbers(seat)[KINDS], None, text)
            house.do(live.play, seat, live.sitting.numbers(seat)[1])
            house.do(live.play, seat, live.sitting.numbers(seat)[4])


# Over the socket


def test_moves_that_write_are_marked_and_take_a_text(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    with ada.at(table, 0) as mine, bo.at(table, 1) as theirs:
        assert [move.get("writes", False) for move in mine.state["moves"]] == [False, False, False, True]
        assert write(mine, " kittens(litters) ")["type"] == "done"
        assert told(mine) == ["Ada names kittens (litters)."]
        assert mine.state["question"]["text"] == "Do you keep kittens (litters)?"
        settle(mine)
        theirs.settle()
        assert told(theirs) == []
        assert not any("kittens" in heard for heard in theirs.heard)
        write(theirs, "Kittens")
        settle(theirs)
        mine.settle()
        assert told(mine)[-2:] == ["Bo names Kittens.", "Bo wants 5 Kittens."]
        assert mine.state["view"]["earned"][:2] == [0, 0]
        assert "key" not in mine.state["view"]


@pytest.mark.parametrize("text", ["x" * 25, "kit(t)en", "a\nb", " ", "kittens ()"])
def test_what_is_no_name_is_refused_with_a_reason(house: House, ada: Browser, text: str) -> None:
    table = ada.open("pets", **TWO)
    live = house.live(table)
    with ada.at(table, 0) as mine:
        before = bytes(live.sitting), live.number
        refused = write(mine, text)
        assert refused["type"] == "refused"
        assert refused["error"].startswith("A ")
        assert (bytes(live.sitting), live.number) == before


def test_a_text_where_none_can_be_written_is_refused(ada: Browser) -> None:
    table = ada.open("pets", **TWO)
    with ada.at(table, 0) as mine:
        printed = mine.state["moves"][0]["number"]
        refused = mine.send(do="play", move=printed, answer=0, text="kittens")
        assert refused["error"] == "Nothing can be written with this move."
        assert mine.say('{"do": "play", "move": 0, "answer": 0, "text": 7}')["type"] == "refused"


def test_a_piece_is_explained_by_its_name(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    play_out(house, house.live(table), ("kittens", "ponies"))
    with ada.at(table, 0) as mine:
        assert mine.send(do="why", piece=f"pet-{KINDS}")["text"] == "kittens cannot be chosen."


def test_a_name_taken_back_and_written_anew_is_told_anew(house: House, ada: Browser, bo: Browser) -> None:
    """Even to who lags behind and hears of both steps at once; others do not notice."""
    table = sit_down(ada, bo)
    live = house.live(table)
    number = live.sitting.numbers(0)[KINDS]
    with ada.at(table, 0) as mine, ada.at(table, 0, page=True) as page, bo.at(table, 1) as theirs:
        write(mine, "kittens")
        page.settle()

        async def think_again() -> None:
            sessions = cast("list[Session]", list(live.watchers))
            speaking = [session._speak for session in sessions]
            for session in sessions:
                session._speak = lambda: None  # type: ignore[method-assign]
            await live.take_back(0)
            await live.play(0, number, None, "ponies")
            for session, speak in zip(sessions, speaking, strict=True):
                session._speak = speak  # type: ignore[method-assign]
                session.stir()

        house.do(think_again)
        mine.settle()
        page.settle()
        assert told(mine) == ["Ada names ponies."]
        assert any("Ada names ponies." in heard and '"log_again":true' in heard for heard in page.heard)
        theirs.settle()
        assert not any("from_start" in heard or "Ada names" in heard for heard in theirs.heard)


# Kept


def test_names_are_there_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path, PETS) as house:
        ada, bo = house.browser(), house.browser()
        table, secret = sit_down(ada, bo), ada.secret
        live = house.live(table)
        with ada.at(table, 0) as mine, bo.at(table, 1) as theirs:
            write(mine, "hens")
            mine.send(do="take_back", answer=mine.state["answer"])
            write(mine, "kittens (litters)")
            write(theirs, "ponies")
            settle(theirs)
        before = bytes(live.sitting), live.sitting.played, live.sitting.names
    with House(tmp_path, PETS) as house:
        live = house.live(table)
        assert (bytes(live.sitting), live.sitting.played, live.sitting.names) == before
        ada = house.browser(secret)
        with ada.at(table, 0) as mine:
            assert told(mine) == ["Ada names kittens (litters)."]
            settle(mine)
            assert "Bo names ponies." in told(mine)
        assert "kittens (litters)" in ada.page(f"/tables/{table}")


def test_names_are_there_when_the_rules_have_changed(tmp_path: Path) -> None:
    """Old logs may go on from a position that was laid down; what was written before is known from them."""
    with House(tmp_path, PETS) as house:
        ada, bo = house.browser(), house.browser()
        table = sit_down(ada, bo)
        live = house.live(table)
        play_out(house, live, ("kittens", "ponies"))
        house.do(live.play, 0, live.sitting.numbers(0)[KINDS], None, "cows")
        house.do(live.take_back, 0)
        record = bytes(live.sitting)
        row = entries.written(live.number + 1, live.now(), entries.Rules("", record))
        house.do(house.registry.store.write, [NewRow(table, row)])
        written = live.sitting.names.written
    with House(tmp_path, PETS) as house:
        live = house.live(table)
        assert live.past
        assert live.sitting.names.written == written == {KINDS: "kittens", KINDS + 2: "ponies"}
        house.do(live.play, 0, live.sitting.numbers(0)[KINDS], None, "hens")
    with House(tmp_path, PETS) as house:
        assert house.live(table).sitting.names.written == {**written, KINDS + 1: "hens"}


def test_a_saved_game_tells_the_names_again(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    live = house.live(table)
    play_out(house, live, ("kittens", "ponies"), ("hens", NASTY))
    again = replay(GAME, ada.get(f"/tables/{table}/game.json").text)
    again.names = ["Ada", "Bo"]
    assert again.lines(1) == live.sitting.lines(1)
    assert again.names == live.sitting.names


def test_a_moment_shows_the_names_of_its_time(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    live = house.live(table)
    own = live.sitting.numbers(0)[KINDS]
    house.do(live.play, 0, own, None, "hens")
    house.do(live.play, 0, live.sitting.numbers(0)[0])
    play_out(house, live, ("kittens", "ponies"), ("cows", "bees"))
    first, later = (ada.page(f"/tables/{table}/moment?seat=0&move={move}") for move in (1, 3))
    assert "Ada names hens." in first
    assert '<p id="m-0-mind">hens</p>' in first
    assert '<p id="m-0-mind">kittens</p>' in later


# Drawn


class Reader(HTMLParser):
    """Which tags a page is made of, and what it says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.values: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.values += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_name_is_text_wherever_it_is_shown(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    live = house.live(table)
    play_out(house, live, (NASTY, "ponies"))
    house.do(live.play, 0, live.sitting.numbers(0)[KINDS], None, f"{NASTY}2")
    house.do(live.say, 0, f"Look at my {NASTY}")
    reader = Reader(ada.page(f"/tables/{table}?seat=0"))
    assert "b" not in reader.tags
    assert f"These are {NASTY}." in reader.values  # the board's tip
    assert NASTY in reader.texts  # the board
    assert f"{NASTY}2" in reader.texts  # what the seat has in mind
    assert f"Ada wants 5 {NASTY}." in reader.texts  # the log
    assert any(f"Do you keep {NASTY}2?" in text for text in reader.texts)  # the question
    assert f"Look at my {NASTY}" in reader.texts  # chat


def test_a_name_is_text_in_what_is_sent_to_pages(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    with ada.at(table, 0, page=True) as page, ada.at(table, 0) as mine:
        write(mine, NASTY)
        page.settle()
        drawn = "".join(page.heard)
        assert "<b>" not in drawn
        assert escape(NASTY).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in json.loads(json.dumps(drawn))


def test_a_move_that_writes_is_a_field_and_a_button(house: House, ada: Browser) -> None:
    table = ada.open("pets", **TWO)
    number = house.live(table).sitting.numbers(0)[KINDS]
    page = ada.page(f"/tables/{table}")
    assert f'<label for="text-0-{number}">A pet of your own</label>' in page
    assert re.search(rf'<input id="text-0-{number}" type="text" maxlength="56"[^>]* data-writes', page)
    assert page.count('class="move') - page.count('class="moves') - page.count('class="move-group') == 1 + KINDS


def test_many_moves_that_differ_in_a_number_are_one_field(house: House, ada: Browser, bo: Browser) -> None:
    table = sit_down(ada, bo)
    with ada.at(table, 0) as mine:
        write(mine, "kittens")
        mine.play(move_of(mine, **KEEP)["number"])
        lowest = min(move["number"] for move in mine.state["moves"])
    page = unescape(ada.page(f"/tables/{table}?seat=0"))
    assert '<label for="amount-2">1 to 12 or 14 to 30</label>' in page
    assert re.search(r'<input id="amount-2" type="number"[^>]* min="1" max="30" step="1" data-spans="1-12 14-30"', page)
    assert page.count("data-move=") == 1
    assert f'data-move="{lowest}"' in page


def moves(*arguments: tuple[int, ...]) -> list[Move]:
    """Moves of one choice with three arguments of ten values each."""
    return [Move(7 + 100 * a + 10 * b + c, Step.AMOUNT, (a, b, c), "") for a, b, c in arguments]


def test_an_amount_is_what_moves_differ_in() -> None:
    asked = frozenset({Step.AMOUNT})
    some = moves(*((3, many, 4) for many in range(10)))
    assert one_amount(some, asked) == Amount([(0, 9)], 7 + 304, 10)
    assert one_amount(some, frozenset()) is None
    assert one_amount(some[:6], asked) is None  # few need no field
    assert one_amount(moves(*((a, b, 0) for a in (1, 2) for b in range(5))), asked) is None
    gaps = moves(*((many, 0, 0) for many in (0, 1, 3, 4, 5, 9, 10, 11, 12)))
    assert one_amount(gaps, asked) == Amount([(0, 1), (3, 5), (9, 12)], 7, 100)


def test_what_may_be_chosen_is_said_in_words() -> None:
    assert Amount([(0, 9)], 0, 1).words == "0 to 9"
    assert Amount([(0, 0), (3, 5)], 0, 1).words == "0 or 3 to 5"
    assert Amount([(n, n) for n in range(0, 50, 5)], 0, 1).words == "0 to 45, but not every number"
