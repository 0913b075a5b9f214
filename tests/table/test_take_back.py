"""Taking back: one's own hidden steps, as if they had never been; and nobody else can tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.games.polycrisis.rules import Step
from moot.table.room import Room
from tests.table.house import Browser, House, Line

SEATS = 3


@pytest.fixture
def table(house: House, ada: Browser) -> str:
    """A table of Polycrisis in a blind phase in which projects may be started."""
    table = ada.open("polycrisis", option_seats=SEATS, **{f"seat_{seat}": "me" for seat in range(SEATS)})
    room, dice = house.room(table), Random(2)
    while not all(asks(room, seat, Step.START_PROJECT) for seat in range(SEATS)):
        seat = dice.choice(room.sitting.waiting)
        house.do(room.play, seat, dice.choice(room.sitting.numbers(seat)))
    return table


@pytest.fixture
def lines(ada: Browser, table: str) -> Iterator[list[Line]]:
    """All seats of it, and a spectator."""
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(table, seat)) for seat in (*range(SEATS), -1)]
        settle(lines)
        yield lines


def asks(room: Room, seat: int, step: Step) -> bool:
    """Whether a seat is asked something."""
    return bool(room.sitting.state.asking[seat] == step)


def settle(lines: list[Line]) -> None:
    """Everyone has heard everything."""
    for line in lines:
        line.settle()


def seen(room: Room) -> list[bytes]:
    """What everyone sees."""
    return [bytes(room.sitting.view(seat)) for seat in (*range(SEATS), -1)]


def test_a_hidden_step_is_taken_back_as_if_it_had_never_been(house: House, table: str, lines: list[Line]) -> None:
    room = house.room(table)
    before, record = dict(lines[0].state), bytes(room.sitting)
    assert not before["may_take_back"]
    lines[0].play(lines[0].state["moves"][-1]["number"])
    lines[0].settle()
    assert lines[0].state["may_take_back"]
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "done"
    lines[0].settle()
    assert bytes(room.sitting) == record
    for what in ("view", "moves", "question", "events", "may_take_back"):
        assert lines[0].state[what] == before[what]


def test_the_others_views_are_untouched(house: House, table: str, lines: list[Line]) -> None:
    room = house.room(table)
    lines[0].play(lines[0].state["moves"][-1]["number"])
    lines[0].settle()
    before = seen(room)
    lines[0].send(do="take_back", answer=lines[0].state["answer"])
    settle(lines)
    assert seen(room)[1:] == before[1:]


def test_the_others_hear_nothing_of_it(table: str, lines: list[Line]) -> None:
    lines[0].play(lines[0].state["moves"][-1]["number"])
    settle(lines)
    heard = [len(line.heard) for line in lines]
    lines[0].send(do="take_back", answer=lines[0].state["answer"])
    settle(lines)
    for line, before in list(zip(lines, heard, strict=True))[1:]:
        news = [message for message in line.heard[before:] if '"why"' not in message and '"refused"' not in message]
        assert not any("from_start" in message or "events" in message or "view" in message for message in news)


def test_a_page_of_another_is_not_drawn_again(ada: Browser, table: str, lines: list[Line]) -> None:
    lines[0].play(lines[0].state["moves"][-1]["number"])
    lines[0].settle()
    with ada.at(table, 1, page=True) as page:
        before = len(page.heard)
        lines[0].send(do="take_back", answer=lines[0].state["answer"])
        page.settle()
        assert not any("log_again" in message or "<" in message for message in page.heard[before:])


def test_what_the_others_have_done_since_stays_done(house: House, table: str, lines: list[Line]) -> None:
    """Also what they drew and rolled: the dice they would get without the step are the dice they got."""
    room, sitting = house.room(table), house.room(table).sitting
    lines[0].play(lines[0].state["moves"][-1]["number"])
    luck = sitting.array["luck"].tobytes()
    while others := [seat for seat in sitting.waiting if seat != 0]:
        house.do(room.play, others[0], sitting.numbers(others[0])[-1])
    assert room.sitting.array["luck"].tobytes() != luck
    settle(lines)
    before = seen(room)
    lines[0].send(do="take_back", answer=lines[0].state["answer"])
    assert seen(room)[1:] == before[1:]
    assert asks(room, 0, Step.START_PROJECT)


def test_several_steps_are_taken_back_one_by_one(house: House, table: str, lines: list[Line]) -> None:
    room, record = house.room(table), bytes(house.room(table).sitting)
    for _ in range(3):
        lines[0].play(lines[0].state["moves"][-1]["number"])
        lines[0].settle()
    for _ in range(3):
        assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "done"
        lines[0].settle()
    assert bytes(room.sitting) == record
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "refused"


def test_a_card_that_was_drawn_stays_drawn(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
    room = house.room(table)
    while not all(asks(room, seat, Step.PILE_DRAW) for seat in range(2)):
        seat = room.sitting.waiting[0]
        house.do(room.play, seat, room.sitting.numbers(seat)[0])
    with ada.at(table, 0) as line:
        line.play()
        line.settle()
        assert line.state["question"] is not None
        assert not line.state["may_take_back"]
        refused = line.send(do="take_back", answer=line.state["answer"])
        assert refused["error"].startswith("Seat 0 has nothing to take back")


def test_after_done_nothing_is_taken_back(house: House, table: str, lines: list[Line]) -> None:
    room = house.room(table)
    while 0 in room.sitting.waiting:
        house.do(room.play, 0, room.sitting.numbers(0)[0])
    lines[0].settle()
    assert not lines[0].state["may_take_back"]
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "refused"


def test_taking_back_twice_counts_once(house: House, table: str, lines: list[Line]) -> None:
    for _ in range(2):
        lines[0].play(lines[0].state["moves"][-1]["number"])
        lines[0].settle()
    answer, steps = lines[0].state["answer"], len(house.room(table).sitting.history)
    assert lines[0].send(do="take_back", answer=answer)["type"] == "done"
    assert lines[0].send(do="take_back", answer=answer)["type"] == "refused"
    assert len(house.room(table).sitting.history) == steps - 1


def test_what_was_taken_back_is_taken_back_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, dice = house.browser(), Random(11)
        table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
        room, taken = house.room(table), 0
        for _ in range(150):
            seat = dice.choice(room.sitting.waiting)
            if room.sitting.may_take_back(seat) and dice.random() < 0.6:
                house.do(room.take_back, seat)
                taken += 1
            else:
                house.do(room.play, seat, dice.choice(room.sitting.numbers(seat)))
        assert taken > 10
        left = state_of(room)
    with House(tmp_path) as house:
        assert state_of(house.room(table)) == left


def state_of(room: Room) -> tuple[Any, ...]:
    """All of a game."""
    sitting = room.sitting
    marks = [sitting.may_take_back(seat) for seat in range(sitting.seats)]
    return bytes(sitting), sitting.history, sitting.log, marks, room.answers, room.number
