"""Who won, with what and why: the same on the page, in the log, over the socket, in replay, debriefing and export."""

from __future__ import annotations

import csv
import io
import zipfile
from html import unescape
from random import Random

import pytest

from moot.engine.headlines import headline
from moot.table.rendering.ends import end_of
from tests.table.desk import SOLIDARITY, Desk, opened
from tests.table.house import ALL, Browser, House
from tests.table.test_seats import end

TWO = {"name": "Ada", "option_seats": 2, "seat_0": "me", "seat_1": "open"}
COMPETITIVE = [name for name, game in ALL.items() if not game.cooperative]


def played(house: House, ada: Browser, bo: Browser, game: str) -> str:
    """A game of two that is over."""
    table = ada.open(game, **TWO, **({"option_objective": "greed"} if game == "solidarity" else {}))
    bo.join(table, 1, "Bo")
    end(house, table)
    return table


@pytest.mark.parametrize("game", COMPETITIVE)
def test_the_result_is_the_same_everywhere(house: House, ada: Browser, bo: Browser, game: str) -> None:
    table = played(house, ada, bo, game)
    sitting = house.live(table).sitting
    result, line = sitting.result, sitting.result_line
    assert result is not None
    assert line is not None
    names = [name for seat, name in enumerate(sitting.names) if seat in result.winners]
    assert all(name in line.text for name in names)
    assert sitting.game.words.points(max(result.points)) in line.text
    assert sitting.story().endswith(line.text)
    page = ada.page(f"/tables/{table}")
    ended = end_of(house.live(table), 0)
    assert ended is not None
    assert unescape(page).count(f"<h2>{ended.headline}</h2>") == 1
    assert all(("You" if name.startswith("Ada") else name) in ended.headline for name in names)
    assert sitting.game.words.points(max(result.points)) in ended.headline
    log = page[page.index('id="log"') :]
    assert log.index(line.text) < log.index("</li>"), "the newest line of the log"
    assert headline(sitting.game, result, sitting.names, sitting.length).text in unescape(
        ada.page(f"/tables/{table}/replay")
    )
    with ada.at(table, 0) as heard:
        assert heard.state["over"] == {"text": line.text, "state": "over", **result.as_dict()}


@pytest.mark.parametrize("game", ["polycrisis", "path_to_safety"])
def test_a_cooperative_game_is_won_or_lost(house: House, ada: Browser, bo: Browser, game: str) -> None:
    table = played(house, ada, bo, game)
    with ada.at(table, 0) as heard:
        over = heard.state["over"]
        assert over["points"] == []
        assert over["together"]
        assert over["winners"] in ([], [0, 1])
    assert 'class="ranking"' not in ada.page(f"/tables/{table}")


def test_the_end_page_ranks_the_seats(house: House, ada: Browser, bo: Browser) -> None:
    table = played(house, ada, bo, "treasury")
    ranking = ada.page(f"/tables/{table}").partition('<ol class="ranking"')[2].partition("</ol>")[0]
    result = house.live(table).result
    assert result is not None
    first, second = ranking.split("<li")[1:]
    assert f"{result.points[result.order[0]]} gold" in first
    assert f"{result.points[result.order[1]]} gold" in second
    assert 'class="won"' in first


def test_the_host_may_end_a_game_early(house: House, ada: Browser, bo: Browser) -> None:
    """It has a standing by points then, and nothing is set to nothing."""
    table = ada.open("treasury", **TWO)
    bo.join(table, 1, "Bo")
    live = house.live(table)
    gold = tuple(live.sitting.state.gold[:2])
    assert bo.post(f"/tables/{table}/end").status_code == 400
    assert live.state == "playing"
    assert "End the game" in ada.page(f"/tables/{table}")
    assert "End the game" not in bo.page(f"/tables/{table}")
    assert ada.post(f"/tables/{table}/end").status_code == 303
    result = live.result
    assert result is not None
    assert (result.points, result.winners, result.ending, result.ended_early) == (gold, (), None, True)
    assert sorted(result.ranks) == [1, 2]
    page = ada.page(f"/tables/{table}")
    assert "The host has ended the game. It stood: " in page
    assert 'class="ranking"' in page
    with bo.at(table, 1) as heard:
        assert heard.state["over"]["ended_early"]
        assert heard.state["over"]["points"] == list(gold)
        assert heard.send(do="play", move=0, answer=0)["type"] == "refused"


def test_a_game_that_all_win_or_lose_has_a_standing_too(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("solidarity", **TWO, option_objective="solidarity")
    bo.join(table, 1, "Bo")
    house.live(table).sitting.state.points[1] = 7
    ada.post(f"/tables/{table}/end")
    assert "The host has ended the game. It stood: Ada (North) 0 points, Bo (South) 7 points." in ada.page(
        f"/tables/{table}"
    )


def test_before_the_reveal_a_workshop_tells_no_standing(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY)
    ada, table, _ = desk.seat("Ada")
    desk.do("end")
    assert "It stood: " in desk.page("")
    assert "It stood: " not in ada.page(f"/tables/{table}")
    desk.do("reveal")
    assert "It stood: " in ada.page(f"/tables/{table}")


def test_a_facilitator_ends_early_with_a_standing(house: House) -> None:
    desk = opened(house, "treasury", names="Ada\nBo", tables=1, option_seats=2)
    desk.do("end")
    live = desk.live_tables[0]
    assert live.outcome is not None
    assert live.outcome.ended_early
    assert live.outcome.points == tuple(live.sitting.state.gold[:2])
    assert "It stood: " in desk.page("")


def results_of(desk: Desk) -> list[dict[str, str]]:
    """The rows of the export."""
    packed = zipfile.ZipFile(io.BytesIO(desk.browser.get(f"{desk.at}/export.zip").content))
    return list(csv.DictReader(io.StringIO(packed.read("results.csv").decode())))


def test_the_export_has_points_and_ranks(house: House) -> None:
    desk = opened(house, "treasury", names="Ada\nBo", tables=1, option_seats=2)
    desk.do("end")
    outcome = desk.live_tables[0].outcome
    assert outcome is not None
    rows = results_of(desk)
    assert [int(row["points"]) for row in rows] == list(outcome.points)
    assert [int(row["rank"]) for row in rows] == list(outcome.ranks)
    assert {row["won"] for row in rows} == {""}, "nobody has won a game that was not played to its end"


def test_the_debriefing_of_a_cooperative_game_counts_what_was_won(house: House) -> None:
    """Those that were broken off are marked, and not counted."""
    desk = opened(house, "path_to_safety", names="Ada\nBo", tables=2, option_seats=1, vary="dice")
    whole, dice = desk.live_tables[0], Random(1)
    while not whole.sitting.over:
        house.do(whole.play, 0, dice.choice(whole.sitting.numbers(0)))
    desk.do("end")
    page = desk.page("/debriefing")
    assert "Points" not in page
    assert page.count("0 of 1") == 1
    assert "ended early" in page


def test_pages_say_whose_games_they_are(ada: Browser) -> None:
    lobby = ada.page("/")
    assert "<em>Wicked 21st</em>, Copyright (c) 2022 Textualization Software Ltd." in lobby
    assert lobby.count("no licence was found") == 3
    assert "<em>civ-citizen</em> by jaafit" in ada.page("/games/treasury/rulebook").partition('class="foot"')[2]
    assert "jaafit" not in ada.page("/new/polycrisis")
