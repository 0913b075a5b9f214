"""After the games of a workshop: the debriefing, the export, and what survives a restart."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from moot.table.live.table import LiveTable
from moot.table.web.back_room import BackRoom
from moot.table.workshops import debriefing, facilitator
from moot.table.workshops.debriefing import Debriefer, Debriefing
from moot.table.workshops.export import written
from tests.table.desk import SOLIDARITY, Desk, opened
from tests.table.house import Browser, House


def played_out(house: House, **fields: Any) -> Desk:
    """Two tables of bots, to the end."""
    desk = opened(house, "solidarity", **{**SOLIDARITY, "names": "", "rest": "random", **fields})
    for live in desk.live_tables:
        house.do(_until_over, live)
    return desk


async def _until_over(live: LiveTable) -> None:
    for _ in range(20_000):
        if live.is_done:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the bots did not finish")


def test_only_so_many_games_are_kept_at_hand(house: House, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debriefing, "MOST_KEPT", 1)
    debriefer, workshop = Debriefer(BackRoom()), house.do(house.registry.workshop, desk.id)
    assert workshop is not None
    house.do(debriefer.debrief, workshop, desk.live_tables, (), "")
    assert [*debriefer._kept] == [desk.live_tables[1].id]


def test_the_debriefing_puts_the_tables_side_by_side(house: House) -> None:
    desk = played_out(house)
    page = desk.page("/debriefing")
    assert "Table 1 · greed" in page
    assert "Table 2 · solidarity" in page
    assert "Round began" in page
    assert page.count("<figure>") >= 8
    chosen = desk.page("/debriefing?event=FULFILLED&event=ACCEPTED")
    assert chosen.count("<figure>") <= 4
    ada = house.browser()
    assert ada.get(f"/workshops/{desk.id}/debriefing").status_code == 403


def test_the_debriefing_compares_like_with_like(house: House) -> None:
    """Three tables for Greed, of which one is ended in its second round: its points are not those of a whole game."""
    desk = opened(
        house, "solidarity", **{**SOLIDARITY, "names": "", "tables": 3, "vary.2": "greed", "vary.3": "solidarity"}
    )
    early = desk.live_tables[1]
    for seat in (0, 1):
        for place in (1, 3):
            desk.do("hand", table=place, seat=seat, to="greedy")
    for live in (desk.live_tables[0], desk.live_tables[2]):
        house.do(_until_over, live)
    house.do(_play_to_round, early, 2)
    desk.do("end", table=2)
    told = house.do(_debriefed, desk)
    whole, ended, _ = told.accounts
    assert [one.mark for one in told.accounts] == ["", "ended early", ""]
    assert told.common == 1
    greed = told.groups[0]
    assert (greed.tables, greed.whole) == ([1, 2], 1)
    assert greed.points == sum(whole.result.points) / 2
    assert greed.common == sum([*whole.points[1], *ended.points[1]]) / 4
    assert whole.points[2] == whole.result.points
    page = desk.page("/debriefing")
    assert "Table 2 · greed · ended early" in page
    assert "Points of a seat after round 1, on average" in page
    assert "the others are marked" in page


async def _play_to_round(live: LiveTable, number: int) -> None:
    while live.sitting.length < number:
        seat = live.sitting.waiting[0]
        await live.play(seat, live.sitting.numbers(seat)[-1])


async def _debriefed(desk: Desk) -> Debriefing:
    workshop = await desk.house.registry.workshop(desk.id)
    assert workshop is not None
    live_tables = [
        live for table in workshop.tables if isinstance(live := await desk.house.registry.find(table), LiveTable)
    ]
    return await Debriefer(BackRoom()).debrief(workshop, live_tables, (), "")


def test_a_debriefing_while_nobody_has_finished_has_no_end_to_compare(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    page = desk.page("/debriefing")
    assert page.count("still played") >= 2
    assert 'data-head="Points of a seat at the end, on average">–</td>' in page


def test_guests_read_the_debriefing_when_it_is_revealed_and_allowed(desk: Desk, bo: Browser) -> None:
    ada, *_ = desk.seat("Ada")
    at = f"/workshops/{desk.id}/debriefing"
    desk.do("allow", debriefing=1)
    assert ada.get(at).status_code == 403
    desk.do("reveal")
    page = ada.page(at)
    assert "side by side" in page
    assert desk.key not in page
    assert bo.get(at).status_code == 403


def first_table_over(house: House) -> Desk:
    """A workshop of Solidarity whose first table is over; nothing has been revealed."""
    desk = opened(house, "solidarity", **SOLIDARITY)
    desk.seat("Ada")
    for place in (0, 1):
        desk.do("hand", table=1, seat=place, to="random")
    house.do(_until_over, desk.live_tables[0])
    return desk


def test_how_it_ended_is_not_told_before_the_reveal_if_that_tells_the_clause(house: House) -> None:
    desk = first_table_over(house)
    ada, table, _ = desk.seat("Ada")
    live = desk.live_tables[0]
    assert "will be told to all tables together" in ada.page(f"/tables/{table}")
    assert live.info.game.afterwards[:40] not in ada.page(f"/games/solidarity/rulebook?table={table}")
    desk.do("reveal")
    assert "will be told to all tables together" not in ada.page(f"/tables/{table}")


def test_no_record_of_a_game_tells_what_has_not_been_revealed(house: House) -> None:
    """Neither the file, nor the replay, nor a program's view: the clause, the objective of the table, and who won by it."""
    desk = first_table_over(house)
    ada, table, seat = desk.seat("Ada")
    live = desk.live_tables[0]
    for address in ("game.json", "replay", "moment"):
        answer = ada.get(f"/tables/{table}/{address}")
        assert (answer.status_code, "tells all tables together" in answer.text) == (400, True)
        assert address not in ada.page(f"/tables/{table}")
    with ada.at(table, seat) as line:
        line.settle()
        assert "over" not in line.state["view"]
        assert "objective" not in line.state["view"] | line.state["options"]
        assert set(line.state["over"]) == {"text", "state"}
        desk.do("reveal")
        line.settle()
        assert line.state["view"]["over"] == live.sitting.state.over
        assert line.state["view"]["objective"] == live.sitting.state.objective
        assert line.state["options"]["objective"] == "greed"
        assert line.state["over"]["winners"] == list(live.sitting.standing.winners)
    assert ada.get(f"/tables/{table}/game.json").status_code == 200
    assert ada.get(f"/tables/{table}/replay").status_code == 200


