"""Taking back: one's own hidden steps, as if they had never been, unknown to others; and what was told but revealed nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.engine import replay
from moot.games.polycrisis.rules import Step
from moot.games.turning_points.rules import Act
from moot.table.live import runner
from moot.table.live.entries import TookBack
from moot.table.live.table import LiveTable
from tests.table.desk import opened
from tests.table.house import PATIENCE, Browser, House, Line

SEATS = 3


@pytest.fixture
def table(house: House, ada: Browser) -> str:
    """A table of Polycrisis in a blind phase in which projects may be started."""
    table = ada.open("polycrisis", option_seats=SEATS, **{f"seat_{seat}": "me" for seat in range(SEATS)})
    live, dice = house.live(table), Random(2)
    while not all(asks(live, seat, Step.START_PROJECT) for seat in range(SEATS)):
        seat = dice.choice(live.sitting.waiting)
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
    return table


@pytest.fixture
def lines(ada: Browser, table: str) -> Iterator[list[Line]]:
    """All seats of it, and a spectator."""
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(table, seat)) for seat in (*range(SEATS), -1)]
        settle(lines)
        yield lines


def asks(live: LiveTable, seat: int, step: Step) -> bool:
    """Whether a seat is asked something."""
    return bool(live.sitting.state.asking[seat] == step)


def settle(lines: list[Line]) -> None:
    """Everyone has heard everything."""
    for line in lines:
        line.settle()


def seen(live: LiveTable) -> list[bytes]:
    """What everyone sees."""
    return [bytes(live.sitting.view(seat)) for seat in (*range(SEATS), -1)]


def test_a_hidden_step_is_taken_back_as_if_it_had_never_been(house: House, table: str, lines: list[Line]) -> None:
    live = house.live(table)
    before, record = dict(lines[0].state), bytes(live.sitting)
    assert not before["may_take_back"]
    lines[0].play(lines[0].state["moves"][-1]["number"])
    lines[0].settle()
    assert lines[0].state["may_take_back"]
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "done"
    lines[0].settle()
    assert bytes(live.sitting) == record
    for what in ("view", "moves", "question", "events", "may_take_back"):
        assert lines[0].state[what] == before[what]


def test_all_steps_of_a_turn_are_taken_back_in_one_message(house: House, table: str, lines: list[Line]) -> None:
    live, line = house.live(table), lines[0]
    record = bytes(live.sitting)
    for _ in range(2):
        line.play(line.state["moves"][0]["number"])
        line.settle()
        assert line.state["may_take_back"]
    assert line.send(do="take_back", answer=line.state["answer"], whole=True)["type"] == "done"
    line.settle()
    assert bytes(live.sitting) == record
    assert not line.state["may_take_back"]
    assert line.send(do="take_back", answer=line.state["answer"], whole=True)["type"] == "refused"


def test_the_others_views_are_untouched(house: House, table: str, lines: list[Line]) -> None:
    live = house.live(table)
    lines[0].play(lines[0].state["moves"][-1]["number"])
    lines[0].settle()
    before = seen(live)
    lines[0].send(do="take_back", answer=lines[0].state["answer"])
    settle(lines)
    assert seen(live)[1:] == before[1:]


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
    live, sitting = house.live(table), house.live(table).sitting
    lines[0].play(lines[0].state["moves"][-1]["number"])
    luck = sitting.array["luck"].tobytes()
    while others := [seat for seat in sitting.waiting if seat != 0]:
        house.do(live.play, others[0], sitting.numbers(others[0])[-1])
    assert live.sitting.array["luck"].tobytes() != luck
    settle(lines)
    before = seen(live)
    lines[0].send(do="take_back", answer=lines[0].state["answer"])
    assert seen(live)[1:] == before[1:]
    assert asks(live, 0, Step.START_PROJECT)


def test_several_steps_are_taken_back_one_by_one(house: House, table: str, lines: list[Line]) -> None:
    live, record = house.live(table), bytes(house.live(table).sitting)
    for _ in range(3):
        lines[0].play(lines[0].state["moves"][-1]["number"])
        lines[0].settle()
    for _ in range(3):
        assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "done"
        lines[0].settle()
    assert bytes(live.sitting) == record
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "refused"


def test_a_card_that_was_drawn_stays_drawn(house: House, ada: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
    live = house.live(table)
    while not all(asks(live, seat, Step.PILE_DRAW) for seat in range(2)):
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
    with ada.at(table, 0) as line:
        line.play()
        line.settle()
        assert line.state["question"] is not None
        assert not line.state["may_take_back"]
        refused = line.send(do="take_back", answer=line.state["answer"])
        assert refused["error"].startswith("Seat 0 has nothing to take back")


def test_who_was_done_is_not_and_the_others_are_told_that_alone(house: House, table: str, lines: list[Line]) -> None:
    live = house.live(table)
    while 0 in live.sitting.waiting:
        before = seen(live)
        house.do(live.play, 0, live.sitting.numbers(0)[0])
    settle(lines)
    assert lines[0].state["may_take_back"]
    assert lines[0].send(do="take_back", answer=lines[0].state["answer"])["type"] == "done"
    settle(lines)
    assert 0 in live.sitting.waiting
    assert seen(live)[1:] == before[1:]
    assert [said["text"] for said in lines[1].state["chat"]] == ["Guest 1 takes a step back."]


def test_when_the_phase_is_over_everyone_stays_done(house: House, table: str, lines: list[Line]) -> None:
    live = house.live(table)
    while len(live.sitting.waiting) > 1 or asks(live, live.sitting.waiting[0], Step.START_PROJECT):
        house.do(live.play, live.sitting.waiting[0], live.sitting.numbers(live.sitting.waiting[0])[0])
    while live.sitting.state.asking[live.sitting.waiting[0]] not in (Step.PILE_DRAW, Step.READY):
        house.do(live.play, live.sitting.waiting[0], live.sitting.numbers(live.sitting.waiting[0])[0])
    settle(lines)
    assert not any(line.state["may_take_back"] for line in lines[:SEATS])


def test_taking_back_twice_counts_once(house: House, table: str, lines: list[Line]) -> None:
    for _ in range(2):
        lines[0].play(lines[0].state["moves"][-1]["number"])
        lines[0].settle()
    answer, steps = lines[0].state["answer"], len(house.live(table).sitting.history)
    assert lines[0].send(do="take_back", answer=answer)["type"] == "done"
    assert lines[0].send(do="take_back", answer=answer)["type"] == "refused"
    assert len(house.live(table).sitting.history) == steps - 1


def test_what_was_taken_back_is_taken_back_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada, dice = house.browser(), Random(11)
        table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me")
        live, taken = house.live(table), 0
        for _ in range(150):
            seat = dice.choice(live.sitting.waiting)
            if live.sitting.may_take_back(seat) and dice.random() < 0.6:
                house.do(live.take_back, seat)
                taken += 1
            else:
                house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
        assert taken > 10
        left = state_of(live)
    with House(tmp_path) as house:
        assert state_of(house.live(table)) == left


def state_of(live: LiveTable) -> tuple[Any, ...]:
    """All of a game."""
    sitting = live.sitting
    marks = [sitting.may_take_back(seat) for seat in range(sitting.seats)]
    return bytes(sitting), sitting.history, sitting.log, marks, live.answers, live.number


# What was told


@pytest.fixture
def rails(house: House, ada: Browser) -> str:
    """A table of Turning Points."""
    return ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me")


def mover(live: LiveTable) -> int:
    """Whose turn it is."""
    return live.sitting.waiting[0]


def walk(live: LiveTable, line: Line) -> None:
    """Somebody walks: everyone is told, and nothing is revealed."""
    line.play(next(move for move in live.sitting.moves(mover(live)) if move.arguments[0] == Act.MOVE).number)
    line.settle()


def test_what_was_only_told_is_taken_back_and_the_others_read_it(house: House, ada: Browser, rails: str) -> None:
    live = house.live(rails)
    record, first = bytes(live.sitting), mover(live)
    with ada.at(rails, first) as line, ada.at(rails, 1 - first) as other, ada.at(rails, 1 - first, page=True) as page:
        before = [event["text"] for event in other.state["events"]]
        walk(live, line)
        other.settle()
        page.settle()
        assert [event["text"] for event in other.state["events"]] != before
        assert line.state["may_take_back"]
        assert line.send(do="take_back", answer=line.state["answer"])["type"] == "done"
        other.settle()
        page.settle()
        assert bytes(live.sitting) == record
        assert [event["text"] for event in other.state["events"]] == before
        assert other.state["chat"][-1]["text"].endswith("takes a step back.")
        assert any("log_again" in message for message in page.heard)


def test_it_stands_when_another_has_answered(house: House, ada: Browser, rails: str) -> None:
    live = house.live(rails)
    first = mover(live)
    with ada.at(rails, first) as line:
        while mover(live) == first:
            walk(live, line)
        assert line.state["may_take_back"]
        house.do(live.play, 1 - first, live.sitting.numbers(1 - first)[0])
        line.settle()
        assert not line.state["may_take_back"]
        refused = line.send(do="take_back", answer=line.state["answer"])
        assert refused["error"].endswith("an answer stands once it has revealed something, or another has answered.")


def test_a_table_may_say_that_what_is_told_stands(house: House, ada: Browser) -> None:
    table = ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me", stands=1)
    live = house.live(table)
    with ada.at(table, mover(live)) as line:
        walk(live, line)
        assert not line.state["may_take_back"]
        refused = line.send(do="take_back", answer=line.state["answer"])
        assert refused["error"].endswith("at this table an answer stands once it is told.")
    assert 'name="stands"' in ada.page("/new/turning_points")


def test_who_shares_a_seat_takes_back_what_another_of_them_has_told(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me")
    live = house.live(table)
    record, seat = bytes(live.sitting), mover(live)
    bo.join(table, seat, key=live.chairs[seat].key)
    with ada.at(table, seat) as line, bo.at(table, seat) as shared:
        walk(live, line)
        shared.settle()
        assert shared.state["may_take_back"]
        assert shared.send(do="take_back", answer=shared.state["answer"])["type"] == "done"
        line.settle()
        assert bytes(live.sitting) == record
        assert not line.state["may_take_back"]


@pytest.mark.parametrize("stands", [False, True])
def test_a_facilitator_says_whether_what_is_told_stands(house: House, stands: bool) -> None:
    desk = opened(house, "turning_points", names="Ada\nBo", tables=1, **({"stands": 1} if stands else {}))
    [live] = desk.live_tables
    guest, table, seat = desk.seat(live.names[mover(live)])
    record = bytes(live.sitting)
    assert live.info.stands == stands
    with guest.at(table, seat) as line:
        walk(live, line)
        assert line.state["may_take_back"] != stands
        said = line.send(do="take_back", answer=line.state["answer"])
    assert said["type"] == ("refused" if stands else "done")
    assert (bytes(live.sitting) == record) != stands
    assert 'name="stands"' in desk.browser.page("/workshops/new/turning_points")


# Bots leave time for it

FIRST = 8  # with this seed seat 0 begins, so that nothing is revealed when its turn is over


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For how long bots have waited: time stands still, and nobody waits for it."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(runner, "sleep", sleep)
    monkeypatch.setattr(runner, "passing", lambda: 0.0)
    monkeypatch.setattr("moot.table.live.table.monotonic", lambda: 0.0)
    return slept


async def to_the_bots(live: LiveTable) -> None:
    """Seat 0 walks until it is another's turn, and the bots play until it is asked again."""
    async with asyncio.timeout(PATIENCE):
        while live.sitting.waiting != [0]:
            await asyncio.sleep(0.01)
        while live.sitting.waiting == [0]:
            await live.play(0, next(move for move in live.sitting.moves(0) if move.arguments[0] == Act.MOVE).number)
        while live.sitting.waiting != [0]:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("stands", [False, True])
