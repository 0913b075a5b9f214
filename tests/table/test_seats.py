"""Who sits where: joining by link, sharing a seat, several seats, watching, leaving, bots in between, rematch."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from moot.bots import play_out
from moot.engine import MoveError
from moot.table.live.state import OVER
from moot.table.live.table import TABLE, LiveTable
from moot.table.web import allowance
from moot.table.workshops.workshop import MOST_SITTERS
from tests.table.house import Browser, House

OPEN: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "open"}
MINE: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "me"}


def end(house: House, table: str) -> LiveTable:
    """A table whose game has been played to its end."""
    live = house.live(table)

    async def play() -> None:
        while not live.sitting.over:
            seat = live.sitting.waiting[0]
            with suppress(MoveError):  # a bot was quicker
                await live.play(seat, live.sitting.numbers(seat)[0])

    house.do(play)
    return live


def test_whoever_has_the_link_can_take_a_seat(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", **OPEN)
    assert "Take a seat" in bo.page(f"/tables/{table}")
    answer = bo.post(f"/tables/{table}/join", seat=1, name="Bo")
    assert answer.headers["location"] == f"/tables/{table}?seat=1"
    assert house.live(table).names == ["Ada", "Bo"]
    assert 'data-seat="1"' in bo.page(f"/tables/{table}")


def test_seats_that_have_names_in_the_game_keep_them(house: House, ada: Browser, bo: Browser) -> None:
    kinds = {"seat_0": "me", "seat_1": "open", "seat_2": "greedy", "seat_3": "me"}
    table = ada.open("solidarity", name="Ada", option_seats=4, **kinds)
    live = house.live(table)
    assert live.names == ["Ada 1 (North)", "South", "East", "Ada 2 (West)"]
    bo.join(table, 1, "Bo")
    assert tuple(live.sitting.names) == ("Ada 1 (North)", "Bo (South)", "East", "Ada 2 (West)")
    house.do(house.registry.seating.hand, live, 2, "open")
    assert live.names[2] == "East"
    bo.post(f"/tables/{table}/leave", seat=1)
    assert live.names[1] == "South"
    house.do(house.registry.seating.hand, live, 1, "random")
    assert [(chair.kind, chair.name) for chair in live.chairs[1:3]] == [("random", "South"), ("open", "East")]


def test_the_link_is_shown_with_a_code_to_point_a_phone_at(ada: Browser) -> None:
    table = ada.open()
    invitation = ada.page(f"/tables/{table}/invite")
    assert f">http://testserver/tables/{table}</code>" in invitation
    assert "<svg" in invitation


def test_who_joins_is_seen_by_those_at_the_table(ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", **OPEN)
    with ada.at(table, 0) as line:
        assert line.state["seats"][1] == {"name": "Seat 2", "kind": "open"}
        bo.join(table, 1, "Bo")
        line.settle()
        assert line.state["seats"][1] == {"name": "Bo", "kind": "person"}


@pytest.mark.parametrize("seat", ["2", "-1", "x", "", "9" * 5000])
def test_a_seat_that_is_not_there_cannot_be_taken(house: House, ada: Browser, bo: Browser, seat: str) -> None:
    table = ada.open(**OPEN)
    assert bo.post(f"/tables/{table}/join", seat=seat, name="Bo").status_code == 400
    assert house.live(table).chairs[1].kind == "open"


def share(house: House, table: str, browser: Browser) -> None:
    """Somebody follows the link that the people of seat 0 have given them."""
    browser.join(table, 0, "Bo", house.live(table).chairs[0].key)


def test_a_seat_is_shared_by_its_own_link(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", **OPEN)
    link = f"/tables/{table}?seat=0&amp;key={house.live(table).chairs[0].key}"
    assert link in ada.page(f"/tables/{table}/invite?seat=0")
    assert link not in bo.page(f"/tables/{table}/invite?seat=0")
    assert '<input type="radio" name="seat" value="0"' in bo.page(link.replace("&amp;", "&"))


@pytest.mark.parametrize("key", ["", "guess", "0003-is-number-a"])
def test_without_its_link_nobody_sits_on_the_seat_of_another(house: House, ada: Browser, bo: Browser, key: str) -> None:
    table = ada.open(name="Ada", **OPEN)
    refused = bo.post(f"/tables/{table}/join", seat=0, name="Bo", key=key)
    assert (refused.status_code, "Ada sits there." in refused.text) == (400, True)
    assert len(house.live(table).chairs[0].sitters) == 1
    assert house.live(table).chairs[0].key not in bo.page(f"/tables/{table}")


def test_two_who_share_a_seat_see_the_same_and_either_answers(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", option_seats=1)
    share(house, table, bo)
    with ada.at(table, 0) as one, bo.at(table, 0) as other:
        assert one.state["moves"] == other.state["moves"] != []
        assert one.state["seats"] == [{"name": "Ada", "kind": "person"}]
        assert one.play()["type"] == "done"


def test_the_second_to_answer_is_told_that_it_was_answered(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(option_seats=1)
    share(house, table, bo)
    with ada.at(table, 0) as one, bo.at(table, 0) as other:
        move, answer = one.state["moves"][0]["number"], one.state["answer"]
        one.play()
        refused = other.send(do="play", move=move, answer=answer)
        assert refused["error"].startswith("This answer was given already.")
        other.settle()
        assert one.state["answer"] == other.state["answer"] == 1
    assert len(house.live(table).sitting.history) == 1


def test_a_seat_is_shared_by_so_many_and_no_more(house: House, ada: Browser) -> None:
    table = ada.open(name="Ada", option_seats=1)
    for _ in range(MOST_SITTERS - 1):
        share(house, table, house.browser())
    full = house.browser().post(f"/tables/{table}/join", seat=0, name="Zoe", key=house.live(table).chairs[0].key)
    assert (full.status_code, "Choose another." in full.text) == (400, True)


def test_of_two_who_sit_down_at_the_same_moment_one_sits_and_the_other_is_told(house: House, ada: Browser) -> None:
    live = house.live(ada.open(**OPEN))

    async def both() -> None:
        (one, _), (other, _) = await house.registry.people.add("Bo"), await house.registry.people.add("Cy")
        sitting = [house.registry.seating.sit(live, 1, person, person.name) for person in (one, other)]
        _, refused = await asyncio.gather(*sitting, return_exceptions=True)
        assert str(refused).startswith("Bo sits there.")
        assert live.chairs[1].sitters == {one.id}

    house.do(both)


def test_one_person_may_hold_several_seats(house: House, ada: Browser) -> None:
    table = ada.open(name="Ada", **MINE)
    assert house.live(table).names == ["Ada 1", "Ada 2"]
    page = ada.page(f"/tables/{table}?seat=1")
    assert 'data-seat="1" data-mine="0 1"' in page
    assert "Pass the screen to Ada 2." in ada.page(f"/tables/{table}?watch")
    with ada.at(table, 0) as one, ada.at(table, 1) as other:
        assert (one.state["seat"], other.state["seat"]) == (0, 1)


def test_who_does_not_sit_can_watch(ada: Browser, bo: Browser) -> None:
    table = ada.open(**OPEN)
    assert 'data-seat="-1"' in bo.page(f"/tables/{table}?watch")
    with bo.at(table) as line:
        assert line.state["seat"] == -1
        assert "moves" not in line.state


def test_a_spectator_cannot_play_nor_speak(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(**OPEN)
    with bo.at(table) as line:
        for message in ({"do": "play", "move": 0, "answer": 0}, {"do": "chat", "text": "Hm"}, {"do": "back"}):
            refused = line.send(**message)
            assert refused["error"] == "You do not sit on this seat. Open the table's link and take a seat."
    assert house.live(table).number == 0


@pytest.mark.parametrize("seat", ["0", "1", "2", "-2", "x", "9" * 5000, "٠"])
def test_nobody_looks_from_somebody_elses_seat(ada: Browser, bo: Browser, seat: str) -> None:
    table = ada.open(**OPEN)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        bo.client.websocket_connect(f"/tables/{table}/socket?seat={seat}"),
    ):
        pass
    assert closed.value.code == 1008


def test_a_page_of_somebody_elses_seat_is_ones_own(ada: Browser, bo: Browser) -> None:
    table = ada.open(**OPEN)
    bo.join(table, 1)
    assert 'data-seat="1"' in bo.page(f"/tables/{table}?seat=0")
    assert 'data-seat="1"' in bo.page(f"/tables/{table}?seat={'9' * 5000}")


def test_who_leaves_leaves_an_open_seat(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", **OPEN)
    bo.join(table, 1)
    assert bo.post(f"/tables/{table}/leave", seat=1).headers["location"] == "/"
    assert [chair.kind for chair in house.live(table).chairs] == ["person", "open"]
    assert bo.post(f"/tables/{table}/leave", seat=1).status_code == 400
    assert ada.post(f"/tables/{table}/leave", seat=1).status_code == 400


def test_who_leaves_a_shared_seat_leaves_it_to_the_others(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", option_seats=1)
    share(house, table, bo)
    key = house.live(table).chairs[0].key
    ada.post(f"/tables/{table}/leave", seat=0)
    chair = house.live(table).chairs[0]
    assert chair.key != key  # who has left cannot come back by it
    assert (chair.kind, chair.name, len(chair.sitters)) == ("person", "Ada", 1)


def test_who_leaves_sees_the_seat_no_longer(ada: Browser, bo: Browser) -> None:
    table = ada.open(**OPEN)
    bo.join(table, 1)
    with bo.at(table, 1) as line:
        bo.post(f"/tables/{table}/leave", seat=1)
        assert line.until_closed() == 1012


def test_an_open_seat_is_given_to_a_bot_and_taken_again(house: House, ada: Browser) -> None:
    table = ada.open(**OPEN)
    with ada.at(table, 0) as line:
        assert line.send(do="hand", seat=1, to="random")["type"] == "done"
        assert house.live(table).chairs[1].kind == "random"
        assert line.send(do="hand", seat=1, to="open")["type"] == "done"
        assert house.live(table).chairs[1].kind == "open"


def test_what_a_bot_held_is_not_seen_by_somebody_of_whom_nobody_is_told(
    house: House, ada: Browser, bo: Browser
) -> None:
    """A bot's seat may be opened first and taken then: both are told."""
    table = ada.open(**OPEN)
    with ada.at(table, 0) as line:
        line.send(do="hand", seat=1, to="random")
        name = house.live(table).names[1]
        assert line.state["chat"] == []
        line.send(do="hand", seat=1, to="open")
        house.forget(house.live(table))  # it is kept
    bo.join(table, 1, "Bo")
    with ada.at(table, 0) as line:
        said = [(one["sender"], one["text"]) for one in line.state["chat"]]
        opened, taken = said
        assert opened[0] == taken[0] == TABLE
        assert opened[1].startswith(f"The seat of {name}, which a random bot has played so far, is open.")
        assert taken[1].startswith("Bo takes the seat of")
        assert "which a random bot has played so far" in taken[1]
    bo.post(f"/tables/{table}/leave", seat=1)
    house.browser().join(table, 1, "Cy")
    assert len(house.live(table).chat) == 2  # what a person held before is no bot's


