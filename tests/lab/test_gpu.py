"""What can be tested without a GPU of how one plays: who goes on together, and how records lie. `make gpu` tests the rest."""

from __future__ import annotations

from moot.games import GAMES, load
from moot.lab.gpu import way_of
from moot.lab.gpu.grouping import GROUP, kind_of, plan
from moot.lab.gpu.in_groups import HEAD, LINE, InGroups, room_of
from moot.lab.gpu.in_step import InStep


def planned(*waiting: int) -> dict[str, list[int]]:
    """What is planned when so many games wait for nothing, for kind 1, for kind 2 and so on."""
    lists = {"waiting": list(waiting)} | {name: [0] * len(waiting) for name in ("first", "place", "taken", "groups")}
    plan(**lists)
    return lists


def test_full_groups_go_on_and_the_others_wait() -> None:
    lists = planned(0, 70, 5, 32)
    assert lists["taken"][1:] == [64, 0, 32]
    assert lists["groups"] == [0, 2, 2, 3]
    assert lists["waiting"][1:] == [6, 5, 0]


def test_where_no_group_is_full_all_go_on() -> None:
    lists = planned(0, 31, 0, 5)
    assert lists["taken"][1:] == [31, 0, 5]
    assert lists["groups"] == [0, 1, 1, 2]
    assert lists["waiting"][1:] == [0, 0, 0]


def test_games_are_sorted_by_what_they_wait_for() -> None:
    lists = planned(0, 70, 5, 32)
    assert lists["first"][1:] == lists["place"][1:] == [0, 70, 75]


def test_every_group_knows_what_it_waits_for() -> None:
    groups = planned(0, 3 * GROUP, 0, GROUP, 2 * GROUP)["groups"]
    assert [kind_of(group, groups) for group in range(groups[-1])] == [1, 1, 1, 3, 4, 4]


def test_nobody_goes_on_when_all_games_are_over() -> None:
    assert planned(0, 0, 0)["groups"][-1] == 0


def test_a_record_lies_behind_what_is_needed_besides() -> None:
    for name in GAMES:
        game = load(name)
        room = room_of(game)
        assert room.isalignedstruct
        assert room.itemsize % LINE == 0
        assert game.dtype.fields is not None
        assert room.fields is not None
        assert all(room.fields[field][1] == HEAD + game.dtype.fields[field][1] for field in game.dtype.fields)
        assert all(room.fields[field][1] < HEAD for field in set(room.fields) - set(game.dtype.fields))


def test_games_with_many_rules_are_played_in_groups() -> None:
    ways = {name: way_of(load(name)) for name in GAMES}
    assert {name for name, way in ways.items() if way is InGroups} == {"treasury"}
    assert all(way is InStep for name, way in ways.items() if name != "treasury")
