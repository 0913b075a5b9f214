"""The agenda and asking: steps run in the order they were named, and wait while a seat owes an answer."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import Step as Bet
from moot.engine import NOBODY, RulesError, Sitting, agenda, ask, do, finish, offer, owes, tell
from moot.engine.flow import NO_STEP, coming_step, first_owing, next_owing
from tests.battery.toll import Ending, Event, Step, Toll, make_toll


@pytest.fixture
def blank() -> Any:
    """A record of Toll that holds nothing but its options."""
    toll = make_toll()
    return toll.interpreted.light(toll.blank(toll.choose({})))


def test_the_step_named_first_lies_on_top(blank: Any) -> None:
    do(blank, Step.INCOME, Step.BIDDING, Step.TOLL)
    assert blank.depth == 3
    assert list(blank.agenda[:3]) == [Step.TOLL, Step.BIDDING, Step.INCOME]


def test_later_steps_come_before_earlier_ones(blank: Any) -> None:
    do(blank, Step.GATE)
    do(blank, Step.INCOME)
    assert blank.agenda[blank.depth - 1] == Step.INCOME


def test_the_agenda_has_room_for_24(blank: Any) -> None:
    do(blank, *[Step.GATE] * 24)
    with pytest.raises(IndexError):
        do(blank, Step.GATE)


def test_any_number_of_seats_may_owe_an_answer(blank: Any) -> None:
    assert first_owing(blank) == NOBODY
    ask(blank, 1, Step.BID)
    ask(blank, 2, Step.TIP)
    assert [owes(blank, seat) for seat in range(3)] == [False, True, True]
    assert first_owing(blank) == 1


def test_bots_answer_in_turn_from_the_one_that_answered_last(blank: Any) -> None:
    assert next_owing(blank, 0) == NOBODY
    ask(blank, 0, Step.BID)
    ask(blank, 2, Step.BID)
    assert [next_owing(blank, last) for last in range(3)] == [0, 2, 2]


def test_the_agenda_waits_for_answers_and_stops_at_the_end(blank: Any) -> None:
    do(blank, Step.TOLL)
    assert coming_step(blank) == Step.TOLL
    ask(blank, 0, Step.BID)
    assert coming_step(blank) == NO_STEP
    blank.asking[0] = 0
    finish(blank, Ending.ARRIVED)
    assert coming_step(blank) == NO_STEP


def test_moves_are_listed_packed() -> None:
    out: Any = [0] * 4
    offer(out, 7)
    offer(out, 1, 2, 3)
    assert out == [2, 7, 1 | 2 << 12 | 3 << 22, 0]


def test_a_list_of_moves_has_no_more_room_than_the_choices_need() -> None:
    out: Any = LEDUC.interpreted.moves()
    for action in range(3):
        offer(out, action)
    with pytest.raises(IndexError):
        offer(out, 0)


def test_a_step_runs_when_nobody_owes_an_answer() -> None:
    table = LEDUC.start(seed=3)
    assert (table.state.betting_round, table.waiting) == (1, [0])
    table.play(0, 1)
    assert (table.state.betting_round, table.waiting) == (1, [1])  # a check hands the bet over
    table.play(1, 1)
    assert (table.state.betting_round, table.waiting) == (2, [0])  # then the agenda goes on: turn up, bet again
    assert table.state.board > 0
    assert table.state.asking[0] == Bet.BET


def test_all_bid_at_once_and_in_any_order() -> None:
    table: Sitting = make_toll().start(seats=3, seed=1)
    assert table.waiting == [0, 1, 2]
    for seat in (2, 0, 1):
        table.play(seat, table.numbers(seat)[0])  # a bid of nothing asks for no tip
    assert table.state.gate == 2


def circle(s: Toll) -> None:
    """The gate is followed by the gate."""
    do(s, Step.GATE)


def nothing(s: Toll) -> None:
    """The gate leads nowhere."""


def chatter(s: Toll) -> None:
    """More than anybody can take in."""
    for _ in range(49):
        tell(s, Event.TURNED, 1)


def test_rules_that_run_in_circles_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agenda, "MOST_STEPS", 500)
    with pytest.raises(RulesError, match="Toll runs in circles: 500 steps without asking any"):
        make_toll(next_gate=circle).start()


def test_rules_that_lead_nowhere_are_reported() -> None:
    with pytest.raises(RulesError, match=r"Toll reached a dead end after 0 moves \(seed 4\)"):
        make_toll(next_gate=nothing).start(seed=4)


def test_a_step_that_tells_too_much_is_reported() -> None:
    with pytest.raises(RulesError, match="one step told 49 events, more than the 48"):
        make_toll(next_gate=chatter).start()


def test_an_empty_agenda_is_stuck(blank: Any) -> None:
    assert coming_step(blank) == NO_STEP
    assert blank.over == -1