def test_seats_do_not_change_hands_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "HANDED_AT_ONCE", 4)
    with House(tmp_path, limits=True) as house:
        ada, bo = house.browser(), house.browser()
        table = ada.open(**OPEN)
        with ada.at(table, 0) as line:
            answers = [line.send(do="hand", seat=1, to=to) for to in ("random", "open") * 3]
            assert [one["type"] for one in answers] == ["done"] * 4 + ["refused"] * 2
            assert "10 minutes. Wait a little." in answers[-1]["error"]
            monkeypatch.setattr(allowance, "MOST_SEATED", 4)
            assert "changed hands 4 times" in line.send(do="hand", seat=1, to="random")["error"]
        assert bo.post(f"/tables/{table}/join", seat=1, name="Bo").status_code == 400


def test_what_the_table_says_does_not_count_as_said_by_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "MOST_SAID", 2)
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        table = ada.open(**OPEN)
        with ada.at(table, 0) as line:
            for to in ("random", "open") * 3:
                line.send(do="hand", seat=1, to=to)
            said = [line.send(do="chat", text="Hello")["type"] for _ in range(3)]
            assert said == ["done", "done", "refused"]


@pytest.mark.parametrize(("seat", "to"), [(0, "greedy"), (1, "me"), (1, "person"), (2, "greedy"), (-1, "greedy")])
def test_no_other_seat_is_given_and_to_nobody_else(house: House, ada: Browser, seat: int, to: str) -> None:
    table = ada.open(**OPEN)
    with ada.at(table, 0) as line:
        assert line.send(do="hand", seat=seat, to=to)["type"] == "refused"
    assert [chair.kind for chair in house.live(table).chairs] == ["person", "open"]


