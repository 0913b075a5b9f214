"""Taking back, looking, going over to another machine, and going on from a position."""

from __future__ import annotations

from random import Random

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from moot.engine import NOBODY, Game, Move, MoveError, SavedGameError, Sitting, resume
from moot.games import GAMES, load
from moot.games.turning_points.rules import Act, Step
from tests.battery.toll import make_toll

GAMES_HERE = [load(name) for name in GAMES]


def test_what_was_only_told_is_taken_back_until_another_answers() -> None:
    table: Sitting = LEDUC.start(seed=3)
    before = bytes(table)
    table.play(0, RAISE)
    assert table.waiting == [1]
    assert table.may_take_back(0)
    assert not table.may_take_back(0, told=False)
    table.take_back(0)
    assert (bytes(table), table.history, table.waiting) == (before, [], [0])
    table.play(0, RAISE)
    table.play(1, RAISE)
    assert not table.may_take_back(0)
    with pytest.raises(MoveError, match="Seat 0 has nothing to take back: an answer stands once it has revealed"):
        table.take_back(0)


def test_a_card_that_was_turned_up_stays_so() -> None:
    """The card of the second round is drawn with the last answer of the first."""
    table: Sitting = LEDUC.start(seed=3)
    table.play(0, RAISE)
    table.play(1, CALL)
    assert not table.may_take_back(1)


def test_the_end_of_a_game_stands() -> None:
    table: Sitting = LEDUC.start(seed=3)
    table.play(0, RAISE)
    table.play(1, FOLD)
    assert table.over
    assert not table.may_take_back(1)


def test_a_card_drawn_from_a_deck_that_was_shuffled_long_ago_is_no_longer_hidden() -> None:
    """Turning Points rolls no dice for it: its rules have looked at what nobody sees."""
    table: Sitting = load("turning_points").start(seats=2, seed=2)
    seat = table.waiting[0]
    luck = table.array["luck"].copy()
    table.play(seat, acts(table, seat, Act.EXCHANGE)[0])
    assert (table.array["luck"] == luck).all()
    assert not table.may_take_back(seat)


def test_steps_that_came_by_themselves_are_undone_too() -> None:
    """The turn has gone on to the next player, who has not answered yet."""
    game, dice, taken = load("turning_points"), Random(3), 0
    table: Sitting = game.start(seats=3, seed=2)
    while taken < 5:
        seat = table.waiting[0]
        before = bytes(table), list(table.log), table.steps, table.history
        table.play(seat, dice.choice(table.numbers(seat)))
        if table.waiting != [seat] and table.may_take_back(seat):
            table.take_back(seat)
            taken += 1
            assert (bytes(table), table.log, table.steps, table.history) == before
            table.play(seat, dice.choice(table.numbers(seat)))


def test_what_another_has_begun_unnoticed_goes_with_it() -> None:
    """It must not show by what can be taken back that they have begun."""
    table = turned_over_to_the_next()
    first, second = table.history[-1][0], table.waiting[0]
    table.play(second, acts(table, second, Act.ORGANIZE)[0])
    assert table.may_take_back(first)
    table.take_back(first)
    assert table.waiting == [first]
    assert all(seat == first for seat, _ in table.history[-1:])


def test_what_another_was_seen_to_do_ends_it() -> None:
    table = turned_over_to_the_next()
    first, second = table.history[-1][0], table.waiting[0]
    table.play(second, acts(table, second, Act.MOVE)[0])
    assert not table.may_take_back(first)
    assert table.may_take_back(second)


def turned_over_to_the_next() -> Sitting:
    """Turning Points: a player's turn has just ended by a step that can be taken back, and the next one may organize."""
    dice = Random(5)
    table: Sitting = load("turning_points").start(seats=3, seed=2)
    while True:
        seat = table.waiting[0]
        table.play(seat, dice.choice(table.numbers(seat)))
        if table.waiting != [seat] and table.may_take_back(seat) and acts(table, table.waiting[0], Act.ORGANIZE):
            return table


def acts(table: Sitting, seat: int, act: Act) -> list[Move]:
    """What a player of Turning Points may do, of one kind."""
    return [move for move in table.moves(seat) if move.choice == Step.ACT and move.arguments[0] == act]


def test_a_sealed_answer_that_ends_a_seats_part_is_taken_back_until_the_phase_ends() -> None:
    table: Sitting = make_toll().start(seats=3, seed=1)
    before = bytes(table)
    table.play(0, table.numbers(0)[0])
    assert 0 not in table.waiting
    table.play(1, table.numbers(1)[0])
    assert table.may_take_back(0)
    for seat in (0, 1):
        table.take_back(seat)
    assert bytes(table) == before
    for seat in (0, 1, 2):
        table.play(seat, table.numbers(seat)[0])
    assert not any(table.may_take_back(seat) for seat in range(3))


def test_a_spectator_takes_nothing_back() -> None:
    table: Sitting = LEDUC.start(seed=3)
    assert not table.may_take_back(NOBODY)
    with pytest.raises(MoveError, match="Seat -1 has nothing to take back"):
        table.take_back(NOBODY)


@pytest.mark.parametrize("game", GAMES_HERE, ids=lambda game: game.name)
def test_taking_back_is_as_if_it_had_never_been(game: Game) -> None:
    """At random: undone, everything is as after the same moves without it. Of what was unnoticed nobody else was told anything, and
    while it is done under seal nobody else sees a difference.
    """
    dice, taken, seed = Random(6), 0, 5
    table: Sitting = game.start(seats=3, seed=seed)
    for _ in range(400):
        if table.over:
            seed += 1
            table = game.start(seats=3, seed=seed)
        seat = dice.choice(range(3))
        if table.may_take_back(seat) and dice.random() < 0.5:
            unnoticed = table.may_take_back(seat, told=False)
            others = [other for other in range(-1, 3) if other != seat]
            told = [table.lines(other) for other in others]
            seen = [bytes(table.view(other)) for other in others]
            sealed = seat in table.waiting and game.rules.choices[table.state.asking[seat]].sealed
            place = max(place for place, (mover, _) in enumerate(table.history) if mover == seat)
            without = [*table.history[:place], *(table.history[place + 1 :] if unnoticed else [])]
            table.take_back(seat)
            taken += 1
            assert table.history == without
            assert not unnoticed or [table.lines(other) for other in others] == told
            assert not (unnoticed and sealed) or [bytes(table.view(other)) for other in others] == seen
            again: Sitting = game.start(seats=3, seed=seed)
            for mover, move in without:
                again.play(mover, move)
            assert (bytes(again), again.log, again.scenes) == (bytes(table), table.log, table.scenes)
        elif seat in table.waiting:
            table.play(seat, dice.choice(table.numbers(seat)))
    assert taken > 3


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
