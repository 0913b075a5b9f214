"""Fields and options: what a game declares, and what becomes of it."""

from __future__ import annotations

from enum import IntEnum
from typing import cast

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import OWNER, PUBLIC, SECRET, Option, OptionError, State, i8, i16, i32, i64, one_of, option, switch
from moot.engine.fields import SMALL, dtype_of, fields_of, options_of
from tests.battery.toll import make_toll


class Pace(IntEnum):
    """A way to play."""

    SLOW = 0
    QUICK = 1


class Box(State):
    """Fields of every width and shape, in no good order."""

    seats = option(2, 1, 4, "How many play.", people=3)
    tiny = i8(3, seen_by=OWNER)
    wide = i64(seen_by=SECRET)
    grid = i16(2, 5)
    middle = i32()
    pace = one_of(Pace.QUICK, "How fast.")
    dark = switch(False, "Whether the lamp is out.", people=True)


class Shelf(Box):
    """With large fields too."""

    broad = i32(10)
    long = i8(40)


def test_a_field_says_its_width_shape_and_who_sees_it() -> None:
    fields = fields_of(Box)
    assert (fields["tiny"].width, fields["tiny"].shape, fields["tiny"].seen_by) == ("int8", (3,), OWNER)
    assert (fields["wide"].width, fields["wide"].shape, fields["wide"].seen_by) == ("int64", (), SECRET)
    assert (fields["grid"].shape, fields["grid"].seen_by) == ((2, 5), PUBLIC)


def test_a_game_has_the_fields_of_every_game_first() -> None:
    names = list(fields_of(Box))
    assert names[:3] == ["luck", "telling", "over"]
    assert names[-7:] == ["seats", "tiny", "wide", "grid", "middle", "pace", "dark"]


def test_chance_and_news_are_seen_by_nobody() -> None:
    assert {name for name, field in fields_of(State).items() if field.seen_by is SECRET} == {"luck", "told", "news"}


@pytest.mark.parametrize("state", [Box, Shelf, State, LEDUC.state, make_toll().state])
def test_every_byte_of_a_record_belongs_to_a_field(state: type[State]) -> None:
    dtype = dtype_of(state)
    assert dtype.fields is not None
    assert sum(of.itemsize for of, *_ in dtype.fields.values()) == dtype.itemsize
    assert dtype.itemsize % 8 == 0


def test_small_fields_are_laid_out_first_then_large_ones_and_the_news_last() -> None:
    dtype = dtype_of(Shelf)
    assert dtype.names is not None
    assert dtype.names[:5] == ("telling", "over", "depth", "agenda", "asking")
    large = dtype.names.index("long")
    assert all(dtype[name].itemsize <= SMALL for name in dtype.names[:large])
    assert dtype.names[large:] == ("long", "broad", "news")


def test_narrow_fields_are_laid_out_before_wide_ones() -> None:
    dtype = dtype_of(Shelf)
    assert dtype.names is not None
    large = dtype.names.index("long")
    for part in (dtype.names[:large], dtype.names[large:-1]):
        widths = [dtype[name].base.itemsize for name in part]
        assert widths == sorted(widths)


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [(0, 127, "int8"), (-128, 3, "int8"), (0, 128, "int16"), (-129, 0, "int16"), (1, 40_000, "int32")],
)
def test_an_option_is_as_narrow_as_its_numbers_allow(low: int, high: int, width: str) -> None:
    declared = type("Other", (State,), {"seats": option(low, low, high, "How many play.")})
    assert fields_of(declared)["seats"].width == width


def test_options_are_the_fields_that_were_declared_as_options() -> None:
    options = options_of(Box)
    assert list(options) == ["seats", "pace", "dark"]
    assert options["seats"] == Option(2, 1, 4, "How many play.", people=3)
    assert options["pace"].names == ("slow", "quick")
    assert (options["dark"].default, options["dark"].people) == (0, 1)


@pytest.mark.parametrize(("name", "range_"), [("seats", "1 to 4"), ("pace", "slow | quick"), ("dark", "off | on")])
def test_an_option_says_its_range(name: str, range_: str) -> None:
    assert options_of(Box)[name].range == range_


@pytest.mark.parametrize(
    ("name", "written", "meant"),
    [
        ("seats", 3, 3),
        ("seats", "3", 3),
        ("seats", 3.0, 3),
        ("pace", "slow", 0),
        ("pace", 1, 1),
        ("pace", "1", 1),
        ("dark", "on", 1),
        ("dark", True, 1),
    ],
)
def test_an_option_reads_what_people_write(name: str, written: object, meant: int) -> None:
    assert options_of(Box)[name].reads(written) == meant


@pytest.mark.parametrize(
    ("name", "written"),
    [("seats", 5), ("seats", 0), ("seats", "many"), ("seats", 2.5), ("seats", None), ("pace", "fast"), ("dark", "yes")],
)
def test_an_option_refuses_the_rest(name: str, written: object) -> None:
    assert options_of(Box)[name].reads(written) is None


def test_an_option_says_its_value_in_words() -> None:
    options = options_of(Box)
    assert [options["seats"].says(3), options["pace"].says(1), options["dark"].says(0)] == ["3", "quick", "off"]


def test_what_is_not_chosen_comes_from_the_preset_and_then_from_the_default() -> None:
    toll = make_toll()
    assert toll.choose({}) == {"seats": 3, "gates": 2, "mean": 0}
    assert toll.choose({"mean": "on"}, "short") == {"seats": 3, "gates": 1, "mean": 1}
    assert toll.choose({"gates": 3}, "short")["gates"] == 3


def test_options_are_written_as_people_write_them() -> None:
    toll = make_toll()
    assert toll.says(toll.choose({"mean": 1})) == {"seats": 3, "gates": 2, "mean": "on"}


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"gate": 1}, "toll has no option 'gate'. Did you mean 'gates'? Its options: seats, gates, mean."),
        ({"zzz": 1}, "toll has no option 'zzz'. Its options: seats, gates, mean."),
        ({"seats": 9}, "toll: seats may be 2 to 4, not 9."),
        ({"mean": "maybe"}, "toll: mean may be off | on, not 'maybe'."),
    ],
)
def test_a_wrong_option_is_explained(chosen: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError) as error:
        make_toll().choose(chosen)
    assert str(error.value) == says


def test_a_wrong_preset_is_explained() -> None:
    with pytest.raises(OptionError, match=r"toll has no preset 'long'\. Its presets: short\."):
        make_toll().choose({}, "long")
    with pytest.raises(OptionError, match=r"leduc has no preset 'long'\. Its presets: none\."):
        LEDUC.choose({}, "long")


def test_a_blank_record_holds_nothing_but_options() -> None:
    record = make_toll().blank({"seats": 4, "gates": 3, "mean": 1})[0]
    assert (record["seats"], record["gates"], record["mean"]) == (4, 3, 1)
    assert sum(cast(int, record[name].any()) for name in record.dtype.names) == 3
