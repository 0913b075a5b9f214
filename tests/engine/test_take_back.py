"""Taking back, looking, going over to another machine, and going on from a position."""

from __future__ import annotations

from random import Random

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.engine import NOBODY, Game, MoveError, SavedGameError, Sitting, resume
from moot.games import GAMES, load
from tests.battery.toll import make_toll

GAMES_HERE = [load(name) for name in GAMES]


def test_an_answer_that_everyone_hears_stands() -> None:
    table: Sitting = LEDUC.start(seed=3)
    table.play(0, RAISE)
    assert not table.may_take_back(0)
    with pytest.raises(MoveError, match="Seat 0 has nothing to take back"):
        table.take_back(0)


def test_a_sealed_answer_that_ends_a_seats_part_stands() -> None:
    table: Sitting = make_toll().start(seats=2, seed=1)
    table.play(0, table.numbers(0)[0])
    assert 0 not in table.waiting
    assert not table.may_take_back(0)


def test_a_spectator_takes_nothing_back() -> None:
    table: Sitting = LEDUC.start(seed=3)
    assert not table.may_take_back(NOBODY)
    with pytest.raises(MoveError, match="Seat -1 has nothing to take back"):
        table.take_back(NOBODY)


@pytest.mark.parametrize("game", GAMES_HERE, ids=lambda game: game.name)
def test_taking_back_is_as_if_it_had_never_been(game: Game) -> None:
    """At random: undone, everything is as after the same moves without it; nobody else was told anything, and of what is done under
    seal nobody else sees a difference.
    """
    dice, taken = Random(6), 0
    table: Sitting = game.start(seats=3, seed=5)
    for _ in range(400):
        if table.over:
            break
        seat = dice.choice(table.waiting)
        if table.may_take_back(seat) and dice.random() < 0.5:
            others = [other for other in range(-1, 3) if other != seat]
            told = [table.lines(other) for other in others]
            seen = [bytes(table.view(other)) for other in others]
            sealed = game.rules.choices[table.state.asking[seat]].sealed
            place = max(place for place, (mover, _) in enumerate(table.history) if mover == seat)
            without = [*table.history[:place], *table.history[place + 1 :]]
            table.take_back(seat)
            taken += 1
            assert table.history == without
            assert [table.lines(other) for other in others] == told
            assert not sealed or [bytes(table.view(other)) for other in others] == seen
            again: Sitting = game.start(seats=3, seed=5)
            for mover, move in without:
                again.play(mover, move)
            assert (bytes(again), again.log, again.scenes) == (bytes(table), table.log, table.scenes)
        else:
            table.play(seat, dice.choice(table.numbers(seat)))
    assert taken > 20 or game.name != "polycrisis"


def test_a_look_is_a_view_and_is_written_over_by_the_next() -> None:
    table: Sitting = LEDUC.start(seed=3)
    look = table.look(0)
    assert bytes(look) == bytes(table.view(0))
    table.play(0, RAISE)
    assert bytes(table.look(0)) == bytes(table.view(0)) == bytes(look)
    with pytest.raises(MoveError, match="There is no seat"):
        table.look(2)


def test_a_game_goes_over_to_the_other_machine() -> None:
    one: Sitting = LEDUC.start(seed=3)
    other: Sitting = LEDUC.start(seed=3)
    one.look(0)
    one.run_on(LEDUC.compiled)
    for table in (one, other):
        table.play(0, RAISE)
        table.play(1, CALL)
    assert (bytes(one), one.log, one.numbers(0)) == (bytes(other), other.log, other.numbers(0))
    assert bytes(one.look(0)) == bytes(other.look(0))


def test_a_game_goes_on_from_a_position() -> None:
    table: Sitting = LEDUC.start(seed=3)
    table.play(0, RAISE)
    later = resume(LEDUC, table.options, table.seed, bytes(table))
    assert (later.history, later.log, later.waiting) == ([], [], [1])
    assert bytes(later) == bytes(table)
    for one in (table, later):
        one.play(1, FOLD)
    assert bytes(later) == bytes(table)
    assert later.over


def test_nothing_is_taken_back_behind_the_position_it_goes_on_from() -> None:
    game = GAMES_HERE[1]
    table: Sitting = game.start(seats=2, seed=5)
    dice = Random(1)
    while not any(table.may_take_back(seat) for seat in table.waiting):
        seat = dice.choice(table.waiting)
        table.play(seat, dice.choice(table.numbers(seat)))
    later = resume(game, table.options, table.seed, bytes(table))
    assert not any(later.may_take_back(seat) for seat in later.waiting)


@pytest.mark.parametrize("record", [b"", b"\x00" * 10])
def test_what_is_no_position_is_not_gone_on_from(record: bytes) -> None:
    with pytest.raises(SavedGameError, match="This is no position of Leduc hold'em as its rules are now"):
        resume(LEDUC, {"seats": 2}, 1, record)


def test_a_copy_takes_back_what_the_original_would() -> None:
    game, dice = GAMES_HERE[1], Random(1)
    table: Sitting = game.start(seats=2, seed=5)
    while not any(table.may_take_back(seat) for seat in table.waiting):
        seat = dice.choice(table.waiting)
        table.play(seat, dice.choice(table.numbers(seat)))
    copy, seat = table.copy(), next(seat for seat in table.waiting if table.may_take_back(seat))
    for one in (table, copy):
        one.take_back(seat)
    assert bytes(copy) == bytes(table)
