"""What changed since one's last turn: kept with the seat, told when its next answer is awaited, and made from its views alone."""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any

import pytest

from moot.engine.hearing import heard_by
from moot.engine.standing import goal, standing
from moot.table.live.state import Glance
from moot.table.live.table import LiveTable
from moot.table.rendering.replay import seen
from moot.table.rendering.sinces import glance_of, since_of
from tests.table.house import ALL, Browser, House
from tests.table.test_mine import asked

SEATS = {"option_seats": 3, "seat_0": "me", "seat_1": "open", "seat_2": "open"}


def told(browser: Browser, table: str) -> list[str]:
    """The lines on a seat's page."""
    part = re.search(r'<div id="since".*?</details>', browser.page(f"/tables/{table}"), re.DOTALL)
    assert part
    return [html.unescape(line) for line in re.findall(r"<li>(.*?)</li>", part[0])]


def answer(house: House, live: LiveTable, seat: int) -> None:
    """The first of what a seat may answer."""
    house.do(live.play, seat, live.sitting.numbers(seat)[0])


def round_about(house: House, ada: Browser, name: str) -> LiveTable:
    """A table at which Ada has answered, the others too, and she is asked again."""
    live = house.live(ada.open(name, name="Ada", **SEATS))
    asked(house, live.id, seat=0)
    answer(house, live, 0)
    while live.sitting.waiting == [0]:
        answer(house, live, 0)
    asked(house, live.id, seat=0)
    return live


def test_first_for_me_then_the_others_then_what_is_left(house: House, ada: Browser) -> None:
    live = round_about(house, ada, "treasury")
    lines = told(ada, live.id)
    assert 0 < len(lines) <= 4
    answer(house, live, 0)
    assert told(ada, live.id) == []


def numbers(text: str) -> set[str]:
    """The numbers that a text holds."""
    return set(re.findall(r"\d+", text))


def known(live: LiveTable, glance: Glance, view: Any) -> set[str]:
    """The numbers that a seat has seen and heard: in what wins, in how all stand, and in what was told."""
    game, sitting, found = live.info.game, live.sitting, set[str]()
    for looked in (seen(sitting, glance.record, 0), view):
        found |= numbers(repr((goal(game, looked, 0, sitting.names).figures, standing(game, looked))))
    told = (sitting.line(sitting.log[place]).text for place in heard_by(sitting.log, 0))
    return found.union(*map(numbers, told))


@pytest.mark.parametrize("name", ALL)
def test_every_figure_of_the_goal_line_that_changed_is_named(house: House, ada: Browser, name: str) -> None:
    live, game, compared = house.live(ada.open(name, name="Ada", **SEATS)), ALL[name], 0
    dice = Random(name)
    while not live.sitting.over and compared < 60:
        glance, view, names = glance_of(live, 0), live.sitting.view(0), live.sitting.names
        if glance is not None:
            before = dict(goal(game, seen(live.sitting, glance.record, 0), 0, names).figures)
            now = dict(goal(game, view, 0, names).figures)
            lines = " ".join(since_of(live, 0, glance, view).lines)
            for label, value in now.items():
                change = f"{label} {before[label]} → {value}" if label in before else f"{label} {value}"
                assert before.get(label) == value or change.strip().lower() in lines.lower(), (change, lines)
            assert numbers(lines) <= known(live, glance, view), lines
            compared += bool(lines)
        answer(house, live, dice.choice(live.sitting.waiting))
    assert compared


def test_it_is_there_after_the_table_has_left_memory(house: House, ada: Browser) -> None:
    live = round_about(house, ada, "treasury")
    lines = told(ada, live.id)
    house.forget(live)
    house.do(house.registry.store.settled)
    assert told(ada, live.id) == lines != []


def test_a_step_taken_back_leaves_nothing_to_compare_with(house: House, ada: Browser) -> None:
    live = house.live(ada.open("polycrisis", name="Ada", option_seats=1))
    while not live.sitting.may_take_back(0):
        answer(house, live, 0)
    house.do(live.take_back, 0)
    assert live.glances[0] is None
    assert told(ada, live.id) == []
