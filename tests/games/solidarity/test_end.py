"""Chapter 6: scoring, and how games end."""

from __future__ import annotations

from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import Sitting
from moot.games.solidarity import GAME
from moot.games.solidarity.components import MOST_POINTS
from moot.games.solidarity.rules import Ending, Event, others_together
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Goods,
    add_resource,
    done,
    lines,
    mandate,
    orders,
    start,
    table,
    to_trading,
    told,
    trade,
)


def ended(*goods: tuple[str, int, dict[int, int]], **options: Any) -> Sitting:
    """A game of Greed, at its end."""
    t = table(*goods, rounds=1, objective="greed", **options)
    to_trading(t)
    done(t)
    assert t.over
    return t


def with_points(*points: int) -> Sitting:
    """A game of Solidarity, at its end."""
    t = start(len(points), rounds=1)
    for seat, number in enumerate(points):
        t.state.points[seat] = number
    orders(t, {})
    assert t.over
    return t


def test_what_others_invented_scores_by_the_ecu() -> None:
    """§6.1 Whoever controls it now; what one has invented does not."""
    t = ended(("apples", NORTH, {NORTH: 5, SOUTH: 5}), ("tea", SOUTH, {EAST: 2, WEST: 2}), owner={"apples": SOUTH})
    assert t.standing.points == (0, 5, 2, 2)


def test_the_only_largest_stockpile_scores_three() -> None:
    """§6.1 Also of what one has invented; in a tie nobody gets the three, and an empty stockpile is nobody's largest."""
    t = ended(("apples", NORTH, {NORTH: 5, SOUTH: 4}), ("tea", SOUTH, {EAST: 2, WEST: 2}), ("rope", WEST, {}))
    assert t.standing.points == (3, 4, 2, 2)
    assert "South has 4 points: 4 EcU of what others invented, 0 largest stockpiles." in lines(t)
    assert "North has 3 points: 0 EcU of what others invented, 1 largest stockpile." in lines(t)


def test_a_seized_resource() -> None:
    """§6.1 West invents kittens, North seizes them: North scores 1 for each, West at most 3 for kittens."""
    kittens = ("kittens", WEST, {NORTH: 4, WEST: 9})
    assert ended(kittens, owner={"kittens": NORTH}).standing.points == (4, 0, 0, 3)
    assert ended(("kittens", WEST, {NORTH: 4, WEST: 3}), owner={"kittens": NORTH}).standing.points == (7, 0, 0, 0)


def test_robots_never_score() -> None:
    """§6.5 However many there are."""
    assert ended(robots={NORTH: 900}).standing.points == (0, 0, 0, 0)
    t = table(rounds=1, robots={NORTH: 900})
    orders(t, {})
    assert t.state.points[NORTH] == 0


@pytest.mark.parametrize(
    ("stock", "winners", "said"),
    [
        ({SOUTH: 2, EAST: 1}, (SOUTH,), "South wins with 5 points."),
        ({SOUTH: 2, EAST: 2}, (SOUTH, EAST), "South and East share the win with 2 points each."),
        ({}, (NORTH, SOUTH, EAST, WEST), "North, South, East and West share the win with 0 points each."),
    ],
)
def test_most_points_win(stock: dict[int, int], winners: tuple[int, ...], said: str) -> None:
    """§6.1 One org, or several that share the most."""
    t = ended(("apples", NORTH, stock))
    assert (t.standing.winners, t.ending) == (winners, Ending.GREED)
    assert t.story().endswith(said)


