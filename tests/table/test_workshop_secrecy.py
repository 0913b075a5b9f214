"""Before a workshop is revealed: what its players are sent of how games ended, and of the objective of other tables. Nothing."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from html import unescape
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from moot.bots import play_out
from moot.engine import NOBODY, MoveError, Sitting
from moot.engine.standing import gauge, goal, how_to_win, standing
from moot.table.feeds.hush import hush_of, view_of
from moot.table.live.crowd import Crowd
from moot.table.live.known import NOT_YET_TOLD
from moot.table.live.table import LiveTable
from moot.table.persistence import schema
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
    "/then?seat=0&line=9999",
    "/then?watch&line=9999",
    "/chat",
    "/chat?as=page&before=999",
    "/game.json",
)


def everything_sent(browser: Browser, desk: Desk, table: str, *seats: int) -> dict[str, str]:
    """Whatever comes back from every address that a player may think of, and from both kinds of socket."""
    addresses = [f"/tables/{table}{page}" for page in PAGES]
    addresses += ["/", "/tables", f"/games/{desk.live_tables[0].info.game.name}/rulebook?table={table}"]
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


async def play_on(live: LiveTable, moves: int, dice: Random) -> None:
    """Random moves of all seats."""
    for _ in range(moves):
        if not live.sitting.waiting:
            return
        seat = dice.choice(live.sitting.waiting)
        with suppress(MoveError):  # a page has just given the only answer of its seat
            await live.play(seat, dice.choice(live.sitting.numbers(seat)))


# How it ended


def told_at_the_end(live: LiveTable) -> list[str]:
    """The words that tell it: how the game ended, and all that the last move led to."""
    sitting = live.sitting
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
        ("polycrisis", {}),
        ("treasury", {}),
        ("solidarity", {"option_rounds": 2}),
    ],
)
def test_players_whose_game_is_over_are_told_no_more_than_that(house: House, game: str, fields: dict[str, str]) -> None:
    desk = opened(house, game, **{**fields, "option_seats": 2})
    ada, table, seat = desk.seat("Ada")
    live, dice = desk.live_tables[0], Random(1)
    with ada.at(table, seat) as line, ada.at(table, seat, page=True) as page:
        while not live.is_done:
            house.do(play_on, live, 50, dice)
        line.settle()
        page.settle()
        sent = {
            **everything_sent(ada, desk, table, seat, -1),
            "line": "".join(line.heard),
            "page": unescape("".join(page.heard)),
        }
        words = told_at_the_end(live)
        for address, text in sent.items():
            for said in words:
                assert said not in text, address
            assert '"winners"' not in text, address
        assert NOT_YET_TOLD in sent[f"/tables/{table} text/html"]
        looked_up = [f"/tables/{table}/{page}" for page in ("game.json", "replay", "moment")]
        for address in looked_up:
            assert "tells all tables together" in sent[f"{address} application/json"]
        assert [ada.get(address).status_code for address in looked_up] == [400] * 3
        desk.do("reveal")
        assert [ada.get(address).status_code for address in looked_up] == [200] * 3
        line.settle()
        page.settle()
        assert line.state["over"]["text"] == live.sitting.result_line.text  # type: ignore[union-attr]
        told = [event["text"] for event in line.state["events"]]
        assert told == [one.text for one in live.sitting.lines(seat)]
        assert line.state["view"]["over"] == live.sitting.state.over
    assert words[0] in unescape(ada.page(f"/tables/{table}"))


def test_what_a_game_shows_only_at_its_end_is_not_shown_either(house: House) -> None:
    desk = opened(house, "path_to_safety", **{"vary": "dice", "vary.1": "2", "vary.2": "3"})
    seat, live, dice = 0, desk.live_tables[0], Random(1)
    while not live.is_done:
        house.do(play_on, live, 50, dice)
    assert any(live.sitting.look(seat).difficulty)
    assert not any(view_of(live, seat, hush_of(live, seat)).difficulty)
    desk.do("reveal")
    assert any(view_of(live, seat, hush_of(live, seat)).difficulty)


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
    table = desk.live_tables[0].info.id
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
        (opening, *_) = house.do(house.registry.store.log, table)
        older = json.dumps({**json.loads(opening.body), "rules": "solidarity@1"}).encode()
        this = update(schema.log).where(schema.log.c.log_id == table, schema.log.c.number == 0)
        house.do(house.registry.store.write, [(this.values(body=older), {})])
        house.registry.live.clear()  # no snapshot is made of the log as it was
    with House(tmp_path) as house:
        again, ada = Desk(house, house.browser(), desk.id, desk.key), house.browser(secret)
        assert ada.get(f"/tables/{table}").status_code == 403
        again.do("reveal")
        assert "can no longer be played" in ada.page(f"/tables/{table}")
        assert house.browser().get(f"/tables/{table}").status_code == 403


def test_a_facilitator_sees_how_games_end_before_anybody_else(house: House) -> None:
    desk = opened(house, "polycrisis")
    live, dice = desk.live_tables[0], Random(1)
    while not live.is_done:
        house.do(play_on, live, 50, dice)
    assert live.sitting.result_line is not None
    assert live.sitting.result_line.text in unescape(desk.page())
    assert live.sitting.result_line.text in unescape(desk.page("/debriefing"))
    reveal = 'data-show="revealing">Reveal'
    assert f'class="button" type="button" {reveal}' in desk.page()
    desk.do("end")
    assert f'class="button primary" type="button" {reveal}' in desk.page()  # it is what is left to do


# What another table plays for


def test_a_program_that_watches_another_table_is_not_told_its_objective_by_the_options(house: House) -> None:
    desk = opened(house, "solidarity", option_objective="solidarity")
    desk.do("allow", may_look=1)
    ada, table, seat = desk.seat("Ada")
    with ada.at(desk.live_tables[1].info.id) as line:
        assert "objective" not in line.state["options"] | line.state["view"]
        assert "solidarity" not in json.dumps(line.state["options"])
        desk.do("reveal")
        line.settle()
        assert line.state["options"]["objective"] == "solidarity"
    with ada.at(table, seat) as line:
        assert line.state["options"]["objective"] == "solidarity"


def played_for_solidarity(live: LiveTable) -> list[tuple[int, int, str]]:
    """What greedy bots, who play for what the table plays for, do at a table like this one."""
    return play_out(Sitting(live.info.game, live.info.options, live.info.seed), ["greedy"]).played


async def play_moves(live: LiveTable, moves: list[tuple[int, int, str]]) -> None:
    """The same again."""
    for seat, move, text in moves:
        await live.play(seat, move, text=text)


def test_watching_another_table_is_the_same_whatever_it_plays_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers with the same people and the same moves; only the objective of the table that is watched differs."""
    monkeypatch.setattr(Crowd, "stir", Crowd.tell)  # at once: what is told together depends on nothing but the moves
    with ExitStack() as stack:
        desks, watchers = [], []
        for objective in ("greed", "solidarity"):
            house = stack.enter_context(House(tmp_path / objective))
            desk = opened(house, "solidarity", **{**SOLIDARITY, "option_rounds": 3, "vary.2": objective})
            desk.do("allow", may_look=1)
            desks.append(desk)
            watchers.append(desk.seat("Ada")[0])
        tables = [desk.live_tables[1].info.id for desk in desks]
        lines = [
            [stack.enter_context(ada.at(table, page=page)) for page in (False, True)]
            for ada, table in zip(watchers, tables, strict=True)
        ]
        for start in range(0, len(game := played_for_solidarity(desks[1].live_tables[1])), 20):
            for desk in desks:
                desk.house.do(play_moves, desk.live_tables[1], game[start : start + 20])
            for pair in lines:
                for line in pair:
                    line.settle()
            assert [line.heard for line in lines[0]] == [line.heard for line in lines[1]]
        assert all(desk.live_tables[1].is_done for desk in desks)
        assert any(desks[1].live_tables[1].sitting.state.points)
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


