"""One's own tables in the lobby: whose turn it is and since when, where one stands, hiding and leaving. And what one has played."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moot.engine import minus
from moot.engine.standing import goal
from moot.lab.presets import title
from moot.table import ledger
from moot.table.ledger import held_at, read_held
from moot.table.lists import DAY, HOUR, MINUTE, OLD
from moot.table.live.table import LiveTable
from tests.table.desk import Desk
from tests.table.house import ALL, Browser, House
from tests.table.test_seats import end

TWO: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "open"}


def of_two(house: House, ada: Browser, bo: Browser, game: str = "polycrisis") -> str:
    """A table of two people, at which one after the other is asked."""
    table = ada.open(game, name="Ada", **TWO)
    bo.join(table, 1, "Bo")
    return table


def asked(house: House, table: str, *, seat: int) -> None:
    """Play until a seat alone is awaited."""
    live = house.live(table)

    async def play() -> None:
        while live.sitting.waiting != [seat]:
            other = live.sitting.waiting[0]
            await live.play(other, live.sitting.numbers(other)[0])

    house.do(play)


@pytest.mark.parametrize("in_memory", [True, False])
def test_whose_turn_it_is_and_since_when(house: House, ada: Browser, bo: Browser, in_memory: bool) -> None:
    table = of_two(house, ada, bo, "treasury")
    asked(house, table, seat=1)
    if not in_memory:
        house.forget(house.live(table))
        house.do(house.registry.store.settled)
    for passed, since in ((0, ""), (5 * MINUTE, " for 5 min"), (2 * HOUR, " for 2 h"), (3 * DAY, " for 3 days")):
        house.clock.now += passed
        assert f"waiting for Bo{since if passed else ''}" in ada.page("/mine")
        assert "your turn" in bo.page("/mine")
        house.clock.now -= passed
    assert (table in house.registry.live) == in_memory


def test_tables_that_wait_for_me_come_first_and_are_counted(house: House, ada: Browser, bo: Browser) -> None:
    first, second = (of_two(house, ada, bo, "treasury") for _ in range(2))
    asked(house, first, seat=0)
    asked(house, second, seat=1)
    assert re.findall(r'href="/tables/([^"]+)"', ada.page("/mine")) == [first, second]
    assert re.findall(r'href="/tables/([^"]+)"', bo.page("/mine")) == [second, first]
    assert 'data-waits="1"' in ada.page("/")
    lobby = ada.page("/")
    assert lobby.index("Your tables") < lobby.index('class="game-card"') < lobby.index("Open tables")
    assert "Your tables" not in house.browser().page("/")


def test_since_when_is_not_told_where_it_would_tell_how_far_somebody_has_come(
    house: House, ada: Browser, bo: Browser
) -> None:
    """In a blind phase each of somebody's steps begins their time anew."""
    table = of_two(house, ada, bo, "solidarity")
    live = house.live(table)
    assert all(one.sealed for one in held_at(live))
    asked(house, table, seat=1)
    house.clock.now += HOUR
    assert "waiting for Bo (South)<" in ada.page("/mine")
    assert "your turn for 1 h" in bo.page("/mine")


@pytest.mark.parametrize("in_memory", [True, False])
def test_everyone_reads_where_they_stand_and_that_something_was_said(
    house: House, ada: Browser, bo: Browser, in_memory: bool
) -> None:
    """Also who is not awaited; and nobody reads it of another."""
    table = of_two(house, ada, bo, "treasury")
    asked(house, table, seat=1)
    live = house.live(table)
    stands = [goal(live.info.game, live.sitting.look(seat), seat, live.sitting.names).text for seat in range(2)]
    with bo.at(table, 1) as line:
        line.send(do="chat", text="Hello")
        line.send(do="chat", text="For you", to=0)
    if not in_memory:
        house.forget(live)
        house.do(house.registry.store.settled)
    for browser, seat in ((ada, 0), (bo, 1)):
        page = browser.page("/mine")
        assert re.findall('<div class="stands">(.*?)</div>', page) == [html.escape(stands[seat])]
        assert f'data-table="{table}" data-said="2"' in page
    assert stands[0] != stands[1]
    assert (table in house.registry.live) == in_memory


