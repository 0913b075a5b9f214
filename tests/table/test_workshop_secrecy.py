"""Before a workshop is revealed: what its players are sent of how games ended, and of the objective of other tables. Nothing."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from random import Random

import pytest

from moot.bots import play_out
from moot.engine import Sitting
from moot.table.hush import hush_of, view_of
from moot.table.room import NOT_YET_TOLD, Room
from tests.table.desk import SOLIDARITY, Desk, opened
from tests.table.house import Browser, House

PAGES = (
    "",
    "?watch",
    "?seat=0",
    "?seat=1",
    "/invite",
    "/replay",
    "/moment",
    "/moment?seat=0",
    "/moment?seat=-1",
    "/game.json",
)


def everything_sent(browser: Browser, desk: Desk, table: str, *seats: int) -> dict[str, str]:
    """Whatever comes back from every address that a player may think of, and from both kinds of socket."""
    addresses = [f"/tables/{table}{page}" for page in PAGES]
    addresses += ["/", "/tables", f"/games/{desk.rooms[0].info.game.name}/rulebook?table={table}"]
    addresses += [
        f"/workshops/{desk.id}{page}" for page in ("", "/join", "/debriefing", "/export.zip", "/wrong/export.zip")
    ]
    sent = {}
    for address in addresses:
        for accept in ("text/html", "application/json"):
            sent[f"{address} {accept}"] = unescape(browser.get(address, accept=accept).text)
    for seat in seats:
        for page in (False, True):
            with browser.at(table, seat, page=page) as line:
                line.settle()
                sent[f"socket {seat} {page}"] = unescape("".join(line.heard))
    return sent


async def play_on(room: Room, moves: int, dice: Random) -> None:
    """Random moves of all seats."""
    for _ in range(moves):
        if not room.sitting.waiting:
            return
        seat = dice.choice(room.sitting.waiting)
        await room.play(seat, dice.choice(room.sitting.numbers(seat)))


# How it ended


def told_at_the_end(room: Room) -> list[str]:
    """The words that tell it: how the game ended, and all that the last move led to."""
    sitting = room.sitting
    assert sitting.result_line is not None
    last = [sitting.line(entry).text for entry in sitting.log if entry.event and entry.after == len(sitting.history)]
    earlier = [sitting.line(entry).text for entry in sitting.log if entry.event and entry.after < len(sitting.history)]
    return [sitting.result_line.text, *(line for line in last if not any(line in other for other in earlier))]


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        ("solidarity", SOLIDARITY),
        ("solidarity", {**SOLIDARITY, "vary.1": "solidarity", "vary.2": "greed"}),
        ("polycrisis", {"vary": "chips_per_turn", "vary.1": "3", "vary.2": "5"}),
        ("treasury", {"vary": "ages", "vary.1": "", "vary.2": ""}),
        ("path_to_safety", {"vary": "match", "vary.1": "", "vary.2": ""}),
    ],
)
def test_players_whose_game_is_over_are_told_no_more_than_that(house: House, game: str, fields: dict[str, str]) -> None:
    desk = opened(house, game, **{**fields, "option_seats": 2})
    ada, table, seat = desk.seat("Ada")
    room, dice = desk.rooms[0], Random(1)
    with ada.at(table, seat) as line, ada.at(table, seat, page=True) as page:
        while not room.is_done:
            house.do(play_on, room, 50, dice)
        line.settle()
        page.settle()
        sent = {
            **everything_sent(ada, desk, table, seat, -1),
            "line": "".join(line.heard),
            "page": unescape("".join(page.heard)),
        }
        words = told_at_the_end(room)
        for address, text in sent.items():
            for said in words:
                assert said not in text, address
            assert '"winners"' not in text, address
        assert NOT_YET_TOLD in sent[f"/tables/{table} text/html"]
        desk.do("reveal")
        line.settle()
        page.settle()
        assert line.state["over"]["text"] == room.sitting.result_line.text  # type: ignore[union-attr]
        told = [event["text"] for event in line.state["events"]]
        assert told == [one.text for one in room.sitting.lines(seat)]
        assert line.state["view"]["over"] == room.sitting.state.over
    assert words[0] in unescape(ada.page(f"/tables/{table}"))


def test_what_a_game_shows_only_at_its_end_is_not_shown_either(house: House) -> None:
    desk = opened(house, "path_to_safety", **{"vary": "dice", "vary.1": "2", "vary.2": "3"})
    seat, room, dice = 0, desk.rooms[0], Random(1)
    while not room.is_done:
        house.do(play_on, room, 50, dice)
    assert any(room.sitting.look(seat).difficulty)
    assert not any(view_of(room, seat, hush_of(room, seat)).difficulty)
    desk.do("reveal")
    assert any(view_of(room, seat, hush_of(room, seat)).difficulty)


def test_only_ones_own_hand_is_shown_until_then(house: House) -> None:
    desk = opened(house, "polycrisis", **{"vary": "chips_per_turn", "vary.1": "5", "vary.2": "3"})
    ada, table, _ = desk.seat("Ada")
    desk.do("end", table=1)
    assert ada.page(f"/tables/{table}").count('class="mine"') == 1
    assert ada.page(f"/tables/{table}?watch").count('class="mine"') == 0
    desk.do("reveal")
    assert ada.page(f"/tables/{table}").count('class="mine"') == 2


def test_strangers_are_told_nothing_at_all(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    table = desk.rooms[0].info.id
    desk.do("end")
    stranger = house.browser()
    for address, text in everything_sent(stranger, desk, table).items():
        assert "Ada" not in text, address
        assert "objective is" not in text, address


def test_a_table_of_other_rules_is_read_by_its_guests_and_not_before_the_reveal(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house, "solidarity", **SOLIDARITY)
        ada, table, _ = desk.seat("Ada")
        secret = ada.secret
    with sqlite3.connect(tmp_path / "moot.sqlite") as disk:
        disk.execute("UPDATE tables SET layout = 'other', rules = 1 WHERE id = ?", (table,))
    with House(tmp_path) as house:
        again, ada = Desk(house, house.browser(), desk.id, desk.key), house.browser(secret)
        assert ada.get(f"/tables/{table}").status_code == 403
        again.do("reveal")
        assert "can no longer be played" in ada.page(f"/tables/{table}")
        assert house.browser().get(f"/tables/{table}").status_code == 403


# What another table plays for


def played_for_solidarity(room: Room) -> list[tuple[int, int, str]]:
    """What greedy bots, who play for what the table plays for, do at a table like this one."""
    return play_out(Sitting(room.info.game, room.info.options, room.info.seed), ["greedy"]).played


async def play_moves(room: Room, moves: list[tuple[int, int, str]]) -> None:
    """The same again."""
    for seat, move, text in moves:
        await room.play(seat, move, text=text)


def test_watching_another_table_is_the_same_whatever_it_plays_for(tmp_path: Path) -> None:
    """Two servers with the same people and the same moves; only the objective of the table that is watched differs."""
    with ExitStack() as stack:
        desks, watchers = [], []
        for objective in ("greed", "solidarity"):
            house = stack.enter_context(House(tmp_path / objective))
            desk = opened(house, "solidarity", **{**SOLIDARITY, "option_rounds": 3, "vary.2": objective})
            desk.do("allow", may_look=1)
            desks.append(desk)
            watchers.append(desk.seat("Ada")[0])
        tables = [desk.rooms[1].info.id for desk in desks]
        lines = [
            [stack.enter_context(ada.at(table, page=page)) for page in (False, True)]
            for ada, table in zip(watchers, tables, strict=True)
        ]
        for start in range(0, len(game := played_for_solidarity(desks[1].rooms[1])), 20):
            for desk in desks:
                desk.house.do(play_moves, desk.rooms[1], game[start : start + 20])
            for pair in lines:
                for line in pair:
                    line.settle()
            assert [line.heard for line in lines[0]] == [line.heard for line in lines[1]]
        assert all(desk.rooms[1].is_done for desk in desks)
        assert any(desks[1].rooms[1].sitting.state.points)
        sent = [everything_sent(*one, -1) for one in zip(watchers, desks, tables, strict=True)]
        assert sent[0] == sent[1]
        for desk in desks:
            desk.do("reveal")
        assert "Your objective is Solidarity" in watchers[1].page(f"/tables/{tables[1]}")
        assert "Your objective is Greed" in watchers[0].page(f"/tables/{tables[0]}")


def test_a_table_knows_its_own_objective(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, _ = desk.seat("Ada")
    assert "Your objective is Greed" in ada.page(f"/tables/{table}")
    assert "Your objective is Greed" not in ada.page(f"/tables/{table}?watch")
