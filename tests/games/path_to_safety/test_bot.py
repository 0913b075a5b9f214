"""The greedy bot plays well."""

from __future__ import annotations

from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import Sitting
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.bot import focus, is_sure, rate_action, rate_call, rate_momentum, rate_vote
from moot.games.path_to_safety.components import RiskTest
from moot.games.path_to_safety.rules import Action, Call, Momentum, Vote
from tests.games.path_to_safety.table import CLUBS, SPADES, kind, table

RATES = {"publish": Action.PUBLISH, "research": Action.RESEARCH, "confer": Action.CONFERENCE}


def rate(t: Sitting, words: str) -> int:
    """How much the first player likes an action: `rate(t, "publish 7♣")`."""
    action, card = words.split()
    return rate_action(t.view(0), 0, RATES[action], kind(card))


def wins(bot: str, seats: int, games: int, **options: Any) -> int:
    """How many of some games a table of bots wins."""
    return sum(
        bool(play_out(GAME.start(seats=seats, seed=seed, **options), [bot]).standing.winners) for seed in range(games)
    )


def test_greedy_beats_random() -> None:
    """§5.1 A table of five greedy bots wins nearly always, as printed; random players win nothing."""
    assert wins("greedy", 5, 8) >= 7
    assert wins("random", 5, 30) == 0


def test_the_end_is_called_when_it_is_won() -> None:
    """§3.5 A call, and a yes, only for certain."""
    t = table("7♣", "8♦", drawn=False)
    for t.state.progress[CLUBS], sure in ((13, False), (14, True)):
        t.state.revealed[CLUBS] = 0
        t.state.strategy_size[CLUBS] = 12
        view = t.view(0)
        assert is_sure(view) == sure
        assert (rate_call(view, 0, Call.END) > rate_call(view, 0, Call.GO_ON)) == sure
        assert (rate_vote(view, 0, Vote.YES) > rate_vote(view, 0, Vote.NO)) == sure


def test_all_work_on_one_strategy() -> None:
    """§3.2.2 The one that needs least; a publication for it is worth more than for another."""
    t = table("7♣ 7♠", "8♦", pile="K♥")
    t.state.progress[SPADES] = 0
    assert focus(t.view(0)) == focus(t.view(1)) == SPADES
    assert rate(t, "publish 7♠") > rate(t, "publish 7♣")


def test_a_match_is_taken() -> None:
    """§3.4 Even with another strategy's card."""
    t = table("7♣ 7♠ K♥", "8♦", pile="K♥")
    t.state.progress[SPADES] = 0
    assert rate(t, "research K♥") > rate(t, "publish 7♠")


@pytest.mark.parametrize("test", RiskTest)
def test_risk_is_avoided(test: RiskTest) -> None:
    """§3.3 The more risk the worse; a risky card rather goes to a conference."""
    t = table("2♠ 5♠ 7♠", "8♦", "9♦", "10♦", pile="K♥", risk_test=test)
    t.state.progress[SPADES] = 0
    assert rate(t, "publish 7♠") > rate(t, "publish 2♠") > rate(t, "publish 5♠")
    assert rate(t, "confer 5♠") > rate(t, "confer 2♠")
    assert rate(t, "confer 5♠") > rate(t, "publish 5♠")


def test_useful_research_comes_first() -> None:
    """§3.2.1 A card that reveals something is better than one that cannot."""
    t = table("Q♠ Q♣", "8♦", pile="K♥")
    t.state.strategy_size[SPADES] = 0
    assert rate(t, "research Q♣") > rate(t, "research Q♠")


def test_momentum_is_used() -> None:
    """§3.4 For a publication if it is safe, else for a card; it is never left."""
    t = table("7♠ 5♠", "8♦", pile="K♥")
    t.state.progress[SPADES] = 0
    view = t.view(0)
    safe, risky = (rate_momentum(view, 0, Momentum.PUBLISH, kind(card)) for card in ("7♠", "5♠"))
    assert safe > rate_momentum(view, 0, Momentum.DRAW, 0) > rate_momentum(view, 0, Momentum.NOTHING, 0) > risky