def test_bots_wait_for_second_thoughts_where_there_may_be_any(tmp_path: Path, slept: list[float], stands: bool) -> None:
    """Before their first move after a person's turn, and not before those that follow."""
    with House(tmp_path, pace=0.01, seed=FIRST) as house:
        kind = {"stands": 1} if stands else {}
        table = house.browser().open("turning_points", option_seats=2, seat_0="me", seat_1="greedy", **kind)
        house.do(to_the_bots, house.live(table))
    assert slept.count(runner.TO_TAKE_BACK) == (0 if stands else 1)
    assert max(slept) <= runner.TO_TAKE_BACK


def test_a_bot_that_waits_does_not_play_upon_what_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path, pace=0.01, seed=FIRST) as house:
        table = house.browser().open("turning_points", option_seats=2, seat_0="me", seat_1="greedy")
        live, taken = house.live(table), list[int]()

        async def sleep(seconds: float) -> None:
            if live.answered[0] == 0 and not taken:
                taken.append(len(live.sitting.history))
                await live.take_back(0)

        monkeypatch.setattr(runner, "sleep", sleep)

        async def walk_on() -> None:
            async with asyncio.timeout(PATIENCE):
                while not taken:
                    if live.sitting.waiting == [0]:
                        await live.play(0, next(m for m in live.sitting.moves(0) if m.arguments[0] == Act.MOVE).number)
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.2)

        house.do(walk_on)
        assert live.sitting.waiting == [0]
        assert len(live.sitting.history) == taken[0] - 1


