"""The interpreted record: plain numbers over the bytes that NumPy and Numba use."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from moot.engine.fields import State, i8, i16, option, u32
from moot.engine.light import LightRecords, light_class


class Shelf(State):
    """A little of everything."""

    seats = option(2, 2, 2, "Two.")
    jars = i8()
    prices = i16(4)
    rows = i8(3, 2)
    marks = u32(2)


@pytest.fixture
def array() -> Any:
    """Two records."""
    from moot.engine.fields import dtype_of

    return np.zeros(2, dtype_of(Shelf))


@pytest.fixture
def shelves(array: Any) -> LightRecords:
    """The same two as the rules see them."""
    return LightRecords(light_class(Shelf, array.dtype), array)


def test_rules_and_numpy_see_the_same_bytes(shelves: LightRecords, array: Any) -> None:
    s = shelves[1]
    s.jars, s.prices[2], s.rows[1, 1], s.marks[0] = -3, 900, 7, 0xFFFFFFFF
    assert (array["jars"][1], array["prices"][1, 2], array["rows"][1, 1, 1], array["marks"][1, 0]) == (
        -3,
        900,
        7,
        2**32 - 1,
    )
    array["jars"][1] = 5
    assert s.jars == 5
    assert bytes(s) == array[1:].tobytes()
    assert bytes(shelves[0]) == bytes(array.itemsize)


def test_numbers_are_plain_and_do_not_wrap(shelves: LightRecords) -> None:
    s = shelves[0]
    s.jars = 127
    assert type(s.jars) is int
    assert s.jars + 1 == 128
    assert s.jars * 300 == 38_100


@pytest.mark.parametrize("value", [128, -129])
def test_a_number_that_does_not_fit_is_an_error(shelves: LightRecords, value: int) -> None:
    s = shelves[0]
    with pytest.raises(ValueError, match="invalid value"):
        s.jars = value
    with pytest.raises(ValueError, match="invalid value"):
        s.rows[0, 0] = value
    with pytest.raises(ValueError, match="invalid value"):
        s.marks[0] = -1
    assert not any(bytes(s))


def test_a_place_that_is_not_there_is_an_error(shelves: LightRecords) -> None:
    s = shelves[0]
    with pytest.raises(IndexError):
        s.prices[4] = 1
    with pytest.raises(IndexError):
        s.rows[3, 0] = 1
    with pytest.raises(IndexError):
        s.rows[0, 2] = 1


def test_a_grid_has_rows(shelves: LightRecords) -> None:
    s = shelves[0]
    s.rows[2][1] = 4
    assert len(s.rows) == 3
    assert [list(row) for row in s.rows] == [[0, 0], [0, 0], [0, 4]]


def test_setting_an_item_copies(shelves: LightRecords) -> None:
    shelves[0].jars = 9
    shelves[1] = shelves[0]
    shelves[0].jars = 1
    assert (shelves[0].jars, shelves[1].jars, len(shelves)) == (1, 9, 2)


def test_a_record_shows_what_is_not_zero(shelves: LightRecords) -> None:
    s = shelves[0]
    s.jars, s.rows[0, 1] = 2, 1
    assert repr(s) == "Shelf(jars=2, rows=[[0, 1], [0, 0], [0, 0]])"
    assert s.as_dict()["prices"] == [0, 0, 0, 0]