def test_greed_counts_nothing_but_what_is_held_at_the_end() -> None:
    """§6.1 A fulfilled mandate scores nothing."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", SOUTH, {SOUTH: 4}), rounds=2, objective="greed")
    mandate(t, NORTH, {"tea": 4})
    to_trading(t)
    trade(t, SOUTH, NORTH, {"tea": 4})
    done(t)
    assert t.state.met[NORTH] == 1
    assert t.state.points[NORTH] == 0
    play_out(t, ["random"])
    assert t.over


def test_points_are_counted_up_to_a_limit() -> None:
    """§6.1 §8 Far beyond what a game can bring, the count stops instead of running over."""
    t = start(rounds=1, objective="greed")
    for name in ("apples", "kittens", "gadgets", "lanterns", "honey", "songs", "bricks", "tea", "cheese", "maps"):
        add_resource(t, name, SOUTH, SOUTH, {NORTH: 2000})
    for name in ("rope", "bells", "plums", "hats", "wool", "salt", "jokes", "soap"):
        add_resource(t, name, SOUTH, SOUTH, {NORTH: 2000})
    orders(t, {})
    done(t)
    assert t.standing.points[NORTH] == MOST_POINTS


@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ({"kittens": 1}, 3),
        ({"kittens": 9}, 3),
        ({"kittens": 11}, 3),
        ({"kittens": 12}, 4),
        ({"kittens": 20, "rope": 10}, 10),
    ],
)
def test_a_fulfilled_mandate_scores(goods: Goods, points: int) -> None:
    """§6.2 A third of its EcU, rounded down, but three at least."""
    t = table(("kittens", SOUTH, {SOUTH: 50}), ("rope", SOUTH, {SOUTH: 50}))
    mandate(t, NORTH, goods)
    to_trading(t)
    trade(t, SOUTH, NORTH, goods)
    assert t.state.points[NORTH] == 0
    done(t)
    assert list(t.state.points[:4]) == [points, 0, 0, 0]


@pytest.mark.parametrize(
    ("points", "ending"),
    [
        ((10, 5, 4, 1), Ending.BROKEN),
        ((10, 6, 4, 1), Ending.HELD),
        ((1, 4, 5, 10), Ending.BROKEN),
        ((0, 0, 0, 0), Ending.HELD),
        ((3, 0, 0, 0), Ending.BROKEN),
        ((0, 0, 1, 0), Ending.BROKEN),
        ((9, 5, 4), Ending.HELD),
        ((10, 5, 4), Ending.BROKEN),
        ((7, 6), Ending.HELD),
        ((12, 6), Ending.HELD),
        ((13, 6), Ending.BROKEN),
        ((6, 13), Ending.BROKEN),
        ((1, 0), Ending.BROKEN),
        ((0, 0), Ending.HELD),
        ((12, 6, 6, 6, 6, 6), Ending.HELD),
        ((13, 6, 6, 6, 6, 6), Ending.BROKEN),
    ],
)
def test_all_win_or_all_lose(points: tuple[int, ...], ending: Ending) -> None:
    """§6.4 If one org has more than the two best others together, everyone loses; otherwise everyone wins. Of two orgs the one
    other counts twice.
    """
    t = with_points(*points)
    assert t.ending == ending
    assert t.standing.points == points
    assert [event[:2] for event in told(t, Event.SOLIDARITY_POINTS)] == list(enumerate(points))
    assert t.standing.winners == (tuple(range(len(points))) if ending == Ending.HELD else ())
    assert set(t.standing.ranks) == {1}


def test_the_two_best_others() -> None:
    """§6.4 Whatever the order of the seats."""
    t = with_points(1, 7, 3, 5)
    assert [others_together(t.state, seat) for seat in range(4)] == [12, 8, 12, 10]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((10, 5, 4), "Everyone loses. One org has more points than the two best others together; that was"),
        ((9, 5, 4), "Everyone wins. No org has more points than the two best others together; that was"),
        ((13, 6), "Everyone loses. One org has more than twice the other’s points; that was"),
        ((7, 6), "Everyone wins. No org has more than twice the other’s points; that was"),
    ],
)
def test_the_ending_tells_what_was_not_said_before(points: tuple[int, ...], said: str) -> None:
    """§6.4 For as many orgs as there are."""
    assert with_points(*points).story().splitlines()[-1].startswith(f"{said} the hidden condition.")


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((10, 5, 4, 1), "North has 10 points, South and East have 9 together."),
        ((1, 4, 5, 10), "West has 10 points, East and South have 9 together."),
        ((5, 6, 6, 6, 1, 13), "Isles has 13 points, South and East have 12 together."),
        ((6, 13), "South has 13 points, North has 6."),
        ((9, 5, 4), "North has 9 points, South and East have 9 together."),
        ((7, 6), "North has 7 points, South has 6."),
        ((0, 0, 1, 0), "East has 1 point, North and South have 0 together."),
    ],
)
def test_the_last_line_says_by_whom_and_by_what(points: tuple[int, ...], said: str) -> None:
    """§6.4 Won or lost: the best org, and what it is held against."""
    assert with_points(*points).story().splitlines()[-1].endswith(f"that was the hidden condition. {said}")


def test_a_game_that_is_not_over_is_not_won() -> None:
    """§6.4 It is decided at the end: one that is ended early has a standing, but no winners."""
    t = GAME.start(seats=3, seed=1, objective="solidarity")
    assert (t.standing.together, t.standing.winners) == (True, ())
