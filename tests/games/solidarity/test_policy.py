"""The quick player does what a good one would, and knows no more than its seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moot.bots.rating import likes_at, worth_at
from moot.engine import COUNT, FIRST_MOVE, Sitting
from moot.engine.machine import Array
from moot.games.solidarity import GAME
from moot.games.solidarity.components import PRINTED, Deal, Length, Task
from moot.games.solidarity.policy import coming
from moot.games.solidarity.rules import Event, Step
from tests.games.solidarity.match import GREEDY, POLICY, RANDOM, RIVAL, broken, play_games, wins
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    done,
    held,
    make_offer,
    mandate,
    play,
    table,
    to_trading,
    told,
)


def likes_in(array: Array, seat: int, moves: Any) -> list[int]:
    """How the moves of a list are liked in a position, as it stands in the record."""
    machine, likes = GAME.interpreted, GAME.interpreted.likes()
    machine.entry(likes_at)(machine.records(array), 0, seat, moves, likes)
    return list(likes[FIRST_MOVE : FIRST_MOVE + moves[COUNT]])


def view_of(array: Array, seat: int) -> Array:
    """What a seat sees."""
    machine, views = GAME.interpreted, np.zeros(1, GAME.dtype)
    machine.view(machine.records(array), 0, seat, machine.records(views), 0)
    return views


def moves_in(array: Array, seat: int) -> Any:
    """What a seat may answer."""
    machine, moves = GAME.interpreted, GAME.interpreted.moves()
    machine.list_moves(machine.records(array), 0, seat, moves)
    return moves


def best(t: Sitting, seat: int) -> list[tuple[int, ...]]:
    """The arguments of the moves that the seat's player likes best."""
    likes = likes_in(view_of(t.array, seat), seat, moves_in(t.array, seat))
    return [move.arguments for move, like in zip(t.moves(seat), likes, strict=True) if like == max(likes)]


def sheet(t: Sitting, seat: int) -> list[tuple[Task, int, int]]:
    """The order sheet as its player writes it: task, aim and robots of each line."""
    while best(t, seat)[0][0] != Task.DONE:
        play(t, seat, Step.ORDER, *best(t, seat)[0])
        while t.state.asking[seat] != Step.ORDER:
            play(t, seat, Step(t.state.asking[seat]), *best(t, seat)[0])
    s = t.state
    return [
        (Task(s.task[seat, line]), int(s.what[seat, line]), int(s.many[seat, line])) for line in range(s.lines[seat])
    ]


def let_trade(t: Sitting, *seats: int) -> None:
    """Their players trade until they are done; all others are."""
    while any(t.state.asking[seat] for seat in seats):
        for seat in seats:
            if t.state.asking[seat] in (Step.TRADE, Step.HOW_MUCH):
                play(t, seat, Step(t.state.asking[seat]), *best(t, seat)[0])
        if not any(t.state.asking[seat] in (Step.TRADE, Step.HOW_MUCH) for seat in seats):
            break
    done(t)


def in_round(number: int, *goods: Any, objective: str = "greed", **options: Any) -> Sitting:
    """A table in a later round."""
    t = table(*goods, objective=objective, **options)
    t.state.round = number
    return t


# Greed: orders


def test_robots_build_robots_while_that_pays() -> None:
    """§3.5 All of them, from the first round on: two now are many at the end."""
    assert sheet(in_round(1), NORTH) == [(Task.BUILD, 0, 2)]
    assert sheet(in_round(5, ("apples", SOUTH, {}), robots={NORTH: 32}), NORTH) == [(Task.BUILD, 0, 32)]


def test_it_seizes_a_prize_in_time() -> None:
    """§3.7 When two rounds are to come, with a few robots more than made anything last; the others build."""
    t = in_round(6, ("apples", SOUTH, {}), robots={NORTH: 64, SOUTH: 20})
    t.state.last_turn[SOUTH, Task.PRODUCE] = 3
    (seize, name, number), (build, _, rest) = sheet(t, NORTH)
    assert (seize, name, build) == (Task.SEIZE, t.state.name[0], Task.BUILD)
    assert 6 < number < 16
    assert number + rest == 64


