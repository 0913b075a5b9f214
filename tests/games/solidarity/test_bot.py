"""The trading bot has sense."""

from __future__ import annotations

import pytest

from moot.bots import play_out
from moot.bots.choose import GREEDY, PASSIVE
from moot.bots.player import choose_for, luck_of
from moot.engine import Move, Sitting
from moot.games.solidarity import GAME
from moot.games.solidarity.bot import gain, to_build, to_give, to_produce, to_seize
from moot.games.solidarity.components import Deal, Task
from moot.games.solidarity.rules import Ending, Event, Step
from tests.games.solidarity.table import (
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


def likes(t: Sitting, seat: int) -> Move:
    """The move that the bot makes."""
    number = choose_for(t.machine, t.array, seat, GREEDY, luck_of(t.machine, 1))
    return next(move for move in t.moves(seat) if move.number == number)


def let_trade(t: Sitting) -> None:
    """Bots trade until all are done."""
    luck = luck_of(t.machine, 1)
    while any(t.state.asking[seat] in (Step.TRADE, Step.HOW_MUCH) for seat in range(t.seats)):
        seat = next(seat for seat in t.waiting if t.state.asking[seat] in (Step.TRADE, Step.HOW_MUCH))
        t.play(seat, choose_for(t.machine, t.array, seat, GREEDY, luck))


def test_four_bots_fulfil_most_mandates() -> None:
    """§4.2 §6.2 Nearly all of them; and everyone wins."""
    met = failed = 0
    for seed in range(6):
        t = play_out(GAME.start(seed=seed, objective="solidarity"), ["greedy"])
        met, failed = met + sum(t.state.met), failed + sum(t.state.failed)
        assert t.ending == Ending.HELD
    assert met > 100
    assert met > 9 * failed


def test_a_passive_bot_says_no_or_nobody() -> None:
    """§3.1 §4.1 §4.3 It orders nothing, trades nothing, sends no robots after all, and hopes for nobody in particular."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {}))
    luck = luck_of(t.machine, 1)

    def answers(seat: int) -> set[tuple[int, ...]]:
        numbers = {choose_for(t.machine, t.array, seat, PASSIVE, luck) for _ in range(12)}
        return {move.arguments for move in t.moves(seat) if move.number in numbers}

    assert answers(NORTH) == {(Task.DONE, 0)}
    play(t, NORTH, Step.ORDER, Task.BUILD)
    assert answers(NORTH) == {(0,)}
    play(t, NORTH, Step.ROBOTS, 0)
    to_trading(t)
    assert answers(NORTH) == {(Deal.DONE, 0)}
    done(t)
    play(t, NORTH, Step.DEMAND, 1)
    assert answers(NORTH) == {(0,)}


@pytest.mark.parametrize("seat", [NORTH, WEST])
def test_one_bot_beats_three_random_ones(seat: int) -> None:
    """§6.1 Under Greed, from any seat."""
    bots = ["greedy" if other == seat else "random" for other in range(4)]
    won = 0
    for seed in range(10):
        won += play_out(GAME.start(seed=seed, objective="greed"), bots).standing.winners == (seat,)
    assert won > 8


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
@pytest.mark.parametrize("objective", ["greed", "solidarity"])
def test_bots_play_at_every_table(seats: int, objective: str) -> None:
    """§1.1 Two to six orgs; trade happens."""
    t = play_out(GAME.start(seats=seats, seed=1, objective=objective, length="random"), ["greedy"])
    assert t.over
    assert told(t, Event.HANDED)


def test_it_produces_for_the_mandates_of_others() -> None:
    """§3.5 What they lack and it does not have, before anything else."""
    t = table(("apples", NORTH, {NORTH: 2}), ("tea", SOUTH, {}), robots={NORTH: 9})
    mandate(t, SOUTH, {"apples": 4})
    mandate(t, WEST, {"apples": 3})
    assert to_produce(t.view(NORTH), NORTH, t.state.name[0]) >= 5
    assert likes(t, NORTH).arguments[0] == Task.PRODUCE


def test_it_needs_something_of_its_own() -> None:
    """§3.4 It invents when it controls nothing, with a printed name."""
    t = table(("apples", NORTH, {}))
    assert likes(t, SOUTH).arguments[0] == Task.INVENT
    play(t, SOUTH, Step.ORDER, Task.INVENT)
    assert likes(t, SOUTH).arguments[0] < 48


def test_it_builds_while_there_is_time() -> None:
    """§3.5 Not in the last round."""
    t = table(("apples", NORTH, {NORTH: 5}), robots={NORTH: 4})
    assert to_build(t.view(NORTH), NORTH) == 4
    t.state.round = 8
    assert to_build(t.view(NORTH), NORTH) == 0


def test_it_asks_for_what_it_must_import() -> None:
    """§4.1 And gives for it what the other lacks; then the mandates are fulfilled."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {SOUTH: 6}))
    mandate(t, NORTH, {"tea": 3})
    mandate(t, SOUTH, {"apples": 2})
    to_trading(t)
    let_trade(t)
    assert [event[0] for event in told(t, Event.FULFILLED)] == [NORTH, SOUTH]


@pytest.mark.parametrize(("objective", "answer"), [("solidarity", Deal.ACCEPT), ("greed", Deal.DECLINE)])
def test_it_helps_who_has_nothing_to_give(objective: str, answer: Deal) -> None:
    """§4.1 Under Solidarity with whatever it holds and the other lacks; under Greed it gives nothing away."""
    t = table(("apples", SOUTH, {NORTH: 6}), objective=objective)
    mandate(t, WEST, {"apples": 2})
    to_trading(t)
    place = make_offer(t, WEST, NORTH, want={"apples": 2})
    assert likes(t, NORTH).arguments == (answer, place)


def test_it_offers_what_it_makes() -> None:
    """§4.1 Unasked, under Solidarity: what the other's mandate lacks, if it controls it; for what others make, they see to it."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {NORTH: 6}))
    mandate(t, WEST, {"apples": 2, "tea": 2})
    to_trading(t)
    assert [to_give(t.view(NORTH), NORTH, WEST, goods) for goods in (0, 1)] == [2, 0]


def test_it_pays_no_price_for_solidarity() -> None:
    """§4.1 Whoever asks first would pay, and whoever waits would not: it asks for what it lacks, and gives what the other does."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {SOUTH: 6}))
    mandate(t, NORTH, {"tea": 2})
    to_trading(t)
    let_trade(t)
    assert [(held(t, seat, "apples"), held(t, seat, "tea")) for seat in (NORTH, SOUTH)] == [(6, 2), (0, 4)]


@pytest.mark.parametrize("objective", ["greed", "solidarity"])
def test_it_refuses_ruinous_offers(objective: str) -> None:
    """§4.1 All it has for next to nothing, whatever it plays for."""
    t = table(("apples", NORTH, {NORTH: 9, WEST: 9}), ("tea", SOUTH, {SOUTH: 9}), objective=objective)
    to_trading(t)
    place = make_offer(t, SOUTH, WEST, {"tea": 1}, {"apples": 9})
    assert gain(t.view(WEST), WEST, place) < 0
    assert likes(t, WEST).arguments == (Deal.DECLINE, place)


@pytest.mark.parametrize("objective", ["greed", "solidarity"])
def test_it_accepts_a_gift(objective: str) -> None:
    """§4.1 Of what it did not invent."""
    t = table(("tea", SOUTH, {SOUTH: 9}), objective=objective)
    to_trading(t)
    place = make_offer(t, SOUTH, WEST, {"tea": 2})
    assert likes(t, WEST).arguments == (Deal.ACCEPT, place)
    play(t, WEST, Step.TRADE, Deal.ACCEPT, place)
    done(t)


def test_it_seizes_when_that_pays() -> None:
    """§3.7 Under Greed, late enough and with enough robots; never under Solidarity, nor what it has invented."""
    for objective, number, robots, pays in (
        ("greed", 5, 30, True),
        ("greed", 1, 30, False),
        ("greed", 8, 30, False),
        ("greed", 5, 2, False),
        ("solidarity", 5, 30, False),
    ):
        t = table(("apples", NORTH, {}), ("tea", WEST, {}), robots={WEST: robots, NORTH: 10}, objective=objective)
        t.state.round = number
        assert (to_seize(t.view(WEST), WEST, t.state.name[0]) > 0) == pays
        assert to_seize(t.view(WEST), WEST, t.state.name[1]) == 0


def test_it_defends_what_is_worth_it() -> None:
    """§3.7 A prize is produced, and so defended, as soon as it is taken; towards the end by all robots."""
    t = table(("apples", NORTH, {}), robots={WEST: 30}, owner={"apples": WEST}, objective="greed")
    assert to_produce(t.view(WEST), WEST, t.state.name[0]) == 5
    t.state.round = 7
    assert to_produce(t.view(WEST), WEST, t.state.name[0]) == 30


def test_it_raids_at_the_end() -> None:
    """§3.6 Under Greed, when there is nothing better to do."""
    t = table(("apples", NORTH, {SOUTH: 9}), robots={WEST: 40}, objective="greed")
    t.state.round = 8
    luck = luck_of(t.machine, 1)
    while t.state.asking[WEST]:
        t.play(WEST, choose_for(t.machine, t.array, WEST, GREEDY, luck))
    raids = [line for line in range(t.state.lines[WEST]) if t.state.task[WEST, line] == Task.RAID]
    assert [(t.state.whose[WEST, line], t.state.many[WEST, line]) for line in raids] == [(SOUTH, 9)]
