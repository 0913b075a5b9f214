"""Small sets as numbers."""

from __future__ import annotations

import numpy as np
import pytest

from moot.engine import count, is_in, lowest

SETS = [{0}, {3}, {31}, {32}, {62}, {0, 5, 9}, {31, 32}, {40, 61}, set(range(63))]


def packed(members: set[int]) -> int:
    """The set as a number."""
    return sum(1 << member for member in members)


@pytest.mark.parametrize("members", SETS)
def test_a_set_knows_its_members(members: set[int]) -> None:
    assert {n for n in range(63) if is_in(packed(members), n)} == members
    assert count(packed(members)) == len(members)
    assert lowest(packed(members)) == min(members)


def test_the_empty_set_is_nothing() -> None:
    assert count(0) == 0
    assert is_in(0, 4) == 0


@pytest.mark.parametrize(("width", "highest"), [("int8", 6), ("int16", 14), ("int32", 30), ("int64", 62)])
def test_how_large_a_member_may_be_depends_on_the_field(width: str, highest: int) -> None:
    """As docs/add-a-game.md says."""
    everything = packed(set(range(highest + 1)))
    assert everything == np.iinfo(width).max
    assert (count(everything), is_in(everything, highest)) == (highest + 1, 1)