def test_it_attacks_what_is_defended_least() -> None:
    """§3.7 And nothing that it has invented itself: that is no prize."""
    t = in_round(
        6,
        ("apples", NORTH, {}),
        ("tea", SOUTH, {}),
        ("hats", EAST, {}),
        owner={"apples": WEST},
        robots={NORTH: 64, SOUTH: 40},
    )
    t.state.last_turn[SOUTH, Task.PRODUCE] = 5
    assert sheet(t, NORTH)[0][:2] == (Task.SEIZE, t.state.name[2])


def test_it_attacks_nothing_that_is_too_strong() -> None:
    """§3.7 A prize may cost half of the robots, and late in the game it is defended by all."""
    t = in_round(6, ("apples", SOUTH, {}), owner={"apples": EAST}, robots={NORTH: 64, EAST: 40})
    assert sheet(t, NORTH) == [(Task.BUILD, 0, 64)]


def test_a_prize_is_made_and_defended() -> None:
    """§3.5 §3.7 In the last turn but one by many, in the last by all."""
    prize: Any = (("apples", SOUTH, {}),)
    owner, robots = {"apples": NORTH}, {NORTH: 100}
    lines = sheet(in_round(7, *prize, owner=owner, robots=robots), NORTH)
    assert lines[0][0] == Task.PRODUCE
    assert lines[0][2] >= 50
    assert [line[::2] for line in sheet(in_round(8, *prize, owner=owner, robots=robots), NORTH)] == [
        (Task.PRODUCE, 100)
    ]


def test_who_has_nothing_invents_in_the_last_turn() -> None:
    """§3.4 By a printed name, and makes it with all others: it can be swapped."""
    lines = sheet(in_round(8, robots={NORTH: 100}), NORTH)
    assert [(task, number) for task, _, number in lines] == [(Task.INVENT, 1), (Task.PRODUCE, 99)]
    assert lines[0][1] == lines[1][1] < PRINTED


def test_few_robots_make_many_small_stockpiles() -> None:
    """§6.1 In the last turn the only EcU of a new kind is worth three points, for two robots."""
    t = in_round(8, ("apples", SOUTH, {}), owner={"apples": NORTH}, robots={NORTH: 20})
    tasks = [task for task, _, _ in sheet(t, NORTH)]
    assert tasks.count(Task.INVENT) > 3
    assert tasks.count(Task.PRODUCE) == tasks.count(Task.INVENT) + 1


def test_with_dice_the_first_round_that_may_be_the_last_counts() -> None:
    """§5.1 From then on it makes goods every time."""
    t = in_round(7, length=Length.RANDOM, minimum=6)
    assert coming(t.view(NORTH)) == 0
    t.state.round = 6
    assert coming(t.view(NORTH)) == 1


# Greed: trade


def test_what_is_worth_nothing_at_home_is_swapped_in_the_last_council() -> None:
    """§4.1 §6.1 As much as both have; not before."""
    for number, left in ((7, (30, 0)), (8, (10, 20))):
        t = in_round(number, ("apples", NORTH, {NORTH: 30}), ("tea", SOUTH, {SOUTH: 20}))
        to_trading(t)
        let_trade(t, NORTH, SOUTH)
        assert (held(t, NORTH, "apples"), held(t, NORTH, "tea")) == left


def test_two_orgs_have_nothing_to_swap() -> None:
    """§6.1 What one gains the other loses."""
    t = in_round(8, ("apples", NORTH, {NORTH: 30}), ("tea", SOUTH, {SOUTH: 20}), seats=2)
    to_trading(t)
    assert best(t, NORTH) == [(Deal.DONE, 0)]
    place = make_offer(t, SOUTH, NORTH, {"tea": 9}, {"apples": 9})
    assert best(t, NORTH) == [(Deal.DECLINE, place)]


