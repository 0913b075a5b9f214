"""Chance: the generator is sfc32, even, the same however it is run, and started anew by a seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from examples.leduc import GAME
from moot.engine.chance import below, halves, pick, random_word, roll_die, scramble, seed_luck, seed_widely

SEED, STREAM = 2_024, 1


def luck_from(seed: int, stream: int = STREAM) -> Any:
    """A generator's state, in plain numbers."""
    luck: Any = [0, 0, 0, 0]
    seed_luck(luck, seed, stream)
    return luck


def widely(seed: int) -> Any:
    """The same from both halves of a large seed."""
    luck: Any = [0, 0, 0, 0]
    seed_widely(luck, *halves(seed), STREAM)
    return luck


def words(luck: Any, number: int) -> list[int]:
    """The next words."""
    return [random_word(luck) for _ in range(number)]


def textbook_sfc32(a: int, b: int, c: int, number: int) -> list[int]:
    """The generator as its author wrote it, in 32-bit words that wrap; the first twelve are thrown away."""
    one, two, three, counter = (np.array([n], np.uint32) for n in (a, b, c, 1))
    out = []
    for _ in range(12 + number):
        word = one + two + counter
        counter = counter + np.uint32(1)
        one, two = two ^ two >> np.uint32(9), three + (three << np.uint32(3))
        three = (three << np.uint32(21) | three >> np.uint32(11)) + word
        out.append(int(word[0]))
    return out[12:]


def chi_square(counts: Counter[Any], cells: int) -> float:
    """How far counts are from even."""
    even = sum(counts.values()) / cells
    return sum((count - even) ** 2 for count in counts.values()) / even + even * (cells - len(counts))


def test_the_generator_is_sfc32() -> None:
    seed = 5 << 32 | 77
    assert words(luck_from(seed, 3), 50) == textbook_sfc32(77, 5, 3, 50)


PINNED = {
    0: [1299785925, 4001059704, 2906380172],
    7: [46412736, 3620445133, 2439915088],
    2**53 - 1: [4121519410, 1410476322, 1256725456],
    2**63 + 5: [2680362895, 2096595117, 339182168],
    2**64 - 1: [539983890, 653943608, 876341327],
}


@pytest.mark.parametrize("seed", PINNED)
def test_small_seeds_give_what_they_always_gave(seed: int) -> None:
    """The upper half of a seed is 0 below 2**64."""
    assert words(widely(seed), 3) == PINNED[seed] == words(luck_from(seed), 3)


def test_every_bit_of_a_large_seed_counts() -> None:
    seeds = (0, *(1 << bit for bit in range(128)))
    assert len({tuple(words(widely(seed), 4)) for seed in seeds}) == 129


@pytest.mark.parametrize("seed", [2**128 - 1, 2**127 + 2**63, 0x0123456789ABCDEF_FEDCBA9876543210])
def test_a_large_seed_is_the_same_compiled(seed: int) -> None:
    machine = GAME.compiled
    quick = machine.luck()
    machine.entry(seed_widely)(quick, *halves(seed), STREAM)
    assert [int(machine.entry(random_word)(quick)) for _ in range(50)] == words(widely(seed), 50)


def test_the_same_words_interpreted_and_compiled() -> None:
    machine = GAME.compiled
    luck = machine.luck()
    machine.entry(seed_luck)(luck, SEED, STREAM)
    quick = [int(machine.entry(random_word)(luck)) for _ in range(200)]
    assert quick == words(luck_from(SEED), 200)


def test_the_same_numbers_below_a_bound_interpreted_and_compiled() -> None:
    machine, plain = GAME.compiled, luck_from(SEED)
    luck = np.array(plain, np.uint32)
    quick = [int(machine.entry(below)(luck, n)) for n in range(1, 200)]
    assert quick == [below(plain, n) for n in range(1, 200)]
    assert luck.tolist() == plain


def test_words_are_scrambled_the_same_interpreted_and_compiled() -> None:
    given = [0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, *words(luck_from(SEED), 50)]
    quick = [int(GAME.compiled.entry(scramble)(word)) for word in given]
    assert quick == [scramble(word) for word in given]
    assert len(set(quick)) == len(set(given))


def test_dice_are_even() -> None:
    table = GAME.start(seed=SEED)
    rolls = [roll_die(table.state) for _ in range(30_000)]
    assert set(rolls) == set(range(1, 7))
    assert chi_square(Counter(rolls), 6) < 20.5  # one in a thousand even dice is above, with 5 degrees of freedom
    assert chi_square(Counter(zip(rolls[::2], rolls[1::2], strict=True)), 36) < 66.6  # and with 35


@pytest.mark.parametrize(("n", "most"), [(2, 10.8), (7, 22.5), (52, 88.0)])
def test_picks_are_even(n: int, most: float) -> None:
    table = GAME.start(seed=SEED)
    assert chi_square(Counter(pick(table.state, n) for _ in range(10_000)), n) < most


def test_seeds_and_streams_share_nothing() -> None:
    starts = [luck_from(seed, stream) for seed in (0, 1, 2, 1 << 32) for stream in (1, 2, 3)]
    drawn = [word for luck in starts for word in words(luck, 50)]
    assert len(set(drawn)) == len(drawn)


def test_a_seed_starts_anew() -> None:
    luck = luck_from(SEED)
    first = words(luck, 5)
    seed_luck(luck, SEED, STREAM)
    assert words(luck, 5) == first
