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

PRESETS = {"two_chips": 2, "three_chips": 3, "four_chips": 4, "five_chips": 5}


def test_the_defaults_are_the_printed_values() -> None:
    """§5 As the table in the rulebook says."""
    assert GAME.says(GAME.choose({})) == {
        "seats": 4,
        "turns": 8,
        "start_crises": 6,
        "first_crises": "lot",
        "chips_per_turn": 2,
        "hit_below": 7,
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
        {"first_crises": "dice"},
        {"chips_per_turn": 9},
        {"hit_below": 2},
        {"hit_below": 14},
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
    assert list(GAME.presets) == [*PRESETS, "even_odds"]


def test_even_odds_in_the_rulebook() -> None:
    """§5 Made for every number of players, as the table says; it sets chips and first crises, and nothing else."""
    rows = re.findall(r"^\| (?:chips each turn|crises at the start) \|(.+)\|$", GAME.rulebook, re.MULTILINE)
    chips, crises = ([int(cell) for cell in row.split("|")] for row in rows)
    for seats in range(1, 7):
        chosen = GAME.choose({"seats": seats}, "even_odds")
        assert chosen == GAME.choose(
            {"seats": seats, "chips_per_turn": chips[seats - 1], "start_crises": crises[seats - 1]}
        )


def test_people_begin_with_even_odds() -> None:
    """§5 And the rulebook says so; the defaults of the rules stay as printed."""
    assert GAME.people_preset == "even_odds"
    assert (
        "| *even_odds* | 4 to 6 | won about as often as lost, at any number of players; people begin with"
        in GAME.rulebook
    )
    assert GAME.options["chips_per_turn"].default == 2


@pytest.mark.long
@pytest.mark.parametrize("seats", range(1, 7))
def test_even_odds_are_even(seats: int) -> None:
    """§5 A table of greedy bots wins about half: 45 to 55 of 100 games."""
    rate = simulate(GAME, 20_000, bots=["greedy"], preset="even_odds", options={"seats": seats}).win_rate.value
    assert 0.45 < rate < 0.55


@pytest.mark.long
@pytest.mark.parametrize("seats", range(1, 7))
def test_a_first_game_is_gentle(seats: int) -> None:
    """§5 A table that refuses everything wins about nine games in ten, one of greedy bots nearly all."""
    passive, greedy = (
        simulate(GAME, 4000, bots=[bot], preset="two_chips", options={"seats": seats}).win_rate.value
        for bot in ("passive", "greedy")
    )
    assert 0.85 < passive < 0.95
    assert greedy > 0.93


MEASURED = {  # what the prose says of a preset with so many players, which bots they are, and how often they win
    "a greedy bot alone won about 4 games in 10": ("four_chips", 1, "greedy", 0.4),
    "and six of them nearly 9": ("four_chips", 6, "greedy", 0.9),
    "a table that refuses everything won 1 game in 3 with one player": ("even_odds", 1, "passive", 1 / 3),
    "and 1 in 50 with six": ("even_odds", 6, "passive", 1 / 50),
    "one that refuses everything wins about nine games in ten": ("two_chips", 4, "passive", 0.9),
}


@pytest.mark.parametrize("said", MEASURED)
def test_the_prose_says_what_was_measured(said: str) -> None:
    """§5 The numbers in its sentences are those of figures.json, rounded as people say them."""
    assert said in GAME.rulebook.partition("**5**")[2]
    preset, seats, bot, share = MEASURED[said]
    won = GAME.figures["presets"][preset][str(seats)][bot]["won"][0]
    assert abs(won - share) < min(0.04, share / 5)


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


@pytest.mark.long
@pytest.mark.parametrize(("chips", "low", "high"), [(2, 0.86, 0.96), (3, 0.58, 0.78), (4, 0.22, 0.41), (5, 0.05, 0.16)])
def test_how_hard_it_is(chips: int, low: float, high: float) -> None:
    """§5 Random players of three to six win about 9 in 10 games with two chips, and 1 in 10 with five.

    Measured on 2,000 games each: 90 to 92 %, 62 to 66 %, 25 to 35 %, 7 to 12 %; a little more for bigger tables.
    """
    for seats in (3, 4, 5, 6):
        options = {"seats": seats, "chips_per_turn": chips}
        rate = simulate(GAME, 2000, bots=["random"], options=options).win_rate.value
        assert low < rate < high, f"{seats} players, {chips} chips: {rate:.1%}"


@pytest.mark.long
def test_more_chips_are_harder() -> None:
    """§5 And so are more turns, and more crises at the start."""

    def wins(**options: int) -> float:
        return simulate(GAME, 1000, bots=["random"], options={"chips_per_turn": 3, **options}).win_rate.value

    usual = wins()
    assert wins(turns=4) > usual > wins(turns=12)
    assert wins(start_crises=0) > usual > wins(start_crises=12)


@pytest.mark.long
def test_a_higher_threshold_is_harder() -> None:
    """§5 §3.6.5 More of the rolls are hits."""
    rates = [
        simulate(GAME, 1000, bots=["random"], options={"chips_per_turn": 3, "hit_below": below}).win_rate.value
        for below in (3, 7, 13)
    ]
    assert rates[0] > 0.9 > rates[1] > 0.4 > rates[2]
