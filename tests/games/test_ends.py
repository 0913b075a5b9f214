"""How whole games end, in words: the headline names who has won, or how all fared; the ranking goes from first to last."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from moot.engine import NOBODY, Result, Sitting
from moot.engine.headlines import headline
from moot.games import GAMES, load
from tests.games.test_accounts import games_of

FEW, MANY = 40, 200  # of each game; these are a thousand of the five
FARED = re.compile(r"\b(won|wins?|lost|loses?|works?)\b")


def check_headline(t: Sitting, result: Result, reader: int) -> None:
    """It holds the winner's name, or "You"; of a game that all win or lose, which of the two."""
    said = headline(t.game, result, t.names, t.length, reader).text
    if result.together:
        lost = re.match(r"(You lose|Lost) in ", said)
        assert FARED.search(said.lower()), said
        assert bool(lost) == (not result.winners) or not re.match(r"(You|Won|Lost)\b", said), said
        return
    assert all((seat == reader and said.startswith("You")) or t.names[seat] in said for seat in result.winners), said
    assert t.game.words.points(result.points[result.winners[0]]) in said, said


def check_ranking(result: Result) -> None:
    """From first to last, the winners first; and who has more points is never behind for it, but for what the rules rank by."""
    assert sorted(result.order) == list(range(len(result.ranks)))
    assert all(result.ranks[one] <= result.ranks[after] for one, after in pairwise(result.order))
    if not result.together:
        assert set(result.winners) == {seat for seat, rank in enumerate(result.ranks) if rank == 1}
        assert all(result.points[one] >= result.points[after] for one, after in pairwise(result.order))


def check(t: Sitting) -> None:
    """The end of one game, for all who read it."""
    result = t.result
    assert result
    for reader in (NOBODY, *range(t.seats)):
        check_headline(t, result, reader)
    check_ranking(result)


@pytest.mark.parametrize("name", GAMES)
def test_headlines_and_rankings(name: str) -> None:
    for t in games_of(load(name), FEW):
        check(t)


@pytest.mark.evening
@pytest.mark.parametrize("name", GAMES)
def test_headlines_and_rankings_of_a_thousand_games(name: str) -> None:
    for t in games_of(load(name), MANY, compiled=True):
        check(t)