def test_an_option_that_varies_is_not_told_when_a_game_is_ended(house: House) -> None:
    desk = opened(house, "polycrisis", **{"vary": "chips_per_turn", "vary.1": "5", "vary.2": "3"})
    ada, table, seat = desk.seat("Ada")
    desk.do("end", table=1)
    with ada.at(table, seat) as line:
        line.settle()
        assert "chips_per_turn" not in line.state["options"] | line.state["view"]
    assert ada.get(f"/tables/{table}/game.json").status_code == 400


def test_the_reveal_tells_every_table_everything(house: House) -> None:
    """Also those that have played for Greed, whom the clause does not concern."""
    desk = first_table_over(house)
    ada, table, _ = desk.seat("Ada")
    live = desk.live_tables[0]
    assert live.info.options["objective"] == 0  # Greed
    assert live.afterwards == ""
    desk.do("reveal")
    assert live.afterwards == live.info.game.afterwards
    assert "what was not said before" in ada.page(f"/tables/{table}")
    assert "what was not said before" in ada.page(f"/games/solidarity/rulebook?table={table}")


def test_the_export_has_moves_chat_and_results(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        line.send(do="chat", text="=1+1 is two")
        line.play()
    desk.do("say", whom="2", text="Hello")
    desk.do("hand", table=2, seat=0, to="random")
    packed = desk.browser.get(f"{desk.at}/export.zip")
    assert packed.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(packed.content)) as files:
        tables = {
            name: [*csv.DictReader(io.StringIO(files.read(name).decode("utf-8-sig")))] for name in files.namelist()
        }
    assert set(tables) == {f"{name}.csv" for name in ("moves", "chat", "results", "rounds", "options", "acts")}
    first = tables["moves.csv"][0]
    assert (first["table"], first["seat"], first["by"]) == ("1", "1", "Ada")
    assert first["name"].startswith("Ada & Eve")
    assert first["words"]
    assert first["time"].startswith("1970-01-12T13:46:40")
    said = [(row["name"], row["text"]) for row in tables["chat.csv"]]
    assert said[0][1] == "'=1+1 is two"
    assert ("Facilitator", "Hello") in said
    assert {row["value"] for row in tables["results.csv"]} == {"greed", "solidarity"}
    assert len(tables["results.csv"]) == 4


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@x", "\tx", "\n=1", "＝1+1", "＋1", "－1", "＠x", "\u3000=1", "\u200b=1"]
)
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert next(csv.reader(io.StringIO(written([[text, -1, "a=b"]])))) == [f"'{text}", "-1", "a=b"]


@pytest.mark.parametrize("text", ["x;=1+1", "x\t=1+1", "a;b; +1", "x；＝1", ";=1", "a;;@x"])
def test_nor_is_what_comes_after_a_semicolon(text: str) -> None:
    (cell,) = next(csv.reader(io.StringIO(written([[text]]))))
    parts = re.split("[;；\t]+", cell)
    assert not any(part.strip().startswith(("=", "+", "-", "@", "＝")) for part in parts)
    assert cell.replace("'", "") == text


# Restart


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house, "solidarity", **SOLIDARITY)
        ada, table, seat = desk.seat("Ada")
        with ada.at(table, seat) as line:
            line.play()
        desk.do("clock", **{"time.Orders": 100, "only_show": "1"})
        desk.do("pause", table=1)
        desk.do("end", table=2)
        desk.do("say", text="Remember this")
        desk.do("hand", table=1, seat=1, to="greedy")
        desk.do("allow", may_look=1)
        desk.do("reveal")
        before, secret, links = [_state(live) for live in desk.live_tables], ada.secret, desk.links
    with House(tmp_path) as house:
        again = Desk(house, house.browser(), desk.id, desk.key)
        assert [_state(live) for live in again.live_tables] == before
        assert again.links == links
        ada = house.browser(secret)
        page = ada.page(f"/tables/{table}")
        assert "Remember this" in page
        assert "The game is paused" in page
        assert "Revealed to all tables" in page
        assert facilitator.ENDED_BY in ada.page(f"/tables/{again.live_tables[1].info.id}")
        again.do("go_on", table=1)
        assert again.live_tables[0].due == house.clock.now + 100


def _state(live: LiveTable) -> tuple[Any, ...]:
    assert live.workshop is not None
    chairs = [(chair.kind, chair.name, chair.sitters) for chair in live.chairs]
    return live.state, live.why, live.paused, live.due, live.workshop.ways, live.workshop.values, chairs, live.chat