# What wins


def told_of_goal(live: LiveTable, seat: int) -> tuple[object, ...]:
    """What a page may say of how the game stands, from the view that it is given."""
    game, names = live.info.game, live.sitting.names
    line = goal(game, view_of(live, seat, hush_of(live, seat)), seat, names)
    view = view_of(live, seat, hush_of(live, seat))
    return line, standing(game, view), gauge(game, view), how_to_win(game, view)


def test_the_goal_tells_no_guest_what_a_table_plays_for(house: House) -> None:
    desk = opened(house, "solidarity", **{**SOLIDARITY, "vary.1": "greed", "vary.2": "solidarity"})
    greed, solidarity = desk.live_tables
    for live in (greed, solidarity):
        live.sitting.state.points[0], live.sitting.state.round = 5, 2
    assert told_of_goal(greed, NOBODY) == told_of_goal(solidarity, NOBODY)
    assert told_of_goal(greed, 0) != told_of_goal(solidarity, 0)
    desk.do("reveal")
    assert told_of_goal(greed, NOBODY) != told_of_goal(solidarity, NOBODY)


def test_the_goal_does_not_tell_how_a_game_ended(house: House) -> None:
    desk = opened(house, "path_to_safety", **{"vary": "dice", "vary.1": "2", "vary.2": "3"})
    live, dice = desk.live_tables[0], Random(1)
    while not live.is_done:
        house.do(play_on, live, 50, dice)
    assert "over" not in str(told_of_goal(live, 0)[0])
    desk.do("reveal")
    assert "The game is over" in str(told_of_goal(live, 0)[0])
