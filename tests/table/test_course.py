"""The end of a game at its table: how it went, where it turned, and what comes next."""

from __future__ import annotations

import re

import pytest

from moot.lab.presets import preset_with
from tests.table.house import ALL, Browser, House
from tests.table.test_seats import end


@pytest.mark.parametrize("name", ["treasury", "polycrisis"])
def test_a_curve_with_its_numbers_and_links_to_where_it_turned(house: House, ada: Browser, name: str) -> None:
    live = house.live(ada.open(name))
    assert ada.get(f"/tables/{live.id}/course").status_code == 400
    end(house, live.id)
    page = ada.page(f"/tables/{live.id}/course")
    assert page.count('class="line"') == (1 if ALL[name].cooperative else len(live.chairs))
    assert "In numbers" in page
    links = re.findall(rf'href="(/tables/{live.id}/replay\?move=\d+)"', page)
    assert 0 < len(links) <= 3
    assert all(ada.get(link).status_code == 200 for link in links)


def test_the_next_game_may_be_harder(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", preset="three_chips")
    end(house, table)
    assert 'name="preset" value="four_chips"' in ada.page(f"/tables/{table}")
    again = ada.post(f"/tables/{table}/rematch", preset="four_chips").headers["location"]
    options = house.live(again.removeprefix("/tables/")).info.options
    assert preset_with(ALL["polycrisis"], options) == "four_chips"


def test_the_next_game_may_have_open_seats_in_place_of_bots(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=3)
    end(house, table)
    again = ada.post(f"/tables/{table}/rematch", open_bots="1").headers["location"]
    assert again.endswith("?invite")
    live = house.live(again.removeprefix("/tables/").removesuffix("?invite"))
    assert [chair.kind for chair in live.chairs] == ["person", "open", "open"]
