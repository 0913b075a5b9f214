"""What wins, how the gold stands, and where it came from."""

from __future__ import annotations

import pytest

from moot.engine import NOBODY, Sitting
from moot.engine.standing import account, goal, standing
from moot.games.treasury import GAME

NAMES = ["Ann", "Birch", "Cedar", "Dogwood"]


def with_gold(*gold: int) -> Sitting:
    """A game in which they have so much."""
    t = GAME.start(seats=4, seed=1)
    for seat, amount in enumerate(gold):
        t.state.gold[seat] = amount
    for age in range(3):
        t.state.deck_size[age] = (0, 11, 12)[age]
    return t


@pytest.mark.parametrize(
    ("seat", "text", "short"),
    [
        (0, "You: 3, 4th, 12 behind Cedar.", "Most gold: you 3, 4th, 12 behind Cedar. 23 cards."),
        (2, "You: 15, 1st, 1 ahead of Dogwood.", "Most gold: you 15, 1st, 1 ahead of Dogwood. 23 cards."),
        (NOBODY, "Cedar leads with 15.", "Most gold: Cedar leads with 15. 23 cards."),
    ],
)
def test_most_gold_when_the_decks_run_out(seat: int, text: str, short: str) -> None:
    """§6.1 §6.2 With what is left of the decks."""
    t = with_gold(3, 4, 15, 14)
    said = goal(GAME, t.view(seat), seat, NAMES)
    assert said.text == f"Most gold when the decks run out (23 cards). {text}"
    assert said.short == short


def test_the_last_turns() -> None:
    """§6.1 First the decks are empty, then a hand, then all have had their turns."""
    t = with_gold(3, 4, 15, 14)
    for age in range(3):
        t.state.deck_size[age] = 0
    until = "Most gold when a hand runs out: the decks are empty. You: 4, 3rd, 11 behind Cedar."
    assert goal(GAME, t.view(1), 1, NAMES).text == until
    t.state.last = 1
    last = "Most gold wins, and these are the last turns. You: 4, 3rd, 11 behind Cedar."
    assert goal(GAME, t.view(1), 1, NAMES).text == last


def test_equal_gold_is_told_apart_by_contract_income() -> None:
    """§6.2 While it is played, too."""
    t = with_gold(5, 5, 5, 5)
    assert [place.rank for place in standing(GAME, t.view()) or ()] == [1, 1, 1, 1]
    t.state.reach[3], t.state.contracted[3, 0], t.state.opened[3, 0] = 1, 1, 1
    assert [place.rank for place in standing(GAME, t.view()) or ()] == [2, 2, 2, 1]


def test_an_account_begins_with_the_first_gold() -> None:
    """§1.2 Each later player has one more."""
    t = GAME.start(seats=4, seed=1)
    order = [(t.state.opener + place) % 4 for place in range(4)]
    assert [account(GAME, t.log, t.state, seat) for seat in order] == [[("start", gold)] for gold in (2, 3, 4, 5)]