@pytest.mark.parametrize("game", ["turning_points", "treasury", "solidarity", "path_to_safety"])
def test_every_log_with_steps_back_is_folded_to_the_same_bytes(tmp_path: Path, game: str) -> None:
    with House(tmp_path) as house:
        table = house.browser().open(game, option_seats=3, seat_0="me", seat_1="me", seat_2="me")
        live, dice, taken = house.live(table), Random(11), 0
        for _ in range(120):
            back = [seat for seat in range(3) if live.may_take_back(seat)]
            if back and dice.random() < 0.4:
                house.do(live.take_back, dice.choice(back))
                taken += 1
            elif live.sitting.waiting:
                seat = dice.choice(live.sitting.waiting)
                house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
        assert taken > 3
        left, saved = state_of(live), live.sitting.to_json()
        assert bytes(replay(live.info.game, saved)) == bytes(live.sitting)
    with House(tmp_path) as house:
        assert state_of(house.live(table)) == left


@pytest.mark.shared_store
def test_another_server_follows_a_step_back(tmp_path: Path) -> None:
    with House(tmp_path) as one, House(tmp_path) as other:
        ada = one.browser()
        table = ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me")
        live, far = one.live(table), other.live(table)
        seat = mover(live)
        one.do(live.play, seat, live.sitting.numbers(seat)[0])
        assert live.may_take_back(seat)
        one.do(live.take_back, seat)
        with other.browser(ada.secret).at(table, seat) as line:
            line.until(lambda state: far.number == live.number)
        assert state_of(far) == state_of(live)


def test_an_answer_taken_back_before_this_release_is_taken_back_as_it_was(house: House, table: str) -> None:
    """Its entry does not say that it had been told; what others have done since stays done."""
    live = house.live(table)
    for seat in (0, 1):
        house.do(live.play, seat, live.sitting.numbers(seat)[-1])
    history = live.sitting.history
    live.fold(live.number + 1, live.at, TookBack(0))
    assert live.sitting.history == [*history[:-2], history[-1]]