@pytest.mark.parametrize(("give", "want", "answer"), [(6, 6, Deal.ACCEPT), (2, 6, Deal.DECLINE), (6, 0, Deal.ACCEPT)])
def test_it_accepts_what_brings_more_than_it_brings_the_other(give: int, want: int, answer: Deal) -> None:
    """§4.1 A rival's gain counts half."""
    t = in_round(4, ("apples", NORTH, {NORTH: 30}), ("tea", SOUTH, {SOUTH: 20}))
    to_trading(t)
    place = make_offer(t, SOUTH, NORTH, {"tea": give}, {"apples": want} if want else {})
    assert best(t, NORTH) == [(answer, place)]


# Solidarity


def test_it_grows_before_it_settles() -> None:
    """§3.4 §3.5 Then it invents something, makes a small store, and builds on."""
    assert sheet(in_round(3, objective="solidarity", robots={NORTH: 8}), NORTH) == [(Task.BUILD, 0, 8)]
    lines = sheet(in_round(4, objective="solidarity", robots={NORTH: 40}), NORTH)
    assert [task for task, _, _ in lines] == [Task.INVENT, Task.PRODUCE, Task.BUILD]
    assert 2 <= lines[1][2] <= 4


def test_it_makes_what_others_have_asked_for() -> None:
    """§4.2 Beside its store; and when two rounds are to come with all robots, for the store counts in two mandates."""
    t = in_round(5, ("apples", NORTH, {NORTH: 3}), ("tea", SOUTH, {}), objective="solidarity", robots={NORTH: 40})
    mandate(t, SOUTH, {"apples": 4})
    assert sheet(t, NORTH)[0] == (Task.PRODUCE, t.state.name[0], 4)
    t = in_round(6, ("apples", NORTH, {NORTH: 3}), objective="solidarity", robots={NORTH: 40})
    assert sheet(t, NORTH) == [(Task.PRODUCE, t.state.name[0], 40)]


def barter() -> Sitting:
    """North and South lack each other's goods, and East lacks North's."""
    t = in_round(5, ("apples", NORTH, {NORTH: 9}), ("tea", SOUTH, {SOUTH: 9}), objective="solidarity")
    mandate(t, NORTH, {"tea": 4})
    mandate(t, SOUTH, {"apples": 3})
    mandate(t, EAST, {"apples": 2})
    to_trading(t)
    return t


def test_it_gives_what_another_lacks_for_what_it_lacks() -> None:
    """§4.2 Both mandates are fulfilled, in one offer."""
    t = barter()
    let_trade(t, NORTH, SOUTH)
    assert [event[0] for event in told(t, Event.FULFILLED)] == [NORTH, SOUTH]
    assert (held(t, SOUTH, "apples"), held(t, NORTH, "tea")) == (3, 4)


def test_it_asks_no_more_often_than_it_has_to() -> None:
    """§4.1 Nobody can supply East but North, whom it can pay with nothing."""
    t = barter()
    assert best(t, EAST) == [(Deal.DONE, 0)]
    assert best(t, WEST) == [(Deal.DONE, 0)]


def test_it_gives_nothing_away() -> None:
    """§4.1 Points for another, and none for oneself; but it takes what it is given."""
    t = barter()
    place = make_offer(t, EAST, NORTH, want={"apples": 2})
    assert best(t, NORTH) == [(Deal.DECLINE, place)]
    place = make_offer(t, SOUTH, NORTH, {"tea": 1})
    assert (Deal.ACCEPT, place) in best(t, NORTH)


def test_it_asks_for_what_there_is() -> None:
    """§4.3 In full."""
    t = in_round(
        5,
        ("apples", NORTH, {NORTH: 20}),
        ("tea", SOUTH, {SOUTH: 2}),
        ("hats", EAST, {EAST: 30}),
        objective="solidarity",
    )
    to_trading(t)
    done(t)
    assert best(t, NORTH) == [(2,)]
    play(t, NORTH, Step.DEMAND, 2)
    assert best(t, NORTH) == [(10,)]
    play(t, NORTH, Step.DEMAND_AMOUNT, 10)
    assert best(t, NORTH) == [(EAST + 1,)]


