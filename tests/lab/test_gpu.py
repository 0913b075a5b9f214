"""What can be tested without a GPU of how one plays: who goes on together, and how records lie. `make gpu` tests the rest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from moot.engine import NOBODY, Game, drive
from moot.engine.flow import coming_step
from moot.engine.inside_numba import WORD
from moot.games import GAMES, load
from moot.lab import pieces
from moot.lab.gpu import way_of
from moot.lab.gpu.grouping import GROUP, kind_of, plan
from moot.lab.gpu.in_groups import InGroups
from moot.lab.gpu.in_step import InStep
from moot.lab.gpu.near import far_apart
from moot.lab.gpu.records import bytes_of, optional, played, whole
from moot.lab.gpu.rooms import BESIDES, FLOW, LINE, NEAR, blank_room, near_words, records_in, room_of

BANKS = 32  # of a GPU's near memory: one word of each is read at once


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
def test_a_room_has_all_fields_but_the_news(name: str) -> None:
    game = load(name)
    room = room_of(game)
    assert room.isalignedstruct
    assert room.itemsize % LINE == 0
    assert {*(room.names or ())} == {*(game.dtype.names or ()), *BESIDES} - {"news"}


@pytest.mark.parametrize("name", GAMES)
def test_small_fields_of_a_room_are_near_and_whole(name: str) -> None:
    fields, near = room_of(load(name)).fields, near_words(load(name)) * WORD
    assert fields is not None
    sizes = {field: kind.itemsize for field, (kind, *_) in fields.items()}
    first = {field for field, (_, at, *_) in fields.items() if at < near}
    assert near <= NEAR
    assert first >= {*FLOW, "taken", "answers"}
    assert max(sizes[field] for field in first - {*FLOW}) <= min(sizes[field] for field in {*fields} - first)
    assert all(at + sizes[field] <= near for field, (_, at, *_) in fields.items() if field in first)


@pytest.mark.parametrize("name", GAMES)
def test_records_go_into_rooms_and_out_again(name: str) -> None:
    game = load(name)
    blank = game.blank(game.choose({}))
    assert records_in(game, blank_room(game, {})).tobytes() == blank.tobytes()
    rooms = np.zeros(2, room_of(game))
    bytes_of(rooms)[:] = np.arange(rooms.nbytes, dtype=np.uint8).reshape(2, -1)
    records = records_in(game, rooms)
    assert all((records[field] == rooms[field]).all() for field in game.dtype.names or () if field != "news")
    assert not records["news"].any()


def test_the_same_word_of_a_group_of_games_is_in_as_many_banks() -> None:
    for words in (30, 31, 40):
        apart = far_apart(words)
        assert apart >= words
        assert {game * apart % BANKS for game in range(GROUP)} == {*range(BANKS)}


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


def waited_for(game: Game, seed: int) -> Iterator[tuple[int, int]]:
    """What a random game waits for, one after the other: the step or the choice, and its sort."""
    machine, array = game.interpreted, game.blank(game.choose({}))
    begin, go_on = machine.entry(pieces.begin_with_bots), machine.entry(pieces.go_on)
    who_answers, waits_for = machine.entry(drive.who_answers), machine.entry(pieces.waits_for)
    s, moves, luck = machine.records(array)[0], machine.moves(), machine.luck()
    begin(s, seed, luck)
    seat = who_answers(s, NOBODY, luck)
    while sort := waits_for(s, seat):
        yield s.asking[seat] if seat != NOBODY else coming_step(s), sort
        go_on(s, seat, moves, luck)
        seat = who_answers(s, seat, luck)


@pytest.mark.parametrize("name", GAMES)
def test_what_games_wait_for_is_numbered_through(name: str) -> None:
    game = load(name)
    sorts: dict[int, set[int]] = {}
    for seed in range(4):
        for step, sort in waited_for(game, seed):
            sorts.setdefault(step, set()).add(sort)
    numbered = [sort for step in sorted(sorts) for sort in sorted(sorts[step])]
    assert numbered == sorted(set(numbered))
    assert numbered[-1] < game.rules.waits
    assert all(len(found) <= game.rules.sorts.get(step, (1, None))[0] for step, found in sorts.items())
    assert any(len(found) > 1 for found in sorts.values()) == bool(game.rules.sorts)


def test_games_with_many_rules_are_played_in_groups() -> None:
    ways = {name: way_of(load(name)) for name in GAMES}
    assert {name for name, way in ways.items() if way is InGroups} == {"treasury"}
    assert all(way is InStep for name, way in ways.items() if name != "treasury")
