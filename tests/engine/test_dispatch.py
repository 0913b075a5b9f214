"""The one numbering of all moves, and what a game must have."""

from __future__ import annotations

from enum import IntEnum, auto
from pathlib import Path
from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import Rules
from moot.engine.dispatch import Numbering
from moot.engine.machine import Machine
from tests.battery.toll import Step, Toll, make_toll


class Ask(IntEnum):
    """Questions with one, two and three arguments."""

    ONE = auto()
    TWO = auto()
    THREE = auto()


def nothing(*_: Any) -> None:
    """A rule that does nothing."""


@pytest.fixture
def numbering() -> Numbering:
    """Choices of every width, one of them as wide as it may be."""
    rules = Rules(Ask)
    rules.choice(Ask.THREE, 3, 4, 5)(nothing)
    rules.choice(Ask.ONE, 4096)(nothing)
    rules.choice(Ask.TWO, 7, 1024)(nothing)
    return Numbering(rules)


def test_each_choice_has_its_range_in_the_order_of_the_steps(numbering: Numbering) -> None:
    assert numbering.bases == {Ask.ONE: 0, Ask.TWO: 4096, Ask.THREE: 4096 + 7 * 1024}
    assert numbering.moves == 4096 + 7 * 1024 + 60
    assert numbering.room == 1 + 7 * 1024


def test_every_number_is_one_move(numbering: Numbering) -> None:
    read = [numbering.read(number) for number in range(numbering.moves)]
    assert len({(choice.step, arguments) for choice, arguments in read}) == numbering.moves
    assert [numbering.write(*move) for move in read] == list(range(numbering.moves))


def test_packing_can_be_undone(numbering: Numbering) -> None:
    for number in range(numbering.moves):
        assert numbering.unpack(numbering.read(number)[0].step, numbering.pack(number)) == number


@pytest.mark.parametrize("game", [LEDUC, make_toll()], ids=["leduc", "toll"])
def test_the_moves_of_a_position_are_numbers_of_the_game(game: Any) -> None:
    table = game.start(seed=2)
    for seat in table.waiting:
        for move in table.moves(seat):
            choice, arguments = game.interpreted.numbering.read(move.number)
            assert (choice.step, arguments) == (move.choice, move.arguments)


@pytest.mark.parametrize("shape", [(), (4097,), (1, 1025), (1, 1, 513), (1, 1, 1, 1)])
def test_a_choice_that_cannot_be_packed_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(TypeError, match="ONE: a choice has one to three arguments"):
        Rules(Ask).choice(Ask.ONE, *shape)


def test_a_step_has_one_rule() -> None:
    rules = Rules(Ask)
    rules.step(Ask.ONE)(nothing)
    with pytest.raises(ValueError, match="ONE has two rules"):
        rules.step(Ask.ONE)(nothing)


@pytest.mark.parametrize("missing", ["setup", "guess"])
def test_a_game_needs_a_layout_and_a_guess(missing: str) -> None:
    rules = Rules(Step)
    for name in {"setup", "guess"} - {missing}:
        getattr(rules, name)(nothing)
    with pytest.raises(TypeError, match=f"a game needs a function registered with @rules.{missing}"):
        Machine(Toll, rules, "gate", (), Path())
