"""Chapters 3.3 to 3.9: what comes of the orders."""

from __future__ import annotations

import pytest

from moot.games.solidarity.components import Task
from moot.games.solidarity.rules import Event, Step
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    PRINTED_AT,
    SOUTH,
    WEST,
    Order,
    controller,
    done,
    held,
    lines,
    orders,
    play,
    robots,
    table,
    tasks,
    told,
    write,
)


def test_the_order_of_resolution() -> None:
    """§3.3 Inventions, production and building, attacks on stockpiles, attacks on resources, airdrops."""
    t = table(("apples", NORTH, {}), robots={NORTH: 1, WEST: 1, EAST: 2, SOUTH: 1})
    orders(
        t,
        {
            NORTH: [("produce", "apples", 1)],
            WEST: [("seize", "apples", 1)],
            EAST: [("raid", "apples", NORTH, 1), ("raid", "moss", SOUTH, 1)],
            SOUTH: [("invent", "moss")],
        },
    )
    heard = [entry.event for entry in t.events()]
    order = [Event.REVEALED, Event.RAIDED, Event.RAIDED_NOTHING, Event.BATTLE, Event.HELD, Event.AIRDROPPED]
    assert [event for event in heard if event in order][:6] == order
    assert held(t, NORTH, "apples") == 0


def test_the_sheets_are_revealed_together() -> None:
    """§3.3 Each org hears of its own when it is done, the others when all are."""
    t = table(("apples", NORTH, {}))
    write(t, NORTH, ("produce", "apples", 2))
    assert told(t, Event.PRODUCES) == []
    orders(t, {})
    assert told(t, Event.PRODUCES) == [(NORTH, t.state.name[0], 2, 0, 0)]


def test_an_inventor_controls_and_can_produce_at_once() -> None:
    """§3.4 In the same turn, with other robots."""
    t = table(robots={SOUTH: 4})
    orders(t, {SOUTH: [("invent", "kittens"), ("produce", "kittens", 3)]})
    assert (t.state.inventor[0], controller(t, "kittens"), held(t, SOUTH, "kittens")) == (SOUTH, SOUTH, 3)


def test_one_robot_makes_one_ecu_or_one_robot() -> None:
    """§3.5 A new robot acts from the next turn on."""
    t = table(("apples", NORTH, {NORTH: 1}), robots={NORTH: 5})
    orders(t, {NORTH: [("produce", "apples", 2), ("build", 3)]})
    assert held(t, NORTH, "apples") == 3
    assert robots(t)[NORTH] == 8


@pytest.mark.parametrize(("produced", "raiders", "left"), [(3, 2, 1), (3, 3, 0), (3, 5, 0)])
def test_a_raid_destroys_what_was_made_this_turn(produced: int, raiders: int, left: int) -> None:
    """§3.6 Surplus robots do nothing, and attackers survive."""
    t = table(("apples", NORTH, {}), robots={NORTH: 3, WEST: 5})
    orders(t, {NORTH: [("produce", "apples", produced)], WEST: [("raid", "apples", NORTH, raiders)]})
    assert held(t, NORTH, "apples") == left
    assert robots(t) == [3, 2, 2, 5]


def test_a_raid_on_what_nobody_made() -> None:
    """§3.6 If nothing is produced the raiders do nothing."""
    t = table(("apples", NORTH, {}), robots={WEST: 5})
    orders(t, {WEST: [("raid", "apples", NORTH, 5)]})
    assert told(t, Event.RAIDED) == []
    assert told(t, Event.RAIDED_NOTHING)[0][:3] == (WEST, t.state.name[0], NORTH)


def test_several_raids_on_one_stockpile() -> None:
    """§3.6 Together they destroy no more than there is; another org's stockpile of the same is not touched."""
    t = table(("apples", NORTH, {NORTH: 4, SOUTH: 4}), robots={WEST: 5, EAST: 5})
    orders(t, {WEST: [("raid", "apples", NORTH, 3)], EAST: [("raid", "apples", NORTH, 3)]})
    apples = t.state.name[0]
    assert told(t, Event.RAIDED) == [(EAST, apples, NORTH, 3, 0), (WEST, apples, NORTH, 1, 0)]
    assert [held(t, seat, "apples") for seat in (NORTH, SOUTH)] == [0, 4]


