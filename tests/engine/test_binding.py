"""The binder: a twin runs the same code, and every rule it calls is a twin too."""

from __future__ import annotations

from types import FunctionType
from typing import Any, cast

import pytest

from moot.engine.binding import Binder, is_rule, rule, rules_called_by, slot

FACTOR = 10


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


def test_compiled_twins_agree() -> None:
    from numba import njit

    twin = binder(rule(dear), njit).twin(double)
    assert twin(7) == 70
    assert twin.signatures
