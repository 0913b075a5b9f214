"""Chapter 10: options."""

from __future__ import annotations

import re

import pytest

from moot.engine import OptionError
from moot.games.treasury import GAME
from moot.games.treasury.components import AGES, Sale
from moot.games.treasury.rules import Do
from tests.games.treasury.table import act, gold, quiet


def test_the_defaults() -> None:
    """§10 As the table in the rulebook says."""
    assert GAME.says(GAME.choose({})) == {
        "seats": 4,
        "ages": 3,
        "sale": "any",
        "final_tax": "on",
        "first_gold": 2,
        "rising_gold": "on",
        "treasury_each": 2,
    }


def test_the_rulebook_lists_the_options() -> None:
    """§10 Every option with its range."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", GAME.rulebook, re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))


def test_people_begin_without_starting_to_sell() -> None:
    """§10 A new table begins with the preset in which only opened businesses are sold for gold; the others are there too."""
    assert GAME.people_preset == "three_ages"
    plain = {**GAME.choose({}), "sale": Sale.OPENED}
    assert GAME.choose({}, GAME.people_preset, people=True) == GAME.choose({}, people=True) == plain
    assert GAME.choose({}, "sell_anything") == GAME.choose({})
    assert GAME.choose({}, "six_ages") == {**GAME.choose({}), "sale": Sale.OPENED, "ages": AGES}


@pytest.mark.parametrize("wrong", [{"seats": 1}, {"seats": 5}, {"ages": 2}, {"ages": 7}, {"sale": "none"}])
def test_what_is_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    """§10 Each option has its limits."""
    with pytest.raises(OptionError):
        GAME.choose(wrong)


@pytest.mark.parametrize(("sale", "startup", "opened"), [("any", 6, 2), ("opened", 0, 2), ("one", 1, 1)])
def test_sale(sale: str, startup: int, opened: int) -> None:
    """§10 §2.5 The gold cost, that of opened businesses only, or 1 gold."""
    for label, price in (("Castle", startup), ("Tower", opened)):
        t = quiet("", "Bakery", opened=["Tower"], startups=["Castle"], sale=sale)
        act(t, Do.SELL, label)
        assert gold(t)[0] == price


def test_starting_gold() -> None:
    """§10 §1.2 Rising or equal, and another treasury."""
    s = GAME.start(seats=3, seed=2, first_gold=4, rising_gold=0, treasury_each=3).state
    assert list(s.gold[:3]) == [4, 4, 4]
    assert s.treasury == 9


@pytest.mark.parametrize("ages", [3, 4, 5, 6])
def test_ages(ages: int) -> None:
    """§10 §7.1 As many decks as ages, and a game that ends."""
    t = GAME.start(seats=2, seed=4, ages=ages)
    assert sum(size > 0 for size in t.state.deck_size) == ages
    while not t.over:
        t.play(t.waiting[0], t.numbers(t.waiting[0])[0])
    assert GAME.interpreted.broken_law(t._records, 0) == -1
