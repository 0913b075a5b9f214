"""The export says who it was: on shared seats, after moves between tables, and after another browser."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

import pytest

from moot.table.live import controls
from moot.table.workshops import export as packing
from tests.table.desk import SOLIDARITY, Desk, opened
from tests.table.house import Browser, House
from tests.table.test_workshop_afterwards import played_out

Rows = list[dict[str, str]]


def export(desk: Desk) -> dict[str, Rows]:
    """The tables, by the names of their files."""
    packed = desk.browser.get(f"{desk.at}/export.zip").content
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        texts = {name: files.read(name) for name in files.namelist()}
    assert all(text.startswith(b"\xef\xbb\xbf") for text in texts.values())  # else Excel takes it for another alphabet
    return {
        name.removesuffix(".csv"): [*csv.DictReader(io.StringIO(text.decode("utf-8-sig")))]
        for name, text in texts.items()
    }


def speak(browser: Browser, table: str, seat: int, text: str) -> None:
    """Say something and move, if that is possible."""
    with browser.at(table, seat) as line:
        assert line.send(do="chat", text=text)["type"] == "done"
        if line.state["moves"]:
            assert line.play()["type"] == "done"


def spoken(rows: Rows) -> list[tuple[str, str]]:
    """Who said what."""
    return [(row["by"], row["text"]) for row in rows]


def test_whoever_spoke_and_moved_on_a_shared_seat_is_named(desk: Desk) -> None:
    (ada, table, seat), (eve, *_) = desk.seat("Ada"), desk.seat("Eve")
    speak(ada, table, seat, "I am Ada")
    speak(eve, table, seat, "I am Eve")
    found = export(desk)
    assert spoken(found["chat"]) == [("Ada", "I am Ada"), ("Eve", "I am Eve")]
    assert {row["name"] for row in found["chat"]} == {"Ada & Eve"}
    assert found["moves"][0]["by"] == "Ada"


def test_whoever_took_a_move_back_is_named(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    (ada, table, seat), (eve, *_) = desk.seat("Ada"), desk.seat("Eve")
    with ada.at(table, seat) as line, eve.at(table, seat) as other:
        while not other.state["may_take_back"]:
            line.play(line.state["moves"][-1]["number"])
            other.settle()
        assert other.send(do="take_back", answer=other.state["answer"])["type"] == "done"
    *moves, back = export(desk)["moves"]
    assert {row["by"] for row in moves} == {"Ada"}
    assert (back["choice"], back["by"]) == ("take back", "Eve")


def test_they_are_named_after_a_move_to_another_table_and_back(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    speak(ada, table, seat, "here")
    desk.do("move", guest=0, to="2.1")
    speak(ada, desk.live_tables[1].info.id, 1, "there")
    desk.do("remove", guest=0)
    assert spoken(export(desk)["chat"]) == [("Ada", "here"), ("Ada", "there")]
    assert {row["by"] for row in export(desk)["moves"]} == {"Ada"}


def test_they_are_named_after_another_browser(desk: Desk) -> None:
    for number in range(2):
        cy, table, seat = desk.seat("Cy")
        speak(cy, table, seat, f"browser {number}")
    assert spoken(export(desk)["chat"]) == [("Cy", "browser 0"), ("Cy", "browser 1")]


def test_one_browser_may_serve_two_guests(desk: Desk) -> None:
    browser = desk.house.browser()
    for name in ("Cy", "Dee"):
        browser.post(desk.links[name])
    speak(browser, desk.live_tables[0].info.id, 1, "as Cy")
    speak(browser, desk.live_tables[1].info.id, 1, "as Dee")
    assert spoken(export(desk)["chat"]) == [("Cy", "as Cy"), ("Dee", "as Dee")]


def test_pauses_are_those_of_the_tables_own_log(desk: Desk) -> None:
    """Not those that were noted: a server may be lost between the two."""
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        desk.house.do(controls.pause, desk.house.live(table))
        desk.house.clock.now += 100
        desk.house.do(controls.go_on, desk.house.live(table))
        desk.house.clock.now += 3
        line.play()
    assert [row["seconds"] for row in export(desk)["moves"]] == ["3.0"]


def test_every_move_has_its_response_time_without_pauses(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        desk.house.clock.now += 7
        desk.do("pause")
        desk.house.clock.now += 100
        desk.do("go_on")
        desk.house.clock.now += 0.5
        line.play()
    assert [row["seconds"] for row in export(desk)["moves"]] == ["7.5"]


def test_what_the_facilitator_did_is_in_it_with_its_time(desk: Desk) -> None:
    desk.seat("Cy")
    desk.house.clock.now += 10
    desk.do("pause", table=1)
    desk.do("go_on", table=1)
    desk.do("clock", **{"time.": 90})
    desk.do("say", whom="2.0", text="Hello, Bo")
    desk.do("hand", table=2, seat=1, to="random")
    desk.do("move", guest=2, to="2.0")
    desk.do("swap", **{"guest": 1, "with": 0})
    desk.do("end", table=1)
    desk.do("reveal")
    desk.refused("end", table=1)
    rows = [
        (row["what"], row["by"], row["table"], row["seat"], row["whom"], row["text"]) for row in export(desk)["acts"]
    ]
    assert rows == [
        ("seated", "Cy", "1", "2", "Cy", ""),
        ("pause", "Facilitator", "1", "", "", ""),
        ("go on", "Facilitator", "1", "", "", ""),
        ("clock", "Facilitator", "", "", "", "time. 90"),
        ("say", "Facilitator", "2", "1", "", "Hello, Bo"),
        ("hand", "Facilitator", "2", "2", "", "to random"),
        ("seated", "Cy", "2", "1", "Cy", ""),
        ("move", "Facilitator", "1", "2", "Cy", "to table 2, seat 1"),
        ("swap", "Facilitator", "2", "1", "Bo", "with Ada"),
        ("end", "Facilitator", "1", "", "", ""),
        ("reveal", "Facilitator", "", "", "", ""),
    ]
    assert export(desk)["acts"][1]["time"].startswith("1970-01-12T13:46:50")


def test_rounds_stand_side_by_side_with_what_the_game_counts(house: House) -> None:
    desk = played_out(house)
    found = export(desk)
    rows = [row for row in found["rounds"] if (row["table"], row["seat"]) == ("2", "1")]
    assert [row["counted"] for row in rows] == [
        "points",
        "stock",
        "robots",
        "mandates fulfilled",
        "mandates not fulfilled",
    ]
    state, result = desk.live_tables[1].sitting.state, desk.live_tables[1].sitting.standing
    last = {row["counted"]: row["round 2"] for row in rows}
    assert (last["points"], last["robots"]) == (str(result.points[0]), str(state.robots[0]))
    assert last["stock"] == str(sum(state.stock[0]))
    assert all(row["round 1"] != "" for row in rows)
    assert "round 3" not in rows[0]


def test_every_option_points_and_ranks_are_in_it(house: House) -> None:
    desk = played_out(house)
    found = export(desk)
    assert [(row["table"], row["objective"], row["rounds"]) for row in found["options"]] == [
        ("1", "greed", "2"),
        ("2", "solidarity", "2"),
    ]
    assert set(found["options"][0]) == {"table", *desk.live_tables[0].info.game.options}
    for row in found["results"]:
        result = desk.live_tables[int(row["table"]) - 1].sitting.standing
        assert int(row["points"]) == result.points[int(row["seat"]) - 1]
        assert int(row["rank"]) == result.ranks[int(row["seat"]) - 1]
        assert row["ended_early"] == "0"


def test_a_game_that_goes_on_meanwhile_is_exported_as_it_was(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    live, pack = desk.live_tables[0], packing._packed

    def go_on_and_pack(*given: Any) -> bytes:
        """A turn ends while the files are made."""
        sitting, turn = live.sitting, live.sitting.length
        while sitting.length == turn:
            seat = sitting.waiting[0]
            sitting.play(seat, sitting.moves(seat)[-1])
        return pack(*given)

    before = live.sitting.length
    monkeypatch.setattr(packing, "_packed", go_on_and_pack)
    rows = [row for row in export(desk)["results"] if row["table"] == "1"]
    assert live.sitting.length > before
    assert {row["rounds"] for row in rows} == {str(before)}