def test_what_was_noted_of_awaited_seats_alone_is_read() -> None:
    [one] = read_held('[[1, 5.0, false, "Most gold: you 4.", 2]]')
    assert (one.seat, one.goal, one.said, one.awaited) == (1, "Most gold: you 4.", 2, True)


def test_where_all_stand_is_worked_out_when_it_is_noted_and_not_with_every_move(
    house: House, ada: Browser, bo: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, worked_out = ada.open(name="Ada", public=1, **TWO), Counter[int]()
    bo.join(table, 1, "Bo")
    live, own = house.live(table), ledger._stands

    def counted(live: LiveTable, seat: int) -> tuple[str, int]:
        worked_out[seat] += 1
        return own(live, seat)

    monkeypatch.setattr(ledger, "_stands", counted)
    for _ in range(5):
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
    assert not worked_out
    for _ in range(2):
        house.do(_noted, house)
    assert worked_out == {0: 1, 1: 1}
    assert table in ada.page("/mine")
    assert table in bo.page("/tables")
    assert worked_out == {0: 2, 1: 1}, "a list works it out for its reader"


def test_the_first_four_have_a_picture_of_what_everyone_sees(house: House, ada: Browser) -> None:
    tables = [ada.open("treasury", name="Ada", **TWO) for _ in range(5)]
    page = ada.page("/mine")
    drawn = re.findall(r'hx-get="/tables/([^/]+)/miniature"', page)
    assert len(drawn) == 4
    assert set(drawn) < set(tables)
    picture = ada.page(f"/tables/{drawn[0]}/miniature")
    assert picture.count("<svg") == 1
    assert all(mark not in picture for mark in ("data-piece", "data-tip", "tabindex"))
    assert picture == house.browser().page(f"/tables/{drawn[0]}/miniature")


def test_old_games_are_folded_away(house: House, ada: Browser, bo: Browser) -> None:
    over, played = of_two(house, ada, bo), of_two(house, ada, bo)
    ada.post(f"/tables/{over}/end")
    page = ada.page("/mine")
    assert page.index(played) < page.index('id="older"') < page.index(over)
    assert "Older: 1" in page
    house.clock.now += OLD + 1
    assert "Older: 2" in ada.page("/mine")


def test_a_hidden_table_is_kept_and_can_be_listed_again(house: House, ada: Browser, bo: Browser) -> None:
    table = of_two(house, ada, bo)
    assert ada.post(f"/tables/{table}/hide").headers["location"] == "/"
    page = ada.page("/mine")
    assert page.index('id="hidden"') < page.index(table)
    assert 'data-waits="0"' in page
    assert 'id="hidden"' not in bo.page("/mine")
    assert 'data-mine="0"' in ada.page(f"/tables/{table}")
    ada.post(f"/tables/{table}/hide", hidden=0)
    assert 'id="hidden"' not in ada.page("/mine")


def test_only_ones_own_tables_can_be_hidden(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada")
    bo.open(name="Bo")
    for browser in (bo, house.browser()):
        assert browser.post(f"/tables/{table}/hide").status_code == 400


def test_a_seat_can_be_left_from_the_lobby(house: House, ada: Browser, desk: Desk) -> None:
    table = ada.open(name="Ada", **TWO)
    assert f'action="/tables/{table}/leave"' in ada.page("/")
    ada.post(f"/tables/{table}/leave", seat=0)
    assert f"/tables/{table}" not in ada.page("/")
    guest, at, _ = desk.seat("Bo")
    assert f"/tables/{at}" in guest.page("/")
    assert f"/tables/{at}/leave" not in guest.page("/")


def test_what_goes_with_a_table_goes_from_the_lists(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, bo = house.browser(), house.browser()
        table = of_two(house, ada, bo)
        ada.post(f"/tables/{table}/hide")
        ada.post("/me/delete", sure=1)
        assert bo.page("/mine").count(table) > 0


# What one has played


def rows_of(page: str, title: str) -> list[list[str]]:
    """The rows of the table under a title, cell by cell."""
    part = page.partition(title)[2].partition("</tbody>")[0].partition("<tbody>")[2]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", part, re.S)]


@pytest.mark.parametrize("game", ["treasury", "path_to_safety"])
def test_games_are_counted_by_preset(house: House, ada: Browser, bo: Browser, game: str) -> None:
    table = of_two(house, ada, bo, game)
    live = end(house, table)
    result = live.outcome
    assert result is not None
    for browser, seat in ((ada, 0), (bo, 1)):
        (cells,) = rows_of(browser.page("/me"), "What you have played</h2>")
        assert cells[0] == ALL[game].title
        assert cells[2:4] == ["1", str(int(seat in result.winners))]
        assert cells[4] == (str(result.ranks[seat]) if 0 < len(result.winners) < 2 and result.points else "–")
        assert cells[5] == (ALL[game].words.points(result.points[seat]) if result.points else "–")
    before = ada.page("/me")
    house.forget(live)
    house.do(house.registry.store.settled)
    assert ada.page("/me") == before
    assert house.registry.live == {}


def test_a_game_of_which_nothing_was_noted_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.table.ledger.Ledger.note", lambda *_: None)
    with House(tmp_path) as house:
        ada = house.browser()
        end(house, ada.open("path_to_safety", name="Ada", option_seats=1))
        secret = ada.secret
    with House(tmp_path) as house:
        assert "Path to Safety</th>" in house.browser(secret).page("/me")


def test_games_that_were_broken_off_or_belong_to_a_workshop_do_not_count(ada: Browser, desk: Desk) -> None:
    table = ada.open(name="Ada", **TWO)
    ada.post(f"/tables/{table}/end")
    assert "will be counted here" in ada.page("/me")
    guest, at, _ = desk.seat("Bo")
    end(desk.house, at)
    assert "will be counted here" in guest.page("/me")


def test_a_preset_is_known_by_its_options(house: House, ada: Browser) -> None:
    game = ALL["polycrisis"]
    for preset, chosen in game.presets.items():
        if chosen.fits(1):
            end(house, ada.open("polycrisis", option_seats=1, preset=preset))
    page = ada.page("/me")
    assert all(f"<td>{title(preset)}</td>" in page for preset, one in game.presets.items() if one.fits(1))


def test_what_the_same_people_have_won_together_is_counted(house: House, ada: Browser, bo: Browser) -> None:
    """Not alone with bots, and not where one of them wins; and to the others it is their own."""
    ends = [end(house, of_two(house, ada, bo)) for _ in range(2)]
    end(house, of_two(house, ada, bo, "treasury"))
    end(house, ada.open("polycrisis", option_seats=1))
    won = sum(bool(live.outcome and live.outcome.winners) for live in ends)
    assert rows_of(ada.page("/me"), "Together</h3>") == [["Polycrisis", "Bo", "2", str(won)]]
    assert rows_of(bo.page("/me"), "Together</h3>") == [["Polycrisis", "Ada", "2", str(won)]]
    assert "Together</h3>" not in house.browser().page("/me")


def test_results_are_drawn_from_three_games_on(house: House, ada: Browser) -> None:
    """Where there is something to be seen in them; the first game comes first."""
    points, page = list[int](), ""
    while 'class="course"' not in page:
        assert len(points) < 3 or len({*points}) == 1
        live = end(house, ada.open("treasury", name="Ada", option_seats=2, seat_0="me", seat_1="me"))
        assert live.outcome
        points.append(max(live.outcome.points))
        house.clock.now += HOUR
        page = ada.page("/me")
    assert len(points) >= 3
    assert "Gold by game" in page
    drawn = [[str(game), minus(result)] for game, result in enumerate(points, 1)]
    assert rows_of(page, "In numbers</summary>") == drawn


@pytest.fixture
def other(tmp_path: Path, house: House) -> Iterator[House]:
    """A second server on the same database."""
    with House(tmp_path, seed=1000, quiet=0.2) as other:
        other.secrets.used += ["taken"] * 500
        yield other


@pytest.mark.shared_store
def test_a_server_knows_whose_turn_it_is_at_another(house: House, other: House) -> None:
    ada, bo = other.browser(), other.browser()
    table = of_two(other, ada, bo, "treasury")
    asked(other, table, seat=1)
    other.do(_noted, other)
    here = house.browser(ada.secret).page("/mine")
    assert "waiting for Bo" in here
    assert table not in house.registry.live


async def _noted(house: House) -> None:
    house.registry.ledger.note(house.registry.live.values())
    await house.registry.store.settled()
