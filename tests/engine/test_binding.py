"""The binder: a twin runs the same code, and every rule it calls is a twin too."""

from __future__ import annotations

from enum import IntEnum
from types import FunctionType
from typing import Any, cast

import numpy as np
import pytest

from moot.engine.binding import Binder, is_rule, rule, rules_called_by, slot
from moot.engine.inside_numba import compiled_once
from moot.engine.tables import as_array, table

FACTOR = 10
PRICES = table([3, 300, 70_000])
GRID = table([[1, 2, 3], [4, 5, 6]])


class Ware(IntEnum):
    """A number with a name."""

    APPLE = 1
    PEAR = 2


@rule
def price_of(ware: int) -> int:
    """Looks a number up in a table, by name."""
    return PRICES[Ware.PEAR] + GRID[ware, Ware.APPLE]


@slot
def price(n: int) -> int:
    """Each shop has its own."""
    raise NotImplementedError


@rule
def double(n: int) -> int:
    """Calls a slot."""
    return 2 * price(n)


@rule
def bill(n: int, *, tip: int = 1) -> int:
    """Calls a rule, and reads a constant."""
    return FACTOR * double(n) + tip


def helper(n: int) -> int:
    """Not a rule."""
    return n


@rule
def calls_a_helper(n: int) -> int:
    """What is no rule is not bound."""
    return helper(n)


def cheap(n: int) -> int:
    """One shop's price."""
    return n


def dear(n: int) -> int:
    """Another's."""
    return 5 * n


def binder(fill: Any, run_as: Any = lambda function: function) -> Binder:
    """A binder for a shop."""
    return Binder({cast(FunctionType, price): fill}, run_as)


def test_a_rule_stays_the_plain_function_it_is() -> None:
    assert is_rule(double)
    assert not is_rule(helper)
    with pytest.raises(NotImplementedError):
        bill(1)


def test_a_twin_calls_what_fills_the_slot() -> None:
    assert binder(cheap).twin(bill)(3) == 61
    assert binder(dear).twin(bill)(3, tip=0) == 300
    with pytest.raises(NotImplementedError):
        price(3)


def test_a_twin_is_made_once() -> None:
    shop: list[str] = []

    def note(function: FunctionType) -> FunctionType:
        shop.append(function.__name__)
        return function

    made = binder(cheap, note)
    assert made.twin(bill) is made.twin(bill)
    assert made.twin(price) is made.twin(price)
    assert sorted(shop) == ["bill", "cheap", "double"]


def test_a_binder_knows_how_far_a_rule_reaches() -> None:
    assert set(rules_called_by(cast(FunctionType, bill))) == {"double"}
    assert binder(dear).reach(bill) == {bill, double, dear}
    assert rules_called_by(cast(FunctionType, calls_a_helper)) == {}


def test_tables_hold_plain_numbers_as_narrow_as_they_can_be() -> None:
    assert (PRICES[1], list(PRICES), GRID[1, 2], len(GRID)) == (300, [3, 300, 70_000], 6, 2)
    assert [as_array(table(row)).dtype.name for row in ([1, -2], [300], [70_000], [1 << 40])] == [
        "int8",
        "int16",
        "int32",
        "int64",
    ]
    assert as_array(GRID).tolist() == [[1, 2, 3], [4, 5, 6]]
    assert as_array(FACTOR) is None


def test_twins_see_plain_numbers_and_compiled_ones_arrays() -> None:
    from numba import njit

    plain, fast = Binder({}, lambda function: function), Binder({}, njit, as_array)
    assert type(plain.copy(cast(FunctionType, price_of)).__globals__["Ware"].PEAR) is int
    assert plain.twin(price_of)(1) == price_of(1) == fast.twin(price_of)(1) == 70_005


def test_rules_are_compiled_once_for_numbers_of_any_width() -> None:
    from numba import njit

    once = compiled_once(njit(helper))
    caller = njit(lambda row: once(row[0]) + once(7) + once(len(row)))
    assert caller(np.array([1, 2], np.int8)) == 10
    assert len(once.signatures) == 1


def test_compiled_twins_agree() -> None:
    from numba import njit

    twin = binder(rule(dear), njit).twin(double)
    assert twin(7) == 70
    assert twin.signatures
