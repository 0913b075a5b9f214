"""Chapter 4.3: mandates are written."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.solidarity.components import MANDATE_LINES, PRINTED_NAMES
from moot.games.solidarity.rules import Event, Step
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    demand,
    done,
    offered,
    orders,
    play,
    table,
    to_trading,
    told,
)


def written(t: Sitting, seat: int) -> list[tuple[int, int]]:
    """Resources and amounts of a mandate."""
    return [
        (t.state.demand_goods[seat, line] - 1, t.state.demand[seat, line])
        for line in range(MANDATE_LINES)
        if t.state.demand_goods[seat, line]
    ]


@pytest.mark.parametrize(("stock", "worth"), [(2, 1), (3, 1), (4, 2), (9, 4), (2000, 1000)])
def test_half_the_largest_stockpile(stock: int, worth: int) -> None:
    """§4.3 Rounded down, as it is after trading; smaller stockpiles do not count."""
    t = table(("apples", NORTH, {NORTH: stock}), ("rope", NORTH, {NORTH: 2}), ("tea", SOUTH, {}), ("salt", EAST, {}))
    to_trading(t)
    done(t)
    assert t.question(NORTH).text == f"Your mandate must ask for {worth} EcU more. Of what?"  # type: ignore[union-attr]
    play(t, NORTH, Step.DEMAND, 2)
    if worth > 1:
        assert offered(t, NORTH) == {(amount,) for amount in range(1, worth + 1)}
        play(t, NORTH, Step.DEMAND_AMOUNT, worth)
    assert written(t, NORTH) == [(2, worth)]
    assert t.state.asking[NORTH] == Step.HOPE


def test_line_by_line_until_it_is_worth_enough() -> None:
    """§4.3 Each resource once; exactly half, neither more nor less."""
    t = table(("apples", NORTH, {NORTH: 10}), ("tea", SOUTH, {}), ("salt", EAST, {}), ("rope", WEST, {}))
    to_trading(t)
    done(t)
    assert offered(t, NORTH) == {(1,), (2,), (3,)}
    play(t, NORTH, Step.DEMAND, 2)
    play(t, NORTH, Step.DEMAND_AMOUNT, 3)
    assert offered(t, NORTH) == {(1,), (3,)}
    play(t, NORTH, Step.DEMAND, 1)
    play(t, NORTH, Step.DEMAND_AMOUNT, 1)
    play(t, NORTH, Step.DEMAND, 3)
    assert written(t, NORTH) == [(2, 3), (1, 1), (3, 1)]
    play(t, NORTH, Step.HOPE, 0)
    assert told(t, Event.MANDATE) == [(NORTH, t.state.name[r], n, 0, 0) for r, n in ((2, 3), (1, 1), (3, 1))]


def test_only_what_one_does_not_control() -> None:
    """§4.3 Control counts, not who invented it, nor who has some."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", NORTH, {NORTH: 9}), owner={"tea": SOUTH})
    to_trading(t)
    done(t)
    assert offered(t, NORTH) == {(1,)}


def test_the_last_line_takes_what_is_left() -> None:
    """§4.3 When there is nothing else to ask for, or the mandate's eight lines are used up."""
    t = table(("apples", NORTH, {NORTH: 10}), ("tea", SOUTH, {}))
    to_trading(t)
    done(t)
    play(t, NORTH, Step.DEMAND, 1)
    assert written(t, NORTH) == [(1, 5)]
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[1:11]]
    t = table(("apples", NORTH, {NORTH: 40}), *((name, SOUTH, {}) for name in names))
    to_trading(t)
    done(t)
    demand(t, NORTH, dict.fromkeys(names[:8], 1))
    assert [amount for _, amount in written(t, NORTH)] == [1] * 7 + [13]


@pytest.mark.parametrize("stock", [{NORTH: 1}, {SOUTH: 3}])
def test_no_mandate(stock: dict[int, int]) -> None:
    """§4.3 If half of it is nothing, or nothing foreign exists."""
    t = table(("apples", SOUTH, stock))
    to_trading(t)
    done(t)
    assert t.state.round == 2
    assert told(t, Event.MANDATE) == []


def test_a_mandate_is_forced_where_there_can_be_one() -> None:
    """§4.3 There is no way to ask for less."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {SOUTH: 4}))
    to_trading(t)
    done(t)
    assert t.waiting == [NORTH, SOUTH]
    demand(t, SOUTH, {"apples": 2})
    assert t.waiting == [NORTH]


def test_the_hope_has_no_effect() -> None:
    """§4.3 Any other org, or nobody in particular; everyone hears of it."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {}))
    to_trading(t)
    done(t)
    play(t, NORTH, Step.DEMAND, 1)
    assert offered(t, NORTH) == {(0,), (SOUTH + 1,), (EAST + 1,), (WEST + 1,)}
    play(t, NORTH, Step.HOPE, WEST + 1)
    assert told(t, Event.HOPES) == [(NORTH, WEST, 0, 0, 0)]
    t = table(("apples", NORTH, {}), ("tea", SOUTH, {SOUTH: 4}))
    to_trading(t)
    done(t)
    demand(t, SOUTH, {"apples": 2}, hope=NORTH)
    assert told(t, Event.HOPES) == [(SOUTH, NORTH, 0, 0, 0)]


def test_mandates_are_shown_together() -> None:
    """§4.3 Nobody sees what the others' citizens want before all are written."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {SOUTH: 4}))
    to_trading(t)
    done(t)
    demand(t, NORTH, {"tea": 2})
    assert not any(t.view(SOUTH).demand_goods[NORTH])
    assert any(t.view(NORTH).demand_goods[NORTH])
    assert told(t, Event.MANDATE) == []
    demand(t, SOUTH, {"apples": 2})
    assert any(t.view(SOUTH).demand_goods[NORTH])
    assert (written(t, NORTH), written(t, SOUTH)) == ([(1, 2)], [(0, 2)])
    apples, tea = t.state.name[0], t.state.name[1]
    assert told(t, Event.MANDATE) == [(NORTH, tea, 2, 0, 0), (SOUTH, apples, 2, 0, 0)]


def test_none_is_written_in_the_last_round() -> None:
    """§6.3 It could never score. Where dice decide, nobody knows which round is the last."""
    for options, writes in (({"rounds": 1}, False), ({"length": "random", "minimum": 1}, True)):
        t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {}), **options)
        orders(t, {})
        done(t)
        assert (t.waiting == [NORTH]) == writes
        assert t.over != writes


def test_mandates_of_the_last_round_never_score() -> None:
    """§6.3 The game ends before they could be fulfilled."""
    for seed in range(40):
        t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {}), length="random", minimum=1, seed=seed)
        while not t.over and t.state.round == 1:
            orders(t, {})
            done(t)
            demand(t, NORTH, {"tea": 2})
        orders(t, {})
        done(t)
        demand(t, NORTH, {"tea": 2})
        if t.over:
            assert list(t.state.points[:4]) == [0, 0, 0, 0]
            assert t.view(SOUTH).demand[NORTH, 0] == 2  # it was shown all the same
            return
    raise AssertionError("no game ended with its second round")
