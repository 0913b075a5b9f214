"""Chapter 5: options, presets, and how hard the game is with them."""

from __future__ import annotations

import re

import pytest

from moot.engine import OptionError
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import AutoProtectCard
from moot.games.polycrisis.research import open_techs
from moot.lab import simulate
from tests.games.polycrisis.table import draw_all, engaging, techs

PRESETS = {"easy": 2, "normal": 3, "hard": 4, "brutal": 5}


def test_the_defaults_are_the_printed_values() -> None:
    """§5 As the table in the rulebook says."""
    assert GAME.says(GAME.choose({})) == {
        "seats": 4,
        "turns": 8,
        "start_crises": 6,
        "chips_per_turn": 2,
        "expanded_tech": "off",
        "talk": "off",
        "auto_protect_card": "suit2",
    }


def test_talk_is_for_people() -> None:
    """§5 On at a table of people; no other option differs there."""
    assert {name: option.people for name, option in GAME.options.items() if option.people is not None} == {"talk": 1}


def test_the_rulebook_lists_the_options() -> None:
    """§5 Every option with its range, and every preset."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", GAME.rulebook, re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))
    assert all(f"*{name}*" in GAME.rulebook for name in GAME.presets)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 0},
        {"seats": 7},
        {"turns": 0},
        {"turns": 17},
        {"start_crises": -1},
        {"start_crises": 30},
        {"chips_per_turn": 9},
        {"auto_protect_card": "suit1"},
        {"talk": "maybe"},
    ],
)
def test_what_is_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    """§5 Each option has its limits."""
    with pytest.raises(OptionError):
        GAME.choose(wrong)


@pytest.mark.parametrize(("name", "chips"), PRESETS.items())
def test_presets(name: str, chips: int) -> None:
    """§5 They set the chips that rise, and nothing else."""
    assert GAME.choose({}, name) == {**GAME.choose({}), "chips_per_turn": chips}
    t = engaging(2, preset=name)
    draw_all(t)
    assert t.state.chips == chips
    assert set(GAME.presets) == set(PRESETS)


def test_expanded_techs_are_off() -> None:
    """§5 §1.5 Unless chosen."""
    for expanded in (False, True):
        s = engaging(1, expanded_tech=expanded).state
        s.known = techs("♥")
        assert bool(open_techs(s) & techs("+♥")) == expanded


def test_the_card_for_auto_protect() -> None:
    """§5 The second suit, or either."""
    assert [choice.name.lower() for choice in AutoProtectCard] == ["suit2", "either"]
    assert GAME.choose({"auto_protect_card": "either"})["auto_protect_card"] == AutoProtectCard.EITHER


@pytest.mark.parametrize(("chips", "low", "high"), [(2, 0.86, 0.96), (3, 0.58, 0.78), (4, 0.22, 0.41), (5, 0.05, 0.16)])
def test_how_hard_it_is(chips: int, low: float, high: float) -> None:
    """§5 Random players of three to six win about 9 in 10 games with two chips, and 1 in 10 with five.

    Measured on 2,000 games each: 90 to 92 %, 62 to 66 %, 25 to 35 %, 7 to 12 %; a little more for bigger tables.
    """
    for seats in (3, 4, 5, 6):
        options = {"seats": seats, "chips_per_turn": chips}
        rate = simulate(GAME, 2000, bots=["random"], options=options).win_rate.value
        assert low < rate < high, f"{seats} players, {chips} chips: {rate:.1%}"


def test_more_chips_are_harder() -> None:
    """§5 And so are more turns, and more crises at the start."""

    def wins(**options: int) -> float:
        return simulate(GAME, 1000, bots=["random"], options={"chips_per_turn": 3, **options}).win_rate.value

    usual = wins()
    assert wins(turns=4) > usual > wins(turns=12)
    assert wins(start_crises=0) > usual > wins(start_crises=12)
