"""What can be tested without a GPU of how one plays: who goes on together, and how records lie. `make gpu` tests the rest."""

from __future__ import annotations

import numpy as np
import pytest

from moot.games import GAMES, load
from moot.lab.gpu import way_of
from moot.lab.gpu.fetching import LINE
from moot.lab.gpu.grouping import GROUP, kind_of, plan
from moot.lab.gpu.in_groups import HEAD, InGroups, room_of
from moot.lab.gpu.in_step import InStep
from moot.lab.gpu.records import bytes_of, optional, played, whole


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


@pytest.mark.parametrize("name", GAMES)
def test_a_record_lies_behind_what_is_needed_besides(name: str) -> None:
    game = load(name)
    room, record = room_of(game), game.dtype
    assert room.isalignedstruct
    assert room.itemsize % LINE == 0
    assert record.fields is not None
    assert room.fields is not None
    shared = set(room.fields) & set(record.fields)
    assert shared == set(record.fields) - {"news"}
    assert all(room.fields[field][1] == HEAD + record.fields[field][1] for field in shared)
    assert all(room.fields[field][1] < HEAD for field in set(room.fields) - shared)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_whole_again_without_its_news(name: str) -> None:
    game = load(name)
    records = np.zeros(2, game.dtype)
    bytes_of(records)[:] = np.arange(records.nbytes, dtype=np.uint8).reshape(2, -1)
    records["news"] = 0
    assert whole(game, bytes_of(records)[:, : played(game)]).tobytes() == records.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_after_the_options_is_0_before_a_game(name: str) -> None:
    game = load(name)
    assert not bytes_of(game.blank(game.choose({})))[0, optional(game) :].any()
    assert all(game.dtype.fields[option][1] < optional(game) for option in game.options)  # type: ignore[index]


def test_games_with_many_rules_are_played_in_groups() -> None:
    ways = {name: way_of(load(name)) for name in GAMES}
    assert {name for name, way in ways.items() if way is InGroups} == {"treasury"}
    assert all(way is InStep for name, way in ways.items() if name != "treasury")
