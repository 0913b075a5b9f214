"""The greedy bot plays well."""

from __future__ import annotations

from typing import Any

import pytest

from moot.bots import play_out
from moot.games.treasury import GAME
from moot.games.treasury.bot import event_value, rate_contract, rate_menu, rate_skip, rate_television
from moot.games.treasury.rules import NO_SLOT, Do
from tests.games.treasury.table import number, quiet, slot


def wins(games: int, **options: Any) -> int:
    """How many games against a random player the greedy bot wins, from either seat."""
    won = 0
    for seed in range(games):
        seat = seed % 2
        bots = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        result = play_out(GAME.start(seats=2, seed=seed, **options), bots).standing
        won += result.winners == (seat,)
    return won


@pytest.mark.parametrize(
    ("games", "options"), [(10, {}), (3, {"ages": 6}), (3, {"sale": "one"}), (3, {"sale": "opened"})]
)
def test_greedy_beats_random(games: int, options: dict[str, Any]) -> None:
    """§6.2 In more than nine of ten games for two."""
    assert wins(games, **options) > 0.8 * games


def test_it_opens_what_it_can() -> None:
    """§2.1 Before anything else."""
    view = quiet("Farm 2", "", startups=["Guide 2"]).view(0)
    assert rate_menu(view, 0, Do.OPEN, 0) > rate_menu(view, 0, Do.SEED, number("Farm 2"))


def test_it_claims_the_largest_contract() -> None:
    """§3.4 Rather than none."""
    t = quiet("Farm 2", "", opened=["Farm 4, Castle"])
    view = t.view(0)
    castle, farm = (rate_contract(view, 0, slot(t, 0, label)) for label in ("Castle", "Farm 4"))
    assert castle > farm > rate_contract(view, 0, NO_SLOT)


def test_it_knows_whom_an_event_helps() -> None:
    """§9.3 Gold for me rather than for others."""
    view = quiet("Farm 2", "", opened=["Quarry", "Bank"]).view(0)
    assert event_value(view, 0, number("Guard")) == 0
    view = quiet("Farm 2", "", opened=["Quarry, Armory", "Thug 2"]).view(0)
    assert event_value(view, 0, number("Guard")) > 0 > event_value(view, 1, number("Guard"))


def test_it_spares_a_treasury_that_pays_it() -> None:
    """§3.4 §8.6 Barbarians are skipped by who has contracts."""
    t = quiet("Farm 2", "", opened=["Shaman, Castle+Guard"], demand="Judge", treasury=9)
    t.state.resolving[0], t.state.nested = number("Bronze Mine 1"), 1
    view = t.view(0)
    assert rate_skip(view, 0, 1) > rate_skip(view, 0, 0)


def test_it_turns_all_into_gold_at_the_end() -> None:
    """§6.1 Contracts are given up only then."""
    t = quiet("Farm 2", "", opened=["Television, Castle+Guard"])
    assert rate_television(t.view(0), 0, 1) < 0
    t.state.last = 2
    assert rate_television(t.view(0), 0, 1) > 0


def test_it_does_not_overdevelop() -> None:
    """§2.4 What has enough cards gets no more."""
    view = quiet("Farm 2", "", startups=["Bank+Guide 2, Castle"]).view(0)
    assert rate_menu(view, 0, Do.DEVELOP, 0) < rate_menu(view, 0, Do.DEVELOP, 1)