BATTLES = [
    # defenders, attackers by seat, robots left to North (who has 2 more), South, East, West; controller
    (2, {WEST: 3}, [2, 2, 2, 1], WEST),  # 3 on 2: capture with 1 left
    (2, {WEST: 2}, [2, 2, 2, 1], NORTH),  # 2 on 2: both gone, one airdropped to West
    (3, {WEST: 1}, [4, 2, 2, 1], NORTH),  # 1 on 3: a defender falls too
    (0, {WEST: 1}, [2, 2, 2, 1], WEST),  # undefended: falls to a single attacker
    (0, {WEST: 1, EAST: 1}, [2, 2, 1, 1], NORTH),  # equal rivals: nobody takes it
    (0, {WEST: 4, EAST: 1}, [2, 2, 1, 3], WEST),  # the larger force loses the size of the smaller
    (2, {WEST: 3, EAST: 3}, [2, 2, 1, 1], NORTH),  # one loss for each: 2 and 2 are left, then nobody
    (3, {WEST: 5, EAST: 2}, [2, 2, 1, 1], NORTH),  # the strongest bears all three: 2 and 2 are left
    (3, {WEST: 6, EAST: 2}, [2, 2, 1, 1], WEST),  # 3 and 2 are left: West has 1
    (1, {SOUTH: 4, EAST: 3, WEST: 2}, [2, 1, 1, 1], NORTH),  # 3, 3, 2 are left: the second largest force is 3
    (1, {SOUTH: 6, EAST: 3, WEST: 2}, [2, 2, 1, 1], SOUTH),  # 5, 3, 2 are left: South has 2
]


@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize(("defenders", "attackers", "left", "winner"), BATTLES)
def test_battles(defenders: int, attackers: dict[int, int], left: list[int], winner: int, turned: int) -> None:
    """§3.7 §3.9 One for one, the strongest attacker first; then the attackers among themselves; wherever they sit."""
    owner, taker = turned, (winner + turned) % 4
    sent = {(seat + turned) % 4: number for seat, number in attackers.items()}
    t = table(("apples", owner, {owner: 5}), robots={owner: defenders + 2, **sent})
    sheets: dict[int, list[Order]] = {seat: [("seize", "apples", number)] for seat, number in sent.items()}
    orders(t, sheets | ({owner: [("produce", "apples", defenders)]} if defenders else {}))
    assert robots(t) == [left[(seat - turned) % 4] for seat in range(4)]
    assert controller(t, "apples") == taker
    assert held(t, owner, "apples") == 5 + defenders  # §3.7 they have produced, and the loser keeps its stockpile
    assert {event[0]: event[1] for event in told(t, Event.ATTACKER)} == sent
    assert [event[0] for event in told(t, Event.HELD)] == ([owner] if taker == owner else [])
    assert [event[0] for event in told(t, Event.CAPTURED)] == ([] if taker == owner else [taker])
    assert all(event[1] > 0 for event in told(t, Event.FELL))


def test_the_inventor_takes_it_back() -> None:
    """§3.7 Who controls a resource defends it, and who has invented it may attack it."""
    t = table(("apples", NORTH, {}), robots={NORTH: 4, WEST: 3}, owner={"apples": WEST})
    orders(t, {WEST: [("produce", "apples", 3)], NORTH: [("seize", "apples", 4)]})
    assert controller(t, "apples") == NORTH
    assert robots(t) == [1, 2, 2, 1]
    assert told(t, Event.BATTLE) == [(t.state.name[0], WEST, 3, 0, 0)]


def test_losses_are_dealt_one_at_a_time() -> None:
    """§3.7 To the attacker with the most robots left; of equal ones to one by lot."""
    t = table(("apples", NORTH, {}), robots={NORTH: 3, SOUTH: 3, EAST: 9, WEST: 4})
    orders(t, {NORTH: [("produce", "apples", 3)], SOUTH: [("seize", "apples", 3)], WEST: [("seize", "apples", 4)]})
    # West 4 to 3, then one of them 3 to 2 by lot, then the other: two and two are left, and destroy each other.
    assert told(t, Event.LOTS) == [(0, 0, 0, 0, 0)]
    assert told(t, Event.RIVALS) == [(2, 0, 0, 0, 0)]
    assert robots(t)[SOUTH] == robots(t)[WEST] == 1
    assert controller(t, "apples") == NORTH


def test_equal_attackers_draw_lots() -> None:
    """§3.7 Of two with three robots each, one loses to the single defender and is the weaker: as often the one as the other."""
    taken = [0, 0, 0, 0]
    for seed in range(60):
        t = table(("apples", NORTH, {}), robots={NORTH: 3, SOUTH: 3, WEST: 3}, seed=seed)
        seize: list[Order] = [("seize", "apples", 3)]
        orders(t, {NORTH: [("produce", "apples", 1)], SOUTH: seize, WEST: seize})
        winner = controller(t, "apples")
        taken[winner] += 1
        assert robots(t) == [2, 1, 2, 1]  # the winner has one left; the loser's is airdropped
        assert [event[0] for event in told(t, Event.AIRDROPPED)] == [SOUTH + WEST - winner]
        assert "Attackers of equal strength draw lots for the losses." in lines(t)
    assert taken[NORTH] == taken[EAST] == 0
    assert 18 < taken[SOUTH] < 42