def test_who_leads_raids_what_the_others_want() -> None:
    """§3.6 In the last turn, with robots that have nothing else to do; nobody but who leads, and nothing that it wants itself."""
    t = in_round(
        8,
        ("apples", NORTH, {NORTH: 9}),
        ("tea", SOUTH, {SOUTH: 9}),
        ("hats", EAST, {EAST: 9}),
        objective="solidarity",
        robots={NORTH: 30},
    )
    t.state.points[NORTH] = 9
    mandate(t, NORTH, {"tea": 4})
    mandate(t, EAST, {"tea": 4})
    mandate(t, SOUTH, {"hats": 4})
    assert sheet(t, NORTH) == [(Task.RAID, t.state.name[2], 30)]
    assert t.state.whose[NORTH, 0] == EAST
    t.state.points[WEST] = 10
    assert sheet(t, SOUTH) == []


# What it knows


@pytest.mark.parametrize("objective", ["greed", "solidarity"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_looks_at_nothing_that_its_seat_cannot_see(objective: str, seats: int) -> None:
    """§7 It likes the same in the whole record, in its view, and in positions that it cannot tell from it: so it uses neither the
    hidden answers of others nor the objective’s end (§6.4).
    """
    t = GAME.start(seats=seats, seed=5, objective=objective, rounds=4)
    number, guess = 0, np.zeros(1, GAME.dtype)
    machine = GAME.interpreted
    while not t.over:
        for seat in t.waiting:
            moves = moves_in(t.array, seat)
            seen = likes_in(view_of(t.array, seat), seat, moves)
            assert likes_in(t.array, seat, moves) == seen
            machine.guess(machine.records(t.array), 0, seat, number, machine.records(guess), 0, machine.moves())
            assert likes_in(guess, seat, moves) == seen
        number += 1
        seat = t.waiting[number % len(t.waiting)]
        numbers = t.numbers(seat)
        t.play(seat, numbers[number * 7 % len(numbers)])


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("objective", ["greed", "solidarity"])
def test_a_position_is_worth_something_between_nothing_and_all(seats: int, objective: str) -> None:
    """§6.1 §6.2 And more to whoever has more robots."""
    t = table(("apples", NORTH, {NORTH: 3}), seats=seats, objective=objective, robots={NORTH: 9})
    machine = GAME.interpreted
    worth = [machine.entry(worth_at)(machine.records(t.array), 0, seat) for seat in range(seats)]
    assert all(0 < value < 1 for value in worth)
    assert worth[NORTH] == max(worth) > worth[SOUTH]


# Whole games


@pytest.mark.long
def test_it_beats_greedy_bots_far_above_its_fair_share() -> None:
    """§6.1 One among three under Greed."""
    assert wins(play_games("greed", [POLICY, GREEDY, GREEDY, GREEDY], 200, seed=17)) > 0.9


@pytest.mark.long
def test_it_holds_against_itself_and_a_rival_with_a_script() -> None:
    """§6.1 Who builds for five rounds, seizes and produces, has no more than a fair share beside three of it."""
    assert wins(play_games("greed", [RIVAL, POLICY, POLICY, POLICY], 200, seed=17)) <= 0.25


@pytest.mark.long
def test_it_beats_random_bots_under_any_length() -> None:
    """§5.1 With dice as well."""
    assert wins(play_games("greed", [POLICY, RANDOM, RANDOM], 40, seed=17, length=Length.RANDOM)) == 1


@pytest.mark.long
def test_some_tables_end_by_the_rule_that_is_not_told() -> None:
    """§6.4 Of four that play it, who know nothing of it: 5 to 30 %."""
    assert 0.05 <= broken(play_games("solidarity", [POLICY], 600, seed=17)) <= 0.3
