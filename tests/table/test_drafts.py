"""Drafts: what somebody has chosen and not sent is kept with their seat, for them alone, and is no part of the log."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from moot.table import drafts
from moot.table.drafts import Drafts
from moot.table.feeds.messages import MOST_BYTES, MOST_PARTS
from moot.table.persistence import retention
from moot.table.persistence.forgetting import forget_old
from moot.table.persistence.store import Store
from tests.table.desk import Desk
from tests.table.house import ALL, NOON, Browser, Disk, House, Line, place_of
from tests.table.test_forgetting import left, on_disk, rows_in

SEED = {"kind": "verb", "name": "Seed", "words": "Seed"}
HUT = {"kind": "piece", "name": "event-3", "words": "Hut Builder"}
TWO: dict[str, Any] = {"name": "Ada", "option_seats": 2, "seat_0": "me", "seat_1": "open"}


@pytest.fixture
def table(ada: Browser, bo: Browser) -> str:
    """A table of two people who are both asked."""
    table = ada.open("polycrisis", **TWO)
    bo.join(table, 1, "Bo")
    return table


def keep(line: Line, *parts: dict[str, str], answer: int | None = None) -> dict[str, Any]:
    """Keep a draft for what is asked now."""
    return line.send(do="draft", answer=line.state["answer"] if answer is None else answer, parts=list(parts))


def brought(line: Line) -> dict[str, Any] | None:
    """The draft that somebody was brought when they came."""
    found = [message for text in line.heard if (message := json.loads(text))["type"] == "draft"]
    assert len(found) < 2
    return found[0] if found else None


def found(browser: Browser, table: str, seat: int = 0, *, page: bool = False) -> list[dict[str, str]]:
    """What is kept of a draft, as somebody is told who comes now."""
    with browser.at(table, seat, page=page) as line:
        draft = brought(line)
        return draft["parts"] if draft else []


def drafted(browser: Browser, table: str, seat: int = 0) -> None:
    """Somebody chooses something, and goes."""
    with browser.at(table, seat) as line:
        assert keep(line, SEED, HUT)["type"] == "done"


# It comes back


@pytest.mark.parametrize("page", [False, True])
def test_a_draft_comes_back_with_the_answer_it_was_made_for(ada: Browser, table: str, page: bool) -> None:
    with ada.at(table, 0) as line:
        assert brought(line) is None
        keep(line, SEED, HUT)
    with ada.at(table, 0, page=page) as line:
        assert brought(line) == {"type": "draft", "answer": 0, "parts": [SEED, HUT]}


def test_the_last_one_counts(ada: Browser, table: str) -> None:
    with ada.at(table, 0) as line:
        for parts in ([SEED], [SEED, HUT], [HUT]):
            keep(line, *parts)
    assert found(ada, table) == [HUT]


def test_a_draft_comes_to_another_device(house: House, ada: Browser, table: str) -> None:
    drafted(ada, table)
    link = ada.client.post("/me/device", headers={"accept": "application/json"}).json()["link"]
    phone = house.browser()
    phone.post(link.removeprefix("http://testserver"))
    assert found(phone, table) == [SEED, HUT]


def test_a_draft_outlives_memory_and_the_server(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open("polycrisis", **TWO)
        drafted(ada, table)
        house.forget(house.live(table))
        assert found(ada, table) == [SEED, HUT]
        with ada.at(table, 0) as line:
            line.socket.send_text(json.dumps({"do": "draft", "answer": 0, "parts": [HUT]}))
            line.settle()
    with House(tmp_path) as house:
        assert found(house.browser(ada.secret), table) == [HUT]


@pytest.mark.shared_store
def test_a_draft_is_there_on_another_server(tmp_path: Path, house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", **TWO)
    drafted(ada, table)
    with House(tmp_path, seed=1000) as other:
        assert found(other.browser(ada.secret), table) == [SEED, HUT]


# It is one's own


def test_nobody_else_is_brought_a_draft(house: House, ada: Browser, bo: Browser, table: str) -> None:
    """Not whoever shares the seat, has another seat, or looks on."""
    key, cleo = house.live(table).chairs[0].key, house.browser()
    cleo.join(table, 0, "Cleo", key=key)
    everyone = [(ada, 0), (bo, 1), (cleo, 0), (house.browser(), None)]
    heard: list[str] = []
    with ada.at(table, 0) as line:
        for browser, seat in everyone[1:]:
            for page in (False, True):
                with browser.at(table, seat, page=page) as other:
                    keep(line, SEED, HUT)
                    other.settle()
                with browser.at(table, seat, page=page) as again:
                    heard += other.heard + again.heard
    assert heard
    assert "Hut Builder" not in "".join(heard)
    assert found(ada, table) == [SEED, HUT]


def test_each_on_a_shared_seat_has_their_own(house: House, ada: Browser, table: str) -> None:
    cleo = house.browser()
    cleo.join(table, 0, "Cleo", key=house.live(table).chairs[0].key)
    with ada.at(table, 0) as one, cleo.at(table, 0) as other:
        keep(one, SEED)
        keep(other, HUT)
        one.play()
    assert found(cleo, table) == [HUT]
    assert found(ada, table) == []


def test_what_another_answered_meanwhile_is_brought_with_its_old_number(house: House, ada: Browser, table: str) -> None:
    """So that the page can say what is gone, and why."""
    drafted(ada, table)
    house.do(house.live(table).play, 0, house.live(table).sitting.numbers(0)[0])
    with ada.at(table, 0) as line:
        assert (brought(line) or {})["answer"] < line.state["answer"]


# It goes


@pytest.mark.parametrize("way", ["play", "take back", "clear"])
def test_a_draft_is_dropped_by_its_person(tmp_path: Path, way: str) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open("polycrisis", name="Ada", option_seats=1, seat_0="me")
        with ada.at(table, 0) as line:
            while not line.state["may_take_back"]:
                line.play()
            keep(line, SEED, HUT)
            if way == "play":
                line.play()
            elif way == "take back":
                line.send(do="take_back", answer=line.state["answer"])
            else:
                keep(line)
        assert found(ada, table) == []
    assert left(tmp_path)["drafts"] == 0


def test_a_refused_answer_leaves_the_draft(ada: Browser, table: str) -> None:
    with ada.at(table, 0) as line:
        keep(line, SEED)
        assert line.play(move=10**6)["type"] == "refused"
    assert found(ada, table) == [SEED]


def test_a_draft_is_dropped_when_its_person_leaves_the_seat(ada: Browser, bo: Browser, table: str) -> None:
    drafted(bo, table, 1)
    bo.post(f"/tables/{table}/leave", seat=1)
    ada_too = ada.house.browser()
    ada_too.join(table, 1, "Cleo")
    assert found(ada_too, table, 1) == []
    ada_too.post(f"/tables/{table}/leave", seat=1)
    bo.join(table, 1, "Bo")
    assert found(bo, table, 1) == []


def test_a_draft_does_not_go_along_to_another_seat(desk: Desk, tmp_path: Path) -> None:
    guest, table, seat = desk.seat("Ada")
    drafted(guest, table, seat)
    assert left(tmp_path)["drafts"] == 1
    desk.do("move", guest="0", to="2.1")
    assert left(tmp_path)["drafts"] == 0


def test_who_shares_a_seat_and_stays_keeps_theirs(house: House, ada: Browser, table: str) -> None:
    cleo = house.browser()
    cleo.join(table, 0, "Cleo", key=house.live(table).chairs[0].key)
    drafted(ada, table)
    drafted(cleo, table)
    cleo.post(f"/tables/{table}/leave", seat=0)
    ada.post("/me/name", name="Adela")
    assert found(ada, table) == [SEED, HUT]


def test_the_end_of_a_game_drops_all(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open("polycrisis", **TWO)
        drafted(ada, table)
        ada.post(f"/tables/{table}/end")
        assert left(tmp_path)["drafts"] == 0
        with ada.at(table, 0) as line:
            assert "The host has ended the game" in keep(line, SEED, answer=0)["error"]


OLD: retention.Wish = partial(forget_old, before=NOON + 1)
WISHES = {"a person": retention.a_person(ALL, "Ada"), "what is old": OLD}


@pytest.mark.parametrize("wish", WISHES.values(), ids=WISHES)
def test_what_is_forgotten_takes_its_drafts_along(tmp_path: Path, wish: retention.Wish) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        drafted(ada, ada.open("polycrisis", **TWO))
    retention.forget(place_of(tmp_path), wish)
    assert b"Hut Builder" not in on_disk(tmp_path)


def test_a_table_that_is_forgotten_takes_its_drafts_along(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open("polycrisis", **TWO)
        drafted(ada, table)
    retention.forget(place_of(tmp_path), retention.a_table(table))
    assert b"Hut Builder" not in on_disk(tmp_path)


def test_who_is_deleted_by_themselves_leaves_no_draft(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        drafted(ada, ada.open("polycrisis", **TWO))
        ada.post("/me/delete", sure="1")
        assert left(tmp_path)["drafts"] == 0


def test_a_copy_of_all_that_is_ones_own_has_the_drafts(ada: Browser, bo: Browser, table: str) -> None:
    drafted(ada, table)
    (game,) = ada.get("/me/export.json").json()["tables"]
    assert game["drafts"] == [{"seat": 0, "parts": [SEED, HUT]}]
    assert "Hut Builder" not in bo.get("/me/export.json").text


# What is refused changes nothing


def part(**other: Any) -> dict[str, Any]:
    return {"kind": "piece", "name": "x", **other}


WRONG = {
    "an old answer": {"answer": -1},
    "an answer to come": {"answer": 1},
    "no answer": {"answer": None},
    "no kind": {"parts": [{"name": "x"}]},
    "a kind that is none": {"parts": [part(kind="secret")]},
    "a name that is too long": {"parts": [part(name="x" * 81)]},
    "words that are too long": {"parts": [part(words="x" * 81)]},
    "a value that is too long": {"parts": [part(value="x" * 81)]},
    "a value that is no text": {"parts": [part(value=3)]},
    "something else": {"parts": [part(other="x")]},
    "too many parts": {"parts": [part()] * (MOST_PARTS + 1)},
    "another seat": {"seat": 1},
    "another person": {"person": "somebody"},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_is_no_draft_is_refused(ada: Browser, table: str, wrong: dict[str, Any]) -> None:
    drafted(ada, table)
    with ada.at(table, 0) as line:
        line.socket.send_text(json.dumps({"do": "draft", "answer": 0, "parts": [HUT], "id": 77, **wrong}))
        while (message := line.hear())["type"] != "refused":
            pass
        assert message["error"]
    assert found(ada, table) == [SEED, HUT]


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff x", "\\ud800\\ud800"])
def test_half_a_character_is_refused(ada: Browser, table: str, half: str) -> None:
    with ada.at(table, 0) as line:
        said = line.say(f'{{"do": "draft", "answer": 0, "parts": [{{"kind": "piece", "name": "{half}"}}]}}')
        assert said["type"] == "refused"
    assert found(ada, table) == []


@pytest.mark.parametrize("name", ["\0", "a\x07b", "<script>", "'; DROP TABLE drafts", "\U0001f600" * 80])
def test_any_text_is_kept_as_it_is(ada: Browser, table: str, name: str) -> None:
    with ada.at(table, 0) as line:
        assert keep(line, part(name=name))["type"] == "done"
    assert found(ada, table) == [part(name=name)]


def test_a_draft_is_no_larger_than_a_message(ada: Browser, table: str) -> None:
    many = [part(name="x" * 80, words="y" * 80)] * MOST_PARTS
    with ada.at(table, 0) as line:
        error = line.say(json.dumps({"do": "draft", "answer": 0, "parts": many}))["error"]
    assert str(MOST_BYTES) in error
    assert found(ada, table) == []


def test_a_draft_for_a_question_that_was_answered_is_refused(house: House, ada: Browser, table: str) -> None:
    with ada.at(table, 0) as line:
        line.play()
        assert "given already" in keep(line, SEED, answer=0)["error"]
    assert found(ada, table) == []


def test_who_looks_on_and_who_has_left_can_keep_nothing(
    tmp_path: Path, house: House, ada: Browser, bo: Browser, table: str
) -> None:
    for browser in (house.browser(), ada):
        with browser.at(table) as line:
            assert "You do not sit" in keep(line, SEED, answer=0)["error"]
    with bo.at(table, 1) as line:
        bo.post(f"/tables/{table}/leave", seat=1)
        line.socket.send_text(json.dumps({"do": "draft", "answer": 0, "parts": [SEED]}))
        line.until_closed()
    assert left(tmp_path)["drafts"] == 0


def test_a_full_disk_is_said_and_the_table_goes_on(ada: Browser, table: str, disk: Disk) -> None:
    with ada.at(table, 0) as line:
        disk.full = True
        assert "could not be written" in keep(line, SEED)["error"]
        disk.full = False
        assert keep(line, HUT)["type"] == "done"
        assert line.play()["type"] == "done"


# What it costs


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many changes came with each write."""
    counted: list[int] = []
    writing = Store.writing

    def counting(self: Store, changes: Any) -> Any:
        counted.append(len(changes))
        return writing(self, changes)

    monkeypatch.setattr(Store, "writing", counting)
    return counted


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the store was asked."""
    questions: list[str] = []
    ask: Callable[..., Awaitable[Any]] = Store._ask

    async def asking(self: Store, engine: Any, statement: Any) -> Any:
        questions.append(str(statement))
        return await ask(self, engine, statement)

    monkeypatch.setattr(Store, "_ask", asking)
    return questions


def test_a_move_where_nothing_was_chosen_asks_and_writes_nothing_more(
    ada: Browser, table: str, writes: list[int], asked: list[str]
) -> None:
    with ada.at(table, 0) as line:
        writes.clear()
        asked.clear()
        line.play()
        assert (writes, asked) == ([1], [])


def test_a_flood_of_drafts_is_hardly_written(
    ada: Browser, table: str, writes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is written at once, what comes meanwhile with the next write: of it only the last."""
    monkeypatch.setattr(drafts, "SHARED", 3600.0)
    with ada.at(table, 0) as line:
        writes.clear()
        for number in range(200):
            line.socket.send_text(json.dumps({"do": "draft", "answer": 0, "parts": [part(name=str(number))]}))
        line.settle()
        assert len(writes) <= 1
        assert found(ada, table) == [part(name="199")]
        assert len(writes) == 2


def test_whoever_floods_is_told_to_wait(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        table = ada.open("polycrisis", **TWO)
        with ada.at(table, 0) as line:
            for number in range(200):
                line.socket.send_text(json.dumps({"do": "draft", "answer": 0, "parts": [part(name=str(number))]}))
            assert line.until_closed() == 1008
        assert len(rows_in(place_of(tmp_path))["drafts"]) == 1


def test_the_log_knows_of_no_draft(house: House, ada: Browser, table: str) -> None:
    before = house.live(table).number
    drafted(ada, table)
    assert house.live(table).number == before
    assert isinstance(house.registry.drafts, Drafts)