def test_a_person_may_take_a_bots_seat(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open(name="Ada", option_seats=2)
    bo.join(table, 1, "Bo")
    assert [(chair.kind, chair.name) for chair in house.live(table).chairs] == [("person", "Ada"), ("person", "Bo")]


def test_a_rematch_brings_all_to_the_same_table(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("path_to_safety", name="Ada", option_seats=3, seat_0="me", seat_1="open", seat_2="greedy")
    bo.join(table, 1, "Bo")
    before = end(house, table)
    first = ada.post(f"/tables/{table}/rematch").headers["location"]
    assert bo.post(f"/tables/{table}/rematch").headers["location"] == first
    assert first in ada.page(f"/tables/{table}")
    again = house.live(first.removeprefix("/tables/"))
    assert (again.names, again.info.options) == (before.names, before.info.options)
    assert [chair.sitters for chair in again.chairs] == [chair.sitters for chair in before.chairs]
    assert again.info.seed != before.info.seed
    assert (again.state, before.state) == ("playing", OVER)


def test_those_who_ask_for_a_rematch_at_the_same_moment_come_to_one_table(house: House, ada: Browser) -> None:
    live = end(house, ada.open("path_to_safety", **MINE))

    async def both() -> None:
        person = await house.registry.people.who(ada.secret)
        assert person is not None
        rematch = house.registry.seating.rematch
        one, other = await asyncio.gather(rematch(live, person), rematch(live, person))
        assert one is other

    house.do(both)


def test_there_is_no_rematch_before_the_end_nor_for_others(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("path_to_safety", **MINE)
    assert "when the game is over" in ada.post(f"/tables/{table}/rematch").text
    end(house, table)
    assert bo.post(f"/tables/{table}/rematch").status_code == 400


def test_bots_alone_play_a_game_to_its_end(house: House, ada: Browser) -> None:
    table = ada.open("path_to_safety", option_seats=2, seat_0="greedy", seat_1="random")
    with ada.at(table) as line:
        line.until(lambda state: "over" in state)
    assert house.live(table).state == OVER


def test_after_the_end_no_move_is_taken(house: House, ada: Browser) -> None:
    live = end(house, ada.open("path_to_safety", **MINE))
    with pytest.raises(MoveError, match="The game is over; no move can be made"):
        house.do(live.play, 0, 0)


def test_what_bots_play_is_what_anyone_could_have_played(house: House, ada: Browser) -> None:
    live = house.live(ada.open("path_to_safety", **MINE))
    assert play_out(live.sitting.copy(), ["greedy"]).over
