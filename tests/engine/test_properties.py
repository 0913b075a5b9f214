"""What holds for all numbers and all games, tried on whatever Hypothesis comes up with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from examples.leduc import GAME as LEDUC
from moot.engine import Option, count, is_in, lowest, replay
from moot.engine.chance import WORD, below, scramble, seed_luck
from moot.engine.dispatch import Numbering
from moot.games import GAMES, load
from moot.lab.figures import share
from moot.lab.games import seed_of_game

sets = some.integers(0, 2**62 - 1)
seeds = some.integers(0, 2**53 - 1)


@given(sets)
def test_a_set_is_the_numbers_whose_bits_are_set(members: int) -> None:
    numbers = [number for number in range(64) if is_in(members, number)]
    assert sum(1 << number for number in numbers) == members
    assert count(members) == len(numbers)
    assert not members or lowest(members) == numbers[0]


@given(seeds, some.integers(1, 1000))
def test_chance_stays_below(seed: int, n: int) -> None:
    luck = [0, 0, 0, 0]
    seed_luck(luck, seed, 1)
    assert all(0 <= below(luck, n) < n for _ in range(20))


@given(some.lists(some.integers(0, WORD), unique=True))
def test_scrambled_words_stay_different(words: list[int]) -> None:
    assert len({scramble(word) for word in words}) == len(words)


@given(seeds, some.lists(some.integers(0, 2**40), unique=True))
def test_games_of_a_simulation_have_seeds_of_their_own(seed: int, numbers: list[int]) -> None:
    found = {seed_of_game(seed, number) for number in numbers}
    assert len(found) == len(numbers)
    assert all(0 <= each < 2**53 for each in found)


@pytest.mark.parametrize("name", GAMES)
@given(data=some.data())
def test_a_move_is_its_number_and_its_packed_arguments(name: str, data: some.DataObject) -> None:
    numbering = Numbering(load(name).rules)
    number = data.draw(some.integers(0, numbering.moves - 1))
    choice, arguments = numbering.read(number)
    assert numbering.write(choice, arguments) == number
    assert numbering.unpack(int(choice.step), numbering.pack(number)) == number


@given(some.integers(-50, 50), some.integers(0, 50), some.integers(-200, 200))
def test_an_option_reads_what_lies_within_and_nothing_else(low: int, size: int, value: int) -> None:
    option = Option(low, low, low + size, "help")
    assert option.reads(value) == option.reads(str(value)) == (value if low <= value <= low + size else None)


@given(some.integers(1, 10_000), some.data())
def test_a_share_lies_in_its_interval(of: int, data: some.DataObject) -> None:
    figure = share(data.draw(some.integers(0, of)), of)
    assert 0 <= figure.low <= figure.value <= figure.high <= 1


@settings(deadline=None)
@given(seeds, some.data())
def test_any_game_is_saved_and_played_again(seed: int, data: some.DataObject) -> None:
    table = LEDUC.start(seed=seed)
    while not table.over and data.draw(some.booleans() | some.just(True)):
        seat = table.waiting[0]
        table.play(seat, data.draw(some.sampled_from(table.numbers(seat))))
    again = replay(LEDUC, table.to_json())
    assert (bytes(again), again.log, again.history) == (bytes(table), table.log, table.history)
