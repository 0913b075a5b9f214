"""Chapters 1, 2 and 5: setup, the round, and how long a game is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import OptionError
from moot.games.solidarity import GAME
from moot.games.solidarity.components import Length, Objective
from moot.games.solidarity.rules import Event, Step
from tests.games.solidarity.table import NORTH, demand, done, lines, orders, start, table, to_trading, told


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_robots_and_nothing_else(seats: int) -> None:
    """§1.1 §1.2 For two to six orgs."""
    t = GAME.start(seats=seats, seed=1)
    assert list(t.state.robots) == [2] * seats + [0] * (6 - seats)
    assert t.state.resources == 0
    assert not any(any(row) for row in t.state.stock)
    assert t.waiting == list(range(seats))


@pytest.mark.parametrize("wrong", [{"seats": 1}, {"seats": 7}, {"rounds": 0}, {"rounds": 17}, {"objective": "envy"}])
def test_what_is_out_of_range_is_refused(wrong: dict[str, Any]) -> None:
    """§1.1 §1.3 §5.1 Two to six orgs, one to sixteen rounds, two objectives."""
    with pytest.raises(OptionError):
        GAME.start(**wrong)


def test_the_objective_is_chosen_or_drawn() -> None:
    """§1.3 By the facilitator, or by chance; all orgs of a table hear the same."""
    for objective in (Objective.GREED, Objective.SOLIDARITY):
        assert {start(objective=objective.name.lower(), seed=seed).state.goal for seed in range(5)} == {objective}
    drawn = [start(objective="random", seed=seed) for seed in range(40)]
    assert 10 < sum(t.state.goal for t in drawn) < 30
    for t in drawn:
        assert [told(t, Event.OBJECTIVE, seat)[0][0] for seat in range(4)] == [t.state.goal] * 4


def test_players_hear_how_they_score() -> None:
    """§1.3 And nothing of the other objective."""
    greed, solidarity = lines(start(objective="greed")), lines(start())
    assert [word in greed for word in ("Greed", "Solidarity", "mandate")] == [True, False, False]
    assert [word in solidarity for word in ("Greed", "Solidarity", "mandate")] == [False, True, True]


def test_a_round_is_orders_then_trading_then_mandates() -> None:
    """§2 Then comes the next round."""
    t = table(("apples", NORTH, {NORTH: 4}), ("tea", 1, {}))
    assert {t.state.asking[seat] for seat in range(4)} == {Step.ORDER}
    to_trading(t)
    assert {t.state.asking[seat] for seat in range(4)} == {Step.TRADE}
    done(t)
    assert list(t.state.asking[:4]) == [Step.DEMAND, 0, 0, 0]
    demand(t, NORTH, {"tea": 2})
    assert t.state.round == 2
    assert {t.state.asking[seat] for seat in range(4)} == {Step.ORDER}


@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_a_fixed_number_of_rounds(rounds: int) -> None:
    """§5.1 The game ends after the last."""
    t = start(rounds=rounds)
    for number in range(1, rounds + 1):
        assert t.state.round == number
        assert not t.over
        orders(t, {})
    assert t.over


def test_a_random_number_of_rounds() -> None:
    """§5.1 No roll up to the minimum; then a total of at most the round's number ends the game, which 12 always is."""
    last = set()
    for seed in range(60):
        t = start(length="random", minimum=4, seed=seed)
        while not t.over:
            orders(t, {})
        last.add(t.state.round)
        rolls = told(t, Event.ROLLED)
        assert [roll[3] for roll in rolls] == list(range(5, t.state.round + 1))
        assert all(roll[0] + roll[1] == roll[2] for roll in rolls)
        assert [roll[2] <= roll[3] for roll in rolls] == [False] * (len(rolls) - 1) + [True]
    assert min(last) == 5
    assert 7 < max(last) <= 12


def test_the_rulebook_lists_the_options() -> None:
    """§5.1 Every option with its range, and every preset."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", GAME.rulebook, re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))
    assert all(f"*{name}*" in GAME.rulebook for name in GAME.presets)


def test_presets() -> None:
    """§5.1 Each says what it is for, and can be played."""
    assert set(GAME.presets) == {"five_rounds", "open_offers", "dice_end"}
    assert GAME.choose({}, "dice_end")["length"] == Length.RANDOM
    for preset in GAME.presets:
        assert play_out(GAME.start(preset=preset), ["greedy"]).over
