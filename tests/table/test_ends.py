"""A game that is over or was ended early: what its people, its file, its replay and the lobby say of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from moot.engine import NOBODY, Result, replay
from moot.table.rendering.ends import end_of
from tests.table.desk import SOLIDARITY, Desk, opened
from tests.table.house import ALL, Browser, House
from tests.table.test_seats import end

TWO: dict[str, Any] = {"name": "Ada", "option_seats": 2, "seat_0": "me", "seat_1": "open"}
MINE: dict[str, Any] = {"name": "Ada", "option_seats": 2, "seat_0": "me", "seat_1": "me"}


def ended_early(ada: Browser, game: str = "treasury", **options: Any) -> str:
    """A table of two whose host has ended the game."""
    table = ada.open(game, **MINE | options)
    assert ada.post(f"/tables/{table}/end").status_code == 303
    return table


def test_there_is_a_rematch_of_a_game_that_was_ended_early(ada: Browser) -> None:
    table = ended_early(ada)
    assert "Rematch" in ada.page(f"/tables/{table}")
    assert ada.post(f"/tables/{table}/rematch").status_code == 303


def test_the_lobby_says_what_can_be_done_at_a_table(house: House, ada: Browser) -> None:
    def offered(table: str) -> str:
        found = re.search(rf'href="/tables/{table}">([^<]*)', ada.page("/"))
        assert found
        return found[1]

    table = ada.open("treasury", **MINE)
    assert offered(table) == "Go on"
    ada.post(f"/tables/{table}/end")
    assert offered(table) == "See the end"
    other = ada.open("path_to_safety", **MINE)
    end(house, other)
    assert offered(other) == "See the end"


def test_the_file_says_who_played_and_how_it_ended(house: House, ada: Browser) -> None:
    table = ended_early(ada)
    text = ada.page(f"/tables/{table}/game.json")
    live, saved = house.live(table), json.loads(text)
    assert saved["names"] == live.names
    assert saved["ended"] == "The host has ended the game."
    assert saved["result"]["points"] == list(live.sitting.standing.points)
    assert live.ending is not None
    assert replay(ALL["treasury"], text).story().endswith(live.ending.text)


def test_after_an_early_end_nobody_is_awaited(ada: Browser) -> None:
    table = ada.open("treasury", **MINE)
    with ada.at(table, 0) as line:
        assert line.state["waiting"]
        assert line.state["moves"]
        ada.post(f"/tables/{table}/end")
        line.settle()
        assert (line.state["waiting"], line.state["question"], line.state["moves"]) == ([], None, [])
        assert not line.state["may_take_back"]
    assert '<div id="board" data-ended>' in ada.page(f"/tables/{table}")


@pytest.mark.parametrize("game", ["polycrisis", "path_to_safety"])
def test_a_cooperative_game_says_where_it_stood(ada: Browser, game: str) -> None:
    table = ended_early(ada, game)
    stood = "Round 1" if game == "path_to_safety" else "Choosing classes"
    assert f"The host has ended the game. It stood at: {stood}." in ada.page(f"/tables/{table}")


def test_before_the_reveal_players_hear_that_the_facilitator_has_ended_it(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, seat = desk.seat("Ada")
    desk.do("end")
    said = "The facilitator has ended the game here. How it stood will be told to all tables together."
    assert said in ada.page(f"/tables/{table}")
    with ada.at(table, seat) as line:
        assert line.state["over"] == {"text": said, "state": "ended"}


def result_with_a_tie(house: House, table: str) -> Result:
    """Two have as many points, and are told apart."""
    state = house.live(table).sitting.state
    state.points[0], state.points[1], state.foreseen[1] = -1, -1, 2
    return house.live(table).sitting.standing


def test_equal_points_with_different_ranks_are_explained(house: House, ada: Browser) -> None:
    table = ada.open("turning_points", **MINE)
    result = result_with_a_tie(house, table)
    assert result.ranks == (2, 1)
    ada.post(f"/tables/{table}/end")
    for address in (f"/tables/{table}", f"/tables/{table}/replay"):
        ranking = ada.page(address).partition('<ol class="ranking"')[2].partition("</ol>")[0]
        assert "<small>events foreseen 2</small>" in ranking
        assert "<small>events foreseen 0</small>" in ranking
        assert "−1 point<" in ranking
        assert "-1 point" not in ranking
    with ada.at(table, 0) as line:
        assert line.state["over"]["tie_breaks"] == {"events foreseen": [0, 2]}


def test_the_replay_begins_its_end_with_the_result(house: House, ada: Browser) -> None:
    table = ada.open("solidarity", **MINE, option_rounds=1, option_objective="solidarity")
    ended = end_of(end(house, table), NOBODY)
    assert ended is not None
    moves = len(house.live(table).sitting.history)
    page = ada.page(f"/tables/{table}/replay")
    assert page.index(f"<h2>{ended.headline}</h2>") < page.index(ended.why.text) < page.index('class="ranking"')
    assert page.index('class="ranking"') < page.index('<ol class="log"')
    assert f"/games/solidarity/rulebook?table={table}#rule-6-4" in page
    assert page.count(ended.why.text) == 1
    before = ada.page(f"/tables/{table}/moment?move={moves - 1}")
    assert 'class="ranking"' not in before
    assert ended.why.text not in before


def test_with_everything_open_private_lines_say_whose_they_are(house: House, ada: Browser) -> None:
    table = ada.open("path_to_safety", **MINE)
    live = end(house, table)
    private = next(entry for entry in live.sitting.log if entry.event is not None and entry.audience >= 0)
    at, whose = f"/tables/{table}/moment?move={private.after}", live.names[private.audience]
    assert f"{whose} only:" in ada.page(at)
    assert "only:" not in ada.page(f"{at}&seat={private.audience}")


def test_no_host_is_asked_to_end_a_game_that_is_over(ada: Browser) -> None:
    table = ended_early(ada)
    assert "End the game" not in ada.page(f"/tables/{table}")


def test_hands_of_others_are_not_spoken_to(house: House, ada: Browser) -> None:
    table, own = ada.open("polycrisis", **TWO), 'aria-label="Your cards"'
    ada.post(f"/tables/{table}/end")
    assert ada.page(f"/tables/{table}").count(own) == 1
    assert house.browser().page(f"/tables/{table}?watch").count(own) == 0
    replayed = ada.page(f"/tables/{table}/replay")
    assert (replayed.count('aria-label="Cards"'), own in replayed) == (2, False)


@pytest.mark.parametrize("game", list(ALL))
def test_nobody_who_looks_back_is_spoken_to(ada: Browser, game: str) -> None:
    table = ended_early(ada, game)
    hands = ada.page(f"/tables/{table}/replay").partition('class="mine"')[2].partition('class="buttons"')[0]
    said = re.findall(r'<h2>(.*?)</h2>|class="none">(.*?)<', hands)
    assert said
    assert not re.search(r"\b[Yy]our?\b", str(said))


def test_the_debriefing_ranks_the_seats(house: House) -> None:
    desk = opened(house, "turning_points", names="Ada\nBo", tables=1, option_seats=2)
    state = desk.live_tables[0].sitting.state
    state.points[0], state.points[1], state.foreseen[1] = -1, -1, 2
    bars = desk.page("/debriefing").partition('class="score-bars"')[2].partition("</ul>")[0]
    assert "events foreseen" not in bars, "while it is played, nothing is told of it"
    desk.do("end")
    first, second = desk.page("/debriefing").partition('class="score-bars"')[2].partition("</ul>")[0].split("<li")[1:]
    assert "<span>2. " in first
    assert "<span>1. " in second
    assert "events foreseen 2" in second
    assert "−1</b>" in second


def what_can_be_ended(desk: Desk) -> list[str]:
    """What the facilitator's page offers."""
    dialog = desk.page("").partition('id="end-which"')[2].partition("</dialog>")[0]
    return re.findall(r">(Table \d|End all tables)<", dialog)


