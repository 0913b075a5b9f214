"""Whole games over the JSON socket: what a program hears adds up to what it would see if it came now."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from moot.engine import replay
from tests.table.house import ALL, Browser, House, Line


def play_to_the_end(lines: list[Line], dice: Random) -> list[int]:
    """Every seat answers at random when it is asked; what was acknowledged."""
    acks = []
    while not lines[0].state.get("over"):
        line = dice.choice([line for line in lines if line.state["moves"]])
        done = line.play(dice=dice)
        assert done["type"] == "done", done
        acks.append(done["id"])
        for other in lines:
            other.settle()
    return acks


def fresh(browser: Browser, table: str, seat: int) -> dict[str, Any]:
    """What a seat hears that comes now."""
    with browser.at(table, seat) as line:
        return line.state


@pytest.mark.parametrize("name", ALL)
def test_a_whole_game_is_played_over_the_socket(house: House, ada: Browser, name: str) -> None:
    table = ada.open(name, option_seats=2, seat_0="me", seat_1="me")
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(table, seat)) for seat in range(2)]
        watching = stack.enter_context(ada.at(table))
        acks = play_to_the_end(lines, Random(3))
        watching.settle()
        for seat, line in enumerate(lines):
            assert line.state == fresh(ada, table, seat)
        assert watching.state == fresh(ada, table, -1)
    sitting = house.live(table).sitting
    assert lines[0].state["over"]["points"] == list(sitting.standing.points)
    assert len(acks) == len(sitting.history)


@pytest.mark.parametrize("name", ALL)
def test_what_is_left_out_of_messages_has_not_changed(house: House, ada: Browser, name: str) -> None:
    dice, table = Random(8), ada.open(name, option_seats=3, seat_0="me", seat_1="me", seat_2="me")
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(table, seat)) for seat in range(3)]
        while len(house.live(table).sitting.history) < 25 and (asked := [one for one in lines if one.state["moves"]]):
            dice.choice(asked).play(dice=dice)
            for seat, line in enumerate(lines):
                line.settle()
                now = fresh(ada, table, seat)
                line.settle()  # that somebody came is news
                assert line.state == now


def test_a_move_is_told_with_its_words_and_pieces(ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=1)
    with ada.at(table, 0) as line:
        move = line.state["moves"][0]
        assert set(move) == {"number", "choice", "arguments", "words", "pieces"}
        assert line.state["question"]["text"]
        assert line.state["question"]["section"]


@pytest.mark.parametrize("name", ALL)
def test_a_game_that_is_over_can_be_saved_looked_through_and_replayed(house: House, ada: Browser, name: str) -> None:
    table = ada.open(name, option_seats=2, seat_0="me", seat_1="me")
    refused = [ada.get(f"/tables/{table}/{page}") for page in ("game.json", "replay", "moment")]
    assert [answer.status_code for answer in refused] == [400, 400, 400]
    with ExitStack() as stack:
        play_to_the_end([stack.enter_context(ada.at(table, seat)) for seat in range(2)], Random(1))
    sitting = house.live(table).sitting
    assert bytes(replay(ALL[name], ada.page(f"/tables/{table}/game.json"))) == bytes(sitting)
    for seat in (-2, -1, 0, 1):
        assert f"{len(sitting.history)} of {len(sitting.history)}" in ada.page(f"/tables/{table}/replay?seat={seat}")
        assert f"3 of {len(sitting.history)}" in ada.page(f"/tables/{table}/moment?seat={seat}&move=3")
    for wrong in ("seat=2", "seat=-3", "seat=x", "move=x", "move=" + "9" * 5000):
        assert ada.get(f"/tables/{table}/moment?{wrong}").status_code == 400


def test_a_page_and_a_program_play_at_the_same_table(ada: Browser, bo: Browser) -> None:
    table = ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="open")
    bo.join(table, 1)
    with ada.at(table, 0, page=True) as page, bo.at(table, 1) as program:
        asked = page if not program.state["moves"] else program
        move = program.state["moves"][0]["number"] if asked is program else None
        if move is not None:
            program.play(move)
        page.settle()
        assert all('"type":"page"' in heard or '"type":"why"' in heard for heard in page.heard)


def test_a_page_is_shown_its_parts(ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=1)
    page = ada.page(f"/tables/{table}")
    with ada.at(table, 0, page=True) as line:
        first = line.heard[0]
    for part in ("strip", "seats", "goal", "board", "tray", "dock"):
        assert f'id="{part}"' in page
        assert f'"{part}":' in first