def test_no_lots_where_none_is_equal() -> None:
    """§3.7 One attacker, or one that stays the strongest."""
    for attackers in ({WEST: 5}, {WEST: 5, SOUTH: 1}, {WEST: 2, SOUTH: 1}):
        t = table(("apples", NORTH, {}), robots={NORTH: 3, **attackers})
        before = t.array["luck"].tobytes()
        sheets: dict[int, list[Order]] = {seat: [("seize", "apples", number)] for seat, number in attackers.items()}
        orders(t, sheets | {NORTH: [("produce", "apples", 1)]})
        assert told(t, Event.LOTS) == []
        assert t.array["luck"].tobytes() == before


def test_robots_elsewhere_do_not_defend() -> None:
    """§3.7 Only those that produce the resource do; those that build, or produce another, do not."""
    t = table(("apples", NORTH, {}), ("tea", NORTH, {}), robots={NORTH: 9, WEST: 1})
    orders(t, {NORTH: [("produce", "tea", 5), ("build", 4)], WEST: [("seize", "apples", 1)]})
    assert controller(t, "apples") == WEST
    assert robots(t) == [13, 2, 2, 1]


def test_control_changes_after_production() -> None:
    """§3.8 The new controller produces from the next turn on, the old one no more; robots are never taken."""
    t = table(("apples", NORTH, {}), robots={NORTH: 2, WEST: 4})
    orders(t, {NORTH: [("produce", "apples", 1)], WEST: [("seize", "apples", 3)]})
    assert held(t, NORTH, "apples") == 1
    assert controller(t, "apples") == WEST
    assert t.state.inventor[0] == NORTH
    assert robots(t)[WEST] == 3
    done(t)
    assert Task.PRODUCE not in tasks(t, NORTH)
    orders(t, {WEST: [("produce", "apples", 3)]})
    assert (held(t, NORTH, "apples"), held(t, WEST, "apples")) == (1, 3)
    assert t.state.total[0] == 4
    assert told(t, Event.CANNOT_PRODUCE) == []


def test_an_airdrop_for_who_lost_the_last_robot() -> None:
    """§3.9 Attacking or defending; not for who built one."""
    t = table(("apples", NORTH, {}), ("tea", SOUTH, {}), robots={NORTH: 1, SOUTH: 2, EAST: 1, WEST: 2})
    orders(
        t,
        {
            NORTH: [("produce", "apples", 1)],
            EAST: [("seize", "apples", 1)],
            SOUTH: [("produce", "tea", 1), ("build", 1)],
            WEST: [("seize", "tea", 1), ("build", 1)],
        },
    )
    assert robots(t) == [1, 2, 1, 2]
    assert [event[0] for event in told(t, Event.AIRDROPPED)] == [NORTH, EAST]


def test_an_attack_on_what_is_invented_this_turn() -> None:
    """§3.2 §3.7 It is there by then."""
    t = table(robots={NORTH: 2, SOUTH: 4})
    orders(t, {NORTH: [("invent", "kittens")], SOUTH: [("seize", "kittens", 2)]})
    assert controller(t, "kittens") == SOUTH
    assert "South takes control of kittens with 2 robots left." in lines(t)


def test_nobody_attacks_what_is_their_own() -> None:
    """§3.2 §3.7 An attack on a name that the org itself comes to give does nothing."""
    t = table(robots={NORTH: 4})
    write(t, NORTH, ("seize", "apples", 2))
    play(t, NORTH, Step.ORDER, Task.INVENT)
    play(t, NORTH, Step.NAME, PRINTED_AT["apples"])
    orders(t, {})
    assert "North finds no apples to attack: 2 robots in vain." in lines(t)
    assert told(t, Event.BATTLE) == []


def test_battles_are_told_step_by_step() -> None:
    """§3.7 Who defends, who attacks, who falls, and who has control."""
    t = table(("apples", NORTH, {}), robots={NORTH: 2, WEST: 3})
    orders(t, {NORTH: [("produce", "apples", 2)], WEST: [("seize", "apples", 3)]})
    told_lines = lines(t).splitlines()
    first = told_lines.index("A battle for apples, which North defends with 2 robots.")
    assert told_lines[first + 1 : first + 6] == [
        "West attacks with 3 robots.",
        "North loses 2 robots.",
        "West loses 2 robots.",
        "West takes control of apples with 1 robot left.",
        "North has no robot left: one is airdropped.",
    ]