def test_only_games_that_are_played_can_be_ended(house: House) -> None:
    desk = opened(house, "treasury", names="Ada\nBo", tables=2, option_seats=2)
    assert what_can_be_ended(desk) == ["Table 1", "Table 2", "End all tables"]
    desk.do("end", table=1)
    assert what_can_be_ended(desk) == ["Table 2", "End all tables"]
    assert "over there already" in desk.refused("end", table=1)
    desk.do("end")


# What the page of the end says


def end_told(house: House, table: str, seat: int) -> str:
    """The headline for a reader."""
    ended = end_of(house.live(table), seat)
    assert ended is not None
    return ended.headline


def test_the_headline_names_the_winner_to_each_reader(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("treasury", **TWO)
    bo.join(table, 1, "Bo")
    assert end_of(house.live(table), 0) is None, "while it is played"
    gold = end(house, table).sitting.state.gold
    gold[0], gold[1] = 15, 14
    pages = {0: ada.page(f"/tables/{table}"), 1: bo.page(f"/tables/{table}"), -1: ada.page(f"/tables/{table}?watch")}
    for seat, page in pages.items():
        assert f"<h2>{end_told(house, table, seat)}</h2>" in page
    assert end_told(house, table, 0) == "You win with 15 gold, one ahead of Bo."
    assert end_told(house, table, 1) == "Ada wins with 15 gold, one ahead of you."
    assert end_told(house, table, NOBODY) == "Ada wins with 15 gold, one ahead of Bo."


def test_the_readers_own_row_is_marked_and_accounts_stand_beside_the_points(house: House, ada: Browser) -> None:
    table = ada.open("treasury", **MINE)
    ended = end_of(end(house, table), 1)
    assert ended is not None
    rows = (
        ada.page(f"/tables/{table}?seat=1").partition('<ol class="ranking"')[2].partition("</ol>")[0].split("<li")[1:]
    )
    assert [one.rank for one in ended.ranking] == sorted(one.rank for one in ended.ranking)
    for one, row in zip(ended.ranking, rows, strict=True):
        assert ("data-own" in row) == one.own == (one.seat == 1)
        assert f'<small class="account">{", ".join(one.account)}</small>' in row
        assert sum(int(part.rpartition(" ")[2].replace("−", "-")) for part in one.account) == int(one.points.split()[0])


@pytest.mark.parametrize(("game", "turn"), [("polycrisis", "turn"), ("path_to_safety", "round")])
def test_who_plays_together_is_told_so(house: House, ada: Browser, game: str, turn: str) -> None:
    table = ada.open(game, **MINE)
    live = end(house, table)
    won = bool(live.result and live.result.winners)
    assert f"<h2>You {'win' if won else 'lose'} in {turn} {live.sitting.length}: " in ada.page(f"/tables/{table}")
    assert f"<h2>{'Won' if won else 'Lost'} in {turn} {live.sitting.length}: " in ada.page(f"/tables/{table}/replay")


def test_what_everyone_held_is_folded_below(house: House, ada: Browser) -> None:
    table = ada.open("path_to_safety", **MINE)
    end(house, table)
    page = ada.page(f"/tables/{table}")
    below = page[page.index('<details class="held"') :]
    assert below.index("What everyone held") < below.index('class="mine"')


def test_a_workshop_that_keeps_its_ends_ranks_nobody(house: House) -> None:
    desk = opened(house, "treasury", **{"vary": "ages", "vary.1": "", "vary.2": "", "option_seats": 2})
    ada, table, seat = desk.seat("Ada")
    desk.do("end", table=1)
    ended = end_of(desk.live_tables[0], seat)
    assert ended is not None
    assert ended.ranking == ()
    page = ada.page(f"/tables/{table}")
    assert 'class="ranking"' not in page
    assert 'class="account"' not in page
    assert "What you held" in page
    desk.do("reveal")
    assert 'class="account"' in ada.page(f"/tables/{table}")
